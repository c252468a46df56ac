// What is summed from impact to impact: pressure, collision rate.
#include "io/observe/gauge.hpp"
#include "io/scene/balls.hpp"

namespace carom::io {
namespace {

template <int D>
bool is_of_balls(const Event<D>& event, const World<D>& world) {
  return event.kind == EventKind::impact && is_ball(world, event.b);
}

template <int D>
double volume(const World<D>& world) {
  const Vec<D> sides = *world.options().period;
  double product = 1;
  for (int k = 0; k < D; ++k) product *= sides[k];
  return product;
}

/// P V = N T + (1/(D Δt)) Σ r·Δp over the impacts of Δt; r from centre to centre is the sum of radii, along Δp
/// (Alder & Wainwright 1960). Z = P V/(N T).
template <int D>
class Pressure final : public Gauge<D> {
 public:
  std::vector<std::string> names() const override { return {"pressure", "compressibility"}; }

  void begin(const Look<D>& look, const World<D>&, const Scene<D>&) override { last_temperature_ = look.temperature; }

  void event(const Event<D>& event, const World<D>& world) override {
    if (is_of_balls(event, world)) virial_ += (world.radius(event.a) + world.radius(event.b)) * event.impulse;
  }

  std::vector<double> frame(const Look<D>& look, const World<D>& world) override {
    const double ideal = static_cast<double>(look.count()) * (last_temperature_ + look.temperature) / 2;
    const double product = ideal + virial_ / (D * look.span);
    virial_ = 0;
    last_temperature_ = look.temperature;
    if (look.span == 0) return {kNoValue, kNoValue};
    return {product / volume(world), product / ideal};
  }

  void archive(Archive& archive) override { archive(virial_, last_temperature_); }

 private:
  double virial_ = 0;
  double last_temperature_ = 0;
};

template <int D>
class Collisions final : public Gauge<D> {
 public:
  std::vector<std::string> names() const override { return {"collision_rate", "mean_free_time"}; }

  void event(const Event<D>& event, const World<D>& world) override {
    if (is_of_balls(event, world)) ++count_;
  }

  std::vector<double> frame(const Look<D>& look, const World<D>&) override {
    const double rate = 2 * static_cast<double>(count_) / (static_cast<double>(look.count()) * look.span);
    count_ = 0;
    if (look.span == 0) return {kNoValue, kNoValue};
    return {rate, rate > 0 ? 1 / rate : kNoValue};
  }

  void archive(Archive& archive) override { archive(count_); }

 private:
  std::uint64_t count_ = 0;
};

}  // namespace

template <int D>
std::unique_ptr<Gauge<D>> make_pressure() {
  return std::make_unique<Pressure<D>>();
}
template <int D>
std::unique_ptr<Gauge<D>> make_collisions() {
  return std::make_unique<Collisions<D>>();
}

template std::unique_ptr<Gauge<2>> make_pressure<2>();
template std::unique_ptr<Gauge<3>> make_pressure<3>();
template std::unique_ptr<Gauge<2>> make_collisions<2>();
template std::unique_ptr<Gauge<3>> make_collisions<3>();

}  // namespace carom::io
