#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "carom/sim/body.hpp"

namespace carom::sim {

/// The bodies of a world as they were added, but for velocities, spins and the centre of balls, which are zero here: so
/// equal balls are kept once.
template <int D>
class BodyTable {
 public:
  std::size_t size() const { return size_; }
  const Body<D>& operator[](std::uint32_t id) const { return kinds_[kind_of_.empty() ? 0 : kind_of_[id]]; }

  void add(Body<D> body) {
    body.motion.velocity = {};
    body.spin = {};
    if (Ball<D>* ball = std::get_if<Ball<D>>(&body.shape)) ball->center = {};
    const std::uint32_t kind = kind_of(body);
    if (kind > 0 && kind_of_.empty()) kind_of_.resize(size_);
    if (kind > 0 || !kind_of_.empty()) kind_of_.push_back(kind);
    ++size_;
  }

 private:
  /// Among the last few kinds, else a new one.
  std::uint32_t kind_of(const Body<D>& body) {
    constexpr std::size_t kFew = 16;
    const std::size_t from = kinds_.size() < kFew ? 0 : kinds_.size() - kFew;
    const auto known = std::find(kinds_.begin() + static_cast<std::ptrdiff_t>(from), kinds_.end(), body);
    const auto kind = static_cast<std::uint32_t>(known - kinds_.begin());
    if (known == kinds_.end()) kinds_.push_back(body);
    return kind;
  }

  std::vector<Body<D>> kinds_;
  std::vector<std::uint32_t> kind_of_;  ///< of all bodies, where there are several kinds
  std::size_t size_ = 0;
};

}  // namespace carom::sim
