#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "carom/math/vec.hpp"

namespace carom::billiards {

/// Where each ball lies, seen from above, by its number; nothing for one that is not on the table.
using BallPlaces = std::vector<std::optional<Vec2>>;

/// What swallows a ball whose centre comes nearer than the radius.
struct PocketMark {
  Vec2 centre{};
  double radius = 0;  ///< m

  friend bool operator==(const PocketMark&, const PocketMark&) = default;
};

/// The marks of a rectangular table, seen from above, in metres: what racks and rules need. The playing surface is
/// centred on the origin; x runs along the table, from the head (snooker: baulk; carom: bottom) cushion at −length/2 to
/// the foot (top) cushion at length/2.
struct Layout {
  double length = 2.54;               ///< between the noses of the cushions
  double width = 1.27;                ///< likewise
  double ball_radius = 0.028575;      ///< of every ball
  double head_line = -0.635;          ///< x of the head string or baulk line
  double foot_spot = 0.635;           ///< x of the foot spot; snooker: of the pink's spot; carom: of the top spot
  double d_radius = 0;                ///< snooker: of the D behind the baulk line
  double black_spot = 0;              ///< snooker: x
  double starting_spot = 0;           ///< carom: y of the two starting spots on the head line, ±
  std::vector<PocketMark> pockets{};  ///< counted from the head's right-hand corner (−x, −y) against the clock

  Vec2 head() const { return {head_line, 0}; }
  Vec2 foot() const { return {foot_spot, 0}; }
  friend bool operator==(const Layout&, const Layout&) = default;
};

/// A pool table of 7, 8 or 9 feet (World Pool-Billiard Association, Equipment Specifications: playing surfaces of 78,
/// 92 and 100 inches by half of that; spots a quarter of the length from the end cushions). Throws
/// std::invalid_argument for any other size.
Layout pool_layout(int feet = 9);

/// A snooker table of 12 feet: 3569 mm by 1778 mm, baulk line 737 mm and black spot 324 mm from the end cushions, D of
/// 292 mm (World Professional Billiards and Snooker Association, Official Rules, Section 1).
Layout snooker_layout();

/// A carom table of 10 feet: 2840 mm by 1420 mm, spots a quarter of the length from the end cushions, starting spots
/// 182.5 mm beside the bottom one (Union Mondiale de Billard, World Rules of Carom Billiard, articles 11 and 13).
Layout carom_layout();

/// Why a ball cannot be placed there, or an empty text: its centre must be finite, the whole ball must lie within the
/// cushions, its centre in no pocket, and it must not touch another ball. Decided exactly. `ball` itself is left aside.
std::string placement_fault(const Layout& layout, const BallPlaces& balls, int ball, const Vec2& place);

/// Whether the whole ball lies within the cushions (it may touch them) and its centre in no pocket.
bool on_the_bed(const Layout& layout, const Vec2& place);

}  // namespace carom::billiards
