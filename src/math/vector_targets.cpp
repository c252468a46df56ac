// What vector code asks Highway for at run time. Its library has that, too, but measures the processor's clock for
// benchmarks whenever it is loaded, which takes longer than `carom --version` may.
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which says what the vector code is compiled for:
#include <hwy/targets.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#if HWY_ARCH_X86 && !defined(HWY_COMPILE_ONLY_STATIC)
#include <cpuid.h>
#endif

namespace hwy {
namespace {

#if HWY_ARCH_X86 && !defined(HWY_COMPILE_ONLY_STATIC)
/// Of those that compilers have no words for: half-precision floats and counting leading zeros.
bool has_f16c_and_lzcnt() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  const bool has_f16c = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & (1u << 29)) != 0;
  const bool has_lzcnt = __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c & (1u << 5)) != 0;
  return has_f16c && has_lzcnt;
}

/// The instruction sets of vector_targets.hpp, as Highway defines them.
std::int64_t find_targets() {
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("aes") &&
                    __builtin_cpu_supports("pclmul") && has_f16c_and_lzcnt();
  const bool avx3 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd");
  return HWY_STATIC_TARGET | (avx2 ? HWY_AVX2 : 0) | (avx3 ? HWY_AVX3 : 0);
}
#else
std::int64_t find_targets() {
  return HWY_STATIC_TARGET;
}
#endif

}  // namespace

std::int64_t SupportedTargets() {
  static const std::int64_t targets = find_targets();
  return targets;
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

void Abort(const char* file, int line, const char* format, ...) {
  std::fprintf(stderr, "%s:%d: ", file, line);
  va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::abort();
}

}  // namespace hwy
