#include "errors.hpp"

#include <stdexcept>

#include "carom/billiards/game.hpp"
#include "carom/io/archive.hpp"
#include "carom/io/scene.hpp"

namespace carom::python {
namespace {

namespace py = pybind11;

PyObject* input_error = nullptr;
PyObject* refused = nullptr;

PyObject* exception(py::module_& module, const char* name, const char* doc) {
  PyObject* const type =
      PyErr_NewExceptionWithDoc((std::string("carom.") + name).c_str(), doc, PyExc_ValueError, nullptr);
  module.attr(name) = py::handle(type);
  return type;
}

}  // namespace

void define_errors(py::module_& module) {
  input_error = exception(module, "InputError",
                          "What is wrong with a file: the message names it, the place in it, the "
                          "value there and what was expected.");
  refused = exception(module, "Refused", "A game refuses an action: the message says why.");
}

PyObject* python_error(const std::exception& error) {
  if (dynamic_cast<const io::InputError*>(&error)) return input_error;
  if (dynamic_cast<const billiards::Refused*>(&error)) return refused;
  if (dynamic_cast<const io::ArchiveError*>(&error)) return PyExc_ValueError;
  if (dynamic_cast<const std::invalid_argument*>(&error)) return PyExc_ValueError;
  if (dynamic_cast<const std::domain_error*>(&error)) return PyExc_ValueError;
  if (dynamic_cast<const std::out_of_range*>(&error)) return PyExc_IndexError;
  return PyExc_RuntimeError;
}

}  // namespace carom::python
