#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <type_traits>

#include "carom/io/observer.hpp"
#include "io/run/output_file.hpp"

namespace carom::io {

/// Rows on their way into an HDF5 file. A run that dies would leave such a file in pieces, so a run with checkpoints
/// puts its rows, bare, into a file that only grows, and makes the HDF5 file of them at its end.
class RowSpool {
 public:
  RowSpool(std::filesystem::path path, Opening opening);

  template <class T>
  bool write(const T* values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count > 0) file_.write({reinterpret_cast<const char*>(values), count * sizeof(T)});
    return true;
  }

  /// From now on rows are read, from the first one on.
  void rewind();
  /// False at the end.
  template <class T>
  bool read(T* values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    return read_bytes(values, count * sizeof(T));
  }

  void archive(Archive& archive) { archive(file_); }

 private:
  bool read_bytes(void* bytes, std::size_t size);

  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  OutputFile file_;
  std::unique_ptr<std::FILE, Closer> input_;
};

/// The spool beside an HDF5 file; none for a run without checkpoints.
std::unique_ptr<RowSpool> make_spool(const std::filesystem::path& hdf5_file, Opening opening);

}  // namespace carom::io
