#include "io/library/rsvg_library.hpp"

namespace carom::io::rsvg {

Library::Library() : library("librsvg-2.so.2", "librsvg2-2") {}

const Library& lib() {
  static const Library loaded;
  return loaded;
}

}  // namespace carom::io::rsvg
