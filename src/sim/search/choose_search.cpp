#include "sim/search/choose_search.hpp"

#include <algorithm>
#include <cmath>

#include "broad/cells/size_levels.hpp"
#include "carom/math/portable.hpp"
#include "sim/domain/partition.hpp"
#include "sim/search/all_pairs.hpp"
#include "sim/search/grid_search.hpp"
#include "sim/search/linked/linked_search.hpp"
#include "sim/search/verlet/verlet_search.hpp"

namespace carom::sim {
namespace {

/// Below this many balls, testing all pairs is cheaper than keeping a grid.
constexpr std::size_t kFewBalls = 24;
/// Above this many, memory is asked for ahead, and coarse paths are one thing more to read.
constexpr std::size_t kManyBalls = 20000;
/// Among linked cells, which need less memory, above this many it is asked for ahead.
constexpr std::size_t kManyLinked = 40000;
/// How many should be in a list of neighbours where balls are closer than this mean distance in diameters, and where
/// they are not (bench/fluid/neighbours.md has figures); how far ahead of its ball the centre of a Verlet
/// sphere is put, in skins: a ball far from others leaves its sphere before it meets one.
constexpr double kDenseSpacing = 1.4;
constexpr double kDenseNeighbours = 11;
constexpr double kNeighbours = 8;
constexpr double kDenseAhead = 0.5;
constexpr double kAhead = 0.9;
/// From this mean distance on, in 2D and 3D, linked cells do better than lists: among few balls, and among many; their
/// sides are at least this part of it.
constexpr double kSparseSpacing[] = {1.38, 1.19};
constexpr double kManySparseSpacing[] = {1.5, 1.32};
constexpr double kLinkedSide = 0.6;
/// Both are for balls up to so many times the mean.
constexpr double kSimilar = 1.7;
/// So many neighbours in one level of cells are looked at sooner than two levels: on curved paths, which are judged one
/// by one, and on straight ones.
constexpr double kFewNear = 24;
constexpr double kManyNear = 96;
/// Coarse paths tell balls apart down to this part of the largest one.
constexpr double kCoarseRatio = 32;
/// Points are looked for as balls of this part of the space that they are in.
constexpr double kSmallest = 0x1p-20;
/// Lists of neighbours have cells between these.
constexpr double kLeastSide = 0x1p-50;
constexpr double kMostSide = 0x1p50;
/// From so many pieces of obstacles on the grid is made for them, however few the balls.
constexpr std::size_t kManyObstacles = 512;

/// Of a square or a cube with that content.
template <int D>
double side_of(double content) {
  return D == 2 ? std::sqrt(content) : portable::cbrt(content);
}

/// Looks at a world, and makes a search for it.
template <int D>
class Chooser {
 public:
  Chooser(const SearchSite<D>& site, int slabs)
      : site_(site), setting_(site.setting), store_(site.store), balls_(site.store.balls()), slabs_(slabs) {}

  std::unique_ptr<Search<D>> choose() {
    measure();
    site_.prefilter.clear();
    if (looks_near()) {
      measure_crowd();
      const bool similar = are_similar();
      if (similar && asked() != BroadPhase::lists && (asked() == BroadPhase::cells || are_far_apart()))
        if (auto search = linked_cells()) return search;
      if (similar && asked() != BroadPhase::cells)
        if (auto search = lists()) return search;
      if (auto search = grid()) return search;
    }
    return std::make_unique<AllPairs<D>>(site_);
  }

 private:
  /// Where the balls are, and how large.
  void measure() {
    for (const std::uint32_t ball : balls_) {
      const Vec<D> position = store_.placement(ball, site_.now).position;
      for (int k = 0; k < D; ++k) {
        low_[k] = ball == balls_[0] ? position[k] : std::min(low_[k], position[k]);
        high_[k] = ball == balls_[0] ? position[k] : std::max(high_[k], position[k]);
      }
      largest_ = std::max(largest_, store_.radius(ball));
    }
    if (setting_.options.period) {
      low_ = {};
      high_ = *setting_.options.period;
    }
    if (largest_ == 0) largest_ = kSmallest * std::max(norm(high_ - low_), kLeastSide);
  }

  bool has_many_obstacles() const { return site_.obstacles.size() >= kManyObstacles && !setting_.options.period; }

  BroadPhase asked() const { return setting_.options.broad_phase; }

  /// Whether not all pairs are looked at.
  bool looks_near() const {
    if (asked() != BroadPhase::automatic) return asked() != BroadPhase::all_pairs && !balls_.empty();
    return balls_.size() > kFewBalls || has_many_obstacles();
  }

  /// What equal balls of as much volume would be like.
  void measure_crowd() {
    double volume = 1;
    for (int k = 0; k < D; ++k) volume *= std::max(high_[k] - low_[k], 2 * largest_);
    double filled = 0;
    for (const std::uint32_t ball : balls_) {
      const double diameter = 2 * store_.radius(ball);
      filled += D == 2 ? diameter * diameter : diameter * diameter * diameter;
    }
    const auto count = static_cast<double>(balls_.size());
    diameter_ = side_of<D>(filled / count);
    spacing_ = side_of<D>(volume / count);
  }

  /// Lists of neighbours, or linked cells where they are far apart, pay for many balls of similar sizes on straight
  /// paths.
  bool are_similar() const {
    if (setting_.pulls || site_.slot.is_wide() || store_.has_kinematic_balls() || setting_.filters) return false;
    const auto is_odd = [&](std::uint32_t ball) {
      return store_.particle(ball).has_law || store_.particle(ball).absorbs;
    };
    return std::none_of(balls_.begin(), balls_.end(), is_odd) && 2 * largest_ <= kSimilar * diameter_;
  }

  /// Then linked cells do better than lists.
  bool are_far_apart() const {
    const auto& sparse = balls_.size() > kManyBalls ? kManySparseSpacing : kSparseSpacing;
    return spacing_ >= sparse[D - 2] * diameter_;
  }

  /// In a periodic box without obstacles.
  std::unique_ptr<Search<D>> linked_cells() {
    if (!setting_.options.period || !site_.obstacles.empty() || setting_.clock.damping() > 0 ||
        store_.size() >= broad::LinkedCells<D>::kMore)
      return nullptr;
    const Vec<D>& period = *setting_.options.period;
    const double side = std::max(broad::LinkedCells<D>::side_for(2 * largest_), kLinkedSide * spacing_);
    Vec<D> sides;
    broad::Cell<D> counts;
    for (int k = 0; k < D; ++k) {
      const double cells = std::floor(period[k] / side);
      if (!(cells >= 5)) return nullptr;
      counts[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(cells);
    }
    Partition<D>::even_out(counts, slabs_);
    for (int k = 0; k < D; ++k) sides[k] = period[k] / counts[static_cast<std::size_t>(k)];
    broad::LinkedCells<D> cells(broad::CellTorus<D>({}, sides, counts));
    keep_coarse_paths_of_few(counts, cells.margin(2 * largest_));
    return std::make_unique<LinkedSearch<D>>(site_, std::move(cells), largest_, balls_.size() > kManyLinked);
  }

  std::unique_ptr<Search<D>> lists() {
    const double sphere = D == 2 ? 3.14159 : 4.18879;
    const bool dense = spacing_ < kDenseSpacing * diameter_;
    const double reach = spacing_ * side_of<D>((1 + (dense ? kDenseNeighbours : kNeighbours)) / sphere);
    const double skin = std::max(0.5 * (reach - diameter_), 0.05 * diameter_);
    const double margin = slabs_ > 1 ? Partition<D>::kMargin * skin : 0;
    const double side = broad::VerletLists<D>::reach(largest_, largest_, skin, margin);
    // Squares of distances between centres are single.
    if (!(side > kLeastSide && side < kMostSide)) return nullptr;
    const auto& period = setting_.options.period;
    Vec<D> sides;
    broad::Cell<D> counts;
    for (int k = 0; k < D; ++k) {
      const double cells = (high_[k] - low_[k]) / side;
      counts[static_cast<std::size_t>(k)] =
          static_cast<std::int32_t>(std::clamp(period ? std::floor(cells) : std::ceil(cells), 3.0, 1024.0));
    }
    if (period) Partition<D>::even_out(counts, slabs_);
    for (int k = 0; k < D; ++k) sides[k] = period ? (*period)[k] / counts[static_cast<std::size_t>(k)] : side;
    const broad::CellTorus<D> cells(low_, sides, counts);
    if (period && !broad::VerletLists<D>::is_wide(cells)) return nullptr;
    broad::VerletLists<D> lists(skin, largest_, period, cells, margin);
    if (!lists.can_hold(high_)) return nullptr;
    keep_coarse_paths_of_few(counts, margin);
    return std::make_unique<VerletSearch<D>>(
        site_, std::move(lists),
        typename VerletSearch<D>::Tuning{.largest = largest_,
                                         .ahead = (dense ? kDenseAhead : kAhead) * skin,
                                         .fetches_ahead = balls_.size() > kManyBalls});
  }

  /// Balls that merge grow: room for that is made, so that not every larger one starts the search anew.
  std::unique_ptr<Search<D>> grid() {
    const bool periodic = setting_.options.period.has_value();
    if (has_many_obstacles()) include_obstacles();
    broad::Crowd<D> crowd{{},
                          largest_,
                          high_ - low_,
                          periodic,
                          has_many_obstacles() ? std::size_t{site_.obstacles.size()} : 0,
                          setting_.pulls ? kFewNear : kManyNear};
    for (const std::uint32_t ball : balls_) {
      crowd.radii.push_back(store_.radius(ball));
      if (store_.particle(ball).absorbs) crowd.largest = 2 * largest_;
    }
    broad::SizeLevels<D> levels = broad::size_levels(crowd);
    if (!levels.fits && crowd.largest > largest_) {
      crowd.largest = largest_;
      levels = broad::size_levels(crowd);
    }
    if (!levels.fits) return nullptr;
    broad::LevelGrid<D> cells(low_, levels.side, levels.counts, levels.plans, periodic);
    if (crowd.largest <= kCoarseRatio * cells.radius(0)) keep_coarse_paths(crowd.largest);
    return std::make_unique<GridSearch<D>>(site_, std::move(cells), crowd.largest);
  }

  void include_obstacles() {
    for (const Obstacle<D>& obstacle : site_.obstacles) {
      if (obstacle.kind == Obstacle<D>::Kind::plane) continue;
      for (int k = 0; k < D; ++k) {
        low_[k] = std::min(low_[k], obstacle.low[k]);
        high_[k] = std::max(high_[k], obstacle.high[k]);
      }
    }
  }

  void keep_coarse_paths(double radius) {
    if (setting_.clock.damping() == 0) site_.prefilter.keep(low_, radius, site_.now);
  }
  /// Domains have none.
  void keep_coarse_paths_of_few(const broad::Cell<D>& counts, double margin) {
    const bool divided = slabs_ > 1 && setting_.options.period && margin > 0 &&
                         Partition<D>::is_possible(counts, slabs_) && is_divisible(setting_, store_);
    if (balls_.size() <= kManyBalls && !divided) keep_coarse_paths(largest_);
  }

  const SearchSite<D>& site_;
  const Setting<D>& setting_;
  const BodyStore<D>& store_;
  const std::vector<std::uint32_t>& balls_;
  int slabs_;
  Vec<D> low_{};
  Vec<D> high_{};
  double largest_ = 0;   ///< radius
  double diameter_ = 0;  ///< of equal balls of as much volume
  double spacing_ = 0;   ///< their mean distance
};

}  // namespace

template <int D>
bool is_divisible(const Setting<D>& setting, const BodyStore<D>& store) {
  const auto& balls = store.balls();
  return setting.options.period && !setting.pulls && !setting.rough() && setting.clock.damping() == 0 &&
         std::none_of(balls.begin(), balls.end(), [&](std::uint32_t ball) { return store.particle(ball).special; });
}

template <int D>
std::unique_ptr<Search<D>> choose_search(const SearchSite<D>& site, int slabs) {
  return Chooser<D>(site, slabs).choose();
}

template std::unique_ptr<Search<2>> choose_search(const SearchSite<2>&, int);
template std::unique_ptr<Search<3>> choose_search(const SearchSite<3>&, int);
template bool is_divisible(const Setting<2>&, const BodyStore<2>&);
template bool is_divisible(const Setting<3>&, const BodyStore<3>&);

}  // namespace carom::sim
