#pragma once

namespace carom::math {

/// std::runtime_error unless doubles round to nearest and denormal numbers are kept: with other settings, which some
/// programs and plugins leave behind, results would differ from machine to machine.
void require_plain_arithmetic();

}  // namespace carom::math
