#include <optional>

#include "carom/sim/world.hpp"
#include "contender.hpp"

namespace carom::bench {
namespace {

Vec3 in_space(const Vec2& v) {
  return {v.x, v.y, 0};
}
Vec3 in_space(const Vec3& v) {
  return v;
}
void take(const Vec3& from, Vec2& to) {
  to = {from.x, from.y};
}
void take(const Vec3& from, Vec3& to) {
  to = from;
}

template <int D>
class CaromHeap final : public HeapContender {
 public:
  CaromHeap(const HeapStart& start, std::optional<double> tick) : world_(options(start, tick)) {
    for (int axis = 0; axis < D; ++axis)
      for (const double sign : {1.0, -1.0}) {
        if (axis == D - 1 && sign < 0) continue;
        Vec<D> normal{};
        normal[axis] = sign;
        world_.add(body(HalfSpace<D>{normal, sign > 0 ? 0 : -start.width}));
      }
    for (const Vec3& place : start.places) {
      Ball<D> ball{{}, kRadius};
      take(place, ball.center);
      balls_.push_back(world_.add(body(ball)));
    }
  }

  void step() override { world_.run_until(kFrame * ++frames_, nullptr); }

  void read(std::span<Vec3> places, std::span<Vec3> velocities) const override {
    for (std::size_t k = 0; k < balls_.size(); ++k) {
      const Placement<D> at = world_.placement(balls_[k]);
      places[k] = in_space(at.position);
      velocities[k] = in_space(at.velocity);
    }
  }

  std::size_t awake() const override {
    std::size_t count = 0;
    for (const BodyId ball : balls_)
      if (!world_.asleep(ball)) ++count;
    return count;
  }

 private:
  static WorldOptions<D> options(const HeapStart& start, std::optional<double> tick) {
    WorldOptions<D> options;
    options.gravity[D - 1] = -kGravity;
    options.tangential_restitution = 0;
    options.tick = tick;
    options.sleep = start.may_sleep;
    return options;
  }

  static Body<D> body(const Shape<D>& shape) {
    return {.shape = shape, .restitution = kRestitution, .friction = kFriction};
  }

  World<D> world_;
  std::vector<BodyId> balls_;
  int frames_ = 0;
};

std::unique_ptr<HeapContender> heap(const HeapStart& start, std::optional<double> tick) {
  if (start.dimension == 2) return std::make_unique<CaromHeap<2>>(start, tick);
  return std::make_unique<CaromHeap<3>>(start, tick);
}

}  // namespace

std::unique_ptr<HeapContender> carom_heap(const HeapStart& start) {
  return heap(start, {});
}
std::unique_ptr<HeapContender> carom_heap_64(const HeapStart& start) {
  return heap(start, 1.0 / 64);
}
std::unique_ptr<HeapContender> carom_heap_32(const HeapStart& start) {
  return heap(start, 1.0 / 32);
}

}  // namespace carom::bench
