#include "sim/regions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace carom::detail {
namespace {

/// A slab needs room for a border, and beyond it for what borders may reach into.
constexpr int kLeastColumns = 10;
/// Impacts that a part should have in a window: the more, the more seldom the threads wait for each other; the fewer,
/// the fewer balls are lost, and the more of what a window keeps stays in the cache.
constexpr double kImpacts = 1000;
/// The same for some windows after one that had to be taken back, which is done again so often at most.
constexpr double kFewImpacts = 250;
constexpr int kCareful = 16;
constexpr int kTries = 3;
/// Shells that a part may leave in a window.
constexpr std::size_t kMostShells = 8192;
/// Windows after which speeds and calendars are looked at anew: at least so many, and so many for each ball.
constexpr std::uint32_t kRound = 32;
constexpr double kRoundPerBall = 1.0 / 400;
/// How much faster than the fastest ball one may become until then.
constexpr double kFaster = 1.25;
/// Of a column: how far a centre may be rounded when it is put into its cell.
constexpr double kRounding = 1e-4;
/// For bounds in plain double arithmetic.
constexpr double kSafe = 1 - 0x1p-30;
/// Owns what is due in a border within the window, while slabs run.
constexpr std::uint8_t kNobody = UINT8_MAX;
/// Of a window: by how much later a ball must be lost for it to be asked again.
constexpr double kWorthwhile = 0.03;

/// On to the next cell of a box; false after the last one.
template <int D>
bool is_next(Cell<D>& cell, const Cell<D>& counts) {
  for (std::size_t k = 0; k < D; ++k) {
    if (++cell[k] < counts[k]) return true;
    cell[k] = 0;
  }
  return false;
}

}  // namespace

template <int D>
auto Regions<D>::cut(const Cell<D>& counts, int slabs) -> Cut {
  Cut best;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const int most = std::min(slabs, counts[axis] / kLeastColumns);
    if (most < 2) continue;
    // The last of the longest: bodies often come row by row, and those of a slab are then together in memory.
    if (std::pair(most, counts[axis] / most) >= std::pair(best.slabs, best.least))
      best = {axis, most, counts[axis] / most};
  }
  return best;
}

template <int D>
void Regions<D>::even_out(Cell<D>& counts, int slabs) {
  const Cut best = cut(counts, slabs);
  if (best.slabs > 1) counts[best.axis] = best.slabs * best.least;
}

template <int D>
bool Regions<D>::suit(const Simulation<D>& whole) {
  return whole.slabs_ > 1 && whole.is_plain() && whole.options_.period && whole.near_margin() > 0 && !whole.pulls_ &&
         !whole.rough() && whole.clock_.damping() == 0 && cut(whole.near_cells().counts(), whole.slabs_).slabs > 1 &&
         std::none_of(whole.balls_.begin(), whole.balls_.end(),
                      [&](std::uint32_t id) { return whole.movers_[id].special; });
}

template <int D>
Regions<D>::Regions(Simulation<D>& whole)
    : whole_(whole),
      axis_(cut(whole.near_cells().counts(), whole.slabs_).axis),
      columns_(whole.near_cells().counts()[axis_]),
      count_(cut(whole.near_cells().counts(), whole.slabs_).slabs),
      owners_(whole.bodies_.size()),
      end_(whole.now_),
      bounds_(owners_.size()),
      crew_(count_, whole.threads_),
      pace_(crew_.threads()),
      round_(std::max(kRound, static_cast<std::uint32_t>(kRoundPerBall * static_cast<double>(whole.balls_.size())))) {
  for (int k = 0; k <= count_; ++k) starts_.push_back(k * columns_ / count_);
  homes_.resize(static_cast<std::size_t>(columns_));
  for (int k = 0; k < count_; ++k) {
    const int from = starts_[static_cast<std::size_t>(k)];
    const int to = starts_[static_cast<std::size_t>(k) + 1];
    for (int column = from; column < to; ++column) {
      const int home = column == from ? count_ + k : k;
      homes_[static_cast<std::size_t>(column)] = static_cast<std::uint8_t>(home);
    }
    slabs_.push_back(std::make_unique<Slab>(whole, owners_.data(), k));
    borders_.push_back(std::make_unique<Border>(whole, owners_.data(), count_ + k));
    slabs_.back()->seen.resize(owners_.size());
    borders_.back()->seen.resize(owners_.size());
    borders_.back()->world.plan_.others_ahead = true;
  }
  for (const std::uint32_t id : whole.balls_) give(id, home_of(id));
  clear_marks();
}

/// What is done once in a while, when all wait.
template <int D>
void Regions<D>::settle() {
  measure_speed();
  crew_.run([&](int k) {
    const auto number = static_cast<std::size_t>(k);
    for (Part* part : {static_cast<Part*>(slabs_[number].get()), static_cast<Part*>(borders_[number].get())})
      if (part->world.calendar_.wants_tuning()) part->world.calendar_.tune();
  });
}

template <int D>
void Regions<D>::measure_speed() {
  const std::vector<std::uint32_t>& balls = whole_.balls_;
  const auto from = [&](int k) {
    return balls.size() * static_cast<std::size_t>(k) / static_cast<std::size_t>(count_);
  };
  std::vector<double> most(static_cast<std::size_t>(count_));
  std::vector<double> sums(static_cast<std::size_t>(count_));
  crew_.run([&](int k) {
    double fastest = 0;
    double sum = 0;
    for (std::size_t n = from(k); n < from(k + 1); ++n) {
      const double square = norm2(whole_.movers_[balls[n]].velocity);
      fastest = std::max(fastest, square);
      sum += square;
    }
    most[static_cast<std::size_t>(k)] = fastest;
    sums[static_cast<std::size_t>(k)] = sum;
  });
  fastest_ = kFaster * std::sqrt(*std::max_element(most.begin(), most.end()));
  mean_square_ = std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(balls.size());
}

template <int D>
bool Regions<D>::advance(const Time& limit) {
  if (window_ % round_ == 0) settle();
  start_ = end_;
  for (int again = 0; !run_window(limit); ++again) {
    rewind();
    whole_.lists_.make_room(0);
    if (again == kTries || trouble_ == Trouble::lasting || whole_.lists_.ran_out()) return false;
    start_again(again + 1);
  }
  if (whole_.is_mute_)
    count();
  else
    tell();
  return true;
}

/// False if it has to be taken back.
template <int D>
bool Regions<D>::run_window(const Time& limit) {
  ++window_;
  if (careful_ > 0) --careful_;
  const double most = kSafe * whole_.near_margin() / fastest_;
  const double impacts = careful_ > 0 ? kFewImpacts : kImpacts;
  const double wanted = events_per_time_ > 0 ? impacts * count_ / events_per_time_ : 0.1 * most;
  end_ = std::min(limit, whole_.clock_.later(start_, std::min(most, wanted)));
  span_ = since(end_);
  if (++stamp_ == EarlyCells::kNever) {
    for (const auto& slab : slabs_) std::fill(slab->seen.begin(), slab->seen.end(), std::uint8_t{0});
    for (const auto& border : borders_) std::fill(border->seen.begin(), border->seen.end(), std::uint8_t{0});
    clear_marks();
    stamp_ = 1;
  }
  if (whole_.uses_lists_) whole_.lists_.make_room(kMostShells * static_cast<std::size_t>(count_));
  run_parts();
  return !is_broken() && !whole_.lists_.ran_out();
}

template <int D>
void Regions<D>::run_parts() {
  const Stopwatch watch;
  const auto number = [](int k) { return static_cast<std::size_t>(k); };
  crew_.set_alone(pace_.is_alone());
  crew_.run([&](int k) { look_ahead(*borders_[number(k)]); });
  crew_.run([&](int k) { run(*slabs_[number(k)]); });
  if (!is_broken()) crew_.run([&](int k) { run(*borders_[number(k)]); });
  if (crew_.threads() == 1) return;
  std::size_t changed = 0;
  for (const auto& slab : slabs_) changed += slab->before.size();
  pace_.note(watch.sample(static_cast<double>(changed)));
}

/// After all bodies have become what they were at the window's start. Those that have met somebody, and those that are
/// not in their shells, or cells, yet, get new ones, and what is due for them is found anew; what has changed of the
/// others' is as good as what it was.
template <int D>
void Regions<D>::start_again(int again) {
  whole_.now_ = start_;
  whole_.calendar_.take_back();
  std::vector<std::uint32_t> anew;
  const auto add = [&](const Part& part) {
    for (std::size_t k = 0; k < part.before.size(); ++k) anew.push_back(part.before.body(k));
  };
  for (const auto& slab : slabs_) add(*slab);
  for (const auto& border : borders_) add(*border);
  for (const std::uint32_t id : whole_.balls_)
    if (whole_.beyond_place(id, start_) > 0) anew.push_back(id);
  for (const std::uint32_t id : anew) {
    whole_.uses_links_ ? whole_.links_.remove(id) : whole_.lists_.remove(id);
    whole_.renew_path(id);
    whole_.insert(id);
  }
  for (const std::uint32_t id : anew) whole_.predict(id);
  for (const std::uint32_t id : whole_.balls_) give(id, home_of(id));
  for (const auto& slab : slabs_) {
    slab->world.deepest_overlap_ = slab->deepest;
    for (auto& left : slab->left) left.clear();
  }
  for (const auto& border : borders_) {
    border->world.deepest_overlap_ = border->deepest;
    for (auto& returned : border->returned) returned.clear();
    border->taken = {};
  }
  trouble_ = Trouble::none;
  careful_ = kCareful;
  measure_speed();
  fastest_ *= 1 << again;
  crew_.run([&](int k) {
    slabs_[static_cast<std::size_t>(k)]->world.calendar_.tune();
    borders_[static_cast<std::size_t>(k)]->world.calendar_.tune();
  });
}

template <int D>
void Regions<D>::hand_back() {
  whole_.lists_.make_room(0);
  whole_.calendar_.take_back();
}

template <int D>
void Regions<D>::begin(Part& part) {
  part.world.now_ = start_;
  part.world.plain_now_ = whole_.plain_now_;
  part.world.outbox_.clear();
  part.world.counts_ = {};
  part.before.clear();
  part.after.clear();
  part.losses.clear();
  part.overlaps.clear();
  part.shells = part.added = 0;
  part.deepest = part.world.deepest_overlap_;
  part.world.is_mute_ = whole_.is_mute_;
}

/// What is due next for a part, which is never if nothing is.
template <int D>
Calendar::Entry Regions<D>::next_of(Part& part) {
  Simulation<D>& world = part.world;
  if (world.fetches_ahead_) world.fetch_ahead();
  Calendar::Entry next = world.calendar_.top();
  while (world.uses_links_ && world.plan_step(next)) next = world.calendar_.top();
  return next;
}

/// A border goes on to its impacts, as far as nothing comes between, and stands still at them: who can be reached by
/// what they lead to?
template <int D>
void Regions<D>::look_ahead(Border& border) {
  Simulation<D>& world = border.world;
  begin(border);
  border.coming.clear();
  for (auto& heard : border.heard) heard.clear();
  for (auto& reached : border.reached) reached.clear();
  border.due.clear();
  while (!is_broken()) {
    const Calendar::Entry next = next_of(border);
    if (end_ < next.time) break;
    world.now_ = std::max(world.now_, next.time);
    const std::uint32_t body = next.body;
    if (!is_seen(border, body) && is_search(world, body)) {
      search(border, body);
      if (home_of(body) != border.number) return_guest(border, body);
      continue;
    }
    world.calendar_.release(body);
    give(body, kNobody);
    border.due.push_back(body);
    const std::uint32_t other = next.low ^ next.high ^ body;
    const double time = since(next.time);
    stand_still(border, {time, body, speed_after(body, world.calendar_.key(body))});
    if (next.rank != 0 && owner(other) == border.number)
      stand_still(border, {time, other, speed_after(other, norm2(whole_.movers_[body].velocity))});
  }
}

/// From then on nobody knows of a ball of a border.
template <int D>
void Regions<D>::stand_still(Border& border, const Lost& lost) {
  if (is_seen(border, lost.body)) return;
  border.seen[lost.body] = stamp_;
  rely_on(lost);
  fetch_paths(lost.body);
  const Reach reach(*this, lost);
  std::array<std::size_t, 2> known{border.reached[0].size(), border.reached[1].size()};
  whole_.visit_near(lost.body, [&](std::uint32_t other) {
    const std::uint8_t its = owner(other);
    if (its < count_ && reach.may_touch(other))
      border.reached[its == slab_of(border, 0).number ? 0 : 1].push_back(other);
  });
  border.coming.push_back(lost);
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
    if (const std::size_t end = border.reached[side].size(); end > known[side])
      border.heard[side].push_back({lost, static_cast<std::uint32_t>(known[side]), static_cast<std::uint32_t>(end)});
}

/// Whether what is due for a ball changes nothing but what is known of it.
template <int D>
bool Regions<D>::is_search(const Simulation<D>& world, std::uint32_t body) const {
  const DueKey due = world.calendar_.key(body);
  return due.rank == 0 || world.versions_[due.low ^ due.high ^ body] != world.calendar_.tag(body);
}

template <int D>
void Regions<D>::search(Border& border, std::uint32_t body) {
  if (border.world.calendar_.key(body).rank != 0) return border.world.predict_stale(body);
  search_again(border, body);
}

/// A ball gets a new list, or a new cell.
template <int D>
void Regions<D>::search_again(Part& part, std::uint32_t body) {
  if (whole_.uses_lists_ && ++part.shells > kMostShells) return fail();
  part.world.search_again(body);
}

/// How fast a ball may be that somebody has met, or meets, who has that speed.
template <int D>
float Regions<D>::speed_after(std::uint32_t body, double speed2) const {
  if (careful_ > 0) return static_cast<float>(fastest_);
  return static_cast<float>(std::min(fastest_, std::sqrt(norm2(whole_.movers_[body].velocity) + speed2)));
}

/// The same by what is due for it: what a search leads to nobody can say.
template <int D>
float Regions<D>::speed_after(std::uint32_t body, const DueKey& due) const {
  const std::uint32_t other = due.low ^ due.high ^ body;
  return speed_after(body, due.rank == 0 ? mean_square_ : norm2(whole_.movers_[other].velocity));
}

/// The same by whom it is reached.
template <int D>
float Regions<D>::speed_after(const Reached& reached) const {
  const double speed = reached.by.speed;
  return speed_after(reached.body, speed * speed);
}

template <int D>
void Regions<D>::add(std::vector<Reached>& heap, const Reached& reached) const {
  if (reached.time > span_) return;
  whole_.fetch_place(reached.body);
  heap.push_back(reached);
  std::push_heap(heap.begin(), heap.end());
}

template <int D>
void Regions<D>::lose_later(Slab& slab, const Reached& reached) const {
  add(slab.lost, reached);
  slab.soonest = std::min(slab.soonest, reached.time);
}

template <int D>
auto Regions<D>::take_first(std::vector<Reached>& heap) -> Reached {
  const Reached first = heap.front();
  std::pop_heap(heap.begin(), heap.end());
  heap.pop_back();
  return first;
}

/// Its path may be known only from after that on: then it is not lost earlier.
template <int D>
Regions<D>::Reach::Reach(const Regions& regions, const Lost& lost)
    : regions_(regions), lost_(lost), radius_(regions.whole_.known_radius(lost.body)) {
  const Mover<D>& path = regions.whole_.movers_[lost.body];
  const double own = regions.since(path.time());
  lost_.time = std::max(lost.time, own);
  place_ = path.position + (lost_.time - own) * path.velocity;
}

/// From the nearest copy of a ball, so long after its own time, to where the lost one is lost.
template <int D>
Vec<D> Regions<D>::Reach::apart(const Mover<D>& path, double after) const {
  const Vec<D>& period = *regions_.whole_.options_.period;
  Vec<D> apart = place_ - path.position - after * path.velocity;
  for (int k = 0; k < D; ++k)
    if (std::fabs(apart[k]) > 0.5 * period[k]) apart[k] -= period[k] * std::floor(apart[k] / period[k] + 0.5);
  return apart;
}

/// When, at the earliest, it can touch another ball, wherever both go; infinite if not in this window.
template <int D>
auto Regions<D>::Reach::touch(std::uint32_t other) const -> Reached {
  // Paths are known from own times on only: before it the other is anywhere it could have come from.
  const double own = regions_.since(regions_.whole_.movers_[other].time());
  if (own <= lost_.time) return touch_after(other, lost_.time);
  const double most = sum(other) + std::max<double>(lost_.speed, regions_.fastest_) * (own - lost_.time);
  if (kSafe * norm2(apart(regions_.whole_.movers_[other], 0)) <= most * most) return {lost_.time, other, lost_};
  return touch_after(other, own);
}

/// The same if it has not until a time at which the other's place is known: |d| = r + c (s − t) + F (s − now).
template <int D>
auto Regions<D>::Reach::touch_after(std::uint32_t other, double now) const -> Reached {
  const Mover<D>& path = regions_.whole_.movers_[other];
  const double reached = sum(other) + lost_.speed * (now - lost_.time);
  const double closing = lost_.speed + regions_.fastest_;
  const double most = reached + closing * (regions_.span_ - now);
  const double distance2 = kSafe * norm2(apart(path, now - regions_.since(path.time())));
  if (distance2 > most * most) return {INFINITY, other, lost_};
  return {now + kSafe * std::max(0.0, std::sqrt(distance2) - reached) / closing, other, lost_};
}

/// Whether it can touch a ball of whom nothing is done yet in the window, wherever both go.
template <int D>
bool Regions<D>::Reach::may_touch(std::uint32_t other) const {
  const Mover<D>& path = regions_.whole_.movers_[other];
  const double most = sum(other) + lost_.speed * (regions_.span_ - lost_.time) + regions_.fastest_ * regions_.span_;
  return kSafe * norm2(apart(path, -regions_.since(path.time()))) <= most * most;
}

/// Whether it can touch one that stays on a path until a time.
template <int D>
bool Regions<D>::Reach::may_touch(std::uint32_t other, const Mover<D>& path, double until) const {
  const double own = regions_.since(path.time());
  const double from = std::max(own, lost_.time);
  const double most = sum(other) + lost_.speed * (until - lost_.time) + norm(path.velocity) * (until - from);
  return kSafe * norm2(apart(path, from - own)) <= most * most;
}

template <int D>
void Regions<D>::run(Slab& slab) {
  Simulation<D>& world = slab.world;
  begin(slab);
  slab.lost.clear();
  const int from = starts_[slab.number];
  const int to = starts_[slab.number + std::size_t{1}];
  world.early_cells_ = {axis_, from + 2, to - 2, whole_.uses_links_ ? marks_.data() : nullptr, stamp_};
  for (const int side : {0, 1}) {
    Border& border = border_of(slab, side);
    const auto other = static_cast<std::size_t>(1 - side);
    for (const Lost& lost : border.coming) note_lost(slab, lost.body);
    world.calendar_.forget(border.taken[other]);
    border.taken[other] = 0;
    world.calendar_.adopt(border.returned[other]);
    border.returned[other].clear();
    slab.unknown[static_cast<std::size_t>(side)].clear();
  }
  std::array<std::size_t, 2> next{};
  slab.soonest = 0;
  while (!is_broken()) {
    const Calendar::Entry due = next_of(slab);
    const double until = std::min(since(due.time), span_);
    if (slab.soonest <= until && lose_until(slab, next, until)) continue;
    if (end_ < due.time) break;
    world.now_ = std::max(world.now_, due.time);
    step(slab, due.body);
  }
  world.plan_row(world.steps_, false);
}

/// Takes note of all who are lost by then; true as soon as the slab has lost one of its own, which may have been due.
template <int D>
bool Regions<D>::lose_until(Slab& slab, std::array<std::size_t, 2>& next, double time) {
  for (;;) {
    // Where the next one comes from: the border below, above, or the slab's own heap.
    std::size_t from = 2;
    slab.soonest = slab.lost.empty() ? INFINITY : slab.lost.front().time;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const std::vector<Heard>& heard = heard_from(slab, static_cast<int>(side));
      if (next[side] == heard.size() || slab.soonest <= heard[next[side]].time) continue;
      slab.soonest = heard[next[side]].time;
      from = side;
    }
    if (slab.soonest > time) return false;
    if (from == 2) {
      const Reached reached = take_first(slab.lost);
      if (!slab.lost.empty()) fetch_paths(slab, slab.lost.front().body);
      if (lose(slab, reached)) return true;
      continue;
    }
    const int side = static_cast<int>(from);
    const std::vector<Heard>& heard = heard_from(slab, side);
    std::size_t& at = next[from];
    if (at + 2 < heard.size()) {
      fetch_line(&whole_.movers_[heard[at + 2].body]);
      visit_reached(slab, side, heard[at + 2], [&](std::uint32_t other) { fetch_line(&whole_.movers_[other]); });
    }
    hear(slab, side, heard[at++]);
  }
}

/// Nobody knows of a ball of a border any more, by what happens there. Those who can reach nobody of the inside are not
/// heard of; who comes near them later looks around.
template <int D>
void Regions<D>::hear(Slab& slab, int side, const Heard& heard) {
  if (is_seen(slab, heard.body)) return;
  slab.seen[heard.body] = stamp_;
  const Reach reach(*this, heard);
  visit_reached(slab, side, heard, [&](std::uint32_t other) {
    if (owner(other) == slab.number) lose_later(slab, reach.touch(other));
  });
}

/// Whether it was one of the slab's own.
template <int D>
bool Regions<D>::lose(Slab& slab, const Reached& reached) {
  const bool is_own = owner(reached.body) == slab.number;
  if (!is_own && is_seen(slab, reached.body)) return false;
  if (can_be_later(slab, reached)) {
    const Reached again = Reach(*this, reached.by).touch_after(reached.body, reached.time);
    if (again.time > reached.time + kWorthwhile * span_) {
      lose_later(slab, again);
      return false;
    }
  }
  const Lost lost{reached.time, reached.body, speed_after(reached)};
  if (is_own) {
    leave(slab, lost);
    return true;
  }
  slab.seen[lost.body] = stamp_;
  note_lost(slab, lost.body);
  slab.unknown[home_of(lost.body) == border_of(slab, 0).number ? 0 : 1].push_back(lost.body);
  pass_on(slab, lost);
  return false;
}

/// Whether a ball may be reached later than it could be by all that was known when that was asked: if it is known where
/// it is now.
template <int D>
bool Regions<D>::can_be_later(const Slab& slab, const Reached& reached) const {
  if (owner(reached.body) == slab.number) return true;
  const Bound& bound = bounds_[reached.body];
  return bound.window != window_ || bound.from >= reached.time;
}

/// A ball is left to the nearer border.
template <int D>
void Regions<D>::leave(Slab& slab, const Lost& lost) {
  const int column = column_of(lost.body);
  const int side = nearer_side(slab, column);
  if (side < 0) return miss();
  if (slab.world.steps_.has(lost.body)) slab.world.plan_row(slab.world.steps_, false);
  slab.world.calendar_.release(lost.body);
  give(lost.body, border_of(slab, side).number);
  slab.seen[lost.body] = stamp_;
  note_lost(slab, lost.body);
  rely_on(lost);
  slab.left[static_cast<std::size_t>(side)].push_back(lost.body);
  pass_on(slab, lost);
}

/// A ball is lost: those near it are not far from such any more.
template <int D>
void Regions<D>::note_lost(Slab& slab, std::uint32_t body) {
  EarlyCells& early = *slab.world.early_cells_;
  const int column = column_of(body);
  const auto [below, above] = from_borders(slab, column);
  if (below < above)
    early.first = std::max(early.first, starts_[slab.number] + below + 2);
  else
    early.last = std::min(early.last, starts_[slab.number + std::size_t{1}] - above - 2);
  if (!whole_.uses_links_) return;
  const auto mark = [&](std::size_t cell) {
    if (marks_[cell] != EarlyCells::kNever) marks_[cell] = stamp_;
  };
  const LinkedRange<D> around = whole_.links_.around(body);
  // Beyond a border cells are another slab's to mark.
  if (homes_[static_cast<std::size_t>(column)] == slab.number)
    whole_.links_.visit_numbers(around, mark);
  else
    whole_.links_.visit_numbers_but(around, axis_, column != starts_[slab.number], mark);
}

/// Whether none near a ball of an inside is lost, or will be in a border in this window.
template <int D>
bool Regions<D>::is_far_from_lost(const Slab& slab, std::uint32_t body) const {
  const EarlyCells& early = *slab.world.early_cells_;
  return early.has_column(column_of(body)) || (whole_.uses_links_ && early.has(whole_.links_.number(body)));
}

/// Nobody of an inside steps into a border before it is due.
template <int D>
void Regions<D>::clear_marks() {
  if (!whole_.uses_links_) return;
  marks_.assign(whole_.links_.numbers(), 0);
  Cell<D> counts = whole_.near_cells().counts();
  counts[axis_] = count_;
  Cell<D> at{};
  do {
    Cell<D> cell = at;
    cell[axis_] = starts_[static_cast<std::size_t>(at[axis_])];
    marks_[whole_.links_.number(cell)] = EarlyCells::kNever;
  } while (is_next<D>(at, counts));
}

/// To which border a column of a slab is nearer: none if it is far from both.
template <int D>
int Regions<D>::nearer_side(const Slab& slab, int column) const {
  const auto [below, above] = from_borders(slab, column);
  const int width = starts_[slab.number + std::size_t{1}] - starts_[slab.number];
  // Borders change lists and cells two columns further on, and must not meet there.
  if (std::min(below, above) > (width - 6) / 2) return -1;
  return below < above ? 0 : 1;
}

/// How many columns a column of a slab, or of its borders, is from the border below and from that above.
template <int D>
std::array<int, 2> Regions<D>::from_borders(const Slab& slab, int column) const {
  const int from = starts_[slab.number];
  const int to = starts_[slab.number + std::size_t{1}];
  if (column < from || column >= to) return {to - from, 0};
  return {column - from, to - column};
}

/// Whether a column is one of a border, or next to one.
template <int D>
bool Regions<D>::is_at_edge(const Slab& slab, int column) const {
  const auto [below, above] = from_borders(slab, column);
  return std::min(below, above) <= 1;
}

/// Holds the lists of a border's balls, which the slab beyond it may change, too, where those of balls in a column of a
/// slab, or of its borders, are changed or read.
template <int D>
std::unique_lock<SpinLock> Regions<D>::hold_lists(const Slab& slab, int column) {
  if (whole_.uses_links_ || !is_at_edge(slab, column)) return {};
  const auto [below, above] = from_borders(slab, column);
  return std::unique_lock(border_of(slab, below < above ? 0 : 1).lists);
}

/// A ball gets a new list, or a new cell, in a column of the inside.
template <int D>
void Regions<D>::search_again(Slab& slab, std::uint32_t body, int next) {
  const auto held = hold_lists(slab, is_at_edge(slab, next) ? next : column_of(body));
  search_again(slab, body);
}

/// Calls visit(other) for those near a ball of a border that are not beyond it: cells there another slab may change.
template <int D>
template <class Visit>
void Regions<D>::visit_on_side(const Slab& slab, std::uint32_t body, Visit visit) const {
  if (whole_.uses_links_) {
    const bool is_below = column_of(body) == starts_[slab.number];
    return whole_.links_.visit_but(whole_.links_.around(body), axis_, !is_below, [&](std::uint32_t other) {
      if (other != body) visit(other);
    });
  }
  whole_.lists_.visit(body, [&](std::uint32_t other) {
    // Whoever is the border's may be so as one that was left to it.
    const std::uint8_t its = owner(other);
    if (its == slab.number || (its >= count_ && is_on_side(slab, home_of(other)))) visit(other);
  });
}

/// Whom can a ball reach of whom nobody knows? Beyond a border that is not the slab's to say.
template <int D>
void Regions<D>::pass_on(Slab& slab, const Lost& lost) {
  const bool is_inner = home_of(lost.body) == slab.number;
  const auto held = is_inner ? std::unique_lock<SpinLock>() : hold_lists(slab, column_of(lost.body));
  fetch_paths(lost.body);
  const Reach reach(*this, lost);
  const auto reached = [&](std::uint32_t other) {
    if (!is_seen(slab, other)) lose_later(slab, reach.touch(other));
  };
  if (is_inner)
    whole_.visit_near(lost.body, reached);
  else
    visit_on_side(slab, lost.body, reached);
}

/// In which column a ball that leaves its cell, or its shell, now is then; that nearer to a border if it is close to
/// it.
template <int D>
int Regions<D>::next_column(const Slab& slab, std::uint32_t body) const {
  if (whole_.uses_links_)
    return slab.world.column_after(body, CellStep::of(slab.world.calendar_.key(body).high), axis_);
  const double length = (*whole_.options_.period)[axis_];
  double center = slab.world.shell_center(body, slab.world.now_)[axis_] - whole_.lists_.cells().origin()[axis_];
  center -= length * std::floor(center / length);
  const double at = center / whole_.lists_.cells().side()[static_cast<int>(axis_)];
  const bool is_below = at - starts_[slab.number] < starts_[slab.number + std::size_t{1}] - at;
  const int next = static_cast<int>(is_below ? at - kRounding : at + kRounding);
  return next == columns_ ? 0 : next;
}

template <int D>
void Regions<D>::step(Slab& slab, std::uint32_t body) {
  Simulation<D>& world = slab.world;
  const DueKey due = world.calendar_.key(body);
  if (due.rank == 0) {
    // It gets at most one column further.
    const int column = column_of(body);
    const auto [below, above] = from_borders(slab, column);
    if (std::min(below, above) > 2) {
      search_again(static_cast<Part&>(slab), body);
    } else {
      const int next = next_column(slab, body);
      if (homes_[static_cast<std::size_t>(next)] != slab.number)
        return leave(slab, {since(world.now_), body, speed_after(body, due)});
      search_again(slab, body, next);
    }
    return look_around(slab, body, CellStep::of(due.high));
  }
  const std::uint32_t other = due.low ^ due.high ^ body;
  if (world.versions_[other] != world.calendar_.tag(body)) return world.predict_stale(body);
  if (owner(other) != slab.number) return leave(slab, {since(world.now_), body, speed_after(body, due)});
  bounce(slab, due);
}

/// Calls visit(other) for those who may have come near a ball that has got a new list, or has made a step.
template <int D>
template <class Visit>
void Regions<D>::visit_entered(std::uint32_t body, const CellStep& step, Visit visit) const {
  if (whole_.uses_links_) return whole_.links_.visit(whole_.links_.entered(body, step), visit);
  whole_.lists_.visit(body, visit);
}

/// From when on nobody knows of a ball of a slab that has come near one of whom nobody knows: that one may have left
/// its path at any time since the window's start.
template <int D>
auto Regions<D>::reached_by(const Slab& slab, std::uint32_t lost, std::uint32_t body) const -> Reached {
  Reached reached = Reach(*this, {0, lost, static_cast<float>(fastest_)}).touch(body);
  reached.time = std::max(since(slab.world.now_), reached.time);
  return reached;
}

template <int D>
void Regions<D>::look_around(Slab& slab, std::uint32_t body, const CellStep& step) {
  if (is_far_from_lost(slab, body)) return;
  visit_entered(body, step, [&](std::uint32_t other) {
    // Its own balls are not lost.
    if (owner(other) == slab.number) return;
    if (is_seen(slab, other) || is_seen(border_of(slab, 0), other) || is_seen(border_of(slab, 1), other))
      lose_later(slab, reached_by(slab, other, body));
  });
}

template <int D>
void Regions<D>::run(Border& border) {
  Simulation<D>& world = border.world;
  world.now_ = start_;
  border.guests.clear();
  for (const std::uint32_t id : border.due) give(id, border.number);
  for (const int side : {0, 1}) {
    Slab& slab = slab_of(border, side);
    const auto at = static_cast<std::size_t>(1 - side);
    // What a slab has taken to be known of them is not that of which others were told.
    for (const std::uint32_t id : slab.unknown[at]) bounds_[id].window = 0;
    border.due.insert(border.due.end(), slab.left[at].begin(), slab.left[at].end());
    border.guests.insert(border.guests.end(), slab.left[at].begin(), slab.left[at].end());
    slab.left[at].clear();
  }
  world.calendar_.adopt(border.due);
  // What `check` asks of those that meet.
  for (const std::uint32_t id : border.due) {
    const DueKey due = world.calendar_.key(id);
    fetch_line(&bounds_[id]);
    if (due.rank != 0) fetch_line(&bounds_[due.low ^ due.high ^ id]);
  }
  while (!is_broken()) {
    const Calendar::Entry next = next_of(border);
    if (end_ < next.time) break;
    world.now_ = std::max(world.now_, next.time);
    step(border, next.body);
  }
  return_guests(border);
}

template <int D>
void Regions<D>::step(Border& border, std::uint32_t body) {
  if (is_search(border.world, body)) {
    search(border, body);
    border.guests.push_back(body);
    return;
  }
  const DueKey due = border.world.calendar_.key(body);
  const std::uint32_t other = due.low ^ due.high ^ body;
  if (owner(other) != border.number) take_over(border, other);
  // What has been done without a border's balls can not have met them.
  if (due.time < whole_.movers_[other].time()) return miss();
  bounce(border, due);
  for (const std::uint32_t id : {due.low, due.high}) check(border, id, since(due.time));
}

/// One whom a slab has not left to the border is the border's now, if nothing has been done with it since.
template <int D>
void Regions<D>::take_over(Border& border, std::uint32_t body) {
  const int side = owner(body) == slab_of(border, 0).number ? 0 : 1;
  Slab& slab = slab_of(border, side);
  if (owner(body) != slab.number || nearer_side(slab, column_of(body)) != 1 - side) return miss();
  border.taken[static_cast<std::size_t>(side)] += slab.world.calendar_.drop(body);
  give(body, border.number);
  border.guests.push_back(body);
  border.world.calendar_.adopt({body});
}

/// Whether a ball that has met somebody in a slab, later than another one was lost, can have been touched by that
/// before.
template <int D>
bool Regions<D>::may_have_touched(const Border& border, const Lost& lost, std::uint32_t body) {
  double until = since(whole_.movers_[body].time());
  if (until <= lost.time) return false;
  const Reach reach(*this, lost);
  if (reach.touch(body).time >= until) return false;
  for (const int side : {0, 1}) {
    const Slab& slab = slab_of(border, side);
    const States& before = slab.before;
    for (std::size_t met = before.size(); met-- > 0 && lost.time < until;) {
      if (before.body(met) != body) continue;
      const Mover<D>& path = before.path(met);
      if (reach.may_touch(body, path, until)) return true;
      until = since(path.time());
    }
  }
  return false;
}

/// A ball has met another at a time: was it taken to be lost by then, and as fast as it is now? If not, it must not
/// have come where its list, or cell, does not tell whom it meets, nor to somebody who has met another one meanwhile.
template <int D>
void Regions<D>::check(Border& border, std::uint32_t body, double time) {
  const Bound& bound = bounds_[body];
  const double speed = bound.speed;
  if (bound.window == window_ && bound.from <= time && norm2(whole_.movers_[body].velocity) <= speed * speed) return;
  const Lost lost{time, body, speed_after(body, mean_square_)};
  rely_on(lost);
  if (!(whole_.beyond_place(body, whole_.movers_[body].time()) + lost.speed * (span_ - time) <=
        kSafe * whole_.near_margin()))
    return miss();
  whole_.visit_near(body, [&](std::uint32_t other) {
    if (may_have_touched(border, lost, other)) miss();
  });
}

template <int D>
void Regions<D>::bounce(Part& part, const DueKey& due) {
  Simulation<D>& world = part.world;
  if (!world.meets_simply(due.low, due.high, due.rank)) return fail();
  const std::array<std::uint32_t, 2> bodies{due.low, due.high};
  for (const std::uint32_t id : bodies) part.before.add(whole_, id);
  world.meet_simply(due.low, due.high, nullptr, due);
  for (const std::uint32_t id : bodies) {
    if (!world.is_mute_) part.after.add(whole_, id);
    if (!(norm2(world.movers_[id].velocity) <= fastest_ * fastest_)) miss();
  }
  if (const double energy = world.impacts_.value(); energy != 0) {
    part.losses.push_back({due, energy});
    world.impacts_ = {};
  }
  if (!world.is_mute_) part.overlaps.push_back(world.deepest_overlap_);
  if (world.hops_.value() != 0) fail();
}

template <int D>
void Regions<D>::return_guests(Border& border) {
  for (const std::uint32_t id : border.guests)
    if (owner(id) == border.number && home_of(id) != border.number) return_guest(border, id);
}

/// To the slab that is its home.
template <int D>
void Regions<D>::return_guest(Border& border, std::uint32_t body) {
  const std::uint8_t home = home_of(body);
  const bool is_below = home == slab_of(border, 0).number;
  if (!is_below && home != slab_of(border, 1).number) return fail();
  border.world.calendar_.release(body);
  give(body, home);
  border.returned[is_below ? 0 : 1].push_back(body);
}

/// All bodies are as they were at the window's start.
template <int D>
void Regions<D>::rewind() {
  const auto undo = [&](const Part& part) {
    for (std::size_t k = part.before.size(); k-- > 0;) part.before.restore(k, whole_);
  };
  crew_.run([&](int k) { undo(*borders_[static_cast<std::size_t>(k)]); });
  crew_.run([&](int k) { undo(*slabs_[static_cast<std::size_t>(k)]); });
}

template <int D>
void Regions<D>::merge() {
  struct Next {
    Part* part;
    std::uint32_t number;
    DueKey key;
  };
  const auto key_of = [](const Part& part, std::uint32_t number) {
    const Event<D>& event = part.world.outbox_[number];
    return DueKey{event.instant, event.rank, event.a.value, event.b.value};
  };
  std::vector<Next> parts;
  const auto add = [&](Part& part) {
    if (!part.world.outbox_.empty()) parts.push_back({&part, 0, key_of(part, 0)});
  };
  for (const auto& slab : slabs_) add(*slab);
  for (const auto& border : borders_) add(*border);
  order_.clear();
  while (!parts.empty()) {
    Next& first =
        *std::min_element(parts.begin(), parts.end(), [](const Next& a, const Next& b) { return a.key < b.key; });
    order_.emplace_back(first.part, first.number);
    if (++first.number < first.part->world.outbox_.size()) {
      first.key = key_of(*first.part, first.number);
    } else {
      first = parts.back();
      parts.pop_back();
    }
  }
}

template <int D>
void Regions<D>::tell() {
  merge();
  rewind();
  double plain = whole_.plain_now_;
  whole_.outbox_.reserve(order_.size());
  for (const auto& [part, number] : order_) {
    Event<D>& event = whole_.outbox_.emplace_back(part->world.outbox_[number]);
    plain = event.time = std::max(plain, event.time);
  }
  if (span_ > 0) events_per_time_ = static_cast<double>(order_.size()) / span_;
}

template <int D>
void Regions<D>::show(std::size_t number) {
  const auto& [part, index] = order_[number];
  for (std::size_t k = 2 * std::size_t{index}; k < 2 * std::size_t{index} + 2; ++k) part->after.restore(k, whole_);
  const Event<D>& event = part->world.outbox_[index];
  whole_.now_ = std::max(whole_.now_, event.instant);
  if (part->added < part->losses.size()) {
    const auto& [due, energy] = part->losses[part->added];
    if (due == DueKey{event.instant, event.rank, event.a.value, event.b.value}) {
      whole_.impacts_ += energy;
      ++part->added;
    }
  }
  whole_.deepest_overlap_ = std::max(whole_.deepest_overlap_, part->overlaps[index]);
  ++whole_.counts_[static_cast<std::size_t>(event.kind)];
}

/// What is known of all events together.
template <int D>
void Regions<D>::count() {
  std::uint64_t events = 0;
  std::vector<Loss> losses;
  const auto add = [&](const Part& part) {
    for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
      whole_.counts_[kind] += part.world.counts_[kind];
      events += part.world.counts_[kind];
    }
    whole_.deepest_overlap_ = std::max(whole_.deepest_overlap_, part.world.deepest_overlap_);
    losses.insert(losses.end(), part.losses.begin(), part.losses.end());
  };
  for (const auto& slab : slabs_) add(*slab);
  for (const auto& border : borders_) add(*border);
  std::sort(losses.begin(), losses.end(), [](const Loss& a, const Loss& b) { return a.due < b.due; });
  for (const Loss& loss : losses) whole_.impacts_ += loss.energy;
  whole_.now_ = end_;
  if (span_ > 0) events_per_time_ = static_cast<double>(events) / span_;
}

template class Regions<2>;
template class Regions<3>;

}  // namespace carom::detail
