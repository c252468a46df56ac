#include "broad/shell_scan.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad/shell_scan.cpp"
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

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
    const auto ids = hn::LoadU(Ids(), bodies + k);
    const auto keep = hn::And(hn::RebindMask(Ids(), hn::Lt(distance2, reach * reach)), hn::Ne(ids, id));
    hn::StoreU(hn::Compress(ids, keep), Ids(), bodies + kept);
    kept += hn::CountTrue(Ids(), keep);
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
      if (scan.across) apart -= scan.period[axis] * std::round(apart / scan.period[axis]);
      distance2 += apart * apart;
    }
    const float reach = scan.room + self.radius + its.radius;
    bodies[kept] = bodies[k];
    kept += distance2 < reach * reach && bodies[k] != scan.self ? 1 : 0;
  }
  return kept;
}
#endif

}  // namespace

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
