#pragma once
#include <cstddef>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace carom::detail {

/// Memory of which large pieces are in huge pages where the system has them: what is read here and there then seldom
/// waits for the address. See madvise(2), MADV_HUGEPAGE; where it is refused, nothing is lost.
template <class T>
class LargePages {
 public:
  using value_type = T;

  LargePages() = default;
  template <class Other>
  LargePages(const LargePages<Other>&) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* const memory = ::operator new(bytes, alignment(count));
#if defined(MADV_HUGEPAGE)
    if (is_large(count)) static_cast<void>(madvise(memory, bytes / kPage * kPage, MADV_HUGEPAGE));
#endif
    return static_cast<T*>(memory);
  }

  void deallocate(T* memory, std::size_t count) {
    ::operator delete(memory, alignment(count));
  }

  template <class Other>
  friend bool operator==(const LargePages&, const LargePages<Other>&) {
    return true;
  }

 private:
  static constexpr std::size_t kPage = std::size_t{1} << 21;

  static bool is_large(std::size_t count) {
    return count >= 2 * kPage / sizeof(T);
  }
  static std::align_val_t alignment(std::size_t count) {
    return std::align_val_t{is_large(count) ? kPage : alignof(T)};
  }
};

/// A vector that may be large, and is read in no order.
template <class T>
using LargeArray = std::vector<T, LargePages<T>>;

}  // namespace carom::detail
