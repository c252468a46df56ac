#pragma once
#include <fmt/format.h>

#include <vector>

#include "carom/query/verdict.hpp"
#include "certificate.hpp"
#include "first_touch.hpp"
#include "kind.hpp"
#include "pairs.hpp"

// One kind: a pair of shapes and the laws that they move by.
namespace oracle {

using carom::Impact;

/// Beyond this a contact's position counts as wrong; docs/theory/time-of-impact.md proves 77 u for polynomial laws.
inline constexpr double kShapesBound = 1024;

template <int D>
std::string told(const Vec<D>& v) {
  std::string text = "(";
  for (int k = 0; k < D; ++k) text += (k == 0 ? "" : ", ") + fmt::format("{}", v[k]);
  return text + ")";
}

template <class Points>
std::string told_points(const Points& points) {
  std::string text;
  for (const auto& p : points) text += " " + told(p);
  return text;
}

template <int D>
std::string told(const Ball<D>& b) {
  return fmt::format("ball {} radius {}", told(b.center), b.radius);
}
template <int D>
std::string told(const HalfSpace<D>& h) {
  return fmt::format("half-space normal {} offset {} point {}", told(h.normal), h.offset, told(h.point));
}
template <int D>
std::string told(const Segment<D>& s) {
  return fmt::format("segment {} to {}{}", told(s.from), told(s.to), s.sides == Sides::two ? "" : ", front only");
}
template <int D>
std::string told(const Capsule<D>& c) {
  return fmt::format("capsule {} to {} radius {}", told(c.from), told(c.to), c.radius);
}
template <int D>
std::string told(const Aabb<D>& b) {
  return fmt::format("box {} to {}", told(b.low), told(b.high));
}
inline std::string told(const UprightCylinder& c) {
  return fmt::format("cylinder {} radius {} half height {} along {}", told(c.center), c.radius, c.half_height,
                     "xyz"[static_cast<int>(c.axis)]);
}
inline std::string told(const Arc& a) {
  return fmt::format("arc around {} radius {} from {} to {}", told(a.center), a.radius, told(a.from), told(a.to));
}
inline std::string told(const ConvexPolygon& p) {
  return "convex polygon" + told_points(p.vertices);
}
inline std::string told(const Polygon& p) {
  return (p.closed ? "closed chain" : "open chain") + told_points(p.vertices) +
         (p.sides == Sides::two ? "" : ", front only");
}
inline std::string told(const Triangle& t) {
  return fmt::format("triangle {} {} {}", told(t.a), told(t.b), told(t.c));
}
inline std::string told(const TriangleMesh& m) {
  std::string text = "mesh" + told_points(m.vertices);
  for (const auto& t : m.triangles) text += fmt::format(" [{} {} {}]", t[0], t[1], t[2]);
  return text;
}
template <int D>
std::string told(const Motion<D>& m) {
  return fmt::format("velocity {} acceleration {} stop {} damping {} deceleration {}", told(m.velocity),
                     told(m.acceleration), m.stop, m.damping, m.deceleration);
}

template <int D>
std::string told(const Query<D>& q) {
  const auto tell = [](const auto& shape) { return told(shape); };
  return fmt::format("  a: {}\n     {}\n  b: {}\n     {}\n  horizon {}{}\n", std::visit(tell, q.a), told(q.motion_a),
                     std::visit(tell, q.b), told(q.motion_b), q.horizon, q.swapped ? ", asked as (b, a)" : "");
}

inline const char* name(Verdict v) {
  constexpr const char* kNames[] = {"hit", "miss", "touching-separating", "overlapping"};
  return kNames[static_cast<int>(v)];
}

template <int D>
struct Answer {
  std::optional<Impact<D>> impact;
  Proximity start = Proximity::apart;
  Verdict verdict = Verdict::miss;
};

template <int D, class A, class B>
Answer<D> ask(const A& a, const Motion<D>& motion_a, const B& b, const Motion<D>& motion_b, double horizon, bool all) {
  Answer<D> answer;
  answer.impact = carom::time_of_impact(a, motion_a, b, motion_b, horizon);
  answer.start = answer.impact && !all ? answer.impact->start : carom::proximity(a, b);
  answer.verdict =
      all ? carom::verdict(a, motion_a, b, motion_b, horizon) : carom::verdict(answer.impact, answer.start);
  return answer;
}

template <int D, class Mover, class Shape>
inline constexpr bool kIsAsked = requires(const Mover& a, const Shape& b, const Motion<D>& m) {
  carom::time_of_impact(a, m, b, m, 1.0);
  carom::proximity(a, b);
};
template <int D, class Mover, class Shape>
inline constexpr bool kIsAskedSwapped = !std::is_same_v<Mover, Shape> && kIsAsked<D, Shape, Mover>;

template <int D, class Mover, class Shape>
Answer<D> ask(const Query<D>& q, bool all) {
  const auto& a = std::get<Mover>(q.a);
  const auto& b = std::get<Shape>(q.b);
  if constexpr (kIsAskedSwapped<D, Mover, Shape>)
    if (q.swapped) return ask<D>(b, q.motion_b, a, q.motion_a, q.horizon, all);
  return ask<D>(a, q.motion_a, b, q.motion_b, q.horizon, all);
}

/// |difference of the contact's positions| / max(r, ∫ |velocity|), in units of 2^-53.
template <int D>
double position_error(const Query<D>& q, double radius, double time, const Exhaustive& truth) {
  const double late = std::fabs(static_cast<double>(Exhaustive(time) - truth));
  const double t = static_cast<double>(truth);
  const auto speed = [&](double at) { return norm(velocity_at(q.motion_a, at) - velocity_at(q.motion_b, at)); };
  double path = 0;
  for (int i = 0; i < 16; ++i) path += speed((i + 0.5) / 16 * t) * t / 16;
  const double size = std::max(radius, path);
  const double bend = norm(q.motion_a.acceleration - q.motion_b.acceleration) +
                      q.motion_a.damping * norm(q.motion_a.velocity) + q.motion_b.damping * norm(q.motion_b.velocity);
  const double off = speed(t) * late + 0.5 * bend * late * late;
  return (size > 0 ? off / size : off) * 0x1p53;
}

template <int D, class Mover, class Shape>
double size_of(const Query<D>& q) {
  double r = radius_of(std::get<Mover>(q.a));
  if constexpr (std::is_same_v<Shape, Ball<D>>) r += std::get<Shape>(q.b).radius;
  if constexpr (HasHull<Mover> && HasHull<Shape>)
    r = hull_of(std::get<Mover>(q.a)).radius + hull_of(std::get<Shape>(q.b)).radius;
  if constexpr (HasHull<Mover> && std::is_same_v<Shape, HalfSpace<D>>) r = hull_of(std::get<Mover>(q.a)).radius;
  return r;
}

template <int D>
void compare(const Answer<D>& answer, const Truth& truth, const Query<D>& q, double size, Judgement& judgement) {
  judgement.hit = truth.impact;
  judgement.wrong =
      answer.verdict != truth.verdict || answer.start != truth.start || answer.impact.has_value() != truth.impact;
  if (judgement.wrong || !answer.impact) return;
  judgement.error = position_error(q, size, answer.impact->time, truth.time);
  judgement.wrong = !(judgement.error <= kShapesBound) || answer.impact->time > q.horizon ||
                    (answer.impact->time == 0) != (truth.time == 0) || answer.impact->start != truth.start;
}

inline Truth truth_of(Proof proof) {
  Truth truth;
  const bool apart = proof == Proof::hit || proof == Proof::miss;
  truth.impact = proof == Proof::hit || proof == Proof::overlapping;
  truth.start = apart ? Proximity::apart : Proximity::overlapping;
  truth.verdict = !apart ? Verdict::overlapping : truth.impact ? Verdict::hit : Verdict::miss;
  return truth;
}

/// What a cheap proof says of the answer, if there is one.
template <int D>
std::optional<Judgement> proved(const Scene& scene, const Query<D>& q, const Answer<D>& answer) {
  const auto time = answer.impact ? std::optional<double>(answer.impact->time) : std::nullopt;
  const Certificate certificate = certify(scene, time, q.horizon);
  if (certificate.proof == Proof::none) return std::nullopt;
  const Truth truth = truth_of(certificate.proof);
  Judgement judgement;
  judgement.hit = truth.impact;
  judgement.error = certificate.error;
  judgement.wrong =
      answer.start != truth.start || answer.verdict != truth.verdict || !(judgement.error <= kShapesBound);
  if (answer.impact)
    judgement.wrong = judgement.wrong || answer.impact->time > q.horizon || answer.impact->start != truth.start ||
                      (truth.start == Proximity::overlapping) != (answer.impact->time == 0);
  judgement.wrong = judgement.wrong || answer.impact.has_value() != truth.impact;
  return judgement;
}

/// One pair in so many is also judged by exhaustion.
inline constexpr std::uint64_t kBothWaysEvery = 4096;

/// Errors beyond this are measured by the long way, which knows them better.
inline constexpr double kLargeError = 8;

template <int D, class Mover, class Shape>
Judgement judged(const Query<D>& q, const Answer<D>& answer, bool both_ways) {
  const std::optional<Scene> scene = scene_of(q);
  const std::optional<Judgement> quick = scene ? proved(*scene, q, answer) : std::nullopt;
  if (quick && !quick->wrong && quick->error < kLargeError && !both_ways) return *quick;
  const bool has_parts = std::is_same_v<Shape, Polygon> || std::is_same_v<Shape, TriangleMesh>;
  const Truth truth = truth_of<D>(q, scene && has_parts ? clear_bodies(*scene, q.horizon) : std::vector<bool>{});
  const double size = size_of<D, Mover, Shape>(q);
  Judgement judgement;
  compare(answer, truth, q, size, judgement);
  if (judgement.wrong || judgement.error > kLargeError || both_ways) {
    judgement = {};
    compare(answer, truth_of<D>(q, {}, true), q, size, judgement);
  }
  // Both ways must agree.
  if (quick && (quick->hit != judgement.hit || quick->wrong != judgement.wrong)) judgement.wrong = true;
  return judgement;
}

template <int D>
Answer<D> answer_of(Verdict verdict, std::optional<double> time) {
  Answer<D> answer;
  answer.verdict = verdict;
  answer.start = verdict == Verdict::overlapping ? Proximity::overlapping : Proximity::apart;
  if (time) {
    answer.impact.emplace();
    answer.impact->time = *time;
    answer.impact->start = answer.start;
  }
  return answer;
}

/// Answers that are not the truth, which is the given one: another verdict, or a contact that is off beyond the bound.
template <int D>
std::vector<Answer<D>> false_answers(const Query<D>& q, const Answer<D>& truth, double size, Random& random) {
  std::vector<Answer<D>> list;
  const bool hit = truth.verdict == Verdict::hit && truth.impact->time > 0;
  if (truth.verdict != Verdict::miss) list.push_back(answer_of<D>(Verdict::miss, std::nullopt));
  if (truth.verdict != Verdict::overlapping || truth.impact)
    list.push_back(answer_of<D>(Verdict::overlapping, std::nullopt));
  if (truth.verdict != Verdict::overlapping || !truth.impact) list.push_back(answer_of<D>(Verdict::overlapping, 0));
  const double latest = std::min(q.horizon, hit ? 2 * truth.impact->time : 10);
  for (const double time : {hit ? truth.impact->time * (1 + random.power(-13, -1)) : random.between(0, latest),
                            hit ? truth.impact->time * (1 - random.power(-13, -1)) : latest * random.power(-6, 0)}) {
    const bool is_off = !hit || position_error(q, size, time, Exhaustive(truth.impact->time)) > 2 * kShapesBound;
    if (time > 0 && time <= q.horizon && is_off) list.push_back(answer_of<D>(Verdict::hit, time));
  }
  return list;
}

/// The library's answer counts as the truth: whether it is, is for `judge_shapes` to say.
template <int D, class Mover, class Shape>
Proofs prove_shapes(Laws laws, std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index);
  const Class kind = any_class(random);
  const Query<D> q = make_query<D, Mover, Shape>(kind, laws, random);
  const Answer<D> answer = ask<D, Mover, Shape>(about_axis<D, Mover, Shape>(q, index % 3), false);
  const std::optional<Scene> scene = scene_of(q);
  Proofs proofs;
  if (!scene) return proofs;
  const auto is_proved = [&](const Answer<D>& one) {
    const std::optional<Judgement> judgement = proved(*scene, q, one);
    return judgement && !judgement->wrong;
  };
  proofs.proved = is_proved(answer);
  for (const Answer<D>& one : false_answers(q, answer, size_of<D, Mover, Shape>(q), random)) {
    ++proofs.false_answers;
    proofs.believed += is_proved(one) ? 1 : 0;
  }
  return proofs;
}

template <int D, class Mover, class Shape>
Judgement judge_shapes(Laws laws, std::uint64_t seed, std::uint64_t index, std::string* story) {
  Random random(seed, index);
  const Class kind = any_class(random);
  const Query<D> q = make_query<D, Mover, Shape>(kind, laws, random);
  // The truth is sought about z, the answer about any axis.
  const Query<D> turned = about_axis<D, Mover, Shape>(q, index % 3);
  const Answer<D> answer = ask<D, Mover, Shape>(turned, story || index % 64 == 0);
  const Judgement judgement = judged<D, Mover, Shape>(q, answer, story || index % kBothWaysEvery == 0);
  if (story) {
    const Truth truth = truth_of<D>(q, {}, true);
    *story = fmt::format("  {}: truth {}{}, carom {}{}\n", name(kind), name(truth.verdict),
                         truth.impact ? fmt::format(" at {}", static_cast<double>(truth.time)) : "",
                         name(answer.verdict), answer.impact ? fmt::format(" at {}", answer.impact->time) : "") +
             told(turned);
  }
  return judgement;
}

inline const std::vector<Laws> kLaws{Laws::linear, Laws::accelerating, Laws::stopping,
                                     Laws::damped, Laws::damped_apart, Laws::mixed};

/// Every law of `laws` for one pair of shapes.
template <int D, class Mover, class Shape>
void add_kinds(const std::string& shapes, const std::vector<Laws>& laws, std::vector<Kind>& kinds) {
  if constexpr (kIsAsked<D, Mover, Shape>)
    for (const Laws law : laws)
      kinds.push_back(
          {shapes + "/" + name(law) + (D == 2 ? "/2d" : "/3d"),
           [law](std::uint64_t seed, std::uint64_t index, std::string* story) {
             return judge_shapes<D, Mover, Shape>(law, seed, index, story);
           },
           [law](std::uint64_t seed, std::uint64_t index) { return prove_shapes<D, Mover, Shape>(law, seed, index); }});
}

}  // namespace oracle
