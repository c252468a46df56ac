#include "sim/bodies/obstacle.hpp"

#include <algorithm>
#include <cmath>

#include "query/curved/first_impact.hpp"
#include "query/parts/mesh_parts.hpp"

namespace carom::sim {
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

  void end(std::vector<typename Obstacle<D>::EndOf> edges) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::end);
    piece.low = piece.high = edges[0].end == query::End::from ? edges[0].edge.from : edges[0].edge.to;
    piece.edges = std::move(edges);
    pieces.push_back(piece);
  }

  void face(const Triangle& triangle) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::face);
    piece.triangle = triangle;
    for (int k = 0; k < D; ++k) {
      piece.low[k] = std::min({triangle.a[k], triangle.b[k], triangle.c[k]});
      piece.high[k] = std::max({triangle.a[k], triangle.b[k], triangle.c[k]});
    }
    pieces.push_back(std::move(piece));
  }

  /// An end or a side of a mesh.
  void end(const Vec<D>& corner, std::span<const Vec<D>> around) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::end);
    piece.low = piece.high = corner;
    piece.around.assign(around.begin(), around.end());
    pieces.push_back(std::move(piece));
  }

  void side(const Segment<D>& edge, std::span<const Vec<D>> around) {
    side(edge);
    pieces.back().around.assign(around.begin(), around.end());
  }

  void box(const Aabb<D>& box, const typename Obstacle<D>::Direction& direction) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::box);
    piece.box = box;
    piece.direction = direction;
    for (int k = 0; k < D; ++k) {
      const int sign = direction[static_cast<std::size_t>(k)];
      piece.low[k] = sign > 0 ? box.high[k] : box.low[k];
      piece.high[k] = sign < 0 ? box.low[k] : box.high[k];
    }
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
  compiler.side(segment);
  compiler.end({{segment, query::End::from}});
  compiler.end({{segment, query::End::to}});
}

void compile(Compiler<2>& compiler, const Polygon& polygon) {
  const int edges = polygon.edge_count();
  for (int k = 0; k < edges; ++k) compiler.side(polygon.edge(k));
  const int vertices = static_cast<int>(polygon.vertices.size());
  for (int k = 0; k < vertices; ++k) {
    std::vector<Obstacle<2>::EndOf> meeting;
    if (k < edges) meeting.push_back({polygon.edge(k), query::End::from});
    if (k > 0 || polygon.closed) meeting.push_back({polygon.edge(k > 0 ? k - 1 : edges - 1), query::End::to});
    compiler.end(std::move(meeting));
  }
}

void compile(Compiler<3>& compiler, const TriangleMesh& mesh) {
  for (std::size_t k = 0; k < mesh.triangles.size(); ++k) compiler.face(mesh.triangle(k));
  constexpr double kAll = query::kNever;
  const query::MeshParts parts(mesh, {{-kAll, -kAll, -kAll}, {kAll, kAll, kAll}});
  const int edges_end = parts.faces() + parts.edges();
  for (int k = parts.faces(); k < edges_end; ++k) compiler.side(parts.edge(k), parts.around(k));
  for (int k = edges_end; k < parts.count(); ++k) compiler.end(parts.corner(k), parts.around(k));
}

template <int D>
int count_axes(const std::array<int, static_cast<std::size_t>(D)>& direction) {
  return D - static_cast<int>(std::count(direction.begin(), direction.end(), 0));
}

// Every direction of −1, 0 and +1 but the middle: faces first, then edges, then corners; x counts fastest.
template <int D>
void compile(Compiler<D>& compiler, const Aabb<D>& box) {
  for (int axes = 1; axes <= D; ++axes) {
    typename Obstacle<D>::Direction direction;
    direction.fill(-1);
    for (bool more = true; more;) {
      if (count_axes<D>(direction) == axes) compiler.box(box, direction);
      more = false;
      for (int& sign : direction) {
        more = ++sign <= 1;
        if (more) break;
        sign = -1;
      }
    }
  }
}

// The first t ≥ 0 at which v t + ½ a t² rises above a gap.
double time_below(double gap, double v, double a) {
  if (gap <= 0) return v > 0 || (v == 0 && a > 0) ? 0.0 : query::kNever;
  const double discriminant = v * v + 2 * a * gap;
  if (discriminant < 0) return query::kNever;
  const double sum = v + std::sqrt(discriminant);
  return sum > 0 ? 2 * gap / sum : query::kNever;
}

// The first t ≥ 0 at which x + v t + ½ a t² leaves [low, high].
double time_inside(double x, double v, double a, double low, double high) {
  return std::min(time_below(high - x, v, a), time_below(x - low, -v, -a));
}

/// (b − a) × (c − a)
Vec3 area_of(const Triangle& t) {
  return cross(t.b - t.a, t.c - t.a);
}

/// The first t ≥ 0 at which x + v t + ½ a t² leaves the prism over a triangle.
double time_over(const Triangle& t, const Vec3& x, const Vec3& v, const Vec3& a) {
  const Vec3 area = area_of(t);
  double time = query::kNever;
  for (const auto& [from, to] : {std::pair(t.a, t.b), std::pair(t.b, t.c), std::pair(t.c, t.a)}) {
    const Vec3 inward = cross(area, to - from);
    time = std::min(time, time_below(dot(inward, x - from), -dot(inward, v), -dot(inward, a)));
  }
  return time;
}

/// From a centre to the nearest point of a box's face's plane, edge's line or corner.
template <int D>
Vec<D> to_box_piece(const Obstacle<D>& piece, const Vec<D>& center) {
  Vec<D> axis{};
  for (int k = 0; k < D; ++k)
    if (piece.direction[static_cast<std::size_t>(k)] != 0) axis[k] = piece.low[k] - center[k];
  return axis;
}

/// The outward normal of a box's face.
template <int D>
Vec<D> face_normal(const Obstacle<D>& face) {
  Vec<D> normal{};
  for (int k = 0; k < D; ++k) normal[k] = face.direction[static_cast<std::size_t>(k)];
  return normal;
}

/// A piece of a mesh; a face from above its front or from behind.
template <class N>
query::Feature<N> mesh_feature(const Obstacle<3>& piece, std::size_t front, const query::Course<N, 3>& x,
                               double radius) {
  using Kind = typename Obstacle<3>::Kind;
  if (piece.kind == Kind::face) return query::face_feature<N>(x, piece.triangle, front == 0 ? 1 : -1, radius);
  if (piece.kind == Kind::side) return query::edge_feature<N>(x, piece.side.from, piece.side.to, piece.around, radius);
  return query::corner_feature<N>(x, piece.low, piece.around, radius);
}

/// A piece as the queries see it. A corner of a one-sided chain stops a ball in front of the `front`th of its edges.
template <class N, int D>
query::Feature<N> feature_of(const Obstacle<D>& piece, std::size_t front, const query::Course<N, D>& x, double radius) {
  using Kind = typename Obstacle<D>::Kind;
  if constexpr (D == 3)
    if (piece.kind == Kind::face || !piece.around.empty()) return mesh_feature<N>(piece, front, x, radius);
  if (piece.kind == Kind::plane) return query::plane_feature<N, D>(x, piece.plane, radius);
  if (piece.kind == Kind::side) return query::side_feature<N, D>(x, piece.side, radius);
  if (piece.kind == Kind::box) return query::box_feature<N, D>(x, piece.box, piece.direction, radius);
  query::Feature<N> corner = query::end_feature<N, D>(x, piece.edges[front].edge, piece.edges[front].end, radius);
  for (std::size_t k = 0; k < piece.edges.size(); ++k)
    if (k != front)
      corner.demand(query::end_feature<N, D>(x, piece.edges[k].edge, piece.edges[k].end, radius).region[0]);
  return corner;
}

/// The first contact from any of the fronts; `contact(front, horizon)` is that from one.
template <int D, class Contact>
double first_of_fronts(const Obstacle<D>& piece, double horizon, const Contact& contact) {
  const bool one_sided = !piece.edges.empty() && piece.edges[0].edge.sides == Sides::front;
  const std::size_t fronts = piece.kind == Obstacle<D>::Kind::face ? 2 : one_sided ? piece.edges.size() : 1;
  double first = query::kNever;
  for (std::size_t front = 0; front < fronts; ++front)
    first = std::min(first, contact(front, std::min(horizon, first)));
  return first;
}

}  // namespace

template <int D>
std::vector<Obstacle<D>> obstacles_of(const Shape<D>& shape, std::uint32_t body) {
  Compiler<D> compiler(body);
  std::visit([&](const auto& given) { compile(compiler, given); }, shape);
  return std::move(compiler.pieces);
}

template <int D>
bool Obstacle<D>::flat() const {
  if (kind == Kind::box) return count_axes<D>(direction) == 1;
  return kind == Kind::plane || kind == Kind::face || (D == 2 && kind == Kind::side);
}

template <int D>
double first_contact(const Obstacle<D>& obstacle, const Vec<D>& velocity, const Vec<D>& position,
                     const Motion<D>& motion, double radius, double horizon) {
  if (motion.damping == 0 && motion.stop == query::kNever) {
    const Vec<D> approach = motion.velocity - velocity;
    if (obstacle.kind == Obstacle<D>::Kind::plane)
      return query::first_contact_plane<D>(position, approach, motion.acceleration, obstacle.plane, radius, horizon);
    const query::RelativePath<D> path{position, approach, motion.acceleration};
    return first_of_fronts(obstacle, horizon, [&](std::size_t front, double end) {
      return query::first_impact(
          [&]<class N>() { return feature_of<N, D>(obstacle, front, query::course<N, D>(path), radius); }, end);
    });
  }
  return first_of_fronts(obstacle, horizon, [&](std::size_t front, double end) {
    return query::first_impact(
        query::RelativeMotion<D>{position, motion, {}, Linear<D>{velocity}}, end,
        [&]<class N>(const query::Course<N, D>& x) { return feature_of<N, D>(obstacle, front, x, radius); });
  });
}

template <int D>
Vec<D> contact_axis(const Obstacle<D>& obstacle, const Vec<D>& center) {
  using Kind = typename Obstacle<D>::Kind;
  if (obstacle.kind == Kind::plane) return -obstacle.plane.normal;
  if (obstacle.kind == Kind::end) return obstacle.low - center;
  if (obstacle.kind == Kind::box) return obstacle.flat() ? -face_normal(obstacle) : to_box_piece(obstacle, center);
  if constexpr (D == 3)
    if (obstacle.kind == Kind::face) {
      const Vec3 area = area_of(obstacle.triangle);
      return dot(area, center - obstacle.triangle.a) >= 0 ? -area : area;
    }
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
  if (obstacle.kind == Kind::plane) return dot(obstacle.plane.normal, center) - obstacle.plane.offset;
  if (obstacle.kind == Kind::end) return norm(obstacle.low - center);
  if (obstacle.kind == Kind::box)
    return obstacle.flat() ? -dot(face_normal(obstacle), to_box_piece(obstacle, center))
                           : norm(to_box_piece(obstacle, center));
  if constexpr (D == 3)
    if (obstacle.kind == Kind::face) {
      const Vec3 area = area_of(obstacle.triangle);
      return std::fabs(dot(area, center - obstacle.triangle.a)) / norm(area);
    }
  const Vec<D> along = obstacle.side.to - obstacle.side.from;
  const Vec<D> offset = center - obstacle.side.from;
  if constexpr (D == 2)
    return std::fabs(cross(along, offset)) / norm(along);
  else
    return norm(cross(along, offset)) / norm(along);
}

namespace {

/// Whether a centre that goes straight for a time surely stays where others count than a face, or a side.
template <int D>
bool stays_beside(const Obstacle<D>& obstacle, const Vec<D>& center, const Vec<D>& velocity, double time) {
  using Kind = typename Obstacle<D>::Kind;
  constexpr double kRounding = 0x1p-40;
  const auto stays_below = [&](const Vec<D>& from, const Vec<D>& way) {
    const Vec<D> offset = center - from;
    const double begin = dot(way, offset), change = time * dot(way, velocity);
    const double size = norm(way) * (norm(center) + norm(from) + time * norm(velocity));
    return std::max(begin, begin + change) < -kRounding * size;
  };
  if constexpr (D == 3)
    if (obstacle.kind == Kind::face) {
      const Triangle& t = obstacle.triangle;
      const Vec3 area = area_of(t);
      return stays_below(t.a, cross(area, t.b - t.a)) || stays_below(t.b, cross(area, t.c - t.b)) ||
             stays_below(t.c, cross(area, t.a - t.c));
    }
  if (obstacle.kind != Kind::side) return false;
  const Vec<D> along = obstacle.side.to - obstacle.side.from;
  return stays_below(obstacle.side.from, along) || stays_below(obstacle.side.to, -along);
}

}  // namespace

template <int D>
bool stays_far_from(const Obstacle<D>& obstacle, const Vec<D>& center, double radius, const Vec<D>& velocity,
                    double time) {
  const Vec<D> axis = contact_axis(obstacle, center);
  const double length = norm(axis);
  if (!(length > 0)) return false;
  double size = length;
  for (int k = 0; k < D; ++k) size += std::fabs(center[k]) + time * std::fabs(velocity[k]);
  const double reach = (1 + 0x1p-30) * radius + 0x1p-40 * size;
  if (obstacle.flat()) {
    const double away = distance(obstacle, center);
    if (std::min(away, away - time * dot(velocity, axis) / length) > reach) return true;
    return stays_beside(obstacle, center, velocity, time);
  }
  const Vec<D> sideways = across(obstacle, velocity);
  const double speed2 = norm2(sideways);
  const double nearest = speed2 > 0 ? std::clamp(dot(axis, sideways) / speed2, 0.0, time) : 0;
  return norm(axis - nearest * sideways) > reach || stays_beside(obstacle, center, velocity, time);
}

template <int D>
bool reaches(const Obstacle<D>& obstacle, const Vec<D>& center, double radius) {
  return radius > 0 &&
         first_contact<D>(obstacle, {}, center, Linear<D>{contact_axis(obstacle, center)}, radius, 0) == 0;
}

template <int D>
Vec<D> across(const Obstacle<D>& obstacle, const Vec<D>& velocity) {
  if (obstacle.kind == Obstacle<D>::Kind::box) {
    Vec<D> rest = velocity;
    for (int k = 0; k < D; ++k)
      if (obstacle.direction[static_cast<std::size_t>(k)] == 0) rest[k] = 0;
    return rest;
  }
  if (obstacle.kind != Obstacle<D>::Kind::side) return velocity;
  const Vec<D> along = obstacle.side.to - obstacle.side.from;
  return velocity - (dot(velocity, along) / norm2(along)) * along;
}

template <int D>
double time_on(const Obstacle<D>& obstacle, const Vec<D>& position, const Vec<D>& velocity,
               const Vec<D>& acceleration) {
  using Kind = typename Obstacle<D>::Kind;
  double time = query::kNever;
  if constexpr (D == 3)
    if (obstacle.kind == Kind::face) return time_over(obstacle.triangle, position, velocity, acceleration);
  if (obstacle.kind == Kind::side) {
    const Vec<D> along = obstacle.side.to - obstacle.side.from;
    time = time_inside(dot(position - obstacle.side.from, along), dot(velocity, along), dot(acceleration, along), 0,
                       norm2(along));
  } else if (obstacle.kind == Kind::box) {
    for (int k = 0; k < D; ++k)
      if (obstacle.direction[static_cast<std::size_t>(k)] == 0)
        time =
            std::min(time, time_inside(position[k], velocity[k], acceleration[k], obstacle.low[k], obstacle.high[k]));
  }
  return time;
}

template <int D>
bool borders(const Obstacle<D>& other, const Obstacle<D>& support) {
  if (other.body != support.body || other.flat()) return false;
  if constexpr (D == 3)
    if (support.kind == Obstacle<D>::Kind::face) {
      const auto is_corner = [&t = support.triangle](const Vec3& p) { return p == t.a || p == t.b || p == t.c; };
      return other.kind == Obstacle<D>::Kind::side ? is_corner(other.side.from) && is_corner(other.side.to)
                                                   : is_corner(other.low);
    }
  if (other.kind == Obstacle<D>::Kind::end)
    return std::any_of(other.edges.begin(), other.edges.end(), [&](const auto& end) {
      return end.edge.from == support.side.from && end.edge.to == support.side.to;
    });
  for (std::size_t k = 0; k < D; ++k)
    if (support.direction[k] != 0) return other.direction[k] == support.direction[k];
  return false;
}

template struct Obstacle<2>;
template struct Obstacle<3>;
template std::vector<Obstacle<2>> obstacles_of(const Shape<2>&, std::uint32_t);
template std::vector<Obstacle<3>> obstacles_of(const Shape<3>&, std::uint32_t);
template double first_contact(const Obstacle<2>&, const Vec<2>&, const Vec<2>&, const Motion<2>&, double, double);
template double first_contact(const Obstacle<3>&, const Vec<3>&, const Vec<3>&, const Motion<3>&, double, double);
template Vec<2> contact_axis(const Obstacle<2>&, const Vec<2>&);
template Vec<3> contact_axis(const Obstacle<3>&, const Vec<3>&);
template double distance(const Obstacle<2>&, const Vec<2>&);
template double distance(const Obstacle<3>&, const Vec<3>&);
template bool stays_far_from(const Obstacle<2>&, const Vec<2>&, double, const Vec<2>&, double);
template bool stays_far_from(const Obstacle<3>&, const Vec<3>&, double, const Vec<3>&, double);
template bool reaches(const Obstacle<2>&, const Vec<2>&, double);
template bool reaches(const Obstacle<3>&, const Vec<3>&, double);
template Vec<2> across(const Obstacle<2>&, const Vec<2>&);
template Vec<3> across(const Obstacle<3>&, const Vec<3>&);
template double time_on(const Obstacle<2>&, const Vec<2>&, const Vec<2>&, const Vec<2>&);
template double time_on(const Obstacle<3>&, const Vec<3>&, const Vec<3>&, const Vec<3>&);
template bool borders(const Obstacle<2>&, const Obstacle<2>&);
template bool borders(const Obstacle<3>&, const Obstacle<3>&);

}  // namespace carom::sim
