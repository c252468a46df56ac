#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "sim/bodies/applied_forces.hpp"
#include "sim/energy_ledger.hpp"
#include "sim/events/event_log.hpp"
#include "sim/events/predictor.hpp"
#include "sim/events/propagator.hpp"
#include "sim/islands/islands.hpp"
#include "sim/resolver/meeting.hpp"
#include "sim/search/search.hpp"

namespace carom::sim {

/// What an event makes of the states of its bodies: they bounce, stick, merge, are swallowed, come to rest, stop.
/// docs/theory/collapse-and-rest.md has the rules by which endless collisions end.
///
/// It is long, as there are many answers, each of a few lines, and one thing: all share restitution, the rules against
/// collapse, and the order in which an event is recorded and bodies look for their next one.
template <int D>
class Resolver {
 public:
  Resolver(const Setting<D>& setting, BodyStore<D>& store, const ObstacleSet<D>& obstacles, const Supports<D>& supports,
           const Predictor<D>& predictor, Islands<D>& islands, Propagator<D>& propagator, AppliedForces<D>& forces,
           EnergyLedger<D>& ledger, EventLog<D>& log, SearchSlot<D>& search)
      : setting_(setting),
        store_(store),
        obstacles_(obstacles),
        supports_(supports),
        predictor_(predictor),
        islands_(islands),
        propagator_(propagator),
        forces_(forces),
        ledger_(ledger),
        log_(log),
        search_(search) {}

  /// Whether two balls do what most events of most worlds are: both are movable, go straight, and bounce.
  bool meets_simply(std::uint32_t low, std::uint32_t high, std::uint32_t rank) const;
  /// Then: all that `meet` does, operation by operation, which asks more. `image`: as it was predicted, or null if it
  /// is the nearest one.
  void meet_simply(std::uint32_t low, std::uint32_t high, const broad::Cell<D>* image, const DueKey& due);

  /// Moves both balls to their meeting, and tells how they stand there.
  Meeting<D> bring_together(std::uint32_t low, std::uint32_t high, const broad::Cell<D>& image, const DueKey& due);
  void meet(Meeting<D>& meeting);
  /// The same for a ball and a piece of an obstacle.
  ObstacleMeeting<D> bring_to(std::uint32_t ball, std::uint32_t number, const DueKey& due);
  void meet(ObstacleMeeting<D>& meeting);

  /// A ball stops, or leaves a support.
  void stop(std::uint32_t id, const DueKey& due);
  void leave_support(std::uint32_t id, std::uint32_t number, const DueKey& due);
  /// A ball goes on otherwise on the face on which it rests.
  void go_on_otherwise(std::uint32_t id, const DueKey& due);

  /// Whether one of those that meet is a pocket.
  bool has_pocket(const Meeting<D>& meeting) const { return is_pocket(meeting.low) || is_pocket(meeting.high); }
  bool has_pocket(const ObstacleMeeting<D>& meeting) const { return is_pocket(meeting.obstacle.body); }

  // What meetings of kinematic bodies lead to as well.
  /// Whether a ball is squeezed beyond hope, so that it has to stop.
  bool jams(std::uint32_t id, std::uint32_t rank) const;
  /// Whether a ball has no room left before something immovable or kinematic that it meets again and again, in the
  /// direction of the normal: that moves, or what carries the ball leads into it.
  bool is_crushed(std::uint32_t id, std::uint32_t by, const Vec<D>& normal, std::uint32_t rank, double overlap) const;
  void bounce_balls(Meeting<D>& meeting);
  /// Whether two balls do nothing but bounce, without rubbing.
  bool meets_plainly(std::uint32_t low, std::uint32_t high, std::uint32_t rank) const;
  /// Whether those that meet stay together from now on.
  bool stay_together(const Meeting<D>& meeting) const { return would_last(meeting.low, meeting.high, meeting.event); }
  /// Balls that meet at one instant, the same ones several others: all bounce at once.
  void bounce_together(std::vector<Meeting<D>>& meetings);
  /// A ball comes to stay where it is, at what is immovable; or at another ball, which goes on.
  void hold(std::uint32_t id, std::uint32_t on, Event<D>& event);
  void hold_at(std::uint32_t id, std::uint32_t on, Event<D>& event);

 private:
  bool is_pocket(std::uint32_t body) const { return store_.kind(body).response == Response::pocket; }
  bool sticks(std::uint32_t body) const { return store_.kind(body).response == Response::stick; }

  Roughness roughness(std::uint32_t a, std::uint32_t b, double e) const;
  double applied_restitution(std::uint32_t a, std::uint32_t b, const Event<D>& event) const;
  bool just_met(std::uint32_t id, const Time& time) const {
    return !store_.particle(id).immovable && store_.met_just_before(id, time);
  }
  bool would_last(std::uint32_t a, std::uint32_t b, const Event<D>& event) const;
  void note_often(std::uint32_t a, std::uint32_t b);
  bool is_lossless(std::uint32_t a, std::uint32_t b) const;
  double hop_speed(const Vec<D>& apart, const Vec<D>& velocity, const Vec<D>& acceleration) const;
  double hollow_hop_speed(const Vec<D>& from_center, const Vec<D>& velocity, const Vec<D>& acceleration,
                          bool lossless) const;
  /// Of what a pair of balls goes apart faster by, the part of each.
  std::array<double, 2> shares(std::uint32_t low, std::uint32_t high) const;

  double kinetic(const Meeting<D>& meeting) const {
    return ledger_.kinetic(meeting.low, meeting.time) + ledger_.kinetic(meeting.high, meeting.time);
  }

  struct Joint;
  Joint join(std::vector<Meeting<D>>& meetings) const;
  double bounce_two(const Meeting<D>& meeting, double e);
  double bounce_one(const ObstacleMeeting<D>& meeting, const Vec<D>& surface, double e);
  void part_balls(const Meeting<D>& meeting);
  void finish(const Event<D>& event, std::uint32_t low, std::uint32_t high);
  void end_simply(std::uint32_t id, const DueKey& due, std::uint32_t row);
  broad::Cell<D> touching_copy(const Vec<D>& apart) const;
  void merge_balls(Meeting<D>& meeting);
  void make_room(std::uint32_t id);
  void swallow(std::uint32_t id, std::uint32_t pocket, Event<D>& event);
  void bounce_off(ObstacleMeeting<D>& meeting);
  void rebound(ObstacleMeeting<D>& meeting, double e);
  void wait_if_tired(std::uint32_t id, std::uint32_t other, const Vec<D>& out);
  bool keep_paths(const Meeting<D>& meeting, const std::array<Vec<D>, 2>& paths);
  void set_path(std::uint32_t id, const Vec<D>& path);
  void stop(std::uint32_t id);
  void let_give_way(std::uint32_t a, std::uint32_t b, const Vec<D>& out);
  void part_from(const ObstacleMeeting<D>& meeting);
  bool is_squeezed(std::uint32_t id, const Vec<D>& drift, double approach) const;

  const Setting<D>& setting_;
  BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
  const Supports<D>& supports_;
  const Predictor<D>& predictor_;
  Islands<D>& islands_;
  Propagator<D>& propagator_;
  AppliedForces<D>& forces_;
  EnergyLedger<D>& ledger_;
  EventLog<D>& log_;
  SearchSlot<D>& search_;
};

}  // namespace carom::sim
