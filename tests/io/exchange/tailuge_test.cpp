#include <cmath>
#include <numbers>

#include "io/exchange/exchange_helpers.hpp"

namespace carom::io {
namespace {

/// A link as ReplayCodec writes it, but with one stored block (RFC 1951, section 3.2.4).
std::string link_of(const std::string& state, const std::string& rule) {
  std::string bytes = {1, static_cast<char>(state.size() & 0xff), static_cast<char>(state.size() >> 8),
                       static_cast<char>(~state.size() & 0xff), static_cast<char>(~state.size() >> 8 & 0xff)};
  bytes += state;
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 6) {
    unsigned digit = 0;
    for (std::size_t k = bit; k < bit + 6; ++k)
      digit = digit << 1 | (k / 8 < bytes.size() ? static_cast<unsigned char>(bytes[k / 8]) >> (7 - k % 8) & 1U : 0U);
    text += digits[digit];
  }
  return "https://example.org/billiards/?ruletype=" + rule + "&state=f~" + text;
}

const std::string kAim =
    R"({"type":"AIM","offset":{"x":0.2,"y":-0.1,"z":0},"angle":0.5,"power":2,"elevation":0,"pos":{"x":-0.7,"y":0.1,"z":0},"i":0})";
const std::string kState = R"({"init":[-0.75,-0.2,-0.75,0,0.75,0],"shots":[)" + kAim +
                           R"(,{"type":"SCORE","score":1},)" + kAim +
                           R"(],"start":0,"now":1,"score":0,"wholeGame":true,"v":1})";

Exchange read_link(const std::string& link) {
  return read_exchange(link, "the link", ExchangeFormat::tailuge_link);
}

TEST(TailugeLink, PlacesAndAimAreTaken) {
  const std::string link = link_of(kState, "threecushion");
  EXPECT_EQ(exchange_format_of(link), ExchangeFormat::tailuge_link);
  const Exchange exchange = read_link(link);
  ASSERT_EQ(exchange.shots.size(), 1U);
  const ShotSetup& setup = exchange.shots[0];
  expect_near(place_of(setup, 0), {-0.7, 0.1});  // where the aim says that it is
  expect_near(place_of(setup, 1), {-0.75, 0});
  expect_near(place_of(setup, 2), {0.75, 0});
  EXPECT_EQ(setup.table.game, "carom");
  EXPECT_NEAR(billiards::clearance(setup.table, {0, 0}), 0.03275 * 92.36 / 4, 1e-12);
  EXPECT_TRUE(mentions(exchange.notes, "1 later strokes are left out"));
}

// cueStrike and cueToSpin of its sources: the axis (0, 1, 0), which is to the left of a ball that goes along x, turned
// about x by atan2(−x, y).
TEST(TailugeLink, TheStrokeGivesTheBallWhatTailugeGives) {
  const billiards::BallState state = struck(read_link(link_of(kState, "threecushion")).shots.at(0));
  const double offset = std::hypot(0.2, 0.1);
  const double speed = 2 * (1 - 0.25 * offset * offset);
  const double turn = std::atan2(-0.2, -0.1);
  const double rate = 2.5 * speed * offset / 0.03275;
  expect_near({state.velocity.x, state.velocity.y}, {speed * std::cos(0.5), speed * std::sin(0.5)}, 1e-9);
  const Vec2 left{-std::sin(0.5), std::cos(0.5)};
  expect_near({state.angular_velocity.x, state.angular_velocity.y}, rate * std::cos(turn) * left, 1e-9);
  EXPECT_NEAR(state.angular_velocity.z, rate * std::sin(turn), 1e-9);
}

TEST(TailugeLink, PlainAndPercentCodedStatesAreRead) {
  std::string coded = "?ruletype=threecushion&state=";
  for (const char c : kState) coded += c == '"' ? "%22" : c == '{' ? "%7B" : c == '}' ? "%7D" : std::string(1, c);
  EXPECT_EQ(read_link(coded).shots.size(), 1U);
}

TEST(TailugeLink, ARerackTellsWhereTheBallsLieForTheNextStroke) {
  const std::string rerack =
      R"({"type":"RERACK","ballinfo":{"balls":[{"id":0,"pos":{"x":0,"y":0,"z":0}},{"id":1,"pos":{"x":1,"y":0,"z":0}},{"id":2,"pos":{"x":-1,"y":0.2,"z":0}}]}})";
  const std::string state =
      R"({"init":[-0.75,-0.2,-0.75,0,0.75,0],"shots":[)" + kAim + "," + rerack + "," + kAim + "]}";
  const Exchange exchange = read_link(link_of(state, "threecushion"));
  ASSERT_EQ(exchange.shots.size(), 2U);
  expect_near(place_of(exchange.shots[1], 2), {-1, 0.2});
}

TEST(TailugeLink, SnookersColoursComeBeforeItsReds) {
  std::string init = "[-0.8,0.3";
  for (int k = 1; k < 22; ++k) init += "," + std::to_string(-1.2 + 0.1 * k) + (k < 8 ? ",-0.5" : ",0.5");
  const std::string state = R"({"init":)" + init + R"(],"shots":[)" + kAim + "]}";
  const ShotSetup setup = read_link(link_of(state, "snooker")).shots.at(0);
  expect_near(place_of(setup, 16), {-1.1, -0.5}, 1e-6);  // yellow
  expect_near(place_of(setup, 21), {-0.6, -0.5}, 1e-6);  // black
  expect_near(place_of(setup, 1), {-0.5, -0.5}, 1e-6);   // the first red
}

TEST(TailugeLink, WhatIsWrongIsToldWithItsPlace) {
  const auto refusal = [](const std::string& link) { return refusal_of(link, ExchangeFormat::tailuge_link); };
  EXPECT_EQ(refusal("https://example.org/?ruletype=nineball"),
            "file: the link: got \"https://example.org/?ruletype=nineball\", expected a field \"state\" in it");
  EXPECT_NE(refusal("?state=f~AAAA"), "");
  EXPECT_NE(refusal("?state=(old)").find("links of older versions"), std::string::npos);
  EXPECT_NE(refusal(link_of(kState, "golf")).find("ruletype: got \"golf\""), std::string::npos);
  EXPECT_NE(refusal(link_of(kState, "nineball&tableSize=1e9")).find("tableSize"), std::string::npos);
  EXPECT_NE(refusal(link_of(R"({"init":[1,2,3],"shots":[]})", "nineball")).find("init: got a list of 3"),
            std::string::npos);
  EXPECT_NE(refusal(link_of(R"({"init":[],"shots":[)" + kAim + "]}", "nineball")).find("init"), std::string::npos);
  EXPECT_NE(refusal(link_of(R"({"init":[0,0],"shots":[{"type":"AIM","i":7}]})", "nineball")).find("shots[0].i"),
            std::string::npos);
  EXPECT_NE(
      refusal(
          link_of(R"({"init":[0,0],"shots":[{"type":"RERACK","ballinfo":{"balls":[{"id":3,"pos":{"x":0,"y":0}}]}}]})",
                  "nineball"))
          .find("id: got 3"),
      std::string::npos);
}

TEST(TailugeLink, AShotComesBackFromWhatIsWritten) {
  const ShotSetup setup = read_link(link_of(kState, "threecushion")).shots.at(0);
  const ExchangeFile file = written(setup, ExchangeFormat::tailuge_link);
  const ShotSetup back = read_link(file.bytes).shots.at(0);
  for (const int number : {0, 1, 2}) expect_near(place_of(back, number), place_of(setup, number));
  EXPECT_LT(norm(struck(setup).velocity - struck(back).velocity), 1e-9);
  EXPECT_LT(norm(struck(setup).angular_velocity - struck(back).angular_velocity), 1e-8);
}

// Its balls are larger: lengths are scaled by their radii, speeds by the root.
TEST(TailugeLink, BallsOfAnotherSizeScaleTheTable) {
  const ShotSetup setup = a_pool_shot();
  const ExchangeFile file = written(setup, ExchangeFormat::tailuge_link);
  const Exchange exchange = read_link(file.bytes);
  const ShotSetup& back = exchange.shots.at(0);
  const double scale = 0.03275 / 0.028575;
  expect_near(place_of(back, 8), scale * place_of(setup, 8));
  EXPECT_NEAR(norm(struck(back).velocity), std::sqrt(scale) * norm(struck(setup).velocity), 1e-6);
  EXPECT_NEAR(billiards::clearance(back.table, {1.2, 0}), scale * billiards::clearance(setup.table, {1.2 / scale, 0}),
              1e-3);
  EXPECT_TRUE(mentions(exchange.notes, "in pockets"));
  EXPECT_TRUE(mentions(file.notes, "lengths are times 1.14611"));
}

}  // namespace
}  // namespace carom::io
