#include "billiards/table/open_area.hpp"

#include <algorithm>
#include <cmath>

#include "billiards/table/cushion_geometry.hpp"

namespace carom::billiards {
namespace {

constexpr int kSizes = 40;

double beyond(double x, double low, double high) {
  return std::max(0.0, std::max(low - x, x - high));
}

// From the rectangle to the nearest point of a disc's rim, seen from outside; to the whole circle where it is inside.
bool is_clear_of_circle(const Vec2& center, double radius, const Vec2& low, const Vec2& high, double margin) {
  const Vec2 nearest{beyond(center.x, low.x, high.x), beyond(center.y, low.y, high.y)};
  const Vec2 farthest{std::max(std::fabs(low.x - center.x), std::fabs(high.x - center.x)),
                      std::max(std::fabs(low.y - center.y), std::fabs(high.y - center.y))};
  return norm(nearest) > radius + margin || norm(farthest) < radius - margin;
}

// Whether a segment stays out of a rectangle: cut by each of its sides (Liang and Barsky).
bool is_clear_of_segment(const Vec2& from, const Vec2& to, const Vec2& low, const Vec2& high) {
  double enter = 0;
  double leave = 1;
  for (int k = 0; k < 2; ++k) {
    const double along = to[k] - from[k];
    if (along == 0) {
      if (from[k] < low[k] || from[k] > high[k]) return true;
      continue;
    }
    const double a = (low[k] - from[k]) / along;
    const double b = (high[k] - from[k]) / along;
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter > leave;
}

}  // namespace

OpenArea::OpenArea(const Table& table) {
  double largest = table.equipment.ball.radius;
  for (const SetBall& ball : table.balls) largest = std::max(largest, ball.spec.radius);
  low_ = high_ = table.cushions.front().from;
  for (const CushionPart& part : table.cushions) {
    low_ = {std::min(low_.x, part.from.x), std::min(low_.y, part.from.y)};
    high_ = {std::max(high_.x, part.from.x), std::max(high_.y, part.from.y)};
  }
  const Vec2 middle = 0.5 * (low_ + high_);
  const Vec2 half = 0.5 * (high_ - low_);
  margin_ = largest * (1 + 1e-6);
  for (int size = kSizes - 1; size > 0; --size) {
    low_ = middle - (static_cast<double>(size) / kSizes) * half;
    high_ = middle + (static_cast<double>(size) / kSizes) * half;
    if (is_open(table)) return;
  }
  margin_ = -1;
}

bool OpenArea::is_open(const Table& table) const {
  const Vec2 room{margin_, margin_};
  const auto is_clear = [&](const CushionPart& part) {
    if (is_arc(part)) return is_clear_of_circle(part.center, part.radius, low_, high_, margin_);
    return is_clear_of_segment(part.from, part.to, low_ - room, high_ + room);
  };
  const auto is_clear_of_pocket = [&](const Pocket& pocket) {
    return is_clear_of_circle(pocket.center, pocket.radius, low_, high_, 1e-9);
  };
  const Vec2 middle = 0.5 * (low_ + high_);
  return std::all_of(table.cushions.begin(), table.cushions.end(), is_clear) &&
         std::all_of(table.obstacles.begin(), table.obstacles.end(), is_clear) &&
         std::all_of(table.pockets.begin(), table.pockets.end(), is_clear_of_pocket) && clearance(table, middle) > 0 &&
         !pocket_at(table, middle);
}

}  // namespace carom::billiards
