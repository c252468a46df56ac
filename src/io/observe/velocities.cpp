// How balls move: temperature, velocities, displacement.
#include <cmath>
#include <numbers>

#include "carom/math/portable.hpp"
#include "io/observe/gauge.hpp"

namespace carom::io {
namespace {

template <int D>
class Temperature final : public Gauge<D> {
 public:
  std::vector<std::string> names() const override { return {"temperature"}; }
  std::vector<double> frame(const Look<D>& look, const World<D>&) override { return {look.temperature}; }
};

/// Σ I ω²/(N D (D − 1)/2), with as many directions to turn in.
template <int D>
class Rotation final : public Gauge<D> {
 public:
  std::vector<std::string> names() const override { return {"rotational_temperature"}; }

  std::vector<double> frame(const Look<D>& look, const World<D>& world) override {
    constexpr int kDirections = D == 2 ? 1 : 3;
    const double energy = world.ledger().rotational;
    return {look.count() > 0 ? 2 * energy / (kDirections * static_cast<double>(look.count())) : 0};
  }
};

/// Of balls that were there at the start.
template <int D>
class Displacement final : public Gauge<D> {
 public:
  std::vector<std::string> names() const override { return {"msd"}; }

  void begin(const Look<D>& look, const World<D>& world, const Scene<D>&) override {
    start_.resize(world.body_count());
    was_there_.assign(world.body_count(), 0);
    for (std::size_t i = 0; i < look.count(); ++i) {
      start_[look.ids[i].value] = look.places[i];
      was_there_[look.ids[i].value] = 1;
    }
  }

  std::vector<double> frame(const Look<D>& look, const World<D>&) override {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < look.count(); ++i) {
      const std::size_t id = look.ids[i].value;
      if (id >= start_.size() || was_there_[id] == 0) continue;
      sum += norm2(look.places[i] - start_[id]);
      ++count;
    }
    return {count > 0 ? sum / count : 0};
  }

 private:
  std::vector<Vec<D>> start_;
  std::vector<std::uint8_t> was_there_;
};

/// Components of c = (v − drift) √(m/T) over all frames, and moments of the speed. a₂ = ⟨c⁴⟩/⟨c²⟩² · D/(D + 2) − 1 is
/// the second Sonine coefficient, 0 for Maxwell's distribution.
template <int D>
class Velocities final : public Gauge<D> {
 public:
  std::vector<std::string> names() const override { return {"mean_speed", "speed_2", "speed_4", "sonine_a2"}; }

  std::vector<double> frame(const Look<D>& look, const World<D>&) override {
    double speed = 0, second = 0, fourth = 0, reduced_2 = 0, reduced_4 = 0;
    for (std::size_t i = 0; i < look.count(); ++i) {
      const double square = norm2(look.velocities[i]);
      const Vec<D> c = std::sqrt(look.masses[i]) * (look.velocities[i] - look.drift);
      speed += std::sqrt(square);
      second += square;
      fourth += square * square;
      reduced_2 += norm2(c);
      reduced_4 += norm2(c) * norm2(c);
      if (look.temperature > 0) count(c / std::sqrt(look.temperature));
    }
    const auto n = static_cast<double>(look.count());
    const double ratio = reduced_2 > 0 ? n * reduced_4 / (reduced_2 * reduced_2) : 0;
    return {speed / n, second / n, fourth / n, ratio * D / (D + 2) - 1};
  }

  std::vector<Curve> curves() const override {
    Curve curve{"velocity_distribution", "Velocities, in thermal units", "v / sqrt(T/m)", {}, {}};
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      const double c = (static_cast<double>(bin) + 0.5) * kWidth - kTop;
      curve.x.push_back(c);
      curve.y.push_back(seen_ == 0 ? 0 : static_cast<double>(counts_[bin]) / (static_cast<double>(seen_) * kWidth));
      curve.expected.push_back(portable::exp(-c * c / 2) / std::sqrt(2 * std::numbers::pi));
    }
    return {curve};
  }

  void archive(Archive& archive) override { archive(counts_, seen_); }

 private:
  static constexpr double kTop = 6, kWidth = 0.1;
  static constexpr std::size_t kBins = 120;

  void count(const Vec<D>& c) {
    for (int k = 0; k < D; ++k) {
      ++seen_;
      if (std::fabs(c[k]) < kTop) ++counts_[static_cast<std::size_t>((c[k] + kTop) / kWidth) % kBins];
    }
  }

  std::array<std::uint64_t, kBins> counts_{};
  std::uint64_t seen_ = 0;
};

}  // namespace

template <int D>
std::unique_ptr<Gauge<D>> make_rotation() {
  return std::make_unique<Rotation<D>>();
}
template <int D>
std::unique_ptr<Gauge<D>> make_temperature() {
  return std::make_unique<Temperature<D>>();
}
template <int D>
std::unique_ptr<Gauge<D>> make_displacement() {
  return std::make_unique<Displacement<D>>();
}
template <int D>
std::unique_ptr<Gauge<D>> make_velocities() {
  return std::make_unique<Velocities<D>>();
}

template std::unique_ptr<Gauge<2>> make_rotation<2>();
template std::unique_ptr<Gauge<3>> make_rotation<3>();
template std::unique_ptr<Gauge<2>> make_temperature<2>();
template std::unique_ptr<Gauge<3>> make_temperature<3>();
template std::unique_ptr<Gauge<2>> make_displacement<2>();
template std::unique_ptr<Gauge<3>> make_displacement<3>();
template std::unique_ptr<Gauge<2>> make_velocities<2>();
template std::unique_ptr<Gauge<3>> make_velocities<3>();

}  // namespace carom::io
