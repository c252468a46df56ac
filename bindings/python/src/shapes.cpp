#include "carom/query/prepared_mesh.hpp"
#include "carom/shape/bounding.hpp"
#include "carom/shape/check.hpp"
#include "module.hpp"
#include "record.hpp"

namespace carom::python {
namespace {

template <int D>
void define_shapes_in(py::module_& module) {
  const auto named = [](const char* name) { return name + std::to_string(D); };
  Record<Ball<D>>(module, named("Ball").c_str(), "Ball")
      .template field<&Ball<D>::center>("center")
      .template field<&Ball<D>::radius>("radius")
      .checked(check_record<Ball<D>>)
      .end();
  const py::class_<HalfSpace<D>> half_space = Record<HalfSpace<D>>(module, named("HalfSpace").c_str(), "HalfSpace")
                                                  .template field<&HalfSpace<D>::normal>("normal")
                                                  .template field<&HalfSpace<D>::offset>("offset")
                                                  .template field<&HalfSpace<D>::point>("point")
                                                  .checked(check_record<HalfSpace<D>>)
                                                  .end();
  function(half_space, ("through(point: Vector, direction: Vector) -> " + named("HalfSpace")).c_str(),
           "HalfSpace::through", [](const Arguments& arguments) {
             const HalfSpace<D> made = HalfSpace<D>::through(arguments.get<Vec<D>>(0), arguments.get<Vec<D>>(1));
             check_record<HalfSpace<D>>(&made, "HalfSpace");
             return py::cast(made);
           });
  function(half_space, ("unit(self) -> " + named("HalfSpace")).c_str(), "HalfSpace::unit",
           [](const Arguments& arguments) { return py::cast(arguments.self<HalfSpace<D>>().unit()); });
  Record<Segment<D>>(module, named("Segment").c_str(), "Segment")
      .template field<&Segment<D>::from>("from_")
      .template field<&Segment<D>::to>("to")
      .template field<&Segment<D>::sides>("sides")
      .checked(check_record<Segment<D>>)
      .end();
  Record<Aabb<D>>(module, named("Aabb").c_str(), "Aabb")
      .template field<&Aabb<D>::low>("low")
      .template field<&Aabb<D>::high>("high")
      .checked(check_record<Aabb<D>>)
      .end();
  Record<Capsule<D>>(module, named("Capsule").c_str(), "Capsule")
      .template field<&Capsule<D>::from>("from_")
      .template field<&Capsule<D>::to>("to")
      .template field<&Capsule<D>::radius>("radius")
      .checked(check_record<Capsule<D>>)
      .end();
}

void define_plane_shapes(py::module_& module) {
  Record<Arc>(module, "Arc", "Arc")
      .field<&Arc::center>("center")
      .field<&Arc::radius>("radius")
      .field<&Arc::from>("from_")
      .field<&Arc::to>("to")
      .checked(check_record<Arc>)
      .end();
  Record<ConvexPolygon>(module, "ConvexPolygon", "ConvexPolygon")
      .field<&ConvexPolygon::vertices>("vertices")
      .checked(check_record<ConvexPolygon>)
      .end();
  const py::class_<Polygon> polygon = Record<Polygon>(module, "Polygon", "Polygon")
                                          .field<&Polygon::vertices>("vertices")
                                          .field<&Polygon::closed>("closed")
                                          .field<&Polygon::sides>("sides")
                                          .checked(check_record<Polygon>)
                                          .end();
  function(polygon, "edge_count(self) -> int", "How many edges it has.",
           [](const Arguments& arguments) -> py::object { return py::int_(arguments.self<Polygon>().edge_count()); });
  function(polygon, "edge(self, k: int) -> Segment2", "Edge k, counted from 0.", [](const Arguments& arguments) {
    const Polygon& self = arguments.self<Polygon>();
    const int k = arguments.get<int>(1);
    if (k < 0 || k >= self.edge_count())
      throw py::index_error("k: " + std::to_string(k) + ": expected less than " + std::to_string(self.edge_count()));
    return py::cast(self.edge(k));
  });
}

void define_space_shapes(py::module_& module) {
  enumeration<Axis>(module, "Axis", "Axis", {"x", "y", "z"});
  Record<UprightCylinder>(module, "UprightCylinder", "UprightCylinder")
      .field<&UprightCylinder::center>("center")
      .field<&UprightCylinder::radius>("radius")
      .field<&UprightCylinder::half_height>("half_height")
      .field<&UprightCylinder::axis>("axis")
      .checked(check_record<UprightCylinder>)
      .end();
  Record<Triangle>(module, "Triangle", "Triangle")
      .field<&Triangle::a>("a")
      .field<&Triangle::b>("b")
      .field<&Triangle::c>("c")
      .checked(check_record<Triangle>)
      .end();
  const py::class_<TriangleMesh> mesh = Record<TriangleMesh>(module, "TriangleMesh", "TriangleMesh")
                                            .field<&TriangleMesh::vertices>("vertices")
                                            .field<&TriangleMesh::triangles>("triangles")
                                            .checked(check_record<TriangleMesh>)
                                            .end();
  function(mesh, "triangle(self, k: int) -> Triangle", "Triangle k, counted from 0.", [](const Arguments& arguments) {
    const TriangleMesh& self = arguments.self<TriangleMesh>();
    const auto k = arguments.get<std::uint32_t>(1);
    if (k >= self.triangles.size())
      throw py::index_error("k: " + std::to_string(k) + ": expected less than " +
                            std::to_string(self.triangles.size()));
    return py::cast(self.triangle(k));
  });
  const py::class_<PreparedMesh> prepared(module, "PreparedMesh", std::string(doc("PreparedMesh")).c_str());
  python_class<PreparedMesh> = reinterpret_cast<PyTypeObject*>(prepared.ptr());
  constructor<PreparedMesh>(prepared, "PreparedMesh(mesh: TriangleMesh) -> None", [](const Arguments& arguments) {
    return std::make_unique<PreparedMesh>(arguments.get<TriangleMesh>(0));
  });
  property(prepared, "mesh -> TriangleMesh", "The mesh itself.",
           [](const Arguments& arguments) { return py::cast(arguments.self<PreparedMesh>().mesh()); });
}

/// What takes points of the plane or of space, as many numbers as the first has.
template <class Plane, class Space>
py::object around(const Arguments& arguments, Plane plane, Space space) {
  const std::vector<py::object> points = elements(arguments[0], arguments.place(0), "a sequence of points");
  const bool flat = !points.empty() && py::len_hint(points.front()) == 2;
  if (flat) return plane(std::span<const Vec2>(arguments.get<std::vector<Vec2>>(0)));
  return space(std::span<const Vec3>(arguments.get<std::vector<Vec3>>(0)));
}

void define_bounds(py::module_& module) {
  function(module, "smallest_ball(points: Sequence[Vector]) -> Ball2 | Ball3", "smallest_ball",
           [](const Arguments& arguments) {
             const auto make = [](const auto& points) { return py::cast(smallest_ball(points)); };
             return around(arguments, make, make);
           });
  function(module, "smallest_box(points: Sequence[Vector]) -> Aabb2 | Aabb3", "smallest_box",
           [](const Arguments& arguments) {
             const auto make = [](const auto& points) { return py::cast(smallest_box(points)); };
             return around(arguments, make, make);
           });
  function(module, "smallest_cylinder(points: Sequence[Vector]) -> UprightCylinder", "smallest_cylinder",
           [](const Arguments& arguments) { return py::cast(smallest_cylinder(arguments.get<std::vector<Vec3>>(0))); });
}

}  // namespace

void define_shapes(py::module_& module) {
  enumeration<Sides>(module, "Sides", "Sides", {"two", "front"});
  define_shapes_in<2>(module);
  define_shapes_in<3>(module);
  define_plane_shapes(module);
  define_space_shapes(module);
  define_bounds(module);
}

}  // namespace carom::python
