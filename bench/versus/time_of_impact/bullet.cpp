#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include "contender.hpp"

// btContinuousConvexCollision of two spheres, the convex cast behind convexSweepTest, in Bullet's single precision.
namespace carom::bench {
namespace {

btTransform at(const Vec3& p) {
  btTransform transform;
  transform.setIdentity();
  transform.setOrigin({static_cast<btScalar>(p.x), static_cast<btScalar>(p.y), static_cast<btScalar>(p.z)});
  return transform;
}

}  // namespace

void bullet_single(const Pairs<3, double>& pairs, double horizon, std::span<double> times) {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver penetration;
  std::size_t k = 0;
  for (const auto& pair : pairs.single) {
    const btSphereShape a(static_cast<btScalar>(pair.a.radius));
    const btSphereShape b(static_cast<btScalar>(pair.b.radius));
    btContinuousConvexCollision cast(&a, &b, &simplex, &penetration);
    btConvexCast::CastResult result;
    const bool hit =
        cast.calcTimeOfImpact(at(pair.a.center), at(pair.a.center + horizon * pair.motion_a.velocity),
                              at(pair.b.center), at(pair.b.center + horizon * pair.motion_b.velocity), result);
    times[k++] = hit && result.m_fraction <= 1 ? horizon * static_cast<double>(result.m_fraction) : kForever;
  }
}

}  // namespace carom::bench
