#include "carom/io/query.hpp"

#include <fmt/format.h>

#include "io/json/short_name.hpp"
#include "io/query/questions.hpp"

namespace carom::io {
namespace {

struct Question {
  Answer (*in_plane)(const JsonNode&, const QueryNames&);
  Answer (*in_space)(const JsonNode&, const QueryNames&);
};

constexpr std::array<std::pair<std::string_view, Question>, 17> kQuestions = {
    {{"overlap", {answer_overlap<2>, answer_overlap<3>}},
     {"proximity", {answer_proximity<2>, answer_proximity<3>}},
     {"time-of-impact", {answer_time_of_impact<2>, answer_time_of_impact<3>}},
     {"verdict", {answer_verdict<2>, answer_verdict<3>}},
     {"clip-motion", {answer_clip_motion<2>, answer_clip_motion<3>}},
     {"contact", {answer_contact<2>, answer_contact<3>}},
     {"distance", {answer_distance<2>, answer_distance<3>}},
     {"overlap-volume", {answer_overlap_volume<2>, answer_overlap_volume<3>}},
     {"batch", {answer_batch<2>, answer_batch<3>}},
     {"bounce", {answer_bounce<2>, answer_bounce<3>}},
     {"rough-bounce", {answer_rough_bounce<2>, answer_rough_bounce<3>}},
     {"cast", {answer_cast<2>, answer_cast<3>}},
     {"nearest", {answer_nearest<2>, answer_nearest<3>}},
     {"within", {answer_within<2>, answer_within<3>}},
     {"pairs", {answer_pairs<2>, answer_pairs<3>}},
     {"slide", {answer_slide<2>, answer_slide<3>}},
     {"walk", {answer_walk<2>, answer_walk<3>}}}};

bool in_plane(const JsonNode& line) {
  return line.at("dim").whole(2, 3) == 2;
}

/// What the line asks, or else what the session asks.
Question question_of(const JsonNode& line, const std::string& otherwise) {
  const auto asked = line.find("ask");
  if (!asked && otherwise == kQuestionOfEachLine) return line.at("ask").choice(kQuestions);
  const Json other = otherwise;
  return (asked ? *asked : JsonNode(other, "", "question")).choice(kQuestions);
}

template <int D>
Answer define(const JsonNode& line, QueryNames& names, std::size_t line_number) {
  line.expect_fields({"define", "dim", "shape", "items"});
  const JsonNode name = line.at("define");
  const std::string word = read_short_name(name);
  names.expect_new(name);
  if (line.has("shape") == line.has("items")) fail_line(line, "either \"shape\" or \"items\"");
  Answer answer("defined");
  if (line.has("shape")) {
    names.define(word, read_lasting_shape<D>(line.at("shape"), names), line_number);
    return answer;
  }
  const ItemsPointer<D> items = read_query_items<D>(line.at("items"), names);
  names.define(word, items, line_number);
  answer.put("items", items->size());
  return answer;
}

Answer answer_line(const JsonNode& line, const std::string& question, QueryNames& names, std::size_t line_number) {
  if (line.has("define"))
    return in_plane(line) ? define<2>(line, names, line_number) : define<3>(line, names, line_number);
  const Question asked = question_of(line, question);
  return in_plane(line) ? asked.in_plane(line, names) : asked.in_space(line, names);
}

}  // namespace

std::vector<std::string_view> question_names() {
  std::vector<std::string_view> names;
  names.reserve(kQuestions.size());
  for (const auto& [name, question] : kQuestions) names.push_back(name);
  return names;
}

QuerySession::QuerySession(std::string_view question) : question_(question), names_(std::make_unique<QueryNames>()) {}
QuerySession::~QuerySession() = default;

std::string QuerySession::answer(const std::string& line, std::size_t line_number) {
  const Json json = parse_json_line(line);
  const JsonNode node(json, "");
  if (!json.is_object()) fail_line(node, "an object");
  try {
    return answer_line(JsonNode::without_places(json), question_, *names_, line_number).take();
  } catch (const InputError&) {
    return answer_line(node, question_, *names_, line_number).take();
  }
}

bool QuerySession::may_define(std::string_view line) {
  return line.find("\"define\"") != std::string_view::npos || line.find('\\') != std::string_view::npos;
}

std::string answer_query(std::string_view question, const std::string& line) {
  return QuerySession(question).answer(line, 1);
}

std::string query_error(const std::string& reason, std::size_t line_number) {
  const Json text = reason;
  return fmt::format(R"({{"error":{},"line":{}}})", text.dump(-1, ' ', false, Json::error_handler_t::replace),
                     line_number);
}

}  // namespace carom::io
