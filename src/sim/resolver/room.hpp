#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "carom/response/slide.hpp"
#include "sim/bodies/body_store.hpp"
#include "sim/bodies/obstacle_set.hpp"
#include "sim/events/predictor.hpp"

namespace carom::sim {

/// What is around a ball that has grown at its place and time: where it has room, and what it overlaps. Pockets, and
/// what passes through it, leave room.
template <int D>
class Room {
 public:
  Room(const Setting<D>& setting, const BodyStore<D>& store, const ObstacleSet<D>& obstacles,
       const Predictor<D>& predictor, std::uint32_t id)
      : setting_(setting), store_(store), obstacles_(obstacles), predictor_(predictor), id_(id) {}

  /// Near its place, one where it overlaps nothing immovable, straight from its place past all of that: the nearest if
  /// that is flat. nullopt if none is found.
  std::optional<Vec<D>> find() const;
  /// How deep the ball, where it is now, overlaps another body that does not merge with it: a length.
  double deepest_overlap() const;

 private:
  /// How deep something is entered, and the way out.
  struct Overlap {
    double depth = 0;
    Vec<D> out{};
  };

  const Particle<D>& self() const { return store_.particle(id_); }
  bool leaves_room(std::uint32_t body) const;
  Vec<D> from_ball(std::uint32_t other, const Vec<D>& place) const;
  template <class Visit>
  void visit_balls(const Vec<D>& place, Visit visit) const;
  template <class Visit>
  void visit_obstacles(const Vec<D>& place, Visit visit) const;
  std::vector<SlideLimit<D>> walls_at(const Vec<D>& way) const;
  bool is_barred(const Vec<D>& way) const;

  const Setting<D>& setting_;
  const BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
  const Predictor<D>& predictor_;
  std::uint32_t id_;
};

}  // namespace carom::sim
