#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "io/library/hdf5_library.hpp"

namespace carom::io::hdf5 {

/// Owns one HDF5 identifier.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }

  operator hid_t() const { return id_; }
  hid_t release() { return std::exchange(id_, H5I_INVALID_HID); }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

/// An HDF5 file that is being written. Equal calls give equal bytes: objects carry no times.
/// Objects are named by their path in the file. Errors are thrown as std::runtime_error with the file's name and the
/// reason that HDF5 gives.
class File {
 public:
  explicit File(std::filesystem::path path);

  hid_t id() const { return file_; }
  void make_group(const std::string& name);
  void link(const std::string& existing, const std::string& name);
  void attribute(const std::string& object, const std::string& name, const std::string& value);
  void attribute(const std::string& object, const std::string& name, const std::vector<std::string>& values);
  void attribute(const std::string& object, const std::string& name, std::int32_t value);
  void attribute(const std::string& object, const std::string& name, double value);
  void attribute(const std::string& object, const std::string& name, const std::vector<std::int32_t>& values);
  /// A list of texts, UTF-8.
  void strings(const std::string& name, const std::vector<std::string>& values);
  /// Everything is with the system afterwards, or an error is thrown. All series must be finished before.
  void close();

  /// `result`, unless it says that a call failed.
  template <class T>
  T check(T result) const {
    if (result < 0) fail();
    return result;
  }

 private:
  [[noreturn]] void fail() const;
  void write_attribute(const std::string& object, const std::string& name, hid_t type, hid_t space, const void* data);

  std::filesystem::path path_;
  Handle file_;
};

/// What the rows of a series are made of.
struct RowType {
  hid_t type = lib().native_double;  ///< of one value, in memory and (as little-endian) in the file
  std::vector<std::size_t> shape{};  ///< of one row: empty for a number, {n, 3} for n vectors
  const void* fill = nullptr;        ///< the value of what was never written; null: zero
  bool noisy = false;                ///< of no pattern: compressing would take long and gain next to nothing
};

/// A data set that grows row by row, compressed unless it is noisy, and its rows wait in memory until there are enough
/// for a chunk.
class Series {
 public:
  Series(File& file, const std::string& name, RowType row);

  /// `row` holds a value for each element of the row's shape.
  void append(const void* row);
  /// Makes all rows, past ones too, `width` long in their first direction; new places hold the fill value.
  void widen(std::size_t width);
  /// Writes what waits.
  void flush();
  /// flush, and closes the data set.
  void finish();
  std::size_t rows() const { return rows_; }

 private:
  std::vector<hsize_t> extent(std::size_t rows) const;

  File* file_;
  RowType row_;
  std::size_t value_bytes_;
  std::size_t row_bytes_;
  std::size_t chunk_rows_;
  std::size_t rows_ = 0;  ///< appended
  std::size_t written_ = 0;
  std::vector<std::byte> waiting_;
  Handle set_;
};

}  // namespace carom::io::hdf5
