// Jolt with its default settings, one step a frame, in one thread.
#include <Jolt/Jolt.h>
// Above the others, as Jolt asks.
#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/PhysicsSettings.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include "contender.hpp"

namespace carom::bench {
namespace {

constexpr JPH::ObjectLayer kFixed = 0;
constexpr JPH::ObjectLayer kMoving = 1;

float to_float(double x) {
  return static_cast<float>(x);
}

struct Layers final : JPH::BroadPhaseLayerInterface {
  JPH::uint GetNumBroadPhaseLayers() const override { return 2; }
  JPH::BroadPhaseLayer GetBroadPhaseLayer(JPH::ObjectLayer layer) const override {
    return JPH::BroadPhaseLayer(static_cast<JPH::BroadPhaseLayer::Type>(layer));
  }
#if defined(JPH_EXTERNAL_PROFILE) || defined(JPH_PROFILE_ENABLED)
  const char* GetBroadPhaseLayerName(JPH::BroadPhaseLayer) const override {
    return "";
  }
#endif
};

struct MovingMeetsAll final : JPH::ObjectVsBroadPhaseLayerFilter {
  bool ShouldCollide(JPH::ObjectLayer one, JPH::BroadPhaseLayer other) const override {
    return one == kMoving || other == JPH::BroadPhaseLayer(kMoving);
  }
};

struct OneMoves final : JPH::ObjectLayerPairFilter {
  bool ShouldCollide(JPH::ObjectLayer one, JPH::ObjectLayer other) const override {
    return one == kMoving || other == kMoving;
  }
};

/// What Jolt keeps once for the whole program.
struct Library {
  Library() {
    JPH::RegisterDefaultAllocator();
    JPH::Factory::sInstance = new JPH::Factory;
    JPH::RegisterTypes();
  }
  ~Library() {
    JPH::UnregisterTypes();
    delete JPH::Factory::sInstance;
    JPH::Factory::sInstance = nullptr;
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
};

const Library& library() {
  static const Library once;
  return once;
}

class JoltHeap final : public HeapContender {
 public:
  explicit JoltHeap(const HeapStart& start) : memory_(512 << 20), jobs_(JPH::cMaxPhysicsJobs) {
    const auto count = static_cast<JPH::uint>(start.places.size());
    system_.Init(count + 16, 0, 16 * count, 16 * count, layers_, meets_, moves_);
    system_.SetGravity({0, 0, to_float(-kGravity)});
    JPH::PhysicsSettings settings;
    settings.mAllowSleeping = start.may_sleep;
    system_.SetPhysicsSettings(settings);
    const float width = to_float(start.width), high = 10'000;
    add_box({0, 0, -1}, {width, width, 0});
    add_box({-1, 0, 0}, {0, width, high});
    add_box({width, 0, 0}, {width + 1, width, high});
    add_box({0, -1, 0}, {width, 0, high});
    add_box({0, width, 0}, {width, width + 1, high});
    for (const Vec3& place : start.places) {
      JPH::BodyCreationSettings body(new JPH::SphereShape(to_float(kRadius)), at(place), JPH::Quat::sIdentity(),
                                     JPH::EMotionType::Dynamic, kMoving);
      body.mFriction = to_float(kFriction);
      body.mRestitution = to_float(kRestitution);
      body.mLinearDamping = body.mAngularDamping = 0;
      body.mOverrideMassProperties = JPH::EOverrideMassProperties::CalculateInertia;
      body.mMassPropertiesOverride.mMass = 1;
      balls_.push_back(system_.GetBodyInterface().CreateAndAddBody(body, JPH::EActivation::Activate));
    }
    system_.OptimizeBroadPhase();
  }

  void step() override { system_.Update(to_float(kFrame), 1, &memory_, &jobs_); }

  void read(std::span<Vec3> places, std::span<Vec3> velocities) const override {
    const JPH::BodyInterface& bodies = system_.GetBodyInterfaceNoLock();
    for (std::size_t k = 0; k < balls_.size(); ++k) {
      const JPH::RVec3 place = bodies.GetPosition(balls_[k]);
      const JPH::Vec3 velocity = bodies.GetLinearVelocity(balls_[k]);
      places[k] = {place.GetX(), place.GetY(), place.GetZ()};
      velocities[k] = {velocity.GetX(), velocity.GetY(), velocity.GetZ()};
    }
  }

  std::size_t awake() const override { return system_.GetNumActiveBodies(JPH::EBodyType::RigidBody); }

 private:
  static JPH::RVec3 at(const Vec3& place) { return {to_float(place.x), to_float(place.y), to_float(place.z)}; }

  void add_box(const JPH::Vec3& low, const JPH::Vec3& high) {
    JPH::BodyCreationSettings body(new JPH::BoxShape(0.5F * (high - low)), JPH::RVec3(0.5F * (low + high)),
                                   JPH::Quat::sIdentity(), JPH::EMotionType::Static, kFixed);
    body.mFriction = to_float(kFriction);
    body.mRestitution = to_float(kRestitution);
    system_.GetBodyInterface().CreateAndAddBody(body, JPH::EActivation::DontActivate);
  }

  const Library& once_ = library();
  JPH::TempAllocatorImpl memory_;
  JPH::JobSystemSingleThreaded jobs_;
  Layers layers_;
  MovingMeetsAll meets_;
  OneMoves moves_;
  JPH::PhysicsSystem system_;
  std::vector<JPH::BodyID> balls_;
};

}  // namespace

std::unique_ptr<HeapContender> jolt_heap(const HeapStart& start) {
  return std::make_unique<JoltHeap>(start);
}

}  // namespace carom::bench
