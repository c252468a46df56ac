#include <algorithm>
#include <memory>
#include <string>

#include "carom/io/query.hpp"
#include "guard.hpp"

struct carom_session {
  explicit carom_session(std::string_view question) : lines(question) {}

  carom::io::QuerySession lines;
  std::size_t answered = 0;
  std::string answer;
};

namespace carom::c {
namespace {

std::string_view known(std::string_view question) {
  const auto names = io::question_names();
  if (question == io::kQuestionOfEachLine || std::find(names.begin(), names.end(), question) != names.end())
    return question;
  std::string all;
  for (const std::string_view name : names) all.append(", ").append(name);
  throw std::invalid_argument("question: got \"" + std::string(question) + "\", expected one of each" + all);
}

}  // namespace
}  // namespace carom::c

using carom::c::given;

extern "C" {

carom_session* carom_session_new(const char* question) {
  return carom::c::made(
      [&] { return std::make_unique<carom_session>(carom::c::known(&given(question, "question"))).release(); });
}

void carom_session_free(carom_session* session) {
  delete session;
}

carom_status carom_session_answer(carom_session* session, const char* line, const char** answer) {
  return carom::c::guarded([&] {
    carom_session& asked = given(session, "session");
    const char*& to = given(answer, "answer");
    asked.answer = asked.lines.answer(&given(line, "line"), ++asked.answered);
    to = asked.answer.c_str();
  });
}
}
