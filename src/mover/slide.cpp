#include "mover/slide.hpp"

#include <stdexcept>

#include "math/arithmetic.hpp"
#include "mover/footing.hpp"

namespace carom::mover {
namespace {

/// A mover that goes farther than this many of its own sizes asks the index along its way.
constexpr double kNearby = 8;
/// Newton's steps to a contact: each halves what is left at least, in a graze; usually there are three.
constexpr int kSteps = 64;
constexpr int kRounds = 8;

}  // namespace

template <int D>
Slide<D>::Slide(Surroundings<D>& around, const Vec<D>& place, const Vec<D>& intended, Rule rule, double slope)
    : around_(around),
      figure_(around.figure()),
      options_(around.options()),
      rule_(rule),
      slope_(slope),
      intended_(intended),
      length_(norm(intended)),
      reach_(rule == Rule::walk ? length_ / slope : length_),
      allowance_(0x1p-41 * figure_.thickness()),
      graze_(0x1p-44 * figure_.thickness()) {
  track_.place = place;
}

template <int D>
SlideTrack<D> Slide<D>::run() {
  gather(track_.place);
  look(track_.place);
  const bool begins_well = options_.exact ? clear(track_.place) || escape() : !overlaps() || escape();
  if (!begins_well) {
    track_.end = SlideEnd::overlapping;
    find_touched();
    for (const Near* near : touched_) track_.holding.push_back(contact(*near));
    return std::move(track_);
  }
  while (track_.remaining > 0 && length_ > 0) {
    find_touched();
    note_contacts();
    const Vec<D> way = direction();
    if (is_zero(way)) {
      track_.end = SlideEnd::stuck;
      for (const Near* near : touched_) track_.holding.push_back(contact(*near));
      return std::move(track_);
    }
    if (track_.iterations == options_.iterations) {
      track_.end = SlideEnd::out_of_iterations;
      return std::move(track_);
    }
    ++track_.iterations;
    leg(way);
  }
  track_.remaining = 0;
  find_touched();
  note_contacts();
  return std::move(track_);
}

template <int D>
double Slide<D>::grain(const Vec<D>& place) const {
  double size = 0;
  for (int k = 0; k < D; ++k) size = std::max(size, std::fabs(place[k]));
  return 0x1p-48 * (size + figure_.extent());
}

/// What is nearer than this counts as touched.
template <int D>
double Slide<D>::band(const Near& near, double grain) const {
  return grain + 0x1p-50 * near.obstacle.extent();
}

template <int D>
void Slide<D>::see(Near& near, const Vec<D>& place, double grain) const {
  if (near.is_seen(place)) return;
  near.obstacle.look_from(place);
  near.seen_from = place;
  near.is_looked_at = true;
  near.gap = near.obstacle.gap(figure_, Vec<D>{});
  near.there = near.obstacle.is_there(figure_, Vec<D>{});
  // What is deeper in a one-sided segment is on its way through.
  if (near.obstacle.is_one_sided() && near.gap.gap < -2 * allowance_ - grain) near.there = false;
  near.touches = near.there && near.gap.gap <= band(near, grain);
  near.least = near.gap.gap - 2 * band(near, grain);
}

/// Whether a way of this length from a place can not close the gap.
template <int D>
bool Slide<D>::is_far(const Near& near, const Vec<D>& place, double length) const {
  return near.least > (norm(place - near.seen_from) + length) * (1 + 0x1p-20);
}

template <int D>
void Slide<D>::look(const Vec<D>& place) {
  const double size = grain(place);
  for (Near& near : around_.near()) {
    if (is_far(near, place, 4 * size))
      near.touches = false;
    else
      see(near, place, size);
  }
}

/// Everything for the rest of the movement, or of a long one what is near a place.
template <int D>
void Slide<D>::gather(const Vec<D>& place) {
  const double rest = track_.remaining * reach_;
  const double size = figure_.extent();
  if (around_.hold(place, rest <= kNearby * size ? rest : 0)) return;
  around_.gather(place, rest <= kNearby * size ? rest * (1 + 0x1p-20) + 0x1p-20 * size : size);
}

/// Whether all of `behind` is on the other side of the plane of the contact with `front`.
template <int D>
bool Slide<D>::hides(const Near& front, const Near& behind) const {
  const double doubt = 4 * band(behind, grain(track_.place));
  return behind.obstacle.beyond(front.gap.point, front.gap.normal) <= doubt;
}

template <int D>
void Slide<D>::find_touched() {
  touched_.clear();
  const auto& all = around_.near();
  for (const Near& near : all)
    if (near.touches && near.passage == Passage::blocks) touched_.push_back(&near);
  if (touched_.size() < 2) return;
  const std::vector<const Near*> candidates = touched_;
  std::erase_if(touched_, [&](const Near* near) {
    return std::any_of(candidates.begin(), candidates.end(), [&](const Near* other) {
      return other != near && hides(*other, *near) && !hides(*near, *other);
    });
  });
}

template <int D>
Vec<D> Slide<D>::direction() {
  normals_.clear();
  for (const Near* near : touched_)
    if (std::find(normals_.begin(), normals_.end(), near->gap.normal) == normals_.end())
      normals_.push_back(near->gap.normal);
  if (rule_ == Rule::walk) return walk_direction();
  const Vec<D> way = slide_direction(intended_, normals_);
  return rule_ == Rule::slide || way == intended_ ? way : Vec<D>{};
}

template <int D>
Vec<D> Slide<D>::slide_direction(const Vec<D>& intended, std::span<const Vec<D>> normals) const {
  const auto passes_all = [&](std::size_t i, const Vec<D>& way) {
    const auto is_it = [&](const Near* near) { return near->gap.normal == normals[i]; };
    return std::any_of(touched_.begin(), touched_.end(), is_it) &&
           std::all_of(touched_.begin(), touched_.end(),
                       [&](const Near* near) { return !is_it(near) || passes(*near, way); });
  };
  return Cone<D, decltype(passes_all)>(intended, normals, passes_all).nearest();
}

template <int D>
Vec<D> Slide<D>::walk_direction() const {
  const auto across = [&](std::span<const Vec<D>> walls) { return slide_direction(intended_, walls); };
  return Footing<D, decltype(across)>(normals_, slope_, across).way();
}

template <int D>
std::optional<Ground<D>> Slide<D>::ground() const {
  std::optional<Ground<D>> best;
  for (const Near* near : touched_) {
    const Vec<D>& normal = near->gap.normal;
    if (normal[D - 1] < slope_ || (best && best->normal[D - 1] > normal[D - 1])) continue;
    if (best && best->normal[D - 1] == normal[D - 1] && best->item < near->obstacle.item()) continue;
    best = Ground<D>{near->obstacle.item(), track_.place + near->gap.point, normal};
  }
  return best;
}

/// Whether the gap stays above −graze on a way: Newton's steps from before, whose tangents lie below it.
template <int D>
bool Slide<D>::passes(const Near& near, const Vec<D>& way) const {
  Gap<D> gap = near.gap;
  double t = 0;
  for (int step = 0; step < kSteps; ++step) {
    const double over = gap.gap + graze_;
    const double rate = dot(way, gap.normal);
    if (!(over > 0)) return false;
    if (!(rate < 0) || t - over / rate > track_.remaining) return true;
    t -= over / rate;
    gap = near.obstacle.gap(figure_, t * way);
  }
  return false;
}

template <int D>
SlideContact<D> Slide<D>::contact(const Near& near) const {
  return {near.obstacle.item(), track_.place + near.gap.point, -near.gap.normal, 1 - track_.remaining};
}

/// Those that the intention presses on, once for each time that they are met; of those met together the most opposed
/// first.
template <int D>
void Slide<D>::note_contacts() {
  std::vector<const Near*> met;
  std::vector<ItemId> holding;
  const auto press = [&](const Near* near) { return dot(intended_, near->gap.normal); };
  for (const Near* near : touched_) {
    if (!(press(near) < -kTurn * length_)) continue;
    const ItemId item = near->obstacle.item();
    holding.push_back(item);
    if (std::find(holding_.begin(), holding_.end(), item) == holding_.end()) met.push_back(near);
  }
  std::sort(met.begin(), met.end(), [&](const Near* a, const Near* b) {
    return press(a) != press(b) ? press(a) < press(b) : a->obstacle.item() < b->obstacle.item();
  });
  for (const Near* near : met) track_.contacts.push_back(contact(*near));
  holding_ = std::move(holding);
}

template <int D>
void Slide<D>::note_trigger(const Near& near, double time) {
  for (const TriggerTouch& touch : track_.triggers)
    if (touch.item == near.obstacle.item()) return;
  track_.triggers.push_back({near.obstacle.item(), 1 - track_.remaining + time});
}

/// The first time at which the gap is closed, if it is to become an overlap. It is convex, so that Newton's steps from
/// before never go too far, and a tangent that stays above 0 says that nothing is met.
template <int D>
double Slide<D>::arrival(const Near& near, const Vec<D>& way, double end) const {
  const double close = band(near, grain(track_.place));
  const double doubt = 0x1p-50 * norm(way);
  Gap<D> gap = near.gap;
  double t = 0;
  for (int step = 0; step < kSteps && gap.gap > close + t * doubt; ++step) {
    const double rate = dot(way, gap.normal);
    if (!(rate < 0)) return kForever;
    const double next = t + gap.gap / -rate;
    if (!(next <= end)) return kForever;
    if (next == t) break;
    t = next;
    gap = near.obstacle.gap(figure_, t * way);
  }
  const double rate = dot(way, gap.normal);
  if (!(rate < 0) || !near.obstacle.is_there(figure_, t * way)) return kForever;
  if (rate > -kGraze * norm(way) && passes(near, way)) return kForever;
  return t;
}

template <int D>
double Slide<D>::first_arrival(const Vec<D>& way) {
  double first = kForever;
  std::vector<std::pair<Near, double>> triggers;
  const auto consider = [&](const Near& near) {
    if (near.touches && near.passage == Passage::blocks) return;
    const double end = std::fmin(first, track_.remaining);
    const double time = near.touches ? 0 : arrival(near, way, end);
    if (time > end) return;
    if (near.passage == Passage::trigger) {
      triggers.emplace_back(near, time);
    } else if (std::none_of(touched_.begin(), touched_.end(), [&](const Near* front) { return hides(*front, near); })) {
      first = time;
    }
  };
  const double size = grain(track_.place);
  if (around_.hold(track_.place, track_.remaining * reach_)) {
    const double way_length = track_.remaining * norm(way);
    for (Near& near : around_.near()) {
      if (is_far(near, track_.place, way_length)) continue;
      see(near, track_.place, size);
      consider(near);
    }
  } else {
    around_.along(
        track_.place, way, track_.remaining,
        [&](Near& near) {
          see(near, track_.place, size);
          consider(near);
        },
        [&](double time) { return first < time; });
  }
  std::stable_sort(triggers.begin(), triggers.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second < b.second : a.first.obstacle.item() < b.first.obstacle.item();
  });
  for (const auto& [near, time] : triggers)
    if (time <= first) note_trigger(near, time);
  return first;
}

template <int D>
void Slide<D>::leg(const Vec<D>& way) {
  const Vec<D> from = track_.place;
  const double before = track_.remaining;
  const double time = std::fmin(first_arrival(way), before);
  const double speed = norm(way);
  track_.remaining = before - time;
  if (settle(from + time * way)) return;
  for (double back = 16 * grain(from) / speed; back < time; back *= 4) {
    track_.remaining = before - time + back;
    if (settle(from + (time - back) * way)) return;
  }
  // No place on the way that can be written down is free.
  track_.remaining = before;
  track_.place = from;
  gather(from);
  look(from);
  track_.iterations = options_.iterations;
}

/// How to leave what overlaps at a place, on each axis the farthest of all ways out: the same in any order. False where
/// nothing overlaps. `least`: the deepest gap.
template <int D>
bool Slide<D>::correction(const Vec<D>& place, Vec<D>& push, double& least) {
  look(place);
  const double more = 0x1p-4 * grain(place);
  Vec<D> up{};
  Vec<D> down{};
  least = 0;
  for (const Near& near : around_.near()) {
    if (!near.is_seen(place) || !counts(near) || !(near.gap.gap < 0)) continue;
    least = std::fmin(least, near.gap.gap);
    for (int k = 0; k < D; ++k) {
      const double by = (more - near.gap.gap) * near.gap.normal[k];
      up[k] = std::fmax(up[k], by);
      down[k] = std::fmin(down[k], by);
    }
  }
  push = up + down;
  return least < 0;
}

/// Goes to a place that is free, or to one as near as can be written down; false if none there is.
template <int D>
bool Slide<D>::settle(const Vec<D>& target) {
  gather(target);
  Vec<D> place = target;
  Vec<D> best = target;
  double best_least = -kForever;
  for (int round = 0; round < kRounds; ++round) {
    Vec<D> push;
    double least = 0;
    const bool overlap = correction(place, push, least);
    if (least > best_least) {
      best = place;
      best_least = least;
    }
    if (!overlap || place + push == place) break;
    place += push;
  }
  // A place that is nearly free is better than one pushed about.
  if (best_least < 0) {
    Vec<D> push;
    double least = 0;
    correction(target, push, least);
    if (least >= -allowance_) {
      best = target;
      best_least = least;
    }
  }
  if (best_least < -allowance_) return false;
  look(best);
  if (options_.exact && !clear(best)) return false;
  track_.place = best;
  return true;
}

/// Moves a ball's place off what it overlaps, exactly, by less than what counts as touched; false if that leads
/// nowhere.
template <int D>
bool Slide<D>::clear(Vec<D>& place) {
  const Vec<D> from = place;
  for (const double step : {0.0, 0x1p-4, 0x1p-3, 0x1p-2, 0x1p-1}) {
    Vec<D> push{};
    if (step > 0)
      for (const Near& near : around_.near())
        if (overlaps_exactly(near, from)) push += near.gap.normal;
    place = from + (step * grain(from)) * push;
    const auto& all = around_.near();
    if (std::none_of(all.begin(), all.end(), [&](const Near& near) { return overlaps_exactly(near, place); })) {
      look(place);
      return true;
    }
  }
  return false;
}

template <int D>
bool Slide<D>::overlaps_exactly(const Near& near, const Vec<D>& place) const {
  return near.passage == Passage::blocks && !is_far(near, place, 4 * grain(place)) &&
         near.obstacle.overlaps({place, figure_.radius});
}

template <int D>
bool Slide<D>::overlaps() const {
  const auto& all = around_.near();
  const double least = -2 * allowance_ - grain(track_.place);
  return std::any_of(all.begin(), all.end(), [&](const Near& near) {
    return near.is_seen(track_.place) && counts(near) && near.gap.gap < least;
  });
}

/// The end of all overlap along a direction: that of what overlaps now, then of what overlaps there, and so on.
template <int D>
double Slide<D>::way_out(const Vec<D>& direction, double limit) {
  const auto ends_from = [&](double from) {
    double end = from;
    for (const Near& near : around_.near()) {
      if (near.passage != Passage::blocks || near.obstacle.is_one_sided()) continue;
      const auto gap = [&](double s) { return near.obstacle.gap(figure_, s * direction).gap; };
      if (!(gap(from) < -allowance_)) continue;
      if (gap(limit) < 0) return kForever;
      double inside = from;
      double outside = limit;
      for (int k = 0; k < 64; ++k) {
        const double middle = 0.5 * (inside + outside);
        if (!(middle > inside && middle < outside)) break;
        (gap(middle) < 0 ? inside : outside) = middle;
      }
      end = std::fmax(end, outside);
    }
    return end;
  };
  double out = 0;
  for (int round = 0; round < 32 && out <= limit; ++round) {
    const double next = ends_from(out);
    if (next == out) return out;
    out = next;
  }
  return kForever;
}

template <int D>
bool Slide<D>::move_if_free(const Vec<D>& place) {
  const Vec<D> from = track_.place;
  if (!settle(place)) {
    look(from);
    return false;
  }
  track_.pushed_out = track_.place - from;
  return true;
}

/// Along the normals of what overlaps, sums of two of them, the axes and their diagonals.
template <int D>
bool Slide<D>::escape() {
  const double limit = options_.push_out;
  if (!(limit > 0)) return false;
  around_.gather(track_.place, std::fmax(limit * (1 + 0x1p-10), track_.remaining * reach_));
  for (Near& near : around_.near()) see(near, track_.place, grain(track_.place));
  std::vector<Vec<D>> directions;
  for (const Near& near : around_.near())
    if (near.is_seen(track_.place) && counts(near) && near.gap.gap < 0) directions.push_back(near.gap.normal);
  const std::size_t normals = std::min<std::size_t>(directions.size(), 8);
  for (std::size_t i = 0; i < normals; ++i)
    for (std::size_t j = 0; j < i; ++j) directions.push_back(directions[i] + directions[j]);
  for (int code = 0; code < (D == 2 ? 9 : 27); ++code) {
    Vec<D> v;
    for (int k = 0, rest = code; k < D; ++k, rest /= 3) v[k] = rest % 3 - 1;
    directions.push_back(v);
  }
  std::vector<std::pair<double, Vec<D>>> ways;
  for (const Vec<D>& v : directions) {
    if (norm(v) < 0x1p-20) continue;
    const Vec<D> direction = v / norm(v);
    const double out = way_out(direction, limit);
    if (out <= limit) ways.emplace_back(out, out * direction);
  }
  const auto before = [](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    for (int k = 0; k < D; ++k)
      if (a.second[k] != b.second[k]) return a.second[k] < b.second[k];
    return false;
  };
  std::sort(ways.begin(), ways.end(), before);
  const Vec<D> from = track_.place;
  return std::any_of(ways.begin(), ways.end(), [&](const auto& way) { return move_if_free(from + way.second); });
}

template class Slide<2>;
template class Slide<3>;

namespace {

/// A capsule's ends are rounded one by one, which may turn its line by a bit where it ends: what is stuck as it was
/// before that must be stuck as it is then, too.
template <MoverShape Mover>
void stay_stuck(const Index<kDimension<Mover>>& index, const Frame<kDimension<Mover>>& frame, const Mover& mover,
                const Vec<kDimension<Mover>>& intended, const SlideOptions& options,
                SlideTrack<kDimension<Mover>>& track) {
  constexpr int D = kDimension<Mover>;
  constexpr int kMostTurns = 8;
  Vec<D> line = figure_of(mover).line;
  for (int turn = 0; turn < kMostTurns && track.end == SlideEnd::stuck; ++turn) {
    const Figure<D> figure = figure_of(placed(mover, track.place));
    if (figure.line == line) return;
    line = figure.line;
    Surroundings<D> around(index, frame, figure, options);
    SlideTrack<D> again = Slide<D>(around, track.place, intended).run();
    if (again.end != SlideEnd::stuck) return;
    track.place = again.place;
    track.holding = std::move(again.holding);
  }
}

}  // namespace

template <MoverShape Mover>
SlideResult<Mover> slide_in(const Frame<kDimension<Mover>>& frame, const Index<kDimension<Mover>>& index,
                            const Mover& mover, const Vec<kDimension<Mover>>& intended, const SlideOptions& options) {
  constexpr int D = kDimension<Mover>;
  math::require_plain_arithmetic();
  if (options.exact && !BallShape<Mover>)
    throw std::invalid_argument("exact: only a circle or a sphere moves without any overlap");
  const Mover upright = frame.upright(mover);
  const Vec<D> way = frame.upright(intended);
  const Figure<D> figure = figure_of(upright);
  const Vec<D> start = place_of(upright);
  Surroundings<D> around(index, frame, figure, options);
  SlideTrack<D> track = Slide<D>(around, start, way).run();
  if constexpr (requires { mover.from; }) stay_stuck(index, frame, upright, way, options, track);
  SlideResult<Mover> result;
  result.mover = frame.in_space(placed(upright, track.place));
  result.displacement = frame.in_space(track.place - start);
  result.pushed_out = frame.in_space(track.pushed_out);
  result.end = track.end;
  result.remaining = track.remaining * intended;
  result.iterations = track.iterations;
  result.contacts = frame.in_space(std::move(track.contacts));
  result.holding = frame.in_space(std::move(track.holding));
  result.triggers = std::move(track.triggers);
  return result;
}

template SlideResult<Circle> slide_in(const Frame<2>&, const Index2&, const Circle&, const Vec2&, const SlideOptions&);
template SlideResult<Capsule2> slide_in(const Frame<2>&, const Index2&, const Capsule2&, const Vec2&,
                                        const SlideOptions&);
template SlideResult<Sphere> slide_in(const Frame<3>&, const Index3&, const Sphere&, const Vec3&, const SlideOptions&);
template SlideResult<Capsule3> slide_in(const Frame<3>&, const Index3&, const Capsule3&, const Vec3&,
                                        const SlideOptions&);
template SlideResult<UprightCylinder> slide_in(const Frame<3>&, const Index3&, const UprightCylinder&, const Vec3&,
                                               const SlideOptions&);

}  // namespace carom::mover

namespace carom {

template <MoverShape Mover>
SlideResult<Mover> move_and_slide(const Index<kDimension<Mover>>& index, const Mover& mover,
                                  const Vec<kDimension<Mover>>& intended, const SlideOptions& options) {
  return mover::slide_in(mover::frame_of(mover, options.others), index, mover, intended, options);
}

template SlideResult<Circle> move_and_slide(const Index2&, const Circle&, const Vec2&, const SlideOptions&);
template SlideResult<Capsule2> move_and_slide(const Index2&, const Capsule2&, const Vec2&, const SlideOptions&);
template SlideResult<Sphere> move_and_slide(const Index3&, const Sphere&, const Vec3&, const SlideOptions&);
template SlideResult<Capsule3> move_and_slide(const Index3&, const Capsule3&, const Vec3&, const SlideOptions&);
template SlideResult<UprightCylinder> move_and_slide(const Index3&, const UprightCylinder&, const Vec3&,
                                                     const SlideOptions&);

}  // namespace carom
