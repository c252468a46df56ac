#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "carom/io/scene.hpp"
#include "io/json/json_node.hpp"
#include "io/scene/generators/scene_overlap.hpp"

namespace carom::io {

/// The bodies of a scene as it is read: checks names and places as they come, and knows where each came from.
template <int D>
class SceneBodies {
 public:
  SceneBodies(const std::optional<Vec<D>>& period, const SceneSettings& settings)
      : period_(period),
        finder_(period),
        max_count_(settings.max_bodies),
        memory_(settings.memory),
        warn_(settings.warn) {}

  /// The faces of a closed box, `wall -x` first. They become bodies at the end, but hold everything from now on.
  void add_walls(const JsonNode& node);
  /// A body of the list `bodies`, of the lists of a snapshot (no check of places), or of a generator.
  void add(SceneBody<D> body, const JsonNode& source);
  void add_unchecked(SceneBody<D> body, const JsonNode& source);
  /// Whether a ball has room here: inside the walls and apart from all bodies so far.
  bool has_room(const Body<D>& ball) const { return !finder_.find(ball, true); }
  /// An error unless `count` more bodies are allowed and there is memory for them. So many that they take minutes are
  /// told of.
  void expect_room_for(double count, const JsonNode& source) const;

  const std::vector<SceneBody<D>>& list() const { return bodies_; }
  /// The body of this name or index, that `node` asks for.
  BodyId find(const JsonNode& node) const;
  /// All bodies, the walls last.
  std::vector<SceneBody<D>> take();

  const std::optional<Vec<D>>& period() const { return period_; }
  /// The periodic box or the walls.
  std::optional<Aabb<D>> region() const;

 private:
  static constexpr std::size_t kWall = std::size_t{1} << 31;  // walls get their ids last: until then kWall + face

  void check_periodic(const SceneBody<D>& body, const JsonNode& source) const;
  void check_place(const SceneBody<D>& body, const JsonNode& source) const;
  void add_name(const std::string& name, std::size_t id, const JsonNode& source);
  std::string label(std::size_t id) const;

  std::optional<Vec<D>> period_;
  std::optional<Aabb<D>> walls_;
  OverlapFinder<D> finder_;
  std::size_t max_count_;
  double memory_;
  Warn warn_;
  std::vector<SceneBody<D>> bodies_;
  std::vector<SceneBody<D>> wall_bodies_;
  std::unordered_map<std::string, std::size_t> ids_;  // by name
  // Where the bodies from an index on came from; bodies of one source follow each other.
  struct Run {
    std::size_t begin;
    std::string place;
  };
  std::vector<Run> runs_;
};

}  // namespace carom::io
