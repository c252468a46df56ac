#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "carom/billiards/computer_player.hpp"
#include "carom/billiards/phase.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/referee.hpp"
#include "carom/io/saved_game.hpp"
#include "io/json/vec_json.hpp"
#include "io/play/drawn_table.hpp"
#include "reply.hpp"

namespace carom::wasm {
namespace {

using namespace billiards;  // NOLINT(google-build-using-namespace): every other name here is of that room
using Json = nlohmann::json;

Table table_of(const GameSettings& settings) {
  for (const double length : {pool_length(7), pool_length(8), pool_length(9)})
    if (layout_of(pool_table(length)) == settings.layout) return pool_table(length);
  if (layout_of(snooker_table()) == settings.layout) return snooker_table();
  if (layout_of(carom_table()) == settings.layout) return carom_table();
  throw std::invalid_argument("the game is played on a table that is not drawn here");
}

Json table_json(const Table& table) {
  Json json = io::drawn_table(table);
  json["nose_height"] = table.materials.front().height;
  json["miscue_offset"] = Cue{}.miscue_offset;
  return json;
}

constexpr std::array<const char*, 5> kInHand = {"no", "anywhere", "behind_line", "in_d", "starting_spots"};

Json verdict_json(const billiards::Verdict& verdict) {
  Json json = {{"player", verdict.player},
               {"fouls", Json::array()},
               {"potted", Json::array()},
               {"points", verdict.points},
               {"turn_passes", verdict.turn_passes}};
  for (const Foul foul : verdict.fouls) json["fouls"].push_back(std::string(describe(foul)));
  for (const Potted& potted : verdict.potted) json["potted"].push_back({potted.ball, potted.pocket});
  if (verdict.rack_won_by) json["rack_won_by"] = *verdict.rack_won_by;
  return json;
}

bool is_shot(const Action& action) {
  return std::holds_alternative<Shot>(action) && std::get<Shot>(action).strike.has_value();
}

Json places_json(const BallPlaces& balls) {
  Json list = Json::array();
  for (const auto& place : balls) list.push_back(place ? Json(io::vec_json(*place)) : Json(nullptr));
  return list;
}

Json game_json(const GameHistory& history) {
  const Game& game = history.game();
  const GameKind kind = game.settings.kind;
  Json json = {{"kind", std::string(name(kind))},
               {"balls", places_json(game.balls)},
               {"names", Json::array()},
               {"turn", game.turn},
               {"in_hand", kInHand[static_cast<std::size_t>(game.in_hand)]},
               {"choices", Json::array()},
               {"opening", game.opening},
               {"score", game.score},
               {"over", game.over},
               {"verdict", verdict_json(game.verdict)},
               {"text", describe(game)},
               {"cue_ball", cue_ball(game)},
               {"balls_on", game.over ? std::vector<int>{} : balls_on(game)},
               {"push_out_allowed", game.push_out_allowed},
               {"names_ball", names_ball(game)},
               {"calls_pocket", calls_pocket(game)},
               {"innings", game.innings},
               {"position", history.position()},
               {"shots", Json::array()},
               {"can_redo", history.position() < history.actions().size()}};
  for (std::size_t ball = 0; ball < game.balls.size(); ++ball)
    json["names"].push_back(ball_name(kind, static_cast<int>(ball)));
  for (const Choice choice : game.choices) json["choices"].push_back(std::string(describe(choice)));
  if (game.winner) json["winner"] = *game.winner;
  if (game.solids) json["solids"] = *game.solids;
  for (std::size_t k = 0; k < history.position(); ++k)
    if (is_shot(history.actions()[k])) json["shots"].push_back(k);
  return json;
}

// Nineteen numbers for each stretch of a ball's motion: ball, time, place, velocity, acceleration, spin, its rate (x,
// y), the rate of the side spin, the phase, the damping.
void put_key(std::vector<double>& numbers, int ball, double time, const BallState& state, const Table& table) {
  const MotionPhase phase = phase_of(state, table.ball(ball), table.equipment.cloth);
  const Vec3 &x = phase.start.position, &v = phase.start.velocity, &a = phase.motion.acceleration;
  const Vec3 &w = phase.start.angular_velocity, &rate = phase.angular_acceleration;
  numbers.insert(numbers.end(),
                 {static_cast<double>(ball), time, x.x, x.y, x.z, v.x, v.y, v.z, a.x, a.y, a.z, w.x, w.y, w.z, rate.x,
                  rate.y, phase.spin_deceleration, static_cast<double>(phase.kind), phase.motion.damping});
}

// Nine numbers for each event: time, kind, ball, other, part, place (x, y), impulse, speed.
void put_event(std::vector<double>& numbers, const ShotEvent& event) {
  const Vec3& at = event.state.position;
  numbers.insert(numbers.end(), {event.time, static_cast<double>(event.kind), static_cast<double>(event.ball),
                                 static_cast<double>(event.other), static_cast<double>(event.part), at.x, at.y,
                                 norm(event.impulse), norm(event.state.velocity)});
}

/// Duration, whether the shot is complete, the numbers of stretches and events, then these.
void put_outcome(std::vector<double>& numbers, const Table& table, const TableState& before, const Outcome& outcome) {
  std::vector<double> keys;
  std::size_t count = before.balls.size();
  for (const ShotBall& ball : before.balls) put_key(keys, ball.number, 0, ball.state, table);
  for (const ShotEvent& event : outcome.events) {
    put_key(keys, event.ball, event.time, event.state, table);
    ++count;
    if (event.other < 0) continue;
    put_key(keys, event.other, event.time, event.other_state, table);
    ++count;
  }
  numbers = {outcome.duration, outcome.complete ? 1.0 : 0.0, static_cast<double>(count),
             static_cast<double>(outcome.events.size())};
  numbers.insert(numbers.end(), keys.begin(), keys.end());
  for (const ShotEvent& event : outcome.events) put_event(numbers, event);
}

PlayerSkill skill(int level) {
  if (level == 0) return easy_player();
  if (level == 1) return medium_player();
  if (level == 2) return hard_player();
  throw std::invalid_argument(fmt::format("strength: got {}, expected 0, 1 or 2", level));
}

struct StrokeNumbers {
  double speed;
  double x;
  double y;
  double side;
  double height;
  double elevation;

  Strike strike() const {
    return {.speed = speed, .heading = {x, y}, .side = side, .height = height, .elevation = elevation};
  }
};

}  // namespace

/// A game with its table.
class Play {
 public:
  explicit Play(GameHistory history) : history_(std::move(history)), player_(table_of(history_.settings())) {}

  const GameHistory& history() const { return history_; }
  GameHistory& history() { return history_; }
  const Game& game() const { return history_.game(); }
  ShotPlayer& player() { return player_; }
  const Table& table() const { return player_.table(); }

  void shoot(const Call& call, const Strike& strike, Reply& to) {
    const std::string why = call_refusal(game(), call);
    if (!why.empty()) throw Refused(why);
    const int cue = cue_ball(game());
    const TableState before = table_state(table(), game().balls);
    const Outcome outcome = player_.play(before, strike, {.cue_ball = cue});
    Shot shot{call, facts_of(table(), game().balls, outcome, cue, game().settings.layout.head_line), strike};
    history_.act(shot);
    put_outcome(to.numbers, table(), before, outcome);
  }

  void preview(const Game& from, const Strike& strike, double until, std::size_t most_events, Reply& to) {
    const TableState before = table_state(table(), from.balls);
    ShotOptions options;
    options.cue_ball = cue_ball(from);
    options.until = until;
    options.most_events = most_events;
    const Outcome outcome = player_.play(before, strike, options);
    if (outcome.complete) put_call(from, outcome, to);
    put_outcome(to.numbers, table(), before, outcome);
  }

  /// The shot that action `index` was, again.
  void shot(std::size_t index, Reply& to) {
    c::expect_one_of("action", static_cast<std::int64_t>(index), history_.actions().size(), "actions of this game");
    if (!is_shot(history_.actions()[index]))
      throw std::invalid_argument(fmt::format("action: got {}, expected one that is a shot", index));
    GameHistory back = history_;
    while (back.position() > index) back.undo();
    while (back.position() < index) back.redo();
    const auto& played = std::get<Shot>(history_.actions()[index]);
    preview(back.game(), *played.strike, std::numeric_limits<double>::infinity(), ShotOptions{}.most_events, to);
    Json json = {{"balls", places_json(back.game().balls)},
                 {"cue_ball", cue_ball(back.game())},
                 {"player", back.game().turn},
                 {"strike", strike_json(*played.strike)}};
    to.text = json.dump();
  }

  static Json strike_json(const Strike& strike) {
    return {{"speed", strike.speed},
            {"heading", io::vec_json(strike.heading)},
            {"side", strike.side},
            {"height", strike.height},
            {"elevation", strike.elevation}};
  }

 private:
  /// What the stroke, if it goes as planned, has to be called.
  void put_call(const Game& from, const Outcome& outcome, Reply& to) const {
    const ShotFacts facts = facts_of(table(), from.balls, outcome, cue_ball(from), from.settings.layout.head_line);
    Json json = Json::object();
    if (const auto call = call_for(from, facts)) {
      if (call->ball) json["ball"] = *call->ball;
      if (call->pocket) json["pocket"] = *call->pocket;
    }
    to.text = json.dump();
  }

  GameHistory history_;
  ShotPlayer player_;
};

}  // namespace carom::wasm

using carom::c::expect_one_of;
using carom::wasm::answer;
using carom::wasm::Play;
using carom::wasm::Reply;
namespace billiards = carom::billiards;

namespace {

billiards::Placement placement_from(const Play& play, int ball, double x, double y) {
  expect_one_of("ball", ball, play.game().balls.size(), "balls of this game");
  return {ball, {x, y}};
}

/// −1: that is not called.
billiards::Call call_from(const Play& play, int ball, int pocket, bool safety, bool push_out) {
  billiards::Call call;
  if (ball >= 0) {
    expect_one_of("call.ball", ball, play.game().balls.size(), "balls of this game");
    call.ball = ball;
  }
  if (pocket >= 0) {
    expect_one_of("call.pocket", pocket, play.table().pockets.size(), "pockets of this table");
    call.pocket = pocket;
  }
  call.safety = safety;
  call.push_out = push_out;
  return call;
}

void put_action(const billiards::Game& game, const billiards::Action& action, Reply& to) {
  nlohmann::json json;
  if (const auto* placement = std::get_if<billiards::Placement>(&action))
    json = {{"place", placement->ball}, {"at", {placement->place.x, placement->place.y}}};
  if (const auto* choice = std::get_if<billiards::Choice>(&action))
    json["choose"] = std::find(game.choices.begin(), game.choices.end(), *choice) - game.choices.begin();
  if (const auto* shot = std::get_if<billiards::Shot>(&action)) {
    json["strike"] = Play::strike_json(*shot->strike);
    json["call"] = nlohmann::json::object();
    if (shot->call.ball) json["call"]["ball"] = *shot->call.ball;
    if (shot->call.pocket) json["call"]["pocket"] = *shot->call.pocket;
    if (shot->call.safety) json["call"]["safety"] = true;
  }
  to.text = json.dump();
}

}  // namespace

extern "C" {

/// A new game by its name; `target` > 0 is the race's length or the points to win, as the game has it. nullptr: see
/// carom_message.
EMSCRIPTEN_KEEPALIVE Play* carom_game_new(const char* game, double seed, int first_player, int target) {
  return carom::c::made([&] {
    auto settings = billiards::settings_for(carom::io::game_named(game), static_cast<std::uint64_t>(seed));
    settings.first_player = first_player;
    if (target > 0) settings.race_to = settings.points = target;
    return std::make_unique<Play>(billiards::GameHistory(settings)).release();
  });
}

/// A game as docs/formats/saved-game.md has it. nullptr: see carom_message.
EMSCRIPTEN_KEEPALIVE Play* carom_game_open(const char* saved, const char* origin) {
  return carom::c::made([&] { return std::make_unique<Play>(carom::io::read_saved_game(saved, origin)).release(); });
}

EMSCRIPTEN_KEEPALIVE void carom_game_close(Play* play) {
  delete play;
}

EMSCRIPTEN_KEEPALIVE carom_status carom_game_saved(Play* play, bool with_facts) {
  return answer([&](Reply& to) {
    to.text =
        write_saved_game(play->history(), with_facts ? carom::io::SavedShots::facts : carom::io::SavedShots::strikes);
  });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_game_state(Play* play) {
  return answer([&](Reply& to) { to.text = carom::wasm::game_json(play->history()).dump(); });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_game_table(Play* play) {
  return answer([&](Reply& to) { to.text = carom::wasm::table_json(play->table()).dump(); });
}

/// Why the ball cannot be placed there; empty if it can.
EMSCRIPTEN_KEEPALIVE carom_status carom_game_refusal(Play* play, int ball, double x, double y) {
  return answer([&](Reply& to) { to.text = refusal(play->game(), placement_from(*play, ball, x, y)); });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_game_place(Play* play, int ball, double x, double y) {
  return answer([&](Reply&) { play->history().act(placement_from(*play, ball, x, y)); });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_game_choose(Play* play, std::size_t choice) {
  return answer([&](Reply&) {
    const auto& choices = play->game().choices;
    expect_one_of("choice", static_cast<std::int64_t>(choice), choices.size(), "choices of this moment");
    play->history().act(choices[choice]);
  });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_game_concede(Play* play) {
  return answer([&](Reply&) { play->history().act(billiards::Choice::concede); });
}

EMSCRIPTEN_KEEPALIVE bool carom_game_undo(Play* play) {
  return play->history().undo();
}

EMSCRIPTEN_KEEPALIVE bool carom_game_redo(Play* play) {
  return play->history().redo();
}

/// Why the call is refused; empty if it is not.
EMSCRIPTEN_KEEPALIVE carom_status carom_game_call_refusal(Play* play, int ball, int pocket, bool safety,
                                                          bool push_out) {
  return answer(
      [&](Reply& to) { to.text = call_refusal(play->game(), call_from(*play, ball, pocket, safety, push_out)); });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_game_shoot(Play* play, int ball, int pocket, bool safety, bool push_out,
                                                   double speed, double x, double y, double side, double height,
                                                   double elevation) {
  return answer([&](Reply& to) {
    const carom::wasm::StrokeNumbers numbers{speed, x, y, side, height, elevation};
    play->shoot(call_from(*play, ball, pocket, safety, push_out), numbers.strike(), to);
  });
}

/// The stroke without playing it, up to a time and a number of events.
EMSCRIPTEN_KEEPALIVE carom_status carom_game_preview(Play* play, double speed, double x, double y, double side,
                                                     double height, double elevation, double until,
                                                     double most_events) {
  return answer([&](Reply& to) {
    const carom::wasm::StrokeNumbers numbers{speed, x, y, side, height, elevation};
    play->preview(play->game(), numbers.strike(), until, static_cast<std::size_t>(most_events), to);
  });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_game_shot(Play* play, std::size_t action) {
  return answer([&](Reply& to) { play->shot(action, to); });
}

/// What the computer of level 0 (easy) to 2 (hard) would do: the text is {"choose"}, {"place", "at"} or {"strike",
/// "call"}.
EMSCRIPTEN_KEEPALIVE carom_status carom_game_next_action(Play* play, int level, bool placed, double seed) {
  return answer([&](Reply& to) {
    const auto skill = carom::wasm::skill(level);
    const auto action = next_action(play->player(), play->game(), skill, placed, static_cast<std::uint64_t>(seed));
    put_action(play->game(), action, to);
  });
}
}
