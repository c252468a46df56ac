#include "linear_balls.hpp"

#include <gmp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

// With p, w the relative position and velocity, R the sum of radii, T the horizon: C = |p|² − R², B = p·w, A = |w|²,
// D = B² − A C, f = |p + T w|² − R², g = w·(p + T w). C ≤ 0: an impact at 0 if B < 0, else none. C > 0: an impact if
// B < 0 and (g ≥ 0 ? D ≥ 0 : f ≤ 0), at t = C / (√D − B).
namespace oracle {
namespace {

using Wide = long double;
constexpr Wide kUnit = std::numeric_limits<Wide>::epsilon() / 2;

// ---- Intervals

/// A sign that may be unknown.
enum class Sign { negative = -1, zero = 0, positive = 1, unknown = 2 };

Sign sign_of(Wide value, Wide error) {
  if (!(std::fabs(value) > error)) return Sign::unknown;  // NaN as well
  return value > 0 ? Sign::positive : Sign::negative;
}

template <int D>
struct Estimates {
  Wide p2 = 0, a = 0, b = 0, c = 0, d = 0, r = 0;
  Wide error_b = 0, error_c = 0, error_d = 0;
  bool at_rest = true;
};

/// |p × w|² and its error; each component is off by at most 4 roundings of the products that it is made of.
template <int D>
Wide cross_square(const Wide (&p)[D], const Wide (&w)[D], Wide& error) {
  Wide sum = 0;
  error = 0;
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < i; ++j) {
      const Wide one = p[i] * w[j];
      const Wide other = p[j] * w[i];
      const Wide x = one - other;
      const Wide e = 5 * kUnit * (std::fabs(one) + std::fabs(other));
      sum += x * x;
      error += 2 * std::fabs(x) * e + e * e;
    }
  error += 4 * kUnit * sum;
  return sum;
}

/// Every difference of two doubles is within one rounding; then each product, sum and square adds one more. The bounds
/// count at least twice what is needed, which covers their own rounding.
template <int D>
Estimates<D> estimates(const LinearBalls<D>& q) {
  Estimates<D> e;
  Wide p[D], w[D];
  Wide terms = 0;
  for (int k = 0; k < D; ++k) {
    p[k] = static_cast<Wide>(q.a.center[k]) - static_cast<Wide>(q.b.center[k]);
    w[k] = static_cast<Wide>(q.motion_a.velocity[k]) - static_cast<Wide>(q.motion_b.velocity[k]);
    e.at_rest = e.at_rest && q.motion_a.velocity[k] == q.motion_b.velocity[k];
    e.p2 += p[k] * p[k];
    e.a += w[k] * w[k];
    e.b += p[k] * w[k];
    terms += std::fabs(p[k] * w[k]);
  }
  e.r = static_cast<Wide>(q.a.radius) + static_cast<Wide>(q.b.radius);
  e.c = e.p2 - e.r * e.r;
  e.error_b = 10 * kUnit * terms;
  e.error_c = 12 * kUnit * (e.p2 + e.r * e.r);
  Wide error_x = 0;
  const Wide x2 = cross_square<D>(p, w, error_x);
  const Wide whole = e.r * e.r * e.a;
  e.d = whole - x2;
  e.error_d = 20 * kUnit * whole + 2 * error_x + 2 * kUnit * x2;
  return e;
}

template <int D>
std::optional<LinearTruth> decide_quickly(const LinearBalls<D>& q) {
  const Estimates<D> e = estimates(q);
  const Sign c = sign_of(e.c, e.error_c);
  const Sign b = e.at_rest ? Sign::zero : sign_of(e.b, e.error_b);
  if (c == Sign::unknown || b == Sign::unknown) return std::nullopt;
  LinearTruth truth;
  if (c == Sign::negative) {
    truth.start = Proximity::overlapping;
    truth.verdict = Verdict::overlapping;
    truth.impact = b == Sign::negative;
    return truth;
  }
  if (b != Sign::negative) return truth;
  const Sign d = sign_of(e.d, e.error_d);
  if (d == Sign::unknown) return std::nullopt;
  if (d == Sign::negative) return truth;

  const Wide root = std::sqrt(e.d);
  const Wide divisor = root - e.b;
  truth.time = e.c / divisor;
  const Wide relative =
      e.error_c / e.c + (e.error_d / (2 * std::sqrt(e.d - e.error_d)) + e.error_b) / divisor + 8 * kUnit;
  const Wide path = std::sqrt(e.a) * truth.time;
  truth.uncertainty = path * relative / std::max(e.r, path);
  if (!(truth.uncertainty < 0x1p-56L) || !(relative < 0x1p-20L)) return std::nullopt;
  const Wide horizon = q.horizon;
  if (truth.time * (1 - 2 * relative) > horizon) return LinearTruth{};
  if (!(truth.time * (1 + 2 * relative) < horizon)) return std::nullopt;
  truth.verdict = Verdict::hit;
  truth.impact = true;
  return truth;
}

// ---- Integers

/// A finite double as mantissa · 2^exponent, the mantissa odd or 0.
struct Parts {
  std::int64_t mantissa = 0;
  int exponent = 0;

  explicit Parts(double x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    const int biased = static_cast<int>(bits >> 52 & 0x7FF);
    std::uint64_t m = (bits & 0xFFFFFFFFFFFFFu) | (biased > 0 ? std::uint64_t{1} << 52 : 0);
    if (m == 0) return;
    const int zeros = __builtin_ctzll(m);
    m >>= zeros;
    exponent = std::max(biased, 1) - 1075 + zeros;
    mantissa = bits >> 63 ? -static_cast<std::int64_t>(m) : static_cast<std::int64_t>(m);
  }
};

class Integer {
 public:
  Integer() { mpz_init2(value_, 1024); }
  ~Integer() { mpz_clear(value_); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;

  mpz_ptr get() { return value_; }
  mpz_srcptr get() const { return value_; }
  int sign() const { return mpz_sgn(value_); }
  /// x in units of 2^unit, which divides it.
  void set(const Parts& x, int unit) {
    mpz_set_si(value_, x.mantissa);
    if (x.mantissa != 0) mpz_mul_2exp(value_, value_, static_cast<mp_bitcnt_t>(x.exponent - unit));
  }
  /// The number · 2^scale, rounded down to 64 bits.
  Wide wide(int scale) const {
    const std::size_t bits = mpz_sizeinbase(value_, 2);
    if (bits <= 64) return std::ldexp(static_cast<Wide>(mpz_get_ui(value_)) * mpz_sgn(value_), scale);
    const std::size_t cut = bits - 64;
    mpz_t top;
    mpz_init2(top, 128);
    mpz_tdiv_q_2exp(top, value_, cut);
    const Wide head = static_cast<Wide>(mpz_get_ui(top)) * mpz_sgn(value_);
    mpz_clear(top);
    return std::ldexp(head, static_cast<int>(cut) + scale);
  }

 private:
  mpz_t value_;
};

constexpr int kNoUnit = std::numeric_limits<int>::max();

int finer(int unit, const Parts& x) {
  return x.mantissa == 0 ? unit : std::min(unit, x.exponent);
}

/// result = a − b in units of 2^unit (or a + b).
void combine(Integer& result, Integer& scratch, const Parts& a, const Parts& b, int unit, bool add) {
  result.set(a, unit);
  scratch.set(b, unit);
  (add ? mpz_add : mpz_sub)(result.get(), result.get(), scratch.get());
}

void add_square(Integer& sum, const Integer& x) {
  mpz_addmul(sum.get(), x.get(), x.get());
}

template <int D>
class ExactBalls {
 public:
  LinearTruth decide(const LinearBalls<D>& q) {
    read(q);
    LinearTruth truth;
    truth.exact = true;
    const int gap = c_.sign();
    truth.start = gap > 0 ? Proximity::apart : gap == 0 ? Proximity::touching : Proximity::overlapping;
    const bool approaching = b_.sign() < 0;
    if (gap <= 0) {
      truth.impact = approaching;
      if (gap < 0)
        truth.verdict = Verdict::overlapping;
      else
        truth.verdict = approaching ? Verdict::hit : Verdict::touching_separating;
      return truth;
    }
    if (!approaching) return truth;
    // D = B² − A C
    mpz_mul(d_.get(), b_.get(), b_.get());
    mpz_submul(d_.get(), a_.get(), c_.get());
    if (d_.sign() < 0 || !within(q.horizon)) return truth;
    truth.verdict = Verdict::hit;
    truth.impact = true;
    set_time(truth);
    return truth;
  }

 private:
  void read(const LinearBalls<D>& q) {
    const Parts ra(q.a.radius), rb(q.b.radius);
    place_unit_ = finer(finer(kNoUnit, ra), rb);
    speed_unit_ = kNoUnit;
    for (int k = 0; k < D; ++k) {
      place_unit_ = finer(finer(place_unit_, Parts(q.a.center[k])), Parts(q.b.center[k]));
      speed_unit_ = finer(finer(speed_unit_, Parts(q.motion_a.velocity[k])), Parts(q.motion_b.velocity[k]));
    }
    if (place_unit_ == kNoUnit) place_unit_ = 0;
    if (speed_unit_ == kNoUnit) speed_unit_ = 0;
    combine(r_, scratch_, ra, rb, place_unit_, true);
    mpz_mul(r2_.get(), r_.get(), r_.get());
    mpz_neg(c_.get(), r2_.get());
    mpz_set_ui(a_.get(), 0);
    mpz_set_ui(b_.get(), 0);
    for (std::size_t k = 0; k < D; ++k) {
      const int i = static_cast<int>(k);
      combine(p_[k], scratch_, Parts(q.a.center[i]), Parts(q.b.center[i]), place_unit_, false);
      combine(w_[k], scratch_, Parts(q.motion_a.velocity[i]), Parts(q.motion_b.velocity[i]), speed_unit_, false);
      add_square(c_, p_[k]);
      add_square(a_, w_[k]);
      mpz_addmul(b_.get(), p_[k].get(), w_[k].get());
    }
  }

  /// Whether the roots of |p + t w| = R begin at or before the horizon, given that they exist.
  bool within(double horizon) {
    if (horizon == std::numeric_limits<double>::infinity()) return true;
    const Parts t(horizon);
    if (t.mantissa == 0) return false;
    // p + T w in units of 2^−shift of places: places and T w meet on the finer of both units.
    const int unit = std::min(place_unit_, speed_unit_ + t.exponent);
    const auto up_p = static_cast<mp_bitcnt_t>(place_unit_ - unit);
    const auto up_w = static_cast<mp_bitcnt_t>(speed_unit_ + t.exponent - unit);
    mpz_set_ui(g_.get(), 0);
    mpz_mul_2exp(f_.get(), r2_.get(), 2 * up_p);
    mpz_neg(f_.get(), f_.get());
    for (std::size_t k = 0; k < D; ++k) {
      mpz_mul_2exp(end_.get(), p_[k].get(), up_p);
      mpz_mul_si(scratch_.get(), w_[k].get(), t.mantissa);
      mpz_mul_2exp(scratch_.get(), scratch_.get(), up_w);
      mpz_add(end_.get(), end_.get(), scratch_.get());
      add_square(f_, end_);
      mpz_addmul(g_.get(), end_.get(), w_[k].get());
    }
    return g_.sign() >= 0 || f_.sign() <= 0;
  }

  void set_time(LinearTruth& truth) const {
    const Wide root = std::sqrt(d_.wide(2 * (place_unit_ + speed_unit_)));
    truth.time = c_.wide(2 * place_unit_) / (root - b_.wide(place_unit_ + speed_unit_));
    truth.uncertainty = 16 * kUnit;
  }

  int place_unit_ = 0;
  int speed_unit_ = 0;
  std::array<Integer, D> p_, w_;
  Integer r_, r2_, a_, b_, c_, d_, f_, g_, end_, scratch_;
};

}  // namespace

template <int D>
LinearTruth decide_exactly(const LinearBalls<D>& q) {
  static thread_local ExactBalls<D> balls;
  return balls.decide(q);
}

template <int D>
LinearTruth decide(const LinearBalls<D>& q) {
  const std::optional<LinearTruth> quick = decide_quickly(q);
  return quick ? *quick : decide_exactly(q);
}

template LinearTruth decide(const LinearBalls<2>&);
template LinearTruth decide(const LinearBalls<3>&);
template LinearTruth decide_exactly(const LinearBalls<2>&);
template LinearTruth decide_exactly(const LinearBalls<3>&);

}  // namespace oracle
