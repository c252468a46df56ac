#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "sim/domain/merge.hpp"
#include "sim/domain/slabs/border.hpp"
#include "sim/domain/slabs/slab.hpp"
#include "sim/domain/threads/parallel_run.hpp"
#include "sim/domain/threads/thread_governor.hpp"
#include "sim/domain/threads/thread_pool.hpp"

namespace carom::sim {

/// Runs a large periodic world of simple balls divided into slabs, whose insides and borders are domains.
///
/// In each window first each border looks ahead alone; then each inside runs through the window alone; then each border
/// does. All insides, and all borders, do so side by side.
///
/// If something becomes faster than was allowed for after all, or somebody can have been reached who has gone on
/// already, the whole window is rolled back and done again, with more care; if that does not help, in the plain loop.
///
/// Why the bits are the same: two balls' impact is computed from the later of their own times, whoever asks, and when;
/// so what is done to balls that do not meet may be done in any order. What is a sum over events is added up in theirs.
template <int D, class S>
class DividedRun final : public ParallelRun<D> {
 public:
  DividedRun(Domain<D>& whole, S& search, int threads, int slabs);

  bool advance(const Time& limit) override;
  void execute(std::size_t number) override;
  const Time& end() const override { return division_.window.end(); }
  void hand_back() override;

 private:
  void look_at_all();
  void measure_speed(double allowance);
  bool run_window(const Time& limit);
  double window_length() const;
  void run_domains();
  void take_counts();
  void roll_back();
  void start_again(int again);
  void renew_changed();
  void keep_events();
  void count_events();
  /// Calls work(slab and border) for all, side by side.
  void for_all(const std::function<void(Slab<D, S>&, Border<D, S>&)>& work);

  Division<D, S> division_;
  Domain<D>& whole_;
  std::vector<std::unique_ptr<Slab<D, S>>> slabs_;
  std::vector<std::unique_ptr<Border<D, S>>> borders_;
  std::vector<const WindowedDomain<D, S>*> domains_;  ///< both
  double events_per_time_ = 0;
  std::vector<DomainEvent<D, S>> events_;  ///< of the window, where they are delivered
  std::vector<Loss> losses_;               ///< likewise
  std::size_t next_loss_ = 0;
  ThreadPool threads_;
  ThreadGovernor governor_;
  std::uint32_t round_;  ///< windows after which speeds and calendars are looked at anew
};

}  // namespace carom::sim
