#pragma once
#include <cstdint>
#include <memory>

#include "sim/domain/domain.hpp"
#include "sim/search/all_pairs.hpp"

namespace carom::sim {

/// Laws of a world whose scales are given.
template <int D>
WorldOptions<D> scaled_options() {
  WorldOptions<D> options;
  options.contact_duration = 0x1p-20;
  options.epoch_length = 4;
  return options;
}

/// The state of a body that has just been added.
template <int D>
BodyState<D> first_state(const Body<D>& body, const Time& time = {}) {
  const Ball<D>* ball = std::get_if<Ball<D>>(&body.shape);
  BodyState<D> state;
  state.radius = ball ? ball->radius : 0;
  state.mass = body.mass;
  state.position = ball ? ball->center : Vec<D>{};
  state.velocity = state.intended = body.motion.velocity;
  state.spin = body.spin;
  state.time = time;
  return state;
}

/// The parts of an engine without a World: a domain of all bodies, and what it shares.
template <int D>
struct EngineParts {
  explicit EngineParts(const WorldOptions<D>& options = scaled_options<D>()) {
    data.setting.options = options;
    data.setting.clock = EpochClock(*options.epoch_length, options.damping);
    data.setting.pulls = !is_zero(options.gravity);
  }

  std::uint32_t add(const Body<D>& body, const BodyState<D>& state) {
    if (body.layers != 1 || (body.mask & 1) == 0) data.setting.filters = true;
    const std::uint32_t id = data.store.add(body, state);
    data.obstacles.add(id, body.shape);
    domain.propagator.renew(id);
    return id;
  }
  std::uint32_t add(const Body<D>& body) { return add(body, first_state(body, domain.now)); }

  /// A force on a body, from now on.
  void apply_force(std::uint32_t id, const Vec<D>& force) {
    data.setting.pulls = true;
    data.store.own_load(id).force = force;
    domain.propagator.renew(id);
  }
  /// A ball rests on a face from now on.
  void rest(std::uint32_t id, std::uint32_t body, std::uint32_t face = 0) {
    data.store.own_load(id).supports.push_back({BodyId{body}, face});
    domain.propagator.renew(id);
  }
  /// Every ball finds its next event.
  void search() {
    data.store.list_balls();
    domain.search.set(std::make_unique<AllPairs<D>>(domain.site()));
    domain.search->predict_all();
  }
  /// Executes what is due until then.
  void run(double until) {
    const Time limit = data.setting.clock.from_plain(until);
    while (!domain.calendar.empty()) {
      const Calendar::Entry entry = domain.search->next();
      if (limit < entry.time) break;
      domain.execute(entry);
    }
    domain.now = limit;
  }

  WorldData<D> data;
  Domain<D> domain{data};
};

}  // namespace carom::sim
