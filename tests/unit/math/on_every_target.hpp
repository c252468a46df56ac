#pragma once
#include <gtest/gtest.h>

#include <cstdint>

#include "math/vector_targets.hpp"
// After vector_targets.hpp, which says what the vector code is compiled for:
#include <hwy/targets.h>

namespace carom {

/// Runs vector code on every instruction set that this processor has.
template <class Body>
void on_every_target(const Body& body) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::GetChosenTarget().Update(target);
    SCOPED_TRACE(hwy::TargetName(target));
    body();
  }
  hwy::GetChosenTarget().DeInit();
}

}  // namespace carom
