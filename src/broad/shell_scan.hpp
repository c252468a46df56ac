#pragma once
#include <cstddef>
#include <cstdint>

namespace carom::detail {

/// The centre of a shell, from the grid's origin.
struct alignas(16) ShellCenter {
  float position[3] = {0, 0, 0};
  float radius = 0;  ///< of the body
};

/// Which centres are near one?
template <int D>
struct ShellScan {
  const ShellCenter* centers = nullptr;
  std::uint32_t self = 0;
  float room = 0;  ///< between two bodies: the distance of centres less both radii
  bool across = false;
  float period[3] = {0, 0, 0};  ///< if `across`: the nearest copies are meant
};

/// Moves the near ones, without the body itself, to the front of `bodies` and returns how many they are. There is room
/// for 16 more, which are overwritten.
template <int D>
using NearShells = std::size_t (*)(const ShellScan<D>& scan, std::uint32_t* bodies, std::size_t count);

/// The one for this machine.
template <int D>
NearShells<D> best_near_shells();

}  // namespace carom::detail
