#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "carom/sim/snapshot.hpp"
#include "sim/setting.hpp"

namespace carom::sim {

/// The forces that act on bodies, or will, in the order in which they were given.
template <int D>
class AppliedForces {
 public:
  bool empty() const { return forces_.empty(); }
  const std::vector<AppliedForce<D>>& all() const { return forces_; }
  void restore(const std::vector<AppliedForce<D>>& forces) { forces_ = forces; }
  void add(const AppliedForce<D>& force) { forces_.push_back(force); }

  /// The sum of those that act on a body now.
  Vec<D> total(std::uint32_t id) const {
    Vec<D> sum{};
    for (const AppliedForce<D>& force : forces_)
      if (force.begun && force.body.value == id) sum += force.force;
    return sum;
  }
  /// What acts on one body acts on another from now on.
  void transfer(std::uint32_t from, std::uint32_t to) {
    for (AppliedForce<D>& force : forces_)
      if (force.body.value == from) force.body.value = to;
  }
  /// Begins and ends what is due by `is_due(plain time)`: calls turn(id, kind) for each.
  template <class IsDue, class Turn>
  void apply(IsDue is_due, Turn turn) {
    for (std::size_t k = 0; k < forces_.size();) {
      AppliedForce<D>& force = forces_[k];
      const bool begins = !force.begun;
      const std::uint32_t id = force.body.value;
      const double due = begins ? force.from : force.until;
      if (std::isinf(due) || !is_due(due)) {
        ++k;
        continue;
      }
      if (begins)
        force.begun = true;
      else
        forces_.erase(forces_.begin() + static_cast<std::ptrdiff_t>(k));
      turn(id, begins ? EventKind::force_begin : EventKind::force_end);
    }
  }

 private:
  std::vector<AppliedForce<D>> forces_;
};

}  // namespace carom::sim
