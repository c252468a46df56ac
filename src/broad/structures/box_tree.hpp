#pragma once
#include <vector>

#include "broad/structures/structure.hpp"
#include "carom/shape/aabb.hpp"

namespace carom::broad {

/// What the vectorised loops see of a level of a tree: boxes side by side.
template <int D>
struct LevelView {
  std::array<const float*, static_cast<std::size_t>(D)> low{};
  std::array<const float*, static_cast<std::size_t>(D)> high{};
  std::size_t count = 0;
};

/// Anything in boxes: sorted along a Morton curve by the middles of their boxes, eight to a node, eight nodes to a node
/// above, and so on. No pointers: the children of node k are 8k, …, 8k + 7 of the level below.
template <int D>
class BoxTree final : public Structure<D> {
 public:
  static constexpr std::size_t kWidth = 8;

  /// The boxes of numbers[0], numbers[1], …
  BoxTree(std::span<const Aabb<D>> boxes, std::span<const std::uint32_t> numbers);

  void scan(std::span<const Piece<D>> pieces, Candidates& found) const override;
  bool scan_boxes(const std::function<bool(const Aabb<D>&)>& pass, Candidates& found) const override;

  bool move_box(std::uint32_t slot, const Aabb<D>& box) override;

 private:
  void clear(std::uint32_t slot) override;
  struct Level {
    std::array<Buffer<float>, static_cast<std::size_t>(D)> low;
    std::array<Buffer<float>, static_cast<std::size_t>(D)> high;
    std::size_t count = 0;

    explicit Level(std::size_t size);
    void set(std::size_t k, const Level& below);
    LevelView<D> view() const;
  };

  void set_leaf(std::size_t slot, const Aabb<D>& box);
  Aabb<D> box_of_node(std::size_t level, std::size_t node) const;
  void scan_node(std::size_t level, std::size_t node, const std::function<bool(const Aabb<D>&)>& pass,
                 Candidates& found) const;

  std::vector<Level> levels_;
};

}  // namespace carom::broad
