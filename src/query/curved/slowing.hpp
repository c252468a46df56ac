#pragma once
#include <cmath>

#include "carom/motion/motion.hpp"
#include "math/exact/norm.hpp"

// The law `Stopping`, x = v t − ½ p v t² with the pull p = d/|v| up to the time |v|/d, in numbers of any kind.
namespace carom::query {

template <int D>
bool slows(const Motion<D>& law) {
  return law.deceleration > 0;
}

template <int D>
bool has_usual_size(const Motion<D>& law) {
  return !slows(law) || (math::has_usual_size(law.velocity) && math::has_usual_size(law.deceleration));
}

/// Whether numbers can hold the pull of a law.
template <class Number>
inline constexpr bool kHoldsRoots = !std::is_same_v<Number, math::Dyadic>;

/// The pull of a law that slows and has usual size, to within 2⁻¹⁰⁰ of it.
template <int D>
TwoTerms precise_pull(const Motion<D>& law) {
  return math::precise_quotient({law.deceleration, 0}, math::precise_norm(law.velocity));
}

/// The pull and the time of the stop of a law that slows; `Number` is Uncertain or Surd.
template <class Number>
struct Slowing {
  Number pull;
  Number stop;

  template <int D>
  explicit Slowing(const Motion<D>& law) {
    const TwoTerms size = math::precise_norm(law.velocity);
    const TwoTerms d{law.deceleration, 0};
    pull = math::around<Number>(math::precise_quotient(d, size));
    stop = math::around<Number>(math::precise_quotient(size, d));
  }
};

template <>
struct Slowing<math::Uncertain<math::Wide>> {
  math::Uncertain<math::Wide> pull;
  math::Uncertain<math::Wide> stop;

  template <int D>
  explicit Slowing(const Motion<D>& law) {
    using Number = math::Uncertain<math::Wide>;
    const auto size = math::norm_in<Number>(law.velocity);
    pull = Number(law.deceleration) * math::certain_inverse(size);
    stop = size * math::certain_inverse(Number(law.deceleration));
  }
};

template <>
struct Slowing<math::Surd> {
  math::Surd pull;
  math::Surd stop;

  template <int D>
  explicit Slowing(const Motion<D>& law) {
    using math::Surd;
    const auto size = math::norm_in<Surd>(law.velocity);
    pull = Surd(law.deceleration) * size * Surd::inverse(math::norm2_in<math::Dyadic>(law.velocity));
    stop = size * Surd::inverse(math::Dyadic(law.deceleration));
  }
};

}  // namespace carom::query
