#include "io/describe/play_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "carom/io/input_file.hpp"
#include "carom/io/saved_game.hpp"
#include "carom/io/shot.hpp"
#include "carom/io/table.hpp"
#include "io/json/json_text.hpp"

namespace carom::io {
namespace {

/// The fields by which each kind of file is known.
constexpr std::array kMarks = {"carom_table", "carom_shot", "carom_game", "carom_outcome", "rack"};
constexpr double kDegreesInRadian = 180 / std::numbers::pi;

Facts point(const Vec3& place) {
  return {place.x, place.y};
}

Facts facts_of(const billiards::Table& table) {
  Facts facts{{"name", table.name},
              {"game", table.game},
              {"cushions", table.cushions.size()},
              {"obstacles", table.obstacles.size()},
              {"pockets", Facts::array()},
              {"spots", Facts::array()},
              {"ball", {{"radius", table.equipment.ball.radius}, {"mass", table.equipment.ball.mass}}}};
  for (const billiards::Pocket& pocket : table.pockets) facts["pockets"].push_back(pocket.id);
  for (const billiards::Spot& spot : table.spots) facts["spots"].push_back(spot.name);
  return facts;
}

Facts facts_of(const ShotSetup& setup) {
  const billiards::Strike& strike = setup.strike;
  Facts facts{{"name", setup.name},
              {"table", facts_of(setup.table)},
              {"cue_ball", setup.options.cue_ball},
              {"balls", Facts::array()},
              {"strike",
               {{"speed", strike.speed},
                {"heading", std::atan2(strike.heading.y, strike.heading.x) * kDegreesInRadian},
                {"tip", {strike.side, strike.height}},
                {"elevation", strike.elevation * kDegreesInRadian}}}};
  for (const billiards::ShotBall& ball : setup.state.balls)
    facts["balls"].push_back({{"number", ball.number}, {"position", point(ball.state.position)}});
  return facts;
}

Facts facts_of(const RackFile& rack) {
  const auto balls = std::count_if(rack.balls.begin(), rack.balls.end(), [](const auto& ball) { return !!ball; });
  return {{"game", std::string(name(rack.game))},
          {"table", facts_of(rack.table)},
          {"seed", rack.seed},
          {"rack", rack.number},
          {"gap", rack.options.gap},
          {"balls", balls}};
}

Facts facts_of(const billiards::GameHistory& history) {
  return {{"game", std::string(name(history.settings().kind))},
          {"seed", history.settings().seed},
          {"actions", history.actions().size()},
          {"position", history.position()}};
}

/// Of outcome.json, which is written and not read elsewhere. InputError if it lacks what every one has.
Facts outcome_facts(const Json& outcome, const std::string& origin) {
  try {
    Facts facts{{"name", outcome.at("name")},
                {"table", outcome.at("table")},
                {"strike", outcome.at("strike")},
                {"duration", outcome.at("duration").get<double>()},
                {"complete", outcome.at("complete").get<bool>()},
                {"events", outcome.at("events").size()},
                {"balls", Facts::array()}};
    if (outcome.contains("first_hit")) facts["first_hit"] = outcome["first_hit"];
    for (const Json& ball : outcome.at("balls")) {
      Facts told{{"number", ball.at("number").get<int>()}, {"place", ball.at("place").get<std::string>()}};
      for (const char* key : {"position", "pocket"})
        if (ball.contains(key)) told[key] = ball[key];
      facts["balls"].push_back(told);
    }
    return facts;
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: not a whole outcome of a shot: {}", origin, error.what()));
  }
}

std::string table_line(const Facts& table) {
  std::string text = fmt::format("{} parts of cushion", table["cushions"].get<std::size_t>());
  if (table["obstacles"] != 0) text += fmt::format(", {} of obstacles", table["obstacles"].get<std::size_t>());
  const std::size_t pockets = table["pockets"].size();
  text += fmt::format(", {} pocket{}, balls of radius {}", pockets, pockets == 1 ? "" : "s",
                      table["ball"]["radius"].get<double>());
  const std::string name = table["name"];
  return name.empty() ? text : name + ": " + text;
}

std::string shot_text(const Facts& shot) {
  const Facts& strike = shot["strike"];
  return fmt::format("  table     {}\n  balls     {}\n  stroke    {} m/s towards {:.6g} degrees, elevation {:.6g}\n",
                     table_line(shot["table"]), shot["balls"].size(), strike["speed"].get<double>(),
                     strike["heading"].get<double>(), strike["elevation"].get<double>());
}

std::string outcome_text(const Facts& outcome) {
  const Facts& balls = outcome["balls"];
  std::size_t potted = 0;
  std::string pots;
  for (const Facts& ball : balls) {
    if (ball["place"] != "potted") continue;
    ++potted;
    pots += fmt::format("{}{} into \"{}\"", pots.empty() ? ": " : ", ", ball["number"].get<int>(),
                        ball.value("pocket", std::string("?")));
  }
  const std::size_t events = outcome["events"];
  return fmt::format("  table     {}\n  took      {:.6g} s, {} event{}{}\n  balls     {}, {} in pockets{}\n",
                     outcome["table"].get<std::string>(), outcome["duration"].get<double>(), events,
                     events == 1 ? "" : "s", outcome["complete"].get<bool>() ? "" : ", stopped before all were at rest",
                     balls.size(), potted, pots);
}

}  // namespace

bool is_play(const std::string& text, const std::string& origin) {
  const auto is_named = [&](const char* key) { return text.find(fmt::format("\"{}\"", key)) != std::string::npos; };
  if (std::none_of(kMarks.begin(), kMarks.end(), is_named)) return false;  // sooner than reading all of a large scene
  const Json json = parse_json(text, origin);
  const auto has = [&](const char* key) { return json.contains(key); };
  return json.is_object() && std::any_of(kMarks.begin(), kMarks.end(), has);
}

std::optional<Facts> play_facts(const std::string& text, const std::filesystem::path& file) {
  if (!is_play(text, file.string())) return std::nullopt;
  const Json json = parse_json(text, file.string());
  const auto told = [&](const char* is, const Facts& facts) {
    Facts all{{"is", is}, {"file", file.string()}};
    all.update(facts);
    return all;
  };
  if (json.contains("carom_table")) return told("table", facts_of(parse_table(text, file.string())));
  if (json.contains("carom_shot")) return told("shot", facts_of(parse_shot(text, file)));
  if (json.contains("carom_outcome")) return told("outcome", outcome_facts(json, file.string()));
  if (json.contains("carom_game")) return told("game", facts_of(read_saved_game(text, file.string())));
  return told("rack", facts_of(parse_rack(text, file.string())));
}

std::string play_text(const Facts& facts) {
  const std::string kind = facts["is"];
  const std::string start = facts["file"].get<std::string>() + ": a ";
  if (kind == "table") return start + "billiard table\n  " + table_line(facts) + "\n";
  if (kind == "shot") return start + "shot, " + facts["name"].get<std::string>() + "\n" + shot_text(facts);
  if (kind == "outcome")
    return facts["file"].get<std::string>() + ": what a shot came to, " + facts["name"].get<std::string>() + "\n" +
           outcome_text(facts);
  const std::string game = facts["game"];
  if (kind == "game")
    return start + fmt::format("game of {}, {} of {} actions played\n", game, facts["position"].get<std::size_t>(),
                               facts["actions"].get<std::size_t>());
  return start + fmt::format("rack of {}, number {} of seed {}, gaps of {} m on average, {} balls\n  table     {}\n",
                             game, facts["rack"].get<std::uint64_t>(), facts["seed"].get<std::uint64_t>(),
                             facts["gap"].get<double>(), facts["balls"].get<std::size_t>(), table_line(facts["table"]));
}

}  // namespace carom::io
