#include "contacts/contact_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/math/random.hpp"
#include "unit/math/on_every_target.hpp"

namespace carom::contacts {
namespace {

const double kRoot3 = std::sqrt(3.0);
constexpr double kThirdPi = 1.0471975511965976;

/// Discs of radius 1/2 and mass 1, each with the velocity that its weight 1 gives it in a unit of time: the impulses
/// that leave all at rest are forces in balance.
struct Pile {
  std::vector<TickBody<2>> bodies;
  std::vector<TickContact<2>> contacts;

  std::uint32_t add() {
    bodies.push_back({.velocity = {0, -1}, .inverse_mass = 1, .radius = 0.5});
    return static_cast<std::uint32_t>(bodies.size() - 1);
  }
  void touch(std::uint32_t a, std::uint32_t b, double angle, double friction) {
    contacts.push_back({.a = a, .b = b, .normal = {std::cos(angle), std::sin(angle)}, .friction = friction});
  }
  void touch_floor(std::uint32_t a, double friction) {
    contacts.push_back({.a = a, .normal = {0, -1}, .friction = friction});
  }
  Solved settle(int most_sweeps = 200'000) {
    return ContactSolver<2>().solve(bodies, contacts, {.tolerance = 1e-15, .most_sweeps = most_sweeps});
  }
  double fastest() const {
    double most = 0;
    for (const TickBody<2>& body : bodies) most = std::max(most, norm(body.velocity));
    return most;
  }
};

// The contact k below the top of a column carries k weights.
TEST(ContactSolver, ColumnCarriesWhatIsAbove) {
  Pile column;
  for (int k = 0; k < 30; ++k) column.add();
  column.touch_floor(0, 0);
  for (std::uint32_t k = 1; k < 30; ++k) column.touch(k - 1, k, 1.5707963267948966, 0);
  const Solved solved = column.settle();
  EXPECT_LE(solved.residual, 1e-15);
  for (std::uint32_t k = 0; k < 30; ++k) EXPECT_NEAR(column.contacts[k].normal_impulse, 30.0 - k, 1e-9);
  EXPECT_LE(column.fastest(), 1e-11);
}

// Between walls at a1 and a2 to the horizontal, without friction: N1 = W sin a2/sin(a1 + a2), N2 = W sin a1/sin(a1 +
// a2).
TEST(ContactSolver, TroughSharesTheWeight) {
  constexpr double a1 = 0.5, a2 = 0.9;
  Pile trough;
  const std::uint32_t disc = trough.add();
  trough.contacts.push_back({.a = disc, .normal = {std::sin(-a1), -std::cos(a1)}});
  trough.contacts.push_back({.a = disc, .normal = {std::sin(a2), -std::cos(a2)}});
  trough.settle();
  EXPECT_NEAR(trough.contacts[0].normal_impulse, std::sin(a2) / std::sin(a1 + a2), 1e-12);
  EXPECT_NEAR(trough.contacts[1].normal_impulse, std::sin(a1) / std::sin(a1 + a2), 1e-12);
}

Pile three_cylinders(double between, double ground) {
  Pile pile;
  for (int k = 0; k < 3; ++k) pile.add();
  pile.touch_floor(0, ground);
  pile.touch_floor(1, ground);
  pile.touch(0, 2, kThirdPi, between);
  pile.touch(1, 2, 2 * kThirdPi, between);
  return pile;
}

// Two cylinders side by side and one on top stand by friction alone: it takes 2 − √3 between them and (2 − √3)/3 on the
// ground (STEP 1995, paper 1, question 11). Then N between is W/2 and the force across it (W/2) tan 15°.
TEST(ContactSolver, ThreeCylindersStandOrFall) {
  const double between = 2 - kRoot3, ground = between / 3;
  for (const double more : {0.003, 0.5}) {
    Pile stands = three_cylinders(between + more, ground + more);
    stands.settle();
    EXPECT_LE(stands.fastest(), 1e-10) << more;
    for (const int k : {2, 3}) EXPECT_NEAR(norm(stands.contacts[k].tangential_impulse), 0.5 * between, 1e-9);
    for (const int k : {2, 3}) EXPECT_NEAR(stands.contacts[k].normal_impulse, 0.5, 1e-9);
    EXPECT_NEAR(stands.contacts[0].normal_impulse, 1.5, 1e-9);
  }
  Pile slips_between = three_cylinders(between - 0.003, 0.5), slips_below = three_cylinders(0.5, ground - 0.003);
  slips_between.settle();
  slips_below.settle();
  EXPECT_GE(slips_between.fastest(), 1e-4);
  EXPECT_GE(slips_below.fastest(), 1e-4);
}

// n rows of discs without friction, walls beside the base: each disc of the base carries (n + 1)/2 weights on the
// floor, and a contact up a diagonal carries k/√3, k the discs above on that line with this one. A squeeze along the
// base is in balance with nothing, and the solver that begins at no force finds none: the walls carry what the balance
// of the halves asks, n²/(8 √3) for even n, else (n² − 1)/(8 √3). (Discs of the rows above do not touch on their level:
// those contacts would make the forces many.)
TEST(ContactSolver, TriangularPileStandsAsInTheory) {
  for (const int rows : {2, 3, 4, 5, 6, 9}) {
    Pile pile;
    std::vector<std::vector<std::uint32_t>> row(static_cast<std::size_t>(rows));
    for (int k = 0; k < rows; ++k)
      for (int i = 0; i < rows - k; ++i) row[static_cast<std::size_t>(k)].push_back(pile.add());
    for (const std::uint32_t base : row[0]) pile.touch_floor(base, 0);
    pile.contacts.push_back({.a = row[0].front(), .normal = {-1, 0}});
    pile.contacts.push_back({.a = row[0].back(), .normal = {1, 0}});
    const std::size_t first_diagonal = pile.contacts.size();
    for (std::size_t k = 0; k + 1 < row.size(); ++k)
      for (std::size_t i = 0; i < row[k + 1].size(); ++i) {
        pile.touch(row[k][i], row[k + 1][i], kThirdPi, 0);
        pile.touch(row[k][i + 1], row[k + 1][i], 2 * kThirdPi, 0);
      }
    for (std::size_t i = 0; i + 1 < row[0].size(); ++i) pile.touch(row[0][i], row[0][i + 1], 0, 0);
    pile.settle();
    EXPECT_LE(pile.fastest(), 1e-10) << rows;
    for (int i = 0; i < rows; ++i)
      EXPECT_NEAR(pile.contacts[static_cast<std::size_t>(i)].normal_impulse, 0.5 * (rows + 1), 1e-9) << rows;
    std::size_t next = first_diagonal;
    for (std::size_t k = 0; k + 1 < row.size(); ++k)
      for (std::size_t i = 0; i < row[k + 1].size(); ++i) {
        // Up to the right the line through (k + 1, i) has the discs (k + 1, i), (k + 2, i) …, up to the left (k + 1 +
        // j, i − j).
        const double right = static_cast<double>(row[k + 1].size() - i), left = static_cast<double>(i + 1);
        EXPECT_NEAR(pile.contacts[next++].normal_impulse, right / kRoot3, 1e-9) << rows;
        EXPECT_NEAR(pile.contacts[next++].normal_impulse, left / kRoot3, 1e-9) << rows;
      }
    const double least = (rows * rows - rows % 2) / (8 * kRoot3);
    EXPECT_NEAR(pile.contacts[static_cast<std::size_t>(rows)].normal_impulse, least, 1e-3) << rows;
  }
}

// Signorini and Coulomb hold at the solution, and no solution has more kinetic energy than what came in, as nothing
// that is touched moves.
template <int D>
void expect_laws() {
  Random random(D);
  for (int round = 0; round < 50; ++round) {
    std::vector<TickBody<D>> bodies(12);
    for (TickBody<D>& body : bodies) {
      const double mass = std::exp(random.uniform(-2, 2)), radius = random.uniform(0.2, 0.6);
      body = {.velocity = random.in_ball<D>(), .inverse_mass = 1 / mass, .radius = radius};
    }
    std::vector<TickContact<D>> contacts;
    for (int k = 0; k < 20; ++k) {
      TickContact<D> contact{.a = static_cast<std::uint32_t>(random.below(12)), .normal = random.direction<D>()};
      if (k % 4 != 0) contact.b = static_cast<std::uint32_t>(random.below(12));
      if (contact.a == contact.b) continue;
      contact.friction = random.uniform(0, 0.8);
      contacts.push_back(contact);
    }
    const auto energy = [&] {
      double sum = 0;
      for (const TickBody<D>& body : bodies)
        sum += (norm2(body.velocity) + kHomogeneousInertia<D> * body.radius * body.radius * norm2(body.spin)) /
               body.inverse_mass;
      return 0.5 * sum;
    };
    const double before = energy();
    const Solved solved = ContactSolver<D>().solve(bodies, contacts, {.tolerance = 1e-14, .most_sweeps = 100000});
    EXPECT_LE(solved.residual, 1e-14);
    EXPECT_LE(energy(), before * (1 + 1e-12));
    for (const TickContact<D>& contact : contacts) {
      static constexpr TickBody<D> kStill{};
      const TickBody<D>& a = bodies[contact.a];
      const TickBody<D>& b = contact.b == kFixed ? kStill : bodies[contact.b];
      const Vec<D> g = a.velocity - b.velocity + cross(a.radius * a.spin + b.radius * b.spin, contact.normal);
      const double parting = -dot(g, contact.normal);
      const Vec<D> across = g + parting * contact.normal;
      EXPECT_GE(contact.normal_impulse, 0);
      EXPECT_GE(parting, -1e-11);
      if (contact.normal_impulse > 1e-9) {
        EXPECT_LE(parting, 1e-11);
      }
      const double most = contact.friction * contact.normal_impulse;
      EXPECT_LE(norm(contact.tangential_impulse), most * (1 + 1e-12));
      if (norm(across) > 1e-9) {
        EXPECT_LE(norm(contact.tangential_impulse + (most / norm(across)) * across), 1e-6);
      }
    }
  }
}

TEST(ContactSolver, SolutionsObeySignoriniAndCoulombInThePlane) {
  expect_laws<2>();
}

TEST(ContactSolver, SolutionsObeySignoriniAndCoulombInSpace) {
  expect_laws<3>();
}

// A disc on a conveyor is taken along by friction: by μ λ a tick, or as fast as rolls without sliding.
TEST(ContactSolver, WhatIsFixedMayMove) {
  Pile pile;
  pile.add();
  pile.contacts.push_back({.a = 0, .normal = {0, -1}, .surface = {9, 0}, .friction = 0.5});
  pile.settle();
  EXPECT_NEAR(pile.bodies[0].velocity.x, 0.5, 1e-14);
  EXPECT_NEAR(pile.bodies[0].spin, 0.5 * 0.5 / (0.5 * 0.25), 1e-14);
}

// What is not near yet may approach, so far that it touches at the end.
TEST(ContactSolver, GapsMayCloseAndNoMore) {
  Pile pile;
  pile.add();
  pile.contacts.push_back({.a = 0, .normal = {0, -1}, .least = -0.25});
  pile.settle();
  EXPECT_DOUBLE_EQ(pile.bodies[0].velocity.y, -0.25);
  EXPECT_DOUBLE_EQ(pile.contacts[0].normal_impulse, 0.75);
}

double torque_of(Random& random, double) {
  return random.uniform(-0.1, 0.1);
}
Vec3 torque_of(Random& random, const Vec3&) {
  return 0.1 * random.in_ball<3>();
}

/// Random bodies, and contacts of random pairs by colours: those of one share no body.
template <int D>
struct Coloured {
  std::vector<TickBody<D>> bodies;
  std::vector<TickContact<D>> contacts;
  std::vector<std::uint32_t> ends;

  Coloured(std::uint64_t seed, bool resists) {
    Random random(seed);
    constexpr std::uint32_t kBodies = 60;
    for (std::uint32_t k = 0; k < kBodies; ++k) {
      const double radius = random.uniform(0.3, 1), mass = random.uniform(0.5, 2);
      bodies.push_back({.velocity = random.in_ball<D>(), .inverse_mass = 1 / mass, .radius = radius});
    }
    for (int colour = 0; colour < 6; ++colour) {
      for (std::uint32_t k = 0; k + 1 < kBodies; k += random.uniform(0, 1) < 0.8 ? 2 : 1) {
        if (!contacts.empty() && k > 0 && contacts.back().b == k) continue;
        const bool is_fixed = random.uniform(0, 1) < 0.2;
        contacts.push_back({.a = k, .b = is_fixed ? kFixed : k + 1, .normal = random.direction<D>()});
        contacts.back().surface = is_fixed ? 0.1 * random.in_ball<D>() : Vec<D>{};
        contacts.back().least = random.uniform(-0.2, 0.1);
        contacts.back().friction = random.uniform(0.05, 1);
        contacts.back().normal_impulse = std::max(0.0, random.uniform(-0.5, 1));
        if (!resists) continue;
        contacts.back().rolling_arm = std::max(0.0, random.uniform(-0.1, 0.2));
        contacts.back().spinning_arm = std::max(0.0, random.uniform(-0.1, 0.2));
        if (contacts.back().rolling_arm > 0 || contacts.back().spinning_arm > 0)
          contacts.back().torque = torque_of(random, Spin<D>{});
      }
      ends.push_back(static_cast<std::uint32_t>(contacts.size()));
    }
  }
};

// Eight at a time, contacts of one colour get the bits that they get one after another.
template <int D>
void expect_same_bits_by_colours() {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const bool resists = seed % 2 == 0;
    Coloured<D> alone(seed, resists), together(seed, resists);
    const SolverLimits limits{.tolerance = 1e-12, .most_sweeps = 40, .relaxation = {1.8, 1.5, 1.2}};
    const Solved one = ContactSolver<D>().solve(alone.bodies, alone.contacts, limits);
    const Solved eight = ContactSolver<D>().solve(together.bodies, together.contacts, limits, together.ends);
    EXPECT_EQ(one.sweeps, eight.sweeps);
    EXPECT_EQ(one.residual, eight.residual);
    for (std::size_t k = 0; k < alone.bodies.size(); ++k) {
      EXPECT_EQ(alone.bodies[k].velocity, together.bodies[k].velocity) << seed;
      EXPECT_EQ(alone.bodies[k].spin, together.bodies[k].spin) << seed;
    }
    for (std::size_t k = 0; k < alone.contacts.size(); ++k) {
      EXPECT_EQ(alone.contacts[k].normal_impulse, together.contacts[k].normal_impulse) << seed;
      EXPECT_EQ(alone.contacts[k].tangential_impulse, together.contacts[k].tangential_impulse) << seed;
      EXPECT_EQ(alone.contacts[k].torque, together.contacts[k].torque) << seed;
    }
  }
}

TEST(ContactSolver, EightAtATimeGetTheBitsOfOneAfterAnother) {
  on_every_target([] {
    expect_same_bits_by_colours<2>();
    expect_same_bits_by_colours<3>();
  });
}

}  // namespace
}  // namespace carom::contacts
