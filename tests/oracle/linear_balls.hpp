#pragma once
#include "carom/query/verdict.hpp"

// Two balls in linear motion, decided in another way than the library's: intervals of long double, and GMP integers
// for whatever these leave open.
namespace oracle {

using carom::Ball;
using carom::Linear;
using carom::Proximity;
using carom::Vec;
using carom::Verdict;

template <int D>
struct LinearBalls {
  Ball<D> a;
  Ball<D> b;
  Linear<D> motion_a;
  Linear<D> motion_b;
  double horizon = 0;
};

struct LinearTruth {
  Verdict verdict = Verdict::miss;
  Proximity start = Proximity::apart;
  bool impact = false;
  long double time = 0;         ///< of the impact, if there is one
  long double uncertainty = 0;  ///< of the contact's position, relative to the larger of R and the path
  bool exact = false;           ///< integers were needed
};

template <int D>
LinearTruth decide(const LinearBalls<D>& q);

/// By integers alone.
template <int D>
LinearTruth decide_exactly(const LinearBalls<D>& q);

}  // namespace oracle
