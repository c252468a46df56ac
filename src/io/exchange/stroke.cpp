#include "io/exchange/stroke.hpp"

#include <cmath>

namespace carom::io {

double ball_speed_per_cue_speed(const billiards::Cue& cue, double ball_mass, double side, double height) {
  return (1 + cue.restitution) / (1 + ball_mass / cue.mass + 2.5 * (side * side + height * height));
}

double turn_of_squirt(const billiards::Strike& strike, const billiards::Cue& cue, double ball_mass) {
  return std::atan2(billiards::squirt_tangent(strike.side, ball_mass, cue.end_mass), std::cos(strike.elevation));
}

void allow_offset(const billiards::Strike& strike, billiards::Cue& cue) {
  if (std::hypot(strike.side, strike.height) > cue.miscue_offset) cue.miscue_offset = 1;
}

}  // namespace carom::io
