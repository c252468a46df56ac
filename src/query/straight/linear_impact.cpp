#include "query/straight/linear_impact.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/exact/dyadic.hpp"
#include "query/first_contact.hpp"
#include "query/straight/select.hpp"

namespace carom::query {
namespace {

#define CAROM_INLINE [[gnu::always_inline]] inline
#include "math/exact/compensated.inl"

/// Two doubles side by side: position and velocity take the same steps.
using Two = double __attribute__((vector_size(16)));

CAROM_INLINE Compensated<double> lane(const Compensated<Two>& a, int k) {
  return {a.high[k], a.low[k]};
}
CAROM_INLINE Halves<double> lane(const Halves<Two>& a, int k) {
  return {a.high[k], a.low[k]};
}
CAROM_INLINE Compensated<Two> together(const Compensated<double>& a, const Compensated<double>& b) {
  return {Two{a.high, b.high}, Two{a.low, b.low}};
}

/// A, B, C and D of linear_impact.hpp, and |p|² + R². In double-double arithmetic the form D = B² − A C is as good.
struct Quadratic {
  double a;
  double b;
  double c;
  double discriminant;
  double size;
};

template <int D>
CAROM_INLINE Quadratic compensated_quadratic(const Vec<D>& p, const Vec<D>& w, double r, const Vec<D>& p0,
                                             const Vec<D>& w0, double r0) {
  const Two splitter{kSplitter, kSplitter};
  std::array<Compensated<Two>, static_cast<std::size_t>(D)> squares;      // of position and velocity
  std::array<Compensated<double>, static_cast<std::size_t>(D)> products;  // of position with velocity
  for (int k = 0; k < D; ++k) {
    const Compensated<Two> x = exact_sum(Two{p[k], w[k]}, Two{-p0[k], -w0[k]});
    const Halves<Two> parts = halves(x.high, splitter);
    squares[static_cast<std::size_t>(k)] = square(x, parts);
    products[static_cast<std::size_t>(k)] = product(lane(x, 0), lane(parts, 0), lane(x, 1), lane(parts, 1));
  }
  const Compensated<double> reach = exact_sum(r, r0);
  const Compensated<double> r2 = square(reach, halves(reach.high, kSplitter));
  const Compensated<Two> minus_r2 = together({-r2.high, -r2.low}, {0, 0});
  Compensated<Two> ca = sum(squares[0], minus_r2);
  Compensated<double> b = sum(products[0], products[1]);
  double size = (squares[0].high[0] + r2.high) + squares[1].high[0];
  if constexpr (D == 2) {
    ca = sum(ca, squares[1]);
  } else {
    ca = sum(ca, sum(squares[1], squares[2]));
    b = sum(b, products[2]);
    size += squares[2].high[0];
  }
  const Compensated<Two> left = together(b, lane(ca, 1));
  const Compensated<Two> right = together(b, lane(ca, 0));
  const Compensated<Two> bb_ac = product(left, halves(left.high, splitter), right, halves(right.high, splitter));
  const Compensated<double> ac = lane(bb_ac, 1);
  const Compensated<double> d = sum(lane(bb_ac, 0), {-ac.high, -ac.low});
  return {ca.high[1], b.high + b.low, ca.high[0] + ca.low[0], d.high + d.low, size};
}

/// c/(√d − b) for c > 0, d ≥ 0, b < 0, whatever their size; infinite beyond the largest double.
double quotient(const math::Dyadic& c, const math::Dyadic& d, const math::Dyadic& b) {
  int ec = 0;
  int ed = 0;
  int eb = 0;
  const double fc = c.to_double(ec);
  double fd = d.to_double(ed);
  const double fb = b.to_double(eb);
  if (ed % 2 != 0) {
    fd *= 2;
    --ed;
  }
  const int common = std::max(d.is_zero() ? eb : ed / 2, eb);
  const double sum = std::ldexp(std::sqrt(fd), ed / 2 - common) - std::ldexp(fb, eb - common);
  return std::ldexp(fc / sum, ec - common);
}

}  // namespace

template <int D>
double linear_impact(const Vec<D>& p, const Vec<D>& w, double r, const Vec<D>& p0, const Vec<D>& w0, double r0,
                     double horizon) {
  const Quadratic q = compensated_quadratic(p, w, r, p0, w0, r0);
  const double scale = q.size * q.a;
  const double sum = std::sqrt(std::fabs(q.discriminant)) - q.b;
  const double time = q.c / sum;
  const bool in_range = all(std::min(q.size, q.a) > 0x1p-200, std::max(q.size, q.a) < 0x1p200);
  const bool known = all(std::fabs(q.discriminant) > 0x1p-94 * scale, q.c > 0x1p-60 * q.size);
  const bool miss = any(q.b >= 0, q.discriminant < 0);
  const bool late = time > horizon * (1 + 0x1p-36);
  const bool timed = all(any(time < horizon * (1 - 0x1p-36), late), sum * sum > 0x1p-24 * scale);
  if (all(in_range, known, any(miss, timed))) [[likely]]
    return select(any(miss, late), kNever, time);

  if (w == w0) return kNever;
  if (in_range && q.b * q.b > 0x1p-180 * scale) {
    if (q.b > 0) return kNever;
    if (q.c < -0x1p-60 * q.size) return 0;
  }
  return exact_linear_impact<D>({p, w, {}, p0, w0, {}}, r, r0, horizon);
}

template <int D>
double exact_linear_impact(const RelativePath<D>& path, double r, double r0, double horizon) {
  const math::Dyadic reach = math::Dyadic(r) + math::Dyadic(r0);
  math::Dyadic a;
  math::Dyadic b;
  math::Dyadic c = -(reach * reach);
  for (int k = 0; k < D; ++k) {
    const math::Dyadic p = math::Dyadic(path.p[k]) - math::Dyadic(path.p0[k]);
    const math::Dyadic w = math::Dyadic(path.v[k]) - math::Dyadic(path.v0[k]);
    a = a + w * w;
    b = b + p * w;
    c = c + p * p;
  }
  if (b.sign() >= 0) return kNever;
  if (c.sign() <= 0) return 0;
  const math::Dyadic discriminant = b * b - a * c;
  if (discriminant.sign() < 0) return kNever;
  // Approaching still, and the sign of the gap.
  const auto comes_after = [&](const math::Dyadic& end, int least_gap) {
    const math::Dyadic rate_at_end = b + a * end;
    return rate_at_end.sign() < 0 && (c + (b + rate_at_end) * end).sign() >= least_gap;
  };
  if (!std::isinf(horizon) && comes_after(math::Dyadic(horizon), 1)) return kNever;
  const double time = quotient(c, discriminant, b);
  constexpr double kMost = std::numeric_limits<double>::max();
  // From half-way between the largest double and 2^1024 on a time rounds to infinity.
  if (time > 0.5 * kMost && comes_after(math::Dyadic(kMost) + math::Dyadic(0x1p970), 0)) return kNever;
  return std::min({time, kMost, horizon});
}

template double exact_linear_impact(const RelativePath<2>&, double, double, double);
template double exact_linear_impact(const RelativePath<3>&, double, double, double);
template double linear_impact(const Vec2&, const Vec2&, double, const Vec2&, const Vec2&, double, double);
template double linear_impact(const Vec3&, const Vec3&, double, const Vec3&, const Vec3&, double, double);

}  // namespace carom::query
