#include "carom/query/overlap_volume.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "carom/math/portable.hpp"

namespace carom {
namespace {

constexpr double kPi = std::numbers::pi;

/// By Newton's method, with sin(π/2 − 2 a) = 1 − 2 sin² a for large x.
double arc_sine(double x) {
  if (std::fabs(x) > 0.7)
    return std::copysign(kPi / 2 - 2 * arc_sine(std::sqrt(0.5 * std::max(0.0, 1 - std::fabs(x)))), x);
  double turn = x / kPi;
  for (int step = 0; step < 5; ++step) turn -= (portable::sin_pi(turn) - x) / (kPi * portable::cos_pi(turn));
  return kPi * turn;
}

/// The points inside ±r at which what a ball has in common with a box changes its form.
struct Breaks {
  double r = 0;
  std::array<double, 16> points{};
  std::size_t count = 0;

  /// Where a slice of the ball begins or ceases to reach a part of the box that far from the middle, squared.
  void add(double far2) {
    const double rest = r * r - far2;
    if (!(rest > 0)) return;
    points[count++] = std::sqrt(rest);
    points[count++] = -std::sqrt(rest);
  }
};

/// Σ of(from, to) over the pieces of [low, high] between the breaks.
template <class Of>
double by_pieces(double low, double high, Breaks breaks, Of of) {
  const auto end = breaks.points.begin() + static_cast<std::ptrdiff_t>(breaks.count);
  std::sort(breaks.points.begin(), end);
  double sum = 0, from = low;
  for (const double point : std::span(breaks.points).first(breaks.count)) {
    if (!(point > from) || !(point < high)) continue;
    sum += of(from, point);
    from = point;
  }
  return sum + of(from, high);
}

/// ∫ f over [low, high], f smooth inside, at an end perhaps like a square root: x = middle + half s (3 − s²)/2 takes
/// that away, and Gauss and Legendre's ten points for each half of s do the rest.
template <class F>
double integral(double low, double high, F f) {
  constexpr std::array<std::pair<double, double>, 5> kPoints = {{{0.1488743389816312, 0.2955242247147529},
                                                                 {0.4333953941292472, 0.2692667193099963},
                                                                 {0.6794095682990244, 0.2190863625159820},
                                                                 {0.8650633666889845, 0.1494513491505806},
                                                                 {0.9739065285171717, 0.0666713443086881}}};
  const double middle = 0.5 * (low + high), half = 0.5 * (high - low);
  double sum = 0;
  for (const auto& [point, weight] : kPoints)
    for (const double s : {0.5 * (1 - point), 0.5 * (1 + point)}) {
      const double x = 0.5 * s * (3 - s * s) * half;
      sum += 0.5 * weight * 1.5 * (1 - s * s) * (f(middle - x) + f(middle + x));
    }
  return half * sum;
}

/// Of a disc around 0: between y0 or its lower border, −h, and y1 or its upper one, h = √(r² − x²), whose integral is
/// (x h + r² arcsin(x/r))/2.
double common_area(double r, const Vec2& low, const Vec2& high) {
  const double begin = std::max(low.x, -r), end = std::min(high.x, r);
  if (!(begin < end)) return 0;
  const auto height = [r](double x) { return std::sqrt(std::max(0.0, (r - x) * (r + x))); };
  const auto below = [&](double x) { return 0.5 * (x * height(x) + r * r * arc_sine(std::clamp(x / r, -1.0, 1.0))); };
  Breaks breaks{r};
  breaks.add(low.y * low.y);
  breaks.add(high.y * high.y);
  return by_pieces(begin, end, breaks, [&](double from, double to) {
    const double h = height(0.5 * (from + to));
    if (!(std::min(h, high.y) > std::max(-h, low.y))) return 0.0;
    const double under = below(to) - below(from);
    return (h < high.y ? under : high.y * (to - from)) + (-h > low.y ? under : -low.y * (to - from));
  });
}

double common(double r, const Vec2& low, const Vec2& high) {
  return common_area(r, low, high);
}

/// Of a sphere: its slices across z, whose borders pass edges and corners of the box at the breaks.
double common(double r, const Vec3& low, const Vec3& high) {
  const double begin = std::max(low.z, -r), end = std::min(high.z, r);
  if (!(begin < end)) return 0;
  Breaks breaks{r};
  for (const double x : {low.x, high.x}) {
    breaks.add(x * x);
    for (const double y : {low.y, high.y}) breaks.add(x * x + y * y);
  }
  for (const double y : {low.y, high.y}) breaks.add(y * y);
  return by_pieces(begin, end, breaks, [&](double from, double to) {
    return integral(from, to, [&](double z) {
      const double slice = std::sqrt(std::max(0.0, (r - z) * (r + z)));
      return common_area(slice, {low.x, low.y}, {high.x, high.y});
    });
  });
}

}  // namespace

template <int D>
double overlap_volume(const Ball<D>& ball, const Aabb<D>& box) {
  const double r = ball.radius;
  const Vec<D> low = box.low - ball.center, high = box.high - ball.center;
  bool inside = true;
  for (int k = 0; k < D; ++k) inside = inside && low[k] <= -r && high[k] >= r;
  if (inside) return D == 2 ? kPi * r * r : 4 * kPi / 3 * r * r * r;
  return common(r, low, high);
}

template double overlap_volume(const Ball<2>&, const Aabb<2>&);
template double overlap_volume(const Ball<3>&, const Aabb<3>&);

}  // namespace carom
