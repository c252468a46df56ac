#pragma once
#include <cstddef>

#include "io/library/shared_library.hpp"

/// What Carom uses of librsvg, and of cairo and GLib, which it needs, as their documentation has it: so drawing asks
/// for the libraries, and building for none of the hundred packages of their headers. Source: cairo 1.16, GLib 2.74,
/// librsvg 2.54.
namespace carom::io::rsvg {

struct Handle;       ///< RsvgHandle
struct InputStream;  ///< GInputStream
struct Surface;      ///< cairo_surface_t
struct Context;      ///< cairo_t

struct Rectangle {
  double x = 0, y = 0, width = 0, height = 0;
};

/// GError
struct Error {
  unsigned domain = 0;
  int code = 0;
  char* message = nullptr;
};

enum Status : int { kSuccess = 0 };
enum Format : int { kArgb32 = 0, kRgb24 = 1 };
enum HandleFlags : unsigned { kUnlimited = 1 };  ///< more than 200,000 elements, and attributes of any length
using Write = Status (*)(void* closure, const unsigned char* bytes, unsigned count);

/// Each function by its own name.
struct Library {
  Library();

  SharedLibrary library;
  Context* (*cairo_create)(Surface*) = library["cairo_create"];
  void (*cairo_destroy)(Context*) = library["cairo_destroy"];
  Surface* (*cairo_image_surface_create)(Format, int width, int height) = library["cairo_image_surface_create"];
  unsigned char* (*cairo_image_surface_get_data)(Surface*) = library["cairo_image_surface_get_data"];
  int (*cairo_image_surface_get_stride)(Surface*) = library["cairo_image_surface_get_stride"];
  Status (*cairo_status)(Context*) = library["cairo_status"];
  const char* (*cairo_status_to_string)(Status) = library["cairo_status_to_string"];
  void (*cairo_surface_destroy)(Surface*) = library["cairo_surface_destroy"];
  void (*cairo_surface_flush)(Surface*) = library["cairo_surface_flush"];
  void (*cairo_surface_mark_dirty)(Surface*) = library["cairo_surface_mark_dirty"];
  Status (*cairo_surface_status)(Surface*) = library["cairo_surface_status"];
  Status (*cairo_surface_write_to_png_stream)(Surface*, Write,
                                              void* closure) = library["cairo_surface_write_to_png_stream"];
  void (*g_clear_error)(Error**) = library["g_clear_error"];
  InputStream* (*g_memory_input_stream_new_from_data)(const void*, std::ptrdiff_t size, void (*destroy)(void*)) =
      library["g_memory_input_stream_new_from_data"];
  void (*g_object_unref)(void*) = library["g_object_unref"];
  int (*rsvg_handle_get_intrinsic_size_in_pixels)(Handle*, double* width,
                                                  double* height) = library["rsvg_handle_get_intrinsic_size_in_pixels"];
  /// `base_file` and `cancellable` may be null.
  Handle* (*rsvg_handle_new_from_stream_sync)(InputStream*, void* base_file, HandleFlags, void* cancellable,
                                              Error**) = library["rsvg_handle_new_from_stream_sync"];
  int (*rsvg_handle_render_document)(Handle*, Context*, const Rectangle* viewport,
                                     Error**) = library["rsvg_handle_render_document"];
};

/// Loads librsvg at the first call. std::runtime_error if it cannot be loaded.
const Library& lib();

}  // namespace carom::io::rsvg
