#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "carom/query/time_of_impact.hpp"
#include "pairs.hpp"

// Time of impact against high-precision answers. Prints, per kind of pair, how many answers were wrong (hit for miss or
// miss for hit, or a contact off by more than 1e-12 of its path) and the worst error of the contact's position,
// relative to the larger of the radius and the path. Exits with 1 if anything was wrong.

namespace {

using namespace oracle;

struct Options {
  long pairs = 10000;
  std::uint64_t seed = 1;
  std::string kind = "all";
  long only = -1;
};

struct Tally {
  long pairs = 0;
  long hits = 0;
  long wrong = 0;
  double worst = 0;
  long worst_index = -1;
  double worst_in_class[static_cast<int>(Class::count)] = {};
};

constexpr double kAbsurd = 1e-12;

template <int D>
void print(const char* label, const Vec<D>& v) {
  std::printf("  %s", label);
  for (int k = 0; k < D; ++k) std::printf(" %.17g", v[k]);
  std::printf("\n");
}

template <int D>
void print(const Query<D>& q) {
  print("center", q.ball.center);
  std::printf("  radius %.17g\n", q.ball.radius);
  if (const auto* b = std::get_if<Ball<D>>(&q.shape)) {
    print("other center", b->center);
    std::printf("  other radius %.17g\n", b->radius);
  } else if (const auto* h = std::get_if<HalfSpace<D>>(&q.shape)) {
    print("normal", h->normal);
    std::printf("  offset %.17g\n", h->offset);
  } else if (const auto* s = std::get_if<Segment<D>>(&q.shape)) {
    print("from", s->from);
    print("to", s->to);
    std::printf("  %s\n", s->sides == Sides::two ? "two sides" : "front only");
  } else if (const auto* x = std::get_if<Aabb<D>>(&q.shape)) {
    print("low", x->low);
    print("high", x->high);
  }
  print("velocity", q.motion.velocity);
  print("acceleration", q.motion.acceleration);
  print("other velocity", q.other.velocity);
  print("other acceleration", q.other.acceleration);
  std::printf("  horizon %.17g\n", q.horizon);
}

/// |difference of the contact's positions| / max(R, ∫ |velocity|), all relative.
template <int D>
double position_error(const Query<D>& q, double time, const Exhaustive& truth) {
  const double late = static_cast<double>(Exhaustive(time) - truth);
  const double t = static_cast<double>(truth);
  const Vec<D> v = q.motion.velocity - q.other.velocity;
  const Vec<D> a = q.motion.acceleration - q.other.acceleration;
  double path = 0;
  for (int i = 0; i < 16; ++i) path += norm(v + ((i + 0.5) / 16 * t) * a) * t / 16;
  double radius = q.ball.radius;
  if (const auto* b = std::get_if<Ball<D>>(&q.shape)) radius += b->radius;
  const double size = std::max(radius, path);
  const double off = norm(v + t * a) * std::fabs(late) + 0.5 * norm(a) * late * late;
  return size > 0 ? off / size : off;
}

template <int D>
void check(const Query<D>& q, Class kind, long index, bool verbose, Tally& tally) {
  const auto impact = std::visit(
      [&](const auto& shape) { return carom::time_of_impact(q.ball, q.motion, shape, q.other, q.horizon); }, q.shape);
  const auto truth = answer<D>(q);
  ++tally.pairs;
  tally.hits += truth ? 1 : 0;
  bool wrong = impact.has_value() != truth.has_value();
  if (!wrong && impact) {
    const double error = position_error(q, impact->time, *truth);
    wrong = !(error <= kAbsurd) || (impact->time == 0) != (*truth == 0) || impact->time > q.horizon;
    double& in_class = tally.worst_in_class[static_cast<int>(kind)];
    in_class = std::max(in_class, error);
    if (error > tally.worst) {
      tally.worst = error;
      tally.worst_index = index;
    }
  }
  tally.wrong += wrong ? 1 : 0;
  if ((wrong && tally.wrong <= 3) || verbose) {
    std::printf("%s: pair %ld (%s)\n  carom %.17g, oracle %.17g\n", wrong ? "WRONG" : "right", index, name(kind),
                impact ? impact->time : HUGE_VAL, truth ? static_cast<double>(*truth) : HUGE_VAL);
    print(q);
  }
}

template <int D, class Shape>
bool run(const std::string& label, bool accelerating, const Options& options) {
  const std::string whole = label + (accelerating ? "/accelerating/" : "/linear/") + (D == 2 ? "2d" : "3d");
  if (options.kind != "all" && whole.rfind(options.kind, 0) != 0) return true;
  Tally tally;
  const long first = options.only >= 0 ? options.only : 0;
  const long last = options.only >= 0 ? options.only + 1 : options.pairs;
  for (long i = first; i < last; ++i) {
    // Each pair has a seed of its own, so that one can be replayed alone.
    Random random((options.seed << 32) ^ (static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15u));
    const auto kind = static_cast<Class>(random.below(static_cast<int>(Class::count)));
    check(make_query<D, Shape>(kind, accelerating, random), kind, i, options.only >= 0, tally);
  }
  std::printf("%-32s %9ld pairs %9ld hits %3ld wrong, worst position error %.2g", whole.c_str(), tally.pairs,
              tally.hits, tally.wrong, tally.worst);
  if (tally.worst_index >= 0)
    std::printf(" (--kind %s --seed %" PRIu64 " --only %ld)", whole.c_str(), options.seed, tally.worst_index);
  std::printf("\n");
  for (int c = 0; c < static_cast<int>(Class::count); ++c)
    if (tally.worst_in_class[c] > 0)
      std::printf("    %-16s %.2g\n", name(static_cast<Class>(c)), tally.worst_in_class[c]);
  std::fflush(stdout);
  return tally.wrong == 0;
}

template <int D>
bool run_dimension(const Options& options) {
  bool right = true;
  for (const bool accelerating : {false, true}) {
    right = run<D, Ball<D>>("ball-ball", accelerating, options) && right;
    right = run<D, HalfSpace<D>>("ball-plane", accelerating, options) && right;
    right = run<D, Segment<D>>("ball-segment", accelerating, options) && right;
    right = run<D, Aabb<D>>("ball-box", accelerating, options) && right;
  }
  return right;
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const char* value = argv[i + 1];
    if (std::strcmp(argv[i], "--pairs") == 0)
      options.pairs = std::atol(value);
    else if (std::strcmp(argv[i], "--seed") == 0)
      options.seed = std::strtoull(value, nullptr, 10);
    else if (std::strcmp(argv[i], "--kind") == 0)
      options.kind = value;
    else if (std::strcmp(argv[i], "--only") == 0)
      options.only = std::atol(value);
    else
      return false;
  }
  return argc % 2 == 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fprintf(
        stderr,
        "oracle [--pairs N] [--kind all|ball-ball|ball-plane|ball-segment|ball-box[/linear|/accelerating[/2d|/3d]]] "
        "[--seed S] [--only INDEX]\n");
    return 2;
  }
  const bool flat = run_dimension<2>(options);
  const bool spatial = run_dimension<3>(options);
  return flat && spatial ? 0 : 1;
}
