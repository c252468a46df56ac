#pragma once
#include <cstdint>
#include <string_view>

#pragma GCC visibility push(default)

namespace carom {

/// How a world finds who may meet whom (docs/theory/event-engine.md). linked_cells: cells hardly larger than a ball, of
/// similar balls on straight paths in a periodic box without obstacles; cells: of balls of all sizes and motions.
enum class SearchKind : std::uint8_t { none, all_pairs, cells, linked_cells, lists };

/// "none", "all-pairs", "cells", "linked-cells", "lists".
std::string_view name(SearchKind kind);

/// What a world's search has cost, as counts. A ball asks when it begins, after its own events, when whom it was to
/// meet has changed, and with lists when it gets a new one; so a pair of balls is examined once from either side, and
/// again later. In one thread the counts of equal runs are equal.
struct SearchCounts {
  std::uint64_t rounds = 0;       ///< how often a search was begun, where every ball asks
  std::uint64_t questions = 0;    ///< how often a ball asked whom, of all others, it meets first
  std::uint64_t pairs = 0;        ///< of two balls that were examined: when do they meet, if at all?
  std::uint64_t all_pairs = 0;    ///< that looking at all others would have examined for these questions: the sum of
                                  ///< n − 1 over them, n the balls there are; so n(n − 1) in the first round
  std::uint64_t obstacles = 0;    ///< pairs of a ball and a piece of an obstacle that were examined
  std::uint64_t places_left = 0;  ///< cells left, and lists made anew because a ball left its Verlet sphere
  std::uint64_t centers = 0;      ///< lists: places of centres that were compared by distance as lists were made, in
                                  ///< blocks of four, of which some may be free

  /// So many balls asked, of so many.
  void ask(std::uint64_t asking, std::uint64_t balls) {
    questions += asking;
    all_pairs += asking * (balls - 1);
  }
  SearchCounts& operator+=(const SearchCounts& more) {
    rounds += more.rounds;
    questions += more.questions;
    pairs += more.pairs;
    all_pairs += more.all_pairs;
    obstacles += more.obstacles;
    places_left += more.places_left;
    centers += more.centers;
    return *this;
  }
  friend bool operator==(const SearchCounts&, const SearchCounts&) = default;
};

}  // namespace carom

#pragma GCC visibility pop
