#pragma once
#include <cmath>
#include <limits>

#include "index/search.hpp"

namespace carom::index {

/// The search along any motion. A straight path of constant speed is one sweep. Others are covered by sweeps along
/// chords: between times a and b a path is within |acceleration| (b − a)² / 8 of its chord (its second derivative
/// bounded, the error of linear interpolation), and a damped path is straight.
template <int D, class Visit, class Enough>
class PathSearch {
 public:
  PathSearch(Search<D>& search, const broad::Structure<D>& structure, const Ball<D>& ball, const Motion<D>& motion,
             const Visit& visit, const Enough& enough)
      : search_(search), structure_(structure), ball_(ball), motion_(motion), visit_(visit), enough_(enough) {}

  void run(double horizon) {
    if (motion_.damping == 0 && is_zero(motion_.acceleration) && horizon <= motion_.stop) {
      search_.sweep(structure_, {ball_.center, motion_.velocity, ball_.radius, horizon}, visit_, enough_);
      return;
    }
    if (motion_.damping == 0) horizon = std::min({horizon, motion_.stop, leaving_time()});
    if (std::isfinite(horizon) || motion_.damping > 0)
      stretch(0, horizon);
    else
      search_.all(structure_, visit_);
  }

 private:
  /// A path that needs more stretches than this is not worth following.
  static constexpr int kStretches = 20'000;

  /// When the centre is beyond all items for good, on the axis where that is soonest; infinite without acceleration.
  double leaving_time() const {
    const broad::Frame<D>& frame = structure_.frame();
    double leaving = std::numeric_limits<double>::infinity();
    for (int k = 0; k < D; ++k) {
      const double a = std::fabs(motion_.acceleration[k]);
      const double v = std::fabs(motion_.velocity[k]);
      const double extent = (frame.size[k] + 2 * frame.item_reach) / frame.scale + ball_.radius +
                            2 * std::fabs(ball_.center[k] - frame.origin[k]);
      // ½ a t² − v t > extent from there on
      if (a > 0) leaving = std::min(leaving, (v + std::sqrt(v * v + 2 * a * extent)) / a * (1 + 0x1p-30));
    }
    return leaving;
  }

  Vec<D> position(double t) const { return ball_.center + motion_.displacement(t); }

  /// A bound on the distance of the path from its chord, all rounding included.
  double bend(double from, double to) const {
    const double last = std::isfinite(to) ? to : 0;
    double scale = 0;
    for (int k = 0; k < D; ++k)
      scale += std::fabs(ball_.center[k]) + std::fabs(motion_.velocity[k]) * last +
               std::fabs(motion_.acceleration[k]) * last * last;
    if (motion_.damping > 0)
      for (int k = 0; k < D; ++k)
        scale += std::fabs(ball_.center[k]) + 2 * std::fabs(motion_.velocity[k]) / motion_.damping;
    const double chord = motion_.damping > 0 ? 0 : norm(motion_.acceleration) * (to - from) * (to - from) / 8;
    return chord * (1 + 0x1p-40) + 0x1p-48 * scale;
  }

  /// Halves a stretch until its chord is near enough to the path, in the order of time. True: enough.
  bool stretch(double from, double to) {
    if (enough_(from)) return true;
    if (++stretches_ > kStretches) {
      search_.all(structure_, visit_);
      return true;
    }
    const Vec<D> start = position(from);
    const Vec<D> end = position(to);
    const double away = bend(from, to);
    if (clear(start, end, away)) return false;
    const broad::Frame<D>& frame = structure_.frame();
    const double length = norm(end - start) * frame.scale;
    const bool is_fine = away * frame.scale <= 0.25 + 0.25 * ball_.radius * frame.scale && !(length > 8 * frame.stride);
    const double middle = std::isfinite(to) ? from + 0.5 * (to - from) : from + 1 / motion_.damping;
    if (is_fine || !(middle > from && middle < to)) {
      chord(start, end - start, away);
      return enough_(to);
    }
    return stretch(from, middle) || stretch(middle, to);
  }

  bool clear(const Vec<D>& start, const Vec<D>& end, double away) const {
    broad::Walk<D> walk;
    broad::Piece<D> piece;
    return !structure_.frame().start(sweep_along(start, end - start, away), walk, piece);
  }

  /// One unit of time along the chord.
  broad::Sweep<D> sweep_along(const Vec<D>& start, const Vec<D>& step, double away) const {
    return {start, step, ball_.radius + away, 1};
  }

  void chord(const Vec<D>& start, const Vec<D>& step, double away) {
    search_.sweep(structure_, sweep_along(start, step, away), visit_, [](double) { return false; });
  }

  Search<D>& search_;
  const broad::Structure<D>& structure_;
  const Ball<D>& ball_;
  const Motion<D>& motion_;
  const Visit& visit_;
  const Enough& enough_;
  int stretches_ = 0;
};

}  // namespace carom::index
