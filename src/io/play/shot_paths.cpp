#include "io/play/shot_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace carom::io {

using namespace billiards;

ShotPaths::ShotPaths(const Table& table, const TableState& before, const Outcome& outcome)
    : stretches_(before.balls.size()), gone_(before.balls.size(), std::numeric_limits<double>::infinity()) {
  std::unordered_map<int, std::size_t> index_of;
  const auto begin = [&](std::size_t index, int number, double time, const BallState& state) {
    stretches_[index].push_back({time, phase_of(state, table.ball(number), table.equipment.cloth)});
  };
  for (std::size_t i = 0; i < before.balls.size(); ++i) {
    const ShotBall& ball = before.balls[i];
    index_of[ball.number] = i;
    if (ball.place == ShotBall::Place::on_table)
      begin(i, ball.number, 0, ball.state);
    else
      gone_[i] = -1;
  }
  for (const ShotEvent& event : outcome.events) {
    const std::size_t ball = index_of.at(event.ball);
    begin(ball, event.ball, event.time, event.state);
    if (event.kind == ShotEventKind::pocket || event.kind == ShotEventKind::leaves_table) gone_[ball] = event.time;
    if (event.other >= 0) begin(index_of.at(event.other), event.other, event.time, event.other_state);
  }
}

// The last that has begun: of several at one time the last one.
const ShotPaths::Stretch* ShotPaths::stretch(std::size_t index, double time) const {
  const auto& all = stretches_[index];
  const auto after = std::upper_bound(all.begin(), all.end(), time,
                                      [](double at, const Stretch& stretch) { return at < stretch.from; });
  return after == all.begin() ? nullptr : &*(after - 1);
}

std::optional<ShotPaths::Place> ShotPaths::at(std::size_t index, double time) const {
  if (time >= gone_[index]) return std::nullopt;
  const Stretch* const now = stretch(index, time);
  if (now == nullptr) return std::nullopt;
  return Place{now->phase.kind, now->phase.at(std::min(time - now->from, now->phase.end))};
}

ShotPaths::Place ShotPaths::before(std::size_t index, double time) const {
  const auto& all = stretches_[index];
  const auto next = std::lower_bound(all.begin(), all.end(), time,
                                     [](const Stretch& stretch, double at) { return stretch.from < at; });
  const Stretch& last = next == all.begin() ? all.front() : *(next - 1);
  return {last.phase.kind, last.phase.at(std::clamp(time - last.from, 0.0, last.phase.end))};
}

std::string trajectories_csv(const ShotSetup& setup, const Outcome& outcome, double rate) {
  constexpr double kMostRows = 1e7;
  const std::size_t balls = setup.state.balls.size();
  const double rows = (outcome.duration * rate + 2) * static_cast<double>(balls);
  if (!(rate > 0) || !(rows <= kMostRows))
    throw InputError(fmt::format("trajectories: got {} rows a second, expected more than 0, and at most {} rows in all",
                                 rate, kMostRows));
  const ShotPaths paths(setup.table, setup.state, outcome);
  std::string csv = "time,ball,phase,x,y,z,vx,vy,vz,wx,wy,wz\n";
  const auto put = [&](double time) {
    for (std::size_t i = 0; i < balls; ++i) {
      const auto place = paths.at(i, time);
      if (!place) continue;
      const auto& [p, v, w] = place->state;
      csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", time, setup.state.balls[i].number, name(place->phase),
                         p.x, p.y, p.z, v.x, v.y, v.z, w.x, w.y, w.z);
    }
  };
  for (double k = 0; k / rate < outcome.duration; ++k) put(k / rate);
  put(outcome.duration);
  return csv;
}

}  // namespace carom::io
