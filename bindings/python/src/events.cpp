#include <pybind11/numpy.h>

#include <cstddef>

#include "module.hpp"
#include "record.hpp"
#include "world.hpp"

namespace carom::python {
namespace {

struct Column {
  const char* name;
  std::string format;
  std::size_t offset;
};

/// An event as NumPy sees it: the structure itself, without the bytes between its fields.
template <int D>
py::dtype event_type() {
  using E = Event<D>;
  const std::string vector = "(" + std::to_string(D) + ",)";
  const std::vector<Column> columns{{"time", "f8", offsetof(E, time)},
                                    {"epoch", "i8", offsetof(E, instant) + offsetof(Time, epoch)},
                                    {"offset", "f8", offsetof(E, instant) + offsetof(Time, offset)},
                                    {"rank", "u4", offsetof(E, rank)},
                                    {"kind", "u1", offsetof(E, kind)},
                                    {"a", "u4", offsetof(E, a)},
                                    {"b", "u4", offsetof(E, b)},
                                    {"point", vector + "f8", offsetof(E, point)},
                                    {"normal", vector + "f8", offsetof(E, normal)},
                                    {"approach_speed", "f8", offsetof(E, approach_speed)},
                                    {"impulse", "f8", offsetof(E, impulse)},
                                    {"restitution", "f8", offsetof(E, restitution)},
                                    {"image", vector + "i4", offsetof(E, image)}};
  py::list names, formats, offsets;
  for (const Column& column : columns) {
    names.append(column.name);
    formats.append(column.format);
    offsets.append(column.offset);
  }
  return {names, formats, offsets, static_cast<py::ssize_t>(sizeof(E))};
}

template <int D>
py::object array_of(const Arguments& arguments) {
  static_assert(sizeof(BodyId) == 4 && sizeof(EventKind) == 1);
  const auto& events = arguments.self<EventList<D>>().events;
  py::array array(event_type<D>(), {events.size()}, {sizeof(Event<D>)}, events.data(), arguments[0]);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

template <int D>
py::object item_of(const Arguments& arguments) {
  const auto& events = arguments.self<EventList<D>>().events;
  const auto count = static_cast<py::ssize_t>(events.size());
  if (!py::isinstance<py::slice>(arguments[1])) {
    const long long k = whole_number(arguments[1], arguments.place(1), -count - 1, count);
    if (k < -count || k >= count)
      throw py::index_error("k: expected less than " + std::to_string(count) + ", got " + std::to_string(k));
    return py::cast(events[static_cast<std::size_t>(k < 0 ? k + count : k)]);
  }
  py::ssize_t start = 0, stop = 0, step = 0, length = 0;
  if (!py::reinterpret_borrow<py::slice>(arguments[1]).compute(count, &start, &stop, &step, &length))
    throw py::error_already_set();
  EventList<D> some;
  for (py::ssize_t k = 0; k < length; ++k) some.events.push_back(events[static_cast<std::size_t>(start + k * step)]);
  return py::cast(some);
}

template <int D>
void define_events_in(py::module_& module) {
  const std::string number = std::to_string(D);
  const py::class_<EventList<D>> type(
      module, ("Events" + number).c_str(),
      "Events in the order in which they happened: a sequence of them, and with `array` all at once.");
  python_class<EventList<D>> = reinterpret_cast<PyTypeObject*>(type.ptr());
  function(type, "__len__(self) -> int", "", [](const Arguments& arguments) -> py::object {
    return py::int_(arguments.self<EventList<D>>().events.size());
  });
  function(type, "__getitem__(self, k: Any, /) -> Any", "", item_of<D>);
  property(
      type, "array -> Array",
      "All of them as a structured array, not copied: the fields of an event; kinds are places in list(EventKind), "
      "and 4294967295 is no body.",
      array_of<D>);
}

}  // namespace

void define_events(py::module_& module) {
  define_events_in<2>(module);
  define_events_in<3>(module);
}

}  // namespace carom::python
