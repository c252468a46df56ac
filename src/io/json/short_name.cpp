#include "io/json/short_name.hpp"

#include <algorithm>
#include <filesystem>

namespace carom::io {
namespace {

constexpr std::size_t kLongest = 100;
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

}  // namespace

std::string read_short_name(const JsonNode& node) {
  std::string name = node.text();
  if (name.empty() || name.size() > kLongest || name.find_first_not_of(kLetters) != std::string::npos)
    node.fail("a short name of letters, digits, - and _");
  return name;
}

std::string short_name_from(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return kLetters.find(c) == std::string_view::npos; }, '-');
  return name.empty() ? "scene" : name;
}

}  // namespace carom::io
