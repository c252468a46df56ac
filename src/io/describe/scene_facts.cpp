#include "io/describe/scene_facts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <variant>

#include "io/scene/combine_rule.hpp"

namespace carom::io {
namespace {

template <int D>
Facts list(const Vec<D>& v) {
  Facts all = Facts::array();
  for (int k = 0; k < D; ++k) all.push_back(v[k]);
  return all;
}

/// By Shape<D>'s index.
template <int D>
constexpr std::array<const char*, std::variant_size_v<Shape<D>>> kShapeNames{};
template <>
constexpr std::array<const char*, std::variant_size_v<Shape<2>>> kShapeNames<2>{
    "ball", "half-space", "segment", "box", "polygon", "capsule", "convex polygon", "arc"};
template <>
constexpr std::array<const char*, std::variant_size_v<Shape<3>>> kShapeNames<3>{"ball", "half-space", "segment", "box",
                                                                                "mesh", "capsule",    "cylinder"};

template <int D>
Facts body_facts(const Scene<D>& scene) {
  std::array<std::uint64_t, kShapeNames<D>.size()> counts{};
  for (const SceneBody<D>& body : scene.bodies) ++counts[body.body.shape.index()];
  Facts facts{{"total", scene.bodies.size()}};
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0) facts[kShapeNames<D>[k]] = counts[k];
  return facts;
}

/// Null without a ball.
template <int D>
Facts radius_facts(const Scene<D>& scene) {
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;
  for (const SceneBody<D>& body : scene.bodies)
    if (const auto* ball = std::get_if<Ball<D>>(&body.body.shape)) {
      smallest = std::min(smallest, ball->radius);
      largest = std::max(largest, ball->radius);
    }
  if (smallest > largest) return nullptr;
  return {{"smallest", smallest}, {"largest", largest}};
}

/// How many bodies there are in each.
template <int D>
Facts group_facts(const Scene<D>& scene) {
  std::map<std::string, std::uint64_t> counts;
  for (const SceneBody<D>& body : scene.bodies)
    if (!body.group.empty()) ++counts[body.group];
  Facts facts = Facts::object();
  for (const auto& [group, count] : counts) facts[group] = count;
  return facts;
}

/// How many bodies have a law of motion of their own.
template <int D>
Facts own_law_facts(const Scene<D>& scene) {
  std::array<std::uint64_t, 3> counts{};
  for (const SceneBody<D>& body : scene.bodies) {
    const BodyMotion<D>& motion = body.body.motion;
    counts[0] += is_zero(motion.acceleration) ? 0 : 1;
    counts[1] += motion.deceleration > 0 ? 1 : 0;
    counts[2] += motion.damping > 0 ? 1 : 0;
  }
  return {{"accelerated", counts[0]}, {"decelerating", counts[1]}, {"damped", counts[2]}};
}

template <int D>
Facts force_field_facts(const WorldOptions<D>& options) {
  std::array<std::uint64_t, 3> counts{};
  for (const ForceField<D>& field : options.force_fields) ++counts[field.index()];
  return {{"spring", counts[0]}, {"attractor", counts[1]}, {"drag", counts[2]}};
}

template <int D>
Facts facts_of(const Scene<D>& scene) {
  const WorldOptions<D>& options = scene.options;
  Facts facts{
      {"is", "scene"},
      {"name", scene.name},
      {"title", scene.title},
      {"about", scene.about},
      {"dimension", D},
      {"bodies", body_facts(scene)},
      {"come_later",
       std::count_if(scene.bodies.begin(), scene.bodies.end(), [](const SceneBody<D>& body) { return body.from > 0; })},
      {"radius", radius_facts(scene)},
      {"groups", group_facts(scene)},
      {"gravity", list(options.gravity)},
      {"damping", options.damping},
      {"period", options.period ? list(*options.period) : Facts()},
      {"forces", scene.forces.size()},
      {"force_fields", force_field_facts(options)},
      {"stepwise_damping", nullptr},
      {"tangential_restitution", options.tangential_restitution ? Facts(*options.tangential_restitution) : Facts()},
      {"thermostat", nullptr},
      {"own_laws", own_law_facts(scene)},
      {"restitution_rule", rule_word(options.restitution_rule)},
      {"time",
       {{"from", scene.snapshot ? scene.snapshot->time : 0.0},
        {"until", scene.until},
        {"frames_per_unit", scene.frames_per_second}}}};
  if (const auto& damping = options.stepwise_damping)
    facts["stepwise_damping"] = {{"interval", damping->interval}, {"factor", damping->factor}};
  if (const auto& warm = options.thermostat)
    facts["thermostat"] = {{"interval", warm->interval}, {"noise", warm->noise}};
  return facts;
}

}  // namespace

Facts scene_facts(const AnyScene& scene) {
  return std::visit([](const auto& s) { return facts_of(s); }, scene);
}

}  // namespace carom::io
