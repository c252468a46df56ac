#include "carom/io/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

#include "carom/billiards/outline.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/io/input_file.hpp"
#include "carom/io/scene.hpp"
#include "io/json/json_node.hpp"
#include "io/json/json_text.hpp"
#include "io/play/table_words.hpp"

namespace carom::io {
namespace {

using namespace billiards;

constexpr std::array<std::pair<std::string_view, Equipment (*)()>, 3> kEquipment = {
    {{"pool", pool}, {"snooker", snooker}, {"carom", carom_billiards}}};
constexpr std::array<std::string_view, 6> kOutlines = {"rectangle", "circle",  "stadium",
                                                       "ellipse",   "polygon", "outline"};

void read_into(const JsonNode& node, const char* field, double& value) {
  if (const auto found = node.find(field)) value = found->number();
}

void read_into(const JsonNode& node, const char* field, std::string& value) {
  if (const auto found = node.find(field)) value = found->text();
}

void read_ball(const JsonNode& node, BallSpec& ball) {
  node.expect_fields({"mass", "radius"});
  read_into(node, "mass", ball.mass);
  read_into(node, "radius", ball.radius);
}

void read_cloth(const JsonNode& node, Cloth& cloth) {
  node.expect_fields({"law", "sliding_friction", "rolling_friction", "spinning_friction", "restitution", "smallest_hop",
                      "gravity", "damping", "deceleration"});
  if (const auto law = node.find("law")) cloth.law = law->choice(kClothLaws);
  read_into(node, "sliding_friction", cloth.sliding_friction);
  read_into(node, "rolling_friction", cloth.rolling_friction);
  read_into(node, "spinning_friction", cloth.spinning_friction);
  read_into(node, "restitution", cloth.restitution);
  read_into(node, "smallest_hop", cloth.smallest_hop);
  read_into(node, "gravity", cloth.gravity);
  read_into(node, "damping", cloth.damping);
  read_into(node, "deceleration", cloth.deceleration);
}

void read_contact(const JsonNode& node, BallContact& contact) {
  node.expect_fields({"model", "restitution", "friction", "effective_modulus"});
  if (const auto model = node.find("model")) contact.model = model->choice(kBallModels);
  read_into(node, "restitution", contact.restitution);
  read_into(node, "effective_modulus", contact.effective_modulus);
  const auto friction = node.find("friction");
  if (!friction) return;
  friction->expect_fields({"constant", "rise", "decay"});
  read_into(*friction, "constant", contact.friction.constant);
  read_into(*friction, "rise", contact.friction.rise);
  read_into(*friction, "decay", contact.friction.decay);
}

void read_cushion(const JsonNode& node, Cushion& cushion) {
  node.expect_fields({"model", "restitution", "restitution_fall", "friction", "height", "frequency_ratio"});
  if (const auto model = node.find("model")) cushion.model = model->choice(kCushionModels);
  read_into(node, "restitution", cushion.restitution);
  if (node.has("restitution")) cushion.restitution_fall = 0;
  read_into(node, "restitution_fall", cushion.restitution_fall);
  read_into(node, "friction", cushion.friction);
  read_into(node, "height", cushion.height);
  read_into(node, "frequency_ratio", cushion.frequency_ratio);
}

Equipment read_equipment(const JsonNode& root) {
  Equipment equipment = pool();
  if (const auto base = root.find("equipment")) equipment = base->choice(kEquipment)();
  if (const auto ball = root.find("ball")) read_ball(*ball, equipment.ball);
  if (const auto cloth = root.find("cloth")) read_cloth(*cloth, equipment.cloth);
  if (const auto contact = root.find("contact")) read_contact(*contact, equipment.contact);
  if (const auto cushion = root.find("cushion")) read_cushion(*cushion, equipment.cushion);
  return equipment;
}

/// The names of the materials: the table's own cushion first, without a name.
std::vector<std::string> read_materials(const JsonNode& root, Table& table) {
  std::vector<std::string> names = {""};
  table.materials = {table.equipment.cushion};
  const auto materials = root.find("materials");
  if (!materials) return names;
  if (!materials->value().is_object()) materials->fail("an object: cushions by name");
  for (const auto& [name, value] : materials->value().items()) {
    names.push_back(name);
    table.materials.push_back(table.equipment.cushion);
    read_cushion(materials->at(name), table.materials.back());
  }
  return names;
}

std::size_t read_material(const JsonNode& node, const std::vector<std::string>& names) {
  const auto material = node.find("material");
  if (!material) return 0;
  const auto found = std::find(names.begin() + 1, names.end(), material->text());
  if (found == names.end()) material->fail("the name of one of the materials");
  return static_cast<std::size_t>(found - names.begin());
}

PocketCut read_cut(const JsonNode& node) {
  node.expect_fields({"mouth", "angle", "shelf", "radius", "jaw_radius"});
  PocketCut cut;
  cut.mouth = node.at("mouth").positive();
  cut.angle = node.at("angle").positive() * (std::numbers::pi / 180);
  cut.radius = node.at("radius").positive();
  if (const auto shelf = node.find("shelf")) cut.shelf = shelf->non_negative();
  if (const auto jaw = node.find("jaw_radius")) cut.jaw_radius = jaw->non_negative();
  return cut;
}

RectangleLayout read_rectangle(const JsonNode& node) {
  node.expect_fields({"length", "width", "corner_pockets", "side_pockets"});
  RectangleLayout layout;
  layout.length = node.at("length").positive();
  layout.width = node.at("width").positive();
  if (const auto corner = node.find("corner_pockets")) layout.corner = read_cut(*corner);
  if (const auto side = node.find("side_pockets")) layout.side = read_cut(*side);
  return layout;
}

/// A path of lines and arcs that ends where it starts.
std::vector<CushionPart> read_path(const JsonNode& node, const std::vector<std::string>& materials) {
  node.expect_fields({"start", "parts"});
  std::vector<CushionPart> path;
  Vec2 at = node.at("start").vec<2>();
  const JsonNode parts = node.at("parts");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const JsonNode one = parts[i];
    one.expect_fields({"line", "arc", "material", "name", "jaw"});
    if (one.has("line") == one.has("arc")) one.fail("either \"line\" or \"arc\"");
    CushionPart part;
    part.from = at;
    if (const auto line = one.find("line")) {
      part.to = line->vec<2>();
    } else {
      const JsonNode arc = one.at("arc");
      arc.expect_fields({"to", "center", "turn"});
      part.to = arc.at("to").vec<2>();
      part.center = arc.at("center").vec<2>();
      part.radius = norm(part.from - part.center);
      part.shape = arc.at("turn").choice(kTurns);
    }
    part.material = read_material(one, materials);
    read_into(one, "name", part.name);
    if (const auto jaw = one.find("jaw")) part.is_jaw = jaw->boolean();
    at = part.to;
    path.push_back(part);
  }
  return path;
}

std::vector<Vec2> read_corners(const JsonNode& node) {
  if (node.size() < 3) node.fail("a list of three points or more");
  std::vector<Vec2> corners;
  for (std::size_t i = 0; i < node.size(); ++i) corners.push_back(node[i].vec<2>());
  return corners;
}

std::vector<CushionPart> read_circle(const JsonNode& node) {
  node.expect_fields({"center", "radius"});
  return circle_outline(node.has("center") ? node.at("center").vec<2>() : Vec2{}, node.at("radius").positive());
}

std::vector<CushionPart> read_stadium(const JsonNode& node) {
  node.expect_fields({"length", "radius"});
  return stadium_outline(node.at("length").positive(), node.at("radius").positive());
}

std::vector<CushionPart> read_ellipse(const JsonNode& node) {
  node.expect_fields({"half_axes", "arcs"});
  const Vec2 axes = node.at("half_axes").vec<2>();
  const auto arcs = node.find("arcs");
  return ellipse_outline(axes.x, axes.y, arcs ? static_cast<int>(arcs->whole(2, 1000)) : 4);
}

void read_outline(const JsonNode& root, const std::vector<std::string>& materials, Table& table) {
  const auto count = std::count_if(kOutlines.begin(), kOutlines.end(),
                                   [&](std::string_view kind) { return root.has(std::string(kind)); });
  if (count != 1)
    root.fail(fmt::format("{} outlines", count),
              "exactly one of rectangle, circle, stadium, ellipse, polygon, outline");
  if (const auto rectangle = root.find("rectangle")) lay_out(table, read_rectangle(*rectangle));
  if (const auto circle = root.find("circle")) table.cushions = read_circle(*circle);
  if (const auto stadium = root.find("stadium")) table.cushions = read_stadium(*stadium);
  if (const auto ellipse = root.find("ellipse")) table.cushions = read_ellipse(*ellipse);
  if (const auto polygon = root.find("polygon")) table.cushions = polygon_outline(read_corners(*polygon));
  if (const auto outline = root.find("outline")) table.cushions = read_path(*outline, materials);
}

/// Passed the other way round: an obstacle has the playing area outside.
std::vector<CushionPart> reversed(std::vector<CushionPart> loop) {
  std::reverse(loop.begin(), loop.end());
  for (CushionPart& part : loop) {
    std::swap(part.from, part.to);
    if (part.shape != CushionPart::Shape::line)
      part.shape = part.shape == CushionPart::Shape::concave_arc ? CushionPart::Shape::convex_arc
                                                                 : CushionPart::Shape::concave_arc;
  }
  return loop;
}

double twice_area(const std::vector<Vec2>& corners) {
  double area = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) area += cross(corners[i], corners[(i + 1) % corners.size()]);
  return area;
}

void read_obstacles(const JsonNode& root, const std::vector<std::string>& materials, Table& table) {
  const auto obstacles = root.find("obstacles");
  if (!obstacles) return;
  for (std::size_t i = 0; i < obstacles->size(); ++i) {
    const JsonNode one = (*obstacles)[i];
    one.expect_fields({"circle", "polygon", "outline", "material", "name"});
    if (one.has("circle") + one.has("polygon") + one.has("outline") != 1)
      one.fail("exactly one of circle, polygon, outline");
    std::vector<CushionPart> loop;
    if (const auto circle = one.find("circle")) loop = reversed(read_circle(*circle));
    if (const auto polygon = one.find("polygon")) {
      std::vector<Vec2> corners = read_corners(*polygon);
      if (twice_area(corners) > 0) std::reverse(corners.begin(), corners.end());
      loop = polygon_outline(corners);
    }
    if (const auto outline = one.find("outline")) loop = read_path(*outline, materials);
    const std::size_t material = read_material(one, materials);
    for (CushionPart& part : loop) {
      if (material != 0) part.material = material;
      if (part.name.empty()) read_into(one, "name", part.name);
      table.obstacles.push_back(part);
    }
  }
}

void read_pockets(const JsonNode& root, Table& table) {
  const auto pockets = root.find("pockets");
  if (!pockets) return;
  for (std::size_t i = 0; i < pockets->size(); ++i) {
    const JsonNode one = (*pockets)[i];
    one.expect_fields({"id", "center", "radius"});
    table.pockets.push_back({one.at("id").text(), one.at("center").vec<2>(), one.at("radius").positive()});
  }
}

void expect_object(const JsonNode& node, const char* expected) {
  if (!node.value().is_object()) node.fail(expected);
}

void read_marks(const JsonNode& root, Table& table) {
  if (const auto spots = root.find("spots")) {
    expect_object(*spots, "an object: points by name");
    table.spots.clear();
    for (const auto& [name, value] : spots->value().items()) table.spots.push_back({name, spots->at(name).vec<2>()});
  }
  if (const auto lines = root.find("lines")) {
    expect_object(*lines, "an object: lists of two points by name");
    table.lines.clear();
    for (const auto& [name, value] : lines->value().items()) {
      const JsonNode line = lines->at(name);
      if (line.size() != 2) line.fail("a list of two points");
      table.lines.push_back({name, line[0].vec<2>(), line[1].vec<2>()});
    }
  }
  if (const auto d = root.find("d_area")) {
    d->expect_fields({"center", "radius", "towards"});
    table.d_area = DArea{d->at("center").vec<2>(), d->at("radius").positive(), {-1, 0}};
    if (const auto towards = d->find("towards")) table.d_area->towards = towards->vec<2>();
  }
}

void read_set(const JsonNode& root, Table& table) {
  const auto balls = root.find("balls");
  if (!balls) return;
  for (std::size_t i = 0; i < balls->size(); ++i) {
    const JsonNode one = (*balls)[i];
    one.expect_fields({"number", "name", "color", "spot", "mass", "radius"});
    SetBall ball;
    ball.number = static_cast<int>(one.at("number").whole(0, 9999));
    ball.spec = table.equipment.ball;
    read_into(one, "mass", ball.spec.mass);
    read_into(one, "radius", ball.spec.radius);
    read_into(one, "name", ball.name);
    read_into(one, "color", ball.color);
    read_into(one, "spot", ball.spot);
    table.balls.push_back(ball);
  }
}

/// Complaints of the table's own checks, in the file's words: its parts are numbered as they stand there.
std::string in_the_files_words(const JsonNode& root, std::string message) {
  const std::map<std::string, std::string> places = {{"outline", "outline.parts["}, {"polygon", "polygon["}};
  for (const auto& [field, place] : places) {
    if (!root.has(field)) continue;
    if (message.rfind("cushions is", 0) == 0) message.replace(0, std::string("cushions").size(), field);
    const std::string own = "cushions[";
    for (std::size_t at = message.find(own); at != std::string::npos; at = message.find(own, at + place.size()))
      message.replace(at, own.size(), place);
  }
  return message;
}

Table read(const JsonNode& root) {
  root.expect_fields({"carom_table", "name",      "about",     "game",   "equipment", "ball",    "cloth",   "contact",
                      "cushion",     "materials", "rectangle", "circle", "stadium",   "ellipse", "polygon", "outline",
                      "obstacles",   "pockets",   "spots",     "lines",  "d_area",    "balls"});
  const JsonNode version = root.at("carom_table");
  if (version.value() != 1) version.fail("1, the version of the format that this program reads");
  Table table;
  read_into(root, "name", table.name);
  read_into(root, "game", table.game);
  table.equipment = read_equipment(root);
  const std::vector<std::string> materials = read_materials(root, table);
  read_outline(root, materials, table);
  read_obstacles(root, materials, table);
  read_pockets(root, table);
  read_marks(root, table);
  read_set(root, table);
  validate(table);
  return table;
}

}  // namespace

Table parse_table(const std::string& text, const std::string& origin) {
  const Json document = parse_json(text, origin);
  if (!document.is_object()) throw input_error(origin, "the table", shown(document), "an object");
  const JsonNode root(document, origin);
  try {
    return read(root);
  } catch (const std::invalid_argument& error) {
    throw InputError(origin + ": " + in_the_files_words(root, error.what()));
  }
}

Table read_table(const std::filesystem::path& file) {
  return parse_table(read_text(file), file.string());
}

}  // namespace carom::io
