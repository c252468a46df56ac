#include "carom/io/query.hpp"

#include <fmt/format.h>

#include <cmath>
#include <variant>

#include "carom/query/clip_motion.hpp"
#include "carom/query/contact.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/overlap.hpp"
#include "carom/query/verdict.hpp"
#include "io/query/query_answer.hpp"
#include "io/query/query_reader.hpp"

namespace carom::io {
namespace {

constexpr const char* kPairs = "a ball or a point and any shape, two boxes, two cylinders, or a cylinder and a box";

std::string_view word(Proximity proximity) {
  constexpr std::array<std::string_view, 3> kWords = {"apart", "touching", "overlapping"};
  return kWords[static_cast<std::size_t>(proximity)];
}

std::string_view word(Verdict verdict) {
  constexpr std::array<std::string_view, 4> kWords = {"hit", "miss", "touching-separating", "overlapping"};
  return kWords[static_cast<std::size_t>(verdict)];
}

/// Two shapes and how they move.
template <int D, class A, class B>
struct Pair {
  const A& a;
  const B& b;
  const Query<D>& query;
};

/// An answer that begins with the verdict, and in overlap says how deep that is, and whether it opens.
template <int D, class A, class B>
Answer verdict_answer(const Pair<D, A, B>& pair, const std::optional<Impact<D>>& impact) {
  const Verdict verdict = carom::verdict(impact, impact ? impact->start : proximity(pair.a, pair.b));
  Answer answer(word(verdict));
  if (verdict != Verdict::overlapping) return answer;
  answer.put("depth", overlap(pair.a, pair.b).depth);
  answer.put("opens", !(impact && impact->time == 0));
  return answer;
}

template <int D>
void put_impact(Answer& answer, const std::optional<Impact<D>>& impact) {
  if (!impact) return;
  answer.put("time", impact->time);
  answer.put("point", impact->point);
  answer.put("normal", impact->normal);
}

template <int D, class A, class B>
std::string overlap_answer(const Pair<D, A, B>& pair) {
  const Overlap both = overlap(pair.a, pair.b);
  Answer answer(word(both.proximity));
  answer.put("depth", both.depth);
  return answer.take();
}

template <int D, class A, class B>
std::string time_of_impact_answer(const Pair<D, A, B>& pair) {
  const Query<D>& query = pair.query;
  const auto impact = time_of_impact(pair.a, query.a.motion, pair.b, query.b.motion, query.horizon);
  Answer answer = verdict_answer(pair, impact);
  put_impact(answer, impact);
  return answer.take();
}

template <int D, class A, class B>
std::string clip_motion_answer(const Pair<D, A, B>& pair) {
  const Query<D>& query = pair.query;
  const ClippedMotion<D> clipped = clip_motion(pair.a, query.a.motion, pair.b, query.b.motion, query.horizon);
  Answer answer = verdict_answer(pair, clipped.impact);
  answer.put("fraction", clipped.fraction);
  answer.put("displacement_a", clipped.displacement_a);
  answer.put("displacement_b", clipped.displacement_b);
  put_impact(answer, clipped.impact);
  return answer.take();
}

template <int D, class A, class B>
std::string contact_answer(const Pair<D, A, B>& pair) {
  const auto meeting = contact(pair.a, pair.b);
  Answer answer(word(proximity(pair.a, pair.b)));
  if (!meeting) return answer.take();
  answer.put("point", meeting->point);
  answer.put("normal", meeting->normal);
  answer.put("depth", meeting->depth);
  return answer.take();
}

template <int D, class A, class B>
std::string distance_answer(const Pair<D, A, B>& pair) {
  const Distance<D> between = distance(pair.a, pair.b);
  const Proximity proximity = between.distance > 0    ? Proximity::apart
                              : between.distance == 0 ? Proximity::touching
                                                      : Proximity::overlapping;
  Answer answer(word(proximity));
  answer.put("distance", between.distance);
  if (std::isinf(between.distance)) return answer.take();
  answer.put("point_a", between.point_a);
  answer.put("point_b", between.point_b);
  answer.put("normal", between.normal);
  return answer.take();
}

template <int D, class A, class B>
std::string answer_pair(Question question, const Pair<D, A, B>& pair) {
  switch (question) {
    case Question::overlap:
      return overlap_answer(pair);
    case Question::time_of_impact:
      return time_of_impact_answer(pair);
    case Question::clip_motion:
      return clip_motion_answer(pair);
    case Question::contact:
      return contact_answer(pair);
    case Question::distance:
      return distance_answer(pair);
  }
  return {};
}

template <int D>
std::string answer(Question question, const JsonNode& node) {
  const auto query = read_query<D>(node);
  if (question == Question::clip_motion && query.horizon == kForever)
    node.at("horizon").fail("a number ≥ 0: the time at which the movement ends");
  const auto ask = [&]<class A, class B>(const A& a, const B& b) -> std::string {
    if constexpr (SupportedPair<B, A>) return answer_pair(question, Pair<D, A, B>{a, b, query});
    throw input_error("", "a.shape, b.shape", fmt::format("a {} and a {}", query.a.kind, query.b.kind), kPairs);
  };
  return std::visit(ask, query.a.shape, query.b.shape);
}

std::string answer(Question question, const JsonNode& node) {
  return node.at("dim").whole(2, 3) == 2 ? answer<2>(question, node) : answer<3>(question, node);
}

}  // namespace

std::string answer_query(Question question, const std::string& line) {
  const Json json = parse_json_line(line);
  if (!json.is_object()) JsonNode(json, "", "the line").fail("an object with the fields dim, a, b, horizon");
  try {
    return answer(question, JsonNode::without_places(json));
  } catch (const InputError&) {
    return answer(question, JsonNode(json, ""));
  }
}

std::string query_error(const std::string& reason, std::size_t line_number) {
  const Json text = reason;
  return fmt::format(R"({{"error":{},"line":{}}})", text.dump(-1, ' ', false, Json::error_handler_t::replace),
                     line_number);
}

}  // namespace carom::io
