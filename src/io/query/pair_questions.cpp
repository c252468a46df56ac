#include <cmath>

#include "carom/query/clip_motion.hpp"
#include "carom/query/contact.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/overlap_volume.hpp"
#include "carom/shape/check.hpp"
#include "io/query/questions.hpp"

namespace carom::io {
namespace {

constexpr const char* kPairs =
    "a ball or a point and any shape, two of segment, capsule, box, convex polygon and triangle, two cylinders, a "
    "cylinder and a box, a segment or a triangle, or one of these and a half-space";

template <int D>
struct PairLine {
  QueryBody<D> a;
  QueryBody<D> b;
  double horizon = kForever;
};

/// Two cylinders are along the same axis; what else may be asked about together is seen by its type.
template <class A, class B>
void expect_one_axis(const A&, const B&) {}
void expect_one_axis(const UprightCylinder& a, const UprightCylinder& b) {
  try {
    check(a, b);
  } catch (const std::invalid_argument& error) {
    throw InputError(fmt::format("b.shape: {}", error.what()));
  }
}

/// An answer that begins with the verdict, and in overlap says how deep that is, and whether it opens.
template <int D, class A, class B>
Answer begun_with_verdict(const A& a, const B& b, const std::optional<Impact<D>>& impact) {
  const Verdict verdict = carom::verdict(impact, impact ? impact->start : proximity(a, b));
  Answer answer(word(verdict));
  if (verdict == Verdict::overlapping)
    answer.put("depth", overlap(a, b).depth).put("opens", !(impact && impact->time == 0));
  return answer;
}

Proximity proximity_at(double distance) {
  if (distance == 0) return Proximity::touching;
  return distance > 0 ? Proximity::apart : Proximity::overlapping;
}

template <class A, class B>
Answer overlap_answer(const A& a, const B& b) {
  const Overlap both = overlap(a, b);
  return Answer(word(both.proximity)).put("depth", both.depth);
}

template <int D, class A, class B>
Answer time_of_impact_answer(const A& a, const B& b, const PairLine<D>& pair) {
  const auto impact = time_of_impact(a, pair.a.motion, b, pair.b.motion, pair.horizon);
  Answer answer = begun_with_verdict(a, b, impact);
  if (impact) put_impact(answer, *impact);
  return answer;
}

template <int D, class A, class B>
Answer clip_motion_answer(const A& a, const B& b, const PairLine<D>& pair) {
  const ClippedMotion<D> clipped = clip_motion(a, pair.a.motion, b, pair.b.motion, pair.horizon);
  Answer answer = begun_with_verdict(a, b, clipped.impact);
  answer.put("fraction", clipped.fraction)
      .put("displacement_a", clipped.displacement_a)
      .put("displacement_b", clipped.displacement_b);
  if (clipped.impact) put_impact(answer, *clipped.impact);
  return answer;
}

template <class A, class B>
Answer contact_answer(const A& a, const B& b) {
  const auto meeting = contact(a, b);
  Answer answer(word(proximity(a, b)));
  if (meeting) answer.put("point", meeting->point).put("normal", meeting->normal).put("depth", meeting->depth);
  return answer;
}

template <class A, class B>
Answer distance_answer(const A& a, const B& b) {
  const auto between = distance(a, b);
  Answer answer(word(proximity_at(between.distance)));
  answer.put("distance", between.distance);
  if (std::isinf(between.distance)) return answer;
  answer.put("point_a", between.point_a).put("point_b", between.point_b).put("normal", between.normal);
  return answer;
}

enum class PairQuestion { overlap, proximity, time_of_impact, verdict, clip_motion, contact, distance };

template <int D, class A, class B>
Answer answer_pair(PairQuestion question, const A& a, const B& b, const PairLine<D>& pair) {
  expect_one_axis(a, b);
  switch (question) {
    case PairQuestion::overlap:
      return overlap_answer(a, b);
    case PairQuestion::proximity:
      return Answer(word(proximity(a, b)));
    case PairQuestion::time_of_impact:
      return time_of_impact_answer(a, b, pair);
    case PairQuestion::verdict:
      return Answer(word(verdict(a, pair.a.motion, b, pair.b.motion, pair.horizon)));
    case PairQuestion::clip_motion:
      return clip_motion_answer(a, b, pair);
    case PairQuestion::contact:
      return contact_answer(a, b);
    case PairQuestion::distance:
      break;
  }
  return distance_answer(a, b);
}

template <int D>
[[noreturn]] void refuse_pair(const PairLine<D>& pair) {
  const std::string got = with_article(pair.a.shape->kind) + " and " + with_article(pair.b.shape->kind);
  throw input_error("", "a.shape, b.shape", got, kPairs);
}

/// The answer about two shapes and the line that they stand in. Which shapes they are is found out in one place for all
/// questions: for each of them anew, the many pairs of types would take seven times as long to compile.
template <int D>
Answer about_pair(const JsonNode& line, const QueryNames& names, PairQuestion question) {
  line.expect_fields({"ask", "dim", "a", "b", "horizon"});
  const PairLine<D> pair{read_query_body<D>(line.at("a"), names), read_query_body<D>(line.at("b"), names),
                         read_horizon(line)};
  const auto visit = [&]<class A, class B>(const A& a, const B& b) -> Answer {
    if constexpr (SupportedPair<A, B>)
      return answer_pair(question, a, b, pair);
    else
      refuse_pair(pair);
  };
  return std::visit(visit, pair.a.shape->shape, pair.b.shape->shape);
}

}  // namespace

template <int D>
Answer answer_overlap(const JsonNode& line, const QueryNames& names) {
  return about_pair<D>(line, names, PairQuestion::overlap);
}

template <int D>
Answer answer_proximity(const JsonNode& line, const QueryNames& names) {
  return about_pair<D>(line, names, PairQuestion::proximity);
}

template <int D>
Answer answer_time_of_impact(const JsonNode& line, const QueryNames& names) {
  return about_pair<D>(line, names, PairQuestion::time_of_impact);
}

template <int D>
Answer answer_verdict(const JsonNode& line, const QueryNames& names) {
  return about_pair<D>(line, names, PairQuestion::verdict);
}

template <int D>
Answer answer_clip_motion(const JsonNode& line, const QueryNames& names) {
  if (read_horizon(line) == kForever) line.at("horizon").fail("a number ≥ 0: the time at which the movement ends");
  return about_pair<D>(line, names, PairQuestion::clip_motion);
}

template <int D>
Answer answer_contact(const JsonNode& line, const QueryNames& names) {
  return about_pair<D>(line, names, PairQuestion::contact);
}

template <int D>
Answer answer_distance(const JsonNode& line, const QueryNames& names) {
  return about_pair<D>(line, names, PairQuestion::distance);
}

template <int D>
Answer answer_overlap_volume(const JsonNode& line, const QueryNames& names) {
  line.expect_fields({"ask", "dim", "a", "b", "horizon"});
  const JsonNode a = line.at("a").at("shape");
  const JsonNode b = line.at("b").at("shape");
  const auto ball = read_query_body<D>(line.at("a"), names).shape;
  const auto box = read_query_body<D>(line.at("b"), names).shape;
  return with_shape<Answer>(a, ball, "a ball or a point", [&](const Ball<D>& first) {
    return with_shape<Answer>(
        b, box, "a box", [&](const Aabb<D>& second) { return Answer().put("volume", overlap_volume(first, second)); });
  });
}

CAROM_QUESTION(answer_overlap);
CAROM_QUESTION(answer_proximity);
CAROM_QUESTION(answer_time_of_impact);
CAROM_QUESTION(answer_verdict);
CAROM_QUESTION(answer_clip_motion);
CAROM_QUESTION(answer_contact);
CAROM_QUESTION(answer_distance);
CAROM_QUESTION(answer_overlap_volume);

}  // namespace carom::io
