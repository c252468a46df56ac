#include <cmath>
#include <stdexcept>

#include "carom/force/force_field.hpp"

namespace carom {
namespace {

[[noreturn]] void refuse(const char* why) {
  throw std::invalid_argument(why);
}

bool is_size(double number) {
  return number >= 0 && std::isfinite(number);
}

template <int D>
void check_field(const Spring<D>& spring) {
  if (!is_finite(spring.anchor)) refuse("a spring's anchor must be finite");
  if (!is_size(spring.stiffness)) refuse("a spring's stiffness must be finite and >= 0");
  if (!is_size(spring.length)) refuse("a spring's length must be finite and >= 0");
}

template <int D>
void check_field(const PointAttractor<D>& attractor) {
  if (!is_finite(attractor.center)) refuse("an attractor's center must be finite");
  if (!std::isfinite(attractor.strength)) refuse("an attractor's strength must be finite");
  if (!is_size(attractor.softening)) refuse("an attractor's softening must be finite and >= 0");
}

template <int D>
void check_field(const QuadraticDrag<D>& drag) {
  if (!is_size(drag.coefficient)) refuse("a drag's coefficient must be finite and >= 0");
  if (!is_finite(drag.wind)) refuse("a drag's wind must be finite");
}

}  // namespace

template <int D>
Vec<D> force(const Spring<D>& spring, const PointMass<D>& ball) {
  const Vec<D> away = ball.position - spring.anchor;
  if (spring.length == 0) return -spring.stiffness * away;
  const double distance = norm(away);
  if (distance == 0) return {};
  return (-spring.stiffness * (1 - spring.length / distance)) * away;
}

template <int D>
double potential(const Spring<D>& spring, const PointMass<D>& ball) {
  const double stretch = norm(ball.position - spring.anchor) - spring.length;
  return 0.5 * spring.stiffness * (stretch * stretch);
}

template <int D>
Vec<D> force(const PointAttractor<D>& attractor, const PointMass<D>& ball) {
  const Vec<D> away = ball.position - attractor.center;
  const double square = norm2(away) + attractor.softening * attractor.softening;
  return (-ball.mass * attractor.strength / (square * std::sqrt(square))) * away;
}

template <int D>
double potential(const PointAttractor<D>& attractor, const PointMass<D>& ball) {
  const Vec<D> away = ball.position - attractor.center;
  return -ball.mass * attractor.strength / std::sqrt(norm2(away) + attractor.softening * attractor.softening);
}

template <int D>
Vec<D> force(const QuadraticDrag<D>& drag, const PointMass<D>& ball) {
  const Vec<D> relative = ball.velocity - drag.wind;
  return (-drag.coefficient * norm(relative)) * relative;
}

template <int D>
void check(const ForceField<D>& field) {
  std::visit([](const auto& one) { check_field(one); }, field);
}

template Vec<2> force(const Spring<2>&, const PointMass<2>&);
template Vec<3> force(const Spring<3>&, const PointMass<3>&);
template double potential(const Spring<2>&, const PointMass<2>&);
template double potential(const Spring<3>&, const PointMass<3>&);
template Vec<2> force(const PointAttractor<2>&, const PointMass<2>&);
template Vec<3> force(const PointAttractor<3>&, const PointMass<3>&);
template double potential(const PointAttractor<2>&, const PointMass<2>&);
template double potential(const PointAttractor<3>&, const PointMass<3>&);
template Vec<2> force(const QuadraticDrag<2>&, const PointMass<2>&);
template Vec<3> force(const QuadraticDrag<3>&, const PointMass<3>&);
template void check(const ForceField<2>&);
template void check(const ForceField<3>&);

}  // namespace carom
