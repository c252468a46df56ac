#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/math/vec.hpp"

// The task: discs or spheres of diameter 1 m and mass 1 kg fall into a box that is open at the top, and come to rest
// there. g = 10 m/s², restitution .5, friction .5, frames of 1/60 s, one thread.
namespace carom::bench {

constexpr double kRadius = 0.5;
constexpr double kGravity = 10;
constexpr double kRestitution = 0.5;
constexpr double kFriction = 0.5;
constexpr double kFrame = 1.0 / 60;

/// How a heap begins.
struct HeapStart {
  int dimension = 2;
  double width = 0;          ///< of the box, from 0 on, along each axis but the last, which is upwards
  std::vector<Vec3> places;  ///< of the centres; z = 0 in the plane
  bool may_sleep = true;
};

/// One library's way to do the task.
class HeapContender {
 public:
  virtual ~HeapContender() = default;
  /// One frame.
  virtual void step() = 0;
  /// Of each ball, as it was added.
  virtual void read(std::span<Vec3> places, std::span<Vec3> velocities) const = 0;
  virtual std::size_t awake() const = 0;
};

/// What makes a contender, in the dimensions in which it does something.
struct HeapMaker {
  std::string name;
  int dimension = 0;  ///< 0: both
  std::unique_ptr<HeapContender> (*make)(const HeapStart& start);
};

std::unique_ptr<HeapContender> carom_heap(const HeapStart& start);
// With ticks of 1/64 s, near the length of a frame, and of two frames, instead of the 1/256 s that Carom chooses:
std::unique_ptr<HeapContender> carom_heap_64(const HeapStart& start);
std::unique_ptr<HeapContender> carom_heap_32(const HeapStart& start);
std::unique_ptr<HeapContender> box2d_heap(const HeapStart& start);  ///< in the plane
std::unique_ptr<HeapContender> jolt_heap(const HeapStart& start);   ///< in space

}  // namespace carom::bench
