#include <algorithm>
#include <cmath>
#include <ctime>
#include <iostream>
#include <string>

#include "contender.hpp"
#include "dice.hpp"

// carom_versus_time_of_impact: when do two balls on straight paths first touch? CSV: nanoseconds of CPU time per pair,
// the least of the repeats, and how many of the first pairs were judged wrongly (a hit for a miss or a miss for a hit).
namespace carom::bench {
namespace {

constexpr double kHorizon = 10;
constexpr std::size_t kJudged = 100'000;

/// random: half of them hit. grazing: passing at 10⁻²…10⁻⁶ of the radii from a graze. last digits: at 10⁻¹³.
enum class Kind { random, grazing, last_digits };

Vec2 perpendicular(const Vec2& v) {
  return {-v.y, v.x};
}
Vec3 perpendicular(const Vec3& v) {
  const Vec3 side = cross(v, std::fabs(v.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
  return side / norm(side);
}

double offset(Dice& dice, Kind kind) {
  if (kind == Kind::random) return dice.between(0, 1.3);
  if (kind == Kind::last_digits) return 1 + dice.between(-1e-13, 1e-13);
  const double off = std::pow(10, -dice.between(2, 6));
  return dice.between(0, 1) < 0.5 ? 1 - off : 1 + off;
}

template <int D>
Pair<D> random_pair(Dice& dice, Kind kind) {
  const Ball<D> a{dice.in_cube<D>(10), dice.between(0.5, 1)};
  const Linear<D> motion_a{dice.in_cube<D>(1)};
  Linear<D> motion_b{dice.in_cube<D>(1)};
  while (norm(motion_a.velocity - motion_b.velocity) < 0.8) motion_b.velocity = dice.in_cube<D>(1);
  const Vec<D> w = motion_a.velocity - motion_b.velocity;
  const Vec<D> along = w / norm(w);
  const double radius = dice.between(0.5, 1);
  const double ahead = dice.between(2, 8) * (kind == Kind::random && dice.between(0, 1) < 0.3 ? -1 : 1);
  const double aside = (a.radius + radius) * offset(dice, kind);
  return {a, motion_a, {a.center + ahead * along + aside * perpendicular(along), radius}, motion_b};
}

template <int D, class Real>
void append(typename Pairs<D, Real>::Columns& columns, const Ball<D>& ball, const Linear<D>& motion) {
  for (int k = 0; k < D; ++k) {
    columns[static_cast<std::size_t>(k)].push_back(static_cast<Real>(ball.center[k]));
    columns[static_cast<std::size_t>(D + 1 + k)].push_back(static_cast<Real>(motion.velocity[k]));
  }
  columns[D].push_back(static_cast<Real>(ball.radius));
}

template <int D, class Real>
Pairs<D, Real> some_pairs(std::size_t count, Kind kind, bool single) {
  Dice dice;
  Pairs<D, Real> pairs;
  for (std::size_t k = 0; k < 2 * D + 1; ++k) {
    pairs.a[k].reserve(count);
    pairs.b[k].reserve(count);
  }
  for (std::size_t k = 0; k < count; ++k) {
    const auto pair = random_pair<D>(dice, kind);
    append<D, Real>(pairs.a, pair.a, pair.motion_a);
    append<D, Real>(pairs.b, pair.b, pair.motion_b);
    if (single) pairs.single.push_back(pair);
  }
  return pairs;
}

using Quad = __float128;

/// The sign of the discriminant and of the gap at the horizon in 113 bits, which hold every difference of the inputs.
template <int D, class Real>
bool truly_hits(const Pairs<D, Real>& pairs, std::size_t k) {
  Quad a = 0;
  Quad b = 0;
  const Quad reach = static_cast<Quad>(pairs.a[D][k]) + static_cast<Quad>(pairs.b[D][k]);
  Quad c = -reach * reach;
  for (std::size_t i = 0; i < D; ++i) {
    const Quad p = static_cast<Quad>(pairs.a[i][k]) - static_cast<Quad>(pairs.b[i][k]);
    const Quad w = static_cast<Quad>(pairs.a[D + 1 + i][k]) - static_cast<Quad>(pairs.b[D + 1 + i][k]);
    a += w * w;
    b += p * w;
    c += p * p;
  }
  const Quad end = kHorizon;
  return b < 0 && (c <= 0 || (b * b >= a * c && (b + a * end >= 0 || c + 2 * b * end + a * end * end <= 0)));
}

template <int D, class Real>
struct Contender {
  const char* name;
  Times<D, Real> times;
  double ns = HUGE_VAL;
  std::size_t wrong = 0;
};

template <class Work>
double nanoseconds(const Work& work) {
  timespec begin{};
  timespec end{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
  work();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  return 1e9 * static_cast<double>(end.tv_sec - begin.tv_sec) + static_cast<double>(end.tv_nsec - begin.tv_nsec);
}

template <int D, class Real>
void measure(const Pairs<D, Real>& pairs, std::vector<Contender<D, Real>>& contenders, int repeats) {
  std::vector<Real> times(pairs.size());
  const auto horizon = static_cast<Real>(kHorizon);
  const std::size_t rounds = 1 + 500'000 / pairs.size();
  const std::size_t judged = std::min(pairs.size(), kJudged);
  std::vector<char> truth(judged);
  for (std::size_t k = 0; k < judged; ++k) truth[k] = truly_hits(pairs, k);
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (Contender<D, Real>& contender : contenders) {
      const double spent = nanoseconds([&] {
        for (std::size_t round = 0; round < rounds; ++round) contender.times(pairs, horizon, times);
      });
      contender.ns = std::min(contender.ns, spent / static_cast<double>(rounds * pairs.size()));
      if (repeat > 0) continue;
      for (std::size_t k = 0; k < judged; ++k) contender.wrong += (times[k] <= horizon) != (truth[k] != 0);
    }
}

template <int D, class Real>
void print(const std::string& task, std::size_t count, const std::vector<Contender<D, Real>>& contenders) {
  for (const Contender<D, Real>& contender : contenders)
    std::cout << task << ',' << D << (sizeof(Real) == 4 ? ",float," : ",double,") << count << ',' << contender.name
              << ',' << contender.ns << ',' << contender.wrong << '\n'
              << std::flush;
}

/// So many pairs that no branch predictor learns them by heart.
template <int D>
void run_single(const std::string& task, Kind kind) {
  const auto pairs = some_pairs<D, double>(100'000, kind, true);
  std::vector<Contender<D, double>> contenders{{"carom", carom_single<D>}, {"plain", plain_single<D>}};
  measure(pairs, contenders, 15);
  print(task, pairs.size(), contenders);
}

/// Contenders so slow that fewer pairs must do.
void run_libraries(const std::string& task, Kind kind) {
  const auto pairs = some_pairs<3, double>(10'000, kind, true);
  std::vector<Contender<3, double>> contenders{{"carom", carom_single<3>}};
#ifdef CAROM_WITH_BULLET
  contenders.push_back({"Bullet btContinuousConvexCollision", bullet_single});
#endif
#ifdef CAROM_WITH_FCL
  contenders.push_back({"FCL continuousCollide", fcl_single});
#endif
  if (contenders.size() == 1) return;
  measure(pairs, contenders, 1);
  print(task, pairs.size(), contenders);
}

/// Bytes per pair: two balls and a time.
template <int D, class Real>
void run_batch(const std::string& task, Kind kind, std::size_t bytes) {
  const std::size_t count = bytes / ((4 * D + 3) * sizeof(Real));
  const auto pairs = some_pairs<D, Real>(count - count % 16, kind, false);
  std::vector<Contender<D, Real>> contenders{{"carom", carom_batch<D, Real>}, {"plain", plain_batch<D, Real>}};
  measure(pairs, contenders, pairs.size() > 1'000'000 ? 5 : 15);
  print(task, pairs.size(), contenders);
}

template <int D, class Real>
void run_batches() {
  run_batch<D, Real>("batch in L1", Kind::random, 28'000);
  run_batch<D, Real>("batch in L2", Kind::random, 360'000);
  run_batch<D, Real>("batch in L3", Kind::random, 8'000'000);
  run_batch<D, Real>("batch of 8 million", Kind::random, 8'000'000 * (4 * D + 3) * sizeof(Real));
  run_batch<D, Real>("batch of grazes in L2", Kind::grazing, 360'000);
}

template <int D>
void run_all() {
  run_single<D>("random", Kind::random);
  run_single<D>("grazing", Kind::grazing);
  run_single<D>("grazing to 1e-13", Kind::last_digits);
  run_batches<D, double>();
  run_batches<D, float>();
}

}  // namespace
}  // namespace carom::bench

int main() {
  std::cout << "case,dimensions,real,pairs,contender,ns,wrong\n";
  carom::bench::run_all<2>();
  carom::bench::run_all<3>();
  carom::bench::run_libraries("random", carom::bench::Kind::random);
  carom::bench::run_libraries("grazing", carom::bench::Kind::grazing);
}
