#include "io/draw/outline.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace carom::io {
namespace {

constexpr double kHalfCircle = 3.14159265358979323846;
constexpr std::uint32_t kTurn = 24;  // corners of a circle in space
constexpr int kHalfTurn = 24;        // edges of half a circle in the plane
constexpr int kQuarterTurn = 6;      // rings of half a ball

/// A ring of a solid of revolution.
struct Ring {
  Vec3 middle;
  double radius;
};

/// The surface through rings whose planes lie across `along`, closed at both ends.
TriangleMesh revolved(const std::vector<Ring>& rings, const Vec3& along) {
  const Vec3 hint = std::abs(along.x) < 0.7 * norm(along) ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 u = cross(along, hint) / norm(cross(along, hint));
  const Vec3 v = cross(along, u) / norm(along);
  TriangleMesh mesh;
  for (const auto& [middle, radius] : rings)
    for (std::uint32_t k = 0; k < kTurn; ++k) {
      const double angle = 2 * kHalfCircle * k / kTurn;
      mesh.vertices.push_back(middle + (radius * std::cos(angle)) * u + (radius * std::sin(angle)) * v);
    }
  const auto count = static_cast<std::uint32_t>(rings.size());
  for (std::uint32_t ring = 0; ring + 1 < count; ++ring)
    for (std::uint32_t k = 0; k < kTurn; ++k) {
      const std::uint32_t a = ring * kTurn + k, b = ring * kTurn + (k + 1) % kTurn;
      mesh.triangles.push_back({a, b, b + kTurn});
      mesh.triangles.push_back({a, b + kTurn, a + kTurn});
    }
  for (const std::uint32_t first : {0U, (count - 1) * kTurn})
    for (std::uint32_t k = 1; k + 1 < kTurn; ++k) mesh.triangles.push_back({first, first + k, first + k + 1});
  return mesh;
}

}  // namespace

std::vector<Vec2> outline(const Capsule2& capsule) {
  const Vec2 along = (capsule.to - capsule.from) / norm(capsule.to - capsule.from);
  const Vec2 right{along.y, -along.x};
  std::vector<Vec2> corners;
  for (const auto& [end, side] : {std::pair(capsule.to, 1.0), std::pair(capsule.from, -1.0)})
    for (int k = 0; k <= kHalfTurn; ++k) {
      const double angle = kHalfCircle * k / kHalfTurn;
      corners.push_back(end + (side * capsule.radius) * (std::cos(angle) * right + std::sin(angle) * along));
    }
  return corners;
}

std::vector<Vec2> outline(const Arc& arc) {
  const double start = std::atan2(arc.from.y, arc.from.x);
  double span = std::atan2(arc.to.y, arc.to.x) - start;
  if (span <= 0) span += 2 * kHalfCircle;
  const int edges = 2 + static_cast<int>(2 * kHalfTurn * span / kHalfCircle);
  std::vector<Vec2> corners;
  for (int k = 0; k <= edges; ++k) {
    const double angle = start + span * k / edges;
    corners.push_back(arc.center + arc.radius * Vec2{std::cos(angle), std::sin(angle)});
  }
  return corners;
}

TriangleMesh surface(const Capsule3& capsule) {
  const Vec3 along = (capsule.to - capsule.from) / norm(capsule.to - capsule.from);
  std::vector<Ring> rings;
  for (int k = -kQuarterTurn; k <= kQuarterTurn; ++k) {
    const double angle = 0.5 * kHalfCircle * k / kQuarterTurn;
    const Vec3 rise = (capsule.radius * std::sin(angle)) * along;
    const double radius = std::abs(k) == kQuarterTurn ? 0 : capsule.radius * std::cos(angle);
    if (k <= 0) rings.push_back({capsule.from + rise, radius});
    if (k >= 0) rings.push_back({capsule.to + rise, radius});
  }
  return revolved(rings, along);
}

TriangleMesh surface(const UprightCylinder& cylinder) {
  Vec3 along;
  along[static_cast<int>(cylinder.axis)] = 1;
  const Vec3 up = cylinder.half_height * along;
  return revolved({{cylinder.center - up, cylinder.radius}, {cylinder.center + up, cylinder.radius}}, along);
}

}  // namespace carom::io
