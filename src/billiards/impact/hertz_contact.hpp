#pragma once
#include "carom/billiards/equipment.hpp"

namespace carom::billiards {

// Two elastic balls pressed together by δ push each other apart with the force
//   F = K δ^(3/2) + c δ^(1/4) δ',  K = (4/3) E* √(R₁R₂/(R₁ + R₂)),  c = α √(μ* K),  μ* = m₁m₂/(m₁ + m₂)
// (Hertz 1882; damping after Tsuji, Tanaka and Ishida, Powder Technology 71, 1992). With α = −√5 ln e/√(π² + ln² e) a
// pair that meets at any speed parts with e times that (Antypov and Elliott, EPL 94, 2011); e counts as .05 at least.
struct HertzContact {
  double stiffness = 0;     // K, N/m^(3/2)
  double damping = 0;       // c
  double reduced_mass = 0;  // μ*

  HertzContact(const BallContact& contact, const BallSpec& ball1, const BallSpec& ball2);

  // Of two balls that meet at this speed, without damping: δ = (5/4 μ* v²/K)^(2/5).
  double largest_compression(double approach) const;
  // Likewise: 2.9433 δ/v.
  double duration(double approach) const;
};

}  // namespace carom::billiards
