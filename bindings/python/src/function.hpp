#pragma once
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "convert.hpp"

// Functions of the module by their signatures as Python writes them, "step(self, dt: float) -> Events2": from it come
// the names of arguments, for calls and for messages, the defaults that help shows, and the line in the type stubs.
namespace carom::python {

struct Parameter {
  std::string name;
  PyObject* interned = nullptr;
  std::string fallback;  ///< as it is written; empty: must be given
  bool by_name_only = false;
};

/// The arguments of a call in the order of the parameters; null where left out.
struct Values {
  static constexpr std::size_t kMost = 24;
  std::array<py::handle, kMost> at{};
  py::dict others;  ///< by names that are no parameters, where the signature ends with **
};

class Signature {
 public:
  explicit Signature(std::string text);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  const std::vector<Parameter>& parameters() const { return parameters_; }
  /// "step(self, dt)": what inspect.signature reads.
  std::string shown() const;
  /// Takes `given`, of which the last have these names (null: none). False, and why, where they do not fit.
  bool bind(PyObject* const* given, std::size_t count, PyObject* names, Values& values, std::string& why) const;

 private:
  bool bind_named(PyObject* name, py::handle value, Values& values, std::string& why) const;

  std::string text_;
  std::string name_;
  std::vector<Parameter> parameters_;
  bool takes_others_ = false;
};

class Arguments {
 public:
  Arguments(const Signature& signature, const Values& values) : signature_(signature), values_(values) {}

  py::handle operator[](std::size_t k) const { return values_.at[k]; }
  Place place(std::size_t k) const { return {signature_.parameters()[k].name.c_str()}; }
  const py::dict& others() const { return values_.others; }
  /// Whether it is given, and not None.
  bool has(std::size_t k) const { return values_.at[k].ptr() && !values_.at[k].is_none(); }

  template <class T>
  decltype(auto) get(std::size_t k) const {
    return Convert<T>::from(values_.at[k], place(k));
  }
  /// `fallback` where it is left out or None.
  template <class T>
  T get(std::size_t k, const T& fallback) const {
    return has(k) ? T(Convert<T>::from(values_.at[k], place(k))) : fallback;
  }
  double not_negative(std::size_t k) const;
  double not_negative(std::size_t k, double fallback) const { return has(k) ? not_negative(k) : fallback; }

  /// The object whose method was called.
  template <class T>
  T& self() const {
    if (const T* value = try_value<T>(values_.at[0])) return const_cast<T&>(*value);
    expect_type(place(0), class_name<T>(), values_.at[0]);
  }

 private:
  const Signature& signature_;
  const Values& values_;
};

using Callee = py::object (*)(const Arguments&);

/// Defines a function of a module, or a method of a class if the first parameter is self. Its docstring is the comment
/// in the C++ headers on `documented`, "World::step" (docs.hpp), or that text itself.
void function(py::handle scope, const char* signature, std::string_view documented, Callee call);
/// One more way to call the function that was defined last.
void overload(const char* signature, Callee call);
/// A computed property of a class: "time -> float".
void property(py::handle type, const char* signature, std::string_view documented, Callee call);
/// A line of the type stubs that nothing else knows of.
void stub_line(py::handle scope, const std::string& line);

/// The arguments of a call from Python; TypeError if they do not fit.
Values bound(const Signature& signature, const py::args& args, const py::kwargs& kwargs, std::vector<PyObject*>& given);

/// Defines __init__ of a class by a function that makes what it holds.
template <class T>
void constructor(const py::class_<T>& type, const char* signature, std::unique_ptr<T> (*make)(const Arguments&)) {
  auto* const kept = new Signature(signature);  // lives as long as the class
  const std::string rest = kept->text().substr(kept->name().size() + 1);
  stub_line(type, std::string("def __init__(self") + (rest.front() == ')' ? "" : ", ") + rest + ": ...");
  py::class_<T>(type).def(py::init([kept, make](const py::args& args, const py::kwargs& kwargs) {
    std::vector<PyObject*> given;
    const Values values = bound(*kept, args, kwargs, given);
    return make(Arguments(*kept, values));
  }));
}

/// What pickle is given of an object: its class, the name of a static method of it, and what that makes it of again.
py::object restored_by(py::handle object, const char* method, const py::object& kept);

/// An object that threads without the interpreter's lock may keep and leave.
std::shared_ptr<py::object> kept_for_threads(py::handle object);

/// Sets the Python error that the C++ exception that is being handled stands for.
void set_error();

/// The lines of the type stubs, by module and class, as they were defined.
py::list stub_lines();

}  // namespace carom::python
