#include "carom/response/slide.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

constexpr double kApproach = 0x1p-46;
constexpr std::size_t kMost = 8;

/// The nearest allowed velocity is the intention itself, or its projection onto one, two or (in space) three of the
/// limits' planes: the nearest one of those that are allowed.
template <int D>
class Nearest {
 public:
  Nearest(const Vec<D>& intended, std::span<const SlideLimit<D>> limits)
      : intended_(intended), limits_(limits.first(std::min(limits.size(), kMost))), scale_(norm(intended)) {
    for (const SlideLimit<D>& limit : limits_) scale_ = std::fmax(scale_, std::fabs(limit.speed));
  }

  std::optional<Vec<D>> run() {
    consider(intended_);
    if (best_) return best_;
    const std::size_t count = limits_.size();
    for (std::size_t i = 0; i < count; ++i) {
      consider(onto(onto(intended_, limits_[i]), limits_[i]));
      for (std::size_t j = 0; j < i; ++j) {
        onto_two(limits_[i], limits_[j]);
        if constexpr (D == 3)
          for (std::size_t k = 0; k < j; ++k) onto_three(limits_[i], limits_[j], limits_[k]);
      }
    }
    return best_;
  }

 private:
  static Vec<D> onto(const Vec<D>& v, const SlideLimit<D>& limit) {
    return v + (limit.speed - dot(v, limit.normal)) * limit.normal;
  }

  /// v = I + α a + β b with v·a = u_a, v·b = u_b; between still contacts exactly nothing is left in the plane.
  void onto_two(const SlideLimit<D>& a, const SlideLimit<D>& b) {
    const double cosine = dot(a.normal, b.normal);
    const double sine2 = (1 - cosine) * (1 + cosine);
    if (!(sine2 > 0x1p-24)) return;
    if (D == 2 && a.speed == 0 && b.speed == 0) return consider(Vec<D>{});
    Vec<D> v = intended_;
    // Once more for what rounding left over.
    for (int round = 0; round < 2; ++round) {
      const double miss_a = a.speed - dot(v, a.normal);
      const double miss_b = b.speed - dot(v, b.normal);
      v += ((miss_a - cosine * miss_b) / sine2) * a.normal + ((miss_b - cosine * miss_a) / sine2) * b.normal;
    }
    consider(v);
  }

  /// The corner of three: v = (u_a (b×c) + u_b (c×a) + u_c (a×b)) / a·(b×c).
  void onto_three(const SlideLimit<3>& a, const SlideLimit<3>& b, const SlideLimit<3>& c) {
    const Vec3 bc = cross(b.normal, c.normal);
    const double volume = dot(a.normal, bc);
    if (!(std::fabs(volume) > 0x1p-6)) return;
    const Vec3 sum = a.speed * bc + b.speed * cross(c.normal, a.normal) + c.speed * cross(a.normal, b.normal);
    consider(sum / volume);
  }

  void consider(const Vec<D>& v) {
    const double approach = kApproach * std::fmax(scale_, norm(v));
    for (const SlideLimit<D>& limit : limits_)
      if (dot(v, limit.normal) < limit.speed - approach) return;
    const double distance2 = norm2(v - intended_);
    if (best_ && !(distance2 < best2_ || (distance2 == best2_ && before(v, *best_)))) return;
    best_ = norm(v) > kApproach * scale_ ? v : Vec<D>{};
    best2_ = distance2;
  }

  static bool before(const Vec<D>& a, const Vec<D>& b) {
    for (int k = 0; k < D; ++k)
      if (a[k] != b[k]) return a[k] < b[k];
    return false;
  }

  const Vec<D>& intended_;
  std::span<const SlideLimit<D>> limits_;
  double scale_;
  std::optional<Vec<D>> best_;
  double best2_ = 0;
};

}  // namespace

template <int D>
std::optional<Vec<D>> slide(const Vec<D>& intended, std::span<const SlideLimit<D>> limits) {
  return Nearest<D>(intended, limits).run();
}

template std::optional<Vec<2>> slide(const Vec<2>&, std::span<const SlideLimit<2>>);
template std::optional<Vec<3>> slide(const Vec<3>&, std::span<const SlideLimit<3>>);

}  // namespace carom
