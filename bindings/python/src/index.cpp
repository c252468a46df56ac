#include "index.hpp"

#include "arrays.hpp"
#include "module.hpp"
#include "motion.hpp"
#include "record.hpp"

namespace carom::python {
namespace {

template <int D>
struct ItemOf;
template <>
struct ItemOf<2> {
  using type = std::variant<Ball<2>, Segment<2>, Aabb<2>>;
};
template <>
struct ItemOf<3> {
  using type = std::variant<Ball<3>, Segment<3>, Aabb<3>, Triangle>;
};
template <int D>
using Item = typename ItemOf<D>::type;

template <int D>
const IndexObject<D>& self_of(const Arguments& arguments) {
  return arguments.self<IndexObject<D>>();
}

template <int D>
Items<D> items_of(const std::vector<Ball<D>>& balls, const std::vector<Segment<D>>& segments,
                  const std::vector<Aabb<D>>& boxes, const std::vector<Triangle>& triangles) {
  if constexpr (D == 3)
    return {balls, segments, boxes, triangles};
  else
    return {balls, segments, boxes};
}

template <int D>
std::unique_ptr<IndexObject<D>> make_index(const Arguments& arguments) {
  const auto balls = arguments.get<std::vector<Ball<D>>>(0, {});
  const auto segments = arguments.get<std::vector<Segment<D>>>(1, {});
  const auto boxes = arguments.get<std::vector<Aabb<D>>>(2, {});
  const auto triangles = D == 3 ? arguments.get<std::vector<Triangle>>(3, {}) : std::vector<Triangle>{};
  return std::make_unique<IndexObject<D>>(items_of<D>(balls, segments, boxes, triangles));
}

template <int D>
py::object shape_of(const Arguments& arguments) {
  const Index<D>& index = self_of<D>(arguments);
  const ItemId item = item_at(arguments, 1, index);
  if (item.kind == ItemKind::ball) return py::cast(index.ball(item));
  if (item.kind == ItemKind::segment) return py::cast(index.segment(item));
  if constexpr (D == 3)
    if (item.kind == ItemKind::triangle) return py::cast(index.triangle(item));
  return py::cast(index.box(item));
}

template <int D>
py::object insert(const Arguments& arguments) {
  Index<D>& index = IndexObject<D>::to_change(arguments);
  return Convert<ItemId>::to(
      std::visit([&](const auto& shape) { return index.insert(shape); }, arguments.get<Item<D>>(1)));
}

template <int D>
py::object move(const Arguments& arguments) {
  Index<D>& index = IndexObject<D>::to_change(arguments);
  const ItemId item = item_at(arguments, 1, index);
  const auto shape = arguments.get<Item<D>>(2);
  if (shape.index() != static_cast<std::size_t>(item.kind))
    expect_type(arguments.place(2), "a shape of the kind that the item is", arguments[2]);
  std::visit([&](const auto& to) { index.move(item, to); }, shape);
  return py::none();
}

template <int D>
py::object first_hit(const Arguments& arguments) {
  const Index<D>& index = self_of<D>(arguments);
  return Convert<std::optional<Hit<D>>>::to(
      cast_of<D>(arguments, [&](const auto&... asked) { return index.first_hit(asked...); }));
}

template <int D>
py::object all_hits(const Arguments& arguments) {
  const Index<D>& index = self_of<D>(arguments);
  return Convert<std::vector<Hit<D>>>::to(
      cast_of<D>(arguments, [&](const auto&... asked) { return index.all_hits(asked...); }));
}

/// Casts of the caller's arrays; ValueError that names the first that makes no sense.
template <int D>
std::vector<Cast<D>> casts_of(const Arguments& arguments) {
  const auto center = numbers_of(arguments[1], arguments.place(1), {0, D});
  const py::ssize_t size = center.shape(0);
  const auto velocity = numbers_of(arguments[2], arguments.place(2), {size, D});
  const auto radius = numbers_of(arguments[3], arguments.place(3), {size});
  const double horizon = arguments.not_negative(4, kForever);
  std::vector<Cast<D>> casts(static_cast<std::size_t>(size));
  for (py::ssize_t k = 0; k < size; ++k) {
    Cast<D>& cast = casts[static_cast<std::size_t>(k)];
    for (int axis = 0; axis < D; ++axis) {
      cast.ball.center[axis] = center.at(k, axis);
      cast.velocity[axis] = velocity.at(k, axis);
    }
    cast.ball.radius = radius.at(k);
    cast.horizon = horizon;
    if (!is_finite(cast.ball.center) || !is_finite(cast.velocity) || !(cast.ball.radius >= 0) ||
        std::isinf(cast.ball.radius))
      throw py::value_error("cast " + std::to_string(k) + ": expected finite numbers and a radius of at least 0");
  }
  return casts;
}

template <int D>
py::object first_hits(const Arguments& arguments) {
  const IndexObject<D>& index = self_of<D>(arguments);
  const std::vector<Cast<D>> casts = casts_of<D>(arguments);
  const typename IndexObject<D>::Asking asking(index);
  std::vector<FirstHit> hits(casts.size());
  in_threads(casts.size(), 1, [&](std::size_t first, std::size_t last) {
    index.first_hits(std::span(casts).subspan(first, last - first), std::span(hits).subspan(first, last - first));
  });
  py::array_t<double> times(static_cast<py::ssize_t>(hits.size()));
  py::array_t<std::int64_t> kinds(times.size()), numbers(times.size());
  for (std::size_t k = 0; k < hits.size(); ++k) {
    const auto place = static_cast<py::ssize_t>(k);
    times.mutable_at(place) = hits[k].time;
    kinds.mutable_at(place) = hits[k].hit() ? static_cast<std::int64_t>(hits[k].item.kind) : -1;
    numbers.mutable_at(place) = hits[k].hit() ? static_cast<std::int64_t>(hits[k].item.number) : -1;
  }
  return py::make_tuple(times, kinds, numbers);
}

template <int D>
py::object nearest(const Arguments& arguments) {
  const Index<D>& index = self_of<D>(arguments);
  const auto point = arguments.get<Vec<D>>(1);
  if (!arguments.has(2)) return Convert<std::optional<Nearest>>::to(index.nearest(point));
  return Convert<std::vector<Nearest>>::to(index.nearest(point, arguments.get<std::uint64_t>(2)));
}

template <int D>
py::object within(const Arguments& arguments) {
  const Index<D>& index = self_of<D>(arguments);
  if (const auto* ball = try_value<Ball<D>>(arguments[1])) return Convert<std::vector<ItemId>>::to(index.within(*ball));
  if (const auto* box = try_value<Aabb<D>>(arguments[1])) return Convert<std::vector<ItemId>>::to(index.within(*box));
  const auto sides = arguments.get<std::vector<HalfSpace<D>>>(1);
  return Convert<std::vector<ItemId>>::to(index.within(std::span<const HalfSpace<D>>(sides)));
}

template <int D>
py::object all_pairs(const Arguments& arguments) {
  const IndexObject<D>& index = self_of<D>(arguments);
  std::vector<std::array<std::uint32_t, 2>> pairs;
  const double gap = arguments.not_negative(1, 0);
  {
    const typename IndexObject<D>::Asking asking(index);
    const py::gil_scoped_release released;
    Lookout lookout;
    index.all_pairs(gap, [&](std::uint32_t first, std::uint32_t second) {
      pairs.push_back({first, second});
      if (pairs.size() % 1024 == 0) lookout.look();
    });
  }
  py::array_t<std::uint32_t> array({static_cast<py::ssize_t>(pairs.size()), py::ssize_t{2}});
  std::copy_n(pairs.data(), pairs.size(), reinterpret_cast<std::array<std::uint32_t, 2>*>(array.mutable_data()));
  return array;
}

template <int D>
void define_index_in(py::module_& module) {
  const std::string number = std::to_string(D);
  Record<Hit<D>>(module, ("Hit" + number).c_str(), "Hit")
      .template field<&Hit<D>::item>("item")
      .template field<&Hit<D>::impact>("impact")
      .end();
  const std::string name = "Index" + number;
  const py::class_<IndexObject<D>> type(module, name.c_str(), std::string(doc("Index")).c_str());
  python_class<IndexObject<D>> = reinterpret_cast<PyTypeObject*>(type.ptr());
  const std::string shapes = "balls: Sequence[Ball" + number + "] = (), segments: Sequence[Segment" + number +
                             "] = (), boxes: Sequence[Aabb" + number + "] = ()" +
                             (D == 3 ? ", triangles: Sequence[Triangle] = ()" : "");
  constructor<IndexObject<D>>(type, (name + "(" + shapes + ") -> None").c_str(), make_index<D>);
  function(type, "__len__(self) -> int", "",
           [](const Arguments& arguments) -> py::object { return py::int_(self_of<D>(arguments).size()); });
  function(type, "__contains__(self, item: Item, /) -> bool", "", [](const Arguments& arguments) -> py::object {
    return py::bool_(self_of<D>(arguments).contains(arguments.get<ItemId>(1)));
  });
  function(type, "shape(self, item: Item) -> Shape", "The shape of an item.", shape_of<D>);
  function(type, "insert(self, shape: Shape) -> tuple[ItemKind, int]", "Index::insert", insert<D>);
  function(type, "move(self, item: Item, shape: Shape) -> None", "Index::move", move<D>);
  function(type, "remove(self, item: Item) -> None", "Takes an item away.",
           [](const Arguments& arguments) -> py::object {
             Index<D>& index = IndexObject<D>::to_change(arguments);
             index.remove(item_at(arguments, 1, index));
             return py::none();
           });
  const std::string asked = "(self, shape: Shape, motion: Motion, horizon: float = inf) -> ";
  function(type, ("first_hit" + asked + "Hit" + number + " | None").c_str(), "Index::first_hit", first_hit<D>);
  function(type, ("all_hits" + asked + "list[Hit" + number + "]").c_str(), "Index::all_hits", all_hits<D>);
  function(type,
           "first_hits(self, centers: Array, velocities: Array, radii: Array, horizon: float = inf) -> "
           "tuple[Array, Array, Array]",
           "What many balls on straight paths meet first: the times, and of the items the kinds, as places in "
           "list(ItemKind), and the numbers; inf, −1 and −1 for those that meet nothing. Centres and velocities are "
           "arrays of shape (N, D), radii of shape (N,).",
           first_hits<D>);
  function(type, "nearest(self, point: Vector, count: int | None = None) -> Any", "Index::nearest", nearest<D>);
  function(type, "within(self, region: Any) -> list[tuple[ItemKind, int]]", "Index::within", within<D>);
  function(
      type, "all_pairs(self, gap: float = 0) -> Array",
      "The pairs of balls whose surfaces are at most `gap` apart, decided exactly: their numbers, shape (N, 2), the "
      "lower one first. The order is the same in every run, but not sorted.",
      all_pairs<D>);
}

}  // namespace

void define_index(py::module_& module) {
  enumeration<ItemKind>(module, "ItemKind", "ItemKind", {"ball", "segment", "box", "triangle", "capsule", "cylinder"});
  Record<Nearest>(module, "Nearest", "Nearest")
      .field<&Nearest::item>("item")
      .field<&Nearest::distance>("distance")
      .end();
  define_index_in<2>(module);
  define_index_in<3>(module);
}

}  // namespace carom::python
