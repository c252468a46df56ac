#include "io/scene/scene_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "carom/io/likely_meant.hpp"
#include "carom/io/memory.hpp"
#include "io/json/shape_reader.hpp"
#include "io/json/vec_json.hpp"
#include "io/scene/scene_body.hpp"

namespace carom::io {
namespace {

/// What a scene and its world take before it runs, measured with gases of 10⁵ balls.
template <int D>
constexpr double kBytesPerBody = D == 2 ? 800 : 950;

template <int D>
HalfSpace<D> face_of(const Aabb<D>& box, int face) {
  const int axis = face / 2;
  HalfSpace<D> wall;
  wall.normal[axis] = face % 2 == 0 ? 1 : -1;
  wall.offset = face % 2 == 0 ? box.low[axis] : -box.high[axis];
  return wall;
}

}  // namespace

template <int D>
void SceneBodies<D>::add_walls(const JsonNode& node) {
  node.expect_fields({"low", "high", "restitution", "friction", "rolling_friction", "spinning_friction", "vibration",
                      "color", "group"});
  walls_ = read_box<D>(node);
  const BodyFields<D> fields = read_body_fields<D>(node);
  for (int face = 0; face < 2 * D; ++face) {
    SceneBody<D> wall;
    wall.body.shape = face_of(*walls_, face);
    wall.body.mass = kImmovable;
    wall.body.restitution = fields.restitution.value_or(1);
    give_friction(fields, wall.body);
    if (const auto vibration = node.find("vibration")) wall.body.vibration = read_vibration<D>(*vibration);
    wall.name = fmt::format("wall {}{}", face % 2 == 0 ? '-' : '+', "xyz"[face / 2]);
    wall.color = fields.color.value_or("");
    wall.group = fields.group.value_or("");
    add_name(wall.name, kWall + static_cast<std::size_t>(face), node);
    finder_.add(kWall + static_cast<std::size_t>(face), wall.body);
    wall_bodies_.push_back(std::move(wall));
  }
}

template <int D>
void SceneBodies<D>::add(SceneBody<D> body, const JsonNode& source) {
  if (period_) check_periodic(body, source);
  const Response response = body.body.response;
  if (body.from > 0 && (period_ || response == Response::slide || response == Response::pocket))
    source.fail("a ball that comes later", "one that bounces or sticks, and no periodic box");
  if (body.from == 0) {
    check_place(body, source);
    finder_.add(bodies_.size(), body.body);
  }
  add_unchecked(std::move(body), source);
}

template <int D>
void SceneBodies<D>::add_unchecked(SceneBody<D> body, const JsonNode& source) {
  if (!body.name.empty()) add_name(body.name, bodies_.size(), source);
  if (runs_.empty() || runs_.back().place != source.place()) runs_.push_back({bodies_.size(), source.place()});
  bodies_.push_back(std::move(body));
}

template <int D>
void SceneBodies<D>::expect_room_for(double count, const JsonNode& source) const {
  const double all = static_cast<double>(bodies_.size()) + count;
  const double bytes = all * kBytesPerBody<D>;
  if (all <= static_cast<double>(max_count_) && bytes <= memory_) {
    constexpr double kMany = 2e6;
    if (warn_ && count >= kMany)
      warn_(fmt::format("{}: {:.0f} balls are placed, which can take minutes", source.origin(), count));
    return;
  }
  const std::string got = fmt::format("{} bodies, which take at least {}", all, readable_bytes(bytes));
  if (all > static_cast<double>(max_count_)) source.fail(got, fmt::format("at most {} bodies in a scene", max_count_));
  source.fail(got, fmt::format("at most what the memory of {} holds", readable_bytes(memory_)));
}

template <int D>
void SceneBodies<D>::check_periodic(const SceneBody<D>& body, const JsonNode& source) const {
  const auto* ball = std::get_if<Ball<D>>(&body.body.shape);
  if (ball == nullptr) source.fail("an obstacle", "balls only, as the scene is periodic");
  for (int k = 0; k < D; ++k) {
    const double side = (*period_)[k];
    if (!(ball->center[k] >= 0 && ball->center[k] < side))
      source.fail("a ball at " + Json(vec_json(ball->center)).dump(),
                  "a centre inside the periodic box, from 0 up to but not at " + Json(vec_json(*period_)).dump());
    if (!(side > 4 * ball->radius))
      source.fail(fmt::format("a ball of radius {} in a periodic box with a side of {}", ball->radius, side),
                  "sides longer than four radii");
  }
}

template <int D>
void SceneBodies<D>::check_place(const SceneBody<D>& body, const JsonNode& source) const {
  const auto overlap = finder_.find(body.body);
  if (!overlap) return;
  const std::string self = body.name.empty() ? fmt::format("body {}", bodies_.size()) : "\"" + body.name + "\"";
  const auto* ball = std::get_if<Ball<D>>(&body.body.shape);
  if (overlap->with >= kWall && ball != nullptr && overlap->depth > ball->radius)
    source.fail(fmt::format("{} at {}, outside {}", self, Json(vec_json(ball->center)).dump(), label(overlap->with)),
                "a place inside the walls");
  source.fail(fmt::format("an overlap of {} between {} and {}", overlap->depth, self, label(overlap->with)),
              "bodies that are apart or just touch at the start");
}

template <int D>
void SceneBodies<D>::add_name(const std::string& name, std::size_t id, const JsonNode& source) {
  const auto [found, is_new] = ids_.emplace(name, id);
  if (!is_new)
    source.fail(fmt::format("the name {} of {} again", shown(name), label(found->second)), "a name of its own");
}

template <int D>
std::string SceneBodies<D>::label(std::size_t id) const {
  if (id >= kWall) return "\"" + wall_bodies_[id - kWall].name + "\"";
  const auto after =
      std::upper_bound(runs_.begin(), runs_.end(), id, [](std::size_t i, const Run& run) { return i < run.begin; });
  const Run& run = *std::prev(after);
  const std::string& name = bodies_[id].name;
  const std::string what = name.empty() ? fmt::format("body {}", id) : "\"" + name + "\"";
  return fmt::format("{} ({})", what, run.place);
}

template <int D>
BodyId SceneBodies<D>::find(const JsonNode& node) const {
  if (node.value().is_string()) {
    const auto found = ids_.find(node.text());
    if (found != ids_.end() && found->second < kWall) return {static_cast<std::uint32_t>(found->second)};
    std::vector<std::string_view> names;
    for (const auto& body : bodies_) names.push_back(body.name);
    const std::string_view meant = likely_meant(node.text(), names);
    node.fail(meant.empty() ? "the name of a body" : fmt::format("the name of a body; did you mean \"{}\"?", meant));
  }
  if (!node.value().is_number()) node.fail("the name or the index of a body");
  if (bodies_.empty()) node.fail("the index of a body, but there are none");
  return {static_cast<std::uint32_t>(node.whole(0, bodies_.size() - 1))};
}

template <int D>
std::vector<SceneBody<D>> SceneBodies<D>::take() {
  for (SceneBody<D>& wall : wall_bodies_) bodies_.push_back(std::move(wall));
  wall_bodies_.clear();
  return std::move(bodies_);
}

template <int D>
std::optional<Aabb<D>> SceneBodies<D>::region() const {
  if (period_) return Aabb<D>{{}, *period_};
  return walls_;
}

template class SceneBodies<2>;
template class SceneBodies<3>;

}  // namespace carom::io
