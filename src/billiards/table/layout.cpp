#include "carom/billiards/layout.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "carom/query/overlap.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/half_space.hpp"

namespace carom::billiards {
namespace {

constexpr double kStartingSpot = 0.1825;  // m: UMB, article 13

/// The spot of the first of these names that the table has.
Vec2 spot_of(const Table& table, std::initializer_list<const char*> names) {
  for (const char* const name : names)
    if (const Spot* const spot = table.spot(name)) return spot->position;
  throw std::invalid_argument("the table has no spot \"" + std::string(*names.begin()) + "\"");
}

/// Half the length and the width between the noses.
Vec2 half_sizes(const Table& table) {
  Vec2 half;
  for (const CushionPart& part : table.cushions) {
    if (part.is_jaw) continue;
    half.x = std::max(half.x, std::abs(part.from.x));
    half.y = std::max(half.y, std::abs(part.from.y));
  }
  if (!(half.x > 0 && half.y > 0)) throw std::invalid_argument("the table has no cushions around the origin");
  return half;
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

Layout layout_of(const Table& table) {
  const Vec2 half = half_sizes(table);
  Layout layout;
  layout.length = 2 * half.x;
  layout.width = 2 * half.y;
  layout.ball_radius = table.equipment.ball.radius;
  layout.head_line = spot_of(table, {"head", "brown"}).x;
  layout.foot_spot = spot_of(table, {"foot", "pink"}).x;
  if (table.d_area) layout.d_radius = table.d_area->radius;
  if (table.game == "snooker") layout.black_spot = spot_of(table, {"black"}).x;
  if (table.game == "carom") layout.starting_spot = kStartingSpot;
  for (const Pocket& pocket : table.pockets) layout.pockets.push_back({pocket.center, pocket.radius});
  return layout;
}

Layout pool_layout(int feet) {
  return layout_of(pool_table(pool_length(feet)));
}

Layout snooker_layout() {
  return layout_of(snooker_table());
}

Layout carom_layout() {
  return layout_of(carom_table());
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
