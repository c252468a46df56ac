#include "broad/structures/ball_grid_scan.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad/structures/ball_grid_scan.cpp"
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace carom::broad::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using F = hn::Vec<Floats>;

/// Which balls come within reach of a piece: with d from its beginning to a ball and t = d·unit, the nearest point of
/// the piece is at s = t cut to [0, length], and the distance² is d² − s (2t − s). Its rounding error is less than
/// 30u d² (u = 2⁻²⁴; |s| ≤ |d|), so d² is lessened by 2⁻¹⁸ of itself.
template <int D, bool kEqual>
struct PieceTest {
  F from[D];
  F unit[D];
  F length;
  F reach;
  F reach2;

  PieceTest(const Piece<D>& piece, float item_reach) {
    const Floats f;
    for (std::size_t k = 0; k < D; ++k) {
      from[k] = hn::Set(f, piece.from[k]);
      unit[k] = hn::Set(f, piece.unit[k]);
    }
    length = hn::Set(f, piece.length);
    reach = hn::Set(f, (piece.reach + item_reach) * (1 + 0x1p-20F));
    reach2 = hn::Mul(reach, reach);
  }

  hn::Mask<Floats> operator()(const GridView<D>& grid, std::size_t slot) const {
    const Floats f;
    F d = hn::Sub(hn::LoadU(f, grid.place[0] + slot), from[0]);
    F d2 = hn::Mul(d, d);
    F t = hn::Mul(d, unit[0]);
    for (std::size_t k = 1; k < D; ++k) {
      d = hn::Sub(hn::LoadU(f, grid.place[k] + slot), from[k]);
      d2 = hn::MulAdd(d, d, d2);
      t = hn::MulAdd(d, unit[k], t);
    }
    const F s = hn::Min(hn::Max(t, hn::Zero(f)), length);
    const F distance2 = hn::NegMulAdd(s, hn::Sub(hn::Add(t, t), s), hn::Mul(d2, hn::Set(f, 1 - 0x1p-18F)));
    if constexpr (kEqual) return hn::Le(distance2, reach2);
    const F within = hn::Add(reach, hn::LoadU(f, grid.radius + slot));
    return hn::Le(distance2, hn::Mul(within, within));
  }
};

inline std::uint32_t bits_of(hn::Mask<Floats> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Floats(), mask, bytes);
  std::uint32_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  return bits;
}

/// The vectors that hold candidates. They are noted without a branch, as no one can predict which do, and taken apart
/// together.
template <int D>
class Marks {
 public:
  Marks(const GridView<D>& grid, Candidates& found) : grid_(grid), found_(found) {}

  void add(std::size_t piece, std::size_t slot, std::uint32_t bits) {
    if (size_ == kRoom) take_apart();
    marks_[size_] = {static_cast<std::uint32_t>(piece), static_cast<std::uint32_t>(slot), bits};
    size_ += bits != 0;
  }

  void take_apart() {
    for (std::size_t k = 0; k < size_; ++k) {
      const Mark& mark = marks_[k];
      Candidate* next = found_.room(32);
      std::size_t added = 0;
      for (std::uint32_t bits = mark.bits; bits != 0; bits &= bits - 1)
        next[added++] = {mark.piece, grid_.number[mark.slot + static_cast<std::size_t>(__builtin_ctz(bits))]};
      found_.added(added);
    }
    size_ = 0;
  }

 private:
  static constexpr std::size_t kRoom = 256;
  struct Mark {
    std::uint32_t piece;
    std::uint32_t slot;
    std::uint32_t bits;
  };

  const GridView<D>& grid_;
  Candidates& found_;
  std::size_t size_ = 0;
  Mark marks_[kRoom];
};

template <int D, bool kEqual>
void scan_run(const GridView<D>& grid, const PieceTest<D, kEqual>& test, std::size_t begin, std::size_t end,
              std::size_t piece, Marks<D>& marks) {
  const Floats f;
  for (std::size_t slot = begin; slot < end; slot += hn::Lanes(f))
    marks.add(piece, slot, bits_of(hn::And(test(grid, slot), hn::FirstN(f, end - slot))));
}

struct Range {
  std::size_t from;
  std::size_t to;
};

/// The cells along one axis between two places.
inline Range cells(float low, float high, std::int32_t count) {
  const auto last = static_cast<float>(count - 1);
  const float from = std::min(std::max(low, 0.0F), last);
  const float to = std::min(std::max(high, 0.0F), last);
  return {static_cast<std::size_t>(static_cast<std::int32_t>(from)),
          static_cast<std::size_t>(static_cast<std::int32_t>(to))};
}

template <int D, bool kEqual>
void scan_pieces(const GridView<D>& grid, std::span<const Piece<D>> pieces, Candidates& found) {
  Marks<D> marks(grid, found);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const Piece<D>& piece = pieces[k];
    const PieceTest<D, kEqual> test(piece, kEqual ? grid.item_reach : 0);
    Range range[D];
    for (std::size_t axis = 0; axis < D; ++axis)
      range[axis] = cells(piece.low[axis] - grid.item_reach, piece.high[axis] + grid.item_reach, grid.count[axis]);
    const auto along_x = static_cast<std::size_t>(grid.count[0]);
    const auto along_y = static_cast<std::size_t>(grid.count[1]);
    const auto row = [&](std::size_t first) {
      const std::size_t begin = grid.start[first + range[0].from];
      const std::size_t end = grid.start[first + range[0].to + 1];
      found.note_looked_at(end - begin);
      scan_run(grid, test, begin, end, k, marks);
    };
    for (std::size_t y = range[1].from; y <= range[1].to; ++y) {
      if constexpr (D == 2)
        row(y * along_x);
      else
        for (std::size_t z = range[2].from; z <= range[2].to; ++z) row((z * along_y + y) * along_x);
    }
  }
  marks.take_apart();
}

/// Balls side by side, with room for a whole vector after the last.
template <int D, bool kWithRadius>
class Lineup {
 public:
  static constexpr std::size_t kRoom = 64;

  std::size_t size() const { return size_; }
  void clear() { size_ = 0; }
  const float* place(std::size_t axis) const { return place_[axis].data(); }
  const float* radius() const { return radius_.data(); }
  std::uint32_t number(std::size_t k) const { return number_[k]; }
  /// What follows the last is near nothing.
  void close() {
    const Floats f;
    reserve(0);
    hn::StoreU(hn::Set(f, std::numeric_limits<float>::quiet_NaN()), f, place_[0].data() + size_);
  }

  void reserve(std::size_t more) {
    if (number_.size() >= size_ + more + kRoom) return;
    const std::size_t room = 2 * (size_ + more + kRoom);
    for (auto& place : place_) enlarge(place, room);
    enlarge(radius_, room);
    enlarge(number_, room);
  }

  /// Adds the balls of the slots begin, …, end − 1 that are within a box.
  void add(const GridView<D>& grid, std::size_t begin, std::size_t end, const float* low, const float* high) {
    const Floats f;
    const hn::RebindToUnsigned<Floats> u;
    reserve(end - begin);
    for (std::size_t slot = begin; slot < end; slot += hn::Lanes(f)) {
      F x[D];
      auto inside = hn::FirstN(f, end - slot);
      for (std::size_t k = 0; k < D; ++k) {
        x[k] = hn::LoadU(f, grid.place[k] + slot);
        inside = hn::And(inside, hn::And(hn::Ge(x[k], hn::Set(f, low[k])), hn::Le(x[k], hn::Set(f, high[k]))));
      }
      for (std::size_t k = 0; k < D; ++k) hn::StoreU(hn::Compress(x[k], inside), f, place_[k].data() + size_);
      if constexpr (kWithRadius)
        hn::StoreU(hn::Compress(hn::LoadU(f, grid.radius + slot), inside), f, radius_.data() + size_);
      hn::StoreU(hn::Compress(hn::LoadU(u, grid.number + slot), hn::RebindMask(u, inside)), u, number_.data() + size_);
      size_ += hn::CountTrue(f, inside);
    }
  }

 private:
  template <class T>
  void enlarge(Buffer<T>& buffer, std::size_t room) {
    Buffer<T> larger(room);
    if (size_ > 0) std::memcpy(larger.data(), buffer.data(), size_ * sizeof(T));
    buffer = std::move(larger);
  }

  std::size_t size_ = 0;
  std::array<Buffer<float>, static_cast<std::size_t>(D)> place_;
  Buffer<float> radius_;
  Buffer<std::uint32_t> number_;
};

/// For each cell, its balls and those of the later cells in reach are lined up; each of the cell's balls is then
/// compared with those after it. A pair is certainly near where its distance² in single precision is at most `inner`,
/// certainly not where it is above `outer`: e = grid.rounding bounds the error of a distance, radii (rounded up by at
/// most 2⁻¹⁹ of themselves) and gap are in doubt by 2⁻¹⁹ and the squares by 2⁻²¹ of themselves.
template <int D, bool kEqual>
class PairScan {
 public:
  PairScan(const GridView<D>& grid, const PairSearch& search, Found<NearPair>& certain, Found<NearPair>& perhaps)
      : grid_(grid), search_(search), certain_(certain), perhaps_(perhaps) {
    reach_ = (2 * grid.item_reach + search.gap_most) * (1 + 0x1p-20F) + grid.rounding;
    // A reach beyond the grid counts as just that.
    cells_ = static_cast<std::int64_t>(std::ceil(std::min(reach_, 0x1p30F)));
  }

  void run() {
    const auto nx = static_cast<std::size_t>(grid_.count[0]);
    const auto ny = static_cast<std::size_t>(grid_.count[1]);
    for (std::size_t cell = search_.from; cell < search_.to; ++cell) {
      if (grid_.start[cell + 1] == grid_.start[cell]) continue;
      const std::size_t own = line_up(cell % nx, cell / nx % ny, cell / nx / ny);
      for (std::size_t k = 0; k < own; ++k) compare(k);
    }
  }

 private:
  Range around(std::size_t cell, std::size_t axis) const {
    const auto at = static_cast<std::int64_t>(cell);
    return {static_cast<std::size_t>(std::max<std::int64_t>(at - cells_, 0)),
            static_cast<std::size_t>(std::min<std::int64_t>(at + cells_, grid_.count[axis] - 1))};
  }

  /// The number of the cell's own, which come first.
  std::size_t line_up(std::size_t x, std::size_t y, std::size_t z) {
    const auto nx = static_cast<std::size_t>(grid_.count[0]);
    const auto ny = static_cast<std::size_t>(grid_.count[1]);
    const std::size_t at[] = {x, y, z};
    float low[D];
    float high[D];
    for (std::size_t k = 0; k < D; ++k) {
      low[k] = static_cast<float>(at[k]) - reach_;
      high[k] = static_cast<float>(at[k] + 1) + reach_;
    }
    near_.clear();
    const Range along_x = around(x, 0);
    const Range along_y = around(y, 1);
    std::size_t row = (z * ny + y) * nx;
    const std::size_t begin = grid_.start[row + x];
    const std::size_t next = grid_.start[row + x + 1];
    std::size_t own = next - begin;
    if (!grid_.whole) {
      near_.add(grid_, begin, next, low, high);
      own = near_.size();
    }
    near_.add(grid_, grid_.whole ? begin : next, grid_.start[row + along_x.to + 1], low, high);
    const auto rows = [&](std::size_t from, std::size_t to, std::size_t layer) {
      for (std::size_t k = from; k <= to; ++k) {
        row = (layer * ny + k) * nx;
        near_.add(grid_, grid_.start[row + along_x.from], grid_.start[row + along_x.to + 1], low, high);
      }
    };
    rows(y + 1, along_y.to, z);
    if constexpr (D == 3)
      for (std::size_t k = z + 1; k <= around(z, 2).to; ++k) rows(along_y.from, along_y.to, k);
    near_.close();
    return own;
  }

  /// The squares of what certainly and what possibly is near: `other` of the radius of the second ball.
  F square_of_least(F least, F other) const {
    const Floats f;
    const F reach = hn::Max(hn::Add(least, hn::Mul(other, hn::Set(f, 1 - 0x1p-18F))), hn::Zero(f));
    return hn::Sub(hn::Mul(hn::Mul(reach, reach), hn::Set(f, 1 - 0x1p-20F)), hn::Set(f, 0x1p-120F));
  }
  F square_of_most(F most, F other) const {
    const F reach = hn::Add(most, other);
    return hn::Mul(hn::Mul(reach, reach), hn::Set(Floats(), 1 + 0x1p-20F));
  }

  void compare(std::size_t own) {
    const Floats f;
    F center[D];
    for (std::size_t k = 0; k < D; ++k) center[k] = hn::Set(f, near_.place(k)[own]);
    const float radii = kEqual ? 2 * grid_.item_reach : near_.radius()[own];
    const F most = hn::Set(f, radii + search_.gap_most + grid_.rounding);
    const F least = hn::Set(f, radii * (1 - 0x1p-18F) + search_.gap_least - grid_.rounding);
    F outer = square_of_most(most, hn::Zero(f));
    F inner = square_of_least(least, hn::Zero(f));
    const std::size_t size = near_.size();
    certain_.note_looked_at(size - own - 1);
    for (std::size_t k = own + 1; k < size; k += hn::Lanes(f)) {
      F d = hn::Sub(hn::LoadU(f, near_.place(0) + k), center[0]);
      F distance2 = hn::Mul(d, d);
      for (std::size_t axis = 1; axis < D; ++axis) {
        d = hn::Sub(hn::LoadU(f, near_.place(axis) + k), center[axis]);
        distance2 = hn::Add(distance2, hn::Mul(d, d));
      }
      if constexpr (!kEqual) outer = square_of_most(most, hn::LoadU(f, near_.radius() + k));
      const std::uint32_t bits = bits_of(hn::Le(distance2, outer));
      if (bits == 0) continue;
      if constexpr (!kEqual) inner = square_of_least(least, hn::LoadU(f, near_.radius() + k));
      const std::uint32_t sure = bits & bits_of(hn::Le(distance2, inner));
      append(own, k, sure, certain_);
      if (sure != bits) append(own, k, bits & ~sure, perhaps_);
    }
  }

  void append(std::size_t own, std::size_t first, std::uint32_t bits, Found<NearPair>& found) {
    NearPair* next = found.room(32);
    std::size_t added = 0;
    const std::uint32_t a = near_.number(own);
    for (; bits != 0; bits &= bits - 1) {
      const std::uint32_t b = near_.number(first + static_cast<std::size_t>(__builtin_ctz(bits)));
      next[added++] = {std::min(a, b), std::max(a, b)};
    }
    found.added(added);
  }

  const GridView<D>& grid_;
  const PairSearch& search_;
  Found<NearPair>& certain_;
  Found<NearPair>& perhaps_;
  Lineup<D, !kEqual> near_;
  float reach_ = 0;
  std::int64_t cells_ = 1;
};

template <int D>
void find_pairs(const GridView<D>& grid, const PairSearch& search, Found<NearPair>& certain, Found<NearPair>& perhaps) {
  if (grid.radius)
    PairScan<D, false>(grid, search, certain, perhaps).run();
  else
    PairScan<D, true>(grid, search, certain, perhaps).run();
}

void pairs_in_grid_2d(const GridView<2>& grid, const PairSearch& search, Found<NearPair>& certain,
                      Found<NearPair>& perhaps) {
  find_pairs(grid, search, certain, perhaps);
}
void pairs_in_grid_3d(const GridView<3>& grid, const PairSearch& search, Found<NearPair>& certain,
                      Found<NearPair>& perhaps) {
  find_pairs(grid, search, certain, perhaps);
}

void scan_grid_2d(const GridView<2>& grid, std::span<const Piece<2>> pieces, Candidates& found) {
  grid.radius ? scan_pieces<2, false>(grid, pieces, found) : scan_pieces<2, true>(grid, pieces, found);
}
void scan_grid_3d(const GridView<3>& grid, std::span<const Piece<3>> pieces, Candidates& found) {
  grid.radius ? scan_pieces<3, false>(grid, pieces, found) : scan_pieces<3, true>(grid, pieces, found);
}

}  // namespace carom::broad::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::broad {

HWY_EXPORT(scan_grid_2d);
HWY_EXPORT(scan_grid_3d);
HWY_EXPORT(pairs_in_grid_2d);
HWY_EXPORT(pairs_in_grid_3d);

void scan_grid(const GridView<2>& grid, std::span<const Piece<2>> pieces, Candidates& found) {
  HWY_DYNAMIC_DISPATCH(scan_grid_2d)(grid, pieces, found);
}
void scan_grid(const GridView<3>& grid, std::span<const Piece<3>> pieces, Candidates& found) {
  HWY_DYNAMIC_DISPATCH(scan_grid_3d)(grid, pieces, found);
}

void pairs_in_grid(const GridView<2>& grid, const PairSearch& search, Found<NearPair>& certain,
                   Found<NearPair>& perhaps) {
  HWY_DYNAMIC_DISPATCH(pairs_in_grid_2d)(grid, search, certain, perhaps);
}
void pairs_in_grid(const GridView<3>& grid, const PairSearch& search, Found<NearPair>& certain,
                   Found<NearPair>& perhaps) {
  HWY_DYNAMIC_DISPATCH(pairs_in_grid_3d)(grid, search, certain, perhaps);
}

}  // namespace carom::broad
#endif
