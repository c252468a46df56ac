#pragma once
#include <functional>
#include <optional>

#include "math/jet.hpp"

namespace carom::detail {

enum class Truth { no, yes, unknown };

/// A feature's gap at a time or over an interval of times, and whether the centre is in the feature's region.
template <class Real>
struct View {
  Jet<Real> gap;
  Truth inside = Truth::yes;
};
template <class Real>
using Look = std::function<View<Real>(const Uncertain<Real>& time)>;

/// How two shapes stand at the start of a search: apart, or in touch or overlap and not approaching, or approaching but
/// out of the feature's region.
enum class Start { apart, leaving, passing };

/// The first arrival or turn (exact_impact.hpp) in from < t ≤ to of a gap that is not a polynomial: intervals are
/// halved until over each of them the signs of the gap or of its derivatives tell. The time is within kTimeError,
/// relatively. nullopt: this precision can not decide; the last one, Wide, always does: what it can not tell from
/// touching counts as touching.
template <class Real>
std::optional<double> interval_first_impact(const Look<Real>& look, double from, double to, Start start);

}  // namespace carom::detail
