#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "carom/billiards/equipment.hpp"
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

// A table as plain data: what data files hold (docs/formats/table.md) and `play` plays on. SI units; x and y as seen
// from above, the cloth is z = 0.
namespace carom::billiards {

/// A stretch of the nose of the cushions, straight or an arc of a circle, passed with the playing area on its left.
/// An arc about a centre on the left is concave (a stadium's end), one about a centre on the right bulges into the
/// playing area (a rounded jaw).
struct CushionPart {
  enum class Shape { line, concave_arc, convex_arc };

  Shape shape = Shape::line;
  Vec2 from{};
  Vec2 to{};
  Vec2 center{};             ///< of an arc
  double radius = 0;         ///< m, of an arc, > 0
  std::size_t material = 0;  ///< index into Table::materials
  bool is_jaw = false;       ///< belongs to a pocket's mouth; for the rules it is a cushion like the others
  std::string name;          ///< for messages and reports; may be empty
};

/// A hole: it swallows a ball on the cloth as soon as the ball's centre is over it, and a ball in the air that is over
/// it and not higher than its own radius above the nose of the cushions.
struct Pocket {
  std::string id;  ///< "top left", …: unique
  Vec2 center{};
  double radius = 0;  ///< m, > 0
};

/// A place with a name, such as "foot", "head", "blue".
struct Spot {
  std::string name;
  Vec2 position{};
};

/// A line with a name, such as "head string" and "baulk".
struct TableLine {
  std::string name;
  Vec2 from{};
  Vec2 to{};
};

/// The half circle behind snooker's baulk line: the points within `radius` of `center` on the side that `towards`
/// points to.
struct DArea {
  Vec2 center{};
  double radius = 0;
  Vec2 towards{-1, 0};
};

/// A ball of the set that belongs to the table. Numbers that are not listed are balls like Equipment::ball.
struct SetBall {
  int number = 0;  ///< 0 is the cue ball
  BallSpec spec{};
  std::string name;   ///< may be empty
  std::string color;  ///< "#rrggbb"; may be empty
  std::string spot;   ///< its own spot, by name; may be empty
};

struct Table {
  std::string name;
  std::string game;                    ///< "pool", "snooker", "carom", or empty for a free table
  Equipment equipment{};               ///< ball, cloth and ball contact
  std::vector<Cushion> materials;      ///< of the cushions; at least one
  std::vector<CushionPart> cushions;   ///< the outline, closed, anticlockwise: each part begins where the last ends
  std::vector<CushionPart> obstacles;  ///< closed loops inside the outline, clockwise, one after the other
  std::vector<Pocket> pockets;
  std::vector<Spot> spots;
  std::vector<TableLine> lines;
  std::optional<DArea> d_area;
  std::vector<SetBall> balls;

  /// The ball with this number.
  const BallSpec& ball(int number) const;
  /// nullptr if there is none of that name.
  const Spot* spot(const std::string& name) const;
  const TableLine* line(const std::string& name) const;
};

/// Throws std::invalid_argument that names the place in the table, the value and what was expected: finite numbers;
/// valid equipment and materials; an outline and obstacles that are closed, do not cross themselves or each other and
/// have the playing area on the left; arcs whose ends lie on their circle; pockets that reach the playing area or its
/// border; unique ids and names; spots inside the outline.
void validate(const Table& table);

/// How far a point is from the nearest cushion's nose, in metres; below 0 outside the playing area.
double clearance(const Table& table, const Vec2& point);

/// The pocket over whose hole the point is: an index into table.pockets.
std::optional<std::size_t> pocket_at(const Table& table, const Vec2& point);

/// The largest distance of the centre of a ball on the cloth from a nose that it touches, seen from above:
/// √(h (2R − h)).
double reach(const Cushion& cushion, double ball_radius);

}  // namespace carom::billiards

#pragma GCC visibility pop
