#pragma once
#include <vector>

#include "io/draw/appearance.hpp"
#include "io/draw/pixels.hpp"

namespace carom::io {

/// Many small things on a plane, in no order: where they are crowded a pixel has their mean colour, and it is as opaque
/// as they cover it.
class Density {
 public:
  explicit Density(const Frame2& frame, double pixels_per_unit = kPixelsPerUnit);

  /// Centre, radius, places and width in units of the page.
  void disc(const Vec2& center, double radius, Color color);
  void line(const Vec2& from, const Vec2& to, double width, Color color);
  Pixels pixels() const;

 private:
  struct Cell {
    float red = 0, green = 0, blue = 0;  ///< times cover
    float cover = 0;
  };

  Vec2 in_pixels(const Vec2& p) const;
  void cover(int x, int y, double share, Color color);
  void dot(const Vec2& center, double area, Color color);

  Frame2 frame_;
  double per_unit_;
  int width_;
  int height_;
  std::vector<Cell> cells_;
};

}  // namespace carom::io
