#include "carom/shape/check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class Shape>
std::string complaint(const Shape& shape) {
  try {
    check(shape);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Check, AcceptsEveryShapeAsDocumented) {
  EXPECT_EQ(complaint(Circle{{0, 0}, 0}), "");
  EXPECT_EQ(complaint(HalfSpace3::through({1, 2, 3}, {1, 1, 1})), "");
  EXPECT_EQ(complaint(Segment2{{0, 0}, {1, 0}, Sides::front}), "");
  EXPECT_EQ(complaint(Aabb3{{0, 0, 0}, {0, 1, 1}}), "");
  EXPECT_EQ(complaint(Capsule3{{0, 0, 0}, {1, 0, 0}, 0}), "");
  EXPECT_EQ(complaint(UprightCylinder{{0, 0, 0}, 0, 0}), "");
  EXPECT_EQ(complaint(Polygon{{{0, 0}, {1, 0}}, false, Sides::two}), "");
  EXPECT_EQ(complaint(ConvexPolygon{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}), "");
  EXPECT_EQ(complaint(Arc{{0, 0}, 1, {0, 1}, {-3, 0}}), "");
  EXPECT_EQ(complaint(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "");
  EXPECT_EQ(complaint(TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}), "");
}

TEST(Check, NamesThePlaceTheValueAndWhatWasExpected) {
  EXPECT_EQ(complaint(Sphere{{0, 0, 0}, -1}), "radius is -1.000000: it must be finite and not negative");
  EXPECT_EQ(complaint(Circle{{kInfinity, 0}, 1}), "center has a component inf: it must be finite");
  EXPECT_EQ(complaint(Circle{{0, 0}, std::nan("")}).substr(0, 6), "radius");
  EXPECT_EQ(complaint(HalfSpace2{{0, 0}, 0}), "normal is 0: it must point somewhere");
  EXPECT_EQ(complaint(HalfSpace2{{3, 4}, 0}), "");
  EXPECT_EQ(complaint(Segment2{{1, 2}, {1, 2}}), "from equals to: the ends must differ");
  EXPECT_EQ(complaint(Segment3{{1, 2, 3}, {0, 0, 0}, Sides::front}),
            "sides is front: in space a segment has two sides");
  EXPECT_EQ(complaint(Aabb2{{0, 3}, {1, 2}}), "low 3.000000 is above high 2.000000: low <= high on every axis");
  EXPECT_EQ(complaint(Arc{{0, 0}, 0}), "radius is 0.000000: it must be finite and > 0");
  EXPECT_EQ(complaint(Arc{{0, 0}, 1, {0, 0}, {1, 0}}), "from is 0: it must point somewhere");
  EXPECT_EQ(complaint(Polygon{{{0, 0}, {0, 0}}, false}),
            "vertex 0 equals the next: vertices that follow each other must differ");
  EXPECT_EQ(complaint(TriangleMesh{{{0, 0, 0}}, {{0, 0, 7}}}), "triangle 0 has corner 7: there are 1 vertices");
}

TEST(Check, TwoCylindersAreAlongTheSameAxis) {
  const UprightCylinder upright{{0, 0, 0}, 1, 1}, lying{{0, 0, 0}, 1, 1, Axis::y};
  EXPECT_NO_THROW(check(lying, lying));
  try {
    check(upright, lying);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "one cylinder is along z, the other along y: both along one axis");
  }
}

TEST(Check, AFlatTriangleIsRefusedExactly) {
  EXPECT_NE(complaint(Triangle{{0, 0, 0}, {1, 2, 3}, {3, 6, 9}}), "");
  // One ulp off the line is a triangle.
  EXPECT_EQ(complaint(Triangle{{0, 0, 0}, {1, 2, 3}, {3, 6, std::nextafter(9.0, 10.0)}}), "");
  EXPECT_EQ(complaint(TriangleMesh{{{0, 0, 0}, {1, 1, 0}, {2, 2, 0}, {0, 1, 0}}, {{0, 1, 3}, {0, 1, 2}}}),
            "triangle 1 has its corners on one line: a triangle has an area");
}

TEST(Check, AClosedPolygonHasThreeVerticesAnOpenOneTwo) {
  EXPECT_EQ(complaint(Polygon{{{0, 0}, {1, 0}}}), "2 vertices: a closed polygon has at least 3");
  EXPECT_EQ(complaint(Polygon{{{0, 0}}, false}), "1 vertices: an open polygon has at least 2");
  EXPECT_EQ(complaint(Polygon{{{0, 0}, {1, 0}, {1, 1}}}), "");
}

TEST(Check, AConvexPolygonTurnsLeftOnceAround) {
  EXPECT_EQ(complaint(ConvexPolygon{{{0, 0}, {0, 1}, {1, 1}}}),
            "no turn to the left at vertex 1: vertices go anticlockwise around");
  EXPECT_NE(complaint(ConvexPolygon{{{0, 0}, {1, 0}, {2, 0}, {1, 1}}}), "") << "three on a line";
  // A five-pointed star turns left at every point, but goes around twice.
  const ConvexPolygon star{{{0, 10}, {-6, -8}, {9, 3}, {-9, 3}, {6, -8}}};
  EXPECT_EQ(complaint(star), "the vertices go around 2 times: once around");
}

}  // namespace
}  // namespace carom
