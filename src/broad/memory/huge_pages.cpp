#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "broad/memory/large_array.hpp"

namespace carom::broad {

#if defined(MADV_HUGEPAGE)
void ask_for_huge_pages(void* memory, std::size_t bytes) {
  static_cast<void>(madvise(memory, bytes, MADV_HUGEPAGE));
}
#else
void ask_for_huge_pages(void* /*memory*/, std::size_t /*bytes*/) {}
#endif

}  // namespace carom::broad
