#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "carom/io/input_file.hpp"
#include "io/exchange/exchange_helpers.hpp"

namespace carom::io {
namespace {

using nlohmann::json;

/// A system as pooltool saves it (System.save), of three-cushion: 2.84 m × 1.42 m, from a corner, y along the length.
json a_system() {
  const auto ball = [](const char* id, double x, double y) {
    return json{{"id", id},
                {"state", {{"rvw", {{x, y, 0.03075}, {0, 0, 0}, {0, 0, 0}}}, {"s", 0}, {"t", 0}}},
                {"params",
                 {{"m", 0.21},
                  {"R", 0.03075},
                  {"u_s", 0.2},
                  {"u_r", 0.01},
                  {"u_sp_proportionality", 0.4},
                  {"u_b", 0.05},
                  {"e_b", 0.95},
                  {"e_t", 0.5},
                  {"e_c", 0.85},
                  {"f_c", 0.15},
                  {"g", 9.81}}},
                {"ballset", nullptr},
                {"initial_orientation", {{"pos", {1, 1, 1, 1}}, {"sphere", {1, 0, 0, 0}}}},
                {"history", {{"states", json::array()}}},
                {"history_cts", {{"states", json::array()}}}};
  };
  const auto cushion = [](const char* id, std::array<double, 4> ends) {
    return json{{"id", id},
                {"p1", {ends[0], ends[1], 0.037}},
                {"p2", {ends[2], ends[3], 0.037}},
                {"nose_radius", 0.005},
                {"direction", 2}};
  };
  return {
      {"cue",
       {{"id", "cue_stick"},
        {"V0", 3.0},
        {"phi", 60.0},
        {"theta", 10.0},
        {"a", 0.3},
        {"b", -0.2},
        {"cue_ball_id", "white"},
        {"specs",
         {{"brand", "x"},
          {"M", 0.567},
          {"length", 1.47},
          {"tip_radius", 0.01},
          {"shaft_radius_at_tip", 0.006},
          {"shaft_radius_at_butt", 0.02},
          {"end_mass", 0.007}}},
        {"model_name", nullptr}}},
      {"table",
       {{"cushion_segments",
         {{"linear",
           {{"3", cushion("3", {0, 0, 0, 2.84})},
            {"12", cushion("12", {1.42, 2.84, 1.42, 0})},
            {"9", cushion("9", {0, 2.84, 1.42, 2.84})},
            {"18", cushion("18", {0, 0, 1.42, 0})}}},
          {"circular", json::object()}}},
        {"pockets", json::object()},
        {"table_type", "billiard"},
        {"model_descr", nullptr},
        {"height", 0.708},
        {"lights_height", 1.99}}},
      {"balls",
       {{"white", ball("white", 0.4, 0.7)}, {"yellow", ball("yellow", 0.71, 0.7)}, {"red", ball("red", 0.71, 2.1)}}},
      {"t", 0.0},
      {"events", json::array()}};
}

Exchange read_system(const json& system) {
  return read_exchange(system.dump(), "file", ExchangeFormat::pooltool_json);
}

std::string refusal_of_system(const json& system) {
  return refusal_of(system.dump(), ExchangeFormat::pooltool_json);
}

TEST(Pooltool, ItsLengthIsOursAndItsLeftIsOurTop) {
  const ShotSetup setup = read_system(a_system()).shots.at(0);
  expect_near(place_of(setup, 0), {0.7 - 1.42, 0.71 - 0.4});
  expect_near(place_of(setup, 1), {0.7 - 1.42, 0});
  expect_near(place_of(setup, 2), {2.1 - 1.42, 0});
  EXPECT_EQ(setup.table.game, "carom");
  EXPECT_EQ(setup.table.cushions.size(), 4U);
  EXPECT_NEAR(billiards::clearance(setup.table, {0, 0}), 0.71, 1e-12);
  EXPECT_NEAR(billiards::clearance(setup.table, {1.4, 0}), 0.02, 1e-12);
}

TEST(Pooltool, NumbersOfBallsAndClothAreTaken) {
  const billiards::Equipment equipment = read_system(a_system()).shots.at(0).table.equipment;
  EXPECT_EQ(equipment.ball.mass, 0.21);
  EXPECT_EQ(equipment.cloth.rolling_friction, 0.01);
  EXPECT_DOUBLE_EQ(equipment.cloth.spinning_friction, 0.4 * 0.03075);
  EXPECT_EQ(equipment.cushion.restitution, 0.85);
  EXPECT_EQ(equipment.cushion.friction, 0.15);
  EXPECT_EQ(equipment.cushion.height, 0.037);
}

// pooltool's own equations (cue_strike, get_squirt_angle), in its frame: a cue along −y before it is turned by φ + 90°.
TEST(Pooltool, TheStrokeGivesTheBallWhatPooltoolGives) {
  const ShotSetup setup = read_system(a_system()).shots.at(0);
  const double m = 0.21, M = 0.567, R = 0.03075, a = 0.3, b = -0.2, theta = 10 * std::numbers::pi / 180;
  const double v = 2 * 3.0 / (1 + m / M + 2.5 * (a * a + b * b));
  const double squirt = std::atan2(2.5 * a * std::sqrt(1 - a * a), 1 + m / 0.007 + 2.5 * (1 - a * a));
  const billiards::BallState state = struck(setup);
  EXPECT_NEAR(norm(state.velocity), v, 1e-12);
  // It goes to the right of the cue's line, as the tip was left; φ = 60° there is −30° here. The squirt is across the
  // cue here, and about the vertical there.
  EXPECT_NEAR(std::atan2(state.velocity.y, state.velocity.x), -std::numbers::pi / 6 - squirt, 2e-3);
  // ω = 5/2 v/R² (b cos θ − c sin θ, a sin θ, −a cos θ) for the ball's frame: up is the last.
  EXPECT_NEAR(state.angular_velocity.z, -2.5 * v / R * a * std::cos(theta), 1e-9);
  EXPECT_NEAR(norm(state.angular_velocity), 2.5 * v / R * std::hypot(a, b), 1e-9);
}

TEST(Pooltool, AMiscueIsNoneThere) {
  json system = a_system();
  system["cue"]["a"] = 0.6;
  EXPECT_EQ(read_system(system).shots.at(0).options.cue.miscue_offset, 1);
}

TEST(Pooltool, ASystemThatWasPlayedIsTakenFromItsStart) {
  json system = a_system();
  json& red = system["balls"]["red"];
  red["history"]["states"] = {{{"rvw", {{0.5, 2, 0.03075}, {0, 0, 0}, {0, 0, 0}}}, {"s", 0}, {"t", 0}}, red["state"]};
  expect_near(place_of(read_system(system).shots.at(0), 2), {2 - 1.42, 0.71 - 0.5});
}

TEST(Pooltool, WhatAShotFileCannotSayIsTold) {
  json system = a_system();
  system["balls"]["red"]["state"]["s"] = 4;
  system["balls"]["yellow"]["state"]["rvw"][1][0] = 0.5;
  system["balls"]["apple"] = system["balls"]["yellow"];
  system["balls"]["apple"]["state"]["rvw"][0] = {0.3, 0.3, 0.03075};
  const Exchange exchange = read_system(system);
  EXPECT_TRUE(mentions(exchange.notes, "ball 2: in pockets"));
  EXPECT_TRUE(mentions(exchange.notes, "balls 100, 1: moving"));
  EXPECT_TRUE(mentions(exchange.notes, "\"apple\" has no number; it is ball 100"));
  EXPECT_TRUE(mentions(exchange.notes, "name no models of impacts"));
  EXPECT_EQ(exchange.shots.at(0).state.balls.size(), 3U);
}

TEST(Pooltool, ManySystemsAreAsManyShots) {
  const json many = {{"multisystem", {a_system(), a_system()}}};
  EXPECT_EQ(read_system(many).shots.size(), 2U);
}

TEST(Pooltool, WhatIsWrongIsToldWithItsPlace) {
  json system = a_system();
  system["balls"]["red"]["params"]["R"] = 0.02;
  EXPECT_EQ(refusal_of_system(system), "file: balls.red.params.R: got 0.02, expected the radius of the other balls");
  system = a_system();
  system["cue"]["cue_ball_id"] = "blue";
  EXPECT_EQ(refusal_of_system(system), "file: cue.cue_ball_id: got \"blue\", expected the id of one of the balls");
  system = a_system();
  system["cue"]["V0"] = "fast";
  EXPECT_EQ(refusal_of_system(system), "file: cue.V0: got \"fast\", expected a number > 0");
  system = a_system();
  system["balls"]["red"]["state"]["rvw"] = {1, 2};
  EXPECT_EQ(refusal_of_system(system), "file: balls.red.state.rvw: got [1,2], expected three vectors");
  system = a_system();
  system["balls"]["red"]["state"]["rvw"][0] = {0.4, 0.72, 0.03075};
  EXPECT_NE(refusal_of_system(system).find("overlaps"), std::string::npos);
  system = a_system();
  system["table"]["cushion_segments"]["linear"].erase("9");
  system["table"]["cushion_segments"]["linear"].erase("3");
  EXPECT_NE(refusal_of_system(system).find("got 2, expected 3 or more"), std::string::npos);
}

// A corner of pooltool's pocket table (objects/table/layout.py, pocket 45° wide, jaws at 45°), the other three square.
TEST(Pooltool, JawsAndRoundedTipsMakeOneOutlineAroundAPocket) {
  json system = a_system();
  json& table = system["table"];
  const double r = 0.05, w = 0.1, c = r * std::tan(std::numbers::pi / 8);  // a tip that turns by 45°
  const double h = std::sqrt(0.5);
  const auto cushion = [](double x1, double y1, double x2, double y2) {
    return json{{"p1", {x1, y1, 0.037}}, {"p2", {x2, y2, 0.037}}};
  };
  json& linear = table["cushion_segments"]["linear"];
  linear["18"] = cushion(w + c, 0, 1.42, 0);
  linear["3"] = cushion(0, w + c, 0, 2.84);
  linear["1"] = cushion(w - 0.08, -0.08, w - c * h, -c * h);
  linear["2"] = cushion(-0.08, w - 0.08, -c * h, w - c * h);
  table["cushion_segments"]["circular"] = {{"1t", {{"center", {w + c, -r, 0.037}}, {"radius", r}}},
                                           {"2t", {{"center", {-r, w + c, 0.037}}, {"radius", r}}}};
  table["pockets"]["lb"] = {{"center", {-0.03, -0.03, 0}}, {"radius", 0.06}};
  const ShotSetup setup = read_system(system).shots.at(0);
  // Six straight cushions, two tips, two lines behind the pocket, and the corner's place: anticlockwise.
  EXPECT_EQ(setup.table.cushions.size(), 10U);
  EXPECT_EQ(std::count_if(setup.table.cushions.begin(), setup.table.cushions.end(),
                          [](const auto& part) { return part.shape == billiards::CushionPart::Shape::convex_arc; }),
            2);
  EXPECT_EQ(billiards::pocket_at(setup.table, {-1.42 - 0.03, 0.71 + 0.03}), 0U);
  table["cushion_segments"]["circular"]["1t"]["radius"] = 0.02;
  EXPECT_NE(refusal_of_system(system).find("obstacles"), std::string::npos);
}

TEST(Pooltool, ACircleByItselfIsAnObstacle) {
  json system = a_system();
  system["table"]["cushion_segments"]["circular"]["post"] = {{"center", {0.3, 1.42, 0.037}}, {"radius", 0.05}};
  const ShotSetup setup = read_system(system).shots.at(0);
  EXPECT_EQ(setup.table.obstacles.size(), 2U);
  EXPECT_NEAR(billiards::clearance(setup.table, {0, 0.71 - 0.3 + 0.08}), 0.03, 1e-12);
  const json back = json::parse(written(setup, ExchangeFormat::pooltool_json).bytes);
  EXPECT_EQ(back["table"]["cushion_segments"]["circular"].size(), 1U);
}

TEST(Pooltool, AShotComesBackFromWhatIsWritten) {
  const ShotSetup setup = a_pool_shot();
  for (const ExchangeFormat format : {ExchangeFormat::pooltool_json, ExchangeFormat::pooltool_msgpack}) {
    const ExchangeFile file = written(setup, format);
    EXPECT_EQ(exchange_format_of(file.bytes), format);
    const ShotSetup back = read_exchange(file.bytes, "file", format).shots.at(0);
    for (const int number : {0, 8}) expect_near(place_of(back, number), place_of(setup, number));
    const billiards::BallState mine = struck(setup);
    const billiards::BallState theirs = struck(back);
    EXPECT_LT(norm(mine.velocity - theirs.velocity), 1e-12);
    EXPECT_LT(norm(mine.angular_velocity - theirs.angular_velocity), 1e-10);
    EXPECT_EQ(back.table.cushions.size(), setup.table.cushions.size());
    for (const Vec2 place : {Vec2{0.3, 0.62}, {-1.25, 0.6}, {0.02, -0.64}})
      EXPECT_NEAR(billiards::clearance(back.table, place), billiards::clearance(setup.table, place), 1e-12);
  }
}

// pooltool's Table.w and Table.l look at cushions 3, 12, 9 and 18; its pockets are lb, lc, lt, rb, rc and rt.
TEST(Pooltool, CushionsAndPocketsHaveItsNames) {
  const json system = json::parse(written(a_pool_shot(), ExchangeFormat::pooltool_json).bytes);
  const json& linear = system["table"]["cushion_segments"]["linear"];
  EXPECT_EQ(linear.size(), 18U);
  EXPECT_EQ(system["table"]["cushion_segments"]["circular"].size(), 12U);
  for (const auto& [id, axis, place] :
       {std::tuple{"3", 0, 0.0}, {"6", 0, 0.0}, {"12", 0, 1.27}, {"15", 0, 1.27}, {"9", 1, 2.54}, {"18", 1, 0.0}}) {
    EXPECT_NEAR(linear[id]["p1"][axis].get<double>(), place, 1e-12) << id;
    EXPECT_NEAR(linear[id]["p2"][axis].get<double>(), place, 1e-12) << id;
  }
  EXPECT_LT(linear["3"]["p1"][1].get<double>(), 1.27);
  EXPECT_GT(linear["6"]["p1"][1].get<double>(), 1.27);
  const json& pockets = system["table"]["pockets"];
  EXPECT_LT(pockets["lb"]["center"][0].get<double>() + pockets["lb"]["center"][1].get<double>(), 0);
  EXPECT_GT(pockets["rt"]["center"][0].get<double>() + pockets["rt"]["center"][1].get<double>(), 1.27 + 2.54);
  EXPECT_NEAR(pockets["lc"]["center"][1].get<double>(), 1.27, 1e-12);
  EXPECT_EQ(system["balls"]["cue"]["id"], "cue");
}

TEST(Pooltool, WhatItCannotHoldIsRefusedOrTold) {
  ShotSetup setup = a_pool_shot();
  setup.table.balls[8].spec.mass = 0.2;
  EXPECT_THROW(written(setup, ExchangeFormat::pooltool_json), InputError);
  setup = a_pool_shot();
  setup.table.equipment.cloth.rolling_friction = 0;
  EXPECT_THROW(written(setup, ExchangeFormat::pooltool_json), InputError);
  setup = a_pool_shot();
  setup.table.materials[0].restitution_fall = 0.1;
  setup.table.equipment.cloth.law = billiards::ClothLaw::damping;
  const std::vector<std::string> notes = written(setup, ExchangeFormat::pooltool_json).notes;
  EXPECT_TRUE(mentions(notes, "does not fall with speed"));
  EXPECT_TRUE(mentions(notes, "by friction only"));
  EXPECT_TRUE(mentions(notes, "(1 + e)/2"));
}

// A state at the start and after each event, and a bare event at the start and the end, as pooltool's simulate leaves
// them.
TEST(Pooltool, AShotThatWasPlayedHasItsEventsAndStates) {
  const ShotSetup setup = a_pool_shot();
  const Exchange exchange{{setup}, {}, {}};
  const std::string bytes = write_exchange(exchange, ExchangeFormat::pooltool_json, true).bytes;
  const json system = json::parse(bytes);
  const auto outcome = billiards::play(setup.table, setup.state, setup.strike, setup.options);
  const json& events = system["events"];
  EXPECT_EQ(events.front()["event_type"], "none");
  EXPECT_EQ(events[1]["event_type"], "stick_ball");
  EXPECT_EQ(events.back()["event_type"], "none");
  EXPECT_EQ(std::count_if(events.begin(), events.end(), [](const json& one) { return one["event_type"] == "none"; }),
            2);
  const json& states = system["balls"]["cue"]["history"]["states"];
  EXPECT_EQ(states.size(), events.size());
  EXPECT_EQ(states[0]["s"], 0);
  EXPECT_EQ(states[1]["s"], 2);  // sliding
  EXPECT_EQ(states[1], events[1]["agents"][1]["final"]["state"]);
  EXPECT_EQ(system["balls"]["cue"]["state"], states.back());
  EXPECT_EQ(system["t"].get<double>(), outcome.duration);
  const Vec3 rest = outcome.state.find(0)->state.position;
  const Exchange back = read_exchange(bytes, "file", ExchangeFormat::pooltool_json);
  expect_near(place_of(back.shots.at(0), 0), place_of(setup, 0));
  ASSERT_EQ(back.recordings.at(0).tracks.size(), 2U);
  const std::vector<BallTrack>& tracks = back.recordings[0].tracks;
  const auto track = std::find_if(tracks.begin(), tracks.end(), [](const BallTrack& one) { return one.number == 0; });
  expect_near(track->places.back(), {rest.x, rest.y});
  EXPECT_EQ(track->times.back(), outcome.duration);
}

// CAROM_POOLTOOL_FILES: a folder with systems that pooltool saved itself, such as tests/ of its sources.
TEST(Pooltool, SystemsThatItSavedItselfAreRead) {
  const char* const folder = std::getenv("CAROM_POOLTOOL_FILES");
  if (folder == nullptr) GTEST_SKIP() << "CAROM_POOLTOOL_FILES names no folder";
  int read = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".msgpack") continue;
    const std::string name = entry.path().string();
    const Exchange exchange = read_exchange(read_text(entry.path()), name, ExchangeFormat::pooltool_msgpack);
    for (const ShotSetup& setup : exchange.shots)
      EXPECT_EQ(parse_shot(write_shot_file(setup), name).state.balls.size(), setup.state.balls.size()) << name;
    ++read;
  }
  EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace carom::io
