#pragma once

namespace carom::billiards {

// A ball's contact point that meets a compliant half-space at approach speed `normal` > 0 and slides at `tangential` ≥
// 0.
struct CompliantContact {
  double restitution;
  double friction;
  double frequency_ratio;  // of the tangential to the normal oscillation, between 1 and 2

  // The sliding velocity afterwards; below 0, the contact threw the ball back.
  //
  // Springs in both directions (Stronge, Impact Mechanics, 2000, ch. 5). With time in units of the normal oscillation's
  // 1/frequency, the normal force goes with S = sin φ and its velocity with C = cos φ, φ = t in compression and
  // φ = π/2 + (t − π/2)/e in restitution. The contact slips while its spring cannot hold it: |U| ≥ μ v_n η² S, with
  // η² = β/ratio² and β = 7/2 for a solid ball; else it sticks and the spring swings with the frequency ratio.
  double slide_after(double tangential, double normal) const;
};

}  // namespace carom::billiards
