#include "carom/io/report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "carom/io/run.hpp"
#include "io/temporary_folder.hpp"

namespace carom::io {
namespace {

using Json = nlohmann::json;

template <int D>
std::string report(const std::string& scene_text) {
  const TemporaryFolder folder;
  const auto scene = std::get<Scene<D>>(parse_scene(scene_text, "scene"));
  World<D> world = scene.make_world();
  std::vector<std::unique_ptr<Observer<D>>> observers;
  observers.push_back(make_report<D>(folder.path()));
  simulate<D>(scene, world, observers);
  return contents(folder / "report.html");
}

Json data_of(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"run\">";
  const std::size_t from = page.find(open) + open.size();
  return Json::parse(page.substr(from, page.find("</script>", from) - from));
}

/// The page without the text of its scripts, which open nothing by themselves: what the browser may load.
std::string markup(const std::string& page) {
  std::string text;
  std::size_t at = 0;
  for (std::size_t open; (open = page.find("<script", at)) != std::string::npos;) {
    const std::size_t inside = page.find('>', open) + 1;
    text += page.substr(at, inside - at);
    at = page.find("</script>", inside);
  }
  return text + page.substr(at);
}

void expect_nothing_external(const std::string& page) {
  EXPECT_FALSE(std::regex_search(markup(page), std::regex(R"((https?:|//|src=|href=|url\(|@import))")));
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

constexpr const char* kHeadOn2 =
    R"({"carom": 1, "dimension": 2, "title": "A </script> title", "about": "a < b & c", "until": 6,
  "bodies": [{"ball": {"center": [0, 0], "radius": 1}, "velocity": [2, 0], "name": "left"},
             {"ball": {"center": [10, 0], "radius": 1}}]})";
constexpr const char* kHeadOn3 = R"({"carom": 1, "dimension": 3, "until": 6,
  "bodies": [{"ball": {"center": [0, 0, 0], "radius": 1}, "velocity": [2, 0, 0]},
             {"ball": {"center": [10, 0, 0], "radius": 1}}]})";

TEST(Report, IsOnePageThatLoadsNothing) {
  const std::string flat = report<2>(kHeadOn2), deep = report<3>(kHeadOn3);
  expect_nothing_external(flat);
  expect_nothing_external(deep);
  EXPECT_EQ(flat.find("WebGLRenderer("), std::string::npos) << "three.js is for scenes in space only";
  EXPECT_NE(deep.find("WebGLRenderer"), std::string::npos);
}

TEST(Report, OfTwoDimensionsNamesNoAddressButThatOfSvg) {
  const std::string page = report<2>(kHeadOn2);
  const std::regex address(R"(https?://[^"'\s<]*)");
  for (std::sregex_iterator it(page.begin(), page.end(), address), end; it != end; ++it)
    EXPECT_EQ(it->str(), "http://www.w3.org/2000/svg");
}

TEST(Report, HoldsTheRunAsJsonWhateverTheTitleSays) {
  const Json data = data_of(report<2>(kHeadOn2));
  EXPECT_EQ(data["title"], "A </script> title");
  EXPECT_EQ(data["about"], "a < b & c");
  EXPECT_EQ(data["dimension"], 2);
  EXPECT_EQ(data["from"], 0);
  EXPECT_EQ(data["until"], 6);
  EXPECT_EQ(data["balls"]["count"], 2);
  EXPECT_EQ(data["balls"]["names"]["0"], "left");
  EXPECT_EQ(data["summary"]["counts"]["impact"], 1);
  EXPECT_EQ(data["summary"]["end"]["kinetic"], 2.0);  // ½ 1 2²
  EXPECT_EQ(data["events"]["seen"], 1);
  // 4, (10 − 2)/2, as a double: 0x4010000000000000, little-endian, in base 64.
  EXPECT_EQ(data["events"]["time"], "AAAAAAAAEEA=");
  EXPECT_FALSE(data["motion"].contains("frames"));
}

TEST(Report, HoldsSpinsOfARoughWorldOnly) {
  const std::string scene =
      R"({"carom": 1, "dimension": 2, "until": 6, "tangential_restitution": 0,
  "bodies": [{"ball": {"center": [0, 0.5], "radius": 1}, "velocity": [2, 0]}, {"ball": {"center": [10, 0], "radius": 1}}]})";
  const Json keys = data_of(report<2>(scene))["motion"]["keys"];
  ASSERT_TRUE(keys.contains("spin"));
  EXPECT_EQ(keys["spin"].get<std::string>().size(), keys["time"].get<std::string>().size())
      << "one number for each key";
  EXPECT_FALSE(data_of(report<2>(kHeadOn2))["motion"]["keys"].contains("spin"));
}

// Two discs in a trough as wide as both sleep together; a third comes at t = 6 and wakes them: 6.0 is 0x4018 and zeros.
TEST(Report, TellsWhoComesLaterAndWhoSleeps) {
  const Json lives =
      data_of(report<2>(R"({"carom": 1, "dimension": 2, "until": 7, "gravity": [0, -10], "tangential_restitution": 0,
    "defaults": {"restitution": 0.2, "friction": 0.5}, "walls": {"low": [0, 0], "high": [1.9, 9], "friction": 0.5},
    "bodies": [{"ball": {"center": [0.5, 0.6], "radius": 0.5}}, {"ball": {"center": [1.3, 1.5], "radius": 0.5}},
               {"ball": {"center": [1, 4], "radius": 0.5}, "velocity": [0, -9], "from": 6}]})"))["lives"];
  EXPECT_EQ(lives["starts"], (Json{{"ball", "AgAAAA=="}, {"time", "AAAAAAAAGEA="}}));
  // Both fall asleep and wake: four times of eight bytes.
  EXPECT_EQ(lives["sleeps"]["ball"], "AAAAAAEAAAAAAAAAAQAAAA==");
  EXPECT_EQ(lives["sleeps"]["time"].get<std::string>().size(), 44u);
}

TEST(Report, OfALargeGasStaysBelowTwentyMegabytes) {
  const std::string page =
      report<3>(R"({"carom": 1, "dimension": 3, "until": 6, "frames_per_second": 20, "periodic": [24, 24, 24],
    "generators": [{"gas": {"count": 10000, "radius": 0.3, "temperature": 1, "seed": 1}}]})");
  EXPECT_LT(page.size(), 20'000'000U);
  const Json data = data_of(page);
  EXPECT_GT(data["events"]["seen"], 50'000);
  EXPECT_TRUE(data["motion"].contains("frames"));
  EXPECT_LT(data["motion"]["exact_until"], 6);
  EXPECT_GT(data["motion"]["exact_until"], 0);
  EXPECT_GT(data["thinning"]["impact_stride"], 1);
}

TEST(Report, ShowsAHundredThousandBallsAndTellsOfTheOthers) {
  const std::string page = report<2>(R"({"carom": 1, "dimension": 2, "until": 0.1, "frames_per_second": 10,
    "generators": [{"lattice": {"low": [0, 0], "counts": [401, 250], "spacing": 1, "radius": 0.3, "speed": 1, "seed": 1}}]})");
  EXPECT_LT(page.size(), 50'000'000U);
  const Json data = data_of(page);
  EXPECT_EQ(data["balls"]["count"], 100'000);
  EXPECT_EQ(data["thinning"]["balls_not_shown"], 250);
}

TEST(Report, ObstaclesThatDoNotFitInAreCountedAndTheOthersShown) {
  // A ground of 180,000 triangles, and one of two.
  const std::string page = report<3>(R"({"carom": 1, "dimension": 3, "until": 0.1, "generators": [
    {"terrain": {"low": [-150, -150, 0], "counts": [300, 300], "spacing": 1}},
    {"terrain": {"low": [-1, -1, 20], "counts": [1, 1], "spacing": 2}}],
    "bodies": [{"ball": {"center": [0, 0, 5], "radius": 1}}]})");
  const Json data = data_of(page);
  ASSERT_EQ(data["obstacles"].size(), 1U);
  EXPECT_EQ(data["obstacles"][0]["triangles"].size(), 2U);
  EXPECT_EQ(data["thinning"]["obstacles_not_shown"], 1);
}

}  // namespace
}  // namespace carom::io
