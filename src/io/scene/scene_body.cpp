#include "io/scene/scene_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "carom/shape/check.hpp"
#include "io/json/mass_reader.hpp"
#include "io/json/shape_reader.hpp"

namespace carom::io {
namespace {

constexpr std::array<std::pair<std::string_view, Response>, 4> kResponses = {{{"bounce", Response::bounce},
                                                                              {"stick", Response::stick},
                                                                              {"pocket", Response::pocket},
                                                                              {"slide", Response::slide}}};

constexpr std::array<std::string_view, 10> kShapes = {"ball", "half_space", "segment",        "polygon", "box",
                                                      "mesh", "capsule",    "convex_polygon", "arc",     "cylinder"};

std::uint32_t read_bits(const JsonNode& node) {
  return static_cast<std::uint32_t>(node.whole(0, std::numeric_limits<std::uint32_t>::max()));
}

template <class S>
S checked(S shape, const JsonNode& node, std::string_view expected) {
  try {
    check(shape);
  } catch (const std::invalid_argument& error) {
    node.fail(error.what(), std::string(expected));
  }
  return shape;
}

template <int D>
Shape<D> read_shape(const JsonNode& body, std::string_view kind) {
  const JsonNode node = body.at(std::string(kind));
  if (kind == "ball") return read_ball<D>(node);
  if (kind == "half_space") return read_half_space<D>(node).unit();
  if (kind == "segment") return read_segment<D>(node);
  if (kind == "capsule") return checked(read_capsule<D>(node), node, "a capsule whose ends differ");
  if constexpr (D == 2) {
    if (kind == "polygon") return read_polygon(node);
    if (kind == "arc") return read_arc(node);
    if (kind == "convex_polygon") return checked(read_convex_polygon(node), node, "a convex polygon");
  } else {
    if (kind == "mesh") return checked(read_mesh(node), node, "a mesh of triangles that have an area");
    if (kind == "cylinder") return read_cylinder(node);
  }
  if (kind == "polygon" || kind == "convex_polygon") node.fail("a 2D scene: polygons exist in 2D only");
  if (kind == "arc") node.fail("a 2D scene: arcs exist in 2D only");
  if (kind == "mesh") node.fail("a 3D scene: meshes exist in 3D only");
  if (kind == "cylinder") node.fail("a 3D scene: cylinders exist in 3D only");
  node.expect_fields({"low", "high"});
  return read_box<D>(node);
}

// The one shape field that the body has.
std::string_view shape_kind(const JsonNode& node) {
  std::string_view kind;
  for (const std::string_view shape : kShapes) {
    if (!node.has(std::string(shape))) continue;
    if (!kind.empty()) node.fail(fmt::format("both \"{}\" and \"{}\"", kind, shape), "exactly one shape");
    kind = shape;
  }
  if (kind.empty())
    node.fail(
        "a body without a shape",
        "one of the fields ball, half_space, segment, polygon, box, mesh, capsule, convex_polygon, arc, cylinder");
  return kind;
}

void expect_body_fields(const JsonNode& node) {
  std::vector<std::string_view> known(kShapes.begin(), kShapes.end());
  known.insert(known.end(), kBodyFieldNames.begin(), kBodyFieldNames.end());
  known.insert(known.end(), {"velocity", "spin", "surface", "vibration", "name", "mark", "from"});
  node.expect_fields(known);
}

template <int D>
double mass_of(const Ball<D>& ball, const BodyFields<D>& fields, const JsonNode& source) {
  if (fields.response == Response::pocket && !fields.mass) return kImmovable;
  if (!fields.density) return fields.mass.value_or(1);
  const double mass = *fields.density * measure<D>(ball.radius);
  if (!(mass > 0) || !std::isfinite(mass))
    source.fail(fmt::format("a mass of {} by density {} and radius {}", mass, *fields.density, ball.radius),
                "a mass > 0");
  return mass;
}

template <int D>
bool immovable(const BodyFields<D>& fields) {
  return fields.response == Response::pocket || (fields.mass && std::isinf(*fields.mass));
}

template <int D>
bool has_law(const BodyMotion<D>& motion) {
  return !is_zero(motion.acceleration) || motion.deceleration > 0 || motion.damping > 0;
}

template <int D>
std::optional<BodyMotion<D>> read_law(const JsonNode& object) {
  std::optional<BodyMotion<D>> law;
  for (const char* name : kLawNames) {
    const auto node = object.find(name);
    if (!node) continue;
    if (law) node->fail("one of acceleration, deceleration and damping");
    law.emplace();
    if (name == kLawNames[0])
      law->acceleration = node->template vec<D>();
    else
      (name == kLawNames[1] ? law->deceleration : law->damping) = node->non_negative();
  }
  return law;
}

}  // namespace

template <>
double measure<2>(double radius) {
  constexpr double kPi = 3.141592653589793;
  return kPi * radius * radius;
}

template <>
double measure<3>(double radius) {
  constexpr double kFourThirdsPi = 4.1887902047863905;
  return kFourThirdsPi * radius * radius * radius;
}

void expect_obstacle_fields(const JsonNode& node) {
  if (const auto spin = node.find("spin")) spin->fail("no spin: only balls spin");
  if (const auto density = node.find("density")) density->fail("no density: only balls have one");
  for (const char* law : kLawNames)
    if (const auto given = node.find(law)) given->fail(fmt::format("no {}: only balls have one", law));
  if (const auto mark = node.find("mark")) mark->fail("no mark: only balls have one");
  if (const auto from = node.find("from")) from->fail("no from: only balls come later");
  if (const auto mass = node.find("mass"); mass && mass->value() != "immovable")
    mass->fail("\"immovable\", as everything but balls is");
  if (const auto response = node.find("response"); response && response->choice(kResponses) != Response::bounce)
    response->fail("\"bounce\": only balls stick, slide or are pockets");
}

template <int D>
void give_friction(const BodyFields<D>& fields, Body<D>& body) {
  body.friction = fields.friction.value_or(body.friction);
  body.rolling_friction = fields.rolling_friction.value_or(body.rolling_friction);
  body.spinning_friction = fields.spinning_friction.value_or(body.spinning_friction);
}

template <int D>
SceneBody<D> make_obstacle(const Shape<D>& shape, const BodyFields<D>& fields) {
  SceneBody<D> made;
  made.body.shape = shape;
  made.body.mass = kImmovable;
  made.body.restitution = fields.restitution.value_or(1);
  give_friction(fields, made.body);
  made.body.layers = fields.layers.value_or(made.body.layers);
  made.body.mask = fields.mask.value_or(made.body.mask);
  made.group = fields.group.value_or("");
  made.color = fields.color.value_or("");
  return made;
}

std::string read_color(const JsonNode& node) {
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
  std::string color = node.value().is_string() ? node.text() : "";
  if (color.size() != 7 || color[0] != '#' || !std::all_of(color.begin() + 1, color.end(), is_hex))
    node.fail("a colour such as \"#1f77b4\"");
  return color;
}

std::string read_label(const JsonNode& node) {
  std::string label = node.text();
  if (label.empty()) node.fail("a text that is not empty");
  return label;
}

std::string read_mark(const JsonNode& node) {
  std::string mark = node.text();
  const auto starts = std::count_if(mark.begin(), mark.end(), [](unsigned char c) { return (c & 0xc0) != 0x80; });
  if (starts > 3) node.fail("at most three characters");
  return mark;
}

template <int D>
BodyFields<D> read_body_fields(const JsonNode& object) {
  BodyFields<D> fields;
  if (const auto mass = object.find("mass")) fields.mass = read_mass(*mass);
  if (const auto density = object.find("density")) {
    if (fields.mass) density->fail("either a mass or a density");
    fields.density = density->positive();
  }
  if (const auto restitution = object.find("restitution")) fields.restitution = restitution->non_negative();
  if (const auto friction = object.find("friction")) fields.friction = friction->non_negative();
  if (const auto rolling = object.find("rolling_friction")) fields.rolling_friction = rolling->non_negative();
  if (const auto spinning = object.find("spinning_friction")) fields.spinning_friction = spinning->non_negative();
  if (const auto response = object.find("response")) fields.response = response->choice(kResponses);
  if (const auto layers = object.find("layers")) fields.layers = read_bits(*layers);
  if (const auto mask = object.find("mask")) fields.mask = read_bits(*mask);
  fields.law = read_law<D>(object);
  if (const auto color = object.find("color")) fields.color = read_color(*color);
  if (const auto group = object.find("group")) fields.group = read_label(*group);
  return fields;
}

template <int D>
BodyFields<D> with_defaults(BodyFields<D> fields, const BodyFields<D>& defaults) {
  if (!fields.mass && !fields.density) {
    fields.mass = defaults.mass;
    fields.density = defaults.density;
  }
  if (!fields.restitution) fields.restitution = defaults.restitution;
  if (!fields.friction) fields.friction = defaults.friction;
  if (!fields.rolling_friction) fields.rolling_friction = defaults.rolling_friction;
  if (!fields.spinning_friction) fields.spinning_friction = defaults.spinning_friction;
  if (!fields.response) fields.response = defaults.response;
  if (!fields.layers) fields.layers = defaults.layers;
  if (!fields.mask) fields.mask = defaults.mask;
  if (!fields.law) fields.law = defaults.law;
  if (!fields.color) fields.color = defaults.color;
  if (!fields.group) fields.group = defaults.group;
  return fields;
}

template <int D>
void expect_law_of_movable(const JsonNode& object, const BodyFields<D>& fields) {
  if (!immovable(fields)) return;
  for (const char* name : kLawNames)
    if (const auto law = object.find(name))
      law->fail(fmt::format("no {}: only balls that can be moved have one", name));
}

template <int D>
void expect_law_of_world(const JsonNode& object, const WorldOptions<D>& options) {
  const auto law = read_law<D>(object);
  if (!law) return;
  const bool acts = !is_zero(law->acceleration) || law->deceleration > 0 || law->damping > 0;
  for (const char* name : kLawNames) {
    const auto node = object.find(name);
    if (node && acts && options.damping > 0) node->fail(fmt::format("no {} together with common damping", name));
  }
  if (law->damping > 0 && !is_zero(options.gravity)) object.at("damping").fail("no damping together with gravity");
}

template <int D>
void expect_rough_world(const JsonNode& object, const WorldOptions<D>& options) {
  if (options.tangential_restitution) return;
  for (const char* name : {"spin", "friction", "rolling_friction", "spinning_friction", "surface"})
    if (const auto node = object.find(name))
      node->fail(fmt::format("no {} without tangential_restitution, which is 0 for what does not spring back", name));
}

template <int D>
SceneBody<D> make_ball(const Ball<D>& ball, const Vec<D>& velocity, const BodyFields<D>& fields,
                       const JsonNode& source) {
  SceneBody<D> made = make_obstacle<D>(ball, fields);
  if (fields.law && !immovable(fields)) made.body.motion = *fields.law;
  made.body.motion.velocity = velocity;
  made.body.response = fields.response.value_or(Response::bounce);
  made.body.mass = mass_of(ball, fields, source);
  if (made.body.response == Response::pocket && !is_zero(velocity))
    source.fail("a pocket that moves", "a pocket without velocity");
  if (made.body.response == Response::slide && (std::isinf(made.body.mass) || has_law(made.body.motion)))
    source.fail("a ball that slides, immovable or with a law of its own",
                "a ball that slides, of finite mass, and no law");
  return made;
}

template <int D>
Vibration<D> read_vibration(const JsonNode& node) {
  node.expect_fields({"amplitude", "period", "phase", "rise"});
  Vibration<D> vibration;
  vibration.amplitude = node.at("amplitude").template vec<D>();
  if (is_zero(vibration.amplitude)) node.at("amplitude").fail("an amplitude that is not zero");
  vibration.period = node.at("period").positive();
  if (const auto phase = node.find("phase")) {
    vibration.phase = phase->non_negative();
    if (!(vibration.phase < 1)) phase->fail("a phase from 0 up to but not 1");
  }
  if (const auto rise = node.find("rise")) {
    vibration.rise = rise->positive();
    if (!(vibration.rise < 1)) rise->fail("a share between 0 and 1");
  }
  return vibration;
}

template <int D>
static SurfaceMotion<D> read_surface(const JsonNode& node) {
  node.expect_fields({"velocity", "spin", "center"});
  SurfaceMotion<D> surface;
  if (const auto velocity = node.find("velocity")) surface.velocity = velocity->template vec<D>();
  if (const auto spin = node.find("spin")) surface.spin = spin->template spin<D>();
  if (const auto center = node.find("center")) surface.center = center->template vec<D>();
  return surface;
}

template <int D>
SceneBody<D> read_body(const JsonNode& node, const BodyFields<D>& defaults) {
  expect_body_fields(node);
  const std::string_view kind = shape_kind(node);
  const Shape<D> shape = read_shape<D>(node, kind);
  const BodyFields<D> fields = with_defaults(read_body_fields<D>(node), defaults);
  SceneBody<D> made;
  if (const auto* ball = std::get_if<Ball<D>>(&shape)) {
    expect_law_of_movable(node, fields);
    if (const auto vibration = node.find("vibration")) vibration->fail("no vibration: balls do not vibrate");
    if (const auto surface = node.find("surface")) surface->fail("no surface: an immovable ball may have a spin");
    const auto velocity = node.find("velocity");
    made = make_ball(*ball, velocity ? velocity->template vec<D>() : Vec<D>{}, fields, node);
    if (const auto spin = node.find("spin")) {
      made.body.spin = spin->template spin<D>();
      if (made.body.response == Response::pocket && !is_zero(made.body.spin)) spin->fail("no spin: a pocket is still");
      if (made.body.response == Response::slide && !is_zero(made.body.spin))
        spin->fail("no spin: a ball that slides has none");
    }
    if (const auto mark = node.find("mark")) made.mark = read_mark(*mark);
    if (const auto from = node.find("from")) made.from = from->non_negative();
  } else {
    expect_obstacle_fields(node);
    made = make_obstacle<D>(shape, fields);
    if (const auto vibration = node.find("vibration")) {
      made.body.vibration = read_vibration<D>(*vibration);
      if (node.has("velocity")) vibration->fail("either a velocity or a vibration");
    }
    if (const auto velocity = node.find("velocity")) made.body.motion.velocity = velocity->template vec<D>();
    if (const auto surface = node.find("surface")) made.body.surface = read_surface<D>(*surface);
  }
  if (const auto name = node.find("name")) made.name = read_label(*name);
  return made;
}

template BodyFields<2> read_body_fields(const JsonNode&);
template BodyFields<3> read_body_fields(const JsonNode&);
template BodyFields<2> with_defaults(BodyFields<2>, const BodyFields<2>&);
template BodyFields<3> with_defaults(BodyFields<3>, const BodyFields<3>&);
template void expect_law_of_movable(const JsonNode&, const BodyFields<2>&);
template void expect_law_of_movable(const JsonNode&, const BodyFields<3>&);
template void expect_law_of_world(const JsonNode&, const WorldOptions<2>&);
template void expect_law_of_world(const JsonNode&, const WorldOptions<3>&);
template void expect_rough_world(const JsonNode&, const WorldOptions<2>&);
template void expect_rough_world(const JsonNode&, const WorldOptions<3>&);
template void give_friction(const BodyFields<2>&, Body<2>&);
template void give_friction(const BodyFields<3>&, Body<3>&);
template SceneBody<2> make_obstacle(const Shape<2>&, const BodyFields<2>&);
template SceneBody<3> make_obstacle(const Shape<3>&, const BodyFields<3>&);
template SceneBody<2> make_ball(const Circle&, const Vec2&, const BodyFields<2>&, const JsonNode&);
template SceneBody<3> make_ball(const Sphere&, const Vec3&, const BodyFields<3>&, const JsonNode&);
template Vibration<2> read_vibration(const JsonNode&);
template Vibration<3> read_vibration(const JsonNode&);
template SceneBody<2> read_body(const JsonNode&, const BodyFields<2>&);
template SceneBody<3> read_body(const JsonNode&, const BodyFields<3>&);

}  // namespace carom::io
