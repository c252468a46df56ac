#include "carom/io/saved_game.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/referee.hpp"
#include "io/json/json_node.hpp"
#include "io/json/vec_json.hpp"
#include "io/play/regulation_table.hpp"

namespace carom::io {
namespace {

using OrderedJson = nlohmann::ordered_json;
using namespace billiards;  // NOLINT(google-build-using-namespace): every other name here is of that room

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr int kGameVersion = 1;

constexpr std::array<std::pair<std::string_view, GameKind>, 6> kGames = {{{"eight-ball", GameKind::eight_ball},
                                                                          {"nine-ball", GameKind::nine_ball},
                                                                          {"straight-pool", GameKind::straight_pool},
                                                                          {"snooker", GameKind::snooker},
                                                                          {"three-cushion", GameKind::three_cushion},
                                                                          {"practice", GameKind::practice}}};

constexpr std::array<std::pair<std::string_view, Choice>, 10> kChoices = {{{"accept", Choice::accept},
                                                                           {"pass", Choice::pass},
                                                                           {"ball-in-hand", Choice::ball_in_hand},
                                                                           {"break-again", Choice::break_again},
                                                                           {"opponent-breaks", Choice::opponent_breaks},
                                                                           {"spot-eight", Choice::spot_eight},
                                                                           {"replay", Choice::replay},
                                                                           {"spot-balls", Choice::spot_balls},
                                                                           {"spot-nearest", Choice::spot_nearest},
                                                                           {"concede", Choice::concede}}};

constexpr std::array<std::pair<std::string_view, ShotFact::Kind>, 4> kFactKinds = {
    {{"ball", ShotFact::Kind::ball},
     {"cushion", ShotFact::Kind::cushion},
     {"pocket", ShotFact::Kind::pocket},
     {"off-table", ShotFact::Kind::off_table}}};

struct NamedTable {
  std::string_view name;
  Table (*table)();
};
constexpr std::array<NamedTable, 5> kTables = {{{"pool_7ft", [] { return pool_table(pool_length(7)); }},
                                                {"pool_8ft", [] { return pool_table(pool_length(8)); }},
                                                {"pool_9ft", [] { return pool_table(); }},
                                                {"snooker_12ft", snooker_table},
                                                {"carom_10ft", carom_table}}};

/// nullptr for a table that is none of these.
const NamedTable* named_table(const Layout& layout) {
  for (const NamedTable& known : kTables)
    if (layout_of(known.table()) == layout) return &known;
  return nullptr;
}

template <class Value, std::size_t N>
std::string word_for(const std::array<std::pair<std::string_view, Value>, N>& words, Value value) {
  for (const auto& [word, meaning] : words)
    if (meaning == value) return std::string(word);
  return {};
}

OrderedJson layout_json(const Layout& layout) {
  if (const NamedTable* const known = named_table(layout)) return std::string(known->name);
  OrderedJson pockets = OrderedJson::array();
  for (const PocketMark& pocket : layout.pockets)
    pockets.push_back({{"center", vec_json(pocket.centre)}, {"radius", pocket.radius}});
  return {{"length", layout.length},           {"width", layout.width},
          {"ball_radius", layout.ball_radius}, {"head_line", layout.head_line},
          {"foot_spot", layout.foot_spot},     {"d_radius", layout.d_radius},
          {"black_spot", layout.black_spot},   {"starting_spot", layout.starting_spot},
          {"pockets", std::move(pockets)}};
}

const NamedTable& named_table(const JsonNode& node) {
  for (const NamedTable& known : kTables)
    if (node.text() == known.name) return known;
  node.fail("pool_7ft, pool_8ft, pool_9ft, snooker_12ft or carom_10ft");
}

Layout read_layout(const JsonNode& node) {
  if (node.value().is_string()) return layout_of(named_table(node).table());
  node.expect_fields({"length", "width", "ball_radius", "head_line", "foot_spot", "d_radius", "black_spot",
                      "starting_spot", "pockets"});
  Layout layout;
  layout.length = node.at("length").positive();
  layout.width = node.at("width").positive();
  layout.ball_radius = node.at("ball_radius").positive();
  layout.head_line = node.at("head_line").number();
  layout.foot_spot = node.at("foot_spot").number();
  layout.d_radius = node.at("d_radius").non_negative();
  layout.black_spot = node.at("black_spot").number();
  layout.starting_spot = node.at("starting_spot").non_negative();
  const JsonNode pockets = node.at("pockets");
  for (std::size_t i = 0; i < pockets.size(); ++i) {
    pockets[i].expect_fields({"center", "radius"});
    layout.pockets.push_back({pockets[i].at("center").vec<2>(), pockets[i].at("radius").positive()});
  }
  return layout;
}

OrderedJson settings_json(const GameSettings& settings) {
  return {{"game", std::string(name(settings.kind))},
          {"table", layout_json(settings.layout)},
          {"seed", settings.seed},
          {"first_player", settings.first_player},
          {"race_to", settings.race_to},
          {"points", settings.points},
          {"equalizing_inning", settings.equalizing_inning},
          {"gap", settings.rack.gap},
          {"nine_on_foot_spot", settings.rack.nine_on_foot_spot}};
}

GameSettings read_settings(const JsonNode& node) {
  constexpr std::uint64_t kMostPoints = 1'000'000;
  node.expect_fields(
      {"game", "table", "seed", "first_player", "race_to", "points", "equalizing_inning", "gap", "nine_on_foot_spot"});
  GameSettings settings = settings_for(node.at("game").choice(kGames));
  if (const auto table = node.find("table")) settings.layout = read_layout(*table);
  if (const auto seed = node.find("seed")) settings.seed = seed->whole(0, kMost);
  if (const auto first = node.find("first_player")) settings.first_player = static_cast<int>(first->whole(0, 1));
  if (const auto race = node.find("race_to")) settings.race_to = static_cast<int>(race->whole(1, kMostPoints));
  if (const auto points = node.find("points")) settings.points = static_cast<int>(points->whole(1, kMostPoints));
  if (const auto inning = node.find("equalizing_inning")) settings.equalizing_inning = inning->boolean();
  if (const auto gap = node.find("gap")) settings.rack.gap = gap->positive();
  if (const auto nine = node.find("nine_on_foot_spot")) settings.rack.nine_on_foot_spot = nine->boolean();
  return settings;
}

OrderedJson call_json(const Call& call) {
  OrderedJson json = OrderedJson::object();
  if (call.ball) json["ball"] = *call.ball;
  if (call.pocket) json["pocket"] = *call.pocket;
  if (call.safety) json["safety"] = true;
  if (call.push_out) json["push_out"] = true;
  return json;
}

int read_number_of(const JsonNode& node) {
  constexpr std::uint64_t kMostNumbers = 10'000;
  return static_cast<int>(node.whole(0, kMostNumbers));
}

Call read_call(const JsonNode& node) {
  node.expect_fields({"ball", "pocket", "safety", "push_out"});
  Call call;
  if (const auto ball = node.find("ball")) call.ball = read_number_of(*ball);
  if (const auto pocket = node.find("pocket")) call.pocket = read_number_of(*pocket);
  if (const auto safety = node.find("safety")) call.safety = safety->boolean();
  if (const auto push = node.find("push_out")) call.push_out = push->boolean();
  return call;
}

OrderedJson facts_json(const std::vector<ShotFact>& facts) {
  OrderedJson list = OrderedJson::array();
  for (const ShotFact& fact : facts)
    list.push_back({word_for(kFactKinds, fact.kind), fact.time, fact.ball, fact.other});
  return list;
}

std::vector<ShotFact> read_facts(const JsonNode& node) {
  std::vector<ShotFact> facts;
  facts.reserve(node.size());
  for (std::size_t i = 0; i < node.size(); ++i) {
    const JsonNode fact = node[i];
    if (fact.size() != 4) fact.fail("[what, time, ball, other]");
    facts.push_back(
        {fact[0].choice(kFactKinds), fact[1].non_negative(), read_number_of(fact[2]), read_number_of(fact[3])});
  }
  return facts;
}

OrderedJson places_json(const BallPlaces& balls) {
  OrderedJson list = OrderedJson::array();
  for (const auto& place : balls) list.push_back(place ? OrderedJson(vec_json(*place)) : OrderedJson(nullptr));
  return list;
}

BallPlaces read_places(const JsonNode& node) {
  BallPlaces balls(node.size());
  for (std::size_t i = 0; i < balls.size(); ++i)
    if (!node[i].value().is_null()) balls[i] = node[i].vec<2>();
  return balls;
}

OrderedJson strike_json(const Strike& strike) {
  return {{"speed", strike.speed},
          {"heading", vec_json(strike.heading)},
          {"tip", {strike.side, strike.height}},
          {"elevation", strike.elevation}};
}

Strike read_saved_strike(const JsonNode& node) {
  node.expect_fields({"speed", "heading", "tip", "elevation"});
  const Vec2 tip = node.at("tip").vec<2>();
  return {node.at("speed").number(), node.at("heading").vec<2>(), tip.x, tip.y, node.at("elevation").number()};
}

OrderedJson action_json(const billiards::Placement& placement, SavedShots) {
  return {{"place", placement.ball}, {"at", vec_json(placement.place)}};
}

OrderedJson action_json(Choice choice, SavedShots) {
  return {{"choose", word_for(kChoices, choice)}};
}

OrderedJson action_json(const Shot& shot, SavedShots shots) {
  OrderedJson json = OrderedJson::object();
  if (shot.call != Call{}) json["call"] = call_json(shot.call);
  if (shot.strike) json["strike"] = strike_json(*shot.strike);
  if (shot.strike && shots == SavedShots::strikes) return json;
  json["shot"] = facts_json(shot.facts.facts);
  json["rest"] = places_json(shot.facts.rest);
  if (shot.facts.crossed_head_line) json["crossed_head_line"] = true;
  if (shot.facts.jumped_over_a_ball) json["jumped_over_a_ball"] = true;
  return json;
}

/// Reads the actions of one game, and plays shots that are known by their strokes.
class ActionReader {
 public:
  explicit ActionReader(const Layout& layout) : table_(named_table(layout)) {}

  Action read(const JsonNode& node, const Game& game) {
    if (node.has("place")) {
      node.expect_fields({"place", "at"});
      return billiards::Placement{read_number_of(node.at("place")), node.at("at").vec<2>()};
    }
    if (node.has("choose")) {
      node.expect_fields({"choose"});
      return node.at("choose").choice(kChoices);
    }
    if (node.has("shot")) return read_facts_of(node);
    if (node.has("strike")) return play_strike(node, game);
    node.fail("an object with the field \"place\", \"choose\", \"shot\" or \"strike\"");
  }

 private:
  static Shot read_facts_of(const JsonNode& node) {
    node.expect_fields({"shot", "rest", "call", "strike", "crossed_head_line", "jumped_over_a_ball"});
    Shot shot;
    shot.facts.facts = read_facts(node.at("shot"));
    shot.facts.rest = read_places(node.at("rest"));
    if (const auto call = node.find("call")) shot.call = read_call(*call);
    if (const auto strike = node.find("strike")) shot.strike = read_saved_strike(*strike);
    if (const auto crossed = node.find("crossed_head_line")) shot.facts.crossed_head_line = crossed->boolean();
    if (const auto jumped = node.find("jumped_over_a_ball")) shot.facts.jumped_over_a_ball = jumped->boolean();
    return shot;
  }

  Shot play_strike(const JsonNode& node, const Game& game) {
    node.expect_fields({"strike", "call"});
    if (table_ == nullptr) node.fail("the field \"shot\": a stroke alone is enough on regulation tables only");
    if (!player_) player_.emplace(table_->table());
    const auto call = node.find("call");
    try {
      return take_shot(*player_, game, call ? read_call(*call) : Call{}, read_saved_strike(node.at("strike")));
    } catch (const std::invalid_argument& error) {
      node.fail(fmt::format("a shot that is refused ({})", error.what()), "one that can be played");
    }
  }

  const NamedTable* table_;
  std::optional<ShotPlayer> player_;
};

GameHistory begin(const JsonNode& node) {
  const GameSettings settings = read_settings(node);
  try {
    return GameHistory(settings);
  } catch (const std::invalid_argument& error) {
    throw input_error(node.origin(), node.place(), error.what(), "settings that a game can begin with");
  }
}

void replay(const JsonNode& actions, GameHistory& history) {
  ActionReader reader(history.settings().layout);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const Action action = reader.read(actions[i], history.game());
    const std::string why = refusal(history.game(), action);
    if (!why.empty())
      throw input_error(actions.origin(), actions[i].place(), "an action that is refused (" + why + ")",
                        "one that the rules allow");
    history.act(action);
  }
}

}  // namespace

std::string write_saved_game(const GameHistory& history, SavedShots shots) {
  const bool regulation = named_table(history.settings().layout) != nullptr;
  const SavedShots kept = regulation ? shots : SavedShots::facts;
  OrderedJson actions = OrderedJson::array();
  for (const Action& action : history.actions())
    actions.push_back(std::visit([&](const auto& act) { return action_json(act, kept); }, action));
  OrderedJson json = OrderedJson::object();
  json["carom_game"] = kGameVersion;
  json["settings"] = settings_json(history.settings());
  json["actions"] = std::move(actions);
  if (history.position() != history.actions().size()) json["position"] = history.position();
  return json.dump();
}

GameHistory read_saved_game(const std::string& text, const std::string& origin) {
  const Json json = parse_json(text, origin);
  const JsonNode node(json, origin);
  if (!json.is_object()) throw input_error(origin, "the game", shown(json), "an object");
  node.expect_fields({"carom_game", "settings", "actions", "position"});
  node.at("carom_game").whole(kGameVersion, kGameVersion);
  GameHistory history = begin(node.at("settings"));
  replay(node.at("actions"), history);
  if (const auto position = node.find("position")) {
    const std::uint64_t wanted = position->whole(0, history.actions().size());
    while (history.position() > wanted) history.undo();
  }
  return history;
}

std::string write_rack(GameKind kind, const Layout& layout, std::uint64_t seed, std::uint64_t number,
                       const RackOptions& options) {
  const BallPlaces places = rack(kind, layout, seed, number, options);
  std::string balls;
  for (std::size_t ball = 0; ball < places.size(); ++ball) {
    const OrderedJson line = {{"number", ball}, {"position", vec_json(*places[ball])}};
    balls += (ball == 0 ? "\n  " : ",\n  ") + line.dump();
  }
  OrderedJson head = {{"game", std::string(name(kind))},
                      {"table", layout_json(layout)},
                      {"seed", seed},
                      {"rack", number},
                      {"gap", options.gap},
                      {"ball_radius", layout.ball_radius}};
  if (!options.nine_on_foot_spot) head["nine_on_foot_spot"] = false;
  std::string text = head.dump();
  text.back() = ',';
  return text + "\n \"balls\": [" + balls + "]}\n";
}

bool is_rack(const std::string& text, const std::string& origin) {
  const Json document = parse_json(text, origin);
  return document.is_object() && document.contains("rack");
}

RackFile parse_rack(const std::string& text, const std::string& origin) {
  const Json document = parse_json(text, origin);
  const JsonNode root(document, origin);
  root.expect_fields({"game", "table", "seed", "rack", "gap", "nine_on_foot_spot", "ball_radius", "balls"});
  RackFile file;
  file.game = root.at("game").choice(kGames);
  file.table = named_table(root.at("table")).table();
  file.seed = root.at("seed").whole(0, kMost);
  file.number = root.at("rack").whole(0, kMost);
  file.options.gap = root.at("gap").positive();
  if (const auto nine = root.find("nine_on_foot_spot")) file.options.nine_on_foot_spot = nine->boolean();
  file.balls.resize(static_cast<std::size_t>(ball_count(file.game)));
  const JsonNode balls = root.at("balls");
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const JsonNode one = balls[i];
    one.expect_fields({"number", "position"});
    file.balls[one.at("number").whole(0, file.balls.size() - 1)] = one.at("position").vec<2>();
  }
  return file;
}

std::optional<Table> regulation_table(const Layout& layout) {
  const NamedTable* const known = named_table(layout);
  if (known == nullptr) return std::nullopt;
  return known->table();
}

GameKind game_named(const std::string& word) {
  const Json json = word;
  return JsonNode(json, "", "the game").choice(kGames);
}

Layout layout_named(const std::string& word) {
  const Json json = word;
  return read_layout(JsonNode(json, "", "the table"));
}

}  // namespace carom::io
