#pragma once
#include "math/uncertain.hpp"

// exp with error bounds, in all three precisions, from + − × alone (and carom/math/portable.hpp in double).
namespace carom::detail {

/// exp(x) − 1, for x ≤ 1.
template <class Real>
Uncertain<Real> certain_expm1(const Uncertain<Real>& x);
/// exp(x), for x ≤ 1.
template <class Real>
Uncertain<Real> certain_exp(const Uncertain<Real>& x);
/// 1 / x for a normal x.
template <class Real>
Uncertain<Real> certain_reciprocal(double x);

template <>
Uncertain<double> certain_expm1(const Uncertain<double>& x);
template <>
Uncertain<double> certain_exp(const Uncertain<double>& x);
template <>
Uncertain<double> certain_reciprocal(double x);

}  // namespace carom::detail
