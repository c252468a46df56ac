#include "carom/billiards/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "billiards/table/cushion_geometry.hpp"

namespace carom::billiards {
namespace {

template <class Named>
const Named* find_named(const std::vector<Named>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

double distance_to(const std::vector<CushionPart>& parts, const Vec2& point) {
  double least = std::numeric_limits<double>::infinity();
  for (const CushionPart& part : parts) least = std::min(least, norm(point - nearest_point(part, point)));
  return least;
}

}  // namespace

const BallSpec& Table::ball(int number) const {
  for (const SetBall& one : balls)
    if (one.number == number) return one.spec;
  return equipment.ball;
}

const Spot* Table::spot(const std::string& wanted) const {
  return find_named(spots, wanted);
}

const TableLine* Table::line(const std::string& wanted) const {
  return find_named(lines, wanted);
}

double clearance(const Table& table, const Vec2& point) {
  const double distance = std::min(distance_to(table.cushions, point), distance_to(table.obstacles, point));
  const bool inside = is_inside(table.cushions, point) && !is_inside(table.obstacles, point);
  return inside ? distance : -distance;
}

std::optional<std::size_t> pocket_at(const Table& table, const Vec2& point) {
  for (std::size_t i = 0; i < table.pockets.size(); ++i)
    if (norm(point - table.pockets[i].center) < table.pockets[i].radius) return i;
  return std::nullopt;
}

double reach(const Cushion& cushion, double ball_radius) {
  return std::sqrt(cushion.height * (2 * ball_radius - cushion.height));
}

}  // namespace carom::billiards
