// How far a ball is from a plane and how fast it comes nearer, in compensated sums (math/exact/compensated.inl, which
// comes before). The scalar and the vector code take the same steps, for the same bits. Number is double or a vector;
// Real is what fills the lanes of one.

template <class Number>
struct PlaneTerms {
  Number gap;         ///< normal·p − level − radius |normal|, the level being offset |normal| + normal·point
  Number gap_scale;   ///< the sum of its terms' sizes
  Number rate;        ///< normal·(v − v0): negative while the ball approaches
  Number rate_scale;  ///< the same of this
};

/// −level − radius |normal|; the length is left out where it is 1.
template <bool kUnit, class Number>
CAROM_INLINE Compensated<Number> minus_reach(const Compensated<Number>& minus_level, Number radius,
                                             const Compensated<Number>& length, Number splitter, Number zero) {
  if constexpr (kUnit) return exact_sum(minus_level.high, -radius);
  const Compensated<Number> minus_radius{-radius, zero};
  return sum(minus_level,
             product(minus_radius, halves(minus_radius.high, splitter), length, halves(length.high, splitter)));
}

/// Errors are within 2⁻¹⁰⁰ of the scales and two roundings of the values.
template <bool kUnit, int D, class Number>
CAROM_INLINE PlaneTerms<Number> plane_terms(const Number (&p)[D], const Number (&v)[D], Number radius,
                                            const Number (&normal)[D], const Compensated<Number>& length,
                                            const Compensated<Number>& minus_level, const Number (&minus_v0)[D],
                                            Number splitter, Number zero) {
  Compensated<Number> gap = minus_reach<kUnit>(minus_level, radius, length, splitter, zero);
  Compensated<Number> rate{zero, zero};
  const Number reach = kUnit ? radius : radius * length.high;
  PlaneTerms<Number> terms{zero, magnitude(minus_level.high) + reach, zero, zero};
  for (int k = 0; k < D; ++k) {
    const Compensated<Number> n{normal[k], zero};
    const Halves<Number> n_parts = halves(normal[k], splitter);
    const Compensated<Number> w = exact_sum(v[k], minus_v0[k]);
    const Compensated<Number> along = product(n, n_parts, Compensated<Number>{p[k], zero}, halves(p[k], splitter));
    const Compensated<Number> speed = product(n, n_parts, w, halves(w.high, splitter));
    gap = sum(gap, along);
    rate = sum(rate, speed);
    terms.gap_scale = terms.gap_scale + magnitude(along.high);
    terms.rate_scale = terms.rate_scale + magnitude(speed.high);
  }
  terms.gap = gap.high + gap.low;
  terms.rate = rate.high + rate.low;
  return terms;
}
