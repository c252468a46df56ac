#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "carom/io/scene.hpp"

namespace {

using namespace carom;
using namespace carom::io;

template <int D>
Scene<D> generated(const std::string& generator, const std::string& more = "", const SceneSettings& settings = {}) {
  const std::string text = R"({"carom": 1, "dimension": )" + std::to_string(D) + R"(, "generators": [)" + generator +
                           "]" + (more.empty() ? "" : ", " + more) + "}";
  return std::get<Scene<D>>(parse_scene(text, "s.json", settings));
}

template <int D>
std::string error_of(const std::string& generator, const std::string& more = "", const SceneSettings& settings = {}) {
  try {
    generated<D>(generator, more, settings);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

template <int D>
const Ball<D>& ball(const SceneBody<D>& body) {
  return std::get<Ball<D>>(body.body.shape);
}

// The smallest gap between any two balls, by brute force; the nearest copies in a periodic box.
template <int D>
double smallest_gap(const Scene<D>& scene) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto *a = std::get_if<Ball<D>>(&scene.bodies[i].body.shape),
                 *b = std::get_if<Ball<D>>(&scene.bodies[j].body.shape);
      if (a == nullptr || b == nullptr) continue;
      Vec<D> apart = a->center - b->center;
      for (int k = 0; k < D && scene.options.period; ++k)
        apart[k] -= (*scene.options.period)[k] * std::round(apart[k] / (*scene.options.period)[k]);
      least = std::min(least, norm(apart) - a->radius - b->radius);
    }
  return least;
}

template <int D>
bool same_bits(const Scene<D>& a, const Scene<D>& b) {
  if (a.bodies.size() != b.bodies.size()) return false;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    if (ball(a.bodies[i]).center != ball(b.bodies[i]).center) return false;
    if (!(a.bodies[i].body.motion.velocity == b.bodies[i].body.motion.velocity)) return false;
  }
  return true;
}

TEST(SceneGenerators, ARackIsATriangleThatJustTouches) {
  const auto scene = generated<2>(
      R"({"rack": {"apex": [1, 2], "direction": [3, 0], "rows": 5, "radius": 0.5, "marks": ["1", "2"], "colors": ["#ff0000"], "name": "ball", "mass": 0.17}})");
  ASSERT_EQ(scene.bodies.size(), 15u);
  EXPECT_EQ(ball(scene.bodies[0]).center, (Vec2{1, 2}));
  EXPECT_EQ(scene.bodies[0].mark, "1");
  EXPECT_EQ(scene.bodies[0].color, "#ff0000");
  EXPECT_EQ(scene.bodies[2].mark, "");
  EXPECT_EQ(scene.bodies[14].name, "ball 15");
  EXPECT_EQ(scene.bodies[14].body.mass, 0.17);
  // The last row lies 4·√3/2 diameters behind the apex, its ends ±2 diameters aside.
  EXPECT_NEAR(ball(scene.bodies[14]).center.x, 1 + 2 * std::sqrt(3.0), 1e-14);
  EXPECT_NEAR(std::abs(ball(scene.bodies[14]).center.y - 2), 2, 1e-14);
  EXPECT_NEAR(smallest_gap(scene), 0, 1e-14);
}

TEST(SceneGenerators, ALooseRackMovesItsBallsWithinTheGap) {
  const std::string rack =
      R"({"rack": {"apex": [0, 0], "direction": [0, 1], "rows": 5, "radius": 0.5, "gap": 0.01, "seed": 4}})";
  const auto scene = generated<2>(rack);
  EXPECT_GE(smallest_gap(scene), 0);
  EXPECT_LT(smallest_gap(scene), 0.01);
  EXPECT_TRUE(same_bits(scene, generated<2>(rack)));
  SceneSettings other;
  other.seed = 5;
  EXPECT_FALSE(same_bits(scene, generated<2>(rack, "", other)));
}

TEST(SceneGenerators, ALatticeIsAGrid) {
  const auto scene = generated<3>(
      R"({"lattice": {"low": [1, 2, 3], "counts": [2, 3, 4], "spacing": 2, "radius": 1, "speed": 3, "seed": 1}})");
  ASSERT_EQ(scene.bodies.size(), 24u);
  EXPECT_EQ(ball(scene.bodies[0]).center, (Vec3{1, 2, 3}));
  EXPECT_EQ(ball(scene.bodies[1]).center, (Vec3{3, 2, 3}));
  EXPECT_EQ(ball(scene.bodies[23]).center, (Vec3{3, 6, 9}));
  EXPECT_EQ(smallest_gap(scene), 0);
  for (const auto& body : scene.bodies) EXPECT_NEAR(norm(body.body.motion.velocity), 3, 1e-14);
}

// Rows of four, three, two and one; each ball above the first row lies on two others, √3/2 of their distance higher.
TEST(SceneGenerators, APyramidStandsInHollows) {
  const auto scene = generated<2>(R"({"pyramid": {"base": [5, 1], "rows": 4, "radius": 0.5, "gap": 0.01}})");
  ASSERT_EQ(scene.bodies.size(), 10u);
  EXPECT_NEAR(smallest_gap(scene), 0.01, 1e-14);
  EXPECT_NEAR(ball(scene.bodies[0]).center.x, 5 - 1.5 * 1.01, 1e-14);
  EXPECT_NEAR(ball(scene.bodies[0]).center.y, 1.51, 1e-14);
  EXPECT_NEAR(ball(scene.bodies[9]).center.x, 5, 1e-14);
  EXPECT_NEAR(ball(scene.bodies[9]).center.y, 1.51 + 3 * 1.01 * std::sqrt(0.75), 1e-14);
}

// Squares of nine, four and one: the top is as far from each of the four below it as these from their neighbours.
TEST(SceneGenerators, APyramidOfCannonballsStandsInHollows) {
  const auto scene = generated<3>(R"({"pyramid": {"base": [0, 0, 0], "rows": 3, "radius": 1}})");
  ASSERT_EQ(scene.bodies.size(), 14u);
  EXPECT_NEAR(smallest_gap(scene), 0, 1e-14);
  for (std::size_t k = 9; k < 13; ++k)
    EXPECT_NEAR(norm(ball(scene.bodies[13]).center - ball(scene.bodies[k]).center), 2, 1e-14);
  EXPECT_NEAR(ball(scene.bodies[13]).center.z, 1 + 2 * std::sqrt(2.0), 1e-14);
}

TEST(SceneGenerators, AGasOfSomeSizesHasAsManyOfEach) {
  const auto scene = generated<2>(R"({"gas": {"count": 101, "radii": [0.1, 0.14], "temperature": 0, "seed": 2}})",
                                  R"("periodic": [9, 9])");
  int small = 0, large = 0;
  for (const auto& body : scene.bodies) {
    small += ball(body).radius == 0.1 ? 1 : 0;
    large += ball(body).radius == 0.14 ? 1 : 0;
  }
  EXPECT_EQ(small, 51);
  EXPECT_EQ(large, 50);
  EXPECT_GE(smallest_gap(scene), 0);
}

template <int D>
void expect_gas_laws(const Scene<D>& scene, std::size_t count, double temperature) {
  EXPECT_GE(smallest_gap(scene), 0);
  Vec<D> momentum{};
  double scale = 0, energy = 0;
  std::size_t balls = 0;
  for (const auto& body : scene.bodies) {
    if (!std::holds_alternative<Ball<D>>(body.body.shape)) continue;
    ++balls;
    momentum += body.body.mass * body.body.motion.velocity;
    scale += body.body.mass * norm(body.body.motion.velocity);
    energy += 0.5 * body.body.mass * norm2(body.body.motion.velocity);
  }
  EXPECT_EQ(balls, count);
  EXPECT_LE(norm(momentum), 1e-13 * scale);
  // ½ kT for each of the D(n − 1) degrees of freedom; 2E/kT is chi-squared: five standard deviations.
  const double freedom = static_cast<double>(D) * static_cast<double>(count - 1);
  EXPECT_NEAR(2 * energy / temperature, freedom, 5 * std::sqrt(2 * freedom));
}

TEST(SceneGenerators, AGasHasNoOverlapNoMomentumAndItsTemperature) {
  expect_gas_laws(generated<2>(R"({"gas": {"count": 1500, "radius": 0.1, "temperature": 2, "mass": 3, "seed": 1}})",
                               R"("periodic": [12, 10])"),
                  1500, 2);
  expect_gas_laws(generated<3>(R"({"gas": {"count": 1500, "radius": [0.05, 0.2], "temperature": 0.5, "seed": 2}})",
                               R"("periodic": [4, 5, 6])"),
                  1500, 0.5);
}

TEST(SceneGenerators, ADenseGasStartsFromALattice) {
  // Packing fractions of 0.80 of at most 0.907, and 0.65 of at most 0.740.
  expect_gas_laws(generated<2>(R"({"gas": {"count": 1000, "radius": 0.1596, "temperature": 1, "seed": 1}})",
                               R"("periodic": [10, 10])"),
                  1000, 1);
  expect_gas_laws(generated<3>(R"({"gas": {"count": 1000, "radius": 0.537, "temperature": 1, "seed": 1}})",
                               R"("periodic": [10, 10, 10])"),
                  1000, 1);
  expect_gas_laws(
      generated<3>(R"({"gas": {"count": 500, "radius": 0.5, "temperature": 1, "seed": 1, "kind": "lattice"}})",
                   R"("walls": {"low": [0, 0, 0], "high": [9, 8, 10]})"),
      500, 1);
}

// The side of a periodic square or cube in which balls of this measure together fill this fraction.
template <int D>
std::string box_for(double measure, double fraction) {
  const double side = D == 2 ? std::sqrt(measure / fraction) : std::cbrt(measure / fraction);
  return "\"periodic\": [" + std::to_string(side) + ", " + std::to_string(side) +
         (D == 3 ? ", " + std::to_string(side) : std::string()) + "]";
}

TEST(SceneGenerators, AGrownGasIsDenseAndHasNoOverlap) {
  constexpr double kPi = std::numbers::pi;
  const auto spheres =
      generated<3>(R"({"gas": {"count": 300, "radius": 0.5, "temperature": 1, "seed": 3, "kind": "grown"}})",
                   box_for<3>(300 * kPi / 6, 0.58));
  EXPECT_EQ(spheres.bodies.size(), 300U);
  EXPECT_GE(smallest_gap(spheres), 0);
  const auto discs =
      generated<2>(R"({"gas": {"count": 200, "radius": 0.5, "temperature": 1, "seed": 3, "kind": "grown"}})",
                   box_for<2>(200 * kPi / 4, 0.75));
  EXPECT_GE(smallest_gap(discs), 0);
  EXPECT_FALSE(discs.make_world().first_overlap());
}

TEST(SceneGenerators, AGrownGasOfManySizesFillsABoxWithWalls) {
  const auto scene =
      generated<2>(R"({"gas": {"count": 100, "radius": [0.2, 1], "temperature": 1, "seed": 4, "kind": "grown"}})",
                   R"("walls": {"low": [0, 0], "high": [14.5, 14.5]})");
  EXPECT_GE(smallest_gap(scene), 0);
  EXPECT_FALSE(scene.make_world().first_overlap());
}

TEST(SceneGenerators, AGrownGasHasTheSameBitsEachTimeAndOthersOfAnotherSeed) {
  const auto hash = [](const std::string& seed) {
    return generated<2>(
               R"({"gas": {"count": 50, "radius": 0.5, "temperature": 1, "kind": "grown", "seed": )" + seed + "}}",
               R"("periodic": [8, 8])")
        .make_world()
        .hash();
  };
  EXPECT_EQ(hash("7"), hash("7"));
  EXPECT_NE(hash("7"), hash("8"));
}

TEST(SceneGenerators, AGasThatCannotGrowIsAnError) {
  const std::string gas = R"({"gas": {"count": 60, "radius": 0.5, "temperature": 1, "kind": "grown"}})";
  EXPECT_NE(error_of<2>(gas, R"("periodic": [6.9, 6.9])").find("jam"), std::string::npos);  // a fraction of 0.99
  EXPECT_NE(error_of<2>(gas, R"("periodic": [3, 30])").find("three of the largest diameters"), std::string::npos);
}

TEST(SceneGenerators, AGasBetweenWallsAndObstaclesStaysOutOfThem) {
  const auto scene = generated<2>(R"({"gas": {"count": 200, "radius": 0.2, "temperature": 1, "seed": 3}})",
                                  R"("walls": {"low": [-5, -5], "high": [5, 5]},
    "bodies": [{"box": {"low": [-2, -2], "high": [2, 2]}}, {"ball": {"center": [3.5, 3.5], "radius": 1}}])");
  ASSERT_EQ(scene.bodies.size(), 2u + 200u + 4u);
  EXPECT_GE(smallest_gap(scene), 0);
  for (std::size_t i = 2; i < 202; ++i) {
    const Vec2 center = ball(scene.bodies[i]).center;
    EXPECT_LE(std::max(std::abs(center.x), std::abs(center.y)), 4.8);
    EXPECT_GE(std::max(std::abs(center.x), std::abs(center.y)), 2);
  }
}

TEST(SceneGenerators, GasRadiiFillTheirRange) {
  const auto scene =
      generated<2>(R"({"gas": {"count": 500, "radius": [0.01, 0.05], "temperature": 0, "seed": 3, "density": 2}})",
                   R"("periodic": [5, 5])");
  double sum = 0;
  for (const auto& body : scene.bodies) {
    const double r = ball(body).radius;
    EXPECT_GE(r, 0.01);
    EXPECT_LE(r, 0.05);
    EXPECT_NEAR(body.body.mass, 2 * std::numbers::pi * r * r, 1e-15);
    EXPECT_TRUE(is_zero(body.body.motion.velocity));
    sum += r;
  }
  EXPECT_NEAR(sum / 500, 0.03, 5 * 0.04 / std::sqrt(12 * 500.0));
}

TEST(SceneGenerators, EqualSeedsGiveEqualBitsAndOthersDiffer) {
  const auto gas = [](int seed, const SceneSettings& settings = {}) {
    return generated<3>(
        R"({"gas": {"count": 100, "radius": 0.1, "temperature": 1, "seed": )" + std::to_string(seed) + "}}",
        R"("periodic": [5, 5, 5])", settings);
  };
  EXPECT_TRUE(same_bits(gas(1), gas(1)));
  EXPECT_FALSE(same_bits(gas(1), gas(2)));
  SceneSettings seeded;
  seeded.seed = 2;
  EXPECT_TRUE(same_bits(gas(1, seeded), gas(2)));
}

TEST(SceneGenerators, EntriesOfOneSeedDiffer) {
  const std::string gas = R"({"gas": {"count": 50, "radius": 0.05, "temperature": 1, "seed": 1}})";
  const auto scene = generated<2>(gas + ", " + gas, R"("periodic": [5, 5])");
  std::set<double> speeds;
  for (const auto& body : scene.bodies) speeds.insert(body.body.motion.velocity.x);
  EXPECT_EQ(speeds.size(), 100u);
}

TEST(SceneGenerators, ARingMovesTowardsItsCentre) {
  const auto scene =
      generated<3>(R"({"ring": {"center": [1, 2, 3], "ring_radius": 5, "count": 8, "radius": 0.5, "speed": 2}})");
  ASSERT_EQ(scene.bodies.size(), 8u);
  EXPECT_EQ(ball(scene.bodies[0]).center, (Vec3{6, 2, 3}));
  EXPECT_EQ(ball(scene.bodies[2]).center, (Vec3{1, 7, 3}));
  for (const auto& body : scene.bodies) {
    const Vec3 out = ball(body).center - Vec3{1, 2, 3};
    EXPECT_NEAR(norm(out), 5, 1e-14);
    EXPECT_NEAR(dot(out, body.body.motion.velocity), -10, 1e-13);
    EXPECT_NEAR(norm(body.body.motion.velocity), 2, 1e-14);
  }
}

TEST(SceneGenerators, ATerrainIsOneMeshOfSquaresAndHills) {
  const auto mesh_of = [](const std::string& more) {
    const Scene<3> scene =
        generated<3>(R"({"terrain": {"name": "t", "low": [1, 2, 3], "counts": [4, 3], "spacing": 0.5)" + more + "}}",
                     R"("bodies": [{"ball": {"center": [0, 0, 99], "radius": 1}}])");
    EXPECT_EQ(scene.bodies.back().name, "t");
    return std::get<TriangleMesh>(scene.bodies.back().body.shape);
  };
  const TriangleMesh flat = mesh_of("");
  ASSERT_EQ(flat.vertices.size(), 20U);
  ASSERT_EQ(flat.triangles.size(), 24U);
  EXPECT_EQ(flat.vertices[0], (Vec3{1, 2, 3}));
  EXPECT_EQ(flat.vertices[19], (Vec3{3, 3.5, 3}));
  double area = 0;
  for (std::size_t k = 0; k < flat.triangles.size(); ++k) {
    const Triangle t = flat.triangle(k);
    const Vec3 up = cross(t.b - t.a, t.c - t.a);
    EXPECT_GT(up.z, 0);
    area += 0.5 * norm(up);
  }
  EXPECT_NEAR(area, 4 * 3 * 0.25, 1e-12);

  const TriangleMesh hilly = mesh_of(R"(, "hills": 3, "height": 0.5, "seed": 9)");
  EXPECT_EQ(hilly, mesh_of(R"(, "hills": 3, "height": 0.5, "seed": 9)"));
  EXPECT_NE(hilly, mesh_of(R"(, "hills": 3, "height": 0.5, "seed": 10)"));
  EXPECT_NE(hilly, flat);
  for (const Vec3& vertex : hilly.vertices) EXPECT_LE(std::fabs(vertex.z - 3), 1.5);
}

TEST(SceneGenerators, ImpossibleRequestsAreErrors) {
  const std::string box = R"("periodic": [10, 10])";
  const auto expect = [](const std::string& error, const std::string& part) {
    EXPECT_NE(error.find(part), std::string::npos) << error << "\nlacks " << part;
  };
  expect(error_of<2>(R"({"gas": {"count": 100, "radius": 0.6, "temperature": 1}})", box),
         "generators[0].gas: got 100 balls of radius 0.6");
  expect(error_of<2>(R"({"gas": {"count": 100, "radius": 0.45, "temperature": 1, "kind": "random"}})", box),
         "generators[0].gas.kind: got \"random\" at a packing fraction of 0.63");
  expect(error_of<2>(R"({"gas": {"count": 10, "radius": 0.1, "temperature": 1}})"),
         "generators[0].gas.low: got nothing");
  expect(error_of<2>(R"({"gas": {"count": 10, "radius": 0.1, "temperature": -1}})", box),
         "generators[0].gas.temperature: got -1");
  expect(error_of<2>(R"({"gas": {"count": 0, "radius": 0.1, "temperature": 1}})", box),
         "generators[0].gas.count: got 0");
  expect(
      error_of<2>(R"({"gas": {"count": 1e9, "radius": 0.1, "temperature": 1}})", box),
      "generators[0].gas.count: got 1000000000 bodies, which take at least 800 GB, expected at most 100000000 bodies");
  expect(error_of<2>(R"({"lattice": {"low": [0, 0], "counts": [100000, 100000], "spacing": 1, "radius": 0.1}})"),
         "at most 100000000 bodies");
  expect(error_of<2>(R"({"lattice": {"low": [0, 0], "counts": [2], "spacing": 1, "radius": 0.1}})"),
         "generators[0].lattice.counts: got [2]");
  expect(error_of<2>(R"({"lattice": {"low": [0, 0], "counts": [2, 2], "spacing": 1, "radius": 0.6}})"),
         "generators[0].lattice.spacing: got 1");
  expect(error_of<2>(R"({"lattice": {"low": [0, 0], "counts": [2, 2.5], "spacing": 1, "radius": 0.1}})"),
         "generators[0].lattice.counts[1]: got 2.5");
  expect(error_of<2>(R"({"pyramid": {"base": [0, 0], "rows": 0, "radius": 1}})"), "generators[0].pyramid.rows: got 0");
  expect(error_of<2>(R"({"pyramid": {"base": [0, 0], "rows": 2, "radius": 0}})"), "pyramid.radius");
  expect(error_of<2>(R"({"gas": {"count": 2, "radii": [], "temperature": 0, "low": [0, 0], "high": [9, 9]}})"),
         "at least one radius");
  expect(error_of<2>(
             R"({"gas": {"count": 2, "radii": [1], "radius": 1, "temperature": 0, "low": [0, 0], "high": [9, 9]}})"),
         "not both");
  expect(error_of<2>(R"({"ring": {"center": [0, 0], "ring_radius": 1, "count": 20, "radius": 0.5}})"),
         "generators[0].ring: got an overlap of");
  expect(error_of<2>(R"({"rack": {"apex": [0, 0], "direction": [0, 0], "rows": 5, "radius": 1}})"),
         "generators[0].rack.direction: got [0,0]");
  expect(error_of<2>(R"({"rack": {"apex": [0, 0], "direction": [0, 1], "rows": 1, "radius": 1, "marks": ["1", "2"]}})"),
         "generators[0].rack.marks: got a list of 2");
  expect(error_of<3>(R"({"rack": {}})"), "generators[0].rack: got a rack, expected a 2D scene");
  expect(error_of<2>(R"({"terrain": {}})"), "generators[0].terrain: got a terrain, expected a 3D scene");
  expect(error_of<3>(R"({"terrain": {"low": [0, 0, 0], "counts": [2, 0], "spacing": 1}})"),
         "generators[0].terrain.counts[1]: got 0");
  expect(error_of<3>(R"({"terrain": {"low": [0, 0, 0], "counts": [2, 1], "spacing": 1, "density": 1}})"),
         "generators[0].terrain.density");
  expect(error_of<2>(R"({"gass": {}})"),
         "generators[0].gass: got an unknown field \"gass\", expected a known field; did you mean \"gas\"?");
  expect(error_of<2>(R"({"ring": {}, "gas": {}})"), "an object with one field");
  expect(error_of<2>(R"({"ring": 5})"), "generators[0].ring: got 5");
  expect(error_of<2>(R"({"ring": {"centre": [0, 0]}})"), "did you mean \"center\"?");
  SceneSettings few;
  few.max_bodies = 10;
  expect(error_of<2>(R"({"gas": {"count": 20, "radius": 0.1, "temperature": 1}})", box, few), "at most 10 bodies");
  SceneSettings small;
  small.memory = 1e6;
  expect(
      error_of<2>(R"({"gas": {"count": 2000, "radius": 0.01, "temperature": 1}})", box, small),
      "generators[0].gas.count: got 2000 bodies, which take at least 1.6 MB, expected at most what the memory of 1 MB");
}

TEST(SceneGenerators, SaturatedInsertionGivesUpWithAnError) {
  // A box full of obstacles leaves no room for a ball.
  const std::string error =
      error_of<2>(R"({"gas": {"low": [1, 1], "high": [3, 3], "count": 1, "radius": 0.2, "temperature": 1}})",
                  R"("bodies": [{"box": {"low": [0, 0], "high": [4, 4]}}])");
  EXPECT_NE(error.find("generators[0].gas: got room for 0 balls only, expected room for 1 balls"), std::string::npos)
      << error;
}

TEST(SceneGenerators, AStreamComesBallByBallWithinItsBox) {
  const std::string stream =
      R"({"pour": {"name": "s", "low": [1, 5], "high": [3, 6], "count": 60, "radius": [0.1, 0.4], "rate": 4, "velocity": [0, -2], "from": 1, "seed": 7}})";
  const Scene<2> scene = generated<2>(stream);
  ASSERT_EQ(scene.bodies.size(), 60u);
  bool falls = true;
  for (std::size_t k = 0; k < 60; ++k) {
    const Ball<2>& one = ball(scene.bodies[k]);
    EXPECT_EQ(scene.bodies[k].from, 1 + static_cast<double>(k + 1) / 4);
    EXPECT_EQ(scene.bodies[k].name, "s " + std::to_string(k + 1));
    EXPECT_EQ(scene.bodies[k].body.motion.velocity, (Vec2{0, -2}));
    EXPECT_TRUE(one.radius >= 0.1 && one.radius <= 0.4);
    EXPECT_TRUE(one.center.x - one.radius >= 1 && one.center.x + one.radius <= 3);
    EXPECT_TRUE(one.center.y - one.radius >= 5 && one.center.y + one.radius <= 6);
    falls = falls && (k == 0 || one.radius <= ball(scene.bodies[k - 1]).radius);
  }
  EXPECT_FALSE(falls);  // the order of sizes is by chance
  EXPECT_TRUE(same_bits(scene, generated<2>(stream)));
  EXPECT_FALSE(same_bits(scene, generated<2>(stream, "", {.seed = 8})));
  const Scene<3> from_a_place = generated<3>(R"({"pour": {"at": [1, 2, 3], "count": 3, "radii": [0.5], "rate": 0.5}})");
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(ball(from_a_place.bodies[k]).center, (Vec3{1, 2, 3}));
    EXPECT_EQ(from_a_place.bodies[k].from, 2.0 * static_cast<double>(k + 1));
  }
}

// The tops of a triangle of area 16·(2 r)² and a cone of 27 (2 r)³, of slope 1: 4·2 r, and (3·27/π)^⅓·2 r.
TEST(SceneGenerators, TheSourceOfAPileRisesWithIt) {
  const Scene<2> flat = generated<2>(
      R"({"pile": {"base": [1, 2], "count": 17, "radius": 0.5, "interval": 0.25, "drop": 3, "slope": 1}})");
  ASSERT_EQ(flat.bodies.size(), 17u);
  EXPECT_EQ(ball(flat.bodies[0]).center, (Vec2{1, 5.5}));
  EXPECT_EQ(ball(flat.bodies[16]).center, (Vec2{1, 9.5}));
  EXPECT_EQ(flat.bodies[16].from, 17 * 0.25);
  const Scene<3> round = generated<3>(
      R"({"pile": {"base": [0, 0, 0], "count": 28, "radius": 0.5, "interval": 1, "drop": 0, "slope": 1, "spread": 0.25, "seed": 4}})");
  const Vec3 last = ball(round.bodies[27]).center;
  EXPECT_NEAR(last.z, 0.5 + std::cbrt(81 / std::numbers::pi), 1e-14);
  EXPECT_TRUE(last.x != 0 && last.y != 0 && std::hypot(last.x, last.y) <= 0.25);
}

TEST(SceneGenerators, ARoughBaseStaysWhereItIs) {
  const std::string pile = R"({"base": [)";
  const std::string rest =
      R"(], "count": 2, "radii": [0.5, 0.4], "interval": 1, "drop": 1, "rough": 3.5, "density": 1, "friction": 0.5}})";
  const std::string rough = R"("tangential_restitution": 0)";
  const Scene<2> row = generated<2>(R"({"pile": )" + pile + "0, 1" + rest, rough);
  ASSERT_EQ(row.bodies.size(), 9u);  // at −3, …, 3
  for (int k = 0; k < 7; ++k) {
    const SceneBody<2>& one = row.bodies[static_cast<std::size_t>(k)];
    EXPECT_EQ(ball(one).center, (Vec2{k - 3.0, 1}));
    EXPECT_TRUE(std::isinf(one.body.mass));
    EXPECT_EQ(one.body.friction, 0.5);
    EXPECT_EQ(one.from, 0);
  }
  // The points of a square lattice within a circle of radius 3: Gauss's N(3) = 29.
  EXPECT_EQ(generated<3>(R"({"pile": )" + pile + "0, 0, 1" + rest, rough).bodies.size(), 29u + 2u);
}

TEST(SceneGenerators, StreamsAndPilesAreRefusedByTheirPlace) {
  const auto expect = [](const std::string& said, const std::string& place) {
    EXPECT_NE(said.find(place), std::string::npos) << said;
  };
  expect(error_of<2>(R"({"pour": {"at": [0, 0], "low": [0, 0], "high": [9, 9], "count": 2, "radius": 1, "rate": 1}})"),
         "generators[0].pour.at");
  expect(error_of<2>(R"({"pour": {"low": [0, 0], "high": [9, 1], "count": 2, "radius": 1, "rate": 1}})"),
         "generators[0].pour.high: got [9,1], expected a box with room for the largest ball");
  expect(error_of<2>(R"({"pour": {"at": [0, 0], "count": 2, "radius": 1, "rate": 0}})"), "generators[0].pour.rate");
  expect(error_of<2>(R"({"pour": {"at": [1, 1], "count": 2, "radius": 1, "rate": 1}})", R"("periodic": [9, 9])"),
         "generators[0].pour: got a ball that comes later");
  expect(error_of<3>(R"({"pile": {"base": [0, 0, 0], "count": 2, "radius": 1, "interval": 1, "drop": -1}})"),
         "generators[0].pile.drop");
  expect(
      error_of<3>(R"({"pile": {"base": [0, 0, 0], "count": 2, "radius": 1, "interval": 1, "drop": 1, "rough": 1e9}})"),
      "generators[0].pile.rough: got 1");
  expect(error_of<2>(R"({"pile": {"base": [0, 0], "count": 2, "radius": 0, "interval": 1, "drop": 1, "rough": 1}})"),
         "generators[0].pile.rough");
}

}  // namespace
