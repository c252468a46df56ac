#pragma once
#include <cstdint>
#include <vector>

#include "broad/memory/large_array.hpp"
#include "sim/bodies/body_store.hpp"

namespace carom::sim {

/// What bodies were like before, or after, the impacts of a window, in the order in which these were executed: to roll
/// them back, or to deliver them one by one.
template <int D>
class Changes {
 public:
  void add(const BodyStore<D>& store, std::uint32_t body) {
    if (count_ == bodies_.size()) make_room();
    bodies_[count_] = body;
    particles_[count_] = store.particle(body);
    records_[count_] = store.record(body);
    ++count_;
  }
  void restore(std::size_t number, BodyStore<D>& store) const {
    store.particle(bodies_[number]) = particles_[number];
    store.record(bodies_[number]) = records_[number];
  }
  /// Restores all, the last one first.
  void roll_back(BodyStore<D>& store) const {
    for (std::size_t k = count_; k-- > 0;) restore(k, store);
  }
  std::size_t size() const { return count_; }
  std::uint32_t body(std::size_t number) const { return bodies_[number]; }
  const Particle<D>& particle(std::size_t number) const { return particles_[number]; }
  void clear() { count_ = 0; }

 private:
  void make_room() {
    const std::size_t room = 2 * count_ + 64;
    bodies_.resize(room);
    particles_.resize(room);
    records_.resize(room);
  }

  std::size_t count_ = 0;
  std::vector<std::uint32_t> bodies_;
  broad::LargeArray<Particle<D>> particles_;
  broad::LargeArray<Record<D>> records_;
};

}  // namespace carom::sim
