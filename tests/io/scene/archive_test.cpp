#include "carom/io/archive.hpp"

#include <gtest/gtest.h>

#include "io/scene/scene_archive.hpp"

namespace carom::io {
namespace {

TEST(Archive, ReadsWhatWasWritten) {
  std::vector<double> numbers{1.5, -0.0, 3};
  std::vector<std::string> texts{"", "a", "two words"};
  std::optional<double> some = 2.5, none;
  Archive writer;
  writer(numbers, texts, some, none);

  std::vector<double> numbers_read;
  std::vector<std::string> texts_read;
  std::optional<double> some_read, none_read = 1;
  Archive reader(writer.written());
  reader(numbers_read, texts_read, some_read, none_read);
  EXPECT_EQ(numbers_read, numbers);
  EXPECT_TRUE(std::signbit(numbers_read[1]));
  EXPECT_EQ(texts_read, texts);
  EXPECT_EQ(some_read, some);
  EXPECT_EQ(none_read, none);
  EXPECT_TRUE(reader.unread().empty());
}

struct Padded {
  double whole = 0;
  std::uint32_t half = 0;
};
struct Filled {
  double whole = 0;
  std::uint32_t half = 0, other_half = 0;
};

TEST(Archive, KnowsWhatHasPadding) {
  EXPECT_FALSE(detail::kIsWithoutPadding<Padded>);
  EXPECT_TRUE(detail::kIsWithoutPadding<Filled>);
  EXPECT_TRUE(detail::kIsWithoutPadding<double>);
  EXPECT_TRUE((detail::kIsWithoutPadding<Vec<3>>));
}

TEST(Archive, RefusesWhatEndsTooEarlyWhereverItIsCut) {
  std::vector<std::string> texts{"some", "words"};
  std::vector<double> numbers{1, 2, 3};
  Archive writer;
  writer(texts, numbers);
  for (std::size_t length = 0; length < writer.written().size(); ++length) {
    Archive reader(std::string_view(writer.written()).substr(0, length));
    EXPECT_THROW(reader(texts, numbers), ArchiveError) << length;
  }
}

TEST(Archive, RefusesValuesOfAnotherSize) {
  double number = 1;
  Archive writer;
  writer(number);
  float narrow = 0;
  Archive reader(writer.written());
  EXPECT_THROW(reader(narrow), ArchiveError);
}

TEST(Archive, RefusesBytesThatAreNoFlagAndNoWordOfAList) {
  bool flag = true;
  std::optional<double> some = 1;
  Presence presence = Presence::removed;
  Archive writer;
  writer(flag);
  writer(some);
  writer.choice(presence, Presence::removed);
  const std::string good = writer.written();
  const auto read = [&](std::size_t changed, char byte) {
    std::string bytes = good;
    bytes[changed] = byte;
    Archive reader(bytes);
    reader(flag);
    reader(some);
    reader.choice(presence, Presence::removed);
  };
  const std::size_t size = sizeof(std::uint32_t);  // before each value
  const std::size_t of_some = 2 * size + 1, of_presence = good.size() - 1;
  EXPECT_NO_THROW(read(size, 0));
  EXPECT_FALSE(flag);
  EXPECT_THROW(read(size, 2), ArchiveError);
  EXPECT_THROW(read(of_some, 7), ArchiveError);
  EXPECT_THROW(read(of_presence, 4), ArchiveError);
}

template <int D>
std::string written_of(Scene<D>& scene) {
  Archive writer;
  archive(writer, scene);
  return writer.written();
}

template <int D>
Scene<D> read_from(const std::string& written) {
  Scene<D> scene;
  Archive reader(written);
  archive(reader, scene);
  return scene;
}

TEST(SceneArchive, ASceneWithEveryShapeComesBackAsItWas) {
  Scene<2> scene;
  scene.name = "all";
  scene.until = 3;
  const std::vector<Shape<2>> shapes{Circle{{1, 2}, 3},
                                     HalfSpace<2>{{0, 1}, -5},
                                     Segment2{{0, 0}, {1, 1}},
                                     Aabb<2>{{-1, -1}, {1, 1}},
                                     Polygon{{{0, 0}, {1, 0}, {0, 1}}, true, Sides::front},
                                     Capsule2{{0, 0}, {1, 1}, 0.5},
                                     ConvexPolygon{{{0, 0}, {1, 0}, {0, 1}}},
                                     Arc{{0, 0}, 2, {1, 0}, {0, 1}}};
  for (const Shape<2>& shape : shapes) {
    SceneBody<2> body;
    body.body.shape = shape;
    body.body.restitution = 0.25;
    body.name = "body " + std::to_string(scene.bodies.size());
    scene.bodies.push_back(body);
  }
  const std::string written = written_of(scene);
  Scene<2> read = read_from<2>(written);
  EXPECT_EQ(written_of(read), written);
  ASSERT_EQ(read.bodies.size(), shapes.size());
  for (std::size_t k = 0; k < shapes.size(); ++k) EXPECT_EQ(read.bodies[k].body.shape, shapes[k]);
  EXPECT_EQ(std::get<Circle>(read.bodies[0].body.shape).radius, 3);
  EXPECT_EQ(std::get<Polygon>(read.bodies[4].body.shape).vertices.size(), 3U);
  EXPECT_EQ(read.bodies[4].name, "body 4");
}

TEST(SceneArchive, ShapesInSpaceComeBackAsTheyWere) {
  const std::vector<Shape<3>> shapes{TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}}, {{0, 1, 2}}},
                                     Capsule3{{0, 0, 0}, {1, 2, 3}, 0.5}, UprightCylinder{{1, 2, 3}, 0.5, 0.25}};
  Scene<3> scene;
  for (const Shape<3>& shape : shapes) scene.bodies.emplace_back().body.shape = shape;
  const Scene<3> read = read_from<3>(written_of(scene));
  ASSERT_EQ(read.bodies.size(), shapes.size());
  for (std::size_t k = 0; k < shapes.size(); ++k) EXPECT_EQ(read.bodies[k].body.shape, shapes[k]);
}

// These two were found by fuzz/checkpoint.cpp.
TEST(Archive, RefusesTextsThatAreNotUtf8) {
  Scene<2> scene;
  scene.title = "naïve";
  EXPECT_EQ(read_from<2>(written_of(scene)).title, scene.title);
  scene.title = "na\xefve";
  EXPECT_THROW(read_from<2>(written_of(scene)), ArchiveError);
}

TEST(Archive, OfASceneThatSteersABodyThatIsNotThereMakesNoWorld) {
  Scene<2> scene;
  scene.bodies.emplace_back().body.shape = Circle{{0, 0}, 1};
  scene.steers.push_back({BodyId{7}, {1, 0}, 0});
  const Scene<2> read = read_from<2>(written_of(scene));
  EXPECT_THROW(read.make_world(), InputError);
}

}  // namespace
}  // namespace carom::io
