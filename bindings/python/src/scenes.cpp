#include <filesystem>

#include "carom/io/describe.hpp"
#include "carom/io/observables.hpp"
#include "carom/io/picture.hpp"
#include "carom/io/scene.hpp"
#include "io/scene/scene_archive.hpp"
#include "module.hpp"
#include "record.hpp"
#include "world.hpp"

namespace carom::python {
namespace {

using namespace io;  // NOLINT(google-build-using-namespace): this file is about nothing else

template <int D>
World<D>& world_in(const Arguments& arguments, std::size_t k) {
  return const_cast<WorldObject<D>&>(arguments.get<WorldObject<D>>(k)).get();
}

/// A function of Python that is told what is odd.
Warn warn_by(py::handle given) {
  if (!given || given.is_none())
    return [](const std::string& line) {
      const py::gil_scoped_acquire held;
      if (PyErr_WarnEx(PyExc_UserWarning, line.c_str(), 1) != 0) throw py::error_already_set();
    };
  return [given](const std::string& line) {
    const py::gil_scoped_acquire held;
    given(line);
  };
}

/// The scene's settings from the keyword arguments seed, values and warn, the first of which is argument `first`.
SceneSettings settings_of(const Arguments& arguments, std::size_t first) {
  SceneSettings settings;
  settings.seed = arguments.get<std::optional<std::uint64_t>>(first, std::nullopt);
  if (arguments.has(first + 1)) {
    if (!PyDict_Check(arguments[first + 1].ptr()))
      expect_type(arguments.place(first + 1), "a dict", arguments[first + 1]);
    const py::object dumps = py::module_::import("json").attr("dumps");
    for (const auto& [path, value] : py::reinterpret_borrow<py::dict>(arguments[first + 1]))
      settings.values.emplace_back(
          text_of(path, arguments.place(first + 1)),
          PyUnicode_Check(value.ptr()) ? py::cast<std::string>(value) : py::cast<std::string>(dumps(value)));
  }
  settings.warn = warn_by(arguments[first + 2]);
  return settings;
}

py::object read(const Arguments& arguments) {
  return Convert<AnyScene>::to(read_scene(arguments.get<std::filesystem::path>(0), settings_of(arguments, 1)));
}

py::object parse(const Arguments& arguments) {
  return Convert<AnyScene>::to(
      parse_scene(arguments.get<std::string>(0), arguments.get<std::string>(1, "text"), settings_of(arguments, 2)));
}

/// Draws what is there now into the folder, as a run that is over at once.
template <int D>
void draw(const Scene<D>& scene, const World<D>& world, const std::filesystem::path& folder) {
  const auto picture = make_picture<D>(folder);
  picture->begin(scene, world);
  picture->frame(world);
  picture->end(world);
}

template <int D>
Scene<D> scene_of(const World<D>& world) {
  Scene<D> scene;
  scene.name = "world";
  scene.options = world.options();
  scene.until = world.time();
  for (std::uint32_t id = 0; id < world.body_count(); ++id)
    scene.bodies.push_back({world.body(BodyId{id}), {}, {}, {}, {}});
  return scene;
}

template <int D>
py::object draw_world(const Arguments& arguments) {
  const World<D>& world = world_in<D>(arguments, 0);
  const auto folder = arguments.get<std::filesystem::path>(1);
  if (arguments.has(2))
    draw<D>(arguments.get<Scene<D>>(2), world, folder);
  else
    draw<D>(scene_of(world), world, folder);
  return py::none();
}

template <int D>
py::object final_text(const Arguments& arguments) {
  return py::str(final_scene(arguments.get<Scene<D>>(0), world_in<D>(arguments, 1)));
}

/// plane or space, as the argument is a Scene3 or World3, or not.
template <class T>
py::object by_class(const Arguments& arguments, Callee plane, Callee space) {
  return try_value<T>(arguments[0]) ? space(arguments) : plane(arguments);
}

template <class T>
py::bytes bytes_of(const T& value) {
  io::Archive to;
  std::string version = CAROM_VERSION;
  to(version);
  io::archive(to, const_cast<T&>(value));
  return py::bytes(to.written());
}

template <class T>
py::object from_bytes(const Arguments& arguments) {
  const std::string bytes = py::cast<py::bytes>(arguments[0]);
  io::Archive from{std::string_view(bytes)};
  std::string version;
  from(version);
  if (version != CAROM_VERSION)
    throw py::value_error("this was pickled by carom " + version + ": expected " + CAROM_VERSION);
  T value;
  io::archive(from, value);
  return py::cast(std::move(value));
}

template <class T>
void pickle_as_bytes(py::handle type) {
  function(type, "_from_bytes(bytes: bytes) -> Any", "", from_bytes<T>);
  function(type, "__reduce__(self) -> tuple[Any, ...]", "", [](const Arguments& arguments) -> py::object {
    return restored_by(arguments[0], "_from_bytes", bytes_of(arguments.self<T>()));
  });
}

template <int D>
void define_snapshot(py::module_& module) {
  const py::class_<Snapshot<D>> type(module, ("Snapshot" + std::to_string(D)).c_str(),
                                     std::string(doc("Snapshot")).c_str());
  python_class<Snapshot<D>> = reinterpret_cast<PyTypeObject*>(type.ptr());
  property(type, "time -> float", "The world's time.",
           [](const Arguments& arguments) -> py::object { return py::float_(arguments.self<Snapshot<D>>().time); });
  function(type, "hash(self) -> int", "World::hash",
           [](const Arguments& arguments) -> py::object { return py::int_(hash(arguments.self<Snapshot<D>>())); });
  function(type, ("make_world(self) -> World" + std::to_string(D)).c_str(),
           "A world that goes on from here with the same bits.", [](const Arguments& arguments) {
             return py::cast(std::make_unique<WorldObject<D>>(World<D>(arguments.self<Snapshot<D>>())));
           });
  pickle_as_bytes<Snapshot<D>>(type);
  function(py::handle(reinterpret_cast<PyObject*>(python_class<WorldObject<D>>)),
           ("snapshot(self) -> Snapshot" + std::to_string(D)).c_str(), "Snapshot",
           [](const Arguments& arguments) { return py::cast(arguments.self<WorldObject<D>>().get().snapshot()); });
}

template <int D>
void define_scene(py::module_& module) {
  const std::string number = std::to_string(D);
  Record<AppliedForce<D>>(module, ("AppliedForce" + number).c_str(), "AppliedForce")
      .template field<&AppliedForce<D>::body>("body")
      .template field<&AppliedForce<D>::force>("force")
      .template field<&AppliedForce<D>::from>("from_")
      .template field<&AppliedForce<D>::until>("until")
      .template field<&AppliedForce<D>::begun>("begun")
      .end();
  Record<Steer<D>>(module, ("Steer" + number).c_str(), "Steer")
      .template field<&Steer<D>::body>("body")
      .template field<&Steer<D>::velocity>("velocity")
      .template field<&Steer<D>::from>("from_")
      .end();
  Record<ShownCells<D>>(module, ("ShownCells" + number).c_str(), "io::ShownCells")
      .template field<&ShownCells<D>::low>("low")
      .template field<&ShownCells<D>::side>("side")
      .template field<&ShownCells<D>::counts>("counts")
      .template field<&ShownCells<D>::regions>("regions")
      .template field<&ShownCells<D>::around>("around")
      .template field<&ShownCells<D>::spanned>("spanned")
      .template field<&ShownCells<D>::casts>("casts")
      .end();
  Record<SceneBody<D>>(module, ("SceneBody" + number).c_str(), "io::SceneBody")
      .template field<&SceneBody<D>::body>("body")
      .template field<&SceneBody<D>::name>("name")
      .template field<&SceneBody<D>::group>("group")
      .template field<&SceneBody<D>::color>("color")
      .template field<&SceneBody<D>::mark>("mark")
      .template field<&SceneBody<D>::from>("from_")
      .end();
  const py::class_<Scene<D>> type = Record<Scene<D>>(module, ("Scene" + number).c_str(), "io::Scene")
                                        .template field<&Scene<D>::name>("name")
                                        .template field<&Scene<D>::title>("title")
                                        .template field<&Scene<D>::about>("about")
                                        .template field<&Scene<D>::options>("options")
                                        .template field<&Scene<D>::bodies>("bodies")
                                        .template field<&Scene<D>::forces>("forces")
                                        .template field<&Scene<D>::steers>("steers")
                                        .template field<&Scene<D>::until>("until")
                                        .template field<&Scene<D>::frames_per_second>("frames_per_second")
                                        .template field<&Scene<D>::view>("view")
                                        .template field<&Scene<D>::observe>("observe")
                                        .template field<&Scene<D>::window>("window")
                                        .template field<&Scene<D>::gate>("gate")
                                        .template field<&Scene<D>::cells>("cells")
                                        .template field<&Scene<D>::snapshot>("snapshot")
                                        .end();
  function(type, ("make_world(self) -> World" + number).c_str(), "io::Scene::make_world",
           [](const Arguments& arguments) {
             return py::cast(std::make_unique<WorldObject<D>>(arguments.self<Scene<D>>().make_world()));
           });
  pickle_as_bytes<Scene<D>>(type);
}

}  // namespace

void define_scenes(py::module_& module, py::module_& io) {
  Record<View>(io, "View", "io::View")
      .field<&View::camera>("camera")
      .field<&View::look_at>("look_at")
      .field<&View::light>("light")
      .end();
  std::vector<std::string> names(kObservableNames.begin(), kObservableNames.end());
  std::vector<const char*> words;
  for (const std::string& name : names) words.push_back(name.c_str());
  enumeration<Observable>(io, "Observable", "io::Observable", words);
  define_snapshot<2>(module);
  define_snapshot<3>(module);
  define_scene<2>(io);
  define_scene<3>(io);
  const std::string settings =
      "*, seed: int | None = None, values: dict[str, Any] | None = None, warn: Callable[[str], object] | None = None) "
      "-> "
      "Scene2 | Scene3";
  function(
      io, ("read_scene(file: str | os.PathLike[str], " + settings).c_str(),
      "Reads a scene file (docs/formats/scene.md). `seed` replaces the seed of every generator; `values` are set in "
      "the JSON before it is checked, by their places: {'bodies[0].ball.radius': 0.1}; `warn` is told what is odd, "
      "which are warnings without it. InputError for anything that is not a valid scene.",
      read);
  function(io, ("parse_scene(text: str, origin: str = 'text', " + settings).c_str(),
           "The same from text; `origin` stands for the file's name in errors.", parse);
  function(io, "final_scene(scene: Scene2 | Scene3, world: World2 | World3) -> str", "io::final_scene",
           [](const Arguments& arguments) { return by_class<Scene<3>>(arguments, final_text<2>, final_text<3>); });
  function(
      io, "draw(world: World2 | World3, folder: str | os.PathLike[str], scene: Scene2 | Scene3 | None = None) -> None",
      "Draws a world as it is now into picture.svg and picture.png in a folder, with the names, colours and camera "
      "of a scene if it is given.",
      [](const Arguments& arguments) { return by_class<WorldObject<3>>(arguments, draw_world<2>, draw_world<3>); });
  function(io, "describe(scene: Scene2 | Scene3, json: bool = False) -> str", "io::describe",
           [](const Arguments& arguments) -> py::object {
             const Form form = arguments.get<bool>(1, false) ? Form::json : Form::text;
             return py::str(describe(arguments.get<AnyScene>(0), form));
           });
  function(io, "describe_file(file: str | os.PathLike[str], json: bool = False) -> str", "io::describe_file",
           [](const Arguments& arguments) -> py::object {
             const Form form = arguments.get<bool>(1, false) ? Form::json : Form::text;
             return py::str(describe_file(arguments.get<std::filesystem::path>(0), warn_by({}), form));
           });
}

}  // namespace carom::python
