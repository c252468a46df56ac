#pragma once
#include <span>
#include <vector>

#include "carom/math/visibility.hpp"
#include "carom/mover/walk.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// What a platform did to a mover.
enum class Ride {
  untouched,
  carried,  ///< it stood on the platform and went with it
  pushed,   ///< it was in the way
  crushed,  ///< it was in the way and there was no room for it: it overlaps the platform and is where it was
};

template <MoverShape Mover>
struct Rider {
  Mover mover{};  ///< where it ended
  Ride ride = Ride::untouched;
};

/// Moves an item of an index by `by` (a ball, a box, a segment or a triangle), and with it the movers that it carries
/// or pushes: `movers[k]` becomes the k-th of the result. Who stands on it, as `walk` with these options says, goes
/// along as far as nothing else is in the way; who is met on its way is pushed on from there by what is left of it,
/// sliding along other things. Who overlaps the platform then is moved out by at most |by|, else it is crushed.
///
/// Call it once a frame with the platform's way in that frame, before the movers' own ways; a fast platform passes
/// nobody. The movers do not see each other; those that are items themselves are to be moved by the caller, and ignored
/// by `options.slide.passage`.
template <MoverShape Mover>
CAROM_VISIBLE std::vector<Rider<Mover>> move_platform(Index<kDimension<Mover>>& index, ItemId platform,
                                                      const Vec<kDimension<Mover>>& by, std::span<const Mover> movers,
                                                      const WalkOptions& options = {});

}  // namespace carom

#pragma GCC visibility pop
