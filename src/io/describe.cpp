#include "carom/io/describe.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "io/run/checkpoint_folder.hpp"
#include "io/run/output_folder.hpp"
#include "io/scene/balls.hpp"
#include "io/trajectory/hdf5_file.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using hdf5::Handle;

constexpr std::uintmax_t kMostJsonBytes = std::uintmax_t{1} << 26;

template <int D>
std::string text(const Vec<D>& v) {
  std::string all;
  for (int k = 0; k < D; ++k) all += fmt::format("{}{}", k == 0 ? "(" : ", ", v[k]);
  return all + ")";
}

std::string counted(std::uint64_t n, const std::string& singular, const std::string& plural) {
  return fmt::format("{} {}", n, n == 1 ? singular : plural);
}

/// By Shape<D>'s index.
template <int D>
constexpr std::array<std::array<const char*, 2>, 5> kShapeNames{
    {{"ball", "balls"},
     {"half-space", "half-spaces"},
     {"segment", "segments"},
     {"box", "boxes"},
     {D == 2 ? "polygon" : "mesh", D == 2 ? "polygons" : "meshes"}}};

template <int D>
std::string bodies_line(const Scene<D>& scene) {
  std::array<std::uint64_t, kShapeNames<D>.size()> counts{};
  for (const SceneBody<D>& body : scene.bodies) ++counts[body.body.shape.index()];
  std::string line;
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0)
      line += (line.empty() ? "" : ", ") + counted(counts[k], kShapeNames<D>[k][0], kShapeNames<D>[k][1]);
  return fmt::format("  bodies    {}{}\n", scene.bodies.size(), line.empty() ? "" : ": " + line);
}

template <int D>
std::string radii_line(const Scene<D>& scene) {
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;
  for (const SceneBody<D>& body : scene.bodies)
    if (const auto* ball = std::get_if<Ball<D>>(&body.body.shape)) {
      smallest = std::min(smallest, ball->radius);
      largest = std::max(largest, ball->radius);
    }
  if (smallest > largest) return "";
  if (smallest == largest) return fmt::format("  radius    {}\n", smallest);
  return fmt::format("  radius    {} to {}\n", smallest, largest);
}

template <int D>
std::string groups_line(const Scene<D>& scene) {
  std::set<std::string> groups;
  for (const SceneBody<D>& body : scene.bodies)
    if (!body.group.empty()) groups.insert(body.group);
  if (groups.empty()) return "";
  std::string line;
  for (const std::string& group : groups) line += (line.empty() ? "" : ", ") + group;
  return "  groups    " + line + "\n";
}

std::string rule_name(RestitutionRule rule) {
  constexpr std::array names{"average", "mass-weighted average", "minimum", "maximum", "product"};
  return names[static_cast<std::size_t>(rule)];
}

template <int D>
std::string own_laws_line(const Scene<D>& scene) {
  std::array<int, 3> counts{};
  for (const SceneBody<D>& body : scene.bodies) {
    const BodyMotion<D>& motion = body.body.motion;
    counts[0] += is_zero(motion.acceleration) ? 0 : 1;
    counts[1] += motion.deceleration > 0 ? 1 : 0;
    counts[2] += motion.damping > 0 ? 1 : 0;
  }
  constexpr std::array words{"accelerated", "decelerating", "damped"};
  std::string line;
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0) line += fmt::format("{}{} {}", line.empty() ? "" : ", ", counts[k], words[k]);
  return line.empty() ? "" : "  own laws  " + line + "\n";
}

template <int D>
std::string laws_lines(const Scene<D>& scene) {
  const WorldOptions<D>& options = scene.options;
  std::string lines;
  if (!is_zero(options.gravity)) lines += fmt::format("  gravity   {}\n", text(options.gravity));
  if (options.damping > 0) lines += fmt::format("  damping   exp(−{} t)\n", options.damping);
  if (options.period) lines += fmt::format("  periodic  box with sides {}\n", text(*options.period));
  if (!scene.forces.empty()) lines += fmt::format("  forces    {}\n", scene.forces.size());
  if (options.tangential_restitution)
    lines += fmt::format("  spins     tangential restitution {}\n", *options.tangential_restitution);
  if (const auto& warm = options.thermostat)
    lines += fmt::format("  kicks     every {}, heating each component by {} per unit of time\n", warm->interval,
                         warm->noise);
  lines += own_laws_line(scene);
  return lines +
         fmt::format("  bounces   pairs take the {} of their restitutions\n", rule_name(options.restitution_rule));
}

template <int D>
std::string describe_scene(const Scene<D>& scene) {
  std::string lines =
      fmt::format("{}: a scene in {}D{}\n", scene.name, D, scene.title.empty() ? "" : ": " + scene.title);
  if (!scene.about.empty()) lines += "  " + scene.about + "\n";
  lines += bodies_line(scene) + radii_line(scene) + groups_line(scene) + laws_lines(scene);
  const double from = scene.snapshot ? scene.snapshot->time : 0;
  return lines + fmt::format("  time      from {} until {}, {} frames per unit of time\n", from, scene.until,
                             scene.frames_per_second);
}

Handle open_h5(const fs::path& file) {
  Handle opened(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (opened < 0) throw InputError(file.string() + ": cannot be opened as an HDF5 file: expected a whole one");
  return opened;
}

bool has(hid_t file, const std::string& name) {
  return H5Lexists(file, name.c_str(), H5P_DEFAULT) > 0;
}

/// The sizes of a data set; empty if there is no such.
std::vector<hsize_t> extent(hid_t file, const std::string& name) {
  const Handle set(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (set < 0) return {};
  const Handle space(H5Dget_space(set), H5Sclose);
  std::vector<hsize_t> sizes(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space))));
  H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
  return sizes;
}

/// The first and the last of a list of numbers.
std::array<double, 2> ends(hid_t file, const std::string& name, hsize_t size) {
  std::array<double, 2> values{};
  const Handle set(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle in_file(H5Dget_space(set), H5Sclose);
  const hsize_t one = 1;
  const Handle in_memory(H5Screate_simple(1, &one, nullptr), H5Sclose);
  for (std::size_t k = 0; k < 2; ++k) {
    const hsize_t at = k == 0 ? 0 : size - 1;
    H5Sselect_elements(in_file, H5S_SELECT_SET, 1, &at);
    if (H5Dread(set, H5T_NATIVE_DOUBLE, in_memory, in_file, H5P_DEFAULT, &values[k]) < 0) return {};
  }
  return values;
}

std::string times(hid_t file, const std::string& name, hsize_t size) {
  if (size == 0) return "";
  const auto [first, last] = ends(file, name, size);
  return fmt::format(", from t = {} to {}", first, last);
}

std::string describe_trajectory(hid_t file, const fs::path& path) {
  const std::string particles = "/particles/trajectory";
  const std::vector<hsize_t> sizes = extent(file, particles + "/position/value");
  if (sizes.size() != 3)
    throw InputError(path.string() + ": expected " + particles + "/position/value in an H5MD file");
  std::string lines = fmt::format("{}: a trajectory (H5MD)\n", path.string());
  lines += "  " + counted(sizes[0], "frame", "frames") + times(file, particles + "/position/time", sizes[0]) + "\n";
  lines += "  " + counted(sizes[1], "ball", "balls") + "; an id of -1 marks a ball that is not there in that frame\n";
  return lines + "  open it with h5py, MDAnalysis (format H5MD, convert_units=False) or VMD\n";
}

std::string describe_events(hid_t file, const fs::path& path) {
  const std::vector<hsize_t> sizes = extent(file, "/events/time");
  if (sizes.size() != 1) throw InputError(path.string() + ": expected /events/time");
  return fmt::format("{}: the events of a run\n  {}{}\n", path.string(), counted(sizes[0], "event", "events"),
                     times(file, "/events/time", sizes[0]));
}

std::string describe_h5(const fs::path& path) {
  const Handle file = open_h5(path);
  if (has(file, "/h5md") && has(file, "/particles")) return describe_trajectory(file, path);
  if (has(file, "/events")) return describe_events(file, path);
  throw InputError(path.string() + ": an HDF5 file, but neither a trajectory nor events: expected /h5md or /events");
}

std::string kinds_text(const Json& events) {
  std::string kinds;
  for (const auto& [kind, count] : events.items())
    if (kind != "total" && count.get<std::uint64_t>() > 0)
      kinds += fmt::format("{}{} {}", kinds.empty() ? ": " : ", ", kind, count.get<std::uint64_t>());
  return kinds;
}

std::string describe_summary(const Json& summary, const fs::path& path) {
  const auto number = [&](const char* pointer) { return summary.at(Json::json_pointer(pointer)).get<double>(); };
  const Json& events = summary.at("events");
  std::string lines =
      fmt::format("{}: the summary of a run of {}\n", path.string(), summary.at("scene").at("name").get<std::string>());
  lines += fmt::format("  time      from {} to {}{}\n", number("/time/from"), number("/time/reached"),
                       summary.at("time").at("finished").get<bool>() ? "" : " (stopped early)");
  lines += fmt::format("  events    {}{}\n", events.at("total").get<std::uint64_t>(), kinds_text(events));
  for (const auto& [group, counts] : summary.at("groups").items())
    lines += fmt::format("            {}: {}\n", group, counts.at("events").get<std::uint64_t>());
  lines += fmt::format("  energy    {} before, {} after, {} unaccounted for\n", number("/energy/before/total"),
                       number("/energy/after/total"), number("/ledger/residual"));
  lines += fmt::format("  overlap   at most {} of the smallest diameter\n", number("/deepest_overlap/relative"));
  lines += fmt::format("  state     {}\n", summary.at("state_hash").get<std::string>());
  return lines + fmt::format("  took      {:.3g} s, {:.3g} events per second\n", number("/timing/wall_seconds"),
                             number("/timing/events_per_second"));
}

/// The file as JSON; discarded if it is none.
Json read_json(const fs::path& path) {
  if (fs::file_size(path) > kMostJsonBytes) return Json(Json::value_t::discarded);
  std::ifstream in(path);
  return Json::parse(in, nullptr, false);
}

std::string describe_json(const fs::path& path, const Warn& warn) {
  const Json json = read_json(path);
  if (!json.is_object() || !json.contains("carom_summary")) return describe(read_scene(path, {.warn = warn}));
  try {
    return describe_summary(json, path);
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: not a whole summary: {}", path.string(), error.what()));
  }
}

std::string describe_folder(const fs::path& folder) {
  if (CheckpointFolder::holds_run(OutputFolder::checkpoint(folder)))
    return fmt::format("An unfinished run, with its checkpoints: carom resume {} goes on with it.\n", folder.string());
  if (!fs::exists(folder / "summary.json"))
    throw InputError(folder.string() + ": a folder without summary.json: expected the folder of a run");
  std::string lines = describe_json(folder / "summary.json", {}) + "  files\n";
  std::map<std::string, std::uintmax_t> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file()) files.emplace(entry.path().filename().string(), entry.file_size());
  for (const auto& [name, bytes] : files) lines += fmt::format("    {:<16}{:>14} bytes\n", name, bytes);
  return lines;
}

}  // namespace

std::string describe(const AnyScene& scene) {
  return std::visit([](const auto& s) { return describe_scene(s); }, scene);
}

std::string describe_file(const fs::path& file, const Warn& warn) {
  if (!fs::exists(file)) throw InputError(file.string() + ": no such file or folder");
  if (fs::is_directory(file)) return describe_folder(file);
  hdf5::start();
  if (file.extension() == ".h5" || H5Fis_hdf5(file.c_str()) > 0) return describe_h5(file);
  return describe_json(file, warn);
}

}  // namespace carom::io
