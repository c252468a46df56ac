// How balls press on each other, how they fill space, and how they flow.
#include "carom/sim/granular.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "io/observe/gauge.hpp"
#include "shape/holds.hpp"

namespace carom::io {
namespace {

constexpr std::array<const char*, 3> kAxisNames = {"x", "y", "z"};

template <int D>
Aabb<D> everywhere() {
  Aabb<D> box;
  for (int k = 0; k < D; ++k) {
    box.low[k] = -std::numeric_limits<double>::infinity();
    box.high[k] = std::numeric_limits<double>::infinity();
  }
  return box;
}

/// What looks at a window of the scene, or at all of it.
template <int D>
class WindowGauge : public Gauge<D> {
 public:
  void begin(const Look<D>&, const World<D>&, const Scene<D>& scene) override {
    window_ = scene.window.value_or(everywhere<D>());
  }

 protected:
  Aabb<D> window_;
};

template <int D>
class CoordinationGauge final : public WindowGauge<D> {
 public:
  std::vector<std::string> names() const override { return {"coordination", "rattlers"}; }
  std::vector<double> frame(const Look<D>&, const World<D>& world) override {
    // Friction holds a ball between two others.
    const int least = world.options().tangential_restitution ? 2 : D;
    const Coordination found = coordination(world, this->window_, least);
    return {found.number, static_cast<double>(found.rattlers)};
  }
};

template <int D>
class Packing final : public WindowGauge<D> {
 public:
  std::vector<std::string> names() const override { return {"packing_fraction"}; }
  std::vector<double> frame(const Look<D>&, const World<D>& world) override {
    return {packing_fraction(world, this->window_)};
  }
};

template <int D>
class Stress final : public WindowGauge<D> {
 public:
  std::vector<std::string> names() const override {
    std::vector<std::string> all{"contact_pressure"};
    for (std::size_t i = 0; i < D; ++i)
      for (std::size_t j = 0; j < D; ++j) all.push_back(std::string("stress_") + kAxisNames[i] + kAxisNames[j]);
    return all;
  }
  std::vector<double> frame(const Look<D>&, const World<D>& world) override {
    const Tensor<D> stress = contact_stress(world, this->window_);
    std::vector<double> values(1);
    for (int i = 0; i < D; ++i) {
      values[0] += stress[static_cast<std::size_t>(i)][i] / D;
      for (int j = 0; j < D; ++j) values.push_back(stress[static_cast<std::size_t>(i)][j]);
    }
    return values;
  }
};

/// Of the contacts whose points are in the window: the mean force along the normal, and how often there are so many of
/// it, over all frames.
template <int D>
class Forces final : public WindowGauge<D> {
 public:
  std::vector<std::string> names() const override { return {"contacts", "mean_force"}; }

  std::vector<double> frame(const Look<D>&, const World<D>& world) override {
    std::vector<double> pressing;
    for (const ContactForce<D>& contact : world.contact_forces())
      if (contact.pressing > 0 && shape::holds(this->window_, contact.point)) pressing.push_back(contact.pressing);
    if (counts_.empty()) counts_.assign(kBins, 0);
    if (pressing.empty()) return {0, kNoValue};
    double sum = 0;
    for (const double force : pressing) sum += force;
    const double mean = sum / static_cast<double>(pressing.size());
    for (const double force : pressing) {
      ++all_;
      if (force < kMost * mean) ++counts_[std::min(static_cast<std::size_t>(force / mean / kMost * kBins), kBins - 1)];
    }
    return {static_cast<double>(pressing.size()), mean};
  }

  std::vector<Curve> curves() const override {
    Curve curve{"force_distribution", "Forces of contacts: density of f/<f>", "f / mean f", {}, {}};
    for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
      curve.x.push_back((static_cast<double>(bin) + 0.5) * kMost / kBins);
      curve.y.push_back(all_ == 0 ? 0 : static_cast<double>(counts_[bin]) * kBins / kMost / static_cast<double>(all_));
    }
    return {curve};
  }

  void archive(Archive& archive) override { archive(counts_, all_); }

 private:
  static constexpr std::size_t kBins = 80;
  static constexpr double kMost = 8;

  std::vector<std::uint64_t> counts_;
  std::uint64_t all_ = 0;
};

/// Balls that go through the gate's border, out of its half-space and less those into it, and their mass, per unit of
/// time.
template <int D>
class Flow final : public Gauge<D> {
 public:
  std::vector<std::string> names() const override { return {"flow_rate", "mass_flow"}; }

  void begin(const Look<D>& look, const World<D>&, const Scene<D>& scene) override {
    gate_ = *scene.gate;
    note(look);
  }

  std::vector<double> frame(const Look<D>& look, const World<D>&) override {
    double count = 0, mass = 0;
    for (std::size_t i = 0; i < look.count(); ++i) {
      const std::uint32_t id = look.ids[i].value;
      if (id >= side_.size() || side_[id] == kAbsent) continue;
      const double crossed = side_of(look.places[i]) - side_[id];
      count += crossed;
      mass += crossed * look.masses[i];
    }
    note(look);
    if (look.span == 0) return {kNoValue, kNoValue};
    return {count / look.span, mass / look.span};
  }

  void archive(Archive& archive) override { archive(side_); }

 private:
  static constexpr std::int8_t kAbsent = -1;

  /// 0 inside the half-space, 1 outside.
  std::int8_t side_of(const Vec<D>& place) const { return dot(gate_.normal, place) > gate_.offset ? 1 : 0; }
  void note(const Look<D>& look) {
    std::fill(side_.begin(), side_.end(), kAbsent);
    for (std::size_t i = 0; i < look.count(); ++i) {
      const std::uint32_t id = look.ids[i].value;
      if (id >= side_.size()) side_.resize(id + 1, kAbsent);
      side_[id] = side_of(look.places[i]);
    }
  }

  HalfSpace<D> gate_;
  std::vector<std::int8_t> side_;  ///< of each body at the frame before
};

/// The force on each obstacle that has a name.
template <int D>
class WallForces final : public Gauge<D> {
 public:
  std::vector<std::string> names() const override { return names_; }

  void begin(const Look<D>&, const World<D>&, const Scene<D>& scene) override {
    for (std::uint32_t id = 0; id < scene.bodies.size(); ++id) {
      const SceneBody<D>& body = scene.bodies[id];
      if (body.name.empty() || std::holds_alternative<Ball<D>>(body.body.shape)) continue;
      place_.emplace(id, place_.size());
      std::string name = body.name;
      std::replace_if(
          name.begin(), name.end(), [](char c) { return c == ' ' || c == ',' || c == '/' || c == '"'; }, '_');
      for (std::size_t k = 0; k < D; ++k) names_.push_back(std::string("force_") + kAxisNames[k] + "_on_" + name);
    }
  }

  std::vector<double> frame(const Look<D>&, const World<D>& world) override {
    std::vector<double> values(names_.size());
    for (const ContactForce<D>& contact : world.contact_forces())
      if (const auto found = place_.find(contact.b.value); found != place_.end())
        for (std::size_t k = 0; k < D; ++k) values[found->second * D + k] -= contact.force[static_cast<int>(k)];
    return values;
  }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::uint32_t, std::size_t> place_;  ///< of bodies among the names
};

}  // namespace

template <int D>
std::unique_ptr<Gauge<D>> make_coordination() {
  return std::make_unique<CoordinationGauge<D>>();
}
template <int D>
std::unique_ptr<Gauge<D>> make_packing() {
  return std::make_unique<Packing<D>>();
}
template <int D>
std::unique_ptr<Gauge<D>> make_stress() {
  return std::make_unique<Stress<D>>();
}
template <int D>
std::unique_ptr<Gauge<D>> make_forces() {
  return std::make_unique<Forces<D>>();
}
template <int D>
std::unique_ptr<Gauge<D>> make_flow() {
  return std::make_unique<Flow<D>>();
}
template <int D>
std::unique_ptr<Gauge<D>> make_wall_forces() {
  return std::make_unique<WallForces<D>>();
}

template std::unique_ptr<Gauge<2>> make_coordination<2>();
template std::unique_ptr<Gauge<3>> make_coordination<3>();
template std::unique_ptr<Gauge<2>> make_packing<2>();
template std::unique_ptr<Gauge<3>> make_packing<3>();
template std::unique_ptr<Gauge<2>> make_stress<2>();
template std::unique_ptr<Gauge<3>> make_stress<3>();
template std::unique_ptr<Gauge<2>> make_forces<2>();
template std::unique_ptr<Gauge<3>> make_forces<3>();
template std::unique_ptr<Gauge<2>> make_flow<2>();
template std::unique_ptr<Gauge<3>> make_flow<3>();
template std::unique_ptr<Gauge<2>> make_wall_forces<2>();
template std::unique_ptr<Gauge<3>> make_wall_forces<3>();

}  // namespace carom::io
