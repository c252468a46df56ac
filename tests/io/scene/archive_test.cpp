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
  const std::vector<Shape<2>> shapes{Circle{{1, 2}, 3}, HalfSpace<2>{{0, 1}, -5}, Segment2{{0, 0}, {1, 1}},
                                     Aabb<2>{{-1, -1}, {1, 1}}, Polygon{{{0, 0}, {1, 0}, {0, 1}}, true, Sides::front}};
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
  EXPECT_EQ(std::get<Circle>(read.bodies[0].body.shape).radius, 3);
  EXPECT_EQ(std::get<Polygon>(read.bodies[4].body.shape).vertices.size(), 3U);
  EXPECT_EQ(read.bodies[4].name, "body 4");
}

TEST(SceneArchive, AMeshComesBackAsItWas) {
  Scene<3> scene;
  SceneBody<3> body;
  const TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}}, {{0, 1, 2}}};
  body.body.shape = mesh;
  scene.bodies.push_back(body);
  const Scene<3> read = read_from<3>(written_of(scene));
  ASSERT_EQ(read.bodies.size(), 1U);
  EXPECT_EQ(std::get<TriangleMesh>(read.bodies[0].body.shape), mesh);
}

}  // namespace
}  // namespace carom::io
