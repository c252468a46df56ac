#pragma once
#include <optional>

#include "carom/math/visibility.hpp"
#include "carom/mover/move_and_slide.hpp"

#pragma GCC visibility push(default)

namespace carom {

struct WalkOptions {
  /// Ground is what is no steeper than this: the least cosine between its normal and up. 0.7071 is 45°.
  double slope = 0.7071;
  /// A step or a kerb up to this high is climbed.
  double step_up = 0;
  /// A mover on ground stays on it where it falls away by up to this.
  double snap = 0;
  /// Which axis is up. Not given: a cylinder's own, of other movers in space z, in the plane y. A cylinder has no other
  /// than its own, the plane none but y.
  std::optional<Axis> up{};
  SlideOptions slide{};
};

/// What a mover stands on.
template <int D>
struct Ground {
  ItemId item{};
  Vec<D> point{};
  Vec<D> normal{};  ///< unit, out of the ground
};

template <MoverShape Mover>
struct WalkResult {
  static constexpr int D = kDimension<Mover>;

  Mover mover{};                            ///< where it ended
  Vec<D> displacement{};                    ///< of it
  SlideEnd end = SlideEnd::done;            ///< as of move_and_slide
  std::optional<Ground<D>> ground{};        ///< what it stands on in the end; the levellest of several
  double stepped = 0;                       ///< how much of the way was up a step
  std::vector<SlideContact<D>> contacts{};  ///< as of move_and_slide
  std::vector<TriggerTouch> triggers{};     ///< as of move_and_slide
};

/// Moves a character that stands, walks, falls or jumps; `options.up` is up. The caller keeps the velocity and adds
/// gravity and jumps to it: `intended` is the velocity times the frame's duration.
///
/// On ground (which it touches, or has no more than `snap` below it) and not intending upwards, its way across is the
/// intended one and it rises and falls with the ground, never faster across than intended; what is steeper than `slope`
/// is a wall, which is not climbed but slid along, and gravity moves nobody down a slope that is ground. What hangs
/// over, as a larger ball does, it slides along in the crease of that and the ground, uphill and downhill. At a wall it
/// tries the way from `step_up` higher and takes it if that leads farther and ends on ground. Standing still changes no
/// bit. In the air it is move_and_slide of the whole intention. A cylinder steps best; a ball or a capsule stands on an
/// edge only where the normal there is within the slope. Whichever axis is up, the answer is that in the world whose
/// coordinates have taken turns until it is z, bit by bit. std::invalid_argument for another `up` than a mover may
/// have, and for cylinders along other axes than up.
template <MoverShape Mover>
CAROM_VISIBLE WalkResult<Mover> walk(const Index<kDimension<Mover>>& index, const Mover& mover,
                                     const Vec<kDimension<Mover>>& intended, const WalkOptions& options = {});

}  // namespace carom

#pragma GCC visibility pop
