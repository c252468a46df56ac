#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/math/portable.hpp"
#include "query/curved/damped_impact.hpp"
#include "query/parts/cylinder_hull_parts.hpp"

// In overlap: the nearest point on the border of what the middle may not enter. The depth is the least of h(n) − n·p
// over all unit vectors n, h(n) = R |n across| + h |n_z| + the greatest n·v of T's corners v: only few n can be that of
// the least. For one whose n is not that of T's nearest corners, all of it lies beyond the border: it does not count.
// - n along z, or a face's, or across the shadow of an edge: numbers.
// - n across, away from a corner: R − |p − v across|.
// - n at right angles to an edge d, upwards or downwards, n = g m + e, with m = (−d_y, d_x, 0) and e = ± d × m: the
//   nearest point of an ellipse, at which E(g) = R |d across|³ g / √(g² + d_z²) + u₂ g − |d|² u₁ = 0, with u₁ = m·p and
//   u₂ = e·p from the ellipse's middle; it is a least where E grows, and there is at most one. As p moves, so does g,
//   by the derivatives of E.
// Values, first and second derivatives by time are known to within errors, in three precisions; what the last, of 256
// bits, can not tell from equal counts as equal.
namespace carom::query {
namespace {

template <class Real>
using Number = math::Uncertain<Real>;
template <class Real>
using Jet = math::Jet<Real>;
template <class Real>
using Place = std::array<Jet<Real>, 3>;

/// One of the directions.
struct Way {
  enum class Kind { cap, face, wall, corner, rim };
  Kind kind;
  int index = 0;  ///< of the corner or the edge
  int sign = 1;
};

std::vector<Way> ways_out(const CylinderHull& pair) {
  using Kind = Way::Kind;
  std::vector<Way> ways;
  ways.reserve(16);
  for (int k = 0; k < pair.count; ++k) ways.push_back({Kind::corner, k});
  for (const int sign : {-1, 1}) {
    ways.push_back({Kind::cap, 0, sign});
    if (pair.is_triangle()) ways.push_back({Kind::face, 0, sign});
    for (int k = 0; k < pair.edges(); ++k) {
      const Vec3& from = pair.corner(k);
      const Vec3& to = pair.corner(k + 1);
      if (from.x == to.x && from.y == to.y) continue;
      ways.push_back({Kind::wall, k, sign});
      if (from.z != to.z) ways.push_back({Kind::rim, k, sign});
    }
  }
  return ways;
}

/// How far p is along a way, less what the pair is: −depth if the way is the nearest. `no` where it does not count.
template <class Real>
struct Out {
  Jet<Real> gap;
  Truth counts = Truth::yes;
  Vec3 normal{};
};

template <class Real>
Truth truth_of(int sign) {
  return sign == Number<Real>::kUnknown ? Truth::unknown : sign > 0 ? Truth::no : Truth::yes;
}
Truth both(Truth a, Truth b) {
  if (a == Truth::no || b == Truth::no) return Truth::no;
  return a == Truth::yes && b == Truth::yes ? Truth::yes : Truth::unknown;
}

template <class Real>
Number<Real> inverse_root(const Number<Real>& x) {
  return math::certain_inverse(math::certain_root(x));
}

template <class Real>
Jet<Real> constant_jet(const Number<Real>& x) {
  return {x, {}, {}};
}

Vec3 rounded(const auto& v) {
  return {v[0].value(), v[1].value(), v[2].value()};
}

template <class Real>
class WaysOut {
  using N = Number<Real>;
  using J = Jet<Real>;

 public:
  explicit WaysOut(const CylinderHull& pair)
      : pair_(pair), radius_(pair.cylinder.radius), half_height_(pair.cylinder.half_height) {}

  Out<Real> operator()(const Way& way, const Place<Real>& displacement) const {
    using Kind = Way::Kind;
    if (way.kind == Kind::cap) return cap(way.sign, displacement);
    if (way.kind == Kind::face) return face(way.sign, seen(0, displacement));
    if (way.kind == Kind::wall) return wall(way.index, way.sign, seen(way.index, displacement));
    if (way.kind == Kind::corner) return corner(way.index, seen(way.index, displacement));
    return rim(way.index, way.sign, seen(way.index, displacement));
  }

 private:
  Place<Real> seen(int k, const Place<Real>& displacement) const {
    Place<Real> y;
    for (int i = 0; i < 3; ++i) {
      const auto at = static_cast<std::size_t>(i);
      y[at] = displacement[at] + constant_jet(N(pair_.cylinder.center[i]) - N(pair_.corner(k)[i]));
    }
    return y;
  }
  Triple<N> edge(int k) const { return from_to<N, 3>(pair_.corner(k), pair_.corner(k + 1)); }
  static J along(const Triple<N>& n, const Place<Real>& y) {
    J sum;
    for (std::size_t i = 0; i < 3; ++i) sum = sum + constant_jet(n[i]) * y[i];
    return sum;
  }
  /// Whether a corner of T does not lie farther along n.
  Truth is_least(const Triple<N>& n, int from, int to) const {
    return truth_of<Real>(dot_of(n, from_to<N, 3>(pair_.corner(from), pair_.corner(to))).sign());
  }

  Out<Real> cap(int sign, const Place<Real>& displacement) const {
    const J z = seen(pair_.highest(sign), displacement)[2];
    return {(sign > 0 ? z : -z) - constant_jet(half_height_), Truth::yes, {0, 0, static_cast<double>(sign)}};
  }

  Out<Real> face(int sign, const Place<Real>& y) const {
    Triple<N> n = cross_of(edge(0), from_to<N, 3>(pair_.corner(0), pair_.corner(2)));
    if (sign < 0) n = {-n[0], -n[1], -n[2]};
    const N across2 = n[0] * n[0] + n[1] * n[1];
    N reach = half_height_ * (n[2].value() < 0 ? -n[2] : n[2]);
    if (!across2.is_zero()) reach = reach + radius_ * math::certain_root(across2);
    const N inverse = inverse_root(across2 + n[2] * n[2]);
    return {constant_jet(inverse) * (along(n, y) - constant_jet(reach)), Truth::yes, direction(rounded(n), Vec3{})};
  }

  Out<Real> wall(int k, int sign, const Place<Real>& y) const {
    const Triple<N> d = edge(k);
    const Triple<N> n = sign > 0 ? Triple<N>{-d[1], d[0], N()} : Triple<N>{d[1], -d[0], N()};
    const N inverse = inverse_root(dot_of(n, n));
    return {constant_jet(inverse) * along(n, y) - constant_jet(radius_), is_least(n, k, third(k)),
            direction(rounded(n), Vec3{})};
  }
  int third(int k) const { return pair_.is_triangle() ? (k + 2) % 3 : k; }

  Out<Real> corner(int k, const Place<Real>& y) const {
    const J square = y[0] * y[0] + y[1] * y[1];
    Out<Real> out;
    out.normal = direction(Vec3{y[0].value.value(), y[1].value.value(), 0}, away_from_edges(k));
    for (int next = 0; next < pair_.count; ++next) {
      if (next == k) continue;
      const Triple<N> d = from_to<N, 3>(pair_.corner(k), pair_.corner(next));
      out.counts = both(out.counts, truth_of<Real>((d[0] * y[0].value + d[1] * y[1].value).sign()));
    }
    if (square.value.is_zero()) {
      // On the corner: a distance that can only grow.
      const N speed2 = y[0].rate * y[0].rate + y[1].rate * y[1].rate;
      out.gap = J{-radius_, speed2.is_zero() ? N() : math::certain_root(speed2), {}};
      return out;
    }
    out.gap = sqrt(square) - constant_jet(radius_);
    return out;
  }

  /// Across, from a corner.
  Vec3 away_from_edges(int k) const {
    Vec3 away{};
    Vec3 aside{1, 0, 0};
    for (int next = 0; next < pair_.count; ++next) {
      const Vec3 d = pair_.corner(next) - pair_.corner(k);
      if (d.x == 0 && d.y == 0) continue;
      const Vec3 way = direction(Vec3{d.x, d.y, 0}, {});
      away -= way;
      aside = Vec3{-way.y, way.x, 0};
    }
    return norm2(away) > 0x1p-80 ? direction(away, aside) : aside;
  }

  /// What an ellipse is made of, times |d across|.
  struct Ellipse {
    N radius;  ///< R |d across|
    N across2;
    N z2;
    N length2;
    N inverse;  ///< 1 / |d across|

    N half(const N& g) const { return math::certain_root(g * g + z2); }
    /// E
    N slope(const N& g, const N& u1, const N& u2) const {
      return radius * across2 * (g * math::certain_inverse(half(g))) + u2 * g - length2 * u1;
    }
    N growth(const N& g, const N& u2) const {
      const N inverse_half = math::certain_inverse(half(g));
      return radius * across2 * z2 * inverse_half * inverse_half * inverse_half + u2;
    }
  };

  /// Where E is 0 and grows, in plain arithmetic; nullopt if nowhere.
  static std::optional<double> root_of(const Ellipse& e, double u1, double u2) {
    const double size = e.radius.value() * e.across2.value();
    const double z2 = e.z2.value();
    const double target = e.length2.value() * std::fabs(u1);
    const auto rest = [&](double g) { return size * (g / std::sqrt(g * g + z2)) + u2 * g - target; };
    double high = std::sqrt(z2);
    if (u2 < 0) {
      const double half = portable::cbrt(size * z2 / -u2);
      if (!(half * half > z2)) return std::nullopt;
      high = std::sqrt(half * half - z2);
    }
    for (int i = 0; u2 >= 0 && rest(high) < 0; ++i, high *= 4)
      if (i == 60) return std::nullopt;
    if (rest(high) < 0) return std::nullopt;
    double low = 0;
    while (high - low > 0x1p-60 * std::sqrt(low * low + z2)) {
      const double middle = 0.5 * (low + high);
      if (middle == low || middle == high) break;
      (rest(middle) < 0 ? low : high) = middle;
    }
    return std::copysign(high, u1);
  }

  /// Whether E has surely no such root: at its greatest it is below 0 on the side of u₁.
  static bool surely_falls(const Ellipse& e, const N& u1, const N& u2) {
    const double pull = -u2.value() - u2.error();
    const double target = e.length2.value() * (std::fabs(u1.value()) - u1.error());
    if (!(pull > 0 && target > 0)) return false;
    const double size = e.radius.value() * e.across2.value();
    const double z2 = e.z2.value();
    const double half = portable::cbrt(size * z2 / pull);
    if (!(half * half > z2)) return true;
    const double g = std::sqrt(half * half - z2);
    return size * (g / half) - pull * g < target - kDoubt * (target + size);
  }

  /// The same for certain, for all u₁ and u₂ that may be.
  static std::optional<N> certain_root_of(const Ellipse& e, const N& u1, const N& u2) {
    const std::optional<double> start = root_of(e, u1.value(), u2.value());
    if (!start) return std::nullopt;
    const N v1 = N::around(u1.middle(), 0);
    const N v2 = N::around(u2.middle(), 0);
    N g(*start);
    for (int i = 0; i < (std::is_same_v<Real, double> ? 1 : 4); ++i) {
      const double growth = e.growth(g, v2).value();
      if (!(growth > 0)) break;
      g = N::around((g - N(1 / growth) * e.slope(g, v1, v2)).middle(), 0);
    }
    const double growth = e.growth(g, u2).value();
    double radius = 1.5 * e.slope(g, u1, u2).most() / growth + 8 * math::Precision<Real>::kRelative * e.half(g).most();
    for (int i = 0; i < 8; ++i, radius *= 4) {
      const N low = N::around((g - N(radius)).middle(), 0);
      const N high = N::around((g + N(radius)).middle(), 0);
      const N whole = g + N(0, radius);
      if (e.growth(whole, u2).sign() != 1) return std::nullopt;
      if (e.slope(low, u1, u2).sign() == -1 && e.slope(high, u1, u2).sign() == 1) return whole;
    }
    return std::nullopt;
  }

  static J distance_at(const Ellipse& e, const N& g, const J& u1, const J& u2) {
    const N half = e.half(g);
    const N inverse_norm = inverse_root(g * g + e.length2);
    const N scale = inverse_norm * e.inverse;
    const N turn = e.length2 * u1.rate - g * u2.rate;
    const N turning = turn * turn * inverse_norm * inverse_norm * math::certain_inverse(e.growth(g, u2.value));
    return {(u1.value * g + u2.value - e.radius * half) * scale, (u1.rate * g + u2.rate) * scale,
            (u1.bend * g + u2.bend + turning) * scale};
  }

  Out<Real> rim(int k, int sign, Place<Real> y) const {
    const Triple<N> d = edge(k);
    const Triple<N> m{-d[1], d[0], N()};
    Triple<N> up = cross_of(d, m);
    if (sign < 0) up = {-up[0], -up[1], -up[2]};
    y[2] = y[2] - constant_jet(sign > 0 ? half_height_ : -half_height_);
    const N across2 = d[0] * d[0] + d[1] * d[1];
    const N across = math::certain_root(across2);
    const N z2 = d[2] * d[2];
    const Ellipse e{radius_ * across, across2, z2, across2 + z2, math::certain_inverse(across)};
    const J u1 = along(m, y);
    const J u2 = along(up, y);
    constexpr double kFar = std::numeric_limits<double>::infinity();
    const J unknown{N(0, kFar), N(0, kFar), N(0, kFar)};
    if (surely_falls(e, u1.value, u2.value)) return {unknown, Truth::no};
    const std::optional<N> g = certain_root_of(e, u1.value, u2.value);
    if (!g) return {unknown, Truth::unknown};
    Out<Real> out{distance_at(e, *g, u1, u2)};
    if (u1.radius > 0) {
      const J middle1{u1.at_middle(), u1.rate_at_middle(), {}};
      const J middle2{u2.at_middle(), u2.rate_at_middle(), {}};
      if (const std::optional<N> there = certain_root_of(e, middle1.value, middle2.value))
        out.gap = J{out.gap, distance_at(e, *there, middle1, middle2), std::fmax(u1.radius, u2.radius)};
    }
    Triple<N> n;
    for (std::size_t i = 0; i < 3; ++i) n[i] = *g * m[i] + up[i];
    out.counts = is_least(n, k, third(k));
    out.normal = direction(rounded(n), Vec3{});
    return out;
  }

  const CylinderHull& pair_;
  N radius_;
  N half_height_;
};

template <class Real>
inline constexpr bool kLast = std::is_same_v<Real, math::Wide>;

template <class Real>
bool may_count(const Out<Real>& out) {
  return out.counts != Truth::no && out.gap.value.error() < std::numeric_limits<double>::infinity();
}

/// Of all ways those that may be the nearest; empty: this precision can not tell. `is_last`: what is not known does not
/// count, an ellipse's nearest point that is about to be none: then an end of its arc is nearer.
template <class Real>
std::vector<Out<Real>> nearest_ways(const CylinderHull& pair, const Place<Real>& displacement,
                                    bool is_last = kLast<Real>) {
  const WaysOut<Real> out_of(pair);
  std::vector<Out<Real>> ways;
  double least = -std::numeric_limits<double>::infinity();  // of the gap
  for (const Way& way : ways_out(pair)) {
    const Out<Real> out = out_of(way, displacement);
    if (out.counts == Truth::no) continue;
    if (!may_count(out) && !is_last) return {};
    if (!may_count(out)) continue;
    if (out.counts == Truth::yes) least = std::fmax(least, out.gap.value.value() - out.gap.value.error());
    ways.push_back(out);
  }
  std::erase_if(ways, [&](const Out<Real>& out) { return out.gap.value.value() + out.gap.value.error() < least; });
  return ways;
}

template <class Real>
std::optional<Depth> depth_by(const CylinderHull& pair, const Vec3& displacement) {
  Place<Real> place;
  for (int i = 0; i < 3; ++i) place[static_cast<std::size_t>(i)] = Jet<Real>(displacement[i]);
  const std::vector<Out<Real>> ways = nearest_ways<Real>(pair, place);
  if (ways.empty()) return std::nullopt;
  const auto is_less = [](const Out<Real>& a, const Out<Real>& b) { return a.gap.value.value() < b.gap.value.value(); };
  const Out<Real>& nearest = *std::max_element(ways.begin(), ways.end(), is_less);
  for (const Out<Real>& out : ways) {
    const bool is_sure = out.counts == Truth::yes && settled(out.gap.value);
    if (!is_sure && !kLast<Real>) return std::nullopt;
  }
  return Depth{nearest.gap.value.value(), nearest.normal};
}

/// Where the middle has come to at a time, of which each of the two is at rest from a time on.
template <class Real>
Place<Real> place_at(const RelativeMotion<3>& m, double rest, double rest0, const Number<Real>& time) {
  const DisplacementJets<Real, 3> one(m.motion, rest, time);
  const DisplacementJets<Real, 3> other(m.other, rest0, time);
  Place<Real> x;
  for (int k = 0; k < 3; ++k)
    x[static_cast<std::size_t>(k)] = (Jet<Real>(m.p[k]) - Jet<Real>(m.p0[k])) + (one(k) - other(k));
  return x;
}

template <class Real>
Place<Real> place_at_start(const RelativeMotion<3>& m) {
  const auto rest = [](const Motion<3>& law) { return law.stop > 0 ? kForever : 0.0; };
  return place_at<Real>(m, rest(m.motion), rest(m.other), Number<Real>());
}

/// −1, 0 or 1 as the gap falls or grows, to the second order; kUnknown where this precision can not tell.
template <class Real>
int sign_soon(const Jet<Real>& gap) {
  for (const Number<Real>& x : {gap.rate, gap.bend}) {
    const int sign = x.sign();
    if (sign == 1 || sign == -1) return sign;
    if (sign != 0 && !kLast<Real>) return sign;
  }
  return 0;
}

/// Whether the depth grows at once. It does if that of all nearest ways does.
template <class Real>
std::optional<bool> sinks_at_once(const CylinderHull& pair, const RelativeMotion<3>& m) {
  const std::vector<Out<Real>> ways = nearest_ways<Real>(pair, place_at_start<Real>(m));
  if (ways.empty()) return kLast<Real> ? std::optional(false) : std::nullopt;
  int all = 0;
  int rising = 0;
  for (const Out<Real>& out : ways) {
    const int sign = sign_soon(out.gap);
    if (sign == Number<Real>::kUnknown) return std::nullopt;
    rising += sign >= 0 ? 1 : 0;
    ++all;
  }
  if (rising == 0) return true;
  return kLast<Real> || rising == all ? std::optional(false) : std::nullopt;
}

bool sinks_at_once(const CylinderHull& pair, const RelativeMotion<3>& m) {
  if (const auto sinks = sinks_at_once<double>(pair, m)) return *sinks;
  if (const auto sinks = sinks_at_once<TwoTerms>(pair, m)) return *sinks;
  return *sinks_at_once<math::Wide>(pair, m);
}

enum class Sight { rises, falls, outside, open };

/// When the depth first grows, of a start at which it does not: time is halved until over each piece all ways that may
/// be the nearest fall, or none does, or the piece is too short to matter.
template <class Real>
class Sinking {
 public:
  Sinking(const CylinderHull& pair, const RelativeMotion<3>& motion, double end)
      : pair_(pair), motion_(motion), end_(end) {}

  /// Whether no piece was left open, but that in which the time lies.
  bool is_certain() const { return is_certain_; }

  double operator()() {
    for (const Phase<3>& phase : Phases<3>(motion_)) {
      if (phase.from >= end_ || at_rest(phase)) break;
      is_open_ = false;
      const double time = in_phase(phase, phase.from, std::min(phase.to, end_));
      if (time != kNever || is_outside_) return time;
    }
    return kNever;
  }

 private:
  double in_phase(const Phase<3>& phase, double from, double to) {
    const bool is_short = to - from <= kShortest * to || ++pieces_ > kMostPieces;
    const Sight sight = see(phase, Number<Real>(0.5 * (from + to), 0.5 * (to - from) * (1 + 0x1p-50)), is_short);
    if (sight == Sight::falls) return is_open_ ? begin(phase, open_from_, from) : from;
    if (sight == Sight::outside) is_outside_ = true;
    if (sight != Sight::open) {
      is_certain_ = is_certain_ && !is_open_;
      is_open_ = false;
      return kNever;
    }
    if (is_short) {
      if (!is_open_) open_from_ = from;
      is_open_ = true;
      return kNever;
    }
    const double middle = 0.5 * (from + to);
    const double time = in_phase(phase, from, middle);
    return time != kNever || is_outside_ ? time : in_phase(phase, middle, to);
  }

  Sight see(const Phase<3>& phase, const Number<Real>& time, bool is_last) const {
    const std::vector<Out<Real>> ways = nearest_ways<Real>(pair_, place(phase, time), is_last);
    if (ways.empty()) return Sight::open;
    bool rises = true;
    bool falls = true;
    for (const Out<Real>& out : ways) {
      if (out.counts == Truth::yes && out.gap.value.sign() == 1) return Sight::outside;
      const int sign = out.gap.rate.sign();
      rises = rises && (sign == 0 || sign == 1);
      falls = falls && sign == -1;
    }
    return rises ? Sight::rises : falls ? Sight::falls : Sight::open;
  }

  double begin(const Phase<3>& phase, double low, double high) const {
    for (int i = 0; i < 60 && low < high; ++i) {
      const double middle = 0.5 * (low + high);
      if (middle == low || middle == high) break;
      const Sight sight = Sinking<math::Wide>(pair_, motion_, end_).see(phase, Number<math::Wide>(middle), true);
      (sight == Sight::falls ? high : low) = middle;
    }
    return high;
  }

  Place<Real> place(const Phase<3>& phase, const Number<Real>& t) const {
    const auto at = [&](const Number<Real>& time) { return place_at<Real>(motion_, phase.rest, phase.rest0, time); };
    Place<Real> whole = at(t);
    if (t.error() == 0) return whole;
    const Place<Real> middle = at(Number<Real>::around(t.middle(), 0));
    for (std::size_t k = 0; k < 3; ++k) whole[k] = {whole[k], middle[k], t.error()};
    return whole;
  }

  template <class>
  friend class Sinking;

  static constexpr double kShortest = 0x1p-40;
  static constexpr int kMostPieces = 3000;

  const CylinderHull& pair_;
  const RelativeMotion<3>& motion_;
  double end_;
  int pieces_ = 0;
  bool is_open_ = false;
  bool is_outside_ = false;
  bool is_certain_ = true;
  double open_from_ = 0;
};

/// Whether all of the way is one line.
bool is_one_line(const RelativeMotion<3>& m, double horizon) {
  return is_straight(m, horizon) || common_damping(m) || (slows(m.motion) && stands(m.other)) ||
         (slows(m.other) && stands(m.motion));
}

/// A time after which no way is within the border any more, or nothing moves.
double last_inside(const CylinderHull& pair, const RelativeMotion<3>& m) {
  double begin = 0;  // of the last law
  for (const Motion<3>* law : {&m.motion, &m.other}) {
    if (!std::isinf(law->stop)) begin = std::max(begin, law->stop);
    if (law->damping > 0) begin = std::max(begin, kTimeConstants / law->damping);
  }
  double size = 2 * (pair.cylinder.radius + pair.cylinder.half_height);
  for (int k = 0; k < pair.count; ++k) size += norm(pair.corner(k) - pair.cylinder.center);
  size += norm(m.motion.displacement(begin) - m.other.displacement(begin));
  const Vec3 v = m.motion.velocity_at(begin) - m.other.velocity_at(begin);
  const auto pull_of = [&](const Motion<3>& law) { return std::isinf(law.stop) ? law.acceleration : Vec3{}; };
  const Vec3 a = pull_of(m.motion) - pull_of(m.other);
  double first = kForever;
  for (int k = 0; k < 3; ++k) {
    if (a[k] != 0)
      first =
          std::fmin(first, (std::fabs(v[k]) + std::sqrt(v[k] * v[k] + 2 * std::fabs(a[k]) * size)) / std::fabs(a[k]));
    else if (v[k] != 0)
      first = std::fmin(first, size / std::fabs(v[k]));
  }
  return 2 * (begin + (std::isinf(first) ? 0 : first));
}

}  // namespace

Depth depth_in(const CylinderHull& pair, const Vec3& displacement) {
  if (const auto depth = depth_by<double>(pair, displacement)) return *depth;
  if (const auto depth = depth_by<TwoTerms>(pair, displacement)) return *depth;
  return *depth_by<math::Wide>(pair, displacement);
}

double first_sinking(const CylinderHull& pair, const RelativeMotion<3>& motion, double horizon) {
  if (sinks_at_once(pair, motion)) return 0;
  if (is_one_line(motion, horizon)) return kNever;
  const double end = std::min(horizon, last_inside(pair, motion));
  Sinking<double> quick(pair, motion, end);
  const double time = quick();
  return quick.is_certain() ? time : Sinking<TwoTerms>(pair, motion, end)();
}

}  // namespace carom::query
