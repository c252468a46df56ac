#pragma once
#include <optional>
#include <string>

#include "carom/io/scene.hpp"
#include "io/json/json_node.hpp"

namespace carom::io {

/// The fields that `defaults` and generators may give to bodies.
template <int D>
struct BodyFields {
  std::optional<double> mass;     ///< kImmovable for "immovable"
  std::optional<double> density;  ///< mass per area (2D) or volume (3D)
  std::optional<double> restitution;
  std::optional<double> friction;
  std::optional<double> rolling_friction;
  std::optional<double> spinning_friction;
  std::optional<Response> response;
  std::optional<std::uint32_t> layers;
  std::optional<std::uint32_t> mask;
  std::optional<BodyMotion<D>> law;  ///< a ball's own; its velocity is not part of it
  std::optional<std::string> color;
  std::optional<std::string> group;
};

/// Their names in a scene.
inline constexpr std::array<std::string_view, 14> kBodyFieldNames = {
    "mass",     "density", "restitution", "friction",     "rolling_friction", "spinning_friction",
    "response", "layers",  "mask",        "acceleration", "deceleration",     "damping",
    "color",    "group"};
/// Those of a law.
inline constexpr std::array<const char*, 3> kLawNames = {"acceleration", "deceleration", "damping"};

/// Reads those that the object has; other fields are left to the caller.
template <int D>
BodyFields<D> read_body_fields(const JsonNode& object);
/// `fields`, and `defaults` where they are silent.
template <int D>
BodyFields<D> with_defaults(BodyFields<D> fields, const BodyFields<D>& defaults);
/// An error if the object gives a law to balls that cannot be moved.
template <int D>
void expect_law_of_movable(const JsonNode& object, const BodyFields<D>& fields);
/// An error if the law that the object gives does not go with the world's.
template <int D>
void expect_law_of_world(const JsonNode& object, const WorldOptions<D>& options);

/// An error if fields are given that only balls have: an obstacle is still and immovable, and nothing but bouncing
/// happens at it.
void expect_obstacle_fields(const JsonNode& node);
/// What the fields say of what rubs.
template <int D>
void give_friction(const BodyFields<D>& fields, Body<D>& body);
template <int D>
SceneBody<D> make_obstacle(const Shape<D>& shape, const BodyFields<D>& fields);

/// An error if the object gives what needs a rough world, and the world is none.
template <int D>
void expect_rough_world(const JsonNode& object, const WorldOptions<D>& options);

/// How an obstacle swings.
template <int D>
Vibration<D> read_vibration(const JsonNode& node);

/// A ball with the given fields. `source` is named in errors.
template <int D>
SceneBody<D> make_ball(const Ball<D>& ball, const Vec<D>& velocity, const BodyFields<D>& fields,
                       const JsonNode& source);

/// An entry of the list `bodies`.
template <int D>
SceneBody<D> read_body(const JsonNode& node, const BodyFields<D>& defaults);

/// "#rrggbb"
std::string read_color(const JsonNode& node);
/// A body's name or mark, or a group: not empty.
std::string read_label(const JsonNode& node);
/// At most three characters.
std::string read_mark(const JsonNode& node);

/// A ball's area (2D) or volume (3D).
template <int D>
double measure(double radius);

}  // namespace carom::io
