#include "io/play/table_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace carom::io {
namespace {

using namespace billiards;

using Outline = std::vector<Vec2>;
using Loops = std::vector<std::vector<Vec3>>;

constexpr double kRailWidth = 0.11, kBandWidth = 0.045;  // m: of the wood to its sights, of rubber without pockets
constexpr double kRailRise = 1.22;                       // of the wood over the cloth, in heights of the nose
constexpr double kSideHeight = 0.11, kPocketDepth = 0.14;
constexpr double kLeather = 1.22;   // of a pocket's hole, around it
constexpr double kSliver = 0.0005;  // what lies flat on something is so high above it
constexpr double kMarkWidth = 0.003;
constexpr double kWallPiece = 0.005;                     // m: of a nose that pockets may interrupt
constexpr double kRubberLight = 0.5, kWallLight = 0.34;  // of the cloth's colour, on top and in front
constexpr Color kWood{0x6a, 0x45, 0x28}, kDarkWood{0x3d, 0x2a, 0x1c}, kBrown{0x24, 0x1a, 0x12}, kHole{0x08, 0x09, 0x0b},
    kSight{0xd9, 0xc9, 0xa8}, kWhite{0xff, 0xff, 0xff};

Color felt(const std::string& game) {
  if (game == "pool") return {0x1f, 0x6f, 0xa3};
  if (game == "snooker") return {0x1d, 0x7a, 0x4c};
  if (game == "carom") return {0x2a, 0x6c, 0xb0};
  return {0x23, 0x73, 0x5c};
}

Outline arc(const Vec2& center, double radius, double from, double turn, int parts) {
  Outline points;
  for (int k = 0; k <= parts; ++k)
    points.push_back(center + radius * Vec2{std::cos(from + turn * k / parts), std::sin(from + turn * k / parts)});
  return points;
}

Outline circle(const Vec2& center, double radius) {
  Outline points = arc(center, radius, 0, 2 * std::numbers::pi, 96);
  points.pop_back();
  return points;
}

Outline points_of(const CushionPart& part) {
  constexpr int kParts = 48;
  if (part.shape == CushionPart::Shape::line) return {part.from, part.to};
  const Vec2 a = part.from - part.center, b = part.to - part.center;
  double turn = std::atan2(cross(a, b), dot(a, b));
  if (part.shape == CushionPart::Shape::concave_arc && turn <= 0) turn += 2 * std::numbers::pi;
  if (part.shape == CushionPart::Shape::convex_arc && turn >= 0) turn -= 2 * std::numbers::pi;
  return arc(part.center, part.radius, std::atan2(a.y, a.x), turn, kParts);
}

void append(Outline& to, const Outline& points) {
  for (const Vec2& p : points)
    if (to.empty() || norm(to.back() - p) > 1e-9) to.push_back(p);
}

/// Closed loops, the first point not again at the end.
std::vector<Outline> loops_of(const std::vector<CushionPart>& parts) {
  std::vector<Outline> loops;
  bool closed = true;
  for (const CushionPart& part : parts) {
    if (closed) loops.emplace_back();
    append(loops.back(), points_of(part));
    closed = norm(loops.back().front() - part.to) < 1e-9;
    if (closed) loops.back().pop_back();
  }
  return loops;
}

/// The rubber between the backs of two pockets.
std::vector<Outline> runs_of(const Table& table) {
  const auto is_back = [](const CushionPart& part) { return part.name.ends_with(" back"); };
  const auto& parts = table.cushions;
  const auto first = std::find_if(parts.begin(), parts.end(), is_back);
  std::vector<Outline> runs;
  if (table.pockets.empty() || first == parts.end()) return runs;
  bool after_back = true;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const CushionPart& part = parts[(static_cast<std::size_t>(first - parts.begin()) + k) % parts.size()];
    if (!is_back(part) && after_back) runs.emplace_back();
    if (!is_back(part)) append(runs.back(), points_of(part));
    after_back = is_back(part);
  }
  return runs;
}

/// So far to the right of an anticlockwise loop: outside.
Outline outside(const Outline& loop, double by) {
  Outline moved;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec2 before = loop[k] - loop[(k + loop.size() - 1) % loop.size()],
               after = loop[(k + 1) % loop.size()] - loop[k];
    const Vec2 a = Vec2{before.y, -before.x} / norm(before), b = Vec2{after.y, -after.x} / norm(after);
    moved.push_back(loop[k] + by / (1 + dot(a, b)) * (a + b));
  }
  return moved;
}

Outline rounded(const Vec2& low, const Vec2& high, double radius) {
  Outline points;
  const std::array<Vec2, 4> centers{Vec2{high.x - radius, high.y - radius},
                                    {low.x + radius, high.y - radius},
                                    {low.x + radius, low.y + radius},
                                    {high.x - radius, low.y + radius}};
  for (std::size_t k = 0; k < 4; ++k)
    append(points, arc(centers[k], radius, static_cast<double>(k) * std::numbers::pi / 2, std::numbers::pi / 2, 12));
  return points;
}

bool contains(const Outline& loop, const Vec2& p) {
  bool inside = false;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec2 a = loop[k], b = loop[(k + 1) % loop.size()];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

std::vector<Vec3> at_height(const Outline& loop, double z) {
  std::vector<Vec3> points;
  for (const Vec2& p : loop) points.push_back({p.x, p.y, z});
  return points;
}

/// As what is left out of a region.
std::vector<Vec3> hole(Outline loop, double z) {
  std::reverse(loop.begin(), loop.end());
  return at_height(loop, z);
}

Vec3 raised(const Vec2& p, double z) {
  return {p.x, p.y, z};
}

/// The upright faces below the points of a loop or chain, down to a height.
void put_wall(Stage& stage, const std::vector<Vec3>& tops, bool closed, double bottom, const Surface& surface) {
  for (std::size_t k = 0; k + (closed ? 0 : 1) < tops.size(); ++k) {
    const Vec3 a = tops[k], b = tops[(k + 1) % tops.size()];
    const std::array<Vec3, 4> face{a, b, Vec3{b.x, b.y, bottom}, {a.x, a.y, bottom}};
    stage.face(face, surface);
  }
}

Surface plain(const Light& color, double gloss = 0) {
  return {[color](const Vec3&) { return color; }, gloss};
}

/// Between −1 and 1, of its own at each whole place.
double noise_at(double x, double y) {
  auto h = static_cast<std::uint64_t>(static_cast<std::int64_t>(x)) * 0x9e3779b97f4a7c15U ^
           static_cast<std::uint64_t>(static_cast<std::int64_t>(y)) * 0xc2b2ae3d27d4eb4fU;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9U;
  h = (h ^ h >> 32) * 0x94d049bb133111ebU;
  return static_cast<double>(h >> 11) * 0x1p-52 - 1;
}

double noise(double x, double y) {
  const double i = std::floor(x), j = std::floor(y), u = x - i, v = y - j;
  const double s = u * u * (3 - 2 * u), t = v * v * (3 - 2 * v);
  return std::lerp(std::lerp(noise_at(i, j), noise_at(i + 1, j), s),
                   std::lerp(noise_at(i, j + 1), noise_at(i + 1, j + 1), s), t);
}

/// Fibres along `along`, in m.
double grain(double along, double across) {
  return 0.5 * noise(3 * along, 70 * across) + 0.3 * noise(9 * along, 260 * across) +
         0.2 * noise(1.3 * along + 40, 18 * across);
}

}  // namespace

TableModel::TableModel(const Table& table)
    : table_(&table),
      nose_(table.materials.front().height),
      rail_(kRailRise * nose_),
      runs_(runs_of(table)),
      outline_(loops_of(table.cushions).front()),
      cloth_(light_of(felt(table.game))) {
  for (const Loop& run : runs_) append(opening_, {run.front(), run.back()});
  if (runs_.empty()) opening_ = outside(outline_, kBandWidth);
  edge_ = outside(opening_, 0.09);
  if (!table.game.empty()) {
    Vec2 low = outline_[0], high = outline_[0];
    for (const Loop* loop : {&outline_, &opening_})
      for (const Vec2& p : *loop) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
      }
    const double margin = runs_.empty() ? kRailWidth : 0.85 * kRailWidth;
    edge_ = rounded(low - Vec2{margin, margin}, high + Vec2{margin, margin}, 0.9 * kRailWidth);
  }
  extent_ = {raised(edge_[0], 0), raised(edge_[0], rail_)};
  for (const Vec2& p : edge_) {
    extent_.low = {std::min(extent_.low.x, p.x), std::min(extent_.low.y, p.y), 0};
    extent_.high = {std::max(extent_.high.x, p.x), std::max(extent_.high.y, p.y), rail_};
  }
}

void TableModel::put_on(Stage& stage) const {
  put_wood(stage);
  put_cloth(stage);
  for (const Loop& run : runs_) put_rubber(stage, run);
  if (runs_.empty()) put_band(stage, outline_);
  put_pockets(stage);
  put_obstacles(stage);
  if (!table_->game.empty()) put_sights(stage);
  put_marks(stage);
}

void TableModel::put_wood(Stage& stage) const {
  const Vec3 half = 0.5 * (extent_.high - extent_.low);
  const Vec3 middle = 0.5 * (extent_.low + extent_.high);
  const Light light = light_of(kWood), dark = light_of(kDarkWood);
  const auto color = [half, middle, light, dark](const Vec3& p) {
    const Vec2 q{p.x - middle.x, p.y - middle.y};
    const bool end = half.x - std::abs(q.x) < half.y - std::abs(q.y);
    const double t = 0.42 + 0.55 * (end ? grain(q.y + 9, q.x) : grain(q.x, q.y));
    return light + std::clamp(t, 0.0, 1.0) * (dark - light);
  };
  std::vector<std::vector<Vec3>> loops{at_height(edge_, rail_), hole(opening_, rail_)};
  for (const Pocket& pocket : table_->pockets) loops.push_back(hole(circle(pocket.center, pocket.radius), rail_));
  stage.region(loops, {color, 0.05});
  put_wall(stage, at_height(edge_, rail_), true, -kSideHeight, plain(dark));
}

/// Darker beside the cushions, which take light away there.
void TableModel::put_cloth(Stage& stage) const {
  std::vector<std::vector<Vec3>> loops{at_height(opening_, 0)};
  for (const Pocket& pocket : table_->pockets) loops.push_back(hole(circle(pocket.center, pocket.radius), 0));
  stage.region(loops, {[this](const Vec3& p) {
                         const double open = std::max(0.0, clearance(*table_, {p.x, p.y}));
                         const double fibres =
                             1 + 0.05 * noise(420 * p.x, 420 * p.y) + 0.03 * noise(60 * p.x, 60 * p.y);
                         return fibres * (1 - 0.5 * std::exp(-open / (0.5 * nose_))) * cloth_;
                       },
                       0});
}

/// Its top goes evenly up from the nose to the wood: a plane where the nose is straight. Holes are cut out of it.
void TableModel::put_rubber(Stage& stage, const Loop& run) const {
  const Vec2 way = (run.back() - run.front()) / norm(run.back() - run.front());
  const auto depth = [&](const Vec2& p) { return cross(way, p - run.front()); };
  double deepest = 0;
  for (const Vec2& p : run) deepest = std::max(deepest, depth(p));
  const auto on_top = [&](const Loop& points) {
    std::vector<Vec3> top;
    for (const Vec2& p : points) top.push_back(raised(p, std::lerp(rail_, nose_, depth(p) / deepest)));
    return top;
  };
  Loops loops{on_top({run.rbegin(), run.rend()})};
  for (const Pocket& pocket : table_->pockets) {
    loops.push_back(on_top(circle(pocket.center, pocket.radius)));
    std::reverse(loops.back().begin(), loops.back().end());
  }
  stage.region(loops, plain(kRubberLight * cloth_));
  put_wall(stage, on_top(run), false, 0, plain(kWallLight * cloth_));
}

/// Rubber of one width all around, where there are no runs. Over a pocket there is none.
void TableModel::put_band(Stage& stage, const Loop& nose) const {
  const auto over_pocket = [this](const Vec2& p) {
    return std::any_of(table_->pockets.begin(), table_->pockets.end(),
                       [&](const Pocket& pocket) { return norm(p - pocket.center) < pocket.radius; });
  };
  for (std::size_t k = 0; k < nose.size(); ++k) {
    const std::size_t next = (k + 1) % nose.size();
    Loops loops{
        {raised(nose[k], nose_), raised(nose[next], nose_), raised(opening_[next], rail_), raised(opening_[k], rail_)}};
    for (const Pocket& pocket : table_->pockets)
      loops.push_back(hole(circle(pocket.center, pocket.radius), 0.5 * (nose_ + rail_)));
    std::reverse(loops[0].begin(), loops[0].end());
    stage.region(loops, plain(kRubberLight * cloth_));
    const double pieces = table_->pockets.empty() ? 1 : std::ceil(norm(nose[next] - nose[k]) / kWallPiece);
    for (double i = 0; i < pieces; ++i) {
      const Vec2 a = nose[k] + i / pieces * (nose[next] - nose[k]);
      const Vec2 b = nose[k] + (i + 1) / pieces * (nose[next] - nose[k]);
      if (!over_pocket(0.5 * (a + b)))
        put_wall(stage, {raised(a, nose_), raised(b, nose_)}, false, 0, plain(kWallLight * cloth_));
    }
  }
}

void TableModel::put_pockets(Stage& stage) const {
  const Light brown = light_of(kBrown), black = light_of(kHole);
  const Surface wall{[=](const Vec3& p) { return p.z > 0 ? brown : std::exp(p.z / 0.03) * brown; }, 0};
  for (const Pocket& pocket : table_->pockets) {
    const Loop edge = circle(pocket.center, pocket.radius);
    stage.region(Loops{at_height(circle(pocket.center, kLeather * pocket.radius), rail_ + kSliver),
                       hole(edge, rail_ + kSliver), hole(opening_, rail_ + kSliver)},
                 plain(brown, 0.03));
    for (std::size_t k = 0; k < edge.size(); ++k) {
      const Vec2 a = edge[k], b = edge[(k + 1) % edge.size()];
      const double top = contains(opening_, 0.5 * (a + b)) ? 0 : rail_;
      put_wall(stage, {raised(a, top), raised(b, top)}, false, -kPocketDepth, wall);
    }
    stage.region(Loops{at_height(edge, -kPocketDepth)}, plain(0.2 * black));
  }
}

void TableModel::put_obstacles(Stage& stage) const {
  for (const Loop& loop : loops_of(table_->obstacles)) {
    stage.region(Loops{at_height(loop, rail_)}, plain(kRubberLight * cloth_));
    put_wall(stage, at_height(loop, rail_), true, 0, plain(kWallLight * cloth_));
  }
}

/// Eighths of the length, quarters of the width.
void TableModel::put_sights(Stage& stage) const {
  Vec2 half{};
  for (const CushionPart& part : table_->cushions)
    if (!part.is_jaw)
      for (const Vec2& p : {part.from, part.to})
        half = {std::max(half.x, std::abs(p.x)), std::max(half.y, std::abs(p.y))};
  const auto put = [&](const Vec2& p) {
    stage.region(Loops{at_height(circle(p, 0.007), rail_ + kSliver)}, plain(light_of(kSight)));
  };
  for (const double side : {-1.0, 1.0}) {
    for (int k = -3; k <= 3; ++k)
      if (k != 0 || table_->pockets.empty()) put({k * half.x / 4, side * (half.y + kRailWidth)});
    for (int k = -1; k <= 1; ++k) put({side * (half.x + kRailWidth), k * half.y / 2});
  }
}

void TableModel::put_marks(Stage& stage) const {
  const Surface chalk = plain(cloth_ + 0.3 * (light_of(kWhite) - cloth_));
  const auto line = [&](const Vec2& a, const Vec2& b) {
    const Vec2 side = kMarkWidth / 2 / norm(b - a) * Vec2{a.y - b.y, b.x - a.x};
    stage.region(Loops{at_height({a + side, a - side, b - side, b + side}, kSliver)}, chalk);
  };
  for (const TableLine& one : table_->lines) line(one.from, one.to);
  if (const auto& d = table_->d_area) {
    const Loop points =
        arc(d->center, d->radius, std::atan2(d->towards.y, d->towards.x) - std::numbers::pi / 2, std::numbers::pi, 64);
    for (std::size_t k = 0; k + 1 < points.size(); ++k) line(points[k], points[k + 1]);
  }
  for (const Spot& spot : table_->spots) stage.region(Loops{at_height(circle(spot.position, 0.006), kSliver)}, chalk);
}

}  // namespace carom::io
