#include "carom/query/time_of_impact.hpp"
#include "pairs.hpp"

// One row for every kind of pair that time_of_impact.cpp does not have, on straight and on accelerated paths. Names are
// kind/case/contender.
namespace carom::bench {
namespace {

template <class Shape>
using BallPair = Pair<kDimension<Shape>, Shape, Linear<kDimension<Shape>>>;

/// A shape of about unit size around `middle`.
template <class Shape>
Shape make(Dice& dice, const Vec<kDimension<Shape>>& middle);

template <int D>
Aabb<D> make_box(Dice& dice, const Vec<D>& middle) {
  Vec<D> half;
  for (int k = 0; k < D; ++k) half[k] = dice.between(0.5, 1.25);
  return {middle - half, middle + half};
}
template <>
Aabb2 make(Dice& dice, const Vec2& middle) {
  return make_box<2>(dice, middle);
}
template <>
Aabb3 make(Dice& dice, const Vec3& middle) {
  return make_box<3>(dice, middle);
}
template <>
Segment2 make(Dice& dice, const Vec2& middle) {
  return {middle, middle + dice.direction<2>()};
}
template <>
Segment3 make(Dice& dice, const Vec3& middle) {
  return {middle, middle + dice.direction<3>()};
}
template <>
Capsule2 make(Dice& dice, const Vec2& middle) {
  return {middle, middle + dice.direction<2>(), 0.5};
}
template <>
Capsule3 make(Dice& dice, const Vec3& middle) {
  return {middle, middle + dice.direction<3>(), 0.5};
}
template <>
Polygon make(Dice& dice, const Vec2& middle) {
  const double s = dice.between(0.5, 1);
  return {{middle + Vec2{-s, -s}, middle + Vec2{s, -s}, middle + Vec2{s, s}, middle + Vec2{-s, s}}};
}
template <>
ConvexPolygon make(Dice& dice, const Vec2& middle) {
  const double s = dice.between(0.5, 1);
  const Vec2 shift = s * Vec2{1, 0.5};
  return {{middle - shift, middle + s * Vec2{0.25, -0.75}, middle + shift, middle + s * Vec2{-0.25, 0.75}}};
}
template <>
UprightCylinder make(Dice& dice, const Vec3& middle) {
  return {middle, dice.between(0.5, 1), dice.between(0.5, 1)};
}
template <>
Triangle make(Dice& dice, const Vec3& middle) {
  return {middle + dice.direction<3>(), middle + dice.direction<3>(), middle + dice.direction<3>()};
}
/// Ground of 10,000 triangles, of which a query comes near a few.
template <>
TriangleMesh make(Dice& dice, const Vec3& middle) {
  constexpr std::uint32_t kSide = 71;
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < kSide; ++i)
    for (std::uint32_t j = 0; j < kSide; ++j)
      mesh.vertices.push_back(middle + Vec3{i - 0.5 * kSide, j - 0.5 * kSide, dice.between(-0.2, 0.2)});
  for (std::uint32_t i = 0; i + 1 < kSide; ++i)
    for (std::uint32_t j = 0; j + 1 < kSide; ++j) {
      const std::uint32_t at = i * kSide + j;
      mesh.triangles.push_back({at, at + kSide, at + kSide + 1});
      mesh.triangles.push_back({at, at + kSide + 1, at + 1});
    }
  return mesh;
}

template <class Shape>
BallPair<Shape> ball_and(Dice& dice) {
  constexpr int kD = kDimension<Shape>;
  const Ball<kD> ball{dice.in_cube<kD>(10), dice.between(0.25, 0.5)};
  const Vec<kD> middle = ball.center + dice.between(3, 5) * dice.direction<kD>();
  return {ball, {dice.in_cube<kD>(1)}, make<Shape>(dice, middle), {}};
}

template <class A, class B>
struct SolidPair {
  A first;
  Accelerating<kDimension<A>> motion;
  B other;
};

template <class A, class B>
SolidPair<A, B> solids(Dice& dice, double pull) {
  constexpr int kD = kDimension<A>;
  const Vec<kD> place = dice.in_cube<kD>(10);
  const Vec<kD> middle = place + dice.between(3, 5) * dice.direction<kD>();
  return {make<A>(dice, place), {dice.in_cube<kD>(1), dice.in_cube<kD>(pull)}, make<B>(dice, middle)};
}

constexpr auto kAsk = [](const auto& pair) {
  return time_of_impact(pair.ball, pair.motion, pair.other, pair.other_motion, kHorizon);
};
constexpr auto kAskSolids = [](const auto& pair) {
  return time_of_impact(pair.first, pair.motion, pair.other, {}, kHorizon);
};

template <class Shape>
void add_ball_and(const std::string& name, std::size_t pairs = kPairs) {
  const std::string kind = "ball_" + name + "_" + std::to_string(kDimension<Shape>) + "d";
  add(kind + "/linear/carom", ball_and<Shape>, kAsk, pairs);
  add(
      kind + "/accelerated/carom", [](Dice& dice) { return accelerated(ball_and<Shape>(dice), dice); }, kAsk, pairs);
}

template <class A, class B>
void add_solids(const std::string& name) {
  const std::string kind = name + "_" + std::to_string(kDimension<A>) + "d";
  add(
      kind + "/linear/carom", [](Dice& dice) { return solids<A, B>(dice, 0); }, kAskSolids);
  add(
      kind + "/accelerated/carom", [](Dice& dice) { return solids<A, B>(dice, 0.5); }, kAskSolids);
}

const bool kAdded = [] {
  add_ball_and<Segment2>("segment");
  add_ball_and<Segment3>("segment");
  add_ball_and<Capsule2>("capsule");
  add_ball_and<Capsule3>("capsule");
  add_ball_and<Aabb2>("box");
  add_ball_and<Aabb3>("box");
  add_ball_and<Polygon>("polygon");
  add_ball_and<ConvexPolygon>("convex_polygon");
  add_ball_and<UprightCylinder>("cylinder");
  add_ball_and<Triangle>("triangle");
  add_ball_and<TriangleMesh>("mesh_of_9800", 8);
  add_solids<Aabb2, Aabb2>("box_box");
  add_solids<Aabb3, Aabb3>("box_box");
  add_solids<UprightCylinder, UprightCylinder>("cylinder_cylinder");
  add_solids<UprightCylinder, Aabb3>("cylinder_box");
  return true;
}();

}  // namespace
}  // namespace carom::bench
