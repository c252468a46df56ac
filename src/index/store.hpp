#pragma once
#include <memory>
#include <span>
#include <vector>

#include "broad/structures/structure.hpp"
#include "carom/index/index.hpp"

namespace carom::index {

template <class Shape>
inline constexpr ItemKind kKind = ItemKind::ball;
template <int D>
inline constexpr ItemKind kKind<Segment<D>> = ItemKind::segment;
template <int D>
inline constexpr ItemKind kKind<Aabb<D>> = ItemKind::box;
template <>
inline constexpr ItemKind kKind<Triangle> = ItemKind::triangle;

/// The items of one kind, and the structures that find them: one for each class of sizes, and smaller ones for what
/// came later. Whenever an item comes, structures that are not much larger than what is to be built are built anew
/// together with it, so that their sizes grow geometrically and each item is built anew only a few times per doubling
/// (Bentley and Saxe, J. Algorithms 1, 1980).
template <int D, class Shape>
class Store {
 public:
  Store() = default;
  explicit Store(std::span<const Shape> shapes);

  static constexpr ItemId id(std::uint32_t number) { return {kKind<Shape>, number}; }
  const Shape& operator[](std::uint32_t number) const { return shapes_[number]; }
  std::size_t size() const { return size_; }
  bool contains(std::uint32_t number) const { return number < shapes_.size() && is_live(number); }

  const std::vector<std::unique_ptr<broad::Structure<D>>>& parts() const { return parts_; }
  /// Items out of the range of frames: candidates of every query.
  const std::vector<std::uint32_t>& unframed() const { return unframed_; }
  bool is_live(std::uint32_t number) const { return places_.empty() || places_[number].live; }

  std::uint32_t insert(const Shape& shape);
  void move(std::uint32_t number, const Shape& shape);
  void remove(std::uint32_t number);

 private:
  struct Place {
    broad::Structure<D>* part = nullptr;  ///< null for the unframed
    std::uint32_t slot = 0;
    bool live = true;
  };

  void build(const std::vector<std::uint32_t>& numbers);
  void build_class(std::span<const std::uint32_t> numbers);
  std::unique_ptr<broad::Structure<D>> structure(std::span<const std::uint32_t> numbers) const;
  void add(std::uint32_t number);
  void take_out(std::uint32_t number);
  void absorb(std::size_t part, std::vector<std::uint32_t>& numbers);
  void note_places();
  void note_places(broad::Structure<D>& part);

  std::vector<Shape> shapes_;
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<broad::Structure<D>>> parts_;
  std::vector<std::uint32_t> unframed_;
  std::vector<Place> places_;  ///< by number; empty until the first change
};

/// All items of an index, and visit(store) for each kind.
template <int D>
class Stores {
 public:
  Store<D, Ball<D>> balls;
  Store<D, Segment<D>> segments;
  Store<D, Aabb<D>> boxes;
  Store<3, Triangle> triangles;  ///< in 2D none

  template <class Visit>
  void each(const Visit& visit) const {
    visit_all(*this, visit);
  }
  template <class Visit>
  void each_changeable(const Visit& visit) {
    visit_all(*this, visit);
  }

 private:
  template <class Self, class Visit>
  static void visit_all(Self& self, const Visit& visit) {
    visit(self.balls);
    visit(self.segments);
    visit(self.boxes);
    if constexpr (D == 3) visit(self.triangles);
  }
};

}  // namespace carom::index
