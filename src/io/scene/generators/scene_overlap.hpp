#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "carom/sim/body.hpp"

namespace carom::io {

/// Finds bodies that overlap as a scene is put together: a grid for each size of ball (by powers of two), and a list of
/// obstacles. Two bodies that cannot be moved may overlap: nothing ever happens between them.
template <int D>
class OverlapFinder {
 public:
  explicit OverlapFinder(const std::optional<Vec<D>>& period) : period_(period) {}

  void add(std::size_t id, const Body<D>& body);

  struct Overlap {
    std::size_t with = 0;
    double depth = 0;
  };

  /// A body that overlaps `body`; more than rounding explains, unless `exactly`.
  std::optional<Overlap> find(const Body<D>& body, bool exactly = false) const;

 private:
  using Cell = std::array<std::int64_t, D>;
  struct CellHash {
    std::size_t operator()(const Cell& cell) const;
  };
  struct Entry {
    std::size_t id = 0;
    Ball<D> ball;
    bool movable = false;
  };
  struct Obstacle {
    std::size_t id = 0;
    Shape<D> shape;
  };
  // Balls with 2^(key−1) ≤ diameter < 2^key, in cells of side 2^key.
  struct Level {
    double side = 1;
    std::vector<std::uint32_t> all;
    std::unordered_map<Cell, std::vector<std::uint32_t>, CellHash> cells;
  };

  template <class Visit>
  bool visit_near(const Level& level, const Ball<D>& ball, Visit visit) const;
  template <class Visit>
  bool visit_images(const Ball<D>& ball, Visit visit) const;
  std::optional<Overlap> find_ball(const Ball<D>& ball, bool movable, bool exactly) const;
  std::optional<Overlap> find_obstacle(const Ball<D>& ball, bool exactly) const;

  std::optional<Vec<D>> period_;
  std::vector<Entry> balls_;
  std::vector<Obstacle> obstacles_;
  std::map<int, Level> levels_;
  double largest_radius_ = 0;
};

}  // namespace carom::io
