#pragma once
#include <cstddef>
#include <cstdint>

namespace carom::sim {

/// Cells into which balls of a domain may step before they are due: columns along an axis, and elsewhere those that are
/// not marked.
struct EarlyCells {
  static constexpr std::uint8_t kNever = UINT8_MAX;  ///< a mark for all
  static const EarlyCells kNone;

  std::size_t axis = 0;
  int first = 0;
  int last = -1;
  const std::uint8_t* marks = nullptr;  ///< of all cells; null stands for marks on all
  std::uint8_t mark = kNever;

  bool has_column(int column) const { return first <= column && column <= last; }
  bool has(std::size_t cell) const { return marks != nullptr && marks[cell] != mark && marks[cell] != kNever; }
};

inline constexpr EarlyCells EarlyCells::kNone{};

}  // namespace carom::sim
