#include <fmt/format.h>

#include <algorithm>

#include "carom/query/verdict.hpp"
#include "kind.hpp"
#include "linear_balls_pairs.hpp"

namespace oracle {
namespace {

using carom::Impact;

constexpr double kUnit = 0x1p-53;
/// Beyond this a position counts as wrong; docs/theory/time-of-impact.md proves 143 u.
constexpr double kBound = 256;

using Wide = long double;

template <int D>
using WideVec = std::array<Wide, static_cast<std::size_t>(D)>;

template <int D>
Wide length(const WideVec<D>& v) {
  Wide sum = 0;
  for (const Wide x : v) sum += x * x;
  return std::sqrt(sum);
}

/// |w| (late) / max(R, |w| t), in units of 2^-53.
template <int D>
double position_error(const LinearBalls<D>& q, const LinearTruth& truth, double time) {
  WideVec<D> w;
  for (int k = 0; k < D; ++k)
    w[static_cast<std::size_t>(k)] = static_cast<Wide>(q.motion_a.velocity[k]) - q.motion_b.velocity[k];
  const Wide speed = length<D>(w);
  const Wide size = std::max(static_cast<Wide>(q.a.radius) + q.b.radius, speed * truth.time);
  return static_cast<double>(speed * std::fabs(time - truth.time) / size / kUnit);
}

/// The normal and the point are those of the balls at the true time, up to the rounding of places of that size.
template <int D>
bool is_place_right(const LinearBalls<D>& q, const LinearTruth& truth, const Impact<D>& impact) {
  WideVec<D> towards{}, foot{}, off{};
  Wide places = static_cast<Wide>(q.a.radius) + q.b.radius;
  for (int k = 0; k < D; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Wide at_a = q.a.center[k] + truth.time * q.motion_a.velocity[k];
    const Wide at_b = q.b.center[k] + truth.time * q.motion_b.velocity[k];
    towards[i] = at_b - at_a;
    foot[i] = at_b;
    for (const Wide x : {Wide{q.a.center[k]}, Wide{q.b.center[k]}, at_a, at_b}) places += std::fabs(x);
  }
  const Wide distance = length<D>(towards);
  const Wide sum = static_cast<Wide>(q.a.radius) + q.b.radius;
  const Wide most = 4 * kBound * kUnit * places + 16 * std::numeric_limits<double>::denorm_min();
  if (!(most < sum / 8) || !(distance > sum / 2)) return true;  // no direction to speak of
  for (std::size_t i = 0; i < D; ++i) off[i] = impact.normal[static_cast<int>(i)] - towards[i] / distance;
  if (!(length<D>(off) * distance <= most)) return false;
  for (std::size_t i = 0; i < D; ++i)
    off[i] = impact.point[static_cast<int>(i)] - (foot[i] - q.b.radius * towards[i] / distance);
  return length<D>(off) <= most;
}

template <int D>
std::string told(const Vec<D>& v) {
  std::string text = "(";
  for (int k = 0; k < D; ++k) text += (k == 0 ? "" : ", ") + fmt::format("{}", v[k]);
  return text + ")";
}

constexpr const char* kVerdicts[] = {"hit", "miss", "touching-separating", "overlapping"};

template <int D>
std::string told(const LinearBalls<D>& q, BallClass kind, const LinearTruth& truth,
                 const std::optional<Impact<D>>& impact, Verdict verdict) {
  return fmt::format(
      "  {}: truth {}{}, carom {}{}\n  a: center {} radius {} velocity {}\n  b: center {} radius {} velocity {}\n"
      "  horizon {}\n",
      name(kind), kVerdicts[static_cast<int>(truth.verdict)], truth.impact ? fmt::format(" at {}", truth.time) : "",
      kVerdicts[static_cast<int>(verdict)], impact ? fmt::format(" at {}", impact->time) : "", told(q.a.center),
      q.a.radius, told(q.motion_a.velocity), told(q.b.center), q.b.radius, told(q.motion_b.velocity), q.horizon);
}

template <int D>
Judgement judge(std::uint64_t seed, std::uint64_t index, std::string* story) {
  Random random(seed, index);
  const auto kind = static_cast<BallClass>(random.below(static_cast<int>(BallClass::count)));
  const LinearBalls<D> q = make_linear_balls<D>(kind, random);
  const std::optional<Impact<D>> impact = carom::time_of_impact(q.a, q.motion_a, q.b, q.motion_b, q.horizon);
  LinearTruth truth = decide(q);

  Judgement judgement;
  judgement.hit = truth.impact;
  if (impact.has_value() != truth.impact) {
    judgement.wrong = true;
  } else if (impact) {
    const bool now = truth.start != Proximity::apart;
    judgement.wrong = impact->start != truth.start || impact->time > q.horizon || (now && impact->time != 0);
    if (!now) {
      if (position_error(q, truth, impact->time) > 16 && !truth.exact) truth = decide_exactly(q);
      judgement.error = position_error(q, truth, impact->time);
      judgement.wrong = judgement.wrong || !(judgement.error <= kBound) || !is_place_right(q, truth, *impact);
    }
  } else {
    judgement.wrong = (carom::proximity(q.a, q.b) == Proximity::apart) != (truth.start == Proximity::apart);
  }
  // verdict() is made of what was checked above.
  if (story || index % 64 == 0) {
    const Verdict verdict = carom::verdict(q.a, q.motion_a, q.b, q.motion_b, q.horizon);
    judgement.wrong = judgement.wrong || verdict != truth.verdict || decide_exactly(q).verdict != truth.verdict;
    if (story) *story = told(q, kind, truth, impact, verdict);
  }
  return judgement;
}

}  // namespace

std::vector<Kind> linear_ball_kinds() {
  return {{"ball-ball/linear/2d", judge<2>}, {"ball-ball/linear/3d", judge<3>}};
}

}  // namespace oracle
