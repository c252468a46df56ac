#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

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

/// Some of the bodies of a list: a cache line. Free places hold the body whose list it is; the last one, where a list
/// needs more than this, holds the number of a further shell, counted from the end of all numbers.
struct alignas(64) Shell {
  static constexpr std::size_t kPlaces = 16;
  std::uint32_t bodies[kPlaces];

  bool is_last(std::uint32_t self) const { return bodies[kPlaces - 1] == self; }
  std::uint32_t next() const { return UINT32_MAX - bodies[kPlaces - 1]; }
  void clear(std::uint32_t self) { std::fill(std::begin(bodies), std::end(bodies), self); }
};

/// Enters a body and those near it, at most kPlaces − 1, into each other's first shells; its own is empty. Moves those
/// to the front of `near` in whose first shell there is no place, and returns how many they are. There is room for 16
/// more.
using LinkShells = std::size_t (*)(Shell* shells, std::uint32_t body, std::uint32_t* near, std::size_t count);

/// Takes a body out of the first shells of some, as above.
using UnlinkShells = std::size_t (*)(Shell* shells, std::uint32_t body, std::uint32_t* near, std::size_t count);

/// Those for this machine.
template <int D>
NearShells<D> best_near_shells();
LinkShells best_link_shells();
UnlinkShells best_unlink_shells();

}  // namespace carom::detail
