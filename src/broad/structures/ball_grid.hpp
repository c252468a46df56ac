#pragma once
#include <limits>
#include <memory>

#include "broad/structures/structure.hpp"
#include "carom/shape/ball.hpp"

namespace carom::broad {

/// What the vectorised loops see of a grid: slots in the order of cells, those along x next to each other.
template <int D>
struct GridView {
  std::array<const float*, static_cast<std::size_t>(D)> place{};
  const float* radius = nullptr;  ///< null when all are equal
  const std::uint32_t* number = nullptr;
  const std::uint32_t* start = nullptr;  ///< of each cell, and the end of the last
  std::array<std::int32_t, static_cast<std::size_t>(D)> count{};
  float item_reach = 0;
  bool whole = true;   ///< nothing was removed
  float rounding = 0;  ///< a bound on the error of a distance between two items
};

/// Which pairs are looked for: those of the balls in cells from, …, to − 1 with later ones.
struct PairSearch {
  float gap_least = 0;  ///< the gap rounded down and up
  float gap_most = 0;
  std::size_t from = 0;
  std::size_t to = 0;
};

/// The box around the centres of balls, and the least and the largest of their radii.
template <int D>
struct BallBounds {
  Aabb<D> centers{};
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  explicit BallBounds(const Ball<D>& first) : centers{first.center, first.center} {}
  void add(const Ball<D>& ball) {
    for (int k = 0; k < D; ++k) {
      centers.low[k] = std::min(centers.low[k], ball.center[k]);
      centers.high[k] = std::max(centers.high[k], ball.center[k]);
    }
    least = std::min(least, ball.radius);
    most = std::max(most, ball.radius);
  }
};

/// Balls of similar size in cubic cells, one unit of the frame wide, sorted by cell. A run of cells along x is a run of
/// slots, filtered side by side in single precision.
template <int D>
class BallGrid final : public Structure<D> {
 public:
  /// Of balls[n] for n = numbers[0], numbers[1], …, or for n = 0, …, count − 1 if `numbers` is null.
  BallGrid(const Ball<D>* balls, const std::uint32_t* numbers, std::size_t count, const BallBounds<D>& bounds);

  void scan(std::span<const Piece<D>> pieces, Candidates& found) const override;
  bool move_ball(std::uint32_t slot, const Ball<D>& ball) override;

  /// How many others are in the cell of a ball, on average: what a search has to look at.
  double crowding() const;

  std::size_t cell_count() const { return start_.size() - 1; }
  /// The pairs of balls whose surfaces are at most `gap` apart, each from its first ball in the order of slots, which
  /// is in one of the cells from, …, to − 1: those that certainly are, and those that may be.
  void near_pairs(double gap, std::size_t from, std::size_t to, Found<NearPair>& certain,
                  Found<NearPair>& perhaps) const;

 private:
  void clear(std::uint32_t slot) override;
  template <class NumberOf>
  void build(const Ball<D>* balls, const NumberOf& number_of, std::size_t count);
  void choose_cells(const BallBounds<D>& bounds, std::size_t count);
  std::uint32_t cell_of(const Ball<D>& ball) const;
  void set(std::size_t slot, const Ball<D>& ball);
  GridView<D> view() const;

  std::array<std::int32_t, static_cast<std::size_t>(D)> cells_{};  ///< along each axis
  bool equal_ = false;                                             ///< all radii
  std::array<Buffer<float>, static_cast<std::size_t>(D)> place_;
  Buffer<float> radius_;
  Buffer<std::uint32_t> start_;
};

}  // namespace carom::broad
