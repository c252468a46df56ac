#include "broad/structures/box_tree_scan.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad/structures/box_tree_scan.cpp"
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace carom::broad::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 8>;
using F = hn::Vec<Floats>;

/// Which boxes a piece may reach: those that overlap the box around the piece, and that, enlarged by its reach, its
/// line crosses. An enlarged box is crossed while the line is between its two planes on all axes. Where the line is
/// nearly parallel to planes 10⁻¹⁸ stands for its component; this and all rounding moves a plane by less than 2⁻²¹ of
/// the largest coordinate, which the piece's reach allows for.
template <int D>
class BoxTest {
 public:
  explicit BoxTest(const Piece<D>& piece) {
    const Floats f;
    for (std::size_t k = 0; k < D; ++k) {
      const float unit = std::copysign(std::max(std::fabs(piece.unit[k]), 1e-18F), piece.unit[k]);
      low_[k] = hn::Set(f, piece.low[k]);
      high_[k] = hn::Set(f, piece.high[k]);
      before_[k] = hn::Set(f, piece.from[k] + piece.reach);
      after_[k] = hn::Set(f, piece.from[k] - piece.reach);
      inverse_[k] = hn::Set(f, 1 / unit);
    }
    length_ = hn::Set(f, piece.length);
  }

  hn::Mask<Floats> operator()(const LevelView<D>& level, std::size_t first) const {
    const Floats f;
    F enter = hn::Zero(f);
    F leave = length_;
    auto near = hn::Eq(enter, enter);
    for (std::size_t k = 0; k < D; ++k) {
      const F low = hn::LoadU(f, level.low[k] + first);
      const F high = hn::LoadU(f, level.high[k] + first);
      near = hn::And(near, hn::And(hn::Le(low, high_[k]), hn::Ge(high, low_[k])));
      const F a = hn::Mul(hn::Sub(low, before_[k]), inverse_[k]);
      const F b = hn::Mul(hn::Sub(high, after_[k]), inverse_[k]);
      enter = hn::Max(enter, hn::Min(a, b));
      leave = hn::Min(leave, hn::Max(a, b));
    }
    return hn::And(near, hn::Le(enter, leave));
  }

 private:
  F low_[D];
  F high_[D];
  F before_[D];
  F after_[D];
  F inverse_[D];
  F length_;
};

inline std::uint32_t bits_of(hn::Mask<Floats> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Floats(), mask, bytes);
  return bytes[0];
}

template <int D>
std::uint32_t bits_of_node(const BoxTest<D>& test, const LevelView<D>& level, std::size_t first) {
  const std::size_t lanes = hn::Lanes(Floats());
  std::uint32_t bits = 0;
  for (std::size_t k = 0; k < BoxTree<D>::kWidth; k += lanes) bits |= bits_of(test(level, first + k)) << k;
  return bits;
}

template <int D>
void scan_levels(std::span<const LevelView<D>> levels, const std::uint32_t* numbers, std::span<const Piece<D>> pieces,
                 Candidates& found) {
  constexpr std::size_t kWidth = BoxTree<D>::kWidth;
  struct Node {
    std::uint32_t level;
    std::uint32_t first;
  };
  Node stack[16 * kWidth];
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const BoxTest<D> test(pieces[k]);
    std::size_t height = 0;
    stack[height++] = {static_cast<std::uint32_t>(levels.size() - 1), 0};
    while (height > 0) {
      const Node node = stack[--height];
      found.note_looked_at(kWidth);
      std::uint32_t bits = bits_of_node(test, levels[node.level], node.first);
      if (bits == 0) continue;
      Candidate* next = found.room(kWidth);
      std::size_t added = 0;
      for (; bits != 0; bits &= bits - 1) {
        const std::uint32_t child = node.first + static_cast<std::uint32_t>(__builtin_ctz(bits));
        if (node.level == 0)
          next[added++] = {static_cast<std::uint32_t>(k), numbers[child]};
        else
          stack[height++] = {node.level - 1, child * static_cast<std::uint32_t>(kWidth)};
      }
      found.added(added);
    }
  }
}

void scan_tree_2d(std::span<const LevelView<2>> levels, const std::uint32_t* numbers, std::span<const Piece<2>> pieces,
                  Candidates& found) {
  scan_levels<2>(levels, numbers, pieces, found);
}
void scan_tree_3d(std::span<const LevelView<3>> levels, const std::uint32_t* numbers, std::span<const Piece<3>> pieces,
                  Candidates& found) {
  scan_levels<3>(levels, numbers, pieces, found);
}

}  // namespace carom::broad::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::broad {

HWY_EXPORT(scan_tree_2d);
HWY_EXPORT(scan_tree_3d);

void scan_tree(std::span<const LevelView<2>> levels, const std::uint32_t* numbers, std::span<const Piece<2>> pieces,
               Candidates& found) {
  HWY_DYNAMIC_DISPATCH(scan_tree_2d)(levels, numbers, pieces, found);
}
void scan_tree(std::span<const LevelView<3>> levels, const std::uint32_t* numbers, std::span<const Piece<3>> pieces,
               Candidates& found) {
  HWY_DYNAMIC_DISPATCH(scan_tree_3d)(levels, numbers, pieces, found);
}

}  // namespace carom::broad
#endif
