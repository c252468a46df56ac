#pragma once
#include <algorithm>
#include <functional>
#include <span>
#include <type_traits>

#include "broad/structures/box_around.hpp"
#include "broad/structures/buffer.hpp"
#include "broad/structures/frame.hpp"

namespace carom::broad {

/// Items that may be met: the number of the piece that asked, and of the item.
struct Candidate {
  std::uint32_t piece = 0;
  std::uint32_t item = 0;
};

/// Two items that may be near each other, by their numbers.
struct NearPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

/// What a vectorised loop finds: it appends up to `count` at a time into the room that it asked for.
template <class T>
class Found {
 public:
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  std::span<const T> all() const { return {data_.data(), size_}; }
  T* room(std::size_t count) {
    if (size_ + count > data_.size()) grow(count);
    return data_.data() + size_;
  }
  void added(std::size_t count) { size_ += count; }
  void add(const T& one) {
    *room(1) = one;
    added(1);
  }
  /// How many were looked at so far; clearing leaves that.
  std::uint64_t looked_at() const { return looked_at_; }
  void note_looked_at(std::size_t count) { looked_at_ += count; }

 private:
  void grow(std::size_t count) {
    Buffer<T> larger(2 * (size_ + count) + 256);
    std::copy_n(data_.data(), size_, larger.data());
    data_ = std::move(larger);
  }

  Buffer<T> data_;
  std::size_t size_ = 0;
  std::uint64_t looked_at_ = 0;
};

using Candidates = Found<Candidate>;

/// Still items, each known by its number, in an order in which pieces of sweeps find them. Candidates only: whatever a
/// piece reaches is among them, by the margins of the frame.
template <int D>
class Structure {
 public:
  virtual ~Structure() = default;
  Structure() = default;
  Structure(const Structure&) = delete;
  Structure& operator=(const Structure&) = delete;

  const Frame<D>& frame() const { return frame_; }
  /// Calls visit(number, slot) or visit(number) for each item that has not been removed.
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::uint32_t slot = 0; slot < count_; ++slot) {
      if (numbers_[slot] == kNone) continue;
      if constexpr (std::is_invocable_v<Visit, std::uint32_t, std::uint32_t>)
        visit(numbers_[slot], slot);
      else
        visit(numbers_[slot]);
    }
  }

  /// Appends the candidates of all pieces, those of one piece together.
  virtual void scan(std::span<const Piece<D>> pieces, Candidates& found) const = 0;

  /// Appends the items of all boxes that pass, where boxes lie in boxes; false where items are kept by single points.
  virtual bool scan_boxes(const std::function<bool(const Aabb<D>&)>& /*pass*/, Candidates& /*found*/) const {
    return false;
  }

  /// Makes the item in a slot unfindable.
  void remove(std::uint32_t slot) {
    numbers_[slot] = kNone;
    --live_;
    clear(slot);
  }
  /// How many items there are, and how many there were at first.
  std::size_t live() const { return live_; }
  std::size_t capacity() const { return count_; }

  /// Gives the item in a slot another place, if the structure stays as good as it is; false if not.
  virtual bool move_box(std::uint32_t, const Aabb<D>&) { return false; }
  virtual bool move_ball(std::uint32_t slot, const Ball<D>& ball) { return move_box(slot, box_around(ball)); }

 protected:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  virtual void clear(std::uint32_t slot) = 0;

  Frame<D> frame_;
  std::size_t count_ = 0;
  std::size_t live_ = 0;
  Buffer<std::uint32_t> numbers_;
};

}  // namespace carom::broad
