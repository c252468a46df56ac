#pragma once
#include <memory>
#include <span>
#include <string>

#include "carom/mover/walk.hpp"

// The task: capsules that walk over hills of triangles, each in its own direction, frame after frame.
namespace carom::bench {

constexpr double kRadius = 0.4;
constexpr double kUpright = 1;  ///< of the capsule's line
constexpr double kStep = 0.3;   ///< height of steps
constexpr double kFrame = 1.0 / 60;

/// One library's way to do the task.
class WalkContender {
 public:
  virtual ~WalkContender() = default;
  virtual std::string name() const = 0;
  /// The walkers' lower ends are at `starts`, free.
  virtual void build(std::span<const Triangle> ground, std::span<const Vec3> starts) = 0;
  /// One frame of a walker with this velocity across and its own gravity.
  virtual void step(std::size_t walker, const Vec3& velocity) = 0;
  virtual Vec3 place(std::size_t walker) const = 0;
};

enum class CaromForm { walk, slide };
std::unique_ptr<WalkContender> carom_walk(CaromForm form);
std::unique_ptr<WalkContender> bullet_walk();

}  // namespace carom::bench
