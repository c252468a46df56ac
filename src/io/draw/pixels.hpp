#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace carom::io {

/// A part of the page, in its units, y downwards.
struct Frame2 {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

/// Of a picture's PNG file, and of the images in it but for densities of very many things.
inline constexpr double kPixelsPerUnit = 2;

/// An image that covers a part of the page.
struct Pixels {
  Frame2 frame;
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> values;  ///< 0xAARRGGBB, colours multiplied by the opacity; row by row from the top

  explicit Pixels(const Frame2& part, double per_unit = kPixelsPerUnit)
      : frame(part),
        width(static_cast<int>(std::ceil(per_unit * part.width))),
        height(static_cast<int>(std::ceil(per_unit * part.height))),
        values(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}
};

/// The first and one past the last of n pixels whose centres lie in [low, high].
inline std::pair<int, int> pixels_within(double low, double high, int n) {
  return {static_cast<int>(std::clamp(std::ceil(low - 0.5), 0.0, 1.0 * n)),
          static_cast<int>(std::clamp(std::floor(high - 0.5) + 1, 0.0, 1.0 * n))};
}

/// As a PNG file.
std::string png(const Pixels& pixels);

/// What can be painted in about a second: pixels, counted as often as they are covered.
inline constexpr double kMostPaintedPixels = 2e8;

/// Of so many painted pixels every how many-th thing must do.
inline std::size_t stride_for(double painted_pixels) {
  return 1 + static_cast<std::size_t>(painted_pixels / kMostPaintedPixels);
}

}  // namespace carom::io
