// Vectors of cells around one, for files that Highway compiles once per instruction set: without include guard. The
// including file is inside carom::broad::HWY_NAMESPACE and has float_records.inl.

/// Where along each axis cell after cell is; beyond the last one it is 3 along the last axis.
template <int D>
struct CellPlaces {
  static constexpr std::size_t kCells = D == 2 ? 9 : 27;
  static constexpr std::size_t kMost = 27;
  std::int32_t places[D][kMost + kFloats];

  constexpr CellPlaces() : places() {
    for (std::size_t cell = 0; cell < kMost + kFloats; ++cell) {
      std::size_t row = cell;
      for (std::size_t axis = 0; axis < D; ++axis, row /= 3)
        places[axis][cell] = static_cast<std::int32_t>(axis + 1 < D ? row % 3 : std::min<std::size_t>(row, 3));
    }
  }
};
template <int D>
constexpr CellPlaces<D> kCellPlaces;

/// Of as many cells as fill a vector, those from `from` on, the number of an axis.
template <int D>
HWY_INLINE hn::Vec<Ids> of_cells(const std::uint32_t* numbers, std::size_t axis, std::size_t from) {
  const auto places = hn::LoadU(hn::RebindToSigned<Ids>(), kCellPlaces<D>.places[axis] + from);
  return hn::TableLookupLanes(hn::LoadDup128(Ids(), numbers), hn::IndicesFromVec(Ids(), places));
}
