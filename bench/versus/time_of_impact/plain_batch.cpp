#include "contender.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "time_of_impact/plain_batch.cpp"
// The instruction sets of Carom's batches; set before Highway is included.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// The same quadratic without branches, for vectors of the instruction set that Carom's batches use, too.
HWY_BEFORE_NAMESPACE();
namespace carom::bench::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Of the pairs from k on, as many as a vector has lanes.
template <int D, class Real>
HWY_INLINE hn::Vec<hn::ScalableTag<Real>> plain_times(const Pairs<D, Real>& pairs, Real horizon, std::size_t k) {
  const hn::ScalableTag<Real> d;
  const auto zero = hn::Zero(d);
  hn::Vec<decltype(d)> along = zero;
  hn::Vec<decltype(d)> speed2 = zero;
  hn::Vec<decltype(d)> distance2 = zero;
  for (std::size_t i = 0; i < D; ++i) {
    const auto p = hn::LoadU(d, pairs.b[i].data() + k) - hn::LoadU(d, pairs.a[i].data() + k);
    const auto w = hn::LoadU(d, pairs.b[D + 1 + i].data() + k) - hn::LoadU(d, pairs.a[D + 1 + i].data() + k);
    along = i == 0 ? p * w : along + p * w;
    speed2 = i == 0 ? w * w : speed2 + w * w;
    distance2 = i == 0 ? p * p : distance2 + p * p;
  }
  const auto reach = hn::LoadU(d, pairs.a[D].data() + k) + hn::LoadU(d, pairs.b[D].data() + k);
  const auto gap = distance2 - reach * reach;
  const auto discriminant = along * along - speed2 * gap;
  const auto time = hn::Max(gap, zero) / (hn::Sqrt(hn::Max(discriminant, zero)) - along);
  const auto miss = hn::Or(hn::Or(hn::Ge(along, zero), hn::Lt(discriminant, zero)), hn::Gt(time, hn::Set(d, horizon)));
  return hn::IfThenElse(miss, hn::Inf(d), time);
}

/// The last vector overlaps the one before it.
template <int D, class Real>
void plain_batch_of(const Pairs<D, Real>& pairs, Real horizon, Real* times) {
  const hn::ScalableTag<Real> d;
  const std::size_t last = pairs.size() - hn::Lanes(d);
  for (std::size_t k = 0; k < last; k += hn::Lanes(d))
    hn::StoreU(plain_times<D, Real>(pairs, horizon, k), d, times + k);
  hn::StoreU(plain_times<D, Real>(pairs, horizon, last), d, times + last);
}

}  // namespace

#define CAROM_PLAIN(D, Real, Name)                                           \
  void Plain##Name(const Pairs<D, Real>& pairs, Real horizon, Real* times) { \
    plain_batch_of<D, Real>(pairs, horizon, times);                          \
  }
CAROM_PLAIN(2, double, 2d)
CAROM_PLAIN(3, double, 3d)
CAROM_PLAIN(2, float, 2f)
CAROM_PLAIN(3, float, 3f)
#undef CAROM_PLAIN

}  // namespace carom::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::bench {

#define CAROM_PLAIN(D, Real, Name)                                                     \
  HWY_EXPORT(Plain##Name);                                                             \
  template <>                                                                          \
  void plain_batch(const Pairs<D, Real>& pairs, Real horizon, std::span<Real> times) { \
    HWY_DYNAMIC_DISPATCH(Plain##Name)(pairs, horizon, times.data());                   \
  }
CAROM_PLAIN(2, double, 2d)
CAROM_PLAIN(3, double, 3d)
CAROM_PLAIN(2, float, 2f)
CAROM_PLAIN(3, float, 3f)
#undef CAROM_PLAIN

}  // namespace carom::bench
#endif
