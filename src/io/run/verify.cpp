#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "carom/io/run.hpp"
#include "io/run/apply_options.hpp"
#include "io/run/checkpoint_folder.hpp"
#include "io/run/checksum.hpp"
#include "io/run/manifest.hpp"
#include "io/run/output_folder.hpp"
#include "io/run/run_record.hpp"
#include "io/run/scratch_folder.hpp"
#include "io/run/simulation.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;
using Sentences = std::vector<std::string>;

constexpr std::size_t kCompared = std::size_t{1} << 20;  // bytes at a time

/// Where two files differ first: a line of text, or a byte; empty if nowhere.
std::string first_difference(const fs::path& one, const fs::path& other) {
  std::ifstream a(one, std::ios::binary), b(other, std::ios::binary);
  std::string x, y;
  std::size_t line = 1, bytes_before = 0;
  const bool has_lines = one.extension() != ".h5" && one.extension() != ".bin" && one.extension() != ".png";
  for (;;) {
    x.resize(kCompared);
    y.resize(kCompared);
    a.read(x.data(), kCompared);
    b.read(y.data(), kCompared);
    x.resize(static_cast<std::size_t>(a.gcount()));
    y.resize(static_cast<std::size_t>(b.gcount()));
    if (x.empty() && y.empty()) return {};
    const auto [p, q] = std::mismatch(x.begin(), x.end(), y.begin(), y.end());
    line += static_cast<std::size_t>(std::count(x.begin(), p, '\n'));
    if (p != x.end() || q != y.end())
      return has_lines ? fmt::format("line {}", line)
                       : fmt::format("byte {}", bytes_before + static_cast<std::size_t>(p - x.begin()));
    bytes_before += x.size();
  }
}

/// A summary without what no two runs share.
nlohmann::json lasting(const fs::path& summary) {
  std::ifstream stream(summary);
  nlohmann::json json = nlohmann::json::parse(stream, nullptr, false);
  if (json.is_object())
    for (const char* own : {"search", "timing"}) json.erase(own);
  return json;
}

std::string difference_of_summaries(const fs::path& one, const fs::path& other) {
  const auto patch = nlohmann::json::diff(lasting(one), lasting(other));
  return patch.empty() ? "" : patch[0].value("path", "its whole");
}

Sentences against_manifest(const fs::path& folder) {
  Sentences wrong;
  const Manifest manifest = Manifest::read(folder);
  if (manifest.digits().empty())
    wrong.push_back(
        fmt::format("{}: is not there: nothing tells what the files were", (folder / Manifest::kName).string()));
  for (const auto& [name, digits] : manifest.digits()) {
    const fs::path file = folder / name;
    if (!fs::exists(file))
      wrong.push_back(fmt::format("{}: is not there", file.string()));
    else if (!manifest.is_as_written(file))
      wrong.push_back(fmt::format("{}: is not as it was written: XXH128 {}, expected {}", file.string(),
                                  checksum_of_file(file).digits(), digits));
  }
  return wrong;
}

/// Runs what a record tells, up to where it stopped, and compares the files.
template <int D>
Sentences against_replay(Archive& archive, const fs::path& folder, const ProgressReport& progress) {
  RunStart<D> start = read_start<D>(archive);
  apply_options(start.scene, start.options);
  const Scene<D>& asked = start.scene;
  RunResult recorded;
  archive_result(archive, recorded);
  const ScratchFolder scratch("carom-verify");
  RunFiles<D> files = run_files(start.scene, start.options, scratch.path(), scratch.path(), Opening::fresh);
  World<D> world = start.scene.make_world();
  const Place place{{.from = world.time(), .time = world.time(), .until = asked.until}, world.time()};
  for (Observer<D>* file : files.all()) file->begin(asked, world);
  Limits limits;
  if (recorded.stopped) limits.stop = recorded.end;
  Simulation<D>(asked, world, files.all(), progress, limits, place, nullptr).run();
  for (const auto& file : files.files) file->end(world);  // drawings are made of what the record holds
  Sentences wrong;
  for (const fs::directory_entry& entry : fs::directory_iterator(scratch.path())) {
    const fs::path file = folder / entry.path().filename();
    const std::string where = entry.path().filename() == "summary.json" ? difference_of_summaries(file, entry.path())
                                                                        : first_difference(file, entry.path());
    if (!where.empty()) wrong.push_back(fmt::format("{}: differs from a replay, first at {}", file.string(), where));
  }
  std::sort(wrong.begin(), wrong.end());
  return wrong;
}

Sentences of_checkpoints(const fs::path& checkpoint) {
  Sentences wrong;
  for (const fs::directory_entry& entry : fs::directory_iterator(checkpoint)) {
    const std::string name = entry.path().filename().string();
    if (name != "start" && !(name.starts_with("state-") && !name.ends_with(".begun"))) continue;
    try {
      SealedFile{entry.path()};
    } catch (const ArchiveError& error) {
      wrong.emplace_back(error.what());
    }
  }
  std::sort(wrong.begin(), wrong.end());
  return wrong;
}

}  // namespace

std::vector<std::string> verify(const fs::path& folder, bool replay, const ProgressReport& progress) {
  OutputFolder::finish_commit(folder);
  const fs::path checkpoint = OutputFolder::checkpoint(folder);
  if (CheckpointFolder::holds_run(checkpoint)) {
    if (replay)
      throw InputError(
          fmt::format("{}: holds an unfinished run: only a finished one can be replayed", folder.string()));
    return of_checkpoints(checkpoint);
  }
  if (!fs::exists(folder / "summary.json") && !fs::exists(folder / Manifest::kName))
    throw InputError(fmt::format("{}: expected the folder of a run, with its summary.json", folder.string()));
  Sentences wrong = against_manifest(folder);
  if (!replay || !wrong.empty()) return wrong;
  return with_start(folder / kRecordName,
                    [&]<int D>(Archive& archive) { return against_replay<D>(archive, folder, progress); });
}

}  // namespace carom::io
