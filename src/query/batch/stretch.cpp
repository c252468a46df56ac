#include "query/batch/stretch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/stretch.cpp"
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace carom::query::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Numbers = hn::ScalableTag<double>;

template <class Vector>
HWY_INLINE auto finite(Numbers d, Vector numbers) {
  return hn::Lt(hn::Abs(numbers), hn::Inf(d));
}

}  // namespace

bool all_finite_of(const double* numbers) {
  const Numbers d;
  auto good = hn::Eq(hn::Zero(d), hn::Zero(d));
  for (std::size_t k = 0; k < kStretch; k += hn::Lanes(d)) good = hn::And(good, finite(d, hn::LoadU(d, numbers + k)));
  return hn::AllTrue(d, good);
}

bool all_radii_of(const double* numbers) {
  const Numbers d;
  auto good = hn::Eq(hn::Zero(d), hn::Zero(d));
  for (std::size_t k = 0; k < kStretch; k += hn::Lanes(d)) {
    const auto some = hn::LoadU(d, numbers + k);
    good = hn::And(good, hn::And(finite(d, some), hn::Ge(some, hn::Zero(d))));
  }
  return hn::AllTrue(d, good);
}

void split_rows_2d(const double* rows, double* const* columns) {
  const Numbers d;
  for (std::size_t k = 0; k < kStretch; k += hn::Lanes(d)) {
    hn::Vec<Numbers> x, y;
    __builtin_prefetch(rows + 2 * (k + 2 * kStretch));  // of the next ones
    hn::LoadInterleaved2(d, rows + 2 * k, x, y);
    hn::StoreU(x, d, columns[0] + k);
    hn::StoreU(y, d, columns[1] + k);
  }
}

void split_rows_3d(const double* rows, double* const* columns) {
  const Numbers d;
  for (std::size_t k = 0; k < kStretch; k += hn::Lanes(d)) {
    hn::Vec<Numbers> x, y, z;
    __builtin_prefetch(rows + 3 * (k + 2 * kStretch));  // of the next ones
    hn::LoadInterleaved3(d, rows + 3 * k, x, y, z);
    hn::StoreU(x, d, columns[0] + k);
    hn::StoreU(y, d, columns[1] + k);
    hn::StoreU(z, d, columns[2] + k);
  }
}

}  // namespace carom::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::query {

HWY_EXPORT(all_finite_of);
HWY_EXPORT(all_radii_of);
HWY_EXPORT(split_rows_2d);
HWY_EXPORT(split_rows_3d);

bool all_finite(const double* numbers) {
  return HWY_DYNAMIC_DISPATCH(all_finite_of)(numbers);
}
bool all_radii(const double* numbers) {
  return HWY_DYNAMIC_DISPATCH(all_radii_of)(numbers);
}
template <>
void split_rows<2>(const double* rows, double* const* columns) {
  HWY_DYNAMIC_DISPATCH(split_rows_2d)(rows, columns);
}
template <>
void split_rows<3>(const double* rows, double* const* columns) {
  HWY_DYNAMIC_DISPATCH(split_rows_3d)(rows, columns);
}

}  // namespace carom::query
#endif
