#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/domain/window.hpp"

namespace carom::sim {

/// A ball of a border that becomes uncertain, and may reach balls of an inside: which of those that the exchange names,
/// from the window's start on.
struct ApproachingBall : UncertainBall {
  std::uint32_t first;
  std::uint32_t end;
};

/// What a border and the slab on one side of it hand over to each other: bodies by their ids, and how far they may get.
/// Each writes its half while the other does not run. Two slabs write to those of a border at once: in lines of their
/// own. Besides, a slab reads which balls of a border are uncertain, and a border what a slab has changed in the
/// window.
struct alignas(128) Exchange {
  // The border to the slab, before that runs through a window.
  std::vector<ApproachingBall> approaching;  ///< its balls that may reach into the inside, in order of time
  std::vector<std::uint32_t> reachable;      ///< whom they may reach there
  std::vector<std::uint32_t> handed;         ///< balls that are the slab's now
  std::size_t taken = 0;  ///< balls that the border took, with something due, though they were not left
  // The slab to the border, before that runs through the window.
  std::vector<std::uint32_t> left;       ///< balls that are the border's now
  std::vector<std::uint32_t> uncertain;  ///< of the border's balls, by what was left
};

}  // namespace carom::sim
