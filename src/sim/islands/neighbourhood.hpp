#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "carom/sim/snapshot.hpp"
#include "sim/bodies/body_store.hpp"

namespace carom::sim {

/// Some of the balls in islands, as contacts join them: a part of an island that grows.
template <int D>
class Neighbourhood {
 public:
  /// As contacts are now; it has no members yet.
  void begin(const BodyStore<D>& store, std::span<const ContactState<D>> contacts);
  /// Adds balls, and such as are joined to them, the nearest first, until there are so many members.
  void grow(std::span<const std::uint32_t> balls, std::size_t most);

  /// In the order of their ids.
  const std::vector<std::uint32_t>& members() const { return members_; }
  bool has(std::uint32_t id) const { return has_[id] != 0; }
  /// The balls that are in contact with one.
  std::span<const std::uint32_t> joined_to(std::uint32_t id) const {
    return std::span(others_).subspan(starts_[id], starts_[id + 1] - starts_[id]);
  }

 private:
  std::vector<std::uint32_t> members_;
  std::vector<std::uint8_t> has_;  ///< by ids
  // Of each ball those that it is in contact with:
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> others_;
};

}  // namespace carom::sim
