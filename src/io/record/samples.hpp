#pragma once
#include "carom/sim/world.hpp"
#include "io/record/thinned.hpp"

namespace carom::io {

/// The energy ledger and the number of impacts so far, at one time.
template <int D>
struct Sample {
  double time = 0;
  Ledger<D> ledger{};
  std::uint64_t impacts = 0;
};

template <int D>
Sample<D> sample(const World<D>& world) {
  return {
      world.time(), world.ledger(),
      world.event_count(EventKind::impact) + world.event_count(EventKind::merge) + world.event_count(EventKind::stick)};
}

template <int D>
using Samples = Thinned<Sample<D>>;

}  // namespace carom::io
