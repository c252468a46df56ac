#include "sim/search/grid_search.hpp"

#include <algorithm>

#include "sim/bodies/slowed.hpp"

namespace carom::sim {

template <int D>
GridSearch<D>::GridSearch(const SearchSite<D>& site, broad::LevelGrid<D> cells, double largest)
    : GeneralSearch<D>(site), cells_(std::move(cells)), largest_(largest), obstacles_(site), first_(site) {
  cells_.reserve(site_.store.size());
  for (const std::uint32_t ball : site_.store.balls()) place(ball);
  if (cells_.level_count() > 1) cells_.set_solid(is_solid());
  place_obstacles();
}

template <int D>
void GridSearch<D>::insert(std::uint32_t ball) {
  this->make_room();
  place(ball);
  if (!cells_.is_solid()) return;
  cells_.set_solid(false);
  const bool keeps_out = !site_.store.particle(ball).absorbs && !site_.store.is_kinematic(ball);
  cells_.set_solid(keeps_out && is_solid_at(ball));
}

/// Beyond what there is room for, the search begins anew.
template <int D>
void GridSearch<D>::grow(std::uint32_t ball) {
  if (site_.store.radius(ball) > largest_) return site_.slot.forget();
  cells_.remove(ball);
  place(ball);
}

/// Whether no ball's centre is, or will be, inside a larger one: those that grow or are kinematic may get there.
template <int D>
bool GridSearch<D>::is_solid() {
  cells_.set_solid(false);
  if (site_.store.has_kinematic_balls()) return false;
  const auto& balls = site_.store.balls();
  return std::none_of(balls.begin(), balls.end(), [&](std::uint32_t ball) {
    return site_.store.particle(ball).absorbs || (cells_.has_smaller(ball) && !is_solid_at(ball));
  });
}

/// Whether that is true of a ball and those near it.
template <int D>
bool GridSearch<D>::is_solid_at(std::uint32_t ball) {
  bool solid = true;
  const BodyStore<D>& store = site_.store;
  const auto check = [&](std::uint32_t other, const broad::Cell<D>& image) {
    if (!cells_.is_smaller(other, ball) && !cells_.is_smaller(ball, other)) return;
    const Vec<D> apart =
        store.position_at(ball, site_.now) - site_.setting.to_box(image) - store.position_at(other, site_.now);
    const double larger = std::max(store.radius(ball), store.radius(other));
    solid = solid && norm2(apart) >= larger * larger * (1 - 0x1p-20);
  };
  candidates_.clear();
  cells_.look_near(ball, store.radius(ball), candidates_, check);
  for (const std::uint32_t other : candidates_) check(other, site_.predictor.nearest_image(ball, other, site_.now));
  return solid;
}

// A ball may be outside its cell by the hysteresis.
template <int D>
void GridSearch<D>::place_obstacles() {
  obstacles_.place_in_cells(cells_.list_count(), [&](const Obstacle<D>& piece, const auto& visit) {
    for (std::size_t level = 0; level < cells_.level_count(); ++level) {
      const double margin = 1.05 * broad::LevelGrid<D>::side_for(2 * cells_.radius(level));
      Vec<D> low = piece.low;
      Vec<D> high = piece.high;
      for (int k = 0; k < D; ++k) {
        low[k] -= margin + cells_.hysteresis(k);
        high[k] += margin + cells_.hysteresis(k);
      }
      cells_.visit_box(level, low, high, visit);
    }
  });
}

template <int D>
void GridSearch<D>::predict(std::uint32_t ball) {
  Encounter<D> found;
  const Exit exit = next_exit(ball);
  site_.count_questions(1);
  // Balls first: what is known then puts most obstacles out of reach.
  candidates_.clear();
  cells_.look_near(ball, site_.store.radius(ball), candidates_,
                   [&](std::uint32_t other, const broad::Cell<D>& image) { consider_copy(ball, other, image, found); });
  first_.consider(ball, candidates_, found);
  if (!site_.store.particle(ball).immovable) {
    obstacles_.consider_everywhere(ball, EpochClock::never(), found);
    if (obstacles_.has_cells()) obstacles_.consider_cell(ball, cells_.index(ball), exit.time, found);
  }
  this->find_phase_end(ball);
  this->enter(ball, found, exit);
}

template <int D>
void GridSearch<D>::consider_copy(std::uint32_t ball, std::uint32_t other, const broad::Cell<D>& image,
                                  Encounter<D>& best) const {
  ++site_.counts.pairs;
  site_.predictor.consider_ball(ball, other, image, EpochClock::never(), best);
}

template <int D>
void GridSearch<D>::expect_nothing(std::uint32_t ball, double within) {
  this->find_phase_end(ball);
  const Particle<D>& particle = site_.store.particle(ball);
  const Vec<D> position = site_.store.position_at(ball, site_.now);
  const bool stays = !particle.curved && cells_.stays(ball, position, position + within * particle.velocity);
  if (stays)
    this->enter_nothing(ball);
  else
    this->enter(ball, {}, next_exit(ball));
}

/// A ball goes into the next cell: what is known still holds, beside what has come near.
template <int D>
void GridSearch<D>::leave_place(std::uint32_t ball) {
  const auto [time, axis, direction] = this->pending(ball).exit;
  ++site_.counts.places_left;
  cells_.step(ball, axis, direction);
  Encounter<D> found = this->pending(ball).encounter;
  if (this->is_stale(found)) return predict(ball);
  const Exit exit = next_exit(ball);
  if (obstacles_.has_cells() && !site_.store.particle(ball).immovable)
    obstacles_.consider_cell(ball, cells_.index(ball), exit.time, found);
  candidates_.clear();
  cells_.look_ahead(
      ball, site_.store.radius(ball), axis, direction, candidates_,
      [&](std::uint32_t other, const broad::Cell<D>& image) { consider_copy(ball, other, image, found); });
  first_.consider(ball, candidates_, found);
  this->enter(ball, found, exit);
}

template <int D>
auto GridSearch<D>::next_exit(std::uint32_t ball) const -> Exit {
  const Particle<D>& particle = site_.store.particle(ball);
  const double dt = site_.store.since(ball, site_.now);
  const Vec<D> position = site_.store.position_after(ball, dt);
  auto exit = particle.curved ? cells_.first_exit(ball, position, site_.store.velocity_after(ball, dt),
                                                  site_.store.law(ball).acceleration)
                              : cells_.first_exit(ball, position, particle.velocity);
  if (particle.slows) [[unlikely]]
    exit.after = slowed(site_.store.law(ball), dt, exit.after);
  return {site_.setting.clock.later(site_.now, exit.after), static_cast<std::int8_t>(exit.axis),
          static_cast<std::int8_t>(exit.direction)};
}

template class GridSearch<2>;
template class GridSearch<3>;

}  // namespace carom::sim
