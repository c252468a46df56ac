#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "sim/domain/domain.hpp"
#include "sim/domain/partition.hpp"
#include "sim/domain/reachability.hpp"
#include "sim/domain/window.hpp"
#include "sim/search/early_cells.hpp"

namespace carom::sim {

/// What the domains of a divided world agree upon: which parts of space there are, which domain owns which ball, the
/// window through which they run, and what they rely on in it. `S`: the search of the world, whose cells and lists they
/// share; it answers what is asked about these.
template <int D, class S>
class Division {
 public:
  /// Owns what is due in a border within the window, while slabs run.
  static constexpr std::uint8_t kNobody = UINT8_MAX;

  Division(Domain<D>& undivided, S& its_search, int slabs)
      : whole(undivided),
        store(undivided.data.store),
        search(its_search),
        partition(its_search.cells().counts(), slabs),
        window(undivided.data, undivided.now),
        owners_(store.size()),
        relied_(store.size()) {
    for (const std::uint32_t id : store.balls()) give(id, home_of(id));
    clear_marks();
  }

  int column_of(std::uint32_t body) const { return search.column(body, partition.axis()); }
  /// The domain in whose columns a ball is, and the one that owns it.
  std::uint8_t home_of(std::uint32_t body) const { return partition.home(column_of(body)); }
  std::uint8_t owner(std::uint32_t body) const { return owners_[body].load(std::memory_order_relaxed); }
  void give(std::uint32_t body, std::uint8_t to) { owners_[body].store(to, std::memory_order_relaxed); }
  const std::atomic<std::uint8_t>* owners() const { return owners_.data(); }

  // What has been relied on of a ball that became uncertain in this window.
  void rely_on(const UncertainBall& uncertain) {
    relied_[uncertain.body] = {uncertain.time, uncertain.speed, window.number()};
  }
  void rely_on_nothing(std::uint32_t body) { relied_[body].window = 0; }
  /// Whether it was taken to be uncertain before that.
  bool relied_before(std::uint32_t body, double time) const {
    return relied_[body].window == window.number() && relied_[body].from < time;
  }
  /// Whether it was taken to be uncertain by then, and as fast as that.
  bool allows_for(std::uint32_t body, double time, double speed2) const {
    const double speed = relied_[body].speed;
    return relied_[body].window == window.number() && relied_[body].from <= time && speed2 <= speed * speed;
  }
  void fetch_relied(std::uint32_t body) const { broad::fetch_line(&relied_[body]); }

  Reachability<D> reach(const UncertainBall& uncertain) const { return {whole.data, window, uncertain}; }
  /// How fast a ball may be by what is due for it: what a search leads to nobody can say.
  float speed_after(std::uint32_t body, const DueKey& due) const {
    const std::uint32_t other = due.low ^ due.high ^ body;
    return window.speed_after(body, due.rank == 0 ? window.mean_square() : norm2(store.particle(other).velocity));
  }

  // Marks of cells of insides: the last window in which, as far as the slab knows, a ball became uncertain in or beside
  // them.
  const std::uint8_t* marks() const { return marks_.empty() ? nullptr : marks_.data(); }
  std::uint8_t stamp() const { return stamp_; }
  /// Of the window that begins; true if old marks have to be forgotten first.
  bool renew_stamp() {
    if (++stamp_ != EarlyCells::kNever) return false;
    stamp_ = 1;
    clear_marks();
    return true;
  }
  void mark(std::size_t cell) {
    if (marks_[cell] != EarlyCells::kNever) marks_[cell] = stamp_;
  }

  Domain<D>& whole;
  BodyStore<D>& store;
  S& search;
  const Partition<D> partition;
  Window<D> window;

 private:
  struct Relied {
    double from = 0;
    float speed = 0;
    std::uint32_t window = 0;
  };

  /// Nobody of an inside steps into a border before it is due.
  void clear_marks() {
    if (search.marks() == 0) return;
    marks_.assign(search.marks(), 0);
    const std::size_t axis = partition.axis();
    broad::Cell<D> counts = search.cells().counts();
    counts[axis] = partition.slabs();
    broad::Cell<D> at{};
    do {
      broad::Cell<D> cell = at;
      cell[axis] = partition.start(at[axis]);
      marks_[search.mark_of(cell)] = EarlyCells::kNever;
    } while (is_next(at, counts));
  }
  /// On to the next cell of a box; false after the last one.
  static bool is_next(broad::Cell<D>& cell, const broad::Cell<D>& counts) {
    for (std::size_t k = 0; k < D; ++k) {
      if (++cell[k] < counts[k]) return true;
      cell[k] = 0;
    }
    return false;
  }

  std::vector<std::atomic<std::uint8_t>> owners_;
  std::vector<Relied> relied_;
  std::vector<std::uint8_t> marks_;
  std::uint8_t stamp_ = 0;
};

}  // namespace carom::sim
