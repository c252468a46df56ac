#include <algorithm>

#include "carom/billiards/phase.hpp"
#include "carom/io/shot.hpp"
#include "io/json/vec_json.hpp"
#include "io/play/drawn_table.hpp"
#include "io/report/page.hpp"
#include "io/report/report_files.hpp"

namespace carom::io {
namespace {

using namespace billiards;
using Json = nlohmann::json;

constexpr std::size_t kMostEvents = 10'000;  // that the page shows; outcome.json has all

std::size_t shown_events(const Outcome& outcome) {
  return std::min(kMostEvents, outcome.events.size());
}

/// A stretch of a ball's motion as the page evaluates it: time, place, velocity, acceleration, spin, its rate, the rate
/// of the side spin, the phase, the damping.
Json key(double time, const BallState& state, const BallSpec& ball, const Cloth& cloth) {
  const MotionPhase phase = phase_of(state, ball, cloth);
  const auto& [p, v, w] = phase.start;
  const Vec3& a = phase.motion.acceleration;
  const Vec3& b = phase.angular_acceleration;
  return {time,
          p.x,
          p.y,
          p.z,
          v.x,
          v.y,
          v.z,
          a.x,
          a.y,
          a.z,
          w.x,
          w.y,
          w.z,
          b.x,
          b.y,
          phase.spin_deceleration,
          static_cast<int>(phase.kind),
          phase.motion.damping};
}

Json track_of(const ShotSetup& setup, const Outcome& outcome, const ShotBall& ball) {
  const BallSpec& spec = setup.table.ball(ball.number);
  const Cloth& cloth = setup.table.equipment.cloth;
  Json track = {{"keys", Json::array({key(0, ball.state, spec, cloth)})}};
  for (std::size_t i = 0; i < shown_events(outcome); ++i) {
    const ShotEvent& event = outcome.events[i];
    if (event.ball != ball.number && event.other != ball.number) continue;
    const BallState& state = event.ball == ball.number ? event.state : event.other_state;
    track["keys"].push_back(key(event.time, state, spec, cloth));
    if (event.kind == ShotEventKind::pocket || event.kind == ShotEventKind::leaves_table) track["gone"] = event.time;
  }
  return track;
}

Json balls_json(const ShotSetup& setup, const Outcome& outcome) {
  Json balls = Json::array();
  for (const ShotBall& ball : setup.state.balls) {
    if (ball.place != ShotBall::Place::on_table) continue;
    const auto& set = setup.table.balls;
    const auto known =
        std::find_if(set.begin(), set.end(), [&](const SetBall& one) { return one.number == ball.number; });
    Json one = track_of(setup, outcome, ball);
    one["number"] = ball.number;
    one["name"] = known != set.end() ? known->name : "";
    one["color"] = known != set.end() ? known->color : "";
    one["radius"] = setup.table.ball(ball.number).radius;
    balls.push_back(one);
  }
  return balls;
}

std::string where(const ShotSetup& setup, const ShotEvent& event) {
  if (event.part < 0) return "";
  const auto part = static_cast<std::size_t>(event.part);
  const Table& table = setup.table;
  if (event.kind == ShotEventKind::pocket) return table.pockets[part].id;
  const std::size_t count = table.cushions.size();
  const std::string& own = part < count ? table.cushions[part].name : table.obstacles[part - count].name;
  return own.empty() ? "cushion " + std::to_string(part) : own;
}

Json events_json(const ShotSetup& setup, const Outcome& outcome) {
  Json events = Json::array();
  for (std::size_t i = 0; i < shown_events(outcome); ++i) {
    const ShotEvent& event = outcome.events[i];
    const Vec3& p = event.state.position;
    Json one = {{"time", event.time},   {"kind", name(event.kind)},           {"ball", event.ball},
                {"other", event.other}, {"where", where(setup, event)},       {"after", name(event.after)},
                {"at", {p.x, p.y}},     {"speed", norm(event.state.velocity)}};
    if (event.other >= 0) one["other_at"] = {event.other_state.position.x, event.other_state.position.y};
    events.push_back(one);
  }
  return events;
}

}  // namespace

std::string shot_report(const ShotSetup& setup, const Outcome& outcome) {
  const Strike& strike = setup.strike;
  const std::size_t shown = shown_events(outcome);
  const bool all = shown == outcome.events.size();
  const Json data = {{"name", setup.name},
                     {"table", drawn_table(setup.table)},
                     {"balls", balls_json(setup, outcome)},
                     {"events", events_json(setup, outcome)},
                     {"event_count", outcome.events.size()},
                     {"duration", all ? outcome.duration : outcome.events[shown - 1].time},
                     {"complete", outcome.complete},
                     {"cue_ball", setup.options.cue_ball},
                     {"strike",
                      {{"speed", strike.speed},
                       {"heading", vec_json(strike.heading)},
                       {"tip", {strike.side, strike.height}},
                       {"elevation", strike.elevation}}}};
  return page("shot", setup.name, report_files::shot_html, data, {report_files::shot_js});
}

}  // namespace carom::io
