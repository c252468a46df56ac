// Vectors of records of four floats, for files that Highway compiles once per instruction set: without include guard.
// The including file is inside carom::broad::HWY_NAMESPACE and has `hn`.

#if HWY_MAX_BYTES >= 16
using Floats = hn::ScalableTag<float>;
using Float = hn::Vec<Floats>;
using Ids = hn::RebindToUnsigned<Floats>;

constexpr std::size_t kFloats = HWY_MAX_BYTES / sizeof(float);

#if HWY_MAX_BYTES == 32
/// Of each set of 8 lanes those that are in it, in order, then lane 0.
struct LaneTable {
  std::uint8_t lanes[256][8];
};
constexpr LaneTable lane_table() {
  LaneTable table{};
  for (unsigned set = 0; set < 256; ++set) {
    unsigned count = 0;
    for (std::uint8_t lane = 0; lane < 8; ++lane)
      if ((set >> lane & 1) != 0) table.lanes[set][count++] = lane;
  }
  return table;
}
alignas(64) constexpr LaneTable kLaneTable = lane_table();
#endif

/// Moves the lanes that are to be kept to the front; returns their number. What the others hold is not told. (Highway
/// 1.0's Compress copies a table to the stack at each call where vectors have 32 bytes.)
HWY_INLINE std::size_t compress(hn::Vec<Ids>& ids, hn::Mask<Ids> keep) {
#if HWY_MAX_BYTES == 32
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(Ids(), keep, bits);
  const auto lanes = hn::LoadU(hn::Rebind<std::uint8_t, Ids>(), kLaneTable.lanes[bits[0]]);
  ids = hn::TableLookupLanes(ids, hn::IndicesFromVec(Ids(), hn::PromoteTo(Ids(), lanes)));
  return static_cast<std::size_t>(__builtin_popcount(bits[0]));
#else
  ids = hn::Compress(ids, keep);
  return hn::CountTrue(Ids(), keep);
#endif
}

/// Four numbers from each of four records per block of 16 bytes, in the order of the records within a block.
HWY_INLINE Float blocks(const float* const* records) {
  const hn::FixedTag<float, 4> d;
#if HWY_MAX_BYTES >= 64
  const hn::FixedTag<float, 8> two;
  return hn::Combine(Floats(), hn::Combine(two, hn::Load(d, records[12]), hn::Load(d, records[8])),
                     hn::Combine(two, hn::Load(d, records[4]), hn::Load(d, records[0])));
#elif HWY_MAX_BYTES >= 32
  return hn::Combine(Floats(), hn::Load(d, records[4]), hn::Load(d, records[0]));
#else
  return hn::Load(d, records[0]);
#endif
}

/// Four records per block of 16 bytes, number by number.
template <class FloatTag>
HWY_INLINE void transpose_blocks(FloatTag d, hn::Vec<FloatTag> r0, hn::Vec<FloatTag> r1, hn::Vec<FloatTag> r2,
                                 hn::Vec<FloatTag> r3, hn::Vec<FloatTag> (&numbers)[4]) {
  const hn::Repartition<double, FloatTag> pairs;
  const auto xy01 = hn::BitCast(pairs, hn::InterleaveLower(d, r0, r1));
  const auto xy23 = hn::BitCast(pairs, hn::InterleaveLower(d, r2, r3));
  const auto zw01 = hn::BitCast(pairs, hn::InterleaveUpper(d, r0, r1));
  const auto zw23 = hn::BitCast(pairs, hn::InterleaveUpper(d, r2, r3));
  numbers[0] = hn::BitCast(d, hn::InterleaveLower(pairs, xy01, xy23));
  numbers[1] = hn::BitCast(d, hn::InterleaveUpper(pairs, xy01, xy23));
  numbers[2] = hn::BitCast(d, hn::InterleaveLower(pairs, zw01, zw23));
  numbers[3] = hn::BitCast(d, hn::InterleaveUpper(pairs, zw01, zw23));
}

/// Numbers 0 … 3 of as many records as a vector has lanes, number by number.
HWY_INLINE void transpose_floats(const float* const* records, Float (&numbers)[4]) {
  transpose_blocks(Floats(), blocks(records), blocks(records + 1), blocks(records + 2), blocks(records + 3), numbers);
}

/// The same for four records.
HWY_INLINE void transpose_four_floats(const float* const* records, hn::Vec<hn::FixedTag<float, 4>> (&numbers)[4]) {
  const hn::FixedTag<float, 4> d;
  transpose_blocks(d, hn::Load(d, records[0]), hn::Load(d, records[1]), hn::Load(d, records[2]),
                   hn::Load(d, records[3]), numbers);
}
#endif
