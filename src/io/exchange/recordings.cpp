#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "io/exchange/formats.hpp"
#include "io/exchange/tailuge.hpp"
#include "io/json/short_name.hpp"

namespace carom::io {
namespace {

// The ten-foot carom table, on which they were filmed.
constexpr double kLength = 2.84;
constexpr double kWidth = 1.42;
constexpr double kRealRadius = 0.03075;
constexpr double kTheirMetre = kRealRadius / kTailugeRadius;  // its metres are in its balls' radii
constexpr double kTick = 0.0005;                              // s, of PathTracking
constexpr std::size_t kMostSamples = 10'000'000;

int ball_number(const JsonNode& place, const std::string& key) {
  if (key.empty() || key.size() > 4 || key.find_first_not_of("0123456789") != std::string::npos || std::stoi(key) < 1)
    place.fail(shown(key), "the number of a ball from 1 on");
  return std::stoi(key) - 1;
}

void add_sample(const JsonNode& node, double time, const Vec2& place, BallTrack& track) {
  if (!track.times.empty() && time < track.times.back())
    node.fail(fmt::format("{} s", time), fmt::format("a time from {} s on", track.times.back()));
  track.times.push_back(time);
  track.places.push_back(place);
}

BallTrack read_track(const JsonNode& ball, int number, bool raw) {
  BallTrack track{number, {}, {}};
  const JsonNode t = ball.at("t");
  const JsonNode x = ball.at("x");
  const JsonNode y = ball.at("y");
  if (x.size() != t.size() || y.size() != t.size() || t.size() > kMostSamples)
    ball.fail(fmt::format("{}, {} and {} numbers", t.size(), x.size(), y.size()), "as many in t, x and y");
  for (std::size_t i = 0; i < t.size(); ++i) {
    const Vec2 place{x[i].number(), y[i].number()};
    add_sample(t[i], t[i].number(), raw ? place - 0.5 * Vec2{kLength, kWidth} : kTheirMetre * place, track);
  }
  return track;
}

}  // namespace

/// trajectories.json and shots.json are centred, in metres of tailuge; simple_shots.json, with a shotID, from a corner
/// in real metres.
Exchange read_tailuge_recordings(const Json& json, const std::string& origin) {
  const JsonNode root(json, origin, "shots");
  Exchange exchange;
  for (std::size_t i = 0; i < root.size(); ++i) {
    const JsonNode shot = root[i];
    const bool raw = shot.value().is_object() && shot.has("shotID");
    const JsonNode balls = shot.at("balls");
    if (!balls.value().is_object()) balls.fail("an object: tracks by ball");
    RecordedShot& recording = exchange.recordings.emplace_back();
    const auto id = shot.find(raw ? "shotID" : "id");
    recording.name = id ? id->value().dump() : std::to_string(i);
    for (const auto& [key, value] : balls.value().items())
      recording.tracks.push_back(read_track(balls.at(key), ball_number(balls, key), raw));
  }
  exchange.notes.push_back(
      fmt::format("tailuge's ball 1 is ball 0 here; its recordings are put on the real table of {} m", kLength));
  const bool fitted = std::any_of(json.begin(), json.end(), [](const Json& one) { return one.contains("shot"); });
  if (fitted) exchange.notes.emplace_back("the strokes that were fitted to the recordings are left out");
  return exchange;
}

std::string write_tailuge_recordings(const std::vector<RecordedShot>& shots) {
  Json json = Json::array();
  for (const RecordedShot& shot : shots) {
    Json balls = Json::object();
    for (const BallTrack& track : shot.tracks) {
      Json x = Json::array();
      Json y = Json::array();
      for (const Vec2& place : track.places) {
        x.push_back(place.x / kTheirMetre);
        y.push_back(place.y / kTheirMetre);
      }
      balls[std::to_string(track.number + 1)] = {{"t", track.times}, {"x", x}, {"y", y}};
    }
    json.push_back({{"id", json.size()}, {"balls", balls}});
  }
  return json.dump() + "\n";
}

/// X along the table and Y down it, from a corner, in lengths and widths of it.
Exchange read_path_tracking(const Json& json, const std::string& origin) {
  const JsonNode root(json, origin);
  const JsonNode sets = root.at("PathTracking").at("DataSets");
  Exchange exchange;
  RecordedShot& recording = exchange.recordings.emplace_back();
  recording.name = short_name_from(origin);
  for (std::size_t k = 0; k < sets.size(); ++k) {
    const JsonNode set = sets[k];
    BallTrack track{static_cast<int>(set.at("BallColor").whole(1, 9999)) - 1, {}, {}};
    const JsonNode coords = set.at("Coords");
    for (std::size_t i = 0; i < coords.size(); ++i) {
      const JsonNode one = coords[i];
      const Vec2 place{(one.at("X").number() - 0.5) * kLength, (0.5 - one.at("Y").number()) * kWidth};
      add_sample(one.at("DeltaT_500us"), one.at("DeltaT_500us").non_negative() * kTick, place, track);
    }
    recording.tracks.push_back(std::move(track));
  }
  return exchange;
}

std::string write_path_tracking(const RecordedShot& shot, Notes& notes) {
  Json sets = Json::array();
  double last = 0;
  bool moved = false;
  for (const BallTrack& track : shot.tracks) {
    Json coords = Json::array();
    for (std::size_t i = 0; i < track.times.size(); ++i) {
      const double ticks = std::round(track.times[i] / kTick);
      const Vec2 place{track.places[i].x / kLength + 0.5, 0.5 - track.places[i].y / kWidth};
      if (!(place.x >= 0 && place.x <= 1 && place.y >= 0 && place.y <= 1) || !(ticks >= 0 && ticks < 1e9))
        throw input_error("", fmt::format("ball {} at {} s", track.number, track.times[i]),
                          fmt::format("({}, {})", track.places[i].x, track.places[i].y),
                          fmt::format("a place on the carom table of {} m × {} m, from 0 s on", kLength, kWidth));
      moved = moved || std::fabs(ticks * kTick - track.times[i]) > 1e-9;
      last = std::max(last, ticks);
      coords.push_back({{"DeltaT_500us", static_cast<std::int64_t>(ticks)}, {"X", place.x}, {"Y", place.y}});
    }
    sets.push_back({{"BallColor", track.number + 1}, {"Coords", coords}});
  }
  if (moved) notes.emplace_back("times are rounded to half a millisecond");
  const Json json = {{"PathTracking",
                      {{"DataSets", sets},
                       {"MaxTimestamp_500us", static_cast<std::int64_t>(last)},
                       {"TableHeight", 1420},
                       {"TableWidth", 2840}}}};
  return json.dump(1) + "\n";
}

std::string write_trajectories(const RecordedShot& shot, Notes& notes) {
  struct Row {
    double time;
    int ball;
    Vec2 place;
  };
  std::vector<Row> rows;
  for (const BallTrack& track : shot.tracks)
    for (std::size_t i = 0; i < track.times.size(); ++i)
      rows.push_back({track.times[i], track.number, track.places[i]});
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return std::pair(a.time, a.ball) < std::pair(b.time, b.ball); });
  std::string csv = "time,ball,phase,x,y,z,vx,vy,vz,wx,wy,wz\n";
  for (const Row& row : rows) csv += fmt::format("{},{},,{},{},,,,,,,\n", row.time, row.ball, row.place.x, row.place.y);
  notes.emplace_back("recordings know neither phases, heights, velocities nor spins; these columns are empty");
  return csv;
}

}  // namespace carom::io
