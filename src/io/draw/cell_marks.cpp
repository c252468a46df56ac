#include "io/draw/cell_marks.hpp"

#include "broad/cells/marked_cells.hpp"

namespace carom::io {
namespace {

constexpr Color kRegion{0x1b, 0x9e, 0x83};
constexpr Color kAround{0xe0, 0x7b, 0x39};
constexpr Color kAlong{0x7a, 0x64, 0xb8};

}  // namespace

template <int D>
std::vector<CellMark<D>> cell_marks(const Scene<D>& scene, const Appearances<D>& looks) {
  std::vector<CellMark<D>> marks;
  if (!scene.cells) return marks;
  const ShownCells<D>& shown = *scene.cells;
  const broad::MarkedCells<D> grid(shown.low, shown.side, shown.counts, scene.options.period.has_value());
  for (const Aabb<D>& region : shown.regions)
    marks.push_back({"cells of the region", kRegion, {}, [=](const Ball<D>&) { return grid.of_region(region); }});
  for (const BodyId id : shown.around)
    marks.push_back(
        {"cells around a ball", kAround, id, [=](const Ball<D>& ball) { return grid.around(ball.center); }});
  for (const BodyId id : shown.spanned)
    marks.push_back(
        {"cells that a ball spans", looks[id].color, id, [=](const Ball<D>& ball) { return grid.of_ball(ball); }});
  for (const Segment<D>& cast : shown.casts)
    marks.push_back({"cells along the cast", kAlong, {}, [=](const Ball<D>&) { return grid.along(cast); }});
  return marks;
}

template <int D>
std::vector<CellAt<D>> cells_now(const CellMark<D>& mark, const World<D>& world) {
  if (!mark.ball) return mark.cells({});
  if (!world.present(*mark.ball)) return {};
  return mark.cells({world.placement(*mark.ball).position, world.radius(*mark.ball)});
}

std::vector<CellFace> surface(const std::vector<CellAt<3>>& cells) {
  std::vector<CellFace> faces;
  for (const CellAt<3>& cell : cells)
    for (int axis = 0; axis < 3; ++axis)
      for (const bool high : {false, true}) {
        CellAt<3> beside = cell;
        beside[static_cast<std::size_t>(axis)] += high ? 1 : -1;
        if (!std::binary_search(cells.begin(), cells.end(), beside)) faces.push_back({cell, axis, high});
      }
  return faces;
}

template std::vector<CellMark<2>> cell_marks(const Scene<2>&, const Appearances<2>&);
template std::vector<CellMark<3>> cell_marks(const Scene<3>&, const Appearances<3>&);
template std::vector<CellAt<2>> cells_now(const CellMark<2>&, const World<2>&);
template std::vector<CellAt<3>> cells_now(const CellMark<3>&, const World<3>&);

}  // namespace carom::io
