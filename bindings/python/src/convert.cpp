#include "convert.hpp"

#include <cmath>

namespace carom::python {

std::string Place::text() const {
  const std::string before = above ? above->text() : "";
  if (index >= 0) return before + "[" + std::to_string(index) + "]";
  return before.empty() ? name : before + "." + name;
}

namespace {

std::string shown(py::handle object) {
  std::string text = py::cast<std::string>(py::repr(object));
  if (text.size() > 200) text = text.substr(0, 200) + "…";
  return text + " (" + Py_TYPE(object.ptr())->tp_name + ")";
}

std::string complaint(const Place& place, const std::string& expected, py::handle found) {
  return place.text() + ": expected " + expected + ", got " + shown(found);
}

}  // namespace

void expect_type(const Place& place, const std::string& expected, py::handle found) {
  throw py::type_error(complaint(place, expected, found));
}

void expect_value(const Place& place, const std::string& expected, py::handle found) {
  throw py::value_error(complaint(place, expected, found));
}

void* held_by(py::handle object) {
  auto* const instance = reinterpret_cast<py::detail::instance*>(object.ptr());
  void* const value = instance->simple_layout ? instance->simple_value_holder[0]
                                              : py::detail::values_and_holders(instance).begin()->value_ptr();
  if (!value)
    throw std::runtime_error(std::string(Py_TYPE(object.ptr())->tp_name) + " was made without calling its __init__");
  return value;
}

namespace {

double any_number(py::handle object, const Place& place) {
  if (PyFloat_Check(object.ptr())) return PyFloat_AS_DOUBLE(object.ptr());
  if (PyUnicode_Check(object.ptr()) || !PyNumber_Check(object.ptr())) expect_type(place, "a number", object);
  const double value = PyFloat_AsDouble(object.ptr());
  if (value != -1 || !PyErr_Occurred()) return value;
  PyErr_Clear();
  expect_type(place, "a number", object);
}

}  // namespace

double number(py::handle object, const Place& place) {
  const double value = any_number(object, place);
  if (std::isnan(value)) expect_value(place, "a number", object);
  return value;
}

double finite_number(py::handle object, const Place& place) {
  const double value = any_number(object, place);
  if (!std::isfinite(value)) expect_value(place, "a finite number", object);
  return value;
}

bool truth(py::handle object, const Place& place) {
  if (object.ptr() == Py_True) return true;
  if (object.ptr() == Py_False) return false;
  if (std::string_view(Py_TYPE(object.ptr())->tp_name) == "numpy.bool_") return PyObject_IsTrue(object.ptr()) == 1;
  expect_type(place, "True or False", object);
}

std::string text_of(py::handle object, const Place& place) {
  if (!PyUnicode_Check(object.ptr())) expect_type(place, "a text", object);
  return py::cast<std::string>(object);
}

std::filesystem::path path_of(py::handle object, const Place& place) {
  const auto path = py::reinterpret_steal<py::object>(PyOS_FSPath(object.ptr()));
  if (!path) {
    PyErr_Clear();
    expect_type(place, "a path", object);
  }
  return py::cast<std::string>(path);
}

namespace {

py::object index_of(py::handle object, const Place& place) {
  auto value = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!value || PyBool_Check(object.ptr())) {
    PyErr_Clear();
    expect_type(place, "a whole number", object);
  }
  return value;
}

}  // namespace

long long whole_number(py::handle object, const Place& place, long long least, long long most) {
  const py::object value = index_of(object, place);
  int overflow = 0;
  const long long whole = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow != 0 || whole < least || whole > most)
    expect_value(place, "a whole number from " + std::to_string(least) + " to " + std::to_string(most), object);
  return whole;
}

std::uint64_t large_whole_number(py::handle object, const Place& place) {
  const py::object value = index_of(object, place);
  const std::uint64_t whole = PyLong_AsUnsignedLongLong(value.ptr());
  if (PyErr_Occurred()) {
    PyErr_Clear();
    expect_value(place, "a whole number from 0 to 18446744073709551615", object);
  }
  return whole;
}

std::size_t choice_of(py::handle object, const Place& place, PyObject* type, const std::vector<PyObject*>& members) {
  for (std::size_t k = 0; k < members.size(); ++k)
    if (object.ptr() == members[k]) return k;
  std::string known;
  for (std::size_t k = 0; k < members.size(); ++k) {
    const auto word = py::cast<std::string>(py::handle(members[k]).attr("value"));
    if (Py_TYPE(object.ptr()) == &PyUnicode_Type && py::cast<std::string>(object) == word) return k;
    known += (k == 0 ? "" : ", ") + word;
  }
  const std::string expected = py::cast<std::string>(py::handle(type).attr("__name__")) + ": one of " + known;
  if (PyUnicode_Check(object.ptr())) expect_value(place, expected, object);
  expect_type(place, expected, object);
}

std::vector<py::object> elements(py::handle object, const Place& place, const char* expected) {
  if (PyUnicode_Check(object.ptr())) expect_type(place, expected, object);
  const auto sequence = py::reinterpret_steal<py::object>(PySequence_Fast(object.ptr(), ""));
  if (!sequence) {
    PyErr_Clear();
    expect_type(place, expected, object);
  }
  std::vector<py::object> all;
  const Py_ssize_t size = PySequence_Fast_GET_SIZE(sequence.ptr());
  for (Py_ssize_t k = 0; k < size; ++k)
    all.push_back(py::reinterpret_borrow<py::object>(PySequence_Fast_GET_ITEM(sequence.ptr(), k)));
  return all;
}

void components(py::handle object, const Place& place, double* to, int count) {
  const auto expected = [&] { return std::to_string(count) + " numbers"; };
  const bool usual = PyTuple_CheckExact(object.ptr()) || PyList_CheckExact(object.ptr());
  if (PyUnicode_Check(object.ptr())) expect_type(place, expected(), object);
  const auto sequence = usual ? py::reinterpret_borrow<py::object>(object)
                              : py::reinterpret_steal<py::object>(PySequence_Fast(object.ptr(), ""));
  if (!sequence) {
    PyErr_Clear();
    expect_type(place, expected(), object);
  }
  if (PySequence_Fast_GET_SIZE(sequence.ptr()) != count) expect_value(place, expected(), object);
  for (int k = 0; k < count; ++k) to[k] = finite_number(PySequence_Fast_GET_ITEM(sequence.ptr(), k), place.at(k));
}

}  // namespace carom::python
