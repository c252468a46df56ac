#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/bodies/particle.hpp"
#include "sim/search/straight/coarse_path.hpp"

// Which of some balls may a ball meet first? Vectors of balls on straight paths are judged by the filter of
// first_contact_linear, operation by operation, so that a time found here has the same bits as one found there.
namespace carom::sim {

/// A question about one ball of a world.
template <int D>
struct StraightSearch {
  const Particle<D>* particles = nullptr;
  std::uint32_t self = 0;
  std::uint32_t parted = 0;       ///< a ball that it has certainly parted from, or itself
  bool periodic = false;          ///< then the copy that is nearest at `now` is meant, else the one at home
  double radius = 0;              ///< of all balls
  const double* radii = nullptr;  ///< of each, where they are different
  double epoch_length = 1;
  double since = 0;  ///< from the ball's own time to now
  Vec<D> period{};
  Vec<D> boxes{};                            ///< 1/period
  const CoarsePath* coarse_paths = nullptr;  ///< may be null
  float elapsed = 0;                         ///< since the time of their positions, in their units
  float coarse_period[3] = {0, 0, 0};
  float coarse_boxes[3] = {0, 0, 0};  ///< 1/coarse_period
};

/// Keeps of `bodies` those that may be met first, all that are not certain to be later than another one, or not to be
/// met, and returns how many they are. `bodies` has room for a vector more, which is overwritten; `kept` and `scratch`
/// for as many.
template <int D>
using Sift = std::size_t (*)(const StraightSearch<D>& search, std::uint32_t* bodies, std::size_t count,
                             std::uint32_t* kept, double* scratch);

/// The first ball that is met.
template <int D>
struct FirstMet {
  static constexpr std::size_t kMost = 256;  ///< bodies that can be looked at

  std::uint32_t other = UINT32_MAX;  ///< none
  double after = 0;                  ///< the later of both balls' own times
  std::array<std::int32_t, D> image{};
  /// Besides, some that may be met earlier: that takes more than a look at straight paths.
  std::size_t doubts = 0;
  std::uint32_t doubtful[kMost];
};

/// `bodies`, at most FirstMet::kMost, are filled up with the ball itself to a multiple of 16. There are coarse paths.
template <int D>
using FirstOf = void (*)(const StraightSearch<D>& search, const std::uint32_t* bodies, std::size_t count,
                         FirstMet<D>& first);

template <int D>
FirstOf<D> best_first_of();

/// The one for this machine.
template <int D>
Sift<D> best_sift();

}  // namespace carom::sim
