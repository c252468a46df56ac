#include "math/arithmetic.hpp"

#include <stdexcept>

namespace carom::math {

// 1 + 2⁻⁵³ is a tie that rounds to 1, 1 + 3·2⁻⁵⁴ rounds up, and −1 the same way, only when rounding to nearest; 2⁻¹⁰²²
// halved is denormal.
void require_plain_arithmetic() {
  volatile double one = 1;
  volatile double tie = 0x1p-53;
  volatile double more = 0x3p-54;
  volatile double smallest = 0x1p-1022;
  const bool nearest = one + tie == 1 && one + more > 1 && -one - tie == -1 && -one - more < -1;
  if (!nearest) throw std::runtime_error("Carom needs doubles that round to nearest: the rounding mode was changed");
  volatile double half = smallest * 0.5;
  if (half == 0) throw std::runtime_error("Carom needs denormal numbers: flush-to-zero is switched on");
}

}  // namespace carom::math
