// Which of some balls may be met, by their coarse paths: for files that Highway compiles once per instruction set,
// without include guard. The including file is inside a namespace in carom::HWY_NAMESPACE and has float_records.inl.

/// What a ball looks like beside others.
template <int D>
struct CoarseOf {
  using Bounds = CoarseBounds;

  Float position[D];
  Float velocity[D];
  Float reach;
  Float steady;
  hn::Vec<Ids> id;

  HWY_INLINE CoarseOf(const StraightSearch<D>& search, std::uint32_t ball) : id(hn::Set(Ids(), ball)) {
    const Floats d;
    const CoarsePath& self = search.coarse_paths[ball];
    Float speed2 = hn::Zero(d);
    for (int k = 0; k < D; ++k) {
      position[k] = hn::Set(d, self.position[k]);
      velocity[k] = hn::Set(d, self.velocity[k]);
      speed2 = speed2 + velocity[k] * velocity[k];
    }
    reach = hn::Set(d, self.radius) + hn::Set(d, Bounds::kMargin);
    steady = hn::Max(hn::Set(d, Bounds::kSteady) * speed2, hn::Set(d, Bounds::kLeast));
  }
};

/// In each lane what the ball of that lane looks like beside others: of ball number k those before `ends[k]`, not
/// before the ball before it; lanes are counted on from `from`.
template <int D, std::size_t kBalls>
HWY_INLINE CoarseOf<D> coarse_of(const StraightSearch<D>& search, const std::uint32_t* balls, const std::size_t* ends,
                                 std::size_t from) {
  const Floats d;
  CoarseOf<D> own(search, balls[kBalls - 1]);
  for (std::size_t k = kBalls - 1; k-- > 0;) {
    const auto its = hn::FirstN(d, ends[k] - std::min(ends[k], from));
    const CoarseOf<D> one(search, balls[k]);
    for (int axis = 0; axis < D; ++axis) {
      own.position[axis] = hn::IfThenElse(its, one.position[axis], own.position[axis]);
      own.velocity[axis] = hn::IfThenElse(its, one.velocity[axis], own.velocity[axis]);
    }
    own.reach = hn::IfThenElse(its, one.reach, own.reach);
    own.steady = hn::IfThenElse(its, one.steady, own.steady);
    own.id = hn::IfThenElse(hn::RebindMask(Ids(), its), one.id, own.id);
  }
  return own;
}

/// The first `count` lanes are those of a vector of bodies that may be met, by their coarse paths: of those of `lanes`.
struct MayMeet {
  hn::Vec<Ids> bodies;
  std::size_t count;
  std::uint64_t lanes;
};

/// Of the first `count` of a vector of bodies, or all if that is more.
template <int D>
HWY_INLINE MayMeet may_be_met(const StraightSearch<D>& search, const CoarseOf<D>& self, const std::uint32_t* bodies,
                              std::size_t count) {
  using Bounds = CoarseBounds;
  const Floats d;
  const float* places[kFloats];
  const float* velocities[kFloats];
  for (std::size_t lane = 0; lane < kFloats; ++lane) {
    places[lane] = search.coarse_paths[bodies[lane]].position;
    velocities[lane] = search.coarse_paths[bodies[lane]].velocity;
  }
  Float place[4];
  Float velocity[4];
  transpose_floats(places, place);
  transpose_floats(velocities, velocity);
  Float p2 = hn::Zero(d);
  Float w2 = hn::Zero(d);
  Float approach = hn::Zero(d);
  const Float elapsed = hn::Set(d, search.elapsed);
  for (int axis = 0; axis < D; ++axis) {
    const Float w = self.velocity[axis] - velocity[axis];
    Float p = (self.position[axis] - place[axis]) + w * elapsed;
    if (search.periodic)
      p = p - hn::Set(d, search.coarse_period[axis]) * hn::Round(p * hn::Set(d, search.coarse_boxes[axis]));
    p2 = p2 + p * p;
    w2 = w2 + w * w;
    approach = approach + p * w;
  }
  const Float reach = self.reach + place[3];
  const Float square = approach * approach;
  const Float relative = hn::Set(d, Bounds::kRelative);
  const auto miss = hn::Lt(square, w2 * ((p2 - relative * p2) - reach * reach));
  const auto part = hn::And(hn::Gt(approach, hn::Zero(d)), hn::Gt(square, relative * w2 * (p2 + hn::Set(d, 1.0F))));
  const auto certain = hn::And(hn::Or(miss, part), hn::Gt(w2, self.steady));
  auto ids = hn::LoadU(Ids(), bodies);
  const auto keep = hn::And(hn::FirstN(Ids(), count), hn::AndNot(hn::RebindMask(Ids(), certain), hn::Ne(ids, self.id)));
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Ids(), keep, bytes);
  const std::size_t kept = compress(ids, keep);
  return {ids, kept, bytes[0] | std::uint64_t{bytes[1]} << 8};
}

/// Keeps of `bodies`, which end with the ball itself up to a whole vector, those that may be met, and ends them
/// likewise. `near` has room for a vector more.
template <int D>
HWY_INLINE std::size_t may_be_met(const StraightSearch<D>& search, std::uint32_t ball, const std::uint32_t* bodies,
                                  std::size_t count, std::uint32_t* near) {
  const CoarseOf<D> self(search, ball);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; k += kFloats) {
    const MayMeet some = may_be_met(search, self, bodies + k, count - k);
    hn::StoreU(some.bodies, Ids(), near + kept);
    kept += some.count;
  }
  hn::StoreU(self.id, Ids(), near + kept);
  return kept;
}
