#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "carom/billiards/rectangle.hpp"
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

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
  std::vector<PocketMark> pockets{};  ///< numbered as Table::pockets

  Vec2 head() const { return {head_line, 0}; }
  Vec2 foot() const { return {foot_spot, 0}; }
  friend bool operator==(const Layout&, const Layout&) = default;
};

/// The marks of a table with straight sides around the origin, as lay_out makes them: spots "head" and "foot", or
/// snooker's "brown", "pink" and "black", and its D; a carom table's starting spots are 182.5 mm beside the bottom spot
/// (UMB, article 13). Throws std::invalid_argument that names the mark which a table lacks.
Layout layout_of(const Table& table);

/// The marks of pool_table for a size of 7, 8 or 9 feet; throws as pool_length does.
Layout pool_layout(int feet = 9);
/// The marks of snooker_table.
Layout snooker_layout();
/// The marks of carom_table.
Layout carom_layout();

/// Why a ball cannot be placed there, or an empty text: its centre must be finite, the whole ball must lie within the
/// cushions, its centre in no pocket, and it must not touch another ball. Decided exactly. `ball` itself is left aside.
std::string placement_fault(const Layout& layout, const BallPlaces& balls, int ball, const Vec2& place);

/// Whether the whole ball lies within the cushions (it may touch them) and its centre in no pocket.
bool on_the_bed(const Layout& layout, const Vec2& place);

}  // namespace carom::billiards

#pragma GCC visibility pop
