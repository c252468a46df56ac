#pragma once
#include <cstdint>
#include <vector>

#include "sim/islands/islands.hpp"

namespace carom::sim {

/// Balls of islands, in the order of their ids, and their contacts with each other and with what no contact moves.
template <int D>
struct Neighbourhood {
  std::vector<std::uint32_t> balls;
  std::vector<ContactState<D>> contacts;
  std::vector<std::uint8_t> reaches_out;  ///< of each ball, whether it is in contact with one that is not among them
};

/// Finds the balls that ask to be solved anew, with what is around them: as far, from one contact to the next, as makes
/// them a few dozen.
template <int D>
class NeighbourhoodSearch {
 public:
  NeighbourhoodSearch(const BodyStore<D>& store, const Islands<D>& islands) : store_(store), islands_(islands) {}

  /// Valid until the next call.
  const Neighbourhood<D>& find();

 private:
  void add(std::uint32_t id);
  void add_neighbours(std::uint32_t id);
  void collect_contacts();
  bool has(std::uint32_t id) const { return is_in_[id] != 0; }

  const BodyStore<D>& store_;
  const Islands<D>& islands_;
  Neighbourhood<D> found_;
  std::vector<std::uint8_t> is_in_;  ///< by ids
};

}  // namespace carom::sim
