// Some balls on straight paths, and when they meet others, all in one row of lanes: for files that Highway compiles
// once per instruction set, without include guard. The including file is inside a namespace in
// carom::HWY_NAMESPACE and has straight_pairs.inl.

/// Some balls, each with those that it may meet, lane by lane: from `ends[k - 1]` to `ends[k]` those of number k.
template <int D, std::size_t kBalls>
struct Batch {
  static constexpr std::size_t kMost = 56;
  static_assert(kMost < 64 && kMost % kLanes == 0);

  const std::uint32_t* others;  ///< with a vector more to read
  std::size_t ends[kBalls];
  const Particle<D>* balls[kBalls];
  double since[kBalls];  ///< from the ball's own time to now

  std::size_t size() const { return ends[kBalls - 1]; }
  std::size_t begin(std::size_t ball) const { return ball == 0 ? 0 : ends[ball - 1]; }

  HWY_INLINE Batch(const StraightSearch<D>& search, const EpochClock& clock, const Time& now,
                   const std::uint32_t* bodies) {
    for (std::size_t k = 0; k < kBalls; ++k) {
      balls[k] = search.particles + bodies[k];
      since[k] = clock.between(balls[k]->time(), now);
    }
  }

  /// The lanes before one, of those from `from` on.
  static HWY_INLINE Mask before(std::size_t end, std::size_t from) {
    return hn::FirstN(Lanes(), end - std::min(end, from));
  }
};

/// When a vector of others are met.
struct Meetings {
  Real until;  ///< from the ball's own time; infinite if never or not known
  Real after;  ///< from the later of both balls' own times
  unsigned undecided;
};

/// As for Pairs of one ball, from lane `from` on.
template <int D, std::size_t kBalls>
HWY_INLINE Meetings judge(const StraightSearch<D>& search, const Batch<D, kBalls>& batch, std::size_t from) {
  const Lanes d;
  const Bits bits;
  Mask parts[kBalls];
  for (std::size_t k = 0; k < kBalls; ++k) parts[k] = batch.before(batch.ends[k], from);
  /// In each lane that of its ball.
  const auto own = [&](const auto& number_of) HWY_ATTR {
    Real chosen = all(number_of(kBalls - 1));
    for (std::size_t k = kBalls - 1; k-- > 0;) chosen = hn::IfThenElse(parts[k], all(number_of(k)), chosen);
    return chosen;
  };
  const auto own_field = [&](std::size_t field) HWY_ATTR {
    return own([&](std::size_t k) { return reinterpret_cast<const double*>(batch.balls[k])[field]; });
  };
  const double* records[kLanes];
  const auto* base = reinterpret_cast<const double*>(search.particles);
  for (std::size_t n = 0; n < kLanes; ++n) records[n] = base + kStride * batch.others[from + n];
  Real numbers[8];
  transpose(records, numbers);
  Pairs<D> pairs;
  const auto word = hn::BitCast(bits, numbers[Field<D>::kEpoch]);
  pairs.special = hn::MaskFromVec(hn::BitCast(d, hn::BroadcastSignBit(word)));
  pairs.left_out = hn::Not(parts[kBalls - 1]);
  const auto epochs = hn::ShiftRight<8>(hn::ShiftLeft<8>(word - hn::BitCast(bits, own_field(Field<D>::kEpoch))));
  const Real ahead =
      hn::ConvertTo(d, epochs) * all(search.epoch_length) + (numbers[Field<D>::kOffset] - own_field(Field<D>::kOffset));
  const Real later = hn::Max(ahead, hn::Zero(d));
  const Real earlier = hn::Max(hn::Neg(ahead), hn::Zero(d));
  Real places[D];
  Real its[D];
  for (std::size_t axis = 0; axis < D; ++axis) {
    const Real velocity = own_field(Field<D>::kVelocity + axis);
    places[axis] = own_field(axis) + later * velocity;
    its[axis] = numbers[axis] + earlier * numbers[Field<D>::kVelocity + axis];
    pairs.w[axis] = velocity - numbers[Field<D>::kVelocity + axis];
  }
  if (search.periodic) {
    // Of the nearest copies: the period is added to the ball of higher id.
    const hn::Rebind<std::uint32_t, Lanes> narrow;
    const auto wide = hn::PromoteTo(hn::RebindToUnsigned<Lanes>(), hn::LoadU(narrow, batch.others + from));
    const Real ids = own([&](std::size_t k) { return static_cast<double>(batch.balls[k] - search.particles); });
    const Mask is_low = hn::Lt(hn::ConvertTo(d, hn::BitCast(bits, wide)), ids);
    const Real left = own([&](std::size_t k) { return batch.since[k]; }) - later;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const int n = static_cast<int>(axis);
      const Real now = (places[axis] - its[axis]) + left * pairs.w[axis];
      const Real shift = hn::Round(now * all(search.boxes[n])) * all(search.period[n]);
      places[axis] = places[axis] - hn::IfThenElseZero(is_low, shift);
      its[axis] = its[axis] + hn::IfThenZeroElse(is_low, shift);
    }
  }
  for (std::size_t axis = 0; axis < D; ++axis) pairs.p[axis] = places[axis] - its[axis];
  pairs.reach = all(2 * search.radius);
  if (HWY_UNLIKELY(search.radii != nullptr)) {
    HWY_ALIGN double radii[kLanes];
    for (std::size_t n = 0; n < kLanes; ++n) radii[n] = search.radii[batch.others[from + n]];
    pairs.reach =
        own([&](std::size_t k) { return search.radii[batch.balls[k] - search.particles]; }) + hn::Load(d, radii);
  }
  const Contacts contacts = contacts_of<D>(pairs);
  const Real after = contacts.times();
  return {hn::IfThenElse(contacts.hit, later + after, hn::Inf(d)), after, bits_of(contacts.undecided)};
}

/// The lanes that are not later than the least of them, but for rounding of the times and of the clock, which is far
/// below this. None, if all are infinite.
HWY_INLINE Mask soonest(Real until, Real least, double epoch_length) {
  const Real end = least + all(0x1p-44) * (least + all(epoch_length));
  return hn::And(hn::Le(until, end), hn::Lt(until, hn::Inf(Lanes())));
}

/// As bits: of each ball those that may be met first, and of all those that are met, or not decided.
template <int D, std::size_t kBalls>
struct Firsts {
  // Not side by side: both at once they would be put together bit by bit, in memory.
  std::uint64_t met = 0;  ///< all that are met
  std::uint64_t soon[kBalls] = {};
  std::uint64_t undecided = 0;
  HWY_ALIGN double after[Batch<D, kBalls>::kMost];

  HWY_INLINE Firsts(const StraightSearch<D>& search, const Batch<D, kBalls>& batch) {
    if (HWY_LIKELY(batch.size() <= kLanes))
      find<1>(search, batch, 1);
    else if (HWY_LIKELY(batch.size() <= 2 * kLanes))
      find<2>(search, batch, 2);
    else
      find<Batch<D, kBalls>::kMost / kLanes>(search, batch, (batch.size() + kLanes - 1) / kLanes);
  }

 private:
  template <std::size_t kVectors>
  HWY_INLINE void find(const StraightSearch<D>& search, const Batch<D, kBalls>& batch, std::size_t vectors) {
    const Lanes d;
    Real until[kVectors];
    for (std::size_t v = 0; v < std::min(kVectors, vectors); ++v) {
      const Meetings judged = judge(search, batch, v * kLanes);
      until[v] = judged.until;
      hn::Store(judged.after, d, after + v * kLanes);
      undecided |= std::uint64_t{judged.undecided} << (v * kLanes);
      met |= std::uint64_t{bits_of(hn::Lt(judged.until, hn::Inf(d)))} << (v * kLanes);
    }
    for (std::size_t ball = 0; ball < kBalls; ++ball) {
      Real its[kVectors];
      Real least = hn::Inf(d);
      for (std::size_t v = 0; v < std::min(kVectors, vectors); ++v) {
        const auto before = [&](std::size_t end) HWY_ATTR { return batch.before(end, v * kLanes); };
        its[v] = hn::IfThenElse(hn::AndNot(before(batch.begin(ball)), before(batch.ends[ball])), until[v], hn::Inf(d));
        least = hn::Min(least, its[v]);
      }
      least = hn::MinOfLanes(d, least);
      for (std::size_t v = 0; v < std::min(kVectors, vectors); ++v)
        soon[ball] |= std::uint64_t{bits_of(soonest(its[v], least, search.epoch_length))} << (v * kLanes);
    }
  }
};

/// What is known of one of a batch: who is met first, or who may be.
template <int D, std::size_t kBalls>
struct Outcome {
  std::size_t place = 0;  ///< of the first one, if there is one
  bool is_met = false;
  bool meets_others = false;  ///< later
  bool is_certain = true;

  /// What is not certain `first` tells.
  HWY_INLINE Outcome(const Batch<D, kBalls>& batch, const Firsts<D, kBalls>& firsts, std::size_t k,
                     FirstMet<D>& first) {
    const std::uint64_t soon = firsts.soon[k];
    const std::uint64_t its = (std::uint64_t{1} << batch.ends[k]) - (std::uint64_t{1} << batch.begin(k));
    const std::uint64_t doubtful = firsts.undecided & its;
    is_met = soon != 0;
    if (is_met) place = static_cast<std::size_t>(__builtin_ctzll(soon));
    const std::uint64_t met = firsts.met & its;
    meets_others = (met & (met - 1)) != 0;
    if (HWY_LIKELY((doubtful | (soon & (soon - 1))) == 0)) return;
    is_certain = false;
    const bool one = (soon & (soon - 1)) == 0 && is_met;
    if (one) {
      first.other = batch.others[place];
      first.after = firsts.after[place];
    }
    for (std::uint64_t rest = one ? doubtful : soon | doubtful; rest != 0; rest &= rest - 1)
      first.doubtful[first.doubts++] = batch.others[static_cast<std::size_t>(__builtin_ctzll(rest))];
  }
};

/// `enter_one(k, firsts, outcome)` enters what comes first for ball number k, where that is certain. Returns the
/// others.
template <int D, std::size_t kBalls, class EnterOne>
HWY_INLINE unsigned plan_all(const StraightSearch<D>& search, const Batch<D, kBalls>& batch, FirstMet<D>* first,
                             const EnterOne& enter_one) {
  const Firsts<D, kBalls> firsts(search, batch);
  unsigned left = 0;
  for (std::size_t k = 0; k < kBalls; ++k) {
    const Outcome<D, kBalls> outcome(batch, firsts, k, first[k]);
    if (HWY_UNLIKELY(!outcome.is_certain))
      left |= 1u << k;
    else
      enter_one(k, firsts, outcome);
  }
  return left;
}
