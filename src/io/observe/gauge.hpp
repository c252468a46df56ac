#pragma once
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "carom/io/observables.hpp"

namespace carom::io {

/// Where there is no value yet.
inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

/// All movable balls at one frame.
template <int D>
struct Look {
  double time = 0;
  double span = 0;  ///< since the frame before; 0 at the first
  std::vector<BodyId> ids;
  std::vector<Vec<D>> places;  ///< as if the box had no sides: boxes crossed are counted in
  std::vector<Vec<D>> velocities;
  std::vector<double> masses;
  Vec<D> drift{};          ///< velocity of the centre of mass
  double temperature = 0;  ///< Σ m |v − drift|²/(D (N − 1)), in units of energy

  std::size_t count() const { return ids.size(); }
};

template <int D>
Look<D> look(const World<D>& world, double last_time);

/// Measures one observable.
template <int D>
class Gauge {
 public:
  virtual ~Gauge() = default;
  virtual void begin(const Look<D>&, const World<D>&, const Scene<D>&) {}
  /// Of the values that it gives at each frame: known once it has begun.
  virtual std::vector<std::string> names() const = 0;
  virtual void event(const Event<D>&, const World<D>&) {}
  /// As many values as names.
  virtual std::vector<double> frame(const Look<D>& look, const World<D>& world) = 0;
  virtual std::vector<Curve> curves() const { return {}; }
  virtual void archive(Archive&) {}
};

template <int D>
std::unique_ptr<Gauge<D>> make_pressure();
template <int D>
std::unique_ptr<Gauge<D>> make_temperature();
template <int D>
std::unique_ptr<Gauge<D>> make_collisions();
template <int D>
std::unique_ptr<Gauge<D>> make_displacement();
template <int D>
std::unique_ptr<Gauge<D>> make_velocities();
template <int D>
std::unique_ptr<Gauge<D>> make_pairs();
template <int D>
std::unique_ptr<Gauge<D>> make_cells();
template <int D>
std::unique_ptr<Gauge<D>> make_rotation();
template <int D>
std::unique_ptr<Gauge<D>> make_coordination();
template <int D>
std::unique_ptr<Gauge<D>> make_packing();
template <int D>
std::unique_ptr<Gauge<D>> make_stress();
template <int D>
std::unique_ptr<Gauge<D>> make_forces();
template <int D>
std::unique_ptr<Gauge<D>> make_wall_forces();
template <int D>
std::unique_ptr<Gauge<D>> make_flow();

}  // namespace carom::io
