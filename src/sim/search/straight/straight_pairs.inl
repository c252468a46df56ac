// Vectors of pairs of balls on straight paths, for files that Highway compiles once per instruction set: without
// include guard. The including file is inside a namespace in carom::HWY_NAMESPACE and has `hn`.

using Lanes = hn::ScalableTag<double>;
using Real = hn::Vec<Lanes>;
using Bits = hn::RebindToSigned<Lanes>;
using Mask = hn::Mask<Lanes>;
using Filter = query::LinearFilter<double>;

constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(double);
constexpr std::size_t kStride = 8;  // numbers in a record

HWY_INLINE Real all(double value) {
  return hn::Set(Lanes(), value);
}

/// Number k of a ball's record; see Particle.
template <int D>
struct Field {
  static constexpr std::size_t kVelocity = D;
  static constexpr std::size_t kOffset = 2 * D;
  static constexpr std::size_t kEpoch = 2 * D + 1;
  static_assert(sizeof(Particle<D>) == kStride * sizeof(double));
};

// The first numbers of as many records as a vector has lanes, number by number.
#if HWY_MAX_BYTES >= 32
using Four = hn::FixedTag<double, 4>;

HWY_INLINE void transpose_four(const double* const* records, std::size_t from, hn::Vec<Four>* numbers) {
  const Four d;
  const auto r0 = hn::Load(d, records[0] + from);
  const auto r1 = hn::Load(d, records[1] + from);
  const auto r2 = hn::Load(d, records[2] + from);
  const auto r3 = hn::Load(d, records[3] + from);
  const auto even01 = hn::InterleaveLower(d, r0, r1);
  const auto odd01 = hn::InterleaveUpper(d, r0, r1);
  const auto even23 = hn::InterleaveLower(d, r2, r3);
  const auto odd23 = hn::InterleaveUpper(d, r2, r3);
  numbers[0] = hn::ConcatLowerLower(d, even23, even01);
  numbers[1] = hn::ConcatLowerLower(d, odd23, odd01);
  numbers[2] = hn::ConcatUpperUpper(d, even23, even01);
  numbers[3] = hn::ConcatUpperUpper(d, odd23, odd01);
}

HWY_INLINE void transpose(const double* const* records, Real (&numbers)[8]) {
  for (std::size_t from = 0; from < 8; from += 4) {
    hn::Vec<Four> low[4];
    transpose_four(records, from, low);
#if HWY_MAX_BYTES >= 64
    hn::Vec<Four> high[4];
    transpose_four(records + 4, from, high);
    for (std::size_t k = 0; k < 4; ++k) numbers[from + k] = hn::Combine(Lanes(), high[k], low[k]);
#else
    for (std::size_t k = 0; k < 4; ++k) numbers[from + k] = low[k];
#endif
  }
}
#else
HWY_INLINE void transpose(const double* const* records, Real (&numbers)[8]) {
  const Lanes d;
  for (std::size_t from = 0; from < 8; from += 2) {
    const Real r0 = hn::Load(d, records[0] + from);
    const Real r1 = hn::Load(d, records[1] + from);
    numbers[from] = hn::InterleaveLower(d, r0, r1);
    numbers[from + 1] = hn::InterleaveUpper(d, r0, r1);
  }
}
#endif

template <int D>
HWY_INLINE Real dot_product(const Real (&a)[D], const Real (&b)[D]) {
  const Real flat = a[0] * b[0] + a[1] * b[1];
  if constexpr (D == 2)
    return flat;
  else
    return flat + a[2] * b[2];
}

template <int D>
HWY_INLINE Real cross_product2(const Real (&a)[D], const Real (&b)[D]) {
  const Real z = a[0] * b[1] - a[1] * b[0];
  if constexpr (D == 2) {
    return z * z;
  } else {
    const Real x = a[1] * b[2] - a[2] * b[1];
    const Real y = a[2] * b[0] - a[0] * b[2];
    return x * x + y * y + z * z;
  }
}

/// The numbers of one ball, in every lane.
template <int D>
struct Self {
  Real position[D];
  Real velocity[D];
  Real offset;
  Real radius;
  hn::Vec<Bits> epoch;
  hn::Vec<Bits> id;
  hn::Vec<Bits> parted;
  Real since;

  explicit HWY_INLINE Self(const StraightSearch<D>& search)
      : offset(all(search.particles[search.self].offset)),
        radius(all(search.radii ? search.radii[search.self] : search.radius)),
        epoch(hn::Set(Bits(), search.particles[search.self].epoch)),
        id(hn::Set(Bits(), std::int64_t{search.self})),
        parted(hn::Set(Bits(), std::int64_t{search.parted})),
        since(all(search.since)) {
    for (int k = 0; k < D; ++k) {
      position[k] = all(search.particles[search.self].position[k]);
      velocity[k] = all(search.particles[search.self].velocity[k]);
    }
  }
};

/// The relative state of each pair, as Predictor::relative has it.
template <int D>
struct Pairs {
  Real p[D];
  Real w[D];
  Real reach;
  Real later;  ///< from the ball's own time to the later of both
  Mask special;
  Mask left_out;  ///< the ball itself, and the one that it has parted from
  hn::Vec<Bits> ids;
  Real image[D];  ///< periodic worlds: of the copy of the ball of higher id that is meant, in boxes

  Pairs() = default;
  HWY_INLINE Pairs(const StraightSearch<D>& search, const Self<D>& self, const std::uint32_t* bodies) {
    const Lanes d;
    const Bits bits;
    HWY_ALIGN std::int64_t looked_at[kLanes];
    Real numbers[8];
    read(search, self, bodies, looked_at, numbers);
    const auto word = hn::BitCast(bits, numbers[Field<D>::kEpoch]);
    special = hn::MaskFromVec(hn::BitCast(d, hn::BroadcastSignBit(word)));
    const auto epochs = hn::ShiftRight<8>(hn::ShiftLeft<8>(word)) - self.epoch;
    const Real ahead = hn::ConvertTo(d, epochs) * all(search.epoch_length) + (numbers[Field<D>::kOffset] - self.offset);
    later = hn::Max(ahead, hn::Zero(d));
    const Real earlier = hn::Max(hn::Neg(ahead), hn::Zero(d));
    Real its[D];
    Real own[D];
    for (int k = 0; k < D; ++k) image[k] = hn::Zero(d);
    for (int k = 0; k < D; ++k) {
      const Real& velocity = numbers[Field<D>::kVelocity + k];
      own[k] = self.position[k] + later * self.velocity[k];
      its[k] = numbers[k] + earlier * velocity;
      p[k] = own[k] - its[k];
      w[k] = self.velocity[k] - velocity;
    }
    if (search.periodic && may_be_copies(search, self.since - later))
      take_nearest(search, self, own, its, hn::RebindMask(d, hn::Lt(ids, self.id)));
    reach = self.radius + radii(search, self, looked_at);
  }

  /// The records of the balls, number by number: those of ball 0 for the balls that are left out, whose records may
  /// have just been written, in parts, so that a vector of them could not be read before they have arrived in the
  /// cache.
  HWY_INLINE void read(const StraightSearch<D>& search, const Self<D>& self, const std::uint32_t* bodies,
                       std::int64_t* looked_at, Real (&numbers)[8]) {
    const Bits bits;
    const hn::Rebind<std::uint32_t, Lanes> narrow;
    ids = hn::BitCast(bits, hn::PromoteTo(hn::RebindToUnsigned<Lanes>(), hn::LoadU(narrow, bodies)));
    const auto out = hn::Or(hn::Eq(ids, self.id), hn::Eq(ids, self.parted));
    left_out = hn::RebindMask(Lanes(), out);
    hn::Store(hn::IfThenZeroElse(out, ids), bits, looked_at);
    const auto* base = reinterpret_cast<const double*>(search.particles);
    const double* records[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      records[lane] = base + kStride * static_cast<std::size_t>(looked_at[lane]);
    transpose(records, numbers);
  }

  /// Whether some ball may be nearer in another copy `left` from then. If not, p and w are those of the ball itself
  /// minus the others, whoever is lower: what is asked of them has the same bits for −p and −w.
  HWY_INLINE bool may_be_copies(const StraightSearch<D>& search, Real left) const {
    const Lanes d;
    Mask far = hn::Gt(hn::Abs(p[0] + left * w[0]), all(0.49 * search.period[0]));
    for (int k = 1; k < D; ++k) far = hn::Or(far, hn::Gt(hn::Abs(p[k] + left * w[k]), all(0.49 * search.period[k])));
    return !hn::AllFalse(d, far);
  }

  HWY_INLINE bool may_be_copies(const StraightSearch<D>& search) const {
    const Lanes d;
    Mask far = hn::Gt(hn::Abs(p[0]), all(0.49 * search.period[0]));
    for (int k = 1; k < D; ++k) far = hn::Or(far, hn::Gt(hn::Abs(p[k]), all(0.49 * search.period[k])));
    return !hn::AllFalse(d, far);
  }

  /// The relative state of the nearest copies: of the ball of lower id minus that of higher id, to which the period is
  /// added.
  HWY_INLINE void take_nearest(const StraightSearch<D>& search, const Self<D>& self, const Real (&own)[D],
                               const Real (&its)[D], Mask is_low) {
    const Real left = self.since - later;
    for (int k = 0; k < D; ++k) {
      const Real low = hn::IfThenElse(is_low, its[k], own[k]);
      const Real high = hn::IfThenElse(is_low, own[k], its[k]);
      w[k] = hn::IfThenElse(is_low, hn::Neg(w[k]), w[k]);
      const Real now = (low - high) + left * w[k];
      // A ball that has flown for long may be several boxes away from home.
      image[k] = hn::Round(now * all(search.boxes[k]));
      p[k] = low - (high + image[k] * all(search.period[k]));
    }
  }

  static HWY_INLINE Real radii(const StraightSearch<D>& search, const Self<D>& self, const std::int64_t* bodies) {
    if (HWY_LIKELY(search.radii == nullptr)) return self.radius;
    HWY_ALIGN double found[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) found[lane] = search.radii[bodies[lane]];
    return hn::Load(Lanes(), found);
  }
};

/// first_contact_balls for endless time, for a vector of pairs: what is left of it but a root and a quotient.
struct Contacts {
  Real gap;
  Real approach;
  Real discriminant;
  Mask hit;
  Mask undecided;

  HWY_INLINE Real times() const { return gap / (hn::Sqrt(hn::Abs(discriminant)) - approach); }
};

template <int D>
HWY_INLINE Contacts contacts_of(const Pairs<D>& pairs) {
  const Lanes d;
  const auto& p = pairs.p;
  const auto& w = pairs.w;
  const Real p2 = dot_product<D>(p, p);
  const Real w2 = dot_product<D>(w, w);
  const Real r2 = pairs.reach * pairs.reach;
  const Real gap = p2 - r2;
  const Real size = p2 + r2;
  const Real approach = dot_product<D>(p, w);
  const Real x2 = cross_product2<D>(p, w);
  const Real margin = all(Filter::kMargin) * p2 * w2;
  const Real reach = r2 * w2;
  const Real discriminant = reach - x2;

  // certainly_part, from |p·w| ≤ |p| |w|.
  const Mask parts = hn::And(hn::Gt(approach, all(0x1p-400)), hn::Gt(approach * approach, all(0x1p-90) * p2 * w2));
  const Mask usual =
      hn::And(hn::Gt(gap, all(Filter::kGap) * size),
              hn::And(hn::Gt(hn::Min(size, w2), all(Filter::kLeast)), hn::Lt(hn::Max(size, w2), all(Filter::kMost))));
  const Mask miss = hn::Ge(hn::Max(approach, hn::Neg(all(Filter::kMiss) * x2 + margin) - discriminant), hn::Zero(d));
  const Mask timed = hn::Gt(discriminant, all(Filter::kHit) * reach + margin);
  const Mask hit =
      hn::AndNot(hn::Or(hn::Or(miss, pairs.special), pairs.left_out), hn::AndNot(parts, hn::And(usual, timed)));
  const Mask undecided = hn::AndNot(
      pairs.left_out, hn::Or(pairs.special, hn::AndNot(parts, hn::Not(hn::And(usual, hn::Or(miss, timed))))));
  return {gap, approach, discriminant, hit, undecided};
}

HWY_INLINE unsigned bits_of(Mask mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Lanes(), mask, bytes);
  return bytes[0];
}
