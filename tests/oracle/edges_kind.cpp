#include <fmt/format.h>

#include <boost/multiprecision/gmp.hpp>
#include <cstdint>
#include <optional>

#include "carom/query/verdict.hpp"
#include "carom/shape/segment.hpp"
#include "high_precision.hpp"
#include "kind.hpp"
#include "random.hpp"

// Pairs on the edge of an answer, decided by integers alone: all that is given is an integer times a power of two, and
// signs of x + y √a + z √b are found by squaring. No quantity is rounded, and nothing of the library is used: neither
// what it makes of a `Stopping` law nor of a normal.
namespace oracle {
namespace {

using boost::multiprecision::mpz_int;
using carom::Ball;
using carom::HalfSpace;
using carom::Impact;
using carom::kForever;
using carom::Motion;
using carom::Proximity;
using carom::Segment;
using carom::Vec2;
using carom::Vec3;
using carom::Verdict;

int sign_of(const mpz_int& x) {
  return x.sign();
}

/// Of x + y √a.
int sign_of(const mpz_int& x, const mpz_int& y, const mpz_int& a) {
  const int first = x.sign();
  const int second = y.sign() * a.sign();
  if (first == second || second == 0) return first;
  if (first == 0) return second;
  return first * sign_of(mpz_int(x * x - y * y * a));
}

/// Of x + y √a + z √b.
int sign_of(const mpz_int& x, const mpz_int& y, const mpz_int& a, const mpz_int& z, const mpz_int& b) {
  const int first = sign_of(x, y, a);
  const int second = z.sign() * b.sign();
  if (first == second || second == 0) return first;
  if (first == 0) return second;
  return first * sign_of(mpz_int(x * x + y * y * a - z * z * b), mpz_int(2 * x * y), a);
}

template <int D>
using Whole = std::array<std::int64_t, D>;

template <int D>
mpz_int dot(const Whole<D>& a, const Whole<D>& b) {
  mpz_int sum = 0;
  for (std::size_t k = 0; k < D; ++k) sum += mpz_int(a[k]) * b[k];
  return sum;
}
template <std::size_t D>
std::array<std::int64_t, D> operator-(const std::array<std::int64_t, D>& a, const std::array<std::int64_t, D>& b) {
  std::array<std::int64_t, D> c;
  for (std::size_t k = 0; k < D; ++k) c[k] = a[k] - b[k];
  return c;
}

/// Units: lengths are in 2^length, times in 2^time; normals have a scale of their own.
struct Scale {
  int length = 0;
  int time = 0;
  int normal = 0;
};

/// A body that starts at p with velocity v: straight on up to a horizon, or slowing down by d until it stops.
template <int D>
struct Mover {
  Whole<D> p{};
  std::int64_t radius = 0;
  Whole<D> v{};
  std::int64_t deceleration = 0;  ///< 0: straight on
  std::int64_t horizon = 0;       ///< of a straight one
};

struct Truth {
  Proximity start = Proximity::apart;
  bool impact = false;
  Exhaustive time = 0;  ///< of an impact, in units

  Verdict verdict() const {
    if (start == Proximity::overlapping) return Verdict::overlapping;
    if (impact) return Verdict::hit;
    return start == Proximity::apart ? Verdict::miss : Verdict::touching_separating;
  }
};

Proximity standing(int gap) {
  return gap > 0 ? Proximity::apart : gap == 0 ? Proximity::touching : Proximity::overlapping;
}

template <int D>
Exhaustive size_of(const Whole<D>& v) {
  return sqrt(Exhaustive(dot<D>(v, v)));
}

/// The time at which a mover has come as far as a straight one does in `way`: way = t − ½ (d/|v|) t².
template <int D>
Exhaustive time_of(const Mover<D>& m, const Exhaustive& way) {
  if (m.deceleration == 0) return way;
  const Exhaustive pull = Exhaustive(m.deceleration) / size_of<D>(m.v);
  const Exhaustive left = 1 - 2 * pull * way;
  return 2 * way / (1 + (left > 0 ? sqrt(left) : Exhaustive(0)));
}

// ---- A half-space: gap = g − ρ √N + w · way, the way's end h or √A / 2d

template <int D>
struct Plane {
  Whole<D> normal{};
  Whole<D> point{};
  std::int64_t offset = 0;

  Truth meet(const Mover<D>& m) const {
    const mpz_int g = dot<D>(normal, m.p - point);
    const mpz_int n2 = dot<D>(normal, normal);
    const mpz_int reach = -(mpz_int(offset) + m.radius);
    const mpz_int w = dot<D>(normal, m.v);
    const int gap = sign_of(g, reach, n2);
    Truth truth;
    truth.start = standing(gap);
    if (w.sign() >= 0) return truth;
    if (gap <= 0) {
      truth.impact = true;
      return truth;
    }
    if (m.deceleration == 0)
      truth.impact = sign_of(mpz_int(g + w * m.horizon), reach, n2) <= 0;
    else
      truth.impact =
          sign_of(mpz_int(2 * m.deceleration * g), mpz_int(2 * m.deceleration * reach), n2, w, dot<D>(m.v, m.v)) <= 0;
    if (truth.impact)
      truth.time = time_of(m, Exhaustive(-(Exhaustive(g) + Exhaustive(reach) * sqrt(Exhaustive(n2))) / Exhaustive(w)));
    return truth;
  }
};

// ---- A ball: gap = c + 2 b · way + A · way²

template <int D>
struct Disc {
  Whole<D> center{};
  std::int64_t radius = 0;

  Truth meet(const Mover<D>& m) const {
    const Whole<D> q = m.p - center;
    const mpz_int reach = mpz_int(radius) + m.radius;
    const mpz_int c = dot<D>(q, q) - reach * reach;
    const mpz_int b = dot<D>(q, m.v);
    const mpz_int a = dot<D>(m.v, m.v);
    Truth truth;
    truth.start = standing(c.sign());
    if (b.sign() >= 0) return truth;
    if (c.sign() <= 0) {
      truth.impact = true;
      return truth;
    }
    const mpz_int discriminant = b * b - a * c;
    if (discriminant.sign() < 0) return truth;
    // At the end the gap is closed, or the nearest point lies behind.
    if (m.deceleration == 0) {
      const mpz_int h = m.horizon;
      truth.impact = mpz_int(c + 2 * b * h + a * h * h).sign() <= 0 || mpz_int(b + a * h).sign() >= 0;
    } else {
      const mpz_int d = m.deceleration;
      truth.impact =
          sign_of(mpz_int(4 * d * d * c + a * a), mpz_int(4 * d * b), a) <= 0 || sign_of(mpz_int(2 * d * b), a, a) >= 0;
    }
    if (truth.impact)
      truth.time = time_of(m, Exhaustive(Exhaustive(c) / (sqrt(Exhaustive(discriminant)) - Exhaustive(b))));
    return truth;
  }
};

// ---- A segment in the plane, and a point: the lines meet at way = x/y, at s/y of the segment

struct Wall {
  Whole<2> from{};
  Whole<2> to{};

  static mpz_int cross(const Whole<2>& a, const Whole<2>& b) { return mpz_int(a[0]) * b[1] - mpz_int(a[1]) * b[0]; }

  Truth meet(const Mover<2>& m) const {
    const Whole<2> line = to - from;
    const Whole<2> away = from - m.p;
    mpz_int y = cross(m.v, line);
    mpz_int x = cross(away, line);
    mpz_int s = cross(away, m.v);
    Truth truth;
    const mpz_int along = -dot<2>(away, line);
    const bool is_on = x == 0 && along >= 0 && along <= dot<2>(line, line);
    truth.start = is_on ? Proximity::touching : Proximity::apart;
    if (is_on) return truth;
    if (y == 0) {
      if (x != 0) return truth;
      // On the same line: to the nearer end.
      const mpz_int first = dot<2>(away, m.v);
      const mpz_int second = dot<2>(to - m.p, m.v);
      x = first < second ? first : second;
      y = dot<2>(m.v, m.v);
    } else {
      if (y < 0) y = -y, x = -x, s = -s;
      if (s < 0 || s > y) return truth;
    }
    if (x < 0) return truth;
    truth.impact = sign_of(mpz_int(2 * m.deceleration * x), mpz_int(-y), dot<2>(m.v, m.v)) <= 0;
    if (truth.impact) truth.time = time_of(m, Exhaustive(Exhaustive(x) / Exhaustive(y)));
    return truth;
  }
};

// ---- Making them

template <int D>
Whole<D> whole(const carom::Vec<D>& v) {
  Whole<D> w;
  for (int k = 0; k < D; ++k) w[static_cast<std::size_t>(k)] = static_cast<std::int64_t>(v[k]);
  return w;
}

template <int D>
Whole<D> along(const Whole<D>& p, std::int64_t times, const Whole<D>& v) {
  Whole<D> q = p;
  for (std::size_t k = 0; k < D; ++k) q[k] += times * v[k];
  return q;
}

/// Some direction, and its length where that is whole.
template <int D>
Whole<D> direction(Random& random, std::int64_t& length) {
  length = 0;
  if (random.chance(3)) {
    Whole<D> v{};
    while (dot<D>(v, v) == 0) v = whole<D>(random.integers<D>(20));
    return v;
  }
  double whole_length = 0;
  const Whole<D> v = whole<D>(pythagorean<D>(random, whole_length));
  length = static_cast<std::int64_t>(whole_length);
  return v;
}

/// Something at right angles to v.
inline Whole<2> aside(const Whole<2>& v, Random& random) {
  return random.chance(2) ? Whole<2>{-v[1], v[0]} : Whole<2>{v[1], -v[0]};
}
inline Whole<3> aside(const Whole<3>& v, Random& random) {
  const Whole<3> w = whole<3>(random.integers<3>(4));
  return {v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]};
}

template <int D>
void multiply(Whole<D>& v, std::int64_t by) {
  for (auto& x : v) x *= by;
}

/// A mover, and where its way ends: exactly where that is a whole point.
template <int D>
struct Start {
  Mover<D> mover;
  Whole<D> end{};
};

template <int D>
Start<D> make_start(bool stops, Random& random) {
  Start<D> start;
  Mover<D>& m = start.mover;
  std::int64_t length = 0;
  const Whole<D> way = direction<D>(random, length);
  m.p = whole<D>(random.integers<D>(40));
  if (stops) {
    // v = 2 j w and d = 2 j² |w|: after 1/j it has come w far.
    const std::int64_t j = 1 + random.below(32);
    m.v = way;
    multiply<D>(m.v, 2 * j);
    m.deceleration = length > 0 ? 2 * j * j * length : 1 + random.below(400);
    start.end = along<D>(m.p, 1, way);
  } else {
    m.v = way;
    m.horizon = 1 + random.below(8);
    start.end = along<D>(m.p, m.horizon, way);
  }
  return start;
}

/// Between 1 and 2^26: how much finer the last unit is than what the pair is made of.
std::int64_t refinement(Random& random) {
  return std::int64_t{1} << random.below(27);
}
/// Mostly 0; otherwise one or two of the last units.
std::int64_t nudge(Random& random) {
  return random.chance(2) ? 0 : random.below(5) - 2;
}

template <int D>
void refine(Start<D>& start, std::int64_t by) {
  multiply<D>(start.mover.p, by);
  multiply<D>(start.mover.v, by);
  start.mover.deceleration *= by;
  multiply<D>(start.end, by);
}

template <int D>
Plane<D> make_plane(Start<D>& start, Random& random) {
  std::int64_t length = 0;
  Plane<D> plane;
  plane.normal = direction<D>(random, length);
  if (!random.chance(8) && dot<D>(plane.normal, start.mover.v) > 0) multiply<D>(plane.normal, -1);
  const std::int64_t by = refinement(random);
  refine(start, by);
  // It touches at the end: normal·(end − point) = (offset + radius) |normal|.
  const std::int64_t times = length > 0 ? by * random.below(6) : 0;
  plane.point = along<D>(along<D>(start.end, -times, plane.normal), by, aside(plane.normal, random));
  const std::int64_t reach = times * length;
  start.mover.radius = random.chance(2) ? reach : 0;
  plane.offset = reach - start.mover.radius;
  plane.point[static_cast<std::size_t>(random.below(D))] += nudge(random);
  if (random.chance(4)) plane.offset += nudge(random);
  constexpr int kTimes[] = {1, 1, 2, 3, 7, 11, 100};
  multiply<D>(plane.normal, kTimes[random.below(7)]);
  return plane;
}

template <int D>
Disc<D> make_disc(Start<D>& start, Random& random) {
  double whole_length = 0;
  Whole<D> out = whole<D>(pythagorean<D>(random, whole_length));
  auto length = static_cast<std::int64_t>(whole_length);
  std::int64_t way_length = 0;
  if (random.chance(3)) {
    // A graze at the end, or half-way there.
    start = Start<D>{};
    start.mover.p = whole<D>(random.integers<D>(40));
    out = direction<D>(random, length);
    while (length == 0) out = direction<D>(random, length);
    Whole<D> way = aside(out, random);
    while (dot<D>(way, way) == 0) way = aside(out, random);
    way_length = D == 2 ? length : 0;
    const std::int64_t j = 1 + random.below(16);
    const std::int64_t parts = 1 + random.below(2);
    start.end = along<D>(start.mover.p, 1, way);
    start.mover.v = way;
    multiply<D>(start.mover.v, 2 * j * parts);
    start.mover.deceleration = way_length > 0 ? 2 * j * j * parts * way_length : 1 + random.below(400);
  }
  const std::int64_t by = refinement(random);
  refine(start, by);
  Disc<D> disc;
  const std::int64_t times = by * (1 + random.below(4));
  disc.center = along<D>(start.end, times, out);
  const std::int64_t reach = times * length;
  start.mover.radius = random.chance(3) ? reach / 2 : 0;
  disc.radius = reach - start.mover.radius + nudge(random);
  disc.center[static_cast<std::size_t>(random.below(D))] += nudge(random);
  return disc;
}

Wall make_wall(Start<2>& start, Random& random) {
  Whole<2> line{};
  while (dot<2>(line, line) == 0) line = whole<2>(random.integers<2>(20));
  if (random.chance(6)) line = {start.mover.v[0], start.mover.v[1]};  // along the way
  const std::int64_t by = refinement(random);
  refine(start, by);
  multiply<2>(line, by);
  Wall wall;
  wall.from = along<2>(start.end, -random.below(3), line);
  wall.to = along<2>(wall.from, 1 + random.below(3), line);
  wall.from[static_cast<std::size_t>(random.below(2))] += nudge(random);
  wall.to[static_cast<std::size_t>(random.below(2))] += nudge(random);
  if (wall.from == wall.to) wall.to[0] += 1;
  return wall;
}

/// Usual, far beyond the square root of the largest and smallest numbers, or denormal. No unit of an input underflows.
Scale make_scale(Random& random) {
  Scale scale;
  if (random.chance(2)) return scale;
  scale.length = random.below(1401) - 750;
  scale.time = random.below(201) - 100;
  scale.normal = random.below(1801) - 900;
  if (random.chance(4)) scale = {-1074, 0, -1074};
  return scale;
}

// ---- As the library is asked

template <int D>
carom::Vec<D> given(const Whole<D>& v, int exponent) {
  carom::Vec<D> x;
  for (int k = 0; k < D; ++k) x[k] = std::ldexp(static_cast<double>(v[static_cast<std::size_t>(k)]), exponent);
  return x;
}
double given(std::int64_t x, int exponent) {
  return std::ldexp(static_cast<double>(x), exponent);
}

template <int D>
Motion<D> motion_of(const Mover<D>& m, const Scale& s) {
  const carom::Vec<D> v = given<D>(m.v, s.length - s.time);
  if (m.deceleration == 0) return carom::Linear<D>{v};
  return carom::Stopping<D>{v, given(m.deceleration, s.length - 2 * s.time)};
}
template <int D>
HalfSpace<D> shape_of(const Plane<D>& p, const Scale& s) {
  return {given<D>(p.normal, s.normal), given(p.offset, s.length), given<D>(p.point, s.length)};
}
template <int D>
Ball<D> shape_of(const Disc<D>& d, const Scale& s) {
  return {given<D>(d.center, s.length), given(d.radius, s.length)};
}
Segment<2> shape_of(const Wall& w, const Scale& s) {
  return {given<2>(w.from, s.length), given<2>(w.to, s.length)};
}

template <class Shape>
std::string told(const Shape& shape) {
  const auto list = [](const auto& v) { return fmt::format("({})", fmt::join(v, ", ")); };
  if constexpr (requires { shape.normal; })
    return fmt::format("half-space normal {} point {} offset {}", list(shape.normal), list(shape.point), shape.offset);
  else if constexpr (requires { shape.center; })
    return fmt::format("ball {} radius {}", list(shape.center), shape.radius);
  else
    return fmt::format("segment {} to {}", list(shape.from), list(shape.to));
}

/// A time may be off by as much, relatively.
constexpr double kTimeBound = 0x1p-47;

template <int D, class Shape>
Judgement judge(const Start<D>& start, const Shape& shape, const Scale& scale, bool swapped, std::string* story) {
  const Mover<D>& m = start.mover;
  const Truth truth = shape.meet(m);
  const Ball<D> ball{given<D>(m.p, scale.length), given(m.radius, scale.length)};
  const auto other = shape_of(shape, scale);
  const Motion<D> motion = motion_of(m, scale);
  const double horizon = m.deceleration == 0 ? given(m.horizon, scale.time) : kForever;
  const auto impact = swapped ? carom::time_of_impact(other, Motion<D>{}, ball, motion, horizon)
                              : carom::time_of_impact(ball, motion, other, Motion<D>{}, horizon);
  const Proximity near = carom::proximity(ball, other);
  const Verdict verdict = carom::verdict(impact, impact ? impact->start : near);
  Judgement judgement;
  judgement.hit = truth.impact;
  judgement.wrong = impact.has_value() != truth.impact || near != truth.start || verdict != truth.verdict() ||
                    (impact && impact->start != truth.start);
  if (impact && truth.impact) {
    const Exhaustive time = ldexp(truth.time, scale.time);
    const auto off = static_cast<double>(abs(Exhaustive(Exhaustive(impact->time) - time)));
    const auto size = static_cast<double>(time);
    judgement.error = size > 0 ? off / size * 0x1p53 : off;
    judgement.wrong = judgement.wrong || !(off <= kTimeBound * size + 0x1p-1074);
  }
  if (story)
    *story = fmt::format(
        "  start {} radius {} velocity {} deceleration {} horizon {}\n  {}\n  lengths in 2^{}, times in 2^{}, normals "
        "in 2^{}\n"
        "  truth: {}impact at {}, {}; carom: {} {}\n",
        fmt::join(m.p, ", "), m.radius, fmt::join(m.v, ", "), m.deceleration, m.horizon, told(shape), scale.length,
        scale.time, scale.normal, truth.impact ? "" : "no ", static_cast<double>(truth.time),
        static_cast<int>(truth.verdict()), static_cast<int>(verdict), impact ? impact->time : -1);
  return judgement;
}

enum class Law { linear, stopping };

template <int D, class Make>
Kind kind(const std::string& name, Law law, const Make& make) {
  return {"edge/" + name + (law == Law::linear ? "/linear" : "/stopping") + (D == 2 ? "/2d" : "/3d"),
          [law, make](std::uint64_t seed, std::uint64_t index, std::string* story) {
            Random random(seed, index);
            Start<D> start = make_start<D>(law == Law::stopping, random);
            const auto shape = make(start, random);
            const Scale scale = make_scale(random);
            return judge<D>(start, shape, scale, random.chance(4), story);
          }};
}

// ---- Touches about 2^1024

/// Two balls head on, a half-space, or a box, at a distance and a speed whose quotient is within a few units of
/// the largest double, or of the next that would be one.
template <int D>
Judgement judge_late(std::uint64_t seed, std::uint64_t index, std::string* story) {
  Random random(seed, index);
  // A few units below or above fast · 2^26 · 2^e, at the speed fast · 2^(e + 26 − 1024): the time is 2^1024, or nearly.
  const std::int64_t fast = random.chance(3) ? 1 << 26 : (1 << 26) + random.below(1 << 26);
  const std::int64_t far = (fast << 26) - random.below(8) + random.below(3);
  const int exponent = 880 + random.below(40);
  const int speed_exponent = exponent + 26 - 1024 + (random.chance(8) ? 1 : 0);
  const double distance = std::ldexp(static_cast<double>(far), exponent);
  const double speed = std::ldexp(static_cast<double>(fast), speed_exponent);
  // Rounds to infinity from 2^1024 − 2^970 on: distance ≥ speed (2^1024 − 2^970).
  const mpz_int most = (mpz_int(1) << 1024) - (mpz_int(1) << 970);
  const mpz_int left = mpz_int(far) << (exponent - speed_exponent);
  const mpz_int right = mpz_int(fast) * most;
  const bool is_never = left >= right;

  carom::Vec<D> there;
  there[0] = distance;
  Motion<D> motion;
  motion.velocity[0] = speed;
  const Ball<D> point{{}, 0};
  carom::Vec<D> normal;
  normal[0] = -1;
  std::optional<Impact<D>> impact;
  switch (random.below(3)) {
    case 0:
      impact = carom::time_of_impact(point, motion, Ball<D>{there, 0});
      break;
    case 1:
      impact = carom::time_of_impact(point, motion, HalfSpace<D>{normal, -distance});
      break;
    default:
      carom::Vec<D> low = there;
      carom::Vec<D> high = there;
      for (int k = 1; k < D; ++k) low[k] = -1, high[k] = 1;
      high[0] *= 2;
      impact = carom::time_of_impact(point, motion, carom::Aabb<D>{low, high});
  }
  Judgement judgement;
  judgement.hit = !is_never;
  judgement.wrong = impact.has_value() == is_never || (impact && std::isinf(impact->time));
  if (story)
    *story = fmt::format("  distance {} speed {}: truth {}, carom {}\n", distance, speed, is_never ? "never" : "a time",
                         impact ? impact->time : -1);
  return judgement;
}

template <int D>
void add_dimension(std::vector<Kind>& kinds) {
  const auto plane = [](Start<D>& start, Random& random) { return make_plane(start, random); };
  const auto disc = [](Start<D>& start, Random& random) { return make_disc(start, random); };
  kinds.push_back(kind<D>("ball-plane", Law::linear, plane));
  kinds.push_back(kind<D>("ball-plane", Law::stopping, plane));
  kinds.push_back(kind<D>("ball-ball", Law::stopping, disc));
  kinds.push_back({std::string("edge/late/linear/") + (D == 2 ? "2d" : "3d"), judge_late<D>});
}

}  // namespace

std::vector<Kind> edge_kinds() {
  std::vector<Kind> kinds;
  add_dimension<2>(kinds);
  add_dimension<3>(kinds);
  kinds.push_back(kind<2>("point-segment", Law::stopping,
                          [](Start<2>& start, Random& random) { return make_wall(start, random); }));
  return kinds;
}

}  // namespace oracle
