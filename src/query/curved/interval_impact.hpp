#pragma once
#include <functional>
#include <optional>

#include "math/exact/jet.hpp"

namespace carom::query {

enum class Truth { no, yes, unknown };

/// A feature's gap at a time or over an interval of times, and whether the centre is in the feature's region.
template <class Real>
struct View {
  math::Jet<Real> gap;
  Truth inside = Truth::yes;
};
template <class Real>
using Look = std::function<View<Real>(const math::Uncertain<Real>& time)>;

/// How two shapes stand at the start of a search: apart, or in touch or overlap and not approaching, or approaching but
/// out of the feature's region.
enum class Start { apart, leaving, passing };

/// What a search finds between two times that only one root parts: an arrival, where the gap falls through 0, or a
/// turn, where its rate does; or a touch at `time`, nothing more being known; or nothing.
struct Found {
  enum class Kind { nothing, arrival, turn, touch };
  Kind kind = Kind::nothing;
  math::Wide low{};
  math::Wide high{};
  double time = 0;
};

/// The first arrival or turn (exact_impact.hpp) in from < t ≤ to of a gap that is not a polynomial: intervals are
/// halved until over each of them the signs of the gap or of its derivatives tell. The root is within kTimeError,
/// relatively. nullopt: this precision can not decide; the last one, Wide, always does: what it can not tell from
/// touching counts as touching.
template <class Real>
std::optional<Found> interval_first_impact(const Look<Real>& look, double from, double to, Start start);

/// The double nearest to the root of an arrival or a turn that this precision, or a shorter one, has found: the same
/// however it was found. nullopt where this precision can not tell; to the last one the root is then half-way between
/// two doubles, of which it takes the even one.
template <class Real>
std::optional<double> nearest_double(const Look<Real>& look, const Found& found);

}  // namespace carom::query
