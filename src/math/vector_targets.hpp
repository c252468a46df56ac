#pragma once

// The instruction sets that the vector code is compiled for: of those in between, none is worth its compilation;
// vectors without a fixed size (SVE, RISC-V) do not fit into structs.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
