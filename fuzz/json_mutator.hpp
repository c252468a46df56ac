#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace fuzz {

inline void collect(nlohmann::json& value, std::vector<nlohmann::json*>& all) {
  all.push_back(&value);
  if (value.is_structured())
    for (nlohmann::json& child : value) collect(child, all);
}

/// Changes one value of the document: to one that tends to break things, to another one of the document, or by leaving
/// out or doubling a part.
inline void mutate(nlohmann::json& document, std::mt19937& random) {
  static const std::array<const char*, 20> kValues = {
      "0",    "-0.0", "1",    "-1",    "0.5",   "2",  "1e-300", "1e60",      "-1e60",   "1e-9",
      "1e16", "null", "true", "false", "[0,0]", "[]", "{}",     "\"stick\"", "[1,0,0]", "\"immovable\""};
  std::vector<nlohmann::json*> all;
  collect(document, all);
  nlohmann::json& chosen = *all[random() % all.size()];
  const nlohmann::json other = *all[random() % all.size()];
  switch (random() % 4) {
    case 0:
      if (chosen.is_array() && !chosen.empty())
        chosen.push_back(chosen[random() % chosen.size()]);
      else
        chosen = other;
      break;
    case 1:
      if (chosen.is_array() && !chosen.empty())
        chosen.erase(random() % chosen.size());
      else if (chosen.is_number())
        chosen = chosen.get<double>() * (random() % 2 == 0 ? 2 : -0.75);
      break;
    default:
      chosen = nlohmann::json::parse(kValues[random() % kValues.size()]);
  }
}

/// For LLVMFuzzerCustomMutator: changes values of the JSON document, and bytes now and then.
inline std::size_t mutate_text(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  std::mt19937 random(seed);
  nlohmann::json document = nlohmann::json::parse(data, data + size, nullptr, false);
  if (document.is_discarded() || random() % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  for (unsigned i = random() % 3 + 1; i > 0; --i) mutate(document, random);
  const std::string text = document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

}  // namespace fuzz
