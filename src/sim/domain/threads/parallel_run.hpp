#pragma once
#include "sim/domain/domain.hpp"

namespace carom::sim {

/// A world that runs divided into domains, from one window of time to the next, with the bits of the plain loop.
template <int D>
class ParallelRun {
 public:
  ParallelRun() = default;
  ParallelRun(const ParallelRun&) = delete;
  ParallelRun& operator=(const ParallelRun&) = delete;
  virtual ~ParallelRun() = default;

  /// Does a window that ends at `limit` at the latest. False if it could not: then all bodies are as they were before
  /// it, and only the whole can go on.
  ///
  /// Where somebody is told of the events, they are put into the whole's log, and the bodies are as they were before
  /// them, until each is executed; else all has been.
  virtual bool advance(const Time& limit) = 0;
  /// Executes the event of that number in the log in the whole.
  virtual void execute(std::size_t number) = 0;
  /// Of the last window.
  virtual const Time& end() const = 0;
  /// What is due is the whole's again.
  virtual void hand_back() = 0;
};

}  // namespace carom::sim
