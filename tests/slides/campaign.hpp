#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace carom::testing {

/// The main function of a campaign: how many of what is `counted`, the seed, and the world to go on from.
/// `run(count, seed, from)` gives the exit code.
template <class Run>
int run_campaign(int argc, char** argv, const std::string& about, const std::string& counted, std::uint64_t count,
                 const Run& run) {
  CLI::App app{about};
  std::uint64_t seed = 1;
  std::uint64_t from = 0;
  app.add_option("--" + counted, count, "how many " + counted)->capture_default_str();
  app.add_option("--seed", seed, "worlds depend on seed and number alone")->capture_default_str();
  app.add_option("--from", from, "the first world's number, as an earlier run told it")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return run(count, seed, from);
}

}  // namespace carom::testing
