#include "carom/io/picture.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "carom/io/run.hpp"
#include "io/temporary_folder.hpp"

namespace carom::io {
namespace {

template <int D>
void draw(const std::string& scene_text, const std::filesystem::path& folder) {
  const auto scene = std::get<Scene<D>>(parse_scene(scene_text, "scene"));
  World<D> world = scene.make_world();
  std::vector<std::unique_ptr<Observer<D>>> observers;
  observers.push_back(make_picture<D>(folder));
  simulate<D>(scene, world, observers);
}

std::size_t count(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  return static_cast<std::size_t>(std::distance(std::sregex_iterator(text.begin(), text.end(), regex), {}));
}

/// What stands between <g id="name" …> and the next </g>.
std::string group(const std::string& svg, const std::string& name) {
  const std::size_t from = svg.find("<g id=\"" + name + "\"");
  return from == std::string::npos ? "" : svg.substr(from, svg.find("</g>", from) - from);
}

/// The picture but for the bytes of its images.
std::string drawing(const std::filesystem::path& file) {
  std::string svg = contents(file);
  const std::string open = "href=\"data:";
  for (std::size_t from = 0; (from = svg.find(open, from)) != std::string::npos; from += open.size())
    svg.erase(from + open.size(), svg.find('"', from + open.size()) - from - open.size());
  return svg;
}

/// Elements are nested and closed, and every & begins an entity: what a non-validating parser asks for.
void expect_well_formed(const std::string& svg) {
  std::vector<std::string> open;
  const std::regex element(R"(<(/?)([A-Za-z]+)((?:\s+[A-Za-z][-A-Za-z0-9]*="[^"<]*")*)\s*(/?)>)");
  std::string rest = std::regex_replace(svg, std::regex(R"(<\?xml[^>]*\?>)"), "");
  for (std::sregex_iterator it(rest.begin(), rest.end(), element), end; it != end; ++it) {
    if ((*it)[1] == "/") {
      ASSERT_FALSE(open.empty());
      ASSERT_EQ(open.back(), (*it)[2].str());
      open.pop_back();
    } else if ((*it)[4] != "/") {
      open.push_back((*it)[2]);
    }
  }
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(std::regex_replace(rest, element, "").find('<'), std::string::npos);
  EXPECT_EQ(count(rest, "&(?!amp;|lt;|gt;|quot;)"), 0U);
}

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t k = 0; k < 4; ++k) value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
  return value;
}

constexpr const char* kHeadOn = R"({"carom": 1, "dimension": 2, "title": "Left & <right>", "until": 6, "bodies": [
  {"ball": {"center": [0, 0], "radius": 1}, "velocity": [2, 0], "mark": "A"},
  {"ball": {"center": [10, 0], "radius": 1}}]})";

TEST(Picture, ShowsStartsPathsContactsAndEndsOfAFewBalls) {
  const TemporaryFolder folder;
  draw<2>(kHeadOn, folder.path());
  const std::string svg = contents(folder / "picture.svg");
  expect_well_formed(svg);
  EXPECT_EQ(count(group(svg, "starts"), "<circle"), 2U);
  EXPECT_EQ(count(group(svg, "balls"), "<circle"), 2U);
  EXPECT_EQ(count(group(svg, "balls"), ">A</text>"), 1U);
  EXPECT_EQ(count(group(svg, "paths"), "<path"), 2U);
  EXPECT_EQ(count(group(svg, "contacts"), "<circle"), 1U);
  EXPECT_EQ(count(svg, "id=\"scale-bar\""), 1U);
  EXPECT_NE(svg.find("Left &amp; &lt;right&gt;"), std::string::npos);
  EXPECT_NE(svg.find("time 0 to 6"), std::string::npos);
}

TEST(Picture, PngIsTheSvgAtTwoPixelsPerUnit) {
  const TemporaryFolder folder;
  draw<2>(kHeadOn, folder.path());
  const std::string svg = contents(folder / "picture.svg"), png = contents(folder / "picture.png");
  std::smatch size;
  ASSERT_TRUE(std::regex_search(svg, size, std::regex("<svg[^>]* width=\"([0-9]+)\" height=\"([0-9]+)\"")));
  // ISO/IEC 15948, 5.2 and 11.2.2: the signature, then IHDR with width and height.
  ASSERT_GT(png.size(), 1000U);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(png.substr(12, 4), "IHDR");
  EXPECT_EQ(big_endian(png, 16), 2 * std::stoul(size[1]));
  EXPECT_EQ(big_endian(png, 20), 2 * std::stoul(size[2]));
}

TEST(Picture, AParabolaIsOneQuadraticCurveThroughItsTop) {
  // Thrown from (0, 1) with (1, 3) under g = 2: after 1 at (1, 3), after 3 back at the height 1. At t = 2 it has the
  // height 1 + 6 − 4 = 3 again, so from 0 to 2 the control point, where the end tangents meet, is (1, 4).
  const TemporaryFolder folder;
  draw<2>(R"({"carom": 1, "dimension": 2, "until": 2, "gravity": [0, -2],
    "bodies": [{"ball": {"center": [0, 1], "radius": 0.1}, "velocity": [1, 3]}]})",
          folder.path());
  const std::string paths = group(contents(folder / "picture.svg"), "paths");
  std::smatch m;
  const std::string n = R"((-?[0-9.]+))";
  ASSERT_TRUE(std::regex_search(paths, m, std::regex("M" + n + "," + n + "Q" + n + "," + n + " " + n + "," + n + "\"")))
      << paths;
  const auto number = [&m](std::size_t k) { return std::stod(m[k]); };
  const double unit = (number(5) - number(1)) / 2;
  EXPECT_GT(unit, 10);
  EXPECT_NEAR(number(3) - number(1), 1 * unit, 0.02);
  EXPECT_NEAR(number(2) - number(4), 3 * unit, 0.02);
  EXPECT_NEAR(number(2) - number(6), 2 * unit, 0.02);
}

TEST(Picture, MarksTheCellsThatASceneAsksFor) {
  // A box from (1.2, 1.2) to (3.4, 2.8) touches 3 × 2 cells, nine are around (5.5, 1.5), a ball of radius 0.75 at
  // (2.5, 4.5) spans 3 × 3, and from (0.5, 6.5) to (7.5, 6.5) there are eight.
  const TemporaryFolder folder;
  draw<2>(R"({"carom": 1, "dimension": 2, "until": 1, "cells": {"low": [0, 0], "side": 1, "counts": [8, 7],
      "regions": [{"low": [1.2, 1.2], "high": [3.4, 2.8]}], "around": ["a"], "spanned_by": ["b"],
      "casts": [{"from": [0.5, 6.5], "to": [7.5, 6.5]}]},
    "bodies": [{"name": "a", "ball": {"center": [5.5, 1.5], "radius": 0.3}},
               {"name": "b", "ball": {"center": [2.5, 4.5], "radius": 0.75}}]})",
          folder.path());
  const std::string svg = contents(folder / "picture.svg"), cells = group(svg, "cells");
  expect_well_formed(svg);
  EXPECT_EQ(count(cells, "Z"), 6U + 9U + 9U + 8U);
  EXPECT_EQ(count(cells, "<path"), 1U + 4U);
  EXPECT_EQ(count(cells, "stroke-dasharray"), 1U);
  EXPECT_EQ(count(cells, "<line"), 1U);
  // Lines of the grid: nine up and eight across.
  EXPECT_EQ(count(cells.substr(0, cells.find("stroke=\"#9aa7b6\"")), "M"), 17U);
  for (const char* name : {"of the region", "around a ball", "that a ball spans", "along the cast"})
    EXPECT_NE(svg.find(std::string("cells ") + name), std::string::npos);
}

TEST(Picture, ShowsCellsInSpaceByTheSurfaceOfWhatIsMarked) {
  // 3 × 3 × 3 cells have a surface of 6 · 9 faces.
  const TemporaryFolder folder;
  draw<3>(R"({"carom": 1, "dimension": 3, "until": 1,
    "cells": {"low": [0, 0, 0], "side": 1, "counts": [10, 10, 10], "around": [0]},
    "bodies": [{"ball": {"center": [4.5, 5.5, 3.5], "radius": 0.4}}]})",
          folder.path());
  const std::string svg = contents(folder / "picture.svg");
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "class=\"cell\""), 54U);
}

TEST(Picture, LeavesOutMarkedCellsThatAreTooMany) {
  const TemporaryFolder folder;
  draw<2>(R"({"carom": 1, "dimension": 2, "until": 1, "cells": {"low": [0, 0], "side": 1, "counts": [200, 200],
      "regions": [{"low": [0, 0], "high": [200, 200]}]}, "bodies": [{"ball": {"center": [4, 5], "radius": 1}}]})",
          folder.path());
  const std::string svg = contents(folder / "picture.svg");
  EXPECT_EQ(count(group(svg, "cells"), "Z"), 10000U);
  EXPECT_NE(svg.find("10000 marked cells"), std::string::npos);
}

TEST(Picture, PathsBreakWhereTheyLeaveAPeriodicBox) {
  // From x = 1 at speed 1 for 12 in a box of 4: out at 3, 7 and 11, so four pieces.
  const TemporaryFolder folder;
  draw<2>(R"({"carom": 1, "dimension": 2, "until": 12, "periodic": [4, 4],
    "bodies": [{"ball": {"center": [1, 2], "radius": 0.5}, "velocity": [1, 0]}]})",
          folder.path());
  EXPECT_EQ(count(group(contents(folder / "picture.svg"), "paths"), "M"), 4U);
}

TEST(Picture, TenThousandBallsAreColouredBySpeedWithoutPaths) {
  const TemporaryFolder folder;
  draw<2>(R"({"carom": 1, "dimension": 2, "until": 0.001, "periodic": [100, 100],
    "generators": [{"gas": {"count": 10000, "radius": 0.2, "temperature": 1, "seed": 1}}]})",
          folder.path());
  const std::string svg = contents(folder / "picture.svg");
  EXPECT_GE(count(group(svg, "balls"), "<circle"), 10000U);
  EXPECT_EQ(count(group(svg, "paths"), "<path"), 0U);
  EXPECT_NE(svg.find("speed"), std::string::npos);
  EXPECT_LT(svg.size(), 3'000'000U);
}

/// A 2D scene of this many short walls in rows, and a ball.
std::string walls(std::size_t count) {
  std::string text =
      R"({"carom": 1, "dimension": 2, "until": 0.1, "bodies": [{"ball": {"center": [-5, -5], "radius": 1}})";
  for (std::size_t i = 0; i < count; ++i) {
    const std::string x = std::to_string(i % 200), y = std::to_string(i / 200);
    text += ",\n{\"segment\": {\"from\": [" + x + ", " + y + "], \"to\": [" + x + ".5, " + y + "]}}";
  }
  return text + "]}";
}

TEST(Picture, MoreBallsThanElementsAreOneImageAndTheLegendSaysSo) {
  const TemporaryFolder folder;
  draw<2>(R"({"carom": 1, "dimension": 2, "until": 0.001, "periodic": [100, 100],
    "generators": [{"gas": {"count": 15000, "radius": 0.2, "temperature": 1, "seed": 1}}]})",
          folder.path());
  const std::string svg = drawing(folder / "picture.svg");
  expect_well_formed(svg);
  EXPECT_EQ(count(group(svg, "balls"), "<image"), 1U);
  EXPECT_EQ(count(group(svg, "balls"), "<circle"), 0U);
  EXPECT_EQ(count(svg.substr(svg.find("id=\"legend\"")), "one image"), 1U);
}

TEST(Picture, ManyBallsInSpaceAreOneImage) {
  const TemporaryFolder folder;
  draw<3>(R"({"carom": 1, "dimension": 3, "until": 0.001, "periodic": [30, 30, 30],
    "generators": [{"gas": {"count": 8000, "radius": 0.4, "temperature": 1, "seed": 1}}]})",
          folder.path());
  const std::string svg = drawing(folder / "picture.svg");
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "<image"), 1U);
  EXPECT_EQ(count(group(svg, "balls"), "<circle"), 0U);
  EXPECT_EQ(count(svg, ">balls as an image<"), 1U);
}

TEST(Picture, MoreWallsThanElementsAreOneImage) {
  const TemporaryFolder folder;
  draw<2>(walls(1000), folder.path());
  const std::string few = group(drawing(folder / "picture.svg"), "obstacles");
  EXPECT_EQ(count(few, "<line"), 1000U);
  EXPECT_EQ(count(few, "<image"), 0U);
  const TemporaryFolder other;
  draw<2>(walls(14000), other.path());
  const std::string svg = drawing(other / "picture.svg"), many = group(svg, "obstacles");
  EXPECT_EQ(count(many, "<line"), 0U);
  EXPECT_EQ(count(many, "<image"), 1U);
  EXPECT_EQ(count(svg, ">obstacles: outlines only<"), 1U);
}

TEST(Picture, ALargeMeshIsAnImageBehindWhichNothingIsSeen) {
  // Two balls above the middle of a ground of 20,000 triangles, and one below it.
  const TemporaryFolder folder;
  draw<3>(R"({"carom": 1, "dimension": 3, "until": 0.001,
    "generators": [{"terrain": {"low": [-50, -50, 0], "counts": [100, 100], "spacing": 1}}],
    "bodies": [{"ball": {"center": [0, 0, 5], "radius": 1}}, {"ball": {"center": [5, 5, 5], "radius": 1}},
      {"ball": {"center": [0, 0, -5], "radius": 1}}],
    "view": {"camera": [0, -60, 40], "look_at": [0, 0, 0]}})",
          folder.path());
  const std::string svg = drawing(folder / "picture.svg");
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "<image"), 1U);
  EXPECT_EQ(count(svg, "url\\(#ball-"), 2U + 1U) << "two balls, and the one of the legend";
}

TEST(Picture, ABusyPathIsWrittenInPartsThatJoin) {
  // To and fro between two walls at distance 2, 250 times.
  const TemporaryFolder folder;
  draw<2>(R"({"carom": 1, "dimension": 2, "until": 500, "bodies": [
    {"ball": {"center": [0, 0], "radius": 1}, "velocity": [1, 0.001]},
    {"half_space": {"normal": [1, 0], "offset": -2}}, {"half_space": {"normal": [-1, 0], "offset": -2}}]})",
          folder.path());
  const std::string paths = group(contents(folder / "picture.svg"), "paths");
  EXPECT_EQ(count(paths, "L"), 251U);
  const std::regex part(R"(d="M([-0-9.,]+)L[^"]*L([-0-9.,]+)\")");
  std::string end;
  std::size_t parts = 0;
  for (std::sregex_iterator it(paths.begin(), paths.end(), part), none; it != none; ++it, ++parts) {
    EXPECT_TRUE(parts == 0 || (*it)[1] == end) << (*it)[1] << " after " << end;
    end = (*it)[2];
  }
  EXPECT_EQ(parts, 3U);
}

TEST(Picture, TextsWithoutEndAreCutBetweenCharacters) {
  std::string umlauts;
  for (int k = 0; k < 100'000; ++k) umlauts += "ä";
  const TemporaryFolder folder;
  draw<2>(R"({"carom": 1, "dimension": 2, "until": 1, "title": ")" + umlauts + R"(", "about": "x)" + umlauts +
              R"(", "bodies": [{"ball": {"center": [0, 0], "radius": 1}}]})",
          folder.path());
  const std::string svg = contents(folder / "picture.svg");
  expect_well_formed(svg);
  EXPECT_LT(svg.size(), 10'000U);
  const auto whole = static_cast<std::ptrdiff_t>(count(svg, "ä"));
  EXPECT_GT(whole, 1000);
  EXPECT_EQ(std::count(svg.begin(), svg.end(), '\xc3'), whole);
  EXPECT_EQ(std::count(svg.begin(), svg.end(), '\xa4'), whole);
}

TEST(Picture, SpaceIsDrawnInPerspectiveWithGroundAndShadows) {
  const TemporaryFolder folder;
  draw<3>(R"({"carom": 1, "dimension": 3, "until": 1, "gravity": [0, 0, -1],
    "bodies": [{"half_space": {"normal": [0, 0, 1], "offset": 0}},
      {"ball": {"center": [0, -2, 1], "radius": 0.5}, "name": "near"}, {"ball": {"center": [0, 2, 1], "radius": 0.5}}],
    "view": {"camera": [0, -9, 2], "look_at": [0, 0, 1]}})",
          folder.path());
  const std::string svg = contents(folder / "picture.svg");
  expect_well_formed(svg);
  EXPECT_EQ(count(group(svg, "shadows"), "<polygon"), 2U);
  EXPECT_EQ(count(svg, "id=\"scale-bar\""), 0U);
  // The far ball is painted first, and smaller.
  std::vector<double> radii;
  const std::regex ball("url\\(#ball-[^>]* r=\"([0-9.]+)\"");
  const std::string balls =
      svg.substr(svg.find("<g id=\"balls\""), svg.find("id=\"legend\"") - svg.find("<g id=\"balls\""));
  for (std::sregex_iterator it(balls.begin(), balls.end(), ball), end; it != end; ++it)
    radii.push_back(std::stod((*it)[1]));
  ASSERT_EQ(radii.size(), 2U);
  EXPECT_LT(radii[0], radii[1]);
}

}  // namespace
}  // namespace carom::io
