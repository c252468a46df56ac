#pragma once
#include <optional>
#include <thread>

#include "carom/sim/world.hpp"
#include "function.hpp"
#include "lookout.hpp"
#include "motion.hpp"

namespace carom::python {

/// A velocity, or a law of motion of the body's own; None stands still.
template <int D>
struct Convert<BodyMotion<D>> {
  static BodyMotion<D> from(py::handle object, const Place& place) {
    if (object.is_none()) return {};
    if (const auto* law = try_value<BodyMotion<D>>(object)) return *law;
    if (const auto* law = try_value<Linear<D>>(object)) return *law;
    if (const auto* law = try_value<Accelerating<D>>(object)) return *law;
    if (const auto* law = try_value<Stopping<D>>(object)) return *law;
    if (const auto* law = try_value<Damped<D>>(object)) return *law;
    return Convert<Vec<D>>::from(object, place);
  }
  static py::object to(const BodyMotion<D>& motion) { return py::cast(motion); }
  static std::string type() {
    return "Vector | " + class_name<BodyMotion<D>>() + " | " + class_name<Linear<D>>() + " | " +
           class_name<Accelerating<D>>() + " | " + class_name<Stopping<D>>() + " | " + class_name<Damped<D>>() +
           " | None";
  }
};

/// A world as Python holds it. While it runs, the interpreter's lock is free: nobody else may touch it then but what it
/// calls itself.
template <int D>
class WorldObject {
 public:
  explicit WorldObject(World<D> world) : world_(std::move(world)) {}

  /// RuntimeError while it runs in another thread.
  World<D>& get() {
    if (runner_ && *runner_ != std::this_thread::get_id())
      throw std::runtime_error("this world is running in another thread");
    return world_;
  }

  /// Itself, to be changed; RuntimeError while it asks the caller's force.
  World<D>& to_change() {
    if (asking_ > 0) throw std::runtime_error("this world is asking its force: it cannot be changed meanwhile");
    return get();
  }

  /// Held, with the interpreter's lock, while it asks the caller's force.
  class Asking {
   public:
    explicit Asking(WorldObject& object) : asking_(object.asking_) { ++asking_; }
    ~Asking() { --asking_; }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;

   private:
    int& asking_;
  };

  /// Held while it runs; RuntimeError if it does so already.
  class Run {
   public:
    explicit Run(WorldObject& object) : object_(object) {
      if (object.runner_) throw std::runtime_error("this world is running already");
      object.runner_ = std::this_thread::get_id();
    }
    ~Run() { object_.runner_.reset(); }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

   private:
    WorldObject& object_;
  };

  /// Runs to a time, delivering events, and looks for Ctrl-C meanwhile: some twenty times a second.
  void run_until(double time, const typename World<D>::Sink& sink);
  std::optional<Event<D>> next_event(double horizon);

 private:
  template <class Advance>
  void in_stretches(double time, const Advance& advance);

  World<D> world_;
  std::optional<std::thread::id> runner_;  ///< changes with the interpreter's lock held
  int asking_ = 0;                         ///< so does this
};

/// Events in order, as run_until gives them.
template <int D>
struct EventList {
  std::vector<Event<D>> events;
};

/// A body of a world: IndexError if there is none of that number.
template <int D>
BodyId body_at(const Arguments& arguments, std::size_t k, const World<D>& world) {
  const auto count = static_cast<long long>(world.body_count());
  const long long number = whole_number(arguments[k], arguments.place(k), std::numeric_limits<int>::min(), 0xFFFFFFFE);
  if (number >= 0 && number < count) return BodyId{static_cast<std::uint32_t>(number)};
  throw py::index_error(arguments.place(k).text() + ": expected a body of this world, 0 … " +
                        std::to_string(count - 1) + ", got " + std::to_string(number));
}

}  // namespace carom::python
