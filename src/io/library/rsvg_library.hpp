#pragma once
#include <cairo.h>
#include <librsvg/rsvg.h>

#include "io/library/shared_library.hpp"

namespace carom::io::rsvg {

/// What Carom uses of librsvg, and of cairo and GLib, which it needs: each function by its own name.
struct Library {
  Library();

  SharedLibrary library;
  decltype(&::cairo_create) cairo_create = library["cairo_create"];
  decltype(&::cairo_destroy) cairo_destroy = library["cairo_destroy"];
  decltype(&::cairo_image_surface_create) cairo_image_surface_create = library["cairo_image_surface_create"];
  decltype(&::cairo_image_surface_get_data) cairo_image_surface_get_data = library["cairo_image_surface_get_data"];
  decltype(&::cairo_image_surface_get_stride) cairo_image_surface_get_stride =
      library["cairo_image_surface_get_stride"];
  decltype(&::cairo_status) cairo_status = library["cairo_status"];
  decltype(&::cairo_status_to_string) cairo_status_to_string = library["cairo_status_to_string"];
  decltype(&::cairo_surface_destroy) cairo_surface_destroy = library["cairo_surface_destroy"];
  decltype(&::cairo_surface_flush) cairo_surface_flush = library["cairo_surface_flush"];
  decltype(&::cairo_surface_mark_dirty) cairo_surface_mark_dirty = library["cairo_surface_mark_dirty"];
  decltype(&::cairo_surface_status) cairo_surface_status = library["cairo_surface_status"];
  decltype(&::cairo_surface_write_to_png_stream) cairo_surface_write_to_png_stream =
      library["cairo_surface_write_to_png_stream"];
  decltype(&::g_clear_error) g_clear_error = library["g_clear_error"];
  decltype(&::g_memory_input_stream_new_from_data) g_memory_input_stream_new_from_data =
      library["g_memory_input_stream_new_from_data"];
  decltype(&::g_object_unref) g_object_unref = library["g_object_unref"];
  decltype(&::rsvg_handle_get_intrinsic_size_in_pixels) rsvg_handle_get_intrinsic_size_in_pixels =
      library["rsvg_handle_get_intrinsic_size_in_pixels"];
  decltype(&::rsvg_handle_new_from_stream_sync) rsvg_handle_new_from_stream_sync =
      library["rsvg_handle_new_from_stream_sync"];
  decltype(&::rsvg_handle_render_document) rsvg_handle_render_document = library["rsvg_handle_render_document"];
};

/// Loads librsvg at the first call. std::runtime_error if it cannot be loaded.
const Library& lib();

}  // namespace carom::io::rsvg
