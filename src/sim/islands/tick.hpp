#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "contacts/tick_contact.hpp"
#include "sim/bodies/press.hpp"
#include "sim/islands/touches.hpp"

namespace carom::sim {

/// A touch that is solved.
template <int D>
struct TickPair {
  const Touch<D>* touch = nullptr;
  bool lasts = false;  ///< it was a contact before
};

/// What is known of one tick. Members of islands are told by their places in the order of their ids.
template <int D>
struct Tick {
  double length = 0;        ///< h
  double left = 0;          ///< until the next one
  bool solves_all = false;  ///< what meets fast, too
  std::vector<std::uint32_t> members;
  std::span<const Touch<D>> near;  ///< all that may touch until the next one

  // Velocities:
  std::vector<Vec<D>> pulls;                       ///< on each member
  std::vector<double> strengths;                   ///< of the pulls
  std::vector<double> elapsed;                     ///< of a tick, ≤ 1, since each member was solved, joined or woke
  std::vector<contacts::TickBody<D>> bodies;       ///< as they go from now on
  std::vector<TickPair<D>> pairs;                  ///< those that are solved
  std::vector<contacts::TickContact<D>> contacts;  ///< of these
  std::vector<std::uint32_t> first;                ///< of each member the first one of its island
  std::vector<Press> jammed;                       ///< what left an island no room; it is to stand
  bool is_pushed = false;                          ///< something that is driven is in one of these pairs

  // Paths:
  std::vector<Vec<D>> restoring;    ///< what they have beside velocities
  std::vector<std::uint8_t> waits;  ///< whether a member waits
  std::vector<Vec<D>> carrier;      ///< of the first ones, how the island is carried

  Vec<D> carried(std::uint32_t member) const { return carrier[first[member]]; }
  /// How fast two approach, as bodies are.
  template <class Pair>
  double closing(const Pair& pair) const {
    const Vec<D> other = pair.b == contacts::kFixed ? pair.surface : bodies[pair.b].velocity;
    return dot(bodies[pair.a].velocity - other, pair.normal);
  }
  /// Speeds up to this are none.
  double slow(std::uint32_t member) const {
    constexpr double kStill = 2e-3;  // of g h
    return kStill * length * strengths[member];
  }
};

}  // namespace carom::sim
