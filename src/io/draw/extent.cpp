#include "io/draw/extent.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "io/draw/outline.hpp"

namespace carom::io {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Balls may leave the core by this many of its diagonals before the view lets them go.
constexpr double kFarOff = 2.0;
constexpr std::size_t kPlacesPerFrame = 61;
constexpr double kNearlyRectangular = 0.9;  // a table whose hull fills so much of a rectangle is one

template <int D>
void add_shape(Extent<D>& extent, const Shape<D>& shape) {
  if (const auto* ball = std::get_if<Ball<D>>(&shape)) extent.add(ball->center, ball->radius);
  if (const auto* segment = std::get_if<Segment<D>>(&shape)) {
    extent.add(segment->from);
    extent.add(segment->to);
  }
  if (const auto* box = std::get_if<Aabb<D>>(&shape)) {
    extent.add(box->low);
    extent.add(box->high);
  }
  if (const auto* capsule = std::get_if<Capsule<D>>(&shape)) {
    extent.add(capsule->from, capsule->radius);
    extent.add(capsule->to, capsule->radius);
  }
  if constexpr (D == 2) {
    if (const auto* polygon = std::get_if<Polygon>(&shape))
      for (const Vec2& vertex : polygon->vertices) extent.add(vertex);
    if (const auto* arc = std::get_if<Arc>(&shape))
      for (const Vec2& corner : outline(*arc)) extent.add(corner);
    if (const auto* polygon = std::get_if<ConvexPolygon>(&shape))
      for (const Vec2& vertex : polygon->vertices) extent.add(vertex);
  } else {
    if (const auto* mesh = std::get_if<TriangleMesh>(&shape))
      for (const Vec3& vertex : mesh->vertices) extent.add(vertex);
    if (const auto* cylinder = std::get_if<UprightCylinder>(&shape)) {
      Vec3 half{cylinder->radius, cylinder->radius, cylinder->radius};
      half[static_cast<int>(cylinder->axis)] = cylinder->half_height;
      extent.add(cylinder->center - half);
      extent.add(cylinder->center + half);
    }
  }
}

/// The sides that half-spaces along the axes leave free, where there are any.
template <int D>
Aabb<D> free_sides(const World<D>& world, const std::vector<BodyId>& obstacles) {
  Aabb<D> sides;
  for (int k = 0; k < D; ++k) {
    sides.low[k] = -kInfinity;
    sides.high[k] = kInfinity;
  }
  for (const BodyId id : obstacles) {
    const Shape<D> shape = world.body(id).shape;
    if (const auto* plane = std::get_if<HalfSpace<D>>(&shape))
      for (int k = 0; k < D; ++k) {
        if (plane->normal[k] == 1) sides.low[k] = std::max(sides.low[k], plane->offset);
        if (plane->normal[k] == -1) sides.high[k] = std::min(sides.high[k], -plane->offset);
      }
  }
  return sides;
}

template <int D>
bool is_finite_box(const Aabb<D>& box) {
  return is_finite(box.low) && is_finite(box.high);
}

/// `box` grown by `margin` and cut by `limit`.
template <int D>
Aabb<D> grown_within(Aabb<D> box, double margin, const Aabb<D>& limit) {
  for (int k = 0; k < D; ++k) {
    box.low[k] = std::max(box.low[k] - margin, limit.low[k]);
    box.high[k] = std::min(box.high[k] + margin, limit.high[k]);
  }
  return box;
}

/// Anticlockwise. Andrew's monotone chain (1979).
std::vector<Vec2> convex_hull(std::vector<Vec2> points) {
  std::sort(points.begin(), points.end(),
            [](const Vec2& p, const Vec2& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
  std::vector<Vec2> hull;
  for (const int pass : {0, 1}) {
    const std::size_t base = hull.size();
    for (const Vec2& p : points) {
      while (hull.size() >= base + 2 && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0)
        hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    if (pass == 0) std::reverse(points.begin(), points.end());
  }
  return hull;
}

double area(const std::vector<Vec2>& polygon) {
  double twice = 0;
  for (std::size_t k = 0; k < polygon.size(); ++k) twice += cross(polygon[k], polygon[(k + 1) % polygon.size()]);
  return twice / 2;
}

}  // namespace

template <int D>
void ExtentFinder<D>::begin(const World<D>& world, const Cast<D>& cast) {
  period_ = world.options().period;
  for (const BodyId id : cast.balls)
    if (world.present(id)) core_.add(world.placement(id).position, world.radius(id));
  for (const BodyId id : cast.obstacles) add_shape<D>(core_, world.body(id).shape);
  const Aabb<D> sides = free_sides(world, cast.obstacles);
  has_walls_ = is_finite_box(sides);
  if (has_walls_) {
    walled_.add(sides.low);
    walled_.add(sides.high);
  }
}

template <int D>
void ExtentFinder<D>::event(const Event<D>& event) {
  core_.add(event.point);
}

template <int D>
void ExtentFinder<D>::visit_all(const World<D>& world) {
  if (period_ || has_walls_) return;
  const std::size_t step = std::max<std::size_t>(1, world.body_count() / kPlacesPerFrame);
  for (std::size_t i = visits_++ % step; i < world.body_count(); i += step)
    if (const BodyId id{static_cast<std::uint32_t>(i)};
        world.present(id) && std::holds_alternative<Ball<D>>(world.body(id).shape))
      visited_.add(world.placement(id).position, world.radius(id));
}

template <int D>
Aabb<D> ExtentFinder<D>::found() const {
  if (period_) return {Vec<D>{}, *period_};
  if (has_walls_) return walled_.box;
  Extent<D> all = core_;
  if (!visited_.empty) {
    all.add(visited_.box.low);
    all.add(visited_.box.high);
  }
  if (all.empty) all.add(Vec<D>{}, 1);
  const double core = core_.diagonal();
  if (core > 0 && all.diagonal() > (1 + kFarOff) * core) all.box = grown_within(core_.box, core / 2, all.box);
  const double size = all.diagonal() > 0 ? all.diagonal() : 1;
  for (int k = 0; k < D; ++k)
    if (all.box.high[k] - all.box.low[k] < 1e-3 * size) {
      all.box.low[k] -= size / 8;
      all.box.high[k] += size / 8;
    }
  return all.box;
}

std::vector<Vec2> table_outline(const World<2>& world, const std::vector<BodyId>& obstacles) {
  std::vector<Vec2> points;
  bool pockets = false;
  for (const BodyId id : obstacles) {
    const Body<2> body = world.body(id);
    const auto* ball = std::get_if<Ball<2>>(&body.shape);
    pockets = pockets || ball;
    if (ball) points.push_back(ball->center);
    if (const auto* segment = std::get_if<Segment<2>>(&body.shape))
      points.insert(points.end(), {segment->from, segment->to});
    if (const auto* polygon = std::get_if<Polygon>(&body.shape))
      points.insert(points.end(), polygon->vertices.begin(), polygon->vertices.end());
  }
  const Aabb2 sides = free_sides(world, obstacles);
  if (is_finite_box(sides))
    points.insert(points.end(), {sides.low, sides.high, {sides.low.x, sides.high.y}, {sides.high.x, sides.low.y}});
  if (!pockets || points.size() < 3) return {};
  std::vector<Vec2> hull = convex_hull(std::move(points));
  Extent<2> sides_of_hull;
  for (const Vec2& corner : hull) sides_of_hull.add(corner);
  const auto [low, high] = sides_of_hull.box;
  const double rectangle = (high.x - low.x) * (high.y - low.y);
  if (area(hull) > kNearlyRectangular * rectangle) return {low, {high.x, low.y}, high, {low.x, high.y}};
  return hull;
}

template class ExtentFinder<2>;
template class ExtentFinder<3>;

}  // namespace carom::io
