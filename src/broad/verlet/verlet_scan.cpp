#include "broad/verlet/verlet_scan.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad/verlet/verlet_scan.cpp"
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "math/vector_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace carom::broad::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_MAX_BYTES >= 16
#include "broad/vector/float_records.inl"
#include "broad/vector/grid_around.inl"

/// Bytes of four blocks as numbers, those from `from` on.
HWY_INLINE Float numbers_of(hn::Vec<hn::FixedTag<float, 4>> words, std::size_t from) {
  const hn::FixedTag<std::uint8_t, 16> bytes;
  HWY_ALIGN std::uint8_t stored[16];
  hn::Store(hn::BitCast(bytes, words), bytes, stored);
  const hn::Rebind<std::uint8_t, Floats> some;
  return hn::ConvertTo(Floats(), hn::PromoteTo(hn::RebindToSigned<Floats>(), hn::LoadU(some, stored + from)));
}

/// The numbers of four blocks, each for all places of its block.
HWY_INLINE Float spread(const float* corners, std::size_t from) {
  HWY_ALIGN std::int32_t lanes[kFloats];
  for (std::size_t lane = 0; lane < kFloats; ++lane)
    lanes[lane] = static_cast<std::int32_t>((from + lane) / CenterBlock::kPlaces);
  return hn::TableLookupLanes(hn::LoadDup128(Floats(), corners), hn::SetTableIndices(Floats(), lanes));
}

/// The bodies of as many blocks as fill a vector.
HWY_INLINE hn::Vec<Ids> bodies_of(const CenterBlock* const* blocks) {
  const hn::FixedTag<std::uint32_t, 4> d;
#if HWY_MAX_BYTES >= 64
  const hn::FixedTag<std::uint32_t, 8> two;
  return hn::Combine(Ids(), hn::Combine(two, hn::Load(d, blocks[3]->bodies), hn::Load(d, blocks[2]->bodies)),
                     hn::Combine(two, hn::Load(d, blocks[1]->bodies), hn::Load(d, blocks[0]->bodies)));
#elif HWY_MAX_BYTES >= 32
  return hn::Combine(Ids(), hn::Load(d, blocks[1]->bodies), hn::Load(d, blocks[0]->bodies));
#else
  return hn::Load(d, blocks[0]->bodies);
#endif
}

template <int D>
HWY_INLINE Float of_cells(const float* numbers, std::size_t axis, std::size_t from) {
  return hn::BitCast(Floats(), of_cells<D>(reinterpret_cast<const std::uint32_t*>(numbers), axis, from));
}

template <int D>
HWY_INLINE std::size_t near_cells(const CellsAround& around, const CenterBlock* cells, VerletScan& scan) {
  const Floats d;
  const Float reach2 = hn::Set(d, scan.reach * scan.reach);
  std::size_t kept = 0;
  for (std::size_t from = 0; from < CellPlaces<D>::kCells; from += kFloats) {
    // Beyond the last cell it is infinite.
    Float distance2 = of_cells<D>(around.distances2[0], 0, from);
    auto numbers = of_cells<D>(around.parts[0], 0, from);
    for (std::size_t axis = 1; axis < D; ++axis) {
      distance2 = distance2 + of_cells<D>(around.distances2[axis], axis, from);
      numbers = numbers + of_cells<D>(around.parts[axis], axis, from);
    }
    const auto keep = hn::RebindMask(Ids(), hn::Le(distance2, reach2));
    for (std::size_t axis = 0; axis < D; ++axis) {
      auto corners = hn::BitCast(Ids(), of_cells<D>(around.corners[axis], axis, from));
      compress(corners, keep);
      hn::StoreU(hn::BitCast(d, corners), d, scan.corners[axis].data() + kept);
    }
    const std::size_t found = compress(numbers, keep);
    HWY_ALIGN std::uint32_t stored[kFloats];
    hn::Store(numbers, Ids(), stored);
    for (std::size_t lane = 0; lane < kFloats; ++lane) scan.blocks[kept + lane] = cells + stored[lane];
    kept += found;
  }
  return kept;
}

template <int D>
HWY_INLINE std::size_t near_centers(VerletScan& scan, std::uint32_t* near, float* distances2) {
  std::size_t unfinished = 0;
  const Floats d;
  const hn::FixedTag<float, 4> four;
  const Float reach2 = hn::Set(d, scan.reach * scan.reach);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < scan.count; k += CenterBlock::kPlaces) {
    const float* records[4];
    for (std::size_t block = 0; block < 4; ++block)
      records[block] = reinterpret_cast<const float*>(scan.blocks[k + block]->within);
    hn::Vec<decltype(four)> words[4];
    transpose_four_floats(records, words);
    const hn::FixedTag<std::uint32_t, 4> numbers;
    std::uint8_t more[8] = {};
    hn::StoreMaskBits(numbers, hn::Ne(hn::BitCast(numbers, words[3]), hn::Set(numbers, CenterBlock::kNobody)), more);
    for (std::size_t block = 0; block < 4; ++block) {
      scan.unfinished[unfinished] = static_cast<std::uint32_t>(k + block);
      unfinished += more[0] >> block & 1;
    }
    for (std::size_t from = 0; from < 16; from += kFloats) {
      Float distance2 = hn::Zero(d);
      for (std::size_t axis = 0; axis < D; ++axis) {
        const Float apart =
            spread(scan.corners[axis].data() + k, from) + numbers_of(words[axis], from) * hn::Set(d, scan.unit[axis]);
        distance2 = distance2 + apart * apart;
      }
      auto ids = bodies_of(scan.blocks.data() + k + from / CenterBlock::kPlaces);
      const auto keep =
          hn::And(hn::RebindMask(Ids(), hn::Lt(distance2, reach2)), hn::Ne(ids, hn::Set(Ids(), CenterBlock::kNobody)));
      if (distances2 != nullptr) hn::StoreU(hn::Compress(distance2, hn::RebindMask(d, keep)), d, distances2 + kept);
      const std::size_t found = compress(ids, keep);
      hn::StoreU(ids, Ids(), near + kept);
      kept += found;
    }
  }
  scan.unfinished_count = unfinished;
  return kept;
}
#else
template <int D>
HWY_INLINE std::size_t near_cells(const CellsAround& around, const CenterBlock* cells, VerletScan& scan) {
  std::size_t kept = 0;
  for (std::size_t cell = 0; cell < (D == 2 ? 9 : 27); ++cell) {
    const std::size_t places[3] = {cell % 3, cell / 3 % 3, cell / 9};
    float distance2 = 0;
    scan.blocks[kept] = cells;
    for (std::size_t axis = 0; axis < D; ++axis) {
      distance2 += around.distances2[axis][places[axis]];
      scan.blocks[kept] += around.parts[axis][places[axis]];
      scan.corners[axis][kept] = around.corners[axis][places[axis]];
    }
    kept += distance2 <= scan.reach * scan.reach ? 1 : 0;
  }
  return kept;
}

template <int D>
HWY_INLINE std::size_t near_centers(VerletScan& scan, std::uint32_t* near, float* distances2) {
  std::size_t unfinished = 0;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < scan.count; ++k) {
    const CenterBlock& block = *scan.blocks[k];
    for (std::size_t place = 0; place < CenterBlock::kPlaces; ++place) {
      float distance2 = 0;
      for (std::size_t axis = 0; axis < D; ++axis) {
        const float apart = scan.corners[axis][k] + static_cast<float>(block.within[axis][place]) * scan.unit[axis];
        distance2 += apart * apart;
      }
      near[kept] = block.bodies[place];
      if (distances2 != nullptr) distances2[kept] = distance2;
      kept += distance2 < scan.reach * scan.reach && near[kept] != CenterBlock::kNobody ? 1 : 0;
    }
    if (block.next != CenterBlock::kNobody) scan.unfinished[unfinished++] = static_cast<std::uint32_t>(k);
  }
  scan.unfinished_count = unfinished;
  return kept;
}
#endif

/// The places but the last one of a block that hold a body, as bits; at least the first of them.
HWY_INLINE unsigned places_of(const ListBlock& block, std::uint32_t body) {
#if HWY_MAX_BYTES == 8
  for (std::size_t k = 0; k < ListBlock::kPlaces - 1; ++k)
    if (block.bodies[k] == body) return 1u << k;
  return 0;
#else
  const hn::CappedTag<std::uint32_t, ListBlock::kPlaces> d;
  unsigned places = 0;
  for (std::size_t k = 0; k < ListBlock::kPlaces; k += hn::Lanes(d)) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::Eq(hn::Load(d, block.bodies + k), hn::Set(d, body)), bytes);
    places |= (bytes[0] | static_cast<unsigned>(bytes[1]) << 8) << k;
  }
  return places & ((1u << (ListBlock::kPlaces - 1)) - 1);
#endif
}

/// Those in the places but the last one of a block, other than the body itself.
HWY_INLINE std::size_t others_of(const ListBlock& block, std::uint32_t body, std::uint32_t* others) {
  std::size_t count = 0;
#if HWY_MAX_BYTES == 8
  for (std::size_t k = 0; k < ListBlock::kPlaces - 1; ++k) {
    others[count] = block.bodies[k];
    count += others[count] != body ? 1 : 0;
  }
#else
  for (std::size_t k = 0; k < ListBlock::kPlaces; k += kFloats) {
    auto ids = hn::Load(Ids(), block.bodies + k);
    const auto is_place = hn::FirstN(Ids(), ListBlock::kPlaces - 1 - k);
    const std::size_t found = compress(ids, hn::And(is_place, hn::Ne(ids, hn::Set(Ids(), body))));
    hn::StoreU(ids, Ids(), others + count);
    count += found;
  }
#endif
  return count;
}

/// Puts `fresh` where `old(other)` is in the first block of each.
template <class Old, class Fresh>
HWY_INLINE std::size_t replace(ListBlock* blocks, std::uint32_t* near, std::size_t count, Old old, Fresh fresh) {
  std::size_t left = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t other = near[k];
    const unsigned places = places_of(blocks[other], old(other));
    near[left] = other;
    if (HWY_LIKELY(places != 0))
      blocks[other].bodies[__builtin_ctz(places)] = fresh(other);
    else
      ++left;
  }
  return left;
}

}  // namespace

std::size_t link_lists(ListBlock* blocks, std::uint32_t body, std::uint32_t* near, std::size_t count) {
  std::fill(near + count, near + ListBlock::kPlaces, body);
  std::copy(near, near + ListBlock::kPlaces, blocks[body].bodies);
  const auto itself = [](std::uint32_t other) { return other; };
  return replace(blocks, near, count, itself, [body](std::uint32_t) { return body; });
}

std::size_t unlink_lists(ListBlock* blocks, std::uint32_t body, std::uint32_t* near) {
  const std::size_t count = others_of(blocks[body], body, near);
  const auto itself = [](std::uint32_t other) { return other; };
  return replace(
      blocks, near, count, [body](std::uint32_t) { return body; }, itself);
}

std::size_t near_cells2(const CellsAround& around, const CenterBlock* cells, VerletScan& scan) {
  return near_cells<2>(around, cells, scan);
}
std::size_t near_cells3(const CellsAround& around, const CenterBlock* cells, VerletScan& scan) {
  return near_cells<3>(around, cells, scan);
}

std::size_t near_centers2(VerletScan& scan, std::uint32_t* near, float* distances2) {
  return near_centers<2>(scan, near, distances2);
}
std::size_t near_centers3(VerletScan& scan, std::uint32_t* near, float* distances2) {
  return near_centers<3>(scan, near, distances2);
}

}  // namespace carom::broad::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::broad {

HWY_EXPORT(near_cells2);
HWY_EXPORT(near_cells3);
HWY_EXPORT(near_centers2);
HWY_EXPORT(near_centers3);
HWY_EXPORT(link_lists);
HWY_EXPORT(unlink_lists);

CAROM_BEST(template <> NearCells best_near_cells<2>(), near_cells2)
CAROM_BEST(template <> NearCells best_near_cells<3>(), near_cells3)
CAROM_BEST(template <> NearCenters best_near_centers<2>(), near_centers2)
CAROM_BEST(template <> NearCenters best_near_centers<3>(), near_centers3)
CAROM_BEST(LinkLists best_link_lists(), link_lists)
CAROM_BEST(UnlinkLists best_unlink_lists(), unlink_lists)

}  // namespace carom::broad
#endif
