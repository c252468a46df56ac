#pragma once
#include <cstddef>
#include <vector>

#include "billiards/motion/course.hpp"
#include "carom/billiards/table.hpp"

// The noses of a table's cushions and its pockets, made ready for the search of first touches.
namespace carom::billiards {

// Of a line: passed with the playing area on its left.
struct NoseLine {
  Vec2 from{};
  Vec2 along{};   // unit
  Vec2 normal{};  // unit, into the playing area
  double offset = 0;
  double length = 0;
  std::size_t part = 0;
  std::size_t material = 0;
};

struct NoseArc {
  Vec2 center{};
  double radius = 0;
  bool concave = false;
  Vec2 middle{};     // unit, from the centre to the arc's middle
  double share = 0;  // the cosine of half the arc's angle
  std::size_t part = 0;
  std::size_t material = 0;
};

// Where two parts meet and the playing area turns around their end.
struct NosePoint {
  Vec2 place{};
  std::size_t part = 0;
  std::size_t material = 0;
};

// Noses and pockets that lie close together.
struct NoseGroup {
  Vec2 center{};
  double radius = 0;
  std::vector<NoseLine> lines;
  std::vector<NoseArc> arcs;
  std::vector<NosePoint> points;
  std::vector<std::size_t> pockets;
};

struct NoseMap {
  std::vector<NoseLine> lines;  // the long ones
  std::vector<NoseArc> arcs;
  std::vector<NoseGroup> groups;
  std::vector<Pocket> pockets;
  std::vector<Cushion> materials;
  double top = 0;  // m: of the highest nose

  explicit NoseMap(const Table& table);
};

// The first touch of a ball with the table.
struct TableTouch {
  enum class Kind { none, line, arc, point, pocket };

  double time = kNever;  // on the course's clock
  Kind kind = Kind::none;
  std::size_t index = 0;     // of a pocket
  std::size_t part = 0;      // of a cushion
  std::size_t material = 0;  // of a cushion
  Vec2 place{};              // the point, the arc's centre
  Vec2 towards{};            // from the ball to the nose, of a line
  bool inwards = false;      // a concave arc
};

// The direction from a ball's centre to the nose that it touches.
Vec2 direction_to(const TableTouch& touch, const Vec2& center);

// A ball on the cloth, for which cushion material m is as near as reaches[m].
TableTouch first_touch(const NoseMap& map, const Course<2>& course, const std::vector<double>& reaches);

// A ball of this radius in the air; the course ends where it lands. It meets the noses themselves, and pockets while it
// is not higher than its radius above the top.
TableTouch first_touch(const NoseMap& map, const Course<3>& course, double radius);

}  // namespace carom::billiards
