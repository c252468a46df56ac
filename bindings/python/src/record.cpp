#include "record.hpp"

#include <unordered_map>

namespace carom::python {
namespace {

std::unordered_map<PyTypeObject*, const RecordInfo*>& infos() {
  static std::unordered_map<PyTypeObject*, const RecordInfo*> all;
  return all;
}

const Field* field_named(const RecordInfo& info, std::string_view name) {
  for (const auto& field : info.fields)
    if (field->name == name) return field.get();
  return nullptr;
}

std::string names_of(const RecordInfo& info) {
  std::string all;
  for (const auto& field : info.fields) all += (all.empty() ? "" : ", ") + field->name;
  return all;
}

/// The value of a record that a method was called with.
struct Held {
  const RecordInfo& info;
  const void* value;

  explicit Held(py::handle object) : info(record_info(Py_TYPE(object.ptr()))), value(held_by(object)) {}
  py::object get(std::size_t k) const { return info.fields[k]->get(value); }
  py::tuple all() const {
    py::tuple values(info.fields.size());
    for (std::size_t k = 0; k < info.fields.size(); ++k) values[k] = get(k);
    return values;
  }
};

/// All fields, or of records of many those that are not as usual.
py::object shown(const Arguments& arguments) {
  const Held self(arguments[0]);
  constexpr std::size_t kMany = 8;
  const std::size_t count = self.info.fields.size();
  std::string text;
  for (std::size_t k = 0; k < count; ++k) {
    const py::object value = self.get(k);
    if (count > kMany && value.equal(self.info.fields[k]->get(self.info.usual.get()))) continue;
    text += (text.empty() ? "" : ", ") + self.info.fields[k]->name + "=" + py::cast<std::string>(py::repr(value));
  }
  return py::str(py::cast<std::string>(py::type::of(arguments[0]).attr("__name__")) + "(" + text + ")");
}

py::object compared(const Arguments& arguments, int how) {
  if (Py_TYPE(arguments[0].ptr()) != Py_TYPE(arguments[1].ptr()))
    return py::reinterpret_borrow<py::object>(Py_NotImplemented);
  const bool equal = Held(arguments[0]).all().equal(Held(arguments[1]).all());
  return py::bool_(equal == (how == Py_EQ));
}

py::object replaced(const Arguments& arguments) {
  const Held self(arguments[0]);
  py::dict values;
  for (std::size_t k = 0; k < self.info.fields.size(); ++k) values[self.info.fields[k]->name.c_str()] = self.get(k);
  for (const auto& [name, value] : arguments.others()) values[name] = value;
  return py::type::of(arguments[0])(**values);
}

std::string words_of(const std::vector<const char*>& words) {
  std::string all;
  for (const char* const word : words) all += (all.empty() ? "" : ", ") + std::string(word);
  return all;
}

/// The name of a member: pass is a word of Python's own.
py::object word_of(const std::string& word) {
  return py::str(word == "pass" ? "pass_" : word);
}

}  // namespace

const RecordInfo& record_info(PyTypeObject* type) {
  for (PyTypeObject* one = type; one; one = one->tp_base)
    if (const auto found = infos().find(one); found != infos().end()) return *found->second;
  throw py::type_error(std::string(type->tp_name) + " has no fields");
}

void RecordInfo::fill(void* value, const py::args& args, const py::kwargs& kwargs) const {
  if (args.size() > fields.size())
    throw py::type_error(name + "() got " + std::to_string(args.size()) + " arguments: expected at most " +
                         names_of(*this));
  const Place place{name.c_str()};
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (kwargs.contains(fields[k]->name.c_str())) throw py::type_error(name + "() got '" + fields[k]->name + "' twice");
    fields[k]->set(value, args[k], place.in(fields[k]->name.c_str()));
  }
  fill_named(value, *this, kwargs);
  if (check) check(value, name);
}

void fill_named(void* value, const RecordInfo& info, const py::dict& named) {
  const Place place{info.name.c_str()};
  for (const auto& [key, given] : named) {
    const auto name = py::cast<std::string>(key);
    const Field* const field = field_named(info, name);
    if (!field) throw py::type_error(info.name + " has no '" + name + "': expected one of " + names_of(info));
    field->set(value, given, place.in(field->name.c_str()));
  }
}

void begin_record(py::handle type, RecordInfo& info) {
  infos()[reinterpret_cast<PyTypeObject*>(type.ptr())] = &info;
}

void add_field(py::handle type, RecordInfo& info, std::unique_ptr<Field> field, const std::string& stub_type) {
  Field& kept = *info.fields.emplace_back(std::move(field));
  kept.definition = {kept.name.c_str(),
                     [](PyObject* self, void* closure) -> PyObject* {
                       try {
                         return static_cast<const Field*>(closure)->get(held_by(self)).release().ptr();
                       } catch (...) {
                         set_error();
                         return nullptr;
                       }
                     },
                     nullptr, kept.comment.c_str(), &kept};
  type.attr(kept.name.c_str()) = py::reinterpret_steal<py::object>(
      PyDescr_NewGetSet(reinterpret_cast<PyTypeObject*>(type.ptr()), &kept.definition));
  stub_line(type, "@field");
  stub_line(type, "def " + kept.name + "(self) -> " + stub_type + ": ...");
}

void end_record(py::handle type, const RecordInfo& info) {
  py::tuple names(info.fields.size());
  for (std::size_t k = 0; k < info.fields.size(); ++k) names[k] = info.fields[k]->name;
  type.attr("__match_args__") = names;
  if (py::str(type.attr("__doc__")).cast<std::string>().empty())
    type.attr("__doc__") = py::str("Its fields: " + names_of(info) + ".");
  function(type, "__repr__(self) -> str", "", shown);
  function(type, "__eq__(self, other: object, /) -> bool", "",
           [](const Arguments& arguments) { return compared(arguments, Py_EQ); });
  function(type, "__ne__(self, other: object, /) -> bool", "",
           [](const Arguments& arguments) { return compared(arguments, Py_NE); });
  function(type, "__hash__(self) -> int", "",
           [](const Arguments& arguments) -> py::object { return py::int_(py::hash(Held(arguments[0]).all())); });
  function(type, "__reduce__(self) -> tuple[Any, ...]", "", [](const Arguments& arguments) -> py::object {
    return py::make_tuple(py::type::of(arguments[0]), Held(arguments[0]).all());
  });
  function(type, "replace(self, **changes: Any) -> Self", "Another value, which differs in the fields that are named.",
           replaced);
}

void define_enum(py::handle scope, const char* name, std::string_view documented, const std::vector<const char*>& words,
                 PyObject*& type, std::vector<PyObject*>& members) {
  py::list pairs;
  for (const char* const word : words) pairs.append(py::make_tuple(word_of(word), word));
  const py::object made = py::module_::import("carom._enumeration")
                              .attr("Enumeration")(name, pairs, py::arg("module") = scope.attr("__name__"));
  const std::string known(doc(documented));
  made.attr("__doc__") = (known.empty() ? "One of " + words_of(words) + "." : known) +
                         "\n\nEqual to its word; compared with a word that is none of these: ValueError.";
  scope.attr(name) = made;
  for (const char* const word : words) members.push_back(py::object(made.attr(word_of(word))).release().ptr());
  type = py::object(made).release().ptr();
  for (const char* const word : words)
    stub_line(scope, std::string("enum ") + name + " " + py::cast<std::string>(word_of(word)) + " " + word);
}

}  // namespace carom::python
