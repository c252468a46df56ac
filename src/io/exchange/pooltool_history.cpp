#include "io/exchange/pooltool_history.hpp"

#include <fmt/format.h>

#include <map>

#include "io/exchange/pooltool_names.hpp"
#include "io/play/shot_paths.hpp"

namespace carom::io {
namespace {

using billiards::Phase;
using billiards::ShotEvent;
using billiards::ShotEventKind;

constexpr std::size_t kMostStates = 2'000'000;
constexpr int kInPocket = 4;
constexpr double kPocketDepth = 0.08;

int label_of(Phase phase) {
  switch (phase) {
    case Phase::resting:
      return 0;
    case Phase::spinning:
      return 1;
    case Phase::sliding:
    case Phase::gliding:
      return 2;
    case Phase::rolling:
      return 3;
    case Phase::airborne:
      return 5;
  }
  return 0;
}

/// The transition that leads there: pooltool has these only, and no bare events between the first and the last.
const char* transition_to(Phase after, Phase before) {
  switch (after) {
    case Phase::resting:
      return before == Phase::spinning ? "spinning_stationary" : "rolling_stationary";
    case Phase::spinning:
      return "rolling_spinning";
    case Phase::rolling:
      return "sliding_rolling";
    case Phase::sliding:
    case Phase::gliding:
    case Phase::airborne:
      return "ball_table";
  }
  return "ball_table";
}

Json agent(const std::string& id, const char* type, Json initial = nullptr, Json final = nullptr) {
  return {{"id", id}, {"agent_type", type}, {"initial", std::move(initial)}, {"final", std::move(final)}};
}

Json event_json(const std::string& type, double time, Json agents) {
  return {{"event_type", type}, {"agents", std::move(agents)}, {"time", time}};
}

Json no_event(double time) {
  return event_json("none", time, {agent("dummy", "null")});
}

class HistoryWriter {
 public:
  HistoryWriter(const ShotSetup& setup, const billiards::Outcome& outcome, const PooltoolParts& parts, Json& system)
      : setup_(setup),
        outcome_(outcome),
        parts_(parts),
        system_(system),
        balls_(system.at("balls")),
        paths_(setup.table, setup.state, outcome) {
    for (std::size_t i = 0; i < setup.state.balls.size(); ++i) index_of_[setup.state.balls[i].number] = i;
    for (const ShotEvent& event : outcome.events)
      if (event.kind == ShotEventKind::pocket) pocket_of_[event.ball] = static_cast<std::size_t>(event.part);
  }

  void write() {
    const std::size_t states = (outcome_.events.size() + 2) * setup_.state.balls.size();
    if (states > kMostStates)
      throw input_error("", "the history", fmt::format("{} states", states), fmt::format("at most {}", kMostStates));
    system_["events"].push_back(no_event(0));
    add_states(at_start());
    for (const ShotEvent& event : outcome_.events) {
      if (event.other >= 0) last_met_[event.ball] = event.other, last_met_[event.other] = event.ball;
      if (event.kind == ShotEventKind::spin_end) continue;  // which the balls' motion tells there
      system_["events"].push_back(described(event));
      add_states(at(event.time));
    }
    system_["events"].push_back(no_event(outcome_.duration));
    add_states(at(outcome_.duration));
    for (auto& [id, ball] : system_["balls"].items()) ball["state"] = ball["history"]["states"].back();
    for (const auto& [ball, pocket] : pocket_of_)
      system_["table"]["pockets"][parts_.pockets[pocket]]["contains"].push_back(id_of(ball));
    system_["t"] = outcome_.duration;
  }

 private:
  std::string id_of(int number) const { return pooltool_ball_of(setup_.table.game, number); }

  /// By ball, as setup.state has them.
  using States = std::vector<Json>;

  Json state_json(const billiards::BallState& state, int label, double time) const {
    const auto vector = [&](const Vec2& seen, double up) { return Json{seen.x, seen.y, up}; };
    const auto& [p, v, w] = state;
    return {{"rvw",
             {vector(parts_.place({p.x, p.y}), p.z), vector(parts_.turned({v.x, v.y}), v.z),
              vector(parts_.turned({w.x, w.y}), w.z)}},
            {"s", label},
            {"t", time}};
  }

  States at_start() const {
    States states;
    for (const billiards::ShotBall& ball : setup_.state.balls) states.push_back(state_json(ball.state, 0, 0));
    return states;
  }

  States at(double time) const {
    States states;
    for (std::size_t i = 0; i < setup_.state.balls.size(); ++i) {
      const auto place = paths_.at(i, time);
      states.push_back(place ? state_json(place->state, label_of(place->phase), time) : gone(i, time));
    }
    return states;
  }

  /// In its pocket, or, as pooltool has no place for balls that left the table, in none.
  Json gone(std::size_t index, double time) const {
    billiards::BallState state = outcome_.state.balls[index].state;
    const auto pocket = pocket_of_.find(setup_.state.balls[index].number);
    if (pocket != pocket_of_.end()) {
      const Vec2 center = setup_.table.pockets[pocket->second].center;
      state = {{center.x, center.y, -kPocketDepth}, {}, {}};
    }
    return state_json(state, kInPocket, time);
  }

  void add_states(States states) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const auto ball = system_["balls"].find(id_of(setup_.state.balls[i].number));
      if (ball != system_["balls"].end()) (*ball)["history"]["states"].push_back(std::move(states[i]));
    }
  }

  /// A ball with its states before and after.
  Json ball_agent(int number, double time) const {
    const std::string id = id_of(number);
    const std::size_t index = index_of_.at(number);
    const ShotPaths::Place before = paths_.before(index, time);
    const auto after = paths_.at(index, time);
    Json initial = balls_.at(id);
    Json final = initial;
    initial["state"] = state_json(before.state, label_of(before.phase), time);
    final["state"] = after ? state_json(after->state, label_of(after->phase), time) : gone(index, time);
    return agent(id, "ball", std::move(initial), std::move(final));
  }

  Json described(const ShotEvent& event) const {
    const Json ball = ball_agent(event.ball, event.time);
    switch (event.kind) {
      case ShotEventKind::cue_strike:
        return event_json("stick_ball", event.time, {agent("cue_stick", "cue", system_["cue"]), ball});
      case ShotEventKind::ball_ball:
        return event_json("ball_ball", event.time, {ball, ball_agent(event.other, event.time)});
      case ShotEventKind::blow_end:  // the contact with the last ball that it met, which began earlier, ends
        return event_json("ball_ball", event.time, {ball, ball_agent(last_met_.at(event.ball), event.time)});
      case ShotEventKind::cushion:
        return cushion_event(event, ball);
      case ShotEventKind::pocket: {
        const std::string& id = parts_.pockets[static_cast<std::size_t>(event.part)];
        const Json& pocket = system_["table"]["pockets"][id];
        return event_json("ball_pocket", event.time, {ball, agent(id, "pocket", pocket, pocket)});
      }
      case ShotEventKind::phase:
        return event_json(transition_to(event.after, event.before), event.time, {ball});
      case ShotEventKind::cloth_bounce:
      case ShotEventKind::leaves_table:
      case ShotEventKind::spin_end:
        break;
    }
    return event_json("ball_table", event.time, {ball});
  }

  Json cushion_event(const ShotEvent& event, const Json& ball) const {
    const std::string& id = parts_.cushions[static_cast<std::size_t>(event.part)];
    const Json& segments = system_["table"]["cushion_segments"];
    const auto line = segments["linear"].find(id);
    if (line != segments["linear"].end())
      return event_json("ball_linear_cushion", event.time, {ball, agent(id, "linear_cushion_segment", *line)});
    const auto circle = segments["circular"].find(id);
    if (circle != segments["circular"].end())
      return event_json("ball_circular_cushion", event.time, {ball, agent(id, "circular_cushion_segment", *circle)});
    return event_json("ball_table", event.time, {ball});  // at the line behind a pocket
  }

  const ShotSetup& setup_;
  const billiards::Outcome& outcome_;
  const PooltoolParts& parts_;
  Json& system_;
  Json balls_;  // without histories
  ShotPaths paths_;
  std::map<int, std::size_t> index_of_;   // by number
  std::map<int, int> last_met_;           // by number, up to the event that is described
  std::map<int, std::size_t> pocket_of_;  // of balls that fall
};

}  // namespace

void add_history(const ShotSetup& setup, const billiards::Outcome& outcome, const PooltoolParts& parts, Json& system) {
  HistoryWriter(setup, outcome, parts, system).write();
}

}  // namespace carom::io
