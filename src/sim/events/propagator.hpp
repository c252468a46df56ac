#pragma once
#include <cstdint>

#include "sim/bodies/body_store.hpp"
#include "sim/bodies/supports.hpp"
#include "sim/energy_ledger.hpp"
#include "sim/events/calendar.hpp"
#include "sim/events/event_log.hpp"
#include "sim/islands/islands.hpp"
#include "sim/search/search.hpp"
#include "sim/search/straight/prefilter.hpp"

namespace carom::sim {

/// Takes bodies along their paths to the times of their events, and makes changes of their states known to all that
/// depend on them.
template <int D>
class Propagator {
 public:
  Propagator(const Setting<D>& setting, BodyStore<D>& store, const ObstacleSet<D>& obstacles,
             const Supports<D>& supports, Islands<D>& islands, EnergyLedger<D>& ledger, EventLog<D>& log,
             Prefilter<D>& prefilter, Calendar& calendar, SearchSlot<D>& search)
      : setting_(setting),
        store_(store),
        obstacles_(obstacles),
        supports_(supports),
        islands_(islands),
        ledger_(ledger),
        log_(log),
        prefilter_(prefilter),
        calendar_(calendar),
        search_(search) {}

  /// Moves a body's own state to a time: position, velocity, and the energy that forces and damping moved on the way.
  void advance(std::uint32_t id, const Time& time);
  /// The same of a movable ball on a straight path: whether it left the periodic box, and was put back.
  bool advance_straight(std::uint32_t id, const Time& time) {
    Particle<D>& ball = store_.particle(id);
    const double dt = setting_.clock.between(ball.time(), time);
    bool inside = true;
    if (dt != 0) {
      ball.position += dt * ball.velocity;
      if (setting_.options.period)
        for (int k = 0; k < D; ++k)
          inside = inside && ball.position[k] >= 0 && ball.position[k] < (*setting_.options.period)[k];
      if (!inside) [[unlikely]]
        wrap(id);
    }
    ball.set_time(time);
    return !inside;
  }
  /// Moves a ball in an island to the time of a tick, which has booked what became of its energy on the way.
  void advance_to_tick(std::uint32_t id, const Time& time);
  /// The same of the end: it goes on straight, as it did before.
  void commit_at_tick(std::uint32_t id) {
    commit_straight(id);
    islands_.note_change();
  }
  /// Puts a ball back into the periodic box.
  void wrap(std::uint32_t id);

  /// Ends an event of a ball: its state is what it is now, known to everybody, and its future is found anew by the
  /// caller.
  void commit(std::uint32_t id) {
    if (store_.may_be_loaded(id)) settle(id);
    renew_path(id);
  }
  /// The same of a movable ball that has bounced on a straight path and goes on along one.
  void commit_straight(std::uint32_t id) {
    store_.renew_version(id);
    prefilter_.renew(id);
  }
  /// What kind of body it is has changed.
  void renew(std::uint32_t id) {
    store_.classify(id);
    renew_path(id);
  }
  /// A body's state is what it is now: what was known of its path is void.
  void renew_path(std::uint32_t id);
  /// A body leaves the world.
  void leave(std::uint32_t id, Presence presence);

  /// A ball leaves all that it touches, or rests on, with the velocity that it has kept.
  void uproot(std::uint32_t id);

  /// A ball comes to rest on a face, besides those on which it rests already.
  void rest_on(std::uint32_t id, const Obstacle<D>& face, const Time& time);
  /// What drives a body has changed its velocity, or pulls at it otherwise.
  void note_interference(std::uint32_t id) {
    wake(id, kNone, store_.particle(id).time());
    islands_.note_interference(id);
  }
  /// Wakes what sleeps with a ball, or on a body. `by`: what does it; kNone for none.
  void wake(std::uint32_t body, std::uint32_t by, const Time& now) {
    if (!islands_.sleepers().empty()) [[unlikely]]
      rouse(body, by, now);
  }
  /// What rested on a body is pulled off by nothing: it falls.
  void release_all_from(std::uint32_t body, const Time& now);

  Event<D> event_at(const Time& time, EventKind kind, std::uint32_t a, std::uint32_t b) const;
  /// Records an event of one body, the next of those at that time.
  void record(const Time& time, EventKind kind, std::uint32_t a, std::uint32_t b = kNone);

 private:
  void rouse(std::uint32_t body, std::uint32_t by, const Time& now);
  void press(std::uint32_t id, const Obstacle<D>& face, const Time& time);
  void settle(std::uint32_t id);
  void go_along(std::uint32_t id, const Vec<D>* normals, int count);
  void renew_own_law(std::uint32_t id, bool has_stopped);

  const Setting<D>& setting_;
  BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
  const Supports<D>& supports_;
  Islands<D>& islands_;
  EnergyLedger<D>& ledger_;
  EventLog<D>& log_;
  Prefilter<D>& prefilter_;
  Calendar& calendar_;
  SearchSlot<D>& search_;
};

}  // namespace carom::sim
