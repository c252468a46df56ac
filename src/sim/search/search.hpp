#pragma once
#include <cstdint>
#include <memory>

#include "carom/sim/search_counts.hpp"
#include "sim/events/calendar.hpp"
#include "sim/events/encounter.hpp"
#include "sim/events/predictor.hpp"
#include "sim/search/straight/prefilter.hpp"

namespace carom::sim {

template <int D>
class Domain;
template <int D>
class ParallelRun;
template <int D>
class SearchSlot;

/// What a search works on, for the domain whose bodies it looks for.
template <int D>
struct SearchSite {
  const Setting<D>& setting;
  const BodyStore<D>& store;
  const ObstacleSet<D>& obstacles;
  const Supports<D>& supports;
  const Predictor<D>& predictor;
  Prefilter<D>& prefilter;
  Calendar& calendar;
  const Time& now;
  SearchSlot<D>& slot;  ///< in which the search is
  SearchCounts& counts;

  /// Whether a ball does not meet another one as the calendar says, because that has changed.
  bool is_stale(std::uint32_t other, std::uint32_t ball) const { return store.version(other) != calendar.tag(ball); }
  /// Whether a body is nothing but a ball of at most that radius that goes straight and bounces off all others.
  bool is_plain(std::uint32_t body, double largest) const {
    const Particle<D>& particle = store.particle(body);
    return particle.is_ball && store.radius(body) <= largest && !particle.has_law && !particle.absorbs &&
           !store.is_kinematic(body) && !setting.filters;
  }
  /// So many balls ask whom they meet first.
  void count_questions(std::size_t asking) const { counts.ask(asking, store.balls().size()); }
  /// Asks for what is read of a ball that may be met.
  void fetch_path(std::uint32_t ball) const {
    if (prefilter.empty())
      store.fetch(ball);
    else
      prefilter.fetch(ball);
    store.fetch_version(ball);
  }
};

/// What is due for a ball.
template <int D>
struct Due {
  enum class Kind : std::uint8_t { leave, stale, phase_end, ball, obstacle };

  Kind kind = Kind::leave;
  /// obstacle: the piece that is met; phase_end: which support is left, or kNone if the ball stops.
  std::uint32_t number = kNone;
  const broad::Cell<D>* image = nullptr;  ///< ball: which copy of that of higher id is met; null: the nearest
};

/// Knows which balls are near which, and for how long, and finds out what each of them does next. Which search a world
/// has never changes what happens. It is chosen once (choose_search.hpp), and nobody asks which one it is, but to tell.
template <int D>
class Search {
 public:
  Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  virtual ~Search() = default;

  virtual SearchKind kind() const = 0;
  /// Whether a ball that comes later can be found by this search.
  virtual bool can_take(std::uint32_t ball) const = 0;
  /// A ball has come; goes; was put back into the periodic box, by so many boxes; has become larger.
  virtual void insert(std::uint32_t ball) = 0;
  virtual void remove(std::uint32_t ball) = 0;
  virtual void wrap(std::uint32_t ball, const broad::Cell<D>& boxes) = 0;
  virtual void grow(std::uint32_t ball) = 0;

  /// Finds what a ball does next, and enters it into the calendar.
  virtual void predict(std::uint32_t ball) = 0;
  /// A ball that surely meets nothing before it is predicted again, within that time: it only has to be found.
  virtual void expect_nothing(std::uint32_t ball, double /*within*/) { predict(ball); }
  /// The same for two that have just met, and have certainly parted.
  virtual void predict_parted(std::uint32_t low, std::uint32_t high) {
    predict(low);
    predict(high);
  }
  /// The same for all balls, anew.
  virtual void predict_all() = 0;

  /// The calendar's next entry, that of nobody if there is none. What is needed for those that come soon may be asked
  /// for, and found out, ahead.
  virtual const Calendar::Entry& next() = 0;
  /// What is due by an entry of the calendar.
  virtual Due<D> due(const Calendar::Entry& entry) const = 0;
  /// A ball leaves the place for which was known whom it may meet: what does it do next?
  virtual void leave_place(std::uint32_t ball) = 0;
  /// A ball does not meet as it was known to, because its partner has changed.
  virtual void predict_stale(std::uint32_t ball) = 0;
  /// Whatever has been put off is done: nothing that is due is left out of the calendar.
  virtual void finish() {}

  /// Divides the world into domains that run side by side (domain/parallel_run.hpp), into so many slabs at most; null
  /// if it can not be.
  virtual std::unique_ptr<ParallelRun<D>> divide(Domain<D>& whole, int threads, int slabs);
};

/// The search of a domain. There may be none: then nothing is looked for, until a new one has been chosen.
template <int D>
class SearchSlot {
 public:
  SearchSlot() = default;
  SearchSlot(const SearchSlot&) = delete;
  SearchSlot& operator=(const SearchSlot&) = delete;

  bool empty() const { return current_ == &none_; }
  Search<D>* operator->() const { return current_; }
  void set(std::unique_ptr<Search<D>> search) {
    owned_ = std::move(search);
    current_ = owned_.get();
  }
  /// One that somebody else keeps.
  void use(Search<D>& search) { current_ = &search; }
  /// The search does not fit any more. It may say so itself: it stays where it is until `release`.
  void forget() { current_ = &none_; }
  void release() {
    forget();
    owned_.reset();
  }

  /// Whether balls have flown too far away for lists of neighbours.
  bool is_wide() const { return is_wide_; }
  void forget_as_too_wide() {
    is_wide_ = true;
    forget();
  }

 private:
  class NoSearch final : public Search<D> {
    SearchKind kind() const override { return SearchKind::none; }
    bool can_take(std::uint32_t) const override { return false; }
    void insert(std::uint32_t) override {}
    void remove(std::uint32_t) override {}
    void wrap(std::uint32_t, const broad::Cell<D>&) override {}
    void grow(std::uint32_t) override {}
    void predict(std::uint32_t) override {}
    void predict_all() override {}
    const Calendar::Entry& next() override { return Calendar::kNothing; }
    Due<D> due(const Calendar::Entry&) const override { return {}; }
    void leave_place(std::uint32_t) override {}
    void predict_stale(std::uint32_t) override {}
  };

  NoSearch none_;
  std::unique_ptr<Search<D>> owned_;
  Search<D>* current_ = &none_;
  bool is_wide_ = false;
};

}  // namespace carom::sim
