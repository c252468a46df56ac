#pragma once
#include <pybind11/pybind11.h>

#include <string>

namespace carom::python {

namespace py = pybind11;

/// Where a value came from, for messages: "velocity[1]", "body.shape".
struct Place {
  const char* name = nullptr;
  Py_ssize_t index = -1;
  const Place* above = nullptr;

  Place at(Py_ssize_t k) const { return {nullptr, k, this}; }
  Place in(const char* field) const { return {field, -1, this}; }
  std::string text() const;
};

/// TypeError or ValueError that names the place, what was expected, and what was found there.
[[noreturn]] void expect_type(const Place& place, const std::string& expected, py::handle found);
[[noreturn]] void expect_value(const Place& place, const std::string& expected, py::handle found);

}  // namespace carom::python
