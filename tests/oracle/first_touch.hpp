#pragma once
#include <functional>

#include "carom/query/verdict.hpp"
#include "course.hpp"
#include "hulls.hpp"

// The first impact: time is cut wherever something may change (a gap vanishes or turns, the nearest feature changes, a
// law's stop), and what holds between the cuts is looked up in the middle between them.
namespace oracle {

using carom::Proximity;
using carom::Verdict;

struct Truth {
  Verdict verdict = Verdict::miss;
  Proximity start = Proximity::apart;
  Exhaustive time = 0;
  bool impact = false;
};

template <class Real, int D>
Path<Real, D> shifted(Path<Real, D> c, const Vec<D>& by) {
  for (int k = 0; k < D; ++k) {
    auto& one = c[static_cast<std::size_t>(k)];
    one = one + Curve<Real>(Num<Real>(by[k]));
  }
  return c;
}

template <int D>
bool is_within(const Vec<D>& x, const Vec<D>& low, const Vec<D>& high) {
  for (int k = 0; k < D; ++k)
    if (x[k] < low[k] || x[k] > high[k]) return false;
  return true;
}

/// Or just about.
inline bool is_inside_hull(const Vec2& x, const std::vector<Vec2>& v) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Vec2 d = v[i + 1 == v.size() ? 0 : i + 1] - v[i];
    const Vec2 y = x - v[i];
    if (d.x * y.y - d.y * y.x < -1e-9 * (norm2(d) + norm2(x) + norm2(v[i]))) return false;
  }
  return true;
}

template <class Real>
Place<Real> sums(const Vec3& a, const Vec3& b, double factor) {
  Place<Real> place;
  for (int k = 0; k < 3; ++k) place.push_back(Num<Real>(a[k]) + Num<Real>(factor) * Num<Real>(b[k]));
  return place;
}

/// Of two hulls: the hull of the differences of their corners, if it is needed.
template <int D>
std::optional<HullFacets<D>> facets_of(const Query<D>& q) {
  return std::visit(
      [](const auto& a, const auto& b) -> std::optional<HullFacets<D>> {
        using A = std::decay_t<decltype(a)>;
        using B = std::decay_t<decltype(b)>;
        constexpr bool kIsBoxes = std::is_same_v<A, Aabb<D>> && std::is_same_v<B, Aabb<D>>;
        if constexpr (HasHull<A> && HasHull<B> && !kIsBoxes) return HullFacets<D>(hull_of(a), hull_of(b));
        return std::nullopt;
      },
      q.a, q.b);
}

/// Calls `use` with the obstacle that the mover, going along `path`, meets; `facets` are those of `facets_of`.
template <class Real, int D, class Use>
void with_obstacle(const Query<D>& q, const std::optional<HullFacets<D>>& facets, const Path<Real, D>& path,
                   const Use& use) {
  using N = Num<Real>;
  return std::visit(
      [&](const auto& a, const auto& b) {
        using A = std::decay_t<decltype(a)>;
        using B = std::decay_t<decltype(b)>;
        if constexpr (std::is_same_v<A, Ball<D>>) {
          const Path<Real, D> c = shifted<Real, D>(path, a.center);
          const N r(a.radius);
          if constexpr (std::is_same_v<B, Ball<D>>) return use(PointObstacle<Real, D>(c, b.center, r + N(b.radius)));
          if constexpr (std::is_same_v<B, HalfSpace<D>>) return use(PlaneObstacle<Real, D>(c, b, r));
          if constexpr (std::is_same_v<B, Segment<D>>)
            return use(LineObstacle<Real, D>(c, b.from, b.to, r, b.sides == Sides::front));
          if constexpr (std::is_same_v<B, Capsule<D>>)
            return use(LineObstacle<Real, D>(c, b.from, b.to, r + N(b.radius), false));
          if constexpr (std::is_same_v<B, Aabb<D>>) {
            Place<Real> low, high;
            for (int k = 0; k < D; ++k) low.push_back(N(b.low[k])), high.push_back(N(b.high[k]));
            return use(BoxObstacle<Real, D>(c, low, high, r, is_within(a.center, b.low, b.high)));
          }
          if constexpr (D == 2) {
            if constexpr (std::is_same_v<B, ConvexPolygon>)
              return use(ConvexObstacle<Real>(c, b.vertices, r, is_inside_hull(a.center, b.vertices)));
            if constexpr (std::is_same_v<B, Polygon>) return use(ChainObstacle<Real>(c, b, r));
            if constexpr (std::is_same_v<B, Arc>) return use(ArcObstacle<Real>(c, b, a.radius));
          } else {
            if constexpr (std::is_same_v<B, Triangle>)
              return use(MeshObstacle<Real>(c, TriangleMesh{{b.a, b.b, b.c}, {{0, 1, 2}}}, r));
            if constexpr (std::is_same_v<B, TriangleMesh>) return use(MeshObstacle<Real>(c, b, r));
            if constexpr (std::is_same_v<B, UprightCylinder>) {
              const Vec3 h{0, 0, b.half_height};
              const Vec3 around{b.radius, b.radius, b.half_height};
              const bool inside = is_within(a.center, b.center - 1.001 * around, b.center + 1.001 * around);
              return use(PrismObstacle<Real>(c, sums<Real>(b.center, h, -1), sums<Real>(b.center, h, 1), N(b.radius), r,
                                             true, inside));
            }
          }
        } else if constexpr (std::is_same_v<A, Aabb<D>> && std::is_same_v<B, Aabb<D>>) {
          Place<Real> low, high;
          bool inside = true;
          for (int k = 0; k < D; ++k) {
            low.push_back(N(b.low[k]) - N(a.high[k])), high.push_back(N(b.high[k]) - N(a.low[k]));
            inside = inside && a.low[k] <= b.high[k] && b.low[k] <= a.high[k];
          }
          return use(BoxObstacle<Real, D>(path, low, high, N(), inside));
        } else if constexpr (HasHull<A> && HasHull<B>) {
          return use(HullObstacle<Real, D>(path, *facets, N(hull_of(a).radius) + N(hull_of(b).radius)));
        } else if constexpr (HasHull<A> && std::is_same_v<B, HalfSpace<D>>) {
          return use(StandingObstacle<Real, D>(path, hull_of(a), b));
        } else if constexpr (D == 3) {
          if constexpr (std::is_same_v<A, UprightCylinder>) {
            const Path<Real, D> c = shifted<Real, D>(path, a.center);
            const Vec3 h{0, 0, a.half_height};
            if constexpr (std::is_same_v<B, UprightCylinder>) {
              const Vec3 own{0, 0, b.half_height};
              Place<Real> low = sums<Real>(b.center, own, -1);
              Place<Real> high = sums<Real>(b.center, own, 1);
              low[2] = low[2] - N(a.half_height);
              high[2] = high[2] + N(a.half_height);
              return use(PrismObstacle<Real>(c, low, high, N(a.radius) + N(b.radius), N(), true, true));
            }
            if constexpr (std::is_same_v<B, HalfSpace<3>>) return use(PlaneObstacle<Real, 3>(c, b, a));
            if constexpr (std::is_same_v<B, Aabb<3>>)
              return use(PrismObstacle<Real>(c, sums<Real>(b.low, h, -1), sums<Real>(b.high, h, 1), N(a.radius), N(),
                                             false, true));
          }
        }
      },
      q.a, q.b);
}

/// Between two cuts.
template <class Real>
struct State {
  bool present = false;
  int gap = 1;   ///< sign; unknown unless present
  int rate = 0;  ///< sign of the gap's derivative; unknown unless present
  Gap<Real> function;
};

/// Of times in order.
template <class Real>
void drop_repeated(std::vector<Real>& times) {
  const auto same = [](const Real& a, const Real& b) {
    if (a == b) return true;
    if (b - a > Noise<Real>::kSameTime * b) return false;
    if (!Noise<Real>::kZero) throw Undecided{};
    return true;
  };
  times.erase(std::unique(times.begin(), times.end(), same), times.end());
}

/// One part of the obstacle over all stretches of time.
template <class Real, int D>
class Timeline {
 public:
  explicit Timeline(const Course<Real, D>& course) : course_(course) {}

  /// `obstacles`: one for each stretch.
  template <class Obstacle>
  std::optional<Real> first_impact(const std::vector<Obstacle>& obstacles, int part) {
    const std::vector<Real> borders = cuts(obstacles, part);
    State<Real> before;
    for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
      const Real& low = borders[i];
      const Real& high = borders[i + 1];
      State<Real> after;
      after.function = obstacles[stretch_at(middle(low, high))].at(part, middle(low, high));
      after.present = after.function.present;
      std::vector<Real> times{low};
      if (after.present)
        for (const Real& t : after.function.events(low, high)) times.push_back(t);
      drop_repeated(times);
      for (std::size_t k = 0; k < times.size(); ++k) {
        if (is_past(times[k])) return std::nullopt;
        const Real inner = middle(times[k], k + 1 < times.size() ? times[k + 1] : high);
        if (after.present) {
          after.gap = after.function.value(inner).sign();
          after.rate = after.function.rate_sign(inner);
        }
        if (has_faded(after, times[k])) {
          before.rate = 0;
          continue;
        }
        const bool is_start = i == 0 && k == 0;
        if (is_start ? begins(after) : arrives(before, after, times[k]) || turns(before, after, times[k]))
          return times[k];
        before = after;
      }
    }
    return std::nullopt;
  }

 private:
  bool is_past(const Real& t) const { return t > course_.end() || (t == course_.end() && !course_.reaches_end()); }

  /// All that is left of the gap is a term that fades: its sign stays, it never is 0.
  bool has_faded(const State<Real>& after, const Real& t) const {
    const auto& lulls = course_.lulls();
    const bool late = std::any_of(lulls.begin(), lulls.end(), [&](const Real& lull) { return t >= lull; });
    return late && after.present && after.gap == 0;
  }

  template <class Obstacle>
  std::vector<Real> cuts(const std::vector<Obstacle>& obstacles, int part) const {
    const Real& end = course_.end();
    const Real beyond = end == 0 ? Real(1) : course_.reaches_end() ? Real(2 * end) : end;
    std::vector<Real> times{Real(0), beyond};
    if (end < beyond) times.push_back(end);
    for (const Real& t : course_.lulls())
      if (t < beyond) times.push_back(t);
    const auto& stretches = course_.stretches();
    for (std::size_t s = 0; s < stretches.size(); ++s) {
      const Real from = stretches[s].from;
      const Real to = s + 1 < stretches.size() ? std::min(stretches[s + 1].from, beyond) : beyond;
      if (!(from < to)) break;
      if (from > 0) times.push_back(from);
      Borders<Real> borders;
      obstacles[s].borders(part, borders);
      for (const auto& curve : borders)
        for (const Real& t : roots(curve, from, to)) times.push_back(t);
    }
    std::sort(times.begin(), times.end());
    drop_repeated(times);
    return times;
  }
  std::size_t stretch_at(const Real& t) const {
    const auto& stretches = course_.stretches();
    std::size_t s = 0;
    while (s + 1 < stretches.size() && stretches[s + 1].from < t) ++s;
    return s;
  }

  static bool begins(const State<Real>& after) {
    return after.present && after.rate < 0 && after.function.value(Real(0)).sign() <= 0;
  }
  static bool arrives(const State<Real>& before, const State<Real>& after, const Real& now) {
    if (!before.present || before.gap <= 0 || before.rate >= 0) return false;
    return (after.present && after.gap < 0) || before.function.value(now).sign() == 0;
  }
  /// A gap that was constant turns only where a law ends.
  static bool turns(const State<Real>& before, const State<Real>& after, const Real& now) {
    if (!after.present || after.rate >= 0 || (before.present && before.rate < 0)) return false;
    if (after.function.value(now).sign() > 0) return false;
    return before.present || before.function.rate_sign_before(now) >= 0;
  }

  const Course<Real, D>& course_;
};

/// Whether one of a part's owners (edges of a chain, triangles of a mesh) is surely out of reach.
template <class Obstacle>
bool is_clear(const Obstacle& obstacle, int part, const std::vector<bool>& clear) {
  if constexpr (requires { obstacle.owners(part); }) {
    for (const std::size_t owner : obstacle.owners(part))
      if (owner < clear.size() && clear[owner]) return true;
  }
  return false;
}

/// What is known of all parts so far, and which parts are not decided.
struct Findings {
  bool begun = false;
  bool tied = false;          ///< something looked like an exact tie
  std::vector<int> moving;    ///< whose impact is not known
  std::vector<int> standing;  ///< whose gap's sign at the start is not known
  std::optional<Exhaustive> earliest;
  int least = 1;  ///< sign of the least gap at the start

  Truth truth() const {
    Truth t;
    t.start = least > 0 ? Proximity::apart : least == 0 ? Proximity::touching : Proximity::overlapping;
    t.impact = earliest.has_value();
    if (earliest) t.time = *earliest;
    if (t.start == Proximity::overlapping)
      t.verdict = Verdict::overlapping;
    else if (earliest)
      t.verdict = Verdict::hit;
    else
      t.verdict = t.start == Proximity::apart ? Verdict::miss : Verdict::touching_separating;
    return t;
  }
};

/// Decides what this precision can; `clear`: what of a chain or a mesh is known to be out of reach up to the horizon.
template <class Real, int D>
void decide_in(const Query<D>& q, const std::optional<HullFacets<D>>& facets, const std::vector<bool>& clear,
               Findings& findings) {
  const Course<Real, D> course(q);
  const auto& stretches = course.stretches();
  with_obstacle<Real, D>(q, facets, stretches[0].path, [&](const auto& first) {
    using Obstacle = std::decay_t<decltype(first)>;
    std::vector<Obstacle> obstacles{first};
    for (std::size_t s = 1; s < stretches.size(); ++s)
      with_obstacle<Real, D>(q, facets, stretches[s].path, [&](const auto& next) {
        if constexpr (std::is_same_v<std::decay_t<decltype(next)>, Obstacle>) obstacles.push_back(next);
      });
    if (!findings.begun)
      for (int part = 0; part < first.parts(); ++part)
        if (!is_clear(first, part, clear)) findings.moving.push_back(part), findings.standing.push_back(part);
    findings.begun = true;
    const auto decide = [&](std::vector<int>& parts, const auto& one) {
      std::vector<int> open;
      for (const int part : parts) {
        try {
          one(part);
        } catch (const Undecided& undecided) {
          open.push_back(part);
          findings.tied = findings.tied || undecided.is_tie;
        }
      }
      parts = open;
    };
    decide(findings.standing, [&](int part) {
      const Gap<Real> gap = first.at(part, Real(0));
      if (gap.present) findings.least = std::min(findings.least, gap.value(Real(0)).sign());
    });
    decide(findings.moving, [&](int part) {
      const auto clock = Timeline<Real, D>(course).first_impact(obstacles, part);
      if (!clock) return;
      const Exhaustive time = course.time(*clock);
      if (!findings.earliest || time < *findings.earliest) findings.earliest = time;
    });
  });
}

template <int D>
Truth truth_of(const Query<D>& q, const std::vector<bool>& clear = {}, bool by_exhaustion = false) {
  Findings findings;
  const std::optional<HullFacets<D>> facets = facets_of(q);
  const auto is_open = [&] { return !findings.begun || !findings.moving.empty() || !findings.standing.empty(); };
  if (!by_exhaustion) {
    decide_in<Coarse, D>(q, facets, clear, findings);
    if (is_open() && !findings.tied) decide_in<Quick, D>(q, facets, clear, findings);
  }
  if (is_open()) decide_in<Exhaustive, D>(q, facets, clear, findings);
  return findings.truth();
}

}  // namespace oracle
