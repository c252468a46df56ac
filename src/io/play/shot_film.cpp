#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/io/film.hpp"
#include "carom/io/scene.hpp"
#include "io/draw/camera.hpp"
#include "io/film/film_file.hpp"
#include "io/film/stage.hpp"
#include "io/play/ball_turn.hpp"
#include "io/play/table_model.hpp"

namespace carom::io {
namespace {

using namespace billiards;

constexpr double kMostFilmFrames = 1e5;
constexpr double kOutOfSight = 5;  // radii below the cloth

Color color_of(const Table& table, int number) {
  const auto ball = std::find_if(table.balls.begin(), table.balls.end(),
                                 [number](const SetBall& one) { return one.number == number; });
  if (ball != table.balls.end() && !ball->color.empty()) return color_from(ball->color);
  return number == 0 ? Color{0xfb, 0xf8, 0xee} : pool_ball_color(number);
}

/// Balls of pool have numbers, and from 9 on stripes. Balls of snooker have no marks but the cue ball.
BallLook look_of(const Table& table, int number) {
  const bool pool = table.game == "pool";
  auto marks = BallLook::Marks::dots;
  if (pool && number >= 1 && number <= 99) marks = BallLook::Marks::number;
  if (table.game == "snooker" && number != 0) marks = BallLook::Marks::none;
  return {color_of(table, number), pool && number > 8, marks, number};
}

Camera camera_of(const TableModel& model, const FilmOptions& options) {
  const double aspect = 1.0 * options.width / options.height;
  // So far away that all is seen straight from above.
  if (options.view == FilmView::above) return camera_on(model.extent(), {0, 0, 1}, {0, 1, 0}, 0.01, aspect);
  const double rise = 0.9;
  return camera_on(model.extent(), {0, -std::cos(rise), std::sin(rise)}, {0, 0, 1}, 0.55, aspect);
}

/// Numbers begin towards the camera, upright.
Quaternion first_turn() {
  const double tilt = 0.5;
  const Quaternion x_up = Quaternion::by({0, -std::numbers::pi / 2, 0});
  const Quaternion upright = Quaternion::by({0, 0, -std::numbers::pi / 2});
  return Quaternion::by({tilt, 0, 0}) * upright * x_up;
}

/// The balls of a shot at one time after the other.
class FilmedBalls {
 public:
  FilmedBalls(const ShotSetup& setup, const Outcome& outcome)
      : setup_(&setup), paths_(setup.table, setup.state, outcome), falls_(setup.state.balls.size()) {
    for (std::size_t i = 0; i < setup.state.balls.size(); ++i) {
      looks_.push_back(look_of(setup.table, setup.state.balls[i].number));
      turns_.emplace_back(paths_, i, first_turn());
    }
    for (const ShotEvent& event : outcome.events)
      if (event.kind == ShotEventKind::pocket)
        for (std::size_t i = 0; i < falls_.size(); ++i)
          if (setup.state.balls[i].number == event.ball) falls_[i] = &event;
  }

  std::vector<StageBall> at(double time) {
    std::vector<StageBall> balls;
    for (std::size_t i = 0; i < looks_.size(); ++i) {
      const Quaternion& turn = turns_[i].at(time);
      if (const auto place = paths_.at(i, time))
        balls.push_back({place->state.position, radius(i), turn, &looks_[i]});
      else if (falls_[i])
        balls.push_back({fallen(*falls_[i], radius(i), time - falls_[i]->time), radius(i), turn, &looks_[i]});
    }
    std::erase_if(balls, [](const StageBall& ball) { return ball.center.z < -kOutOfSight * ball.radius; });
    return balls;
  }

  /// When the last ball that falls into a pocket is out of sight.
  double last_fall() const {
    double last = 0;
    for (std::size_t i = 0; i < falls_.size(); ++i) {
      if (!falls_[i]) continue;
      const double height = falls_[i]->state.position.z + kOutOfSight * radius(i);
      last = std::max(last, falls_[i]->time + std::sqrt(2 * height / setup_->table.equipment.cloth.gravity));
    }
    return last;
  }

 private:
  double radius(std::size_t i) const { return setup_->table.ball(setup_->state.balls[i].number).radius; }

  /// Into its pocket: freely, held by the hole's edge.
  Vec3 fallen(const ShotEvent& event, double radius, double since) const {
    const Pocket& pocket = setup_->table.pockets[static_cast<std::size_t>(event.part)];
    const BallState& state = event.state;
    const double fall = 0.5 * setup_->table.equipment.cloth.gravity * since * since;
    const Vec2 off =
        Vec2{state.position.x, state.position.y} + since * Vec2{state.velocity.x, state.velocity.y} - pocket.center;
    const double room = std::max(0.0, pocket.radius - std::min(fall, radius));
    const Vec2 place = pocket.center + (norm(off) > room ? room / norm(off) : 1) * off;
    return {place.x, place.y, state.position.z - fall};
  }

  const ShotSetup* setup_;
  ShotPaths paths_;
  std::vector<BallLook> looks_;
  std::vector<BallTurn> turns_;
  std::vector<const ShotEvent*> falls_;  ///< into pockets; null: none
};

}  // namespace

void check_film(const Outcome& outcome, const std::filesystem::path& file, const FilmOptions& options) {
  FilmFile::expect_known_ending(file);
  const auto expect_size = [](const char* name, int size, int most) {
    if (size < 64 || size > most || size % 2 != 0)
      throw InputError(
          fmt::format("film: got {} {}, expected an even number of pixels from 64 to {}", name, size, most));
  };
  expect_size("width", options.width, 3840);
  expect_size("height", options.height, 2160);
  const double rate = options.frames_per_second;
  if (!(rate > 0 && rate <= 240 && outcome.duration * rate < kMostFilmFrames))
    throw InputError(
        fmt::format("film: got {} frames a second for {:.6g} s, expected more than 0, at most 240, and at "
                    "most {} frames in all (stop the shot earlier: until)",
                    rate, outcome.duration, kMostFilmFrames));
  if (!options.overwrite && std::filesystem::exists(file))
    throw InputError(
        fmt::format("{}: is there already: give another name, move it away, or let it be overwritten "
                    "(--force)",
                    file.string()));
}

bool write_film(const ShotSetup& setup, const Outcome& outcome, const std::filesystem::path& file,
                const FilmOptions& options, const std::function<bool(std::size_t, std::size_t)>& progress) {
  check_film(outcome, file, options);
  const double rate = options.frames_per_second;
  FilmFile film(file, options.width, options.height, rate);
  const TableModel model(setup.table);
  const Projection projection(camera_of(model, options), {0.5 * options.width, 0.5 * options.height}, options.height);
  const Aabb3& extent = model.extent();
  Stage stage(projection, options.width, options.height,
              Lamps(extent.high.x - extent.low.x, 0.5 * (extent.low + extent.high)), model.cloth());
  model.put_on(stage);
  stage.light();
  FilmedBalls balls(setup, outcome);
  constexpr double kLongestFall = 1;  // s: without gravity it would not end
  const double end = outcome.duration;
  const double until = outcome.complete ? std::clamp(balls.last_fall(), end, end + kLongestFall) : end;
  const auto frames = static_cast<std::size_t>(std::ceil(until * rate)) + 1;
  for (std::size_t k = 0; k < frames; ++k) {
    if (progress && !progress(k, frames)) return false;
    film.write(stage.frame(balls.at(static_cast<double>(k) / rate)));
  }
  film.close();
  return !progress || progress(frames, frames);
}

}  // namespace carom::io
