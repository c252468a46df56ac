#include <algorithm>

#include "broad/structures/ball_grid.hpp"
#include "index/search.hpp"
#include "index/store.hpp"
#include "math/exact/dyadic.hpp"
#include "math/exact/uncertain.hpp"

namespace carom::index {
namespace {

/// |p₁ − p₂|² − (r₁ + r₂ + gap)²
template <class N, int D>
N beyond(const Ball<D>& a, const Ball<D>& b, double gap) {
  const N reach = N(a.radius) + N(b.radius) + N(gap);
  N sum = -(reach * reach);
  for (int k = 0; k < D; ++k) {
    const N d = N(a.center[k]) - N(b.center[k]);
    sum = sum + d * d;
  }
  return sum;
}

template <int D>
bool are_near(const Ball<D>& a, const Ball<D>& b, double gap) {
  const math::Uncertain<double> fast = beyond<math::Uncertain<double>>(a, b, gap);
  const int sign = fast.sign();
  return (sign != math::Uncertain<double>::kUnknown ? sign : beyond<math::Dyadic>(a, b, gap).sign()) <= 0;
}

/// All pairs of a store of balls, handed on in blocks.
template <int D>
class AllPairs {
 public:
  using Take = void (*)(void*, std::span<const BallPair>);

  AllPairs(const Store<D, Ball<D>>& balls, double gap, void* context, Take take)
      : balls_(balls), gap_(gap), context_(context), take_(take) {}

  void run() {
    for (std::size_t k = 0; k < balls_.parts().size(); ++k) {
      const broad::Structure<D>& part = *balls_.parts()[k];
      if (const auto* grid = dynamic_cast<const broad::BallGrid<D>*>(&part))
        in_grid(*grid);
      else
        among(part);
      for (std::size_t other = 0; other < k; ++other) between(part, *balls_.parts()[other]);
    }
    for (const std::uint32_t one : balls_.unframed()) with_unframed(one);
    flush();
  }

  void add_to(IndexCounts* counts) const {
    if (!counts) return;
    IndexCounts asked;
    search_.add_to(&asked);
    counts->examined += asked.examined + examined_;
    counts->decided += decided_;
  }

 private:
  static constexpr std::size_t kBlock = 4096;
  static constexpr std::size_t kCells = 256;

  void in_grid(const broad::BallGrid<D>& grid) {
    broad::Found<broad::NearPair> certain;
    broad::Found<broad::NearPair> perhaps;
    for (std::size_t cell = 0; cell < grid.cell_count(); cell += kCells) {
      certain.clear();
      perhaps.clear();
      grid.near_pairs(gap_, cell, std::min(cell + kCells, grid.cell_count()), certain, perhaps);
      for (const broad::NearPair& pair : certain.all()) block_.push_back({pair.first, pair.second});
      for (const broad::NearPair& pair : perhaps.all()) decide(pair.first, pair.second);
      if (block_.size() >= kBlock) flush();
    }
    examined_ += certain.looked_at();
  }

  /// Each ball of a tree asks for those with larger numbers.
  void among(const broad::Structure<D>& part) {
    part.each([&](std::uint32_t one) { ask(one, part, [one](std::uint32_t other) { return one < other; }); });
  }

  /// Each ball of the smaller part asks for those of the other.
  void between(const broad::Structure<D>& a, const broad::Structure<D>& b) {
    const bool a_asks = a.live() <= b.live();
    (a_asks ? a : b).each([&](std::uint32_t one) { ask(one, a_asks ? b : a, [](std::uint32_t) { return true; }); });
  }

  template <class Wanted>
  void ask(std::uint32_t one, const broad::Structure<D>& part, const Wanted& wanted) {
    const Ball<D>& ball = balls_[one];
    search_.around(part, ball.center, ball.radius + gap_, [&](std::uint32_t other) {
      if (wanted(other)) decide(one, other);
    });
  }

  void with_unframed(std::uint32_t one) {
    for (const auto& part : balls_.parts()) part->each([&](std::uint32_t other) { decide(one, other); });
    for (const std::uint32_t other : balls_.unframed())
      if (one < other) decide(one, other);
  }

  void decide(std::uint32_t one, std::uint32_t other) {
    ++decided_;
    if (are_near(balls_[one], balls_[other], gap_)) add(std::min(one, other), std::max(one, other));
  }

  void add(std::uint32_t first, std::uint32_t second) {
    block_.push_back({first, second});
    if (block_.size() >= kBlock) flush();
  }

  void flush() {
    take_(context_, block_);
    block_.clear();
  }

  const Store<D, Ball<D>>& balls_;
  double gap_;
  void* context_;
  Take take_;
  Search<D> search_;
  std::vector<BallPair> block_;
  std::uint64_t examined_ = 0;  ///< in grids
  std::uint64_t decided_ = 0;
};

}  // namespace
}  // namespace carom::index

namespace carom {

template <int D>
void Index<D>::visit_pairs(double gap, void* context, void (*take)(void*, std::span<const BallPair>),
                           IndexCounts* counts) const {
  index::AllPairs<D> search(stores_->balls, gap, context, take);
  search.run();
  search.add_to(counts);
}

template void Index<2>::visit_pairs(double, void*, void (*)(void*, std::span<const BallPair>), IndexCounts*) const;
template void Index<3>::visit_pairs(double, void*, void (*)(void*, std::span<const BallPair>), IndexCounts*) const;

}  // namespace carom
