#include "sim/events/arrivals.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "carom/query/overlap.hpp"

namespace carom::sim {
namespace {

/// Places where balls want to come, found by where they are along x.
template <int D>
class WantedPlaces {
 public:
  struct Place {
    std::uint32_t id = 0;
    Ball<D> ball{};
    bool taken = false;
  };

  explicit WantedPlaces(const BodyStore<D>& store) : store_(store) {}

  void add(std::uint32_t id) {
    places_.push_back({id, {store_.particle(id).position, store_.radius(id)}, false});
    largest_ = std::max(largest_, store_.radius(id));
  }
  void sort() {
    for (std::size_t k = 0; k < places_.size(); ++k) by_x_.push_back(k);
    std::sort(by_x_.begin(), by_x_.end(), [this](std::size_t a, std::size_t b) { return x_of(a) < x_of(b); });
  }

  const Place& operator[](std::size_t number) const { return places_[number]; }

  /// A ball is here: what overlaps it, and meets it, has no room.
  void take(std::uint32_t id, const Ball<D>& ball) {
    const double reach = (1 + 0x1p-50) * (ball.radius + largest_) + 0x1p-50 * std::fabs(ball.center.x);
    auto next = std::lower_bound(by_x_.begin(), by_x_.end(), ball.center.x - reach,
                                 [this](std::size_t place, double x) { return x_of(place) < x; });
    for (; next != by_x_.end() && x_of(*next) <= ball.center.x + reach; ++next) {
      Place& place = places_[*next];
      if (place.id == id || place.taken || !store_.share_layers(id, place.id)) continue;
      place.taken = proximity(ball, place.ball) == Proximity::overlapping;
    }
  }

 private:
  double x_of(std::size_t place) const { return places_[place].ball.center.x; }

  const BodyStore<D>& store_;
  std::vector<Place> places_;
  std::vector<std::size_t> by_x_;
  double largest_ = 0;
};

}  // namespace

template <int D>
std::vector<Arrival> Arrivals<D>::all() const {
  std::vector<Arrival> arrivals;
  arrivals.reserve(asking_.size());
  for (const Asking& asking : asking_) arrivals.push_back({asking.body, asking.from});
  return arrivals;
}

/// Those of lower id first: each that comes takes its place.
template <int D>
std::vector<std::uint32_t> Arrivals<D>::admit(std::vector<Arrival> asked, const Time& now, double again) {
  std::sort(asked.begin(), asked.end(), [](const Arrival& a, const Arrival& b) { return a.body < b.body; });
  WantedPlaces<D> places(store_);
  for (const Arrival& arrival : asked) places.add(arrival.body.value);
  places.sort();
  for (std::uint32_t id = 0; id < store_.size(); ++id)
    if (store_.particle(id).is_ball && store_.is_here(id))
      places.take(id, {store_.position_at(id, now), store_.radius(id)});
  obstacles_.update();
  std::vector<std::uint32_t> come;
  for (std::size_t k = 0; k < asked.size(); ++k) {
    const auto& place = places[k];
    if (place.taken || meets_obstacle(place.id, place.ball, now)) {
      add(asked[k], again);
      continue;
    }
    come.push_back(place.id);
    places.take(place.id, place.ball);
  }
  return come;
}

template <int D>
bool Arrivals<D>::meets_obstacle(std::uint32_t id, const Ball<D>& ball, const Time& now) const {
  bool meets = false;
  obstacles_.visit_near(ball.center, ball.radius, [&](const Obstacle<D>& piece) {
    const std::uint32_t body = piece.body;
    if (meets || !store_.is_here(body) || !store_.share_layers(id, body)) return;
    const Ball<D> seen{store_.seen_from(body, ball.center, now), ball.radius};
    if (is_far_from(piece, seen.center, ball.radius) || !reaches(piece, seen.center, ball.radius)) return;
    meets = std::visit([&](const auto& shape) { return proximity(seen, shape) == Proximity::overlapping; },
                       store_.kind(body).shape);
  });
  return meets;
}

template class Arrivals<2>;
template class Arrivals<3>;

}  // namespace carom::sim
