#pragma once
#include <vector>

#include "carom/billiards/table.hpp"

namespace carom::io {

/// Straight cushions, seen from above, of which the ends are joined in no order yet.
struct LooseCushion {
  std::string name;
  Vec2 from{};
  Vec2 to{};
};

/// Rounded tips: circles that two cushions end on.
struct LooseTip {
  std::string name;
  Vec2 center{};
  double radius = 0;
};

/// Gives the table the closed outline that the cushions make: ends on one circle are joined by its arc, ends at one
/// place directly, the others two by two, the nearest first, around the pocket between them; circles by themselves are
/// obstacles. A cushion that goes back along its own tip is left out, and `notes` says so. Throws std::invalid_argument
/// if they make no single loop.
void join_cushions(std::vector<LooseCushion> cushions, const std::vector<LooseTip>& tips, billiards::Table& table,
                   std::vector<std::string>& notes);

/// Whether the part only closes the outline behind a pocket.
bool is_behind_pocket(const billiards::CushionPart& part);

}  // namespace carom::io
