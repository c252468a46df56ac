#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "carom/force/force.hpp"
#include "carom/math/visibility.hpp"
#include "carom/query/time_of_impact.hpp"
#include "carom/sim/body.hpp"
#include "carom/sim/contact_force.hpp"
#include "carom/sim/event.hpp"
#include "carom/sim/ledger.hpp"
#include "carom/sim/search_counts.hpp"
#include "carom/sim/snapshot.hpp"
#include "carom/sim/world_options.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Where a body is and how fast, at one time. Positions of periodic worlds are inside the box; `image` counts the boxes
/// crossed.
template <int D>
struct Placement {
  Vec<D> position{};
  Vec<D> velocity{};
  std::array<std::int32_t, D> image{};
  Spin<D> spin{};  ///< in rough worlds
};

/// The body that something meets first.
template <int D>
struct WorldHit {
  BodyId body{};
  Impact<D> impact{};  ///< its normal points from what was cast to the body
};

/// A world of balls and obstacles that moves from one true collision to the next.
///
/// The world finds the earliest event, moves the bodies that it concerns to that time, applies it, and repeats; bodies
/// that nothing happens to are not touched. What happens depends on the bodies' states alone: not on the broad phase,
/// nor on when and how often the world is looked at.
///
/// Laws: a ball with an acceleration of its own has it next to gravity. One that decelerates comes to a stop, an event
/// of its own, and rests until it is hit. It slows while nothing else pulls at it: without gravity, or where the faces
/// on which it rests carry all of it; in flight and on a slope gravity acts alone. A damped ball slows at all times.
///
/// Kinematic balls (Response::slide) go at the velocity nearest to their intended one that leads into nothing that they
/// touch (carom/response/slide.hpp), straight on until they meet something else or the next multiple of
/// `WorldOptions::frame`, at which each turns to its intention anew. Neither gravity nor forces act on them. Masses
/// decide who yields: a heavier ball, an immovable one, and a heavier kinematic one keep their velocity, and the
/// kinematic ball gives way where it can; a lighter or equal ball bounces off it as off a moving wall; of equal
/// kinematic balls neither moves the other (docs/theory/kinematic-bodies.md).
///
/// What is immovable, balls and obstacles, keeps the velocity that it is given until it is steered: moving walls and
/// platforms. Obstacles may also vibrate (Body::vibration). Balls bounce off them (v' = V − e (v − V) along the
/// normal), kinematic balls give way, and go along with the one that carries them: where there is gravity the one
/// below, up to 45° from it, else the one that they press on most (docs/theory/kinematic-bodies.md).
///
/// Clock: with common damping k the world runs on s = (1 − exp(−k t))/k within each epoch, in which paths are straight;
/// `Event::instant` and `Snapshot` are on that internal clock, everything else is in plain time.
template <int D>
class World {
 public:
  using Options = WorldOptions<D>;
  using Sink = std::function<void(const Event<D>&)>;

  /// std::invalid_argument if the options contradict each other or are not finite.
  explicit World(const Options& options = {});
  /// A world that goes on from a snapshot with the same bits as the one that it was taken from.
  explicit World(const Snapshot<D>& snapshot);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  /// Adds a body now. std::invalid_argument for values that are not finite, a radius < 0, a mass ≤ 0, a degenerate
  /// shape, a pocket that moves, something immovable that moves in a world with common damping, and laws that
  /// contradict each other: a body has one of its own at most, none if it is immovable or the world has common damping,
  /// and no damping of its own under gravity. Overlap with others is allowed: it is treated as touching (see
  /// `first_overlap`).
  BodyId add(const Body<D>& body);
  /// Adds a ball that comes at a time ≥ now (event `appear`), as it is given here, if it overlaps then nothing that it
  /// meets; else it waits, and asks again at each multiple of `WorldOptions::frame`. Of balls that ask at the same time
  /// the lowest id comes first. Until then it is not present, and nothing can be done to it. std::invalid_argument for
  /// obstacles, kinematic balls and pockets, and in a periodic box.
  BodyId add_later(const Body<D>& ball, double from);
  /// Takes a body away now.
  void remove(BodyId id);
  /// Puts a ball elsewhere now, an event (`change`): it keeps its velocity and leaves what it touched, and what rested
  /// on it wakes and falls. Overlap there is treated as touching, as in `add`; `first_overlap` tells. The energy that
  /// it gains is work. std::invalid_argument for obstacles, for what is stuck, and outside a periodic box.
  void place(BodyId id, const Vec<D>& position);
  /// From now on; of a kinematic ball the intended one. std::invalid_argument for what is held, and pockets.
  void set_velocity(BodyId id, const Vec<D>& velocity);
  void apply_impulse(BodyId id, const Vec<D>& impulse);
  /// A constant force on a movable ball for from ≤ t < until, from ≥ now. Its beginning and its end are events.
  /// std::invalid_argument for a ball that decelerates or is damped, and in a world with common damping.
  void apply_force(BodyId id, const Vec<D>& force, double from, double until);

  /// A force of the caller's own on all movable balls that do not slide, from now on, in place of one that was set
  /// before; one without a function ends it. Next to WorldOptions::force_fields, and as these are:
  /// WorldOptions::force_interval must be set. A snapshot does not hold it: a world that goes on from one needs it set
  /// again before it runs. std::domain_error from running, which names body, time and value, where it is not finite, or
  /// changes so fast with velocity that the interval is too long for it; the world then stands before that time.
  void set_force(const Force<D>& force);

  /// Sets where a ball that slides wants to go, or the velocity of something immovable, from a time ≥ now on, which is
  /// an event (`change`); Body::motion says so from the start, set_velocity from now on. std::invalid_argument for
  /// other bodies.
  void steer(BodyId id, const Vec<D>& velocity, double from);

  /// How many threads the world may use, 1 unless set; all that can be seen is the same with any number. Large periodic
  /// worlds of balls that bounce on straight paths make use of them, most where no events are delivered; others
  /// run in one. While other programs keep the cores busy, so that threads would wait for each other, one does it all.
  ///
  /// `slabs`: into how many regions such a world is cut at most, that the threads go through; 0: as many as threads. So
  /// set_threads(1, 4) is region by region in one thread, which is slower than one region. std::invalid_argument unless
  /// 1 to 64 threads, and no fewer slabs, and at most 64.
  void set_threads(int threads, int slabs = 0);
  static constexpr int kMostThreads = 64;

  /// Runs to `time` ≥ now, all events at `time` included, and returns the events on the way, in order. The list stays
  /// valid until the next call. std::domain_error if what moves leaves the range of doubles.
  const std::vector<Event<D>>& run_until(double time);
  /// The same, delivering each event to the sink and keeping none. The sink may look at the world, and change it.
  /// Without one (`nullptr`) no events are delivered.
  void run_until(double time, const Sink& sink);
  /// The same, with at most so many events: false if they did not suffice. The clock then stands at the last of them,
  /// and another call goes on from there with the same bits.
  bool run_until(double time, const Sink& sink, std::uint64_t most_events);
  /// run_until(time() + dt), for a frame loop.
  const std::vector<Event<D>>& step(double dt);
  /// Runs to the next event, at most to `horizon`; nullopt, and the clock at `horizon`, if there is none.
  std::optional<Event<D>> next_event(double horizon);

  double time() const;
  std::size_t body_count() const;  ///< ever added: ids are below it
  /// As it was added; but with its velocity at its last event, and a ball is where it was there.
  Body<D> body(BodyId id) const;
  BodyState<D> state(BodyId id) const;  ///< as of its last event
  bool present(BodyId id) const;
  bool awaited(BodyId id) const;   ///< whether it is still to come (add_later)
  bool asleep(BodyId id) const;    ///< with its island (WorldOptions::sleep)
  double radius(BodyId id) const;  ///< now: merging makes balls grow
  /// Of a ball, now; of an obstacle how far it is from where it was added. Frames sampled so change nothing.
  Placement<D> placement(BodyId id) const;
  /// The same of all bodies ever added, by id, into arrays of the caller's: many times as fast as one by one. An empty
  /// one is left out. std::invalid_argument for others than of `body_count()` entries.
  void placements(std::span<Vec<D>> positions, std::span<Vec<D>> velocities = {}, std::span<Spin<D>> spins = {}) const;
  /// How a ball moves from now on until its next event: by gravity, forces, its own law, damping, and the support of
  /// what it rests on.
  Motion<D> motion(BodyId id) const;

  /// What a ball (a point: of radius 0) that moves through the bodies as they stand now meets first, as
  /// `time_of_impact` says for each; of the earliest the least id. Bodies without a layer in `mask` are not there.
  /// Obstacles that have gone from where they were added are met to within the rounding of their places. The work is
  /// that of looking at all bodies. std::invalid_argument in a periodic box.
  std::optional<WorldHit<D>> cast(const Ball<D>& ball, const Motion<D>& motion, double horizon = kForever,
                                  std::uint32_t mask = 0xFFFFFFFF) const;
  /// The same of a capsule and of a box, which see what is one-sided from both sides, and of chains and meshes the
  /// earliest edge or triangle. std::invalid_argument, which names it, where `mask` has a body that it is not asked
  /// about (docs/use/queries.md): a capsule and an arc or a cylinder, a box and an arc.
  std::optional<WorldHit<D>> cast(const Capsule<D>& capsule, const Motion<D>& motion, double horizon = kForever,
                                  std::uint32_t mask = 0xFFFFFFFF) const;
  std::optional<WorldHit<D>> cast(const Aabb<D>& box, const Motion<D>& motion, double horizon = kForever,
                                  std::uint32_t mask = 0xFFFFFFFF) const;
  /// The bodies that have a point in common with a ball as they stand now (touching counts), by id.
  std::vector<BodyId> within(const Ball<D>& region, std::uint32_t mask = 0xFFFFFFFF) const;

  Ledger<D> ledger() const;
  std::uint64_t event_count(EventKind kind) const;
  std::uint64_t event_count() const;
  double deepest_overlap() const;  ///< ever seen between two bodies as they met, or as one grew, as a length
  /// The first pair, by ids, that overlaps now by more than `depth`; not what sticks, or passes through each other.
  std::optional<std::pair<BodyId, BodyId>> first_overlap(double depth = 0) const;

  /// What stays together, and how hard it pressed at the last tick, with WorldOptions::lasting_contacts.
  const std::vector<ContactState<D>>& contacts() const;
  /// With forces and places: the impulses over a tick by its length, and what a contact took when it was solved anew
  /// within one, as when balls fall in; then what faces carry of balls that rest alone on them. By ids.
  std::vector<ContactForce<D>> contact_forces() const;
  const TickCounts& tick_counts() const;

  /// The search that the world has had last; none before it runs. WorldOptions::broad_phase asks for one.
  SearchKind search_kind() const;
  /// What searches have cost since the world was made, or went on from a snapshot. Several threads count more, and not
  /// the same each time: they look ahead, and do some things twice.
  SearchCounts search_counts() const;

  const Options& options() const;  ///< epoch_length and contact_duration are set once the world has run
  Snapshot<D> snapshot() const;
  /// The same but for `bodies`, which are left out: who has them needs no second copy.
  Snapshot<D> snapshot_without_bodies() const;
  /// A 64-bit hash of the state: equal bits, equal hash, on every machine (docs/formats/state-hash.md).
  std::uint64_t hash() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

using World2 = World<2>;
using World3 = World<3>;

/// The hash that World::hash gives.
template <int D>
CAROM_VISIBLE std::uint64_t hash(const Snapshot<D>& snapshot);

}  // namespace carom

#pragma GCC visibility pop
