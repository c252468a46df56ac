#include "io/film/light.hpp"

#include <algorithm>
#include <cmath>

namespace carom::io {
namespace {

constexpr std::size_t kSteps = 16384;

std::array<std::uint8_t, kSteps + 1> encoding() {
  std::array<std::uint8_t, kSteps + 1> table{};
  for (std::size_t k = 0; k <= kSteps; ++k) {
    const double c = (static_cast<double>(k) + 0.5) / kSteps;
    const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
    table[k] = static_cast<std::uint8_t>(std::lround(255 * std::min(s, 1.0)));
  }
  return table;
}

}  // namespace

Light light_of(Color color) {
  return {linear_light(color.red), linear_light(color.green), linear_light(color.blue)};
}

std::uint8_t shown(double light) {
  static const auto table = encoding();
  return table[static_cast<std::size_t>(std::clamp(light, 0.0, 1.0) * kSteps)];
}

Lamps::Lamps(double length, const Vec3& middle) : height_(0.36 * length), radius_(0.045 * length) {
  for (std::size_t k = 0; k < kCount; ++k)
    places_[k] = middle + Vec3{0.33 * length * (static_cast<double>(k) - 1), 0, height_};
  double sum = 0;
  for (std::size_t k = 0; k < kCount; ++k) sum += direct(k, middle, {0, 0, 1});
  strength_ = (1 - kSky) / sum;
}

/// E = I cos θ/d².
double Lamps::direct(std::size_t lamp, const Vec3& p, const Vec3& normal) const {
  const Vec3 way = places_[lamp] - p;
  const double square = norm2(way);
  return strength_ * height_ * height_ * std::max(0.0, dot(normal, way)) / (square * std::sqrt(square));
}

}  // namespace carom::io
