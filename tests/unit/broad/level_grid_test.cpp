#include "broad/cells/level_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/shape/ball.hpp"
#include "rounds.hpp"

namespace carom::broad {
namespace {

struct Sizes {
  double radius;
  int shift;
  std::uint32_t bodies;
};

/// A layout of levels, smallest first, in a box of so many cells of side 1.
struct Layout {
  std::array<std::int32_t, 3> counts;
  std::vector<Sizes> sizes;
  bool periodic;
};

constexpr double kSmall = 0.49;  // 2 R ≤ 1 − 4/256
constexpr double kMiddle = 0.98;
constexpr double kLarge = 3.93;

Layout one_level(bool periodic) {
  return {{7, 6, 8}, {{kSmall, 0, 60}}, periodic};
}
Layout folded_level(bool periodic) {
  return {{8, 6, 10}, {{kSmall, 1, 60}}, periodic};
}
Layout two_levels(bool periodic) {
  return {{12, 14, 16}, {{kSmall, 0, 50}, {kMiddle, 1, 20}}, periodic};
}
Layout three_levels(bool periodic) {
  return {{40, 48, 40}, {{kSmall, 0, 60}, {kMiddle, 1, 30}, {kLarge, 3, 6}}, periodic};
}
/// So narrow that a body may be near several copies of another.
Layout narrow_level() {
  return {{3, 4, 3}, {{kSmall, 0, 20}}, true};
}
Layout narrow_levels() {
  return {{8, 8, 8}, {{kSmall, 0, 16}, {kMiddle, 1, 8}, {kLarge, 3, 2}}, true};
}

/// A pair of bodies, the lower one first, and which copy of the second is meant, both counted without wraps.
template <int D>
using Meeting = std::tuple<std::uint32_t, std::uint32_t, Cell<D>>;

/// Bodies that pass through each other on straight paths, and what the grid has told of them so far. The oracle: the
/// distances of all pairs, with all copies. What the grid has told of two that are far apart again is forgotten: so it
/// has to tell of them anew when they come back.
template <int D>
class Crowding {
 public:
  Crowding(const Layout& layout, std::uint64_t seed) : random_(seed), periodic_(layout.periodic) {
    Vec<D> side;
    Cell<D> counts;
    for (int k = 0; k < D; ++k) {
      side[k] = 1;
      counts[static_cast<std::size_t>(k)] = layout.counts[static_cast<std::size_t>(k)];
      period_[k] = counts[static_cast<std::size_t>(k)];
      origin_[k] = periodic_ ? 0 : -3.5 + k;
    }
    std::vector<LevelPlan> plans;
    for (const Sizes& sizes : layout.sizes) {
      plans.push_back({sizes.radius, sizes.shift});
      for (std::uint32_t n = 0; n < sizes.bodies; ++n) {
        Body body;
        body.radius = sizes.radius * (n % 3 == 0 ? 1 : random_.uniform(0.6, 1));
        body.list_side = std::ldexp(1, plans.size() == 1 ? 0 : sizes.shift);
        bodies_.push_back(body);
      }
    }
    for (int k = 0; k < D; ++k) narrow_ = narrow_ || (periodic_ && period_[k] <= 4 * layout.sizes.back().radius);
    grid_ = LevelGrid<D>(origin_, side, counts, plans, periodic_);
    for (std::uint32_t id = 0; id < bodies_.size(); ++id) insert(id);
  }

  void run(int steps) {
    for (int step = 0; step < steps; ++step) {
      if (step % 8 == 0) check();
      if (testing::Test::HasFatalFailure()) return;
      if (step % 17 == 0) change();
      leave_a_cell();
    }
    EXPECT_GT(met_, steps / (test::kShare == 1 ? 8 : 16));  // or nothing was tested
  }

 private:
  struct Body {
    double radius = 0;
    double list_side = 1;  ///< what its distances to others of its level are counted in
    Vec<D> position{};
    Vec<D> velocity{};
    Cell<D> wraps{};
  };

  Vec<D> place(const Body& body) const {
    Vec<D> place = body.position;
    for (int k = 0; k < D; ++k) place[k] += body.wraps[static_cast<std::size_t>(k)] * period_[k];
    return place;
  }

  void insert(std::uint32_t id) {
    Body& body = bodies_[id];
    body.wraps = {};
    for (int k = 0; k < D; ++k) {
      body.position[k] = origin_[k] + random_.uniform(0, period_[k]);
      body.velocity[k] = random_.uniform(-1, 1) / body.list_side;
    }
    grid_.insert(id, body.position, body.radius);
    note(id, [&](auto& found, const auto& visit) { grid_.look_near(id, body.radius, found, visit); });
  }

  /// Takes over what a look has found.
  template <class Look>
  void note(std::uint32_t id, const Look& look) {
    CandidateBodies found;
    look(found, [&](std::uint32_t other, const Cell<D>& image) {
      Cell<D> copy;
      for (std::size_t k = 0; k < D; ++k) copy[k] = image[k] + bodies_[id].wraps[k] - bodies_[other].wraps[k];
      add(id, other, copy);
    });
    for (const std::uint32_t other : found)
      if (other != id) add(id, other, nearest(id, other));
  }

  void add(std::uint32_t id, std::uint32_t other, Cell<D> copy) {
    if (id > other)
      for (std::int32_t& k : copy) k = -k;
    known_.insert({std::min(id, other), std::max(id, other), copy});
  }

  Cell<D> nearest(std::uint32_t a, std::uint32_t b) const {
    Cell<D> copy{};
    const Vec<D> apart = place(bodies_[a]) - place(bodies_[b]);
    if (periodic_)
      for (int k = 0; k < D; ++k)
        copy[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(std::lround(apart[k] / period_[k]));
    return copy;
  }

  Vec<D> apart(const Meeting<D>& meeting) const {
    const auto& [a, b, copy] = meeting;
    Vec<D> apart = place(bodies_[a]) - place(bodies_[b]);
    for (int k = 0; k < D; ++k) apart[k] -= copy[static_cast<std::size_t>(k)] * period_[k];
    return apart;
  }

  /// Two are not near any more where their lists differ by more along an axis than near ones' do.
  bool is_far(const Meeting<D>& meeting) const {
    const Body& a = bodies_[std::get<0>(meeting)];
    const Body& b = bodies_[std::get<1>(meeting)];
    // 2 R is no more than a list's side, and near ones are in lists that reach to within R₁ + R₂ of each other.
    const double most = (a.list_side + b.list_side) / 2 + 3 * std::min(a.list_side, b.list_side);
    const Vec<D> between = apart(meeting);
    for (int k = 0; k < D; ++k)
      if (std::fabs(between[k]) > most) return true;
    return false;
  }

  template <class Visit>
  void visit_copies(const Cell<D>& middle, const Visit& visit) const {
    const std::int32_t around = narrow_ ? 1 : 0;
    Cell<D> copy = middle;
    const auto rows = [&] {
      for (copy[0] = middle[0] - around; copy[0] <= middle[0] + around; ++copy[0])
        for (copy[1] = middle[1] - around; copy[1] <= middle[1] + around; ++copy[1]) visit(copy);
    };
    if constexpr (D == 2) {
      rows();
    } else {
      for (copy[2] = middle[2] - around; copy[2] <= middle[2] + around; ++copy[2]) rows();
    }
  }

  void check() {
    for (std::uint32_t a = 0; a < bodies_.size(); ++a)
      for (std::uint32_t b = a + 1; b < bodies_.size(); ++b)
        visit_copies(nearest(a, b), [&](const Cell<D>& copy) {
          const double reach = bodies_[a].radius + bodies_[b].radius;
          if (norm(apart({a, b, copy})) > reach * (1 - 1e-9)) return;
          ++met_;
          ASSERT_EQ(known_.count({a, b, copy}), 1u) << a << ' ' << b;
        });
    for (auto it = known_.begin(); it != known_.end();) it = is_far(*it) ? known_.erase(it) : std::next(it);
  }

  /// A body is taken away and comes back elsewhere, gets another velocity, or is counted in another copy of the box.
  void change() {
    const auto id = static_cast<std::uint32_t>(random_.below(bodies_.size()));
    Body& body = bodies_[id];
    switch (random_.below(3)) {
      case 0:
        grid_.remove(id);
        for (auto it = known_.begin(); it != known_.end();)
          it = std::get<0>(*it) == id || std::get<1>(*it) == id ? known_.erase(it) : std::next(it);
        insert(id);
        break;
      case 1:
        for (int k = 0; k < D; ++k) body.velocity[k] = random_.uniform(-1, 1) / body.list_side;
        break;
      default:
        if (periodic_) wrap(id);
    }
  }

  void wrap(std::uint32_t id) {
    Body& body = bodies_[id];
    Cell<D> boxes;
    for (int k = 0; k < D; ++k) {
      const double box = std::floor(body.position[k] / period_[k]);
      boxes[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(box);
      body.wraps[static_cast<std::size_t>(k)] += static_cast<std::int32_t>(box);
      body.position[k] -= box * period_[k];
    }
    grid_.wrap(id, boxes);
  }

  /// All move on until the first one has left its cell.
  void leave_a_cell() {
    typename LevelGrid<D>::Exit first;
    std::uint32_t who = 0;
    for (std::uint32_t id = 0; id < bodies_.size(); ++id) {
      const auto exit = grid_.first_exit(id, bodies_[id].position, bodies_[id].velocity);
      if (exit.after < first.after) {
        first = exit;
        who = id;
      }
    }
    for (Body& body : bodies_) body.position += first.after * body.velocity;
    grid_.step(who, first.axis, first.direction);
    note(who, [&](auto& found, const auto& visit) {
      grid_.look_ahead(who, bodies_[who].radius, first.axis, first.direction, found, visit);
    });
    if (!periodic_) turn_back(bodies_[who]);
  }

  /// Into the space that the grid was made for, so that bodies meet.
  void turn_back(Body& body) const {
    for (int k = 0; k < D; ++k) {
      const double beyond = body.position[k] - origin_[k];
      if (beyond < -2) body.velocity[k] = std::fabs(body.velocity[k]);
      if (beyond > period_[k] + 2) body.velocity[k] = -std::fabs(body.velocity[k]);
    }
  }

  Random random_;
  bool periodic_;
  bool narrow_ = false;  ///< two bodies may touch by several copies
  Vec<D> period_{};
  Vec<D> origin_{};
  std::vector<Body> bodies_;
  LevelGrid<D> grid_;
  std::set<Meeting<D>> known_;
  int met_ = 0;
};

template <int D>
void run(const Layout& layout, int steps) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) Crowding<D>(layout, seed).run(test::rounds(steps));
}

TEST(LevelGrid, FindsAllThatTouch) {
  for (const bool periodic : {false, true}) {
    run<2>(one_level(periodic), 3000);
    run<3>(one_level(periodic), 3000);
  }
}

TEST(LevelGrid, FindsAllThatTouchInListsOfSeveralCells) {
  for (const bool periodic : {false, true}) {
    run<2>(folded_level(periodic), 3000);
    run<3>(folded_level(periodic), 3000);
  }
}

TEST(LevelGrid, FindsAllThatTouchOfSeveralSizes) {
  for (const bool periodic : {false, true}) {
    run<2>(two_levels(periodic), 3000);
    run<3>(two_levels(periodic), 3000);
    run<2>(three_levels(periodic), 6000);
    run<3>(three_levels(periodic), 6000);
  }
}

TEST(LevelGrid, TellsWhichCopyIsNearInANarrowBox) {
  run<2>(narrow_level(), 3000);
  run<3>(narrow_level(), 3000);
  run<2>(narrow_levels(), 3000);
  run<3>(narrow_levels(), 3000);
}

template <int D>
Vec<D> in_box(Random& random, double side) {
  Vec<D> place;
  for (int k = 0; k < D; ++k) place[k] = random.uniform(0, side);
  return place;
}

constexpr std::int32_t kSide = 48;

template <int D>
LevelGrid<D> grid_of_three_levels(bool periodic) {
  Vec<D> side;
  Cell<D> counts;
  counts.fill(kSide);
  for (int k = 0; k < D; ++k) side[k] = 1;
  return LevelGrid<D>({}, side, counts, {{kSmall, 0}, {kMiddle, 1}, {kLarge, 3}}, periodic);
}

template <int D>
std::set<std::uint32_t> near(const LevelGrid<D>& grid, std::uint32_t body, double radius) {
  CandidateBodies found;
  grid.look_near(body, radius, found, [](std::uint32_t, const Cell<D>&) { ADD_FAILURE() << "the box is wide"; });
  return {found.begin(), found.end()};
}

// The oracle: the distances of all pairs. Nobody's centre is inside a larger body, but for those in the middle of each
// of the large ones, whom nobody looks for.
template <int D>
void solid_bodies_are_found_at_the_surface() {
  Random random(D);
  LevelGrid<D> grid = grid_of_three_levels<D>(false);
  grid.set_solid(true);
  EXPECT_TRUE(grid.is_solid());
  constexpr std::uint32_t kLargeOnes = 12;
  std::vector<Ball<D>> balls;
  while (balls.size() < 1500) {
    const bool is_large = balls.size() < kLargeOnes;
    const Ball<D> ball{in_box<D>(random, kSide), is_large ? kLarge : random.uniform(0.05, kMiddle)};
    const bool is_free = std::all_of(balls.begin(), balls.end(), [&](const Ball<D>& other) {
      return norm(ball.center - other.center) >= std::max(ball.radius, other.radius);
    });
    if (is_free) balls.push_back(ball);
  }
  for (std::uint32_t id = 0; id < balls.size(); ++id) grid.insert(id, balls[id].center, balls[id].radius);
  const auto hidden = static_cast<std::uint32_t>(balls.size());
  for (std::uint32_t n = 0; n < kLargeOnes; ++n) grid.insert(hidden + n, balls[n].center, 0.1);
  int touching = 0;
  for (std::uint32_t a = 0; a < balls.size(); ++a) {
    const std::set<std::uint32_t> found = near(grid, a, balls[a].radius);
    if (a < kLargeOnes) {
      EXPECT_EQ(found.count(hidden + a), 0u);
    }
    for (std::uint32_t b = 0; b < balls.size(); ++b) {
      if (a == b || norm(balls[a].center - balls[b].center) > balls[a].radius + balls[b].radius) continue;
      ++touching;
      ASSERT_EQ(found.count(b), 1u) << a << ' ' << b;
    }
  }
  EXPECT_GT(touching, 100);
}

TEST(LevelGrid, LooksAtTheSurfaceOfSolidBodiesOnly) {
  solid_bodies_are_found_at_the_surface<2>();
  solid_bodies_are_found_at_the_surface<3>();
}

// The oracle: which bodies, or copies of them, are in the box. A box of n lists along an axis touches n + 1 at most.
template <int D>
void boxes_are_visited(bool periodic) {
  Random random(D);
  LevelGrid<D> grid = grid_of_three_levels<D>(periodic);
  const std::array<double, 3> radius = {kSmall, kMiddle, kLarge};
  const std::array<double, 3> side = {1, 2, 8};
  std::vector<Vec<D>> places;
  for (std::uint32_t id = 0; id < 900; ++id) {
    places.push_back(in_box<D>(random, kSide));
    grid.insert(id, places.back(), radius[id % 3]);
  }
  ASSERT_EQ(grid.level_count(), 3u);
  for (int round = 0; round < test::rounds(300); ++round) {
    const Vec<D> low = 2 * in_box<D>(random, kSide) - in_box<D>(random, kSide);
    const Vec<D> high = low + in_box<D>(random, round % 10 == 0 ? 2 * kSide : 12);
    for (std::uint32_t level = 0; level < 3; ++level) {
      std::multiset<std::size_t> visited;
      grid.visit_box(level, low, high, [&](std::size_t index) { visited.insert(index); });
      double most = 1;
      for (int k = 0; k < D; ++k)
        most *= std::min(1.0 * kSide / side[level], std::floor((high[k] - low[k]) / side[level]) + 2);
      ASSERT_LE(static_cast<double>(visited.size()), most);
      for (std::uint32_t id = level; id < places.size(); id += 3) {
        bool within = true;
        for (int k = 0; k < D; ++k) {
          const double copies = periodic ? std::ceil((low[k] - places[id][k]) / kSide) : 0;
          const double at = places[id][k] + copies * kSide;
          within = within && at >= low[k] && at <= high[k];
        }
        if (!within) continue;
        ASSERT_GE(visited.count(grid.index(id)), 1u) << id;
      }
    }
  }
}

TEST(LevelGrid, VisitsTheListsThatABoxTouches) {
  for (const bool periodic : {false, true}) {
    boxes_are_visited<2>(periodic);
    boxes_are_visited<3>(periodic);
  }
}

// The oracle: the place on the path at the time that is told, and at many times before.
template <class FirstExit>
void is_left_then(const Vec2& position, const Vec2& velocity, const Vec2& acceleration, const FirstExit& first_exit) {
  constexpr double kEdge = LevelGrid<2>::kHysteresis;
  const auto at = [&](double t) { return position + t * (velocity + (0.5 * t) * acceleration); };
  const Vec2 cell{std::floor(position.x), std::floor(position.y)};
  const LevelGrid<2>::Exit exit = first_exit();
  const double last = std::isfinite(exit.after) ? exit.after : 100;
  for (int n = 0; n < 200; ++n) {
    const Vec2 place = at(last * n / 200) - cell;
    for (int k = 0; k < 2; ++k) {
      ASSERT_GE(place[k], -kEdge - 1e-12);
      ASSERT_LE(place[k], 1 + kEdge + 1e-12);
    }
  }
  if (std::isinf(exit.after)) return;
  ASSERT_NEAR((at(exit.after) - cell)[exit.axis], exit.direction > 0 ? 1 + kEdge : -kEdge, 1e-11);
}

TEST(LevelGrid, TellsWhenABodyLeavesItsCellByTheHysteresis) {
  Random random(3);
  LevelGrid<2> grid({}, {1, 1}, {9, 9}, {{kSmall, 0}}, false);
  EXPECT_EQ(grid.hysteresis(0), LevelGrid<2>::kHysteresis);
  for (int round = 0; round < 2000; ++round) {
    const Vec2 position = in_box<2>(random, 9);
    Vec2 velocity{random.uniform(-1, 1), random.uniform(-1, 1)};
    Vec2 acceleration{random.uniform(-1, 1), random.below(3) == 0 ? 0 : random.uniform(-1, 1)};
    if (random.below(8) == 0) velocity.x = 0;
    grid.insert(0, position, 0.1);
    is_left_then(position, velocity, {}, [&] { return grid.first_exit(0, position, velocity); });
    is_left_then(position, velocity, acceleration,
                 [&] { return grid.first_exit(0, position, velocity, acceleration); });
    grid.remove(0);
  }
}

// On a level's own bodies, and on those of others.
TEST(LevelGrid, TellsWhoIsSmaller) {
  LevelGrid<3> grid = grid_of_three_levels<3>(false);
  grid.insert(0, {1, 1, 1}, 0.3);
  grid.insert(1, {2, 1, 1}, kSmall);
  grid.insert(2, {3, 1, 1}, 0.5);
  EXPECT_FALSE(grid.has_smaller(0));
  EXPECT_FALSE(grid.has_smaller(1));
  EXPECT_TRUE(grid.has_smaller(2));
  EXPECT_TRUE(grid.is_smaller(1, 2));
  EXPECT_FALSE(grid.is_smaller(0, 1));
  EXPECT_FALSE(grid.is_smaller(2, 0));
  EXPECT_EQ(grid.radius(1), kMiddle);
}

}  // namespace
}  // namespace carom::broad
