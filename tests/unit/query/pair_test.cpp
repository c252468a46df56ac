#include "carom/query/pair.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "carom/query/clip_motion.hpp"
#include "carom/query/contact.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/verdict.hpp"

// What compiles, against the table in docs/use/queries.md.
namespace carom {
namespace {

template <class A, class B>
concept Overlaps = requires(const A& a, const B& b) {
  overlap(a, b);
};
template <class A, class B>
concept Contacts = requires(const A& a, const B& b) {
  contact(a, b);
};
template <class A, class B>
concept Distances = requires(const A& a, const B& b) {
  distance(a, b);
};
template <class A, class B>
concept Impacts = requires(const A& a, const B& b, const Motion<kDimension<A>>& m) {
  time_of_impact(a, m, b, m, 1.0);
};
template <class A, class B>
concept Clips = requires(const A& a, const B& b, const Motion<kDimension<A>>& m) {
  clip_motion(a, m, b, m, 1.0);
};
template <class A, class B>
concept Verdicts = requires(const A& a, const B& b, const Motion<kDimension<A>>& m) {
  verdict(a, m, b, m, 1.0);
};

template <class A, class B>
std::string questions() {
  std::string asked;
  for (const bool answered :
       {Overlaps<A, B>, Contacts<A, B>, Distances<A, B>, Impacts<A, B>, Clips<A, B>, Verdicts<A, B>})
    asked += answered ? '1' : '0';
  return asked;
}

static_assert(!SupportedPair<Capsule3, UprightCylinder>);
static_assert(!SupportedPair<HalfSpace2, HalfSpace2>);
static_assert(!SupportedPair<Circle, Sphere>);
static_assert(!SupportedPair<Circle, Segment3>);
static_assert(!SupportedPair<Capsule3, TriangleMesh>);
static_assert(!SupportedPair<Aabb2, Aabb3>);
static_assert(!SupportedPair<Circle, int>);

template <class Shape>
std::string name_of() {
  if constexpr (BallShape<Shape>) return "ball";
  if constexpr (std::is_same_v<Shape, HalfSpace2> || std::is_same_v<Shape, HalfSpace3>) return "half-space";
  if constexpr (std::is_same_v<Shape, Segment2> || std::is_same_v<Shape, Segment3>) return "segment";
  if constexpr (std::is_same_v<Shape, Capsule2> || std::is_same_v<Shape, Capsule3>) return "capsule";
  if constexpr (std::is_same_v<Shape, Aabb2> || std::is_same_v<Shape, Aabb3>) return "box";
  if constexpr (std::is_same_v<Shape, Polygon>) return "polygon";
  if constexpr (std::is_same_v<Shape, ConvexPolygon>) return "convex polygon";
  if constexpr (std::is_same_v<Shape, Arc>) return "arc";
  if constexpr (std::is_same_v<Shape, UprightCylinder>) return "upright cylinder";
  if constexpr (std::is_same_v<Shape, Triangle>) return "triangle";
  if constexpr (std::is_same_v<Shape, TriangleMesh>) return "triangle mesh";
}

using Table = std::map<std::pair<std::string, std::string>, std::array<std::string, 6>>;

template <class A, class B>
void add(Table& table) {
  const std::string asked = questions<A, B>();
  const std::string turned = questions<B, A>();
  EXPECT_EQ(asked, turned) << name_of<A>() << ' ' << name_of<B>();
  EXPECT_EQ(asked, (SupportedPair<A, B> ? "111111" : "000000")) << name_of<A>() << ' ' << name_of<B>();
  const bool other_way = name_of<A>() != name_of<B>() && table.contains({name_of<B>(), name_of<A>()});
  if (asked == "000000" || other_way) return;
  auto& row = table[{name_of<A>(), name_of<B>()}];
  const std::string dimension = std::to_string(kDimension<A>) + "D";
  for (std::size_t k = 0; k < row.size(); ++k)
    if (asked[k] == '1' && row[k].find(dimension) == std::string::npos)
      row[k] += (row[k].empty() ? "" : " ") + dimension;
}

template <class A, class... B>
void add_row(Table& table) {
  (add<A, B>(table), ...);
}

template <class... Shape>
void add_all(Table& table) {
  (add_row<Shape, Shape...>(table), ...);
}

TEST(SupportedPairs, AreThoseOfTheTableInTheDocumentation) {
  Table table;
  add_all<Circle, HalfSpace2, Segment2, Capsule2, Polygon, ConvexPolygon, Arc, Sphere, HalfSpace3, Segment3, Capsule3,
          UprightCylinder, Triangle, TriangleMesh, Aabb2, Aabb3>(table);
  std::set<std::string> compiled;
  for (const auto& [names, cells] : table) {
    std::string line = "| " + names.first + " – " + names.second + " |";
    for (const std::string& cell : cells) line += " " + cell + " |";
    compiled.insert(line);
  }
  std::set<std::string> documented;
  std::ifstream page(CAROM_SOURCE_DIR "/docs/use/queries.md");
  for (std::string line; std::getline(page, line);)
    if (line.find(" – ") != std::string::npos && line.starts_with("| ")) documented.insert(line);
  EXPECT_EQ(compiled, documented);
}

}  // namespace
}  // namespace carom
