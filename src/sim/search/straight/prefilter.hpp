#pragma once
#include <cstdint>

#include "broad/memory/large_array.hpp"
#include "sim/bodies/body_store.hpp"
#include "sim/search/straight/coarse_path.hpp"
#include "sim/search/straight/straight_search.hpp"

namespace carom::sim {

/// The paths of balls in single precision, by which most pairs are told apart that do not meet. They are kept or not:
/// where they are not, nothing is ruled out. Coarse paths hold for some epochs.
template <int D>
class Prefilter {
 public:
  Prefilter(const Setting<D>& setting, const BodyStore<D>& store) : setting_(setting), store_(store) {}

  bool empty() const { return paths_.empty(); }
  void clear() { paths_.clear(); }
  /// Keeps the paths of all bodies. `radius`: of the largest ball; `origin`: positions are measured from there.
  void keep(const Vec<D>& origin, double radius, const Time& now) {
    origin_ = origin;
    scale_ = 0.5 / radius;
    paths_.assign(store_.size(), {});
    renew_all(now);
  }
  /// The same as before, also of a body that has come.
  void add(std::uint32_t id) {
    if (empty()) return;
    paths_.resize(store_.size());
    renew(id);
  }

  /// The state of a body has changed.
  void renew(std::uint32_t id) {
    if (id >= paths_.size()) return;
    const Particle<D>& particle = store_.particle(id);
    if (particle.special) {
      paths_[id] = {};
      return;
    }
    const EpochClock& clock = setting_.clock;
    const double elapsed = clock.between(particle.time(), {epoch_, 0});
    coarsen<D>(paths_[id], scale_ * ((particle.position - origin_) + elapsed * particle.velocity),
               (scale_ * clock.length()) * particle.velocity, scale_ * store_.known_radius(id));
  }
  /// Before they are asked: all are renewed if they do not hold any more.
  void refresh(const Time& now) {
    if (now.epoch - epoch_ >= CoarseBounds::kEpochs) renew_all(now);
  }

  /// Tells a search of them.
  void describe(StraightSearch<D>& search, const Time& now) const {
    search.coarse_paths = paths_.data();
    search.elapsed = static_cast<float>(setting_.clock.between({epoch_, 0}, now) / setting_.clock.length());
  }
  /// And once of the box.
  void describe_box(StraightSearch<D>& search) const {
    if (!setting_.options.period || empty()) return;
    for (int k = 0; k < D; ++k) {
      search.coarse_period[k] = static_cast<float>((*setting_.options.period)[k] * scale_);
      search.coarse_boxes[k] = 1 / search.coarse_period[k];
    }
  }
  void fetch(std::uint32_t id) const { broad::fetch_line(&paths_[id]); }

 private:
  void renew_all(const Time& now) {
    epoch_ = now.epoch;
    for (std::uint32_t id = 0; id < paths_.size(); ++id) renew(id);
  }

  const Setting<D>& setting_;
  const BodyStore<D>& store_;
  broad::LargeArray<CoarsePath> paths_;  ///< of all bodies, or none
  Vec<D> origin_{};
  std::int64_t epoch_ = 0;  ///< at whose start they hold
  double scale_ = 1;        ///< 1/their unit of length
};

}  // namespace carom::sim
