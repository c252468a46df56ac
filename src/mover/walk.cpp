#include "carom/mover/walk.hpp"

#include "math/arithmetic.hpp"
#include "mover/slide.hpp"

namespace carom::mover {
namespace {

template <MoverShape Mover>
class Walker {
 public:
  static constexpr int D = kDimension<Mover>;

  Walker(const Index<D>& index, const Mover& mover, const Vec<D>& intended, const WalkOptions& options)
      : frame_(frame_of(mover, options)),
        mover_(frame_.upright(mover)),
        figure_(figure_of(mover_)),
        around_(index, frame_, figure_, options.slide),
        start_(place_of(mover_)),
        intended_(frame_.upright(intended)),
        options_(options) {
    const double far = norm(intended) / options.slope + 2 * options.snap;
    if (far < 4 * figure_.extent()) around_.gather(start_, far);
  }

  WalkResult<Mover> run() {
    Vec<D> across = intended_;
    across[kUp] = 0;
    const bool walks = intended_[kUp] <= 0 && stand(start_).ground;
    Part way = walks ? on_ground(across) : part(start_, intended_, Rule::slide);
    WalkResult<Mover> result;
    result.mover = frame_.in_space(placed(mover_, way.track.place));
    result.displacement = frame_.in_space(way.track.place - start_);
    result.end = way.track.end;
    if (const auto& ground = way.ground)
      result.ground = {ground->item, frame_.in_space(ground->point), frame_.in_space(ground->normal)};
    result.stepped = stepped_;
    result.contacts = frame_.in_space(std::move(way.track.contacts));
    result.triggers = std::move(way.track.triggers);
    return result;
  }

 private:
  static constexpr int kUp = D - 1;

  /// A part of the way, and what it ends on.
  struct Part {
    SlideTrack<D> track;
    std::optional<Ground<D>> ground;
  };

  static Vec<D> upwards(double by) {
    Vec<D> v{};
    v[kUp] = by;
    return v;
  }

  Part part(const Vec<D>& from, const Vec<D>& by, Rule rule) {
    Slide<D> slide(around_, from, by, rule, options_.slope);
    Part part{slide.run(), {}};
    part.ground = slide.ground();
    return part;
  }

  /// On the ground at a place or at most `snap` below it; where there is none, at that place.
  Part stand(const Vec<D>& place, double further = 0) {
    Part down = part(place, upwards(-(options_.snap + further)), Rule::stop);
    return down.ground || further > 0 ? down : part(place, {}, Rule::stop);
  }

  void end_on(Part& way, const Part& stand) const {
    way.track.place = stand.track.place;
    way.ground = stand.ground;
  }

  Part on_ground(const Vec<D>& across) {
    const Vec<D> from = stand(start_).track.place;
    Part way = part(from, across, Rule::walk);
    if (way.track.end == SlideEnd::overlapping) return way;
    end_on(way, stand(way.track.place));
    if (options_.step_up > 0 && meets_wall(way.track)) step(from, across, way);
    return way;
  }

  bool meets_wall(const SlideTrack<D>& track) const {
    return std::any_of(track.contacts.begin(), track.contacts.end(),
                       [&](const SlideContact<D>& contact) { return -contact.normal[kUp] < options_.slope; });
  }

  /// Up, across and down again, if that leads farther and to ground.
  void step(const Vec<D>& from, const Vec<D>& across, Part& way) {
    const Part up = part(from, upwards(options_.step_up), Rule::stop);
    const double lift = up.track.place[kUp] - from[kUp];
    if (!(lift > 0)) return;
    Part over = part(up.track.place, across, Rule::walk);
    const Part down = stand(over.track.place, over.track.place[kUp] - from[kUp]);
    const auto progress = [&](const Vec<D>& place) { return dot(place - from, across); };
    if (!down.ground || !(progress(down.track.place) > progress(way.track.place) + 0x1p-20 * norm2(across))) return;
    stepped_ = down.track.place[kUp] - from[kUp];
    end_on(over, down);
    way = std::move(over);
  }

  // All that follows is in the mover's frame.
  Frame<D> frame_;
  Mover mover_;
  Figure<D> figure_;
  Surroundings<D> around_;
  Vec<D> start_;
  Vec<D> intended_;
  const WalkOptions& options_;
  double stepped_ = 0;
};

}  // namespace
}  // namespace carom::mover

namespace carom {

template <MoverShape Mover>
WalkResult<Mover> walk(const Index<kDimension<Mover>>& index, const Mover& mover,
                       const Vec<kDimension<Mover>>& intended, const WalkOptions& options) {
  math::require_plain_arithmetic();
  return mover::Walker<Mover>(index, mover, intended, options).run();
}

template WalkResult<Circle> walk(const Index2&, const Circle&, const Vec2&, const WalkOptions&);
template WalkResult<Capsule2> walk(const Index2&, const Capsule2&, const Vec2&, const WalkOptions&);
template WalkResult<Sphere> walk(const Index3&, const Sphere&, const Vec3&, const WalkOptions&);
template WalkResult<Capsule3> walk(const Index3&, const Capsule3&, const Vec3&, const WalkOptions&);
template WalkResult<UprightCylinder> walk(const Index3&, const UprightCylinder&, const Vec3&, const WalkOptions&);

}  // namespace carom
