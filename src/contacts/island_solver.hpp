#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "contacts/contact_solver.hpp"

namespace carom::contacts {

/// Joins islands, told of each body by their first ones, by pairs (.a, .b). What is fixed joins none.
template <class Pairs>
void join_islands(std::vector<std::uint32_t>& islands, const Pairs& pairs) {
  const auto first = [&](std::uint32_t i) {
    while (islands[i] != i) i = islands[i] = islands[islands[i]];
    return i;
  };
  for (const auto& pair : pairs) {
    if (pair.b == kFixed) continue;
    const std::uint32_t a = first(pair.a), b = first(pair.b);
    islands[std::max(a, b)] = std::min(a, b);
  }
  for (std::uint32_t i = 0; i < islands.size(); ++i) islands[i] = first(i);
}

/// Of each body the first one of its island: bodies that pairs join.
template <class Pairs>
std::vector<std::uint32_t> find_islands(std::size_t bodies, const Pairs& pairs) {
  std::vector<std::uint32_t> islands(bodies);
  std::iota(islands.begin(), islands.end(), 0u);
  join_islands(islands, pairs);
  return islands;
}

struct SolvedIslands {
  std::uint64_t sweeps = 0;
  double residual = 0;              ///< the largest of an island, as in Solved
  std::vector<std::size_t> jammed;  ///< contacts with what is fixed and presses on an island that has no room left
};

/// Solves each island by itself, so that what is solved is not swept on for the sake of another one.
template <int D>
class IslandSolver {
 public:
  /// `islands`: as of find_islands. `layers`, by the first bodies of islands: how many bodies lie upon each other, as
  /// far as is known; what many carry takes many sweeps. Where what is fixed, but moves, leaves an island no room, no
  /// velocities obey all contacts, and impulses grow with each sweep: what presses there is told as jammed, and the
  /// island is solved as if that stood.
  SolvedIslands solve(std::span<TickBody<D>> bodies, std::span<TickContact<D>> contacts,
                      std::span<const std::uint32_t> islands, std::span<const double> layers, double tolerance);

 private:
  void find_colours(std::span<const TickContact<D>> contacts, std::span<const std::uint32_t> islands);
  void sort(std::span<const TickContact<D>> contacts, std::span<const std::uint32_t> islands);
  void find_runs(std::span<const std::uint32_t> own, bool all_rub);

  ContactSolver<D> solver_;
  // Of each contact, and of each body:
  std::vector<std::uint8_t> colours_;
  std::vector<std::uint8_t> goes_slowly_;  ///< an island with smooth contacts, which is solved contact after contact
  std::vector<std::uint64_t> taken_;       ///< colours, a bit for each
  std::vector<std::uint32_t> order_;       ///< of contacts: by islands, and then by colours
  std::vector<std::uint32_t> by_colour_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> runs_;  ///< the colours of one island, as ContactSolver takes them
};

}  // namespace carom::contacts
