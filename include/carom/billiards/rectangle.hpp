#pragma once
#include <optional>

#include "carom/billiards/table.hpp"

#pragma GCC visibility push(default)

// Tables with four straight sides, as regulation ones have, laid out around the origin: x along the longer side.
namespace carom::billiards {

/// A pocket's mouth between two cushions. The noses end in jaws: each turns away by 180° − `angle` on an arc that
/// rounds the tip, and goes straight on past the hole.
struct PocketCut {
  double mouth = 0;       ///< m: between the tips, where the lines of nose and jaw meet
  double angle = 0;       ///< rad: between nose and jaw, measured inside the cushion; between π/2 and π
  double shelf = 0;       ///< m: from the line between the tips to the hole
  double radius = 0;      ///< m: of the hole
  double jaw_radius = 0;  ///< m: of the rounding; 0: a sharp tip
};

struct RectangleLayout {
  double length = 0;  ///< m: between the noses
  double width = 0;   ///< m
  std::optional<PocketCut> corner;
  std::optional<PocketCut> side;  ///< in the middle of the long sides
};

/// Sets the table's cushions and pockets, and the head, centre and foot spots on quarters of the length, the head and
/// foot strings through them. Throws std::invalid_argument that names the field for sizes that leave no cushion.
void lay_out(Table& table, const RectangleLayout& layout);

/// American pool, nine foot: 2.54 m × 1.27 m, corner mouths of 4.5625 in at 142° and side mouths of 5.0625 in at 104°
/// (World Pool-Billiard Association, Equipment Specifications: 4.5–4.625, 142 ± 1, 5–5.125, 104 ± 1); pool_length gives
/// that of the others. Holes and jaws as they are usually made.
Table pool_table(double length = 2.54);

/// The length between the noses of a pool table of 7, 8 or 9 feet: 78, 92 and 100 inches. Throws std::invalid_argument
/// for any other size.
double pool_length(int feet);

/// Snooker, twelve foot: 3.569 m × 1.778 m (World Professional Billiards and Snooker Association), baulk line, D and
/// spots; rounded jaws. Balls 0 the cue ball, 1–15 red, 16–21 yellow, green, brown, blue, pink, black.
Table snooker_table();

/// Carom, ten foot: 2.84 m × 1.42 m (Union Mondiale de Billard), without pockets.
Table carom_table();

}  // namespace carom::billiards

#pragma GCC visibility pop
