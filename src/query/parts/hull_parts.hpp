#pragma once
#include <vector>

#include "query/answers.hpp"
#include "query/parts/hull.hpp"
#include "query/parts/triangle_parts.hpp"

// Two hulls A and B: the displacement x of A as a point among all displacements at which they meet. These fill the
// hull of all b − a, corners of both, grown by the sum of the radii. Its features come of one of each: a face of one
// (its owner) and a corner of the other (the guest), an edge of each, an edge and a corner, two corners. A pair of
// corners is what lies nearest in a direction u if in A all else lies no farther along u, and in B no less far: the
// cones of normals meet. So no hull is built, and every region is a sign of what was given.
namespace carom::query {

/// A feature of the sum of two hulls.
struct HullPiece {
  /// In the plane a face is a side of a polygon, and none is `crossed`.
  enum class Kind { face, crossed, edge, corner, inner };
  Kind kind = Kind::corner;
  bool of_a = false;  ///< the owner is A
  int feature = 0;    ///< face or edge of the owner; crossed: edge of A; corner: that of B, the owner; inner: the piece
  int guest = 0;      ///< corner of the other hull; crossed: edge of B
  int sign = 1;       ///< crossed: the side of (edge of A) × (edge of B)
  bool certain = true;  ///< faces and crossed edges: that the other corners lie beyond is proven
};

template <int D>
class HullParts {
 public:
  using Kind = HullPiece::Kind;
  static constexpr bool kConvex = true;

  HullParts(const Hull<D>& a, const Hull<D>& b) : a_(a), b_(b) {}

  /// Asked for only where the boxes around both meet: then the pieces are listed.
  int count() const {
    if (pieces_.empty()) list_pieces();
    return static_cast<int>(pieces_.size());
  }
  Aabb<D> whole() const;
  Aabb<D> bound(int part) const;

  template <class N>
  Feature<N> feature(int part, const Course<N, D>& x, double) const {
    const HullPiece& p = piece(part);
    if (p.kind == Kind::corner) return corner<N>(p, x);
    if constexpr (D == 3)
      if (p.kind == Kind::edge) return edge<N>(p, x);
    if (p.kind == Kind::inner) return inner<N>(p.feature, x);
    return outer<N>(p, x);
  }

  Touch<D> touch(int part, const Vec<D>& displacement, const Vec<D>& velocity, double) const;
  double length(int part, const Still& still, const Vec<D>& displacement, double) const;

 private:
  template <class N>
  using Numbers = std::array<N, static_cast<std::size_t>(D)>;

  const HullPiece& piece(int part) const { return pieces_[static_cast<std::size_t>(part)]; }
  const Hull<D>& owner(const HullPiece& p) const { return p.of_a ? a_ : b_; }
  const Hull<D>& other(const HullPiece& p) const { return p.of_a ? b_ : a_; }
  const Vec<D>& guest(const HullPiece& p) const { return other(p).corner(p.guest); }
  double radius() const { return a_.radius + b_.radius; }
  template <class N>
  N reach() const {
    return N(a_.radius) + N(b_.radius);
  }

  /// The guest as the owner sees it.
  template <class N>
  Course<N, D> course_of(const HullPiece& p, const Course<N, D>& x) const {
    Course<N, D> at;
    for (int k = 0; k < D; ++k) {
      const auto i = static_cast<std::size_t>(k);
      at[i] = constant(N(guest(p)[k])) + (p.of_a ? -x[i] : x[i]);
    }
    return at;
  }
  Vec<D> place_of(const HullPiece& p, const Vec<D>& displacement) const {
    return p.of_a ? guest(p) - displacement : guest(p) + displacement;
  }

  /// The outward normal of a face or of two crossed edges: of the latter from B to A.
  template <class N>
  Numbers<N> normal(const HullPiece& p) const;
  /// How far the piece's plane is left behind, times |normal|.
  template <class N>
  math::Polynomial<N> beyond(const HullPiece& p, const Course<N, D>& x) const;
  /// Calls demand(N) for what must be ≥ 0, that the plane of a piece bounds the sum.
  template <class N, class Demand>
  void each_support(const HullPiece& p, const Demand& demand) const;

  template <class N>
  Feature<N> outer(const HullPiece& p, const Course<N, D>& x) const;
  template <class N>
  void demand_within(Feature<N>& feature, const HullPiece& p, const Course<N, D>& x) const;
  template <class N>
  Feature<N> edge(const HullPiece& p, const Course<N, D>& x) const;
  template <class N>
  Feature<N> corner(const HullPiece& p, const Course<N, D>& x) const;
  template <class N>
  Feature<N> inner(int own, const Course<N, D>& x) const;

  void list_pieces() const;
  void add_faces() const;
  void add_crossed_edges() const;
  void add_plane(HullPiece piece) const;
  void add_inside() const;
  bool is_flat() const;
  Segment<D> edge_of(const HullPiece& p) const;

  Touch<D> touch_plane(const HullPiece& p, const Vec<D>& displacement, const Vec<D>& velocity) const;
  Touch<D> touch_edge(const HullPiece& p, const Vec<D>& displacement, const Vec<D>& velocity) const;

  Hull<D> a_;
  Hull<D> b_;
  mutable std::vector<HullPiece> pieces_;
  mutable int planes_ = 0;  ///< that many pieces come first
};

// ---- What features are made of

/// a·b for numbers and for courses.
template <class N, std::size_t D>
N dot_of(const std::array<N, D>& a, const std::array<N, D>& b) {
  N sum;
  for (std::size_t k = 0; k < D; ++k) sum = sum + a[k] * b[k];
  return sum;
}
template <class N, std::size_t D>
math::Polynomial<N> dot_of(const std::array<N, D>& a, const std::array<math::Polynomial<N>, D>& x) {
  math::Polynomial<N> sum;
  for (std::size_t k = 0; k < D; ++k) sum = sum + constant(a[k]) * x[k];
  return sum;
}

template <class N, int D>
std::array<N, static_cast<std::size_t>(D)> from_to(const Vec<D>& from, const Vec<D>& to) {
  std::array<N, static_cast<std::size_t>(D)> d;
  for (int k = 0; k < D; ++k) d[static_cast<std::size_t>(k)] = N(to[k]) - N(from[k]);
  return d;
}

template <class N>
Triple<N> cross_of(const Triple<N>& u, const Triple<N>& v) {
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

/// w·u times |d|², u being the part of y at right angles to d.
template <class N>
math::Polynomial<N> across_line(const Triple<N>& d, const Triple<N>& w, const Course<N, 3>& y) {
  return constant(dot_of(d, d)) * dot_of(w, y) - constant(dot_of(w, d)) * dot_of(d, y);
}

/// The foot of y = p u + q v + h n, n = u × v, is on the parallelogram of u and v: 0 ≤ p, q ≤ 1, times |n|².
template <class N>
void demand_on_parallelogram(Feature<N>& feature, const Course<N, 3>& y, const Triple<N>& u, const Triple<N>& v) {
  const Triple<N> n = cross_of(u, v);
  const math::Polynomial<N> whole = constant(dot_of(n, n));
  for (const math::Polynomial<N>& share : {dot_of(cross_of(v, n), y), dot_of(cross_of(n, u), y)}) {
    feature.demand(share);
    feature.demand(whole - share);
  }
}

template <int D>
template <class N>
auto HullParts<D>::normal(const HullPiece& p) const -> Numbers<N> {
  if constexpr (D == 2) {
    const Hull<2>& hull = owner(p);
    const Numbers<N> d = from_to<N, 2>(hull.corner(p.feature), hull.corner(p.feature + 1));
    return {d[1], -d[0]};
  } else if (p.kind == Kind::crossed) {
    const Skeleton::Edge& e = a_.skeleton->edges[static_cast<std::size_t>(p.feature)];
    const Skeleton::Edge& f = b_.skeleton->edges[static_cast<std::size_t>(p.guest)];
    const Triple<N> u = from_to<N, 3>(a_.corner(e.from), a_.corner(e.to));
    const Triple<N> v = from_to<N, 3>(b_.corner(f.from), b_.corner(f.to));
    return p.sign > 0 ? cross_of(u, v) : cross_of(v, u);
  } else {
    const Skeleton::Face& face = owner(p).skeleton->faces[static_cast<std::size_t>(p.feature)];
    const Vec3& a = owner(p).corner(face.a);
    return cross_of(from_to<N, 3>(a, owner(p).corner(face.b)), from_to<N, 3>(a, owner(p).corner(face.c)));
  }
}

template <int D>
template <class N>
math::Polynomial<N> HullParts<D>::beyond(const HullPiece& p, const Course<N, D>& x) const {
  if constexpr (D == 3) {
    if (p.kind == Kind::crossed) {
      const Vec3& a = a_.corner(a_.skeleton->edges[static_cast<std::size_t>(p.feature)].from);
      const Vec3& b = b_.corner(b_.skeleton->edges[static_cast<std::size_t>(p.guest)].from);
      const Triple<N> from = from_to<N, 3>(b, a);
      Course<N, 3> y = x;
      for (std::size_t k = 0; k < 3; ++k) y[k] = y[k] + constant(from[k]);
      return dot_of(normal<N>(p), y);
    }
    const Skeleton::Face& face = owner(p).skeleton->faces[static_cast<std::size_t>(p.feature)];
    return dot_of(normal<N>(p), seen_from<N, 3>(owner(p).corner(face.a), course_of(p, x)));
  } else {
    return dot_of(normal<N>(p), seen_from<N, 2>(owner(p).corner(p.feature), course_of(p, x)));
  }
}

template <int D>
template <class N, class Demand>
void HullParts<D>::each_support(const HullPiece& p, const Demand& demand) const {
  const Numbers<N> n = normal<N>(p);
  if constexpr (D == 3) {
    if (p.kind == Kind::crossed) {
      // The normal points from B to A: A lies above its edge, B below its own.
      const auto beside = [&](const Hull<3>& hull, int edge, bool above) {
        const Skeleton::Edge& e = hull.skeleton->edges[static_cast<std::size_t>(edge)];
        for (int k = 0; k < e.faces; ++k) {
          const N height =
              dot_of(n, from_to<N, 3>(hull.corner(e.from), hull.corner(e.beside[static_cast<std::size_t>(k)])));
          demand(above ? height : -height);
        }
      };
      beside(a_, p.feature, true);
      beside(b_, p.guest, false);
      return;
    }
  }
  other(p).each_neighbour(p.guest, [&](const Vec<D>& next) { demand(dot_of(n, from_to<N, D>(guest(p), next))); });
}

template <int D>
template <class N>
void HullParts<D>::demand_within(Feature<N>& feature, const HullPiece& p, const Course<N, D>& x) const {
  if constexpr (D == 2) {
    const Segment2 side = edge_of(p);
    const SegmentFrame<N, 2> frame(course_of(p, x), side);
    feature.demand(frame.along);
    feature.demand(constant(frame.length2) - frame.along);
  } else if (p.kind == Kind::crossed) {
    const Skeleton::Edge& e = a_.skeleton->edges[static_cast<std::size_t>(p.feature)];
    const Skeleton::Edge& f = b_.skeleton->edges[static_cast<std::size_t>(p.guest)];
    const Triple<N> from = from_to<N, 3>(b_.corner(f.from), a_.corner(e.from));
    Course<N, 3> y = x;
    for (std::size_t k = 0; k < 3; ++k) y[k] = y[k] + constant(from[k]);
    // From B's edge to A's: y = −p (edge of A) + q (edge of B) + h n.
    demand_on_parallelogram(feature, y, from_to<N, 3>(a_.corner(e.to), a_.corner(e.from)),
                            from_to<N, 3>(b_.corner(f.from), b_.corner(f.to)));
  } else {
    const Skeleton& skeleton = *owner(p).skeleton;
    const Skeleton::Face& face = skeleton.faces[static_cast<std::size_t>(p.feature)];
    const Vec3& a = owner(p).corner(face.a);
    const Vec3& b = owner(p).corner(face.b);
    const Vec3& c = owner(p).corner(face.c);
    const Course<N, 3> y = course_of(p, x);
    if (skeleton.has_parallelograms) {
      demand_on_parallelogram(feature, seen_from<N, 3>(a, y), from_to<N, 3>(a, b), from_to<N, 3>(a, c));
    } else {
      feature.demand(inside_edge(y, a, b, c));
      feature.demand(inside_edge(y, b, c, a));
      feature.demand(inside_edge(y, c, a, b));
    }
  }
}

/// (n·y)² − r² |n|² above the plane of a face or of crossed edges; n·y for r = 0.
template <int D>
template <class N>
Feature<N> HullParts<D>::outer(const HullPiece& p, const Course<N, D>& x) const {
  const math::Polynomial<N> above = beyond(p, x);
  const Numbers<N> n = normal<N>(p);
  Feature<N> feature =
      radius() == 0 ? Feature<N>{above} : squared(square(above), reach<N>() * reach<N>() * dot_of(n, n));
  demand_within(feature, p, x);
  feature.demand(above);
  if (!p.certain) each_support<N>(p, [&](const N& support) { feature.demand(constant(support)); });
  return feature;
}

/// Beyond the faces that meet in the edge, and nearest to the guest of all corners there.
template <int D>
template <class N>
Feature<N> HullParts<D>::edge(const HullPiece& p, const Course<N, D>& x) const {
  const Skeleton::Edge& e = owner(p).skeleton->edges[static_cast<std::size_t>(p.feature)];
  const Vec3& from = owner(p).corner(e.from);
  const Vec3& to = owner(p).corner(e.to);
  const Course<N, 3> at = course_of(p, x);
  Feature<N> feature = side_feature<N, 3>(at, Segment3{from, to}, reach<N>());
  const Course<N, 3> y = seen_from<N, 3>(from, at);
  const Triple<N> d = from_to<N, 3>(from, to);
  for (int k = 0; k < e.faces; ++k)
    feature.demand(-across_line(d, from_to<N, 3>(from, owner(p).corner(e.beside[static_cast<std::size_t>(k)])), y));
  other(p).each_neighbour(p.guest,
                          [&](const Vec3& next) { feature.demand(across_line(d, from_to<N, 3>(guest(p), next), y)); });
  return feature;
}

/// Beyond the edges that meet in the owner's corner, and nearest to the guest of all corners there.
template <int D>
template <class N>
Feature<N> HullParts<D>::corner(const HullPiece& p, const Course<N, D>& x) const {
  const Vec<D>& own = owner(p).corner(p.feature);
  const Course<N, D> y = seen_from<N, D>(own, course_of(p, x));
  Feature<N> feature = ball_feature(y, reach<N>());
  owner(p).each_neighbour(p.feature, [&](const Vec<D>& next) { feature.demand(-dot_of(from_to<N, D>(own, next), y)); });
  other(p).each_neighbour(p.guest,
                          [&](const Vec<D>& next) { feature.demand(dot_of(from_to<N, D>(guest(p), next), y)); });
  return feature;
}

/// Inside all planes, and this is the nearest of them; the gap is that without the radius.
template <int D>
template <class N>
Feature<N> HullParts<D>::inner(int own, const Course<N, D>& x) const {
  const math::Polynomial<N> above = beyond(piece(own), x);
  const Numbers<N> n = normal<N>(piece(own));
  Feature<N> feature{above};
  feature.demand(-above);
  for (int k = 0; k < planes_; ++k) {
    if (k == own) continue;
    const math::Polynomial<N> far = beyond(piece(k), x);
    const Numbers<N> m = normal<N>(piece(k));
    feature.demand(-far);
    feature.demand(square(far) * constant(dot_of(n, n)) - square(above) * constant(dot_of(m, m)));
  }
  return feature;
}

template <HullShape A, HullShape B>
requires(!UprightShape<A> || !UprightShape<B>) struct Seen<A, B> {
  Ball<kDimension<A>> ball{};
  HullParts<kDimension<A>> parts;

  Seen(const A& a, const B& b) : parts(hull_of(a), hull_of(b)) {}
};

}  // namespace carom::query
