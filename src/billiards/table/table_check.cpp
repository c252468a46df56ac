#include <cmath>
#include <set>
#include <sstream>
#include <stdexcept>

#include "billiards/require.hpp"
#include "billiards/table/cushion_geometry.hpp"
#include "carom/billiards/table.hpp"

namespace carom::billiards {
namespace {

constexpr double kNear = 1e-9;  // m: how far rounded coordinates may be from where they are meant to be

std::string shown(const Vec2& point) {
  std::ostringstream out;
  out << "(" << point.x << ", " << point.y << ")";
  return out.str();
}

[[noreturn]] void complain(const std::string& place, const std::string& got, const std::string& expected) {
  throw std::invalid_argument(place + " is " + got + ": it must be " + expected);
}

void require_finite(const std::string& place, const Vec2& point) {
  if (!is_finite(point)) complain(place, shown(point), "finite");
}

std::string place_of(const char* list, std::size_t index, const char* field = "") {
  return std::string(list) + "[" + std::to_string(index) + "]" + field;
}

void check_arc(const std::string& place, const CushionPart& part) {
  require_finite(place + ".center", part.center);
  require_positive(place + ".radius", part.radius);
  for (const Vec2& end : {part.from, part.to})
    if (std::fabs(norm(end - part.center) - part.radius) > kNear)
      complain(place + ".center", shown(part.center),
               "as far as the radius from both ends of the arc; " + shown(end) + " is not");
}

void check_part(const std::string& place, const Table& table, const CushionPart& part) {
  require_finite(place + ".from", part.from);
  require_finite(place + ".to", part.to);
  if (norm(part.to - part.from) < kNear) complain(place + ".to", shown(part.to), "another point than where it begins");
  if (is_arc(part)) check_arc(place, part);
  if (part.material >= table.materials.size())
    refuse(place + ".material", static_cast<double>(part.material), "the index of one of the materials");
}

void check_closed(const char* list, const std::vector<CushionPart>& parts) {
  std::size_t first = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (norm(parts[i].to - parts[first].from) < kNear) {
      first = i + 1;
    } else if (i + 1 == parts.size()) {
      complain(place_of(list, i, ".to"), shown(parts[i].to),
               "where the loop begins, " + shown(parts[first].from) + ": the loop is not closed");
    } else if (norm(parts[i + 1].from - parts[i].to) > kNear) {
      complain(place_of(list, i + 1, ".from"), shown(parts[i + 1].from),
               "where the part before it ends, " + shown(parts[i].to));
    }
  }
}

void check_parts(const char* list, const Table& table, const std::vector<CushionPart>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) check_part(place_of(list, i), table, parts[i]);
  check_closed(list, parts);
}

void check_crossings(const char* list_a, const std::vector<CushionPart>& a, const char* list_b,
                     const std::vector<CushionPart>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = &a == &b ? i + 1 : 0; j < b.size(); ++j)
      if (cross_each_other(a[i], b[j]))
        throw std::invalid_argument(place_of(list_a, i) + " from " + shown(a[i].from) + " to " + shown(a[i].to) +
                                    " crosses or touches " + place_of(list_b, j) + ": parts must meet only at ends");
}

void check_outline(const Table& table) {
  if (table.cushions.size() < 2) complain("cushions", "too short", "a closed outline of two parts or more");
  check_parts("cushions", table, table.cushions);
  check_parts("obstacles", table, table.obstacles);
  check_crossings("cushions", table.cushions, "cushions", table.cushions);
  check_crossings("obstacles", table.obstacles, "obstacles", table.obstacles);
  check_crossings("cushions", table.cushions, "obstacles", table.obstacles);
  if (loops_of(table.cushions).size() != 1) complain("cushions", "more than one loop", "one closed loop");
  if (!(signed_area(table.cushions) > 0))
    complain("cushions", "a clockwise loop", "anticlockwise, the playing area on the left of each part");
  for (const auto& loop : loops_of(table.obstacles)) {
    if (!(signed_area(loop) < 0)) complain("obstacles", "an anticlockwise loop", "clockwise");
    if (!is_inside(table.cushions, loop.front().from))
      complain("obstacles", "a loop that passes " + shown(loop.front().from), "inside the cushions");
  }
}

void check_pockets(const Table& table) {
  std::set<std::string> ids;
  for (std::size_t i = 0; i < table.pockets.size(); ++i) {
    const Pocket& pocket = table.pockets[i];
    require_finite(place_of("pockets", i, ".center"), pocket.center);
    require_positive(place_of("pockets", i, ".radius"), pocket.radius);
    if (!ids.insert(pocket.id).second)
      complain(place_of("pockets", i, ".id"), "\"" + pocket.id + "\"", "different from the other pockets' ids");
    if (clearance(table, pocket.center) < -pocket.radius)
      complain(place_of("pockets", i, ".center"), shown(pocket.center), "so near that the pocket reaches the table");
  }
}

template <class Named>
void check_names(const char* list, const std::vector<Named>& all) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!names.insert(all[i].name).second)
      complain(place_of(list, i, ".name"), "\"" + all[i].name + "\"", "different from the other names");
}

void check_marks(const Table& table) {
  check_names("spots", table.spots);
  check_names("lines", table.lines);
  for (std::size_t i = 0; i < table.spots.size(); ++i) {
    const Vec2& position = table.spots[i].position;
    require_finite(place_of("spots", i, ".position"), position);
    if (!(clearance(table, position) > 0))
      complain(place_of("spots", i, ".position"), shown(position), "inside the cushions");
  }
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    require_finite(place_of("lines", i, ".from"), table.lines[i].from);
    require_finite(place_of("lines", i, ".to"), table.lines[i].to);
  }
  if (!table.d_area) return;
  require_finite("d_area.center", table.d_area->center);
  require_positive("d_area.radius", table.d_area->radius);
  if (!is_finite(table.d_area->towards) || is_zero(table.d_area->towards))
    complain("d_area.towards", shown(table.d_area->towards), "finite and not zero");
}

void check_balls(const Table& table) {
  std::set<int> numbers;
  for (std::size_t i = 0; i < table.balls.size(); ++i) {
    const SetBall& ball = table.balls[i];
    require_positive(place_of("balls", i, ".mass"), ball.spec.mass);
    require_positive(place_of("balls", i, ".radius"), ball.spec.radius);
    if (ball.number < 0) refuse(place_of("balls", i, ".number"), ball.number, "0 or more");
    if (!numbers.insert(ball.number).second)
      refuse(place_of("balls", i, ".number"), ball.number, "different from the other balls' numbers");
    if (!ball.spot.empty() && table.spot(ball.spot) == nullptr)
      complain(place_of("balls", i, ".spot"), "\"" + ball.spot + "\"", "the name of one of the spots");
    for (const Cushion& cushion : table.materials)
      if (!is_at_the_side(cushion.height, ball.spec.radius))
        refuse(place_of("balls", i, ".radius"), ball.spec.radius,
               "a radius with the height of every cushion between 0 and twice it");
  }
}

}  // namespace

void validate(const Table& table) {
  if (table.materials.empty()) complain("materials", "empty", "a list of one cushion or more");
  for (const Cushion& cushion : table.materials) {
    Equipment equipment = table.equipment;
    equipment.cushion = cushion;
    validate(equipment);
  }
  check_outline(table);
  check_pockets(table);
  check_marks(table);
  check_balls(table);
}

}  // namespace carom::billiards
