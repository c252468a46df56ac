#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "contender.hpp"

// continuousCollide of two spheres in translation by conservative advancement, to a relative 10⁻⁶ of the horizon.
namespace carom::bench {
namespace {

fcl::Transform3d at(const Vec3& p) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  transform.translation() = fcl::Vector3d(p.x, p.y, p.z);
  return transform;
}

}  // namespace

void fcl_single(const Pairs<3, double>& pairs, double horizon, std::span<double> times) {
  const fcl::ContinuousCollisionRequestd request(100, 1e-6, fcl::CCDM_TRANS, fcl::GST_INDEP,
                                                 fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
  std::size_t k = 0;
  for (const auto& pair : pairs.single) {
    const fcl::Sphered a(pair.a.radius);
    const fcl::Sphered b(pair.b.radius);
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(&a, at(pair.a.center), at(pair.a.center + horizon * pair.motion_a.velocity), &b,
                           at(pair.b.center), at(pair.b.center + horizon * pair.motion_b.velocity), request, result);
    times[k++] = result.is_collide ? horizon * result.time_of_contact : kForever;
  }
}

}  // namespace carom::bench
