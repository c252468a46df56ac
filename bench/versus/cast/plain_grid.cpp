#include <algorithm>
#include <cmath>

#include "contender.hpp"

// What one writes without a library: cells of two diameters, filled by a counting sort, all cells of the path's box,
// the stable quadratic in double, no error bounds.
namespace carom::bench {
namespace {

constexpr double kSide = 4 * kRadius;

class PlainGrid final : public CastContender {
 public:
  std::string name() const override { return "plain grid"; }

  void build(std::span<const Sphere> balls) override {
    Vec3 high = low_ = balls[0].center;
    for (const Sphere& ball : balls)
      for (int k = 0; k < 3; ++k) {
        low_[k] = std::min(low_[k], ball.center[k]);
        high[k] = std::max(high[k], ball.center[k]);
      }
    for (int k = 0; k < 3; ++k) count_[k] = static_cast<int>((high[k] - low_[k]) / kSide) + 1;
    start_.assign(static_cast<std::size_t>(count_[0]) * count_[1] * count_[2] + 1, 0);
    for (const Sphere& ball : balls) ++start_[cell_of(ball.center) + 1];
    for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
    std::vector<std::uint32_t> next = start_;
    entries_.resize(balls.size());
    for (std::uint32_t k = 0; k < balls.size(); ++k) entries_[next[cell_of(balls[k].center)]++] = {balls[k].center, k};
  }

  void cast(std::span<const Cast<3>> casts, std::span<CastAnswer> answers) override {
    for (std::size_t k = 0; k < casts.size(); ++k) answers[k] = first(casts[k]);
  }

 private:
  struct Entry {
    Vec3 center;
    std::uint32_t ball;
  };

  int along(double x, int axis) const {
    return std::clamp(static_cast<int>(std::floor((x - low_[axis]) / kSide)), 0, count_[axis] - 1);
  }
  std::size_t cell_of(const Vec3& x) const {
    return (static_cast<std::size_t>(along(x.z, 2)) * count_[1] + along(x.y, 1)) * count_[0] + along(x.x, 0);
  }

  CastAnswer first(const Cast<3>& cast) const {
    const Vec3 end = cast.ball.center + cast.velocity;
    int from[3];
    int to[3];
    for (int k = 0; k < 3; ++k) {
      from[k] = along(std::min(cast.ball.center[k], end[k]) - 2 * kRadius, k);
      to[k] = along(std::max(cast.ball.center[k], end[k]) + 2 * kRadius, k);
    }
    CastAnswer best;
    for (int z = from[2]; z <= to[2]; ++z)
      for (int y = from[1]; y <= to[1]; ++y) {
        const std::size_t row = (static_cast<std::size_t>(z) * count_[1] + y) * count_[0];
        for (std::uint32_t e = start_[row + from[0]]; e < start_[row + to[0] + 1]; ++e) test(cast, entries_[e], best);
      }
    return best;
  }

  static void test(const Cast<3>& cast, const Entry& entry, CastAnswer& best) {
    const Vec3 p = cast.ball.center - entry.center;
    const double b = dot(p, cast.velocity);
    if (b >= 0) return;
    const double c = norm2(p) - 4 * kRadius * kRadius;
    const double discriminant = b * b - norm2(cast.velocity) * c;
    if (discriminant < 0) return;
    const double time = c <= 0 ? 0 : c / (std::sqrt(discriminant) - b);
    if (time < best.time || (time == best.time && entry.ball < best.ball)) best = {entry.ball, time};
  }

  Vec3 low_;
  int count_[3] = {};
  std::vector<std::uint32_t> start_;
  std::vector<Entry> entries_;
};

}  // namespace

std::unique_ptr<CastContender> plain_grid_cast() {
  return std::make_unique<PlainGrid>();
}

}  // namespace carom::bench
