#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "carom/billiards/rectangle.hpp"
#include "io/exchange/formats.hpp"
#include "io/exchange/stroke.hpp"
#include "io/exchange/tailuge.hpp"
#include "io/exchange/web_text.hpp"
#include "io/json/short_name.hpp"

namespace carom::io {
namespace {

constexpr std::string_view kPacked = "f~";
constexpr std::string_view kAddress = "https://tailuge.github.io/billiards/dist/";
constexpr std::size_t kMostUnpacked = std::size_t{1} << 24;
constexpr std::size_t kMostShots = 100'000;

// What tailuge/billiards plays with, in its metres.
constexpr double kRadius = kTailugeRadius;
constexpr double kMass = 0.23;
constexpr double kGravity = 9.8;
constexpr double kOffsetLimit = 0.45;         // radii
constexpr double kMostPower = 160 * kRadius;  // m/s

struct Rule {
  std::string_view name;
  std::string_view game;
  std::size_t balls;
  double half_length, half_width;  // of the places that balls' centres reach, in radii
  double rolling;
};
constexpr double kCaromLength = 92.36;  // in radii
constexpr std::array<Rule, 6> kRules = {
    {{"nineball", "pool", 10, 43, 21, 0.007},
     {"eightball", "pool", 16, 43, 21, 0.007},
     {"snooker", "snooker", 22, 43, 21, 0.007},
     {"threecushion", "carom", 3, kCaromLength / 2 - 1, kCaromLength / 4 - 1, 0.0055},
     {"threecushion-drill", "carom", 3, 43, 21, 0.007},
     {"sagu", "carom", 4, kCaromLength / 2 - 1, kCaromLength / 4 - 1, 0.0055}}};
constexpr double kUsualSize = 10;

/// Snooker's colours come before its reds there: 0, yellow to black, the reds.
int our_number(const Rule& rule, std::size_t index) {
  const int i = static_cast<int>(index);
  if (rule.game != "snooker" || i == 0) return i;
  return i <= 6 ? i + 15 : i - 6;
}
std::size_t their_index(const Rule& rule, int number) {
  if (rule.game != "snooker" || number == 0) return static_cast<std::size_t>(number);
  return static_cast<std::size_t>(number > 15 ? number - 15 : number + 6);
}

/// The sliding ball's friction is its own; a rolling one slows down by μ g/√2, side spin by 5/3 μ g ρ/R² rad/s².
billiards::Equipment equipment_of(const Rule& rule) {
  constexpr double kSpindown = 0.045;
  billiards::Equipment equipment = rule.game == "carom"     ? billiards::carom_billiards()
                                   : rule.game == "snooker" ? billiards::snooker()
                                                            : billiards::pool();
  equipment.cushion.height *= kRadius / equipment.ball.radius;
  equipment.ball = {.mass = kMass, .radius = kRadius};
  equipment.cloth.sliding_friction = 0.126;
  equipment.cloth.rolling_friction = rule.rolling * std::numbers::sqrt2 / 2;
  equipment.cloth.spinning_friction = 2.0 / 3 * rule.rolling * kSpindown / kRadius;
  equipment.cloth.gravity = kGravity;
  return equipment;
}

/// Its noses are a radius beyond the places of the balls' centres; round knuckles at the mouths.
billiards::Table table_of(const Rule& rule, double size) {
  billiards::Table table;
  table.name = fmt::format("tailuge/billiards, {}", rule.name);
  table.game = rule.game;
  table.equipment = equipment_of(rule);
  table.materials = {table.equipment.cushion};
  const double scale = size / kUsualSize;
  billiards::RectangleLayout layout{2 * kRadius * (rule.half_length * scale + 1),
                                    2 * kRadius * (rule.half_width * scale + 1), std::nullopt, std::nullopt};
  if (rule.game != "carom") {
    // A corner's tips, where a knuckle of .62 R turns by 45°, are 3.2 R − .62 R tan 22.5° from the corner; its hole of
    // 2.2 R has its centre .6 R beyond the noses. A side's knuckles of .4 R turn by 90°, 2.77 R from the middle; its
    // hole of 1.8 R has its centre 2 R beyond.
    const double tip = 3.2 - 0.62 * (std::numbers::sqrt2 - 1);
    const double shelf = (tip / 2 + 0.6) * std::numbers::sqrt2 - 2.2;
    layout.corner = billiards::PocketCut{tip * std::numbers::sqrt2 * kRadius, 135 * kDegree, shelf * kRadius,
                                         2.2 * kRadius, 0.62 * kRadius};
    layout.side =
        billiards::PocketCut{2 * (2.77 - 0.4) * kRadius, 90 * kDegree, 0.2 * kRadius, 1.8 * kRadius, 0.4 * kRadius};
  }
  lay_out(table, layout);
  return table;
}

/// The value of a field of the query, decoded; empty if there is none.
std::string query_value(std::string_view link, std::string_view field, const std::string& origin) {
  std::size_t at = link.find('?');
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(link.find_first_of("&#", at + 1), link.size());
    const std::string_view part = link.substr(at + 1, end - at - 1);
    const std::size_t equals = std::min(part.find('='), part.size());
    if (part.substr(0, equals) == field && equals < part.size())
      return percent_decoded(part.substr(equals + 1), origin, std::string(field));
    at = end < link.size() && link[end] == '&' ? end : std::string_view::npos;
  }
  return {};
}

/// Packed by DEFLATE, or the JSON itself.
Json unpacked(const std::string& blob, const std::string& origin) {
  if (blob.starts_with('{')) return parse_json(blob, origin);
  if (!blob.starts_with(kPacked))
    throw input_error(origin, "state", shown(blob), "\"f~\" and base 64: links of older versions have another packing");
  const std::string bytes = from_base64_url(std::string_view(blob).substr(kPacked.size()), origin, "state");
  return parse_json(inflated(bytes, kMostUnpacked, origin, "state"), origin + ": state");
}

class LinkReader {
 public:
  LinkReader(const JsonNode& state, const Rule& rule, double size)
      : state_(state), rule_(rule), table_(table_of(rule, size)) {}

  Exchange read() {
    read_init();
    const JsonNode shots = state_.at("shots");
    if (shots.size() > kMostShots) shots.fail(fmt::format("at most {} shots", kMostShots));
    int unknown = 0;
    for (std::size_t i = 0; i < shots.size(); ++i) {
      const std::string type = shots[i].at("type").text();
      if (type == "PLACEBALL") place_ball(shots[i]);
      if (type == "RERACK") rerack(shots[i]);
      if (type != "AIM") continue;
      if (known_)
        add_shot(shots[i]);
      else
        ++unknown;
      known_ = false;  // where they come to rest, tailuge finds by playing
    }
    add_notes(unknown);
    if (exchange_.shots.empty()) shots.fail("no stroke", "one of the type AIM");
    return std::move(exchange_);
  }

 private:
  void read_init() {
    const JsonNode init = state_.at("init");
    if (init.size() % 2 != 0 || init.size() > 2 * rule_.balls)
      init.fail(fmt::format("a list of {}", init.size()), fmt::format("x and y of at most {} balls", rule_.balls));
    places_.resize(init.size() / 2);
    for (std::size_t i = 0; i < places_.size(); ++i) places_[i] = {init[2 * i].number(), init[2 * i + 1].number()};
  }

  Vec2& place(const JsonNode& id) { return places_[id.whole(0, places_.size() - 1)]; }

  static Vec2 point(const JsonNode& node) { return {node.at("x").number(), node.at("y").number()}; }

  void place_ball(const JsonNode& shot) {
    if (places_.empty()) return;
    places_[cue_ball_] = point(shot.at("pos"));
    if (const auto respot = shot.find("respot"); respot && respot->value().is_object())
      place(respot->at("id")) = point(respot->at("pos"));
  }

  void rerack(const JsonNode& shot) {
    const auto info = shot.find("ballinfo");
    const auto balls = (info ? *info : shot).find("balls");
    if (!balls) return;
    for (std::size_t i = 0; i < balls->size(); ++i) place((*balls)[i].at("id")) = point((*balls)[i].at("pos"));
    known_ = balls->size() == places_.size();
  }

  void add_shot(const JsonNode& aim) {
    const auto index = aim.find("i");
    cue_ball_ = index ? index->whole(0, places_.empty() ? 0 : places_.size() - 1) : 0;
    if (places_.empty()) state_.at("init").fail("places of balls");
    places_[cue_ball_] = point(aim.at("pos"));
    ShotSetup setup;
    setup.name = fmt::format("{}-{}", rule_.name, exchange_.shots.size());
    setup.table = table_;
    add_balls(setup);
    setup.options.cue_ball = our_number(rule_, cue_ball_);
    set_stroke(aim, setup);
    try {
      billiards::validate(setup.table, setup.state);
    } catch (const std::invalid_argument& error) {
      throw InputError(fmt::format("{}: {}: {}", aim.origin(), aim.place(), error.what()));
    }
    exchange_.shots.push_back(std::move(setup));
  }

  void add_balls(ShotSetup& setup) {
    std::vector<int> potted;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const int number = our_number(rule_, i);
      if (clearance(table_, places_[i]) < 0 || pocket_at(table_, places_[i]))
        potted.push_back(number);
      else
        setup.state.balls.push_back(billiards::resting_ball(setup.table, number, places_[i]));
    }
    note_balls(potted, "in pockets; left out", exchange_.notes);
  }

  static void set_stroke(const JsonNode& aim, ShotSetup& setup) {
    const TailugeStroke stroke = read_tailuge_stroke(aim);
    setup.options.cue.end_mass = kNoEndMass;
    setup.strike = strike_of(stroke, setup.options.cue, kMass);
    allow_offset(setup.strike, setup.options.cue);
    if (!(setup.strike.speed > 0)) aim.at("power").fail("a power above 0");
  }

  void add_notes(int unknown) {
    exchange_.notes.push_back(
        "tailuge's links name no physics; its balls and cloth are set, the cushions are Carom's for the game");
    if (unknown > 0)
      exchange_.notes.push_back(
          fmt::format("{} later strokes are left out: where the balls lie then, tailuge finds by playing", unknown));
    if (std::any_of(exchange_.shots.begin(), exchange_.shots.end(),
                    [](const auto& one) { return one.strike.elevation > 0; }))
      exchange_.notes.push_back("tailuge gives a raised cue more spin, by 1/cos of the elevation; left out");
  }

  const JsonNode& state_;
  const Rule& rule_;
  billiards::Table table_;
  std::vector<Vec2> places_;
  bool known_ = true;
  std::size_t cue_ball_ = 0;
  Exchange exchange_;
};

const Rule& rule_named(const std::string& name, const std::string& origin) {
  const auto rule = std::find_if(kRules.begin(), kRules.end(), [&](const Rule& one) { return one.name == name; });
  if (rule == kRules.end())
    throw input_error(origin, "ruletype", shown(name),
                      "nineball, eightball, snooker, threecushion, threecushion-drill or sagu");
  return *rule;
}

double size_of(const std::string& text, const JsonNode& state, const std::string& origin) {
  double size = kUsualSize;
  if (const auto given = state.find("tableSize")) size = given->number();
  if (!text.empty()) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc{} || end != text.data() + text.size())
      throw input_error(origin, "tableSize", shown(text), "a number");
  }
  if (!(size >= 3 && size <= 100)) throw input_error(origin, "tableSize", fmt::format("{}", size), "3 to 100");
  return size;
}

const Rule& rule_for(const ShotSetup& setup) {
  int highest = 0;
  for (const billiards::ShotBall& ball : setup.state.balls) highest = std::max(highest, ball.number);
  const std::string_view game = setup.table.game;
  for (const Rule& rule : kRules)
    if ((rule.game == game || (rule.game == "pool" && game.empty())) && highest < static_cast<int>(rule.balls))
      return rule;
  throw input_error("", "the table's game and balls", fmt::format("{} and ball {}", shown(setup.table.game), highest),
                    "pool up to 15, snooker up to 21 or carom up to 2");
}

struct Half {
  double length = 0;
  double width = 0;
};

Half half_size(const billiards::Table& table) {
  Half half;
  for (const billiards::CushionPart& part : table.cushions)
    if (!part.is_jaw) {
      half.length = std::max({half.length, std::fabs(part.from.x), std::fabs(part.to.x)});
      half.width = std::max({half.width, std::fabs(part.from.y), std::fabs(part.to.y)});
    }
  return half;
}

Json point_json(const Vec2& place) {
  return {{"x", place.x}, {"y", place.y}, {"z", 0.0}};
}

/// Where balls that are not on the table are told to be: in its corner pocket, as it leaves them itself.
Vec2 in_a_pocket(const Rule& rule, double size) {
  const double scale = size / kUsualSize;
  return {kRadius * (rule.half_length * scale + 1.6), kRadius * (rule.half_width * scale + 1.6)};
}

}  // namespace

TailugeStroke read_tailuge_stroke(const JsonNode& node) {
  TailugeStroke stroke;
  stroke.angle = node.at("angle").number();
  stroke.power = node.at("power").non_negative();
  const JsonNode offset = node.at("offset");
  stroke.offset = {offset.at("x").number(), offset.at("y").number()};
  if (!(norm(stroke.offset) <= 1)) offset.fail("a place on the ball, in radii");
  if (const auto elevation = node.find("elevation")) stroke.elevation = elevation->non_negative();
  return stroke;
}

billiards::Strike strike_of(const TailugeStroke& stroke, const billiards::Cue& cue, double ball_mass) {
  billiards::Strike strike;
  strike.heading = heading_at(stroke.angle / kDegree);
  strike.side = -stroke.offset.x;
  strike.height = stroke.offset.y;
  strike.elevation = stroke.elevation;
  const double ball_speed = stroke.power * (1 - norm2(stroke.offset) / 4);
  strike.speed = ball_speed / ball_speed_per_cue_speed(cue, ball_mass, strike.side, strike.height);
  return strike;
}

Exchange read_tailuge_link(const std::string& text, const std::string& origin) {
  const std::string link(first_line(text));
  const bool bare = link.starts_with('{');
  const std::string blob = bare ? text : query_value(link, "state", origin);
  if (blob.empty()) throw input_error(origin, "the link", shown(link), "a field \"state\" in it");
  const Json json = unpacked(blob, origin);
  const JsonNode state(json, origin);
  if (!json.is_object()) throw input_error(origin, "state", shown(json), "an object");
  std::string rule = bare ? "" : query_value(link, "ruletype", origin);
  if (rule.empty()) rule = "nineball";
  const double size = size_of(bare ? "" : query_value(link, "tableSize", origin), state, origin);
  return LinkReader(state, rule_named(rule, origin), size).read();
}

std::string write_tailuge_link(const ShotSetup& setup, Notes& notes) {
  const Rule& rule = rule_for(setup);
  const billiards::BallSpec& ball = setup.table.ball(setup.options.cue_ball);
  const Half half = half_size(setup.table);
  // In tailuge's metres its ball is as large as this one. Speeds grow by the root: under friction, paths are then
  // alike.
  const double scale = kRadius / ball.radius;
  double size = kUsualSize * (half.length / ball.radius - 1) / rule.half_length;
  if (!(size >= 3 && size <= 100))
    throw input_error("", "the table's length", fmt::format("{}", 2 * half.length), "straight cushions");
  if (std::fabs(size - kUsualSize) < 0.01) size = kUsualSize;
  const auto place_of = [&](const billiards::ShotBall& one) {
    return scale * Vec2{one.state.position.x, one.state.position.y};
  };
  std::vector<Vec2> places(rule.balls, in_a_pocket(rule, size));
  for (const billiards::ShotBall& one : setup.state.balls)
    if (one.place == billiards::ShotBall::Place::on_table) places[their_index(rule, one.number)] = place_of(one);
  const billiards::ShotBall* const cue_ball = setup.state.find(setup.options.cue_ball);
  if (cue_ball == nullptr)
    throw input_error("", "cue_ball", std::to_string(setup.options.cue_ball), "a ball on the table");

  const billiards::Strike& strike = setup.strike;
  const Vec2 offset{-strike.side, strike.height};
  const double speed = strike.speed * std::sqrt(scale) *
                       ball_speed_per_cue_speed(setup.options.cue, ball.mass, strike.side, strike.height);
  const double power = speed / (1 - norm2(offset) / 4);
  const double angle =
      std::atan2(strike.heading.y, strike.heading.x) + turn_of_squirt(strike, setup.options.cue, ball.mass);
  Json init = Json::array();
  for (const Vec2& place : places) {
    init.push_back(place.x);
    init.push_back(place.y);
  }
  Json state = {{"init", init},
                {"shots",
                 {{{"type", "AIM"},
                   {"offset", point_json(offset)},
                   {"angle", angle},
                   {"power", power},
                   {"elevation", strike.elevation},
                   {"pos", point_json(place_of(*cue_ball))},
                   {"i", their_index(rule, setup.options.cue_ball)}}}},
                {"start", 0},
                {"now", 0},
                {"score", 0},
                {"wholeGame", false},
                {"v", 1}};
  std::string query = fmt::format("?ruletype={}", rule.name);
  if (size != kUsualSize) {
    state["tableSize"] = size;
    query += fmt::format("&tableSize={}", size);
  }
  notes.push_back(
      "tailuge has tables, balls and physics of its own, and no squirt, which is put into the angle; the rest is left "
      "out");
  if (scale != 1)
    notes.push_back(fmt::format("tailuge's balls have a radius of {} m; lengths are times {:.6g}, speeds times {:.6g}",
                                kRadius, scale, std::sqrt(scale)));
  const double wide = (half.width / ball.radius - 1) * kUsualSize / rule.half_width;
  if (std::fabs(wide / size - 1) > 1e-3)
    notes.push_back(fmt::format("tailuge's table is {:.4g} times as wide for its length", size / wide));
  if (norm(offset) > kOffsetLimit || power > kMostPower)
    notes.push_back(fmt::format("tailuge's own controls end at {} radii and {:.4g} m/s", kOffsetLimit, kMostPower));
  if (strike.elevation > 0) notes.push_back("tailuge gives a raised cue more spin, by 1/cos of the elevation");
  return std::string(kAddress) + query + "&state=" + std::string(kPacked) + base64_url(deflated(state.dump())) + "\n";
}

}  // namespace carom::io
