#pragma once
#include <cstdint>
#include <vector>

#include "carom/sim/world.hpp"
#include "io/record/thinned.hpp"

namespace carom::io {

/// Where all balls were at one time, in single precision, and how fast: D + 1 numbers per ball.
struct Frame {
  double time = 0;
  std::vector<float> values;

  void archive(Archive& archive) { archive(time, values); }
};

/// Frames of a choice of balls, evenly thinned so that at most `bytes` are held.
template <int D>
class Frames {
 public:
  static constexpr std::size_t kPerBall = D + 1;

  explicit Frames(std::size_t bytes, std::size_t balls) : frames_(bytes / (sizeof(float) * kPerBall * (balls + 1))) {}

  /// Takes a frame; balls that are gone stay where they were.
  void add(const World<D>& world, const std::vector<BodyId>& balls) {
    if (!frames_.items().empty() && frames_.items().back().time == world.time()) return;
    frames_.offer([&] { return frame(world, balls); });
  }
  const std::vector<Frame>& items() const { return frames_.items(); }
  std::uint64_t stride() const { return frames_.stride(); }
  void archive(Archive& archive) { archive(frames_); }

 private:
  Frame frame(const World<D>& world, const std::vector<BodyId>& balls) {
    Frame result{world.time(), std::vector<float>(balls.size() * kPerBall)};
    float* out = result.values.data();
    for (const BodyId id : balls) {
      const bool here = world.present(id);
      const Vec<D> position = here ? world.placement(id).position : world.state(id).position;
      for (int k = 0; k < D; ++k) out[k] = static_cast<float>(position[k]);
      out[D] = here ? static_cast<float>(norm(world.placement(id).velocity)) : 0.0F;
      out += kPerBall;
    }
    return result;
  }

  Thinned<Frame> frames_;
};

}  // namespace carom::io
