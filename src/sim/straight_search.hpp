#pragma once
#include <cstddef>
#include <cstdint>

#include "sim/mover.hpp"

// Which of some balls may a ball meet first? Vectors of balls on straight paths are judged by the filter of
// first_contact_linear, operation by operation, so that a time found here has the same bits as one found there.
namespace carom::detail {

/// A question about one ball of a world.
template <int D>
struct StraightSearch {
  const Mover<D>* movers = nullptr;
  std::uint32_t self = 0;
  bool periodic = false;  ///< then the copy that is nearest at `now` is meant, else the one at home
  bool equal_radii = false;
  double epoch_length = 1;
  double since = 0;  ///< from the ball's own time to now
  Vec<D> period{};
};

/// What is left to be judged.
struct Sifted {
  std::size_t count = 0;  ///< of `kept`
  bool sure = false;      ///< there is one, and it is met `after` the later of both balls' own times
  double after = 0;
  bool at_home = true;  ///< no copies across the periodic box are meant
};

/// Keeps of `bodies` those that may be met first: all that are not certain to be later than another one, or not to be
/// met. `bodies` has room for a vector more, which is overwritten; `kept` and `scratch` for as many.
template <int D>
using Sift = Sifted (*)(const StraightSearch<D>& search, std::uint32_t* bodies, std::size_t count, std::uint32_t* kept,
                        double* scratch);

/// The one for this machine.
template <int D>
Sift<D> best_sift();

}  // namespace carom::detail
