#include "carom/index/index.hpp"

#include <algorithm>

#include "carom/query/overlap.hpp"
#include "index/ball_around.hpp"
#include "index/box_overlap.hpp"
#include "index/cast_order.hpp"
#include "index/culling.hpp"
#include "index/exact_distance.hpp"
#include "index/group_cast.hpp"
#include "index/path.hpp"
#include "index/store.hpp"

namespace carom::index {
namespace {

/// From this many items on, what an index keeps no longer stays in the caches by itself.
constexpr std::size_t kOrderFrom = 300'000;

template <class Id>
void sort_and_unite(std::vector<Id>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

/// Calls visit(store, number) for all candidates along a motion, some more than once.
template <int D, class Visit, class Enough>
void along(const Stores<D>& stores, const Ball<D>& ball, const Motion<D>& motion, double horizon, const Visit& visit,
           const Enough& enough, IndexCounts* counts) {
  Search<D> search;
  stores.each([&](const auto& store) {
    const auto ask = [&](std::uint32_t number) { visit(store, number); };
    for (const auto& part : store.parts()) PathSearch(search, *part, ball, motion, ask, enough).run(horizon);
    search.each(store.unframed(), ask);
  });
  search.add_to(counts);
}

/// For a moving ball a cheap proof that it meets nothing of an item until `end`.
template <int D, class Shape>
bool is_surely_missed(const Ball<D>& ball, const Vec<D>& velocity, const Shape& item, double end) {
  return surely_missed(Cast<D>{ball, velocity, end}, item, end);
}
template <class Mover, int D, class Shape>
bool is_surely_missed(const Mover&, const Vec<D>&, const Shape&, double) {
  return false;
}

template <int D, class Mover>
std::optional<Hit<D>> first_hit(const Stores<D>& stores, const Mover& mover, const Motion<D>& motion, double horizon,
                                IndexCounts* counts) {
  std::optional<Hit<D>> best;
  FirstHit first;
  const bool is_straight = motion.damping == 0 && is_zero(motion.acceleration) && horizon <= motion.stop;
  const auto visit = [&](const auto& store, std::uint32_t number) {
    const auto& item = store[number];
    constexpr bool kAreBalls = std::is_same_v<std::decay_t<decltype(item)>, Ball<D>> && std::is_same_v<Mover, Ball<D>>;
    const double end = is_straight && !kAreBalls ? std::min(horizon, first.time * kLater) : horizon;
    if (is_straight && is_surely_missed(mover, motion.velocity, item, end)) return;
    const auto impact = time_of_impact(mover, motion, item, Motion<D>(), end);
    if (!impact) return;
    keep_first(first, store.id(number), impact->time);
    if (first.item == store.id(number)) best = {first.item, *impact};
  };
  const auto enough = [&](double time) { return first.time * kLater < time; };
  along(stores, ball_around(mover), motion, horizon, visit, enough, counts);
  return best;
}

template <int D, class Mover>
std::vector<Hit<D>> all_hits(const Stores<D>& stores, const Mover& mover, const Motion<D>& motion, double horizon,
                             IndexCounts* counts) {
  std::vector<Hit<D>> hits;
  std::vector<ItemId> candidates;
  const auto note = [&](const auto& store, std::uint32_t number) { candidates.push_back(store.id(number)); };
  const auto enough = [](double) { return false; };
  along(stores, ball_around(mover), motion, horizon, note, enough, counts);
  sort_and_unite(candidates);
  stores.each([&](const auto& store) {
    for (const ItemId item : candidates) {
      if (item.kind != store.id(0).kind) continue;
      if (const auto impact = time_of_impact(mover, motion, store[item.number], Motion<D>(), horizon))
        hits.push_back({item, *impact});
    }
  });
  std::stable_sort(hits.begin(), hits.end(),
                   [](const Hit<D>& a, const Hit<D>& b) { return a.impact.time < b.impact.time; });
  return hits;
}

/// The items of one store for which is_in(shape), of those that look(part, visit) finds.
template <int D, class Store, class Look, class IsIn>
void add_within(Search<D>& search, const Store& store, const Look& look, const IsIn& is_in,
                std::vector<ItemId>& items) {
  const auto visit = [&](std::uint32_t number) {
    if (is_in(store[number])) items.push_back(store.id(number));
  };
  for (const auto& part : store.parts()) look(*part, visit);
  search.each(store.unframed(), visit);
}

template <int D>
bool is_within(const Ball<D>& item, const Aabb<D>& region) {
  return proximity(item, region) != Proximity::apart;
}
template <int D>
bool is_within(const Aabb<D>& item, const Aabb<D>& region) {
  bool all = true;
  for (int k = 0; k < D; ++k) all = all && item.low[k] <= region.high[k] && region.low[k] <= item.high[k];
  return all;
}
template <class Shape, int D>
bool is_within(const Shape& item, const Aabb<D>& region) {
  return overlaps_box(item, region);
}

/// The nearest items to a point so far.
template <int D>
class NearestSearch {
 public:
  NearestSearch(const Stores<D>& stores, const Vec<D>& point, std::size_t count)
      : stores_(stores), point_(point), count_(count) {}

  std::vector<Nearest> run(IndexCounts* counts) {
    if (count_ == 0) return {};
    stores_.each([&](const auto& store) {
      const auto visit = [&](std::uint32_t number) { consider(store, number); };
      search_.each(store.unframed(), visit);
      for (const auto& part : store.parts()) in_part(*part, visit);
    });
    search_.add_to(counts);
    return std::move(best_);
  }

 private:
  bool is_full() const { return best_.size() == count_; }

  /// In growing balls around the point, until one holds as many as are asked for.
  template <class Visit>
  void in_part(const broad::Structure<D>& part, const Visit& visit) {
    const broad::Frame<D>& frame = part.frame();
    double farthest = frame.item_reach;
    double reach = 1;
    for (int k = 0; k < D; ++k) {
      const double place = frame.place(point_, k);
      reach += std::max({0.0, -place, place - frame.size[k]});
      farthest += std::fabs(place) + frame.size[k];
    }
    reach /= frame.scale;
    farthest /= frame.scale;
    for (; !is_full() && reach < farthest; reach *= 2) search_.around(part, point_, reach, visit);
    const double enough = is_full() ? std::max(best_.back().distance, 0.0) * (1 + 0x1p-40) : 2 * farthest;
    search_.around(part, point_, enough, visit);
  }

  template <class Store>
  void consider(const Store& store, std::uint32_t number) {
    if (is_full() && is_surely_farther(broad::box_around(store[number]), best_.back().distance)) return;
    const Nearest found{store.id(number), distance(Ball<D>{point_, 0}, store[number]).distance};
    if (found.distance == kForever) return;
    auto place = best_.end();
    while (place != best_.begin() && goes_before(found, *(place - 1))) --place;
    const bool was_here = place != best_.begin() && (place - 1)->item == found.item;
    if (was_here || (is_full() && place == best_.end())) return;
    best_.insert(place, found);
    if (best_.size() > count_) best_.pop_back();
  }

  /// By a box around an item, in plain arithmetic whose errors are far below 2⁻⁴⁰.
  bool is_surely_farther(const Aabb<D>& box, double length) const {
    Vec<D> beyond;
    for (int k = 0; k < D; ++k) beyond[k] = std::max({0.0, box.low[k] - point_[k], point_[k] - box.high[k]});
    const double square = norm2(beyond) * (1 - 0x1p-40);
    return length >= 0 && square > length * length && square > 0x1p-900;
  }

  /// Lengths are within 2⁻⁴⁴ of the exact ones.
  bool goes_before(const Nearest& one, const Nearest& other) const {
    const double doubt = 0x1p-43 * (std::fabs(one.distance) + std::fabs(other.distance));
    if (one.distance < other.distance - doubt) return true;
    if (one.distance > other.distance + doubt || one.item == other.item) return false;
    const int order = compare(exact(one.item), exact(other.item));
    return order < 0 || (order == 0 && one.item < other.item);
  }

  ExactDistance exact(ItemId item) const {
    ExactDistance result;
    stores_.each([&](const auto& store) {
      if (store.id(0).kind == item.kind) result = exact_distance(point_, store[item.number]);
    });
    return result;
  }

  const Stores<D>& stores_;
  const Vec<D>& point_;
  std::size_t count_;
  Search<D> search_;
  std::vector<Nearest> best_;
};

}  // namespace
}  // namespace carom::index

namespace carom {

template <int D>
Index<D>::Index() : Index(Items<D>{}) {}
template <int D>
Index<D>::Index(const Items<D>& items) : stores_(std::make_unique<index::Stores<D>>()) {
  stores_->balls = index::Store<D, Ball<D>>(items.balls);
  stores_->segments = index::Store<D, Segment<D>>(items.segments);
  stores_->boxes = index::Store<D, Aabb<D>>(items.boxes);
  if constexpr (D == 3) stores_->triangles = index::Store<3, Triangle>(items.triangles);
}
template <int D>
Index<D>::~Index() = default;
template <int D>
Index<D>::Index(Index&&) noexcept = default;
template <int D>
Index<D>& Index<D>::operator=(Index&&) noexcept = default;

template <int D>
std::size_t Index<D>::size() const {
  std::size_t size = 0;
  stores_->each([&](const auto& store) { size += store.size(); });
  return size;
}

template <int D>
bool Index<D>::contains(ItemId item) const {
  bool found = false;
  stores_->each([&](const auto& store) { found |= store.id(0).kind == item.kind && store.contains(item.number); });
  return found;
}

template <int D>
const Ball<D>& Index<D>::ball(ItemId item) const {
  return stores_->balls[item.number];
}
template <int D>
const Segment<D>& Index<D>::segment(ItemId item) const {
  return stores_->segments[item.number];
}
template <int D>
const Aabb<D>& Index<D>::box(ItemId item) const {
  return stores_->boxes[item.number];
}
template <int D>
const Triangle& Index<D>::triangle(ItemId item) const requires(D == 3) {
  return stores_->triangles[item.number];
}

template <int D>
ItemId Index<D>::insert(const Ball<D>& ball) {
  return stores_->balls.id(stores_->balls.insert(ball));
}
template <int D>
ItemId Index<D>::insert(const Segment<D>& segment) {
  return stores_->segments.id(stores_->segments.insert(segment));
}
template <int D>
ItemId Index<D>::insert(const Aabb<D>& box) {
  return stores_->boxes.id(stores_->boxes.insert(box));
}
template <int D>
ItemId Index<D>::insert(const Triangle& triangle) requires(D == 3) {
  return stores_->triangles.id(stores_->triangles.insert(triangle));
}

template <int D>
void Index<D>::move(ItemId item, const Ball<D>& ball) {
  stores_->balls.move(item.number, ball);
}
template <int D>
void Index<D>::move(ItemId item, const Segment<D>& segment) {
  stores_->segments.move(item.number, segment);
}
template <int D>
void Index<D>::move(ItemId item, const Aabb<D>& box) {
  stores_->boxes.move(item.number, box);
}
template <int D>
void Index<D>::move(ItemId item, const Triangle& triangle) requires(D == 3) {
  stores_->triangles.move(item.number, triangle);
}

template <int D>
void Index<D>::remove(ItemId item) {
  stores_->each_changeable([&](auto& store) {
    if (store.id(0).kind == item.kind) store.remove(item.number);
  });
}

template <int D>
std::optional<Hit<D>> Index<D>::first_hit(const Ball<D>& ball, const Motion<D>& motion, double horizon,
                                          IndexCounts* counts) const {
  return index::first_hit(*stores_, ball, motion, horizon, counts);
}
template <int D>
std::optional<Hit<D>> Index<D>::first_hit(const Capsule<D>& capsule, const Motion<D>& motion, double horizon,
                                          IndexCounts* counts) const {
  return index::first_hit(*stores_, capsule, motion, horizon, counts);
}
template <int D>
std::optional<Hit<D>> Index<D>::first_hit(const Aabb<D>& box, const Motion<D>& motion, double horizon,
                                          IndexCounts* counts) const {
  return index::first_hit(*stores_, box, motion, horizon, counts);
}

template <int D>
std::vector<Hit<D>> Index<D>::all_hits(const Ball<D>& ball, const Motion<D>& motion, double horizon,
                                       IndexCounts* counts) const {
  return index::all_hits(*stores_, ball, motion, horizon, counts);
}
template <int D>
std::vector<Hit<D>> Index<D>::all_hits(const Capsule<D>& capsule, const Motion<D>& motion, double horizon,
                                       IndexCounts* counts) const {
  return index::all_hits(*stores_, capsule, motion, horizon, counts);
}
template <int D>
std::vector<Hit<D>> Index<D>::all_hits(const Aabb<D>& box, const Motion<D>& motion, double horizon,
                                       IndexCounts* counts) const {
  return index::all_hits(*stores_, box, motion, horizon, counts);
}

template <int D>
void Index<D>::first_hits(std::span<const Cast<D>> casts, std::span<FirstHit> hits, IndexCounts* counts) const {
  const std::vector<std::uint32_t> order = index::cast_order(casts, size() > index::kOrderFrom);
  index::GroupCast<D> group(*stores_);
  constexpr std::size_t kSize = index::GroupCast<D>::kSize;
  std::array<const Cast<D>*, kSize> group_casts{};
  std::array<FirstHit*, kSize> group_hits{};
  for (std::size_t begin = 0; begin < order.size(); begin += kSize) {
    const std::size_t count = std::min(kSize, order.size() - begin);
    for (std::size_t k = 0; k < count; ++k) {
      group_casts[k] = &casts[order[begin + k]];
      group_hits[k] = &hits[order[begin + k]];
      if (begin + kSize + k >= order.size()) continue;
      __builtin_prefetch(&casts[order[begin + kSize + k]].ball);
      __builtin_prefetch(&casts[order[begin + kSize + k]].horizon);
      __builtin_prefetch(&hits[order[begin + kSize + k]], 1);
    }
    group.run({group_casts.data(), count}, group_hits.data());
  }
  group.add_to(counts);
}

template <int D>
std::optional<Nearest> Index<D>::nearest(const Vec<D>& point) const {
  const std::vector<Nearest> found = nearest(point, 1);
  return found.empty() ? std::nullopt : std::optional(found[0]);
}

template <int D>
std::vector<Nearest> Index<D>::nearest(const Vec<D>& point, std::size_t count, IndexCounts* counts) const {
  return index::NearestSearch<D>(*stores_, point, count).run(counts);
}

template <int D>
std::vector<ItemId> Index<D>::within(const Ball<D>& region, IndexCounts* counts) const {
  std::vector<ItemId> items;
  index::Search<D> search;
  const auto look = [&](const broad::Structure<D>& part, const auto& visit) {
    search.around(part, region.center, region.radius, visit);
  };
  const auto is_in = [&](const auto& shape) { return proximity(region, shape) != Proximity::apart; };
  stores_->each([&](const auto& store) { index::add_within(search, store, look, is_in, items); });
  search.add_to(counts);
  index::sort_and_unite(items);
  return items;
}

template <int D>
std::vector<ItemId> Index<D>::within(const Aabb<D>& region, IndexCounts* counts) const {
  std::vector<ItemId> items;
  index::Search<D> search;
  const auto look = [&](const broad::Structure<D>& part, const auto& visit) { search.within(part, region, visit); };
  const auto is_in = [&](const auto& shape) { return index::is_within(shape, region); };
  stores_->each([&](const auto& store) { index::add_within(search, store, look, is_in, items); });
  search.add_to(counts);
  index::sort_and_unite(items);
  return items;
}

template <int D>
std::vector<ItemId> Index<D>::within(std::span<const HalfSpace<D>> region, IndexCounts* counts) const {
  std::vector<ItemId> items;
  index::Search<D> search;
  const index::Culling<D> culling(region);
  const auto look = [&](const broad::Structure<D>& part, const auto& visit) { culling.look(search, part, visit); };
  const auto is_in = [&](const auto& shape) { return culling.may_show(shape); };
  stores_->each([&](const auto& store) { index::add_within(search, store, look, is_in, items); });
  search.add_to(counts);
  index::sort_and_unite(items);
  return items;
}

template class Index<2>;
template class Index<3>;

}  // namespace carom
