#include "carom/io/scene.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "c/src/any_world.hpp"
#include "io/json/shape_writer.hpp"
#include "io/json/vec_json.hpp"
#include "reply.hpp"

namespace carom::wasm {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 4> kResponses = {"bounce", "stick", "pocket", "slide"};

template <int D>
Json body_json(const io::SceneBody<D>& body) {
  Json json = std::visit([](const auto& shape) -> Json { return io::shape_json(shape); }, body.body.shape);
  json["response"] = kResponses[static_cast<std::size_t>(body.body.response)];
  if (!body.name.empty()) json["name"] = body.name;
  if (!body.group.empty()) json["group"] = body.group;
  if (!body.color.empty()) json["color"] = body.color;
  if (!body.mark.empty()) json["mark"] = body.mark;
  if (body.body.mass == kImmovable && std::holds_alternative<Ball<D>>(body.body.shape)) json["immovable"] = true;
  return json;
}

template <int D>
bool is_ball(const io::Scene<D>& scene, std::uint32_t id) {
  return std::holds_alternative<Ball<D>>(scene.bodies[id].body.shape);
}

/// What is no ball, and not all along where it was added.
template <int D>
bool is_moving_obstacle(const io::Scene<D>& scene, const World<D>& world, std::uint32_t id) {
  if (is_ball(scene, id)) return false;
  const Placement<D> now = world.placement(BodyId{id});
  const auto steers_it = [&](const Steer<D>& steer) { return steer.body.value == id; };
  return scene.bodies[id].body.vibration || !is_zero(now.position) || !is_zero(now.velocity) ||
         std::any_of(scene.steers.begin(), scene.steers.end(), steers_it);
}

/// Whether forces beyond contacts act on balls.
template <int D>
bool is_pulled(const io::Scene<D>& scene, const WorldOptions<D>& options) {
  const auto accelerates = [](const io::SceneBody<D>& body) { return !is_zero(body.body.motion.acceleration); };
  return !is_zero(options.gravity) || !options.force_fields.empty() || !scene.forces.empty() ||
         std::any_of(scene.bodies.begin(), scene.bodies.end(), accelerates);
}

/// Whether balls stay together (WorldOptions::lasting_contacts).
template <int D>
bool has_lasting_contacts(const WorldOptions<D>& options) {
  return options.lasting_contacts.value_or(!is_zero(options.gravity) || !options.force_fields.empty());
}

template <int D>
Json scene_json(const io::Scene<D>& scene, const World<D>& world) {
  Json json = {{"dimension", D},       {"name", scene.name},   {"title", scene.title},
               {"about", scene.about}, {"until", scene.until}, {"frames_per_second", scene.frames_per_second}};
  if (scene.options.period) json["period"] = io::vec_json(*scene.options.period);
  if (scene.view.camera) json["camera"] = io::vec_json(*scene.view.camera);
  if (scene.view.look_at) json["look_at"] = io::vec_json(*scene.view.look_at);
  if (scene.view.light) json["light"] = io::vec_json(*scene.view.light);
  if (const Vec<D>& gravity = world.options().gravity; !is_zero(gravity)) json["gravity"] = io::vec_json(gravity);
  if (is_pulled(scene, world.options())) json["pulled"] = true;
  if (has_lasting_contacts(world.options())) json["lasting_contacts"] = true;
  json["balls"] = Json::array();
  json["bodies"] = Json::array();
  for (std::uint32_t id = 0; id < scene.bodies.size(); ++id) {
    if (is_ball(scene, id)) json["balls"].push_back(id);
    json["bodies"].push_back(body_json(scene.bodies[id]));
    if (is_moving_obstacle(scene, world, id)) json["bodies"].back()["moves"] = true;
  }
  return json;
}

template <int D>
void put(const Vec<D>& v, std::vector<float>& floats) {
  for (int k = 0; k < 3; ++k) floats.push_back(k < D ? static_cast<float>(v[k < D ? k : 0]) : 0);
}

/// What pulls at a ball: gravity, its own acceleration, forces; nothing at what nothing moves.
template <int D>
Vec<D> pull(const World<D>& world, BodyId id) {
  const Body<D>& body = world.body(id);
  if (!world.present(id) || body.mass == kImmovable || body.response == Response::slide) return {};
  const BodyState<D> state = world.state(id);
  if (state.held) return {};
  return state.mass * (world.options().gravity + body.motion.acceleration) + state.force;
}

// Eleven numbers for each event: time, kind, a, b (−1: none), point, normal, impulse.
void put(const carom_event& event, std::vector<double>& numbers) {
  const auto id = [](std::uint32_t body) { return body == CAROM_NO_BODY ? -1 : static_cast<double>(body); };
  numbers.insert(numbers.end(),
                 {event.time, static_cast<double>(event.kind), id(event.a), id(event.b), event.point.x, event.point.y,
                  event.point.z, event.normal.x, event.normal.y, event.normal.z, event.impulse});
}

// As js/world.ts reads them.
static_assert(sizeof(carom_ledger) == 10 * sizeof(double));
static_assert(sizeof(carom_placement) == 88 && offsetof(carom_placement, position) == 8 &&
              offsetof(carom_placement, velocity) == 32 && offsetof(carom_placement, radius) == 80);

}  // namespace

/// A scene and its world, which the C interface runs, and what a page shows of them.
class ShownScene {
  /// act(scene, world) of their dimension.
  template <class Act>
  decltype(auto) with_both(const Act& act) const {
    return std::visit(
        [&]<int D>(const io::Scene<D>& scene) { return act(scene, *std::get<const World<D>*>(world_.any->typed())); },
        scene_);
  }

 public:
  explicit ShownScene(io::AnyScene scene)
      : scene_(std::move(scene)),
        world_(c::world_of(scene_)),
        last_event_(std::visit([](const auto& any) { return any.bodies.size(); }, scene_), -1) {}

  carom_world& world() { return world_; }

  std::string about() const {
    return with_both([](const auto& scene, const auto& world) { return scene_json(scene, world).dump(); });
  }

  std::string final_scene() const {
    return with_both([](const auto& scene, const auto& world) { return io::final_scene(scene, world); });
  }

  /// False if so many events did not suffice.
  bool run_until(double time, std::uint64_t most_events, bool keep, std::vector<double>& numbers) {
    return world_.any->run_until(time, most_events, [&](const carom_event& event) {
      for (const std::uint32_t body : {event.a, event.b})
        if (body != CAROM_NO_BODY) last_event_[body] = event.time;
      if (keep) put(event, numbers);
    });
  }

  // Eight floats for each ball: place, radius (0: not there), velocity, time of the last event (−1: none).
  void frame(std::vector<float>& floats) const {
    with_both([&]<int D>(const io::Scene<D>& scene, const World<D>& world) {
      for (std::uint32_t id = 0; id < scene.bodies.size(); ++id) {
        if (!is_ball(scene, id)) continue;
        const bool here = world.present(BodyId{id});
        const Placement<D> now = here ? world.placement(BodyId{id}) : Placement<D>{};
        put(now.position, floats);
        floats.push_back(here ? static_cast<float>(world.radius(BodyId{id})) : 0);
        put(now.velocity, floats);
        floats.push_back(static_cast<float>(last_event_[id]));
      }
    });
  }

  // Three floats for each ball: what pulls at it.
  void pulls(std::vector<float>& floats) const {
    with_both([&](const auto& scene, const auto& world) {
      for (std::uint32_t id = 0; id < scene.bodies.size(); ++id)
        if (is_ball(scene, id)) put(pull(world, BodyId{id}), floats);
    });
  }

  // The ids of the balls that sleep.
  void asleep(std::vector<float>& floats) const {
    with_both([&](const auto& scene, const auto& world) {
      for (std::uint32_t id = 0; id < scene.bodies.size(); ++id)
        if (is_ball(scene, id) && world.present(BodyId{id}) && world.asleep(BodyId{id}))
          floats.push_back(static_cast<float>(id));
    });
  }

  // Nine floats for each two that press on each other: their ids, where they touch, the force on the first, and its
  // part along the normal.
  void contacts(std::vector<float>& floats) const {
    with_both([&]<int D>(const io::Scene<D>&, const World<D>& world) {
      for (const ContactForce<D>& contact : world.contact_forces()) {
        if (!(contact.pressing > 0)) continue;
        floats.push_back(static_cast<float>(contact.a.value));
        floats.push_back(static_cast<float>(contact.b.value));
        put(contact.point, floats);
        put(contact.force, floats);
        floats.push_back(static_cast<float>(contact.pressing));
      }
    });
  }

 private:
  io::AnyScene scene_;
  carom_world world_;
  std::vector<double> last_event_;  // by body
};

}  // namespace carom::wasm

using carom::wasm::answer;
using carom::wasm::Reply;
using carom::wasm::ShownScene;

extern "C" {

/// nullptr: see carom_message.
EMSCRIPTEN_KEEPALIVE ShownScene* carom_scene_open(const char* text, const char* origin, double most_bodies) {
  return carom::c::made([&] {
    carom::io::SceneSettings settings;
    settings.max_bodies = static_cast<std::size_t>(most_bodies);
    return std::make_unique<ShownScene>(carom::io::parse_scene(text, origin, settings)).release();
  });
}

EMSCRIPTEN_KEEPALIVE void carom_scene_close(ShownScene* scene) {
  delete scene;
}

/// Of which the C interface is asked; it goes with the scene.
EMSCRIPTEN_KEEPALIVE carom_world* carom_scene_world(ShownScene* scene) {
  return &scene->world();
}

EMSCRIPTEN_KEEPALIVE carom_status carom_scene_about(ShownScene* scene) {
  return answer([&](Reply& to) { to.text = scene->about(); });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_scene_final(ShownScene* scene) {
  return answer([&](Reply& to) { to.text = scene->final_scene(); });
}

/// As carom_world_run_events, but to a time that has passed, where nothing happens. The numbers are those of the events
/// if they are to be kept.
EMSCRIPTEN_KEEPALIVE carom_status carom_scene_run_until(ShownScene* scene, double time, double most_events, bool keep,
                                                        int* complete) {
  return answer([&](Reply& to) {
    const auto most = static_cast<std::uint64_t>(most_events);
    *complete = time < carom_world_time(&scene->world()) || scene->run_until(time, most, keep, to.numbers) ? 1 : 0;
  });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_scene_frame(ShownScene* scene) {
  return answer([&](Reply& to) { scene->frame(to.floats); });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_scene_pulls(ShownScene* scene) {
  return answer([&](Reply& to) { scene->pulls(to.floats); });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_scene_asleep(ShownScene* scene) {
  return answer([&](Reply& to) { scene->asleep(to.floats); });
}

EMSCRIPTEN_KEEPALIVE carom_status carom_scene_contacts(ShownScene* scene) {
  return answer([&](Reply& to) { scene->contacts(to.floats); });
}
}
