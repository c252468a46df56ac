#pragma once
#include <nlohmann/json.hpp>

#include "carom/sim/body.hpp"

// Shapes as docs/formats/scene.md spells them: {"ball": {…}}, and so on; shape_reader.hpp reads them.
namespace carom::io {

template <int D>
nlohmann::ordered_json shape_json(const Ball<D>& ball);
template <int D>
nlohmann::ordered_json shape_json(const HalfSpace<D>& half_space);
template <int D>
nlohmann::ordered_json shape_json(const Segment<D>& segment);
template <int D>
nlohmann::ordered_json shape_json(const Aabb<D>& box);
nlohmann::ordered_json shape_json(const Polygon& polygon);
nlohmann::ordered_json shape_json(const TriangleMesh& mesh);
template <int D>
nlohmann::ordered_json shape_json(const Capsule<D>& capsule);
nlohmann::ordered_json shape_json(const ConvexPolygon& polygon);
nlohmann::ordered_json shape_json(const Arc& arc);
nlohmann::ordered_json shape_json(const UprightCylinder& cylinder);

}  // namespace carom::io
