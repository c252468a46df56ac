#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "carom/io/archive.hpp"
#include "carom/sim/world.hpp"

namespace carom::io {

/// From `time` on the ball follows one law until its next key.
template <int D>
struct Key {
  double time = 0;
  Vec<D> position{};
  BodyMotion<D> motion{};  ///< as it is: gravity, forces, supports and common damping included
  Spin<D> spin{};          ///< in rough worlds
  bool followed = true;    ///< false: keys after this one were dropped, draw a straight line to the next

  Vec<D> position_after(double span) const;
  void archive(Archive& archive) { archive(time, position, motion, spin, followed); }
};

/// A ball's radius and mass from `time` on.
struct Growth {
  std::uint32_t ball = 0;
  double time = 0;
  double radius = 0;
  double mass = 0;

  void archive(Archive& archive) { archive(ball, time, radius, mass); }
};

/// When and how a ball vanished.
struct End {
  std::uint32_t ball = 0;
  double time = 0;
  Presence fate = Presence::removed;
  BodyId by = kNoBody;

  void archive(Archive& archive) {
    archive(ball, time, by);
    archive.choice(fate, Presence::removed);
  }
};

/// The exact motion of a choice of balls, from their own events, in bounded memory.
///
/// When `capacity` keys are held, `WhenFull::thin` drops keys of the balls that have most, so that quiet balls stay
/// exact everywhere; `WhenFull::stop` records no more, so that all balls stay exact up to `exact_until()`.
template <int D>
class History {
 public:
  enum class WhenFull { thin, stop };

  History(std::size_t capacity, WhenFull when_full) : capacity_(capacity), when_full_(when_full) {}

  /// Starts with where `balls` are now; the slot of a ball is its index in that list.
  void begin(const World<D>& world, std::vector<BodyId> balls);
  void event(const Event<D>& event, const World<D>& world);
  /// Notes balls in contact, whose ticks are no events: between their keys straight lines are drawn.
  void frame(const World<D>& world);

  const std::vector<BodyId>& balls() const { return balls_; }
  const std::vector<Key<D>>& keys(std::size_t slot) const { return tracks_[slot].keys; }
  const std::vector<Growth>& growths() const { return growths_; }
  const std::vector<End>& ends() const { return ends_; }
  /// When a ball of the list came: −∞ if it was there at the beginning, ∞ if it has not come.
  double start(std::size_t slot) const { return tracks_[slot].start; }
  std::size_t key_count() const { return count_; }
  bool thinned() const { return thinned_; }
  /// Infinite unless recording stopped.
  double exact_until() const { return exact_until_; }
  /// Where a ball of this history is in its list, or −1.
  std::int32_t slot(BodyId id) const { return id.value < slots_.size() ? slots_[id.value] : -1; }
  void archive(Archive& archive) { archive(tracks_, growths_, ends_, count_, thinned_, exact_until_); }

 private:
  struct Track {
    std::vector<Key<D>> keys;
    double spacing = 0;  ///< least time between keys, once thinned
    double radius = 0;
    double mass = 0;
    double start = -std::numeric_limits<double>::infinity();
    bool here = true;
    bool in_island = false;  ///< at its last key

    void archive(Archive& archive) { archive(keys, spacing, radius, mass, start, here, in_island); }
  };

  void note(BodyId id, BodyId other, const Event<D>& event, const World<D>& world);
  void note_life(Track& track, std::uint32_t slot, BodyId other, double time, const BodyState<D>& state);
  void note_motion(Track& track, BodyId id, const World<D>& world);
  void add_key(Track& track, const Key<D>& key);
  void thin();
  void thin(Track& track);

  std::size_t capacity_;
  WhenFull when_full_;
  std::vector<BodyId> balls_;
  std::vector<std::int32_t> slots_;
  std::vector<Track> tracks_;
  std::vector<Growth> growths_;
  std::vector<End> ends_;
  std::size_t count_ = 0;
  bool thinned_ = false;
  double exact_until_ = std::numeric_limits<double>::infinity();
};

}  // namespace carom::io
