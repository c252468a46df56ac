#pragma once

/// Defines a function that gives the one of `name`, compiled for each instruction set, that is for this processor's.
/// Where Highway has exported `name`.
#define CAROM_BEST(declaration, name)                       \
  declaration {                                             \
    hwy::GetChosenTarget().Update(hwy::SupportedTargets()); \
    return HWY_DYNAMIC_DISPATCH(name);                      \
  }
