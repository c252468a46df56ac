#pragma once
#include <algorithm>

#include "broad/cells/cell_torus.hpp"
#include "carom/response/restitution.hpp"
#include "carom/sim/world_options.hpp"
#include "sim/events/epoch_clock.hpp"

namespace carom::sim {

/// What holds for all bodies of a world, and for all of its domains.
template <int D>
struct Setting {
  WorldOptions<D> options;
  EpochClock clock;
  bool pulls = false;    ///< there is gravity, or have been forces
  bool filters = false;  ///< some bodies pass through others
  /// When the encounters of all bodies are predicted anew: what comes later may be left out until then.
  Time all_anew = EpochClock::never();

  /// 0: contacts do not last.
  double tick() const { return options.lasting_contacts.value_or(false) ? options.tick.value_or(0) : 0; }
  bool rough() const { return options.tangential_restitution.has_value(); }
  /// Surfaces that press on each other rub: β = −1 is as smooth as none.
  bool rubs() const { return rough() && *options.tangential_restitution > -1; }

  double restitution_at_speed(double nominal, double speed) const {
    return options.restitution_speed ? restitution_at(speed, nominal, *options.restitution_speed) : nominal;
  }

  /// From a place to the same one in a copy of the periodic box.
  Vec<D> to_box(const broad::Cell<D>& image) const {
    Vec<D> shift{};
    if (options.period)
      for (int k = 0; k < D; ++k) shift[k] = image[static_cast<std::size_t>(k)] * (*options.period)[k];
    return shift;
  }
};

}  // namespace carom::sim
