#include "io/play/shot_paths.hpp"

#include <algorithm>
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

std::optional<ShotPaths::Leg> ShotPaths::leg(std::size_t index, double time) const {
  if (time >= gone_[index]) return std::nullopt;
  const Stretch* const now = stretch(index, time);
  if (now == nullptr) return std::nullopt;
  const bool last = now == &stretches_[index].back();
  return Leg{now->phase, now->from, last ? gone_[index] : (now + 1)->from};
}

ShotPaths::Place ShotPaths::before(std::size_t index, double time) const {
  const auto& all = stretches_[index];
  const auto next = std::lower_bound(all.begin(), all.end(), time,
                                     [](const Stretch& stretch, double at) { return stretch.from < at; });
  const Stretch& last = next == all.begin() ? all.front() : *(next - 1);
  return {last.phase.kind, last.phase.at(std::clamp(time - last.from, 0.0, last.phase.end))};
}

}  // namespace carom::io
