#include "io/scene/scene_forces.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/json/vec_json.hpp"

namespace carom::io {
namespace {

using OrderedJson = nlohmann::ordered_json;

template <int D>
Spring<D> read_spring(const JsonNode& node) {
  node.expect_fields({"anchor", "stiffness", "length"});
  Spring<D> spring{node.at("anchor").vec<D>(), node.at("stiffness").non_negative()};
  if (const auto length = node.find("length")) spring.length = length->non_negative();
  return spring;
}

template <int D>
PointAttractor<D> read_attractor(const JsonNode& node) {
  node.expect_fields({"center", "strength", "softening"});
  PointAttractor<D> attractor{node.at("center").vec<D>(), node.at("strength").number()};
  if (const auto softening = node.find("softening")) attractor.softening = softening->non_negative();
  return attractor;
}

template <int D>
QuadraticDrag<D> read_drag(const JsonNode& node) {
  node.expect_fields({"coefficient", "wind"});
  QuadraticDrag<D> drag{node.at("coefficient").non_negative()};
  if (const auto wind = node.find("wind")) drag.wind = wind->template vec<D>();
  return drag;
}

template <int D>
ForceField<D> read_field(const JsonNode& node) {
  node.expect_fields({"spring", "attractor", "drag"});
  if (node.value().size() != 1) node.fail("one of \"spring\", \"attractor\" and \"drag\"");
  if (const auto spring = node.find("spring")) return read_spring<D>(*spring);
  if (const auto attractor = node.find("attractor")) return read_attractor<D>(*attractor);
  return read_drag<D>(node.at("drag"));
}

StepwiseDamping read_stepwise_damping(const JsonNode& node) {
  node.expect_fields({"interval", "factor", "rest_speed"});
  StepwiseDamping damping{node.at("interval").positive(), node.at("factor").non_negative()};
  if (damping.factor > 1) node.at("factor").fail("from 0 to 1");
  if (const auto speed = node.find("rest_speed")) damping.rest_speed = speed->non_negative();
  return damping;
}

void expect_bearable(const JsonNode& node, double interval, double until) {
  constexpr double kMost = 1e9;
  if (until > kMost * interval) node.fail(fmt::format("{} of them", until / interval), "at most 1e9: until / interval");
}

template <int D>
OrderedJson field_json(const Spring<D>& spring) {
  return {
      {"spring", {{"anchor", vec_json(spring.anchor)}, {"stiffness", spring.stiffness}, {"length", spring.length}}}};
}

template <int D>
OrderedJson field_json(const PointAttractor<D>& attractor) {
  return {
      {"attractor",
       {{"center", vec_json(attractor.center)}, {"strength", attractor.strength}, {"softening", attractor.softening}}}};
}

template <int D>
OrderedJson field_json(const QuadraticDrag<D>& drag) {
  return {{"drag", {{"coefficient", drag.coefficient}, {"wind", vec_json(drag.wind)}}}};
}

}  // namespace

double read_power_of_two(const JsonNode& node) {
  int exponent = 0;
  const double x = node.positive();
  if (std::frexp(x, &exponent) != 0.5) node.fail("a power of two");
  return x;
}

template <int D>
void read_forces_into(WorldOptions<D>& options, const JsonNode& root, double until) {
  if (const auto damping = root.find("stepwise_damping")) {
    options.stepwise_damping = read_stepwise_damping(*damping);
    expect_bearable(damping->at("interval"), options.stepwise_damping->interval, until);
  }
  if (const auto interval = root.find("force_interval")) {
    options.force_interval = read_power_of_two(*interval);
    if (options.epoch_length && *options.force_interval > *options.epoch_length) interval->fail("at most epoch_length");
    expect_bearable(*interval, *options.force_interval, until);
  }
  const auto fields = root.find("force_fields");
  if (!fields) return;
  for (std::size_t i = 0; i < fields->size(); ++i) options.force_fields.push_back(read_field<D>((*fields)[i]));
  if (options.force_fields.empty()) return;
  if (options.damping > 0) fields->fail("no force fields together with damping");
  root.at("force_interval");  // without which there is no telling when to look at them
}

template <int D>
void put_forces(OrderedJson& json, const WorldOptions<D>& options) {
  if (const auto& damping = options.stepwise_damping)
    json["stepwise_damping"] = {
        {"interval", damping->interval}, {"factor", damping->factor}, {"rest_speed", damping->rest_speed}};
  if (options.force_interval) json["force_interval"] = *options.force_interval;
  for (const ForceField<D>& field : options.force_fields)
    json["force_fields"].push_back(std::visit([](const auto& one) { return field_json(one); }, field));
}

template void read_forces_into(WorldOptions<2>&, const JsonNode&, double);
template void read_forces_into(WorldOptions<3>&, const JsonNode&, double);
template void put_forces(OrderedJson&, const WorldOptions<2>&);
template void put_forces(OrderedJson&, const WorldOptions<3>&);

}  // namespace carom::io
