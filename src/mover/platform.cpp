#include "carom/mover/platform.hpp"

namespace carom {
namespace {

template <int D>
Ball<D> moved(const Ball<D>& ball, const Vec<D>& by) {
  return {ball.center + by, ball.radius};
}
template <int D>
Segment<D> moved(const Segment<D>& segment, const Vec<D>& by) {
  return {segment.from + by, segment.to + by, segment.sides};
}
template <int D>
Aabb<D> moved(const Aabb<D>& box, const Vec<D>& by) {
  return {box.low + by, box.high + by};
}
Triangle moved(const Triangle& triangle, const Vec3& by) {
  return {triangle.a + by, triangle.b + by, triangle.c + by};
}

template <int D>
void move_item(Index<D>& index, ItemId item, const Vec<D>& by) {
  if (item.kind == ItemKind::ball) index.move(item, moved(index.ball(item), by));
  if (item.kind == ItemKind::segment) index.move(item, moved(index.segment(item), by));
  if (item.kind == ItemKind::box) index.move(item, moved(index.box(item), by));
  if constexpr (D == 3)
    if (item.kind == ItemKind::triangle) index.move(item, moved(index.triangle(item), by));
}

/// One mover beside a platform that moves.
template <MoverShape Mover>
class Passenger {
 public:
  static constexpr int D = kDimension<Mover>;

  Passenger(const Index<D>& index, ItemId platform, const Vec<D>& by, const WalkOptions& options)
      : index_(index), platform_(platform), by_(by), options_(options) {}

  /// Before the platform has moved.
  Rider<Mover> go_along(const Mover& mover) const {
    const auto stand = walk(index_, mover, Vec<D>{}, options_);
    if (stand.ground && stand.ground->item == platform_) return {go(mover, by_), Ride::carried};
    // Seen from the platform, the mover comes against it.
    const auto met = move_and_slide(index_, mover, -by_, only_platform());
    if (met.contacts.empty()) return {mover, Ride::untouched};
    return {go(mover, (1 - met.contacts.front().time) * by_), Ride::pushed};
  }

  /// After it.
  void make_room(const Mover& mover, Rider<Mover>& rider) const {
    SlideOptions options = options_.slide;
    options.push_out = norm(by_);
    const auto out = move_and_slide(index_, rider.mover, Vec<D>{}, options);
    rider.mover = out.end == SlideEnd::overlapping ? mover : out.mover;
    if (out.end == SlideEnd::overlapping) rider.ride = Ride::crushed;
  }

 private:
  Passage passage(ItemId item) const { return options_.slide.passage ? options_.slide.passage(item) : Passage::blocks; }
  SlideOptions only_platform() const {
    SlideOptions options = options_.slide;
    options.others = {};
    options.passage = [this](ItemId item) { return item == platform_ ? passage(item) : Passage::ignored; };
    return options;
  }
  Mover go(const Mover& mover, const Vec<D>& way) const {
    SlideOptions options = options_.slide;
    options.passage = [this](ItemId item) { return item == platform_ ? Passage::ignored : passage(item); };
    return move_and_slide(index_, mover, way, options).mover;
  }

  const Index<D>& index_;
  ItemId platform_;
  const Vec<D>& by_;
  const WalkOptions& options_;
};

}  // namespace

template <MoverShape Mover>
std::vector<Rider<Mover>> move_platform(Index<kDimension<Mover>>& index, ItemId platform,
                                        const Vec<kDimension<Mover>>& by, std::span<const Mover> movers,
                                        const WalkOptions& options) {
  const Passenger<Mover> passenger(index, platform, by, options);
  std::vector<Rider<Mover>> riders;
  riders.reserve(movers.size());
  for (const Mover& mover : movers) riders.push_back(passenger.go_along(mover));
  move_item(index, platform, by);
  for (std::size_t k = 0; k < movers.size(); ++k)
    if (riders[k].ride != Ride::untouched) passenger.make_room(movers[k], riders[k]);
  return riders;
}

template std::vector<Rider<Circle>> move_platform(Index2&, ItemId, const Vec2&, std::span<const Circle>,
                                                  const WalkOptions&);
template std::vector<Rider<Capsule2>> move_platform(Index2&, ItemId, const Vec2&, std::span<const Capsule2>,
                                                    const WalkOptions&);
template std::vector<Rider<Sphere>> move_platform(Index3&, ItemId, const Vec3&, std::span<const Sphere>,
                                                  const WalkOptions&);
template std::vector<Rider<Capsule3>> move_platform(Index3&, ItemId, const Vec3&, std::span<const Capsule3>,
                                                    const WalkOptions&);
template std::vector<Rider<UprightCylinder>> move_platform(Index3&, ItemId, const Vec3&,
                                                           std::span<const UprightCylinder>, const WalkOptions&);

}  // namespace carom
