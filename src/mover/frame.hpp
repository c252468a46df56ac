#pragma once
#include <concepts>
#include <optional>
#include <span>
#include <vector>

#include "carom/mover/walk.hpp"
#include "shape/upright.hpp"

namespace carom::mover {

[[noreturn]] void refuse_up(Axis up, Axis own);
/// std::invalid_argument for a cylinder that is along another axis.
void require_along(Axis up, std::span<const UprightCylinder> others);

/// The coordinates in which a mover is moved: up is the last one. In the plane, and where up is z, those of the caller.
template <int D>
class Frame {
 public:
  /// std::invalid_argument if another mover is a cylinder along another axis.
  Frame(Axis up, const OtherMovers& others) : up_(up) {
    if constexpr (D == 3) require_along(up, others.cylinders);
  }

  bool is_callers() const { return D == 2 || up_ == Axis::z; }

  /// A point, a vector or a shape of the caller, as seen in here.
  template <class Seen>
  Seen upright(const Seen& seen) const {
    if constexpr (D == 3)
      if (!is_callers()) return shape::upright(seen, up_);
    return seen;
  }
  /// Back again.
  template <class Seen>
  Seen in_space(const Seen& seen) const {
    if constexpr (D == 3)
      if (!is_callers()) return shape::in_space(seen, up_);
    return seen;
  }
  std::vector<SlideContact<D>> in_space(std::vector<SlideContact<D>> contacts) const {
    if (is_callers()) return contacts;
    for (SlideContact<D>& contact : contacts) {
      contact.point = in_space(contact.point);
      contact.normal = in_space(contact.normal);
    }
    return contacts;
  }

  /// Calls use(shape), the caller's shape as seen in here.
  template <class Shape, class Use>
  void with_upright(const Shape& seen, const Use& use) const {
    if (is_callers())
      use(seen);
    else
      use(upright(seen));
  }

 private:
  Axis up_;
};

/// The axis of a cylinder, and up in the plane; none of others.
template <MoverShape Mover>
std::optional<Axis> own_axis(const Mover& mover) {
  if constexpr (std::same_as<Mover, UprightCylinder>) return mover.axis;
  return kDimension<Mover> == 2 ? std::optional(Axis::y) : std::nullopt;
}

/// Of a mover that slides and has no up: as the cylinders in its way are seen.
template <MoverShape Mover>
Frame<kDimension<Mover>> frame_of(const Mover& mover, const OtherMovers& others) {
  const Axis theirs = others.cylinders.empty() ? Axis::z : others.cylinders.front().axis;
  return {own_axis(mover).value_or(theirs), others};
}

/// Of a mover that walks: up is as given, or along a cylinder, or z. std::invalid_argument where the first two differ.
template <MoverShape Mover>
Frame<kDimension<Mover>> frame_of(const Mover& mover, const WalkOptions& options) {
  const std::optional<Axis> own = own_axis(mover);
  const Axis up = options.up.value_or(own.value_or(Axis::z));
  if (own.value_or(up) != up) refuse_up(up, *own);
  return {up, options.slide.others};
}

}  // namespace carom::mover
