#include "io/draw/camera.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace carom::io {
namespace {

constexpr double kFieldOfView = 0.65;       // 37 degrees: little distortion
constexpr double kWidestFieldOfView = 1.0;  // 57 degrees
constexpr double kAspect = 1.6;             // of a picture, about
constexpr double kMargin = 1.08;
constexpr double kShareOfHeight = 0.8;  // pictures are wider than high

Vec3 unit(const Vec3& v) {
  return v / norm(v);
}

/// Against gravity; else away from the only plane; else y, as in most of graphics.
Vec3 choose_up(const World<3>& world, const std::vector<BodyId>& obstacles) {
  if (!is_zero(world.options().gravity)) return unit(-world.options().gravity);
  Vec3 ground{};
  int planes = 0;
  for (const BodyId id : obstacles) {
    const Shape<3> shape = world.body(id).shape;
    if (const auto* plane = std::get_if<HalfSpace3>(&shape)) {
      ground = plane->normal;
      ++planes;
    }
  }
  return planes == 1 ? ground : Vec3{0, 1, 0};
}

/// Two directions across `up`.
std::pair<Vec3, Vec3> across(const Vec3& up) {
  const Vec3 hint = std::abs(up.y) > 0.9 ? Vec3{0, 0, 1} : (std::abs(up.z) > 0.9 ? Vec3{0, -1, 0} : Vec3{0, 0, 1});
  const Vec3 right = unit(cross(up, hint));
  return {right, unit(cross(right, up))};
}

std::array<Vec3, 8> corners(const Aabb3& box) {
  std::array<Vec3, 8> list;
  for (unsigned k = 0; k < 8; ++k)
    list[k] = {k & 1 ? box.high.x : box.low.x, k & 2 ? box.high.y : box.low.y, k & 4 ? box.high.z : box.low.z};
  return list;
}

/// How far back along `direction` from the target everything in the box is seen.
double distance(const Camera& camera, const Aabb3& box, const Vec3& direction) {
  const Vec3 right = unit(cross(camera.up, direction)), up = cross(direction, right);
  const double slope = std::tan(camera.field_of_view / 2);
  double farthest = 0;
  for (const Vec3& p : corners(box)) {
    const Vec3 q = p - camera.target;
    const double spread = std::max(std::abs(dot(q, up)), std::abs(dot(q, right)) / kAspect);
    farthest = std::max(farthest, dot(q, direction) + kMargin * spread / slope);
  }
  return farthest;
}

/// Wide enough for a given camera to see the box, within reason.
double field_of_view(const Camera& camera, const Aabb3& box) {
  const Vec3 forward = unit(camera.target - camera.eye);
  double widest = 0;
  for (const Vec3& p : corners(box)) {
    const Vec3 sight = p - camera.eye;
    widest = std::max(widest, norm(sight) > 0 ? std::acos(dot(sight, forward) / norm(sight)) : 0);
  }
  return std::clamp(2 * widest * kShareOfHeight, kFieldOfView, kWidestFieldOfView);
}

}  // namespace

/// In the directions right, up and towards the eye a point q is seen at q_right/(d − q_back) and (q_up − a)/(d −
/// q_back) from an eye that is d back and a up: all that bounds d from below is linear.
Camera camera_on(const Aabb3& box, const Vec3& direction, const Vec3& up, double field_of_view, double aspect) {
  const Vec3 right = unit(cross(up, direction)), upright = cross(direction, right), middle = 0.5 * (box.low + box.high);
  const double slope = std::tan(field_of_view / 2) / kMargin;
  double top = 0, bottom = 0, side = 0;
  for (const Vec3& p : corners(box)) {
    const Vec3 q = p - middle;
    const double back = dot(q, direction), high = dot(q, upright) / slope;
    top = std::max(top, back + high);
    bottom = std::max(bottom, back - high);
    side = std::max(side, back + std::abs(dot(q, right)) / (slope * aspect));
  }
  Camera camera;
  camera.field_of_view = field_of_view;
  camera.up = up;
  camera.target = middle + slope * (top - bottom) / 2 * upright;
  camera.eye = camera.target + std::max((top + bottom) / 2, side) * direction;
  return camera;
}

Camera choose_camera(const View& view, const World<3>& world, const std::vector<BodyId>& obstacles, const Aabb3& box) {
  Camera camera;
  camera.field_of_view = kFieldOfView;
  camera.up = choose_up(world, obstacles);
  camera.target = view.look_at.value_or(0.5 * (box.low + box.high));
  const double radius = std::max(0.5 * norm(box.high - box.low), 1e-9);
  const auto [right, front] = across(camera.up);
  const Vec3 direction = unit(0.5 * right + 0.42 * camera.up + 0.8 * front);
  camera.eye = view.camera.value_or(camera.target + distance(camera, box, direction) * direction);
  if (view.camera) camera.field_of_view = field_of_view(camera, box);
  // Looking straight along `up` would leave the picture's turn open.
  const Vec3 sight = camera.target - camera.eye;
  if (norm(cross(sight, camera.up)) < 1e-6 * norm(sight)) camera.up = front;
  camera.light = view.light.value_or(camera.target + (3 * radius) * unit(1.2 * camera.up + 0.6 * front - 0.5 * right));
  return camera;
}

}  // namespace carom::io
