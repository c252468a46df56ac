#include <cmath>

#include "carom/io/observables.hpp"
#include "carom/io/scene.hpp"
#include "io/json/shape_writer.hpp"
#include "io/json/vec_json.hpp"
#include "io/scene/combine_rule.hpp"
#include "io/scene/scene_cells.hpp"
#include "io/scene/scene_forces.hpp"
#include "io/scene/scene_snapshot.hpp"

namespace carom::io {
namespace {

using OrderedJson = nlohmann::ordered_json;

const char* word(Response response) {
  switch (response) {
    case Response::stick:
      return "stick";
    case Response::pocket:
      return "pocket";
    case Response::slide:
      return "slide";
    case Response::bounce:
      break;
  }
  return "bounce";
}

void put_text(OrderedJson& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = text;
}

template <int D>
std::string body_text(const SceneBody<D>& scene_body) {
  const Body<D>& body = scene_body.body;
  OrderedJson json = OrderedJson::object();
  put_text(json, "name", scene_body.name);
  std::visit([&json](const auto& shape) { json.update(shape_json(shape)); }, body.shape);
  const bool is_ball = std::holds_alternative<Ball<D>>(body.shape);
  if (const auto& swing = body.vibration)
    json["vibration"] = {{"amplitude", vec_json(swing->amplitude)},
                         {"period", swing->period},
                         {"phase", swing->phase},
                         {"rise", swing->rise}};
  else if (is_ball || !is_zero(body.motion.velocity))
    json["velocity"] = vec_json(body.motion.velocity);
  if (is_ball) {
    if (!is_zero(body.motion.acceleration)) json["acceleration"] = vec_json(body.motion.acceleration);
    if (body.motion.deceleration > 0) json["deceleration"] = body.motion.deceleration;
    if (body.motion.damping > 0) json["damping"] = body.motion.damping;
    if (!is_zero(body.spin)) json["spin"] = spin_json(body.spin);
    json["mass"] = std::isinf(body.mass) ? OrderedJson("immovable") : OrderedJson(body.mass);
    json["response"] = word(body.response);
  }
  json["restitution"] = body.restitution;
  if (std::isfinite(body.friction)) json["friction"] = body.friction;
  if (body.rolling_friction > 0) json["rolling_friction"] = body.rolling_friction;
  if (body.spinning_friction > 0) json["spinning_friction"] = body.spinning_friction;
  if (const auto& surface = body.surface)
    json["surface"] = {{"velocity", vec_json(surface->velocity)},
                       {"spin", spin_json(surface->spin)},
                       {"center", vec_json(surface->center)}};
  if (body.layers != Body<D>{}.layers) json["layers"] = body.layers;
  if (body.mask != Body<D>{}.mask) json["mask"] = body.mask;
  put_text(json, "group", scene_body.group);
  put_text(json, "color", scene_body.color);
  put_text(json, "mark", scene_body.mark);
  return json.dump();
}

template <int D>
void put_options(OrderedJson& json, const WorldOptions<D>& options) {
  json["gravity"] = vec_json(options.gravity);
  json["damping"] = options.damping;
  json["restitution_rule"] = rule_word(options.restitution_rule);
  if (options.restitution_speed) json["restitution_speed"] = *options.restitution_speed;
  if (options.tangential_restitution) {
    json["tangential_restitution"] = *options.tangential_restitution;
    json["friction_rule"] = rule_word(options.friction_rule);
  }
  if (const auto& warm = options.thermostat)
    json["thermostat"] = {{"interval", warm->interval},
                          {"noise", warm->noise},
                          {"keeps_momentum", warm->keeps_momentum},
                          {"seed", warm->seed}};
  if (options.contact_duration) json["contact_duration"] = *options.contact_duration;
  if (options.epoch_length) json["epoch_length"] = *options.epoch_length;
  if (options.lasting_contacts.value_or(false)) json["lasting_contacts"] = true;
  if (options.tick) json["tick"] = *options.tick;
  if (!options.sleep) json["sleep"] = false;
  if (options.frame != WorldOptions<D>{}.frame) json["frame"] = options.frame;
  put_forces(json, options);
  if (options.period) json["periodic"] = vec_json(*options.period);
}

OrderedJson view_json(const View& view) {
  OrderedJson json = OrderedJson::object();
  if (view.camera) json["camera"] = vec_json(*view.camera);
  if (view.look_at) json["look_at"] = vec_json(*view.look_at);
  if (view.light) json["light"] = vec_json(*view.light);
  return json;
}

// Everything but the bodies and the snapshot. It lasts as long again as the scene did.
template <int D>
OrderedJson head(const Scene<D>& scene, const Snapshot<D>& snapshot) {
  const double began = scene.snapshot ? scene.snapshot->time : 0;
  OrderedJson json;
  json["carom"] = 1;
  json["dimension"] = D;
  json["name"] = scene.name;
  put_text(json, "title", scene.title);
  put_text(json, "about", scene.about);
  json["until"] = snapshot.time + (scene.until > began ? scene.until - began : 0);
  json["frames_per_second"] = scene.frames_per_second;
  for (const Observable one : scene.observe) json["observe"].push_back(kObservableNames[static_cast<std::size_t>(one)]);
  if (scene.window) json["window"] = {{"low", vec_json(scene.window->low)}, {"high", vec_json(scene.window->high)}};
  if (scene.gate) json["gate"] = {{"normal", vec_json(scene.gate->normal)}, {"offset", scene.gate->offset}};
  put_options(json, snapshot.options);
  if (D == 3) json["view"] = view_json(scene.view);
  if (scene.cells) json["cells"] = cells_json(*scene.cells, snapshot.options.period.has_value());
  return json;
}

}  // namespace

template <int D>
void write_final_scene(const Scene<D>& scene, const World<D>& world, const std::function<void(std::string_view)>& put) {
  const Snapshot<D> snapshot = world.snapshot_without_bodies();
  put("{");
  const OrderedJson fields = head(scene, snapshot);
  for (const auto& [key, value] : fields.items()) put("\n  " + OrderedJson(key).dump() + ": " + value.dump() + ",");
  put("\n  \"bodies\": [");
  for (std::uint32_t id = 0; id < world.body_count(); ++id) {
    SceneBody<D> body = id < scene.bodies.size() ? scene.bodies[id] : SceneBody<D>{};
    body.body = world.body(BodyId{id});
    put((id == 0 ? "\n    " : ",\n    ") + body_text(body));
  }
  put("],\n  \"snapshot\": ");
  write_snapshot(snapshot, put);
  put("\n}\n");
}

template <int D>
std::string final_scene(const Scene<D>& scene, const World<D>& world) {
  std::string text;
  write_final_scene(scene, world, [&](std::string_view piece) { text += piece; });
  return text;
}

template std::string final_scene(const Scene<2>&, const World<2>&);
template std::string final_scene(const Scene<3>&, const World<3>&);
template void write_final_scene(const Scene<2>&, const World<2>&, const std::function<void(std::string_view)>&);
template void write_final_scene(const Scene<3>&, const World<3>&, const std::function<void(std::string_view)>&);

}  // namespace carom::io
