#include "module.hpp"

#include <limits>

#include "errors.hpp"
#include "function.hpp"

namespace carom::python {
namespace {

void translate(std::exception_ptr error) {
  if (!error) return;
  try {
    std::rethrow_exception(error);
  } catch (const py::builtin_exception&) {
    throw;  // pybind11 knows these
  } catch (const std::exception& known) {
    PyErr_SetString(python_error(known), known.what());
  }
}

/// Classes are known by the module that people import them from.
void rename_classes(const py::module_& module, const char* name) {
  for (const auto& [key, value] : py::dict(module.attr("__dict__")))
    if (PyType_Check(value.ptr()) && value.attr("__module__").equal(module.attr("__name__")))
      value.attr("__module__") = py::str(name);
}

}  // namespace
}  // namespace carom::python

PYBIND11_MODULE(_carom, module) {
  using namespace carom::python;
  module.doc() = "The compiled part of carom.";
  module.attr("__version__") = CAROM_VERSION;
  module.attr("inf") = std::numeric_limits<double>::infinity();
  py::register_exception_translator(translate);
  define_errors(module);
  define_shapes(module);
  define_motions(module);
  define_queries(module);
  define_world_records(module);
  define_events(module);
  define_worlds(module);
  define_triggers(module);
  define_responses(module);
  define_index(module);
  define_movers(module);
  py::module_ billiards = module.def_submodule("billiards");
  define_billiards(billiards);
  py::module_ io = module.def_submodule("io");
  define_scenes(module, io);
  define_runs(io);
  module.def("_stub_lines", stub_lines, "What the type stubs are made of.");
  rename_classes(module, "carom");
  rename_classes(billiards, "carom.billiards");
  rename_classes(io, "carom.io");
}
