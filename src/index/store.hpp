#pragma once
#include <memory>
#include <span>
#include <vector>

#include "broad/structure.hpp"
#include "carom/index/index.hpp"

namespace carom::detail {

template <class Shape>
struct KindOf;
template <int D>
struct KindOf<Ball<D>> {
  static constexpr ItemKind value = ItemKind::ball;
};
template <int D>
struct KindOf<Segment<D>> {
  static constexpr ItemKind value = ItemKind::segment;
};
template <int D>
struct KindOf<Aabb<D>> {
  static constexpr ItemKind value = ItemKind::box;
};

/// The items of one kind, and the structures that find them.
template <int D, class Shape>
class Store {
 public:
  Store() = default;
  explicit Store(std::span<const Shape> shapes);

  static constexpr ItemId id(std::uint32_t number) { return {KindOf<Shape>::value, number}; }
  const Shape& operator[](std::uint32_t number) const { return shapes_[number]; }
  std::size_t size() const { return shapes_.size(); }
  const std::vector<std::unique_ptr<Structure<D>>>& parts() const { return parts_; }

 private:
  std::vector<Shape> shapes_;
  std::vector<std::unique_ptr<Structure<D>>> parts_;
};

}  // namespace carom::detail
