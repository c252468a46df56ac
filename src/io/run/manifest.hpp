#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace carom::io {

/// The checksums of the files that Carom wrote into a folder, in the file `checksums.xxh128`, as `xxh128sum` writes
/// them and checks them (`xxh128sum -c`).
class Manifest {
 public:
  static constexpr const char* kName = "checksums.xxh128";

  /// That of a folder; empty if it has none. std::runtime_error with the file and the line that is not one of a
  /// manifest.
  static Manifest read(const std::filesystem::path& folder);
  void write(const std::filesystem::path& folder) const;

  void add(const std::filesystem::path& file);
  void remove(const std::string& name) { digits_.erase(name); }
  /// By file name.
  const std::map<std::string, std::string>& digits() const { return digits_; }
  /// Whether this file is here and as it was when it was added. False also where it cannot be read.
  bool is_as_written(const std::filesystem::path& file) const;

 private:
  std::map<std::string, std::string> digits_;
};

}  // namespace carom::io
