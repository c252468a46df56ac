#include "query/first_contact.hpp"

#include "query/curved/first_impact.hpp"
#include "query/straight/linear_impact.hpp"

namespace carom::query {

template <int D>
double first_contact_balls_approaching(const Vec<D>& p, const Vec<D>& w, double radius_sum, double horizon) {
  return first_contact_linear<D>(p, w, radius_sum, horizon,
                                 [&] { return linear_impact<D>(p, w, radius_sum, {}, {}, 0, horizon); });
}

template <int D>
double first_contact_balls(const Vec<D>& p, const Vec<D>& w, const Vec<D>& g, double radius_sum, double horizon) {
  if (is_zero(g)) return first_contact_balls(p, w, radius_sum, horizon);
  return first_impact([&]<class N>() { return ball_feature(course<N, D>({p, w, g}), radius_sum, 0); }, horizon);
}

template <int D>
double first_contact_plane(const Vec<D>& p, const Vec<D>& w, const Vec<D>& g, const HalfSpace<D>& plane, double radius,
                           double horizon) {
  return first_impact([&]<class N>() { return plane_feature<N, D>(course<N, D>({p, w, g}), plane, radius); }, horizon);
}

template <int D>
double first_contact_point(const Vec<D>& p, const Vec<D>& w, const Vec<D>& g, const Vec<D>& point, double radius,
                           double horizon) {
  RelativePath<D> path{p, w, g};
  path.p0 = point;
  return first_impact([&]<class N>() { return ball_feature(course<N, D>(path), radius, 0); }, horizon);
}

template <int D>
double first_contact_box_feature(const Vec<D>& p, const Vec<D>& w, const Vec<D>& g, const Aabb<D>& box,
                                 const std::array<int, static_cast<std::size_t>(D)>& direction, double radius,
                                 double horizon) {
  return first_impact(
      [&]<class N>() {
        return box_feature<N, D>(course<N, D>({p, w, g}), box, direction, radius);
      },
      horizon);
}

double first_contact_face(const Vec3& p, const Vec3& w, const Vec3& g, const Face& face, double radius,
                          double horizon) {
  std::array<int, 3> direction{};
  direction[static_cast<std::size_t>(face.axis)] = face.sign;
  return first_contact_box_feature<3>(p, w, g, face.box, direction, radius, horizon);
}

template double first_contact_balls_approaching(const Vec2&, const Vec2&, double, double);
template double first_contact_balls_approaching(const Vec3&, const Vec3&, double, double);
template double first_contact_balls(const Vec2&, const Vec2&, const Vec2&, double, double);
template double first_contact_balls(const Vec3&, const Vec3&, const Vec3&, double, double);
template double first_contact_plane(const Vec2&, const Vec2&, const Vec2&, const HalfSpace<2>&, double, double);
template double first_contact_plane(const Vec3&, const Vec3&, const Vec3&, const HalfSpace<3>&, double, double);
template double first_contact_point(const Vec2&, const Vec2&, const Vec2&, const Vec2&, double, double);
template double first_contact_point(const Vec3&, const Vec3&, const Vec3&, const Vec3&, double, double);
template double first_contact_box_feature(const Vec2&, const Vec2&, const Vec2&, const Aabb<2>&,
                                          const std::array<int, 2>&, double, double);
template double first_contact_box_feature(const Vec3&, const Vec3&, const Vec3&, const Aabb<3>&,
                                          const std::array<int, 3>&, double, double);

}  // namespace carom::query
