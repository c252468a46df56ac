#include "carom/mover/contact_log.hpp"
#include "carom/mover/move_and_slide.hpp"
#include "carom/mover/platform.hpp"
#include "carom/mover/walk.hpp"
#include "index.hpp"
#include "module.hpp"
#include "record.hpp"

namespace carom::python {
namespace {

/// What calls ask of movers, with the options of C++; what they refer to is kept as long as this is.
struct Options {
  WalkOptions walk;
  std::vector<Capsule2> capsules2;
  std::vector<Capsule3> capsules3;
  std::vector<UprightCylinder> cylinders;
};

std::function<Passage(ItemId)> passage_of(py::handle given, const Place& place) {
  if (!PyCallable_Check(given.ptr())) expect_type(place, "a function of an item", given);
  return [given](ItemId item) { return Convert<Passage>::from(given(Convert<ItemId>::to(item)), Place{"passage"}); };
}

void take_others(py::handle given, const Place& place, Options& options) {
  const std::vector<py::object> all = elements(given, place, "capsules and upright cylinders");
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (const auto* flat = try_value<Capsule2>(all[k]))
      options.capsules2.push_back(*flat);
    else if (const auto* solid = try_value<Capsule3>(all[k]))
      options.capsules3.push_back(*solid);
    else
      options.cylinders.push_back(Convert<UprightCylinder>::from(all[k], place.at(static_cast<Py_ssize_t>(k))));
  }
  options.walk.slide.others = {options.capsules2, options.capsules3, options.cylinders};
}

constexpr const char* kSlideOptions =
    "iterations: int = 32, push_out: float = 0, passage: Callable[[Any], Any] | None = None, "
    "others: Sequence[Shape] = (), exact: bool = False";
constexpr const char* kWalkOptions =
    "slope: float = 0.7071, step_up: float = 0, snap: float = 0, up: Axis | None = None, ";

/// The five slide options, from argument `first` on.
void take_slide(const Arguments& arguments, std::size_t first, Options& options) {
  SlideOptions& slide = options.walk.slide;
  slide.iterations = arguments.get<int>(first, slide.iterations);
  if (slide.iterations < 1) expect_value(arguments.place(first), "a number above 0", arguments[first]);
  slide.push_out = arguments.not_negative(first + 1, slide.push_out);
  if (arguments.has(first + 2)) slide.passage = passage_of(arguments[first + 2], arguments.place(first + 2));
  if (arguments.has(first + 3)) take_others(arguments[first + 3], arguments.place(first + 3), options);
  slide.exact = arguments.get<bool>(first + 4, false);
}

void take_walk(const Arguments& arguments, std::size_t first, Options& options) {
  options.walk.slope = arguments.get<double>(first, options.walk.slope);
  options.walk.step_up = arguments.not_negative(first + 1, 0);
  options.walk.snap = arguments.not_negative(first + 2, 0);
  options.walk.up = arguments.get<std::optional<Axis>>(first + 3, std::nullopt);
  take_slide(arguments, first + 4, options);
}

/// do(index, mover) for a mover of whatever shape; its radius is above 0.
template <class Do>
py::object with_mover(const Arguments& arguments, std::size_t k, const Do& work) {
  const auto try_one = [&]<class Mover>(const Mover* mover, py::object& result) {
    if (!mover) return false;
    if (!(mover->radius > 0)) expect_value(arguments.place(k), "a mover with a radius above 0", arguments[k]);
    const auto& index = arguments.get<IndexObject<kDimension<Mover>>>(0);
    const typename IndexObject<kDimension<Mover>>::Asking asking(index);
    result = work(index, *mover);
    return true;
  };
  py::object result;
  const py::handle given = arguments[k];
  if (try_one(try_value<Circle>(given), result) || try_one(try_value<Sphere>(given), result) ||
      try_one(try_value<Capsule2>(given), result) || try_one(try_value<Capsule3>(given), result) ||
      try_one(try_value<UprightCylinder>(given), result))
    return result;
  expect_type(arguments.place(k), "a mover: a ball, a capsule or an upright cylinder", given);
}

template <int D>
void define_contacts(py::module_& module) {
  const std::string number = std::to_string(D);
  Record<SlideContact<D>>(module, ("SlideContact" + number).c_str(), "SlideContact")
      .template field<&SlideContact<D>::item>("item")
      .template field<&SlideContact<D>::point>("point")
      .template field<&SlideContact<D>::normal>("normal")
      .template field<&SlideContact<D>::time>("time")
      .end();
  Record<Ground<D>>(module, ("Ground" + number).c_str(), "Ground")
      .template field<&Ground<D>::item>("item")
      .template field<&Ground<D>::point>("point")
      .template field<&Ground<D>::normal>("normal")
      .end();
}

template <class Mover>
void define_results(py::module_& module, const char* mover) {
  using Slide = SlideResult<Mover>;
  Record<Slide>(module, (std::string("SlideResult") + mover).c_str(), "SlideResult")
      .template field<&Slide::mover>("mover")
      .template field<&Slide::displacement>("displacement")
      .template field<&Slide::pushed_out>("pushed_out")
      .template field<&Slide::end>("end")
      .template field<&Slide::remaining>("remaining")
      .template field<&Slide::iterations>("iterations")
      .template field<&Slide::contacts>("contacts")
      .template field<&Slide::holding>("holding")
      .template field<&Slide::triggers>("triggers")
      .end();
  using Walk = WalkResult<Mover>;
  Record<Walk>(module, (std::string("WalkResult") + mover).c_str(), "WalkResult")
      .template field<&Walk::mover>("mover")
      .template field<&Walk::displacement>("displacement")
      .template field<&Walk::end>("end")
      .template field<&Walk::ground>("ground")
      .template field<&Walk::stepped>("stepped")
      .template field<&Walk::contacts>("contacts")
      .template field<&Walk::triggers>("triggers")
      .end();
  Record<Rider<Mover>>(module, (std::string("Rider") + mover).c_str(), "Rider")
      .template field<&Rider<Mover>::mover>("mover")
      .template field<&Rider<Mover>::ride>("ride")
      .end();
}

py::object slid(const Arguments& arguments) {
  return with_mover(arguments, 1, [&]<class Mover>(const Index<kDimension<Mover>>& index, const Mover& mover) {
    Options options;
    take_slide(arguments, 3, options);
    return py::cast(move_and_slide(index, mover, arguments.get<Vec<kDimension<Mover>>>(2), options.walk.slide));
  });
}

py::object walked(const Arguments& arguments) {
  return with_mover(arguments, 1, [&]<class Mover>(const Index<kDimension<Mover>>& index, const Mover& mover) {
    Options options;
    take_walk(arguments, 3, options);
    return py::cast(walk(index, mover, arguments.get<Vec<kDimension<Mover>>>(2), options.walk));
  });
}

template <class Mover>
py::object ridden(const Arguments& arguments) {
  constexpr int D = kDimension<Mover>;
  auto& index = IndexObject<D>::to_change(arguments);
  const auto movers = arguments.get<std::vector<Mover>>(3);
  Options options;
  take_walk(arguments, 4, options);
  const ItemId platform = item_at(arguments, 1, index);
  const typename IndexObject<D>::Asking asking(index);
  return Convert<std::vector<Rider<Mover>>>::to(
      move_platform<Mover>(index, platform, arguments.get<Vec<D>>(2), movers, options.walk));
}

py::object platform(const Arguments& arguments) {
  const std::vector<py::object> movers = elements(arguments[3], arguments.place(3), "a sequence of movers");
  const py::handle first = movers.empty() ? py::handle(Py_None) : py::handle(movers.front());
  if (try_value<Capsule2>(first)) return ridden<Capsule2>(arguments);
  if (try_value<Capsule3>(first)) return ridden<Capsule3>(arguments);
  if (try_value<UprightCylinder>(first)) return ridden<UprightCylinder>(arguments);
  return try_value<IndexObject<3>>(arguments[0]) ? ridden<Sphere>(arguments) : ridden<Circle>(arguments);
}

/// Tells apart contacts in the plane, in space, and touches of triggers.
py::object updated(const Arguments& arguments) {
  auto& self = arguments.self<ContactLog>();
  const std::vector<py::object> met = elements(arguments[1], arguments.place(1), "contacts or touches of triggers");
  const auto change = [&] {
    if (!met.empty() && try_value<SlideContact<2>>(met.front()))
      return self.update(arguments.get<std::vector<SlideContact<2>>>(1));
    if (!met.empty() && try_value<SlideContact<3>>(met.front()))
      return self.update(arguments.get<std::vector<SlideContact<3>>>(1));
    return self.update(arguments.get<std::vector<TriggerTouch>>(1));
  }();
  return py::make_tuple(Convert<std::vector<ItemId>>::to(change.begun), Convert<std::vector<ItemId>>::to(change.ended));
}

void define_contact_log(py::module_& module) {
  const py::class_<ContactLog> type(module, "ContactLog", std::string(doc("ContactLog")).c_str());
  python_class<ContactLog> = reinterpret_cast<PyTypeObject*>(type.ptr());
  constructor<ContactLog>(type, "ContactLog() -> None",
                          [](const Arguments&) { return std::make_unique<ContactLog>(); });
  function(type, "update(self, met: Sequence[Any]) -> tuple[list[tuple[ItemKind, int]], list[tuple[ItemKind, int]]]",
           "Takes the contacts of a frame, or its touches of triggers: the items that are met now and were not before, "
           "and those that were met before and are not now.",
           updated);
  function(type, "now(self) -> list[tuple[ItemKind, int]]", "ContactLog::now", [](const Arguments& arguments) {
    const auto now = arguments.self<ContactLog>().now();
    return Convert<std::vector<ItemId>>::to({now.begin(), now.end()});
  });
}

}  // namespace

void define_movers(py::module_& module) {
  enumeration<Passage>(module, "Passage", "Passage", {"blocks", "trigger", "ignored"});
  enumeration<SlideEnd>(module, "SlideEnd", "SlideEnd", {"done", "stuck", "overlapping", "out_of_iterations"});
  enumeration<Ride>(module, "Ride", "Ride", {"untouched", "carried", "pushed", "crushed"});
  define_contacts<2>(module);
  define_contacts<3>(module);
  Record<TriggerTouch>(module, "TriggerTouch", "TriggerTouch")
      .field<&TriggerTouch::item>("item")
      .field<&TriggerTouch::time>("time")
      .end();
  define_results<Circle>(module, "OfCircle");
  define_results<Sphere>(module, "OfSphere");
  define_results<Capsule2>(module, "OfCapsule2");
  define_results<Capsule3>(module, "OfCapsule3");
  define_results<UprightCylinder>(module, "OfCylinder");
  const std::string moved = "(index: Index2 | Index3, mover: Shape, intended: Vector, ";
  function(module, ("move_and_slide" + moved + kSlideOptions + ") -> Any").c_str(), "move_and_slide", slid);
  function(module, ("walk" + moved + kWalkOptions + kSlideOptions + ") -> Any").c_str(), "walk", walked);
  function(module,
           (std::string("move_platform(index: Index2 | Index3, platform: Item, by: Vector, movers: Sequence[Shape], ") +
            kWalkOptions + kSlideOptions + ") -> list[Any]")
               .c_str(),
           "move_platform", platform);
  define_contact_log(module);
}

}  // namespace carom::python
