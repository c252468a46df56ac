// Pairs of balls on straight paths one by one, for processors without vectors of doubles: with the operations of
// straight_pairs.inl, of which most pairs need not all. In WebAssembly, those that may be met are told four at once.
// Without include guard; the including file is inside carom::HWY_NAMESPACE.

using Filter = query::LinearFilter<double>;

/// When a pair meets, if it is certain; as first_contact_balls for endless time.
template <int D>
struct PairMeeting {
  bool undecided = false;
  double until = std::numeric_limits<double>::infinity();  ///< from the ball's own time; infinite if never or not known
  double after = 0;                                        ///< from the later of both balls' own times
  std::array<std::int32_t, D> image{};
};

/// The relative state of a pair, as Predictor::relative has it.
template <int D>
struct PairApart {
  Vec<D> p;
  Vec<D> w;
  double later;  ///< from the ball's own time to the later of both
  std::array<std::int32_t, D> image{};

  PairApart(const StraightSearch<D>& search, const Particle<D>& self, std::uint32_t id, const Particle<D>& its) {
    const double ahead = static_cast<double>(its.epoch - self.epoch) * search.epoch_length + (its.offset - self.offset);
    later = std::max(ahead, 0.0);
    const Vec<D> own = self.position + later * self.velocity;
    const Vec<D> other = its.position + std::max(-ahead, 0.0) * its.velocity;
    p = own - other;
    w = self.velocity - its.velocity;
    if (!search.periodic) return;
    bool far = false;
    for (int k = 0; k < D; ++k) far = far || std::fabs(p[k] + (search.since - later) * w[k]) > 0.49 * search.period[k];
    if (far) take_nearest(search, id < search.self, own, other);
  }

  /// Of the ball of lower id minus that of higher id, to which the period is added.
  void take_nearest(const StraightSearch<D>& search, bool is_low, const Vec<D>& own, const Vec<D>& other) {
    const Vec<D>& low = is_low ? other : own;
    const Vec<D>& high = is_low ? own : other;
    if (is_low) w = -w;
    for (int k = 0; k < D; ++k) {
      const double now = (low[k] - high[k]) + (search.since - later) * w[k];
      const double boxes = std::nearbyint(now * search.boxes[k]);
      image[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(boxes);
      p[k] = low[k] - (high[k] + boxes * search.period[k]);
    }
  }
};

template <int D>
HWY_INLINE double cross_product2(const Vec<D>& a, const Vec<D>& b) {
  if constexpr (D == 2) {
    const double z = cross(a, b);
    return z * z;
  } else {
    const Vec3 c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c.x * c.x + c.y * c.y + c.z * c.z;
  }
}

template <int D>
HWY_INLINE PairMeeting<D> meeting_of(const StraightSearch<D>& search, const Particle<D>& self, std::uint32_t id) {
  PairMeeting<D> meeting;
  const Particle<D>& its = search.particles[id];
  const PairApart<D> pair(search, self, id, its);
  const double p2 = norm2(pair.p);
  const double w2 = norm2(pair.w);
  const double radii = search.radii ? search.radii[search.self] + search.radii[id] : 2 * search.radius;
  const double r2 = radii * radii;
  const double gap = p2 - r2;
  const double size = p2 + r2;
  const double approach = dot(pair.p, pair.w);
  const bool usual =
      gap > Filter::kGap * size && std::min(size, w2) > Filter::kLeast && std::max(size, w2) < Filter::kMost;
  if (its.special || !usual || approach >= 0) {
    // certainly_part, from |p·w| ≤ |p| |w|.
    const bool parts = approach > 0x1p-400 && approach * approach > 0x1p-90 * p2 * w2;
    meeting.undecided = its.special || (!usual && !parts);
    return meeting;
  }
  const double x2 = cross_product2(pair.p, pair.w);
  const double margin = Filter::kMargin * p2 * w2;
  const double reach = r2 * w2;
  const double discriminant = reach - x2;
  if (-(Filter::kMiss * x2 + margin) >= discriminant) return meeting;
  if (!(discriminant > Filter::kHit * reach + margin)) {
    meeting.undecided = true;
    return meeting;
  }
  meeting.after = gap / (std::sqrt(discriminant) - approach);
  meeting.until = pair.later + meeting.after;
  meeting.image = pair.image;
  return meeting;
}

#ifdef __wasm_simd128__
/// Four balls beside another by their coarse paths, as MayMeet: Highway 1.0 would emulate its vectors of doubles here,
/// but vectors of floats there are.
template <int D>
class FourBeside {
 public:
  using Bounds = CoarseBounds;
  using Four [[gnu::vector_size(16)]] = float;

  explicit FourBeside(const StraightSearch<D>& search) : search_(search) {
    const CoarsePath& self = search.coarse_paths[search.self];
    float speed2 = 0;
    for (int k = 0; k < D; ++k) {
      position_[k] = all(self.position[k]);
      velocity_[k] = all(self.velocity[k]);
      speed2 += self.velocity[k] * self.velocity[k];
    }
    reach_ = all(self.radius + Bounds::kMargin);
    steady_ = all(std::max(Bounds::kSteady * speed2, Bounds::kLeast));
  }

  /// As bits, which of four bodies may be met.
  HWY_INLINE unsigned may_be_met(const std::uint32_t* bodies) const {
    Four place[4], velocity[4];
    transpose(
        bodies, [](const CoarsePath& path) { return path.position; }, place);
    transpose(
        bodies, [](const CoarsePath& path) { return path.velocity; }, velocity);
    Four p2 = all(0), w2 = all(0), approach = all(0);
    for (int axis = 0; axis < D; ++axis) {
      const Four w = velocity_[axis] - velocity[axis];
      Four p = (position_[axis] - place[axis]) + w * all(search_.elapsed);
      if (search_.periodic) p = p - all(search_.coarse_period[axis]) * nearest(p * all(search_.coarse_boxes[axis]));
      p2 = p2 + p * p;
      w2 = w2 + w * w;
      approach = approach + p * w;
    }
    const Four reach = reach_ + place[3];
    const Four square = approach * approach;
    const Four relative = all(Bounds::kRelative);
    const auto miss = square < w2 * ((p2 - relative * p2) - reach * reach);
    const auto part = (approach > all(0)) & (square > relative * w2 * (p2 + all(1)));
    const auto certain = (miss | part) & (w2 > steady_);
    return ~static_cast<unsigned>(__builtin_wasm_bitmask_i32x4(certain)) & 15u;
  }

 private:
  static Four all(float x) { return Four{x, x, x, x}; }
  static Four nearest(Four x) { return __builtin_wasm_nearest_f32x4(x); }

  template <class Part>
  HWY_INLINE void transpose(const std::uint32_t* bodies, const Part& part, Four (&numbers)[4]) const {
    Four records[4];
    for (int n = 0; n < 4; ++n) std::memcpy(&records[n], part(search_.coarse_paths[bodies[n]]), sizeof(Four));
    const Four xy01 = __builtin_shufflevector(records[0], records[1], 0, 4, 1, 5);
    const Four xy23 = __builtin_shufflevector(records[2], records[3], 0, 4, 1, 5);
    const Four zw01 = __builtin_shufflevector(records[0], records[1], 2, 6, 3, 7);
    const Four zw23 = __builtin_shufflevector(records[2], records[3], 2, 6, 3, 7);
    numbers[0] = __builtin_shufflevector(xy01, xy23, 0, 1, 4, 5);
    numbers[1] = __builtin_shufflevector(xy01, xy23, 2, 3, 6, 7);
    numbers[2] = __builtin_shufflevector(zw01, zw23, 0, 1, 4, 5);
    numbers[3] = __builtin_shufflevector(zw01, zw23, 2, 3, 6, 7);
  }

  const StraightSearch<D>& search_;
  Four position_[D];
  Four velocity_[D];
  Four reach_;
  Four steady_;
};

/// act(id) of those of some balls that may be met.
template <int D, class Act>
HWY_INLINE void each_that_may_be_met(const StraightSearch<D>& search, const std::uint32_t* bodies, std::size_t count,
                                     const Act& act) {
  if (search.coarse_paths == nullptr) {
    for (std::size_t k = 0; k < count; ++k) act(bodies[k]);
    return;
  }
  const FourBeside<D> self(search);
  for (std::size_t k = 0; k < count; k += 4) {
    std::uint32_t four[4];
    for (std::size_t n = 0; n < 4; ++n) four[n] = bodies[std::min(k + n, count - 1)];
    unsigned may = self.may_be_met(four) & ((1u << std::min<std::size_t>(4, count - k)) - 1);
    for (; may != 0; may &= may - 1) act(four[__builtin_ctz(may)]);
  }
}
#else
template <int D, class Act>
HWY_INLINE void each_that_may_be_met(const StraightSearch<D>&, const std::uint32_t* bodies, std::size_t count,
                                     const Act& act) {
  for (std::size_t k = 0; k < count; ++k) act(bodies[k]);
}
#endif

/// As FirstOf; `bodies` need not be filled up.
template <int D>
HWY_INLINE void first_of(const StraightSearch<D>& search, const std::uint32_t* bodies, std::size_t count,
                         FirstMet<D>& first) {
  const Particle<D>& self = search.particles[search.self];
  double least = std::numeric_limits<double>::infinity();
  double until[FirstMet<D>::kMost];
  std::uint32_t met[FirstMet<D>::kMost];
  std::size_t meetings = 0;
  each_that_may_be_met(search, bodies, count, [&](std::uint32_t id) {
    if (id == search.self || id == search.parted) return;
    const PairMeeting<D> meeting = meeting_of(search, self, id);
    if (meeting.undecided) first.doubtful[first.doubts++] = id;
    if (meeting.until == std::numeric_limits<double>::infinity()) return;
    until[meetings] = meeting.until;
    met[meetings++] = id;
    if (meeting.until >= least) return;
    least = meeting.until;
    first.other = id;
    first.after = meeting.after;
    first.image = meeting.image;
  });
  // Rounding of the times and of the clock is far below this.
  const double end = least + 0x1p-44 * (least + search.epoch_length);
  for (std::size_t k = 0; k < meetings; ++k)
    if (until[k] <= end && met[k] != first.other) first.doubtful[first.doubts++] = met[k];
}
