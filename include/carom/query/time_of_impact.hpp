#pragma once
#include <concepts>
#include <limits>
#include <optional>

#include "carom/math/visibility.hpp"
#include "carom/query/pair.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// No end: the query looks at all times from 0 on.
inline constexpr double kForever = std::numeric_limits<double>::infinity();

/// How two shapes stand to each other. Touching is exact: no tolerance.
enum class Proximity { apart, touching, overlapping };

/// The first touch of two moving shapes.
template <int D>
struct Impact {
  double time = 0;                     ///< from the query's start, 0 ≤ time ≤ horizon
  Vec<D> point{};                      ///< on the boundary of the second shape, at `time`
  Vec<D> normal{};                     ///< unit, from the first shape to the second, at `time`
  Proximity start = Proximity::apart;  ///< how the shapes stood at time 0
};

/// What a query found, in one word (the same for every pair of shapes):
/// - hit: apart or exactly touching at time 0, and an impact comes within the horizon, at time 0 if they touch and
///   approach.
/// - overlapping: overlapping at time 0, whatever comes then. `overlap` says how deep; it opens unless there is an
///   impact at time 0.
/// - touching_separating: exactly touching at time 0 but not approaching, and no impact within the horizon.
/// - miss: apart at time 0, and no touch within the horizon.
enum class Verdict { hit, miss, touching_separating, overlapping };

/// When and where two moving shapes first touch within 0 ≤ t ≤ horizon; nullopt if they do not.
///
/// Positions are those at time 0; both shapes may move, by any of the laws of carom/motion/motion.hpp. An impact is the
/// first instant at which the shapes are touching or overlapping and are approaching, or have only just arrived: an
/// exact graze, which touches at one instant, is an impact, and so is a touch exactly at the horizon. Shapes that start
/// in touch or in overlap have an impact at 0 if they approach (the gap shrinks immediately after 0, to whatever order
/// decides), and otherwise none before they come together again. A touch later than the largest double is none. Zero
/// relative movement is never an impact. Whether there is an impact is decided as exact arithmetic on the inputs would
/// decide it (docs/theory/time-of-impact.md, with the bound on the time's error). Within overlapping solids the nearest
/// feature of the surface decides whether they approach; a cylinder's and a segment's or triangle's in up to 256 bits,
/// what those leave open as parting. A corner or an edge that parts of a polygon or of a mesh share
/// counts once. Preconditions: shapes that `check` (carom/shape/check.hpp) accepts, finite motions, horizon ≥ 0.
template <class A, SupportedPair<A> B>
CAROM_VISIBLE std::optional<Impact<kDimension<A>>> time_of_impact(const A& a, const Motion<kDimension<A>>& motion_a,
                                                                  const B& b,
                                                                  const Motion<kDimension<A>>& motion_b = {},
                                                                  double horizon = kForever);
/// Two balls on straight paths: the same answer from a shorter way. The law of a must be a `Linear` by name, not
/// braces.
template <int D, std::same_as<Linear<D>> Straight>
CAROM_VISIBLE std::optional<Impact<D>> time_of_impact(const Ball<D>& a, const Straight& motion_a, const Ball<D>& b,
                                                      const Linear<D>& motion_b = {}, double horizon = kForever);

/// Only the time of that impact, to the same bit, for two balls on straight paths; +infinity if there is none. The
/// fastest single query (include/carom/query/batch.hpp has the fastest for many).
template <int D>
CAROM_VISIBLE double impact_time(const Ball<D>& a, const Linear<D>& motion_a, const Ball<D>& b,
                                 const Linear<D>& motion_b = {}, double horizon = kForever);

}  // namespace carom

#pragma GCC visibility pop
