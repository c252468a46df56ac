#include "endurance/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <stdexcept>

#include "carom/io/scene.hpp"
#include "endurance/foresight.hpp"
#include "io/run/checkpoint_folder.hpp"
#include "io/run/sealed_file.hpp"
#include "io/scene/scene_archive.hpp"

namespace endurance {
namespace {

using namespace carom;

constexpr double kPi = 3.14159265358979323846;
constexpr double kAllowed = 1e-11;
/// Collisions of each ball before the first block: the fluid forgets how it was made.
constexpr double kMixing = 100;

/// Everything that goes on: the world as it started, and as it is.
struct State {
  Fluid fluid;
  Snapshot<3> start;
  double block_time = 0;
  Findings findings;
};

/// Collisions per unit of time: Γ N/2 with Γ = (6/√π)(Z − 1), Z after Carnahan and Starling (1969).
double rate(const Fluid& fluid) {
  const double f = fluid.fraction;
  const double z = (1 + f + f * f - f * f * f) / ((1 - f) * (1 - f) * (1 - f));
  return 0.5 * static_cast<double>(fluid.balls) * 6 / std::sqrt(kPi) * (z - 1);
}

World3 grown(const Fluid& fluid) {
  const double side = std::cbrt(static_cast<double>(fluid.balls) * kPi / 6 / fluid.fraction);
  const std::string text = fmt::format(
      R"({{"carom": 1, "dimension": 3, "periodic": [{0:.17g}, {0:.17g}, {0:.17g}], "generators": [{{"gas": {{)"
      R"("count": {1}, "radius": 0.5, "temperature": 1, "kind": "grown", "seed": {2}}}}}]}})",
      side, fluid.balls, fluid.seed);
  return std::get<io::Scene<3>>(io::parse_scene(text, "fluid")).make_world();
}

State fresh(const Fluid& fluid) {
  World3 world = grown(fluid);
  world.run_until(0.5 * kMixing * static_cast<double>(fluid.balls) / rate(fluid), [](const Event3&) {});
  return {.fluid = fluid,
          .start = world.snapshot(),
          .block_time = static_cast<double>(fluid.block) / rate(fluid),
          .findings = {}};
}

void archive_start(io::Archive& archive, State& state) {
  archive(state.fluid, state.block_time);
  io::archive(archive, state.start);
}

void save(io::CheckpointFolder& kept, Findings findings, Snapshot<3> now) {
  kept.write_state([&](io::Archive& archive) {
    archive(findings);
    io::archive_state(archive, now);
  });
}

/// The start of what the folder holds.
State read_start(const io::CheckpointFolder& kept) {
  const io::SealedFile sealed(kept.start_file());
  io::Archive archive(sealed.bytes());
  State state;
  archive_start(archive, state);
  return state;
}

/// The world where the folder's last checkpoint left it; at its start if there is none yet.
World3 read_last(io::CheckpointFolder& kept, State& state) {
  Snapshot<3> now = state.start;
  kept.read_state(
      [&](std::string_view bytes) {
        io::Archive archive(bytes);
        archive(state.findings);
        io::archive_state(archive, now);
      },
      [](const std::string& text) { fmt::print(stderr, "carom_endurance: {}\n", text); });
  return World3(now);
}

State begin(const Fluid& fluid, io::CheckpointFolder& kept, bool new_run) {
  if (!new_run) {
    State state = read_start(kept);
    if (!(state.fluid == fluid)) throw std::runtime_error("the folder holds another fluid");
    return state;
  }
  State state = fresh(fluid);
  kept.write_start([&](io::Archive& archive) { archive_start(archive, state); });
  return state;
}

void check_foresight(World3& world, const Fluid& fluid, Findings& findings) {
  const Foresight seen = foresee_and_look(world, fluid.checks, fluid.seed + findings.blocks);
  findings.met += seen.met;
  findings.overtaken += seen.overtaken;
  if (seen.wrong.empty()) return;
  ++findings.wrong;
  fmt::print("WRONG: {}\n", seen.wrong);
}

void check_laws(const World3& world, const Ledger<3>& first, Findings& findings) {
  const Ledger<3> now = world.ledger();
  const double diameter = 2 * world.radius(BodyId{0});
  const auto most = [](double& largest, double value) { largest = std::max(largest, value); };
  most(findings.energy_drift, std::fabs(now.kinetic - first.kinetic) / first.kinetic);
  most(findings.momentum_drift, norm(now.momentum - first.momentum) / first.momentum_scale);
  most(findings.deepest_overlap, world.deepest_overlap() / diameter);
  const auto overlap = world.first_overlap(kAllowed * diameter);
  if (!overlap) return;
  ++findings.wrong;
  fmt::print("WRONG: {} and {} overlap\n", overlap->first.value, overlap->second.value);
}

void tell(const World3& world, const State& state) {
  const Findings& findings = state.findings;
  const std::uint64_t mixing = std::accumulate(state.start.counts.begin(), state.start.counts.end(), std::uint64_t{0});
  fmt::print(
      "{:4} blocks, {} collisions: energy {:.1e}, momentum {:.1e}, overlap {:.1e}; foreseen {} met, {} overtaken, {} "
      "wrong; {:.3f} µs each; {:016x}\n",
      findings.blocks, world.event_count(), findings.energy_drift, findings.momentum_drift, findings.deepest_overlap,
      findings.met, findings.overtaken, findings.wrong,
      1e6 * findings.cpu_seconds / static_cast<double>(world.event_count() - mixing), world.hash());
  std::fflush(stdout);
}

/// From one block's end to the next.
void one_block(World3& world, State& state, const Ledger<3>& first) {
  Findings& findings = state.findings;
  const double end = state.start.time + static_cast<double>(findings.blocks + 1) * state.block_time;
  const std::clock_t began = std::clock();
  check_foresight(world, state.fluid, findings);
  world.run_until(std::max(end, world.time()), [](const Event3&) {});
  findings.cpu_seconds += static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  ++findings.blocks;
  check_laws(world, first, findings);
}

}  // namespace

Findings run(const Fluid& fluid, std::uint64_t collisions, const std::optional<std::filesystem::path>& folder) {
  std::optional<io::CheckpointFolder> kept;
  const bool new_run = !folder || !io::CheckpointFolder::holds_run(*folder);
  if (folder) kept.emplace(*folder);
  State state = kept ? begin(fluid, *kept, new_run) : fresh(fluid);
  World3 world = kept ? read_last(*kept, state) : World3(state.start);
  const Ledger<3> first = World3(state.start).ledger();
  const std::uint64_t blocks_before = state.findings.blocks;
  while (world.event_count() < collisions) {
    one_block(world, state, first);
    tell(world, state);
    if (kept) save(*kept, state.findings, world.snapshot());
  }
  if (state.findings.blocks == blocks_before) tell(world, state);
  return state.findings;
}

void replay(const std::filesystem::path& folder, Moment moment, std::uint64_t collisions) {
  io::CheckpointFolder kept(folder);
  State state = read_start(kept);
  World3 world = moment == Moment::start ? World3(state.start) : read_last(kept, state);
  const std::uint64_t before = world.event_count();
  world.run_until(world.time() + static_cast<double>(collisions) / rate(state.fluid), [](const Event3&) {});
  fmt::print("{} collisions; {:016x}\n", world.event_count() - before, world.hash());
}

}  // namespace endurance
