#include "endurance/foresight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/query/time_of_impact.hpp"

namespace endurance {
namespace {

using namespace carom;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Rounding of places and times, far below the time between two impacts of one ball.
constexpr double kSlack = 1e-9;
/// How far ahead is looked, in the time that a ball of mean speed takes for its diameter.
constexpr double kHorizon = 2;

struct Meeting {
  BodyId a = kNoBody;
  BodyId b = kNoBody;
  double time = kInfinity;

  bool is_of(BodyId one, BodyId other) const { return (a == one && b == other) || (a == other && b == one); }
};

/// When a ball at the origin, at rest, is met by any image of another one within the horizon.
double first_image(double radius, double other_radius, const Vec3& apart, const Vec3& velocity, const Vec3& period,
                   double horizon) {
  const double reach = radius + other_radius + norm(velocity) * horizon;
  std::array<std::vector<double>, 3> along;
  for (std::size_t k = 0; k < 3; ++k) {
    const double side = period[static_cast<int>(k)];
    const double low = apart[static_cast<int>(k)] - side * std::ceil((apart[static_cast<int>(k)] + reach) / side);
    for (double x = low; x <= reach; x += side)
      if (x >= -reach) along[k].push_back(x);
  }
  double first = kInfinity;
  for (const double x : along[0])
    for (const double y : along[1])
      for (const double z : along[2]) {
        const Sphere other{{x, y, z}, other_radius};
        first = std::fmin(first, impact_time<3>(Sphere{{}, radius}, Linear3{}, other, Linear3{velocity}, horizon));
      }
  return first;
}

Meeting next_meeting(const World3& world, BodyId ball, double horizon) {
  const Placement<3> own = world.placement(ball);
  Meeting next;
  for (std::uint32_t k = 0; k < world.body_count(); ++k) {
    const BodyId other{k};
    if (other == ball) continue;
    const Placement<3> its = world.placement(other);
    const double time = first_image(world.radius(ball), world.radius(other), its.position - own.position,
                                    its.velocity - own.velocity, *world.options().period, horizon);
    if (time < next.time) next = {ball, other, time};
  }
  next.time += world.time();
  return next;
}

/// The first thing that happens to each ball from now on.
std::vector<Meeting> first_meetings(World3& world, double until) {
  std::vector<Meeting> first(world.body_count());
  world.run_until(until, [&](const Event3& event) {
    for (const BodyId id : {event.a, event.b}) {
      Meeting& own = first[id.value];
      if (own.time == kInfinity) own = {event.a, event.b, event.time};
    }
  });
  return first;
}

std::string told(const char* what, const Meeting& meeting) {
  return fmt::format("{} of {} and {} at {:.17g}", what, meeting.a.value, meeting.b.value, meeting.time);
}

void look(const Meeting& foreseen, const std::vector<Meeting>& first, Foresight& result) {
  const auto of = [&](BodyId id) { return first[id.value]; };
  const Meeting own = of(foreseen.a);
  const Meeting its = of(foreseen.b);
  if (own.time < foreseen.time - kSlack) {
    const BodyId third = own.a == foreseen.a ? own.b : own.a;
    if (of(third).time == own.time) result.wrong = told("not foreseen: the meeting", own);
    ++result.overtaken;
  } else if (its.time < foreseen.time - kSlack) {
    ++result.overtaken;
  } else if (own.is_of(foreseen.a, foreseen.b) && its.is_of(foreseen.a, foreseen.b) &&
             std::fabs(own.time - foreseen.time) <= kSlack) {
    ++result.met;
  } else {
    result.wrong = told("missed: the meeting", foreseen);
  }
}

}  // namespace

Foresight foresee_and_look(World3& world, std::uint64_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Meeting> foreseen;
  double until = world.time();
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto ball = BodyId{static_cast<std::uint32_t>(random.below(world.body_count()))};
    const Meeting next = next_meeting(world, ball, kHorizon);
    if (next.time == kInfinity) continue;
    foreseen.push_back(next);
    until = std::max(until, next.time + 2 * kSlack);
  }
  const std::vector<Meeting> first = first_meetings(world, until);
  Foresight result;
  for (const Meeting& next : foreseen) look(next, first, result);
  return result;
}

}  // namespace endurance
