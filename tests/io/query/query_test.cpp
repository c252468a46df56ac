#include "carom/io/query.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "carom/carom.hpp"

// Lines are answered with the numbers that the library gives, to the last bit.
namespace carom::io {
namespace {

using Json = nlohmann::json;

/// Doubles of few digits' look, and none: what the lines hold and what the library is given is the same.
class Dice {
 public:
  double number(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }
  template <int D>
  Vec<D> vec(double size) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = number(-size, size);
    return v;
  }
  template <int D>
  Ball<D> ball() {
    return {vec<D>(9), number(0.1, 1)};
  }

 private:
  std::mt19937 random_{5};
};

template <int D>
Json list(const Vec<D>& v) {
  Json numbers = Json::array();
  for (int k = 0; k < D; ++k) numbers.push_back(v[k]);
  return numbers;
}

template <int D>
Json json(const Ball<D>& ball) {
  return {{"ball", {{"center", list(ball.center)}, {"radius", ball.radius}}}};
}
template <int D>
Json json(const Segment<D>& segment) {
  return {{"segment", {{"from", list(segment.from)}, {"to", list(segment.to)}}}};
}
template <int D>
Json json(const Aabb<D>& box) {
  return {{"box", {{"low", list(box.low)}, {"high", list(box.high)}}}};
}
Json json(const Triangle& t) {
  return {{"triangle", {{"a", list(t.a)}, {"b", list(t.b)}, {"c", list(t.c)}}}};
}
Json json(const TriangleMesh& mesh) {
  Json vertices = Json::array();
  for (const Vec3& vertex : mesh.vertices) vertices.push_back(list(vertex));
  return {{"mesh", {{"vertices", vertices}, {"triangles", mesh.triangles}}}};
}
template <int D>
Json json(const Capsule<D>& capsule) {
  return {{"capsule", {{"from", list(capsule.from)}, {"to", list(capsule.to)}, {"radius", capsule.radius}}}};
}
Json json(const UprightCylinder& c) {
  Json fields = {{"center", list(c.center)}, {"radius", c.radius}, {"half_height", c.half_height}};
  if (c.axis == Axis::y) fields["axis"] = "y";
  return {{"cylinder", fields}};
}
Json json(ItemId item) {
  constexpr std::array kKinds = {"ball", "segment", "box", "triangle", "capsule", "cylinder"};
  return {{"kind", kKinds[static_cast<std::size_t>(item.kind)]}, {"number", item.number}};
}
template <int D>
Json linear(const Vec<D>& velocity) {
  return {{"linear", {{"velocity", list(velocity)}}}};
}

/// Equal numbers are equal bits here, but for the sign of 0, which an answer does not tell.
void expect(const Json& answer, const Json& expected) {
  EXPECT_EQ(answer, expected);
}

/// Items of all kinds, in the line of their definition and in the library.
template <int D>
struct Level {
  Level() {
    Dice dice;
    for (int k = 0; k < 12; ++k) {
      balls.push_back(dice.ball<D>());
      segments.push_back({dice.vec<D>(9), dice.vec<D>(9)});
      const Vec<D> low = dice.vec<D>(9);
      Vec<D> high = low;
      for (int i = 0; i < D; ++i) high[i] += dice.number(0, 2);
      boxes.push_back({low, high});
      if constexpr (D == 3) triangles.push_back({dice.vec<3>(9), dice.vec<3>(9), dice.vec<3>(9)});
    }
    if constexpr (D == 2)
      index = Index2({balls, segments, boxes});
    else
      index = Index3({balls, segments, boxes, triangles});
  }
  Json items() const {
    Json all = Json::array();
    for (std::size_t k = 0; k < balls.size(); ++k) {  // kinds in turn: numbers count by kind
      all.push_back(json(boxes[k]));
      all.push_back(json(balls[k]));
      if (D == 3) all.push_back(json(triangles[k]));
      all.push_back(json(segments[k]));
    }
    return all;
  }

  std::vector<Ball<D>> balls;
  std::vector<Segment<D>> segments;
  std::vector<Aabb<D>> boxes;
  std::vector<Triangle> triangles;
  Index<D> index;
};

template <int D>
class Asked {
 public:
  Asked() { answer({{"define", "level"}, {"items", level.items()}}); }
  Json answer(Json line) {
    line["dim"] = D;
    return Json::parse(session.answer(line.dump(), ++number));
  }
  Json ask(const char* question, Json line) {
    line["ask"] = question;
    line["items"] = "level";
    return answer(line);
  }

  Level<D> level;
  QuerySession session{kQuestionOfEachLine};
  std::size_t number = 0;
};

template <class DimensionOf>
class QueryAmongItems : public testing::Test {};
using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(QueryAmongItems, Dimensions);

template <int D>
Json hit_json(const Hit<D>& hit) {
  constexpr std::array kStarts = {"apart", "touching", "overlapping"};
  return {{"item", json(hit.item)},
          {"time", hit.impact.time},
          {"point", list(hit.impact.point)},
          {"normal", list(hit.impact.normal)},
          {"start", kStarts[static_cast<std::size_t>(hit.impact.start)]}};
}

TYPED_TEST(QueryAmongItems, CastsTellWhatTheIndexTells) {
  constexpr int D = TypeParam::value;
  Asked<D> asked;
  Dice dice;
  int hits = 0;
  for (int k = 0; k < 200; ++k) {
    const Ball<D> ball = dice.ball<D>();
    const Vec<D> velocity = dice.vec<D>(3);
    const Json a = {{"shape", json(ball)}, {"motion", linear(velocity)}};
    const auto first = asked.level.index.first_hit(ball, Linear<D>{velocity}, 2);
    Json expected = first ? hit_json(*first) : Json::object();
    expected["result"] = first ? "hit" : "miss";
    expect(asked.ask("cast", {{"a", a}, {"horizon", 2}}), expected);
    Json all = Json::array();
    for (const Hit<D>& hit : asked.level.index.all_hits(ball, Linear<D>{velocity}, 2)) all.push_back(hit_json(hit));
    expect(asked.ask("cast", {{"a", a}, {"horizon", 2}, {"hits", "all"}}), {{"hits", all}});
    hits += first ? 1 : 0;
  }
  EXPECT_GT(hits, 20);
  EXPECT_LT(hits, 200);
}

TYPED_TEST(QueryAmongItems, NearestAndWithinTellWhatTheIndexTells) {
  constexpr int D = TypeParam::value;
  Asked<D> asked;
  Dice dice;
  const auto ids = [](const std::vector<ItemId>& items) {
    Json all = Json::array();
    for (const ItemId item : items) all.push_back(json(item));
    return Json{{"items", all}};
  };
  for (int k = 0; k < 200; ++k) {
    const Vec<D> point = dice.vec<D>(9);
    const Nearest nearest = *asked.level.index.nearest(point);
    expect(asked.ask("nearest", {{"point", list(point)}}),
           {{"result", "found"}, {"item", json(nearest.item)}, {"distance", nearest.distance}});
    Json several = Json::array();
    for (const Nearest& one : asked.level.index.nearest(point, 3))
      several.push_back({{"item", json(one.item)}, {"distance", one.distance}});
    expect(asked.ask("nearest", {{"point", list(point)}, {"count", 3}}), {{"items", several}});
    const Ball<D> ball{point, 3};
    Aabb<D> box{point, point};
    for (int i = 0; i < D; ++i) box.high[i] += dice.number(0, 9);
    expect(asked.ask("within", {{"region", json(ball)}}), ids(asked.level.index.within(ball)));
    expect(asked.ask("within", {{"region", json(box)}}), ids(asked.level.index.within(box)));
    const std::vector<HalfSpace<D>> halves{HalfSpace<D>::through(ball.center, box.high - box.low),
                                           HalfSpace<D>::through(box.high, box.low - box.high)};
    Json region = Json::array();
    for (const HalfSpace<D>& half : halves)
      region.push_back({{"half_space", {{"normal", list(half.normal)}, {"point", list(half.point)}}}});
    expect(asked.ask("within", {{"region", region}}), ids(asked.level.index.within(std::span(halves))));
  }
  EXPECT_EQ(Asked<D>().answer({{"ask", "nearest"}, {"point", list(Vec<D>{})}, {"items", Json::array()}}),
            Json({{"result", "none"}}));
}

TYPED_TEST(QueryAmongItems, PairsAreThoseOfBruteForceInOrder) {
  constexpr int D = TypeParam::value;
  Asked<D> asked;
  Json expected = Json::array();
  const auto& balls = asked.level.balls;
  for (std::size_t i = 0; i < balls.size(); ++i)
    for (std::size_t j = i + 1; j < balls.size(); ++j)
      if (distance(balls[i], balls[j]).distance <= 8) expected.push_back({i, j});
  EXPECT_GT(expected.size(), 3U);
  expect(asked.ask("pairs", {{"gap", 8}}), {{"pairs", expected}});
}

template <int D>
Json contacts_json(const std::vector<SlideContact<D>>& contacts) {
  Json all = Json::array();
  for (const SlideContact<D>& one : contacts)
    all.push_back(
        {{"item", json(one.item)}, {"point", list(one.point)}, {"normal", list(one.normal)}, {"time", one.time}});
  return all;
}
Json triggers_json(const std::vector<TriggerTouch>& triggers) {
  Json all = Json::array();
  for (const TriggerTouch& one : triggers) all.push_back({{"item", json(one.item)}, {"time", one.time}});
  return all;
}
std::string word(SlideEnd end) {
  constexpr std::array kEnds = {"done", "stuck", "overlapping", "out-of-iterations"};
  return kEnds[static_cast<std::size_t>(end)];
}

/// Movers of one shape, with options of every kind.
template <class Mover>
void expect_moves_as_the_library_has_them(const Mover& origin, void (*place)(Mover&, const Vec<kDimension<Mover>>&),
                                          bool y_is_up = false) {
  constexpr int D = kDimension<Mover>;
  Asked<D> asked;
  Dice dice;
  const std::vector<Capsule<D>> capsules{{dice.vec<D>(5), dice.vec<D>(5), 0.5}};
  WalkOptions options{.slope = 0.6, .step_up = 0.3, .snap = 0.2};
  if (y_is_up) options.up = Axis::y;
  options.slide.push_out = 0.5;
  options.slide.iterations = 9;
  if constexpr (D == 2)
    options.slide.others.capsules2 = capsules;
  else
    options.slide.others.capsules3 = capsules;
  options.slide.passage = [](ItemId item) {
    if (item == ItemId{ItemKind::ball, 3}) return Passage::ignored;
    return item.kind == ItemKind::box && item.number < 2 ? Passage::trigger : Passage::blocks;
  };
  const Json boxes = {json(ItemId{ItemKind::box, 1}), json(ItemId{ItemKind::box, 0})};
  Json line = {{"others", {json(capsules[0])}}, {"triggers", boxes}, {"push_out", 0.5}, {"iterations", 9}};
  line["ignored"] = nlohmann::json::array({json(ItemId{ItemKind::ball, 3})});
  for (int k = 0; k < 100; ++k) {
    Mover mover = origin;
    place(mover, dice.vec<D>(9));
    const Vec<D> intended = dice.vec<D>(5);
    line["mover"] = json(mover);
    line["intended"] = list(intended);
    const auto slid = move_and_slide(asked.level.index, mover, intended, options.slide);
    expect(asked.ask("slide", line), {{"result", word(slid.end)},
                                      {"mover", json(slid.mover)},
                                      {"displacement", list(slid.displacement)},
                                      {"pushed_out", list(slid.pushed_out)},
                                      {"remaining", list(slid.remaining)},
                                      {"iterations", slid.iterations},
                                      {"contacts", contacts_json(slid.contacts)},
                                      {"holding", contacts_json(slid.holding)},
                                      {"triggers", triggers_json(slid.triggers)}});
    Json walked_line = line;
    walked_line.update({{"slope", 0.6}, {"step_up", 0.3}, {"snap", 0.2}});
    if (y_is_up) walked_line["up"] = "y";
    const auto walked = walk(asked.level.index, mover, intended, options);
    Json expected = {{"result", word(walked.end)},
                     {"mover", json(walked.mover)},
                     {"displacement", list(walked.displacement)},
                     {"stepped", walked.stepped},
                     {"contacts", contacts_json(walked.contacts)},
                     {"triggers", triggers_json(walked.triggers)}};
    if (const auto& ground = walked.ground)
      expected["ground"] = {
          {"item", json(ground->item)}, {"point", list(ground->point)}, {"normal", list(ground->normal)}};
    expect(asked.ask("walk", walked_line), expected);
  }
}

TEST(QueryMovers, BallsMoveAsTheLibraryHasIt) {
  expect_moves_as_the_library_has_them<Circle>({{}, 0.3}, [](Circle& c, const Vec2& at) { c.center = at; });
  expect_moves_as_the_library_has_them<Sphere>({{}, 0.3}, [](Sphere& c, const Vec3& at) { c.center = at; });
}

TEST(QueryMovers, CapsulesAndCylindersMoveAsTheLibraryHasIt) {
  expect_moves_as_the_library_has_them<Capsule2>({{}, {}, 0.3}, [](Capsule2& c, const Vec2& at) {
    c.from = at;
    c.to = at + Vec2{0, 1};
  });
  expect_moves_as_the_library_has_them<Capsule3>({{}, {}, 0.3}, [](Capsule3& c, const Vec3& at) {
    c.from = at;
    c.to = at + Vec3{0, 0, 1};
  });
  expect_moves_as_the_library_has_them<UprightCylinder>({{}, 0.3, 0.9},
                                                        [](UprightCylinder& c, const Vec3& at) { c.center = at; });
}

TEST(QueryMovers, MoveWithYUpAsTheLibraryHasIt) {
  expect_moves_as_the_library_has_them<Sphere>(
      {{}, 0.3}, [](Sphere& c, const Vec3& at) { c.center = at; }, true);
  expect_moves_as_the_library_has_them<UprightCylinder>(
      {{}, 0.3, 0.9, Axis::y}, [](UprightCylinder& c, const Vec3& at) { c.center = at; }, true);
}

TEST(QueryBatch, TimesAndOverlapsAreThoseOfTheSingleQueries) {
  Dice dice;
  std::vector<Circle> balls;
  std::vector<Vec2> velocities;
  Json columns = {{"center", {Json::array(), Json::array()}}, {"velocity", {Json::array(), Json::array()}}};
  for (int k = 0; k < 50; ++k) {
    balls.push_back(dice.ball<2>());
    velocities.push_back(dice.vec<2>(2));
    columns["radius"].push_back(balls.back().radius);
    for (int i = 0; i < 2; ++i) {
      columns["center"][static_cast<std::size_t>(i)].push_back(balls.back().center[i]);
      columns["velocity"][static_cast<std::size_t>(i)].push_back(velocities.back()[i]);
    }
  }
  Json pairs = Json::array();
  Json times = Json::array();
  Json overlaps = Json::array();
  const auto told = [](double time) { return std::isinf(time) ? Json("inf") : Json(time); };
  for (std::size_t k = 0; k + 1 < balls.size(); ++k) {
    pairs.push_back({k, k + 1});
    times.push_back(told(impact_time(balls[k], Linear2{velocities[k]}, balls[k + 1], Linear2{velocities[k + 1]}, 9)));
    overlaps.push_back(proximity(balls[k], balls[k + 1]) != Proximity::apart);
  }
  Json line = {{"dim", 2}, {"a", columns}, {"pairs", pairs}, {"horizon", 9}};
  expect(Json::parse(answer_query("batch", line.dump())), {{"times", times}});
  line["what"] = "overlaps";
  expect(Json::parse(answer_query("batch", line.dump())), {{"overlaps", overlaps}});

  const Aabb2 box{{-2, -2}, {3, 3}};
  Json at_box = Json::array();
  for (std::size_t k = 0; k < balls.size(); ++k) {
    const auto impact = time_of_impact(balls[k], Linear2{velocities[k]}, box, Linear2{{1, 0}}, 9);
    at_box.push_back(told(impact ? impact->time : kForever));
  }
  const Json b = {{"shape", json(box)}, {"motion", linear(Vec2{1, 0})}};
  expect(Json::parse(answer_query("batch", Json{{"dim", 2}, {"a", columns}, {"b", b}, {"horizon", 9}}.dump())),
         {{"times", at_box}});
}

TEST(QueryBounces, VelocitiesAndSpinsAreTheLibrarys) {
  Dice dice;
  for (int k = 0; k < 100; ++k) {
    const RoughBall<3> first{dice.vec<3>(2), dice.vec<3>(2), dice.number(1, 2), dice.number(1, 2)};
    const RoughBall<3> second{dice.vec<3>(2), dice.vec<3>(2), dice.number(1, 2), dice.number(1, 2)};
    const Vec3 axis = dice.vec<3>(3);
    const auto body = [](const RoughBall<3>& ball) {
      return Json{{"velocity", list(ball.velocity)}, {"mass", ball.mass}};
    };
    Json line = {{"dim", 3}, {"a", body(first)}, {"b", body(second)}, {"axis", list(axis)}, {"restitution", 0.7}};
    const Bounce<3> smooth = bounce(first.velocity, first.mass, second.velocity, second.mass, axis, 0.7);
    expect(Json::parse(answer_query("bounce", line.dump())), {{"velocity_a", list(smooth.velocity1)},
                                                              {"velocity_b", list(smooth.velocity2)},
                                                              {"dissipated", smooth.dissipated}});
    line["a"].update({{"spin", list(first.spin)}, {"radius", first.radius}});
    line["b"].update({{"spin", list(second.spin)}, {"radius", second.radius}});
    line.update({{"tangential_restitution", 0.4}, {"friction", 0.3}});
    const RoughBounce<3> rough = rough_bounce(first, second, axis, {0.7, 0.4, 0.4, 0.3});
    expect(Json::parse(answer_query("rough-bounce", line.dump())), {{"velocity_a", list(rough.first.velocity)},
                                                                    {"spin_a", list(rough.first.spin)},
                                                                    {"velocity_b", list(rough.second.velocity)},
                                                                    {"spin_b", list(rough.second.spin)},
                                                                    {"dissipated", rough.dissipated}});
  }
}

TEST(QueryNames, ANamedShapeAnswersAsItsDescriptionDoes) {
  Dice dice;
  const TriangleMesh mesh{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}}};
  QuerySession session("distance");
  EXPECT_EQ(session.answer(Json{{"define", "hall"}, {"dim", 3}, {"shape", json(mesh)}}.dump(), 1),
            R"({"result":"defined"})");
  std::size_t number = 1;
  for (const std::string_view question : question_names()) {
    for (int k = 0; k < 20; ++k) {
      Json line = {{"ask", question}, {"dim", 3}, {"horizon", 2}};
      line["a"] = {{"shape", json(dice.ball<3>())}, {"motion", linear(dice.vec<3>(9))}};
      line["b"]["shape"] = json(mesh);
      std::string expected;
      try {
        expected = answer_query(question, line.dump());
      } catch (const InputError&) {
        continue;  // not a question about such a pair
      }
      line["b"]["shape"] = "hall";
      EXPECT_EQ(session.answer(line.dump(), ++number), expected);
    }
  }
  EXPECT_EQ(number, 1U + 7 * 20);
}

TEST(QueryNames, AMeshAndAPolygonAmongItemsAreTheirTrianglesAndEdges) {
  QuerySession session("within");
  session.answer(R"({"define":"roof","dim":2,"shape":{"polygon":{"vertices":[[0,0],[1,1],[2,0]]}}})", 1);
  EXPECT_EQ(session.answer(R"({"define":"town","dim":2,"items":["roof",{"segment":{"from":[9,9],"to":[10,9]}}]})", 2),
            R"({"result":"defined","items":4})");
  EXPECT_EQ(session.answer(R"({"dim":2,"region":{"point":[1,0]},"items":"town"})", 3),
            R"({"items":[{"kind":"segment","number":2}]})");
  EXPECT_EQ(session.answer(R"({"dim":2,"region":{"point":[9.5,9]},"items":"town"})", 4),
            R"({"items":[{"kind":"segment","number":3}]})");
}

TEST(QueryNames, ADefinitionIsSeenWithoutReading) {
  EXPECT_TRUE(QuerySession::may_define(R"({"define":"x"})"));
  EXPECT_TRUE(QuerySession::may_define(R"({"\u0064efine":"x"})")) << "the same key, spelt otherwise";
  EXPECT_FALSE(QuerySession::may_define(R"({"dim":2,"shape":"hall"})"));
}

}  // namespace
}  // namespace carom::io
