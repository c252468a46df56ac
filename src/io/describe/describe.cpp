#include "carom/io/describe.hpp"

#include <fmt/format.h>

#include <map>

#include "carom/io/input_file.hpp"
#include "carom/io/memory.hpp"
#include "io/describe/facts_text.hpp"
#include "io/describe/h5_facts.hpp"
#include "io/describe/play_facts.hpp"
#include "io/describe/scene_facts.hpp"
#include "io/json/json_text.hpp"
#include "io/run/checkpoint_folder.hpp"
#include "io/run/output_folder.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;

std::string written(const Facts& facts, Form form) {
  if (form == Form::text) return facts_text(facts);
  return facts.dump(2, ' ', true, Facts::error_handler_t::replace) + "\n";
}

bool is_summary(const std::string& text, const std::string& origin) {
  if (text.find("\"carom_summary\"") == std::string::npos) return false;
  const Json json = parse_json(text, origin);
  return json.is_object() && json.contains("carom_summary");
}

/// InputError if it lacks what every summary has.
Facts summary_facts(const std::string& text, const std::string& origin) {
  Facts facts{{"is", "summary"}, {"file", origin}, {"summary", Facts::parse(text)}};
  try {
    facts_text(facts);
  } catch (const std::exception& error) {
    throw InputError(fmt::format("{}: not a whole summary: {}", origin, reason(error)));
  }
  return facts;
}

Facts json_facts(const std::string& text, const std::string& origin, const Warn& warn) {
  if (is_summary(text, origin)) return summary_facts(text, origin);
  if (std::optional<Facts> facts = play_facts(text, origin)) return *std::move(facts);
  return scene_facts(parse_scene(text, origin, {.warn = warn}));
}

Facts folder_facts(const fs::path& folder) {
  if (CheckpointFolder::holds_run(OutputFolder::checkpoint(folder)))
    return {{"is", "run"}, {"folder", folder.string()}, {"finished", false}};
  const fs::path summary = folder / "summary.json", outcome = folder / "outcome.json";
  if (!fs::exists(summary) && fs::exists(outcome)) return json_facts(read_text(outcome), outcome.string(), {});
  if (!fs::exists(summary))
    throw InputError(folder.string() +
                     ": a folder without summary.json and outcome.json: expected that of a run or a shot");
  Facts facts = summary_facts(read_text(summary), summary.string());
  facts["is"] = "run";
  facts["folder"] = folder.string();
  facts["finished"] = true;
  std::map<std::string, std::uintmax_t> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file()) files.emplace(entry.path().filename().string(), entry.file_size());
  facts["files"] = files;
  return facts;
}

Facts file_facts(const fs::path& file, const Warn& warn) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw InputError(file.string() + ": no such file or folder");
  if (fs::is_directory(status)) return folder_facts(file);
  // Nothing but a file is opened by HDF5, which may wait for ever.
  if (fs::is_regular_file(status) && (file.extension() == ".h5" || begins_as_hdf5(file))) return h5_facts(file);
  return json_facts(read_text(file), file.string(), warn);
}

}  // namespace

std::string describe(const AnyScene& scene, Form form) {
  return written(scene_facts(scene), form);
}

bool is_play_file(const std::string& text, const std::string& origin) {
  return is_play(text, origin);
}

std::string describe_text(const std::string& text, const std::string& origin, const Warn& warn, Form form) {
  return written(json_facts(text, origin, warn), form);
}

std::string describe_file(const fs::path& file, const Warn& warn, Form form) {
  return written(file_facts(file, warn), form);
}

}  // namespace carom::io
