#include "carom/billiards/layout.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "carom/query/overlap.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/half_space.hpp"

namespace carom::billiards {
namespace {

constexpr double kInch = 0.0254;

/// Corner and side holes whose edges lie `corner_edge` and `side_edge` behind the corner points and the long noses.
void add_pockets(Layout& layout, double corner_radius, double corner_edge, double side_radius, double side_edge) {
  const double x = layout.length / 2;
  const double y = layout.width / 2;
  const double out = (corner_radius + corner_edge) * std::sqrt(0.5);
  const double side = y + side_radius + side_edge;
  layout.pockets = {
      {{-x - out, -y - out}, corner_radius}, {{0, -side}, side_radius}, {{x + out, -y - out}, corner_radius},
      {{x + out, y + out}, corner_radius},   {{0, side}, side_radius},  {{-x - out, y + out}, corner_radius}};
}

bool within_cushions(const Layout& layout, const Vec2& place) {
  const Circle ball{place, layout.ball_radius};
  const double x = layout.length / 2;
  const double y = layout.width / 2;
  const std::array<HalfSpace2, 4> cushions = {
      HalfSpace2::through({x, 0}, {-1, 0}), HalfSpace2::through({-x, 0}, {1, 0}), HalfSpace2::through({0, y}, {0, -1}),
      HalfSpace2::through({0, -y}, {0, 1})};
  return std::none_of(cushions.begin(), cushions.end(),
                      [&](const HalfSpace2& cushion) { return proximity(ball, cushion) == Proximity::overlapping; });
}

bool in_a_pocket(const Layout& layout, const Vec2& place) {
  const auto swallows = [&](const PocketMark& pocket) {
    return proximity(Circle{place, 0}, Circle{pocket.centre, pocket.radius}) == Proximity::overlapping;
  };
  return std::any_of(layout.pockets.begin(), layout.pockets.end(), swallows);
}

}  // namespace

Layout pool_layout(int feet) {
  if (feet < 7 || feet > 9)
    throw std::invalid_argument("the size of a pool table is " + std::to_string(feet) + " feet: it must be 7, 8 or 9");
  constexpr std::array<double, 3> kLengths = {78 * kInch, 92 * kInch, 100 * kInch};
  Layout layout;
  layout.length = kLengths[static_cast<std::size_t>(feet - 7)];
  layout.width = layout.length / 2;
  layout.head_line = -layout.length / 4;
  layout.foot_spot = layout.length / 4;
  add_pockets(layout, 0.057, -0.017, 0.064, 0.005);
  return layout;
}

Layout snooker_layout() {
  Layout layout;
  layout.length = 3.569;
  layout.width = 1.778;
  layout.ball_radius = 0.02625;
  layout.head_line = 0.737 - layout.length / 2;
  layout.foot_spot = layout.length / 4;
  layout.d_radius = 0.292;
  layout.black_spot = layout.length / 2 - 0.324;
  add_pockets(layout, 0.045, -0.010, 0.050, 0.005);
  return layout;
}

Layout carom_layout() {
  Layout layout;
  layout.length = 2.84;
  layout.width = 1.42;
  layout.ball_radius = 0.03075;
  layout.head_line = -layout.length / 4;
  layout.foot_spot = layout.length / 4;
  layout.starting_spot = 0.1825;
  return layout;
}

bool on_the_bed(const Layout& layout, const Vec2& place) {
  return within_cushions(layout, place) && !in_a_pocket(layout, place);
}

std::string placement_fault(const Layout& layout, const BallPlaces& balls, int ball, const Vec2& place) {
  if (!is_finite(place)) return "the place is not finite";
  if (!within_cushions(layout, place)) return "the ball would not lie within the cushions";
  if (in_a_pocket(layout, place)) return "the ball would lie in a pocket";
  for (std::size_t other = 0; other < balls.size(); ++other) {
    if (static_cast<int>(other) == ball || !balls[other]) continue;
    const Circle lies{*balls[other], layout.ball_radius};
    if (proximity(Circle{place, layout.ball_radius}, lies) != Proximity::apart)
      return "the ball would touch ball " + std::to_string(other);
  }
  return {};
}

}  // namespace carom::billiards
