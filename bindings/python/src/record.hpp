#pragma once
#include <memory>
#include <string>
#include <vector>

#include "docs.hpp"
#include "function.hpp"

// Plain structures of C++ as values of Python: made from their fields by place or by name, with the defaults of C++,
// compared, shown, hashed, copied and pickled field by field, never changed: replace() makes another.
namespace carom::python {

struct Field {
  std::string name;
  py::object (*get)(const void*);
  void (*set)(void*, py::handle, const Place&);
  std::string comment;
  PyGetSetDef definition{};
};

struct RecordInfo {
  std::string name;
  std::vector<std::unique_ptr<Field>> fields;
  std::shared_ptr<void> usual;  ///< the value of no arguments
  void (*check)(const void*, const std::string& name) = nullptr;

  /// Sets the fields of a value; TypeError or ValueError that names the field.
  void fill(void* value, const py::args& args, const py::kwargs& kwargs) const;
};

/// What a class of values is made of.
const RecordInfo& record_info(PyTypeObject* type);
void begin_record(py::handle type, RecordInfo& info);
void add_field(py::handle type, RecordInfo& info, std::unique_ptr<Field> field, const std::string& stub_type);
void end_record(py::handle type, const RecordInfo& info);

/// Fills what a call with ** was given by the names of a structure's fields.
void fill_named(void* value, const RecordInfo& info, const py::dict& named);

template <class T>
class Record {
 public:
  /// `documented`: the name in C++, "Ball", "billiards::Cue".
  Record(py::handle scope, const char* name, const std::string& documented)
      : documented_(documented), type_(scope, name, std::string(doc(documented)).c_str()) {
    python_class<T> = reinterpret_cast<PyTypeObject*>(type_.ptr());
    info_.name = name;
    info_.usual = std::make_shared<T>();
    begin_record(type_, info_);
  }

  template <auto Member>
  Record& field(const char* name) {
    using Value = std::decay_t<decltype(std::declval<T>().*Member)>;
    auto field = std::make_unique<Field>();
    field->name = name;
    field->get = [](const void* from) { return Convert<Value>::to(static_cast<const T*>(from)->*Member); };
    field->set = [](void* to, py::handle value, const Place& place) {
      static_cast<T*>(to)->*Member = Convert<Value>::from(value, place);
    };
    const std::string word = name;  // from_ is from in C++
    field->comment = doc(documented_ + "::" + word.substr(0, word.find_last_not_of('_') + 1));
    add_field(type_, info_, std::move(field), Convert<Value>::type());
    return *this;
  }

  /// What refuses values without sense, by an exception.
  Record& checked(void (*check)(const void*, const std::string& name)) {
    info_.check = check;
    return *this;
  }

  /// Ends the definition.
  py::class_<T> end() {
    RecordInfo* const info = &info_;
    type_.def(py::init([info](const py::args& args, const py::kwargs& kwargs) {
      auto value = std::make_unique<T>();
      info->fill(value.get(), args, kwargs);
      return value;
    }));
    end_record(type_, info_);
    return type_;
  }

  static RecordInfo& info() { return info_; }

 private:
  inline static RecordInfo info_;
  std::string documented_;
  py::class_<T> type_;
};

/// check(shape) and the like, whose messages get the name of the class.
template <class T>
void check_record(const void* value, const std::string& name) {
  try {
    check(*static_cast<const T*>(value));
  } catch (const std::invalid_argument& error) {
    throw py::value_error(name + ": " + error.what());
  }
}

/// An enumeration of C++ that runs from 0: one of Python with these words, in that order. A word is as good as a
/// member.
void define_enum(py::handle scope, const char* name, std::string_view documented, const std::vector<const char*>& words,
                 PyObject*& type, std::vector<PyObject*>& members);
template <class Enum>
void enumeration(py::handle scope, const char* name, std::string_view documented,
                 const std::vector<const char*>& words) {
  define_enum(scope, name, documented, words, enum_class<Enum>, enum_members<Enum>);
}

}  // namespace carom::python
