#include "query/linear_impact.hpp"
#include "query/parts.hpp"

namespace carom {
namespace {

using namespace detail;

template <int D>
double first_time(const RelativeMotion<D>& m, double r, double r0, double horizon) {
  const bool straight = m.motion.acceleration == m.other.acceleration && moves_throughout(m.motion, horizon) &&
                        moves_throughout(m.other, horizon);
  if (!straight)
    return first_impact(m, horizon, [&]<class N>(const Course<N, D>& x) { return ball_feature(x, r, r0); });
  return first_contact_linear<D>(m.p - m.p0, m.motion.velocity - m.other.velocity, r + r0, horizon, [&] {
    return linear_impact<D>({m.p, m.motion.velocity, {}, m.p0, m.other.velocity, {}}, r, r0, horizon);
  });
}

}  // namespace

template <int D>
std::optional<Impact<D>> time_of_impact(const Ball<D>& a, const std::type_identity_t<Motion<D>>& motion_a,
                                        const Ball<D>& b, const std::type_identity_t<Motion<D>>& motion_b,
                                        double horizon) {
  const RelativeMotion<D> relative{a.center, motion_a, b.center, motion_b};
  const double time = first_time(relative, a.radius, b.radius, horizon);
  if (time == kNever) return std::nullopt;
  const Vec<D> normal =
      towards_foot(position(relative, time), heading(relative, time), a.radius + b.radius, Vec<D>{-1});
  const Vec<D> center = b.center + motion_b.displacement(time);
  return Impact<D>{time, center - b.radius * normal, normal, proximity(a, b)};
}

template std::optional<Impact<2>> time_of_impact(const Ball<2>&, const Motion<2>&, const Ball<2>&, const Motion<2>&,
                                                 double);
template std::optional<Impact<3>> time_of_impact(const Ball<3>&, const Motion<3>&, const Ball<3>&, const Motion<3>&,
                                                 double);

}  // namespace carom
