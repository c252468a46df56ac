#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "contacts/contact_solver.hpp"

namespace carom::contacts {

/// Of each body the first one of its island: bodies that contacts join. What is fixed joins none.
template <int D>
std::vector<std::uint32_t> find_islands(std::size_t bodies, std::span<const TickContact<D>> contacts);

struct SolvedIslands {
  std::uint64_t sweeps = 0;
  double residual = 0;              ///< the largest of an island, as in Solved
  std::vector<std::size_t> jammed;  ///< contacts with what is fixed and presses on an island that has no room left
};

/// Solves each island by itself, so that what is solved is not swept on for the sake of another one. `islands`: as of
/// find_islands. Where what is fixed, but moves, leaves an island no room, no velocities obey all contacts, and
/// impulses grow with each sweep: what presses there is told as jammed, and the island is solved as if that stood.
template <int D>
SolvedIslands solve_islands(std::span<TickBody<D>> bodies, std::span<TickContact<D>> contacts,
                            std::span<const std::uint32_t> islands, double tolerance);

}  // namespace carom::contacts
