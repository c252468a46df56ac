#include "io/run/manifest.hpp"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "io/run/checksum.hpp"
#include "io/run/durable_file.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 32;

bool is_entry(const std::string& line) {
  return line.size() > kDigits + 2 && line.find_first_not_of("0123456789abcdef") == kDigits &&
         line.compare(kDigits, 2, "  ") == 0 && line.find('/') == std::string::npos;
}

}  // namespace

Manifest Manifest::read(const fs::path& folder) {
  Manifest manifest;
  const fs::path file = folder / kName;
  std::ifstream stream(file);
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (!is_entry(line))
      throw std::runtime_error(fmt::format("{}: line {}: expected {} hexadecimal digits, two spaces and a name",
                                           file.string(), number, kDigits));
    manifest.digits_[line.substr(kDigits + 2)] = line.substr(0, kDigits);
  }
  return manifest;
}

void Manifest::write(const fs::path& folder) const {
  std::string text;
  for (const auto& [name, digits] : digits_) text.append(digits).append("  ").append(name).append("\n");
  write_whole(folder / kName, text);
}

void Manifest::add(const fs::path& file) {
  digits_[file.filename().string()] = checksum_of_file(file).digits();
}

bool Manifest::is_as_written(const fs::path& file) const {
  const auto found = digits_.find(file.filename().string());
  if (found == digits_.end()) return false;
  try {
    return checksum_of_file(file).digits() == found->second;
  } catch (const std::runtime_error&) {
    return false;
  }
}

}  // namespace carom::io
