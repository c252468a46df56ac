#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "carom/billiards/rectangle.hpp"
#include "io/exchange/formats.hpp"
#include "io/exchange/pooltool_names.hpp"
#include "io/exchange/pooltool_outline.hpp"
#include "io/exchange/stroke.hpp"
#include "io/json/short_name.hpp"

namespace carom::io {
namespace {

constexpr int kPocketed = 4;
constexpr int kFirstFreeNumber = 100;  // for balls whose names are none of a game's
constexpr std::size_t kMostParts = 1000;

/// Files of older versions lack some fields.
double number_or(const JsonNode& node, const char* field, double usual) {
  const auto found = node.find(field);
  return found && !found->value().is_null() ? found->number() : usual;
}

/// Of a point in space, what is seen from above.
Vec2 seen_from_above(const JsonNode& node) {
  const Vec3 point = node.vec<3>();
  return {point.x, point.y};
}

void expect_object(const JsonNode& node) {
  if (!node.value().is_object()) node.fail("an object");
  if (node.value().size() > kMostParts)
    node.fail(fmt::format("{} fields", node.value().size()), fmt::format("at most {}", kMostParts));
}

/// pooltool's x runs over the width and its y along the length from the head, from a corner; Carom's x along the length
/// from the middle: (x, y) → (y − l/2, w/2 − x), a turn by −90°.
class PooltoolFrame {
 public:
  explicit PooltoolFrame(const JsonNode& linear) {
    Vec2 low{1e60, 1e60};
    Vec2 high{-1e60, -1e60};
    for (const auto& [id, value] : linear.value().items())
      for (const char* end : {"p1", "p2"}) {
        const Vec2 place = seen_from_above(linear.at(id).at(end));
        low = {std::min(low.x, place.x), std::min(low.y, place.y)};
        high = {std::max(high.x, place.x), std::max(high.y, place.y)};
      }
    middle_ = 0.5 * (low + high);
  }

  Vec2 place(const Vec2& theirs) const { return {theirs.y - middle_.y, middle_.x - theirs.x}; }
  static double heading(double phi) { return phi - 90; }

 private:
  Vec2 middle_{};
};

class SystemReader {
 public:
  SystemReader(const JsonNode& system, Notes& notes)
      : system_(system),
        table_node_(system.at("table")),
        segments_(table_node_.at("cushion_segments")),
        frame_((expect_object(segments_.at("linear")), segments_.at("linear"))),
        notes_(notes) {}

  void read(const std::string& name, Exchange& exchange) {
    setup_.name = name;
    expect_object(system_.at("balls"));
    if (system_.at("balls").value().empty()) system_.at("balls").fail("balls");
    read_equipment();
    read_table();
    read_balls();
    read_cue();
    notes_.push_back(
        "pooltool's files name no models of impacts; those that it takes itself are set: Alciatore's friction of "
        "balls, Stronge's cushions");
    if (RecordedShot played = recording(); !played.tracks.empty()) exchange.recordings.push_back(std::move(played));
    exchange.shots.push_back(std::move(setup_));
  }

 private:
  JsonNode cue() const { return system_.at("cue"); }

  std::string cue_ball() const {
    const JsonNode id = cue().at("cue_ball_id");
    if (!system_.at("balls").has(id.text())) id.fail("the id of one of the balls");
    return id.text();
  }

  void read_equipment() {
    const JsonNode params = system_.at("balls").at(cue_ball()).at("params");
    billiards::Equipment equipment = billiards::pool();
    equipment.ball = {.mass = params.at("m").positive(), .radius = params.at("R").positive()};
    equipment.cloth.sliding_friction = number_or(params, "u_s", 0.2);
    equipment.cloth.rolling_friction = number_or(params, "u_r", 0.01);
    equipment.cloth.spinning_friction = number_or(params, "u_sp_proportionality", 4.0 / 9) * equipment.ball.radius;
    equipment.cloth.restitution = number_or(params, "e_t", 0.5);
    equipment.cloth.gravity = number_or(params, "g", 9.81);
    equipment.contact.restitution = number_or(params, "e_b", 0.95);
    equipment.cushion = {.model = billiards::CushionImpactModel::stronge,
                         .restitution = number_or(params, "e_c", 0.85),
                         .friction = number_or(params, "f_c", 0.2),
                         .height = cushion_height(),
                         .frequency_ratio = 1.8};
    setup_.table.equipment = equipment;
    setup_.table.materials = {equipment.cushion};
  }

  double cushion_height() const {
    const JsonNode linear = segments_.at("linear");
    if (linear.value().empty()) linear.fail("cushions");
    return linear.at(linear.value().begin().key()).at("p1").vec<3>().z;
  }

  void read_table() {
    billiards::Table& table = setup_.table;
    const std::string type = table_node_.at("table_type").text();
    for (const auto& [theirs, ours] : kPooltoolTables)
      if (type == theirs) table.game = ours;
    table.name = "pooltool, " + type;
    read_pockets();
    std::vector<LooseCushion> cushions;
    const JsonNode linear = segments_.at("linear");
    for (const auto& [id, value] : linear.value().items()) {
      const JsonNode one = linear.at(id);
      if (one.at("p1").vec<3>().z != cushion_height()) one.fail("cushions of one height");
      cushions.push_back(
          {id, frame_.place(seen_from_above(one.at("p1"))), frame_.place(seen_from_above(one.at("p2")))});
    }
    std::vector<LooseTip> tips;
    const JsonNode circular = segments_.at("circular");
    expect_object(circular);
    for (const auto& [id, value] : circular.value().items()) {
      const JsonNode one = circular.at(id);
      tips.push_back({id, frame_.place(seen_from_above(one.at("center"))), one.at("radius").non_negative()});
    }
    join_cushions(std::move(cushions), tips, table, notes_);
    add_spots();
  }

  void read_pockets() {
    const JsonNode pockets = table_node_.at("pockets");
    expect_object(pockets);
    for (const auto& [id, value] : pockets.value().items()) {
      const JsonNode one = pockets.at(id);
      setup_.table.pockets.push_back(
          {id, frame_.place(seen_from_above(one.at("center"))), one.at("radius").positive()});
    }
  }

  /// On quarters of the length, as every table with straight sides has them.
  void add_spots() {
    double half = 0;
    for (const billiards::CushionPart& part : setup_.table.cushions)
      if (!part.is_jaw) half = std::max({half, std::fabs(part.from.x), std::fabs(part.to.x)});
    for (const auto& [name, x] : {std::pair{"head", -half / 2}, {"center", 0.0}, {"foot", half / 2}})
      if (clearance(setup_.table, {x, 0}) > 0) setup_.table.spots.push_back({name, {x, 0}});
  }

  /// Where the balls were, by the history of small steps or, without, that of events.
  RecordedShot recording() const {
    RecordedShot shot{setup_.name, {}};
    for (const auto& [id, number] : number_of_) {
      const JsonNode ball = system_.at("balls").at(id);
      for (const char* field : {"history_cts", "history"}) {
        const auto history = ball.find(field);
        const auto states = history && history->value().is_object() ? history->find("states") : std::nullopt;
        if (!states || states->size() == 0) continue;
        shot.tracks.push_back(track(*states, number));
        break;
      }
    }
    return shot;
  }

  BallTrack track(const JsonNode& states, int number) const {
    BallTrack track{number, {}, {}};
    for (std::size_t i = 0; i < states.size() && states[i].at("s").whole(0, 5) != kPocketed; ++i) {
      const JsonNode time = states[i].at("t");
      if (!(time.number() >= 0) || (i > 0 && time.number() < track.times.back())) time.fail("times that ascend from 0");
      track.times.push_back(time.number());
      track.places.push_back(frame_.place(seen_from_above(states[i].at("rvw")[0])));
    }
    return track;
  }

  /// Before the shot: a system that was played keeps the state from which it was.
  static JsonNode first_state(const JsonNode& ball) {
    const auto history = ball.find("history");
    if (history && history->value().is_object())
      if (const auto states = history->find("states"); states && states->size() > 0) return (*states)[0];
    return ball.at("state");
  }

  void read_balls() {
    const JsonNode balls = system_.at("balls");
    std::vector<int> potted;
    std::vector<int> moving;
    for (const auto& [id, value] : balls.value().items()) {
      const JsonNode ball = balls.at(id);
      check_alike(ball);
      const int number = number_of(id);
      number_of_[id] = number;
      if (id == cue_ball()) setup_.options.cue_ball = number;
      const JsonNode state = first_state(ball);
      const JsonNode rvw = state.at("rvw");
      if (rvw.size() != 3) rvw.fail("three vectors");
      if (state.at("s").whole(0, 5) == kPocketed) {
        potted.push_back(number);
        continue;
      }
      if (!is_zero(rvw[1].vec<3>()) || !is_zero(rvw[2].vec<3>())) moving.push_back(number);
      setup_.state.balls.push_back(
          billiards::resting_ball(setup_.table, number, frame_.place(seen_from_above(rvw[0]))));
    }
    note_balls(potted, "in pockets; left out", notes_);
    note_balls(moving, "moving; a shot file has balls at rest: velocities and spins are left out", notes_);
  }

  void check_alike(const JsonNode& ball) const {
    const JsonNode params = ball.at("params");
    const billiards::BallSpec& spec = setup_.table.equipment.ball;
    if (params.at("m").number() != spec.mass) params.at("m").fail("the mass of the other balls");
    if (params.at("R").number() != spec.radius) params.at("R").fail("the radius of the other balls");
  }

  bool is_free(int number) const {
    return std::none_of(number_of_.begin(), number_of_.end(),
                        [&](const auto& known) { return known.second == number; });
  }

  int number_of(const std::string& id) {
    for (const std::string_view game : {std::string_view(setup_.table.game), std::string_view("pool")})
      if (const auto number = number_of_pooltool_ball(game, id); number && is_free(*number)) return *number;
    int number = kFirstFreeNumber;
    while (!is_free(number)) ++number;
    notes_.push_back(fmt::format("the ball {} has no number; it is ball {} here", shown(id), number));
    return number;
  }

  /// pooltool: v = 2 V/(1 + m/M + 5/2 (a² + b²)), which is Carom's stroke with e = 1. a counts to the left. Before
  /// impacts it turns the tip's place into the ball's frame, so that a and b are across the cue, as Carom's.
  void read_cue() {
    const JsonNode node = cue();
    const JsonNode specs = node.at("specs");
    billiards::Strike& strike = setup_.strike;
    strike.speed = node.at("V0").positive();
    strike.heading = heading_at(PooltoolFrame::heading(node.at("phi").number()));
    strike.elevation = node.at("theta").non_negative() * kDegree;
    strike.side = -node.at("a").number();
    strike.height = node.at("b").number();
    billiards::Cue& stick = setup_.options.cue;
    stick.mass = specs.at("M").positive();
    stick.end_mass = number_or(specs, "end_mass", 0.170097 / 30);
    stick.restitution = 1;
    allow_offset(strike, stick);
  }

  const JsonNode& system_;
  JsonNode table_node_;
  JsonNode segments_;
  PooltoolFrame frame_;
  Notes& notes_;
  ShotSetup setup_;
  std::map<std::string, int> number_of_;
};

void read_system(const JsonNode& system, const std::string& name, Exchange& exchange) {
  try {
    SystemReader(system, exchange.notes).read(name, exchange);
    const ShotSetup& setup = exchange.shots.back();
    billiards::validate(setup.table);
    billiards::validate(setup.table, setup.state);
  } catch (const std::invalid_argument& error) {
    throw InputError(system.origin() + ": " + error.what());
  }
}

}  // namespace

Exchange read_pooltool(const Json& json, const std::string& origin) {
  const JsonNode root(json, origin);
  const std::string name = short_name_from(origin);
  Exchange exchange;
  if (!root.has("multisystem")) {
    read_system(root, name, exchange);
    return exchange;
  }
  const JsonNode systems = root.at("multisystem");
  for (std::size_t i = 0; i < systems.size(); ++i) read_system(systems[i], fmt::format("{}-{}", name, i), exchange);
  return exchange;
}

}  // namespace carom::io
