#include "sim/search/choose_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "carom/carom.hpp"
#include "sim/search/all_pairs.hpp"
#include "sim/search/grid_search.hpp"
#include "sim/search/linked/linked_search.hpp"
#include "sim/search/verlet/verlet_search.hpp"
#include "unit/sim/plain_domain.hpp"

namespace carom::sim {
namespace {

enum class Kind { all_pairs, grid, lists, linked };

std::string name(Kind kind) {
  return kind == Kind::all_pairs ? "all pairs" : kind == Kind::grid ? "grid" : kind == Kind::lists ? "lists" : "linked";
}

std::ostream& operator<<(std::ostream& out, Kind kind) {
  return out << name(kind);
}

template <int D>
Kind chosen(PlainDomain<D>& scene) {
  scene.list();
  const std::unique_ptr<Search<D>> search = choose_search(scene.domain.site(), 1);
  EXPECT_NE(search, nullptr);
  if (dynamic_cast<const AllPairs<D>*>(search.get())) return Kind::all_pairs;
  if (dynamic_cast<const VerletSearch<D>*>(search.get())) return Kind::lists;
  if (dynamic_cast<const LinkedSearch<D>*>(search.get())) return Kind::linked;
  EXPECT_NE(dynamic_cast<const GridSearch<D>*>(search.get()), nullptr);
  return Kind::grid;
}

constexpr double kRadius = 0.5;

/// So many balls along each axis, at a distance of so many diameters.
template <int D>
struct Lattice {
  int count = 6;
  double spacing = 1.2;
  bool is_periodic = true;
  WorldOptions<D> options{};

  std::size_t size() const { return static_cast<std::size_t>(std::pow(count, D)); }
  Body<D> ball(std::size_t number) const {
    Ball<D> ball{{}, kRadius};
    for (int k = 0; k < D; ++k) {
      ball.center[k] = (static_cast<double>(number % static_cast<std::size_t>(count)) + 0.5) * spacing;
      number /= static_cast<std::size_t>(count);
    }
    return {.shape = ball};
  }
};

/// `change(number, body)`: makes of the ball of that number what it is.
template <int D, class Change>
PlainDomain<D>& fill(PlainDomain<D>& scene, const Lattice<D>& lattice, Change change) {
  for (std::size_t k = 0; k < lattice.size(); ++k) {
    Body<D> body = lattice.ball(k);
    change(k, body);
    scene.add(body);
  }
  return scene;
}

template <int D>
WorldOptions<D> options_of(const Lattice<D>& lattice) {
  WorldOptions<D> options = lattice.options;
  if (!lattice.is_periodic) return options;
  options.period = Vec<D>{};
  for (int k = 0; k < D; ++k) (*options.period)[k] = lattice.count * lattice.spacing;
  return options;
}

template <int D, class Change>
Kind chosen_for(const Lattice<D>& lattice, Change change) {
  PlainDomain<D> scene(options_of(lattice));
  return chosen(fill(scene, lattice, change));
}

template <int D>
Kind chosen_for(const Lattice<D>& lattice) {
  return chosen_for(lattice, [](std::size_t, Body<D>&) {});
}

TEST(ChooseSearch, FewBallsAreHeldAgainstEachOther) {
  EXPECT_EQ(chosen_for(Lattice<2>{.count = 4}), Kind::all_pairs);
  EXPECT_EQ(chosen_for(Lattice<2>{.count = 4, .spacing = 5, .is_periodic = false}), Kind::all_pairs);
  EXPECT_EQ(chosen_for(Lattice<3>{.count = 2}), Kind::all_pairs);
}

TEST(ChooseSearch, NoBallsAtAllAreFewToo) {
  PlainDomain<2> scene;
  EXPECT_EQ(chosen(scene), Kind::all_pairs);
}

TEST(ChooseSearch, BallsOfADenseFluidHaveLists) {
  EXPECT_EQ(chosen_for(Lattice<2>{.count = 20}), Kind::lists);
  EXPECT_EQ(chosen_for(Lattice<3>{.count = 10, .spacing = 1.1}), Kind::lists);
  EXPECT_EQ(chosen_for(Lattice<2>{.count = 20, .is_periodic = false}), Kind::lists);
  EXPECT_EQ(chosen_for(Lattice<3>{.count = 8, .spacing = 3, .is_periodic = false}), Kind::lists);
}

TEST(ChooseSearch, BallsOfASparseGasInAPeriodicBoxAreInLinkedCells) {
  EXPECT_EQ(chosen_for(Lattice<2>{.count = 20, .spacing = 3}), Kind::linked);
  EXPECT_EQ(chosen_for(Lattice<3>{.count = 10, .spacing = 2}), Kind::linked);
}

TEST(ChooseSearch, AMixtureOfSimilarSizesIsLikeEqualBalls) {
  const auto smaller = [](std::size_t k, Body<2>& body) {
    if (k % 2 == 0) std::get<Circle>(body.shape).radius = 0.7 * kRadius;
  };
  EXPECT_EQ(chosen_for(Lattice<2>{.count = 20, .spacing = 1.1}, smaller), Kind::lists);
  EXPECT_EQ(chosen_for(Lattice<2>{.count = 20, .spacing = 3}, smaller), Kind::linked);
}

// All but three are smaller by 20.
TEST(ChooseSearch, BallsOfVeryDifferentSizesAreInAGrid) {
  const auto mostly_small = [](std::size_t k, auto& body) {
    if (k > 2) std::get<0>(body.shape).radius = kRadius / 20;
  };
  for (const bool is_periodic : {false, true}) {
    EXPECT_EQ(chosen_for(Lattice<2>{.count = 20, .is_periodic = is_periodic}, mostly_small), Kind::grid);
    EXPECT_EQ(chosen_for(Lattice<3>{.count = 8, .is_periodic = is_periodic}, mostly_small), Kind::grid);
  }
}

TEST(ChooseSearch, BallsUnderGravityAreInAGrid) {
  Lattice<2> flat{.count = 20, .is_periodic = false};
  flat.options.gravity = {0, -1};
  EXPECT_EQ(chosen_for(flat), Kind::grid);
  Lattice<3> space{.count = 8, .is_periodic = false};
  space.options.gravity = {0, 0, -1};
  EXPECT_EQ(chosen_for(space), Kind::grid);
}

/// One ball that does not simply bounce on a straight path.
template <class Change>
Kind with_one(double spacing, Change change) {
  return chosen_for(Lattice<2>{.count = 20, .spacing = spacing}, [&](std::size_t k, Body<2>& body) {
    if (k == 7) change(body);
  });
}

TEST(ChooseSearch, OneBallThatDoesNotSimplyBounceIsEnoughForAGrid) {
  for (const double spacing : {1.2, 3.0}) {
    const Kind usual = spacing < 2 ? Kind::lists : Kind::linked;
    EXPECT_EQ(with_one(spacing, [](Body<2>&) {}), usual);
    EXPECT_EQ(with_one(spacing, [](Body<2>& body) { body.mass = kImmovable; }), usual);
    EXPECT_EQ(with_one(spacing, [](Body<2>& body) { body.restitution = 0.5; }), usual);
    EXPECT_EQ(with_one(spacing, [](Body<2>& body) { body.response = Response::stick; }), Kind::grid);
    EXPECT_EQ(with_one(spacing, [](Body<2>& body) { body.response = Response::pocket; }), Kind::grid);
    EXPECT_EQ(with_one(spacing, [](Body<2>& body) { body.response = Response::slide; }), Kind::grid);
    EXPECT_EQ(with_one(spacing, [](Body<2>& body) { body.motion = Stopping2{{1, 0}, 1}; }), Kind::grid);
    EXPECT_EQ(with_one(spacing, [](Body<2>& body) { body.mask = 2; }), Kind::grid);
  }
}

TEST(ChooseSearch, DampingLeavesListsAndNoLinkedCells) {
  Lattice<2> lattice{.count = 20};
  lattice.options.damping = 0.5;
  EXPECT_EQ(chosen_for(lattice), Kind::lists);
  lattice.spacing = 3;
  EXPECT_EQ(chosen_for(lattice), Kind::lists);
}

TEST(ChooseSearch, AllPairsCanBeAskedFor) {
  Lattice<2> lattice{.count = 20};
  lattice.options.broad_phase = BroadPhase::all_pairs;
  EXPECT_EQ(chosen_for(lattice), Kind::all_pairs);
}

TEST(ChooseSearch, PointsHaveCellsByHowFarApartTheyAre) {
  const auto point = [](std::size_t, Body<2>& body) { std::get<Circle>(body.shape).radius = 0; };
  EXPECT_EQ(chosen_for(Lattice<2>{.count = 20}, point), Kind::grid);
}

// 27 balls, and fewer than five cells of their size along each axis.
TEST(ChooseSearch, ABoxOfFewCellsHasNoListsAndNoLinkedCells) {
  for (const double spacing : {1.01, 1.5}) {
    const Kind kind = chosen_for(Lattice<3>{.count = 3, .spacing = spacing});
    EXPECT_TRUE(kind == Kind::grid || kind == Kind::all_pairs) << kind;
  }
}

TEST(ChooseSearch, ManyObstaclesAreInCellsHoweverFewTheBalls) {
  for (const int pieces : {100, 200}) {
    PlainDomain<2> scene;
    scene.add_ball({0, 5}, kRadius, {0, -1});
    scene.add_ball({3, 5}, kRadius, {0, -1});
    for (int k = 0; k < pieces; ++k) scene.add({.shape = Segment2{{1.0 * k, 0}, {1.0 * k + 1, 0}}});
    EXPECT_EQ(chosen(scene) == Kind::all_pairs, pieces < 150) << 3 * pieces << " pieces";
  }
}

TEST(ChooseSearch, BallsThatHaveFlownTooFarAwayForListsAreInAGrid) {
  Lattice<2> lattice{.count = 20, .is_periodic = false};
  PlainDomain<2> scene(options_of(lattice));
  fill(scene, lattice, [](std::size_t, Body<2>&) {});
  scene.domain.search.forget_as_too_wide();
  EXPECT_EQ(chosen(scene), Kind::grid);
}

TEST(ChooseSearch, TheChoiceKeepsCoarsePathsOrForgetsThem) {
  Lattice<2> lattice{.count = 20};
  PlainDomain<2> scene(options_of(lattice));
  fill(scene, lattice, [](std::size_t, Body<2>&) {});
  EXPECT_EQ(chosen(scene), Kind::lists);
  EXPECT_FALSE(scene.domain.prefilter.empty());
  scene.data.setting.options.broad_phase = BroadPhase::all_pairs;
  EXPECT_EQ(chosen(scene), Kind::all_pairs);
  EXPECT_TRUE(scene.domain.prefilter.empty());
}

TEST(ChooseSearch, NothingIsPredictedYet) {
  Lattice<2> lattice{.count = 20};
  PlainDomain<2> scene(options_of(lattice));
  fill(scene, lattice, [](std::size_t k, Body<2>& body) { body.motion = Vec2{k % 2 == 0 ? 1.0 : -1.0, 0}; });
  EXPECT_EQ(chosen(scene), Kind::lists);
  EXPECT_TRUE(scene.domain.calendar.empty());
  EXPECT_TRUE(scene.domain.search.empty());
}

/// Whether such a world can be divided.
bool is_divisible_with(const WorldOptions<2>& options, const Body<2>& one) {
  PlainDomain<2> scene(options);
  scene.add_ball({1, 1}, kRadius, {1, 0});
  scene.add(one);
  scene.list();
  return is_divisible(scene.data.setting, scene.store());
}

TEST(ChooseSearch, PeriodicWorldsOfBallsThatSimplyBounceAreDivisible) {
  WorldOptions<2> periodic;
  periodic.period = Vec2{10, 10};
  Body<2> ball{.shape = Circle{{4, 4}, kRadius}};
  EXPECT_TRUE(is_divisible_with(periodic, ball));
  EXPECT_FALSE(is_divisible_with({}, ball));
  WorldOptions<2> damped = periodic;
  damped.damping = 0.5;
  EXPECT_FALSE(is_divisible_with(damped, ball));
  WorldOptions<2> rough = periodic;
  rough.tangential_restitution = 0;
  EXPECT_FALSE(is_divisible_with(rough, ball));
  ball.mass = kImmovable;
  EXPECT_FALSE(is_divisible_with(periodic, ball));
}

}  // namespace
}  // namespace carom::sim
