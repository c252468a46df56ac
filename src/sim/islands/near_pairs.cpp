#include "sim/islands/near_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include "math/radix_sort.hpp"
#include "sim/islands/cells_near.hpp"

namespace carom::sim {
namespace {

/// Of the smallest radius: farther than what goes far in a tick.
constexpr double kSkin = 0.25;

template <int D>
bool is_near(const PlacedBall<D>& a, const PlacedBall<D>& b, double reach) {
  const double most = a.radius + b.radius + reach;
  return norm2(a.position - b.position) <= most * most;
}

template <int D>
using Cell = std::array<std::int64_t, static_cast<std::size_t>(D)>;

template <int D>
Cell<D> cell_of(const Vec<D>& place, double side) {
  Cell<D> cell;
  for (int k = 0; k < D; ++k)
    cell[static_cast<std::size_t>(k)] =
        static_cast<std::int64_t>(std::clamp(std::floor(place[k] / side), -0x1p62, 0x1p62));
  return cell;
}

/// Keys of cells in their order, those along the last axis follow each other: the cells themselves.
template <int D>
struct WideKeys {
  using Key = Cell<D>;
  struct Entry {
    Key key{};
    std::uint32_t index = 0;
  };

  Key of(const Cell<D>& cell) const { return cell; }
  static Key shifted(Key key, const Cell<D>& by) {
    for (std::size_t k = 0; k < D; ++k) key[k] += by[k];
    return key;
  }
  static void sort(std::vector<Entry>& balls) {
    std::sort(balls.begin(), balls.end(), [](const Entry& one, const Entry& two) { return one.key < two.key; });
  }
};

/// The same where few enough cells are around all balls: their numbers.
template <int D>
class NarrowKeys {
 public:
  using Key = std::uint64_t;
  using Entry = math::Keyed;

  /// Whether the cells between these, and those beside, can be numbered.
  static bool fit(const Cell<D>& low, const Cell<D>& high) {
    double count = 1;
    for (std::size_t k = 0; k < D; ++k) count *= static_cast<double>(high[k]) - static_cast<double>(low[k]) + 4;
    return count < 0x1p62;
  }
  NarrowKeys(const Cell<D>& low, const Cell<D>& high) : low_(low) {
    std::uint64_t stride = 1;
    for (std::size_t k = D; k-- > 0;) {
      strides_[k] = stride;
      stride *= static_cast<std::uint64_t>(high[k] - low[k] + 4);
    }
  }

  Key of(const Cell<D>& cell) const {
    Key key = 0;
    for (std::size_t k = 0; k < D; ++k) key += static_cast<std::uint64_t>(cell[k] - low_[k] + 2) * strides_[k];
    return key;
  }
  Key shifted(Key key, const Cell<D>& by) const {
    for (std::size_t k = 0; k < D; ++k) key += static_cast<std::uint64_t>(by[k]) * strides_[k];
    return key;
  }
  static void sort(std::vector<Entry>& balls) { math::radix_sort(balls); }

 private:
  Cell<D> low_;
  std::array<std::uint64_t, static_cast<std::size_t>(D)> strides_{};
};

/// Pairs in their order that are in that of their first ones.
void sort_each_first(BallPairs& pairs) {
  for (auto begin = pairs.begin(), end = begin; begin != pairs.end(); begin = end) {
    while (end != pairs.end() && end->first == begin->first) ++end;
    std::sort(begin, end);
  }
}

/// Pairs in their order, by counting those of each first one.
void sort_by_first(BallPairs& pairs, std::size_t balls) {
  std::vector<std::uint32_t> starts(balls + 1);
  for (const auto& [i, _] : pairs) ++starts[i + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  BallPairs sorted(pairs.size());
  for (const auto& pair : pairs) sorted[starts[pair.first]++] = pair;
  sort_each_first(sorted);
  pairs.swap(sorted);
}

template <int D>
struct Numbered {
  PlacedBall<D> ball;
  std::uint32_t index = 0;
};

/// Balls of similar sizes in cells as wide as the largest of them reaches.
template <int D, class Keys>
class Level {
 public:
  using Key = typename Keys::Key;
  using Entry = typename Keys::Entry;

  Level(Keys keys, std::span<const std::pair<Cell<D>, std::uint32_t>> cells, std::span<const PlacedBall<D>> balls)
      : keys_(std::move(keys)) {
    balls_.reserve(cells.size());
    for (const auto& [cell, ball] : cells) balls_.push_back({keys_.of(cell), ball});
    keys_.sort(balls_);
    placed_.reserve(cells.size());
    for (const Entry& entry : balls_) placed_.push_back({balls[entry.index], entry.index});
  }

  /// Calls visit(one, two) once for any two of them in one cell or in two next to each other. Cells are gone through in
  /// their order, and with them, as many behind, those of each row ahead.
  template <class Visit>
  void visit_pairs(Visit visit) const {
    std::array<std::size_t, D == 2 ? 1 : 4> begins{};
    for (std::size_t k = 0; k < balls_.size(); ++k) {
      const Key next = keys_.shifted(balls_[k].key, in_row(1));
      for (std::size_t m = k + 1; m < balls_.size() && !(next < balls_[m].key); ++m) visit(placed_[k], placed_[m]);
      for (std::size_t row = 0; row < begins.size(); ++row)
        visit_row(keys_.shifted(balls_[k].key, ahead(row)), begins[row],
                  [&](const Numbered<D>& two) { visit(placed_[k], two); });
    }
  }

  /// Calls visit(one, two) once for any of the others, in cells of the same sides, and any of these in the same cell or
  /// next to it.
  template <class Visit>
  void visit_pairs_with(const Level& others, Visit visit) const {
    std::array<std::size_t, D == 2 ? 3 : 9> begins{};
    for (std::size_t k = 0; k < others.balls_.size(); ++k)
      for (std::size_t row = 0; row < begins.size(); ++row)
        visit_row(keys_.shifted(others.balls_[k].key, around(row)), begins[row],
                  [&](const Numbered<D>& two) { visit(others.placed_[k], two); });
  }

 private:
  static Cell<D> in_row(std::int64_t by) {
    Cell<D> shift{};
    shift[D - 1] = by;
    return shift;
  }
  static Cell<D> ahead(std::size_t row) {
    constexpr std::array<std::array<std::int64_t, 2>, 4> kAhead = {{{1, 0}, {0, 1}, {1, -1}, {1, 1}}};
    Cell<D> shift{};
    for (std::size_t axis = 0; axis + 1 < D; ++axis) shift[axis] = kAhead[row][axis];
    return shift;
  }
  static Cell<D> around(std::size_t row) {
    const auto number = static_cast<std::int64_t>(row);
    Cell<D> shift{};
    shift[0] = number % 3 - 1;
    if constexpr (D == 3) shift[1] = number / 3 - 1;
    return shift;
  }

  /// Three cells that follow each other along the last axis. `begin`: where these began for the row before.
  template <class Visit>
  void visit_row(const Key& middle, std::size_t& begin, Visit visit) const {
    const Key first = keys_.shifted(middle, in_row(-1)), last = keys_.shifted(middle, in_row(1));
    while (begin < balls_.size() && balls_[begin].key < first) ++begin;
    for (std::size_t m = begin; m < balls_.size() && !(last < balls_[m].key); ++m) visit(placed_[m]);
  }

  Keys keys_;
  std::vector<Entry> balls_;
  std::vector<Numbered<D>> placed_;  ///< the same, side by side as they are gone through
};

}  // namespace

template <int D>
BallPairs near_pairs(std::span<const PlacedBall<D>> balls, double reach) {
  BallPairs pairs;
  double largest = 0;
  for (const PlacedBall<D>& ball : balls) largest = std::max(largest, ball.radius);
  const auto level_of = [&](double radius) {
    return radius > 0 ? std::min(60, std::max(0, std::ilogb(largest / radius))) : 60;
  };
  std::array<std::vector<std::pair<Cell<D>, std::uint32_t>>, 61> sorted;
  const auto side_of = [&](int level) {
    const double side = (2 * std::ldexp(largest, -level) + reach) * (1 + 0x1p-40);
    return std::max(side, std::numeric_limits<double>::min());  // of points that are to touch
  };
  for (std::uint32_t i = 0; i < balls.size(); ++i) {
    const int level = level_of(balls[i].radius);
    sorted[static_cast<std::size_t>(level)].emplace_back(cell_of(balls[i].position, side_of(level)), i);
  }
  const auto consider = [&](const Numbered<D>& one, const Numbered<D>& two) {
    if (!one.ball.moves && !two.ball.moves) return;
    if (is_near(one.ball, two.ball, reach))
      pairs.emplace_back(std::min(one.index, two.index), std::max(one.index, two.index));
  };
  for (int level = 0; level <= 60; ++level) {
    const auto& here = sorted[static_cast<std::size_t>(level)];
    if (here.empty()) continue;
    std::vector<std::pair<Cell<D>, std::uint32_t>> smaller;
    for (int below = level + 1; below <= 60; ++below)
      for (const auto& [_, i] : sorted[static_cast<std::size_t>(below)])
        smaller.emplace_back(cell_of(balls[i].position, side_of(level)), i);
    const auto look = [&](const auto& keys) {
      using Keys = std::decay_t<decltype(keys)>;
      const Level<D, Keys> cells(keys, here, balls);
      cells.visit_pairs(consider);
      cells.visit_pairs_with(Level<D, Keys>(keys, smaller, balls), consider);
    };
    Cell<D> low = here[0].first, high = low;
    const auto widen = [&](const auto& placed) {
      for (const auto& [cell, _] : placed)
        for (std::size_t k = 0; k < D; ++k) {
          low[k] = std::min(low[k], cell[k]);
          high[k] = std::max(high[k], cell[k]);
        }
    };
    widen(here);
    widen(smaller);
    if (NarrowKeys<D>::fit(low, high))
      look(NarrowKeys<D>(low, high));
    else
      look(WideKeys<D>{});
  }
  sort_by_first(pairs, balls.size());
  return pairs;
}

template <int D>
void NearPairs<D>::set_numbers(std::span<const std::uint32_t> ids) {
  for (const std::uint32_t id : ids_) numbers_[id] = kAway;
  ids_.assign(ids.begin(), ids.end());
  for (std::uint32_t i = 0; i < ids_.size(); ++i) {
    const std::uint32_t id = ids_[i];
    if (id >= numbers_.size()) {
      numbers_.resize(id + 1, kAway);
      is_known_.resize(id + 1, 0);
      is_gone_.resize(id + 1, 0);
      places_.resize(id + 1);
    }
    numbers_[id] = i;
  }
}

/// Whether they still may be told from where they are listed.
template <int D>
bool NearPairs<D>::find_together(std::span<const PlacedBall<D>> balls) {
  constexpr double kFarthest = 0x1p19;  // of the skin: farther, rounding might be seen
  Vec<D> sum{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    if (is_known_[ids_[i]] == 0) continue;
    const PlacedBall<D>& listed = places_[ids_[i]];
    if (balls[i].moves != listed.moves) return false;
    sum += balls[i].position - listed.position;
    ++count;
  }
  together_ = (1 / std::max(1.0, static_cast<double>(count))) * sum;
  return norm(together_) <= kFarthest * skin_;
}

template <int D>
void NearPairs<D>::find_gone(std::span<const PlacedBall<D>> balls) {
  const double most = 0.5 * skin_ * (1 - 0x1p-30);
  gone_.clear();
  for (std::uint32_t i = 0; i < balls.size(); ++i) {
    const std::uint32_t id = ids_[i];
    const bool stays =
        is_known_[id] != 0 && balls[i].radius == places_[id].radius && gone(i, balls[i].position) <= most;
    if (!stays) gone_.push_back(i);
  }
}

template <int D>
void NearPairs<D>::list(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids, double reach) {
  constexpr std::size_t kFew = 8;   // of those that are here: so many that have gone
  constexpr std::size_t kMany = 2;  // so many that are away
  set_numbers(ids);
  if (!(reach <= reach_) || known_.size() > kMany * balls.size() || !find_together(balls))
    return list_all(balls, reach);
  find_gone(balls);
  if (gone_.size() > balls.size() / kFew) return list_all(balls, reach);
  if (!gone_.empty()) list_gone(balls);
}

template <int D>
void NearPairs<D>::list_all(std::span<const PlacedBall<D>> balls, double reach) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const PlacedBall<D>& ball : balls) smallest = std::min(smallest, ball.radius);
  reach_ = reach;
  skin_ = std::max(reach, kSkin * smallest);
  together_ = {};
  for (const std::uint32_t id : known_) is_known_[id] = 0;
  known_ = ids_;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    is_known_[ids_[i]] = 1;
    places_[ids_[i]] = balls[i];
  }
  listed_ = pairs_near(balls, ids_);
}

/// By their ids, in their order.
template <int D>
BallPairs NearPairs<D>::pairs_near(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids) const {
  const auto goes_first = [&](std::uint32_t one, std::uint32_t two) {
    return places_[one].moves == places_[two].moves ? one < two : places_[one].moves;
  };
  BallPairs pairs = near_pairs<D>(balls, far());
  for (auto& [one, two] : pairs) {
    one = ids[one];
    two = ids[two];
    if (!goes_first(one, two)) std::swap(one, two);
  }
  const auto by_first = [](const auto& a, const auto& b) { return a.first < b.first; };
  if (!std::is_sorted(pairs.begin(), pairs.end(), by_first)) std::sort(pairs.begin(), pairs.end());
  sort_each_first(pairs);
  return pairs;
}

/// Of those that have gone, with all that are listed near there.
template <int D>
BallPairs NearPairs<D>::pairs_of_gone() const {
  double largest = 0;
  for (const std::uint32_t id : known_) largest = std::max(largest, places_[id].radius);
  CellsNear<D> cells((2 * largest + far()) * (1 + 0x1p-40));
  for (const std::uint32_t i : gone_) cells.add(places_[ids_[i]].position);
  std::vector<std::uint32_t> ids;
  std::vector<PlacedBall<D>> near;
  for (const std::uint32_t id : known_) {
    const PlacedBall<D>& place = places_[id];
    if (!cells.contain(place.position)) continue;
    ids.push_back(id);
    near.push_back({place.position, place.radius, is_gone_[id] != 0});  // two that stay are listed
  }
  BallPairs pairs = pairs_near(near, ids);
  std::erase_if(pairs, [&](const auto& pair) { return !places_[pair.first].moves && !places_[pair.second].moves; });
  return pairs;
}

/// Those that have gone are listed where they are now.
template <int D>
void NearPairs<D>::list_gone(std::span<const PlacedBall<D>> balls) {
  for (const std::uint32_t i : gone_) {
    const std::uint32_t id = ids_[i];
    if (is_known_[id] == 0) known_.push_back(id);
    is_known_[id] = is_gone_[id] = 1;
    places_[id] = balls[i];
    places_[id].position -= together_;
  }
  std::erase_if(listed_, [&](const auto& pair) { return is_gone_[pair.first] != 0 || is_gone_[pair.second] != 0; });
  const BallPairs more = pairs_of_gone();
  const auto middle = static_cast<std::ptrdiff_t>(listed_.size());
  listed_.insert(listed_.end(), more.begin(), more.end());
  std::inplace_merge(listed_.begin(), listed_.begin() + middle, listed_.end());
  for (const std::uint32_t i : gone_) is_gone_[ids_[i]] = 0;
}

template BallPairs near_pairs(std::span<const PlacedBall<2>>, double);
template BallPairs near_pairs(std::span<const PlacedBall<3>>, double);

template class NearPairs<2>;
template class NearPairs<3>;

}  // namespace carom::sim
