#include "carom/io/shot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "carom/io/input_file.hpp"
#include "carom/io/scene.hpp"
#include "carom/io/table.hpp"
#include "carom/math/portable.hpp"
#include "io/json/json_node.hpp"
#include "io/json/json_text.hpp"
#include "io/json/short_name.hpp"
#include "io/json/vec_json.hpp"
#include "io/play/shot_paths.hpp"
#include "io/play/shot_trajectories.hpp"
#include "io/run/output_file.hpp"
#include "io/run/output_folder.hpp"

namespace carom::io {
namespace {

using namespace billiards;

constexpr std::array<std::string_view, 9> kKinds = {"cue_strike", "ball_ball",    "cushion",      "pocket",  "phase",
                                                    "spin_end",   "cloth_bounce", "leaves_table", "blow_end"};
constexpr std::array<std::string_view, 6> kPhases = {"resting", "spinning", "rolling",
                                                     "sliding", "gliding",  "airborne"};
constexpr std::array<std::string_view, 3> kPlaces = {"on_table", "potted", "off_table"};

Cue playing_cue() {
  return {};
}

constexpr std::array<std::pair<std::string_view, Cue (*)()>, 4> kCues = {
    {{"playing", playing_cue}, {"low_deflection", low_deflection_cue}, {"break", break_cue}, {"jump", jump_cue}}};

Table read_table_of(const JsonNode& node, const std::filesystem::path& file) {
  if (node.value().is_object()) return parse_table(node.value().dump(), file.string() + ": table");
  return read_table(file.parent_path() / node.text());
}

Strike read_strike(const JsonNode& node) {
  node.expect_fields({"speed", "heading", "tip", "elevation"});
  Strike strike;
  strike.speed = node.at("speed").positive();
  if (const auto heading = node.find("heading")) strike.heading = heading_at(heading->number());
  if (const auto elevation = node.find("elevation"))
    strike.elevation = elevation->non_negative() * (std::numbers::pi / 180);
  if (const auto tip = node.find("tip")) {
    const Vec2 offset = tip->vec<2>();
    strike.side = offset.x;
    strike.height = offset.y;
  }
  return strike;
}

Cue read_cue(const JsonNode& node) {
  if (!node.value().is_object()) return node.choice(kCues)();
  node.expect_fields({"kind", "mass", "end_mass", "restitution", "miscue_offset"});
  Cue cue;
  if (const auto kind = node.find("kind")) cue = kind->choice(kCues)();
  if (const auto mass = node.find("mass")) cue.mass = mass->positive();
  if (const auto mass = node.find("end_mass")) cue.end_mass = mass->positive();
  if (const auto restitution = node.find("restitution")) cue.restitution = restitution->non_negative();
  if (const auto offset = node.find("miscue_offset")) cue.miscue_offset = offset->non_negative();
  return cue;
}

void read_balls(const JsonNode& node, ShotSetup& setup) {
  for (std::size_t i = 0; i < node.size(); ++i) {
    const JsonNode one = node[i];
    one.expect_fields({"number", "position"});
    const int number = static_cast<int>(one.at("number").whole(0, 9999));
    setup.state.balls.push_back(resting_ball(setup.table, number, one.at("position").vec<2>()));
  }
}

ShotSetup read(const JsonNode& root, const std::filesystem::path& file) {
  root.expect_fields({"carom_shot", "name", "table", "balls", "strike", "cue", "cue_ball", "until", "most_events"});
  const JsonNode version = root.at("carom_shot");
  if (version.value() != 1) version.fail("1, the version of the format that this program reads");
  ShotSetup setup;
  setup.name = root.has("name") ? read_short_name(root.at("name")) : short_name_from(file.string());
  setup.table = read_table_of(root.at("table"), file);
  read_balls(root.at("balls"), setup);
  setup.strike = read_strike(root.at("strike"));
  if (const auto cue = root.find("cue")) setup.options.cue = read_cue(*cue);
  if (const auto ball = root.find("cue_ball")) setup.options.cue_ball = static_cast<int>(ball->whole(0, 9999));
  if (const auto until = root.find("until")) setup.options.until = until->non_negative();
  if (const auto most = root.find("most_events")) setup.options.most_events = most->whole(1, 100'000'000);
  validate(setup.table, setup.state);
  return setup;
}

Json state_json(const BallState& state) {
  return {{"position", vec_json(state.position)},
          {"velocity", vec_json(state.velocity)},
          {"angular_velocity", vec_json(state.angular_velocity)}};
}

Json ball_json(const ShotSetup& setup, const ShotBall& ball) {
  Json json = {{"number", ball.number}, {"place", kPlaces[static_cast<std::size_t>(ball.place)]}};
  json.update(state_json(ball.state));
  if (ball.pocket >= 0) json["pocket"] = setup.table.pockets[static_cast<std::size_t>(ball.pocket)].id;
  return json;
}

Json event_json(const ShotSetup& setup, const ShotEvent& event) {
  Json json = {{"time", event.time}, {"kind", name(event.kind)}, {"ball", event.ball}};
  if (event.other >= 0) json["other"] = event.other;
  if (event.kind == ShotEventKind::pocket)
    json["pocket"] = setup.table.pockets[static_cast<std::size_t>(event.part)].id;
  if (event.kind == ShotEventKind::cushion) json["cushion"] = event.part;
  json["before"] = name(event.before);
  json["after"] = name(event.after);
  json.update(state_json(event.state));
  if (event.other >= 0) {
    json["other_after"] = name(event.other_after);
    json["other_state"] = state_json(event.other_state);
  }
  if (!is_zero(event.impulse)) json["impulse"] = vec_json(event.impulse);
  if (event.capped) json["capped"] = true;
  if (event.shared) json["shared"] = true;
  return json;
}

Json strike_in_degrees(const Strike& strike) {
  constexpr double kDegrees = 180 / std::numbers::pi;
  return {{"speed", strike.speed},
          {"heading", std::atan2(strike.heading.y, strike.heading.x) * kDegrees},
          {"tip", {strike.side, strike.height}},
          {"elevation", strike.elevation * kDegrees}};
}

/// From a to b, in degrees anticlockwise, −180 to 180.
double turn(const Vec2& a, const Vec2& b) {
  return std::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y) * (180 / std::numbers::pi);
}

Json hit_json(const FirstHit& hit) {
  Json json = {
      {"ball", hit.ball}, {"time", hit.time}, {"speed", hit.speed}, {"cut", hit.cut}, {"fullness", hit.fullness}};
  if (hit.throw_angle) json["throw"] = *hit.throw_angle;
  return json;
}

}  // namespace

Cue cue_named(const std::string& name) {
  const Json json = name;
  return JsonNode(json, "", "the cue").choice(kCues)();
}

Vec2 heading_at(double degrees) {
  return {portable::cos_pi(degrees / 180), portable::sin_pi(degrees / 180)};
}

ShotSetup parse_shot(const std::string& text, const std::filesystem::path& file) {
  const Json document = parse_json(text, file.string());
  if (!document.is_object()) throw input_error(file.string(), "the shot", shown(document), "an object");
  try {
    return read(JsonNode(document, file.string()), file);
  } catch (const std::invalid_argument& error) {
    throw InputError(file.string() + ": " + error.what());
  }
}

ShotSetup read_shot(const std::filesystem::path& file) {
  return parse_shot(read_text(file), file);
}

bool is_shot(const std::string& text, const std::filesystem::path& file) {
  const Json document = parse_json(text, file.string());
  return document.is_object() && document.contains("carom_shot");
}

std::string_view name(ShotEventKind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

std::string_view name(Phase phase) {
  return kPhases[static_cast<std::size_t>(phase)];
}

std::optional<FirstHit> first_hit(const ShotSetup& setup, const Outcome& outcome) {
  const int cue = setup.options.cue_ball;
  const auto meets = [&](const ShotEvent& event) {
    return event.kind == ShotEventKind::ball_ball && (event.ball == cue || event.other == cue);
  };
  const auto hit = std::find_if(outcome.events.begin(), outcome.events.end(), meets);
  if (hit == outcome.events.end()) return std::nullopt;
  const bool first = hit->ball == cue;
  const BallState& cue_ball = first ? hit->state : hit->other_state;
  const BallState& other = first ? hit->other_state : hit->state;
  const auto& balls = setup.state.balls;
  const auto index = std::find_if(balls.begin(), balls.end(), [&](const ShotBall& ball) { return ball.number == cue; });
  const Vec3 way = ShotPaths(setup.table, setup.state, outcome)
                       .before(static_cast<std::size_t>(index - balls.begin()), hit->time)
                       .state.velocity;
  const Vec2 line{other.position.x - cue_ball.position.x, other.position.y - cue_ball.position.y};
  const double cut = turn({way.x, way.y}, line);
  FirstHit found{first ? hit->other : hit->ball,
                 hit->time,
                 norm(way),
                 cut,
                 1 - std::abs(std::sin(cut * std::numbers::pi / 180)),
                 std::nullopt};
  if (!hit->shared) found.throw_angle = turn(line, {other.velocity.x, other.velocity.y});
  return found;
}

std::string outcome_json(const ShotSetup& setup, const Outcome& outcome) {
  Json json = {{"carom_outcome", 1},
               {"name", setup.name},
               {"table", setup.table.name},
               {"strike", strike_in_degrees(setup.strike)},
               {"duration", outcome.duration},
               {"complete", outcome.complete},
               {"energy_in", outcome.energy_in},
               {"dissipated_in_impacts", outcome.dissipated},
               {"capped_impacts", outcome.capped},
               {"balls", Json::array()},
               {"events", Json::array()}};
  if (const auto hit = first_hit(setup, outcome)) json["first_hit"] = hit_json(*hit);
  if (const std::vector<std::string> notes = shot_notes(setup, outcome); !notes.empty()) json["notes"] = notes;
  for (const ShotBall& ball : outcome.state.balls) json["balls"].push_back(ball_json(setup, ball));
  for (const ShotEvent& event : outcome.events) json["events"].push_back(event_json(setup, event));
  return json.dump(1) + "\n";
}

std::string outcome_csv(const Outcome& outcome) {
  std::string csv = "time,kind,ball,other,part,before,after,x,y,z,vx,vy,vz,wx,wy,wz,impulse\n";
  for (const ShotEvent& event : outcome.events) {
    const auto& [p, v, w] = event.state;
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", event.time, name(event.kind), event.ball,
                       event.other < 0 ? "" : std::to_string(event.other),
                       event.part < 0 ? "" : std::to_string(event.part), name(event.before), name(event.after), p.x,
                       p.y, p.z, v.x, v.y, v.z, w.x, w.y, w.z, norm(event.impulse));
  }
  return csv;
}

void write_shot(const ShotSetup& setup, const Outcome& outcome, const std::filesystem::path& folder, bool overwrite,
                std::optional<double> trajectories, TrajectoriesFile trajectories_file) {
  if (trajectories) expect_trajectories(setup, outcome, *trajectories);
  OutputFolder output(folder, OutputFolder::Unfinished::gone,
                      overwrite ? OutputFolder::Overwrite::all : OutputFolder::Overwrite::own);
  const auto write = [&](const char* file_name, const std::string& text) {
    write_file(output.staging() / file_name, text);
  };
  write("report.html", shot_report(setup, outcome));
  write("outcome.json", outcome_json(setup, outcome));
  write("events.csv", outcome_csv(outcome));
  if (trajectories && trajectories_file == TrajectoriesFile::csv)
    write("trajectories.csv", trajectories_csv(setup, outcome, *trajectories));
  if (trajectories && trajectories_file == TrajectoriesFile::h5)
    write_trajectories_h5(setup, outcome, *trajectories, output.staging() / "trajectories.h5");
  output.commit();
}

}  // namespace carom::io
