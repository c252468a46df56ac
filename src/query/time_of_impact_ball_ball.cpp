#include "query/linear_impact.hpp"
#include "query/parts.hpp"

namespace carom {
namespace {

using namespace detail;

template <int D>
double first_time(const RelativePath<D>& path, double r, double r0, double horizon) {
  if (!(path.a == path.a0))
    return first_impact([&]<class N>() { return ball_feature(course<N, D>(path), r, r0); }, horizon);
  return first_contact_linear<D>(path.p - path.p0, path.v - path.v0, r + r0, horizon,
                                 [&] { return linear_impact(path, r, r0, horizon); });
}

}  // namespace

template <int D>
std::optional<Impact<D>> time_of_impact(const Ball<D>& a, const std::type_identity_t<Motion<D>>& motion_a,
                                        const Ball<D>& b, const std::type_identity_t<Motion<D>>& motion_b,
                                        double horizon) {
  const RelativePath<D> path{a.center, motion_a.velocity, motion_a.acceleration,
                             b.center, motion_b.velocity, motion_b.acceleration};
  const double time = first_time(path, a.radius, b.radius, horizon);
  if (time == kNever) return std::nullopt;
  const Vec<D> normal = towards_foot(position(path, time), velocity(path, time), a.radius + b.radius, Vec<D>{-1});
  const Vec<D> center = b.center + motion_b.displacement(time);
  return Impact<D>{time, center - b.radius * normal, normal, proximity(a, b)};
}

template std::optional<Impact<2>> time_of_impact(const Ball<2>&, const Motion<2>&, const Ball<2>&, const Motion<2>&,
                                                 double);
template std::optional<Impact<3>> time_of_impact(const Ball<3>&, const Motion<3>&, const Ball<3>&, const Motion<3>&,
                                                 double);

}  // namespace carom
