#include "billiards/motion/nose.hpp"

#include <algorithm>
#include <cmath>

#include "billiards/table/cushion_geometry.hpp"

namespace carom::billiards {
namespace {

constexpr double kLong = 0.25;      // m: longer parts are looked at one by one
constexpr double kGroupSize = 0.2;  // m
constexpr double kDoubt = 0x1p-40;  // of squares, times and, where a course passes far off, coordinates
constexpr double kTouch = 0x1p7;    // doubts of a gap
constexpr double kSeam = 0x1p-40;   // of coordinates: so near an end of a part rounding could decide

double size_of(const Vec2& place) {
  return std::fabs(place.x) + std::fabs(place.y);
}

// Something small and what is around it.
struct Spotted {
  Vec2 center{};
  double radius = 0;
};

Spotted around(const NoseLine& line) {
  return {line.from + (0.5 * line.length) * line.along, 0.5 * line.length};
}
Spotted around(const CushionPart& arc) {
  const Vec2 center = 0.5 * (arc.from + arc.to);
  const Vec2 top = arc.center + arc.radius * middle_direction(arc);
  return {center, std::max(norm(arc.from - center), norm(top - center))};
}

NoseGroup& group_at(std::vector<NoseGroup>& groups, const Spotted& spotted) {
  auto found = std::find_if(groups.begin(), groups.end(), [&](const NoseGroup& group) {
    return norm(group.center - spotted.center) + spotted.radius < kGroupSize;
  });
  if (found == groups.end()) {
    groups.emplace_back().center = spotted.center;
    found = groups.end() - 1;
  }
  found->radius = std::max(found->radius, (norm(found->center - spotted.center) + spotted.radius) * (1 + 1e-9));
  return *found;
}

NoseLine nose_line(const CushionPart& part, std::size_t index) {
  NoseLine line;
  line.from = part.from;
  line.length = norm(part.to - part.from);
  line.along = (part.to - part.from) / line.length;
  line.normal = left_of(line.along);
  line.offset = dot(line.normal, part.from);
  line.part = index;
  line.material = part.material;
  return line;
}

NoseArc nose_arc(const CushionPart& part, std::size_t index) {
  NoseArc arc;
  arc.center = part.center;
  arc.radius = part.radius;
  arc.concave = part.shape == CushionPart::Shape::concave_arc;
  arc.middle = middle_direction(part);
  arc.share = dot(part.from - part.center, arc.middle) / part.radius;
  arc.part = index;
  arc.material = part.material;
  return arc;
}

// An arc beyond a half circle in two halves: each lies in the sector around its middle.
std::vector<CushionPart> halves_of(const CushionPart& arc) {
  const Vec2 middle = middle_direction(arc);
  if (dot(arc.from - arc.center, middle) >= 0) return {arc};
  CushionPart first = arc;
  CushionPart second = arc;
  first.to = second.from = arc.center + arc.radius * middle;
  return {first, second};
}

void add_part(NoseMap& map, const CushionPart& part, std::size_t index) {
  if (!is_arc(part)) {
    const NoseLine line = nose_line(part, index);
    if (line.length > kLong)
      map.lines.push_back(line);
    else
      group_at(map.groups, around(line)).lines.push_back(line);
    return;
  }
  for (const CushionPart& half : halves_of(part)) {
    const Spotted spotted = around(half);
    if (spotted.radius > 0.5 * kLong)
      map.arcs.push_back(nose_arc(half, index));
    else
      group_at(map.groups, spotted).arcs.push_back(nose_arc(half, index));
  }
}

// A corner that the playing area fills by less than half a turn is out of reach: both parts are touched first.
bool is_reachable(const CushionPart& before, const CushionPart& after) {
  return cross(heading_at_end(before), heading_at_start(after)) < 1e-9;
}

void add_loops(NoseMap& map, const std::vector<CushionPart>& parts, std::size_t index) {
  for (const auto& loop : loops_of(parts)) {
    for (std::size_t i = 0; i < loop.size(); ++i, ++index) {
      add_part(map, loop[i], index);
      if (is_reachable(loop[i], loop[(i + 1) % loop.size()]))
        group_at(map.groups, {loop[i].to, 0}).points.push_back({loop[i].to, index, loop[i].material});
    }
  }
}

struct LineFeature {
  const NoseLine& line;
  double reach;
  bool elsewhere;

  template <class N>
  query::Feature<N> operator()(const query::Course<N, 2>& x) const {
    auto feature = query::plane_feature<N, 2>(x, HalfSpace2{line.normal, line.offset}, reach);
    const auto place = query::constant(N(line.along.x)) * (x[0] - query::constant(N(line.from.x))) +
                       query::constant(N(line.along.y)) * (x[1] - query::constant(N(line.from.y)));
    feature.demand(place);
    feature.demand(query::constant(N(line.length)) - place);
    feature.only_arrivals = elsewhere;
    return feature;
  }
};

// The sector around the middle in which the direction from the centre must lie.
template <class N, std::size_t D>
void demand_sector(query::Feature<N>& feature, const NoseArc& arc, const std::array<math::Polynomial<N>, D>& d,
                   const math::Polynomial<N>& square_of_d) {
  const auto place = query::constant(N(arc.middle.x)) * d[0] + query::constant(N(arc.middle.y)) * d[1];
  feature.demand(square(place) - query::constant(N(arc.share) * N(arc.share)) * square_of_d);
  feature.demand(place);
}

struct ArcFeature {
  const NoseArc& arc;
  double reach;
  bool elsewhere;

  template <class N>
  query::Feature<N> operator()(const query::Course<N, 2>& x) const {
    const auto d = query::seen_from<N, 2>(arc.center, x);
    const auto square_of_d = query::sum_of_squares(d);
    const N length = N(arc.radius) + (arc.concave ? -N(reach) : N(reach));
    const auto gap = square_of_d - query::constant(length * length);
    query::Feature<N> feature{arc.concave ? -gap : gap};
    demand_sector(feature, arc, d, square_of_d);
    feature.only_arrivals = elsewhere;
    return feature;
  }
};

// A ball of radius R in the air and a straight nose: (normal·x − offset)² + (z − h)² − R².
struct HighLineFeature {
  const NoseLine& line;
  double height;
  double radius;

  template <class N>
  query::Feature<N> operator()(const query::Course<N, 3>& x) const {
    const query::Course<N, 2> plan{x[0], x[1]};
    query::Feature<N> feature = LineFeature{line, 0, false}(plan);
    feature.gap =
        square(feature.gap) + square(x[2] - query::constant(N(height))) - query::constant(N(radius) * N(radius));
    return feature;
  }
};

// And a nose that is an arc of radius A, q = |x − c|² seen from above: (q + A² + (z − h)² − R²)² − 4 A² q.
struct HighArcFeature {
  const NoseArc& arc;
  double height;
  double radius;

  template <class N>
  query::Feature<N> operator()(const query::Course<N, 3>& x) const {
    const query::Course<N, 2> d = query::seen_from<N, 2>(arc.center, {x[0], x[1]});
    const auto q = query::sum_of_squares(d);
    const N a2 = N(arc.radius) * N(arc.radius);
    const auto sum = q + query::constant(a2 - N(radius) * N(radius)) + square(x[2] - query::constant(N(height)));
    query::Feature<N> feature{square(sum) - query::constant(N(4) * a2) * q};
    demand_sector(feature, arc, d, q);
    return feature;
  }
};

template <int D, class FeatureOf>
double certain_touch(const Course<D>& course, const FeatureOf& feature_of) {
  const query::RelativeMotion<D> motion{course.p, Accelerating<D>{course.v, course.a}};
  return query::first_impact_in<D>(*query::Phases<D>(motion).begin(), nullptr, course.end,
                                   [&]<class N>(const query::Course<N, D>& x) { return feature_of(x); });
}

// A ball may be nearer to a part's line or circle than its reach without being at the part: it is elsewhere where its
// centre is behind the part, as on the far side of an obstacle, or beside it, past one of its ends. Then it must come
// out of the reach before it can touch. No length decides that. A ball has every nose at its reach, or farther off: in
// front of a part it can be nearer by rounding alone, and behind one its centre is deeper by that reach and more. On
// its way from beside a part to the front of it it meets first what joins the part there. So near an end that rounding
// could decide, a ball is taken to be at the part, and exact arithmetic tells whether it is beside it.

double seam_of(const NoseLine& line, const Vec2& p) {
  return kSeam * (size_of(p) + size_of(line.from) + line.length);
}
double seam_of(const NoseArc& arc, const Vec2& p) {
  return kSeam * (size_of(p) + size_of(arc.center) + arc.radius);
}

bool is_elsewhere(const NoseLine& line, const Vec2& p, double height) {
  const double place = dot(line.along, p - line.from);
  const double seam = seam_of(line, p);
  return height <= 0 || place < -seam || place > line.length + seam;
}
bool is_elsewhere(const NoseArc& arc, const Vec2& p) {
  const Vec2 out = p - arc.center;
  const double distance = norm(out);
  const bool behind = arc.concave ? distance >= arc.radius : distance <= arc.radius;
  return behind || dot(out, arc.middle) < arc.share * distance - seam_of(arc, p);
}

// What rounding can make of how near a touching ball is to an arc.
double touch_doubt(const NoseArc& arc, double reach, const Vec2& p) {
  return kTouch * 0x1p-49 * (size_of(p) + size_of(arc.center) + arc.radius + reach);
}

// When a gap c₀ + c₁ s + c₂ s² falls through 0, in plain arithmetic: the place of a single arrival, kNever, or nothing
// where the roundings, up to `doubt0` of c₀ and `doubt1` of c₁, leave it open. A gap that is 0, up to those, at first
// is a touch: one that then falls arrives at once.
struct Fall {
  double c0;
  double c1;
  double c2;
  double doubt0;
  double doubt1;
  double end;

  bool overlaps() const { return c0 < -kTouch * doubt0; }

  std::optional<double> operator()() const {
    const double touch = kTouch * doubt0;
    if (c0 > touch) return stays_above() ? kNever : arrival();
    if (overlaps() || !(std::fabs(c1) > 0x1p20 * doubt1) || !(c1 * c1 > 0x1p20 * touch * std::fabs(c2)))
      return std::nullopt;
    if (c1 < 0) return std::max(0.0, c0 / -c1);
    if (c2 >= 0) return kNever;
    if (end < kNever && c1 + end * c2 > 0x1p-20 * c1) return kNever;
    return arrival();
  }

  // Of a ball that is elsewhere: the gap must rise to 0 first.
  std::optional<double> after_rise() const {
    if (!(end < kNever) || std::fabs(c1) <= doubt1) return std::nullopt;
    if (c1 < 0 || c2 >= 0) return kNever;
    return arrival();
  }

 private:
  bool stays_above() const {
    const double half = c0 + 0.5 * end * c1;
    const double last = c0 + end * (c1 + end * c2);
    return end < kNever && std::min(half, last) > 0x1p-30 * (std::fabs(half) + end * end * std::fabs(c2)) + doubt0;
  }

  std::optional<double> arrival() const {
    const double square = c1 * c1;
    const double product = 4 * c2 * c0;
    const double discriminant = square - product;
    if (std::fabs(discriminant) <= kDoubt * (square + std::fabs(product)) || std::fabs(c1) <= doubt1)
      return std::nullopt;
    if (discriminant < 0 || (c1 > 0 && c2 >= 0)) return kNever;
    const double root = std::sqrt(discriminant);
    return before_the_end(c1 < 0 ? 2 * c0 / (root - c1) : (c1 + root) / (-2 * c2));
  }

  std::optional<double> before_the_end(double time) const {
    if (time > end * (1 + kDoubt)) return kNever;
    return time < end * (1 - kDoubt) ? std::optional(time) : std::nullopt;
  }
};

double touch_of_line(const NoseLine& line, double reach, const Course<2>& course) {
  const double end = course.end;
  const double height = dot(line.normal, course.p) - line.offset;
  const Fall fall{height - reach,
                  dot(line.normal, course.v),
                  0.5 * dot(line.normal, course.a),
                  0x1p-49 * (std::fabs(course.p.x) + std::fabs(course.p.y) + std::fabs(line.offset) + reach),
                  0x1p-49 * (std::fabs(course.v.x) + std::fabs(course.v.y)),
                  end};
  const bool elsewhere = fall.overlaps() && is_elsewhere(line, course.p, height);
  if (elsewhere && (!(std::max(fall.c1, fall.c1 + 2 * end * fall.c2) > 0) ||
                    stays_clear(course, line.from + (0.5 * line.length) * line.along, 0.5 * line.length + reach)))
    return kNever;
  if (const auto time = elsewhere ? fall.after_rise() : fall()) {
    if (*time == kNever) return kNever;
    const double place = dot(line.along, course.at(*time) - line.from);
    const double seam = seam_of(line, course.p);
    if (place > seam && place < line.length - seam) return *time;
    if (place < -seam || place > line.length + seam) return kNever;
  }
  return certain_touch(course, LineFeature{line, reach, elsewhere});
}

double touch_of_point(const Vec2& place, double reach, const Course<2>& course) {
  return meeting<2>(course, reach, {.p = place}, 0, course.end);
}

// A disc is convex: a parabola whose control points lie in it stays in it.
bool stays_inside(const Course<2>& course, const Vec2& center, double radius) {
  if (!(course.end < kNever)) return false;
  const Vec2 middle = course.p + (0.5 * course.end) * course.v;
  const double most = radius * radius * (1 - 1e-9);
  return norm2(course.p - center) < most && norm2(middle - center) < most &&
         norm2(course.at(course.end) - center) < most;
}

// On a straight course: R² − |x|², R what is left of the radius.
std::optional<double> straight_touch_of_concave(const NoseArc& arc, double reach, const Course<2>& course,
                                                bool elsewhere) {
  const Vec2 p = course.p - arc.center;
  const double radius = arc.radius - reach;
  const double size = norm(p) + radius;
  const double speed2 = norm2(course.v);
  const Fall fall{(radius - norm(p)) * size,
                  -2 * dot(p, course.v),
                  -speed2,
                  0x1p-48 * size * size,
                  0x1p-48 * size * std::sqrt(speed2),
                  course.end};
  const auto time = elsewhere ? fall.after_rise() : fall();
  if (!time || *time == kNever) return time;
  const Vec2 out = p + *time * course.v;
  return dot(out, arc.middle) > arc.share * norm(out) + seam_of(arc, course.p) ? time : std::nullopt;
}

double touch_of_concave(const NoseArc& arc, double reach, const Course<2>& course) {
  if (stays_inside(course, arc.center, arc.radius - reach)) return kNever;
  const bool overlaps = norm(course.p - arc.center) > arc.radius - reach + touch_doubt(arc, reach, course.p);
  const bool elsewhere = overlaps && is_elsewhere(arc, course.p);
  if (is_zero(course.a))
    if (const auto time = straight_touch_of_concave(arc, reach, course, elsewhere)) return *time;
  return certain_touch(course, ArcFeature{arc, reach, elsewhere});
}

double touch_of_convex(const NoseArc& arc, double reach, const Course<2>& course) {
  const bool overlaps = norm(course.p - arc.center) < arc.radius + reach - touch_doubt(arc, reach, course.p);
  if (!overlaps) {
    const double time = meeting<2>(course, arc.radius, {.p = arc.center}, reach, course.end);
    if (time == kNever) return kNever;
    const Vec2 out = course.at(time) - arc.center;
    if (dot(out, arc.middle) > arc.share * norm(out) + seam_of(arc, course.p)) return time;
  }
  return certain_touch(course, ArcFeature{arc, reach, overlaps && is_elsewhere(arc, course.p)});
}

double touch_of_arc(const NoseArc& arc, double reach, const Course<2>& course) {
  return arc.concave ? touch_of_concave(arc, reach, course) : touch_of_convex(arc, reach, course);
}

// Keeps the earliest touch; the course is shortened to it.
template <int D>
struct Earliest {
  Course<D> course;
  TableTouch touch{};

  bool take(double time) {
    if (!(time < touch.time) || time == kNever) return false;
    touch = {};
    touch.time = time;
    course.end = time;
    return true;
  }
  void take(double time, const NoseLine& line) {
    if (!take(time)) return;
    touch.kind = TableTouch::Kind::line;
    touch.towards = -line.normal;
    mark(line);
  }
  void take(double time, const NoseArc& arc) {
    if (!take(time)) return;
    touch.kind = TableTouch::Kind::arc;
    touch.place = arc.center;
    touch.inwards = arc.concave;
    mark(arc);
  }
  void take(double time, const NosePoint& point) {
    if (!take(time)) return;
    touch.kind = TableTouch::Kind::point;
    touch.place = point.place;
    mark(point);
  }
  void take_pocket(double time, std::size_t index) {
    if (!take(time)) return;
    touch.kind = TableTouch::Kind::pocket;
    touch.index = index;
  }

 private:
  template <class Nose>
  void mark(const Nose& nose) {
    touch.part = nose.part;
    touch.material = nose.material;
  }
};

// A parabola lies in the triangle of its control points.
class Hull {
 public:
  explicit Hull(const Course<2>& course) : first_(course.p), is_finite_(course.end < kNever) {
    if (!is_finite_) return;
    middle_ = course.p + (0.5 * course.end) * course.v;
    last_ = course.at(course.end);
    size_ = size_of(first_) + size_of(middle_) + size_of(last_);
  }

  // Surely farther than `reach` in front of a line: the margin is far above the roundings.
  bool is_before(const NoseLine& line, double reach) const {
    const double room = line.offset + reach + kDoubt * (size_ + std::fabs(line.offset) + reach);
    return is_finite_ && dot(line.normal, first_) > room && dot(line.normal, middle_) > room &&
           dot(line.normal, last_) > room;
  }

 private:
  Vec2 first_;
  Vec2 middle_{};
  Vec2 last_{};
  double size_ = 0;
  bool is_finite_;
};

class GroundSearch {
 public:
  GroundSearch(const NoseMap& map, const Course<2>& course, const std::vector<double>& reaches)
      : map_(map), reaches_(reaches), earliest_{course} {}

  TableTouch operator()() {
    const Hull hull(earliest_.course);
    for (const NoseLine& line : map_.lines)
      if (!hull.is_before(line, reaches_[line.material])) look(line);
    for (const NoseArc& arc : map_.arcs) look(arc);
    const double most = *std::max_element(reaches_.begin(), reaches_.end());
    const Sweep<2> sweep(earliest_.course);
    for (const NoseGroup& group : map_.groups)
      if (!sweep.stays_clear(group.center, group.radius + most)) look(group);
    return earliest_.touch;
  }

 private:
  void look(const NoseLine& line) {
    earliest_.take(touch_of_line(line, reaches_[line.material], earliest_.course), line);
  }
  void look(const NoseArc& arc) { earliest_.take(touch_of_arc(arc, reaches_[arc.material], earliest_.course), arc); }
  void look(const NosePoint& point) {
    earliest_.take(touch_of_point(point.place, reaches_[point.material], earliest_.course), point);
  }
  void look(const NoseGroup& group) {
    for (const NoseLine& line : group.lines) look(line);
    for (const NoseArc& arc : group.arcs) look(arc);
    for (const NosePoint& point : group.points) look(point);
    for (const std::size_t index : group.pockets) {
      const Pocket& pocket = map_.pockets[index];
      earliest_.take_pocket(touch_of_point(pocket.center, pocket.radius, earliest_.course), index);
    }
  }

  const NoseMap& map_;
  const std::vector<double>& reaches_;
  Earliest<2> earliest_;
};

class AirSearch {
 public:
  AirSearch(const NoseMap& map, const Course<3>& course, double radius)
      : map_(map), radius_(radius), earliest_{course} {}

  TableTouch operator()() {
    for (const NoseLine& line : map_.lines) look(line);
    for (const NoseArc& arc : map_.arcs) look(arc);
    const Sweep<2> sweep(plan());
    for (const NoseGroup& group : map_.groups)
      if (!sweep.stays_clear(group.center, group.radius + radius_)) look(group);
    return earliest_.touch;
  }

 private:
  Course<2> plan() const {
    const Course<3>& course = earliest_.course;
    return {{course.p.x, course.p.y}, {course.v.x, course.v.y}, {course.a.x, course.a.y}, course.end};
  }

  void look(const NoseLine& line) {
    const Vec2 first = plan().p;
    const Vec2 last = plan().at(plan().end);
    const double from = dot(line.normal, first) - line.offset;
    const double to = dot(line.normal, last) - line.offset;
    const double room = radius_ + kDoubt * (size_of(first) + size_of(last) + std::fabs(line.offset) + radius_);
    if (std::min(from, to) > room || std::max(from, to) < -room) return;
    const double height = map_.materials[line.material].height;
    earliest_.take(certain_touch(earliest_.course, HighLineFeature{line, height, radius_}), line);
  }
  void look(const NoseArc& arc) {
    const double height = map_.materials[arc.material].height;
    earliest_.take(certain_touch(earliest_.course, HighArcFeature{arc, height, radius_}), arc);
  }
  void look(const NosePoint& point) {
    const Vec3 place{point.place.x, point.place.y, map_.materials[point.material].height};
    earliest_.take(meeting<3>(earliest_.course, radius_, {.p = place}, 0, earliest_.course.end), point);
  }
  void look(const NoseGroup& group) {
    for (const NoseLine& line : group.lines) look(line);
    for (const NoseArc& arc : group.arcs) look(arc);
    for (const NosePoint& point : group.points) look(point);
    for (const std::size_t index : group.pockets) earliest_.take_pocket(swallowed_at(map_.pockets[index]), index);
  }

  // When the ball falls below the height at which a pocket catches it; −∞: it is below all the time up to `rise`.
  double swallowed_at(const Pocket& pocket) const {
    const Course<2> way = plan();
    const Vec2 away = way.p - pocket.center;
    const double speed2 = norm2(way.v);
    const double height2 = pocket.radius * pocket.radius * speed2 - cross(away, way.v) * cross(away, way.v);
    const bool over = norm2(away) < pocket.radius * pocket.radius;
    if (!over && !(speed2 > 0 && height2 > 0)) return kNever;
    const double half = std::sqrt(std::max(0.0, height2));
    const double enter = over ? 0 : (-dot(away, way.v) - half) / speed2;
    const double leave = speed2 > 0 ? (-dot(away, way.v) + half) / speed2 : kNever;
    if (enter < 0 || enter > way.end) return kNever;
    const double limit = map_.top + radius_;
    if (earliest_.course.at(enter).z <= limit) return enter;
    const double fall = fall_to(limit);
    return fall <= std::min(leave, way.end) ? fall : kNever;
  }

  double fall_to(double height) const {
    const Course<3>& course = earliest_.course;
    const double rise = course.v.z;
    const double above = course.p.z - height;
    const double arrival = std::sqrt(std::max(0.0, rise * rise - 2 * course.a.z * above));
    return course.a.z < 0 ? (rise + arrival) / -course.a.z : (rise < 0 ? above / -rise : kNever);
  }

  const NoseMap& map_;
  double radius_;
  Earliest<3> earliest_;
};

}  // namespace

NoseMap::NoseMap(const Table& table) : pockets(table.pockets), materials(table.materials) {
  for (std::size_t i = 0; i < pockets.size(); ++i)
    group_at(groups, {pockets[i].center, pockets[i].radius}).pockets.push_back(i);
  add_loops(*this, table.cushions, 0);
  add_loops(*this, table.obstacles, table.cushions.size());
  for (const Cushion& cushion : materials) top = std::max(top, cushion.height);
}

Vec2 direction_to(const TableTouch& touch, const Vec2& center) {
  if (touch.kind == TableTouch::Kind::line) return touch.towards;
  return touch.inwards ? center - touch.place : touch.place - center;
}

TableTouch first_touch(const NoseMap& map, const Course<2>& course, const std::vector<double>& reaches) {
  return GroundSearch(map, course, reaches)();
}

TableTouch first_touch(const NoseMap& map, const Course<3>& course, double radius) {
  return AirSearch(map, course, radius)();
}

}  // namespace carom::billiards
