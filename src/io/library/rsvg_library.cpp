#include "io/library/rsvg_library.hpp"

namespace carom::io::rsvg {

Library::Library() : library(CAROM_RSVG_LIBRARY, "librsvg2-dev") {}

const Library& lib() {
  static const Library loaded;
  return loaded;
}

}  // namespace carom::io::rsvg
