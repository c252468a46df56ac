#include "carom/io/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "carom/io/trajectory.hpp"
#include "hdf5.h"
#include "io/temporary_folder.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;

/// Two discs of radius 1 and mass 1 on a line, 10 apart, the left one moving at speed 2 towards the right one: they
/// touch after (10 − 2)/2 = 4.
Scene<2> two_discs() {
  Scene<2> scene;
  scene.name = "two_discs";
  scene.until = 6;
  scene.frames_per_second = 2;
  for (const double x : {0.0, 10.0}) {
    SceneBody<2> disc;
    disc.body.shape = Circle{{x, 0}, 1};
    disc.body.motion.velocity = {x == 0 ? 2.0 : 0.0, 0};
    scene.bodies.push_back(disc);
  }
  return scene;
}

struct Seen {
  std::vector<double> frame_times, event_times, x0, x1;
  int begins = 0, ends = 0;
};

class Witness final : public Observer<2> {
 public:
  explicit Witness(Seen& seen) : seen_(&seen) {}
  void begin(const Scene<2>&, const World<2>&) override { ++seen_->begins; }
  void event(const Event<2>& event, const World<2>&) override { seen_->event_times.push_back(event.time); }
  void frame(const World<2>& world) override {
    seen_->frame_times.push_back(world.time());
    seen_->x0.push_back(world.placement({0}).position.x);
    seen_->x1.push_back(world.placement({1}).position.x);
  }
  void end(const World<2>&) override { ++seen_->ends; }

 private:
  Seen* seen_;
};

Seen watch(const Scene<2>& scene, const ProgressReport& report = {}) {
  Seen seen;
  std::vector<std::unique_ptr<Observer<2>>> observers;
  observers.push_back(std::make_unique<Witness>(seen));
  World<2> world = scene.make_world();
  simulate<2>(scene, world, observers, report);
  return seen;
}

TEST(Run, FramesAreAtTheStartAtMultiplesOfTheFrameTimeAndAtTheEnd) {
  Scene<2> scene = two_discs();
  scene.until = 1.75;
  const Seen seen = watch(scene);
  EXPECT_EQ(seen.frame_times, (std::vector<double>{0, 0.5, 1, 1.5, 1.75}));
  EXPECT_EQ(seen.begins, 1);
  EXPECT_EQ(seen.ends, 1);
}

TEST(Run, AFrameThatFallsOnTheEndIsShownOnce) {
  Scene<2> scene = two_discs();
  scene.until = 1;
  EXPECT_EQ(watch(scene).frame_times, (std::vector<double>{0, 0.5, 1}));
}

TEST(Run, NoFrameRateGivesTheStartAndTheEnd) {
  Scene<2> scene = two_discs();
  scene.frames_per_second = 0;
  EXPECT_EQ(watch(scene).frame_times, (std::vector<double>{0, 6}));
}

TEST(Run, ObserversSeeThePositionsOfAHeadOnBounce) {
  // Equal masses exchange velocities at t = 4, with the left disc at 8.
  const Seen seen = watch(two_discs());
  ASSERT_EQ(seen.event_times.size(), 1U);
  EXPECT_NEAR(seen.event_times[0], 4, 1e-15);
  for (std::size_t k = 0; k < seen.frame_times.size(); ++k) {
    const double t = seen.frame_times[k];
    EXPECT_NEAR(seen.x0[k], t < 4 ? 2 * t : 8, 1e-14);
    EXPECT_NEAR(seen.x1[k], t < 4 ? 10 : 10 + 2 * (t - 4), 1e-14);
  }
}

TEST(Run, WritesAllFilesOrNone) {
  const TemporaryFolder parent;
  run<2>(two_discs(), {.out = parent / "good"});
  for (const char* name : {"summary.json", "events.csv", "trajectory.h5", "final.json"})
    EXPECT_TRUE(fs::exists(parent / "good" / name)) << name;
  EXPECT_THROW(run<2>(two_discs(), {.out = parent / "bad", .until = -1.0}), InputError);
  EXPECT_FALSE(fs::exists(parent / "bad"));
}

TEST(Run, RefusesTimesThatAreNone) {
  const TemporaryFolder parent;
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), -1.0}) {
    EXPECT_THROW(run<2>(two_discs(), {.out = parent / "run", .until = bad}), InputError);
    EXPECT_THROW(run<2>(two_discs(), {.out = parent / "run", .frames_per_second = bad}), InputError);
  }
}

/// Reads a whole data set of doubles.
std::vector<double> read_doubles(const fs::path& file, const std::string& name, std::vector<hsize_t>& shape) {
  const hid_t opened = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = H5Dopen2(opened, name.c_str(), H5P_DEFAULT);
  const hid_t space = H5Dget_space(set);
  shape.resize(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  EXPECT_GE(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(opened);
  return values;
}

TEST(Trajectory, BallsThatComeAndGoHaveTheFillIdWhileTheyAreAway) {
  const TemporaryFolder folder;
  const Scene<2> scene = two_discs();
  World<2> world = scene.make_world();
  const auto trajectory = make_trajectory<2>(folder / "trajectory.h5");
  trajectory->begin(scene, world);
  trajectory->frame(world);
  world.run_until(1);
  world.add({.shape = Circle{{0, 50}, 1}, .motion = Linear2{{0, 1}}});
  trajectory->frame(world);
  world.run_until(2);
  world.remove({1});
  trajectory->frame(world);
  trajectory->end(world);

  std::vector<hsize_t> shape;
  const std::vector<double> id = read_doubles(folder / "trajectory.h5", "/particles/trajectory/id/value", shape);
  EXPECT_EQ(shape, (std::vector<hsize_t>{3, 3}));
  EXPECT_EQ(id, (std::vector<double>{0, 1, -1, 0, 1, 2, 0, -1, 2}));
  const std::vector<double> x = read_doubles(folder / "trajectory.h5", "/particles/trajectory/position/value", shape);
  EXPECT_EQ(shape, (std::vector<hsize_t>{3, 3, 3}));
  for (std::size_t k = 0; k < id.size(); ++k) EXPECT_EQ(std::isnan(x[3 * k]), id[k] == -1) << k;
  EXPECT_DOUBLE_EQ(x[3 * 8 + 1], 51);  // the third ball, one unit of time after it was added at y = 50
}

}  // namespace
}  // namespace carom::io
