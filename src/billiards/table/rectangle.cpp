#include "carom/billiards/rectangle.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "billiards/angle.hpp"
#include "billiards/require.hpp"
#include "billiards/table/cushion_geometry.hpp"
#include "carom/math/portable.hpp"

namespace carom::billiards {
namespace {

constexpr double kInch = 0.0254;

// Turned anticlockwise, by the sine and the cosine.
Vec2 turned(const Vec2& v, double sine, double cosine) {
  return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y};
}

// A break in the cushions, seen on the way around the table: the nose that ends at `first`, and the one that begins at
// `second`.
struct Mouth {
  std::string id;
  PocketCut cut;
  Vec2 first;
  Vec2 heading_in;
  Vec2 second;
  Vec2 heading_out;

  Vec2 middle() const { return 0.5 * (first + second); }
  Vec2 axis() const { return -left_of(second - first) / norm(second - first); }
};

// One side of a mouth, from its nose to the end of its jaw.
struct Jaw {
  Vec2 start;   // of the rounding
  Vec2 center;  // of the rounding
  Vec2 turn;    // its end
  Vec2 end;
};

// `away` points along the nose into the mouth; `side` is +1 where the cushion lies to its right.
Jaw jaw_of(const Mouth& mouth, const Vec2& tip, const Vec2& away, int side) {
  const double turn = (kPi - mouth.cut.angle) / kPi;
  const double sine = portable::sin_pi(turn);
  const double cosine = portable::cos_pi(turn);
  const Vec2 facing = turned(away, -side * sine, cosine);
  const double back = mouth.cut.jaw_radius * sine / (1 + cosine);
  const double depth = mouth.cut.shelf + mouth.cut.radius;
  Jaw jaw;
  jaw.start = tip - back * away;
  jaw.center = jaw.start - (side * mouth.cut.jaw_radius) * left_of(away);
  jaw.turn = tip + back * facing;
  jaw.end = tip + (depth / dot(facing, mouth.axis())) * facing;
  return jaw;
}

void check_cut(const std::string& place, const PocketCut& cut) {
  require_positive(place + ".mouth", cut.mouth);
  if (!(cut.angle >= kPi / 2 && cut.angle < kPi))
    refuse(place + ".angle", cut.angle, "from π/2 to below π, in radians");
  require_not_negative(place + ".shelf", cut.shelf);
  require_positive(place + ".radius", cut.radius);
  require_not_negative(place + ".jaw_radius", cut.jaw_radius);
}

class Outline {
 public:
  Outline(Table& table, const Vec2& start) : table_(table), at_(start) {}

  void go_to(const Vec2& to, const std::string& name, bool is_jaw) {
    CushionPart part;
    part.from = at_;
    part.to = to;
    part.is_jaw = is_jaw;
    part.name = name;
    table_.cushions.push_back(part);
    at_ = to;
  }

  void bend_to(const Vec2& to, const Vec2& center, double radius, const std::string& name) {
    if (radius == 0) return;
    CushionPart part;
    part.shape = CushionPart::Shape::convex_arc;
    part.from = at_;
    part.to = to;
    part.center = center;
    part.radius = radius;
    part.is_jaw = true;
    part.name = name;
    table_.cushions.push_back(part);
    at_ = to;
  }

  void pass(const Mouth& mouth, const std::string& nose) {
    const Jaw in = jaw_of(mouth, mouth.first, mouth.heading_in, 1);
    const Jaw out = jaw_of(mouth, mouth.second, -mouth.heading_out, -1);
    const double depth = mouth.cut.shelf + mouth.cut.radius;
    const std::string jaw = mouth.id + " jaw";
    go_to(in.start, nose, false);
    bend_to(in.turn, in.center, mouth.cut.jaw_radius, jaw);
    go_to(in.end, jaw, true);
    go_to(mouth.middle() + (depth + 1.2 * mouth.cut.radius) * mouth.axis(), mouth.id + " back", true);
    go_to(out.end, mouth.id + " back", true);
    go_to(out.turn, jaw, true);
    bend_to(out.start, out.center, mouth.cut.jaw_radius, jaw);
    table_.pockets.push_back({mouth.id, mouth.middle() + depth * mouth.axis(), mouth.cut.radius});
  }

 private:
  Table& table_;
  Vec2 at_;
};

// The corners anticlockwise from the bottom right, each with the directions of travel before and after it.
struct Corner {
  const char* id;
  const char* nose;  // the one that leads to it
  Vec2 place;        // in halves of length and width
  Vec2 before;
  Vec2 after;
};
constexpr std::array<Corner, 4> kCorners = {{{"bottom right", "bottom", {1, -1}, {1, 0}, {0, 1}},
                                             {"top right", "right", {1, 1}, {0, 1}, {-1, 0}},
                                             {"top left", "top", {-1, 1}, {-1, 0}, {0, -1}},
                                             {"bottom left", "left", {-1, -1}, {0, -1}, {1, 0}}}};

Vec2 start_of_nose(const Corner& corner, const Vec2& place, const std::optional<PocketCut>& cut) {
  if (!cut) return place;
  Mouth mouth{corner.id, *cut, {}, corner.before, {}, corner.after};
  const double back = cut->mouth * std::sqrt(0.5);
  mouth.first = place - back * corner.before;
  mouth.second = place + back * corner.after;
  return jaw_of(mouth, mouth.second, -corner.after, -1).start;
}

void add_spots(Table& table, double length) {
  table.spots = {{"head", {-length / 4, 0}}, {"center", {0, 0}}, {"foot", {length / 4, 0}}};
}

void check_layout(const RectangleLayout& layout) {
  require_positive("rectangle.length", layout.length);
  require_positive("rectangle.width", layout.width);
  double shorter = layout.width;
  if (layout.corner) {
    check_cut("rectangle.corner_pockets", *layout.corner);
    shorter -= std::sqrt(2.0) * (layout.corner->mouth + layout.corner->jaw_radius);
    if (!(shorter > 0)) refuse("rectangle.width", layout.width, "wide enough for two corner pockets");
  }
  if (!layout.side) return;
  check_cut("rectangle.side_pockets", *layout.side);
  const double half = layout.length / 2 - layout.side->mouth / 2 - layout.side->jaw_radius * 2;
  const double corner = layout.corner ? layout.corner->mouth + layout.corner->jaw_radius : 0;
  if (!(half > corner)) refuse("rectangle.length", layout.length, "long enough for a cushion between two pockets");
}

/// Without a shape, balls or marks; all cushions are those of the equipment.
Table bare_table(const char* name, const char* game, const Equipment& equipment) {
  Table table;
  table.name = name;
  table.game = game;
  table.equipment = equipment;
  table.materials = {equipment.cushion};
  return table;
}

}  // namespace

void lay_out(Table& table, const RectangleLayout& layout) {
  check_layout(layout);
  table.cushions.clear();
  table.pockets.clear();
  const double x = layout.length / 2;
  const double y = layout.width / 2;
  Outline outline(table, start_of_nose(kCorners[3], {-x, -y}, layout.corner));
  for (const Corner& corner : kCorners) {
    const Vec2 place{x * corner.place.x, y * corner.place.y};
    std::string nose = corner.nose;
    const double travel = corner.before.x;
    if (layout.side && travel != 0) {
      const Vec2 half{0.5 * layout.side->mouth * travel, 0};
      const Vec2 middle{0, place.y};
      const std::string first = travel > 0 ? " left" : " right";
      const std::string last = travel > 0 ? " right" : " left";
      outline.pass({nose, *layout.side, middle - half, corner.before, middle + half, corner.before}, nose + first);
      nose += last;
    }
    if (!layout.corner) {
      outline.go_to(place, nose, false);
      continue;
    }
    const double back = layout.corner->mouth * std::sqrt(0.5);
    outline.pass({corner.id, *layout.corner, place - back * corner.before, corner.before, place + back * corner.after,
                  corner.after},
                 nose);
  }
  add_spots(table, layout.length);
  table.lines = {{"head string", {-x / 2, -y}, {-x / 2, y}}, {"foot string", {x / 2, -y}, {x / 2, y}}};
}

double pool_length(int feet) {
  if (feet < 7 || feet > 9)
    throw std::invalid_argument("the size of a pool table is " + std::to_string(feet) + " feet: it must be 7, 8 or 9");
  constexpr std::array<double, 3> kLengths = {1.9812, 2.3368, 2.54};
  return kLengths[static_cast<std::size_t>(feet - 7)];
}

Table pool_table(double length) {
  Table table = bare_table("Pool", "pool", pool());
  const PocketCut corner{4.5625 * kInch, 142 * kDegree, 0.038, 0.057, 0.02};
  const PocketCut side{5.0625 * kInch, 104 * kDegree, 0.005, 0.060, 0.015};
  lay_out(table, {length, length / 2, corner, side});
  static const std::array<const char*, 9> kColors = {"#fbf8ee", "#f4c20d", "#1a4fb4", "#d9302a", "#5b2a86",
                                                     "#f07f13", "#13803c", "#7a1f2b", "#16161a"};
  for (int number = 0; number <= 15; ++number) {
    const auto color = static_cast<std::size_t>(number > 8 ? number - 8 : number);
    table.balls.push_back({number, table.equipment.ball, number == 0 ? "cue ball" : "", kColors[color], ""});
  }
  return table;
}

Table snooker_table() {
  Table table = bare_table("Snooker, twelve foot", "snooker", snooker());
  const double length = 3.569;
  const double width = 1.778;
  const PocketCut corner{0.100, 138 * kDegree, 0.020, 0.045, 0.06};
  const PocketCut side{0.112, 102 * kDegree, 0.010, 0.048, 0.05};
  lay_out(table, {length, width, corner, side});
  const double baulk = 0.737 - length / 2;
  const double d = 0.292;
  table.lines = {{"baulk", {baulk, -width / 2}, {baulk, width / 2}}};
  table.spots = {{"brown", {baulk, 0}}, {"green", {baulk, d}},     {"yellow", {baulk, -d}},
                 {"blue", {0, 0}},      {"pink", {length / 4, 0}}, {"black", {length / 2 - 0.324, 0}}};
  table.d_area = DArea{{baulk, 0}, d, {-1, 0}};
  const BallSpec ball = table.equipment.ball;
  table.balls.push_back({0, ball, "cue ball", "#fbf8ee", ""});
  for (int number = 1; number <= 15; ++number) table.balls.push_back({number, ball, "red", "#c8102e", ""});
  const std::array<std::array<const char*, 2>, 6> colors = {{{"yellow", "#f4c20d"},
                                                             {"green", "#13803c"},
                                                             {"brown", "#6b3e1e"},
                                                             {"blue", "#1a4fb4"},
                                                             {"pink", "#f29bb7"},
                                                             {"black", "#16161a"}}};
  for (int k = 0; k < 6; ++k) {
    const auto& [name, color] = colors[static_cast<std::size_t>(k)];
    table.balls.push_back({16 + k, ball, name, color, name});
  }
  return table;
}

Table carom_table() {
  Table table = bare_table("Carom, ten foot", "carom", carom_billiards());
  lay_out(table, {2.84, 1.42, std::nullopt, std::nullopt});
  const BallSpec ball = table.equipment.ball;
  table.balls = {
      {0, ball, "white", "#fbf8ee", ""}, {1, ball, "yellow", "#f4c20d", ""}, {2, ball, "red", "#c8102e", ""}};
  return table;
}

}  // namespace carom::billiards
