// What lies behind a checkpoint's seal is a scene, or how far a world is, that can be gone on with, or is refused:
// never anything else. The first byte says which of the two follows (bit 0) and in how many dimensions (bit 1); a state
// goes on from the scene below.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "carom/io/scene.hpp"
#include "fuzz_worlds.hpp"
#include "io/scene/scene_archive.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace carom;

/// Runs on only what a scene file could say, too: exact roots among numbers of 1e300 take seconds, and are right.
template <int D>
void advance(const io::Scene<D>& scene, World<D> world) {
  io::parse_scene(io::final_scene(scene, world), "fuzz");
  fuzz::advance(std::move(world));
}

template <int D>
void restore_start(io::Archive& archive) {
  io::Scene<D> scene;
  io::archive(archive, scene);
  advance(scene, scene.make_world());
}

template <int D>
void restore_state(io::Archive& archive) {
  Snapshot<D> snapshot = fuzz::started_snapshot<D>();
  io::archive_state(archive, snapshot);
  advance(fuzz::small_scene<D>(), World<D>(snapshot));
}

/// What a run with checkpoints writes.
template <int D>
std::string write(bool state) {
  io::Archive archive;
  if (state) {
    Snapshot<D> snapshot = fuzz::started_snapshot<D>();
    io::archive_state(archive, snapshot);
  } else {
    io::Scene<D> scene = fuzz::small_scene<D>();
    if (D == 3) scene.snapshot = fuzz::started_snapshot<D>();
    io::archive(archive, scene);
  }
  return archive.written();
}

template <int D>
const std::string& written(bool state) {
  static const std::array<std::string, 2> both{write<D>(false), write<D>(true)};
  return both[state ? 1 : 0];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  io::Archive archive(std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  try {
    switch (data[0] & 3) {
      case 0:
        restore_start<2>(archive);
        break;
      case 1:
        restore_state<2>(archive);
        break;
      case 2:
        restore_start<3>(archive);
        break;
      default:
        restore_state<3>(archive);
        break;
    }
  } catch (const std::runtime_error&) {     // not what is written, or no scene, or a world that can not go on
  } catch (const std::invalid_argument&) {  // a world that can not be
  } catch (const std::domain_error&) {      // what moves leaves the range of numbers
  }
  return 0;
}

/// Begins anew, now and then, with one that was written: so no file of bytes grows stale with the format.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  if (size < 2 || seed % 256 == 0) {
    const unsigned kind = seed / 256 % 4;
    const std::string& bytes = kind < 2 ? written<2>(kind % 2 == 1) : written<3>(kind % 2 == 1);
    size = std::min(bytes.size() + 1, max_size);
    data[0] = static_cast<std::uint8_t>(kind);
    std::memcpy(data + 1, bytes.data(), size - 1);
  }
  return LLVMFuzzerMutate(data, size, max_size);
}
