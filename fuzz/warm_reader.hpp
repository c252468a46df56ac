#pragma once
#include <dlfcn.h>
#include <execinfo.h>
#include <poll.h>
#include <sanitizer/asan_interface.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "io/library/hdf5_library.hpp"

// libFuzzer's counters of this program, a byte for each piece of code: the linker names the ends of their section.
extern "C" __attribute__((visibility("hidden"))) std::uint8_t __start___sancov_cntrs[], __stop___sancov_cntrs[];

namespace fuzz {

/// How the reading of a file ended.
enum class End : char {
  told = 'T',
  refused = 'E',
  too_long = 'L',       ///< HDF5 was at it for too long
  crash_of_hdf5 = 'H',  ///< in HDF5 or below it, and not at memory of Carom's
  crash = 'C'
};

/// A child process that reads file after file with HDF5, as the one of carom::io::in_child_process reads one: a crash
/// costs a process, not every file. It is asked for many at a time, as to wait for a process takes longer than to read.
/// What it covers counts as covered by this process.
class WarmReader {
 public:
  /// Reads the file of that number which `input` leads to, and reports by std::exception why it is refused.
  using Work = std::string (*)(std::span<const std::uint8_t> input, unsigned number);

  struct Answer {
    End end;
    unsigned number;   ///< of the file
    std::string text;  ///< what was told, or why it was refused
  };

  explicit WarmReader(Work work) : work_(work) {
    void* const memory =
        ::mmap(nullptr, sizeof(Shared) + counters(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    shared_ = static_cast<Shared*>(memory);
    carom::io::hdf5::lib();
    std::array<void*, 1> frame{};
    ::backtrace(frame.data(), 1);  // loads what it needs
  }
  WarmReader(const WarmReader&) = delete;
  WarmReader& operator=(const WarmReader&) = delete;
  ~WarmReader() {
    stop();
    ::munmap(shared_, sizeof(Shared) + counters());
  }

  /// Reads the files from the number `first` up to `last`: of this one, or of the first that ends in a crash or by
  /// which all of them have taken too long.
  Answer read(std::span<const std::uint8_t> input, unsigned first, unsigned last) {
    if (child_ > 0 && shared_->files >= kMostFiles) stop();  // it keeps what HDF5 lost
    if (child_ <= 0) start();
    shared_->size = std::min(input.size(), shared_->input.size());
    std::copy_n(input.begin(), shared_->size, shared_->input.begin());
    shared_->number = first;
    shared_->last = last;
    const End end = await();
    for (std::size_t i = 0; i < counters(); ++i)
      __start___sancov_cntrs[i] = std::max(__start___sancov_cntrs[i], shared_->counters()[i]);
    const bool is_answer = end == End::told || end == End::refused;
    return {end, shared_->number, std::string(shared_->text.data(), is_answer ? shared_->length : 0)};
  }

  /// One file, by a process that has read nothing before.
  Answer read_afresh(std::span<const std::uint8_t> input, unsigned number) {
    stop();
    return read(input, number, number);
  }

  /// For __asan_on_error: the child process ends.
  static void on_asan_error() {
    if (child_of_) child_of_->end(is_below_hdf5() && !is_of_this_program(__asan_get_report_address()));
  }

 private:
  static constexpr unsigned kMostFiles = 20000;
  static constexpr std::chrono::seconds kMostTime{3};  ///< twice that is less than .ci/run gives libFuzzer's inputs
  static constexpr int kCrashOfHdf5 = 80;
  static constexpr int kCrash = 81;

  struct Shared {
    std::size_t size;
    std::array<std::uint8_t, 1 << 20> input;
    unsigned number, last;  ///< the file that is being read, and the last one
    unsigned files;         ///< that this process has begun with
    std::size_t length;
    std::array<char, 1 << 16> text;

    std::uint8_t* counters() { return reinterpret_cast<std::uint8_t*>(this + 1); }
  };

  static std::size_t counters() { return static_cast<std::size_t>(__stop___sancov_cntrs - __start___sancov_cntrs); }

  void start() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) std::abort();
    shared_->files = 0;
    child_ = ::fork();
    if (child_ < 0) std::abort();
    if (child_ == 0) {
      ::close(ends[0]);
      live(ends[1]);
    }
    ::close(ends[1]);
    socket_ = ends[0];
  }

  /// Lets the child read, and tells how it ended. A child that takes too long ends with the file that it is at, and is
  /// ended if it takes as long at that one.
  End await() {
    bool is_late = false;
    char answer{};
    if (::send(socket_, &answer, 1, MSG_NOSIGNAL) == 1)
      for (unsigned files = shared_->files; !answers_within(kMostTime); is_late = true) {
        shared_->last = 0;
        if (std::exchange(files, shared_->files) == files) ::kill(child_, SIGALRM);
      }
    End end = End::crash;
    if (::recv(socket_, &answer, 1, 0) == 1)
      end = static_cast<End>(answer);
    else if (stop() == kCrashOfHdf5)
      end = End::crash_of_hdf5;
    return is_late && end != End::crash ? End::too_long : end;
  }

  /// Whether the child answers, or ends, within that time.
  bool answers_within(std::chrono::milliseconds time) const {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point last = Clock::now() + time;
    pollfd answer{socket_, POLLIN, 0};
    return let_alarms_pass([&] {
             const auto left = std::chrono::ceil<std::chrono::milliseconds>(last - Clock::now()).count();
             return ::poll(&answer, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
           }) != 0;
  }

  /// Waits until the child has ended, and gives its exit status; 0 if a signal has ended it, or if there is none.
  int stop() {
    if (child_ <= 0) return 0;
    ::close(socket_);
    int status = 0;
    let_alarms_pass([&] { return ::waitpid(child_, &status, 0); });
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  }

  /// What `call` gives when no signal interrupts it: libFuzzer's alarms do.
  template <class Call>
  static int let_alarms_pass(Call call) {
    int result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
  }

  /// The child's whole life.
  [[noreturn]] void live(int socket) {
    child_of_ = this;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) {
      struct sigaction action {};
      action.sa_handler = [](int) { child_of_->end(is_below_hdf5()); };
      action.sa_flags = SA_ONSTACK;
      ::sigaction(signal, &action, nullptr);
    }
    __sanitizer_set_death_callback([] { child_of_->end(false); });
    for (char end{}; ::recv(socket, &end, 1, 0) == 1; ::send(socket, &end, 1, MSG_NOSIGNAL)) {
      std::memset(__start___sancov_cntrs, 0, counters());
      end = static_cast<char>(read_all());
      show_counters();
    }
    ::_exit(0);
  }

  End read_all() {
    const std::span<const std::uint8_t> input(shared_->input.data(), shared_->size);
    for (;; ++shared_->number) {
      ++shared_->files;
      End end = End::told;
      std::string text;
      try {
        text = work_(input, shared_->number);
      } catch (const std::exception& error) {
        text = error.what();
        end = End::refused;
      }
      if (shared_->number < shared_->last) continue;
      shared_->length = text.copy(shared_->text.data(), shared_->text.size());
      return end;
    }
  }

  /// Not by _exit: what does not return has the sanitizer look up the stack in a file first, which may not be opened
  /// now.
  void end(bool is_of_hdf5) {
    show_counters();
    ::syscall(SYS_exit_group, is_of_hdf5 ? kCrashOfHdf5 : kCrash);
  }

  void show_counters() { std::memcpy(shared_->counters(), __start___sancov_cntrs, counters()); }

  // HDF5 calls nothing of Carom's: what fails below one of its functions fails in HDF5, unless Carom gave it a bad
  // place.
  static bool is_below_hdf5() {
    std::array<void*, 256> frames{};
    const int depth = ::backtrace(frames.data(), static_cast<int>(frames.size()));
    const void* const hdf5 = library_of(reinterpret_cast<void*>(carom::io::hdf5::lib().H5Fopen));
    return std::any_of(frames.begin(), frames.begin() + depth, [&](void* at) { return library_of(at) == hdf5; });
  }

  static const void* library_of(void* code) {
    Dl_info info{};
    return ::dladdr(code, &info) != 0 ? info.dli_fbase : nullptr;
  }

  /// Whether `memory` is a variable of this program's, or was asked for by this program and not, as far as is
  /// known, by a library.
  static bool is_of_this_program(void* memory) {
    if (!memory) return false;
    std::array<char, 2> name{};
    void* begin = nullptr;
    std::size_t size = 0;
    const std::string_view kind = __asan_locate_address(memory, name.data(), name.size(), &begin, &size);
    if (kind != "heap") return kind == "stack" || kind == "global";
    std::array<void*, 2> trace{};  // within malloc, and who called it
    int thread = 0;
    return __asan_get_alloc_stack(memory, trace.data(), trace.size(), &thread) < trace.size() ||
           library_of(trace[1]) == library_of(__start___sancov_cntrs);
  }

  inline static WarmReader* child_of_ = nullptr;  ///< in the child

  Work work_;
  Shared* shared_ = nullptr;
  pid_t child_ = -1;
  int socket_ = -1;
};

}  // namespace fuzz
