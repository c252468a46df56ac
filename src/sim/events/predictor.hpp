#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>

#include "query/first_contact.hpp"
#include "sim/bodies/supports.hpp"
#include "sim/events/encounter.hpp"
#include "sim/kinematic/kinematic_contacts.hpp"

namespace carom::sim {

/// When two bodies meet: a function of their states alone, whoever asks, and when. It keeps nothing.
template <int D>
class Predictor {
 public:
  Predictor(const Setting<D>& setting, const BodyStore<D>& store, const ObstacleSet<D>& obstacles,
            const Supports<D>& supports, const KinematicContacts<D>& contacts)
      : setting_(setting), store_(store), obstacles_(obstacles), supports_(supports), contacts_(contacts) {}

  /// Takes note of the encounter of a ball with a copy of another one, if that goes before the best one known. `until`:
  /// what comes after it may be left out.
  void consider_ball(std::uint32_t id, std::uint32_t other, const broad::Cell<D>& image, const Time& until,
                     Encounter<D>& best) const;
  /// The same for the copy that is nearest now.
  void consider_nearest_copy(std::uint32_t id, std::uint32_t other, const Time& now, Encounter<D>& best) const;
  /// The same for every copy that the relative path can reach until then.
  void consider_images(std::uint32_t id, std::uint32_t other, const Time& until, const Time& now,
                       Encounter<D>& best) const;
  /// The same for a piece of an obstacle.
  void consider_obstacle(std::uint32_t id, std::uint32_t number, const Time& until, Encounter<D>& best) const;
  /// What surely holds all that a ball touches until then, or until it looks for its next encounter anew if that is
  /// sooner; nullopt if no time bounds it.
  std::optional<Aabb<D>> way_of(std::uint32_t id, const Time& until) const;
  /// The same where is known that a ball meets that copy of another `after` a time.
  void note_contact(std::uint32_t id, std::uint32_t other, const broad::Cell<D>& image, const Time& from, double after,
                    Encounter<D>& best) const;

  /// How long after the relative state's time two balls meet; kNever: not before the horizon.
  double contact_after(const Relative<D>& r, bool absorbing, double horizon) const {
    if (absorbing && norm2(r.position) <= r.radius_sum * r.radius_sum) return 0;
    if (is_zero(r.acceleration)) return query::first_contact_balls<D>(r.position, r.velocity, r.radius_sum, horizon);
    return query::first_contact_balls<D>(r.position, r.velocity, r.acceleration, r.radius_sum, horizon);
  }
  /// The copy of `high` that is nearest to `low` now.
  broad::Cell<D> nearest_image(std::uint32_t low, std::uint32_t high, const Time& now) const;

 private:
  Relative<D> relative(std::uint32_t low, std::uint32_t high, const broad::Cell<D>& image) const;
  double contact_of_slowing(std::uint32_t low, std::uint32_t high, const Relative<D>& relative, bool absorbing,
                            double enough) const;
  double time_left(const Encounter<D>& best, const Time& from) const;
  double time_until(const Time& until, const Time& from) const;
  double time_as_planned(std::uint32_t a, std::uint32_t b, const Time& from) const;
  bool is_out_of_reach(std::uint32_t id, const Obstacle<D>& obstacle, const Vec<D>& place, double since,
                       double time) const;

  const Setting<D>& setting_;
  const BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
  const Supports<D>& supports_;
  const KinematicContacts<D>& contacts_;
};

}  // namespace carom::sim
