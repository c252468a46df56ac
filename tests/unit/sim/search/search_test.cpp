#include "sim/search/search.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "broad/cells/size_levels.hpp"
#include "carom/carom.hpp"
#include "query/first_contact.hpp"
#include "rounds.hpp"
#include "sim/search/all_pairs.hpp"
#include "sim/search/grid_search.hpp"
#include "sim/search/linked/linked_search.hpp"
#include "sim/search/verlet/verlet_search.hpp"
#include "unit/sim/plain_domain.hpp"

// Each search against brute force: all pairs, all copies and all pieces of obstacles, each asked by the queries
// themselves for the relative state at the later of both own times, the ball of lower id minus the other. Keys have to
// be equal bit for bit.
namespace carom::sim {
namespace {

/// The entry of a ball that has one.
Calendar::Entry entry_of(const Calendar& calendar, std::uint32_t ball) {
  const DueKey key = calendar.key(ball);
  return {key.time, key.rank, key.low, key.high, ball};
}

/// What a ball meets first, as brute force has it.
template <int D>
struct First {
  DueKey key{EpochClock::never(), 0, kNone, kNone};
  std::uint32_t other = kNone;  ///< the body that is met
  broad::Cell<D> image{};
};

/// Brute force over a domain: which keeps the meetings of all pairs, and asks again for those of bodies that have
/// changed.
template <int D>
class BruteForce {
 public:
  static constexpr std::int32_t kBoxes = 2;  ///< so many copies either way are held against

  explicit BruteForce(const PlainDomain<D>& scene) : scene_(scene), setting_(scene.data.setting) {}

  void renew() {
    const auto count = static_cast<std::uint32_t>(scene_.store().size());
    pairs_.resize(count);
    versions_.resize(count, kNone);
    std::vector<bool> has_changed(count);
    for (std::uint32_t id = 0; id < count; ++id) has_changed[id] = versions_[id] != scene_.store().version(id);
    for (std::uint32_t high = 0; high < count; ++high) {
      versions_[high] = scene_.store().version(high);
      pairs_[high].resize(high);
      for (std::uint32_t low = 0; low < high; ++low)
        if (has_changed[low] || has_changed[high]) pairs_[high][low] = meeting(low, high);
    }
    firsts_.assign(count, {});
    for (std::uint32_t high = 0; high < count; ++high)
      for (std::uint32_t low = 0; low < high; ++low) note(low, high, pairs_[high][low]);
  }

  /// What a ball meets first, and what anybody does.
  const First<D>& of(std::uint32_t ball) const { return firsts_[ball]; }
  First<D> of_all() const {
    First<D> first;
    for (const First<D>& one : firsts_)
      if (one.key < first.key) first = one;
    return first;
  }
  /// Whether the bodies of a key meet as it says.
  bool has(const DueKey& key) const {
    bool found = false;
    for_copies(key.low, key.high,
               [&](const broad::Cell<D>& image) { found = found || pair_key(key.low, key.high, image) == key; });
    return found;
  }

 private:
  struct State {
    Vec<D> position{};
    Vec<D> velocity{};
  };

  bool is_ball(std::uint32_t id) const { return scene_.particle(id).is_ball; }
  bool is_here(std::uint32_t id) const { return scene_.store().is_here(id); }
  Vec<D> acceleration(std::uint32_t id) const {
    return scene_.particle(id).immovable ? Vec<D>{} : setting_.options.gravity;
  }

  /// x + t (v + t/2 a), v + t a.
  State state_at(std::uint32_t id, const Time& time) const {
    const Particle<D>& particle = scene_.particle(id);
    const double dt =
        static_cast<double>(time.epoch - particle.epoch) * setting_.clock.length() + (time.offset - particle.offset);
    const Vec<D> pull = acceleration(id);
    if (is_zero(pull)) return {particle.position + dt * particle.velocity, particle.velocity};
    return {particle.position + dt * (particle.velocity + (0.5 * dt) * pull), particle.velocity + dt * pull};
  }

  template <class Visit>
  void for_copies(std::uint32_t low, std::uint32_t high, Visit visit) const {
    broad::Cell<D> image{};
    if (!setting_.options.period || !is_ball(low) || !is_ball(high)) return visit(image);
    image.fill(-kBoxes);
    for (std::size_t k = 0; k < D;) {
      if (k == 0) visit(image);
      if (++image[k] <= kBoxes) {
        k = 0;
      } else {
        image[k] = -kBoxes;
        ++k;
      }
    }
  }

  First<D> meeting(std::uint32_t low, std::uint32_t high) const {
    First<D> first;
    if (!is_here(low) || !is_here(high) || (!is_ball(low) && !is_ball(high))) return first;
    if (scene_.particle(low).immovable && scene_.particle(high).immovable) return first;
    for_copies(low, high, [&](const broad::Cell<D>& image) {
      const DueKey key = pair_key(low, high, image);
      if (key < first.key) first = {key, kNone, image};
    });
    return first;
  }

  void note(std::uint32_t low, std::uint32_t high, const First<D>& meeting) {
    if (meeting.key < firsts_[low].key) firsts_[low] = {meeting.key, high, meeting.image};
    if (meeting.key < firsts_[high].key) firsts_[high] = {meeting.key, low, meeting.image};
  }

  DueKey pair_key(std::uint32_t low, std::uint32_t high, const broad::Cell<D>& image) const {
    const Time from = std::max(scene_.particle(low).time(), scene_.particle(high).time());
    const double after = is_ball(low) && is_ball(high)
                             ? balls_after(low, high, image, from)
                             : obstacle_after(is_ball(low) ? low : high, is_ball(low) ? high : low, from);
    const Time time = after < kForever ? setting_.clock.later(from, after) : EpochClock::never();
    if (time == EpochClock::never()) return First<D>{}.key;
    return {time, 1 + std::max(rank(low, time), rank(high, time)), low, high};
  }

  std::uint32_t rank(std::uint32_t id, const Time& time) const {
    return scene_.particle(id).time() == time ? scene_.store().record(id).rank : 0;
  }

  double balls_after(std::uint32_t low, std::uint32_t high, const broad::Cell<D>& image, const Time& from) const {
    const State one = state_at(low, from);
    State two = state_at(high, from);
    if (setting_.options.period)
      for (int k = 0; k < D; ++k) two.position[k] += image[static_cast<std::size_t>(k)] * (*setting_.options.period)[k];
    const double reach = scene_.store().radius(low) + scene_.store().radius(high);
    return query::first_contact_balls<D>(one.position - two.position, one.velocity - two.velocity,
                                         acceleration(low) - acceleration(high), reach, kForever);
  }

  double obstacle_after(std::uint32_t ball, std::uint32_t obstacle, const Time& from) const {
    if (scene_.particle(ball).immovable) return kForever;
    const State state = state_at(ball, from);
    const Vec<D> place = state.position - state_at(obstacle, from).position;
    const Motion<D> motion = is_zero(acceleration(ball)) ? Motion<D>(Linear<D>{state.velocity})
                                                         : Accelerating<D>{state.velocity, acceleration(ball)};
    double first = kForever;
    for (const Obstacle<D>& piece : obstacles_of<D>(scene_.store().kind(obstacle).shape, obstacle))
      first = std::min(first, first_contact<D>(piece, scene_.particle(obstacle).velocity, place, motion,
                                               scene_.store().radius(ball), kForever));
    return first;
  }

  const PlainDomain<D>& scene_;
  const Setting<D>& setting_;
  std::vector<std::uint32_t> versions_;
  std::vector<std::vector<First<D>>> pairs_;  ///< by higher and lower id
  std::vector<First<D>> firsts_;
};

std::string text(const DueKey& key) {
  return std::to_string(key.time.epoch) + "+" + std::to_string(key.time.offset) + " rank " + std::to_string(key.rank) +
         " " + std::to_string(key.low) + "-" + std::to_string(key.high);
}

/// What a test's balls are like.
template <int D>
struct Crowd {
  std::vector<double> radii;
  Vec<D> sides{};
  WorldOptions<D> options{};
  bool walls = false;      ///< half-spaces, a segment and a box
  bool moves = false;      ///< another segment, which comes near
  bool immovable = false;  ///< the first ball is
  bool prefilter = true;   ///< coarse paths are kept
};

template <int D>
double largest_of(const Crowd<D>& crowd) {
  return *std::max_element(crowd.radii.begin(), crowd.radii.end());
}

/// Half-spaces on all sides of a box, a segment along its low sides, and a box on its high ones.
template <int D>
void add_walls(PlainDomain<D>& scene, const Vec<D>& sides) {
  for (int k = 0; k < D; ++k) {
    Vec<D> normal{};
    normal[k] = 1;
    scene.add({.shape = HalfSpace<D>{normal, -0.5}});
    scene.add({.shape = HalfSpace<D>{-normal, -(sides[k] + 0.5)}});
  }
  Segment<D> segment;
  Aabb<D> box;
  for (int k = 0; k < D; ++k) {
    segment.from[k] = segment.to[k] = -0.25;
    box.low[k] = sides[k] + 0.01;
    box.high[k] = sides[k] + 0.4;
  }
  segment.to[0] = sides[0] + 0.25;
  box.low[0] = 0.3 * sides[0];
  scene.add({.shape = segment});
  scene.add({.shape = box});
}

/// A segment along a box, which goes through it.
template <int D>
void add_moving_segment(PlainDomain<D>& scene, const Vec<D>& sides) {
  Segment<D> segment{{}, sides};
  Vec<D> velocity{};
  segment.from[1] = segment.to[1] = -0.5;
  velocity[1] = 0.5;
  scene.add({.shape = segment, .motion = velocity});
}

/// Balls at random in a box, with what else is there.
template <int D>
void fill(PlainDomain<D>& scene, const Crowd<D>& crowd, Random& random) {
  for (const Ball<D>& ball : random_balls<D>(random, crowd.sides, crowd.options.period.has_value(), crowd.radii))
    scene.add({.shape = ball,
               .motion = random_velocity<D>(random, 1),
               .mass = crowd.immovable && scene.store().size() == 0 ? kImmovable : 1.0});
  if (crowd.walls) add_walls(scene, crowd.sides);
  if (crowd.moves) add_moving_segment(scene, crowd.sides);
  scene.list();
}

template <int D>
using MakeSearch = std::unique_ptr<Search<D>> (*)(const SearchSite<D>& site, const Crowd<D>& crowd);

template <int D>
std::unique_ptr<Search<D>> all_pairs(const SearchSite<D>& site, const Crowd<D>&) {
  return std::make_unique<AllPairs<D>>(site);
}

template <int D>
std::unique_ptr<Search<D>> grid(const SearchSite<D>& site, const Crowd<D>& crowd) {
  const bool periodic = site.setting.options.period.has_value();
  const auto levels = broad::size_levels(broad::Crowd<D>{crowd.radii, largest_of(crowd), crowd.sides, periodic, 0, 8});
  EXPECT_TRUE(levels.fits);
  broad::LevelGrid<D> cells({}, levels.side, levels.counts, levels.plans, periodic);
  return std::make_unique<GridSearch<D>>(site, std::move(cells), largest_of(crowd));
}

/// `skin`: in largest radii.
template <int D>
std::unique_ptr<Search<D>> lists(const SearchSite<D>& site, const Crowd<D>& crowd, double skin, bool fetches_ahead) {
  const double largest = largest_of(crowd);
  const double side = broad::VerletLists<D>::reach(largest, largest, skin * largest);
  const auto& period = site.setting.options.period;
  broad::Cell<D> counts;
  Vec<D> sides;
  for (int k = 0; k < D; ++k) {
    const double cells = std::floor(crowd.sides[k] / side);
    counts[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(std::max(cells, 3.0));
    sides[k] = period ? crowd.sides[k] / cells : side;
  }
  const broad::CellTorus<D> cells({}, sides, counts);
  EXPECT_TRUE(!period || broad::VerletLists<D>::is_wide(cells));
  return std::make_unique<VerletSearch<D>>(
      site, broad::VerletLists<D>(skin * largest, largest, period, cells),
      typename VerletSearch<D>::Tuning{
          .largest = largest, .ahead = 0.5 * skin * largest, .fetches_ahead = fetches_ahead});
}
template <int D>
std::unique_ptr<Search<D>> short_lists(const SearchSite<D>& site, const Crowd<D>& crowd) {
  return lists(site, crowd, 0.5, false);
}
template <int D>
std::unique_ptr<Search<D>> long_lists(const SearchSite<D>& site, const Crowd<D>& crowd) {
  return lists(site, crowd, 1.5, true);
}

template <int D>
std::unique_ptr<Search<D>> linked(const SearchSite<D>& site, const Crowd<D>& crowd, bool fetches_ahead) {
  Vec<D> sides;
  broad::Cell<D> counts;
  for (int k = 0; k < D; ++k) {
    const double cells = std::floor(crowd.sides[k] / broad::LinkedCells<D>::side_for(2 * largest_of(crowd)));
    EXPECT_GE(cells, 5);
    counts[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(cells);
    sides[k] = crowd.sides[k] / cells;
  }
  return std::make_unique<LinkedSearch<D>>(site, broad::LinkedCells<D>(broad::CellTorus<D>({}, sides, counts)),
                                           largest_of(crowd), fetches_ahead);
}
template <int D>
std::unique_ptr<Search<D>> linked_near(const SearchSite<D>& site, const Crowd<D>& crowd) {
  return linked(site, crowd, false);
}
template <int D>
std::unique_ptr<Search<D>> linked_far(const SearchSite<D>& site, const Crowd<D>& crowd) {
  return linked(site, crowd, true);
}

/// A domain with a search, which is held against brute force.
template <int D>
class Trial {
 public:
  Trial(const Crowd<D>& crowd, MakeSearch<D> make, std::uint64_t seed)
      : random(seed), scene(crowd.options), domain(scene.domain), truth(scene) {
    fill(scene, crowd, random);
    if (crowd.prefilter) domain.prefilter.keep({}, largest_of(crowd), domain.now);
    domain.search.set(make(domain.site(), crowd));
    domain.search->predict_all();
  }

  /// In an open world balls fly on for ever: then none is looked for any more.
  static constexpr std::int64_t kEnd = 100;  ///< in epochs

  /// Executes what is due until a ball meets something: that is returned, or nothing at the end. Only balls that leave
  /// their places, and those whose partners have changed, come before.
  Calendar::Entry follow() {
    using Kind = typename Due<D>::Kind;
    for (;;) {
      const Calendar::Entry entry = domain.search->next();
      if (entry.body == kNone || entry.time.epoch >= kEnd) return Calendar::kNothing;
      EXPECT_FALSE(entry.time < domain.now);
      domain.now = std::max(domain.now, entry.time);
      const Kind kind = domain.search->due(entry).kind;
      if (kind == Kind::leave)
        domain.search->leave_place(entry.body);
      else if (kind == Kind::stale)
        domain.search->predict_stale(entry.body);
      else
        return entry;
      ++steps_;
    }
  }
  /// How often a ball left its place, or had no partner any more.
  int steps() const { return steps_; }

  bool has_entry(std::uint32_t ball) const { return domain.calendar.key(ball).time != EpochClock::never(); }
  /// Whether the entry of a ball says that it meets something.
  bool is_meeting(std::uint32_t ball) const {
    using Kind = typename Due<D>::Kind;
    if (!has_entry(ball)) return false;
    const Kind kind = domain.search->due(entry_of(domain.calendar, ball)).kind;
    return kind == Kind::ball || kind == Kind::obstacle;
  }

  /// Each meeting in the calendar is one, and the first meeting of each ball is there, with it or with its partner, or
  /// one of the two has something to do before.
  void expect_sound() {
    domain.search->finish();
    truth.renew();
    for (const std::uint32_t ball : scene.store().balls()) {
      const First<D>& first = truth.of(ball);
      const DueKey entry = domain.calendar.key(ball);
      if (is_meeting(ball)) {
        ASSERT_TRUE(truth.has(entry)) << ball << " has " << text(entry);
        ASSERT_FALSE(entry < first.key) << ball << " has " << text(entry) << " before " << text(first.key);
      }
      if (first.key.time == EpochClock::never()) continue;
      const bool is_known = !(first.key < entry) || is_covered(first);
      ASSERT_TRUE(is_known) << ball << " has " << text(entry) << " and not " << text(first.key);
    }
  }

  /// Where all have just looked: what a ball meets first is in its own entry, if neither leaves its place before.
  void expect_all_are_known() {
    truth.renew();
    for (const std::uint32_t ball : scene.store().balls()) {
      const First<D>& first = truth.of(ball);
      const DueKey entry = domain.calendar.key(ball);
      if (first.key.time == EpochClock::never() || (!is_meeting(ball) && entry < first.key)) continue;
      if (scene.particle(first.other).is_ball && domain.calendar.key(first.other) < first.key) continue;
      ASSERT_EQ(entry, first.key) << ball << " has " << text(entry) << " and not " << text(first.key);
      ++known_;
    }
  }
  int known() const { return known_; }

  /// What is due is the first of all meetings, with the body and the copy that are met.
  void expect_first(const Calendar::Entry& entry) {
    truth.renew();
    const First<D> first = truth.of_all();
    const DueKey key{entry.time, entry.rank, entry.low, entry.high};
    ASSERT_EQ(key, first.key) << text(key) << " and not " << text(first.key);
    const Due<D> due = domain.search->due(entry);
    if (due.kind == Due<D>::Kind::obstacle) {
      const std::uint32_t body = scene.data.obstacles[due.number].body;
      ASSERT_TRUE(body == key.low || body == key.high);
      return;
    }
    const broad::Cell<D> image = due.image ? *due.image : nearest(key.low, key.high);
    ASSERT_EQ(image, first.image);
  }

  /// Those that meet part: balls change velocities, and from an obstacle a ball goes back.
  void part(const Calendar::Entry& entry) {
    const bool two = scene.particle(entry.low).is_ball && scene.particle(entry.high).is_ball;
    const std::uint32_t ball = scene.particle(entry.low).is_ball ? entry.low : entry.high;
    for (const std::uint32_t id : {entry.low, entry.high})
      if (scene.particle(id).is_ball) domain.propagator.advance(id, domain.now);
    const Vec<D> a = scene.particle(entry.low).velocity;
    const Vec<D> b = scene.particle(entry.high).velocity;
    if (two && !scene.particle(entry.low).immovable && !scene.particle(entry.high).immovable) {
      go_on(entry.low, b, entry.rank);
      go_on(entry.high, a, entry.rank);
      return domain.search->predict_parted(entry.low, entry.high);
    }
    const std::uint32_t movable = two && scene.particle(entry.low).immovable ? entry.high : two ? entry.low : ball;
    const std::uint32_t other = movable == entry.low ? entry.high : entry.low;
    const Vec<D> drift = scene.particle(other).velocity;
    go_on(movable, 2.0 * drift - scene.particle(movable).velocity, entry.rank);
    if (two) go_on(other, drift, entry.rank);
    domain.search->predict(movable);
    if (two) domain.search->predict(other);
  }

  /// Some balls change their velocities now.
  void turn_some(int count) {
    for (int k = 0; k < count; ++k) {
      const auto& balls = scene.store().balls();
      const std::uint32_t ball = balls[random.below(balls.size())];
      if (scene.particle(ball).immovable) continue;
      scene.turn(ball, random_velocity<D>(random, 1));
      domain.search->predict(ball);
    }
  }

  Random random;
  PlainDomain<D> scene;
  Domain<D>& domain;
  BruteForce<D> truth;

 private:
  /// Whether the partner of a ball, or an obstacle, leaves room for its first meeting to be found.
  bool is_covered(const First<D>& first) const {
    return scene.particle(first.other).is_ball && !(first.key < domain.calendar.key(first.other));
  }

  void go_on(std::uint32_t id, const Vec<D>& velocity, std::uint32_t rank) {
    scene.data.store.particle(id).velocity = velocity;
    scene.data.store.record(id).rank = rank;
    domain.propagator.commit(id);
  }

  broad::Cell<D> nearest(std::uint32_t low, std::uint32_t high) const {
    broad::Cell<D> image{};
    const auto& period = scene.data.setting.options.period;
    if (!period) return image;
    const Vec<D> apart = scene.store().position_at(low, domain.now) - scene.store().position_at(high, domain.now);
    for (int k = 0; k < D; ++k)
      image[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(std::lround(apart[k] / (*period)[k]));
    return image;
  }

  int steps_ = 0;
  int known_ = 0;
};

template <int D>
void expect_brute_force(const Crowd<D>& crowd, MakeSearch<D> make, int meetings = 120) {
  int met = 0;
  int steps = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Trial<D> trial(crowd, make, 10 * seed + D);
    trial.expect_all_are_known();
    for (int k = 0; k < test::rounds(meetings) && !::testing::Test::HasFatalFailure(); ++k) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", meeting " + std::to_string(k));
      const Calendar::Entry entry = trial.follow();
      if (entry.body == kNone) break;
      ++met;
      trial.expect_first(entry);
      trial.expect_sound();
      if (::testing::Test::HasFatalFailure()) return;
      trial.part(entry);
      trial.expect_sound();
      if (k % 4 == 3) trial.turn_some(3);
      trial.expect_sound();
    }
    if (::testing::Test::HasFatalFailure()) return;
    EXPECT_GT(trial.known(), 0);
    steps += trial.steps();
    trial.domain.search->predict_all();
    trial.expect_all_are_known();
    if (::testing::Test::HasFatalFailure()) return;
  }
  if (test::kShare > 1) return;  // too few to tell
  EXPECT_GT(met, 10);
  if (make != all_pairs<D>) {
    EXPECT_GT(steps, 0);
  }
}

/// `spacing`: the mean distance of neighbours over the larger diameter; `ratio`: of the largest radius to the smallest;
/// a few balls are large, the others small or between if `ratio` is not.
template <int D>
Crowd<D> crowd(std::size_t count, double spacing, double ratio = 1) {
  Crowd<D> result;
  const double radius = 0.05;
  result.options.epoch_length = 0.125;  // coarse paths are renewed on the way
  double volume = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double share = ratio > 2 ? (k < 3 ? 1 : 0) : static_cast<double>(k % 5) / 4;
    result.radii.push_back(radius * (1 + share * (ratio - 1)));
    volume += std::pow(2 * spacing * result.radii.back(), D);
  }
  const double side = std::pow(volume, 1.0 / D);
  for (int k = 0; k < D; ++k) result.sides[k] = side * (1 + 0.07 * k);
  return result;
}

template <int D>
Crowd<D> periodic(Crowd<D> crowd) {
  crowd.options.period = crowd.sides;
  return crowd;
}

template <int D>
Crowd<D> walled(Crowd<D> crowd) {
  crowd.walls = true;
  return crowd;
}

template <int D>
Crowd<D> with_moving_segment(Crowd<D> crowd) {
  crowd.moves = true;
  return crowd;
}

template <int D>
Crowd<D> heavy(Crowd<D> crowd) {
  for (int k = 0; k < D; ++k) crowd.options.gravity[k] = 0.1 * k - 1;
  return crowd;
}

template <int D>
Crowd<D> with_immovable(Crowd<D> crowd) {
  crowd.immovable = true;
  return crowd;
}

template <int D>
Crowd<D> unfiltered(Crowd<D> crowd) {
  crowd.prefilter = false;
  return crowd;
}

TEST(Search, AllPairsAgreesWithBruteForce) {
  expect_brute_force<2>(crowd<2>(12, 2, 1.5), all_pairs<2>);
  expect_brute_force<3>(crowd<3>(12, 2, 1.5), all_pairs<3>);
  expect_brute_force<2>(periodic(crowd<2>(12, 2, 1.5)), all_pairs<2>);
  expect_brute_force<3>(periodic(crowd<3>(10, 2)), all_pairs<3>, 20);
  expect_brute_force<2>(walled(with_immovable(crowd<2>(12, 2))), all_pairs<2>);
  expect_brute_force<3>(with_moving_segment(walled(crowd<3>(12, 2))), all_pairs<3>);
}

TEST(Search, AllPairsAgreesWithBruteForceUnderGravity) {
  expect_brute_force<2>(heavy(walled(with_immovable(crowd<2>(12, 2, 1.5)))), all_pairs<2>);
  expect_brute_force<3>(heavy(walled(crowd<3>(12, 2))), all_pairs<3>);
}

TEST(Search, GridAgreesWithBruteForce) {
  expect_brute_force<2>(crowd<2>(100, 1.6), grid<2>);
  expect_brute_force<3>(unfiltered(crowd<3>(100, 1.6, 1.5)), grid<3>);
  expect_brute_force<2>(periodic(with_immovable(crowd<2>(100, 1.5, 1.5))), grid<2>);
  expect_brute_force<3>(periodic(unfiltered(crowd<3>(120, 1.6))), grid<3>, 20);
}

TEST(Search, GridAgreesWithBruteForceAmongVeryDifferentSizes) {
  expect_brute_force<2>(crowd<2>(150, 1.5, 20), grid<2>);
  expect_brute_force<3>(crowd<3>(150, 1.5, 20), grid<3>);
  expect_brute_force<2>(periodic(crowd<2>(150, 1.7, 20)), grid<2>);
  expect_brute_force<3>(periodic(unfiltered(crowd<3>(150, 1.5, 20))), grid<3>, 20);
}

TEST(Search, GridAgreesWithBruteForceAmongObstacles) {
  expect_brute_force<2>(walled(crowd<2>(60, 1.6, 1.5)), grid<2>);
  expect_brute_force<3>(walled(crowd<3>(60, 1.6, 1.5)), grid<3>);
  expect_brute_force<2>(with_moving_segment(walled(crowd<2>(60, 1.6, 20))), grid<2>);
  expect_brute_force<3>(with_moving_segment(crowd<3>(60, 1.6)), grid<3>);
}

TEST(Search, GridAgreesWithBruteForceUnderGravity) {
  expect_brute_force<2>(heavy(walled(with_immovable(crowd<2>(60, 1.6, 1.5)))), grid<2>);
  expect_brute_force<3>(heavy(walled(crowd<3>(60, 1.6))), grid<3>);
  expect_brute_force<2>(heavy(walled(crowd<2>(60, 1.6, 20))), grid<2>);
}

TEST(Search, VerletListsAgreeWithBruteForce) {
  expect_brute_force<2>(crowd<2>(100, 1.5, 1.5), short_lists<2>);
  expect_brute_force<3>(crowd<3>(100, 1.5), short_lists<3>);
  expect_brute_force<2>(unfiltered(crowd<2>(100, 1.5)), long_lists<2>);
  expect_brute_force<3>(unfiltered(crowd<3>(100, 1.5, 1.5)), long_lists<3>);
}

TEST(Search, VerletListsAgreeWithBruteForceInAPeriodicBox) {
  expect_brute_force<2>(periodic(crowd<2>(120, 1.5, 1.5)), short_lists<2>);
  expect_brute_force<3>(periodic(crowd<3>(250, 1.5)), short_lists<3>, 12);
  expect_brute_force<2>(periodic(unfiltered(with_immovable(crowd<2>(240, 1.5)))), long_lists<2>);
}

TEST(Search, VerletListsAgreeWithBruteForceAmongObstacles) {
  expect_brute_force<2>(walled(crowd<2>(80, 1.6, 1.5)), short_lists<2>);
  expect_brute_force<3>(walled(crowd<3>(80, 1.6)), short_lists<3>);
  expect_brute_force<2>(with_moving_segment(walled(crowd<2>(80, 1.6))), short_lists<2>);
  expect_brute_force<3>(with_moving_segment(crowd<3>(80, 1.6)), long_lists<3>);
  expect_brute_force<2>(walled(unfiltered(with_immovable(crowd<2>(80, 1.6)))), long_lists<2>);
}

TEST(Search, LinkedCellsAgreeWithBruteForce) {
  expect_brute_force<2>(periodic(crowd<2>(80, 2, 1.5)), linked_near<2>);
  expect_brute_force<3>(periodic(crowd<3>(120, 1.9)), linked_near<3>, 20);
  expect_brute_force<2>(periodic(unfiltered(with_immovable(crowd<2>(80, 2)))), linked_near<2>);
  expect_brute_force<2>(periodic(crowd<2>(80, 2, 1.5)), linked_far<2>);
  expect_brute_force<3>(periodic(unfiltered(crowd<3>(120, 1.9, 1.5))), linked_far<3>, 20);
}

/// A ball comes into the midst of others, some go.
template <int D>
void expect_changes_are_known(const Crowd<D>& full, MakeSearch<D> make) {
  Trial<D> trial(full, make, 77);
  PlainDomain<D>& scene = trial.scene;
  for (std::uint32_t gone = 1; gone < 12; gone += 2) {
    trial.domain.propagator.leave(gone, Presence::removed);
    EXPECT_FALSE(trial.has_entry(gone));
  }
  // Whoever was to meet one that has gone is stale, and nobody's first meeting is missing.
  trial.expect_sound();
  const Calendar::Entry entry = trial.follow();
  trial.expect_first(entry);
  for (std::uint32_t gone = 1; gone < 12; gone += 2) {
    const Ball<D> place{scene.store().position_at(gone, trial.domain.now), scene.store().radius(gone)};
    Vec<D> center = place.center;
    if (const auto& period = full.options.period)
      for (int k = 0; k < D; ++k) center[k] -= (*period)[k] * std::floor(center[k] / (*period)[k]);
    const std::uint32_t id = scene.add_ball(center, 0.5 * place.radius, random_velocity<D>(trial.random, 1));
    ASSERT_TRUE(trial.domain.search->can_take(id));
    scene.data.store.enlist_ball(id);
    trial.domain.search->insert(id);
    trial.domain.prefilter.add(id);
    trial.domain.search->predict(id);
    trial.expect_sound();
  }
  for (int k = 0; k < 20 && !::testing::Test::HasFatalFailure(); ++k) {
    const Calendar::Entry next = trial.follow();
    if (next.body == kNone) return;
    trial.expect_first(next);
    trial.part(next);
    trial.expect_sound();
  }
}

TEST(Search, BallsThatComeAndGoAreKnown) {
  expect_changes_are_known<2>(crowd<2>(20, 1.8), all_pairs<2>);
  expect_changes_are_known<2>(crowd<2>(60, 1.8, 20), grid<2>);
  expect_changes_are_known<3>(periodic(crowd<3>(120, 1.6, 1.5)), grid<3>);
  expect_changes_are_known<2>(crowd<2>(80, 1.6), short_lists<2>);
  expect_changes_are_known<2>(walled(crowd<2>(80, 1.6)), short_lists<2>);
  expect_changes_are_known<2>(periodic(crowd<2>(120, 1.6)), short_lists<2>);
  expect_changes_are_known<2>(periodic(crowd<2>(80, 2)), linked_near<2>);
}

/// Asked of a ball with something special about it.
template <int D>
bool can_take(MakeSearch<D> make, const Body<D>& body) {
  Trial<D> trial(periodic(crowd<D>(120, 1.9)), make, 5);
  return trial.domain.search->can_take(trial.scene.add(body));
}

TEST(Search, OnlyGridAndAllPairsTakeBallsThatDoNotSimplyBounceAndOnlyAllPairsAnySize) {
  const Vec2 center{0.1, 0.1};
  const Body<2> usual{.shape = Circle{center, 0.05}};
  Body<2> large = usual;
  large.shape = Circle{center, 0.06};
  Body<2> sticky = usual;
  sticky.response = Response::stick;
  Body<2> stopping = usual;
  stopping.motion = Stopping2{{1, 0}, 1};
  Body<2> steered = usual;
  steered.response = Response::slide;
  Body<2> choosy = usual;
  choosy.mask = 2;
  const Body<2> wall{.shape = HalfSpace2{{1, 0}, -1}};
  for (const MakeSearch<2> make : {all_pairs<2>, grid<2>, short_lists<2>, linked_near<2>}) {
    EXPECT_TRUE(can_take<2>(make, usual));
    EXPECT_FALSE(can_take<2>(make, wall));
    EXPECT_EQ(can_take<2>(make, large), make == all_pairs<2>);
    for (const Body<2>& special : {sticky, stopping, steered, choosy})
      EXPECT_EQ(can_take<2>(make, special), make == all_pairs<2> || make == grid<2>);
  }
}

TEST(Search, ListsDoNotTakeABallThatIsTooFarAway) {
  Trial<2> trial(crowd<2>(60, 1.6), short_lists<2>, 5);
  const double far = broad::VerletLists<2>::kFar * 0.5 * 0.05;  // in skins
  EXPECT_TRUE(trial.domain.search->can_take(trial.scene.add_ball({0.9 * far, 0}, 0.05, {})));
  EXPECT_FALSE(trial.domain.search->can_take(trial.scene.add_ball({1.1 * far, 0}, 0.05, {})));
}

/// A ball grows, as merging makes it, and looks around again.
template <int D>
void grow(Trial<D>& trial, std::uint32_t ball, double radius) {
  BodyStore<D>& store = trial.scene.data.store;
  trial.domain.propagator.advance(ball, trial.domain.now);
  store.grow(ball, {radius, 1, 1});
  trial.domain.propagator.commit(ball);
  trial.domain.search->grow(ball);
}

TEST(Search, ABallOfTheGridMayGrowUpToTheLargest) {
  Trial<2> trial(crowd<2>(60, 2.5, 20), grid<2>, 3);
  // Twice as large as the small ones, and between the levels.
  for (const std::uint32_t ball : {10u, 20u}) {
    grow(trial, ball, 0.0625);
    ASSERT_FALSE(trial.domain.search.empty());
    trial.domain.search->predict(ball);
    trial.expect_sound();
  }
  for (int k = 0; k < 20 && !HasFatalFailure(); ++k) {
    const Calendar::Entry entry = trial.follow();
    trial.expect_first(entry);
    trial.part(entry);
    trial.expect_sound();
  }
}

TEST(Search, ABallOfTheGridThatGrowsBeyondTheLargestMakesTheSlotForget) {
  Trial<2> trial(crowd<2>(60, 2.5, 20), grid<2>, 3);
  grow(trial, 0, 1.0);  // as large as the largest
  EXPECT_FALSE(trial.domain.search.empty());
  grow(trial, 0, std::nextafter(1.0, 2.0));
  EXPECT_TRUE(trial.domain.search.empty());
  EXPECT_FALSE(trial.domain.search.is_wide());
}

TEST(Search, ListsAndLinkedCellsHaveNoRoomForBallsThatGrow) {
  Trial<2> lists(crowd<2>(60, 1.6), short_lists<2>, 3);
  grow(lists, 0, 0.05);
  EXPECT_TRUE(lists.domain.search.empty());
  Trial<2> cells(periodic(crowd<2>(80, 2)), linked_near<2>, 3);
  grow(cells, 0, 0.05);
  EXPECT_TRUE(cells.domain.search.empty());
  Trial<2> all(crowd<2>(12, 3), all_pairs<2>, 3);
  grow(all, 0, 0.06);
  EXPECT_FALSE(all.domain.search.empty());
  all.domain.search->predict(0);
  all.expect_sound();
}

// One ball flies off alone at speed 1: lists reach kFar skins.
TEST(Search, ABallThatFliesTooFarAwayMakesTheSlotForgetListsAsTooWide) {
  PlainDomain<2> scene;
  scene.add_ball({0.5, 0.5}, 0.05, {1, 0});
  scene.list();
  Domain<2>& domain = scene.domain;
  Crowd<2> one;
  one.radii = {0.05};
  one.sides = {1, 1};
  domain.search.set(short_lists<2>(domain.site(), one));
  domain.search->predict_all();
  while (!domain.search.empty()) {
    const Calendar::Entry entry = domain.search->next();
    if (domain.search.empty()) break;
    ASSERT_EQ(entry.body, 0u);
    ASSERT_EQ(domain.search->due(entry).kind, Due<2>::Kind::leave);
    domain.now = entry.time;
    domain.search->leave_place(0);
  }
  EXPECT_TRUE(domain.search.is_wide());
  const double skin = 0.5 * 0.05;
  EXPECT_NEAR(scene.store().position_at(0, domain.now).x, broad::VerletLists<2>::kFar * skin, 2 * skin);
}

TEST(Search, BallsThatStopHaveThatInTheCalendar) {
  for (const MakeSearch<2> make : {all_pairs<2>, grid<2>}) {
    PlainDomain<2> scene;
    scene.add({.shape = Circle{{0.5, 0.5}, 0.05}, .motion = Stopping2{{0.25, 0}, 0.125}});
    scene.add_ball({0.5, 3.5}, 0.05, {});
    scene.list();
    Crowd<2> two;
    two.radii = {0.05, 0.05};
    two.sides = {4, 4};
    scene.domain.search.set(make(scene.domain.site(), two));
    scene.domain.search->predict_all();
    Calendar::Entry entry = scene.domain.search->next();
    while (scene.domain.search->due(entry).kind == Due<2>::Kind::leave) {
      scene.domain.now = entry.time;
      scene.domain.search->leave_place(entry.body);
      entry = scene.domain.search->next();
    }
    EXPECT_EQ(entry.body, 0u);
    EXPECT_EQ(entry.time, (Time{2, 0}));  // 0.25 / 0.125
    EXPECT_EQ(scene.domain.search->due(entry).kind, Due<2>::Kind::phase_end);
    EXPECT_EQ(scene.domain.search->due(entry).number, kNone);
  }
}

TEST(SearchSlot, AnEmptySlotDoesNothing) {
  SearchSlot<2> slot;
  EXPECT_TRUE(slot.empty());
  EXPECT_FALSE(slot->can_take(0));
  slot->insert(0);
  slot->remove(0);
  slot->wrap(0, {1, 0});
  slot->grow(0);
  slot->predict(0);
  slot->predict_parted(0, 1);
  slot->predict_all();
  slot->leave_place(0);
  slot->predict_stale(0);
  slot->finish();
  EXPECT_EQ(slot->next().body, kNone);
  EXPECT_EQ(slot->next().time, EpochClock::never());
  EXPECT_EQ(slot->due(Calendar::kNothing).kind, Due<2>::Kind::leave);
  EXPECT_FALSE(slot.is_wide());
}

/// Tells when it goes.
class Mourned final : public Search<2> {
 public:
  explicit Mourned(bool& is_gone) : is_gone_(is_gone) {}
  ~Mourned() override { is_gone_ = true; }
  SearchKind kind() const override { return SearchKind::none; }
  bool can_take(std::uint32_t) const override { return true; }
  void insert(std::uint32_t) override {}
  void remove(std::uint32_t) override {}
  void wrap(std::uint32_t, const broad::Cell<2>&) override {}
  void grow(std::uint32_t) override {}
  void predict(std::uint32_t) override {}
  void predict_all() override {}
  const Calendar::Entry& next() override { return Calendar::kNothing; }
  Due<2> due(const Calendar::Entry&) const override { return {}; }
  void leave_place(std::uint32_t) override {}
  void predict_stale(std::uint32_t) override {}

 private:
  bool& is_gone_;
};

TEST(SearchSlot, ASearchThatIsForgottenLivesUntilItIsReleased) {
  bool is_gone = false;
  SearchSlot<2> slot;
  slot.set(std::make_unique<Mourned>(is_gone));
  EXPECT_FALSE(slot.empty());
  EXPECT_TRUE(slot->can_take(0));
  slot.forget();
  EXPECT_TRUE(slot.empty());
  EXPECT_FALSE(slot->can_take(0));
  EXPECT_FALSE(is_gone);
  slot.release();
  EXPECT_TRUE(is_gone);
  EXPECT_TRUE(slot.empty());
}

TEST(SearchSlot, ANewSearchTakesThePlaceOfTheOldOne) {
  bool first_is_gone = false;
  bool second_is_gone = false;
  SearchSlot<2> slot;
  slot.set(std::make_unique<Mourned>(first_is_gone));
  slot.set(std::make_unique<Mourned>(second_is_gone));
  EXPECT_TRUE(first_is_gone);
  EXPECT_FALSE(second_is_gone);
  EXPECT_FALSE(slot.empty());
}

TEST(SearchSlot, ASearchThatSomebodyElseKeepsIsNotReleased) {
  bool is_gone = false;
  Mourned search(is_gone);
  SearchSlot<2> slot;
  slot.use(search);
  EXPECT_EQ(slot.operator->(), &search);
  slot.release();
  EXPECT_TRUE(slot.empty());
  EXPECT_FALSE(is_gone);
}

TEST(SearchSlot, RemembersThatBallsHaveFlownTooFarAway) {
  bool is_gone = false;
  SearchSlot<2> slot;
  slot.set(std::make_unique<Mourned>(is_gone));
  slot.forget_as_too_wide();
  EXPECT_TRUE(slot.empty());
  EXPECT_TRUE(slot.is_wide());
  EXPECT_FALSE(is_gone);
  slot.release();
  EXPECT_TRUE(slot.is_wide());
}

}  // namespace
}  // namespace carom::sim
