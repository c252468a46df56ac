#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "carom/carom.h"
#include "carom/io/scene.hpp"
#include "carom/sim/world.hpp"

namespace carom::c {

/// A world whatever its dimension, with the checks that World leaves to its caller: std::invalid_argument for the id of
/// no body, and for times that have passed.
class AnyWorld {
 public:
  using Sink = std::function<void(const carom_event&)>;
  using Typed = std::variant<const World<2>*, const World<3>*>;

  virtual ~AnyWorld() = default;

  virtual int dimension() const = 0;
  virtual double time() const = 0;
  virtual std::size_t body_count() const = 0;
  virtual std::uint64_t event_count() const = 0;
  virtual std::uint64_t hash() const = 0;
  virtual double deepest_overlap() const = 0;
  virtual carom_ledger ledger() const = 0;

  virtual std::uint32_t add(const carom_body& body) = 0;
  virtual std::uint32_t add_later(const carom_body& body, double from) = 0;
  virtual void remove(std::uint32_t id) = 0;
  virtual void place(std::uint32_t id, const carom_vec& position) = 0;
  virtual void set_velocity(std::uint32_t id, const carom_vec& velocity) = 0;
  virtual void apply_impulse(std::uint32_t id, const carom_vec& impulse) = 0;
  virtual void apply_force(std::uint32_t id, const carom_vec& force, double from, double until) = 0;
  virtual void steer(std::uint32_t id, const carom_vec& velocity, double from) = 0;
  virtual void set_threads(int threads) = 0;

  /// False if so many events did not suffice. An empty sink is told nothing.
  virtual bool run_until(double time, std::uint64_t most_events, const Sink& sink) = 0;

  virtual carom_placement placement(std::uint32_t id) const = 0;
  /// Rows by id, NaN for what is not there; nullptr is left out.
  virtual void placements(double* positions, double* velocities) const = 0;
  virtual carom_hit cast(const carom_shape& shape, const carom_motion* motion, double horizon,
                         std::uint32_t mask) const = 0;
  virtual std::vector<BodyId> within(const carom_ball& region, std::uint32_t mask) const = 0;
  virtual std::string save() const = 0;
  virtual Typed typed() const = 0;
};

std::unique_ptr<AnyWorld> new_world(int dimension, const carom_world_options& options);
std::unique_ptr<AnyWorld> world_of(const io::AnyScene& scene);
/// ArchiveError for bytes that `save` has not written.
std::unique_ptr<AnyWorld> loaded_world(std::string_view bytes);

carom_world_options default_world_options();
carom_body default_body();

}  // namespace carom::c

/// What the handle of C stands for.
struct carom_world {
  explicit carom_world(std::unique_ptr<carom::c::AnyWorld> made) : any(std::move(made)) {}

  std::unique_ptr<carom::c::AnyWorld> any;
  std::string saved;
};
