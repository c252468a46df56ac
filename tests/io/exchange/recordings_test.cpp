#include <cstdlib>

#include "carom/io/input_file.hpp"
#include "io/exchange/exchange_helpers.hpp"

namespace carom::io {
namespace {

constexpr const char* kRecordings =
    R"([{"id":0,"balls":{"1":{"t":[0,0.04],"x":[1.31,1.2],"y":[0.655,0.6]},"3":{"t":[0],"x":[-1.31],"y":[0]}}},
        {"id":7,"balls":{"2":{"t":[0],"x":[0],"y":[0]}}}])";

// Its metres are in its balls' radii of .03275 m; the table was filmed with balls of .03075 m.
TEST(Recordings, TracksAreOnTheRealTable) {
  EXPECT_EQ(exchange_format_of(kRecordings), ExchangeFormat::tailuge_recordings);
  const Exchange exchange = read_exchange(kRecordings, "file", ExchangeFormat::tailuge_recordings);
  ASSERT_EQ(exchange.recordings.size(), 2U);
  const BallTrack& white = exchange.recordings[0].tracks.at(0);
  EXPECT_EQ(white.number, 0);
  EXPECT_EQ(white.times, (std::vector<double>{0, 0.04}));
  expect_near(white.places[0], {1.23, 0.615});
  EXPECT_EQ(exchange.recordings[0].tracks.at(1).number, 2);
  EXPECT_EQ(exchange.recordings[1].name, "7");
}

TEST(Recordings, RawOnesAreFromACorner) {
  const char* raw = R"([{"shotID":545599,"balls":{"1":{"t":[0],"x":[2.84],"y":[0.71]}}}])";
  const Exchange exchange = read_exchange(raw, "file", ExchangeFormat::tailuge_recordings);
  expect_near(exchange.recordings.at(0).tracks.at(0).places[0], {1.42, 0});
}

// Ticks of half a millisecond; X along the table, Y down it.
TEST(Recordings, PathTrackingIsInPartsOfTheTable) {
  const char* text =
      R"({"PathTracking":{"DataSets":[{"BallColor":2,"Coords":[{"DeltaT_500us":40,"X":0.5,"Y":0.25},{"DeltaT_500us":80,"X":1,"Y":1}]}]}})";
  EXPECT_EQ(exchange_format_of(text), ExchangeFormat::path_tracking);
  const Exchange exchange = read_exchange(text, "file", ExchangeFormat::path_tracking);
  const BallTrack& yellow = exchange.recordings.at(0).tracks.at(0);
  EXPECT_EQ(yellow.number, 1);
  EXPECT_EQ(yellow.times, (std::vector<double>{0.02, 0.04}));
  expect_near(yellow.places[0], {0, 0.355});
  expect_near(yellow.places[1], {1.42, -0.71});
}

TEST(Recordings, TrajectoriesOfCaromAreTracks) {
  const char* csv =
      "time,ball,phase,x,y,z,vx,vy,vz,wx,wy,wz\n0,0,sliding,0.1,0.2,0.03,1,0,0,0,0,0\n0,1,resting,1,0,0.03,0,0,0,0,0,"
      "0\n"
      "0.5,0,rolling,0.3,0.2,0.03,1,0,0,0,0,0\n";
  EXPECT_EQ(exchange_format_of(csv), ExchangeFormat::trajectories);
  const Exchange exchange = read_exchange(csv, "file", ExchangeFormat::trajectories);
  ASSERT_EQ(exchange.recordings.at(0).tracks.size(), 2U);
  EXPECT_EQ(exchange.recordings[0].tracks[0].times, (std::vector<double>{0, 0.5}));
  EXPECT_TRUE(mentions(exchange.notes, "left out"));
}

TEST(Recordings, EachKindComesBackFromEachOther) {
  Exchange exchange;
  exchange.recordings = {{"one", {{0, {0, 0.5}, {{0.1, 0.2}, {-1.3, 0.6}}}, {2, {0.25}, {{1, -0.5}}}}}};
  for (const ExchangeFormat format :
       {ExchangeFormat::trajectories, ExchangeFormat::tailuge_recordings, ExchangeFormat::path_tracking}) {
    const ExchangeFile file = write_exchange(exchange, format);
    EXPECT_EQ(exchange_format_of(file.bytes), format);
    const Exchange back = read_exchange(file.bytes, "file", format);
    ASSERT_EQ(back.recordings.at(0).tracks.size(), 2U);
    for (std::size_t k = 0; k < 2; ++k) {
      const BallTrack& mine = exchange.recordings[0].tracks[k];
      const BallTrack& theirs = back.recordings[0].tracks[k];
      EXPECT_EQ(mine.number, theirs.number);
      EXPECT_EQ(mine.times, theirs.times);
      for (std::size_t i = 0; i < mine.places.size(); ++i) expect_near(mine.places[i], theirs.places[i]);
    }
  }
}

TEST(Recordings, WhatIsWrongIsToldWithItsPlace) {
  const auto refusal = [](const std::string& text, ExchangeFormat format) { return refusal_of(text, format); };
  const auto recordings = ExchangeFormat::tailuge_recordings;
  EXPECT_EQ(refusal(R"([{"balls":{"1":{"t":[0,1],"x":[0],"y":[0]}}}])", recordings),
            "file: shots[0].balls.1: got 2, 1 and 1 numbers, expected as many in t, x and y");
  EXPECT_NE(refusal(R"([{"balls":{"one":{"t":[],"x":[],"y":[]}}}])", recordings).find("the number of a ball"),
            std::string::npos);
  EXPECT_NE(refusal(R"([{"balls":{"1":{"t":[1,0],"x":[0,0],"y":[0,0]}}}])", recordings).find("a time from 1 s on"),
            std::string::npos);
  EXPECT_NE(refusal("[5]", recordings).find("shots[0]"), std::string::npos);
  const auto csv = ExchangeFormat::trajectories;
  EXPECT_EQ(refusal("time,ball,x\n", csv), "file: line 1: columns: got no column \"y\", expected time, ball, x, y");
  EXPECT_EQ(refusal("time,ball,x,y\n0,0,1\n", csv), "file: line 2: the row: got 3 cells, expected 4");
  EXPECT_NE(refusal("time,ball,x,y\n0,0,inf,1\n", csv).find("line 2: x: got \"inf\""), std::string::npos);
  EXPECT_NE(refusal("time,ball,x,y\n1,0,0,0\n0,0,0,0\n", csv).find("1 or later"), std::string::npos);
}

TEST(Recordings, WhatLiesBesideTheTableIsRefusedWhereLengthsAreInPartsOfIt) {
  Exchange exchange;
  exchange.recordings = {{"one", {{0, {0}, {{1.5, 0}}}}}};
  EXPECT_THROW(write_exchange(exchange, ExchangeFormat::path_tracking), InputError);
}

// CAROM_TAILUGE: a folder with its sources.
TEST(Recordings, ThoseOfItsSourcesAreRead) {
  const char* const folder = std::getenv("CAROM_TAILUGE");
  if (folder == nullptr) GTEST_SKIP() << "CAROM_TAILUGE names no folder";
  const auto read = [&](const char* name) {
    const std::filesystem::path file = std::filesystem::path(folder) / name;
    return read_exchange(read_text(file), file.string(), ExchangeFormat::tailuge_recordings).recordings.size();
  };
  EXPECT_EQ(read("dist/fit/trajectories.json"), 182U);
  EXPECT_EQ(read("dist/fit/shots.json"), 182U);
  EXPECT_EQ(read("dist/diagrams/simple_shots.json"), 2U);
}

}  // namespace
}  // namespace carom::io
