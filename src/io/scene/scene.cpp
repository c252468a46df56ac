#include "carom/io/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "carom/io/input_file.hpp"
#include "carom/io/observables.hpp"
#include "io/json/json_node.hpp"
#include "io/json/json_text.hpp"
#include "io/json/shape_reader.hpp"
#include "io/json/short_name.hpp"
#include "io/scene/combine_rule.hpp"
#include "io/scene/generators/scene_generators.hpp"
#include "io/scene/old_words.hpp"
#include "io/scene/scene_bodies.hpp"
#include "io/scene/scene_body.hpp"
#include "io/scene/scene_cells.hpp"
#include "io/scene/scene_forces.hpp"
#include "io/scene/scene_settings.hpp"
#include "io/scene/scene_snapshot.hpp"

namespace carom::io {
namespace {

template <int D>
Vec<D> read_period(const JsonNode& node) {
  const Vec<D> period = node.vec<D>();
  for (int k = 0; k < D; ++k)
    if (!(period[k] > 0)) node.fail("sides > 0");
  return period;
}

Thermostat read_thermostat(const JsonNode& node, const SceneSettings& settings) {
  node.expect_fields({"interval", "noise", "keeps_momentum", "seed"});
  Thermostat thermostat;
  thermostat.interval = node.at("interval").positive();
  thermostat.noise = node.at("noise").non_negative();
  if (const auto keeps = node.find("keeps_momentum")) thermostat.keeps_momentum = keeps->boolean();
  if (const auto seed = node.find("seed")) thermostat.seed = seed->whole(0, std::numeric_limits<std::uint64_t>::max());
  if (settings.seed) thermostat.seed = *settings.seed;
  return thermostat;
}

template <int D>
WorldOptions<D> read_options(const JsonNode& root, const SceneSettings& settings) {
  WorldOptions<D> options;
  if (const auto gravity = root.find("gravity")) options.gravity = gravity->template vec<D>();
  if (const auto damping = root.find("damping")) {
    options.damping = damping->non_negative();
    if (options.damping > 0 && !is_zero(options.gravity)) damping->fail("no damping together with gravity");
    if (options.damping > 0 && root.has("forces") && !root.value()["forces"].empty())
      damping->fail("no damping together with forces");
  }
  if (const auto rule = root.find("friction_rule")) options.friction_rule = rule->choice(kCombineRules);
  if (const auto rule = root.find("restitution_rule")) options.restitution_rule = rule->choice(kCombineRules);
  if (const auto speed = root.find("restitution_speed")) options.restitution_speed = speed->positive();
  if (const auto beta = root.find("tangential_restitution")) {
    options.tangential_restitution = beta->number();
    if (!(*options.tangential_restitution >= -1 && *options.tangential_restitution <= 1)) beta->fail("from -1 to 1");
    if (options.damping > 0) beta->fail("no tangential_restitution together with damping");
  }
  if (const auto node = root.find("thermostat")) options.thermostat = read_thermostat(*node, settings);
  if (const auto duration = root.find("contact_duration")) options.contact_duration = duration->positive();
  if (const auto length = root.find("epoch_length")) {
    options.epoch_length = read_power_of_two(*length);
    if (options.damping * *options.epoch_length > 1) length->fail("at most 1/damping");
  }
  if (const auto lasting = root.find("lasting_contacts")) {
    options.lasting_contacts = lasting->boolean();
    if (*options.lasting_contacts && options.damping > 0) lasting->fail("no lasting_contacts together with damping");
    if (*options.lasting_contacts && root.has("periodic")) lasting->fail("no lasting_contacts in a periodic box");
  } else if (root.has("snapshot")) {
    options.lasting_contacts = false;  // as it was chosen
  }
  if (const auto tick = root.find("tick")) {
    options.tick = read_power_of_two(*tick);
    if (options.epoch_length && *options.tick > *options.epoch_length) tick->fail("at most epoch_length");
  }
  if (const auto sleep = root.find("sleep")) options.sleep = sleep->boolean();
  if (const auto frame = root.find("frame")) options.frame = frame->positive();
  if (const auto period = root.find("periodic")) {
    options.period = read_period<D>(*period);
    if (!is_zero(options.gravity)) period->fail("no periodic box together with gravity");
    if (root.has("walls")) period->fail("either a periodic box or walls");
  }
  return options;
}

template <int D>
View read_view(const JsonNode& node) {
  if (D == 2) node.fail("a 3D scene: in 2D everything is seen from above");
  node.expect_fields({"camera", "look_at", "light"});
  View view;
  const auto read = [&node](const char* key, std::optional<Vec3>& point) {
    if (const auto found = node.find(key)) point = found->vec<3>();
  };
  read("camera", view.camera);
  read("look_at", view.look_at);
  read("light", view.light);
  return view;
}

template <int D>
AppliedForce<D> read_force(const JsonNode& node, const SceneBodies<D>& bodies) {
  node.expect_fields({"body", "force", "from", "until"});
  AppliedForce<D> applied;
  applied.body = bodies.find(node.at("body"));
  const Body<D>& body = bodies.list()[applied.body.value].body;
  if (!std::holds_alternative<Ball<D>>(body.shape) || std::isinf(body.mass) || body.response == Response::pocket)
    node.at("body").fail("a ball that can be moved");
  if (body.motion.deceleration > 0 || body.motion.damping > 0)
    node.at("body").fail("a ball that neither decelerates nor is damped");
  if (bodies.list()[applied.body.value].from > 0) node.at("body").fail("a ball that is there from the start");
  applied.force = node.at("force").template vec<D>();
  if (const auto from = node.find("from")) applied.from = from->non_negative();
  const JsonNode until = node.at("until");
  applied.until = until.number();
  if (!(applied.until > applied.from))
    until.fail(fmt::format("a time after the force's beginning at {}", applied.from));
  return applied;
}

/// A ball that slides, or what is immovable and no pocket.
template <int D>
bool can_be_steered(const Body<D>& body) {
  const bool immovable = !std::holds_alternative<Ball<D>>(body.shape) || std::isinf(body.mass);
  if (body.vibration) return false;
  return body.response == Response::slide || (immovable && body.response == Response::bounce);
}

/// For one body, or for all of a group.
template <int D>
void read_steer(const JsonNode& node, const std::vector<SceneBody<D>>& bodies, const SceneBodies<D>& names,
                std::vector<Steer<D>>& steers) {
  node.expect_fields({"body", "group", "velocity", "from"});
  Steer<D> steer;
  steer.velocity = node.at("velocity").template vec<D>();
  if (const auto from = node.find("from")) steer.from = from->non_negative();
  const auto group = node.find("group");
  if (group && node.has("body")) group->fail("either a body or a group");
  if (!group) {
    steer.body = names.find(node.at("body"));
    if (!can_be_steered(bodies[steer.body.value].body)) node.at("body").fail("a ball that slides or an immovable body");
    return steers.push_back(steer);
  }
  const std::size_t before = steers.size();
  for (std::uint32_t id = 0; id < bodies.size(); ++id) {
    if (bodies[id].group != group->text() || !can_be_steered(bodies[id].body)) continue;
    steer.body = BodyId{id};
    steers.push_back(steer);
  }
  if (steers.size() == before) group->fail("a group of balls that slide or of immovable bodies");
}

template <int D>
void expect_world_for_slides(const JsonNode& root, const WorldOptions<D>& options,
                             const std::vector<SceneBody<D>>& bodies) {
  const bool slides = std::any_of(bodies.begin(), bodies.end(),
                                  [](const SceneBody<D>& body) { return body.body.response == Response::slide; });
  if (slides && options.damping > 0) root.at("damping").fail("no damping together with balls that slide");
  if (slides && options.period) root.at("periodic").fail("no periodic box together with balls that slide");
}

/// Straight paths of what keeps its velocity and the paths of damped balls meet at transcendental times.
template <int D>
void expect_still_if_immovable(const JsonNode& node, const Body<D>& body, const WorldOptions<D>& options) {
  const bool keeps_velocity = !std::holds_alternative<Ball<D>>(body.shape) || std::isinf(body.mass);
  if (options.damping > 0 && keeps_velocity && !is_zero(body.motion.velocity))
    node.at("velocity").fail("no velocity of an immovable body together with common damping");
}

template <int D>
void expect_rough_bodies(const JsonNode& root, const std::vector<SceneBody<D>>& bodies) {
  const auto beta = root.find("tangential_restitution");
  if (!beta) return;
  for (const SceneBody<D>& body : bodies) {
    const Ball<D>* ball = std::get_if<Ball<D>>(&body.body.shape);
    if (ball == nullptr || body.body.response == Response::pocket) continue;
    if (ball->radius == 0 && std::isfinite(body.body.mass))
      beta->fail("no tangential_restitution together with points that can be moved");
  }
}

template <int D>
void read_bodies(const JsonNode& root, const WorldOptions<D>& options, const SceneSettings& settings,
                 SceneBodies<D>& bodies) {
  BodyFields<D> defaults;
  if (const auto node = root.find("defaults")) {
    node->expect_fields(std::vector<std::string_view>(kBodyFieldNames.begin(), kBodyFieldNames.end()));
    defaults = read_body_fields<D>(*node);
    expect_law_of_world(*node, options);
    expect_rough_world(*node, options);
  }
  if (const auto walls = root.find("walls")) {
    bodies.add_walls(*walls);
    expect_rough_world(*walls, options);
  }
  const bool goes_on = root.has("snapshot");
  if (const auto list = root.find("bodies")) {
    bodies.expect_room_for(static_cast<double>(list->size()), *list);
    for (std::size_t i = 0; i < list->size(); ++i) {
      const JsonNode node = (*list)[i];
      if (goes_on && node.has("from")) node.at("from").fail("no field \"from\" together with \"snapshot\"");
      if (goes_on)
        bodies.add_unchecked(read_body<D>(node, defaults), node);
      else
        bodies.add(read_body<D>(node, defaults), node);
      expect_law_of_world(node, options);
      expect_still_if_immovable(node, bodies.list().back().body, options);
      expect_rough_world(node, options);
    }
  }
  if (const auto list = root.find("generators"))
    for (std::size_t i = 0; i < list->size(); ++i) {
      const JsonNode entry = (*list)[i];
      generate(entry, defaults, settings.seed, i, bodies);
      for (const auto& [kind, value] : entry.value().items()) {
        expect_law_of_world(entry.at(kind), options);
        expect_rough_world(entry.at(kind), options);
      }
    }
}

template <int D>
void expect_something_that_moves(const JsonNode& root, const std::vector<SceneBody<D>>& bodies) {
  for (const SceneBody<D>& body : bodies) {
    const bool ball = std::holds_alternative<Ball<D>>(body.body.shape) && body.body.response != Response::pocket;
    if (ball && (std::isfinite(body.body.mass) || !is_zero(body.body.motion.velocity))) return;
  }
  root.fail(bodies.empty() ? "no bodies" : "no ball that moves or can be moved", "a ball that moves or can be moved");
}

template <int D>
void expect_bearable_vibrations(const JsonNode& root, const Scene<D>& scene) {
  constexpr double kMostPeriods = 1e8;
  for (const SceneBody<D>& body : scene.bodies) {
    const auto& vibration = body.body.vibration;
    if (vibration && scene.options.damping > 0) root.at("damping").fail("no damping together with what vibrates");
    if (vibration && scene.until > kMostPeriods * vibration->period)
      root.fail(fmt::format("{} periods of a vibration", scene.until / vibration->period), "at most 1e8");
  }
}

template <int D>
void read_snapshot_into(Scene<D>& scene, const JsonNode& root) {
  const auto node = root.find("snapshot");
  if (!node) return;
  for (const char* other : {"generators", "walls", "forces", "steers"})
    if (root.has(other)) root.at(other).fail(fmt::format("no field \"{}\" together with \"snapshot\"", other));
  std::vector<Body<D>> bodies;
  for (const SceneBody<D>& body : scene.bodies) bodies.push_back(body.body);
  scene.snapshot = read_snapshot<D>(*node, scene.options, std::move(bodies));
}

void expect_bearable_frames(const JsonNode& root, double until, double frames_per_second) {
  constexpr double kMostFrames = 1e8;
  if (until * frames_per_second > kMostFrames)
    root.fail(fmt::format("{} frames", until * frames_per_second), "at most 1e8: until × frames_per_second");
}

void expect_bearable_kicks(const JsonNode& root, const std::optional<Thermostat>& thermostat, double until) {
  constexpr double kMostKicks = 1e8;
  if (thermostat && until > kMostKicks * thermostat->interval)
    root.at("thermostat").fail(fmt::format("{} kicks", until / thermostat->interval), "at most 1e8: until / interval");
}

template <int D>
Aabb<D> read_window(const JsonNode& node) {
  node.expect_fields({"low", "high"});
  const Aabb<D> window{node.at("low").vec<D>(), node.at("high").vec<D>()};
  for (int k = 0; k < D; ++k)
    if (!(window.low[k] < window.high[k])) node.fail("low < high on every axis");
  return window;
}

template <int D>
std::vector<Observable> read_observe(const JsonNode& node, const Scene<D>& scene) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < node.size(); ++i) {
    names.push_back(node[i].text());
    try {
      observables_named<D>(std::span(&names.back(), 1), scene);
    } catch (const InputError& error) {
      node[i].fail(std::string(error.what()).substr(std::string_view("observe: ").size()));
    }
  }
  return observables_named<D>(names, scene);
}

template <int D>
Scene<D> read(const JsonNode& root, const SceneSettings& settings) {
  Scene<D> scene;
  scene.name = short_name_from(root.origin());
  if (const auto name = root.find("name")) scene.name = read_short_name(*name);
  if (const auto title = root.find("title")) scene.title = title->text();
  if (const auto about = root.find("about")) scene.about = about->text();
  if (const auto until = root.find("until")) scene.until = until->non_negative();
  if (const auto rate = root.find("frames_per_second")) scene.frames_per_second = rate->positive();
  expect_bearable_frames(root, scene.until, scene.frames_per_second);
  if (const auto view = root.find("view")) scene.view = read_view<D>(*view);
  scene.options = read_options<D>(root, settings);
  expect_bearable_kicks(root, scene.options.thermostat, scene.until);
  read_forces_into(scene.options, root, scene.until);
  if (const auto window = root.find("window")) scene.window = read_window<D>(*window);
  if (const auto gate = root.find("gate")) scene.gate = read_half_space<D>(*gate).unit();
  if (const auto observe = root.find("observe")) scene.observe = read_observe(*observe, scene);
  SceneBodies<D> bodies(scene.options.period, settings);
  read_bodies(root, scene.options, settings, bodies);
  if (const auto forces = root.find("forces"))
    for (std::size_t i = 0; i < forces->size(); ++i) scene.forces.push_back(read_force((*forces)[i], bodies));
  if (const auto steers = root.find("steers"))
    for (std::size_t i = 0; i < steers->size(); ++i) read_steer((*steers)[i], bodies.list(), bodies, scene.steers);
  if (const auto cells = root.find("cells")) scene.cells = read_cells(*cells, bodies);
  scene.bodies = bodies.take();
  expect_world_for_slides(root, scene.options, scene.bodies);
  expect_rough_bodies(root, scene.bodies);
  expect_bearable_vibrations(root, scene);
  expect_something_that_moves(root, scene.bodies);
  read_snapshot_into(scene, root);
  return scene;
}

AnyScene read_any(const JsonNode& root, const SceneSettings& settings) {
  root.expect_fields({"carom",
                      "dimension",
                      "name",
                      "title",
                      "about",
                      "until",
                      "frames_per_second",
                      "observe",
                      "window",
                      "gate",
                      "gravity",
                      "damping",
                      "restitution_rule",
                      "restitution_speed",
                      "tangential_restitution",
                      "friction_rule",
                      "thermostat",
                      "contact_duration",
                      "periodic",
                      "walls",
                      "epoch_length",
                      "lasting_contacts",
                      "tick",
                      "sleep",
                      "defaults",
                      "bodies",
                      "generators",
                      "forces",
                      "force_fields",
                      "force_interval",
                      "stepwise_damping",
                      "frame",
                      "steers",
                      "view",
                      "cells",
                      "snapshot"});
  const JsonNode version = root.at("carom");
  if (version.value() != 1) version.fail("1, the version of the format that this program reads");
  const JsonNode dimension = root.at("dimension");
  if (dimension.value() == 2) return read<2>(root, settings);
  if (dimension.value() == 3) return read<3>(root, settings);
  dimension.fail("2 or 3");
}

}  // namespace

AnyScene parse_scene(const std::string& text, const std::string& origin, const SceneSettings& settings) {
  Json document = parse_json(text, origin);
  rename_old_words(document, origin, settings.warn);
  apply_settings(document, settings.values, origin);
  return read_any(JsonNode(document, origin), settings);
}

AnyScene read_scene(const std::filesystem::path& file, const SceneSettings& settings) {
  return parse_scene(read_text(file), file.string(), settings);
}

namespace {

template <int D>
World<D> world_of(const Scene<D>& scene) {
  if (scene.snapshot) {
    Snapshot<D> start = *scene.snapshot;
    start.options = scene.options;
    return World<D>(start);
  }
  World<D> world(scene.options);
  for (const SceneBody<D>& body : scene.bodies) world.add_later(body.body, body.from);
  for (const AppliedForce<D>& applied : scene.forces)
    world.apply_force(applied.body, applied.force, applied.from, applied.until);
  for (const Steer<D>& steer : scene.steers) world.steer(steer.body, steer.velocity, steer.from);
  return world;
}

}  // namespace

template <int D>
World<D> Scene<D>::make_world() const {
  try {
    return world_of(*this);
  } catch (const std::invalid_argument& error) {
    throw InputError(fmt::format("{}: the world refuses it: {}", name, error.what()));
  } catch (const std::out_of_range& error) {  // a body that is not there
    throw InputError(fmt::format("{}: the world refuses it: {}", name, error.what()));
  }
}

template World<2> Scene<2>::make_world() const;
template World<3> Scene<3>::make_world() const;

}  // namespace carom::io
