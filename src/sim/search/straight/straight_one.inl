// Pairs of balls on straight paths one by one, for processors without vectors of doubles: with the operations of
// straight_pairs.inl, of which most pairs need not all. Without include guard; the including file is inside
// carom::HWY_NAMESPACE.

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

/// As FirstOf; `bodies` need not be filled up.
template <int D>
HWY_INLINE void first_of(const StraightSearch<D>& search, const std::uint32_t* bodies, std::size_t count,
                         FirstMet<D>& first) {
  const Particle<D>& self = search.particles[search.self];
  double least = std::numeric_limits<double>::infinity();
  double until[FirstMet<D>::kMost];
  std::uint32_t met[FirstMet<D>::kMost];
  std::size_t meetings = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t id = bodies[k];
    if (id == search.self || id == search.parted) continue;
    const PairMeeting<D> meeting = meeting_of(search, self, id);
    if (meeting.undecided) first.doubtful[first.doubts++] = id;
    if (meeting.until == std::numeric_limits<double>::infinity()) continue;
    until[meetings] = meeting.until;
    met[meetings++] = id;
    if (meeting.until >= least) continue;
    least = meeting.until;
    first.other = id;
    first.after = meeting.after;
    first.image = meeting.image;
  }
  // Rounding of the times and of the clock is far below this.
  const double end = least + 0x1p-44 * (least + search.epoch_length);
  for (std::size_t k = 0; k < meetings; ++k)
    if (until[k] <= end && met[k] != first.other) first.doubtful[first.doubts++] = met[k];
}
