#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "endurance/campaign.hpp"

// carom_endurance: a fluid of hard spheres for as many collisions as asked for (docs/use/hard-spheres.md). Exits with 1
// if a law was broken: energy and momentum, bodies that do not overlap, and impacts that brute force foresees.

int main(int argc, char** argv) {
  CLI::App app{"Runs a fluid of hard spheres for very long and looks whether it keeps the laws."};
  endurance::Fluid fluid;
  std::uint64_t collisions = 1'000'000'000;
  std::filesystem::path folder;
  std::string moment;
  app.add_option("--balls", fluid.balls, "how many")->check(CLI::Range(std::uint64_t{100}, std::uint64_t{100'000'000}));
  app.add_option("--fraction", fluid.fraction, "of the space that they fill")->check(CLI::Range(0.01, 0.6));
  app.add_option("--seed", fluid.seed, "of the random numbers");
  app.add_option("--collisions", collisions, "how many there are at the end, or in a replay");
  app.add_option("--block", fluid.block, "collisions from one look to the next");
  app.add_option("--checks", fluid.checks, "balls in each block whose next impact brute force foresees");
  const auto* kept = app.add_option("--folder", folder, "for checkpoints; a run goes on from what is there");
  app.add_option("--replay", moment, "runs on from the folder's start or from its last checkpoint, to be measured")
      ->check(CLI::IsMember({"start", "last"}))
      ->needs("--folder");
  CLI11_PARSE(app, argc, argv);
  try {
    if (!moment.empty()) {
      endurance::replay(folder, moment == "start" ? endurance::Moment::start : endurance::Moment::last, collisions);
      return 0;
    }
    std::optional<std::filesystem::path> where;
    if (*kept) where = folder;
    return endurance::run(fluid, collisions, where).good() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "carom_endurance: {}\n", error.what());
    return 2;
  }
}
