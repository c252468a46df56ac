#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "broad/spin_lock.hpp"
#include "sim/crew.hpp"
#include "sim/old_names.hpp"
#include "sim/pace.hpp"
#include "sim/simulation.hpp"

namespace carom::detail {

/// Runs a large periodic world of simple balls in parts, each in a thread of its own, from one window of time to the
/// next, with the bits of the plain loop.
///
/// The box is cut into slabs. The first column of cells of each is a border; what lies between borders is the inside of
/// a slab. First each border goes on alone to its impacts, which are not done. Then each inside runs through the window
/// alone, in order of time. Those of the borders that meet somebody stand still meanwhile: from that on nobody knows of
/// them, nor of whom they can have reached; how far they get is bounded by their energy, and by the greatest speed,
/// `fastest_`. A ball of the inside that one of them can reach, or that needs one, is left where it is, as one of whom
/// nobody knows from then on. All others have certainly done what they do in the plain loop, as far as their own slab
/// can tell. Then each border runs through the window with what is its own and what was left to it; and checks what it
/// does, if that is not what slabs were told of.
///
/// If something becomes faster than that after all, or somebody can have been reached who has gone on already, the
/// whole window is taken back and done again, with more care; if that does not help, in the plain loop.
///
/// Why the bits are the same: two balls' impact is computed from the later of their own times, whoever asks, and when;
/// so what is done to balls that do not meet may be done in any order. What is a sum over events is added up in theirs.
template <int D>
class Regions {
 public:
  /// Of a shell's slack: how far beyond its shell a ball may get before its list has to be new. It bounds a window.
  static constexpr double kMargin = 0.06;

  /// Makes columns of cells as many along an axis as can be dealt out to so many slabs evenly.
  static void even_out(Cell<D>& counts, int slabs);
  /// Whether a world can run so.
  static bool suit(const Simulation<D>& whole);

  explicit Regions(Simulation<D>& whole);

  /// Does a window that ends at `limit` at the latest. False if it could not: then all bodies are as they were before
  /// it, and only the whole can go on.
  ///
  /// Where somebody is told of the events, they are put into the whole's outbox, and the bodies are as they were
  /// before them, until each is shown; else all has happened.
  bool advance(const Time& limit);
  /// Lets the event of that number in the outbox happen to the whole.
  void show(std::size_t number);
  /// Of the last window.
  const Time& end() const { return end_; }
  /// What is due is the whole's again.
  void hand_back();

 private:
  /// Along which axis how many slabs lie side by side, and the columns of cells of the least.
  struct Cut {
    std::size_t axis = 0;
    int slabs = 1;
    int least = 0;
  };
  /// From when on, after the window's start, nobody knows of a ball, and how fast it is then at most.
  struct Lost {
    double time;
    std::uint32_t body;
    float speed;
  };
  /// A lost ball of a border that may reach balls of an inside: which of these, from the window's start on.
  struct Heard : Lost {
    std::uint32_t first;
    std::uint32_t end;
  };
  /// A ball that a lost one can reach, and when, at the earliest.
  struct Reached {
    double time;
    std::uint32_t body;
    Lost by;

    // The earliest on top of a heap.
    friend bool operator<(const Reached& a, const Reached& b) { return a.time > b.time; }
  };
  /// Why a window has to be taken back: a shorter one may do, or only the plain loop.
  enum class Trouble : std::uint8_t { none, passing, lasting };
  /// What has been relied on of a ball that was lost in a window.
  struct Bound {
    double from = 0;
    float speed = 0;
    std::uint32_t window = 0;
  };
  /// Whom a lost ball can reach.
  class Reach {
   public:
    Reach(const Regions& regions, const Lost& lost);
    Reached touch(std::uint32_t other) const;
    Reached touch_after(std::uint32_t other, double time) const;
    bool may_touch(std::uint32_t other) const;
    bool may_touch(std::uint32_t other, const Mover<D>& path, double until) const;

   private:
    Vec<D> apart(const Mover<D>& path, double after) const;
    double sum(std::uint32_t other) const { return radius_ + regions_.whole_.known_radius(other); }

    const Regions& regions_;
    Lost lost_;
    Vec<D> place_;  ///< where it is lost
    double radius_;
  };
  /// What some bodies were like.
  class States {
   public:
    void add(const Simulation<D>& world, std::uint32_t body) {
      if (count_ == bodies_.size()) make_room();
      bodies_[count_] = body;
      paths_[count_] = world.movers_[body];
      records_[count_] = world.records_[body];
      ++count_;
    }
    void restore(std::size_t number, Simulation<D>& world) const {
      world.movers_[bodies_[number]] = paths_[number];
      world.records_[bodies_[number]] = records_[number];
    }
    std::size_t size() const { return count_; }
    std::uint32_t body(std::size_t number) const { return bodies_[number]; }
    const Mover<D>& path(std::size_t number) const { return paths_[number]; }
    void clear() { count_ = 0; }

   private:
    void make_room() {
      const std::size_t room = 2 * count_ + 64;
      bodies_.resize(room);
      paths_.resize(room);
      records_.resize(room);
    }

    std::size_t count_ = 0;
    std::vector<std::uint32_t> bodies_;
    LargeArray<Mover<D>> paths_;
    LargeArray<Record<D>> records_;
  };
  /// What an impact dissipated.
  struct Loss {
    DueKey due;
    double energy;
  };
  struct alignas(128) Part {
    Part(Simulation<D>& whole, const std::atomic<std::uint8_t>* owners, int part)
        : world(whole, owners, static_cast<std::uint8_t>(part)), number(static_cast<std::uint8_t>(part)) {}

    Simulation<D> world;
    std::uint8_t number;
    // Of this window: the two bodies of each impact, as they were before and, where somebody is told of it, are after
    // it, what it dissipated, and the deepest overlap until then.
    States before;
    States after;
    std::vector<Loss> losses;
    std::size_t added = 0;  ///< of these losses
    std::vector<double> overlaps;
    double deepest = 0;              ///< overlap before the window
    std::size_t shells = 0;          ///< that were left
    std::vector<std::uint8_t> seen;  ///< of all bodies: the last window in which nobody knew of them
  };
  struct Slab : Part {
    using Part::Part;
    std::vector<Reached> lost;                          ///< a heap of such as are still to come
    double soonest = 0;                                 ///< the time of the next ball that is lost, or earlier
    std::array<std::vector<std::uint32_t>, 2> left;     ///< to the border below and above
    std::array<std::vector<std::uint32_t>, 2> unknown;  ///< of these borders, by what was left
  };
  struct Border : Part {
    using Part::Part;
    std::vector<std::uint32_t> due;                      ///< that meet somebody within the window
    std::vector<Lost> coming;                            ///< whom that concerns, in order of time
    std::array<std::vector<Heard>, 2> heard;             ///< of these: who may reach into the inside below and above
    std::array<std::vector<std::uint32_t>, 2> reached;   ///< whom they may reach there
    std::array<std::vector<std::uint32_t>, 2> returned;  ///< to the slab below and above
    std::array<std::size_t, 2> taken{};                  ///< from these, with something due, though they were not left
    std::vector<std::uint32_t> guests;                   ///< whose home is elsewhere, or may be
    SpinLock lists;                                      ///< of its balls, which both slabs may change
  };

  int column_of(std::uint32_t body) const { return whole_.column(body, axis_); }
  std::uint8_t home_of(std::uint32_t body) const { return homes_[static_cast<std::size_t>(column_of(body))]; }
  Slab& slab_of(const Border& border, int side) {
    return *slabs_[static_cast<std::size_t>((border.number - count_ + side + count_ - 1) % count_)];
  }
  Border& border_of(const Slab& slab, int side) {
    return *borders_[static_cast<std::size_t>((slab.number + side) % count_)];
  }
  std::uint8_t owner(std::uint32_t body) const { return owners_[body].load(std::memory_order_relaxed); }
  void give(std::uint32_t body, std::uint8_t to) { owners_[body].store(to, std::memory_order_relaxed); }
  bool is_broken() const { return trouble_.load(std::memory_order_relaxed) != Trouble::none; }
  void fail() { trouble_.store(Trouble::lasting, std::memory_order_relaxed); }
  /// More has happened in the window than was allowed for.
  void miss() {
    Trouble none = Trouble::none;
    trouble_.compare_exchange_strong(none, Trouble::passing, std::memory_order_relaxed);
  }
  bool is_seen(const Part& part, std::uint32_t body) const { return part.seen[body] == stamp_; }

  static Cut cut(const Cell<D>& counts, int slabs);
  void settle();
  void measure_speed();
  bool run_window(const Time& limit);
  void run_parts();
  void start_again(int again);
  void begin(Part& part);
  Calendar::Entry next_of(Part& part);
  void look_ahead(Border& border);
  double since(const Time& time) const { return whole_.clock_.between(start_, time); }
  void run(Slab& slab);
  void stand_still(Border& border, const Lost& lost);
  bool is_search(const Simulation<D>& world, std::uint32_t body) const;
  void search(Border& border, std::uint32_t body);
  void search_again(Part& part, std::uint32_t body);
  float speed_after(std::uint32_t body, double speed2) const;
  float speed_after(std::uint32_t body, const DueKey& due) const;
  float speed_after(const Reached& reached) const;
  void add(std::vector<Reached>& heap, const Reached& reached) const;
  void lose_later(Slab& slab, const Reached& reached) const;
  static Reached take_first(std::vector<Reached>& heap);
  void rely_on(const Lost& lost) { bounds_[lost.body] = {lost.time, lost.speed, window_}; }
  std::array<int, 2> from_borders(const Slab& slab, int column) const;
  bool is_at_edge(const Slab& slab, int column) const;
  bool is_on_side(const Slab& slab, std::uint8_t home) const { return home == slab.number || home >= count_; }
  std::unique_lock<SpinLock> hold_lists(const Slab& slab, int column);
  void search_again(Slab& slab, std::uint32_t body, int next);
  template <class Visit>
  void visit_on_side(const Slab& slab, std::uint32_t body, Visit visit) const;
  /// Asks for what tells whom a lost ball can reach.
  void fetch_paths(std::uint32_t lost) const {
    if (whole_.uses_links_) return whole_.links_.fetch_cells(whole_.links_.around(lost));
    for (const std::uint32_t other : whole_.lists_.list(lost)) fetch_line(&whole_.movers_[other]);
  }
  void fetch_paths(const Slab& slab, std::uint32_t lost) {
    const auto held = hold_lists(slab, column_of(lost));
    fetch_paths(lost);
  }
  void clear_marks();
  void note_lost(Slab& slab, std::uint32_t body);
  bool is_far_from_lost(const Slab& slab, std::uint32_t body) const;
  void hear(Slab& slab, int side, const Heard& heard);
  const std::vector<Heard>& heard_from(const Slab& slab, int side) {
    return border_of(slab, side).heard[static_cast<std::size_t>(1 - side)];
  }
  template <class Visit>
  void visit_reached(const Slab& slab, int side, const Heard& heard, Visit visit) {
    const std::vector<std::uint32_t>& reached = border_of(slab, side).reached[static_cast<std::size_t>(1 - side)];
    for (std::uint32_t k = heard.first; k < heard.end; ++k) visit(reached[k]);
  }
  bool lose_until(Slab& slab, std::array<std::size_t, 2>& next, double time);
  bool lose(Slab& slab, const Reached& reached);
  bool can_be_later(const Slab& slab, const Reached& reached) const;
  void leave(Slab& slab, const Lost& lost);
  void pass_on(Slab& slab, const Lost& lost);
  int nearer_side(const Slab& slab, int column) const;
  int next_column(const Slab& slab, std::uint32_t body) const;
  void step(Slab& slab, std::uint32_t body);
  template <class Visit>
  void visit_entered(std::uint32_t body, const CellStep& step, Visit visit) const;
  Reached reached_by(const Slab& slab, std::uint32_t lost, std::uint32_t body) const;
  void look_around(Slab& slab, std::uint32_t body, const CellStep& step);
  void run(Border& border);
  void step(Border& border, std::uint32_t body);
  void take_over(Border& border, std::uint32_t body);
  bool may_have_touched(const Border& border, const Lost& lost, std::uint32_t body);
  void check(Border& border, std::uint32_t body, double time);
  void return_guests(Border& border);
  void return_guest(Border& border, std::uint32_t body);
  void bounce(Part& part, const DueKey& due);
  void rewind();
  void merge();
  void tell();
  void count();

  Simulation<D>& whole_;
  std::size_t axis_;
  int columns_;
  int count_;  ///< of slabs, and of borders
  std::vector<int> starts_;
  std::vector<std::uint8_t> homes_;  ///< of each column
  std::vector<std::atomic<std::uint8_t>> owners_;
  std::vector<std::unique_ptr<Slab>> slabs_;
  std::vector<std::unique_ptr<Border>> borders_;
  Time start_{};  ///< of the window
  Time end_{};
  double span_ = 0;
  std::uint8_t stamp_ = 0;
  /// Of linked cells of insides: the last window in which, as far as the slab knows, a ball was lost in or beside them.
  std::vector<std::uint8_t> marks_;
  double fastest_ = 0;
  double mean_square_ = 0;  ///< of speeds
  int careful_ = 0;         ///< windows that are to be shorter, as one had to be taken back
  double events_per_time_ = 0;
  std::uint32_t window_ = 0;  ///< its number
  std::vector<Bound> bounds_;
  /// The window's events in order: the part, and which of its own.
  std::vector<std::pair<Part*, std::uint32_t>> order_;
  std::atomic<Trouble> trouble_ = Trouble::none;
  Crew crew_;
  Pace pace_;
  std::uint32_t round_;  ///< windows after which speeds and calendars are looked at anew
};

}  // namespace carom::detail
