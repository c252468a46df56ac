#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "io/exchange/formats.hpp"
#include "io/exchange/message_pack.hpp"
#include "io/exchange/pooltool_history.hpp"
#include "io/exchange/pooltool_names.hpp"
#include "io/exchange/pooltool_outline.hpp"
#include "io/exchange/stroke.hpp"

namespace carom::io {
namespace {

using billiards::CushionPart;
using Shape = CushionPart::Shape;

constexpr double kNoseRadius = 0.005;   // m: pooltool's usual one
constexpr double kBallFriction = 0.05;  // its u_b, which its usual model does not look at
constexpr int kBothSides = 2;           // CushionDirection.BOTH
constexpr std::size_t kLinesWithPockets = 18;

[[noreturn]] void refuse(const std::string& place, const std::string& got, const std::string& expected) {
  throw input_error("", place, got, expected);
}

/// Carom's x along the length from the middle; pooltool's over the width from a corner: (x, y) → (w/2 − y, x + l/2).
class TableFrame {
 public:
  explicit TableFrame(const billiards::Table& table) {
    const bool has_noses =
        std::any_of(table.cushions.begin(), table.cushions.end(), [](const CushionPart& part) { return !part.is_jaw; });
    Vec2 low{1e60, 1e60};
    high_ = {-1e60, -1e60};
    for (const CushionPart& part : table.cushions)
      for (const Vec2& end : {part.from, part.to}) {
        if (has_noses && part.is_jaw) continue;
        low = {std::min(low.x, end.x), std::min(low.y, end.y)};
        high_ = {std::max(high_.x, end.x), std::max(high_.y, end.y)};
      }
    low_ = low;
  }

  Vec2 place(const Vec2& ours) const { return {high_.y - ours.y, ours.x - low_.x}; }
  double width() const { return high_.y - low_.y; }
  double length() const { return high_.x - low_.x; }

 private:
  Vec2 low_{};
  Vec2 high_{};
};

Json point_json(const Vec2& place, double z) {
  return {place.x, place.y, z};
}

/// The cushions of a table as pooltool numbers them: clockwise from the jaw of the left cushion at the bottom left
/// pocket, 2 to 18 and 1; without pockets 3, 9, 12 and 18; on any other table from 1 on.
class CushionNames {
 public:
  CushionNames(const billiards::Table& table, const TableFrame& frame) {
    const std::vector<CushionPart>& parts = table.cushions;
    std::vector<std::size_t> lines;  // clockwise, as pooltool sees them
    std::vector<std::size_t> first_of_group;
    for (std::size_t k = parts.size(); k-- > 0;) {
      const CushionPart& part = parts[k];
      if (part.shape != Shape::line) continue;
      if (is_behind_pocket(part))
        first_of_group.push_back(lines.size());
      else
        lines.push_back(k);
    }
    if (lines.size() == kLinesWithPockets && first_of_group.size() == 12 && table.obstacles.empty())
      number_clockwise(parts, frame, lines, first_of_group);
    else if (lines.size() == 4 && parts.size() == 4 && table.obstacles.empty())
      number_sides(parts, frame, lines);
    usual_ = !names_.empty();
    for (std::size_t k = 0; !usual_ && k < lines.size(); ++k) names_[lines[k]] = std::to_string(k + 1);
  }

  bool usual() const { return usual_; }

  /// Of a part of the outline, or of an obstacle, which are counted after it.
  std::string name(const billiards::Table& table, std::size_t part) const {
    const std::vector<CushionPart>& outline = table.cushions;
    if (part >= outline.size()) return obstacle(table.obstacles, part - outline.size());
    if (outline[part].shape != Shape::line) return tip(outline, part);
    return is_behind_pocket(outline[part]) ? outline[part].name : names_.at(part);
  }

 private:
  /// Arcs of one circle are one there.
  static std::string obstacle(const std::vector<CushionPart>& parts, std::size_t index) {
    const CushionPart& part = parts[index];
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const CushionPart& other) {
      return part.shape != Shape::line && other.shape == part.shape && other.center == part.center &&
             other.radius == part.radius;
    });
    if (same != parts.end()) index = static_cast<std::size_t>(same - parts.begin());
    return fmt::format("obstacle {}", index + 1);
  }

  /// A rounded tip has the number of the jaw that it leads to.
  std::string tip(const std::vector<CushionPart>& parts, std::size_t arc) const {
    if (!usual_) return std::to_string(arc + 1) + "t";
    const std::size_t before = (arc + parts.size() - 1) % parts.size();
    const std::size_t after = (arc + 1) % parts.size();
    const auto number = [&](std::size_t part) { return names_.contains(part) ? names_.at(part) : std::string("0"); };
    const std::string first = number(before);
    return (std::stoi(first) % 3 != 0 ? first : number(after)) + "t";
  }

  void number_clockwise(const std::vector<CushionPart>& parts, const TableFrame& frame,
                        const std::vector<std::size_t>& lines, const std::vector<std::size_t>& groups) {
    std::size_t start = 0;
    double nearest = std::numeric_limits<double>::infinity();
    for (const std::size_t group : groups) {
      const std::size_t line = lines[group % lines.size()];
      const double distance = norm(frame.place(parts[line].to));  // where it begins clockwise
      if (distance < nearest) nearest = distance, start = group % lines.size();
    }
    for (std::size_t k = 0; k < lines.size(); ++k)
      names_[lines[(start + k) % lines.size()]] = std::to_string((k + 1) % lines.size() + 1);
  }

  void number_sides(const std::vector<CushionPart>& parts, const TableFrame& frame,
                    const std::vector<std::size_t>& lines) {
    for (const std::size_t line : lines) {
      const Vec2 middle = frame.place(0.5 * (parts[line].from + parts[line].to));
      const std::array<std::pair<double, const char*>, 4> sides = {{{std::fabs(middle.x), "3"},
                                                                    {std::fabs(middle.y - frame.length()), "9"},
                                                                    {std::fabs(middle.x - frame.width()), "12"},
                                                                    {std::fabs(middle.y), "18"}}};
      names_[line] = std::min_element(sides.begin(), sides.end())->second;
    }
  }

  std::map<std::size_t, std::string> names_;  // of straight parts
  bool usual_ = false;
};

class SystemWriter {
 public:
  SystemWriter(const ShotSetup& setup, Notes& notes)
      : setup_(setup), frame_(setup.table), names_(setup.table, frame_), notes_(notes) {}

  Json write(bool played) {
    Json system = write();
    if (played) add_history(setup_, outcome(), parts(), system);
    return system;
  }

 private:
  Json write() {
    check_balls();
    Json balls = Json::object();
    for (const billiards::ShotBall& ball : setup_.state.balls)
      if (ball.place == billiards::ShotBall::Place::on_table) balls[id_of(ball.number)] = ball_json(ball);
    note_what_is_lost();
    return {{"cue", cue_json()}, {"table", table_json()}, {"balls", balls}, {"t", 0.0}, {"events", Json::array()}};
  }

  billiards::Outcome outcome() const {
    try {
      return play(setup_.table, setup_.state, setup_.strike, setup_.options);
    } catch (const std::invalid_argument& error) {
      throw InputError(error.what());
    }
  }

  PooltoolParts parts() const {
    PooltoolParts parts;
    parts.place = [this](const Vec2& ours) { return frame_.place(ours); };
    parts.turned = [](const Vec2& ours) { return Vec2{-ours.y, ours.x}; };
    for (std::size_t k = 0; k < setup_.table.cushions.size() + setup_.table.obstacles.size(); ++k)
      parts.cushions.push_back(names_.name(setup_.table, k));
    for (const billiards::Pocket& pocket : setup_.table.pockets) parts.pockets.push_back(pocket_id(pocket));
    return parts;
  }

  std::string id_of(int number) const { return pooltool_ball_of(setup_.table.game, number); }
  const billiards::BallSpec& spec() const { return setup_.table.ball(setup_.options.cue_ball); }

  void check_balls() const {
    const billiards::ShotBall* const cue = setup_.state.find(setup_.options.cue_ball);
    if (cue == nullptr || cue->place != billiards::ShotBall::Place::on_table)
      refuse("cue_ball", std::to_string(setup_.options.cue_ball), "a ball on the table");
    for (const billiards::ShotBall& ball : setup_.state.balls) {
      const billiards::BallSpec& other = setup_.table.ball(ball.number);
      if (other.mass != spec().mass || other.radius != spec().radius)
        refuse(fmt::format("ball {}", ball.number), "another mass or radius than the cue ball's",
               "balls that are all alike, which pooltool needs");
    }
  }

  Json ball_json(const billiards::ShotBall& ball) const {
    const Vec2 place = frame_.place({ball.state.position.x, ball.state.position.y});
    return {{"id", id_of(ball.number)},
            {"state",
             {{"rvw", {point_json(place, spec().radius), {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}}, {"s", 0}, {"t", 0.0}}},
            {"params", params_json()},
            {"ballset", nullptr},
            {"initial_orientation", {{"pos", {1.0, 1.0, 1.0, 1.0}}, {"sphere", {1.0, 0.0, 0.0, 0.0}}}},
            {"history", {{"states", Json::array()}}},
            {"history_cts", {{"states", Json::array()}}}};
  }

  Json params_json() const {
    const billiards::Cloth& cloth = setup_.table.equipment.cloth;
    const billiards::Cushion& cushion = setup_.table.materials.front();
    for (const auto& [place, value] : {std::pair{"cloth.sliding_friction", cloth.sliding_friction},
                                       {"cloth.rolling_friction", cloth.rolling_friction},
                                       {"cloth.spinning_friction", cloth.spinning_friction},
                                       {"cushion.friction", cushion.friction}})
      if (!(value > 0)) refuse(place, fmt::format("{}", value), "more than 0, which pooltool needs");
    return {{"m", spec().mass},
            {"R", spec().radius},
            {"u_s", cloth.sliding_friction},
            {"u_r", cloth.rolling_friction},
            {"u_sp_proportionality", cloth.spinning_friction / spec().radius},
            {"u_b", kBallFriction},
            {"e_b", setup_.table.equipment.contact.restitution},
            {"e_t", cloth.restitution},
            {"e_c", cushion.restitution},
            {"f_c", cushion.friction},
            {"g", cloth.gravity}};
  }

  /// pooltool's tip has e = 1: the same speed of the ball by V0 = V (1 + e)/2.
  Json cue_json() const {
    const billiards::Strike& strike = setup_.strike;
    const billiards::Cue& cue = setup_.options.cue;
    const double phi = std::atan2(strike.heading.y, strike.heading.x) / kDegree + 90;
    return {{"id", "cue_stick"},
            {"V0", strike.speed * (1 + cue.restitution) / 2},
            {"phi", phi < 0 ? phi + 360 : phi},
            {"theta", strike.elevation / kDegree},
            {"a", -strike.side},
            {"b", strike.height},
            {"cue_ball_id", id_of(setup_.options.cue_ball)},
            {"specs",
             {{"brand", "Carom"},
              {"M", cue.mass},
              {"length", 1.4732},
              {"tip_radius", 0.0106045},
              {"shaft_radius_at_tip", 0.0065},
              {"shaft_radius_at_butt", 0.02},
              {"end_mass", cue.end_mass}}},
            {"model_name", nullptr}};
  }

  Json table_json() {
    std::string type = "other";
    for (const auto& [theirs, ours] : kPooltoolTables)
      if (setup_.table.game == ours) type = theirs;
    return {{"cushion_segments", segments_json()},
            {"pockets", pockets_json()},
            {"table_type", type},
            {"model_descr", nullptr},
            {"height", 0.708},
            {"lights_height", 1.99}};
  }

  Json segments_json() {
    if (!names_.usual())
      notes_.push_back(
          "pooltool numbers the cushions of four sides, with six pockets or none; here they are numbered otherwise, "
          "and its Table.w and Table.l do not know them");
    Json linear = Json::object();
    Json circular = Json::object();
    std::vector<CushionPart> parts = setup_.table.cushions;
    parts.insert(parts.end(), setup_.table.obstacles.begin(), setup_.table.obstacles.end());
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (is_behind_pocket(parts[k])) continue;
      const std::string name = names_.name(setup_.table, k);
      if (parts[k].shape == Shape::line)
        add_line(name, parts[k], linear);
      else
        add_circle(name, parts[k], circular);
    }
    return {{"linear", linear}, {"circular", circular}};
  }

  double height(const CushionPart& part) const { return setup_.table.materials[part.material].height; }

  void add_line(const std::string& id, const CushionPart& part, Json& linear) const {
    linear[id] = {{"id", id},
                  {"p1", point_json(frame_.place(part.from), height(part))},
                  {"p2", point_json(frame_.place(part.to), height(part))},
                  {"nose_radius", kNoseRadius},
                  {"direction", kBothSides}};
  }

  void add_circle(const std::string& id, const CushionPart& part, Json& circular) const {
    if (part.shape == Shape::concave_arc)
      refuse("the table's cushions", fmt::format("an arc that is hollow (\"{}\")", part.name),
             "straight cushions and arcs that bulge inwards, which pooltool has");
    circular[id] = {
        {"id", id}, {"center", point_json(frame_.place(part.center), height(part))}, {"radius", part.radius}};
  }

  Json pockets_json() const {
    Json json = Json::object();
    for (const billiards::Pocket& pocket : setup_.table.pockets) {
      const std::string id = pocket_id(pocket);
      json[id] = {{"id", id},
                  {"center", point_json(frame_.place(pocket.center), 0)},
                  {"radius", pocket.radius},
                  {"depth", 0.08},
                  {"contains", Json::array()}};
    }
    return json;
  }

  /// lb, lc, lt, rb, rc, rt: left or right, bottom, centre or top; on tables with other pockets their own.
  std::string pocket_id(const billiards::Pocket& pocket) const {
    if (setup_.table.pockets.size() != 6) return pocket.id;
    const auto short_id = [&](const billiards::Pocket& one) {
      const Vec2 place = frame_.place(one.center);
      const auto third = static_cast<std::size_t>(std::clamp(3 * place.y / frame_.length(), 0.0, 2.0));
      return std::string(place.x < frame_.width() / 2 ? "l" : "r") + std::array{'b', 'c', 't'}[third];
    };
    std::set<std::string> ids;
    for (const billiards::Pocket& one : setup_.table.pockets) ids.insert(short_id(one));
    return ids.size() == 6 ? short_id(pocket) : pocket.id;
  }

  void note_what_is_lost() {
    const billiards::Table& table = setup_.table;
    const billiards::Cushion& cushion = table.materials.front();
    const auto note_if = [&](bool lost, const char* what) {
      if (lost) notes_.emplace_back(what);
    };
    note_if(setup_.options.cue.restitution != 1,
            "pooltool's cue has no restitution; V0 is (1 + e)/2 of the cue's speed, which gives the ball the same one");
    notes_.emplace_back(
        "pooltool's files have no models of impacts, no friction between balls by speed, no Hertz contact and no "
        "miscue; "
        "left out");
    note_if(cushion.restitution_fall != 0,
            "pooltool's restitution of cushions does not fall with speed; that of a slow ball is written");
    note_if(table.materials.size() > 1,
            "pooltool has one restitution and friction for all cushions; the first are written");
    note_if(table.equipment.cloth.law != billiards::ClothLaw::friction,
            "pooltool's balls move by friction only; damping and deceleration are left out");
    note_if(!table.pockets.empty(), "pooltool's pockets have no closing lines behind them; left out");
    note_if(setup_.strike.elevation > 0,
            "pooltool's usual stroke keeps the ball on the cloth, and the tip's place is taken across the cue");
  }

  const ShotSetup& setup_;
  TableFrame frame_;
  CushionNames names_;
  Notes& notes_;
};

/// Whether a list of this name is an array of NumPy in MessagePack.
bool is_numpy(const std::string& name) {
  return name == "rvw" || name == "p1" || name == "p2" || name == "center";
}

/// A history, in MessagePack: places, velocities and spins, states and times, in three arrays; or nil.
void write_history(const Json& history, std::string& bytes) {
  const Json& states = history.at("states");
  if (states.empty()) return write_message_pack(nullptr, bytes);
  Json columns[3] = {Json::array(), Json::array(), Json::array()};
  for (const Json& state : states) {
    columns[0].push_back(state.at("rvw"));
    columns[1].push_back(state.at("s"));
    columns[2].push_back(state.at("t"));
  }
  write_message_pack_list(3, bytes);
  for (const Json& column : columns) write_numpy_array(column, bytes);
}

void write_with_arrays(const Json& value, std::string& bytes) {
  if (value.is_array()) {
    write_message_pack_list(value.size(), bytes);
    for (const Json& one : value) write_with_arrays(one, bytes);
  } else if (value.is_object()) {
    write_message_pack_map(value.size(), bytes);
    for (const auto& [key, one] : value.items()) {
      write_message_pack(key, bytes);
      if (is_numpy(key) && one.is_array())
        write_numpy_array(one, bytes);
      else if ((key == "history" || key == "history_cts") && one.is_object() && one.contains("states"))
        write_history(one, bytes);
      else
        write_with_arrays(one, bytes);
    }
  } else {
    write_message_pack(value, bytes);
  }
}

/// Histories as JSON has them.
void with_states(Json& value) {
  if (value.is_array())
    for (Json& one : value) with_states(one);
  if (!value.is_object()) return;
  for (auto& [key, one] : value.items()) {
    if (key != "history" && key != "history_cts") {
      with_states(one);
      continue;
    }
    Json states = Json::array();
    if (one.is_array() && one.size() == 3 && one[0].is_array() && one[1].is_array() && one[2].is_array())
      for (std::size_t i = 0; i < std::min({one[0].size(), one[1].size(), one[2].size()}); ++i)
        states.push_back({{"rvw", std::move(one[0][i])}, {"s", one[1][i]}, {"t", one[2][i]}});
    one = {{"states", std::move(states)}};
  }
}

}  // namespace

Json pooltool_json(const std::vector<ShotSetup>& shots, bool played, Notes& notes) {
  if (shots.size() == 1) return SystemWriter(shots.front(), notes).write(played);
  Json systems = Json::array();
  for (const ShotSetup& shot : shots) systems.push_back(SystemWriter(shot, notes).write(played));
  return {{"multisystem", systems}};
}

Json read_pooltool_msgpack(const std::string& bytes, const std::string& origin) {
  Json system = read_message_pack(bytes, origin);
  with_states(system);
  return system;
}

std::string write_pooltool_msgpack(const Json& system) {
  std::string bytes;
  write_with_arrays(system, bytes);
  return bytes;
}

}  // namespace carom::io
