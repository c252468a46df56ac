#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "carom/math/visibility.hpp"
#include "carom/sim/world.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// A body of a scene: what the world needs, and what people call it and see.
template <int D>
struct SceneBody {
  Body<D> body;
  std::string name;   ///< unique, or empty
  std::string group;  ///< events are counted per group in the summary; may be empty
  std::string color;  ///< "#rrggbb", or empty: chosen by whoever draws
  std::string mark;   ///< up to three characters drawn on a ball, such as its number; may be empty
  double from = 0;    ///< balls: when it comes (World::add_later)
};

/// How a 3D scene is looked at.
struct View {
  std::optional<Vec3> camera;
  std::optional<Vec3> look_at;
  std::optional<Vec3> light;
};

/// Cells of a grid that pictures show, with those marked that a search looks at (docs/formats/scene.md).
template <int D>
struct ShownCells {
  Vec<D> low{};
  Vec<D> side{};
  std::array<std::int32_t, static_cast<std::size_t>(D)> counts{};
  std::vector<Aabb<D>> regions{};   ///< the cells that these touch
  std::vector<BodyId> around{};     ///< those that these balls are in, and those beside them
  std::vector<BodyId> spanned{};    ///< those that these balls span
  std::vector<Segment<D>> casts{};  ///< those through which these go
};

/// What can be measured while a world runs: docs/formats/observables.md.
enum class Observable : std::uint8_t {
  pressure,
  temperature,
  collisions,
  msd,
  velocities,
  rdf,
  cells,
  rotation,
  coordination,
  packing,
  stress,
  forces,
  walls,
  flow
};

/// A scene file, read, checked, and with its generators expanded.
template <int D>
struct Scene {
  std::string name;  ///< the file's name without ".json" unless the file says otherwise
  std::string title;
  std::string about;
  WorldOptions<D> options;
  std::vector<SceneBody<D>> bodies;  ///< index = BodyId
  std::vector<AppliedForce<D>> forces;
  std::vector<Steer<D>> steers;
  double until = 10;
  double frames_per_second = 60;
  View view;
  std::optional<ShownCells<D>> cells;
  std::vector<Observable> observe;
  std::optional<Aabb<D>> window;        ///< of what is measured inside one
  std::optional<HalfSpace<D>> gate;     ///< of what flows out of one
  std::optional<Snapshot<D>> snapshot;  ///< a scene written by a run: goes on from there

  /// The world that the scene describes, at its start. InputError where a world refuses it.
  World<D> make_world() const;
};

using AnyScene = std::variant<Scene<2>, Scene<3>>;

/// What is wrong with a file or an argument: `what()` names the file, the place (a JSON path such as
/// bodies[3].ball.radius), the value and what was expected.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Called with one line for each thing that is odd but no error.
using Warn = std::function<void(const std::string&)>;

struct SceneSettings {
  std::optional<std::uint64_t> seed{};  ///< replaces the seed of every generator
  std::vector<std::pair<std::string, std::string>>
      values{};                          ///< PATH=VALUE settings, applied to the JSON before it is checked
  std::size_t max_bodies = 100'000'000;  ///< a scene of more is an error
  double memory = std::numeric_limits<double>::infinity();  ///< bytes; a scene whose world takes more is an error
  Warn warn{};  ///< about fields by old names, which are read as what they are called now, and what takes long
};

/// Reads a scene file. InputError for anything that is not a valid scene.
AnyScene read_scene(const std::filesystem::path& file, const SceneSettings& settings = {});
/// The same from text; `origin` stands for the file's name in errors.
AnyScene parse_scene(const std::string& text, const std::string& origin, const SceneSettings& settings = {});

/// A scene, as JSON text, that runs on from where `world` is, with the same bits as if the run had not stopped.
template <int D>
CAROM_VISIBLE std::string final_scene(const Scene<D>& scene, const World<D>& world);
/// The same, piece by piece.
template <int D>
CAROM_VISIBLE void write_final_scene(const Scene<D>& scene, const World<D>& world,
                                     const std::function<void(std::string_view)>& put);

}  // namespace carom::io

#pragma GCC visibility pop
