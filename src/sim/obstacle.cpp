#include "sim/obstacle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::detail {
namespace {

template <int D>
class Compiler {
 public:
  explicit Compiler(std::uint32_t body) : body_(body) {}

  void plane(const HalfSpace<D>& plane) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::plane);
    piece.plane = plane;
    pieces.push_back(piece);
  }

  void side(const Segment<D>& side) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::side);
    piece.side = side;
    for (int k = 0; k < D; ++k) {
      piece.low[k] = std::min(side.from[k], side.to[k]);
      piece.high[k] = std::max(side.from[k], side.to[k]);
    }
    pieces.push_back(piece);
  }

  void point(const Vec<D>& point, std::vector<Segment<D>> fronts = {}) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::point);
    piece.point = piece.low = piece.high = point;
    piece.fronts = std::move(fronts);
    pieces.push_back(piece);
  }

  void face(const Aabb<3>& box, int axis, int sign) requires(D == 3) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::face);
    piece.face_of_box = {axis, sign, box};
    piece.low = box.low;
    piece.high = box.high;
    (sign < 0 ? piece.high[axis] : piece.low[axis]) = sign < 0 ? box.low[axis] : box.high[axis];
    piece.plane.normal[axis] = sign;
    piece.plane.offset = sign * piece.low[axis];
    pieces.push_back(piece);
  }

  std::vector<Obstacle<D>> pieces;

 private:
  Obstacle<D> next(typename Obstacle<D>::Kind kind) const {
    Obstacle<D> piece;
    piece.kind = kind;
    piece.body = body_;
    piece.face = static_cast<std::uint32_t>(pieces.size());
    return piece;
  }

  std::uint32_t body_;
};

template <int D>
void compile(Compiler<D>&, const Ball<D>&) {}

template <int D>
void compile(Compiler<D>& compiler, const HalfSpace<D>& half_space) {
  compiler.plane(half_space);
}

template <int D>
void compile(Compiler<D>& compiler, const Segment<D>& segment) {
  std::vector<Segment<D>> fronts;
  if (segment.sides == Sides::front) fronts.push_back(segment);
  compiler.side(segment);
  compiler.point(segment.from, fronts);
  compiler.point(segment.to, fronts);
}

void compile(Compiler<2>& compiler, const Polygon& polygon) {
  const int edges = polygon.edge_count();
  for (int k = 0; k < edges; ++k) compiler.side(polygon.edge(k));
  const int vertices = static_cast<int>(polygon.vertices.size());
  for (int k = 0; k < vertices; ++k) {
    std::vector<Segment2> fronts;
    if (polygon.sides == Sides::front) {
      if (k < edges) fronts.push_back(polygon.edge(k));
      if (k > 0 || polygon.closed) fronts.push_back(polygon.edge(k > 0 ? k - 1 : edges - 1));
    }
    compiler.point(polygon.vertices[static_cast<std::size_t>(k)], fronts);
  }
}

// Each side runs so that its left is outside.
void compile(Compiler<2>& compiler, const Aabb<2>& box) {
  const auto& [low, high] = box;
  compiler.side({{low.x, low.y}, {low.x, high.y}, Sides::front});
  compiler.side({{high.x, high.y}, {high.x, low.y}, Sides::front});
  compiler.side({{high.x, low.y}, {low.x, low.y}, Sides::front});
  compiler.side({{low.x, high.y}, {high.x, high.y}, Sides::front});
  for (const Vec2& corner : {low, Vec2{high.x, low.y}, Vec2{low.x, high.y}, high}) compiler.point(corner);
}

Vec3 corner_of(const Aabb<3>& box, int bits) {
  return {bits & 1 ? box.high.x : box.low.x, bits & 2 ? box.high.y : box.low.y, bits & 4 ? box.high.z : box.low.z};
}

void compile(Compiler<3>& compiler, const Aabb<3>& box) {
  for (int axis = 0; axis < 3; ++axis)
    for (const int sign : {-1, 1}) compiler.face(box, axis, sign);
  for (int axis = 0; axis < 3; ++axis)
    for (int bits = 0; bits < 8; ++bits)
      if (!(bits >> axis & 1)) compiler.side({corner_of(box, bits), corner_of(box, bits | 1 << axis), Sides::two});
  for (int bits = 0; bits < 8; ++bits) compiler.point(corner_of(box, bits));
}

// The first t ≥ 0 at which x + v t + ½ a t² leaves [low, high].
double time_inside(double x, double v, double a, double low, double high) {
  const auto rise = [](double gap, double speed, double rate) {
    if (gap <= 0) return speed > 0 || (speed == 0 && rate > 0) ? 0.0 : kNever;
    const double discriminant = speed * speed + 2 * rate * gap;
    if (discriminant < 0) return kNever;
    const double sum = speed + std::sqrt(discriminant);
    return sum > 0 ? 2 * gap / sum : kNever;
  };
  return std::min(rise(high - x, v, a), rise(x - low, -v, -a));
}

template <int D>
bool on_face(const Obstacle<D>& face, const Vec<D>& center) {
  for (int k = 0; k < D; ++k)
    if (face.plane.normal[k] == 0 && !(center[k] >= face.low[k] && center[k] <= face.high[k])) return false;
  return true;
}

}  // namespace

template <int D>
std::vector<Obstacle<D>> obstacles_of(const Shape<D>& shape, std::uint32_t body) {
  Compiler<D> compiler(body);
  std::visit([&](const auto& given) { compile(compiler, given); }, shape);
  return std::move(compiler.pieces);
}

template <int D>
double first_contact(const Obstacle<D>& obstacle, const Vec<D>& position, const Vec<D>& velocity,
                     const Vec<D>& acceleration, double radius, double horizon) {
  using Kind = typename Obstacle<D>::Kind;
  switch (obstacle.kind) {
    case Kind::plane:
      return first_contact_plane<D>(position, velocity, acceleration, obstacle.plane, radius, horizon);
    case Kind::side:
      return first_contact_side<D>(position, velocity, acceleration, obstacle.side, radius, horizon);
    case Kind::face:
      if constexpr (D == 3)
        return first_contact_face(position, velocity, acceleration, obstacle.face_of_box, radius, horizon);
      break;
    case Kind::point: {
      const double time = first_contact_point<D>(position, velocity, acceleration, obstacle.point, radius, horizon);
      if constexpr (D == 2) {
        if (obstacle.fronts.empty() || time == kNever) return time;
        const Vec2 there = position + Accelerating<D>{velocity, acceleration}.displacement(time);
        for (const Segment2& front : obstacle.fronts)
          if (cross(front.to - front.from, there - front.from) >= 0) return time;
        return kNever;
      }
      return time;
    }
  }
  return kNever;
}

template <int D>
Vec<D> contact_axis(const Obstacle<D>& obstacle, const Vec<D>& center) {
  using Kind = typename Obstacle<D>::Kind;
  if (obstacle.kind == Kind::point) return obstacle.point - center;
  if (obstacle.kind != Kind::side) return -obstacle.plane.normal;
  const Vec<D> along = obstacle.side.to - obstacle.side.from;
  const Vec<D> offset = center - obstacle.side.from;
  if constexpr (D == 2) {
    const Vec2 left{-along.y, along.x};
    return cross(along, offset) >= 0 ? -left : left;
  } else {
    return (dot(offset, along) / norm2(along)) * along - offset;
  }
}

template <int D>
double distance(const Obstacle<D>& obstacle, const Vec<D>& center) {
  using Kind = typename Obstacle<D>::Kind;
  if (obstacle.kind == Kind::point) return norm(obstacle.point - center);
  if (obstacle.kind != Kind::side) return dot(obstacle.plane.normal, center) - obstacle.plane.offset;
  const Vec<D> along = obstacle.side.to - obstacle.side.from;
  const Vec<D> offset = center - obstacle.side.from;
  if constexpr (D == 2)
    return std::fabs(cross(along, offset)) / norm(along);
  else
    return norm(cross(along, offset)) / norm(along);
}

template <int D>
bool reaches(const Obstacle<D>& obstacle, const Vec<D>& center, double radius) {
  using Kind = typename Obstacle<D>::Kind;
  const double away = distance(obstacle, center);
  if (obstacle.kind == Kind::plane) return away < radius;
  if (obstacle.kind == Kind::face) return away > -radius && away < radius && on_face(obstacle, center);
  if (!(away < radius)) return false;
  if constexpr (D == 2) {
    const bool behind_all = std::all_of(obstacle.fronts.begin(), obstacle.fronts.end(), [&](const Segment2& front) {
      return cross(front.to - front.from, center - front.from) < 0;
    });
    if (!obstacle.fronts.empty() && behind_all) return false;
  }
  if (obstacle.kind == Kind::point) return true;
  const Vec<D> along = obstacle.side.to - obstacle.side.from;
  const double place = dot(center - obstacle.side.from, along);
  if constexpr (D == 2)
    if (obstacle.side.sides == Sides::front && cross(along, center - obstacle.side.from) < 0) return false;
  return place >= 0 && place <= norm2(along);
}

template <int D>
Vec<D> across(const Obstacle<D>& obstacle, const Vec<D>& velocity) {
  if (obstacle.kind != Obstacle<D>::Kind::side) return velocity;
  const Vec<D> along = obstacle.side.to - obstacle.side.from;
  return velocity - (dot(velocity, along) / norm2(along)) * along;
}

template <int D>
double time_on(const Obstacle<D>& obstacle, const Vec<D>& position, const Vec<D>& velocity,
               const Vec<D>& acceleration) {
  using Kind = typename Obstacle<D>::Kind;
  double time = kNever;
  if (obstacle.kind == Kind::side) {
    const Vec<D> along = obstacle.side.to - obstacle.side.from;
    time = time_inside(dot(position - obstacle.side.from, along), dot(velocity, along), dot(acceleration, along), 0,
                       norm2(along));
  } else if (obstacle.kind == Kind::face) {
    for (int k = 0; k < D; ++k)
      if (obstacle.plane.normal[k] == 0)
        time =
            std::min(time, time_inside(position[k], velocity[k], acceleration[k], obstacle.low[k], obstacle.high[k]));
  }
  return time;
}

template <int D>
bool borders(const Obstacle<D>& other, const Obstacle<D>& support) {
  using Kind = typename Obstacle<D>::Kind;
  if (other.body != support.body || other.flat()) return false;
  if (support.kind == Kind::side) return other.point == support.side.from || other.point == support.side.to;
  for (int k = 0; k < D; ++k)
    if (support.plane.normal[k] != 0) return other.low[k] == support.low[k] && other.high[k] == support.low[k];
  return false;
}

template std::vector<Obstacle<2>> obstacles_of(const Shape<2>&, std::uint32_t);
template std::vector<Obstacle<3>> obstacles_of(const Shape<3>&, std::uint32_t);
template double first_contact(const Obstacle<2>&, const Vec<2>&, const Vec<2>&, const Vec<2>&, double, double);
template double first_contact(const Obstacle<3>&, const Vec<3>&, const Vec<3>&, const Vec<3>&, double, double);
template Vec<2> contact_axis(const Obstacle<2>&, const Vec<2>&);
template Vec<3> contact_axis(const Obstacle<3>&, const Vec<3>&);
template double distance(const Obstacle<2>&, const Vec<2>&);
template double distance(const Obstacle<3>&, const Vec<3>&);
template bool reaches(const Obstacle<2>&, const Vec<2>&, double);
template bool reaches(const Obstacle<3>&, const Vec<3>&, double);
template Vec<2> across(const Obstacle<2>&, const Vec<2>&);
template Vec<3> across(const Obstacle<3>&, const Vec<3>&);
template double time_on(const Obstacle<2>&, const Vec<2>&, const Vec<2>&, const Vec<2>&);
template double time_on(const Obstacle<3>&, const Vec<3>&, const Vec<3>&, const Vec<3>&);
template bool borders(const Obstacle<2>&, const Obstacle<2>&);
template bool borders(const Obstacle<3>&, const Obstacle<3>&);

}  // namespace carom::detail
