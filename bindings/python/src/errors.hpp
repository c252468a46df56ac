#pragma once
#include <pybind11/pybind11.h>

#include <exception>

namespace carom::python {

/// Defines the exceptions of the library that Python has no name for.
void define_errors(pybind11::module_& module);

/// The Python exception that stands for one of C++.
PyObject* python_error(const std::exception& error);

}  // namespace carom::python
