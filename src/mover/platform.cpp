#include "carom/mover/platform.hpp"

#include "mover/slide.hpp"

namespace carom {
namespace {

template <int D>
void move_item(Index<D>& index, ItemId item, const Vec<D>& by) {
  const auto move = [&](const auto& still) {
    index.move(item, shape::mapped(still, [&](const Vec<D>& point) { return point + by; }));
  };
  if (item.kind == ItemKind::ball) move(index.ball(item));
  if (item.kind == ItemKind::segment) move(index.segment(item));
  if (item.kind == ItemKind::box) move(index.box(item));
  if constexpr (D == 3)
    if (item.kind == ItemKind::triangle) move(index.triangle(item));
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
    const auto met = slide(mover, -by_, only_platform());
    if (met.contacts.empty()) return {mover, Ride::untouched};
    return {go(mover, (1 - met.contacts.front().time) * by_), Ride::pushed};
  }

  /// After it.
  void make_room(const Mover& mover, Rider<Mover>& rider) const {
    SlideOptions options = options_.slide;
    options.push_out = norm(mover::frame_of(mover, options_).upright(by_));
    const auto out = slide(rider.mover, Vec<D>{}, options);
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
    return slide(mover, way, options).mover;
  }
  SlideResult<Mover> slide(const Mover& mover, const Vec<D>& way, const SlideOptions& options) const {
    return mover::slide_in(mover::frame_of(mover, options_), index_, mover, way, options);
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
