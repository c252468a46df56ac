#pragma once
#include <array>

#include "index/hit_time.hpp"
#include "index/store.hpp"

namespace carom::index {

/// The first hits of some casts together: all pieces are filtered, then what they found is fetched from memory side by
/// side, then decided.
template <int D>
class GroupCast {
 public:
  static constexpr std::size_t kSize = 64;

  explicit GroupCast(const Stores<D>& stores) : stores_(stores) {}

  void run(std::span<const Cast<D>* const> casts, FirstHit* const* hits) {
    casts_ = casts;
    hits_ = hits;
    for (std::size_t k = 0; k < casts.size(); ++k) *hits[k] = {};
    stores_.each([&](const auto& store) {
      for (const auto& part : store.parts()) in_part(store, *part);
      decided_ += store.unframed().size() * casts_.size();
      for (const std::uint32_t number : store.unframed())
        for (std::uint32_t k = 0; k < casts_.size(); ++k) decide(store, k, number);
    });
  }

  /// What all runs have cost.
  void add_to(IndexCounts* counts) const {
    if (!counts) return;
    counts->examined += found_.looked_at();
    counts->decided += decided_;
  }

 private:
  template <class Store>
  void in_part(const Store& store, const broad::Structure<D>& part) {
    start(store, part);
    while (active_ > 0) {
      found_.clear();
      part.scan({pieces_.data(), active_}, found_);
      decided_ += found_.size();
      for (const broad::Candidate& candidate : found_.all()) __builtin_prefetch(&store[candidate.item]);
      for (const broad::Candidate& candidate : found_.all()) decide(store, who_[candidate.piece], candidate.item);
      go_on(part);
    }
  }

  template <class Store>
  void start(const Store& store, const broad::Structure<D>& part) {
    active_ = 0;
    for (std::uint32_t k = 0; k < casts_.size(); ++k) {
      const Cast<D>& cast = *casts_[k];
      const double end = std::min(cast.horizon, hits_[k]->time * kLater);
      broad::Walk<D>& walk = walks_[active_];
      if (!part.frame().start({cast.ball.center, cast.velocity, cast.ball.radius, end}, walk, pieces_[active_]))
        continue;
      if (!walk.everything) {
        who_[active_++] = k;
        continue;
      }
      decided_ += part.live();
      part.each([&](std::uint32_t number) { decide(store, k, number); });
    }
  }

  template <class Store>
  void decide(const Store& store, std::uint32_t k, std::uint32_t number) {
    FirstHit& best = *hits_[k];
    keep_first(best, store.id(number), hit_time(*casts_[k], store[number], best.time * kLater));
  }

  void go_on(const broad::Structure<D>& part) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < active_; ++k) {
      if (walks_[k].done || hits_[who_[k]]->time * kLater < walks_[k].time) continue;
      walks_[kept] = walks_[k];
      pieces_[kept] = part.frame().next(walks_[kept]);
      who_[kept++] = who_[k];
    }
    active_ = kept;
  }

  const Stores<D>& stores_;
  std::span<const Cast<D>* const> casts_;
  FirstHit* const* hits_ = nullptr;
  std::array<broad::Walk<D>, kSize> walks_;
  std::array<broad::Piece<D>, kSize> pieces_;
  std::array<std::uint32_t, kSize> who_{};
  std::size_t active_ = 0;
  broad::Candidates found_;
  std::uint64_t decided_ = 0;
};

}  // namespace carom::index
