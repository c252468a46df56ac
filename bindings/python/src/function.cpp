#include "function.hpp"

#include <stdexcept>
#include <tuple>

#include "docs.hpp"
#include "errors.hpp"

namespace carom::python {
namespace {

struct Way {
  Signature signature;
  Callee call;
};

struct Function {
  std::vector<Way> ways;
  std::string doc;
  PyMethodDef definition{};
};

Function* last_function = nullptr;

/// (module or class, line)
std::vector<std::pair<std::string, std::string>>& lines() {
  static std::vector<std::pair<std::string, std::string>> all;
  return all;
}

std::string trimmed(std::string text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// What lies between the commas that are in no brackets.
std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : list) {
    depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  if (trimmed(parts.back()).empty()) parts.pop_back();
  return parts;
}

PyObject* call_way(const Function& function, PyObject* const* given, std::size_t count, PyObject* names) {
  std::string why;
  for (const Way& way : function.ways) {
    Values values;
    if (!way.signature.bind(given, count, names, values, why)) continue;
    return way.call(Arguments(way.signature, values)).release().ptr();
  }
  throw py::type_error(why);
}

PyObject* call_function(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* names) {
  try {
    const auto* const function = static_cast<const Function*>(PyCapsule_GetPointer(self, nullptr));
    return call_way(*function, given, static_cast<std::size_t>(count), names);
  } catch (...) {
    set_error();
    return nullptr;
  }
}

std::string stub_of(const Signature& signature) {
  return "def " + signature.text() + ": ...";
}

std::string docstring(const Signature& signature, std::string_view documented) {
  const std::string_view known = doc(documented);
  return signature.shown() + "\n--\n\n" + std::string(known.empty() ? documented : known);
}

}  // namespace

Signature::Signature(std::string text) : text_(std::move(text)) {
  const std::size_t open = text_.find('(');
  const std::size_t close = text_.rfind(") ->");
  name_ = text_.substr(0, open);
  bool by_name_only = false;
  for (const std::string& part : parts_of(text_.substr(open + 1, close - open - 1))) {
    const std::string whole = trimmed(part);
    if (whole == "/") continue;
    if (whole == "*") {
      by_name_only = true;
    } else if (whole.starts_with("**")) {
      takes_others_ = true;
    } else {
      const std::size_t equals = whole.find('=');
      const std::string left = trimmed(whole.substr(0, equals));
      Parameter parameter;
      parameter.name = trimmed(left.substr(0, left.find(':')));
      parameter.by_name_only = by_name_only;
      parameter.interned = PyUnicode_InternFromString(parameter.name.c_str());
      if (equals != std::string::npos) parameter.fallback = trimmed(whole.substr(equals + 1));
      parameters_.push_back(std::move(parameter));
    }
  }
  if (parameters_.size() > Values::kMost) throw std::logic_error(name_ + " has too many parameters");
}

std::string Signature::shown() const {
  std::string all = name_ + "(";
  bool by_name_only = false;
  for (const Parameter& parameter : parameters_) {
    if (all.back() != '(') all += ", ";
    if (parameter.by_name_only && !by_name_only) all += "*, ";
    by_name_only = parameter.by_name_only;
    all += parameter.name;
    if (!parameter.fallback.empty()) all += "=" + parameter.fallback;
  }
  if (takes_others_) all += std::string(all.back() == '(' ? "" : ", ") + "**others";
  return all + ")";
}

bool Signature::bind_named(PyObject* name, py::handle value, Values& values, std::string& why) const {
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    const Parameter& parameter = parameters_[k];
    if (name != parameter.interned && PyUnicode_Compare(name, parameter.interned) != 0) continue;
    if (values.at[k]) {
      why = name_ + "() got '" + parameter.name + "' twice";
      return false;
    }
    values.at[k] = value;
    return true;
  }
  if (takes_others_) {
    values.others[py::handle(name)] = value;
    return true;
  }
  why = name_ + "() takes no '" + py::cast<std::string>(py::handle(name)) + "': expected " + shown();
  return false;
}

bool Signature::bind(PyObject* const* given, std::size_t count, PyObject* names, Values& values,
                     std::string& why) const {
  if (count > parameters_.size() || (count > 0 && parameters_[count - 1].by_name_only)) {
    why = name_ + "() got " + std::to_string(count) + " arguments: expected " + shown();
    return false;
  }
  for (std::size_t k = 0; k < count; ++k) values.at[k] = given[k];
  const Py_ssize_t named = names ? PyTuple_GET_SIZE(names) : 0;
  for (Py_ssize_t k = 0; k < named; ++k)
    if (!bind_named(PyTuple_GET_ITEM(names, k), given[count + static_cast<std::size_t>(k)], values, why)) return false;
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    if (values.at[k] || !parameters_[k].fallback.empty()) continue;
    why = name_ + "() lacks '" + parameters_[k].name + "': expected " + shown();
    return false;
  }
  return true;
}

double Arguments::not_negative(std::size_t k) const {
  const double value = get<double>(k);
  if (value < 0) expect_value(place(k), "a number of at least 0", values_.at[k]);
  return value;
}

void stub_line(py::handle scope, const std::string& line) {
  std::string place = py::cast<std::string>(scope.attr(PyType_Check(scope.ptr()) ? "__module__" : "__name__"));
  if (PyType_Check(scope.ptr())) place += ":" + py::cast<std::string>(scope.attr("__qualname__"));
  lines().emplace_back(place, line);
}

void function(py::handle scope, const char* signature, std::string_view documented, Callee call) {
  auto* const function = new Function;  // lives as long as the module
  function->ways.push_back({Signature(signature), call});
  last_function = function;
  const Signature& own = function->ways.front().signature;
  function->doc = docstring(own, documented);
  function->definition = {own.name().c_str(),
                          reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call_function)),
                          METH_FASTCALL | METH_KEYWORDS, function->doc.c_str()};
  const bool is_class = PyType_Check(scope.ptr());
  const py::object module = scope.attr(is_class ? "__module__" : "__name__");
  auto made = py::reinterpret_steal<py::object>(
      PyCFunction_NewEx(&function->definition, py::capsule(function).release().ptr(), module.ptr()));
  const bool is_method = is_class && !own.parameters().empty() && own.parameters().front().name == "self";
  if (is_method) made = py::reinterpret_steal<py::object>(PyInstanceMethod_New(made.ptr()));
  if (is_class && !is_method) made = py::staticmethod(made);
  scope.attr(own.name().c_str()) = made;
  if (is_class && !is_method) stub_line(scope, "@staticmethod");
  stub_line(scope, stub_of(own));
}

void overload(const char* signature, Callee call) {
  last_function->ways.push_back({Signature(signature), call});
}

void property(py::handle type, const char* signature, std::string_view documented, Callee call) {
  const std::string text = signature;
  const std::size_t arrow = text.find(" ->");
  const std::string name = text.substr(0, arrow);
  auto* const way = new Way{Signature(name + "(self)" + text.substr(arrow)), call};  // lives as long as the class
  const std::string_view known = doc(documented);
  auto* const comment = new std::string(known.empty() ? documented : known);
  auto* const definition = new PyGetSetDef{way->signature.name().c_str(),
                                           [](PyObject* self, void* closure) -> PyObject* {
                                             try {
                                               const Way& of = *static_cast<const Way*>(closure);
                                               Values values;
                                               values.at[0] = self;
                                               return of.call(Arguments(of.signature, values)).release().ptr();
                                             } catch (...) {
                                               set_error();
                                               return nullptr;
                                             }
                                           },
                                           nullptr, comment->c_str(), way};
  type.attr(name.c_str()) =
      py::reinterpret_steal<py::object>(PyDescr_NewGetSet(reinterpret_cast<PyTypeObject*>(type.ptr()), definition));
  stub_line(type, "@property");
  stub_line(type, stub_of(way->signature));
}

Values bound(const Signature& signature, const py::args& args, const py::kwargs& kwargs,
             std::vector<PyObject*>& given) {
  for (const py::handle one : args) given.push_back(one.ptr());
  py::tuple names(kwargs.size());
  std::size_t k = 0;
  for (const auto& [name, value] : kwargs) {
    names[k++] = name;
    given.push_back(value.ptr());
  }
  Values values;
  std::string why;
  if (!signature.bind(given.data(), args.size(), names.ptr(), values, why)) throw py::type_error(why);
  return values;
}

py::object restored_by(py::handle object, const char* method, const py::object& kept) {
  return py::make_tuple(py::module_::import("carom.run").attr("restored"),
                        py::make_tuple(py::type::of(object), method, kept));
}

std::shared_ptr<py::object> kept_for_threads(py::handle object) {
  return {new py::object(py::reinterpret_borrow<py::object>(object)), [](auto* kept) {
            const py::gil_scoped_acquire held;
            delete kept;
          }};
}

void set_error() {
  try {
    throw;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(python_error(error), error.what());
  }
}

py::list stub_lines() {
  py::list all;
  for (const auto& [scope, line] : lines()) all.append(py::make_tuple(scope, line));
  return all;
}

}  // namespace carom::python
