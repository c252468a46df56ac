#include "broad/shell_scan.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad/shell_scan.cpp"
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace carom::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#include "broad/float_records.inl"

#if HWY_MAX_BYTES >= 16
template <int D>
HWY_INLINE std::size_t near_shells_in(const ShellScan<D>& scan, std::uint32_t* bodies, std::size_t count) {
  const Floats d;
  const ShellCenter& self = scan.centers[scan.self];
  const auto id = hn::Set(Ids(), scan.self);
  hn::StoreU(id, Ids(), bodies + count);
  const Float room = hn::Set(d, scan.room + self.radius);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; k += kFloats) {
    const float* records[kFloats];
    for (std::size_t lane = 0; lane < kFloats; ++lane) records[lane] = scan.centers[bodies[k + lane]].position;
    Float its[4];
    transpose_floats(records, its);
    Float distance2 = hn::Zero(d);
    for (int axis = 0; axis < D; ++axis) {
      Float apart = hn::Set(d, self.position[axis]) - its[axis];
      if (scan.across) {
        const float side = scan.period[axis];
        apart = apart - hn::Set(d, side) * hn::Round(apart * hn::Set(d, 1 / side));
      }
      distance2 = distance2 + apart * apart;
    }
    const Float reach = room + its[3];
    auto ids = hn::LoadU(Ids(), bodies + k);
    const std::size_t found =
        compress(ids, hn::And(hn::RebindMask(Ids(), hn::Lt(distance2, reach * reach)), hn::Ne(ids, id)));
    hn::StoreU(ids, Ids(), bodies + kept);
    kept += found;
  }
  return kept;
}
#else
template <int D>
std::size_t near_shells_in(const ShellScan<D>& scan, std::uint32_t* bodies, std::size_t count) {
  const ShellCenter& self = scan.centers[scan.self];
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const ShellCenter& its = scan.centers[bodies[k]];
    float distance2 = 0;
    for (int axis = 0; axis < D; ++axis) {
      float apart = self.position[axis] - its.position[axis];
      const float side = scan.period[axis];
      if (scan.across && std::fabs(apart) > 0.5F * side) apart -= side * std::round(apart / side);
      distance2 += apart * apart;
    }
    const float reach = scan.room + self.radius + its.radius;
    bodies[kept] = bodies[k];
    kept += distance2 < reach * reach && bodies[k] != scan.self ? 1 : 0;
  }
  return kept;
}
#endif

/// The places but the last one of a shell that hold a body, as bits; at least the first of them.
HWY_INLINE unsigned places_of(const Shell& shell, std::uint32_t body) {
#if HWY_MAX_BYTES == 8
  for (std::size_t k = 0; k < Shell::kPlaces - 1; ++k)
    if (shell.bodies[k] == body) return 1u << k;
  return 0;
#else
  const hn::CappedTag<std::uint32_t, Shell::kPlaces> d;
  unsigned places = 0;
  for (std::size_t k = 0; k < Shell::kPlaces; k += hn::Lanes(d)) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::Eq(hn::Load(d, shell.bodies + k), hn::Set(d, body)), bytes);
    places |= (bytes[0] | static_cast<unsigned>(bytes[1]) << 8) << k;
  }
  return places & ((1u << (Shell::kPlaces - 1)) - 1);
#endif
}

/// Puts `fresh` where `old(other)` is in the first shell of each.
template <class Old, class Fresh>
HWY_INLINE std::size_t replace(Shell* shells, std::uint32_t* near, std::size_t count, Old old, Fresh fresh) {
  std::size_t left = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t other = near[k];
    const unsigned places = places_of(shells[other], old(other));
    near[left] = other;
    if (HWY_LIKELY(places != 0))
      shells[other].bodies[__builtin_ctz(places)] = fresh(other);
    else
      ++left;
  }
  return left;
}

}  // namespace

std::size_t link_shells(Shell* shells, std::uint32_t body, std::uint32_t* near, std::size_t count) {
  std::fill(near + count, near + Shell::kPlaces, body);
  std::copy(near, near + Shell::kPlaces, shells[body].bodies);
  const auto itself = [](std::uint32_t other) { return other; };
  return replace(shells, near, count, itself, [body](std::uint32_t) { return body; });
}

std::size_t unlink_shells(Shell* shells, std::uint32_t body, std::uint32_t* near, std::size_t count) {
  const auto itself = [](std::uint32_t other) { return other; };
  return replace(
      shells, near, count, [body](std::uint32_t) { return body; }, itself);
}

std::size_t near_shells2(const ShellScan<2>& scan, std::uint32_t* bodies, std::size_t count) {
  return near_shells_in<2>(scan, bodies, count);
}
std::size_t near_shells3(const ShellScan<3>& scan, std::uint32_t* bodies, std::size_t count) {
  return near_shells_in<3>(scan, bodies, count);
}

}  // namespace carom::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::detail {

HWY_EXPORT(near_shells2);
HWY_EXPORT(near_shells3);
HWY_EXPORT(link_shells);
HWY_EXPORT(unlink_shells);

LinkShells best_link_shells() {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return HWY_DYNAMIC_DISPATCH(link_shells);
}

UnlinkShells best_unlink_shells() {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return HWY_DYNAMIC_DISPATCH(unlink_shells);
}

template <>
NearShells<2> best_near_shells() {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return HWY_DYNAMIC_DISPATCH(near_shells2);
}

template <>
NearShells<3> best_near_shells() {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return HWY_DYNAMIC_DISPATCH(near_shells3);
}

}  // namespace carom::detail
#endif
