#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletDynamics/Character/btKinematicCharacterController.h>
#include <btBulletDynamicsCommon.h>

#include <vector>

#include "contender.hpp"

// btKinematicCharacterController on a btBvhTriangleMeshShape, in Bullet's single precision, as its demo sets it up.
namespace carom::bench {
namespace {

btVector3 vector(const Vec3& v) {
  return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}

class Bullet final : public WalkContender {
 public:
  ~Bullet() override {
    for (const auto& walker : walkers_) world_.removeCollisionObject(&walker->ghost);
    world_.removeCollisionObject(&ground_);
  }
  std::string name() const override { return "Bullet btKinematicCharacterController"; }

  void build(std::span<const Triangle> ground, std::span<const Vec3> starts) override {
    broadphase_.getOverlappingPairCache()->setInternalGhostPairCallback(&ghosts_);
    for (const Triangle& t : ground) mesh_.addTriangle(vector(t.a), vector(t.b), vector(t.c));
    shape_ = std::make_unique<btBvhTriangleMeshShape>(&mesh_, true);
    ground_.setCollisionShape(shape_.get());
    world_.addCollisionObject(&ground_, btBroadphaseProxy::StaticFilter, btBroadphaseProxy::CharacterFilter);
    for (const Vec3& start : starts) add(start);
  }

  void step(std::size_t k, const Vec3& velocity) override {
    btKinematicCharacterController& controller = *walkers_[k]->controller;
    controller.setWalkDirection(vector(kFrame * velocity));
    controller.updateAction(&world_, static_cast<btScalar>(kFrame));
  }

  Vec3 place(std::size_t k) const override {
    const btVector3& middle = walkers_[k]->ghost.getWorldTransform().getOrigin();
    return {middle.x(), middle.y(), middle.z() - 0.5 * kUpright};
  }

 private:
  struct Walker {
    btPairCachingGhostObject ghost;
    std::unique_ptr<btKinematicCharacterController> controller;
  };

  void add(const Vec3& start) {
    auto walker = std::make_unique<Walker>();
    walker->ghost.setWorldTransform(
        btTransform(btQuaternion::getIdentity(), vector(start + Vec3{0, 0, 0.5 * kUpright})));
    walker->ghost.setCollisionShape(&capsule_);
    walker->ghost.setCollisionFlags(btCollisionObject::CF_CHARACTER_OBJECT);
    world_.addCollisionObject(&walker->ghost, btBroadphaseProxy::CharacterFilter, btBroadphaseProxy::StaticFilter);
    walker->controller = std::make_unique<btKinematicCharacterController>(
        &walker->ghost, &capsule_, static_cast<btScalar>(kStep), btVector3(0, 0, 1));
    walker->controller->setGravity(btVector3(0, 0, static_cast<btScalar>(-9.81)));
    walkers_.push_back(std::move(walker));
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btGhostPairCallback ghosts_;
  btDbvtBroadphase broadphase_;
  btCollisionWorld world_{&dispatcher_, &broadphase_, &configuration_};
  btTriangleMesh mesh_;
  std::unique_ptr<btBvhTriangleMeshShape> shape_;
  btCollisionObject ground_;
  btCapsuleShapeZ capsule_{static_cast<btScalar>(kRadius), static_cast<btScalar>(kUpright)};
  std::vector<std::unique_ptr<Walker>> walkers_;
};

}  // namespace

std::unique_ptr<WalkContender> bullet_walk() {
  return std::make_unique<Bullet>();
}

}  // namespace carom::bench
