// carom_draw_bench: how long drawing takes, by kind of scene and size: picture.svg and picture.png, and report.html.
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "carom/io/picture.hpp"
#include "carom/io/report.hpp"
#include "carom/io/scene.hpp"
#include "dice.hpp"

namespace {

using namespace carom;
using namespace carom::io;
namespace fs = std::filesystem;

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double peak_gigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1048576;
}

template <int D>
double lattice_side(std::size_t count) {
  return std::ceil(std::pow(static_cast<double>(count), 1.0 / D));
}

template <int D>
Vec<D> whole(double side) {
  Vec<D> v;
  for (int k = 0; k < D; ++k) v[k] = side;
  return v;
}

template <int D>
void add(Scene<D>& scene, Body<D> body) {
  scene.bodies.emplace_back().body = std::move(body);
}

/// Balls on a lattice of a periodic box, at random speeds.
template <int D>
Scene<D> balls(std::size_t count) {
  Scene<D> scene;
  const double side = lattice_side<D>(count);
  scene.options.period = whole<D>(side);
  bench::Dice dice;
  for (std::size_t i = 0; i < count; ++i) {
    Vec<D> center;
    std::size_t rest = i;
    for (int k = 0; k < D; ++k, rest /= static_cast<std::size_t>(side))
      center[k] = 0.5 + static_cast<double>(rest % static_cast<std::size_t>(side));
    add<D>(scene, {.shape = Ball<D>{center, 0.3}, .motion = dice.in_cube<D>(1)});
  }
  return scene;
}

/// Two dozen balls in a periodic box, for their events.
template <int D>
Scene<D> few_balls(std::size_t) {
  return balls<D>(D == 2 ? 25 : 27);
}

/// Obstacles that `shape` makes at places anywhere, and a ball.
template <int D, class Shape>
Scene<D> obstacles(std::size_t count, const Shape& shape) {
  Scene<D> scene;
  const double side = lattice_side<D>(count);
  bench::Dice dice;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<D> place = dice.in_cube<D>(side / 2);
    add<D>(scene, {.shape = shape(place, dice.in_cube<D>(1)), .mass = kImmovable});
  }
  add<D>(scene, {.shape = Ball<D>{whole<D>(side / 2 + 1), 0.3}});
  return scene;
}

template <int D>
Scene<D> segments(std::size_t count) {
  return obstacles<D>(count, [](const Vec<D>& from, const Vec<D>& way) { return Segment<D>{from, from + way}; });
}

template <int D>
Scene<D> boxes(std::size_t count) {
  return obstacles<D>(count, [](const Vec<D>& low, const Vec<D>& way) {
    return Aabb<D>{low, low + 0.5 * (whole<D>(1.1) + way)};
  });
}

/// Hills of so many triangles, and a ball above them.
Scene<3> mesh(std::size_t count) {
  Scene<3> scene;
  TriangleMesh hills;
  const auto cells = static_cast<std::uint32_t>(lattice_side<2>(count / 2));
  for (std::uint32_t y = 0; y <= cells; ++y)
    for (std::uint32_t x = 0; x <= cells; ++x)
      hills.vertices.push_back({1.0 * x, 1.0 * y, 0.1 * cells * std::sin(9.0 * x / cells) * std::cos(7.0 * y / cells)});
  for (std::uint32_t y = 0; y < cells; ++y)
    for (std::uint32_t x = 0; x < cells; ++x) {
      const std::uint32_t a = y * (cells + 1) + x, b = a + cells + 1;
      hills.triangles.push_back({a, a + 1, b + 1});
      hills.triangles.push_back({a, b + 1, b});
    }
  add<3>(scene, {.shape = std::move(hills), .mass = kImmovable});
  add<3>(scene, {.shape = Sphere{{0.5 * cells, 0.5 * cells, 0.15 * cells}, 0.02 * cells}});
  scene.options.gravity = {0, 0, -1};
  return scene;
}

constexpr double kEndless = 1e9;
constexpr std::size_t kMostBoxesInSpace = 30'000;  // each is 26 faces, edges and corners to a world

/// Draws a run of so many events, or of none; prints a row.
template <int D>
void measure(const char* kind, std::size_t size, const Scene<D>& scene, std::size_t events, const fs::path& folder) {
  World<D> world = scene.make_world();
  double seconds[2] = {};
  std::unique_ptr<Observer<D>> observers[2];
  for (std::size_t k = 0; k < 2; ++k) {
    const double start = cpu_seconds();
    observers[k] = k == 0 ? make_picture<D>(folder) : make_report<D>(folder);
    observers[k]->begin(scene, world);
    seconds[k] += cpu_seconds() - start;
  }
  for (std::size_t i = 0; i < events; ++i) {
    const auto event = world.next_event(kEndless);
    if (!event) break;
    for (std::size_t k = 0; k < 2; ++k) observers[k]->event(*event, world);
  }
  for (std::size_t k = 0; k < 2; ++k) {
    const double start = cpu_seconds();
    observers[k]->frame(world);
    observers[k]->end(world);
    seconds[k] += cpu_seconds() - start;
  }
  std::printf("%s,%d,%zu,%.2f,%.2f,%.1f,%.1f,%.1f\n", kind, D, size, seconds[0], seconds[1],
              static_cast<double>(fs::file_size(folder / "picture.svg")) / 1e6,
              static_cast<double>(fs::file_size(folder / "report.html")) / 1e6, peak_gigabytes());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"How long drawing takes: CPU seconds of picture.svg with picture.png, and of report.html."};
  std::vector<double> sizes{100, 10'000, 1'000'000};
  std::string only;
  fs::path out;
  app.add_option("--sizes", sizes, "balls, obstacles, triangles or events")->delimiter(',');
  app.add_option("--only", only, "one kind: balls, events, segments, boxes or mesh");
  app.add_option("--keep", out, "keep the files here, in a folder for each row");
  CLI11_PARSE(app, argc, argv);
  std::printf("kind,dimension,size,picture_s,report_s,svg_mb,report_mb,peak_gb\n");
  const auto row = [&]<int D>(const char* kind, std::size_t size, Scene<D> (*make)(std::size_t), std::size_t events) {
    if (!only.empty() && only != kind) return;
    const fs::path base = out.empty() ? fs::temp_directory_path() / "carom_draw_bench" : out;
    const fs::path folder = base / (std::string(kind) + std::to_string(D) + "_" + std::to_string(size));
    fs::create_directories(folder);
    Scene<D> scene = make(size);
    scene.name = std::string(kind) + " " + std::to_string(size);
    measure<D>(kind, size, scene, events, folder);
    if (out.empty()) fs::remove_all(base);
  };
  for (const double given : sizes) {
    const auto size = static_cast<std::size_t>(given);
    row("balls", size, balls<2>, 0);
    row("balls", size, balls<3>, 0);
    row("events", size, few_balls<2>, size);
    row("events", size, few_balls<3>, size);
    row("segments", size, segments<2>, 0);
    row("segments", size, segments<3>, 0);
    row("boxes", size, boxes<2>, 0);
    row("boxes", std::min(size, kMostBoxesInSpace), boxes<3>, 0);
    row("mesh", size, mesh, 0);
  }
  return 0;
}
