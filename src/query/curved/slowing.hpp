#pragma once
#include <cmath>
#include <optional>
#include <type_traits>

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

/// The way of a law that slows, beside a body that stands: the same straight one as at full speed, but on a clock of
/// its own, u = t − ½ p t², which runs on to |v|/2d.
class SlowingClock {
 public:
  template <int D>
  SlowingClock(const Motion<D>& law, double horizon) : pull_(precise_pull(law).high) {
    end_ = reading(horizon);
  }

  double reading(double time) const { return time < 1 / pull_ ? time * (1 - 0.5 * pull_ * time) : 0.5 / pull_; }
  /// At the horizon, to within `doubt()`.
  double end() const { return end_; }
  double doubt() const { return kDoubt * end_; }

  /// A clock that is certainly beyond the end.
  double beyond() const { return end_ + doubt(); }
  /// One that is before it, and where half of the speed is left: a rounded clock tells the time to 1½ of its rounding.
  double before() const { return std::fmin(end_ - doubt(), 0.375 / pull_); }
  double time(double clock) const { return 2 * clock / (1 + std::sqrt(std::fmax(0, 1 - 2 * pull_ * clock))); }

 private:
  static constexpr double kDoubt = 0x1p-44;

  double pull_;
  double end_;
};

template <int D>
bool stands(const Motion<D>& law) {
  return is_zero(law.velocity) && (is_zero(law.acceleration) || law.stop == 0);
}

/// Of two laws of which one slows and the other stands.
template <int D>
std::optional<SlowingClock> slowing_clock(const Motion<D>& a, const Motion<D>& b, double horizon) {
  const Motion<D>& law = slows(a) ? a : b;
  if (!slows(law) || !has_usual_size(law) || !stands(slows(a) ? b : a)) return std::nullopt;
  return SlowingClock(law, horizon);
}

}  // namespace carom::query
