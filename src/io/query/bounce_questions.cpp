#include <cmath>

#include "carom/response/bounce.hpp"
#include "carom/response/rough_bounce.hpp"
#include "io/json/mass_reader.hpp"
#include "io/query/questions.hpp"

namespace carom::io {
namespace {

/// A direction of any length whose square is a double.
template <int D>
Vec<D> read_axis(const JsonNode& line) {
  constexpr double kLeastSquare = 1e-240;
  const JsonNode node = line.at("axis");
  const Vec<D> axis = node.vec<D>();
  if (!(norm2(axis) > kLeastSquare)) node.fail("a direction of length at least 1e-120");
  return axis;
}

double read_body_mass(const JsonNode& body) {
  const auto mass = body.find("mass");
  return mass ? read_mass(*mass) : 1;
}

void expect_one_finite(double mass_a, double mass_b, const JsonNode& line) {
  if (std::isinf(mass_a) && std::isinf(mass_b)) line.at("b").at("mass").fail("a mass > 0: a is immovable already");
}

double read_restitution(const JsonNode& line) {
  const auto restitution = line.find("restitution");
  return restitution ? restitution->non_negative() : 1;
}

template <int D>
RoughBall<D> read_rough_ball(const JsonNode& node) {
  node.expect_fields({"velocity", "spin", "mass", "radius"});
  RoughBall<D> ball{node.at("velocity").vec<D>(), {}, read_body_mass(node), 0};
  if (const auto spin = node.find("spin")) ball.spin = spin->spin<D>();
  if (!std::isinf(ball.mass))
    ball.radius = node.at("radius").positive();
  else if (const auto radius = node.find("radius"))
    ball.radius = radius->non_negative();
  return ball;
}

template <int D>
Roughness read_roughness(const JsonNode& line) {
  Roughness roughness{.normal = read_restitution(line), .inertia = kHomogeneousInertia<D>};
  const JsonNode tangential = line.at("tangential_restitution");
  roughness.tangential = tangential.number("a number from -1 to 1");
  if (!(std::abs(roughness.tangential) <= 1)) tangential.fail("a number from -1 to 1");
  if (const auto inertia = line.find("inertia")) roughness.inertia = inertia->positive();
  if (const auto friction = line.find("friction")) roughness.friction = friction->non_negative();
  return roughness;
}

}  // namespace

template <int D>
Answer answer_bounce(const JsonNode& line, const QueryNames&) {
  line.expect_fields({"ask", "dim", "a", "b", "axis", "restitution"});
  const JsonNode a = line.at("a");
  const JsonNode b = line.at("b");
  for (const JsonNode& body : {a, b}) body.expect_fields({"velocity", "mass"});
  const double mass_a = read_body_mass(a);
  const double mass_b = read_body_mass(b);
  expect_one_finite(mass_a, mass_b, line);
  const Bounce<D> after = bounce(a.at("velocity").vec<D>(), mass_a, b.at("velocity").vec<D>(), mass_b,
                                 read_axis<D>(line), read_restitution(line));
  Answer answer;
  answer.put("velocity_a", after.velocity1).put("velocity_b", after.velocity2).put("dissipated", after.dissipated);
  return answer;
}

template <int D>
Answer answer_rough_bounce(const JsonNode& line, const QueryNames&) {
  line.expect_fields({"ask", "dim", "a", "b", "axis", "restitution", "tangential_restitution", "inertia", "friction"});
  const auto a = read_rough_ball<D>(line.at("a"));
  const auto b = read_rough_ball<D>(line.at("b"));
  expect_one_finite(a.mass, b.mass, line);
  const RoughBounce<D> after = rough_bounce(a, b, read_axis<D>(line), read_roughness<D>(line));
  Answer answer;
  answer.put("velocity_a", after.first.velocity).put("spin_a", after.first.spin);
  answer.put("velocity_b", after.second.velocity).put("spin_b", after.second.spin);
  answer.put("dissipated", after.dissipated);
  return answer;
}

CAROM_QUESTION(answer_bounce);
CAROM_QUESTION(answer_rough_bounce);

}  // namespace carom::io
