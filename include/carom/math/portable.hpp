#pragma once

#pragma GCC visibility push(default)

/// Elementary functions made from + − × ÷ and bit operations alone: the same bits on every machine and compiler, which
/// the ones of the C library do not promise. Errors are stated in units in the last place of the result; special values
/// (0, ±∞, NaN, results that overflow or are subnormal) are as in IEC 60559.
namespace carom::portable {

double log(double x);     ///< natural logarithm; within 0.6 ulp; NaN below 0
double log1p(double x);   ///< log(1 + x), accurate near 0; within 0.6 ulp; NaN below −1
double exp(double x);     ///< within 0.6 ulp, 1 ulp where the result is subnormal
double expm1(double x);   ///< exp(x) − 1, accurate near 0; within 0.6 ulp
double cbrt(double x);    ///< cube root, of either sign; within 0.501 ulp
double sin_pi(double x);  ///< sin(πx) for any x, exact where sin(πx) is 0 or ±1; within 0.8 ulp; NaN for ±∞
double cos_pi(double x);  ///< cos(πx), likewise

}  // namespace carom::portable

#pragma GCC visibility pop
