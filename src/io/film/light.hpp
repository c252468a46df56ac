#pragma once
#include <array>
#include <cstdint>

#include "carom/math/vec.hpp"
#include "io/draw/appearance.hpp"

namespace carom::io {

/// Red, green and blue in linear light: 1 is the white of the screen.
using Light = Vec3;

Light light_of(Color color);
/// As sRGB has it, to 8 bits.
std::uint8_t shown(double light);

inline Light times(const Light& a, const Light& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

/// What a stage is lit by: a sky that is equally bright everywhere, and three lamps in a row above the middle. A
/// horizontal place in the middle gets 1 in all.
class Lamps {
 public:
  static constexpr std::size_t kCount = 3;
  static constexpr double kSky = 0.42;

  /// `length` of what is lit, along x.
  explicit Lamps(double length, const Vec3& middle);

  const Vec3& place(std::size_t lamp) const { return places_[lamp]; }
  double radius() const { return radius_; }
  /// What the lamp gives to a place with this normal.
  double direct(std::size_t lamp, const Vec3& p, const Vec3& normal) const;

 private:
  std::array<Vec3, kCount> places_{};
  double height_, radius_, strength_ = 1;
};

}  // namespace carom::io
