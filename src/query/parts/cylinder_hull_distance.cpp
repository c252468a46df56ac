#include <algorithm>
#include <cmath>
#include <limits>

#include "query/parts/cylinder_hull_parts.hpp"

// Apart: the distance of a line from the cylinder is a convex function along it. Its least is sought in plain
// arithmetic and then with 256 bits, in which the distance there is calculated, too: what the place is off by counts
// only as its square.
namespace carom::query {
namespace {

using Fine = math::Uncertain<math::Wide>;

/// From the cylinder, around the origin and along z, to a point outside.
Vec3 way_to(const UprightCylinder& c, const Vec3& q) {
  const double rho = length(Vec2{q.x, q.y});
  const double out = std::fmax(rho - c.radius, 0);
  const double up = std::copysign(std::fmax(std::fabs(q.z) - c.half_height, 0), q.z);
  return {out > 0 ? out * (q.x / rho) : 0, out > 0 ? out * (q.y / rho) : 0, up};
}

/// Of an edge of T: where it is nearest, 0 … 1.
class EdgeDistance {
 public:
  EdgeDistance(const CylinderHull& pair, int k)
      : cylinder_(pair.cylinder), from_(pair.corner(k)), to_(pair.corner(k + 1)) {
    share_ = 0.5 * (border(false) + border(true));
    rough_ = length(way_to(cylinder_, at(share_)));
  }

  double rough() const { return rough_; }

  Distance<3> operator()() const {
    const Fine share = refined();
    const Triple<Fine> q = at(share);
    const auto [out, up, rho] = beyond(q);
    const Fine distance = out.is_zero() ? up : up.is_zero() ? out : math::certain_root(out * out + up * up);
    const double across = out.is_zero() ? 0 : out.value() / rho.value();
    const Vec3 normal = direction(
        Vec3{across * q[0].value(), across * q[1].value(), std::copysign(up.value(), q[2].value())}, Vec3{1, 0, 0});
    const double length = keep_sign(distance.value(), 1);
    const Vec3 foot = from_ + share.value() * (to_ - from_);
    return {length, foot - length * normal, foot, normal};
  }

 private:
  struct Beyond {
    Fine out;
    Fine up;
    Fine rho;
  };

  Vec3 at(double share) const { return (from_ - cylinder_.center) + share * (to_ - from_); }
  Triple<Fine> at(const Fine& share) const {
    const Triple<Fine> from = from_to<Fine, 3>(cylinder_.center, from_);
    const Triple<Fine> d = from_to<Fine, 3>(from_, to_);
    return {from[0] + share * d[0], from[1] + share * d[1], from[2] + share * d[2]};
  }
  Beyond beyond(const Triple<Fine>& q) const {
    const Fine radius(cylinder_.radius);
    const Fine rho2 = q[0] * q[0] + q[1] * q[1];
    const Fine rho = rho2.sign() == 1 ? math::certain_root(rho2) : Fine();
    const Fine out2 = rho2 - radius * radius;
    const Fine up = (q[2].value() < 0 ? -q[2] : q[2]) - Fine(cylinder_.half_height);
    return {out2.sign() == 1 ? out2 * math::certain_inverse(rho + radius) : Fine(), up.sign() == 1 ? up : Fine(), rho};
  }

  /// Where the distance begins to grow (`last`), or ends to fall.
  double border(bool last) const {
    const Vec3 d = to_ - from_;
    const auto falls = [&](double share) {
      const double rate = dot(way_to(cylinder_, at(share)), d);
      return last ? rate <= 0 : rate < 0;
    };
    if (!falls(0)) return 0;
    if (falls(1)) return 1;
    double low = 0;
    double high = 1;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (falls(middle) ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  /// Newton's method for the derivative of half the squared distance.
  Fine refined() const {
    Fine share(share_);
    if (share_ == 0 || share_ == 1) return share;
    const Triple<Fine> d = from_to<Fine, 3>(from_, to_);
    for (int i = 0; i < 4; ++i) {
      const Triple<Fine> q = at(share);
      const auto [out, up, rho] = beyond(q);
      Fine rate = (q[2].value() < 0 ? -d[2] : d[2]) * up;
      Fine bend = up.is_zero() ? Fine() : d[2] * d[2];
      if (!out.is_zero()) {
        const Fine inverse = math::certain_inverse(rho);
        const Fine slope = (q[0] * d[0] + q[1] * d[1]) * inverse;
        rate = rate + out * slope;
        bend = bend + slope * slope + out * ((d[0] * d[0] + d[1] * d[1] - slope * slope) * inverse);
      }
      if (bend.sign() != 1) break;
      const Fine next = Fine::around((share - rate * math::certain_inverse(bend)).middle(), 0);
      if (!(next.value() > 0 && next.value() < 1)) break;
      share = next;
    }
    return share;
  }

  const UprightCylinder& cylinder_;
  Vec3 from_;
  Vec3 to_;
  double share_ = 0;
  double rough_ = 0;
};

/// Of a triangle's plane, if the cylinder's nearest point is before the triangle itself.
std::optional<Distance<3>> face_distance(const CylinderHull& pair) {
  const UprightCylinder& c = pair.cylinder;
  const Triple<Fine> n =
      cross_of(from_to<Fine, 3>(pair.corners[0], pair.corners[1]), from_to<Fine, 3>(pair.corners[0], pair.corners[2]));
  const Fine above = dot_of(n, from_to<Fine, 3>(pair.corners[0], c.center));
  const Fine across2 = n[0] * n[0] + n[1] * n[1];
  Fine reach = Fine(c.half_height) * (n[2].value() < 0 ? -n[2] : n[2]);
  if (!across2.is_zero()) reach = reach + Fine(c.radius) * math::certain_root(across2);
  const Fine beyond = (above.value() < 0 ? -above : above) - reach;
  if (beyond.sign() != 1) return std::nullopt;
  const double length =
      keep_sign((beyond * math::certain_inverse(math::certain_root(across2 + n[2] * n[2]))).value(), 1);
  Vec3 normal = direction(Vec3{n[0].value(), n[1].value(), n[2].value()}, Vec3{});
  if (above.value() > 0) normal = -normal;  // from the cylinder to the plane
  const Vec2 out = direction(Vec2{normal.x, normal.y}, Vec2{});
  const double rise = normal.z > 0 ? c.half_height : normal.z < 0 ? -c.half_height : 0;
  const Vec3 own = c.center + Vec3{c.radius * out.x, c.radius * out.y, rise};
  const Vec3 foot = own + length * normal;
  const double side = above.value() > 0 ? -1 : 1;
  for (int k = 0; k < 3; ++k)
    if (side * dot(cross(normal, pair.corner(k + 1) - pair.corner(k)), foot - pair.corner(k)) < 0) return std::nullopt;
  return Distance<3>{length, own, foot, normal};
}

}  // namespace

Distance<3> distance_apart(const CylinderHull& pair) {
  std::vector<EdgeDistance> edges;
  double least = std::numeric_limits<double>::infinity();
  double size = 0;
  for (int k = 0; k < pair.edges(); ++k) {
    edges.emplace_back(pair, k);
    least = std::fmin(least, edges.back().rough());
    size = std::fmax(size, norm(pair.corner(k) - pair.cylinder.center));
  }
  std::optional<Distance<3>> nearest;
  const auto take = [&](const Distance<3>& d) {
    if (!nearest || d.distance < nearest->distance) nearest = d;
  };
  for (const EdgeDistance& edge : edges)
    if (!(edge.rough() > least * (1 + 0x1p-20) + 0x1p-40 * size)) take(edge());
  if (pair.is_triangle())
    if (const auto face = face_distance(pair)) take(*face);
  return *nearest;
}

}  // namespace carom::query
