// carom_fluid_bench [--balls N,…] [--fractions F,…] [--ratios R,…] [--dimension D] [--collisions C] [--mix C]
// [--threads N] [--shuffle] [--all-pairs]: collisions per second of CPU time in fluids of hard balls in a periodic box,
// as CSV. A fluid starts on a lattice of which some sites stay empty, with velocities of temperature 1, and is mixed
// before it is measured. Balls are added row by row, or, shuffled, in no order, as after a very long time. Each is
// measured in a process of its own, so that its peak memory is known. `rate` is the collisions per ball and unit of
// time (mass, diameter and temperature 1), `enskog` what the equation of state expects of an endless fluid. `ratio`: in
// a mixture some balls, which fill half of what is filled, are so many times as large as the others, of one density.
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace {

using namespace carom;

constexpr double kPi = 3.14159265358979323846;

struct Settings {
  std::vector<double> balls = {1000, 10000, 1000000};
  std::vector<double> fractions = {0.10, 0.30, 0.49};
  std::vector<double> ratios = {1};
  int dimension = 3;
  double collisions = 2e6;
  double mix = 40;  ///< collisions per ball before the measurement, at most
  BroadPhase broad_phase = BroadPhase::automatic;
  int threads = 1;
  bool shuffle = false;
};

double wall_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

/// Sites of a centred square (2D) or face-centred cubic (3D) lattice in the box, a twentieth more than balls if
/// there is room for that, of which a random choice is kept, in the lattice's order.
template <int D>
std::vector<Vec<D>> places(std::size_t count, double side, Random& random) {
  constexpr int kPerCell = D == 2 ? 2 : 4;
  const auto cells_for = [&](double places) {
    return static_cast<int>(std::ceil(std::pow(places / kPerCell, 1.0 / D) - 1e-9));
  };
  const auto fit = [&](int cells) { return side / cells >= std::sqrt(2.0); };
  int cells = cells_for(1.05 * static_cast<double>(count));
  if (!fit(cells)) cells = cells_for(static_cast<double>(count));
  if (!fit(cells))
    throw std::runtime_error("no lattice has room for " + std::to_string(count) + " balls at this fraction");
  std::vector<Vec<D>> sites;
  for (int z = 0; z < (D == 3 ? cells : 1); ++z)
    for (int y = 0; y < cells; ++y)
      for (int x = 0; x < cells; ++x)
        for (int corner = 0; corner < kPerCell; ++corner) {
          const double corner_x = corner == 1 || corner == 3 ? 0.75 : 0.25;
          const double corner_y = (D == 2 ? corner == 1 : corner == 2 || corner == 3) ? 0.75 : 0.25;
          const double corner_z = corner == 1 || corner == 2 ? 0.75 : 0.25;
          Vec<D> site;
          site[0] = (x + corner_x) * side / cells;
          site[1] = (y + corner_y) * side / cells;
          if constexpr (D == 3) site[2] = (z + corner_z) * side / cells;
          sites.push_back(site);
        }
  std::vector<Vec<D>> kept;
  for (std::size_t k = 0; k < sites.size(); ++k)
    if (random.below(sites.size() - k) < count - kept.size()) kept.push_back(sites[k]);
  return kept;
}

/// Balls of one size, of diameter 1, or also such as are `ratio` times as large.
struct Mixture {
  std::size_t count = 0;
  std::size_t large = 0;
  double fraction = 0;
  double ratio = 1;

  double diameter(std::size_t ball) const { return ball < large ? ratio : 1; }
};

Mixture mixture(std::size_t count, double fraction, double ratio, int dimension) {
  const double share = 1 / (1 + std::pow(ratio, dimension));
  const std::size_t large = ratio == 1 ? 0 : std::max<std::size_t>(1, std::lround(share * static_cast<double>(count)));
  return {count, large, fraction, ratio};
}

template <int D>
bool has_room(const std::vector<Vec<D>>& large, const Vec<D>& place, double reach, double side) {
  return std::none_of(large.begin(), large.end(), [&](const Vec<D>& other) {
    Vec<D> apart = place - other;
    for (int k = 0; k < D; ++k) apart[k] -= side * std::round(apart[k] / side);
    return norm2(apart) < reach * reach;
  });
}

/// Large ones anywhere, the small ones on a lattice around them.
template <int D>
std::vector<Vec<D>> places(const Mixture& mixture, double side, Random& random) {
  if (mixture.large == 0) return places<D>(mixture.count, side, random);
  std::vector<Vec<D>> large;
  for (int tries = 0; large.size() < mixture.large; ++tries) {
    if (tries == 10'000'000) throw std::runtime_error("no room for the large balls");
    Vec<D> place;
    for (int k = 0; k < D; ++k) place[k] = random.uniform(0, side);
    if (has_room<D>(large, place, mixture.ratio, side)) large.push_back(place);
  }
  const std::size_t small = mixture.count - mixture.large;
  for (double sites = static_cast<double>(small);; sites *= 1.05) {
    std::vector<Vec<D>> free = places<D>(static_cast<std::size_t>(sites), side, random);
    std::erase_if(free,
                  [&](const Vec<D>& place) { return !has_room<D>(large, place, 0.5 * (1 + mixture.ratio), side); });
    if (free.size() < small) continue;
    std::vector<Vec<D>> kept = large;
    for (std::size_t k = 0; k < free.size(); ++k)
      if (random.below(free.size() - k) < mixture.count - kept.size()) kept.push_back(free[k]);
    return kept;
  }
}

template <int D>
double box_side(const Mixture& mixture) {
  double filled = 0;
  for (std::size_t k = 0; k < mixture.count; ++k) filled += std::pow(mixture.diameter(k), D);
  return std::pow((D == 2 ? kPi / 4 : kPi / 6) * filled / mixture.fraction, 1.0 / D);
}

template <int D>
World<D> fluid(const Mixture& mixture, const Settings& settings) {
  Random random(1);
  const double side = box_side<D>(mixture);
  const std::size_t count = mixture.count;
  std::vector<Vec<D>> velocities(count);
  Vec<D> mean{};
  double total = 0;
  const auto mass = [&](std::size_t ball) { return std::pow(mixture.diameter(ball), D); };
  for (std::size_t ball = 0; ball < count; ++ball) {
    for (int k = 0; k < D; ++k) velocities[ball][k] = random.normal() / std::sqrt(mass(ball));
    mean += mass(ball) * velocities[ball];
    total += mass(ball);
  }
  mean = mean / total;
  double energy = 0;
  for (std::size_t ball = 0; ball < count; ++ball) {
    velocities[ball] = velocities[ball] - mean;
    energy += mass(ball) * norm2(velocities[ball]) / (D * static_cast<double>(count));
  }
  WorldOptions<D> options;
  options.broad_phase = settings.broad_phase;
  options.period.emplace();
  for (int k = 0; k < D; ++k) (*options.period)[k] = side;
  World<D> world(options);
  std::vector<Vec<D>> centers = places<D>(mixture, side, random);
  if (settings.shuffle)
    for (std::size_t k = mixture.large; k < count; ++k) std::swap(centers[k], centers[k + random.below(count - k)]);
  for (std::size_t k = 0; k < count; ++k)
    world.add({.shape = Ball<D>{centers[k], 0.5 * mixture.diameter(k)},
               .motion = velocities[k] / std::sqrt(energy),
               .mass = mass(k)});
  return world;
}

/// Runs until about `collisions` more have happened.
template <int D>
void run_collisions(World<D>& world, double collisions, double& rate) {
  const double goal = static_cast<double>(world.event_count()) + collisions;
  while (static_cast<double>(world.event_count()) < goal) {
    const double left = goal - static_cast<double>(world.event_count());
    const double from = world.time();
    const auto before = static_cast<double>(world.event_count());
    world.run_until(from + std::min(left, collisions / 8 + 1) / rate, nullptr);
    const double seen = static_cast<double>(world.event_count()) - before;
    // On its lattice a world has few at first.
    if (seen > 100) rate = std::max(seen / (world.time() - from), 0.7 * rate);
  }
}

/// Of two sizes, by the contact values of Boublík (1970) and Mansoori et al. (1971), in 2D of Jenkins and Mancini
/// (1987): Γ = N⁻¹ Σᵢⱼ Nᵢ nⱼ σᵢⱼ² gᵢⱼ √(8π T/μᵢⱼ), in 2D Σᵢⱼ Nᵢ nⱼ σᵢⱼ gᵢⱼ √(2π T/μᵢⱼ).
template <int D>
double mixture_rate(const Mixture& mixture) {
  const double volume = std::pow(box_side<D>(mixture), D);
  const double counts[] = {static_cast<double>(mixture.large), static_cast<double>(mixture.count - mixture.large)};
  const double diameters[] = {mixture.ratio, 1};
  double surface = 0;  // ξ of diameters to the power D − 1
  for (int i = 0; i < 2; ++i)
    surface += (D == 2 ? kPi / 4 : kPi / 6) * counts[i] / volume * std::pow(diameters[i], D - 1);
  const double free = 1 - mixture.fraction;
  double rate = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const double y = surface * diameters[i] * diameters[j] / ((diameters[i] + diameters[j]) * free);
      const double contact = (D == 2 ? 1 + 9.0 / 8 * y : 1 + 3 * y + 2 * y * y) / free;
      const double sum = 0.5 * (diameters[i] + diameters[j]);
      const double inverse_mass = std::pow(diameters[i], -D) + std::pow(diameters[j], -D);
      const double flux =
          D == 2 ? sum * std::sqrt(2 * kPi * inverse_mass) : sum * sum * std::sqrt(8 * kPi * inverse_mass);
      rate += counts[i] * counts[j] / volume * contact * flux;
    }
  return rate / static_cast<double>(mixture.count);
}

/// Contact value of the pair correlation: Kolafa, Labík and Malijevský (2004) in 3D, Henderson (1975) in 2D.
template <int D>
double enskog_rate(double fraction) {
  if (D == 2) {
    const double compressibility = (1 + fraction * fraction / 8) / ((1 - fraction) * (1 - fraction));
    return 8 / std::sqrt(kPi) * (compressibility - 1) / 2;
  }
  const double x = fraction / (1 - fraction);
  double compressibility = 1 + 4 * x + 6 * x * x + 2.3647684 * std::pow(x, 3) - 0.8698551 * std::pow(x, 4);
  compressibility += 1.1062803 * std::pow(x, 5) - 1.1014221 * std::pow(x, 6) + 0.66605866 * std::pow(x, 7);
  compressibility += -0.03633431 * std::pow(x, 8) - 0.20965164 * std::pow(x, 10) + 0.10555569 * std::pow(x, 14);
  return 24 / std::sqrt(kPi) * (compressibility - 1) / 4;
}

template <int D>
void measure(const Mixture& mixture, const Settings& settings) {
  const double base = peak_bytes();
  World<D> world = fluid<D>(mixture, settings);
  world.set_threads(settings.threads);
  const auto balls = static_cast<double>(mixture.count);
  const double expected = mixture.large == 0 ? enskog_rate<D>(mixture.fraction) : mixture_rate<D>(mixture);
  double rate = 0.5 * balls * expected;
  run_collisions(world, settings.mix * balls, rate);
  const double bytes = (peak_bytes() - base) / balls;
  const auto before = static_cast<double>(world.event_count());
  const double from = world.time();
  const double start = cpu_seconds();
  const double wall_start = wall_seconds();
  run_collisions(world, settings.collisions, rate);
  const double seconds = cpu_seconds() - start;
  const double elapsed = wall_seconds() - wall_start;
  const double collisions = static_cast<double>(world.event_count()) - before;
  std::printf("%d,%zu,%.2f,%g,%.0f,%.3f,%.3f,%.0f,%.3f,%.3f,%016llx,%d,%.3f\n", D, mixture.count, mixture.fraction,
              mixture.ratio, collisions, seconds, 1e-6 * collisions / seconds, bytes,
              2 * collisions / (balls * (world.time() - from)), expected, static_cast<unsigned long long>(world.hash()),
              settings.threads, elapsed);
  std::fflush(stdout);
}

void measure_apart(double count, double fraction, double ratio, const Settings& settings) {
  const pid_t child = fork();
  if (child == 0) {
    const Mixture balls = mixture(static_cast<std::size_t>(count), fraction, ratio, settings.dimension);
    if (settings.dimension == 2)
      measure<2>(balls, settings);
    else
      measure<3>(balls, settings);
    std::exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) throw std::runtime_error("a measurement failed");
}

std::vector<double> numbers(const char* text) {
  std::vector<double> found;
  std::stringstream stream{text};
  for (std::string part; std::getline(stream, part, ',');) found.push_back(std::strtod(part.c_str(), nullptr));
  return found;
}

Settings parse(int argc, char** argv) {
  Settings settings;
  for (int k = 1; k < argc; ++k) {
    const std::string option = argv[k];
    if (option == "--all-pairs") settings.broad_phase = BroadPhase::all_pairs;
    if (option == "--shuffle") settings.shuffle = true;
    if (k + 1 == argc || option == "--all-pairs" || option == "--shuffle") continue;
    const char* value = argv[++k];
    if (option == "--balls") settings.balls = numbers(value);
    if (option == "--fractions") settings.fractions = numbers(value);
    if (option == "--ratios") settings.ratios = numbers(value);
    if (option == "--dimension") settings.dimension = std::atoi(value);
    if (option == "--collisions") settings.collisions = std::strtod(value, nullptr);
    if (option == "--threads") settings.threads = std::atoi(value);
    if (option == "--mix") settings.mix = std::strtod(value, nullptr);
  }
  return settings;
}

}  // namespace

int main(int argc, char** argv) try {
  const Settings settings = parse(argc, argv);
  // What is freed goes back to the system, so that the peak is the world's and not that of the places of its lattice.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  std::printf(
      "dimension,balls,fraction,ratio,collisions,cpu_seconds,million_per_second,bytes_per_ball,rate,enskog,state_"
      "hash,threads,elapsed\n");
  std::fflush(stdout);
  for (const double count : settings.balls)
    for (const double fraction : settings.fractions)
      for (const double ratio : settings.ratios) measure_apart(count, fraction, ratio, settings);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "carom_fluid_bench: %s\n", error.what());
  return 1;
}
