#include "carom/sim/triggers.hpp"

#include <algorithm>
#include <cmath>

#include "carom/query/distance.hpp"
#include "carom/query/overlap.hpp"
#include "carom/query/time_of_impact.hpp"
#include "carom/shape/check.hpp"

namespace carom {
namespace {

/// A ball from a time on until its next event.
template <int D>
struct Course {
  Ball<D> ball{};
  Motion<D> motion{};

  Ball<D> at(double t) const { return {ball.center + motion.displacement(t), ball.radius}; }
};

/// The time that a ball takes at least for a way: v h + ½ a h² = way.
double least_time(double way, double speed, double acceleration) {
  const double root = speed + std::sqrt(speed * speed + 2 * acceleration * way);
  return root > 0 ? 2 * way / root : kForever;
}

/// When a ball that touches a shape is first apart from it, to rounding; kForever if not until `end`. Inside it goes on
/// by the time that it needs at least to come out.
template <int D, class Shape>
double time_apart(const Course<D>& course, const Shape& shape, double end) {
  const auto gap = [&](double t) { return distance(course.at(t), shape).distance; };
  const auto stands = [&](double t) {
    return is_zero(course.motion.velocity_at(t)) && (t >= course.motion.stop || is_zero(course.motion.acceleration));
  };
  const double acceleration = norm(course.motion.acceleration);
  const double size = course.ball.radius + 0x1p-20 * norm(course.ball.center);
  double inside = 0;
  while (inside < end && !stands(inside)) {
    const double speed = norm(course.motion.velocity_at(inside));
    const double least = 0x1p-30 * least_time(size, speed, acceleration);
    double outside = inside + std::max(least_time(std::max(0.0, -gap(inside)), speed, acceleration), least);
    if (!(outside < end)) return kForever;
    if (gap(outside) <= 0) {
      inside = outside;
      continue;
    }
    for (double middle = 0.5 * (inside + outside); middle > inside && middle < outside;
         middle = 0.5 * (inside + outside))
      (gap(middle) > 0 ? outside : inside) = middle;
    return outside;
  }
  return kForever;
}

template <int D>
bool is_ball_here(const World<D>& world, BodyId body) {
  return world.present(body) && std::holds_alternative<Ball<D>>(world.body(body).shape);
}

template <int D>
Course<D> course_of(const World<D>& world, BodyId body) {
  return {{world.placement(body).position, world.radius(body)}, world.motion(body)};
}

}  // namespace

template <int D>
std::uint32_t Triggers<D>::add(const Shape& shape, std::uint32_t mask) {
  std::visit([](const auto& given) { check(given); }, shape);
  areas_.push_back({shape, mask});
  return static_cast<std::uint32_t>(areas_.size() - 1);
}

template <int D>
void Triggers<D>::run_until(World<D>& world, double time, const typename World<D>::Sink& on_event,
                            const Sink& on_touch) {
  const auto count = [&] { return static_cast<std::uint32_t>(world.body_count()); };
  planned_.resize(count());
  for (std::uint32_t id = 0; id < count(); ++id) look_at(world, BodyId{id}, time, on_touch);
  for (;;) {
    const double horizon = due_.empty() ? time : std::min(time, due_.begin()->time);
    if (const auto event = world.next_event(std::max(horizon, world.time()))) {
      on_event(*event);
      for (const BodyId body : {event->a, event->b})
        if (body != kNoBody) look_at(world, body, time, on_touch);
    } else if (!due_.empty() && due_.begin()->time <= time) {
      cross(world, Due(*due_.begin()), time, on_touch);
    } else {
      return;
    }
  }
}

template <int D>
void Triggers<D>::forget(BodyId body) {
  for (const Due& due : planned_[body.value]) due_.erase(due);
  planned_[body.value].clear();
}

/// A ball's course is new: all about it is found anew.
template <int D>
void Triggers<D>::look_at(const World<D>& world, BodyId body, double until, const Sink& on_touch) {
  forget(body);
  for (std::uint32_t k = 0; k < areas_.size(); ++k) {
    Area& area = areas_[k];
    const bool touched = area.touching.contains(body);
    if (!is_ball_here(world, body)) {
      if (touched) on_touch({world.time(), k, body, false});
      area.touching.erase(body);
      continue;
    }
    if ((world.body(body).layers & area.mask) == 0) continue;
    const Course<D> course = course_of(world, body);
    const auto overlaps = [&](const auto& shape) { return proximity(course.ball, shape) == Proximity::overlapping; };
    if (!touched && std::visit(overlaps, area.shape)) {
      area.touching.insert(body);
      on_touch({world.time(), k, body, true});
    }
    plan(world, body, k, until);
  }
}

template <int D>
void Triggers<D>::plan(const World<D>& world, BodyId body, std::uint32_t trigger, double until) {
  const Area& area = areas_[trigger];
  const Course<D> course = course_of(world, body);
  const double end = until - world.time();
  const auto change = [&](const auto& shape) {
    if (area.touching.contains(body)) return time_apart(course, shape, end);
    const auto impact = time_of_impact(course.ball, course.motion, shape, Motion<D>(), end);
    return impact ? impact->time : kForever;
  };
  const double after = std::visit(change, area.shape);
  if (after == kForever) return;
  const Due due{world.time() + after, body, trigger};
  due_.insert(due);
  planned_[body.value].push_back(due);
}

template <int D>
void Triggers<D>::cross(const World<D>& world, const Due& due, double until, const Sink& on_touch) {
  due_.erase(due);
  std::erase(planned_[due.body.value], due);
  std::set<BodyId>& touching = areas_[due.trigger].touching;
  const bool begins = touching.insert(due.body).second;
  if (!begins) touching.erase(due.body);
  on_touch({world.time(), due.trigger, due.body, begins});
  plan(world, due.body, due.trigger, until);
}

template class Triggers<2>;
template class Triggers<3>;

}  // namespace carom
