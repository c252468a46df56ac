#include "sim/bodies/obstacle.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "query/curved/first_impact.hpp"
#include "query/parts/arc_parts.hpp"
#include "query/parts/convex_polygon_parts.hpp"
#include "query/parts/cylinder_parts.hpp"
#include "query/parts/mesh_joints.hpp"
#include "query/parts/triangle_features.hpp"

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

  void side(const Segment<D>& side, double thickness = 0) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::side);
    piece.side = side;
    bound(piece, query::box_around(side.from, side.to), thickness);
    pieces.push_back(piece);
  }

  void end(std::vector<typename Obstacle<D>::EndOf> edges, double thickness = 0) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::end);
    piece.point = edges[0].end == query::End::from ? edges[0].edge.from : edges[0].edge.to;
    piece.edges = std::move(edges);
    bound(piece, {piece.point, piece.point}, thickness);
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
    piece.point = piece.low = piece.high = corner;
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

  /// What the piece that was added last is of the whole shape.
  void part_of(const std::shared_ptr<const Whole<D>>& whole, const std::vector<int>& parts) {
    pieces.back().whole = whole;
    pieces.back().parts = parts;
  }

  /// A piece of a cylinder.
  void round(typename Obstacle<D>::Kind kind, const UprightCylinder& cylinder, int sign) {
    Obstacle<D> piece = next(kind);
    piece.sign = sign;
    if (kind == Obstacle<D>::Kind::wall) piece.thickness = cylinder.radius;
    const Aabb3 bounds = query::CylinderInSpace(cylinder).bound(static_cast<int>(pieces.size()));
    piece.low = bounds.low;
    piece.high = bounds.high;
    pieces.push_back(std::move(piece));
  }

  /// An arc without its ends, and an end of it.
  void arc(const Arc& arc) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::arc);
    piece.point = arc.center;
    bound(piece, {arc.center, arc.center}, arc.radius);
    pieces.push_back(std::move(piece));
  }
  void end(const Vec<D>& point, const Aabb<D>& bounds) {
    Obstacle<D> piece = next(Obstacle<D>::Kind::end);
    piece.point = point;
    piece.low = bounds.low;
    piece.high = bounds.high;
    pieces.push_back(std::move(piece));
  }

  std::vector<Obstacle<D>> pieces;

 private:
  static void bound(Obstacle<D>& piece, const Aabb<D>& core, double thickness) {
    const Aabb<D> box = thickness > 0 ? query::widened(core, thickness) : core;
    piece.thickness = thickness;
    piece.low = box.low;
    piece.high = box.high;
  }

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

template <int D>
void compile(Compiler<D>& compiler, const Capsule<D>& capsule) {
  const Segment<D> bone{capsule.from, capsule.to};
  compiler.side(bone, capsule.radius);
  compiler.end({{bone, query::End::from}}, capsule.radius);
  compiler.end({{bone, query::End::to}}, capsule.radius);
}

// Its outside is the front of each edge.
void compile(Compiler<2>& compiler, const ConvexPolygon& polygon) {
  const auto whole = std::make_shared<const Whole<2>>(polygon);
  const query::ConvexPolygonParts parts{polygon};
  const int n = parts.vertices();
  const auto edge = [&parts](int k) { return Segment2{parts.edge(k).to, parts.edge(k).from, Sides::front}; };
  for (int k = 0; k < n; ++k) {
    compiler.side(edge(k));
    compiler.part_of(whole, {k, 2 * n + k});
  }
  for (int k = 0; k < n; ++k) {
    compiler.end({{edge(k), query::End::to}, {edge(k + n - 1), query::End::from}});
    compiler.part_of(whole, {n + k});
  }
}

void compile(Compiler<2>& compiler, const Arc& arc) {
  const auto whole = std::make_shared<const Whole<2>>(arc);
  const query::ArcParts parts(arc);
  compiler.arc(arc);
  std::vector<int> sides;
  for (int part = 0; part < std::min(parts.count(), query::ArcParts::kEnds); ++part) sides.push_back(part);
  compiler.part_of(whole, sides);
  for (int part = query::ArcParts::kEnds; part < parts.count(); ++part) {
    compiler.end(parts.end_of(part), parts.bound(part));
    compiler.part_of(whole, {part});
  }
}

void compile(Compiler<3>& compiler, const UprightCylinder& cylinder) {
  using Kind = Obstacle<3>::Kind;
  using Parts = query::CylinderParts;
  const auto whole = std::make_shared<const Whole<3>>(cylinder);
  compiler.round(Kind::wall, cylinder, 0);
  compiler.part_of(whole, {0, Parts::kInside, Parts::kInside + 1, Parts::kInside + 2, Parts::kInside + 3});
  for (const int cap : {1, 2}) {
    compiler.round(Kind::cap, cylinder, Parts::sign_of_part(cap));
    compiler.part_of(whole, {cap, Parts::kInnerCaps + cap - 1});
  }
  for (const int rim : {Parts::kRims, Parts::kRims + 1}) {
    compiler.round(Kind::rim, cylinder, Parts::sign_of_part(rim));
    std::vector<int> parts{rim};
    for (int part = rim + 2; part < Parts::kInside; part += 2) parts.push_back(part);
    compiler.part_of(whole, parts);
  }
}

void compile(Compiler<3>& compiler, const TriangleMesh& mesh) {
  for (std::size_t k = 0; k < mesh.triangles.size(); ++k) compiler.face(mesh.triangle(k));
  std::vector<std::uint32_t> all(mesh.triangles.size());
  std::iota(all.begin(), all.end(), 0u);
  const query::MeshJoints joints(mesh, all);
  for (const auto& edge : joints.edges())
    compiler.side(Segment3{mesh.vertices[edge.from], mesh.vertices[edge.to]}, joints.around(edge));
  for (const auto& corner : joints.corners()) compiler.end(mesh.vertices[corner.from], joints.around(corner));
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

const UprightCylinder& cylinder_of(const Obstacle<3>& piece) {
  return std::get<UprightCylinder>(*piece.whole);
}

/// The unit vector of a cylinder's axis that points from its middle to the cap or rim.
Vec3 up_of(const Obstacle<3>& piece) {
  Vec3 up;
  up[static_cast<int>(cylinder_of(piece).axis)] = piece.sign;
  return up;
}

/// The part of a vector across the axis of a piece's cylinder.
Vec3 level(const Obstacle<3>& piece, Vec3 v) {
  v[static_cast<int>(cylinder_of(piece).axis)] = 0;
  return v;
}

/// From a cylinder's middle to the point of a rim that is nearest to a centre.
Vec3 rim_foot(const Obstacle<3>& rim, const Vec3& from_middle) {
  const UprightCylinder& cylinder = cylinder_of(rim);
  const Vec3 out = level(rim, from_middle);
  const double rho = norm(out);
  return (rho > 0 ? cylinder.radius / rho : 0) * out + cylinder.half_height * up_of(rim);
}

/// From a centre to the nearest point of a cylinder's axis (wall), to a cap's plane, or to the nearest point of a rim.
Vec3 to_cylinder_piece(const Obstacle<3>& piece, const Vec3& center) {
  using Kind = typename Obstacle<3>::Kind;
  const Vec3 from_middle = center - cylinder_of(piece).center;
  if (piece.kind == Kind::wall) return -level(piece, from_middle);
  if (piece.kind == Kind::cap) return -up_of(piece);
  return rim_foot(piece, from_middle) - from_middle;
}

double distance_of_cylinder_piece(const Obstacle<3>& piece, const Vec3& center) {
  if (piece.kind != Obstacle<3>::Kind::cap) return norm(to_cylinder_piece(piece, center)) - piece.thickness;
  const UprightCylinder& cylinder = cylinder_of(piece);
  return dot(up_of(piece), center - cylinder.center) - cylinder.half_height;
}

/// The first t ≥ 0 at which x + v t + ½ a t² leaves the cap of a cylinder: ρ² grows above R².
double time_on_cap(const Obstacle<3>& cap, const Vec3& x, const Vec3& v, const Vec3& a) {
  const UprightCylinder& cylinder = cylinder_of(cap);
  const query::RelativePath<3> path{level(cap, x), level(cap, v), level(cap, a), level(cap, cylinder.center)};
  return query::first_impact(
      [&]<class N>() {
        const N radius(cylinder.radius);
        return query::Feature<N>{query::constant(radius * radius) - query::sum_of_squares(query::course<N, 3>(path))};
      },
      query::kNever);
}

/// n·x is most at the rim on the side of n; of a cap or rim at its own.
double reach_of_cylinder_piece(const Obstacle<3>& piece, const Vec3& foot, const Vec3& normal) {
  const UprightCylinder& cylinder = cylinder_of(piece);
  const Vec3 across = level(piece, normal);
  const double rise = piece.sign == 0 ? norm(normal - across) : dot(normal, up_of(piece));
  return dot(normal, cylinder.center - foot) + cylinder.radius * norm(across) + cylinder.half_height * rise;
}

/// The first contact with what a piece is of its whole shape.
template <int D>
double first_contact_of_parts(const Obstacle<D>& piece, const query::RelativeMotion<D>& motion, double radius,
                              double horizon) {
  return std::visit(
      [&]<class S>(const S& shape) {
        const typename query::PartsOf<S>::type parts{shape};
        const int count = query::count_from(parts, Ball<D>{motion.p, radius});
        double first = query::kNever;
        for (const int part : piece.parts) {
          if (part >= count) break;
          first =
              std::min(first, query::first_impact_of_part<D>(parts, part, motion, radius, std::min(horizon, first)));
        }
        return first;
      },
      *piece.whole);
}

/// Whether a ball that goes straight for a time stays inside an arc's circle or outside.
bool stays_off_arc(const Obstacle<2>& arc, const Vec2& center, double radius, const Vec2& velocity, double time) {
  const Vec2 offset = center - arc.point;
  const double begin = norm(offset), end = norm(offset + time * velocity);
  const double speed2 = norm2(velocity);
  const double size = norm(center) + norm(arc.point) + arc.thickness + radius + time * std::sqrt(speed2);
  const double reach = (1 + 0x1p-30) * radius + 0x1p-40 * size;
  if (std::max(begin, end) < arc.thickness - reach) return true;
  const double nearest = speed2 > 0 ? std::clamp(-dot(offset, velocity) / speed2, 0.0, time) : 0;
  return norm(offset + nearest * velocity) > arc.thickness + reach;
}

/// A piece of a mesh; a face from above its front or from behind.
template <class N>
query::Feature<N> mesh_feature(const Obstacle<3>& piece, std::size_t front, const query::Course<N, 3>& x,
                               double radius) {
  using Kind = typename Obstacle<3>::Kind;
  if (piece.kind == Kind::face) return query::face_feature<N>(x, piece.triangle, front == 0 ? 1 : -1, radius);
  if (piece.kind == Kind::side) return query::edge_feature<N>(x, piece.side.from, piece.side.to, piece.around, radius);
  return query::corner_feature<N>(x, piece.point, piece.around, radius);
}

/// A piece as the queries see it. A corner of a one-sided chain stops a ball in front of the `front`th of its edges.
template <class N, int D>
query::Feature<N> feature_of(const Obstacle<D>& piece, std::size_t front, const query::Course<N, D>& x, double radius) {
  using Kind = typename Obstacle<D>::Kind;
  if constexpr (D == 3)
    if (piece.kind == Kind::face || !piece.around.empty()) return mesh_feature<N>(piece, front, x, radius);
  if (piece.kind == Kind::plane) return query::plane_feature<N, D>(x, piece.plane, radius);
  N reach(radius);
  if (piece.thickness > 0) reach = reach + N(piece.thickness);
  if (piece.kind == Kind::side) return query::side_feature<N, D>(x, piece.side, reach);
  if (piece.kind == Kind::box) return query::box_feature<N, D>(x, piece.box, piece.direction, radius);
  query::Feature<N> corner = query::end_feature<N, D>(x, piece.edges[front].edge, piece.edges[front].end, reach);
  for (std::size_t k = 0; k < piece.edges.size(); ++k)
    if (k != front)
      corner.demand(query::end_feature<N, D>(x, piece.edges[k].edge, piece.edges[k].end, reach).region[0]);
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
  return kind == Kind::plane || kind == Kind::face || kind == Kind::cap || (D == 2 && kind == Kind::side);
}

template <int D>
double first_contact(const Obstacle<D>& obstacle, const Vec<D>& velocity, const Vec<D>& position,
                     const Motion<D>& motion, double radius, double horizon) {
  if (obstacle.whole)
    return first_contact_of_parts<D>(obstacle, {position, motion, {}, Linear<D>{velocity}}, radius, horizon);
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

namespace {

/// The same direction, with a length whose square is in the range of doubles.
template <int D>
Vec<D> lengthened(const Vec<D>& v) {
  double most = 0;
  for (int k = 0; k < D; ++k) most = std::max(most, std::fabs(v[k]));
  return most < 0x1p-500 ? 0x1p600 * v : v;
}

}  // namespace

template <int D>
Vec<D> contact_axis(const Obstacle<D>& obstacle, const Vec<D>& center) {
  using Kind = typename Obstacle<D>::Kind;
  if (obstacle.kind == Kind::plane) return -obstacle.plane.normal;
  if (obstacle.kind == Kind::end) return obstacle.point - center;
  if (obstacle.kind == Kind::box) return obstacle.flat() ? -face_normal(obstacle) : to_box_piece(obstacle, center);
  if constexpr (D == 3)
    if (obstacle.kind == Kind::face) {
      const Vec3 area = lengthened<3>(area_of(obstacle.triangle));
      return dot(area, center - obstacle.triangle.a) >= 0 ? -area : area;
    }
  if (obstacle.kind == Kind::arc)
    return is_hollow(obstacle, center) ? center - obstacle.point : obstacle.point - center;
  if constexpr (D == 3)
    if (obstacle.whole) return to_cylinder_piece(obstacle, center);
  const Vec<D> along = lengthened<D>(obstacle.side.to - obstacle.side.from);
  const Vec<D> offset = center - obstacle.side.from;
  if constexpr (D == 2) {
    const Vec2 left{-along.y, along.x};
    return obstacle.whole || cross(along, offset) >= 0 ? -left : left;
  } else {
    return (dot(offset, along) / norm2(along)) * along - offset;
  }
}

template <int D>
bool is_hollow(const Obstacle<D>& obstacle, const Vec<D>& center) {
  return obstacle.kind == Obstacle<D>::Kind::arc &&
         norm2(center - obstacle.point) < obstacle.thickness * obstacle.thickness;
}

template <int D>
double distance(const Obstacle<D>& obstacle, const Vec<D>& center) {
  using Kind = typename Obstacle<D>::Kind;
  if (obstacle.kind == Kind::plane) return dot(obstacle.plane.normal, center) - obstacle.plane.offset;
  if (obstacle.kind == Kind::end) return norm(obstacle.point - center) - obstacle.thickness;
  if (obstacle.kind == Kind::arc) return std::fabs(norm(obstacle.point - center) - obstacle.thickness);
  if (obstacle.kind == Kind::box)
    return obstacle.flat() ? -dot(face_normal(obstacle), to_box_piece(obstacle, center))
                           : norm(to_box_piece(obstacle, center));
  if constexpr (D == 3)
    if (obstacle.kind == Kind::face) {
      const Vec3 area = lengthened<3>(area_of(obstacle.triangle));
      return std::fabs(dot(area, center - obstacle.triangle.a)) / norm(area);
    }
  if constexpr (D == 3)
    if (obstacle.whole) return distance_of_cylinder_piece(obstacle, center);
  const Vec<D> along = lengthened<D>(obstacle.side.to - obstacle.side.from);
  const Vec<D> offset = center - obstacle.side.from;
  if constexpr (D == 2) {
    const double height = cross(along, offset) / norm(along);
    return (obstacle.whole ? height : std::fabs(height)) - obstacle.thickness;
  } else {
    return norm(cross(along, offset)) / norm(along) - obstacle.thickness;
  }
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
  if constexpr (D == 2)
    if (obstacle.kind == Obstacle<D>::Kind::arc) return stays_off_arc(obstacle, center, radius, velocity, time);
  const Vec<D> axis = contact_axis(obstacle, center);
  const double length = norm(axis);
  if (!(length > 0)) return false;
  double size = length;
  for (int k = 0; k < D; ++k) size += std::fabs(center[k]) + time * std::fabs(velocity[k]);
  const double reach = (1 + 0x1p-30) * (radius + obstacle.thickness) + 0x1p-40 * (size + obstacle.thickness);
  if (obstacle.kind == Obstacle<D>::Kind::rim) return length - time * norm(velocity) > reach;
  if (obstacle.flat()) {
    const double away = distance(obstacle, center) + obstacle.thickness;
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
  constexpr double kSurely = 1 - 0x1p-40;  // beyond what rounds
  if (obstacle.kind == Obstacle<D>::Kind::plane && distance(obstacle, center) < kSurely * radius) return radius > 0;
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
  if constexpr (D == 3)
    if (obstacle.kind == Obstacle<D>::Kind::wall) return level(obstacle, velocity);
  if (obstacle.kind != Obstacle<D>::Kind::side) return velocity;
  const Vec<D> along = obstacle.side.to - obstacle.side.from;
  return velocity - (dot(velocity, along) / norm2(along)) * along;
}

template <int D>
double reach_beyond(const Obstacle<D>& obstacle, const Vec<D>& foot, const Vec<D>& normal) {
  using Kind = typename Obstacle<D>::Kind;
  if (obstacle.kind == Kind::plane) return query::kNever;
  if (obstacle.kind == Kind::end) return dot(normal, obstacle.point - foot) + obstacle.thickness;
  if (obstacle.kind == Kind::side)
    return std::max(dot(normal, obstacle.side.from - foot), dot(normal, obstacle.side.to - foot)) + obstacle.thickness;
  if constexpr (D == 3) {
    if (obstacle.kind == Kind::face) {
      const Triangle& t = obstacle.triangle;
      return std::max({dot(normal, t.a - foot), dot(normal, t.b - foot), dot(normal, t.c - foot)});
    }
    if (obstacle.whole) return reach_of_cylinder_piece(obstacle, foot, normal);
  }
  double most = 0;
  for (int k = 0; k < D; ++k)
    most += std::max(normal[k] * (obstacle.low[k] - foot[k]), normal[k] * (obstacle.high[k] - foot[k]));
  return most;
}

template <int D>
double time_on(const Obstacle<D>& obstacle, const Vec<D>& position, const Vec<D>& velocity,
               const Vec<D>& acceleration) {
  using Kind = typename Obstacle<D>::Kind;
  double time = query::kNever;
  if constexpr (D == 3)
    if (obstacle.kind == Kind::face) return time_over(obstacle.triangle, position, velocity, acceleration);
  if constexpr (D == 3)
    if (obstacle.kind == Kind::cap) return time_on_cap(obstacle, position, velocity, acceleration);
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
                                                   : is_corner(other.point);
    }
  if (support.kind == Obstacle<D>::Kind::cap) return other.kind == Obstacle<D>::Kind::rim && other.sign == support.sign;
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
template bool is_hollow(const Obstacle<2>&, const Vec<2>&);
template bool is_hollow(const Obstacle<3>&, const Vec<3>&);
template Vec<3> contact_axis(const Obstacle<3>&, const Vec<3>&);
template double distance(const Obstacle<2>&, const Vec<2>&);
template double distance(const Obstacle<3>&, const Vec<3>&);
template bool stays_far_from(const Obstacle<2>&, const Vec<2>&, double, const Vec<2>&, double);
template bool stays_far_from(const Obstacle<3>&, const Vec<3>&, double, const Vec<3>&, double);
template bool reaches(const Obstacle<2>&, const Vec<2>&, double);
template bool reaches(const Obstacle<3>&, const Vec<3>&, double);
template Vec<2> across(const Obstacle<2>&, const Vec<2>&);
template Vec<3> across(const Obstacle<3>&, const Vec<3>&);
template double reach_beyond(const Obstacle<2>&, const Vec<2>&, const Vec<2>&);
template double reach_beyond(const Obstacle<3>&, const Vec<3>&, const Vec<3>&);
template double time_on(const Obstacle<2>&, const Vec<2>&, const Vec<2>&, const Vec<2>&);
template double time_on(const Obstacle<3>&, const Vec<3>&, const Vec<3>&, const Vec<3>&);
template bool borders(const Obstacle<2>&, const Obstacle<2>&);
template bool borders(const Obstacle<3>&, const Obstacle<3>&);

}  // namespace carom::sim
