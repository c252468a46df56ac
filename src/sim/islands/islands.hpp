#pragma once
#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "carom/sim/snapshot.hpp"
#include "sim/bodies/body_store.hpp"
#include "sim/bodies/supports.hpp"
#include "sim/islands/sleepers.hpp"

namespace carom::sim {

/// The order of contacts.
template <int D>
bool goes_before(const ContactState<D>& one, const ContactState<D>& other) {
  return std::tie(one.a, one.b, one.face) < std::tie(other.a, other.b, other.face);
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
  /// Others instead of some of them, both in their order.
  void replace_contacts(std::span<const Contact> some, std::span<const Contact> others);
  /// Calls visit(contact) for those of a ball, in no order.
  template <class Visit>
  void visit_contacts(std::uint32_t id, Visit visit) const {
    const auto [first, last] = with_a(contacts_, id);
    for (auto contact = first; contact != last; ++contact)
      if (!has_ended(*contact)) visit(*contact);
    for (auto contact = begun_.lower_bound({BodyId{id}, BodyId{0}, 0});
         contact != begun_.end() && contact->a.value == id; ++contact)
      visit(*contact);
    for (const std::uint32_t k : with_b(id))
      if (!has_ended(contacts_[k])) visit(contacts_[k]);
    for (auto pair = begun_by_b_.lower_bound({id, 0}); pair != begun_by_b_.end() && pair->first == id; ++pair)
      visit(*begun_.lower_bound({BodyId{pair->second}, BodyId{id}, 0}));
  }

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

  /// A ball of an island has met others so often since it was last solved that it should be anew, now, with what is
  /// around it.
  void ask_if_often(std::uint32_t id);
  /// Those that ask for that, in the order of their ids.
  std::vector<std::uint32_t> askers() const;
  /// From outside a body's velocity or what pulls at it has changed, or it goes: if it is in contact, all islands are
  /// solved anew, now.
  void note_interference(std::uint32_t id);
  /// A tick is due now: for all, as after interference and where one asks that has been solved since the last tick; or
  /// for those that ask, and what is around them.
  bool asks_for_all() const;
  bool asks_to_tick() const { return asks_for_all_ || !askers_.empty(); }

  /// Grows with every change of a path.
  std::uint64_t changes() const { return changes_; }
  void note_change() { ++changes_; }

  /// The tick that comes next.
  Time due() const;
  void note_tick(const Time& time) {
    ticked_ = time;
    forget_asks();
  }
  /// Those that ask have been solved.
  void forget_asks() {
    asks_for_all_ = false;
    askers_.clear();
  }
  /// Whether a ball has asked so often since the last tick that it is to wait for the next one.
  bool is_exhausted(std::uint32_t id) const { return store_.island_state(id).again > kMostAgain; }

  // For snapshots.
  const Time& ticked() const { return ticked_; }
  void restore(const Snapshot<D>& snapshot);

  /// So many impacts in a row are often.
  static constexpr std::uint32_t kOften = 12;

 private:
  static constexpr std::uint32_t kMostAgain = 8;
  /// Impacts in a row, each within a contact's duration.
  static constexpr std::uint32_t kMany = 64;

  bool can_join(std::uint32_t id) const;
  Vec<D> acceleration(std::uint32_t id) const;
  void join(std::uint32_t id, const Time& time);
  bool is_awake(std::uint32_t id) const { return store_.in_island(id) && !store_.sleeps(id); }
  bool insert(const Contact& contact);
  void end(const Contact& contact);
  void interrupt();
  bool is_settled() const { return joined_.empty() && !some_left_ && begun_.empty() && ended_.empty(); }
  void settle() const;
  bool has_ended(const Contact& contact) const { return ended_.contains(&contact); }
  std::span<const std::uint32_t> with_b(std::uint32_t id) const;
  static auto with_a(const std::vector<Contact>& contacts, std::uint32_t id) {
    struct ByA {
      bool operator()(const Contact& contact, std::uint32_t a) const { return contact.a.value < a; }
      bool operator()(std::uint32_t a, const Contact& contact) const { return a < contact.a.value; }
    };
    return std::equal_range(contacts.begin(), contacts.end(), id, ByA{});
  }

  struct GoesBefore {
    bool operator()(const Contact& one, const Contact& other) const { return goes_before(one, other); }
  };

  const Setting<D>& setting_;
  BodyStore<D>& store_;
  const Supports<D>& supports_;
  mutable std::vector<std::uint32_t> members_;
  mutable std::vector<Contact> contacts_;  ///< in the order of a, b and face
  // What has come and gone since, for that is slow one by one where there are many.
  mutable std::set<std::uint32_t> joined_;
  mutable bool some_left_ = false;
  mutable std::set<Contact, GoesBefore> begun_;
  mutable std::set<std::pair<std::uint32_t, std::uint32_t>> begun_by_b_;  ///< b and a of those between balls
  mutable std::unordered_set<const Contact*> ended_;                      ///< of contacts_
  mutable std::vector<std::uint32_t> by_b_;  ///< places of the contacts between balls, by b: if it was asked for
  Sleepers<D> sleepers_;
  mutable std::vector<Contact> all_contacts_;
  Time ticked_{};
  std::size_t count_ = 0;  ///< of members
  bool asks_for_all_ = false;
  std::vector<std::uint32_t> askers_;
  std::uint64_t changes_ = 0;
};

}  // namespace carom::sim
