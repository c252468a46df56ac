#pragma once
#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "hull.hpp"
#include "obstacles.hpp"

// Two convex hulls, and what one of them meets as a point: the hull of all differences of their corners, found by
// trying every line (in the plane) or plane (in space) through corners.
namespace oracle {

/// b − a, exactly as two doubles.
template <int D>
struct CornerPair {
  Vec<D> b;
  Vec<D> a;

  template <class Real>
  Place<Real> place() const {
    Place<Real> place;
    for (int k = 0; k < D; ++k) place.push_back(difference<Real>(b[k], a[k]));
    return place;
  }
};

/// All of them. Where they lie is found once in each precision that is asked for.
template <int D>
class CornerPairs {
 public:
  CornerPairs(const Hull<D>& a, const Hull<D>& b) {
    for (const auto& y : b.corners)
      for (const auto& x : a.corners) pairs_.push_back({y, x});
  }
  int count() const { return static_cast<int>(pairs_.size()); }
  const std::vector<CornerPair<D>>& pairs() const { return pairs_; }

  template <class Real>
  const Place<Real>& place(int k) const {
    auto& places = std::get<std::vector<Place<Real>>>(places_);
    if (places.empty())
      for (const CornerPair<D>& pair : pairs_) places.push_back(pair.template place<Real>());
    return places[static_cast<std::size_t>(k)];
  }
  template <class Real>
  Place<Real> between(int from, int to) const {
    const Place<Real>&a = place<Real>(from), &b = place<Real>(to);
    Place<Real> d;
    for (std::size_t k = 0; k < D; ++k) d.push_back(b[k] - a[k]);
    return d;
  }
  template <class Real>
  Path<Real, D> seen_from(const Path<Real, D>& c, int origin) const {
    Path<Real, D> y = c;
    for (std::size_t k = 0; k < D; ++k) y[k] = y[k] - Curve<Real>(place<Real>(origin)[k]);
    return y;
  }

 private:
  std::vector<CornerPair<D>> pairs_;
  mutable std::tuple<std::vector<Place<Coarse>>, std::vector<Place<Quick>>, std::vector<Place<Exhaustive>>> places_;
};

template <class Real>
Num<Real> inner(const Place<Real>& a, const Place<Real>& b) {
  Num<Real> sum;
  for (std::size_t k = 0; k < a.size(); ++k) sum = sum + a[k] * b[k];
  return sum;
}

/// A side (in the plane) or a triangle of a face (in space), by its corners.
template <int D>
using Facet = std::array<int, static_cast<std::size_t>(D)>;

/// The outward normal of the line or the plane through corners.
template <class Real, int D>
Place<Real> normal_of(const CornerPairs<D>& points, const Facet<D>& through) {
  const Place<Real> u = points.template between<Real>(through[0], through[1]);
  if constexpr (D == 2)
    return {u[1], Num<Real>(-1) * u[0]};
  else
    return cross(u, points.template between<Real>(through[0], through[2]));
}

/// On which side of a facet corners are, in one precision.
template <class Real, int D>
class SideOf {
 public:
  SideOf(const CornerPairs<D>& points, const Facet<D>& facet)
      : points_(points), first_(facet[0]), normal_(normal_of<Real, D>(points, facet)) {}

  /// The sign of how far a corner is before it; 2: this precision can not tell.
  int operator()(int k) const {
    try {
      return inner(normal_, points_.template between<Real>(first_, k)).sign();
    } catch (const Undecided&) {
      return 2;
    }
  }
  bool is_degenerate() const {
    return std::all_of(normal_.begin(), normal_.end(), [](const Num<Real>& one) { return one.sign() == 0; });
  }

 private:
  const CornerPairs<D>& points_;
  int first_;
  Place<Real> normal_;
};

/// Most lines or planes through corners clearly have corners on both sides.
template <int D>
class CornerSides {
 public:
  explicit CornerSides(const std::vector<CornerPair<D>>& points) {
    for (const auto& p : points) {
      std::array<Coarse, 3> q{};
      Coarse terms = 0;
      for (int k = 0; k < D; ++k) {
        const Coarse b = static_cast<Coarse>(p.b[k]) - points[0].b[k], a = static_cast<Coarse>(p.a[k]) - points[0].a[k];
        q[static_cast<std::size_t>(k)] = b - a;
        terms += std::fabs(b) + std::fabs(a);
      }
      places_.push_back(q);
      size_ = std::max(size_, terms);
    }
  }
  /// Whether a corner is surely before the facet: by more than all that is rounded, some 30 times 2^-64 of (2 size)^D.
  bool is_cut(const Facet<D>& facet) const {
    const auto at = [&](std::size_t k) { return places_[static_cast<std::size_t>(facet[k])]; };
    const auto minus = [](std::array<Coarse, 3> a, const std::array<Coarse, 3>& b) {
      for (std::size_t k = 0; k < 3; ++k) a[k] -= b[k];
      return a;
    };
    const auto u = minus(at(1), at(0));
    std::array<Coarse, 3> n{u[1], -u[0], 0};
    if constexpr (D == 3) {
      const auto v = minus(at(2), at(0));
      n = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    }
    const Coarse doubt = 0x1p-55L * (D == 3 ? size_ : 1) * size_ * size_;
    for (const auto& place : places_) {
      const auto y = minus(place, at(0));
      if (n[0] * y[0] + n[1] * y[1] + n[2] * y[2] > doubt) return true;
    }
    return false;
  }

 private:
  std::vector<std::array<Coarse, 3>> places_;
  Coarse size_ = 0;
};

template <int D>
struct HullFacets {
  CornerPairs<D> points;
  std::vector<Facet<D>> facets;           ///< all that have no corner before them, of coplanar ones each
  std::vector<Facet<D>> planes;           ///< one of those that are coplanar
  std::vector<std::array<int, 2>> lines;  ///< between any two corners that share a facet, or all where there is none
  bool starts_inside = false;  ///< of a solid hull, or nearly: from outside nothing comes in before an impact

  HullFacets(const Hull<D>& a, const Hull<D>& b) : points(a, b) {
    const int n = points.count();
    const CornerSides<D> quick(points.pairs());
    const auto try_facet = [&](const Facet<D>& facet) {
      if (quick.is_cut(facet)) return;
      const SideOf<Coarse, D> coarse(points, facet);
      std::optional<SideOf<Exhaustive, D>> exhaustive;
      const auto side_of = [&](int k) {
        if (std::find(facet.begin(), facet.end(), k) != facet.end()) return 0;
        if (const int side = coarse(k); side != 2) return side;
        if (!exhaustive) exhaustive.emplace(points, facet);
        return (*exhaustive)(k);
      };
      std::vector<int> within;
      bool is_bound = true;
      bool is_deep = false;
      for (int k = 0; k < n && is_bound; ++k) {
        const int side = side_of(k);
        is_bound = side <= 0;
        is_deep = is_deep || side < 0;
        if (side == 0) within.push_back(k);
      }
      if (!is_bound) return;
      if (!exhaustive) exhaustive.emplace(points, facet);
      if (exhaustive->is_degenerate()) return;
      facets.push_back(facet);
      is_solid_ = is_solid_ || is_deep;
      // Facets on both sides of what is flat hold the same corners.
      const auto [plane, is_new] = known_.insert({{within, is_deep ? 0 : turn_of(facet)}, planes.size()});
      if (is_new) planes.push_back(facet);
      plane_of_.push_back(plane->second);
    };
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (j == i) continue;
        if constexpr (D == 2) {
          try_facet({i, j});
        } else {
          for (int k = 0; k < n; ++k)
            if (k != i && k != j && i < j && i < k) try_facet({i, j, k});
        }
      }
    starts_inside = is_solid_;
    for (const auto& facet : planes) {
      const Place<Coarse> normal = normal_of<Coarse, D>(points, facet);
      Num<Coarse> before;
      for (std::size_t k = 0; k < D; ++k) before = before - normal[k] * points.template place<Coarse>(facet[0])[k];
      starts_inside = starts_inside && before.value <= 1e-6L * before.terms;
    }
    std::set<std::array<int, 2>> pairs;
    for (const auto& facet : facets)
      for (const int i : facet)
        for (const int j : facet)
          if (i < j) pairs.insert({i, j});
    if (facets.empty())
      for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j)
          if (!same(i, j)) pairs.insert({i, j});
    lines.assign(pairs.begin(), pairs.end());
  }

  /// Whether all facets to which these corners belong lie in one plane of a solid hull.
  bool is_within_plane(std::initializer_list<int> corners) const {
    if (!is_solid_) return false;
    std::set<std::size_t> met;
    for (std::size_t f = 0; f < facets.size(); ++f) {
      const auto has = [&](int k) { return std::find(facets[f].begin(), facets[f].end(), k) != facets[f].end(); };
      if (std::all_of(corners.begin(), corners.end(), has)) met.insert(plane_of_[f]);
    }
    return met.size() == 1;
  }

 private:
  bool same(int i, int j) const {
    const Place<Exhaustive> d = points.template between<Exhaustive>(i, j);
    return std::all_of(d.begin(), d.end(), [](const Num<Exhaustive>& one) { return one.sign() == 0; });
  }
  /// Which way around a flat hull's facet goes: by the largest component of its normal.
  int turn_of(const Facet<D>& facet) const {
    int turn = 0;
    Exhaustive most = 0;
    for (const auto& one : normal_of<Exhaustive, D>(points, facet))
      if (abs(one.value) > most) most = abs(one.value), turn = one.value > 0 ? 1 : -1;
    return turn;
  }

  std::map<std::pair<std::vector<int>, int>, std::size_t> known_;
  std::vector<std::size_t> plane_of_;
  bool is_solid_ = false;
};

/// Facets from outside, edges, corners, and the inside. A line or a corner within a face of what is solid is left out:
/// its region is all that is straight above it, and below. Parts are made when they are asked for first.
template <class Real, int D>
class HullObstacle {
 public:
  HullObstacle(Path<Real, D> c, const HullFacets<D>& hull, const Num<Real>& radius)
      : c_(std::move(c)), hull_(&hull), r_(radius) {
    for (std::size_t k = 0; k < hull.facets.size(); ++k) kinds_.push_back({Kind::facet, k});
    for (std::size_t k = 0; k < hull.lines.size(); ++k) {
      const auto [i, j] = hull.lines[k];
      if ((D == 3 && !hull.is_within_plane({i, j})) || hull.facets.empty()) kinds_.push_back({Kind::line, k});
    }
    for (int k = 0; k < hull.points.count(); ++k) {
      const auto has = [&](const std::array<int, 2>& line) { return line[0] == k || line[1] == k; };
      const bool is_joined = std::any_of(hull.lines.begin(), hull.lines.end(), has);
      if ((is_joined && !hull.is_within_plane({k})) || hull.points.count() == 1)
        kinds_.push_back({Kind::corner, static_cast<std::size_t>(k)});
    }
    if (hull.starts_inside && !hull.planes.empty()) kinds_.push_back({Kind::inside, 0});
    pieces_.resize(kinds_.size());
  }

  int parts() const { return static_cast<int>(kinds_.size()); }
  void borders(int part, Borders<Real>& list) const {
    const auto& [kind, _] = kinds_[static_cast<std::size_t>(part)];
    list = piece(part).region;
    if (kind == Kind::inside) add_differences(piece(part).region, list);
  }
  Gap<Real> at(int part, const Real& t) const {
    const auto& [kind, _] = kinds_[static_cast<std::size_t>(part)];
    const Piece& one = piece(part);
    if (kind == Kind::inside) {
      Gap<Real> gap{greatest(one.region, t) - Curve<Real>(r_), {}};
      for (const auto& out : one.region) gap.present = gap.present && out(t).sign() <= 0;
      return gap;
    }
    Gap<Real> gap = one.gap;
    for (const auto& border : one.region) gap.present = gap.present && border(t).sign() >= 0;
    return gap;
  }

 private:
  enum class Kind { facet, line, corner, inside };
  struct Piece {
    Gap<Real> gap{};
    std::vector<Curve<Real>> region{};  ///< all ≥ 0 where it counts; of the inside how far out of each plane
  };

  const Piece& piece(int part) const {
    std::optional<Piece>& one = pieces_[static_cast<std::size_t>(part)];
    if (one) return *one;
    const auto& [kind, k] = kinds_[static_cast<std::size_t>(part)];
    one = kind == Kind::facet    ? facet(hull_->facets[k])
          : kind == Kind::line   ? line(hull_->lines[k])
          : kind == Kind::corner ? corner(static_cast<int>(k))
                                 : inside();
    return *one;
  }

  static Num<Real> squared(const Place<Real>& d) { return inner(d, d); }
  Path<Real, D> seen_from(int k) const { return hull_->points.template seen_from<Real>(c_, k); }
  Place<Real> between(int i, int j) const { return hull_->points.template between<Real>(i, j); }
  Place<Real> normal(const Facet<D>& f) const { return normal_of<Real, D>(hull_->points, f); }
  Curve<Real> inwards(const Facet<D>& f, const Place<Real>& normal, std::size_t i) const {
    return dot<Real, D>(cross(normal, between(f[i], f[(i + 1) % 3])), seen_from(f[i]));
  }

  Piece facet(const Facet<D>& f) const {
    const Place<Real> n = normal(f);
    const Curve<Real> above = dot<Real, D>(n, seen_from(f[0]));
    Piece piece{{above, {}}, {above}};
    if (!r_.is_nothing()) piece.gap.curve = square(above) - Curve<Real>(r_ * r_ * squared(n));
    if constexpr (D == 2) {
      const Place<Real> d = between(f[0], f[1]);
      const Curve<Real> along = dot<Real, D>(d, seen_from(f[0]));
      piece.region.push_back(along);
      piece.region.push_back(Curve<Real>(squared(d)) - along);
    } else {
      for (std::size_t i = 0; i < 3; ++i) piece.region.push_back(inwards(f, n, i));
    }
    return piece;
  }

  Piece line(const std::array<int, 2>& ends) const {
    const auto [i, j] = ends;
    const Path<Real, D> y = seen_from(i);
    const Place<Real> d = between(i, j);
    const Curve<Real> along = dot<Real, D>(d, y);
    Piece piece;
    piece.gap.curve = norm2<Real, D>(y) * Curve<Real>(squared(d)) - square(along) - Curve<Real>(r_ * r_ * squared(d));
    piece.region = {along, Curve<Real>(squared(d)) - along};
    if constexpr (D == 3)
      for (const Facet<D>& f : hull_->facets)
        for (std::size_t k = 0; k < 3; ++k)
          if ((f[k] == i && f[(k + 1) % 3] == j) || (f[k] == j && f[(k + 1) % 3] == i))
            piece.region.push_back(Curve<Real>() - inwards(f, normal(f), k));
    return piece;
  }

  Piece corner(int k) const {
    const Path<Real, D> y = seen_from(k);
    Piece piece{{norm2<Real, D>(y) - Curve<Real>(r_ * r_), {}}, {}};
    for (const auto& [i, j] : hull_->lines)
      if (i == k || j == k) piece.region.push_back(Curve<Real>() - dot<Real, D>(between(k, i == k ? j : i), y));
    return piece;
  }

  Piece inside() const {
    Piece piece;
    for (const Facet<D>& f : hull_->planes) {
      const Place<Real> n = normal(f);
      const Num<Real> length = root_of(squared(n));
      const Num<Real> inverse{Real(1) / length.value, 1 / static_cast<long double>(length.value)};
      piece.region.push_back(Curve<Real>(inverse) * dot<Real, D>(n, seen_from(f[0])));
    }
    return piece;
  }

  Path<Real, D> c_;
  const HullFacets<D>* hull_;
  Num<Real> r_;
  std::vector<std::pair<Kind, std::size_t>> kinds_;
  mutable std::vector<std::optional<Piece>> pieces_;
};

/// Before a plane: each corner for itself, for all of them come nearer together.
template <class Real, int D>
struct StandingObstacle {
  StandingObstacle(const Path<Real, D>& c, const Hull<D>& a, const HalfSpace<D>& b) {
    for (const Vec<D>& corner : a.corners) {
      Path<Real, D> at = c;
      for (int k = 0; k < D; ++k) {
        auto& one = at[static_cast<std::size_t>(k)];
        one = one + Curve<Real>(Num<Real>(corner[k]));
      }
      gaps.push_back(PlaneObstacle<Real, D>(at, b, Num<Real>(a.radius)).gap);
    }
  }
  int parts() const { return static_cast<int>(gaps.size()); }
  void borders(int, Borders<Real>&) const {}
  Gap<Real> at(int part, const Real&) const { return gaps[static_cast<std::size_t>(part)]; }

  std::vector<Gap<Real>> gaps;
};

}  // namespace oracle
