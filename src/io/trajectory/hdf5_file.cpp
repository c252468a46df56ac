#include "io/trajectory/hdf5_file.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace carom::io::hdf5 {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 18;
constexpr std::size_t kMostChunkRows = 4096;
constexpr std::size_t kMostChunkWidth = 65536;

/// The innermost entry of HDF5's error stack is the one that knows the reason.
herr_t keep_innermost(unsigned n, const H5E_error2_t* error, void* text) {
  if (n == 0 && error->desc) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

Handle property_list(hid_t kind) {
  Handle list(lib().H5Pcreate(kind), lib().H5Pclose);
  lib().H5Pset_obj_track_times(list, false);
  return list;
}

Handle string_type(std::size_t length) {
  Handle type(lib().H5Tcopy(lib().c_string), lib().H5Tclose);
  lib().H5Tset_size(type, std::max<std::size_t>(length, 1));
  lib().H5Tset_strpad(type, H5T_STR_NULLPAD);
  lib().H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t length = 1;
  for (const std::string& text : texts) length = std::max(length, text.size());
  return length;
}

std::string padded(const std::vector<std::string>& texts, std::size_t length) {
  std::string all(texts.size() * length, '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i].copy(all.data() + i * length, length);
  return all;
}

Handle list_space(std::size_t size) {
  const hsize_t extent = size;
  return {lib().H5Screate_simple(1, &extent, nullptr), lib().H5Sclose};
}

std::size_t product(const std::vector<std::size_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

/// Rows per chunk and the row's shape in a chunk, so that small rows share one and large ones fill some.
std::vector<hsize_t> chunk_shape(const std::vector<std::size_t>& row_shape, std::size_t row_bytes) {
  const std::size_t rows = kChunkBytes / std::max<std::size_t>(row_bytes, 1);
  std::vector<hsize_t> chunk{std::clamp<std::size_t>(rows, 1, kMostChunkRows)};
  for (const std::size_t n : row_shape) chunk.push_back(std::clamp<std::size_t>(n, 1, kMostChunkWidth));
  return chunk;
}

}  // namespace

File::File(std::filesystem::path path) : path_(std::move(path)) {
  const Handle creation = property_list(lib().file_creation);
  file_ = Handle(check(lib().H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, creation, H5P_DEFAULT)), lib().H5Fclose);
}

void File::fail() const {
  std::string reason = "unknown reason";
  lib().H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &reason);
  // HDF5 wraps the system's words: "..., errno = 28, error message = 'No space left on device', buf = ..."
  const std::string mark = "error message = '";
  if (const auto from = reason.find(mark); from != std::string::npos) {
    const auto start = from + mark.size();
    reason = reason.substr(start, reason.find('\'', start) - start);
  }
  throw std::runtime_error(path_.string() + ": cannot write: " + reason);
}

void File::make_group(const std::string& name) {
  const Handle creation = property_list(lib().group_creation);
  const Handle group(check(lib().H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT)), lib().H5Gclose);
}

void File::link(const std::string& existing, const std::string& name) {
  check(lib().H5Lcreate_hard(file_, existing.c_str(), file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT));
}

void File::write_attribute(const std::string& object, const std::string& name, hid_t type, hid_t space,
                           const void* data) {
  const Handle attribute(check(lib().H5Acreate_by_name(file_, object.c_str(), name.c_str(), type, space, H5P_DEFAULT,
                                                       H5P_DEFAULT, H5P_DEFAULT)),
                         lib().H5Aclose);
  check(lib().H5Awrite(attribute, type, data));
}

void File::attribute(const std::string& object, const std::string& name, const std::string& value) {
  const Handle space(lib().H5Screate(H5S_SCALAR), lib().H5Sclose);
  write_attribute(object, name, string_type(value.size()), space, value.c_str());
}

void File::attribute(const std::string& object, const std::string& name, const std::vector<std::string>& values) {
  const std::size_t length = longest(values);
  write_attribute(object, name, string_type(length), list_space(values.size()), padded(values, length).data());
}

void File::attribute(const std::string& object, const std::string& name, std::int32_t value) {
  const Handle space(lib().H5Screate(H5S_SCALAR), lib().H5Sclose);
  write_attribute(object, name, lib().native_int32, space, &value);
}

void File::attribute(const std::string& object, const std::string& name, double value) {
  const Handle space(lib().H5Screate(H5S_SCALAR), lib().H5Sclose);
  write_attribute(object, name, lib().native_double, space, &value);
}

void File::attribute(const std::string& object, const std::string& name, const std::vector<std::int32_t>& values) {
  write_attribute(object, name, lib().native_int32, list_space(values.size()), values.data());
}

void File::strings(const std::string& name, const std::vector<std::string>& values) {
  const std::size_t length = longest(values);
  const Handle type = string_type(length);
  const Handle space = list_space(values.size());
  const Handle creation = property_list(lib().dataset_creation);
  const Handle set(check(lib().H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT)),
                   lib().H5Dclose);
  if (!values.empty()) check(lib().H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded(values, length).data()));
}

void File::close() {
  check(lib().H5Fflush(file_, H5F_SCOPE_GLOBAL));
  check(lib().H5Fclose(file_.release()));
}

Series::Series(File& file, const std::string& name, RowType row)
    : file_(&file),
      row_(std::move(row)),
      value_bytes_(lib().H5Tget_size(row_.type)),
      row_bytes_(value_bytes_ * product(row_.shape)) {
  const std::vector<hsize_t> chunk = chunk_shape(row_.shape, row_bytes_);
  chunk_rows_ = chunk[0];
  std::vector<hsize_t> most(chunk.size(), H5S_UNLIMITED);
  for (std::size_t k = 1; k < row_.shape.size(); ++k) most[k + 1] = row_.shape[k];
  const int rank = static_cast<int>(chunk.size());
  const Handle space(file.check(lib().H5Screate_simple(rank, extent(0).data(), most.data())), lib().H5Sclose);
  const Handle creation = property_list(lib().dataset_creation);
  file.check(lib().H5Pset_chunk(creation, rank, chunk.data()));
  if (!row_.noisy) {
    file.check(lib().H5Pset_shuffle(creation));
    file.check(lib().H5Pset_deflate(creation, 1));
  }
  if (row_.fill) file.check(lib().H5Pset_fill_value(creation, row_.type, row_.fill));
  set_ = Handle(
      file.check(lib().H5Dcreate2(file.id(), name.c_str(), row_.type, space, H5P_DEFAULT, creation, H5P_DEFAULT)),
      lib().H5Dclose);
}

std::vector<hsize_t> Series::extent(std::size_t rows) const {
  std::vector<hsize_t> all{rows};
  all.insert(all.end(), row_.shape.begin(), row_.shape.end());
  return all;
}

void Series::append(const void* row) {
  const auto* bytes = static_cast<const std::byte*>(row);
  waiting_.insert(waiting_.end(), bytes, bytes + row_bytes_);
  ++rows_;
  if (rows_ - written_ == chunk_rows_) flush();
}

void Series::widen(std::size_t width) {
  flush();
  row_.shape[0] = width;
  row_bytes_ = value_bytes_ * product(row_.shape);
}

void Series::flush() {
  if (written_ == rows_) return;
  const std::vector<hsize_t> whole = extent(rows_);
  const std::vector<hsize_t> block = extent(rows_ - written_);
  std::vector<hsize_t> start(whole.size(), 0);
  start[0] = written_;
  file_->check(lib().H5Dset_extent(set_, whole.data()));
  if (row_bytes_ > 0) {
    const Handle in_file(file_->check(lib().H5Dget_space(set_)), lib().H5Sclose);
    file_->check(lib().H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start.data(), nullptr, block.data(), nullptr));
    const Handle in_memory(lib().H5Screate_simple(static_cast<int>(block.size()), block.data(), nullptr),
                           lib().H5Sclose);
    file_->check(lib().H5Dwrite(set_, row_.type, in_memory, in_file, H5P_DEFAULT, waiting_.data()));
  }
  waiting_.clear();
  written_ = rows_;
}

void Series::finish() {
  flush();
  file_->check(lib().H5Dclose(set_.release()));
}

}  // namespace carom::io::hdf5
