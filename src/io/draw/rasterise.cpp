#include "io/draw/rasterise.hpp"

#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "io/draw/pixels.hpp"
#include "io/library/rsvg_library.hpp"

namespace carom::io {
namespace {

using rsvg::lib;

struct Release {
  void operator()(rsvg::Handle* handle) const { lib().g_object_unref(handle); }
  void operator()(rsvg::InputStream* stream) const { lib().g_object_unref(stream); }
  void operator()(rsvg::Surface* surface) const { lib().cairo_surface_destroy(surface); }
  void operator()(rsvg::Context* context) const { lib().cairo_destroy(context); }
};

void check(rsvg::Status status) {
  if (status != rsvg::kSuccess)
    throw std::runtime_error(std::string("cannot draw: ") + lib().cairo_status_to_string(status));
}

[[noreturn]] void fail(rsvg::Error* error) {
  const std::string reason = error ? error->message : "unknown";
  lib().g_clear_error(&error);
  throw std::runtime_error("cannot draw the SVG: " + reason);
}

std::unique_ptr<rsvg::Handle, Release> parsed(const std::string& svg) {
  const std::unique_ptr<rsvg::InputStream, Release> stream(
      lib().g_memory_input_stream_new_from_data(svg.data(), static_cast<std::ptrdiff_t>(svg.size()), nullptr));
  rsvg::Error* error = nullptr;
  rsvg::Handle* handle =
      lib().rsvg_handle_new_from_stream_sync(stream.get(), nullptr, rsvg::kUnlimited, nullptr, &error);
  if (!handle) fail(error);
  return std::unique_ptr<rsvg::Handle, Release>(handle);
}

rsvg::Status append(void* text, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return rsvg::kSuccess;
}

std::string written(rsvg::Surface* surface) {
  std::string png;
  check(lib().cairo_surface_write_to_png_stream(surface, append, &png));
  return png;
}

}  // namespace

std::string png(const Pixels& pixels) {
  const std::unique_ptr<rsvg::Surface, Release> surface(
      lib().cairo_image_surface_create(rsvg::kArgb32, pixels.width, pixels.height));
  check(lib().cairo_surface_status(surface.get()));
  unsigned char* const data = lib().cairo_image_surface_get_data(surface.get());
  const int stride = lib().cairo_image_surface_get_stride(surface.get());
  const std::size_t row = sizeof(std::uint32_t) * static_cast<std::size_t>(pixels.width);
  lib().cairo_surface_flush(surface.get());
  for (int y = 0; y < pixels.height; ++y)
    std::memcpy(data + static_cast<std::ptrdiff_t>(y) * stride,
                pixels.values.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width), row);
  lib().cairo_surface_mark_dirty(surface.get());
  return written(surface.get());
}

std::string rasterise(const std::string& svg, double scale) {
  const auto handle = parsed(svg);
  double width = 0, height = 0;
  if (!lib().rsvg_handle_get_intrinsic_size_in_pixels(handle.get(), &width, &height))
    throw std::runtime_error("cannot draw the SVG: it has no size");
  const rsvg::Rectangle page{0, 0, std::ceil(scale * width), std::ceil(scale * height)};
  const std::unique_ptr<rsvg::Surface, Release> surface(
      lib().cairo_image_surface_create(rsvg::kRgb24, static_cast<int>(page.width), static_cast<int>(page.height)));
  const std::unique_ptr<rsvg::Context, Release> context(lib().cairo_create(surface.get()));
  rsvg::Error* error = nullptr;
  if (!lib().rsvg_handle_render_document(handle.get(), context.get(), &page, &error)) fail(error);
  check(lib().cairo_status(context.get()));
  return written(surface.get());
}

}  // namespace carom::io
