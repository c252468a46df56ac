#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "carom/io/archive.hpp"

namespace carom::io {

/// A list of bounded length: when it is full it drops every second item, and from then on takes only every second of
/// what it took before. So what it keeps is spread evenly over all that it was offered.
template <class T>
class Thinned {
 public:
  explicit Thinned(std::size_t capacity) : capacity_(capacity < 2 ? 2 : capacity) {}

  /// Calls make() for the item only if it is kept.
  template <class Make>
  void offer(Make&& make) {
    if (seen_ % stride_ == 0) {
      if (items_.size() == capacity_) halve();
      if (seen_ % stride_ == 0) items_.push_back(std::forward<Make>(make)());
    }
    ++seen_;
  }

  const std::vector<T>& items() const { return items_; }
  std::uint64_t seen() const { return seen_; }
  std::uint64_t stride() const { return stride_; }  ///< every stride-th is kept
  void archive(Archive& archive) { archive(seen_, stride_, items_); }

 private:
  void halve() {
    for (std::size_t k = 0; 2 * k < items_.size(); ++k)
      if (k > 0) items_[k] = std::move(items_[2 * k]);
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>((items_.size() + 1) / 2), items_.end());
    stride_ *= 2;
  }

  std::size_t capacity_;
  std::uint64_t seen_ = 0;
  std::uint64_t stride_ = 1;
  std::vector<T> items_;
};

}  // namespace carom::io
