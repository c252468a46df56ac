// Who is in linked cells, for files that Highway compiles once per instruction set: without include guard. The
// including file is inside carom::broad::HWY_NAMESPACE and has grid_around.inl.

/// Writes those in cells other than a ball to `found` and returns how many they are; more than `room`, if they are too
/// many. There is room for a vector more, and `room` is at least the number of cells.
template <int D>
HWY_INLINE std::size_t gather_linked(const broad::LinkedCells<D>& cells, const broad::LinkedRange<D>& range,
                                     std::uint32_t ball, std::uint32_t* found, std::size_t room) {
  const Ids d;
  const auto nobody = hn::Set(d, broad::LinkedCells<D>::kNobody);
  const auto more = hn::Set(d, broad::LinkedCells<D>::kMore);
  std::uint32_t first_number = 0;
  for (std::size_t axis = 0; axis < D; ++axis) first_number += range.parts[axis][0];
  const auto first = hn::Set(d, first_number);
  std::size_t count = 0;
  std::uint32_t chains[2 * CellPlaces<D>::kMost];
  std::size_t chain_count = 0;
  for (std::size_t from = 0; from < range.cells; from += kFloats) {
    auto numbers = of_cells<D>(range.parts[0], 0, from);
    for (std::size_t axis = 1; axis < D; ++axis) numbers = numbers + of_cells<D>(range.parts[axis], axis, from);
    // Beyond the last cell the first one: that is asked for ahead, and what lies behind the last is not.
    const auto is_cell = hn::FirstN(d, range.cells - from);
    numbers = hn::IfThenElse(is_cell, numbers, first);
    auto names = hn::GatherIndex(d, cells.heads(), hn::BitCast(hn::RebindToSigned<Ids>(), numbers));
    const auto is_name = hn::And(is_cell, hn::Ne(names, nobody));
    auto longer = names;
    const auto is_longer = hn::And(is_name, hn::Ne(hn::And(names, more), hn::Zero(d)));
    if (HWY_UNLIKELY(!hn::AllFalse(d, is_longer))) {
      const std::size_t some = compress(longer, is_longer);
      hn::StoreU(longer, d, chains + chain_count);
      chain_count += some;
    }
    names = hn::AndNot(more, names);
    const std::size_t some = compress(names, hn::And(is_name, hn::Ne(names, hn::Set(d, ball))));
    hn::StoreU(names, d, found + count);
    count += some;
  }
  for (std::size_t k = 0; k < chain_count; ++k)
    cells.visit_behind(chains[k], [&](std::uint32_t body) {
      if (count < room) found[count] = body;
      count += body != ball ? 1 : 0;
    });
  return count;
}
