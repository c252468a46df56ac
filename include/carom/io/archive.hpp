#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)

namespace carom::io {

/// What is kept for later does not make sense: it was damaged, or another version of Carom wrote it.
class ArchiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace detail {

template <class T>
constexpr unsigned sum_of_bytes(const T& value) {
  unsigned sum = 0;
  const auto bytes = __builtin_bit_cast(std::array<unsigned char, sizeof(T)>, value);  // not every library has bit_cast
  for (const unsigned char byte : bytes) sum += byte;
  return sum;
}

/// Whether all bits of a T are of its value, none padding, which is whatever lay there before: only then can its bytes
/// be summed in a constant expression. False, too, if no constant expression can make a T.
template <class T>
inline constexpr bool kIsWithoutPadding = requires {
  typename std::integral_constant<unsigned, sum_of_bytes(T{})>;
};

}  // namespace detail

/// Writes values as bytes, or reads them back in the same order: one function, `archive`, does both for a class. Bytes
/// are those of this machine; the size of every kind of value is kept and checked. ArchiveError where what is read ends
/// too early or has another size.
class Archive {
 public:
  using Take = std::function<void(std::string_view)>;

  /// Writes.
  Archive() = default;
  /// Writes, and hands what is written on, piece by piece; the last of it in `flush`.
  explicit Archive(Take take) : take_(std::move(take)) {}
  /// Reads `bytes`, which must outlive it.
  explicit Archive(std::string_view bytes) : unread_(bytes), reading_(true) {}

  bool reading() const { return reading_; }
  /// So many bytes are about to be written.
  void reserve(std::size_t bytes) { written_.reserve(bytes); }
  void flush() {
    if (!take_) return;
    take_(written_);
    written_.clear();
  }
  const std::string& written() const { return written_; }
  std::string_view unread() const { return unread_; }

  template <class... T>
  void operator()(T&... values) {
    (one(values), ...);
  }

  /// The same for one value of an enumeration that runs from 0 to `last`.
  template <class Enum>
  void choice(Enum& value, Enum last) {
    one(value);
    if (value < Enum{} || value > last) fail();
  }

 private:
  // What has no `archive` is kept as its bytes: it may hold no bool and no optional, which not all bytes are valid for,
  // and no padding, so that equal values are equal files.
  template <class T>
  static constexpr bool kHasArchive = requires(T& value, Archive& to) {
    value.archive(to);
  };
  template <class T>
  static constexpr bool kIsBytes =
      std::is_trivially_copyable_v<T> && !kHasArchive<T> && !requires(T & value, Archive& to) {
    archive(to, value);
  };

  template <class T>
  void one(T& value) {
    if constexpr (kHasArchive<T>)
      value.archive(*this);
    else if constexpr (kIsBytes<T>)
      sized(&value, 1, sizeof(T));
    else
      archive(*this, value);
  }

  void one(bool& value) {
    auto byte = static_cast<std::uint8_t>(value);
    sized(&byte, 1, sizeof byte);
    if (byte > 1) fail();
    value = byte == 1;
  }

  template <class T>
  void one(std::vector<T>& list) {
    const std::size_t count = count_of(list.size());
    if constexpr (kIsBytes<T>) {
      if (reading_) {
        if (count > unread_.size() / sizeof(T)) fail();
        list.resize(count);
      }
      sized(list.data(), count, sizeof(T));
    } else {
      if (reading_) list.resize(count);
      for (T& value : list) one(value);
    }
  }

  void one(std::string& text) {
    const std::size_t size = count_of(text.size());
    if (reading_) text.resize(size);
    raw(text.data(), size);
  }

  template <class T>
  void one(std::optional<T>& value) {
    bool has = value.has_value();
    one(has);
    if (reading_) {
      value.reset();
      if (has) value.emplace();
    }
    if (has) one(*value);
  }

  std::size_t count_of(std::size_t size) {
    auto count = static_cast<std::uint64_t>(size);
    raw(&count, sizeof count);
    if (reading_ && count > unread_.size()) fail();
    return static_cast<std::size_t>(count);
  }

  template <class T>
  void sized(T* values, std::size_t count, std::size_t size) {
    static_assert(detail::kIsWithoutPadding<T>, "write an `archive` for this class, which has padding");
    auto each = static_cast<std::uint32_t>(size);
    raw(&each, sizeof each);
    if (each != size) fail();
    raw(values, count * size);
  }

  void raw(void* bytes, std::size_t size) {
    if (!reading_) {
      written_.append(static_cast<const char*>(bytes), size);
      if (take_ && written_.size() > kPiece) flush();
      return;
    }
    if (size > unread_.size()) fail();
    if (size > 0) std::memcpy(bytes, unread_.data(), size);
    unread_.remove_prefix(size);
  }

  [[noreturn]] static void fail() { throw ArchiveError("it is not what this version of Carom writes"); }

  static constexpr std::size_t kPiece = 1 << 20;

  Take take_;
  std::string written_;
  std::string_view unread_;
  bool reading_ = false;
};

}  // namespace carom::io

#pragma GCC visibility pop
