#include "carom/sim/triggers.hpp"

#include "module.hpp"
#include "record.hpp"
#include "world.hpp"

namespace carom::python {
namespace {

/// Triggers as Python holds them: with the world that they watch from the first run on, and who runs them.
template <int D>
struct TriggersObject {
  Triggers<D> triggers;
  py::object world;
  std::optional<std::thread::id> runner;

  /// RuntimeError while they run in another thread.
  Triggers<D>& get() {
    if (runner && *runner != std::this_thread::get_id())
      throw std::runtime_error("these triggers are running in another thread");
    return triggers;
  }
};

template <int D>
py::object add(const Arguments& arguments) {
  auto& self = arguments.self<TriggersObject<D>>();
  if (self.runner) throw std::runtime_error("these triggers are running: none can be added meanwhile");
  const auto shape = arguments.get<typename Triggers<D>::Shape>(1);
  return py::int_(self.triggers.add(shape, arguments.get<std::uint32_t>(2, 0xFFFFFFFF)));
}

template <int D>
py::object run_until(const Arguments& arguments) {
  auto& self = arguments.self<TriggersObject<D>>();
  self.get();
  auto& object = *const_cast<WorldObject<D>*>(&arguments.get<WorldObject<D>>(1));
  World<D>& world = object.get();
  if (self.world && !self.world.is(arguments[1]))
    expect_value(arguments.place(1), "the world that these triggers have watched so far", arguments[1]);
  const double time = arguments.get<double>(2);
  if (!(time >= world.time())) expect_value(arguments.place(2), "a time that is not past", arguments[2]);
  self.world = py::reinterpret_borrow<py::object>(arguments[1]);

  Lookout lookout;
  const auto tell = [&lookout, &arguments](std::size_t listener, const auto& told) {
    lookout.look();
    if (!arguments.has(listener)) return false;
    const py::gil_scoped_acquire held;
    arguments[listener](told);
    return true;
  };
  std::vector<TriggerEvent> touches;
  {
    const typename WorldObject<D>::Run run(object);
    struct Running {
      std::optional<std::thread::id>& runner;
      ~Running() { runner.reset(); }
    } const running{self.runner = std::this_thread::get_id()};
    const py::gil_scoped_release released;
    lookout.during([&] {
      self.triggers.run_until(
          world, time, [&](const Event<D>& event) { tell(3, event); },
          [&](const TriggerEvent& touch) {
            if (!tell(4, touch)) touches.push_back(touch);
          });
    });
  }
  return Convert<std::vector<TriggerEvent>>::to(touches);
}

template <int D>
py::object touching(const Arguments& arguments) {
  const std::set<BodyId>& bodies = arguments.self<TriggersObject<D>>().get().touching(arguments.get<std::uint32_t>(1));
  return Convert<std::vector<BodyId>>::to({bodies.begin(), bodies.end()});
}

template <int D>
void define_triggers_in(py::module_& module) {
  const std::string number = std::to_string(D), name = "Triggers" + number;
  const py::class_<TriggersObject<D>> type(module, name.c_str(), std::string(doc("Triggers")).c_str());
  python_class<TriggersObject<D>> = reinterpret_cast<PyTypeObject*>(type.ptr());
  constructor<TriggersObject<D>>(type, (name + "() -> None").c_str(),
                                 [](const Arguments&) { return std::make_unique<TriggersObject<D>>(); });
  const std::string shape = Convert<typename Triggers<D>::Shape>::type();
  function(type, ("add(self, shape: " + shape + ", mask: int = 4294967295) -> int").c_str(), "Triggers::add", add<D>);
  function(type,
           ("run_until(self, world: World" + number + ", time: float, on_event: Callable[[Event" + number +
            "], object] | None = None, on_touch: Callable[[TriggerEvent], object] | None = None) -> list[TriggerEvent]")
               .c_str(),
           "Triggers::run_until", run_until<D>);
  function(type, "touching(self, trigger: int) -> list[int]", "Triggers::touching", touching<D>);
}

}  // namespace

void define_triggers(py::module_& module) {
  Record<TriggerEvent>(module, "TriggerEvent", "TriggerEvent")
      .field<&TriggerEvent::time>("time")
      .field<&TriggerEvent::trigger>("trigger")
      .field<&TriggerEvent::body>("body")
      .field<&TriggerEvent::begins>("begins")
      .end();
  define_triggers_in<2>(module);
  define_triggers_in<3>(module);
}

}  // namespace carom::python
