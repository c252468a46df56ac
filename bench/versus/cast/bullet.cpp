#include <BulletCollision/btBulletCollisionCommon.h>

#include "contender.hpp"

// convexSweepTest in a collision world over btDbvtBroadphase, in Bullet's single precision.
namespace carom::bench {
namespace {

class Bullet final : public CastContender {
 public:
  ~Bullet() override { clear(); }
  std::string name() const override { return "Bullet convexSweepTest"; }

  void build(std::span<const Sphere> balls) override {
    clear();
    broadphase_ = std::make_unique<btDbvtBroadphase>();
    world_ = std::make_unique<btCollisionWorld>(&dispatcher_, broadphase_.get(), &configuration_);
    objects_ = std::vector<btCollisionObject>(balls.size());
    for (std::size_t k = 0; k < balls.size(); ++k) {
      objects_[k].setCollisionShape(&shape_);
      objects_[k].setWorldTransform(at(balls[k].center));
      objects_[k].setUserIndex(static_cast<int>(k));
      world_->addCollisionObject(&objects_[k], btBroadphaseProxy::StaticFilter, btBroadphaseProxy::DefaultFilter);
    }
  }

  void cast(std::span<const Cast<3>> casts, std::span<CastAnswer> answers) override {
    for (std::size_t k = 0; k < casts.size(); ++k) {
      const Vec3& from = casts[k].ball.center;
      const Vec3 to = from + casts[k].velocity;
      btCollisionWorld::ClosestConvexResultCallback callback(at(from).getOrigin(), at(to).getOrigin());
      world_->convexSweepTest(&shape_, at(from), at(to), callback);
      answers[k] = callback.hasHit()
                       ? CastAnswer{static_cast<std::uint32_t>(callback.m_hitCollisionObject->getUserIndex()),
                                    callback.m_closestHitFraction}
                       : CastAnswer{};
    }
  }

 private:
  static btTransform at(const Vec3& x) {
    return btTransform(btQuaternion::getIdentity(),
                       btVector3(static_cast<btScalar>(x.x), static_cast<btScalar>(x.y), static_cast<btScalar>(x.z)));
  }
  /// Without taking the objects out one by one, which costs more than all the rest.
  void clear() {
    for (btCollisionObject& object : objects_) object.setBroadphaseHandle(nullptr);
    if (world_) world_->getCollisionObjectArray().clear();
    world_.reset();
    broadphase_.reset();
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  std::unique_ptr<btDbvtBroadphase> broadphase_;
  std::unique_ptr<btCollisionWorld> world_;
  btSphereShape shape_{static_cast<btScalar>(kRadius)};
  std::vector<btCollisionObject> objects_;
};

}  // namespace

std::unique_ptr<CastContender> bullet_cast() {
  return std::make_unique<Bullet>();
}

}  // namespace carom::bench
