// Where balls are: pairs by distance, numbers in cells.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/math/portable.hpp"
#include "io/observe/gauge.hpp"

namespace carom::io {
namespace {

/// Balls sorted into the cells of a periodic box, cell by cell.
template <int D>
class Sorted {
 public:
  Sorted(const Look<D>& look, const Vec<D>& sides, const std::array<int, D>& counts) : sides_(sides), counts_(counts) {
    std::size_t cells = 1;
    for (const int n : counts) cells *= static_cast<std::size_t>(n);
    std::vector<std::size_t> cell(look.count());
    first_.assign(cells + 1, 0);
    for (std::size_t i = 0; i < look.count(); ++i) ++first_[(cell[i] = cell_of(look.places[i])) + 1];
    for (std::size_t c = 0; c < cells; ++c) first_[c + 1] += first_[c];
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    balls_.resize(look.count());
    for (std::size_t i = 0; i < look.count(); ++i) balls_[next[cell[i]]++] = i;
  }

  std::size_t cells() const { return first_.size() - 1; }
  std::span<const std::size_t> in(std::size_t cell) const {
    return {balls_.data() + first_[cell], first_[cell + 1] - first_[cell]};
  }

  /// Hands `take` every pair of balls in the same or in neighbouring cells; needs three cells along each axis.
  template <class Take>
  void each_pair(Take take) const {
    for (std::size_t cell = 0; cell < cells(); ++cell) {
      const std::array<int, D> at = place_of(cell);
      for (int code = 0; code < (D == 2 ? 9 : 27); ++code) {
        const std::size_t other = cell_beside(at, code);
        if (other < cell) continue;
        for (const std::size_t i : in(cell))
          for (const std::size_t j : in(other))
            if (other != cell || i < j) take(i, j);
      }
    }
  }

 private:
  std::size_t cell_of(const Vec<D>& place) const {
    std::size_t cell = 0;
    for (int k = D - 1; k >= 0; --k) {
      const double share = place[k] / sides_[k];
      const int n = counts_[static_cast<std::size_t>(k)];
      const int c = std::clamp(static_cast<int>((share - std::floor(share)) * n), 0, n - 1);
      cell = cell * static_cast<std::size_t>(n) + static_cast<std::size_t>(c);
    }
    return cell;
  }

  std::array<int, D> place_of(std::size_t cell) const {
    std::array<int, D> at{};
    for (std::size_t k = 0; k < D; ++k) {
      at[k] = static_cast<int>(cell % static_cast<std::size_t>(counts_[k]));
      cell /= static_cast<std::size_t>(counts_[k]);
    }
    return at;
  }

  std::size_t cell_beside(const std::array<int, D>& at, int code) const {
    std::array<int, D> there{};
    for (std::size_t k = 0; k < D; ++k, code /= 3) there[k] = (at[k] + code % 3 - 1 + counts_[k]) % counts_[k];
    std::size_t cell = 0;
    for (std::size_t k = D; k-- > 0;)
      cell = cell * static_cast<std::size_t>(counts_[k]) + static_cast<std::size_t>(there[k]);
    return cell;
  }

  Vec<D> sides_;
  std::array<int, D> counts_;
  std::vector<std::size_t> first_, balls_;
};

template <int D>
double mean_diameter(const Look<D>& look, const World<D>& world) {
  double sum = 0;
  for (const BodyId id : look.ids) sum += 2 * world.radius(id);
  return look.count() > 0 ? sum / static_cast<double>(look.count()) : 0;
}

template <int D>
double shortest(const Vec<D>& sides) {
  double side = sides[0];
  for (int k = 1; k < D; ++k) side = std::min(side, sides[k]);
  return side;
}

/// g(r): pairs at distance r over those of as many balls anywhere, N (N − 1)/2 · (shell's volume)/V, over all frames.
template <int D>
class Pairs final : public Gauge<D> {
 public:
  std::vector<std::string> names() const override { return {}; }

  void begin(const Look<D>& look, const World<D>& world, const Scene<D>&) override {
    sides_ = *world.options().period;
    const double diameter = mean_diameter(look, world);
    reach_ = shortest(sides_) / 2;
    if (diameter > 0) reach_ = std::min(reach_, kDiameters * diameter);
    // Not many more cells than balls.
    const auto balls = static_cast<double>(look.count());
    const double most = std::max(3.0, D == 2 ? std::sqrt(4 * balls) : portable::cbrt(8 * balls));
    for (std::size_t k = 0; k < D; ++k)
      cells_[k] = static_cast<int>(std::min(sides_[static_cast<int>(k)] / reach_, most));
    counts_.assign(kBins, 0);
  }

  std::vector<double> frame(const Look<D>& look, const World<D>&) override {
    const auto take = [&](std::size_t i, std::size_t j) { count(look.places[i] - look.places[j]); };
    if (*std::min_element(cells_.begin(), cells_.end()) >= 3) {
      Sorted<D>(look, sides_, cells_).each_pair(take);
    } else {
      for (std::size_t i = 0; i < look.count(); ++i)
        for (std::size_t j = i + 1; j < look.count(); ++j) take(i, j);
    }
    const auto n = static_cast<double>(look.count());
    pairs_ += n * (n - 1) / 2;
    return {};
  }

  std::vector<Curve> curves() const override {
    Curve curve{"pair_distribution", "Pairs by distance: g(r)", "r", {}, {}};
    double volume = 1;
    for (int k = 0; k < D; ++k) volume *= sides_[k];
    const double width = reach_ / kBins;
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      const double near = static_cast<double>(bin) * width, far = near + width;
      const double shell = D == 2 ? std::numbers::pi * (far * far - near * near)
                                  : 4 * std::numbers::pi / 3 * (far * far * far - near * near * near);
      curve.x.push_back(near + width / 2);
      curve.y.push_back(pairs_ == 0 ? 0 : static_cast<double>(counts_[bin]) / (pairs_ * shell / volume));
      curve.expected.push_back(1);
    }
    return {curve};
  }

  void archive(Archive& archive) override { archive(counts_, pairs_); }

 private:
  static constexpr std::size_t kBins = 160;
  static constexpr double kDiameters = 4;

  /// The nearest image: exact enough for a bin, as positions are far smaller than 2⁵³ bins.
  void count(Vec<D> apart) {
    for (int k = 0; k < D; ++k) apart[k] -= sides_[k] * std::floor(apart[k] / sides_[k] + 0.5);
    const double distance = std::sqrt(norm2(apart));
    if (distance < reach_) ++counts_[std::min(static_cast<std::size_t>(distance / reach_ * kBins), kBins - 1)];
  }

  Vec<D> sides_{};
  std::array<int, D> cells_{};
  double reach_ = 0;
  std::vector<std::uint64_t> counts_;
  double pairs_ = 0;
};

/// Numbers of balls in equal cells about four diameters wide: variance over mean, 1 for an ideal gas; towards the
/// isothermal compressibility ρ T κ in a fluid as cells grow.
template <int D>
class Cells final : public Gauge<D> {
 public:
  std::vector<std::string> names() const override { return {"cell_mean", "cell_variance_over_mean"}; }

  void begin(const Look<D>& look, const World<D>& world, const Scene<D>&) override {
    sides_ = *world.options().period;
    const double side = std::max(kDiameters * mean_diameter(look, world), shortest(sides_) / kMost);
    for (std::size_t k = 0; k < D; ++k)
      counts_[k] = std::max(1, static_cast<int>(std::min(sides_[static_cast<int>(k)] / side, kMost)));
  }

  std::vector<double> frame(const Look<D>& look, const World<D>&) override {
    const Sorted<D> sorted(look, sides_, counts_);
    last_.clear();
    for (std::size_t cell = 0; cell < sorted.cells(); ++cell)
      last_.push_back(static_cast<double>(sorted.in(cell).size()));
    const auto cells = static_cast<double>(last_.size());
    const double mean = static_cast<double>(look.count()) / cells;
    double squares = 0;
    for (const double n : last_) squares += (n - mean) * (n - mean);
    return {mean, mean > 0 && cells > 1 ? squares / (cells - 1) / mean : 0};
  }

  /// How many cells of the last frame hold so many balls.
  std::vector<Curve> curves() const override {
    Curve curve{"cell_numbers", "Cells by the number of balls, at the end", "balls", {}, {}};
    const double most = last_.empty() ? 0 : *std::max_element(last_.begin(), last_.end());
    for (double n = 0; n <= most; ++n) {
      curve.x.push_back(n);
      curve.y.push_back(static_cast<double>(std::count(last_.begin(), last_.end(), n)));
    }
    return {curve};
  }

  void archive(Archive& archive) override { archive(last_); }

 private:
  static constexpr double kDiameters = 4;
  static constexpr double kMost = 100;  // along an axis

  Vec<D> sides_{};
  std::array<int, D> counts_{};
  std::vector<double> last_;
};

}  // namespace

template <int D>
std::unique_ptr<Gauge<D>> make_pairs() {
  return std::make_unique<Pairs<D>>();
}
template <int D>
std::unique_ptr<Gauge<D>> make_cells() {
  return std::make_unique<Cells<D>>();
}

template std::unique_ptr<Gauge<2>> make_pairs<2>();
template std::unique_ptr<Gauge<3>> make_pairs<3>();
template std::unique_ptr<Gauge<2>> make_cells<2>();
template std::unique_ptr<Gauge<3>> make_cells<3>();

}  // namespace carom::io
