#include "carom/index/index.hpp"

#include <algorithm>

#include "carom/query/overlap.hpp"
#include "index/box_overlap.hpp"
#include "index/cast_order.hpp"
#include "index/exact_distance.hpp"
#include "index/group_cast.hpp"
#include "index/path.hpp"
#include "index/store.hpp"

namespace carom::index {
namespace {

/// From this many items on, what an index keeps no longer stays in the caches by itself.
constexpr std::size_t kOrderFrom = 300'000;

/// Calls visit(store, number) for all candidates along a motion, some more than once.
template <int D, class Visit, class Enough>
void along(const Stores<D>& stores, const Ball<D>& ball, const Motion<D>& motion, double horizon, const Visit& visit,
           const Enough& enough) {
  Search<D> search;
  stores.each([&](const auto& store) {
    const auto ask = [&](std::uint32_t number) { visit(store, number); };
    for (const auto& part : store.parts()) PathSearch(search, *part, ball, motion, ask, enough).run(horizon);
    for (const std::uint32_t number : store.unframed()) ask(number);
  });
}

/// The items of one store for which is_in(shape), of those that look(part, visit) finds.
template <class Store, class Look, class IsIn>
void add_within(const Store& store, const Look& look, const IsIn& is_in, std::vector<ItemId>& items) {
  const auto visit = [&](std::uint32_t number) {
    if (is_in(store[number])) items.push_back(store.id(number));
  };
  for (const auto& part : store.parts()) look(*part, visit);
  for (const std::uint32_t number : store.unframed()) visit(number);
}

template <class Id>
void sort_and_unite(std::vector<Id>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
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

/// The nearest item to a point so far.
template <int D>
class NearestSearch {
 public:
  NearestSearch(const Stores<D>& stores, const Vec<D>& point) : stores_(stores), point_(point) {}

  std::optional<Nearest> run() {
    stores_.each([&](const auto& store) {
      const auto visit = [&](std::uint32_t number) { consider(store, number); };
      for (const std::uint32_t number : store.unframed()) visit(number);
      for (const auto& part : store.parts()) in_part(*part, visit);
    });
    return best_;
  }

 private:
  /// In growing balls around the point, until one holds the nearest so far.
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
    for (; !best_ || best_->distance > reach; reach *= 2) {
      if (best_ || !(reach < farthest)) break;
      search_.around(part, point_, reach, visit);
    }
    search_.around(part, point_, best_ ? std::max(best_->distance, 0.0) * (1 + 0x1p-40) : 2 * farthest, visit);
  }

  template <class Store>
  void consider(const Store& store, std::uint32_t number) {
    const ItemId item = store.id(number);
    const double length = distance(Ball<D>{point_, 0}, store[number]).distance;
    if (length == kForever || (best_ && best_->item == item)) return;
    if (!best_ || is_nearer(item, length)) best_ = {item, length};
  }

  /// Lengths are within 2⁻⁴⁴ of the exact ones.
  bool is_nearer(ItemId item, double length) const {
    const double doubt = 0x1p-43 * (std::fabs(length) + std::fabs(best_->distance));
    if (length < best_->distance - doubt) return true;
    if (length > best_->distance + doubt) return false;
    const int order = compare(exact(item), exact(best_->item));
    return order < 0 || (order == 0 && item < best_->item);
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
  Search<D> search_;
  std::optional<Nearest> best_;
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
std::optional<Hit<D>> Index<D>::first_hit(const Ball<D>& ball, const Motion<D>& motion, double horizon) const {
  std::optional<Hit<D>> best;
  FirstHit first;
  const Cast<D> cast{ball, motion.velocity, horizon};
  const bool is_straight = motion.damping == 0 && is_zero(motion.acceleration) && horizon <= motion.stop;
  const auto visit = [&](const auto& store, std::uint32_t number) {
    const auto& item = store[number];
    constexpr bool kIsBall = std::is_same_v<std::decay_t<decltype(item)>, Ball<D>>;
    const double end = is_straight && !kIsBall ? std::min(horizon, first.time * index::kLater) : horizon;
    if (is_straight && index::surely_missed(cast, item, end)) return;
    const auto impact = time_of_impact(ball, motion, item, Motion<D>(), end);
    if (!impact) return;
    index::keep_first(first, store.id(number), impact->time);
    if (first.item == store.id(number)) best = {first.item, *impact};
  };
  index::along(*stores_, ball, motion, horizon, visit, [&](double time) { return first.time * index::kLater < time; });
  return best;
}

template <int D>
std::vector<Hit<D>> Index<D>::all_hits(const Ball<D>& ball, const Motion<D>& motion, double horizon) const {
  std::vector<Hit<D>> hits;
  std::vector<ItemId> candidates;
  const auto note = [&](const auto& store, std::uint32_t number) { candidates.push_back(store.id(number)); };
  index::along(*stores_, ball, motion, horizon, note, [](double) { return false; });
  index::sort_and_unite(candidates);
  stores_->each([&](const auto& store) {
    for (const ItemId item : candidates) {
      if (item.kind != store.id(0).kind) continue;
      if (const auto impact = time_of_impact(ball, motion, store[item.number], Motion<D>(), horizon))
        hits.push_back({item, *impact});
    }
  });
  std::stable_sort(hits.begin(), hits.end(),
                   [](const Hit<D>& a, const Hit<D>& b) { return a.impact.time < b.impact.time; });
  return hits;
}

template <int D>
void Index<D>::first_hits(std::span<const Cast<D>> casts, std::span<FirstHit> hits) const {
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
}

template <int D>
std::optional<Nearest> Index<D>::nearest(const Vec<D>& point) const {
  return index::NearestSearch<D>(*stores_, point).run();
}

template <int D>
std::vector<ItemId> Index<D>::within(const Ball<D>& region) const {
  std::vector<ItemId> items;
  index::Search<D> search;
  const auto look = [&](const broad::Structure<D>& part, const auto& visit) {
    search.around(part, region.center, region.radius, visit);
  };
  const auto is_in = [&](const auto& shape) { return proximity(region, shape) != Proximity::apart; };
  stores_->each([&](const auto& store) { index::add_within(store, look, is_in, items); });
  index::sort_and_unite(items);
  return items;
}

template <int D>
std::vector<ItemId> Index<D>::within(const Aabb<D>& region) const {
  std::vector<ItemId> items;
  index::Search<D> search;
  const auto look = [&](const broad::Structure<D>& part, const auto& visit) { search.within(part, region, visit); };
  const auto is_in = [&](const auto& shape) { return index::is_within(shape, region); };
  stores_->each([&](const auto& store) { index::add_within(store, look, is_in, items); });
  index::sort_and_unite(items);
  return items;
}

template class Index<2>;
template class Index<3>;

}  // namespace carom
