// Box2D 3 (C interface), four substeps a frame, as its samples have it.
#include <box2d/box2d.h>

#include "contender.hpp"

namespace carom::bench {
namespace {

float to_float(double x) {
  return static_cast<float>(x);
}

class Box2dHeap final : public HeapContender {
 public:
  explicit Box2dHeap(const HeapStart& start) {
    b2WorldDef world = b2DefaultWorldDef();
    world.gravity = {0, to_float(-kGravity)};
    world.enableSleep = start.may_sleep;
    world.workerCount = 1;
    world_ = b2CreateWorld(&world);
    const b2BodyDef fixed = b2DefaultBodyDef();
    const b2BodyId box = b2CreateBody(world_, &fixed);
    b2ShapeDef shape = b2DefaultShapeDef();
    shape.material.friction = to_float(kFriction);
    shape.material.restitution = to_float(kRestitution);
    shape.density = to_float(1 / (3.14159265358979 * kRadius * kRadius));
    const float width = to_float(start.width), high = 10'000;
    for (const b2Segment& side :
         {b2Segment{{0, 0}, {width, 0}}, b2Segment{{0, 0}, {0, high}}, b2Segment{{width, 0}, {width, high}}})
      b2CreateSegmentShape(box, &shape, &side);
    for (const Vec3& place : start.places) {
      b2BodyDef body = b2DefaultBodyDef();
      body.type = b2_dynamicBody;
      body.position = {to_float(place.x), to_float(place.y)};
      balls_.push_back(b2CreateBody(world_, &body));
      const b2Circle circle{{0, 0}, to_float(kRadius)};
      b2CreateCircleShape(balls_.back(), &shape, &circle);
    }
  }
  Box2dHeap(const Box2dHeap&) = delete;
  Box2dHeap& operator=(const Box2dHeap&) = delete;
  ~Box2dHeap() override { b2DestroyWorld(world_); }

  void step() override { b2World_Step(world_, to_float(kFrame), 4); }

  void read(std::span<Vec3> places, std::span<Vec3> velocities) const override {
    for (std::size_t k = 0; k < balls_.size(); ++k) {
      const auto at = b2Body_GetPosition(balls_[k]);
      const b2Vec2 velocity = b2Body_GetLinearVelocity(balls_[k]);
      places[k] = {at.x, at.y, 0};
      velocities[k] = {velocity.x, velocity.y, 0};
    }
  }

  std::size_t awake() const override { return static_cast<std::size_t>(b2World_GetAwakeBodyCount(world_)); }

 private:
  b2WorldId world_{};
  std::vector<b2BodyId> balls_;
};

}  // namespace

std::unique_ptr<HeapContender> box2d_heap(const HeapStart& start) {
  return std::make_unique<Box2dHeap>(start);
}

}  // namespace carom::bench
