#pragma once
#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "carom/sim/snapshot.hpp"
#include "sim/bodies/body_store.hpp"
#include "sim/bodies/supports.hpp"
#include "sim/islands/sleepers.hpp"

namespace carom::sim {

/// The order of contacts.
template <class One, class Other>
bool goes_before(const One& one, const Other& other) {
  if (one.a != other.a) return one.a < other.a;
  if (one.b != other.b) return one.b < other.b;
  return one.face < other.face;
}

/// Which balls are in contact with which, and when a meeting becomes a contact. Balls joined by contacts are islands;
/// what moves them is in ticks.hpp, the theory in docs/theory/lasting-contacts.md.
template <int D>
class Islands {
 public:
  using Contact = ContactState<D>;

  Islands(const Setting<D>& setting, BodyStore<D>& store, const Supports<D>& supports)
      : setting_(setting), store_(store), supports_(supports), sleepers_(store) {}

  bool empty() const { return count_ == 0; }
  /// The balls in islands that are awake, in the order of their ids, and their contacts. Valid until one comes or goes.
  const std::vector<std::uint32_t>& members() const;
  const std::vector<Contact>& contacts() const;
  /// And those of what sleeps. Valid until the next call.
  const std::vector<Contact>& all_contacts() const;
  void set_contacts(std::vector<Contact> contacts);

  /// Speeds of approach that a body gains by falling for so many ticks are slow.
  static constexpr double kRestingTicks = 2;
  /// Speeds of approach up to this, of two bodies of which one is pulled at most by g, are slow: 2 g h. So fast a body
  /// falls within two ticks.
  double resting_speed(std::uint32_t a, std::uint32_t b) const;
  /// Whether two bodies that meet, `normal` pointing from a to b, stay together: the pair loses energy, they meet
  /// slowly, and what pulls at them presses them together, or one of them belongs to an island; or that, and one of the
  /// two has met another less than a contact's duration ago, at any speed.
  bool would_last(std::uint32_t a, std::uint32_t b, const Vec<D>& normal, double approach, double restitution,
                  bool met_lately) const;
  /// Whether a body is in an island, or as good as in one: jammed by many impacts in a row.
  bool belongs(std::uint32_t id) const;
  /// They do from that time on, which is that of both. Tells whether they did not before.
  bool begin(std::uint32_t a, std::uint32_t b, std::uint32_t face, const Time& time);
  /// A ball that may be in an island is in one from that time on, which is its own.
  void join(std::uint32_t id, const Time& time);
  /// Balls are in no island any more.
  void leave(std::span<const std::uint32_t> ids);
  /// A body is in contact with nothing any more; how many contacts it had.
  std::size_t part(std::uint32_t id);
  /// The same of one that has left the world, or is no such ball any more: what it pressed on is solved anew.
  void forget(std::uint32_t id);

  const Sleepers<D>& sleepers() const { return sleepers_; }
  /// Balls of one or several islands, in the order of their ids, that stand and are near nothing that moves: nothing is
  /// computed for them any more.
  void put_to_sleep(const std::vector<std::vector<std::uint32_t>>& islands);
  /// What sleeps with a ball, or on a body, is awake from now on: the first ball of each island.
  std::vector<std::uint32_t> wake(std::uint32_t body, const Time& now);

  /// Until the next tick, whether paths are kept where balls are hit.
  void keep_paths(bool kept) { keeps_paths_ = kept; }
  bool keeps_paths() const { return keeps_paths_; }
  /// Then, whether a ball goes along a path that the last solve found, or that was chosen since because it could not.
  bool is_planned(std::uint32_t id) const {
    return keeps_paths_ && store_.in_island(id) && !(ticked_ < store_.island_state(id).pulled);
  }
  /// One of these has to stand until the next tick: where a good part of them does, all are to be solved anew, now.
  void note_stopped();

  /// A ball has met others so often since the last tick that paths should be kept, or all be solved anew, now; or,
  /// although they are or were, that the ball is to stand: soon, where the tick was solved as often as it may be.
  static constexpr std::uint32_t kOften = 4;
  std::uint32_t too_often() const { return keeps_paths_ || is_exhausted() ? kTooOftenAtLast : kTooOften; }
  void ask_to_tick() { asks_ = again_ <= kMostAgain && !empty(); }
  bool asks_to_tick() const { return asks_; }
  /// Something that is driven presses on these: all are to be solved anew, now; where a tick was solved as often as it
  /// may be, no paths are kept until the next one.
  void push_through() {
    ask_to_tick();
    if (!asks_) keep_paths(false);
  }
  /// From outside a body's velocity or what pulls at it has changed, or it goes: if it is in contact, its island is
  /// solved anew, now. That is none of the times that a tick is solved again.
  void note_interference(std::uint32_t id);

  /// Grows with every change of a path.
  std::uint64_t changes() const { return changes_; }
  void note_change() { ++changes_; }

  /// The tick that comes next.
  Time due() const;
  void note_tick(const Time& time) {
    again_ = asks_ ? again_ + 1 : 0;
    stopped_ = 0;
    ticked_ = time;
    asks_ = false;
  }
  /// At a tick at which all were solved, as the one before was solved again, so many pairs would have met had they not
  /// been: many make it as good as solved again itself.
  void note_met(std::size_t pairs) {
    if (static_cast<double>(pairs) > kManyMet * static_cast<double>(count_)) again_ = 1;
  }
  /// Whether this tick has been solved anew so often that it is to end.
  bool is_exhausted() const { return again_ > kMostAgain; }

  // For snapshots.
  const Time& ticked() const { return ticked_; }
  std::uint32_t again() const { return again_; }
  std::uint32_t stopped() const { return stopped_; }
  void restore(const Snapshot<D>& snapshot);

 private:
  static constexpr std::uint32_t kTooOften = 48;
  static constexpr std::uint32_t kTooOftenAtLast = 8;
  static constexpr std::uint32_t kMostAgain = 8;
  /// Of the members, those that stand where all are to be solved anew.
  static constexpr double kMostStopped = 0.03125;
  /// Per member, the pairs that would have met at a tick where all are solved at the next one, too.
  static constexpr double kManyMet = 0.01;
  /// Impacts in a row, each within a contact's duration.
  static constexpr std::uint32_t kMany = 64;

  bool can_join(std::uint32_t id) const;
  Vec<D> acceleration(std::uint32_t id) const;
  bool is_awake(std::uint32_t id) const { return store_.in_island(id) && !store_.sleeps(id); }
  bool insert(const Contact& contact);
  void interrupt();
  void settle() const;

  struct GoesBefore {
    bool operator()(const Contact& one, const Contact& other) const { return goes_before(one, other); }
  };

  const Setting<D>& setting_;
  BodyStore<D>& store_;
  const Supports<D>& supports_;
  mutable std::vector<std::uint32_t> members_;
  mutable std::vector<Contact> contacts_;  ///< in the order of a, b and face
  // What has come since, and whether some have gone: one by one that is slow where there are many.
  mutable std::set<std::uint32_t> joined_;
  mutable std::set<Contact, GoesBefore> begun_;
  mutable bool some_left_ = false;
  std::size_t count_ = 0;  ///< of members
  Sleepers<D> sleepers_;
  mutable std::vector<Contact> all_contacts_;
  Time ticked_{};
  std::uint32_t again_ = 0;    ///< how often this tick was solved anew
  std::uint32_t stopped_ = 0;  ///< how many had to stand since
  bool keeps_paths_ = false;
  bool asks_ = false;
  std::uint64_t changes_ = 0;
};

}  // namespace carom::sim
