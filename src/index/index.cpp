#include "carom/index/index.hpp"

#include "broad/ball_grid.hpp"
#include "index/cast_order.hpp"
#include "index/store.hpp"
#include "math/dyadic.hpp"
#include "math/uncertain.hpp"
#include "query/first_contact.hpp"

namespace carom {
namespace detail {

template <int D, class Shape>
Store<D, Shape>::Store(std::span<const Shape> shapes) : shapes_(shapes.begin(), shapes.end()) {
  if (!shapes_.empty()) parts_.push_back(std::make_unique<BallGrid<D>>(shapes_.data(), nullptr, shapes_.size()));
}

template <int D>
class Stores {
 public:
  Store<D, Ball<D>> balls;
};

namespace {

template <int D>
double hit_time(const Cast<D>& cast, const Ball<D>& item) {
  return impact_time<D>(cast.ball, {cast.velocity}, item, {}, cast.horizon);
}

/// A margin for the error of a computed time (docs/theory/time-of-impact.md): 2⁻³⁸ of it at most.
constexpr double kLater = 1 + 0x1p-36;

template <class N, int D>
N gap_beyond(const Ball<D>& a, const Ball<D>& b, double gap) {
  N reach = N(a.radius) + N(b.radius) + N(gap);
  N beyond = -(reach * reach);
  for (int k = 0; k < D; ++k) {
    const N d = N(a.center[k]) - N(b.center[k]);
    beyond = beyond + d * d;
  }
  return beyond;
}

template <int D>
bool within_gap(const Ball<D>& a, const Ball<D>& b, double gap) {
  const int sign = gap_beyond<Uncertain<double>>(a, b, gap).sign();
  return (sign != Uncertain<double>::kUnknown ? sign : gap_beyond<Dyadic>(a, b, gap).sign()) <= 0;
}

template <int D>
class GroupCast {
 public:
  static constexpr std::size_t kSize = 64;

  void run(const Stores<D>& stores, std::span<const Cast<D>* const> casts, FirstHit* const* hits) {
    casts_ = casts;
    hits_ = hits;
    for (std::size_t k = 0; k < casts.size(); ++k) *hits[k] = {};
    in_store(stores.balls);
  }

 private:
  template <class Shape>
  void in_store(const Store<D, Shape>& store) {
    for (const auto& part : store.parts()) in_part(store, *part);
  }

  template <class Shape>
  void in_part(const Store<D, Shape>& store, const Structure<D>& part) {
    active_ = 0;
    for (std::size_t k = 0; k < casts_.size(); ++k) {
      const Cast<D>& cast = *casts_[k];
      const double end = std::min(cast.horizon, hits_[k]->time * kLater);
      if (part.frame().start({cast.ball.center, cast.velocity, cast.ball.radius, end}, walks_[active_],
                             pieces_[active_]))
        who_[active_++] = static_cast<std::uint32_t>(k);
    }
    while (active_ > 0) {
      found_.clear();
      part.scan({pieces_.data(), active_}, found_);
      test_candidates(store);
      keep_active(part);
    }
  }

  template <class Shape>
  void test_candidates(const Store<D, Shape>& store) {
    for (const Candidate& candidate : found_.all()) __builtin_prefetch(&store[candidate.item]);
    for (const Candidate& candidate : found_.all()) {
      const std::uint32_t k = who_[candidate.piece];
      const double time = hit_time(*casts_[k], store[candidate.item]);
      FirstHit& best = *hits_[k];
      const ItemId id = store.id(candidate.item);
      if (time < best.time || (time == best.time && time < kNever && id < best.item)) best = {id, time};
    }
  }

  void keep_active(const Structure<D>& part) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < active_; ++k) {
      if (walks_[k].done || hits_[who_[k]]->time * kLater < walks_[k].time) continue;
      walks_[kept] = walks_[k];
      pieces_[kept] = part.frame().next(walks_[kept]);
      who_[kept++] = who_[k];
    }
    active_ = kept;
  }

  std::span<const Cast<D>* const> casts_;
  FirstHit* const* hits_ = nullptr;
  std::array<Walk<D>, kSize> walks_;
  std::array<Piece<D>, kSize> pieces_;
  std::array<std::uint32_t, kSize> who_{};
  std::size_t active_ = 0;
  Candidates found_;
};

}  // namespace
}  // namespace detail

template <int D>
Index<D>::Index() : Index(Items<D>{}) {}
template <int D>
Index<D>::Index(const Items<D>& items) : stores_(std::make_unique<detail::Stores<D>>()) {
  stores_->balls = detail::Store<D, Ball<D>>(items.balls);
}
template <int D>
Index<D>::~Index() = default;
template <int D>
Index<D>::Index(Index&&) noexcept = default;
template <int D>
Index<D>& Index<D>::operator=(Index&&) noexcept = default;

template <int D>
std::size_t Index<D>::size() const {
  return stores_->balls.size();
}

/// From this many items on, what an index keeps no longer stays in the caches by itself.
constexpr std::size_t kOrderFrom = 300'000;

template <int D>
void Index<D>::first_hits(std::span<const Cast<D>> casts, std::span<FirstHit> hits) const {
  const std::vector<std::uint32_t> order = detail::cast_order(casts, size() > kOrderFrom);
  detail::GroupCast<D> group;
  constexpr std::size_t size = detail::GroupCast<D>::kSize;
  std::array<const Cast<D>*, size> group_casts{};
  std::array<FirstHit*, size> group_hits{};
  for (std::size_t begin = 0; begin < order.size(); begin += size) {
    const std::size_t count = std::min(size, order.size() - begin);
    for (std::size_t k = 0; k < count; ++k) {
      group_casts[k] = &casts[order[begin + k]];
      group_hits[k] = &hits[order[begin + k]];
      if (begin + size + k < order.size()) {
        const char* c = reinterpret_cast<const char*>(&casts[order[begin + size + k]]);
        __builtin_prefetch(c);
        __builtin_prefetch(c + 63);
        __builtin_prefetch(&hits[order[begin + size + k]], 1);
      }
    }
    group.run(*stores_, {group_casts.data(), count}, group_hits.data());
  }
}

template <int D>
void Index<D>::visit_pairs(double gap, void* context, void (*take)(void*, std::span<const BallPair>)) const {
  constexpr std::size_t kCells = 256;
  detail::Found<detail::NearPair> certain;
  detail::Found<detail::NearPair> perhaps;
  const auto& balls = stores_->balls;
  for (const auto& part : balls.parts()) {
    const auto& grid = static_cast<const detail::BallGrid<D>&>(*part);
    for (std::size_t cell = 0; cell < grid.cell_count(); cell += kCells) {
      certain.clear();
      perhaps.clear();
      grid.near_pairs(gap, cell, std::min(cell + kCells, grid.cell_count()), certain, perhaps);
      for (const detail::NearPair& pair : perhaps.all())
        if (detail::within_gap(balls[pair.first], balls[pair.second], gap)) certain.add(pair);
      take(context, {reinterpret_cast<const BallPair*>(certain.all().data()), certain.size()});
    }
  }
}

template class Index<2>;
template class Index<3>;

}  // namespace carom
