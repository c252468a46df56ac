#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include "contender.hpp"

// A btDbvt of the balls' boxes, collided with itself, each pair of boxes then tested in double.
namespace carom::bench {
namespace {

struct Collector : btDbvt::ICollide {
  std::span<const Sphere> balls;
  Pairs* pairs = nullptr;

  void Process(const btDbvtNode* first, const btDbvtNode* second) override {
    const auto a = static_cast<std::uint32_t>(first->dataAsInt);
    const auto b = static_cast<std::uint32_t>(second->dataAsInt);
    if (a != b && norm2(balls[a].center - balls[b].center) <= kCutoff * kCutoff) pairs->push_back(pair_of(a, b));
  }
};

class Bullet final : public PairsContender {
 public:
  std::string name() const override { return "Bullet btDbvt"; }

  void find(std::span<const Sphere> balls, Pairs& pairs) override {
    btDbvt tree;
    for (std::size_t k = 0; k < balls.size(); ++k) {
      const Vec3& c = balls[k].center;
      const btVector3 center(static_cast<btScalar>(c.x), static_cast<btScalar>(c.y), static_cast<btScalar>(c.z));
      // A little more than half the cutoff: single precision must not lose a pair.
      const auto volume = btDbvtVolume::FromCR(center, static_cast<btScalar>(kCutoff / 2 * 1.0001));
      tree.insert(volume, nullptr)->dataAsInt = static_cast<int>(k);
    }
    Collector collector;
    collector.balls = balls;
    collector.pairs = &pairs;
    tree.collideTT(tree.m_root, tree.m_root, collector);
  }
};

}  // namespace

std::unique_ptr<PairsContender> bullet_pairs() {
  return std::make_unique<Bullet>();
}

}  // namespace carom::bench
