#pragma once
#include "carom/io/archive.hpp"
#include "carom/io/scene.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// How the file of an observer begins.
enum class Opening {
  fresh,    ///< from nothing, for a run without checkpoints
  kept,     ///< from nothing, for a run with checkpoints
  resumed,  ///< as a checkpoint left it: `begin` is told of the run's start, then `archive` reads
};

/// Watches a run: every file that a run writes is one. Called in this order: begin, then events and frames as time goes
/// on, then end. A frame at time t comes after all events up to and including t. Errors are thrown as
/// std::runtime_error with the file's name and the reason.
template <int D>
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void begin(const Scene<D>& scene, const World<D>& world) = 0;
  /// Just after `event` was applied: world.state(event.a) is the state after it, at event.instant.
  virtual void event(const Event<D>& event, const World<D>& world) = 0;
  /// All balls as they are at world.time().
  virtual void frame(const World<D>& world) = 0;
  virtual void end(const World<D>& world) = 0;
  /// After the end: what the file leaves out to stay small, as a sentence with the file's name; empty if nothing.
  virtual std::string left_out() const { return {}; }
  /// Everything that a checkpoint must keep for the observer to go on as if the run had not stopped. Files that grow
  /// are with the disk once this has written, and cut back to what they were once it has read.
  virtual void archive(Archive&) {}
};

}  // namespace carom::io

#pragma GCC visibility pop
