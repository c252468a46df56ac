#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <variant>

#include "carom/io/scene.hpp"
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

/// A scene that runs, whatever its dimension.
class Running {
 public:
  virtual ~Running() = default;
  virtual Json about() const = 0;
  virtual bool run_until(double time, std::uint64_t most_events, bool keep, Reply& to) = 0;
  virtual double time() const = 0;
  virtual std::uint64_t events() const = 0;
  virtual std::uint64_t hash() const = 0;
  virtual Json ledger() const = 0;
  virtual std::string final_scene() const = 0;
  virtual void frame(std::vector<float>& floats) const = 0;
  virtual void placement(BodyId id, std::vector<double>& numbers) const = 0;
  virtual void place(BodyId id, const std::array<double, 3>& position) = 0;
  virtual void set_velocity(BodyId id, const std::array<double, 3>& velocity) = 0;
  virtual void apply_impulse(BodyId id, const std::array<double, 3>& impulse) = 0;
  virtual void steer(BodyId id, const std::array<double, 3>& velocity, double from) = 0;
  virtual void apply_force(BodyId id, const std::array<double, 3>& force, double from, double until) = 0;
  virtual void remove(BodyId id) = 0;
};

template <int D>
class RunningIn final : public Running {
 public:
  explicit RunningIn(io::Scene<D> scene) : scene_(std::move(scene)), world_(scene_.make_world()) {
    for (std::uint32_t id = 0; id < scene_.bodies.size(); ++id)
      if (std::holds_alternative<Ball<D>>(scene_.bodies[id].body.shape)) balls_.push_back(BodyId{id});
    last_hit_.assign(scene_.bodies.size(), -1);
  }

  Json about() const override {
    Json json = {{"dimension", D},        {"name", scene_.name},   {"title", scene_.title},
                 {"about", scene_.about}, {"until", scene_.until}, {"frames_per_second", scene_.frames_per_second}};
    if (scene_.options.period) json["period"] = io::vec_json(*scene_.options.period);
    put_view(json);
    Json balls = Json::array();
    for (const BodyId id : balls_) balls.push_back(id.value);
    json["balls"] = std::move(balls);
    Json bodies = Json::array();
    for (std::uint32_t id = 0; id < scene_.bodies.size(); ++id) {
      bodies.push_back(body_json(scene_.bodies[id]));
      if (is_moving_obstacle(id)) bodies.back()["moves"] = true;
    }
    json["bodies"] = std::move(bodies);
    return json;
  }

  bool run_until(double time, std::uint64_t most_events, bool keep, Reply& to) override {
    const auto see = [&](const Event<D>& event) {
      if (event.a != kNoBody) last_hit_[event.a.value] = event.time;
      if (event.b != kNoBody) last_hit_[event.b.value] = event.time;
      if (keep) put(event, to.numbers);
    };
    return world_.run_until(time, see, most_events);
  }

  double time() const override { return world_.time(); }
  std::uint64_t events() const override { return world_.event_count(); }
  std::uint64_t hash() const override { return world_.hash(); }
  std::string final_scene() const override { return io::final_scene(scene_, world_); }

  Json ledger() const override {
    const Ledger<D> now = world_.ledger();
    return {{"kinetic", now.kinetic},
            {"potential", now.potential},
            {"initial", now.initial},
            {"work", now.work},
            {"dissipated", now.dissipated()},
            {"added", now.added()},
            {"residual", now.residual()},
            {"momentum", io::vec_json(now.momentum)},
            {"deepest_overlap", world_.deepest_overlap()}};
  }

  // Eight floats for each ball: place, radius (0: not there), velocity, time of the last event (−1: none).
  void frame(std::vector<float>& floats) const override {
    floats.reserve(8 * balls_.size());
    for (const BodyId id : balls_) {
      const bool here = world_.present(id);
      const Placement<D> now = here ? world_.placement(id) : Placement<D>{};
      add(floats, now.position);
      floats.push_back(here ? static_cast<float>(world_.radius(id)) : 0);
      add(floats, now.velocity);
      floats.push_back(static_cast<float>(last_hit_[id.value]));
    }
  }

  void placement(BodyId id, std::vector<double>& numbers) const override {
    check(id);
    if (!world_.present(id)) return;
    const Placement<D> now = world_.placement(id);
    for (int k = 0; k < D; ++k) numbers.push_back(now.position[k]);
    for (int k = 0; k < D; ++k) numbers.push_back(now.velocity[k]);
    numbers.push_back(world_.radius(id));
  }

  void place(BodyId id, const std::array<double, 3>& position) override {
    check_ball(id);
    world_.place(id, vec(position));
  }
  void set_velocity(BodyId id, const std::array<double, 3>& velocity) override {
    check(id);
    world_.set_velocity(id, vec(velocity));
  }
  void apply_impulse(BodyId id, const std::array<double, 3>& impulse) override {
    check_ball(id);
    world_.apply_impulse(id, vec(impulse));
  }
  void steer(BodyId id, const std::array<double, 3>& velocity, double from) override {
    check(id);
    check_from(from);
    world_.steer(id, vec(velocity), from);
  }
  void apply_force(BodyId id, const std::array<double, 3>& force, double from, double until) override {
    check_ball(id);
    check_from(from);
    if (!(until > from))
      throw std::invalid_argument(fmt::format("until: got {}, expected a time after from, {}", until, from));
    world_.apply_force(id, vec(force), from, until);
  }
  void remove(BodyId id) override {
    check(id);
    world_.remove(id);
  }

 private:
  static Vec<D> vec(const std::array<double, 3>& numbers) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) {
      v[k] = numbers[static_cast<std::size_t>(k)];
    }
    return v;
  }

  void check(BodyId id) const { expect_one_of("body", id.value, world_.body_count(), "bodies of this world"); }

  void check_from(double from) const {
    if (from >= world_.time()) return;
    throw std::invalid_argument(fmt::format("from: got {}, expected a time from now, {}, on", from, world_.time()));
  }

  void check_ball(BodyId id) const {
    check(id);
    if (!std::holds_alternative<Ball<D>>(world_.body(id).shape))
      throw std::invalid_argument(fmt::format("body: got {}, expected the id of a ball", id.value));
  }

  /// What is no ball, and not all along where it was added.
  bool is_moving_obstacle(std::uint32_t id) const {
    const Body<D>& body = scene_.bodies[id].body;
    if (std::holds_alternative<Ball<D>>(body.shape)) return false;
    const Placement<D> now = world_.placement(BodyId{id});
    const auto steers_it = [&](const Steer<D>& steer) { return steer.body.value == id; };
    return body.vibration || !is_zero(now.position) || !is_zero(now.velocity) ||
           std::any_of(scene_.steers.begin(), scene_.steers.end(), steers_it);
  }

  static void add(std::vector<float>& floats, const Vec<D>& v) {
    for (int k = 0; k < 3; ++k) floats.push_back(k < D ? static_cast<float>(v[k < D ? k : 0]) : 0);
  }

  // Eleven numbers for each event: time, kind, a, b (−1: none), point, normal, impulse.
  static void put(const Event<D>& event, std::vector<double>& numbers) {
    const auto id = [](BodyId body) { return body == kNoBody ? -1 : static_cast<double>(body.value); };
    numbers.insert(numbers.end(), {event.time, static_cast<double>(event.kind), id(event.a), id(event.b)});
    for (const Vec<D>& v : {event.point, event.normal})
      for (int k = 0; k < 3; ++k) numbers.push_back(k < D ? v[k < D ? k : 0] : 0);
    numbers.push_back(event.impulse);
  }

  void put_view(Json& json) const {
    const io::View& view = scene_.view;
    if (view.camera) json["camera"] = io::vec_json(*view.camera);
    if (view.look_at) json["look_at"] = io::vec_json(*view.look_at);
    if (view.light) json["light"] = io::vec_json(*view.light);
    if (const Vec<D>& gravity = world_.options().gravity; !is_zero(gravity)) json["gravity"] = io::vec_json(gravity);
  }

  io::Scene<D> scene_;
  World<D> world_;
  std::vector<BodyId> balls_;
  std::vector<double> last_hit_;
};

std::unique_ptr<Running> running(io::AnyScene scene) {
  if (auto* flat = std::get_if<io::Scene<2>>(&scene)) return std::make_unique<RunningIn<2>>(std::move(*flat));
  return std::make_unique<RunningIn<3>>(std::move(std::get<io::Scene<3>>(scene)));
}

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(value));
  return digits.data();
}

}  // namespace
}  // namespace carom::wasm

using carom::BodyId;
using carom::wasm::answer;
using carom::wasm::Reply;
using carom::wasm::Running;

extern "C" {

/// nullptr: the scene is not right, and the text says why.
EMSCRIPTEN_KEEPALIVE Running* carom_world_open(const char* scene, const char* origin, double most_bodies) {
  Running* opened = nullptr;
  answer([&](Reply&) {
    carom::io::SceneSettings settings;
    settings.max_bodies = static_cast<std::size_t>(most_bodies);
    opened = carom::wasm::running(carom::io::parse_scene(scene, origin, settings)).release();
  });
  return opened;
}

EMSCRIPTEN_KEEPALIVE void carom_world_close(Running* world) {
  delete world;
}

EMSCRIPTEN_KEEPALIVE bool carom_world_about(Running* world) {
  return answer([&](Reply& to) { to.text = world->about().dump(); });
}

/// The text says "complete", or "more" if that many events did not suffice.
EMSCRIPTEN_KEEPALIVE bool carom_world_run_until(Running* world, double time, double most_events, bool keep) {
  return answer([&](Reply& to) {
    const auto most = static_cast<std::uint64_t>(most_events);
    to.text = time < world->time() || world->run_until(time, most, keep, to) ? "complete" : "more";
  });
}

EMSCRIPTEN_KEEPALIVE double carom_world_time(Running* world) {
  return world->time();
}

EMSCRIPTEN_KEEPALIVE double carom_world_events(Running* world) {
  return static_cast<double>(world->events());
}

EMSCRIPTEN_KEEPALIVE bool carom_world_hash(Running* world) {
  return answer([&](Reply& to) { to.text = carom::wasm::hexadecimal(world->hash()); });
}

EMSCRIPTEN_KEEPALIVE bool carom_world_ledger(Running* world) {
  return answer([&](Reply& to) { to.text = world->ledger().dump(); });
}

EMSCRIPTEN_KEEPALIVE bool carom_world_final_scene(Running* world) {
  return answer([&](Reply& to) { to.text = world->final_scene(); });
}

EMSCRIPTEN_KEEPALIVE bool carom_world_frame(Running* world) {
  return answer([&](Reply& to) { world->frame(to.floats); });
}

EMSCRIPTEN_KEEPALIVE bool carom_world_placement(Running* world, std::uint32_t body) {
  return answer([&](Reply& to) { world->placement(BodyId{body}, to.numbers); });
}

EMSCRIPTEN_KEEPALIVE bool carom_world_place(Running* world, std::uint32_t body, double x, double y, double z) {
  return answer([&](Reply&) { world->place(BodyId{body}, {x, y, z}); });
}

EMSCRIPTEN_KEEPALIVE bool carom_world_set_velocity(Running* world, std::uint32_t body, double x, double y, double z) {
  return answer([&](Reply&) { world->set_velocity(BodyId{body}, {x, y, z}); });
}

EMSCRIPTEN_KEEPALIVE bool carom_world_apply_impulse(Running* world, std::uint32_t body, double x, double y, double z) {
  return answer([&](Reply&) { world->apply_impulse(BodyId{body}, {x, y, z}); });
}

EMSCRIPTEN_KEEPALIVE bool carom_world_steer(Running* world, std::uint32_t body, double x, double y, double z,
                                            double from) {
  return answer([&](Reply&) { world->steer(BodyId{body}, {x, y, z}, from); });
}

EMSCRIPTEN_KEEPALIVE bool carom_world_apply_force(Running* world, std::uint32_t body, double x, double y, double z,
                                                  double from, double until) {
  return answer([&](Reply&) { world->apply_force(BodyId{body}, {x, y, z}, from, until); });
}

EMSCRIPTEN_KEEPALIVE bool carom_world_remove(Running* world, std::uint32_t body) {
  return answer([&](Reply&) { world->remove(BodyId{body}); });
}
}
