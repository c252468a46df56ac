#include "io/trajectory/child_process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "carom/io/scene.hpp"

namespace carom::io {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kMostTime{10};
constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr char kText = 'T';
constexpr char kError = 'E';

void limit(decltype(RLIMIT_CORE) resource, rlim_t most) {
  rlimit now{};
  if (::getrlimit(resource, &now) != 0) return;
  now.rlim_cur = now.rlim_max = std::min(now.rlim_max, most);
  ::setrlimit(resource, &now);
}

/// The child's whole life: answers with one letter, what it is, and a text.
[[noreturn]] void live(const std::function<std::string()>& work, int to) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, kMostTime.count());
  std::string answer;
  try {
    answer = kText + work();
  } catch (const std::exception& error) {
    answer = kError + std::string(error.what());
  }
  for (std::string_view rest = answer; !rest.empty();) {
    const ssize_t put = ::write(to, rest.data(), rest.size());
    if (put < 0 && errno != EINTR) break;
    rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(put, 0)));
  }
  ::_exit(0);
}

/// What the child says until it ends, or until its time is over.
std::string listen(int from) {
  std::string answer;
  std::array<char, 4096> block{};
  const Clock::time_point end = Clock::now() + 2 * kMostTime;
  while (answer.size() < kMostBytes) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd one{from, POLLIN, 0};
    const int ready = ::poll(&one, 1, static_cast<int>(std::max<long>(left, 0)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) break;
    const ssize_t got = ::read(from, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    answer.append(block.data(), static_cast<std::size_t>(got));
  }
  return answer;
}

std::string how_it_ended(int status) {
  if (!WIFSIGNALED(status)) return "its reader gave up";
  const int signal = WTERMSIG(status);
  if (signal == SIGKILL || signal == SIGXCPU)
    return fmt::format("reading it takes longer than {} s", kMostTime.count());
  return fmt::format("its reader crashed ({})", ::strsignal(signal));
}

}  // namespace

std::string in_child_process(const std::string& name, const std::function<std::string()>& work) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) throw std::runtime_error(fmt::format("{}: {}", name, std::strerror(errno)));
  const pid_t child = ::fork();
  if (child == 0) live(work, pipe[1]);
  const int reason = errno;
  ::close(pipe[1]);
  const std::string answer = child < 0 ? "" : listen(pipe[0]);
  ::close(pipe[0]);
  if (child < 0) throw std::runtime_error(fmt::format("{}: no process to read it: {}", name, std::strerror(reason)));
  if (answer.empty()) ::kill(child, SIGKILL);  // it has ended, or its time is over
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (answer.starts_with(kText)) return answer.substr(1);
  if (answer.starts_with(kError)) throw InputError(answer.substr(1));
  throw InputError(fmt::format("{}: damaged: {}: expected a whole file", name, how_it_ended(status)));
}

void open_nothing_more() {
  limit(RLIMIT_NOFILE, 0);
  limit(RLIMIT_FSIZE, 0);
#ifdef RLIMIT_NPROC
  limit(RLIMIT_NPROC, 0);
#endif
}

}  // namespace carom::io
