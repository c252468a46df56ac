#pragma once
#include <string>

namespace carom::io {

/// The PNG file of an SVG document, at `scale` pixels per unit. std::runtime_error with the reason if it cannot be
/// drawn.
std::string rasterise(const std::string& svg, double scale);

}  // namespace carom::io
