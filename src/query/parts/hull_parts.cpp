#include "query/parts/hull_parts.hpp"

#include <algorithm>
#include <cmath>

namespace carom::query {
namespace {

using Exact = math::Dyadic;
using Quick = math::Uncertain<double>;

Vec2 unit(const std::array<Quick, 2>& n) {
  return direction(Vec2{n[0].value(), n[1].value()}, Vec2{});
}
Vec3 unit(const std::array<Quick, 3>& n) {
  return direction(Vec3{n[0].value(), n[1].value(), n[2].value()}, Vec3{});
}

bool is_zero(const std::array<Exact, 2>& n) {
  return n[0].is_zero() && n[1].is_zero();
}
bool is_zero(const std::array<Exact, 3>& n) {
  return n[0].is_zero() && n[1].is_zero() && n[2].is_zero();
}
bool are_parallel(const std::array<Exact, 2>& m, const std::array<Exact, 2>& n) {
  return (m[0] * n[1] - m[1] * n[0]).is_zero();
}
bool are_parallel(const std::array<Exact, 3>& m, const std::array<Exact, 3>& n) {
  return is_zero(cross_of(m, n));
}

/// Certainly not the zero vector.
template <std::size_t D>
bool is_surely_something(const std::array<Quick, D>& n) {
  return std::any_of(n.begin(), n.end(), [](const Quick& x) { return x.sign() == 1 || x.sign() == -1; });
}

/// Where the difference of two numbers lies.
template <int D>
Aabb<D> difference(const Vec<D>& b, const Vec<D>& a) {
  Aabb<D> box;
  for (int k = 0; k < D; ++k) {
    const Interval range = widened(b[k], a[k], b[k], -a[k]);
    box.low[k] = range.low;
    box.high[k] = range.high;
  }
  return box;
}

/// Holds nothing yet.
template <int D>
Aabb<D> nowhere() {
  const Aabb<D> all = unbounded<D>();
  return {all.high, all.low};
}

template <int D>
void extend(Aabb<D>& box, const Aabb<D>& by) {
  for (int k = 0; k < D; ++k) {
    box.low[k] = std::min(box.low[k], by.low[k]);
    box.high[k] = std::max(box.high[k], by.high[k]);
  }
}

/// On which sides of the plane of two crossed edges corners lie that would be on the other, if it were to bound the
/// sum: in plain arithmetic, whose errors are far below 2⁻⁴⁸ of the products' terms.
class CrossedSides {
 public:
  CrossedSides(const Hull<3>& a, int edge_a, const Hull<3>& b, int edge_b) {
    const Skeleton::Edge& e = a.skeleton->edges[static_cast<std::size_t>(edge_a)];
    const Skeleton::Edge& f = b.skeleton->edges[static_cast<std::size_t>(edge_b)];
    const Vec3 u = a.corner(e.to) - a.corner(e.from);
    const Vec3 v = b.corner(f.to) - b.corner(f.from);
    normal_ = cross(u, v);
    size_ = size_of(u) * size_of(v);
    // The normal points from B to A.
    look(a, e, 1);
    look(b, f, -1);
  }
  bool surely_cut(int sign) const { return sign > 0 ? cuts_above_ : cuts_below_; }

 private:
  void look(const Hull<3>& hull, const Skeleton::Edge& edge, int side) {
    for (int k = 0; k < edge.faces; ++k) {
      const Vec3 way = hull.corner(edge.beside[static_cast<std::size_t>(k)]) - hull.corner(edge.from);
      const double height = side * dot(normal_, way);
      const double doubt = kDoubt * size_ * size_of(way) + kLost;
      cuts_above_ = cuts_above_ || height < -doubt;
      cuts_below_ = cuts_below_ || height > doubt;
    }
  }

  Vec3 normal_;
  double size_;
  bool cuts_above_ = false;
  bool cuts_below_ = false;
};

template <int D>
Vec<D> middle(const Hull<D>& hull) {
  Vec<D> sum{};
  for (int k = 0; k < hull.corners(); ++k) sum += (1.0 / hull.corners()) * hull.corner(k);
  return sum;
}

}  // namespace

template <int D>
void HullParts<D>::list_pieces() const {
  add_faces();
  if constexpr (D == 3) add_crossed_edges();
  planes_ = static_cast<int>(pieces_.size());
  if constexpr (D == 3) {
    for (const bool of_a : {false, true}) {
      const HullPiece any{Kind::edge, of_a};
      for (int e = 0; e < owner(any).skeleton->edge_count; ++e)
        for (int g = 0; g < other(any).corners(); ++g) pieces_.push_back({Kind::edge, of_a, e, g});
    }
  }
  for (int j = 0; j < b_.corners(); ++j)
    for (int i = 0; i < a_.corners(); ++i) pieces_.push_back({Kind::corner, false, j, i});
  add_inside();
}

template <int D>
void HullParts<D>::add_faces() const {
  for (const bool of_a : {false, true}) {
    HullPiece p{Kind::face, of_a};
    int faces = 0;
    if constexpr (D == 2)
      faces = owner(p).count > 1 ? owner(p).count : 0;
    else
      faces = owner(p).skeleton->face_count;
    for (p.feature = 0; p.feature < faces; ++p.feature)
      for (p.guest = 0; p.guest < other(p).corners(); ++p.guest) add_plane(p);
  }
}

template <int D>
void HullParts<D>::add_crossed_edges() const {
  if constexpr (D == 3) {
    HullPiece p{Kind::crossed, true};
    for (p.feature = 0; p.feature < a_.skeleton->edge_count; ++p.feature)
      for (p.guest = 0; p.guest < b_.skeleton->edge_count; ++p.guest) {
        const CrossedSides sides(a_, p.feature, b_, p.guest);
        for (const int sign : {1, -1}) {
          p.sign = sign;
          if (!sides.surely_cut(sign)) add_plane(p);
        }
      }
  }
}

/// Unless it certainly is no bound.
template <int D>
void HullParts<D>::add_plane(HullPiece p) const {
  p.certain = true;
  bool is_bound = true;
  each_support<Quick>(p, [&](const Quick& support) {
    if (support.sign() == -1) is_bound = false;
    if (support.sign() == Quick::kUnknown) p.certain = false;
  });
  if (!is_bound) return;
  // Edges that are parallel cross nowhere.
  if (p.kind == Kind::crossed && !is_surely_something(normal<Quick>(p)) && is_zero(normal<Exact>(p))) return;
  pieces_.push_back(p);
}

/// What counts where A's displacement, 0 so far, is within the hull without the radius: only a solid has an inside.
template <int D>
void HullParts<D>::add_inside() const {
  const Course<Quick, D> here = course<Quick, D>(RelativePath<D>{});
  for (int k = 0; k < planes_; ++k) {
    const math::Polynomial<Quick> out = beyond(piece(k), here);
    if (piece(k).certain && !out.is_zero() && out[0].sign() == 1) return;
  }
  const auto is_no_bound = [&](const HullPiece& p) {
    bool is_bound = true;
    if (!p.certain) each_support<Exact>(p, [&](const Exact& s) { is_bound = is_bound && s.sign() >= 0; });
    return !is_bound;
  };
  const auto planes_end = std::remove_if(pieces_.begin(), pieces_.begin() + planes_, is_no_bound);
  const auto planes = static_cast<int>(planes_end - pieces_.begin());
  pieces_.erase(planes_end, pieces_.begin() + planes_);
  planes_ = planes;
  for (int k = 0; k < planes_; ++k) pieces_[static_cast<std::size_t>(k)].certain = true;
  if (is_flat()) return;
  for (int k = 0; k < planes_; ++k) pieces_.push_back({Kind::inner, false, k});
}

template <int D>
bool HullParts<D>::is_flat() const {
  for (int k = 1; k < planes_; ++k)
    if (!are_parallel(normal<Exact>(piece(0)), normal<Exact>(piece(k)))) return false;
  return true;
}

template <int D>
Aabb<D> HullParts<D>::whole() const {
  Aabb<D> box = nowhere<D>();
  for (int i = 0; i < a_.corners(); ++i)
    for (int j = 0; j < b_.corners(); ++j) extend(box, difference<D>(b_.corner(j), a_.corner(i)));
  return widened(widened(box, a_.radius), b_.radius);
}

template <int D>
Aabb<D> HullParts<D>::bound(int part) const {
  const HullPiece& p = piece(part);
  if (p.kind == Kind::inner) return unbounded<D>();
  Aabb<D> box = nowhere<D>();
  const auto with = [&](const Vec<D>& own) {
    extend(box, p.of_a ? difference<D>(guest(p), own) : difference<D>(own, guest(p)));
  };
  if (p.kind == Kind::corner) {
    with(owner(p).corner(p.feature));
  } else if constexpr (D == 2) {
    with(owner(p).corner(p.feature));
    with(owner(p).corner(p.feature + 1));
  } else if (p.kind == Kind::edge) {
    with(edge_of(p).from);
    with(edge_of(p).to);
  } else if (p.kind == Kind::face) {
    const Skeleton& skeleton = *owner(p).skeleton;
    const Skeleton::Face& face = skeleton.faces[static_cast<std::size_t>(p.feature)];
    for (const int k : {face.a, face.b, face.c}) with(owner(p).corner(k));
    // The fourth corner of a box's face lies between these on each axis.
  } else {
    const Skeleton::Edge& e = a_.skeleton->edges[static_cast<std::size_t>(p.feature)];
    const Skeleton::Edge& f = b_.skeleton->edges[static_cast<std::size_t>(p.guest)];
    for (const int i : {e.from, e.to})
      for (const int j : {f.from, f.to}) extend(box, difference<D>(b_.corner(j), a_.corner(i)));
  }
  return widened(widened(box, a_.radius), b_.radius);
}

/// The owner's.
template <int D>
Segment<D> HullParts<D>::edge_of(const HullPiece& p) const {
  if constexpr (D == 2) {
    return {owner(p).corner(p.feature), owner(p).corner(p.feature + 1)};
  } else {
    const Skeleton::Edge& e = owner(p).skeleton->edges[static_cast<std::size_t>(p.feature)];
    return {owner(p).corner(e.from), owner(p).corner(e.to)};
  }
}

template <int D>
Touch<D> HullParts<D>::touch(int part, const Vec<D>& displacement, const Vec<D>& velocity, double) const {
  const HullPiece& p = piece(part);
  if (p.kind == Kind::inner) return touch_plane(piece(p.feature), displacement, {});
  if (p.kind == Kind::face || p.kind == Kind::crossed) return touch_plane(p, displacement, velocity);
  return touch_edge(p, displacement, velocity);
}

template <int D>
Touch<D> HullParts<D>::touch_plane(const HullPiece& p, const Vec<D>& displacement, const Vec<D>& velocity) const {
  Vec<D> out = unit(normal<Quick>(p));
  Vec<D> foot;  // on B without its radius
  if (p.kind == Kind::crossed) {
    if constexpr (D == 3) {
      const Skeleton::Edge& e = a_.skeleton->edges[static_cast<std::size_t>(p.feature)];
      const Skeleton::Edge& f = b_.skeleton->edges[static_cast<std::size_t>(p.guest)];
      const Vec3 d = a_.corner(e.to) - a_.corner(e.from);
      const Vec3 along = b_.corner(f.to) - b_.corner(f.from);
      const Vec3 y = a_.corner(e.from) + displacement - b_.corner(f.from);
      // y = −p d + q along + h n, so q is along what n × d sees of y.
      const Vec3 side = cross(direction(cross(d, along), Vec3{}), direction(d, Vec3{}));
      foot = b_.corner(f.from) + std::clamp(dot(y, side) / dot(along, side), 0.0, 1.0) * along;
    }
  } else {
    const Vec<D> at = place_of(p, displacement);
    int first = p.feature;
    if constexpr (D == 3) first = owner(p).skeleton->faces[static_cast<std::size_t>(p.feature)].a;
    foot = p.of_a ? guest(p) : at - dot(out, at - owner(p).corner(first)) * out;
  }
  Vec<D> inward = p.kind == Kind::face && p.of_a ? out : -out;
  // What has no radius and no inside is met from where it comes.
  if (radius() == 0 && dot(velocity, inward) < 0 && is_flat()) inward = -inward;
  return {foot - b_.radius * inward, inward};
}

/// An edge or a corner of the owner.
template <int D>
Touch<D> HullParts<D>::touch_edge(const HullPiece& p, const Vec<D>& displacement, const Vec<D>& velocity) const {
  const Vec<D> at = place_of(p, displacement);
  const Vec<D> way = p.of_a ? -velocity : velocity;
  const Vec<D> otherwise =
      direction(p.of_a ? middle(a_) - middle(b_) + displacement : middle(b_) - middle(a_) - displacement, Vec<D>{-1});
  Vec<D> foot;
  Vec<D> normal;  // from the guest to the owner
  if (p.kind == Kind::corner) {
    foot = owner(p).corner(p.feature);
    normal = towards_foot(at - foot, way, radius(), otherwise);
  } else {
    const Segment<D> edge = edge_of(p);
    const Vec<D> line = edge.to - edge.from;
    foot = edge.from + std::clamp(share_along(line, at - edge.from), 0.0, 1.0) * line;
    const Vec<D> aside = direction(reject(otherwise, line), across(line));
    normal = towards_foot(reject(at - edge.from, line), reject(way, line), radius(), aside);
  }
  const Vec<D> inward = p.of_a ? -normal : normal;
  return {(p.of_a ? guest(p) : foot) - b_.radius * inward, inward};
}

template <int D>
double HullParts<D>::length(int part, const Still& still, const Vec<D>& displacement, double) const {
  const HullPiece& p = piece(part);
  if (p.kind == Kind::corner)
    return length_of_offset(still, place_of(p, displacement) - owner(p).corner(p.feature), radius());
  if (p.kind == Kind::edge) return length_at_side(edge_of(p), still, place_of(p, displacement), radius());
  const bool is_inner = p.kind == Kind::inner;
  const HullPiece& plane = is_inner ? piece(p.feature) : p;
  const double n2 = precisely([&]<class N>() {
    const Numbers<N> n = normal<N>(plane);
    return dot_of(n, n);
  });
  const bool is_length = is_inner || radius() == 0;
  if (is_ordinary(n2) && (is_length || still.square == 0 || is_ordinary(still.square)))
    return is_length ? still.gap / std::sqrt(n2) - radius() : length_of_square(still, radius(), n2);
  const Touch<D> at = touch_plane(plane, displacement, {});
  const Vec<D> out = plane.kind == Kind::face && plane.of_a ? at.normal : -at.normal;
  if (plane.kind == Kind::crossed) {
    if constexpr (D == 3) {
      const Vec3& a = a_.corner(a_.skeleton->edges[static_cast<std::size_t>(plane.feature)].from);
      const Vec3& b = b_.corner(b_.skeleton->edges[static_cast<std::size_t>(plane.guest)].from);
      return dot(out, a + displacement - b) - radius();
    }
  }
  int first = plane.feature;
  if constexpr (D == 3) first = owner(plane).skeleton->faces[static_cast<std::size_t>(plane.feature)].a;
  return dot(out, place_of(plane, displacement) - owner(plane).corner(first)) - radius();
}

template class HullParts<2>;
template class HullParts<3>;

}  // namespace carom::query
