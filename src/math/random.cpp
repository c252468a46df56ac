#include "carom/math/random.hpp"

#include <bit>
#include <cmath>

#include "carom/math/portable.hpp"

namespace carom {
namespace {

std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) : state_{} {
  std::uint64_t mixed_stream = stream;
  std::uint64_t filler = stream == 0 ? seed : seed ^ splitmix64(mixed_stream);
  for (std::uint64_t& word : state_) word = splitmix64(filler);
}

std::uint64_t Random::bits() {
  auto& s = state_;
  const std::uint64_t result = std::rotl(s[1] * 5, 7) * 9;
  const std::uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = std::rotl(s[3], 45);
  return result;
}

double Random::uniform() {
  return static_cast<double>(bits() >> 11) * 0x1p-53;
}

double Random::uniform(double low, double high) {
  return low + (high - low) * uniform();
}

std::uint64_t Random::below(std::uint64_t count) {
  // Draws in the incomplete last run of `count` values are thrown away: they would favour small results.
  const std::uint64_t rejected = (0 - count) % count;
  std::uint64_t draw = bits();
  while (draw < rejected) draw = bits();
  return draw % count;
}

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_normal_;
  }
  Vec2 p;
  double s = 0;
  do {
    p = in_ball<2>();
    s = norm2(p);
  } while (s == 0);
  const double factor = std::sqrt(-2 * portable::log(s) / s);
  spare_normal_ = p.y * factor;
  has_spare_ = true;
  return p.x * factor;
}

template <int D>
Vec<D> Random::direction() {
  Vec<D> p;
  // Short vectors have few possible directions.
  do p = in_ball<D>();
  while (norm2(p) < 0x1p-20);
  return p / norm(p);
}

template <int D>
Vec<D> Random::in_ball() {
  Vec<D> p;
  do
    for (int k = 0; k < D; ++k) p[k] = 2 * uniform() - 1;
  while (norm2(p) >= 1);
  return p;
}

template Vec2 Random::direction<2>();
template Vec3 Random::direction<3>();
template Vec2 Random::in_ball<2>();
template Vec3 Random::in_ball<3>();

}  // namespace carom
