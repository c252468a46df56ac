#include "io/draw/rasterise.hpp"

#include <cairo.h>
#include <librsvg/rsvg.h>

#include <cmath>
#include <memory>
#include <stdexcept>

namespace carom::io {
namespace {

struct Release {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(GInputStream* stream) const { g_object_unref(stream); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};

void check(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(std::string("cannot draw: ") + cairo_status_to_string(status));
}

[[noreturn]] void fail(GError* error) {
  const std::string reason = error ? error->message : "unknown";
  g_clear_error(&error);
  throw std::runtime_error("cannot draw the SVG: " + reason);
}

std::unique_ptr<RsvgHandle, Release> parsed(const std::string& svg) {
  const std::unique_ptr<GInputStream, Release> stream(
      g_memory_input_stream_new_from_data(svg.data(), static_cast<gssize>(svg.size()), nullptr));
  GError* error = nullptr;
  RsvgHandle* handle =
      rsvg_handle_new_from_stream_sync(stream.get(), nullptr, RSVG_HANDLE_FLAG_UNLIMITED, nullptr, &error);
  if (!handle) fail(error);
  return std::unique_ptr<RsvgHandle, Release>(handle);
}

cairo_status_t append(void* text, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::string rasterise(const std::string& svg, double scale) {
  const auto handle = parsed(svg);
  double width = 0, height = 0;
  if (!rsvg_handle_get_intrinsic_size_in_pixels(handle.get(), &width, &height))
    throw std::runtime_error("cannot draw the SVG: it has no size");
  const RsvgRectangle page{0, 0, std::ceil(scale * width), std::ceil(scale * height)};
  const std::unique_ptr<cairo_surface_t, Release> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(page.width), static_cast<int>(page.height)));
  const std::unique_ptr<cairo_t, Release> context(cairo_create(surface.get()));
  GError* error = nullptr;
  if (!rsvg_handle_render_document(handle.get(), context.get(), &page, &error)) fail(error);
  check(cairo_status(context.get()));
  std::string png;
  check(cairo_surface_write_to_png_stream(surface.get(), append, &png));
  return png;
}

}  // namespace carom::io
