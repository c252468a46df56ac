// carom_line_bench: microseconds of CPU time for a line of `carom query`, reading and writing included: of a ball and a
// mesh of 80 triangles, by its name and written out, and of a ball among those triangles as items of an index.
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "carom/io/query.hpp"

namespace {

using carom::io::QuerySession;
using nlohmann::json;

/// A sphere of 8 slices and 5 rings between its poles: 80 triangles.
json sphere(double radius) {
  constexpr int kSlices = 8;
  constexpr int kRings = 5;
  constexpr double kPi = 3.141592653589793;
  json vertices = {{0, 0, radius}, {0, 0, -radius}};
  for (int ring = 1; ring <= kRings; ++ring)
    for (int slice = 0; slice < kSlices; ++slice) {
      const double down = kPi * ring / (kRings + 1);
      const double around = 2 * kPi * slice / kSlices;
      vertices.push_back({radius * std::sin(down) * std::cos(around), radius * std::sin(down) * std::sin(around),
                          radius * std::cos(down)});
    }
  const auto at = [](int ring, int slice) { return 2 + ring * kSlices + slice % kSlices; };
  json triangles = json::array();
  for (int slice = 0; slice < kSlices; ++slice) {
    triangles.push_back({0, at(0, slice), at(0, slice + 1)});
    triangles.push_back({1, at(kRings - 1, slice + 1), at(kRings - 1, slice)});
    for (int ring = 0; ring + 1 < kRings; ++ring) {
      triangles.push_back({at(ring, slice), at(ring + 1, slice), at(ring + 1, slice + 1)});
      triangles.push_back({at(ring, slice), at(ring + 1, slice + 1), at(ring, slice + 1)});
    }
  }
  return {{"mesh", {{"vertices", vertices}, {"triangles", triangles}}}};
}

/// A ball that comes from up to 6 away and passes the middle by up to 2, as most do, or does not come at all.
json comer(std::mt19937& random) {
  std::uniform_real_distribution<double> place(-6, 6);
  std::uniform_real_distribution<double> aside(-2, 2);
  const std::array<double, 3> center = {place(random), place(random), place(random)};
  std::array<double, 3> velocity{};
  for (std::size_t k = 0; k < 3; ++k) velocity[k] = aside(random) - center[k];
  return {{"shape", {{"ball", {{"center", center}, {"radius", 0.3}}}}},
          {"motion", {{"linear", {{"velocity", velocity}}}}}};
}

double microseconds_per_line(QuerySession& session, const std::vector<std::string>& lines) {
  double least = 1e300;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const std::clock_t begin = std::clock();
    std::size_t number = 0;
    std::size_t written = 0;
    for (const std::string& line : lines) written += session.answer(line, ++number).size();
    if (written == 0) return 0;
    least = std::min(least, 1e6 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return least / static_cast<double>(lines.size());
}

void measure(std::string_view question, const char* what, const json& fields, bool moves, std::size_t count) {
  QuerySession session(question);
  const json mesh = sphere(1.9);
  session.answer(json{{"define", "mesh"}, {"dim", 3}, {"shape", mesh}}.dump(), 1);
  session.answer(json{{"define", "items"}, {"dim", 3}, {"items", {"mesh"}}}.dump(), 2);
  std::mt19937 random(1);
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < count; ++k) {
    json line = {{"dim", 3}};
    line.update(fields);
    json ball = comer(random);
    if (question == "nearest")
      line["point"] = ball["shape"]["ball"]["center"];
    else if (question == "slide")
      line.update({{"mover", ball["shape"]}, {"intended", ball["motion"]["linear"]["velocity"]}});
    else
      line["a"] = moves ? ball : json{{"shape", ball["shape"]}};
    lines.push_back(line.dump());
  }
  std::printf("%.*s,%s,%.2f\n", static_cast<int>(question.size()), question.data(), what,
              microseconds_per_line(session, lines));
}

}  // namespace

int main() {
  const json named = {{"b", {{"shape", "mesh"}}}, {"horizon", 5}};
  const json written = {{"b", {{"shape", sphere(1.9)}}}, {"horizon", 5}};
  const json point = {{"b", {{"shape", {{"point", {0, 0, 0}}}}}}, {"horizon", 5}};
  const json items = {{"items", "items"}};
  std::printf("question,against,us_per_line\n");
  for (const char* question : {"time-of-impact", "distance"}) {
    const bool moves = std::string_view(question) == "time-of-impact";
    measure(question, "point", point, moves, 20000);
    measure(question, "named mesh of 80", named, moves, 20000);
    measure(question, "written mesh of 80", written, moves, 200);
  }
  measure("verdict", "named mesh of 80", named, true, 20000);
  measure("cast", "named items of 80", items, true, 20000);
  measure("nearest", "named items of 80", items, false, 20000);
  measure("slide", "named items of 80", items, true, 20000);
}
