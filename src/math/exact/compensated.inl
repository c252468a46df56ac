// Sums of a number and its small correction, high + low: like double-double numbers (double_double.hpp), but never
// normalised, which leaves errors of a few 2⁻¹⁰⁶ of the terms, not of the result. Number is double or several of them
// side by side. Included inside the namespace of the one who uses it: by the SIMD code once for each instruction set,
// with CAROM_MUL_SUB(a, b, c) = a × b − c, rounded once, where the processor has it. The bits are the same.

template <class Number>
struct Compensated {
  Number high;
  Number low;
};

/// Exact (Knuth, The Art of Computer Programming 2, 4.2.2).
template <class Number>
CAROM_INLINE Compensated<Number> exact_sum(Number a, Number b) {
  const Number sum = a + b;
  const Number b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// Exact but for the rounding of the low terms.
template <class Number>
CAROM_INLINE Compensated<Number> sum(const Compensated<Number>& a, const Compensated<Number>& b) {
  const Compensated<Number> high = exact_sum(a.high, b.high);
  return {high.high, high.low + (a.low + b.low)};
}

inline constexpr double kSplitter = 0x1p27 + 1;

#ifdef CAROM_MUL_SUB
/// Nothing: the error of a product needs no halves here.
template <class Number>
struct Halves {};

template <class Number>
CAROM_INLINE Halves<Number> halves(Number /*a*/, Number /*splitter*/) {
  return {};
}

/// a × b − high, exact for high = a × b rounded.
template <class Number>
CAROM_INLINE Number product_error(Number a, const Halves<Number>& /*a_halves*/, Number b,
                                  const Halves<Number>& /*b_halves*/, Number high) {
  return CAROM_MUL_SUB(a, b, high);
}
#else
/// a = high + low with at most 26 bits each (Veltkamp, see Dekker 1971); |a| < 2⁹⁹⁵.
template <class Number>
struct Halves {
  Number high;
  Number low;
};

template <class Number>
CAROM_INLINE Halves<Number> halves(Number a, Number splitter) {
  const Number scaled = splitter * a;
  const Number high = scaled - (scaled - a);
  return {high, a - high};
}

/// a × b − high, exact for high = a × b rounded (Dekker 1971; the sum of the two mixed terms has 53 bits).
template <class Number>
CAROM_INLINE Number product_error(Number /*a*/, const Halves<Number>& a, Number /*b*/, const Halves<Number>& b,
                                  Number high) {
  const Number mixed = a.high * b.low + a.low * b.high;
  return ((a.high * b.high - high) + mixed) + a.low * b.low;
}
#endif

/// Exact but for the rounding of the low terms.
template <class Number>
CAROM_INLINE Compensated<Number> product(const Compensated<Number>& a, const Halves<Number>& a_halves,
                                         const Compensated<Number>& b, const Halves<Number>& b_halves) {
  const Number high = a.high * b.high;
  const Number error = product_error(a.high, a_halves, b.high, b_halves, high);
  return {high, error + (a.high * b.low + a.low * b.high)};
}

template <class Number>
CAROM_INLINE Compensated<Number> square(const Compensated<Number>& a, const Halves<Number>& a_halves) {
  const Number high = a.high * a.high;
  const Number error = product_error(a.high, a_halves, a.high, a_halves, high);
  const Number cross = a.high * a.low;
  return {high, error + (cross + cross)};
}
