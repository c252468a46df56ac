#pragma once
#include <array>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "carom/index/index.hpp"
#include "carom/math/vec.hpp"
#include "carom/sim/body.hpp"
#include "place.hpp"

// Values of C++ and of Python, in both directions. What Python gives is checked: errors name the place, the value and
// what was expected.
namespace carom::python {

/// The Python class of a C++ type, once it is defined.
template <class T>
inline PyTypeObject* python_class = nullptr;

/// The members of a Python enumeration, in the order of the C++ one, once it is defined.
template <class Enum>
inline PyObject* enum_class = nullptr;
template <class Enum>
inline std::vector<PyObject*> enum_members{};

/// What a Python object of this library holds; RuntimeError if it was never made.
void* held_by(py::handle object);

template <class T>
const T* try_value(py::handle object) {
  PyTypeObject* const type = python_class<T>;
  if (Py_TYPE(object.ptr()) != type && !PyObject_TypeCheck(object.ptr(), type)) return nullptr;
  return static_cast<const T*>(held_by(object));
}

template <class T>
std::string class_name() {
  return py::cast<std::string>(py::handle(reinterpret_cast<PyObject*>(python_class<T>)).attr("__name__"));
}

double number(py::handle object, const Place& place);
double finite_number(py::handle object, const Place& place);
bool truth(py::handle object, const Place& place);
std::string text_of(py::handle object, const Place& place);
std::filesystem::path path_of(py::handle object, const Place& place);
long long whole_number(py::handle object, const Place& place, long long least, long long most);
std::uint64_t large_whole_number(py::handle object, const Place& place);
std::size_t choice_of(py::handle object, const Place& place, PyObject* type, const std::vector<PyObject*>& members);
/// The elements of a sequence or of anything else that can be gone through.
std::vector<py::object> elements(py::handle object, const Place& place, const char* expected);
/// Those of a vector: so many finite numbers.
void components(py::handle object, const Place& place, double* to, int count);

/// Structures of the library, each with a class of its own (record.hpp).
template <class T>
struct Convert {
  static const T& from(py::handle object, const Place& place) {
    if (const T* value = try_value<T>(object)) return *value;
    expect_type(place, class_name<T>(), object);
  }
  static bool accepts(py::handle object) { return try_value<T>(object) != nullptr; }
  static py::object to(const T& value) { return py::cast(value); }
  static std::string type() { return class_name<T>(); }
};

template <>
struct Convert<double> {
  static double from(py::handle object, const Place& place) { return number(object, place); }
  static bool accepts(py::handle object) { return PyFloat_Check(object.ptr()) || PyLong_Check(object.ptr()); }
  static py::object to(double value) { return py::reinterpret_steal<py::object>(PyFloat_FromDouble(value)); }
  static std::string type() { return "float"; }
};

template <>
struct Convert<bool> {
  static bool from(py::handle object, const Place& place) { return truth(object, place); }
  static py::object to(bool value) { return py::bool_(value); }
  static std::string type() { return "bool"; }
};

template <std::integral Int>
struct Convert<Int> {
  static Int from(py::handle object, const Place& place) {
    if constexpr (sizeof(Int) == 8 && std::unsigned_integral<Int>)
      return static_cast<Int>(large_whole_number(object, place));
    else
      return static_cast<Int>(
          whole_number(object, place, std::numeric_limits<Int>::min(), std::numeric_limits<Int>::max()));
  }
  static py::object to(Int value) { return py::int_(value); }
  static std::string type() { return "int"; }
};

template <class Enum>
requires std::is_enum_v<Enum>
struct Convert<Enum> {
  static Enum from(py::handle object, const Place& place) {
    return static_cast<Enum>(choice_of(object, place, enum_class<Enum>, enum_members<Enum>));
  }
  static bool accepts(py::handle object) {
    return PyUnicode_Check(object.ptr()) || py::isinstance(object, py::handle(enum_class<Enum>));
  }
  static py::object to(Enum value) {
    return py::reinterpret_borrow<py::object>(enum_members<Enum>.at(static_cast<std::size_t>(value)));
  }
  static std::string type() { return py::cast<std::string>(py::handle(enum_class<Enum>).attr("__name__")) + " | str"; }
};

template <>
struct Convert<std::string> {
  static std::string from(py::handle object, const Place& place) { return text_of(object, place); }
  static py::object to(std::string_view value) { return py::str(value.data(), value.size()); }
  static std::string type() { return "str"; }
};

template <>
struct Convert<std::filesystem::path> {
  static std::filesystem::path from(py::handle object, const Place& place) { return path_of(object, place); }
  static py::object to(const std::filesystem::path& value) { return py::str(value.string()); }
  static std::string type() { return "str | os.PathLike[str]"; }
};

template <int D>
struct Convert<Vec<D>> {
  static Vec<D> from(py::handle object, const Place& place) {
    std::array<double, static_cast<std::size_t>(D)> numbers;
    components(object, place, numbers.data(), D);
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = numbers[static_cast<std::size_t>(k)];
    return v;
  }
  static py::object to(const Vec<D>& v) {
    py::tuple all(D);
    for (int k = 0; k < D; ++k) PyTuple_SET_ITEM(all.ptr(), k, PyFloat_FromDouble(v[k]));
    return all;
  }
  static std::string type() { return "Vector"; }
};

/// The number of a body; no body is None.
template <>
struct Convert<BodyId> {
  static BodyId from(py::handle object, const Place& place) {
    if (object.is_none()) return kNoBody;
    return BodyId{static_cast<std::uint32_t>(whole_number(object, place, 0, 0xFFFFFFFE))};
  }
  static py::object to(BodyId id) { return id == kNoBody ? py::none() : py::object(py::int_(id.value)); }
  static std::string type() { return "int | None"; }
};

template <class T>
struct Convert<std::optional<T>> {
  static std::optional<T> from(py::handle object, const Place& place) {
    if (object.is_none()) return std::nullopt;
    return Convert<T>::from(object, place);
  }
  static py::object to(const std::optional<T>& value) { return value ? Convert<T>::to(*value) : py::none(); }
  static std::string type() { return Convert<T>::type() + " | None"; }
};

template <class T>
struct Convert<std::vector<T>> {
  static std::vector<T> from(py::handle object, const Place& place) {
    std::vector<T> all;
    const std::vector<py::object> given = elements(object, place, "a sequence");
    all.reserve(given.size());
    for (std::size_t k = 0; k < given.size(); ++k)
      all.push_back(Convert<T>::from(given[k], place.at(static_cast<Py_ssize_t>(k))));
    return all;
  }
  static py::object to(const std::vector<T>& all) {
    py::list list(all.size());
    for (std::size_t k = 0; k < all.size(); ++k)
      PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(k), Convert<T>::to(all[k]).release().ptr());
    return list;
  }
  static std::string type() { return "Sequence[" + Convert<T>::type() + "]"; }
};

template <class T, std::size_t N>
struct Convert<std::array<T, N>> {
  static std::array<T, N> from(py::handle object, const Place& place) {
    const std::vector<py::object> given = elements(object, place, "a sequence");
    if (given.size() != N) expect_value(place, std::to_string(N) + " elements", object);
    std::array<T, N> all;
    for (std::size_t k = 0; k < N; ++k) all[k] = Convert<T>::from(given[k], place.at(static_cast<Py_ssize_t>(k)));
    return all;
  }
  static py::object to(const std::array<T, N>& all) {
    py::tuple tuple(N);
    for (std::size_t k = 0; k < N; ++k)
      PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(k), Convert<T>::to(all[k]).release().ptr());
    return tuple;
  }
  static std::string type() { return "Sequence[" + Convert<T>::type() + "]"; }
};

template <class A, class B>
struct Convert<std::pair<A, B>> {
  static py::object to(const std::pair<A, B>& both) {
    return py::make_tuple(Convert<A>::to(both.first), Convert<B>::to(both.second));
  }
};

/// One of several classes or enumerations.
template <class... T>
struct Convert<std::variant<T...>> {
  using Variant = std::variant<T...>;
  static Variant from(py::handle object, const Place& place) {
    std::optional<Variant> found;
    (take<T>(found, object, place) || ...);
    if (!found) expect_type(place, "one of " + type(), object);
    return *std::move(found);
  }
  static py::object to(const Variant& value) {
    return std::visit([](const auto& one) { return Convert<std::decay_t<decltype(one)>>::to(one); }, value);
  }
  static std::string type() {
    std::string all;
    ((all += (all.empty() ? "" : " | ") + Convert<T>::type()), ...);
    return all;
  }

 private:
  template <class One>
  static bool take(std::optional<Variant>& found, py::handle object, const Place& place) {
    if (!Convert<One>::accepts(object)) return false;
    found.emplace(Convert<One>::from(object, place));
    return true;
  }
};

/// An item of an index as (kind, number).
template <>
struct Convert<ItemId> {
  static ItemId from(py::handle object, const Place& place) {
    const std::vector<py::object> both = elements(object, place, "an item: (kind, number)");
    if (both.size() != 2) expect_value(place, "an item: (kind, number)", object);
    return {Convert<ItemKind>::from(both[0], place.at(0)), Convert<std::uint32_t>::from(both[1], place.at(1))};
  }
  static py::object to(ItemId id) {
    return py::make_tuple(Convert<ItemKind>::to(id.kind), Convert<std::uint32_t>::to(id.number));
  }
  static std::string type() { return "tuple[ItemKind | str, int]"; }
};

}  // namespace carom::python
