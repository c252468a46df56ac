#include "sim/bodies/force_fields.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <variant>

namespace carom::sim {
namespace {

template <int D>
bool has_potential(const ForceField<D>& field) {
  return !std::holds_alternative<QuadraticDrag<D>>(field);
}

template <int D>
double potential_of(const ForceField<D>& field, const PointMass<D>& ball) {
  return std::visit(
      [&](const auto& one) -> double {
        if constexpr (std::is_same_v<decltype(one), const QuadraticDrag<D>&>)
          return 0;
        else
          return carom::potential(one, ball);
      },
      field);
}

template <int D>
[[noreturn]] void refuse(const PointMass<D>& ball, const Vec<D>& force, double potential) {
  std::ostringstream text;
  text << "the force fields give body " << ball.body << " at time " << ball.time << " the force (";
  for (int k = 0; k < D; ++k) text << (k > 0 ? ", " : "") << force[k];
  text << ") and the potential " << potential << ": expected finite numbers";
  throw std::domain_error(text.str());
}

}  // namespace

template <int D>
bool ForceFields<D>::depend_on_velocity() const {
  const auto& fields = setting_.options.force_fields;
  return (has_own() && !own_.potential) || !std::all_of(fields.begin(), fields.end(), has_potential<D>);
}

template <int D>
auto ForceFields<D>::at(const PointMass<D>& ball) const -> Field {
  Field sum;
  const auto add = [&](const Vec<D>& force, bool conservative) {
    sum.force += force;
    if (conservative) sum.conservative += force;
  };
  for (const ForceField<D>& field : setting_.options.force_fields)
    add(std::visit([&](const auto& one) { return carom::force(one, ball); }, field), has_potential(field));
  if (has_own()) add(own_.at(ball), static_cast<bool>(own_.potential));
  sum.potential = potential(ball);
  if (!is_finite(sum.force) || !std::isfinite(sum.potential)) refuse(ball, sum.force, sum.potential);
  return sum;
}

template <int D>
double ForceFields<D>::potential(const PointMass<D>& ball) const {
  double sum = 0;
  for (const ForceField<D>& field : setting_.options.force_fields) sum += potential_of(field, ball);
  if (has_own() && own_.potential) sum += own_.potential(ball);
  return sum;
}

template class ForceFields<2>;
template class ForceFields<3>;

}  // namespace carom::sim
