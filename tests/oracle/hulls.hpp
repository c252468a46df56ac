#pragma once
#include <algorithm>
#include <initializer_list>
#include <map>
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
  Num<Real> coordinate(std::size_t k) const {
    return difference<Real>(b[static_cast<int>(k)], a[static_cast<int>(k)]);
  }
};

template <class Real, int D>
Place<Real> between(const CornerPair<D>& from, const CornerPair<D>& to) {
  Place<Real> d;
  for (std::size_t k = 0; k < D; ++k) d.push_back(to.template coordinate<Real>(k) - from.template coordinate<Real>(k));
  return d;
}

template <class Real, int D>
Path<Real, D> seen_from(const Path<Real, D>& c, const CornerPair<D>& origin) {
  Path<Real, D> y = c;
  for (std::size_t k = 0; k < D; ++k) y[k] = y[k] - Curve<Real>(origin.template coordinate<Real>(k));
  return y;
}

template <class Real>
Num<Real> inner(const Place<Real>& a, const Place<Real>& b) {
  Num<Real> sum;
  for (std::size_t k = 0; k < a.size(); ++k) sum = sum + a[k] * b[k];
  return sum;
}

/// The outward normal of the line or the plane through corners.
template <class Real, int D, std::size_t N>
Place<Real> normal_of(const std::vector<CornerPair<D>>& points, const std::array<int, N>& through) {
  const auto at = [&](std::size_t k) -> const CornerPair<D>& { return points[static_cast<std::size_t>(through[k])]; };
  const Place<Real> u = between<Real, D>(at(0), at(1));
  if constexpr (D == 2)
    return {u[1], Num<Real>(-1) * u[0]};
  else
    return cross(u, between<Real, D>(at(0), at(2)));
}

/// A side (in the plane) or a triangle of a face (in space), by its corners.
template <int D>
using Facet = std::array<int, static_cast<std::size_t>(D)>;

/// The sign of how far a corner is before a facet; 2: this precision can not tell.
template <class Real, int D>
int side_of(const std::vector<CornerPair<D>>& points, const Facet<D>& facet, int k) {
  try {
    const auto first = static_cast<std::size_t>(facet[0]);
    return inner(normal_of<Real, D>(points, facet),
                 between<Real, D>(points[first], points[static_cast<std::size_t>(k)]))
        .sign();
  } catch (const Undecided&) {
    return 2;
  }
}
template <int D>
int exact_side_of(const std::vector<CornerPair<D>>& points, const Facet<D>& facet, int k) {
  if (std::find(facet.begin(), facet.end(), k) != facet.end()) return 0;
  const int sign = side_of<Coarse, D>(points, facet, k);
  return sign != 2 ? sign : side_of<Exhaustive, D>(points, facet, k);
}
template <class Real, int D>
bool is_degenerate(const std::vector<CornerPair<D>>& points, const Facet<D>& facet) {
  for (const auto& one : normal_of<Real, D>(points, facet))
    if (one.sign() != 0) return false;
  return true;
}

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
  std::vector<CornerPair<D>> points;
  std::vector<Facet<D>> facets;           ///< all that have no corner before them, of coplanar ones each
  std::vector<Facet<D>> planes;           ///< one of those that are coplanar
  std::vector<std::array<int, 2>> lines;  ///< between any two corners that share a facet, or all where there is none
  bool starts_inside = false;  ///< of a solid hull, or nearly: from outside nothing comes in before an impact

  HullFacets(const Hull<D>& a, const Hull<D>& b) {
    for (const auto& y : b.corners)
      for (const auto& x : a.corners) points.push_back({y, x});
    const int n = static_cast<int>(points.size());
    const CornerSides<D> quick(points);
    const auto try_facet = [&](const Facet<D>& facet) {
      if (quick.is_cut(facet)) return;
      std::vector<int> within;
      bool is_bound = true;
      bool is_deep = false;
      for (int k = 0; k < n && is_bound; ++k) {
        const int side = exact_side_of<D>(points, facet, k);
        is_bound = side <= 0;
        is_deep = is_deep || side < 0;
        if (side == 0) within.push_back(k);
      }
      if (!is_bound || is_degenerate<Exhaustive, D>(points, facet)) return;
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
      for (std::size_t k = 0; k < D; ++k)
        before = before - normal[k] * points[static_cast<std::size_t>(facet[0])].template coordinate<Coarse>(k);
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
    for (const auto& one :
         between<Exhaustive, D>(points[static_cast<std::size_t>(i)], points[static_cast<std::size_t>(j)]))
      if (one.sign() != 0) return false;
    return true;
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
/// its region is all that is straight above it, and below.
template <class Real, int D>
struct HullObstacle {
  struct Piece {
    Gap<Real> gap{};
    std::vector<Curve<Real>> region{};  ///< all ≥ 0 where it counts
  };

  HullObstacle(const Path<Real, D>& c, const HullFacets<D>& hull, const Num<Real>& radius) : r(radius) {
    const auto corner = [&](int k) -> const CornerPair<D>& { return hull.points[static_cast<std::size_t>(k)]; };
    const auto minus = [](const Curve<Real>& x) { return Curve<Real>() - x; };
    const auto inwards = [&](const Facet<D>& f, std::size_t i) {
      const std::size_t j = (i + 1) % 3;
      return dot<Real, D>(cross(normal_of<Real, D>(hull.points, f), between<Real, D>(corner(f[i]), corner(f[j]))),
                          seen_from<Real, D>(c, corner(f[i])));
    };
    const auto squared = [](const Place<Real>& d) { return inner(d, d); };
    for (const Facet<D>& f : hull.facets) {
      const Place<Real> n = normal_of<Real, D>(hull.points, f);
      const Curve<Real> above = dot<Real, D>(n, seen_from<Real, D>(c, corner(f[0])));
      Piece piece{{above, {}}, {above}};
      if (!r.is_nothing()) piece.gap.curve = square(above) - Curve<Real>(r * r * squared(n));
      if constexpr (D == 2) {
        const Place<Real> d = between<Real, D>(corner(f[0]), corner(f[1]));
        const Curve<Real> along = dot<Real, D>(d, seen_from<Real, D>(c, corner(f[0])));
        piece.region.push_back(along);
        piece.region.push_back(Curve<Real>(squared(d)) - along);
      } else {
        for (std::size_t i = 0; i < 3; ++i) piece.region.push_back(inwards(f, i));
      }
      pieces.push_back(piece);
    }
    for (const auto& [i, j] : hull.lines) {
      const Path<Real, D> y = seen_from<Real, D>(c, corner(i));
      const Place<Real> d = between<Real, D>(corner(i), corner(j));
      const Curve<Real> along = dot<Real, D>(d, y);
      Piece piece;
      if ((D == 3 && !hull.is_within_plane({i, j})) || hull.facets.empty()) {
        piece.gap.curve = norm2<Real, D>(y) * Curve<Real>(squared(d)) - square(along) - Curve<Real>(r * r * squared(d));
        piece.region = {along, Curve<Real>(squared(d)) - along};
        if constexpr (D == 3)
          for (const Facet<D>& f : hull.facets)
            for (std::size_t k = 0; k < 3; ++k)
              if ((f[k] == i && f[(k + 1) % 3] == j) || (f[k] == j && f[(k + 1) % 3] == i))
                piece.region.push_back(minus(inwards(f, k)));
        pieces.push_back(piece);
      }
    }
    for (int k = 0; k < static_cast<int>(hull.points.size()); ++k) {
      const Path<Real, D> y = seen_from<Real, D>(c, corner(k));
      Piece piece{{norm2<Real, D>(y) - Curve<Real>(r * r), {}}, {}};
      for (const auto& [i, j] : hull.lines)
        if (i == k || j == k)
          piece.region.push_back(minus(dot<Real, D>(between<Real, D>(corner(k), corner(i == k ? j : i)), y)));
      if ((!piece.region.empty() && !hull.is_within_plane({k})) || hull.points.size() == 1) pieces.push_back(piece);
    }
    if (!hull.starts_inside) return;
    for (const Facet<D>& f : hull.planes) {
      const Place<Real> n = normal_of<Real, D>(hull.points, f);
      const Num<Real> length = root_of(squared(n));
      const Num<Real> inverse{Real(1) / length.value, 1 / static_cast<long double>(length.value)};
      out.push_back(Curve<Real>(inverse) * dot<Real, D>(n, seen_from<Real, D>(c, corner(f[0]))));
    }
  }

  int parts() const { return static_cast<int>(pieces.size()) + (out.empty() ? 0 : 1); }
  void borders(int part, Borders<Real>& list) const {
    if (const auto k = static_cast<std::size_t>(part); k < pieces.size()) {
      list = pieces[k].region;
    } else {
      list = out;
      add_differences(out, list);
    }
  }
  Gap<Real> at(int part, const Real& t) const {
    if (const auto k = static_cast<std::size_t>(part); k < pieces.size()) {
      Gap<Real> gap = pieces[k].gap;
      for (const auto& one : pieces[k].region) gap.present = gap.present && one(t).sign() >= 0;
      return gap;
    }
    Gap<Real> gap{greatest(out, t) - Curve<Real>(r), {}};
    for (const auto& one : out) gap.present = gap.present && one(t).sign() <= 0;
    return gap;
  }

  Num<Real> r;
  std::vector<Piece> pieces;
  std::vector<Curve<Real>> out;
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
