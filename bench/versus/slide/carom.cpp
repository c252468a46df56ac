#include <vector>

#include "contender.hpp"

namespace carom::bench {
namespace {

/// `walk`, which follows the ground, or move_and_slide alone with a pull downwards.
class Carom final : public WalkContender {
 public:
  explicit Carom(CaromForm form) : form_(form) {}
  std::string name() const override { return form_ == CaromForm::walk ? "carom" : "carom move_and_slide"; }

  void build(std::span<const Triangle> ground, std::span<const Vec3> starts) override {
    index_ = Index3({.triangles = ground});
    walkers_.clear();
    for (const Vec3& start : starts) walkers_.push_back({{start, start + Vec3{0, 0, kUpright}, kRadius}, 0});
  }

  void step(std::size_t k, const Vec3& velocity) override {
    Walker& walker = walkers_[k];
    walker.falling -= 9.81 * kFrame;
    const Vec3 way = kFrame * Vec3{velocity.x, velocity.y, walker.falling};
    if (form_ == CaromForm::slide) {
      const auto moved = move_and_slide(index_, walker.shape, way);
      walker.shape = moved.mover;
      if (!moved.contacts.empty()) walker.falling = 0;
    } else {
      const auto moved = walk(index_, walker.shape, way, {.step_up = kStep, .snap = kStep});
      walker.shape = moved.mover;
      if (moved.ground) walker.falling = 0;
    }
  }

  Vec3 place(std::size_t k) const override { return walkers_[k].shape.from; }

 private:
  struct Walker {
    Capsule3 shape;
    double falling;
  };

  CaromForm form_;
  Index3 index_;
  std::vector<Walker> walkers_;
};

}  // namespace

std::unique_ptr<WalkContender> carom_walk(CaromForm form) {
  return std::make_unique<Carom>(form);
}

}  // namespace carom::bench
