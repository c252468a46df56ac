#include <CGAL/box_intersection_d.h>

#include "contender.hpp"

// box_self_intersection_d over the boxes of the balls, each pair of boxes then tested in double.
namespace carom::bench {
namespace {

class Cgal final : public PairsContender {
 public:
  std::string name() const override { return "CGAL box_intersection_d"; }

  void find(std::span<const Sphere> balls, Pairs& pairs) override {
    using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::uint32_t>;
    std::vector<Box> boxes;
    boxes.reserve(balls.size());
    for (std::uint32_t k = 0; k < balls.size(); ++k) {
      double low[3];
      double high[3];
      for (int axis = 0; axis < 3; ++axis) {
        low[axis] = balls[k].center[axis] - kCutoff / 2;
        high[axis] = balls[k].center[axis] + kCutoff / 2;
      }
      boxes.emplace_back(low, high, k);
    }
    CGAL::box_self_intersection_d(boxes.begin(), boxes.end(), [&](const Box& a, const Box& b) {
      if (norm2(balls[a.info()].center - balls[b.info()].center) <= kCutoff * kCutoff)
        pairs.push_back(pair_of(a.info(), b.info()));
    });
  }
};

}  // namespace

std::unique_ptr<PairsContender> cgal_pairs() {
  return std::make_unique<Cgal>();
}

}  // namespace carom::bench
