#include "contender.hpp"

namespace carom::bench {
namespace {

class Carom final : public PairsContender {
 public:
  std::string name() const override { return "carom"; }
  void find(std::span<const Sphere> balls, Pairs& pairs) override {
    const Index<3> index({.balls = balls});
    index.all_pairs(kGap, [&](std::uint32_t a, std::uint32_t b) { pairs.push_back({a, b}); });
  }
};

}  // namespace

std::unique_ptr<PairsContender> carom_pairs() {
  return std::make_unique<Carom>();
}

}  // namespace carom::bench
