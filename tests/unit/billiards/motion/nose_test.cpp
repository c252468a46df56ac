#include "billiards/motion/nose.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "billiards/table/cushion_geometry.hpp"
#include "carom/billiards/outline.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/math/random.hpp"
#include "rounds.hpp"

using namespace carom;
using namespace carom::billiards;

namespace {

constexpr double kRadius = 0.028;

std::vector<CushionPart> pin(const Vec2& center, double radius) {
  std::vector<CushionPart> loop = circle_outline(center, radius);
  for (CushionPart& half : loop) {
    half.shape = CushionPart::Shape::convex_arc;
    std::swap(half.from, half.to);
  }
  std::swap(loop[0], loop[1]);
  return loop;
}

Table free_table(std::vector<CushionPart> outline) {
  Table table = carom_table();
  table.spots.clear();
  table.lines.clear();
  table.cushions = std::move(outline);
  return table;
}

/// Rounded jaws and pockets; concave arcs; an inner corner, a pin and a thin bar, behind whose sides a ball may be.
std::vector<Table> tables() {
  Table barred = free_table(polygon_outline({{-1, -1}, {1, -1}, {1, 0.4}, {0.3, 0.5}, {0.2, 1}, {-1, 1}}));
  barred.obstacles = pin({-0.5, 0.4}, 0.1);
  for (const CushionPart& part : polygon_outline({{-0.4, -0.3}, {-0.4, -0.299}, {0.5, -0.299}, {0.5, -0.3}}))
    barred.obstacles.push_back(part);
  return {pool_table(), snooker_table(), free_table(stadium_outline(1, 0.5)), free_table(ellipse_outline(1.2, 0.8, 8)),
          barred};
}

Table scaled(Table table, double factor) {
  for (auto* parts : {&table.cushions, &table.obstacles})
    for (CushionPart& part : *parts) {
      part.from = factor * part.from;
      part.to = factor * part.to;
      part.center = factor * part.center;
      part.radius *= factor;
    }
  for (Pocket& pocket : table.pockets) {
    pocket.center = factor * pocket.center;
    pocket.radius *= factor;
  }
  for (Cushion& cushion : table.materials) cushion.height *= factor;
  return table;
}

template <int D>
Course<D> scaled(const Course<D>& course, double factor) {
  return {factor * course.p, factor * course.v, factor * course.a, course.end};
}

constexpr double kFactors[] = {0x1p-30, 1e-6, 0x1p-20, 1e6, 0x1p20, 0x1p30};

/// On the part, and the direction into the playing area there.
struct NosePlace {
  Vec2 place{};
  Vec2 inwards{};
};

NosePlace random_nose_place(const Table& table, Random& random) {
  const auto& parts = random.below(2) == 0 && !table.obstacles.empty() ? table.obstacles : table.cushions;
  const CushionPart& part = parts[random.below(parts.size())];
  const Vec2 chord = part.to - part.from;
  const Vec2 middle = part.from + random.uniform(0.02, 0.98) * chord;
  if (!is_arc(part)) return {middle, left_of(chord / norm(chord))};
  Vec2 out = middle - part.center;
  if (norm(out) < 0.1 * part.radius) out = middle_direction(part);
  out = out / norm(out);
  return {part.center + part.radius * out, part.shape == CushionPart::Shape::convex_arc ? out : -out};
}

bool is_free(const Table& table, const Vec2& place, double room) {
  return clearance(table, place) >= room && !pocket_at(table, place);
}

Vec2 random_place(Random& random) {
  return {random.uniform(-1.7, 1.7), random.uniform(-1, 1)};
}

Vec2 random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size)};
}

double reach_on(const Table& table) {
  return reach(table.materials[0], kRadius);
}

}  // namespace

// Where nothing is told in metres, a table of another size is the same table. Times are compared, and what is touched.
TEST(Nose, IsTouchedAsOnATableOfAnotherSize) {
  Random random(1);
  for (const Table& table : tables()) {
    const NoseMap map(table);
    const double near = reach_on(table);
    for (int round = 0; round < test::rounds(400); ++round) {
      Course<2> course;
      do course.p = random_place(random);
      while (!is_free(table, course.p, near));
      course.v = random_vector(random, 2);
      if (round % 2 == 0) course.a = random_vector(random, 3);
      course.end = random.uniform(0.1, 3);
      const TableTouch touch = first_touch(map, course, {near});
      for (const double factor : kFactors) {
        const TableTouch other = first_touch(NoseMap(scaled(table, factor)), scaled(course, factor), {factor * near});
        ASSERT_EQ(other.kind, touch.kind) << factor;
        ASSERT_EQ(other.part, touch.part) << factor;
        ASSERT_EQ(other.index, touch.index) << factor;
        if (touch.kind != TableTouch::Kind::none) {
          ASSERT_NEAR(other.time, touch.time, 1e-9 * (1 + touch.time)) << factor;
        }
      }
    }
  }
}

TEST(Nose, IsTouchedFromTheAirAsOnATableOfAnotherSize) {
  Random random(2);
  for (const Table& table : tables()) {
    const NoseMap map(table);
    for (int round = 0; round < test::rounds(200); ++round) {
      Vec2 place;
      do place = random_place(random);
      while (!is_free(table, place, kRadius));
      const Vec2 v = random_vector(random, 2);
      Course<3> course{{place.x, place.y, kRadius}, {v.x, v.y, random.uniform(0.1, 2)}, {0, 0, -9.81}};
      course.end = 2 * course.v.z / 9.81;
      const TableTouch touch = first_touch(map, course, kRadius);
      for (const double factor : kFactors) {
        const TableTouch other = first_touch(NoseMap(scaled(table, factor)), scaled(course, factor), factor * kRadius);
        ASSERT_EQ(other.kind, touch.kind) << factor;
        ASSERT_EQ(other.part, touch.part) << factor;
        if (touch.kind != TableTouch::Kind::none) {
          ASSERT_NEAR(other.time, touch.time, 1e-9 * (1 + touch.time)) << factor;
        }
      }
    }
  }
}

// Rounding may have put a ball some units of the last place into a nose that it touches.
TEST(Nose, IsTouchedAtOnceByABallOnItThatMovesIntoIt) {
  constexpr double kRounding = 0x1p-48;
  Random random(3);
  for (const Table& table : tables()) {
    const double near = reach_on(table);
    int touching = 0;
    while (touching < 200) {
      const NosePlace nose = random_nose_place(table, random);
      const Vec2 place = nose.place + (near - random.uniform(0, kRounding)) * nose.inwards;
      if (!is_free(table, place, near - 2 * kRounding)) continue;
      ++touching;
      Course<2> course{place, -random.uniform(0.1, 1) * nose.inwards, {}, 0.5};
      course.v += random.uniform(-1, 1) * left_of(nose.inwards);
      if (touching % 2 == 0) course.a = random_vector(random, 3);
      for (const double factor : kFactors) {
        const TableTouch touch = first_touch(NoseMap(scaled(table, factor)), scaled(course, factor), {factor * near});
        ASSERT_NE(touch.kind, TableTouch::Kind::none) << factor;
        ASSERT_LT(touch.time, 1e-12) << factor;
      }
    }
  }
}

// A nose that is higher than another one reaches less far: from where a ball would touch that one, it is already in
// reach of the lower one. It must not pass through.
TEST(Nose, IsTouchedAtOnceFromWithinItsReach) {
  Table table = free_table(polygon_outline({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}));
  table.materials[0].height = kRadius;
  table.materials.push_back(table.materials[0]);
  table.materials[1].height = 1.6 * kRadius;
  table.cushions[1].material = 1;
  table.equipment.ball.radius = kRadius;
  table.balls.clear();
  const double low = reach(table.materials[0], kRadius);   // R
  const double high = reach(table.materials[1], kRadius);  // 0.8 R
  ASSERT_LT(high, 0.81 * low);
  const NoseMap map(table);
  const TableTouch touch = first_touch(map, {{0.3, -1 + high}, {0.5, -1}, {}, 3}, {low, high});
  EXPECT_EQ(touch.kind, TableTouch::Kind::line);
  EXPECT_EQ(touch.part, 0u);
  EXPECT_EQ(touch.time, 0);
  const Outcome outcome = play(table, {{resting_ball(table, 0, {0.3, -1 + high})}}, {.speed = 1, .heading = {0.5, -1}});
  const Vec3& end = outcome.state.balls[0].state.position;
  EXPECT_GT(clearance(table, {end.x, end.y}), high - 1e-12);
}

// Behind the sides of a bar a millimetre thick, and beside their ends, a ball is where it touches nothing.
TEST(Nose, IsNotTouchedFromBehindNorFromBeside) {
  const Table table = tables().back();
  const double near = reach_on(table);
  for (const double factor : {0x1p-30, 1e-6, 1.0, 1e6, 0x1p30}) {
    const NoseMap map(scaled(table, factor));
    const auto time_of = [&](const Vec2& from, const Vec2& velocity) {
      return first_touch(map, scaled(Course<2>{from, velocity, {}, 0.1}, factor), {factor * near}).time;
    };
    EXPECT_EQ(time_of({0, -0.299 + near}, {0, 1}), kNever);
    EXPECT_EQ(time_of({0, -0.3 - near}, {0, -1}), kNever);
    EXPECT_EQ(time_of({0.5 + near, -0.2995}, {0, 1}), kNever);
    EXPECT_EQ(time_of({0.51 + near, -0.28}, {0, -1}), kNever);
    EXPECT_EQ(time_of({-0.5, 0.51 + near}, {0, 1}), kNever);
    EXPECT_NEAR(time_of({0, -0.25 + near}, {0, -1}), 0.049, 1e-12);
  }
}
