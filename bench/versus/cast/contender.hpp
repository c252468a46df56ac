#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/index/index.hpp"

// The task: equal still balls, and equal balls that are cast among them in straight lines; which ball does each meet
// first, and at what part of its path?
namespace carom::bench {

constexpr double kRadius = 0.5;
constexpr std::uint32_t kNothing = UINT32_MAX;

struct CastAnswer {
  std::uint32_t ball = kNothing;
  double time = 1;
};

/// One library's way to do the task. `build` copies what it needs; `cast` may answer in any order.
class CastContender {
 public:
  virtual ~CastContender() = default;
  virtual std::string name() const = 0;
  virtual void build(std::span<const Sphere> balls) = 0;
  /// The horizon of all casts is 1.
  virtual void cast(std::span<const Cast<3>> casts, std::span<CastAnswer> answers) = 0;
};

std::unique_ptr<CastContender> carom_cast();
std::unique_ptr<CastContender> plain_grid_cast();
enum class EmbreeForm { spheres, packets, user };
std::unique_ptr<CastContender> embree_cast(EmbreeForm form);
std::unique_ptr<CastContender> bullet_cast();

}  // namespace carom::bench
