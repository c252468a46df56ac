#include "world.hpp"

#include <algorithm>
#include <cmath>

#include "arrays.hpp"
#include "carom/io/archive.hpp"
#include "carom/sim/granular.hpp"
#include "io/scene/scene_archive.hpp"
#include "module.hpp"
#include "record.hpp"

namespace carom::python {

void check_signals() {
  const py::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

template <int D>
template <class Advance>
void WorldObject<D>::in_stretches(double time, const Advance& advance) {
  const Run run(*this);
  const py::gil_scoped_release released;
  if (!(time >= world_.time()) || std::isinf(time)) {  // says what is wrong
    advance(time);
    return;
  }
  // What happens does not depend on when one looks: stretches of the time take about half as long as one may wait.
  double stretch = std::ldexp(time - world_.time(), -48);
  bool goes_on = true;
  do {
    const Clock::time_point start = Clock::now();
    const double next = std::max(world_.time() + stretch, std::nextafter(world_.time(), time));
    goes_on = advance(std::min(next, time));
    stretch *= std::clamp(0.5 * kPatience / std::max(seconds_since(start), 1e-9), 0.25, 64.0);
    check_signals();
  } while (goes_on && world_.time() < time);
}

template <int D>
void WorldObject<D>::run_until(double time, const typename World<D>::Sink& sink) {
  in_stretches(time, [&](double end) {
    world_.run_until(end, sink);
    return true;
  });
}

template <int D>
std::optional<Event<D>> WorldObject<D>::next_event(double horizon) {
  std::optional<Event<D>> event;
  in_stretches(horizon, [&](double end) {
    event = world_.next_event(end);
    return !event;
  });
  return event;
}

namespace {

template <int D>
using Object = WorldObject<D>;

template <int D>
World<D>& world_of(const Arguments& arguments) {
  return arguments.self<Object<D>>().get();
}

template <int D>
World<D>& changed_world_of(const Arguments& arguments) {
  return arguments.self<Object<D>>().to_change();
}

template <int D>
std::unique_ptr<Object<D>> make_world(const Arguments& arguments) {
  WorldOptions<D> options = arguments.get<WorldOptions<D>>(0, WorldOptions<D>{});
  fill_named(&options, Record<WorldOptions<D>>::info(), arguments.others());
  return std::make_unique<Object<D>>(World<D>(options));
}

template <int D>
py::object add(const Arguments& arguments) {
  Body<D> body;
  if (const auto* given = arguments.has(1) ? try_value<Body<D>>(arguments[1]) : nullptr)
    body = *given;
  else if (arguments.has(1))
    body.shape = Convert<Shape<D>>::from(arguments[1], arguments.place(1));
  fill_named(&body, Record<Body<D>>::info(), arguments.others());
  return py::int_(changed_world_of<D>(arguments).add(body).value);
}

template <int D>
py::object add_later(const Arguments& arguments) {
  return py::int_(changed_world_of<D>(arguments).add_later(arguments.get<Body<D>>(1), arguments.get<double>(2)).value);
}

template <int D>
py::object run_until(const Arguments& arguments) {
  auto& self = arguments.self<Object<D>>();
  self.get();
  const double time = arguments.get<double>(1);
  if (arguments.has(2)) {
    const py::object told = py::reinterpret_borrow<py::object>(arguments[2]);
    self.run_until(time, [&told](const Event<D>& event) {
      const py::gil_scoped_acquire held;
      told(event);
    });
    return py::none();
  }
  if (!arguments.get<bool>(3, true)) {
    self.run_until(time, nullptr);
    return py::none();
  }
  EventList<D> list;
  std::size_t last_look = 0;
  Clock::time_point looked = Clock::now();
  self.run_until(time, [&](const Event<D>& event) {
    list.events.push_back(event);
    if (list.events.size() - last_look < 64) return;
    last_look = list.events.size();
    if (seconds_since(looked) < kPatience) return;
    looked = Clock::now();
    check_signals();
  });
  return py::cast(std::move(list));
}

template <int D>
py::object next_event(const Arguments& arguments) {
  auto& self = arguments.self<Object<D>>();
  self.get();
  return Convert<std::optional<Event<D>>>::to(self.next_event(arguments.get<double>(1)));
}

/// What a Python function makes of a ball of this world, in whatever thread it is asked.
template <class T, int D>
std::function<T(const PointMass<D>&)> asked(Object<D>& object, py::handle function, const char* name) {
  if (!PyCallable_Check(function.ptr())) expect_type({name}, "a function of a ball", function);
  return [&object, kept = kept_for_threads(function), name](const PointMass<D>& ball) {
    const py::gil_scoped_acquire held;
    const typename Object<D>::Asking asking(object);
    const py::object value = (*kept)(ball);
    return T(Convert<T>::from(value, Place{name}));
  };
}

template <int D>
py::object set_force(const Arguments& arguments) {
  Force<D> force;
  auto& object = arguments.self<Object<D>>();
  if (arguments.has(1)) force.at = asked<Vec<D>, D>(object, arguments[1], "force");
  if (arguments.has(2)) force.potential = asked<double, D>(object, arguments[2], "potential");
  object.to_change().set_force(force);
  return py::none();
}

template <int D>
py::object cast(const Arguments& arguments) {
  const World<D>& world = world_of<D>(arguments);
  const auto mask = arguments.get<std::uint32_t>(4, 0xFFFFFFFF);
  return Convert<std::optional<WorldHit<D>>>::to(
      cast_of<D>(arguments, [&](const auto&... asked) { return world.cast(asked..., mask); }));
}

/// Fills a column of numbers or vectors for all bodies: put(world, where).
template <int D, class Value, class Put>
py::object fill(const Arguments& arguments, Put put) {
  const World<D>& world = world_of<D>(arguments);
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(world.body_count())};
  constexpr std::size_t kWidth = sizeof(Value) / sizeof(double);
  if (kWidth > 1) shape.push_back(kWidth);
  py::array_t<double> array = to_fill(arguments[1], arguments.place(1), shape);
  put(world, std::span(reinterpret_cast<Value*>(array.mutable_data()), world.body_count()));
  return array;
}

/// A world as bytes: all of a snapshot, after who wrote it.
template <int D>
py::object pickled(const Arguments& arguments) {
  Snapshot<D> snapshot = world_of<D>(arguments).snapshot();
  io::Archive archive;
  std::string version = CAROM_VERSION;
  archive(version);
  io::archive(archive, snapshot);
  return restored_by(arguments[0], "_from_bytes", py::bytes(archive.written()));
}

template <int D>
py::object unpickled(const Arguments& arguments) {
  const std::string bytes = py::cast<py::bytes>(arguments[0]);
  io::Archive archive{std::string_view(bytes)};
  std::string version;
  archive(version);
  if (version != CAROM_VERSION)
    throw py::value_error("this world was pickled by carom " + version + ": expected " + CAROM_VERSION);
  Snapshot<D> snapshot;
  io::archive(archive, snapshot);
  return py::cast(std::make_unique<Object<D>>(World<D>(snapshot)));
}

template <int D>
py::object copied(const Arguments& arguments) {
  return py::cast(std::make_unique<Object<D>>(World<D>(world_of<D>(arguments).snapshot())));
}

template <int D>
void define_changes(const py::class_<Object<D>>& type) {
  function(type, ("add(self, body: Body" + std::to_string(D) + " | Shape | None = None, **fields: Any) -> int").c_str(),
           "World::add", add<D>);
  function(type, ("add_later(self, ball: Body" + std::to_string(D) + ", from_: float) -> int").c_str(),
           "World::add_later", add_later<D>);
  function(type, "remove(self, body: int) -> None", "World::remove", [](const Arguments& arguments) -> py::object {
    World<D>& world = changed_world_of<D>(arguments);
    world.remove(body_at(arguments, 1, world));
    return py::none();
  });
  // Those that give a body a vector.
  const auto vector = [&type](const char* signature, const char* documented, Callee call) {
    function(type, signature, documented, call);
  };
  vector("place(self, body: int, position: Vector) -> None", "World::place",
         [](const Arguments& arguments) -> py::object {
           World<D>& world = changed_world_of<D>(arguments);
           world.place(body_at(arguments, 1, world), arguments.get<Vec<D>>(2));
           return py::none();
         });
  vector("set_velocity(self, body: int, velocity: Vector) -> None", "World::set_velocity",
         [](const Arguments& arguments) -> py::object {
           World<D>& world = changed_world_of<D>(arguments);
           world.set_velocity(body_at(arguments, 1, world), arguments.get<Vec<D>>(2));
           return py::none();
         });
  vector("apply_impulse(self, body: int, impulse: Vector) -> None", "World::apply_impulse",
         [](const Arguments& arguments) -> py::object {
           World<D>& world = changed_world_of<D>(arguments);
           world.apply_impulse(body_at(arguments, 1, world), arguments.get<Vec<D>>(2));
           return py::none();
         });
  function(type, "apply_force(self, body: int, force: Vector, from_: float, until: float) -> None",
           "World::apply_force", [](const Arguments& arguments) -> py::object {
             World<D>& world = changed_world_of<D>(arguments);
             world.apply_force(body_at(arguments, 1, world), arguments.get<Vec<D>>(2), arguments.get<double>(3),
                               arguments.get<double>(4));
             return py::none();
           });
  function(type, "steer(self, body: int, velocity: Vector, from_: float) -> None", "World::steer",
           [](const Arguments& arguments) -> py::object {
             World<D>& world = changed_world_of<D>(arguments);
             world.steer(body_at(arguments, 1, world), arguments.get<Vec<D>>(2), arguments.get<double>(3));
             return py::none();
           });
  function(
      type,
      "set_force(self, force: Callable[[Any], Vector] | None, potential: Callable[[Any], float] | None = None) -> None",
      "World::set_force", set_force<D>);
  function(type, "set_threads(self, threads: int, slabs: int = 0) -> None", "World::set_threads",
           [](const Arguments& arguments) -> py::object {
             changed_world_of<D>(arguments).set_threads(arguments.get<int>(1), arguments.get<int>(2, 0));
             return py::none();
           });
}

template <int D>
void define_running(const py::class_<Object<D>>& type) {
  const std::string number = std::to_string(D);
  function(type,
           ("run_until(self, time: float, sink: Callable[[Event" + number +
            "], object] | None = None, events: bool = True) -> Events" + number)
               .c_str(),
           "World::run_until", run_until<D>);
  function(type, ("step(self, dt: float) -> Events" + number).c_str(), "World::step", [](const Arguments& arguments) {
    const double time = world_of<D>(arguments).time() + arguments.not_negative(1);
    return py::object(py::reinterpret_borrow<py::object>(arguments[0])).attr("run_until")(time);
  });
  function(type, ("next_event(self, horizon: float) -> Event" + number + " | None").c_str(), "World::next_event",
           next_event<D>);
}

template <int D>
void define_bodies_seen(const py::class_<Object<D>>& type) {
  const std::string number = std::to_string(D);
  function(type, ("body(self, body: int) -> Body" + number).c_str(), "World::body", [](const Arguments& arguments) {
    const World<D>& world = world_of<D>(arguments);
    return py::cast(world.body(body_at(arguments, 1, world)));
  });
  function(type, ("state(self, body: int) -> BodyState" + number).c_str(), "World::state",
           [](const Arguments& arguments) {
             const World<D>& world = world_of<D>(arguments);
             return py::cast(world.state(body_at(arguments, 1, world)));
           });
  function(type, "present(self, body: int) -> bool", "Whether the body is still there.",
           [](const Arguments& arguments) -> py::object {
             const World<D>& world = world_of<D>(arguments);
             return py::bool_(world.present(body_at(arguments, 1, world)));
           });
  function(type, "asleep(self, body: int) -> bool", "World::asleep", [](const Arguments& arguments) -> py::object {
    const World<D>& world = world_of<D>(arguments);
    return py::bool_(world.asleep(body_at(arguments, 1, world)));
  });
  function(type, "awaited(self, body: int) -> bool", "World::awaited", [](const Arguments& arguments) -> py::object {
    const World<D>& world = world_of<D>(arguments);
    return py::bool_(world.awaited(body_at(arguments, 1, world)));
  });
  function(type, "radius(self, body: int) -> float", "World::radius", [](const Arguments& arguments) -> py::object {
    const World<D>& world = world_of<D>(arguments);
    return py::float_(world.radius(body_at(arguments, 1, world)));
  });
  function(type, ("placement(self, body: int) -> Placement" + number).c_str(), "World::placement",
           [](const Arguments& arguments) {
             const World<D>& world = world_of<D>(arguments);
             return py::cast(world.placement(body_at(arguments, 1, world)));
           });
  function(type, ("motion(self, body: int) -> Motion" + number).c_str(), "World::motion",
           [](const Arguments& arguments) {
             const World<D>& world = world_of<D>(arguments);
             return py::cast(world.motion(body_at(arguments, 1, world)));
           });
  function(type,
           ("cast(self, shape: Shape, motion: Motion, horizon: float = inf, mask: int = 4294967295) -> WorldHit" +
            number + " | None")
               .c_str(),
           "World::cast", cast<D>);
  function(type, ("within(self, region: Ball" + number + ", mask: int = 4294967295) -> list[int]").c_str(),
           "World::within", [](const Arguments& arguments) {
             return Convert<std::vector<BodyId>>::to(
                 world_of<D>(arguments).within(arguments.get<Ball<D>>(1), arguments.get<std::uint32_t>(2, 0xFFFFFFFF)));
           });
}

template <int D>
void define_columns(const py::class_<Object<D>>& type) {
  constexpr const char* kOf = "(self, out: Array | None = None) -> Array";
  const auto column = [&type](const char* name, const char* about, Callee call) {
    function(type, (std::string(name) + kOf).c_str(),
             std::string("Of all bodies ever added, by number: ") + about +
                 ". Fills `out` if it is given, a contiguous float64 array.",
             call);
  };
  column("positions", "where they are now, as `placement` says: shape (N, D)", [](const Arguments& arguments) {
    return fill<D, Vec<D>>(arguments, [](const World<D>& world, std::span<Vec<D>> to) { world.placements(to); });
  });
  column("velocities", "how fast they are now: shape (N, D)", [](const Arguments& arguments) {
    return fill<D, Vec<D>>(arguments, [](const World<D>& world, std::span<Vec<D>> to) { world.placements({}, to); });
  });
  column("spins", "their spins now: shape (N,) in the plane, (N, 3) in space", [](const Arguments& arguments) {
    return fill<D, Spin<D>>(arguments,
                            [](const World<D>& world, std::span<Spin<D>> to) { world.placements({}, {}, to); });
  });
  column("radii", "the radii of balls now: shape (N,)", [](const Arguments& arguments) {
    return fill<D, double>(arguments, [](const World<D>& world, std::span<double> to) {
      for (std::uint32_t id = 0; id < to.size(); ++id) to[id] = world.radius(BodyId{id});
    });
  });
}

template <int D>
void define_accounts(const py::class_<Object<D>>& type) {
  const std::string number = std::to_string(D);
  property(type, "time -> float", "The world's clock.",
           [](const Arguments& arguments) -> py::object { return py::float_(world_of<D>(arguments).time()); });
  property(type, "body_count -> int", "World::body_count",
           [](const Arguments& arguments) -> py::object { return py::int_(world_of<D>(arguments).body_count()); });
  property(type, ("options -> WorldOptions" + number).c_str(), "World::options",
           [](const Arguments& arguments) { return py::cast(world_of<D>(arguments).options()); });
  property(type, "search_kind -> SearchKind", "World::search_kind",
           [](const Arguments& arguments) { return Convert<SearchKind>::to(world_of<D>(arguments).search_kind()); });
  property(type, "search_counts -> SearchCounts", "World::search_counts",
           [](const Arguments& arguments) { return py::cast(world_of<D>(arguments).search_counts()); });
  property(type, "tick_counts -> TickCounts", "What ticks have done so far.",
           [](const Arguments& arguments) { return py::cast(world_of<D>(arguments).tick_counts()); });
  property(type, "deepest_overlap -> float", "World::deepest_overlap", [](const Arguments& arguments) -> py::object {
    return py::float_(world_of<D>(arguments).deepest_overlap());
  });
  function(type, ("ledger(self) -> Ledger" + number).c_str(), "Ledger",
           [](const Arguments& arguments) { return py::cast(world_of<D>(arguments).ledger()); });
  function(type, "event_count(self, kind: EventKind | str | None = None) -> int",
           "How many events there were, of one kind or of all.", [](const Arguments& arguments) -> py::object {
             const World<D>& world = world_of<D>(arguments);
             return py::int_(arguments.has(1) ? world.event_count(arguments.get<EventKind>(1)) : world.event_count());
           });
  function(type, "first_overlap(self, depth: float = 0) -> tuple[int, int] | None", "World::first_overlap",
           [](const Arguments& arguments) {
             return Convert<std::optional<std::pair<BodyId, BodyId>>>::to(
                 world_of<D>(arguments).first_overlap(arguments.not_negative(1, 0)));
           });
  function(type, ("contacts(self) -> list[ContactState" + number + "]").c_str(), "World::contacts",
           [](const Arguments& arguments) {
             return Convert<std::vector<ContactState<D>>>::to(world_of<D>(arguments).contacts());
           });
  function(type, ("contact_forces(self) -> list[ContactForce" + number + "]").c_str(), "World::contact_forces",
           [](const Arguments& arguments) {
             return Convert<std::vector<ContactForce<D>>>::to(world_of<D>(arguments).contact_forces());
           });
  function(type, "hash(self) -> int", "World::hash",
           [](const Arguments& arguments) -> py::object { return py::int_(world_of<D>(arguments).hash()); });
}

template <int D>
void define_granular(const py::class_<Object<D>>& type) {
  const std::string window = "window: Aabb" + std::to_string(D);
  function(type, "force_on(self, body: int) -> Vector", "force_on", [](const Arguments& arguments) {
    const World<D>& world = world_of<D>(arguments);
    return Convert<Vec<D>>::to(force_on(world, body_at(arguments, 1, world)));
  });
  function(type, ("coordination(self, " + window + ", least: int | None = None) -> Coordination").c_str(),
           "coordination", [](const Arguments& arguments) {
             return py::cast(coordination(world_of<D>(arguments), arguments.get<Aabb<D>>(1), arguments.get<int>(2, D)));
           });
  function(type, ("packing_fraction(self, " + window + ") -> float").c_str(), "packing_fraction",
           [](const Arguments& arguments) -> py::object {
             return py::float_(packing_fraction(world_of<D>(arguments), arguments.get<Aabb<D>>(1)));
           });
  function(type, ("contact_stress(self, " + window + ") -> tuple[Vector, ...]").c_str(), "contact_stress",
           [](const Arguments& arguments) {
             return Convert<Tensor<D>>::to(contact_stress(world_of<D>(arguments), arguments.get<Aabb<D>>(1)));
           });
  function(type, ("granular_temperature(self, " + window + ") -> float").c_str(), "granular_temperature",
           [](const Arguments& arguments) -> py::object {
             return py::float_(granular_temperature(world_of<D>(arguments), arguments.get<Aabb<D>>(1)));
           });
}

template <int D>
void define_world_in(py::module_& module) {
  const std::string number = std::to_string(D);
  const std::string name = "World" + number;
  const py::class_<Object<D>> type(module, name.c_str(), std::string(doc("World")).c_str());
  python_class<Object<D>> = reinterpret_cast<PyTypeObject*>(type.ptr());
  constructor<Object<D>>(type,
                         (name + "(options: WorldOptions" + number + " | None = None, **others: Any) -> None").c_str(),
                         make_world<D>);
  define_changes<D>(type);
  define_running<D>(type);
  define_bodies_seen<D>(type);
  define_columns<D>(type);
  define_accounts<D>(type);
  define_granular<D>(type);
  function(type, "copy(self) -> Self", "Another world that goes on from here with the same bits.", copied<D>);
  function(type, "__copy__(self) -> Self", "", copied<D>);
  function(type, "__deepcopy__(self, memo: Any) -> Self", "", copied<D>);
  function(type, "__reduce__(self) -> tuple[Any, ...]", "", pickled<D>);
  function(type, "_from_bytes(bytes: bytes) -> Any", "", unpickled<D>);
  function(type, "__repr__(self) -> str", "", [](const Arguments& arguments) -> py::object {
    const World<D>& world = world_of<D>(arguments);
    return py::str("<World" + std::to_string(D) + ": " + std::to_string(world.body_count()) + " bodies, time " +
                   py::cast<std::string>(py::str(py::float_(world.time()))) + ", " +
                   std::to_string(world.event_count()) + " events>");
  });
}

}  // namespace

void define_worlds(py::module_& module) {
  define_world_in<2>(module);
  define_world_in<3>(module);
}

template class WorldObject<2>;
template class WorldObject<3>;

}  // namespace carom::python
