#pragma once
#include <span>

#include "carom/math/vec.hpp"

namespace carom::mover {

/// A contact turns a movement if it takes more than this part of it away; less is rounding.
inline constexpr double kTurn = 0x1p-48;
/// How far a direction along some contacts may lead into another, beyond rounding.
inline constexpr double kApproach = 0x1p-46;

/// A direction that leads into a contact by more than this presses on it, whatever the shapes.
inline constexpr double kGraze = 0x1p-20;

/// Normals of planes whose crease is shorter than this, squared, are those of parallel planes.
inline constexpr double kParallel = 0x1p-80;

/// Of equally long ones the same, whatever the order.
template <int D>
bool longer(const Vec<D>& w, const Vec<D>& than) {
  if (norm2(w) != norm2(than)) return norm2(w) > norm2(than);
  for (int k = 0; k < D; ++k)
    if (w[k] != than[k]) return w[k] > than[k];
  return false;
}

/// The movement nearest to an intended one among those w with w·n ≥ 0 for all normals n: the projection onto that cone.
/// It lies within the cone, in one of its faces or (in space) edges, or is 0, and of what lies in the cone it is the
/// longest of the intention's projections onto these. `passes(i, w)` says of a w that leads against normal i by little
/// whether it passes that contact all the same.
template <int D, class Passes>
class Cone {
 public:
  Cone(const Vec<D>& intended, std::span<const Vec<D>> normals, const Passes& passes)
      : intended_(intended), size_(norm(intended)), normals_(normals), passes_(passes) {}

  Vec<D> nearest() {
    if (allowed(intended_, kTurn)) return intended_;
    for (std::size_t i = 0; i < normals_.size(); ++i) {
      if (against(i)) consider(off(off(intended_, normals_[i]), normals_[i]), kApproach);
      if constexpr (D == 3)
        for (std::size_t j = 0; j < i; ++j) along_crease(normals_[i], normals_[j]);
    }
    return best_;
  }

 private:
  bool against(std::size_t i) const { return dot(intended_, normals_[i]) < 0; }

  static Vec<D> off(const Vec<D>& w, const Vec<D>& normal) { return w - dot(w, normal) * normal; }

  void along_crease(const Vec<D>& a, const Vec<D>& b) {
    const Vec<D> crease = cross(a, b);
    const double sine2 = norm2(crease);
    if (!(sine2 > kParallel)) return;
    consider((dot(intended_, crease) / sine2) * crease, kApproach / std::sqrt(sine2));
  }

  bool allowed(const Vec<D>& w, double approach) const {
    const double length = norm(w);
    for (std::size_t i = 0; i < normals_.size(); ++i) {
      const double rate = dot(w, normals_[i]);
      if (rate < -approach * length && (rate < -kGraze * length || !passes_(i, w))) return false;
    }
    return true;
  }

  void consider(const Vec<D>& w, double approach) {
    if (norm2(w) > kTurn * kTurn * size_ * size_ && longer(w, best_) && allowed(w, approach)) best_ = w;
  }

  const Vec<D>& intended_;
  double size_;
  std::span<const Vec<D>> normals_;
  const Passes& passes_;
  Vec<D> best_{};
};

}  // namespace carom::mover
