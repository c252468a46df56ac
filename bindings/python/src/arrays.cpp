#include "arrays.hpp"

#include <algorithm>

namespace carom::python {
namespace {

std::string shape_text(const std::vector<py::ssize_t>& shape) {
  std::string text;
  for (const py::ssize_t size : shape) text += (text.empty() ? "" : ", ") + (size == 0 ? "N" : std::to_string(size));
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

std::string found_shape(const py::array& array) {
  return py::cast<std::string>(py::str(py::object(array.attr("shape"))));
}

/// Whether it can be walked through by a pointer to double: a field of packed records may lie in between.
bool steps_by_doubles(const py::array& array) {
  const auto fits = [](py::ssize_t step) { return step % static_cast<py::ssize_t>(sizeof(double)) == 0; };
  return (array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0 &&
         std::all_of(array.strides(), array.strides() + array.ndim(), fits);
}

}  // namespace

py::array_t<double> numbers_of(py::handle object, const Place& place, std::initializer_list<py::ssize_t> shape) {
  const std::vector<py::ssize_t> wanted(shape);
  const auto given = py::array::ensure(object);
  if (!given) PyErr_Clear();
  const char kind = given ? given.dtype().kind() : 'O';
  if (kind != 'f' && kind != 'i' && kind != 'u')
    throw py::type_error(place.text() + ": expected an array of numbers of shape " + shape_text(wanted) + ", got " +
                         (given ? "dtype " + py::cast<std::string>(py::str(given.dtype()))
                                : std::string(Py_TYPE(object.ptr())->tp_name)));
  bool fits = given.ndim() == static_cast<py::ssize_t>(wanted.size());
  for (py::ssize_t k = 0; fits && k < given.ndim(); ++k)
    fits = wanted[static_cast<std::size_t>(k)] == 0 || wanted[static_cast<std::size_t>(k)] == given.shape(k);
  if (!fits)
    throw py::value_error(place.text() + ": expected an array of shape " + shape_text(wanted) + ", got " +
                          found_shape(given));
  auto numbers = py::array_t<double, py::array::forcecast>::ensure(given);
  return steps_by_doubles(numbers) ? numbers : py::array_t<double>(numbers.attr("copy")());
}

py::array_t<double> to_fill(py::handle object, const Place& place, std::vector<py::ssize_t> shape) {
  if (!object || object.is_none()) return py::array_t<double>(std::move(shape));
  const std::string expected = place.text() + ": expected a contiguous, aligned, writable float64 array of shape ";
  if (!py::isinstance<py::array_t<double, py::array::c_style>>(object) ||
      !steps_by_doubles(py::reinterpret_borrow<py::array>(object)))
    throw py::type_error(expected + shape_text(shape) + ", got " +
                         py::cast<std::string>(py::repr(py::type::of(object))));
  const auto array = py::reinterpret_borrow<py::array_t<double>>(object);
  if (!std::equal(shape.begin(), shape.end(), array.shape(), array.shape() + array.ndim()))
    throw py::value_error(expected + shape_text(shape) + ", got " + found_shape(array));
  if (!array.writeable()) throw py::value_error(expected + shape_text(shape) + ", got one that is read-only");
  return array;
}

}  // namespace carom::python
