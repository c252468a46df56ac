#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "carom/math/vec.hpp"
#include "math/exact/dyadic.hpp"
#include "math/exact/uncertain.hpp"

namespace carom::shape {

/// At most D + 1 points, no three on a line, no four in a plane.
template <int D>
class Simplex {
 public:
  int size() const { return size_; }
  const Vec<D>& operator[](int i) const { return points_[static_cast<std::size_t>(i)]; }
  std::span<const Vec<D>> points() const { return std::span(points_).first(static_cast<std::size_t>(size_)); }
  Simplex with(const Vec<D>& point) const {
    Simplex larger = *this;
    larger.points_[static_cast<std::size_t>(larger.size_++)] = point;
    return larger;
  }
  bool contains(const Vec<D>& point) const {
    for (int i = 0; i < size_; ++i)
      if ((*this)[i] == point) return true;
    return false;
  }

 private:
  std::array<Vec<D>, static_cast<std::size_t>(D) + 1> points_{};
  int size_ = 0;
};

/// Twice the centre of the smallest ball through the points of a simplex, less its point 0: diameter / denominator,
/// where denominator > 0.
///
/// With edges e_i = point i − point 0 the centre less point 0 is Σ λ_j e_j, and 2 Σ_j (e_i·e_j) λ_j = e_i·e_i: Cramer's
/// rule. A point at d from point 0 is outside if |d|² denominator − d·diameter > 0.
template <class Number, int D>
struct Circumcenter {
  using Edge = std::array<Number, static_cast<std::size_t>(D)>;

  Edge diameter{};
  Number denominator{1.0};

  explicit Circumcenter(const Simplex<D>& simplex) {
    const int n = simplex.size() - 1;
    std::array<Edge, 3> e;
    std::array<std::array<Number, 3>, 3> gram;
    for (int i = 0; i < n; ++i) e[at(i)] = difference(simplex[i + 1], simplex[0]);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) gram[at(i)][at(j)] = i > j ? gram[at(j)][at(i)] : product(e[at(i)], e[at(j)]);
    if (n < 1) return;
    denominator = determinant(gram, n);
    for (int j = 0; j < n; ++j) {
      auto replaced = gram;
      for (int i = 0; i < n; ++i) replaced[at(i)][at(j)] = gram[at(i)][at(i)];
      const Number weight = determinant(replaced, n);
      for (int k = 0; k < D; ++k) diameter[at(k)] = diameter[at(k)] + weight * e[at(j)][at(k)];
    }
  }

  /// |d|² denominator − d·diameter
  Number excess(const Vec<D>& point, const Vec<D>& origin) const {
    const Edge d = difference(point, origin);
    return product(d, d) * denominator - product(d, diameter);
  }

 private:
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static Edge difference(const Vec<D>& a, const Vec<D>& b) {
    Edge d;
    for (int k = 0; k < D; ++k) d[at(k)] = Number(a[k]) - Number(b[k]);
    return d;
  }
  static Number product(const Edge& a, const Edge& b) {
    Number sum = a[0] * b[0];
    for (int k = 1; k < D; ++k) sum = sum + a[at(k)] * b[at(k)];
    return sum;
  }
  static Number determinant(const std::array<std::array<Number, 3>, 3>& m, int n) {
    if (n == 1) return m[0][0];
    const auto minor = [&](int row, int i, int j) {
      return m[at(row)][at(i)] * m[at(row + 1)][at(j)] - m[at(row)][at(j)] * m[at(row + 1)][at(i)];
    };
    if (n == 2) return minor(0, 0, 1);
    return m[0][0] * minor(1, 1, 2) - m[0][1] * minor(1, 0, 2) + m[0][2] * minor(1, 0, 1);
  }
};

/// The smallest ball through the points of a simplex, which decides exactly what is outside. That of no points is
/// empty.
template <int D>
class Circumball {
 public:
  using Filtered = math::Uncertain<TwoTerms>;

  explicit Circumball(const Simplex<D>& simplex) : simplex_(simplex), filtered_(simplex) {}

  const Simplex<D>& simplex() const { return simplex_; }

  bool outside(const Vec<D>& point) const {
    if (simplex_.size() == 0) return true;
    if (simplex_.contains(point)) return false;
    const int sign = filtered_.excess(point, simplex_[0]).sign();
    return (sign != Filtered::kUnknown ? sign : exact().excess(point, simplex_[0]).sign()) > 0;
  }

  const Circumcenter<Filtered, D>& filtered() const { return filtered_; }
  /// Made when first asked for.
  const Circumcenter<math::Dyadic, D>& exact() const {
    if (!exact_) exact_.emplace(simplex_);
    return *exact_;
  }

 private:
  Simplex<D> simplex_;
  Circumcenter<Filtered, D> filtered_;
  mutable std::optional<Circumcenter<math::Dyadic, D>> exact_;
};

}  // namespace carom::shape
