#include "contender.hpp"

namespace carom::bench {
namespace {

class Carom final : public CastContender {
 public:
  std::string name() const override { return "carom"; }
  void build(std::span<const Sphere> balls) override { index_ = Index<3>(Items<3>{.balls = balls}); }
  void cast(std::span<const Cast<3>> casts, std::span<CastAnswer> answers) override {
    hits_.resize(casts.size());
    index_.first_hits(casts, hits_);
    for (std::size_t k = 0; k < casts.size(); ++k)
      answers[k] = hits_[k].hit() ? CastAnswer{hits_[k].item.number, hits_[k].time} : CastAnswer{};
  }

 private:
  Index<3> index_;
  std::vector<FirstHit> hits_;
};

}  // namespace

std::unique_ptr<CastContender> carom_cast() {
  return std::make_unique<Carom>();
}

}  // namespace carom::bench
