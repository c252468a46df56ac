// Any file is told about or is an InputError, never anything else: HDF5 itself crashes at some, which only the child
// process may that reads them.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>

#include "carom/io/describe.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

/// A file that goes with the program.
class ScratchFile {
 public:
  ScratchFile() : descriptor_(::mkstemps(path_.data(), 3)) {
    if (descriptor_ < 0) std::abort();
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() {
    ::close(descriptor_);
    ::unlink(path_.c_str());
  }

  const std::string& holding(const std::uint8_t* data, std::size_t size) {
    if (::ftruncate(descriptor_, 0) != 0 || ::pwrite(descriptor_, data, size, 0) != static_cast<ssize_t>(size))
      std::abort();
    return path_;
  }

 private:
  std::string path_ = (std::filesystem::temp_directory_path() / "carom-fuzz-XXXXXX.h5").string();
  int descriptor_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static ScratchFile file;
  try {
    carom::io::describe_file(file.holding(data, size));
  } catch (const carom::io::InputError&) {
  }
  return 0;
}

/// Changes some bytes behind the signature, for most of a file is zeros those that are not, and seldom the length.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  constexpr std::size_t kSignature = 8;
  constexpr std::array<std::uint8_t, 8> kOdd = {0, 1, 4, 8, 0x7f, 0x80, 0xfe, 0xff};
  if (size < 2 * kSignature) return LLVMFuzzerMutate(data, size, max_size);
  std::mt19937 random(seed);
  const auto somewhere = [&] { return kSignature + random() % (size - kSignature); };
  for (unsigned k = 1 + random() % 4; k > 0; --k) {
    std::size_t at = somewhere();
    for (int look = 0; look < 20 && data[at] == 0; ++look) at = somewhere();
    const std::size_t run = std::min<std::size_t>(size - at, 1 + random() % 8);
    switch (random() % 4) {
      case 0:
        data[at] ^= static_cast<std::uint8_t>(1U << random() % 8);
        break;
      case 1:
        data[at] = kOdd[random() % kOdd.size()];
        break;
      case 2:
        std::memset(data + at, random() % 2 == 0 ? 0 : 0xff, run);
        break;
      default:
        std::memmove(data + at, data + std::min(somewhere(), size - run), run);
    }
  }
  return random() % 50 == 0 ? somewhere() : size;
}
