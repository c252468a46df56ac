#pragma once
#include "math/exact/uncertain.hpp"

// exp with error bounds, in all three precisions, from + − × alone (and carom/math/portable.hpp in double).
namespace carom::math {

template <class Real>
struct Exponential {
  Uncertain<Real> whole;      ///< exp(x)
  Uncertain<Real> minus_one;  ///< exp(x) − 1, relatively as good also near 0
};
/// For x ≤ 1.
template <class Real>
Exponential<Real> certain_exponential(const Uncertain<Real>& x);
/// 1 / x for a normal x.
template <class Real>
Uncertain<Real> certain_reciprocal(double x);

template <>
Exponential<double> certain_exponential(const Uncertain<double>& x);
template <>
Uncertain<double> certain_reciprocal(double x);

}  // namespace carom::math
