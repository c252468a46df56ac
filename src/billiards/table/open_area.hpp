#pragma once
#include "carom/billiards/table.hpp"

namespace carom::billiards {

// A rectangle with sides along x and y, far from all cushions and pockets: most balls lie in it, and need no closer
// look.
class OpenArea {
 public:
  explicit OpenArea(const Table& table);

  // Whether a ball of this radius there is surely inside, clear of cushions and pockets.
  bool holds(const Vec2& place, double radius) const {
    return radius <= margin_ && place.x >= low_.x && place.x <= high_.x && place.y >= low_.y && place.y <= high_.y;
  }

 private:
  bool is_open(const Table& table) const;

  Vec2 low_{};
  Vec2 high_{};
  double margin_ = -1;  // m: none
};

}  // namespace carom::billiards
