#include "io/trajectory/child_process.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "carom/io/scene.hpp"

namespace carom::io {
namespace {

std::string error_of(const std::function<std::string()>& work) {
  try {
    in_child_process("file", work);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ChildProcess, AnswersWithWhatTheWorkReturns) {
  const std::string long_text(300'000, 'x');
  EXPECT_EQ(in_child_process("file", [] { return std::string("answer"); }), "answer");
  EXPECT_EQ(in_child_process("file", [] { return std::string(); }), "");
  EXPECT_EQ(in_child_process("file", [&] { return long_text; }), long_text);
}

TEST(ChildProcess, PassesOnErrorsAndSurvivesCrashes) {
  EXPECT_EQ(error_of([]() -> std::string { throw InputError("file: bad"); }), "file: bad");
  EXPECT_NE(error_of([]() -> std::string {
              std::signal(SIGSEGV, SIG_DFL);
              std::raise(SIGSEGV);
              return "";
            }).find("file: damaged: its reader crashed"),
            std::string::npos);
  EXPECT_EQ(error_of([]() -> std::string { _exit(3); }), "file: damaged: its reader gave up: expected a whole file");
}

TEST(ChildProcess, OpensNothingOnceThatIsSaid) {
  const auto opens = [] { return std::string(std::ifstream(__FILE__) ? "opened" : "refused"); };
  const std::string before = opens();
  EXPECT_EQ(in_child_process("file", opens), before);
  EXPECT_EQ(in_child_process("file",
                             [&] {
                               open_nothing_more();
                               return opens();
                             }),
            "refused");
  EXPECT_EQ(opens(), before);
}

}  // namespace
}  // namespace carom::io
