#include <algorithm>
#include <cmath>

#include "io/draw/placed_body.hpp"
#include "io/draw/sketch.hpp"

namespace carom::io {
namespace {

constexpr double kPadding = 30;
constexpr std::size_t kShadedBalls = 3000;
constexpr double kHatchGap = 8;
constexpr double kMostCrossings = 500;  // of a periodic box by one straight piece of path

Color readable(Color color, bool on_felt) {
  constexpr Color kWhite{255, 255, 255}, kBlack{0, 0, 0};
  if (on_felt) return mix(color, kWhite, luminance(color) < 0.2 ? 0.55 : 0.25);
  return luminance(color) > 0.45 ? mix(color, kBlack, 0.3) : color;
}

/// One drawing of a plane world.
class Plane {
 public:
  Plane(Svg& svg, const Sketch<2>& sketch, const Frame2& frame) : svg_(svg), sketch_(sketch), frame_(frame) {
    table_ = table_outline(*sketch.world);
    rail_ = table_.empty() ? 0 : 1.55 * pocket_radius();
    const Vec2 size = sketch.extent.high - sketch.extent.low + Vec2{2 * rail_, 2 * rail_};
    scale_ = std::min((frame.width - 2 * kPadding) / size.x, (frame.height - 2 * kPadding) / size.y);
    middle_ = 0.5 * (sketch.extent.low + sketch.extent.high);
  }

  double draw() {
    draw_ground();
    draw_obstacles();
    if (sketch_.world->options().period) clip_to_box();
    draw_paths();
    draw_starts();
    draw_balls();
    draw_contacts();
    if (sketch_.world->options().period) svg_.close("g");
    return scale_;
  }

 private:
  Vec2 at(const Vec2& p) const {
    return {frame_.x + frame_.width / 2 + scale_ * (p.x - middle_.x),
            frame_.y + frame_.height / 2 - scale_ * (p.y - middle_.y)};
  }

  double pocket_radius() const {
    for (std::uint32_t i = 0; i < sketch_.world->body_count(); ++i)
      if (const Body<2>& body = sketch_.world->body(BodyId{i}); body.response == Response::pocket)
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

  // Obstacles.

  void draw_obstacles() {
    svg_.open("g", {{"id", "obstacles"}, {"stroke-linecap", "round"}});
    for (std::uint32_t i = 0; i < sketch_.world->body_count(); ++i) {
      if (!sketch_.world->present(BodyId{i})) continue;
      const Body<2> body = placed_body(*sketch_.world, BodyId{i});
      const Color color = sketch_.look(BodyId{i}).color;
      if (const auto* plane = std::get_if<HalfSpace2>(&body.shape)) draw_half_space(*plane);
      if (const auto* box = std::get_if<Aabb2>(&body.shape)) draw_box(*box, color);
      if (const auto* segment = std::get_if<Segment2>(&body.shape)) draw_edge(*segment, color);
      if (const auto* polygon = std::get_if<Polygon>(&body.shape)) draw_polygon(*polygon, color);
      if (const auto* ball = std::get_if<Circle>(&body.shape); ball && body.response == Response::pocket)
        draw_pocket(*ball);
    }
    svg_.close("g");
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

  void draw_edge(const Segment2& edge, Color color) {
    const bool cushion = !table_.empty() && color == ink::kEdge;
    if (edge.sides == Sides::front && table_.empty()) draw_back(edge, color);
    svg_.line(at(edge.from), at(edge.to),
              {{"stroke", hex(cushion ? ink::kCushion : color)}, {"stroke-width", cushion ? "3" : "2.4"}});
  }

  /// Hatches the back of a one-sided edge.
  void draw_back(const Segment2& edge, Color color) {
    const Vec2 from = at(edge.from), to = at(edge.to);
    const double length = norm(to - from);
    const Vec2 along = (to - from) / length, back{-along.y, along.x};
    const int count = std::clamp(static_cast<int>(length / kHatchGap), 1, 400);
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
                {{"fill", "#0d0f11"}, {"stroke", "#ffffff"}, {"stroke-opacity", "0.16"}, {"stroke-width", "1.2"}});
  }

  // Paths.

  void draw_paths() {
    const History<2>& history = *sketch_.history;
    svg_.open("g", {{"id", "paths"}, {"fill", "none"}, {"stroke-linecap", "round"}, {"stroke-linejoin", "round"}});
    for (std::size_t slot = 0; slot < history.balls().size(); ++slot) {
      const std::string path = path_of(history.keys(slot), end_of(slot));
      if (path.empty()) continue;
      const Color color =
          sketch_.by_speed ? ink::kText : readable(sketch_.look(history.balls()[slot]).color, !table_.empty());
      const bool crowded = history.key_count() > 20 * history.balls().size();
      svg_.add("path", {{"d", path},
                        {"stroke", hex(color)},
                        {"stroke-width", crowded ? "1" : "1.7"},
                        {"stroke-opacity", crowded ? "0.6" : "0.85"}});
    }
    svg_.close("g");
  }

  double end_of(std::size_t slot) const {
    for (const End& end : sketch_.history->ends())
      if (end.ball == slot) return end.time;
    return sketch_.world->time();
  }

  std::string path_of(const std::vector<Key<2>>& keys, double end) const {
    std::string path;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const Key<2>& key = keys[k];
      const bool last = k + 1 == keys.size();
      const double span = (last ? end : keys[k + 1].time) - key.time;
      if (span <= 0) continue;
      const Vec2 to = last || key.followed ? key.position_after(span) : keys[k + 1].position;
      if (is_zero(to - key.position) && is_zero(key.motion.velocity)) continue;
      if (const auto period = sketch_.world->options().period)
        append_wrapped(path, key.position, to, *period, key.followed);
      else
        append_piece(path, key, span, to);
    }
    return path;
  }

  /// A parabola is a quadratic Bézier curve: its middle point is where the tangents at the two ends meet, x + ½ v τ.
  void append_piece(std::string& path, const Key<2>& key, double span, const Vec2& to) const {
    if (path.empty()) path += "M" + px(at(key.position));
    if (key.followed && !is_zero(key.motion.acceleration))
      path += "Q" + px(at(key.position + (0.5 * span) * key.motion.velocity)) + " " + px(at(to));
    else
      path += "L" + px(at(to));
  }

  /// A straight line through the copies of a periodic box, each piece moved into the box.
  void append_wrapped(std::string& path, const Vec2& from, Vec2 to, const Vec2& period, bool followed) const {
    if (!followed)
      for (int k = 0; k < 2; ++k) to[k] -= period[k] * std::round((to[k] - from[k]) / period[k]);
    std::vector<double> cuts{0, 1};
    for (int k = 0; k < 2; ++k) {
      const double low = std::min(from[k], to[k]), high = std::max(from[k], to[k]);
      const double first = std::ceil(low / period[k]);
      const int crossings =
          high > low ? static_cast<int>(std::min(std::floor(high / period[k]) - first + 1, kMostCrossings)) : 0;
      for (int n = 0; n < crossings; ++n) cuts.push_back(((first + n) * period[k] - from[k]) / (to[k] - from[k]));
    }
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      Vec2 a = from + cuts[i] * (to - from), b = from + cuts[i + 1] * (to - from);
      const Vec2 middle = 0.5 * (a + b);
      for (int k = 0; k < 2; ++k) {
        const double shift = period[k] * std::floor(middle[k] / period[k]);
        a[k] -= shift;
        b[k] -= shift;
      }
      path += "M" + px(at(a)) + "L" + px(at(b));
    }
  }

  // Balls.

  void draw_starts() {
    svg_.open("g", {{"id", "starts"}});
    for (const Start<2>& start : sketch_.starts) {
      const Color color = readable(sketch_.look(start.id).color, !table_.empty());
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
    const World<2>& world = *sketch_.world;
    std::vector<BodyId> balls;
    for (std::uint32_t i = 0; i < world.body_count(); ++i)
      if (const BodyId id{i}; world.present(id) && std::holds_alternative<Circle>(world.body(id).shape) &&
                              world.body(id).response != Response::pocket)
        balls.push_back(id);
    svg_.open("g", {{"id", "balls"}});
    for (const BodyId id : balls)
      for (const Vec2& place : places(id)) draw_ball(id, at(place), balls.size() <= kShadedBalls);
    svg_.close("g");
  }

  /// Where the ball is, and its copies at the other sides of a periodic box where it sticks out.
  std::vector<Vec2> places(BodyId id) const {
    std::vector<Vec2> list{sketch_.world->placement(id).position};
    const auto period = sketch_.world->options().period;
    const double r = sketch_.world->radius(id);
    for (int k = 0; period && k < 2; ++k)
      for (std::size_t i = 0, n = list.size(); i < n; ++i) {
        Vec2 copy = list[i];
        if (copy[k] < r)
          copy[k] += (*period)[k];
        else if (copy[k] > (*period)[k] - r)
          copy[k] -= (*period)[k];
        if (copy != list[i]) list.push_back(copy);
      }
    return list;
  }

  void draw_ball(BodyId id, const Vec2& center, bool shaded) {
    const World<2>& world = *sketch_.world;
    const Appearance look = sketch_.look(id);
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
    if (world.body(id).mass == kImmovable && r > 4) draw_anchor(center, r);
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
};

}  // namespace

Color contact_color(const Sketch<2>& sketch) {
  return table_outline(*sketch.world).empty() ? ink::kContact : Color{0xff, 0xc2, 0x4a};
}

double wanted_height(const Sketch<2>& sketch, double width) {
  const Vec2 size = sketch.extent.high - sketch.extent.low;
  return std::clamp(size.y / size.x * (width - 2 * kPadding) + 2 * kPadding, 0.2 * width, 0.85 * width);
}

double draw(Svg& svg, const Sketch<2>& sketch, const Frame2& frame) {
  return Plane(svg, sketch, frame).draw();
}

}  // namespace carom::io
