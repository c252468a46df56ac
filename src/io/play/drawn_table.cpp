#include "io/play/drawn_table.hpp"

#include "io/json/json_text.hpp"
#include "io/json/vec_json.hpp"

namespace carom::io {
namespace {

using namespace billiards;

Json parts_json(const std::vector<CushionPart>& parts) {
  Json list = Json::array();
  for (const CushionPart& part : parts) {
    Json one = {{"from", vec_json(part.from)}, {"to", vec_json(part.to)}, {"jaw", part.is_jaw}, {"name", part.name}};
    if (part.shape != CushionPart::Shape::line) {
      one["center"] = vec_json(part.center);
      one["radius"] = part.radius;
      one["left"] = part.shape == CushionPart::Shape::concave_arc;
    }
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

Json drawn_table(const Table& table) {
  Json json = {{"name", table.name},
               {"game", table.game},
               {"ball_radius", table.equipment.ball.radius},
               {"cushions", parts_json(table.cushions)},
               {"obstacles", parts_json(table.obstacles)},
               {"pockets", Json::array()},
               {"spots", Json::array()},
               {"lines", Json::array()}};
  for (const Pocket& pocket : table.pockets)
    json["pockets"].push_back({{"id", pocket.id}, {"center", vec_json(pocket.center)}, {"radius", pocket.radius}});
  for (const Spot& spot : table.spots) json["spots"].push_back({{"name", spot.name}, {"at", vec_json(spot.position)}});
  for (const TableLine& line : table.lines) json["lines"].push_back({vec_json(line.from), vec_json(line.to)});
  if (table.d_area)
    json["d"] = {{"center", vec_json(table.d_area->center)},
                 {"radius", table.d_area->radius},
                 {"towards", vec_json(table.d_area->towards)}};
  return json;
}

}  // namespace carom::io
