#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

// A fluid of hard spheres that runs for very long, looked at after each of many equal blocks of time.
namespace endurance {

/// Which fluid, and how it is cut into blocks.
struct Fluid {
  std::uint64_t balls = 100'000;
  double fraction = 0.49;
  std::uint64_t seed = 1;
  std::uint64_t block = 10'000'000;  ///< collisions in a block, about
  std::uint64_t checks = 20;         ///< balls per block whose next impact is foreseen by brute force

  friend bool operator==(const Fluid&, const Fluid&) = default;
};

/// What was seen so far.
struct Findings {
  std::uint64_t blocks = 0;
  double energy_drift = 0;     ///< the largest change of the kinetic energy, over its first value
  double momentum_drift = 0;   ///< of the momentum, over Σ |m v|
  double deepest_overlap = 0;  ///< in diameters
  std::uint64_t met = 0;
  std::uint64_t overtaken = 0;
  std::uint64_t wrong = 0;  ///< balls that did not meet what they had to, and blocks with balls that overlap
  double cpu_seconds = 0;

  bool good() const {
    return wrong == 0 && energy_drift <= 1e-11 && momentum_drift <= 1e-11 && deepest_overlap <= 1e-11;
  }
};

/// Runs on until there were so many collisions. In a folder, it goes on from what lies there, and leaves a checkpoint
/// after each block. Prints a line per block.
Findings run(const Fluid& fluid, std::uint64_t collisions, const std::optional<std::filesystem::path>& folder);

/// Where to replay from.
enum class Moment { start, last };
/// Runs the world of a folder for about so many collisions and keeps nothing: to count what a collision costs.
void replay(const std::filesystem::path& folder, Moment moment, std::uint64_t collisions);

}  // namespace endurance
