#pragma once
#include <concepts>
#include <functional>
#include <span>
#include <vector>

#include "carom/index/index.hpp"
#include "carom/math/visibility.hpp"
#include "carom/query/pair.hpp"
#include "carom/shape/capsule.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A shape that a player moves: a circle or a capsule in the plane; a sphere, a capsule or an upright cylinder in
/// space.
template <class Shape>
concept MoverShape = BallShape<Shape> || std::same_as<Shape, Capsule<2>> || std::same_as<Shape, Capsule<3>> ||
    std::same_as<Shape, UprightCylinder>;

/// What an item is to a mover.
enum class Passage {
  blocks,   ///< stops it
  trigger,  ///< is passed through, and reported
  ignored,  ///< is not there
};

/// Why a movement ended.
enum class SlideEnd {
  done,               ///< all of it was made, slides included
  stuck,              ///< what the mover touches leaves no direction along the intention
  overlapping,        ///< it began in overlap, and there was no way out within `push_out`
  out_of_iterations,  ///< it met more than `iterations` things
};

/// A mover met an item.
template <int D>
struct SlideContact {
  ItemId item{};
  Vec<D> point{};   ///< on the item
  Vec<D> normal{};  ///< unit, from the mover to the item
  double time = 0;  ///< which part of the movement was over, 0 … 1
};

/// A mover touched a trigger.
struct TriggerTouch {
  ItemId item{};
  double time = 0;  ///< as in SlideContact; 0 for one in which it begins
};

/// Other movers in the way that are no balls; those are items of the index. Their ItemIds are of the kinds capsule and
/// cylinder, numbered as given. Each is looked at in every move. Cylinders are along one axis: that of a cylinder that
/// moves, or what is up to a mover that walks.
struct OtherMovers {
  std::span<const Capsule2> capsules2{};
  std::span<const Capsule3> capsules3{};
  std::span<const UprightCylinder> cylinders{};
};

struct SlideOptions {
  /// At most so many legs, each a straight way to the next contact.
  int iterations = 32;
  /// A mover that begins in overlap is moved out of it by the shortest way found, if that is no longer than this.
  double push_out = 0;
  /// What each item is to this mover; empty: everything blocks. Layers, masks and teams are the caller's.
  std::function<Passage(ItemId)> passage{};
  /// Besides the index: what has a capsule's or an upright cylinder's shape.
  OtherMovers others{};
  /// It ends in no overlap at all, as `proximity` decides exactly, and stops a little before where none can be written
  /// down. For circles and spheres: std::invalid_argument for other movers.
  bool exact = false;
};

template <MoverShape Mover>
struct SlideResult {
  static constexpr int D = kDimension<Mover>;

  Mover mover{};                            ///< where it ended
  Vec<D> displacement{};                    ///< of it, pushing out included
  Vec<D> pushed_out{};                      ///< of that, the way out of an overlap at the start
  SlideEnd end = SlideEnd::done;            ///< why it ended
  Vec<D> remaining{};                       ///< the part of the intended movement that was not made
  int iterations = 0;                       ///< legs walked
  std::vector<SlideContact<D>> contacts{};  ///< in the order of time
  std::vector<SlideContact<D>> holding{};   ///< if stuck, what holds it
  std::vector<TriggerTouch> triggers{};     ///< in the order of time
};

/// Moves a shape by `intended` among still items; where they are in its way it slides along them. Each slide has the
/// direction and speed of the original intention without its part against what is touched: the nearest movement, in the
/// cone of those that nothing touched forbids, to the intended one (in space, two contacts leave the crease between
/// them, three a corner). So it is never faster than intended and never turns against the intention, and where the cone
/// leaves nothing the mover is stuck and stays, to the bit, as often as it is tried.
///
/// It never ends in overlap by more than 10⁻¹² of its radius, or of the smaller of radius and half-height, where the
/// rounding of coordinates is less than that: a place where the arithmetic sees no overlap at all is taken if one is
/// within some units in the last place (and always, with `exact`). What is nearer than 2⁻⁴⁸ of the coordinates and
/// sizes counts as touched; a contact that turns the movement by less than 2⁻⁴⁸ of it is none. An item that lies behind
/// the plane of a contact is not met while the mover slides along that plane, so inner edges of a flat mesh or of a
/// chain of segments stop nothing. Nothing is passed through at any speed. The result does not depend on the order of
/// the items; mirroring along an axis, and in 2D exchanging the axes, mirrors every bit of it.
///
/// A one-sided segment is there for movers whose middle is on its front. Begins in overlap: see `push_out`.
/// Preconditions: shapes that `check` accepts, radius > 0, a finite intention (docs/theory/slide.md).
/// std::invalid_argument for cylinders along different axes.
template <MoverShape Mover>
CAROM_VISIBLE SlideResult<Mover> move_and_slide(const Index<kDimension<Mover>>& index, const Mover& mover,
                                                const Vec<kDimension<Mover>>& intended,
                                                const SlideOptions& options = {});

}  // namespace carom

#pragma GCC visibility pop
