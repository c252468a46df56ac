#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "carom/math/vec.hpp"
#include "carom/sim/body.hpp"
#include "carom/sim/clock.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// What can change a body's motion.
enum class EventKind : std::uint8_t {
  impact,       ///< a and b bounced
  merge,        ///< b became part of a, the heavier one
  stick,        ///< ball a came to stay at immovable b; or where it was stopped by b, as it had no room left
  pocket,       ///< pocket b swallowed ball a
  rest,         ///< ball a came to rest on b: it touches b from now on, still or sliding along it
  release,      ///< ball a left b, on which it rested or along which it slid: pulled off or past an edge
  force_begin,  ///< a force began to act on a
  force_end,    ///< and ended
  change,  ///< the caller set a's velocity, gave it an impulse, added it or removed it; or kinematic a turned back to
           ///< its intention; or the thermostat kicked it; or it vibrates and turned back; or
           ///< what resists a's sliding or rolling on b turned
  stop,    ///< a, which decelerates, or rolled or spun on the spot and was slowed by what it rests on, came to a stop
  slide,   ///< kinematic a met b and goes on along it
  stuck,  ///< kinematic a met b, and no way along its intention is left; or a, which moved and is not moved, pressed on
          ///< b where that has no room left, and stands
  roll,   ///< a, which slid on b, rolls on it from now on
  contact_begin,  ///< a and b stay together from now on (docs/theory/lasting-contacts.md)
  contact_end,    ///< and have parted
  sleep,          ///< a, the first by id of an island that has stood for long, and all others of it sleep
  wake,           ///< and were woken by b; no b: by the caller, a force, or what went
  appear,         ///< a, which was to come later (World::add_later), is here from now on
};
inline constexpr int kEventKinds = 18;

/// The kind's name, as files and summaries spell it: "impact", "merge", "force_begin" …
std::string_view name(EventKind kind);

/// One thing that happened. a is the ball that moved; of two balls the one of lower id, or the heavier one (merge).
template <int D>
struct Event {
  double time = 0;         ///< since the world's start
  Time instant{};          ///< the same, exactly, on the world's internal clock (see World)
  std::uint32_t rank = 1;  ///< order among the events of the same bodies at the same instant
  EventKind kind = EventKind::impact;
  BodyId a = kNoBody;
  BodyId b = kNoBody;  ///< kNoBody if there is no second body
  /// Of contact, inside the periodic box if there is one; a's centre if there is no contact, or, of an obstacle that is
  /// steered, how far it is from where it was added.
  Vec<D> point{};
  Vec<D> normal{};                      ///< unit, from a to b; zero if there is no contact
  double approach_speed = 0;            ///< normal relative speed before, ≥ 0
  double impulse = 0;                   ///< size of the impulse on b along the normal
  double restitution = 0;               ///< as it was applied, after the rule against collapse
  std::array<std::int32_t, D> image{};  ///< periodic worlds: the copy of b that a met, in boxes
};

using Event2 = Event<2>;
using Event3 = Event<3>;

}  // namespace carom

#pragma GCC visibility pop
