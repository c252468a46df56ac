#include "io/describe/h5_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "carom/io/input_file.hpp"
#include "carom/io/scene.hpp"
#include "io/trajectory/child_process.hpp"
#include "io/trajectory/hdf5_file.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;
using hdf5::Handle;
using hdf5::lib;

Handle open_h5(const fs::path& file) {
  Handle opened(lib().H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), lib().H5Fclose);
  if (opened < 0) throw InputError(file.string() + ": cannot be opened as an HDF5 file: expected a whole one");
  return opened;
}

bool has(hid_t file, const std::string& name) {
  return lib().H5Lexists(file, name.c_str(), H5P_DEFAULT) > 0;
}

/// The sizes of a data set; empty if there is no such.
std::vector<hsize_t> extent(hid_t file, const std::string& name) {
  const Handle set(lib().H5Dopen2(file, name.c_str(), H5P_DEFAULT), lib().H5Dclose);
  if (set < 0) return {};
  const Handle space(lib().H5Dget_space(set), lib().H5Sclose);
  std::vector<hsize_t> sizes(static_cast<std::size_t>(std::max(0, lib().H5Sget_simple_extent_ndims(space))));
  lib().H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
  return sizes;
}

/// The first and the last of a list of `size` numbers.
std::array<double, 2> ends(hid_t file, const std::string& name, hsize_t size, const fs::path& path) {
  std::array<double, 2> values{};
  if (extent(file, name) != std::vector<hsize_t>{size})
    throw InputError(fmt::format("{}: expected {} numbers in {}", path.string(), size, name));
  const Handle set(lib().H5Dopen2(file, name.c_str(), H5P_DEFAULT), lib().H5Dclose);
  const Handle in_file(lib().H5Dget_space(set), lib().H5Sclose);
  const hsize_t one = 1;
  const Handle in_memory(lib().H5Screate_simple(1, &one, nullptr), lib().H5Sclose);
  for (std::size_t k = 0; k < 2; ++k) {
    const hsize_t at = k == 0 ? 0 : size - 1;
    if (lib().H5Sselect_elements(in_file, H5S_SELECT_SET, 1, &at) < 0 ||
        lib().H5Dread(set, lib().native_double, in_memory, in_file, H5P_DEFAULT, &values[k]) < 0)
      throw InputError(fmt::format("{}: {} cannot be read: expected a whole file", path.string(), name));
  }
  return values;
}

/// {"from", "to"} of a list of times; null if it is empty.
Facts times(hid_t file, const std::string& name, hsize_t size, const fs::path& path) {
  if (size == 0) return nullptr;
  const auto [first, last] = ends(file, name, size, path);
  return {{"from", first}, {"to", last}};
}

Facts trajectory_facts(hid_t file, const fs::path& path) {
  const std::string particles = "/particles/trajectory";
  const std::vector<hsize_t> sizes = extent(file, particles + "/position/value");
  if (sizes.size() != 3)
    throw InputError(path.string() + ": expected " + particles + "/position/value in an H5MD file");
  return {{"is", "trajectory"},
          {"frames", sizes[0]},
          {"time", times(file, particles + "/position/time", sizes[0], path)},
          {"balls", sizes[1]}};
}

Facts event_facts(hid_t file, const fs::path& path) {
  const std::vector<hsize_t> sizes = extent(file, "/events/time");
  if (sizes.size() != 1) throw InputError(path.string() + ": expected /events/time");
  return {{"is", "events"}, {"events", sizes[0]}, {"time", times(file, "/events/time", sizes[0], path)}};
}

Facts path_facts(hid_t file, const fs::path& path) {
  const std::vector<hsize_t> sizes = extent(file, "/trajectories/position");
  if (sizes.size() != 3) throw InputError(path.string() + ": expected /trajectories/position");
  return {{"is", "shot_trajectories"},
          {"frames", sizes[0]},
          {"time", times(file, "/trajectories/time", sizes[0], path)},
          {"balls", sizes[1]}};
}

Facts shots_facts(hid_t file, const fs::path& path) {
  const std::vector<hsize_t> sizes = extent(file, "/shots/speed");
  if (sizes.size() != 1) throw InputError(path.string() + ": expected /shots/speed");
  return {{"is", "shots"}, {"shots", sizes[0]}};
}

}  // namespace

Facts h5_facts_in_this_process(const fs::path& path, const std::function<void()>& opened) {
  const Handle file = open_h5(path);
  opened();
  if (has(file, "/h5md") && has(file, "/particles")) return trajectory_facts(file, path);
  if (has(file, "/events")) return event_facts(file, path);
  if (has(file, "/trajectories")) return path_facts(file, path);
  if (has(file, "/shots")) return shots_facts(file, path);
  throw InputError(path.string() +
                   ": an HDF5 file, but none of Carom's: expected /h5md, /events, /trajectories or /shots");
}

bool begins_as_hdf5(const fs::path& file) {
  constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";
  std::array<char, kSignature.size()> begin{};
  InputFile input(file);
  return std::string_view(begin.data(), input.read(begin.data(), begin.size())) == kSignature;
}

Facts h5_facts(const fs::path& file) {
  Facts facts = Facts::parse(
      in_child_process(file.string(), [&] { return h5_facts_in_this_process(file, open_nothing_more).dump(); }));
  facts["file"] = file.string();
  return facts;
}

}  // namespace carom::io
