#include "carom/io/observables.hpp"

#include <fmt/format.h>

#include "io/observe/gauge.hpp"
#include "io/record/thinned.hpp"
#include "io/run/output_file.hpp"
#include "io/scene/balls.hpp"
#include "io/trajectory/hdf5_file.hpp"
#include "io/trajectory/row_spool.hpp"

namespace carom::io {
namespace {

using hdf5::File;
using hdf5::Series;

constexpr std::size_t kRowsShown = 2'000;

template <int D>
std::unique_ptr<Gauge<D>> make_gauge(Observable what) {
  switch (what) {
    case Observable::pressure:
      return make_pressure<D>();
    case Observable::temperature:
      return make_temperature<D>();
    case Observable::collisions:
      return make_collisions<D>();
    case Observable::msd:
      return make_displacement<D>();
    case Observable::velocities:
      return make_velocities<D>();
    case Observable::rdf:
      return make_pairs<D>();
    case Observable::rotation:
      return make_rotation<D>();
    case Observable::coordination:
      return make_coordination<D>();
    case Observable::packing:
      return make_packing<D>();
    case Observable::stress:
      return make_stress<D>();
    case Observable::forces:
      return make_forces<D>();
    case Observable::walls:
      return make_wall_forces<D>();
    case Observable::flow:
      return make_flow<D>();
    case Observable::cells:
      break;
  }
  return make_cells<D>();
}

template <int D>
class Observables final : public ObservablesObserver<D> {
 public:
  Observables(const std::filesystem::path& folder, std::span<const Observable> what, Opening opening)
      : csv_(opening == Opening::resumed ? OutputFile::existing(folder / "observables.csv")
                                         : OutputFile(folder / "observables.csv")),
        h5_(folder / "observables.h5"),
        spool_(make_spool(folder / "observables.h5", opening)) {
    for (const Observable one : what) gauges_.push_back(make_gauge<D>(one));
  }

  void begin(const Scene<D>& scene, const World<D>& world) override {
    last_time_ = world.time();
    const Look<D> start = look(world, last_time_);
    for (const auto& gauge : gauges_) {
      gauge->begin(start, world, scene);
      for (const std::string& name : gauge->names()) names_.push_back(name);
    }
    csv_.write(fmt::format("{}\n", fmt::join(names_, ",")));
    h5_.make_group("/carom");
    h5_.attribute("/carom", "format", "observables");
    h5_.attribute("/carom", "version", 1);
    h5_.attribute("/carom", "creator", "carom " CAROM_VERSION);
    h5_.attribute("/carom", "dimension", D);
    h5_.attribute("/carom", "scene", scene.name);
    h5_.make_group("/series");
    for (const std::string& name : names_) series_.emplace_back(h5_, "/series/" + name, hdf5::RowType{.noisy = true});
  }

  void event(const Event<D>& event, const World<D>& world) override {
    for (const auto& gauge : gauges_) gauge->event(event, world);
  }

  void frame(const World<D>& world) override {
    const Look<D> now = look(world, last_time_);
    last_time_ = now.time;
    std::vector<double> row{now.time};
    for (const auto& gauge : gauges_)
      for (const double value : gauge->frame(now, world)) row.push_back(value);
    write_csv(row);
    if (spool_)
      spool_->write(row.data(), row.size());
    else
      append(row);
    shown_.offer([&] { return row; });
  }

  void end(const World<D>&) override {
    csv_.close();
    if (spool_) {
      spool_->rewind();
      for (std::vector<double> row(names_.size()); spool_->read(row.data(), row.size());) append(row);
    }
    for (Series& series : series_) series.finish();
    for (const Curve& curve : curves()) write_h5(curve);
    h5_.close();
  }

  void archive(Archive& archive) override {
    archive(csv_, last_time_, shown_);
    if (spool_) archive(*spool_);
    for (const auto& gauge : gauges_) archive(*gauge);
  }

  std::vector<std::string> series_names() const override { return {names_.begin() + 1, names_.end()}; }
  const std::vector<std::vector<double>>& rows() const override { return shown_.items(); }
  std::vector<Curve> curves() const override {
    std::vector<Curve> all;
    for (const auto& gauge : gauges_)
      for (Curve& curve : gauge->curves()) all.push_back(std::move(curve));
    return all;
  }

 private:
  void write_csv(const std::vector<double>& row) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k > 0) csv_.write(',');
      csv_.write(row[k]);
    }
    csv_.write('\n');
  }

  void append(const std::vector<double>& row) {
    for (std::size_t k = 0; k < row.size(); ++k) series_[k].append(&row[k]);
  }

  void write_h5(const Curve& curve) {
    const std::string group = "/" + curve.name;
    h5_.make_group(group);
    h5_.attribute(group, "title", curve.title);
    h5_.attribute(group, "x", curve.x_name);
    write_column(group + "/x", curve.x);
    write_column(group + "/y", curve.y);
    if (!curve.expected.empty()) write_column(group + "/expected", curve.expected);
  }

  void write_column(const std::string& name, const std::vector<double>& values) {
    Series column(h5_, name, {.noisy = true});
    for (const double value : values) column.append(&value);
    column.finish();
  }

  OutputFile csv_;
  File h5_;
  std::unique_ptr<RowSpool> spool_;  ///< of rows, in runs with checkpoints
  std::vector<std::unique_ptr<Gauge<D>>> gauges_;
  std::vector<std::string> names_{"time"};
  std::vector<Series> series_;
  Thinned<std::vector<double>> shown_{kRowsShown};
  double last_time_ = 0;
};

template <int D>
Vec<D> unwrapped(const Placement<D>& placement, const std::optional<Vec<D>>& period) {
  Vec<D> place = placement.position;
  if (period)
    for (int k = 0; k < D; ++k) place[k] += (*period)[k] * placement.image[static_cast<std::size_t>(k)];
  return place;
}

template <int D>
void find_temperature(Look<D>& look) {
  double mass = 0, sum = 0;
  for (std::size_t i = 0; i < look.count(); ++i) {
    mass += look.masses[i];
    look.drift += look.masses[i] * look.velocities[i];
  }
  if (mass > 0) look.drift = look.drift / mass;
  for (std::size_t i = 0; i < look.count(); ++i) sum += look.masses[i] * norm2(look.velocities[i] - look.drift);
  if (look.count() > 1) look.temperature = sum / (D * static_cast<double>(look.count() - 1));
}

}  // namespace

template <int D>
Look<D> look(const World<D>& world, double last_time) {
  Look<D> look;
  look.time = world.time();
  look.span = look.time - last_time;
  for (const BodyId id : ball_ids(world)) {
    if (!world.present(id)) continue;
    const BodyState<D> state = world.state(id);
    if (state.mass == kImmovable || state.held) continue;
    const Placement<D> placement = world.placement(id);
    look.ids.push_back(id);
    look.places.push_back(unwrapped(placement, world.options().period));
    look.velocities.push_back(placement.velocity);
    look.masses.push_back(state.mass);
  }
  find_temperature(look);
  return look;
}

template <int D>
std::unique_ptr<ObservablesObserver<D>> make_observables(const std::filesystem::path& folder,
                                                         std::span<const Observable> what, Opening opening) {
  return std::make_unique<Observables<D>>(folder, what, opening);
}

template Look<2> look(const World<2>&, double);
template Look<3> look(const World<3>&, double);
template std::unique_ptr<ObservablesObserver<2>> make_observables(const std::filesystem::path&,
                                                                  std::span<const Observable>, Opening);
template std::unique_ptr<ObservablesObserver<3>> make_observables(const std::filesystem::path&,
                                                                  std::span<const Observable>, Opening);

}  // namespace carom::io
