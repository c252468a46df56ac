#include <fmt/format.h>

#include "carom/query/time_of_impact.hpp"
#include "kind.hpp"
#include "pairs.hpp"

namespace oracle {
namespace {

constexpr double kAbsurd = 1e-12;

template <int D>
std::string told(const char* label, const Vec<D>& v) {
  std::string text = fmt::format("  {}", label);
  for (int k = 0; k < D; ++k) text += fmt::format(" {}", v[k]);
  return text + "\n";
}

template <int D>
std::string told(const Query<D>& q) {
  std::string text = told("center", q.ball.center) + fmt::format("  radius {}\n", q.ball.radius);
  if (const auto* b = std::get_if<Ball<D>>(&q.shape))
    text += told("other center", b->center) + fmt::format("  other radius {}\n", b->radius);
  else if (const auto* h = std::get_if<HalfSpace<D>>(&q.shape))
    text += told("normal", h->normal) + fmt::format("  offset {}\n", h->offset);
  else if (const auto* s = std::get_if<Segment<D>>(&q.shape))
    text += told("from", s->from) + told("to", s->to) + (s->sides == Sides::two ? "  two sides\n" : "  front only\n");
  else if (const auto* x = std::get_if<Aabb<D>>(&q.shape))
    text += told("low", x->low) + told("high", x->high);
  return text + told("velocity", q.motion.velocity) + told("acceleration", q.motion.acceleration) +
         told("other velocity", q.other.velocity) + told("other acceleration", q.other.acceleration) +
         fmt::format("  horizon {}\n", q.horizon);
}

/// |difference of the contact's positions| / max(R, ∫ |velocity|), all relative.
template <int D>
double position_error(const Query<D>& q, double time, const Exhaustive& truth) {
  const double late = static_cast<double>(Exhaustive(time) - truth);
  const double t = static_cast<double>(truth);
  const Vec<D> v = q.motion.velocity - q.other.velocity;
  const Vec<D> a = q.motion.acceleration - q.other.acceleration;
  double path = 0;
  for (int i = 0; i < 16; ++i) path += norm(v + ((i + 0.5) / 16 * t) * a) * t / 16;
  double radius = q.ball.radius;
  if (const auto* b = std::get_if<Ball<D>>(&q.shape)) radius += b->radius;
  const double size = std::max(radius, path);
  const double off = norm(v + t * a) * std::fabs(late) + 0.5 * norm(a) * late * late;
  return size > 0 ? off / size : off;
}

template <int D, class Shape>
Judgement judge(bool accelerating, std::uint64_t seed, std::uint64_t index, std::string* story) {
  Random random(seed, index);
  const auto kind = static_cast<Class>(random.below(static_cast<int>(Class::count)));
  const Query<D> q = make_query<D, Shape>(kind, accelerating, random);
  const auto impact = std::visit(
      [&](const auto& shape) { return carom::time_of_impact(q.ball, q.motion, shape, q.other, q.horizon); }, q.shape);
  const auto truth = answer<D>(q);
  Judgement judgement;
  judgement.hit = truth.has_value();
  judgement.wrong = impact.has_value() != truth.has_value();
  if (!judgement.wrong && impact) {
    const double error = position_error(q, impact->time, *truth);
    judgement.error = error * 0x1p53;
    judgement.wrong = !(error <= kAbsurd) || (impact->time == 0) != (*truth == 0) || impact->time > q.horizon;
  }
  if (story)
    *story = fmt::format("  {}: carom {}, truth {}\n", name(kind), impact ? impact->time : HUGE_VAL,
                         truth ? static_cast<double>(*truth) : HUGE_VAL) +
             told(q);
  return judgement;
}

template <int D, class Shape>
void add(const std::string& shapes, bool accelerating, std::vector<Kind>& kinds) {
  kinds.push_back({shapes + (accelerating ? "/accelerating/" : "/linear/") + (D == 2 ? "2d" : "3d"),
                   [accelerating](std::uint64_t seed, std::uint64_t index, std::string* story) {
                     return judge<D, Shape>(accelerating, seed, index, story);
                   }});
}

template <int D>
void add_dimension(std::vector<Kind>& kinds) {
  add<D, Ball<D>>("ball-ball", true, kinds);
  for (const bool accelerating : {false, true}) {
    add<D, HalfSpace<D>>("ball-plane", accelerating, kinds);
    add<D, Segment<D>>("ball-segment", accelerating, kinds);
    add<D, Aabb<D>>("ball-box", accelerating, kinds);
  }
}

}  // namespace

std::vector<Kind> shape_kinds() {
  std::vector<Kind> kinds;
  add_dimension<2>(kinds);
  add_dimension<3>(kinds);
  return kinds;
}

}  // namespace oracle
