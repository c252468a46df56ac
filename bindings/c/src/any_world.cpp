#include "any_world.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>
#include <variant>

#include "guard.hpp"
#include "io/scene/scene_archive.hpp"
#include "values.hpp"

namespace carom::c {
namespace {

template <class Enum>
Enum one_of(int value, int last, const char* argument) {
  if (value < 0 || value > last)
    throw std::invalid_argument(fmt::format("{}: got {}, expected 0 to {}", argument, value, last));
  return static_cast<Enum>(value);
}

template <int D>
WorldOptions<D> world_options(const carom_world_options& from) {
  WorldOptions<D> options;
  options.gravity = vec<D>(from.gravity);
  options.damping = from.damping;
  options.restitution_rule = one_of<CombineRule>(from.restitution_rule, CAROM_PRODUCT, "options.restitution_rule");
  options.restitution_speed = if_set(from.restitution_speed);
  options.tangential_restitution = if_set(from.tangential_restitution);
  options.friction_rule = one_of<CombineRule>(from.friction_rule, CAROM_PRODUCT, "options.friction_rule");
  if (from.period.x != 0) options.period = vec<D>(from.period);
  options.sleep = from.sleep != 0;
  options.frame = from.frame;
  return options;
}

/// A shape that worlds hold.
template <int D>
Shape<D> world_shape(const carom_shape& from) {
  return std::visit(
      [&](auto shape) -> Shape<D> {
        if constexpr (std::is_constructible_v<Shape<D>, decltype(shape)>) return shape;
        throw std::invalid_argument(
            fmt::format("body.shape: got {}, which worlds do not hold; a mesh may have one triangle", name(from.kind)));
      },
      queried_shape<D>(from, "body.shape"));
}

template <int D>
Body<D> body_of(const carom_body& from) {
  Body<D> body;
  body.shape = world_shape<D>(from.shape);
  body.motion.velocity = vec<D>(from.motion.velocity);
  body.motion.acceleration = vec<D>(from.motion.acceleration);
  body.motion.deceleration = from.motion.deceleration;
  body.motion.damping = from.motion.damping;
  body.mass = from.mass;
  body.spin = spin<D>(from.spin);
  body.restitution = from.restitution;
  body.friction = from.friction;
  body.rolling_friction = from.rolling_friction;
  body.spinning_friction = from.spinning_friction;
  body.response = one_of<Response>(from.response, CAROM_SLIDE, "body.response");
  body.layers = from.layers;
  body.mask = from.mask;
  body.user = from.user;
  return body;
}

template <int D>
carom_event plain(const Event<D>& event) {
  return {event.time,
          static_cast<int>(event.kind),
          event.a.value,
          event.b.value,
          c::plain(event.point),
          c::plain(event.normal),
          event.approach_speed,
          event.impulse};
}

template <int D>
class WorldIn final : public AnyWorld {
 public:
  explicit WorldIn(World<D> world) : world_(std::move(world)) {}

  int dimension() const override { return D; }
  double time() const override { return world_.time(); }
  std::size_t body_count() const override { return world_.body_count(); }
  std::uint64_t event_count() const override { return world_.event_count(); }
  std::uint64_t hash() const override { return world_.hash(); }
  double deepest_overlap() const override { return world_.deepest_overlap(); }

  carom_ledger ledger() const override {
    const Ledger<D> now = world_.ledger();
    return {now.kinetic,      now.potential, now.initial,    now.work,
            now.dissipated(), now.added(),   now.residual(), c::plain(now.momentum)};
  }

  std::uint32_t add(const carom_body& body) override { return world_.add(body_of<D>(body)).value; }
  std::uint32_t add_later(const carom_body& body, double from) override {
    expect_to_come(from, "from");
    return world_.add_later(body_of<D>(body), from).value;
  }
  void remove(std::uint32_t id) override { world_.remove(known(id)); }
  void place(std::uint32_t id, const carom_vec& position) override {
    world_.place(ball(id), finite(position, "position"));
  }
  void set_velocity(std::uint32_t id, const carom_vec& velocity) override {
    world_.set_velocity(known(id), finite(velocity, "velocity"));
  }
  void apply_impulse(std::uint32_t id, const carom_vec& impulse) override {
    world_.apply_impulse(ball(id), finite(impulse, "impulse"));
  }
  void apply_force(std::uint32_t id, const carom_vec& force, double from, double until) override {
    expect_to_come(from, "from");
    if (!(until > from))
      throw std::invalid_argument(fmt::format("until: got {}, expected a time after from, {}", until, from));
    world_.apply_force(ball(id), finite(force, "force"), from, until);
  }
  void steer(std::uint32_t id, const carom_vec& velocity, double from) override {
    expect_to_come(from, "from");
    world_.steer(known(id), finite(velocity, "velocity"), from);
  }
  void set_threads(int threads) override { world_.set_threads(threads); }

  bool run_until(double time, std::uint64_t most_events, const Sink& sink) override {
    expect_to_come(time, "time");
    typename World<D>::Sink told;
    if (sink) told = [&](const Event<D>& event) { sink(plain(event)); };
    return world_.run_until(time, told, most_events);
  }

  carom_placement placement(std::uint32_t id) const override {
    const BodyId body = known(id);
    if (!world_.present(body)) return {};
    const Placement<D> now = world_.placement(body);
    return {1,
            world_.asleep(body) ? 1 : 0,
            c::plain(now.position),
            c::plain(now.velocity),
            plain_spin(now.spin),
            world_.radius(body)};
  }

  void placements(double* positions, double* velocities) const override {
    const auto rows = [this](double* numbers) {
      return std::span(reinterpret_cast<Vec<D>*>(numbers), numbers == nullptr ? 0 : world_.body_count());
    };
    world_.placements(rows(positions), rows(velocities));
    for (std::uint32_t id = 0; id < world_.body_count(); ++id) {
      if (world_.present(BodyId{id})) continue;
      for (double* const numbers : {positions, velocities})
        if (numbers != nullptr) std::fill_n(numbers + std::size_t{D} * id, D, kNotSet);
    }
  }

  carom_hit cast(const carom_shape& shape, const carom_motion* motion, double horizon,
                 std::uint32_t mask) const override {
    const Motion<D> moves = c::motion<D>(motion, "motion");
    if (!(horizon >= 0)) throw std::invalid_argument(fmt::format("horizon: got {}, expected a number >= 0", horizon));
    const auto visit = [&](const auto& one) -> std::optional<WorldHit<D>> {
      if constexpr (requires { world_.cast(one, moves, horizon, mask); }) return world_.cast(one, moves, horizon, mask);
      throw std::invalid_argument(fmt::format("shape: got {}, expected a ball, a capsule or a box", name(shape.kind)));
    };
    const auto hit = std::visit(visit, queried_shape<D>(shape, "shape"));
    if (!hit) return {CAROM_NO_BODY, c::plain<D>(std::nullopt, Proximity::apart)};
    return {hit->body.value, c::plain<D>(hit->impact, hit->impact.start)};
  }

  std::vector<BodyId> within(const carom_ball& region, std::uint32_t mask) const override {
    return world_.within(checked_ball<D>(region, "region"), mask);
  }

  std::string save() const override {
    Snapshot<D> snapshot = world_.snapshot();
    io::Archive archive;
    std::string version = CAROM_VERSION;
    int dimension = D;
    archive(version);
    archive(dimension);
    io::archive(archive, snapshot);
    return std::string(archive.written());
  }

  Typed typed() const override { return &world_; }

 private:
  BodyId known(std::uint32_t id) const {
    expect_one_of("body", id, world_.body_count(), "bodies of this world");
    return BodyId{id};
  }

  BodyId ball(std::uint32_t id) const {
    const BodyId body = known(id);
    if (!std::holds_alternative<Ball<D>>(world_.body(body).shape))
      throw std::invalid_argument(fmt::format("body: got {}, expected the id of a ball", id));
    return body;
  }

  static Vec<D> finite(const carom_vec& from, const char* argument) {
    const Vec<D> v = vec<D>(from);
    if (!is_finite(v)) throw std::invalid_argument(fmt::format("{}: expected finite numbers", argument));
    return v;
  }

  void expect_to_come(double time, const char* argument) const {
    if (time >= world_.time() && time < kForever) return;
    throw std::invalid_argument(
        fmt::format("{}: got {}, expected a time from now, {}, on", argument, time, world_.time()));
  }

  World<D> world_;
};

template <int D>
std::unique_ptr<AnyWorld> of_snapshot(io::Archive& archive) {
  Snapshot<D> snapshot;
  io::archive(archive, snapshot);
  return std::make_unique<WorldIn<D>>(World<D>(snapshot));
}

}  // namespace

std::unique_ptr<AnyWorld> new_world(int dimension, const carom_world_options& options) {
  return in_dimension(dimension, [&]<int D>() -> std::unique_ptr<AnyWorld> {
    return std::make_unique<WorldIn<D>>(World<D>(world_options<D>(options)));
  });
}

std::unique_ptr<AnyWorld> world_of(const io::AnyScene& scene) {
  const auto make = []<int D>(const io::Scene<D>& any) -> std::unique_ptr<AnyWorld> {
    return std::make_unique<WorldIn<D>>(any.make_world());
  };
  return std::visit(make, scene);
}

std::unique_ptr<AnyWorld> loaded_world(std::string_view bytes) {
  io::Archive archive{bytes};
  std::string version;
  archive(version);
  if (version != CAROM_VERSION)
    throw io::ArchiveError(fmt::format("bytes: of a world saved by Carom {}, expected {}", version, CAROM_VERSION));
  int dimension = 0;
  archive(dimension);
  return in_dimension(dimension, [&]<int D>() { return of_snapshot<D>(archive); });
}

carom_world_options default_world_options() {
  const WorldOptions<3> options;
  return {{},
          0,
          static_cast<carom_combine_rule>(options.restitution_rule),
          kNotSet,
          kNotSet,
          static_cast<carom_combine_rule>(options.friction_rule),
          {},
          options.sleep ? 1 : 0,
          options.frame};
}

carom_body default_body() {
  const Body<3> body;
  carom_body plain{};
  plain.mass = body.mass;
  plain.restitution = body.restitution;
  plain.friction = body.friction;
  plain.layers = body.layers;
  plain.mask = body.mask;
  return plain;
}

}  // namespace carom::c
