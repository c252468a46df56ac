#include "carom/index/index.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <variant>

#include "carom/query/overlap.hpp"

// An index answers as one does who asks every item.
namespace carom {
namespace {

template <int D>
using Shape = std::conditional_t<D == 2, std::variant<Circle, Segment<2>, Aabb2>,
                                 std::variant<Sphere, Segment<3>, Aabb3, Triangle>>;

template <int D>
using World = std::map<ItemId, Shape<D>>;

/// How a world is made.
struct Kind {
  const char* name = "";
  int count = 150;
  double side = 20;
  double offset = 0;
  double least = 1;  ///< sizes are between this and `most`, evenly by their logarithms
  double most = 1;
  bool in_clusters = false;
  int triangles = 0;          ///< in 3D: each costs as much as many others
  bool on_a_lattice = false;  ///< small whole numbers: ties, touches and grazes everywhere
};

const Kind kKinds[] = {
    {.name = "equal sizes", .triangles = 15},
    {.name = "sizes from 1 to 1000", .side = 2000, .least = 1, .most = 1000},
    {.name = "tiny sizes", .least = 1e-6, .most = 1e-3},
    {.name = "points", .least = 0, .most = 0},
    {.name = "far from the origin", .offset = 1e9, .least = 0.5, .triangles = 15},
    {.name = "extremely far", .offset = 1e17, .least = 0.5},
    {.name = "all at one place", .count = 60, .side = 0},
    {.name = "on a line of one", .count = 40, .side = 1e-300, .least = 1e-310, .most = 1e-305},
    {.name = "clusters", .count = 300, .side = 1000, .in_clusters = true},
    {.name = "lattice", .count = 120, .side = 12, .triangles = 15, .on_a_lattice = true},
    {.name = "huge", .count = 60, .side = 1e200, .least = 1e180, .most = 1e199},
};

template <int D>
class Maker {
 public:
  Maker(const Kind& kind, std::uint32_t seed) : kind_(kind), dice_(seed) {}

  double unit() { return std::uniform_real_distribution<>(0, 1)(dice_); }
  int below(int n) { return std::uniform_int_distribution<>(0, n - 1)(dice_); }

  double length() {
    if (kind_.on_a_lattice) return below(3);
    if (kind_.least == kind_.most) return kind_.least;
    return std::min(kind_.most, kind_.least * std::exp(unit() * std::log(kind_.most / kind_.least)));
  }
  Vec<D> point(double side) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = kind_.on_a_lattice ? below(static_cast<int>(side) + 1) : side * unit();
    return x;
  }
  Vec<D> place() {
    Vec<D> x = kind_.in_clusters ? std::floor(3 * unit()) * Vec<D>{300, 200} + point(5) : point(kind_.side);
    for (int k = 0; k < D; ++k) x[k] += kind_.offset;
    return x;
  }
  Ball<D> ball() { return {place(), length()}; }
  Segment<D> segment() {
    for (;;) {
      Segment<D> result{place(), {}};
      const double size = length();
      for (int k = 0; k < D; ++k)
        result.to[k] = result.from[k] + (kind_.on_a_lattice ? below(5) - 2 : (2 * unit() - 1) * (size + 1e-320));
      if (D == 2 && below(2) == 0) result.sides = Sides::front;
      if (!(result.from == result.to)) return result;
      if (kind_.offset > 1e16 || kind_.side == 0 || kind_.least == 0) {
        result.to[0] += std::max(1.0, 1e-10 * std::fabs(result.from[0]));
        return result;
      }
    }
  }
  Triangle triangle() {
    const Segment<3> side = segment();
    for (;;) {
      const Triangle result{side.from, side.to, segment().to};
      const Vec3 normal = cross(result.b - result.a, result.c - result.a);
      if (norm(normal) > 0) return result;
      if (!(kind_.side > 1e-100) || kind_.offset > 1e16) return {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    }
  }
  Aabb<D> box() {
    Aabb<D> result{place(), {}};
    for (int k = 0; k < D; ++k) result.high[k] = result.low[k] + length();
    return result;
  }
  /// A mover of about the size of the world's items, sometimes much larger, with a path across the world.
  Ball<D> mover() { return {place(), below(8) == 0 ? 5 * length() : below(3) == 0 ? 0 : length()}; }
  Vec<D> velocity() {
    if (kind_.on_a_lattice) return place() - place();
    return (below(4) == 0 ? 0.1 : 2.0) * (place() - place());
  }
  double horizon() { return below(3) == 0 ? kForever : (kind_.on_a_lattice ? 1 : 1.5 * unit()); }

 private:
  const Kind& kind_;
  std::mt19937 dice_;
};

template <int D, class Mover>
std::vector<Hit<D>> hits_by_hand(const World<D>& world, const Mover& mover, const Motion<D>& motion, double horizon) {
  std::vector<Hit<D>> hits;
  for (const auto& [id, shape] : world)
    std::visit(
        [&, item = id](const auto& s) {
          if (const auto impact = time_of_impact(mover, motion, s, Motion<D>(), horizon))
            hits.push_back({item, *impact});
        },
        shape);
  std::stable_sort(hits.begin(), hits.end(),
                   [](const Hit<D>& a, const Hit<D>& b) { return a.impact.time < b.impact.time; });
  return hits;
}

/// Points and normals that overflow are alike, too.
template <int D>
bool same(const Vec<D>& a, const Vec<D>& b) {
  for (int k = 0; k < D; ++k)
    if (a[k] != b[k] && !(std::isnan(a[k]) && std::isnan(b[k]))) return false;
  return true;
}
template <int D>
bool same(const Hit<D>& a, const Hit<D>& b) {
  return a.item == b.item && a.impact.time == b.impact.time && same(a.impact.point, b.impact.point) &&
         same(a.impact.normal, b.impact.normal) && a.impact.start == b.impact.start;
}

template <int D, class Mover>
void expect_same_hits(const Index<D>& index, const World<D>& world, const Mover& mover, const Motion<D>& motion,
                      double horizon) {
  const auto expected = hits_by_hand(world, mover, motion, horizon);
  const auto all = index.all_hits(mover, motion, horizon);
  ASSERT_EQ(all.size(), expected.size());
  for (std::size_t k = 0; k < all.size(); ++k) ASSERT_TRUE(same(all[k], expected[k])) << k;
  const auto first = index.first_hit(mover, motion, horizon);
  ASSERT_EQ(first.has_value(), !expected.empty());
  if (!first) return;
  ASSERT_TRUE(same(*first, expected[0])) << first->impact.time - expected[0].impact.time;
}

template <int D>
void expect_same_casts(const Index<D>& index, const World<D>& world, Maker<D>& make) {
  std::vector<Cast<D>> casts;
  for (int k = 0; k < 40; ++k) casts.push_back({make.mover(), make.velocity(), make.horizon()});
  std::vector<FirstHit> hits(casts.size());
  index.first_hits(casts, hits);
  for (std::size_t k = 0; k < casts.size(); ++k) {
    const Motion<D> motion = Linear<D>{casts[k].velocity};
    const auto expected = hits_by_hand(world, casts[k].ball, motion, casts[k].horizon);
    const FirstHit first = expected.empty() ? FirstHit{} : FirstHit{expected[0].item, expected[0].impact.time};
    ASSERT_EQ(hits[k].item, first.item) << k;
    ASSERT_EQ(hits[k].time, first.time) << k;
    if (k < 15) expect_same_hits(index, world, casts[k].ball, motion, casts[k].horizon);
  }
}

template <int D>
void expect_same_curved(const Index<D>& index, const World<D>& world, Maker<D>& make) {
  for (int k = 0; k < 3; ++k) {
    const Ball<D> ball = make.mover();
    const Vec<D> v = make.velocity();
    const double horizon = make.horizon();
    expect_same_hits(index, world, ball, Motion<D>(Accelerating<D>{v, make.velocity()}), horizon);
    expect_same_hits(index, world, ball, Motion<D>(Stopping<D>{v, 0.7 * norm(v)}), horizon);
    expect_same_hits(index, world, ball, Motion<D>(Damped<D>{v, 0.5}), horizon);
  }
}

/// Capsules and boxes, along straight and bent paths.
template <int D>
void expect_same_hull_casts(const Index<D>& index, const World<D>& world, Maker<D>& make) {
  for (int k = 0; k < 3; ++k) {
    const Segment<D> core = make.segment();
    const Capsule<D> capsule{core.from, core.to, make.length()};
    const Vec<D> v = make.velocity();
    const double horizon = make.horizon();
    expect_same_hits(index, world, capsule, Motion<D>(Linear<D>{v}), horizon);
    expect_same_hits(index, world, make.box(), Motion<D>(Linear<D>{v}), horizon);
    if (k > 0) continue;
    expect_same_hits(index, world, capsule, Motion<D>(Accelerating<D>{v, make.velocity()}), horizon);
    expect_same_hits(index, world, make.box(), Motion<D>(Stopping<D>{v, 0.7 * norm(v)}), horizon);
  }
}

template <int D>
void expect_same_regions(const Index<D>& index, const World<D>& world, Maker<D>& make) {
  for (int k = 0; k < 30; ++k) {
    const Ball<D> region = make.mover();
    std::vector<ItemId> expected;
    for (const auto& [id, shape] : world)
      if (std::visit([&](const auto& s) { return proximity(region, s) != Proximity::apart; }, shape))
        expected.push_back(id);
    ASSERT_EQ(index.within(region), expected);
  }
}

using Exact = mpq_class;

/// Whether the part of a segment within each slab of a box is nowhere empty (Liang and Barsky), in rational numbers.
template <int D>
bool meets(const Segment<D>& segment, const Aabb<D>& box) {
  Exact begin = 0;
  Exact end = 1;
  for (int k = 0; k < D; ++k) {
    const Exact from = segment.from[k];
    const Exact step = Exact(segment.to[k]) - from;
    if (step == 0) {
      if (from < box.low[k] || from > box.high[k]) return false;
      continue;
    }
    Exact a = (Exact(box.low[k]) - from) / step;
    Exact b = (Exact(box.high[k]) - from) / step;
    if (a > b) std::swap(a, b);
    begin = std::max(begin, a);
    end = std::min(end, b);
  }
  return begin <= end;
}
using ExactPoint = std::array<Exact, 3>;

/// What of a polygon is where sign (x_axis − bound) ≥ 0 (Sutherland and Hodgman).
std::vector<ExactPoint> cut(const std::vector<ExactPoint>& polygon, std::size_t axis, int sign, double bound) {
  std::vector<ExactPoint> result;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const ExactPoint& a = polygon[k];
    const ExactPoint& b = polygon[(k + 1) % polygon.size()];
    const Exact inside_a = sign * (a[axis] - bound);
    const Exact inside_b = sign * (b[axis] - bound);
    if (inside_a >= 0) result.push_back(a);
    if (sgn(inside_a) * sgn(inside_b) >= 0) continue;
    const Exact t = inside_a / (inside_a - inside_b);
    ExactPoint crossing;
    for (std::size_t i = 0; i < 3; ++i) crossing[i] = a[i] + t * (b[i] - a[i]);
    result.push_back(crossing);
  }
  return result;
}

bool meets(const Triangle& triangle, const Aabb3& box) {
  std::vector<ExactPoint> polygon;
  for (const Vec3& corner : {triangle.a, triangle.b, triangle.c}) polygon.push_back({corner.x, corner.y, corner.z});
  for (std::size_t axis = 0; axis < 3; ++axis) {
    polygon = cut(polygon, axis, 1, box.low[static_cast<int>(axis)]);
    polygon = cut(polygon, axis, -1, box.high[static_cast<int>(axis)]);
  }
  return !polygon.empty();
}
template <int D>
bool meets(const Ball<D>& ball, const Aabb<D>& box) {
  return proximity(ball, box) != Proximity::apart;
}
template <int D>
bool meets(const Aabb<D>& a, const Aabb<D>& b) {
  for (int k = 0; k < D; ++k)
    if (a.high[k] < b.low[k] || b.high[k] < a.low[k]) return false;
  return true;
}

template <int D>
void expect_same_boxes(const Index<D>& index, const World<D>& world, Maker<D>& make) {
  for (int k = 0; k < 20; ++k) {
    Aabb<D> region = make.box();
    if (k % 2 == 0)
      for (int axis = 0; axis < D; ++axis) region.high[axis] += make.unit() * std::fabs(make.velocity()[axis]);
    std::vector<ItemId> expected;
    for (const auto& [id, shape] : world)
      if (std::visit([&](const auto& s) { return meets(s, region); }, shape)) expected.push_back(id);
    ASSERT_EQ(index.within(region), expected);
  }
}

template <int D>
void expect_same_nearest(const Index<D>& index, const World<D>& world, Maker<D>& make) {
  for (int k = 0; k < 20; ++k) {
    const Vec<D> point = k % 4 == 0 ? make.place() + 5.0 * make.velocity() : make.place();
    double least = kForever;
    for (const auto& [id, shape] : world)
      least = std::min(least, std::visit(
                                  [&](const auto& s) {
                                    return distance(Ball<D>{point, 0}, s).distance;
                                  },
                                  shape));
    const auto nearest = index.nearest(point);
    ASSERT_EQ(nearest.has_value(), least < kForever);
    if (!nearest) continue;
    ASSERT_NEAR(nearest->distance, least, 0x1p-43 * std::fabs(least));
    const double own = std::visit(
        [&](const auto& s) {
          return distance(Ball<D>{point, 0}, s).distance;
        },
        world.at(nearest->item));
    ASSERT_EQ(nearest->distance, own);
    // Of items whose distances are the same double, an exactly nearer one has won, or the least of equal ones.
    for (const auto& [id, shape] : world)
      if (id < nearest->item && std::holds_alternative<Ball<D>>(shape) && nearest->item.kind == ItemKind::ball &&
          std::get<Ball<D>>(shape).center == std::get<Ball<D>>(world.at(nearest->item)).center) {
        ASSERT_LT(std::get<Ball<D>>(shape).radius, std::get<Ball<D>>(world.at(nearest->item)).radius);
      }
  }
}

/// The distances of the k nearest are the k least of all, in order, each once, and each that of its item.
template <int D>
void expect_same_several_nearest(const Index<D>& index, const World<D>& world, Maker<D>& make) {
  for (int k = 0; k < 10; ++k) {
    const Vec<D> point = make.place();
    std::map<ItemId, double> lengths;
    for (const auto& [id, shape] : world) {
      const double length = std::visit([&](const auto& s) { return distance(Ball<D>{point, 0}, s).distance; }, shape);
      if (length < kForever) lengths[id] = length;
    }
    std::vector<double> sorted;
    for (const auto& [id, length] : lengths) sorted.push_back(length);
    std::sort(sorted.begin(), sorted.end());
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{7}, world.size() + 3}) {
      const std::vector<Nearest> found = index.nearest(point, count);
      ASSERT_EQ(found.size(), std::min(count, sorted.size()));
      std::set<ItemId> once;
      for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i].distance, lengths.at(found[i].item));
        ASSERT_NEAR(found[i].distance, sorted[i], 0x1p-43 * std::fabs(sorted[i]));
        once.insert(found[i].item);
      }
      ASSERT_EQ(once.size(), found.size());
      if (count == 1 && !found.empty()) {
        ASSERT_EQ(found[0].item, index.nearest(point)->item);
      }
    }
  }
}

/// How far a point is outside of a half-space of offset 0, times the length of its normal, in rational numbers.
template <int D>
Exact outside(const Vec<D>& point, const HalfSpace<D>& half) {
  Exact sum = 0;
  for (int k = 0; k < D; ++k) sum += Exact(half.normal[k]) * (Exact(point[k]) - Exact(half.point[k]));
  return sum;
}
template <int D>
Exact least_outside(const Ball<D>& ball, const HalfSpace<D>& half) {
  int length = 0;  // 1, or 3 and 4
  for (int k = 0; k < D; ++k) length += static_cast<int>(std::fabs(half.normal[k]));
  return outside(ball.center, half) - (length == 7 ? 5 : 1) * Exact(ball.radius);
}
template <int D>
Exact least_outside(const Segment<D>& segment, const HalfSpace<D>& half) {
  return std::min(outside(segment.from, half), outside(segment.to, half));
}
Exact least_outside(const Triangle& triangle, const HalfSpace<3>& half) {
  return std::min({outside(triangle.a, half), outside(triangle.b, half), outside(triangle.c, half)});
}
/// Over all corners.
template <int D>
Exact least_outside(const Aabb<D>& box, const HalfSpace<D>& half) {
  Exact least;
  for (int corner = 0; corner < 1 << D; ++corner) {
    Vec<D> point;
    for (int k = 0; k < D; ++k) point[k] = (corner >> k & 1) != 0 ? box.high[k] : box.low[k];
    const Exact here = outside(point, half);
    if (corner == 0 || here < least) least = here;
  }
  return least;
}

/// Regions of half-spaces whose normals have whole lengths: along axes, or of 3, 4 and 5.
template <int D>
void expect_same_culling(const Index<D>& index, const World<D>& world, Maker<D>& make) {
  ASSERT_EQ(index.within(std::span<const HalfSpace<D>>()).size(), world.size());
  for (int k = 0; k < 10; ++k) {
    std::vector<HalfSpace<D>> region;
    for (int sides = 1 + make.below(5); sides > 0; --sides) {
      HalfSpace<D> half;
      half.point = make.place();
      const int axis = make.below(D);
      half.normal[axis] = make.below(2) == 0 ? 1 : -1;
      // Of length 5 and of length 1: a ball is outside by its radius times that.
      if (make.below(2) == 0) {
        half.normal[axis] *= 3;
        half.normal[(axis + 1) % D] = make.below(2) == 0 ? 4 : -4;
      }
      region.push_back(half);
    }
    std::vector<ItemId> expected;
    for (const auto& [id, shape] : world) {
      const bool is_in = std::all_of(region.begin(), region.end(), [&, &item = shape](const HalfSpace<D>& half) {
        return std::visit([&](const auto& s) { return least_outside(s, half) <= 0; }, item);
      });
      if (is_in) expected.push_back(id);
    }
    ASSERT_EQ(index.within(region), expected);
  }
}

template <int D>
bool within_gap(const Ball<D>& a, const Ball<D>& b, double gap) {
  const Exact reach = Exact(a.radius) + Exact(b.radius) + Exact(gap);
  Exact sum = 0;
  for (int k = 0; k < D; ++k) {
    const Exact d = Exact(a.center[k]) - Exact(b.center[k]);
    sum += d * d;
  }
  return sum <= reach * reach;
}

template <int D>
void expect_same_pairs(const Index<D>& index, const World<D>& world, Maker<D>& make) {
  for (const double gap : {0.0, make.length(), 0.3 * make.length()}) {
    std::vector<std::pair<std::uint32_t, const Ball<D>*>> balls;
    for (const auto& [id, shape] : world)
      if (const auto* ball = std::get_if<Ball<D>>(&shape)) balls.emplace_back(id.number, ball);
    std::vector<BallPair> expected;
    for (std::size_t a = 0; a < balls.size(); ++a)
      for (std::size_t b = a + 1; b < balls.size(); ++b)
        if (within_gap(*balls[a].second, *balls[b].second, gap)) expected.push_back({balls[a].first, balls[b].first});
    std::vector<BallPair> pairs;
    index.all_pairs(gap, [&](std::uint32_t a, std::uint32_t b) { pairs.push_back({a, b}); });
    std::sort(pairs.begin(), pairs.end());
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(pairs, expected);
  }
}

template <int D>
void expect_same_answers(const Index<D>& index, const World<D>& world, Maker<D>& make, bool curved) {
  ASSERT_EQ(index.size(), world.size());
  ASSERT_NO_FATAL_FAILURE(expect_same_casts(index, world, make));
  if (curved) {
    ASSERT_NO_FATAL_FAILURE(expect_same_curved(index, world, make));
    ASSERT_NO_FATAL_FAILURE(expect_same_hull_casts(index, world, make));
  }
  ASSERT_NO_FATAL_FAILURE(expect_same_regions(index, world, make));
  ASSERT_NO_FATAL_FAILURE(expect_same_boxes(index, world, make));
  ASSERT_NO_FATAL_FAILURE(expect_same_nearest(index, world, make));
  ASSERT_NO_FATAL_FAILURE(expect_same_several_nearest(index, world, make));
  ASSERT_NO_FATAL_FAILURE(expect_same_culling(index, world, make));
  ASSERT_NO_FATAL_FAILURE(expect_same_pairs(index, world, make));
}

template <int D>
struct Built {
  World<D> world;
  Index<D> index;
};

template <int D>
Built<D> build(const Kind& kind, Maker<D>& make) {
  std::vector<Ball<D>> balls;
  std::vector<Segment<D>> segments;
  std::vector<Aabb<D>> boxes;
  for (int k = 0; k < kind.count; ++k) balls.push_back(make.ball());
  for (int k = 0; k < kind.count / 4; ++k) segments.push_back(make.segment());
  for (int k = 0; k < kind.count / 4; ++k) boxes.push_back(make.box());
  Items<D> items{.balls = balls, .segments = segments, .boxes = boxes};
  std::vector<Triangle> triangles;
  if constexpr (D == 3) {
    for (int k = 0; k < kind.triangles; ++k) triangles.push_back(make.triangle());
    items.triangles = triangles;
  }
  Built<D> built{{}, Index<D>(items)};
  for (std::uint32_t k = 0; k < balls.size(); ++k) built.world[{ItemKind::ball, k}] = balls[k];
  for (std::uint32_t k = 0; k < segments.size(); ++k) built.world[{ItemKind::segment, k}] = segments[k];
  for (std::uint32_t k = 0; k < boxes.size(); ++k) built.world[{ItemKind::box, k}] = boxes[k];
  if constexpr (D == 3)
    for (std::uint32_t k = 0; k < triangles.size(); ++k) built.world[{ItemKind::triangle, k}] = triangles[k];
  return built;
}

/// One insertion, removal or move, near or far.
template <int D>
void change(Built<D>& built, Maker<D>& make) {
  World<D>& world = built.world;
  Index<D>& index = built.index;
  const auto add = [&](const auto& shape) { world[index.insert(shape)] = shape; };
  const int what = make.below(10);
  if (what < 2) return add(make.ball());
  if (what == 2) return add(make.segment());
  if (what == 3) {
    if constexpr (D == 3)
      if (built.world.contains({ItemKind::triangle, 0}) && make.below(8) == 0) return add(make.triangle());
    return add(make.box());
  }
  if (world.empty()) return;
  auto at = world.begin();
  std::advance(at, make.below(static_cast<int>(world.size())));
  const ItemId item = at->first;
  if (what < 7) {
    index.remove(item);
    world.erase(at);
    EXPECT_FALSE(index.contains(item));
    return;
  }
  const auto put = [&](const auto& shape) {
    index.move(item, shape);
    at->second = shape;
  };
  if (item.kind == ItemKind::ball) {
    Ball<D> ball = std::get<Ball<D>>(at->second);
    if (what == 7) return put(make.ball());
    for (int k = 0; k < D; ++k) ball.center[k] += 0.01 * (make.unit() - 0.5);
    put(ball);
  } else if (item.kind == ItemKind::segment) {
    put(make.segment());
  } else if (item.kind == ItemKind::triangle) {
    if constexpr (D == 3) put(make.triangle());
  } else {
    Aabb<D> box = std::get<Aabb<D>>(at->second);
    if (what == 7) return put(make.box());
    box.high[0] += make.unit();
    put(box);
  }
}

template <int D>
void check(const Kind& kind, std::uint32_t seed) {
  SCOPED_TRACE(kind.name);
  Maker<D> make(kind, seed);
  Built<D> built = build(kind, make);
  const bool curved = kind.offset < 1e16 && kind.side < 1e100 && kind.side > 1e-100;
  ASSERT_NO_FATAL_FAILURE(expect_same_answers(built.index, built.world, make, curved));
  for (int k = 0; k < 200; ++k) change(built, make);
  ASSERT_NO_FATAL_FAILURE(expect_same_answers(built.index, built.world, make, false));
}

TEST(IndexLaws, AnswersAreThoseOfAskingEveryItemIn2D) {
  std::uint32_t seed = 1;
  for (const Kind& kind : kKinds) check<2>(kind, seed++);
}

TEST(IndexLaws, AnswersAreThoseOfAskingEveryItemIn3D) {
  std::uint32_t seed = 101;
  for (const Kind& kind : kKinds) check<3>(kind, seed++);
}

}  // namespace
}  // namespace carom
