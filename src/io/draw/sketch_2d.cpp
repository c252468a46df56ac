#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/draw/density.hpp"
#include "io/draw/outline.hpp"
#include "io/draw/placed_body.hpp"
#include "io/draw/sketch.hpp"
#include "io/draw/wrapped.hpp"

namespace carom::io {
namespace {

constexpr double kPadding = 30;
constexpr std::size_t kShadedBalls = 3000;
constexpr double kHatchGap = 8;
constexpr int kMostHatches = 400;  // of an edge
constexpr Color kPocket{0x0d, 0x0f, 0x11};
constexpr double kMostCrossings = 500;  // of a periodic box by one straight piece of path
// More than this is drawn as an image: librsvg takes long for many elements, and refuses more than a million.
constexpr std::size_t kMostBalls = 12'000;
constexpr std::size_t kBallsInDetail = 200'000;  // of more, two pixels per unit only make a larger file
constexpr double kMostWork = 12'000;             // of obstacles: elements, and areas of kAreaPerElement
constexpr double kAreaPerElement = 8'000;        // takes as long to fill
constexpr std::size_t kMostHalfSpaces = 90;      // beside an image
constexpr double kMostPathPieces = 30'000;
// A path of many pieces is written in parts: cairo strokes a path of thousands far slower than its parts.
constexpr int kPiecesPerPath = 100;
// In an image small balls are no smaller than these units of the page, and take no more than this share of it.
constexpr double kLeastRadius = 1.2;
constexpr double kMostCover = 0.35;
constexpr double kThinLine = 1;
constexpr std::size_t kMostCells = 10'000;  // that are marked

Color readable(Color color, bool on_felt) {
  constexpr Color kWhite{255, 255, 255}, kBlack{0, 0, 0};
  if (on_felt) return mix(color, kWhite, luminance(color) < 0.2 ? 0.55 : 0.25);
  return luminance(color) > 0.45 ? mix(color, kBlack, 0.3) : color;
}

/// One drawing of a plane world.
class Plane {
 public:
  Plane(Svg& svg, const Sketch<2>& sketch, const Frame2& frame) : svg_(svg), sketch_(sketch), frame_(frame) {
    table_ = table_outline(*sketch.world, sketch.cast.obstacles);
    rail_ = table_.empty() ? 0 : 1.55 * pocket_radius();
    const Vec2 size = sketch.extent.high - sketch.extent.low + Vec2{2 * rail_, 2 * rail_};
    scale_ = std::min((frame.width - 2 * kPadding) / size.x, (frame.height - 2 * kPadding) / size.y);
    middle_ = 0.5 * (sketch.extent.low + sketch.extent.high);
  }

  Drawn draw() {
    drawn_.scale = scale_;
    draw_ground();
    draw_obstacles();
    if (sketch_.world->options().period) clip_to_box();
    draw_cells();
    draw_paths();
    draw_starts();
    draw_balls();
    draw_forces();
    draw_contacts();
    if (sketch_.world->options().period) svg_.close("g");
    return std::move(drawn_);
  }

 private:
  Vec2 at(const Vec2& p) const {
    return {frame_.x + frame_.width / 2 + scale_ * (p.x - middle_.x),
            frame_.y + frame_.height / 2 - scale_ * (p.y - middle_.y)};
  }

  double pocket_radius() const {
    for (const BodyId id : sketch_.cast.obstacles)
      if (const Body<2> body = sketch_.world->body(id); body.response == Response::pocket)
        return std::get<Circle>(body.shape).radius;
    return 0;
  }

  std::string points(const std::vector<Vec2>& corners) const {
    std::string text;
    for (const Vec2& corner : corners) text += (text.empty() ? "" : " ") + px(at(corner));
    return text;
  }

  void draw_ground() {
    if (!table_.empty()) {
      const std::string outline = points(table_);
      svg_.add("polygon", {{"points", outline},
                           {"fill", hex(ink::kRail)},
                           {"stroke", hex(ink::kRail)},
                           {"stroke-width", px(2 * rail_ * scale_)},
                           {"stroke-linejoin", "round"}});
      svg_.add("polygon", {{"points", outline},
                           {"fill", hex(ink::kFelt)},
                           {"stroke", hex(ink::kFelt)},
                           {"stroke-width", px(0.5 * rail_ * scale_)},
                           {"stroke-linejoin", "round"}});
    } else if (const auto period = sketch_.world->options().period) {
      svg_.add("polygon", {{"points", points({{0, 0}, {period->x, 0}, *period, {0, period->y}})},
                           {"fill", hex(ink::kPaper)},
                           {"stroke", hex(ink::kLine)},
                           {"stroke-dasharray", "5 5"}});
    }
  }

  void clip_to_box() {
    const Vec2 sides = scale_ * *sketch_.world->options().period, corner = at({0, 0});
    svg_.open("clipPath", {{"id", "period"}});
    svg_.add("rect",
             {{"x", px(corner.x)}, {"y", px(corner.y - sides.y)}, {"width", px(sides.x)}, {"height", px(sides.y)}});
    svg_.close("clipPath");
    svg_.open("g", {{"clip-path", "url(#period)"}});
  }

  // Cells.

  void draw_cells() {
    if (!sketch_.scene->cells) return;
    const ShownCells<2>& grid = *sketch_.scene->cells;
    svg_.open("g", {{"id", "cells"}, {"fill", "none"}, {"stroke-linejoin", "round"}});
    draw_grid(grid);
    std::size_t left = kMostCells;
    for (const CellMark<2>& mark : sketch_.cells) draw_mark(grid, mark, left);
    if (left == 0) tell(fmt::format("{} marked cells", kMostCells), "further marked cells");
    for (const Aabb2& region : grid.regions)
      svg_.add("polygon", {{"points", points(corners_of(region))},
                           {"stroke", hex(ink::kText)},
                           {"stroke-width", "1.6"},
                           {"stroke-dasharray", "6 4"}});
    for (const Segment2& cast : grid.casts) {
      svg_.line(at(cast.from), at(cast.to), {{"stroke", hex(ink::kText)}, {"stroke-width", "1.8"}});
      svg_.add("polygon", {{"points", arrow_head(at(cast.from), at(cast.to))}, {"fill", hex(ink::kText)}});
    }
    svg_.close("g");
  }

  void draw_grid(const ShownCells<2>& grid) {
    const Aabb2 box = grid_box(grid);
    std::string path;
    for (int k = 0; k <= grid.counts[0]; ++k) {
      const double x = grid.low.x + k * grid.side.x;
      path += "M" + px(at({x, box.low.y})) + "L" + px(at({x, box.high.y}));
    }
    for (int k = 0; k <= grid.counts[1]; ++k) {
      const double y = grid.low.y + k * grid.side.y;
      path += "M" + px(at({box.low.x, y})) + "L" + px(at({box.high.x, y}));
    }
    svg_.add("path", {{"d", path}, {"stroke", hex(ink::kCell)}, {"stroke-width", "0.8"}});
  }

  /// As far as there are cells left to draw.
  void draw_mark(const ShownCells<2>& grid, const CellMark<2>& mark, std::size_t& left) {
    std::string path;
    for (const CellAt<2>& cell : cells_now(mark, *sketch_.world)) {
      if (left == 0) break;
      --left;
      const std::vector<Vec2> corners = corners_of(cell_box(grid, cell));
      path += "M" + px(at(corners[0])) + "H" + px(at(corners[1]).x) + "V" + px(at(corners[2]).y) + "H" +
              px(at(corners[3]).x) + "Z";
    }
    if (path.empty()) return;
    svg_.add("path", {{"d", path},
                      {"fill", hex(mark.color)},
                      {"fill-opacity", "0.2"},
                      {"stroke", hex(mark.color)},
                      {"stroke-opacity", "0.75"},
                      {"stroke-width", "1.2"}});
  }

  static std::vector<Vec2> corners_of(const Aabb2& box) {
    return {box.low, {box.high.x, box.low.y}, box.high, {box.low.x, box.high.y}};
  }

  // Obstacles.

  void draw_obstacles() {
    svg_.open("g", {{"id", "obstacles"}, {"stroke-linecap", "round"}});
    double work = 0;
    for (const BodyId id : sketch_.cast.obstacles) work += work_of(placed_body(*sketch_.world, id).shape);
    if (work > kMostWork)
      draw_obstacle_image();
    else
      for (const BodyId id : sketch_.cast.obstacles) draw_obstacle(id);
    svg_.close("g");
  }

  /// Of drawing it as elements, one of which is 1.
  double work_of(const Shape<2>& shape) const {
    const double page = frame_.width * frame_.height;
    if (std::holds_alternative<HalfSpace2>(shape)) return 2 + page / kAreaPerElement;
    if (const auto* box = std::get_if<Aabb2>(&shape)) return 1 + std::min(page, area(*box)) / kAreaPerElement;
    double work = 1;
    visit_edges(shape, [&](const Segment2& edge) {
      work += 1 + (edge.sides == Sides::front ? std::min(length(edge) / kHatchGap, 1.0 * kMostHatches) : 0);
    });
    std::vector<Vec2> filled = solid_outline(shape);
    if (const auto* polygon = std::get_if<Polygon>(&shape)) filled = polygon->vertices;
    Extent<2> box;
    for (const Vec2& vertex : filled) box.add(vertex);
    return work + std::min(page, area(box.box)) / kAreaPerElement;
  }

  double area(const Aabb2& box) const { return scale_ * (box.high.x - box.low.x) * scale_ * (box.high.y - box.low.y); }
  double length(const Segment2& edge) const { return scale_ * norm(edge.to - edge.from); }

  template <class Visit>
  static void visit_edges(const Shape<2>& shape, Visit&& visit) {
    if (const auto* segment = std::get_if<Segment2>(&shape)) visit(*segment);
    if (const auto* polygon = std::get_if<Polygon>(&shape))
      for (int k = 0; k < polygon->edge_count(); ++k) visit(polygon->edge(k));
    if (const auto* box = std::get_if<Aabb2>(&shape)) {
      const Vec2 corners[] = {box->low, {box->high.x, box->low.y}, box->high, {box->low.x, box->high.y}};
      for (std::size_t k = 0; k < 4; ++k) visit(Segment2{corners[k], corners[(k + 1) % 4]});
    }
    if (const auto* arc = std::get_if<Arc>(&shape)) {
      const std::vector<Vec2> line = outline(*arc);
      for (std::size_t k = 0; k + 1 < line.size(); ++k) visit(Segment2{line[k], line[k + 1]});
    }
    const std::vector<Vec2> solid = solid_outline(shape);
    for (std::size_t k = 0; k < solid.size(); ++k) visit(Segment2{solid[k], solid[(k + 1) % solid.size()]});
  }

  /// Of a capsule or convex polygon.
  static std::vector<Vec2> solid_outline(const Shape<2>& shape) {
    if (const auto* capsule = std::get_if<Capsule2>(&shape)) return outline(*capsule);
    if (const auto* polygon = std::get_if<ConvexPolygon>(&shape)) return polygon->vertices;
    return {};
  }

  /// The outlines of all of them, or of every so many-th.
  void draw_obstacle_image() {
    std::vector<BodyId> half_spaces, others;
    for (const BodyId id : sketch_.cast.obstacles)
      (std::holds_alternative<HalfSpace2>(sketch_.world->body(id).shape) ? half_spaces : others).push_back(id);
    const std::size_t of_half_spaces = 1 + half_spaces.size() / kMostHalfSpaces;
    for (std::size_t k = 0; k < half_spaces.size(); k += of_half_spaces) draw_obstacle(half_spaces[k]);
    double ink = 0;  // in pixels
    for (const BodyId id : others)
      visit_edges(sketch_.world->body(id).shape, [&](const Segment2& edge) {
        ink += kPixelsPerUnit * (kPixelsPerUnit * kThinLine + 1) * std::min(length(edge), frame_.width + frame_.height);
      });
    const std::size_t stride = stride_for(ink);
    Density image(frame_);
    for (std::size_t k = 0; k < others.size(); k += stride) paint(others[k], image);
    svg_.image(image.pixels());
    tell(fmt::format("obstacles: outlines only{}", stride > 1 ? fmt::format(", one in {}", stride) : ""),
         fmt::format("the insides and backs of obstacles{}",
                     stride > 1 ? fmt::format("; all but one in {} of them", stride) : ""));
    if (of_half_spaces > 1)
      tell(fmt::format("one half-space in {}", of_half_spaces),
           fmt::format("all but one in {} half-spaces", of_half_spaces));
  }

  void paint(BodyId id, Density& image) const {
    const Body<2> body = placed_body(*sketch_.world, id);
    const Color color = sketch_.looks[id].color;
    if (const auto* pocket = std::get_if<Circle>(&body.shape))
      image.disc(at(pocket->center), scale_ * pocket->radius, kPocket);
    visit_edges(body.shape,
                [&](const Segment2& edge) { image.line(at(edge.from), at(edge.to), kThinLine, edge_color(color)); });
  }

  void tell(std::string note, std::string left_out = "") {
    drawn_.notes.push_back(std::move(note));
    if (!left_out.empty()) drawn_.left_out.push_back(std::move(left_out));
  }

  void draw_obstacle(BodyId id) {
    const Body<2> body = placed_body(*sketch_.world, id);
    const Color color = sketch_.looks[id].color;
    if (const auto* plane = std::get_if<HalfSpace2>(&body.shape)) draw_half_space(*plane);
    if (const auto* box = std::get_if<Aabb2>(&body.shape)) draw_box(*box, color);
    if (const auto solid = solid_outline(body.shape); !solid.empty()) draw_solid(solid, color);
    if (const auto* segment = std::get_if<Segment2>(&body.shape)) draw_edge(*segment, color);
    if (const auto* arc = std::get_if<Arc>(&body.shape)) draw_arc(*arc, color);
    if (const auto* polygon = std::get_if<Polygon>(&body.shape)) draw_polygon(*polygon, color);
    if (const auto* pocket = std::get_if<Circle>(&body.shape)) draw_pocket(*pocket);
  }

  void draw_half_space(const HalfSpace2& plane) {
    const double reach = 2 * (frame_.width + frame_.height) / scale_;
    const Vec2 along{-plane.normal.y, plane.normal.x};
    const Vec2 foot = middle_ + (plane.offset - dot(plane.normal, middle_)) * plane.normal;
    const Vec2 a = foot + reach * along, b = foot - reach * along, deep = -reach * plane.normal;
    svg_.add("polygon", {{"points", points({a, b, b + deep, a + deep})}, {"fill", hex(ink::kSolid)}});
    svg_.line(at(a), at(b), {{"stroke", hex(ink::kEdge)}, {"stroke-width", "1.5"}});
  }

  void draw_box(const Aabb2& box, Color color) {
    const Vec2 corner = at({box.low.x, box.high.y});
    svg_.add("rect", {{"x", px(corner.x)},
                      {"y", px(corner.y)},
                      {"width", px(scale_ * (box.high.x - box.low.x))},
                      {"height", px(scale_ * (box.high.y - box.low.y))},
                      {"fill", hex(color)},
                      {"fill-opacity", "0.22"},
                      {"stroke", hex(color)},
                      {"stroke-width", "1.5"}});
  }

  void draw_solid(const std::vector<Vec2>& corners, Color color) {
    svg_.add("polygon", {{"points", points(corners)},
                         {"fill", hex(color)},
                         {"fill-opacity", "0.22"},
                         {"stroke", hex(color)},
                         {"stroke-width", "1.5"}});
  }

  void draw_edge(const Segment2& edge, Color color) {
    if (edge.sides == Sides::front && table_.empty()) draw_back(edge, color);
    svg_.line(at(edge.from), at(edge.to),
              {{"stroke", hex(edge_color(color))}, {"stroke-width", is_cushion(color) ? "3" : "2.4"}});
  }

  void draw_arc(const Arc& arc, Color color) {
    svg_.add("polyline", {{"points", points(outline(arc))},
                          {"fill", "none"},
                          {"stroke", hex(edge_color(color))},
                          {"stroke-width", is_cushion(color) ? "3" : "2.4"},
                          {"stroke-linejoin", "round"}});
  }

  bool is_cushion(Color color) const { return !table_.empty() && color == ink::kEdge; }
  Color edge_color(Color color) const { return is_cushion(color) ? ink::kCushion : color; }

  /// Hatches the back of a one-sided edge.
  void draw_back(const Segment2& edge, Color color) {
    const Vec2 from = at(edge.from), to = at(edge.to);
    const double length = norm(to - from);
    const Vec2 along = (to - from) / length, back{-along.y, along.x};
    const int count = std::clamp(static_cast<int>(length / kHatchGap), 1, kMostHatches);
    std::string path;
    for (int k = 0; k <= count; ++k) {
      const Vec2 foot = from + (length * k / count) * along;
      path += "M" + px(foot) + "L" + px(foot + 6.0 * back - 4.0 * along);
    }
    svg_.add("path", {{"d", path}, {"stroke", hex(color)}, {"stroke-opacity", "0.5"}, {"fill", "none"}});
  }

  void draw_polygon(const Polygon& polygon, Color color) {
    if (!table_.empty() && !polygon.closed)
      svg_.add("polygon", {{"points", points(polygon.vertices)}, {"fill", hex(color)}});
    if (polygon.closed && polygon.sides == Sides::two)
      svg_.add("polygon", {{"points", points(polygon.vertices)}, {"fill", hex(color)}, {"fill-opacity", "0.12"}});
    for (int k = 0; k < polygon.edge_count(); ++k) draw_edge(polygon.edge(k), color);
  }

  void draw_pocket(const Circle& pocket) {
    svg_.circle(at(pocket.center), scale_ * pocket.radius,
                {{"fill", hex(kPocket)}, {"stroke", "#ffffff"}, {"stroke-opacity", "0.16"}, {"stroke-width", "1.2"}});
  }

  // Paths.

  void draw_paths() {
    const History<2>& history = *sketch_.history;
    svg_.open("g", {{"id", "paths"}, {"fill", "none"}, {"stroke-linecap", "round"}, {"stroke-linejoin", "round"}});
    const bool crowded = history.key_count() > 20 * history.balls().size();
    const double pieces = static_cast<double>(std::max<std::size_t>(history.key_count(), 1));
    most_crossings_ = std::clamp(std::floor(kMostPathPieces / pieces), 1.0, kMostCrossings);
    bool whole = true;
    for (std::size_t slot = 0; slot < history.balls().size(); ++slot) {
      const Color color =
          sketch_.by_speed ? ink::kText : readable(sketch_.looks[history.balls()[slot]].color, !table_.empty());
      Path path;
      whole = append_path(path, history.keys(slot), end_of(slot)) && whole;
      for (const std::string& part : path.parts)
        svg_.add("path", {{"d", part},
                          {"stroke", hex(color)},
                          {"stroke-width", crowded ? "1" : "1.7"},
                          {"stroke-opacity", crowded ? "0.6" : "0.85"}});
    }
    svg_.close("g");
    if (!whole) tell("long paths cut short", "the ends of paths that cross the box very often");
  }

  double end_of(std::size_t slot) const {
    for (const End& end : sketch_.history->ends())
      if (end.ball == slot) return end.time;
    return sketch_.world->time();
  }

  /// A path as SVG writes it, in parts of so many pieces.
  struct Path {
    std::vector<std::string> parts{};
    int pieces = 0;  ///< of the last part

    /// One more piece, from where the last one ended unless it `jumps`.
    void add(const std::string& from, const std::string& piece, bool jumps) {
      if (parts.empty() || pieces == kPiecesPerPath) {
        parts.emplace_back("M" + from);
        pieces = 0;
      } else if (jumps) {
        parts.back() += "M" + from;
      }
      parts.back() += piece;
      ++pieces;
    }
  };

  /// Whether the path is whole.
  bool append_path(Path& path, const std::vector<Key<2>>& keys, double end) const {
    bool whole = true;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const Key<2>& key = keys[k];
      const bool last = k + 1 == keys.size();
      const double span = (last ? end : keys[k + 1].time) - key.time;
      if (span <= 0) continue;
      const Vec2 to = last || key.followed ? key.position_after(span) : keys[k + 1].position;
      if (is_zero(to - key.position) && is_zero(key.motion.velocity)) continue;
      if (const auto period = sketch_.world->options().period)
        whole = append_wrapped(path, key.position, to, *period, key.followed) && whole;
      else
        append_piece(path, key, span, to);
    }
    return whole;
  }

  /// A parabola is a quadratic Bézier curve: its middle point is where the tangents at the two ends meet, x + ½ v τ.
  void append_piece(Path& path, const Key<2>& key, double span, const Vec2& to) const {
    const bool curved = key.followed && !is_zero(key.motion.acceleration);
    const std::string middle = curved ? px(at(key.position + (0.5 * span) * key.motion.velocity)) : "";
    path.add(px(at(key.position)), curved ? "Q" + middle + " " + px(at(to)) : "L" + px(at(to)), false);
  }

  /// A straight line through the copies of a periodic box, each piece moved into the box.
  bool append_wrapped(Path& path, const Vec2& from, Vec2 to, const Vec2& period, bool followed) const {
    if (!followed)
      for (int k = 0; k < 2; ++k) to[k] -= period[k] * std::round((to[k] - from[k]) / period[k]);
    return visit_wrapped(from, to, period, most_crossings_,
                         [&](const Vec2& a, const Vec2& b) { path.add(px(at(a)), "L" + px(at(b)), true); });
  }

  // Balls.

  void draw_starts() {
    svg_.open("g", {{"id", "starts"}});
    for (const Start<2>& start : sketch_.starts) {
      const Color color = readable(sketch_.looks[start.id].color, !table_.empty());
      svg_.circle(at(start.position), radius(start.radius),
                  {{"fill", hex(color)},
                   {"fill-opacity", "0.14"},
                   {"stroke", hex(color)},
                   {"stroke-opacity", "0.55"},
                   {"stroke-dasharray", "3 2.5"}});
    }
    svg_.close("g");
  }

  double radius(double r) const { return std::max(1.2, scale_ * r); }

  void draw_balls() {
    const std::vector<BodyId>& balls = sketch_.cast.balls;
    svg_.open("g", {{"id", "balls"}});
    if (balls.size() > kMostBalls)
      draw_ball_image();
    else
      for (const BodyId id : balls)
        visit_places(id, [&](const Vec2& place) { draw_ball(id, at(place), balls.size() <= kShadedBalls); });
    svg_.close("g");
  }

  void draw_ball_image() {
    const std::vector<BodyId>& balls = sketch_.cast.balls;
    const double page = frame_.width * frame_.height, count = static_cast<double>(balls.size());
    const double least = std::min(kLeastRadius, std::sqrt(kMostCover * page / count / 3.14));
    double painted = 0;  // pixels
    for (const BodyId id : balls) {
      const double r = std::max(least, scale_ * sketch_.world->radius(id));
      painted += std::min(page, 4 * (r + 1) * (r + 1)) * kPixelsPerUnit * kPixelsPerUnit;
    }
    const std::size_t stride = stride_for(painted);
    Density image(frame_, balls.size() > kBallsInDetail ? 1 : kPixelsPerUnit);
    for (std::size_t k = 0; k < balls.size(); k += stride) {
      const double r = std::max(least, scale_ * sketch_.world->radius(balls[k]));
      const Color color = sketch_.ball_color(balls[k]);
      visit_places(balls[k], [&](const Vec2& place) { image.disc(at(place), r, color); });
    }
    svg_.image(image.pixels());
    tell("balls as one image, each pixel their mean colour");
    if (stride > 1) tell(fmt::format("one ball in {}", stride), fmt::format("all but one in {} balls", stride));
  }

  /// Where the ball is, and its copies at the other sides of a periodic box where it sticks out.
  template <class Visit>
  void visit_places(BodyId id, Visit&& visit) const {
    std::array<Vec2, 4> list{sketch_.world->placement(id).position};
    std::size_t size = 1;
    const auto period = sketch_.world->options().period;
    const double r = sketch_.world->radius(id);
    for (int k = 0; period && k < 2; ++k)
      for (std::size_t i = 0, n = size; i < n; ++i) {
        Vec2 copy = list[i];
        if (copy[k] < r)
          copy[k] += (*period)[k];
        else if (copy[k] > (*period)[k] - r)
          copy[k] -= (*period)[k];
        if (copy != list[i]) list[size++] = copy;
      }
    for (std::size_t i = 0; i < size; ++i) visit(list[i]);
  }

  void draw_ball(BodyId id, const Vec2& center, bool shaded) {
    const World<2>& world = *sketch_.world;
    const Appearance look = sketch_.looks[id];
    const double r = radius(world.radius(id));
    const Color color = sketch_.ball_color(id);
    if (!shaded) {
      svg_.circle(center, r, {{"fill", hex(color)}});
      return;
    }
    constexpr Color kIvory{0xfa, 0xf7, 0xee}, kBlack{0, 0, 0};
    const bool striped = look.striped && !sketch_.by_speed;
    svg_.circle(center, r,
                {{"fill", svg_.ball_paint(striped ? kIvory : color)},
                 {"stroke", hex(mix(color, kBlack, 0.4))},
                 {"stroke-width", "0.7"}});
    if (striped) draw_stripe(center, r, color);
    if (sketch_.is_immovable(id) && r > 4) draw_anchor(center, r);
    if (!look.mark.empty() && r > 5) draw_mark(center, r, look);
  }

  void draw_stripe(const Vec2& c, double r, Color color) {
    const double half = 0.58 * r, reach = std::sqrt(r * r - half * half);
    const std::string arc = px(r) + "," + px(r) + " 0 0 1 ";
    const std::string path = "M" + px(Vec2{c.x - reach, c.y - half}) + "L" + px(Vec2{c.x + reach, c.y - half}) + "A" +
                             arc + px(Vec2{c.x + reach, c.y + half}) + "L" + px(Vec2{c.x - reach, c.y + half}) + "A" +
                             arc + px(Vec2{c.x - reach, c.y - half}) + "Z";
    svg_.add("path", {{"d", path}, {"fill", svg_.ball_paint(color)}});
  }

  /// Bodies that nothing moves carry a cross.
  void draw_anchor(const Vec2& c, double r) {
    const double s = 0.5 * r;
    svg_.add("path", {{"d", "M" + px(c - Vec2{s, s}) + "L" + px(c + Vec2{s, s}) + "M" + px(c - Vec2{s, -s}) + "L" +
                                px(c + Vec2{s, -s})},
                      {"stroke", "#ffffff"},
                      {"stroke-opacity", "0.75"},
                      {"stroke-width", px(std::max(1.0, 0.14 * r))},
                      {"stroke-linecap", "round"}});
  }

  void draw_mark(const Vec2& c, double r, const Appearance& look) {
    const bool number =
        std::all_of(look.mark.begin(), look.mark.end(), [](char digit) { return '0' <= digit && digit <= '9'; });
    if (number) svg_.circle(c, 0.52 * r, {{"fill", "#fdfcf8"}});
    const double size = number ? 0.66 * r : 0.85 * r;
    svg_.text({c.x, c.y + 0.36 * size}, look.mark,
              {{"font-size", px(size)},
               {"font-weight", "700"},
               {"text-anchor", "middle"},
               {"fill", number || luminance(look.color) > 0.35 ? "#15171b" : "#ffffff"}});
  }

  /// Force chains, where forces are observed: each contact that presses as a line between centres, as wide as it is
  /// strong.
  void draw_forces() {
    constexpr std::size_t kMostForces = 8'000;
    constexpr double kWidest = 4;  // times the mean force
    const std::vector<Observable>& observed = sketch_.scene->observe;
    if (std::find(observed.begin(), observed.end(), Observable::forces) == observed.end()) return;
    std::vector<ContactForce<2>> forces = sketch_.world->contact_forces();
    std::erase_if(forces, [](const ContactForce<2>& contact) { return !(contact.pressing > 0); });
    if (forces.empty() || forces.size() > kMostForces) return;
    double mean = 0;
    for (const ContactForce<2>& contact : forces) mean += contact.pressing / static_cast<double>(forces.size());
    svg_.open("g", {{"id", "forces"}, {"stroke", "#12324f"}, {"stroke-opacity", "0.8"}, {"stroke-linecap", "round"}});
    for (const ContactForce<2>& contact : forces) {
      const bool is_ball = contact.face == ContactState<2>::kBall;
      const Vec2 from = sketch_.world->placement(contact.a).position;
      const Vec2 to = is_ball ? sketch_.world->placement(contact.b).position : contact.point;
      double radius = sketch_.world->radius(contact.a);
      if (is_ball) radius = std::min(radius, sketch_.world->radius(contact.b));
      const double width = scale_ * radius * std::min(1.0, contact.pressing / (kWidest * mean));
      svg_.line(at(from), at(to), {{"stroke-width", px(std::max(0.3, width))}});
    }
    svg_.close("g");
    drawn_.notes.emplace_back("lines: forces of contacts, by width");
  }

  void draw_contacts() {
    const Color color = contact_color(sketch_);
    svg_.open("g", {{"id", "contacts"},
                    {"fill", hex(color)},
                    {"stroke", hex(table_.empty() ? ink::kPaper : ink::kFelt)},
                    {"stroke-width", "0.7"}});
    const double r = sketch_.contacts.size() > 400 ? 1.5 : 2.6;
    for (const Vec2& contact : sketch_.contacts) svg_.circle(at(contact), r);
    svg_.close("g");
  }

  Svg& svg_;
  const Sketch<2>& sketch_;
  Frame2 frame_;
  std::vector<Vec2> table_;
  double rail_ = 0;
  double scale_ = 1;
  Vec2 middle_{};
  double most_crossings_ = kMostCrossings;
  Drawn drawn_;
};

}  // namespace

Color contact_color(const Sketch<2>& sketch) {
  return table_outline(*sketch.world, sketch.cast.obstacles).empty() ? ink::kContact : Color{0xff, 0xc2, 0x4a};
}

double wanted_height(const Sketch<2>& sketch, double width) {
  const Vec2 size = sketch.extent.high - sketch.extent.low;
  return std::clamp(size.y / size.x * (width - 2 * kPadding) + 2 * kPadding, 0.2 * width, 0.85 * width);
}

Drawn draw(Svg& svg, const Sketch<2>& sketch, const Frame2& frame) {
  return Plane(svg, sketch, frame).draw();
}

}  // namespace carom::io
