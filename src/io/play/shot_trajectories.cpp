#include "io/play/shot_trajectories.hpp"

#include <fmt/format.h>

#include <limits>

#include "carom/io/scene.hpp"
#include "io/play/shot_paths.hpp"
#include "io/trajectory/hdf5_file.hpp"

namespace carom::io {
namespace {

using namespace billiards;

constexpr std::uint8_t kPhaseCount = 6;

/// `visit` gets each time of the table.
template <class Visit>
void for_each_time(const Outcome& outcome, double rate, Visit&& visit) {
  for (double k = 0; k / rate < outcome.duration; ++k) visit(k / rate);
  visit(outcome.duration);
}

/// The phases as an HDF5 enumeration, after them that of a ball which is on the table no more.
hdf5::Handle phase_type() {
  hdf5::Handle type(hdf5::lib().H5Tenum_create(hdf5::lib().native_uint8), hdf5::lib().H5Tclose);
  for (std::uint8_t phase = 0; phase < kPhaseCount; ++phase)
    hdf5::lib().H5Tenum_insert(type, std::string(name(static_cast<Phase>(phase))).c_str(), &phase);
  hdf5::lib().H5Tenum_insert(type, "gone", &kPhaseCount);
  return type;
}

/// All balls at one time, as the data sets have them.
struct Rows {
  std::vector<Vec3> position, velocity, spin;
  std::vector<std::uint8_t> phase;

  Rows(const ShotPaths& paths, std::size_t balls, double time) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    constexpr Vec3 kNowhere{kNone, kNone, kNone};
    for (std::size_t i = 0; i < balls; ++i) {
      const auto place = paths.at(i, time);
      position.push_back(place ? place->state.position : kNowhere);
      velocity.push_back(place ? place->state.velocity : kNowhere);
      spin.push_back(place ? place->state.angular_velocity : kNowhere);
      phase.push_back(place ? static_cast<std::uint8_t>(place->phase) : kPhaseCount);
    }
  }
};

void describe(hdf5::File& file, const ShotSetup& setup, double rate) {
  for (const char* group : {"/carom", "/trajectories"}) file.make_group(group);
  file.attribute("/carom", "format", "shot_trajectories");
  file.attribute("/carom", "version", 1);
  file.attribute("/carom", "creator", "carom " CAROM_VERSION);
  file.attribute("/carom", "name", setup.name);
  file.attribute("/carom", "table", setup.table.name);
  file.attribute("/carom", "rate", rate);
}

}  // namespace

void expect_trajectories(const ShotSetup& setup, const Outcome& outcome, double rate) {
  constexpr double kMostRows = 1e7;
  const double rows = (outcome.duration * rate + 2) * static_cast<double>(setup.state.balls.size());
  if (!(rate > 0) || !(rows <= kMostRows))
    throw InputError(fmt::format("trajectories: got {} rows a second, expected more than 0, and at most {} rows in all",
                                 rate, kMostRows));
}

std::string trajectories_csv(const ShotSetup& setup, const Outcome& outcome, double rate) {
  const ShotPaths paths(setup.table, setup.state, outcome);
  std::string csv = "time,ball,phase,x,y,z,vx,vy,vz,wx,wy,wz\n";
  for_each_time(outcome, rate, [&](double time) {
    for (std::size_t i = 0; i < setup.state.balls.size(); ++i) {
      const auto place = paths.at(i, time);
      if (!place) continue;
      const auto& [p, v, w] = place->state;
      csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", time, setup.state.balls[i].number, name(place->phase),
                         p.x, p.y, p.z, v.x, v.y, v.z, w.x, w.y, w.z);
    }
  });
  return csv;
}

void write_trajectories_h5(const ShotSetup& setup, const Outcome& outcome, double rate,
                           const std::filesystem::path& path) {
  const std::size_t balls = setup.state.balls.size();
  hdf5::File file(path);
  describe(file, setup, rate);
  hdf5::Handle phases = phase_type();
  hdf5::Series number(file, "/trajectories/ball", {.type = hdf5::lib().native_int32});
  hdf5::Series time(file, "/trajectories/time", {});
  hdf5::Series position(file, "/trajectories/position", {.shape = {balls, 3}, .noisy = true});
  hdf5::Series velocity(file, "/trajectories/velocity", {.shape = {balls, 3}, .noisy = true});
  hdf5::Series spin(file, "/trajectories/angular_velocity", {.shape = {balls, 3}, .noisy = true});
  hdf5::Series phase(file, "/trajectories/phase", {.type = phases, .shape = {balls}});
  for (const ShotBall& ball : setup.state.balls) number.append(&ball.number);
  const ShotPaths paths(setup.table, setup.state, outcome);
  for_each_time(outcome, rate, [&](double now) {
    const Rows rows(paths, balls, now);
    time.append(&now);
    position.append(rows.position.data());
    velocity.append(rows.velocity.data());
    spin.append(rows.spin.data());
    phase.append(rows.phase.data());
  });
  for (hdf5::Series* series : {&number, &time, &position, &velocity, &spin, &phase}) series->finish();
  file.attribute("/trajectories/time", "unit", "s");
  file.attribute("/trajectories/position", "unit", "m");
  file.attribute("/trajectories/velocity", "unit", "m s-1");
  file.attribute("/trajectories/angular_velocity", "unit", "rad s-1");
  phases = hdf5::Handle();
  file.close();
}

}  // namespace carom::io
