#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "carom/io/shot.hpp"
#include "io/json/vec_json.hpp"
#include "io/play/table_words.hpp"

namespace carom::io {
namespace {

using OrderedJson = nlohmann::ordered_json;
using namespace billiards;

constexpr double kRadianInDegrees = 180 / std::numbers::pi;

constexpr double kClosed = 1e-9;  // m: as near as a loop's end must be to its start

OrderedJson cloth_json(const Cloth& cloth) {
  return {{"law", word_of(cloth.law, kClothLaws)},
          {"sliding_friction", cloth.sliding_friction},
          {"rolling_friction", cloth.rolling_friction},
          {"spinning_friction", cloth.spinning_friction},
          {"restitution", cloth.restitution},
          {"smallest_hop", cloth.smallest_hop},
          {"gravity", cloth.gravity},
          {"damping", cloth.damping},
          {"deceleration", cloth.deceleration}};
}

OrderedJson contact_json(const BallContact& contact) {
  const BallFriction& friction = contact.friction;
  return {{"model", word_of(contact.model, kBallModels)},
          {"restitution", contact.restitution},
          {"friction", {{"constant", friction.constant}, {"rise", friction.rise}, {"decay", friction.decay}}},
          {"effective_modulus", contact.effective_modulus}};
}

OrderedJson cushion_json(const Cushion& cushion) {
  return {{"model", word_of(cushion.model, kCushionModels)},
          {"restitution", cushion.restitution},
          {"restitution_fall", cushion.restitution_fall},
          {"friction", cushion.friction},
          {"height", cushion.height},
          {"frequency_ratio", cushion.frequency_ratio}};
}

std::string material_name(std::size_t index) {
  return "material " + std::to_string(index);
}

OrderedJson part_json(const CushionPart& part) {
  OrderedJson json;
  if (part.shape == CushionPart::Shape::line)
    json["line"] = vec_json(part.to);
  else
    json["arc"] = {{"to", vec_json(part.to)}, {"center", vec_json(part.center)}, {"turn", word_of(part.shape, kTurns)}};
  if (part.material != 0) json["material"] = material_name(part.material);
  if (!part.name.empty()) json["name"] = part.name;
  if (part.is_jaw) json["jaw"] = true;
  return json;
}

using Parts = std::vector<CushionPart>;

/// The loop that begins with `first`, and where it ends.
std::pair<OrderedJson, std::size_t> loop_json(const Parts& parts, std::size_t first) {
  OrderedJson list = OrderedJson::array();
  std::size_t end = first;
  do list.push_back(part_json(parts[end]));
  while (norm(parts[end++].to - parts[first].from) > kClosed && end < parts.size());
  return {{{"start", vec_json(parts[first].from)}, {"parts", std::move(list)}}, end};
}

void add_outlines(const Table& table, OrderedJson& json) {
  json["outline"] = loop_json(table.cushions, 0).first;
  for (std::size_t i = 0; i < table.obstacles.size();) {
    auto [loop, end] = loop_json(table.obstacles, i);
    json["obstacles"].push_back({{"outline", std::move(loop)}});
    i = end;
  }
}

void add_marks(const Table& table, OrderedJson& json) {
  for (const Spot& spot : table.spots) json["spots"][spot.name] = vec_json(spot.position);
  for (const TableLine& line : table.lines) json["lines"][line.name] = {vec_json(line.from), vec_json(line.to)};
  if (const auto& d = table.d_area)
    json["d_area"] = {{"center", vec_json(d->center)}, {"radius", d->radius}, {"towards", vec_json(d->towards)}};
}

OrderedJson set_ball_json(const SetBall& ball) {
  OrderedJson json = {{"number", ball.number}, {"mass", ball.spec.mass}, {"radius", ball.spec.radius}};
  if (!ball.name.empty()) json["name"] = ball.name;
  if (!ball.color.empty()) json["color"] = ball.color;
  if (!ball.spot.empty()) json["spot"] = ball.spot;
  return json;
}

OrderedJson table_json(const Table& table) {
  const Equipment& equipment = table.equipment;
  OrderedJson json = {{"carom_table", 1}};
  if (!table.name.empty()) json["name"] = table.name;
  if (!table.game.empty()) json["game"] = table.game;
  json["ball"] = {{"mass", equipment.ball.mass}, {"radius", equipment.ball.radius}};
  json["cloth"] = cloth_json(equipment.cloth);
  json["contact"] = contact_json(equipment.contact);
  json["cushion"] = cushion_json(table.materials.front());
  for (std::size_t i = 1; i < table.materials.size(); ++i)
    json["materials"][material_name(i)] = cushion_json(table.materials[i]);
  add_outlines(table, json);
  for (const Pocket& pocket : table.pockets)
    json["pockets"].push_back({{"id", pocket.id}, {"center", vec_json(pocket.center)}, {"radius", pocket.radius}});
  add_marks(table, json);
  for (const SetBall& ball : table.balls) json["balls"].push_back(set_ball_json(ball));
  return json;
}

}  // namespace

std::string write_shot_file(const ShotSetup& setup) {
  const Strike& strike = setup.strike;
  const Cue& cue = setup.options.cue;
  OrderedJson json = {{"carom_shot", 1}, {"name", setup.name}, {"balls", OrderedJson::array()}};
  for (const ShotBall& ball : setup.state.balls) {
    if (ball.place != ShotBall::Place::on_table) continue;
    const Vec2 place{ball.state.position.x, ball.state.position.y};
    json["balls"].push_back({{"number", ball.number}, {"position", vec_json(place)}});
  }
  json["strike"] = {{"speed", strike.speed},
                    {"heading", std::atan2(strike.heading.y, strike.heading.x) * kRadianInDegrees},
                    {"tip", {strike.side, strike.height}},
                    {"elevation", strike.elevation * kRadianInDegrees}};
  json["cue"] = {{"mass", cue.mass},
                 {"end_mass", cue.end_mass},
                 {"restitution", cue.restitution},
                 {"miscue_offset", cue.miscue_offset}};
  json["cue_ball"] = setup.options.cue_ball;
  if (std::isfinite(setup.options.until)) json["until"] = setup.options.until;
  json["most_events"] = setup.options.most_events;
  json["table"] = table_json(setup.table);
  return json.dump(1) + "\n";
}

}  // namespace carom::io
