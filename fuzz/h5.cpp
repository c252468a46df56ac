// Any file is told about or is an InputError, never anything else: HDF5 itself crashes at some, which only the child
// process may that reads them. Here that process reads one file after the other, kFiles for each input: the input, and
// what changes make of it. Now and then one that begins anew, as in the program, must say the same.
#include <fcntl.h>
#include <sanitizer/asan_interface.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/io/describe.hpp"
#include "carom/io/scene.hpp"
#include "io/describe/facts_text.hpp"
#include "io/describe/h5_facts.hpp"
#include "warm_reader.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using fuzz::End;
using fuzz::WarmReader;
using Bytes = std::span<const std::uint8_t>;

constexpr unsigned kFiles = 128;
constexpr std::size_t kSignature = 8;

/// A file that goes with the program.
class ScratchFile {
 public:
  ScratchFile() : path_((std::filesystem::temp_directory_path() / "carom-fuzz-XXXXXX.h5").string()) {
    const int descriptor = ::mkstemps(path_.data(), 3);
    if (descriptor < 0) std::abort();
    ::close(descriptor);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { ::unlink(path_.c_str()); }

  const std::string& path() const { return path_; }

  /// A new file of the same name: HDF5 knows one again that it could not close.
  void hold(const std::vector<std::uint8_t>& bytes) {
    ::unlink(path_.c_str());
    const int descriptor = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
    if (descriptor < 0 || ::write(descriptor, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      std::abort();
    ::close(descriptor);
  }

 private:
  std::string path_;
};

/// Changes some bytes behind the signature, for most of a file is zeros those that are not, and seldom the length,
/// which it gives.
std::size_t change(std::span<std::uint8_t> data, std::mt19937& random) {
  constexpr std::array<std::uint8_t, 8> kOdd = {0, 1, 4, 8, 0x7f, 0x80, 0xfe, 0xff};
  const auto somewhere = [&] { return kSignature + random() % (data.size() - kSignature); };
  for (unsigned k = 1 + random() % 4; k > 0; --k) {
    std::size_t at = somewhere();
    for (int look = 0; look < 20 && data[at] == 0; ++look) at = somewhere();
    const std::size_t run = std::min<std::size_t>(data.size() - at, 1 + random() % 8);
    switch (random() % 4) {
      case 0:
        data[at] ^= static_cast<std::uint8_t>(1U << random() % 8);
        break;
      case 1:
        data[at] = kOdd[random() % kOdd.size()];
        break;
      case 2:
        std::memset(&data[at], random() % 2 == 0 ? 0 : 0xff, run);
        break;
      default:
        std::memmove(&data[at], &data[std::min(somewhere(), data.size() - run)], run);
    }
  }
  return random() % 50 == 0 ? somewhere() : data.size();
}

/// Lets the file be the one of that number which the input leads to: 0 is the input itself.
void make(ScratchFile& file, Bytes input, unsigned number) {
  std::vector<std::uint8_t> bytes(input.begin(), input.end());
  if (number > 0 && bytes.size() >= 2 * kSignature) {
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    std::mt19937 random(static_cast<std::uint32_t>(std::hash<std::string_view>()(text)) + number);
    bytes.resize(change(bytes, random));
  }
  file.hold(bytes);
}

void let_open(rlim_t files) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = std::min(files, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

/// What describe_file says of it, read in this process; `opened` as in h5_facts_in_this_process.
std::string told(ScratchFile& file, Bytes input, unsigned number, const std::function<void()>& opened) {
  make(file, input, number);
  using carom::io::Facts;
  Facts facts = Facts::parse(carom::io::h5_facts_in_this_process(file.path(), opened).dump());
  facts["file"] = file.path();
  return carom::io::facts_text(facts);
}

/// The same by a process that may open nothing more meanwhile, as describe_file's, and goes on afterwards.
std::string told_alone(ScratchFile& file, Bytes input, unsigned number) {
  constexpr rlim_t kAny = 1024;
  let_open(kAny);
  return told(file, input, number, [] { let_open(0); });
}

/// The same by the way that the program takes.
WarmReader::Answer told_by_program(ScratchFile& file, Bytes input, unsigned number) {
  make(file, input, number);
  try {
    return {End::told, number, carom::io::describe_file(file.path())};
  } catch (const carom::io::InputError& error) {
    return {End::refused, number, error.what()};
  }
}

/// HDF5 asks for a table of half a megabyte for each file, and gives it back: it may keep one.
void keep_tables() {
  constexpr int kKiB = 1024, kMiB = 1024 * kKiB;
  herr_t (*const limits)(int, int, int, int, int, int) = carom::io::hdf5::lib().library["H5set_free_list_limits"];
  limits(4 * kMiB, 1 * kMiB, 4 * kMiB, 256 * kKiB, 16 * kMiB, 1 * kMiB);
}

/// Whether they were read: where HDF5 takes too long at an input it does so at what changes make of it, too.
bool read_all(WarmReader& reader, ScratchFile& file, Bytes input) {
  for (unsigned number = 0; number < kFiles; ++number) {
    const WarmReader::Answer answer = reader.read(input, number, kFiles - 1);
    if (answer.end == End::too_long) return false;
    number = answer.number;
    // HDF5 writes outside of its memory: only a process that has read nothing before is sure to fail by itself.
    if (answer.end == End::crash && reader.read_afresh(input, number).end == End::crash) {
      told(file, input, number, [] {});
      std::abort();
    }
  }
  return true;
}

void compare_with_program(WarmReader& reader, ScratchFile& file, Bytes input, unsigned number) {
  const WarmReader::Answer warm = reader.read_afresh(input, number);
  if (warm.end == End::crash_of_hdf5 || warm.end == End::too_long) return;
  const WarmReader::Answer cold = told_by_program(file, input, number);
  if (warm.end != cold.end || warm.text != cold.text) {
    std::fprintf(stderr, "%s\n%s\n", warm.text.c_str(), cold.text.c_str());
    std::abort();
  }
}

}  // namespace

extern "C" void __asan_on_error() {
  WarmReader::on_asan_error();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr unsigned kProgramToo = 32;
  static ScratchFile file;
  [[maybe_unused]] static const bool ready = (keep_tables(), true);
  static WarmReader reader([](Bytes input, unsigned number) { return told_alone(file, input, number); });
  static unsigned inputs = 0;
  const Bytes input(data, size);
  if (!read_all(reader, file, input)) return -1;
  if (++inputs % kProgramToo == 1) compare_with_program(reader, file, input, inputs / kProgramToo % kFiles);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  if (size < 2 * kSignature) return LLVMFuzzerMutate(data, size, max_size);
  std::mt19937 random(seed);
  return change({data, size}, random);
}
