#include "mover/obstacle.hpp"

#include "carom/query/overlap.hpp"

namespace carom::mover {
namespace {

/// The smaller one of what is there already and another.
template <int D>
void keep_nearer(Gap<D>& best, const Gap<D>& other) {
  if (other.gap < best.gap) best = other;
}

/// A point of an item beside the mover's line: where the reference point is from the line turned over at that point.
template <int D>
Gap<D> point_beside_line(const Figure<D>& mover, const Vec<D>& x, const Vec<D>& point) {
  const Gap<D> from_line = gap_to_segment(point, x, x + mover.line, mover.edge);
  return {from_line.gap, -from_line.normal, point};
}

template <int D>
std::array<Vec<D>, D == 2 ? 4 : 8> corners(const Vec<D>& low, const Vec<D>& high) {
  std::array<Vec<D>, D == 2 ? 4 : 8> all;
  for (std::size_t c = 0; c < all.size(); ++c)
    for (int k = 0; k < D; ++k) all[c][k] = (c >> k) & 1U ? high[k] : low[k];
  return all;
}

/// Whether the line from x meets a box.
template <int D>
bool meets_box(const Vec<D>& x, const Vec<D>& line, const Vec<D>& low, const Vec<D>& high) {
  double from = 0;
  double to = 1;
  for (int k = 0; k < D; ++k) {
    const double below = low[k] - x[k];
    const double above = high[k] - x[k];
    if (line[k] == 0) {
      if (below > 0 || above < 0) return false;
      continue;
    }
    from = std::fmax(from, std::fmin(below / line[k], above / line[k]));
    to = std::fmin(to, std::fmax(below / line[k], above / line[k]));
  }
  return from <= to;
}

}  // namespace

template <int D>
void Obstacle<D>::measure() {
  is_measured_ = true;
  if (item_.kind == ItemKind::segment || item_.kind == ItemKind::capsule) edges_[0] = Edge<D>(points_[0], points_[1]);
  if constexpr (D == 3)
    if (item_.kind == ItemKind::triangle) {
      const auto& [a, b, c] = points_;
      face_ = Face(a, b, c);
      edges_ = {Edge<3>(a, b), Edge<3>(b, c), Edge<3>(c, a)};
    }
}

template <int D>
template <int In3D>
Gap<In3D> Obstacle<D>::upright_gap(const UprightMover& mover, const Vec<In3D>& x) const {
  switch (item_.kind) {
    case ItemKind::ball:
    case ItemKind::capsule: {
      Gap<3> gap = item_.kind == ItemKind::ball ? upright_to_point(mover, x, seen_[0])
                                                : upright_to_line(mover, x, seen_[0], seen_[1]);
      gap.gap -= radius_;
      gap.point += radius_ * gap.normal;
      return gap;
    }
    case ItemKind::segment:
      return as_gap(excess_of_segment(mover, x, seen_[0], seen_[1], edges_[0]));
    case ItemKind::box:
      return upright_to_box(mover, x, seen_[0], seen_[1]);
    case ItemKind::triangle:
      return as_gap(excess_of_triangle(mover, x, triangle()));
    case ItemKind::cylinder:
      return upright_to_upright(mover, x, {radius_, half_height_}, seen_[0]);
  }
  return {};
}

/// Of a ball or a capsule: the cylinder's distance from it, as the other one sees it.
template <int D>
template <int In3D>
Gap<In3D> Obstacle<D>::gap_to_cylinder(const Figure<In3D>& mover, const Vec<In3D>& x) const {
  const UprightMover cylinder{radius_, half_height_};
  const Gap<3> seen = mover.has_line() ? upright_to_line(cylinder, seen_[0], x, x + mover.line)
                                       : upright_to_point(cylinder, seen_[0], x);
  return {seen.gap, -seen.normal, seen.point + seen.gap * seen.normal};
}

template <int D>
Gap<D> Obstacle<D>::core_gap(const Figure<D>& mover, const Vec<D>& x) const {
  if constexpr (D == 3) {
    if (mover.is_upright()) return upright_gap(mover.upright(), x);
    if (item_.kind == ItemKind::cylinder) return gap_to_cylinder(mover, x);
  }
  Gap<D> gap = mover.has_line() ? line_gap(mover, x) : point_gap(x);
  if (radius_ > 0) {
    gap.gap -= radius_;
    gap.point += radius_ * gap.normal;
  }
  return gap;
}

template <int D>
Gap<D> Obstacle<D>::point_gap(const Vec<D>& x) const {
  switch (item_.kind) {
    case ItemKind::ball:
      return gap_to_point(x, seen_[0]);
    case ItemKind::segment:
    case ItemKind::capsule:
      return gap_to_segment(x, seen_[0], seen_[1], edges_[0]);
    case ItemKind::box:
      return gap_to_box(x, seen_[0], seen_[1]);
    case ItemKind::triangle:
      if constexpr (D == 3) return gap_to_triangle(x, triangle());
      break;
    case ItemKind::cylinder:
      break;
  }
  return {};
}

/// Whether a point is surely farther from a triangle's plane than this.
template <int D>
bool Obstacle<D>::is_off_plane(const Vec<D>& point, double gap) const {
  if constexpr (D == 3) {
    const Vec3 offset = point - seen_[0];
    const double doubt = 0x1p-40 * (std::fabs(offset.x) + std::fabs(offset.y) + std::fabs(offset.z));
    return item_.kind == ItemKind::triangle && std::fabs(dot(face_.normal, offset)) > gap * (1 + 0x1p-30) + doubt;
  }
  return false;
}

template <int D>
Gap<D> Obstacle<D>::line_gap(const Figure<D>& mover, const Vec<D>& x) const {
  if (item_.kind == ItemKind::ball) return point_beside_line(mover, x, seen_[0]);
  if (line_crosses(mover, x)) {
    const Vec<D> away = x + 0.5 * mover.line - seen_[0];
    return {0, unit(away, norm(away)), x + 0.5 * mover.line};
  }
  if (item_.kind == ItemKind::box) return line_to_box(mover, x);
  Gap<D> best = point_gap(x);
  const Vec<D> end = x + mover.line;
  if (!is_off_plane(end, best.gap)) keep_nearer(best, point_gap(end));
  // Points before the line's beginning are nearest to that, and so is an edge between two.
  std::array<bool, 3> is_before{};
  for (std::size_t k = 0; k < count_; ++k) {
    const Vec<D> offset = seen_[k] - x;
    is_before[k] = dot(mover.line, offset) < 0;
    if (!is_before[k] || norm2(offset) <= best.gap * best.gap * (1 + 0x1p-30))
      keep_nearer(best, point_beside_line(mover, x, seen_[k]));
  }
  if constexpr (D == 3) {
    Gap<3> between;
    for (std::size_t k = 0; k < (count_ == 3 ? 3 : 1); ++k) {
      if (is_before[k] && is_before[k + 1 < count_ ? k + 1 : 0]) continue;
      if (crossing(x, mover.edge, seen_[k], edges_[k], between)) keep_nearer(best, between);
    }
  }
  return best;
}

template <int D>
Gap<D> Obstacle<D>::line_to_box(const Figure<D>& mover, const Vec<D>& x) const {
  int axes = 0;
  for (int k = 0; k < D; ++k) axes += mover.line[k] != 0;
  if (axes == 1) {
    // Such a line and the box together are a box.
    Vec<D> low = seen_[0];
    Vec<D> high = seen_[1];
    for (int k = 0; k < D; ++k) {
      low[k] -= std::fmax(mover.line[k], 0);
      high[k] -= std::fmin(mover.line[k], 0);
    }
    Gap<D> gap = gap_to_box(x, low, high);
    for (int k = 0; k < D; ++k) gap.point[k] = std::clamp(gap.point[k], seen_[0][k], seen_[1][k]);
    return gap;
  }
  Gap<D> best = gap_to_box(x, seen_[0], seen_[1]);
  keep_nearer(best, gap_to_box(x + mover.line, seen_[0], seen_[1]));
  const auto all = corners(seen_[0], seen_[1]);
  for (const Vec<D>& corner : all) keep_nearer(best, point_beside_line(mover, x, corner));
  if constexpr (D == 3) {
    Gap<3> between;
    for (std::size_t c = 0; c < all.size(); ++c)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t other = c | (std::size_t{1} << axis);
        if (other == c) continue;
        if (crossing(x, mover.edge, all[c], Edge<3>(all[c], all[other]), between)) keep_nearer(best, between);
      }
  }
  return best;
}

template <int D>
bool Obstacle<D>::line_crosses(const Figure<D>& mover, const Vec<D>& x) const {
  if (item_.kind == ItemKind::box) return meets_box(x, mover.line, seen_[0], seen_[1]);
  const auto apart = [](double a, double b) { return !(a < 0 && b > 0) && !(a > 0 && b < 0); };
  const Vec<D> end = x + mover.line;
  if constexpr (D == 2) {
    const Vec2& across = edges_[0].left;
    if (apart(dot(across, x - seen_[0]), dot(across, end - seen_[0]))) return false;
    return !apart(cross(mover.line, seen_[0] - x), cross(mover.line, seen_[1] - x));
  } else {
    if (item_.kind != ItemKind::triangle) return false;
    const double from = dot(face_.normal, x - seen_[0]);
    const double to = dot(face_.normal, end - seen_[0]);
    return !apart(from, to) && triangle().over_inside(x + (from / (from - to)) * mover.line);
  }
}

template <int D>
bool Obstacle<D>::overlaps(const Ball<D>& ball) const {
  const auto is_in = [&](const auto& shape) { return proximity(ball, shape) == Proximity::overlapping; };
  switch (item_.kind) {
    case ItemKind::ball:
      return is_in(Ball<D>{points_[0], radius_});
    case ItemKind::segment:
      return is_in(Segment<D>{points_[0], points_[1], one_sided_ ? Sides::front : Sides::two});
    case ItemKind::box:
      return is_in(Aabb<D>{points_[0], points_[1]});
    case ItemKind::capsule:
      return is_in(Capsule<D>{points_[0], points_[1], radius_});
    case ItemKind::triangle:
      if constexpr (D == 3) return is_in(Triangle{points_[0], points_[1], points_[2]});
      break;
    case ItemKind::cylinder:
      if constexpr (D == 3) return is_in(UprightCylinder{points_[0], radius_, half_height_});
      break;
  }
  return false;
}

template class Obstacle<2>;
template class Obstacle<3>;

}  // namespace carom::mover
