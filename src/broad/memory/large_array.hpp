#pragma once
#include <cstddef>
#include <new>
#include <vector>

namespace carom::broad {

/// Asks the system to keep this memory in huge pages; where it is refused, nothing is lost.
void ask_for_huge_pages(void* memory, std::size_t bytes);

/// Memory of which large pieces are in huge pages where the system has them: what is read here and there then seldom
/// waits for the address.
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
    if (is_large(count)) ask_for_huge_pages(memory, bytes / kPage * kPage);
    return static_cast<T*>(memory);
  }

  void deallocate(T* memory, std::size_t count) { ::operator delete(memory, alignment(count)); }

  template <class Other>
  friend bool operator==(const LargePages&, const LargePages<Other>&) {
    return true;
  }

 private:
  static constexpr std::size_t kPage = std::size_t{1} << 21;

  static bool is_large(std::size_t count) { return count >= 2 * kPage / sizeof(T); }
  static std::align_val_t alignment(std::size_t count) {
    return std::align_val_t{is_large(count) ? kPage : alignof(T)};
  }
};

/// A vector that may be large, and is read in no order.
template <class T>
using LargeArray = std::vector<T, LargePages<T>>;

}  // namespace carom::broad
