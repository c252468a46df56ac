#include "carom/billiards/shots.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "billiards/angle.hpp"
#include "billiards/require.hpp"
#include "carom/math/random.hpp"

namespace carom::billiards {
namespace {

constexpr std::size_t kShare = 16;      // strokes that a thread takes at once
constexpr std::size_t kBlock = 4096;    // strokes whose ends are kept at once, in the order of which they are counted
constexpr double kHeadingError = 1e-7;  // rad

// The first thing that went wrong in any thread.
class Failure {
 public:
  void catch_current() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!first_) first_ = std::current_exception();
  }
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
};

void work_in_parallel(unsigned threads, const std::function<void()>& work) {
  Failure failure;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      failure.catch_current();
    }
  };
  std::vector<std::thread> others;
  try {
    for (unsigned k = 1; k < threads; ++k) others.emplace_back(guarded);
  } catch (const std::system_error&) {  // there can be no more: these do it all
  }
  guarded();
  for (std::thread& other : others) other.join();
  failure.rethrow();
}

Vec2 direction_at(double angle) {
  return turned({1, 0}, angle);
}

Strike stroke_at(const Strike& form, double angle) {
  Strike stroke = form;
  stroke.heading = direction_at(angle);
  return stroke;
}

Vec2 plan_of(const BallState& state) {
  return {state.position.x, state.position.y};
}

// The angle of a direction in turns of 2π, to the precision that a search needs: by halving.
double angle_of(const Vec2& direction) {
  double low = direction.y < 0 ? -kPi : 0;
  double high = low + kPi;
  for (int k = 0; k < 54; ++k) {
    const double middle = 0.5 * (low + high);
    (cross(direction_at(middle), direction) > 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

struct Window {
  double from;
  double to;
};

// The directions in which a ball of radius r touches another: sin of half the angle = (r + r0)/distance, taken as the
// chord and a little more.
std::vector<Window> windows_of(const Table& table, const TableState& state, int cue_ball) {
  std::vector<Window> windows = {{-kPi, kPi}};
  const ShotBall* cue = state.find(cue_ball);
  if (cue == nullptr) return windows;
  for (const ShotBall& ball : state.balls) {
    if (ball.number == cue_ball || ball.place != ShotBall::Place::on_table) continue;
    const Vec2 way = plan_of(ball.state) - plan_of(cue->state);
    const double reach = table.ball(ball.number).radius + table.ball(cue_ball).radius;
    const double sine = std::min(1.0, reach / norm(way));
    const double half = sine * (1 + 0.6 * sine * sine);
    const double middle = angle_of(way);
    windows.push_back({middle - half, middle + half});
  }
  return windows;
}

class Search {
 public:
  Search(const Table& table, const TableState& state, const ShotGoal& goal, const ShotSearch& search,
         const ShotOptions& options, unsigned threads)
      : player_(table), state_(state), goal_(goal), search_(search), options_(options), threads_(threads) {}

  std::vector<ShotSolution> operator()() {
    const std::vector<Window> windows = windows_of(player_.table(), state_, options_.cue_ball);
    for (const double speed : search_.speeds)
      for (const Vec2& tip : search_.tips)
        for (const double elevation : search_.elevations)
          for (const Window& window : windows) look({speed, {1, 0}, tip.x, tip.y, elevation}, window);
    return best();
  }

 private:
  void look(const Strike& form, const Window& window) {
    const std::size_t count = search_.headings;
    const double step = (window.to - window.from) / static_cast<double>(count);
    const auto angle = [&](std::size_t k) { return window.from + step * (static_cast<double>(k) + 0.5); };
    std::vector<Strike> strikes;
    for (std::size_t k = 0; k < count; ++k) strikes.push_back(stroke_at(form, angle(k)));
    std::vector<char> reached(count, 0);
    play_all(player_.table(), state_, strikes, options_, threads_,
             [&](std::size_t k, const Outcome& outcome) { reached[k] = goal_(outcome) ? 1 : 0; });
    for (std::size_t k = 0; k < count; ++k) {
      if (reached[k] == 0) continue;
      std::size_t last = k;
      while (last + 1 < count && reached[last + 1] != 0) ++last;
      keep(form, edge(form, angle(k), angle(k) - step), edge(form, angle(last), angle(last) + step), angle(k));
      k = last;
    }
  }

  // Between a heading that reaches the goal and one that does not, or where the window ends.
  double edge(const Strike& form, double good, double bad) {
    while (std::fabs(bad - good) > kHeadingError) {
      const double middle = 0.5 * (good + bad);
      (reaches(stroke_at(form, middle)) ? good : bad) = middle;
    }
    return good;
  }

  bool reaches(const Strike& stroke) {
    player_.play(state_, stroke, options_, outcome_);
    return goal_(outcome_);
  }

  // A window whose middle fails has a gap between two steps: the part around `known`, as far as its nearer end.
  void keep(const Strike& form, double from, double to, double known) {
    const double middle = 0.5 * (from + to);
    if (reaches(stroke_at(form, middle)))
      solutions_.push_back({stroke_at(form, middle), 0.5 * (to - from)});
    else
      solutions_.push_back({stroke_at(form, known), std::min(known - from, middle - known)});
  }

  // A direction that two windows share is found twice.
  static bool is_same(const ShotSolution& a, const ShotSolution& b) {
    const bool form = a.strike.speed == b.strike.speed && a.strike.side == b.strike.side &&
                      a.strike.height == b.strike.height && a.strike.elevation == b.strike.elevation;
    return form && std::fabs(cross(a.strike.heading, b.strike.heading)) < std::max(a.tolerance, b.tolerance) &&
           dot(a.strike.heading, b.strike.heading) > 0;
  }

  std::vector<ShotSolution> best() {
    std::stable_sort(solutions_.begin(), solutions_.end(),
                     [](const ShotSolution& a, const ShotSolution& b) { return a.tolerance > b.tolerance; });
    std::vector<ShotSolution> kept;
    for (const ShotSolution& one : solutions_) {
      if (kept.size() == search_.most_solutions) break;
      if (std::none_of(kept.begin(), kept.end(), [&](const ShotSolution& other) { return is_same(one, other); }))
        kept.push_back(one);
    }
    return kept;
  }

  ShotPlayer player_;
  const TableState& state_;
  const ShotGoal& goal_;
  const ShotSearch& search_;
  const ShotOptions& options_;
  unsigned threads_;
  Outcome outcome_;
  std::vector<ShotSolution> solutions_;
};

// Where a ball ends, over the shots so far.
class Ends {
 public:
  explicit Ends(int number) { sums_.number = number; }

  void add(const ShotBall& end) {
    shots_ += 1;
    sums_.potted += end.place == ShotBall::Place::potted ? 1 : 0;
    sums_.off_table += end.place == ShotBall::Place::off_table ? 1 : 0;
    if (end.place != ShotBall::Place::on_table) return;
    // Welford's updates of mean and sums of products.
    on_table_ += 1;
    const Vec2 before = plan_of(end.state) - sums_.mean;
    sums_.mean += before / on_table_;
    const Vec2 after = plan_of(end.state) - sums_.mean;
    sums_.xx += before.x * after.x;
    sums_.xy += before.x * after.y;
    sums_.yy += before.y * after.y;
  }

  BallSpread spread() const {
    BallSpread ball = sums_;
    for (double* share : {&ball.potted, &ball.off_table}) *share /= std::max(1.0, shots_);
    for (double* sum : {&ball.xx, &ball.xy, &ball.yy}) *sum /= std::max(1.0, on_table_);
    return ball;
  }

 private:
  BallSpread sums_;
  double shots_ = 0;
  double on_table_ = 0;
};

}  // namespace

void play_all(const Table& table, const TableState& state, const std::vector<Strike>& strikes,
              const ShotOptions& options, unsigned threads, const ShotSink& sink) {
  const ShotPlayer prepared(table);
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t shares = (strikes.size() + kShare - 1) / kShare;
  std::atomic<std::size_t> next{0};
  work_in_parallel(static_cast<unsigned>(std::clamp<std::size_t>(shares, 1, threads)), [&] {
    ShotPlayer player = prepared;
    Outcome outcome;
    for (std::size_t share = next++; share < shares; share = next++) {
      const std::size_t end = std::min(strikes.size(), (share + 1) * kShare);
      for (std::size_t i = share * kShare; i < end; ++i) {
        player.play(state, strikes[i], options, outcome);
        sink(i, outcome);
      }
    }
  });
}

bool is_miscue(const Strike& stroke, const Cue& cue) {
  return norm(Vec2{stroke.side, stroke.height}) > cue.miscue_offset;
}

ShotSpread spread(const Table& table, const TableState& state, const Strike& meant, const ExecutionNoise& noise,
                  std::size_t samples, std::uint64_t seed, const ShotOptions& options, unsigned threads,
                  const std::function<void()>& watch) {
  if (samples == 0) refuse("samples", 0, "1 or more");
  std::vector<Ends> balls;
  for (const ShotBall& ball : state.balls) balls.emplace_back(ball.number);
  std::size_t miscues = 0;
  for (std::size_t first = 0; first < samples; first += kBlock) {
    std::vector<Strike> strikes;
    const std::size_t end = std::min(samples, first + kBlock);
    for (std::size_t k = first; k < end; ++k) {
      watch();
      Random random(seed, k);
      const Strike stroke = with_noise(meant, noise, random);
      if (!is_miscue(stroke, options.cue)) strikes.push_back(stroke);
    }
    miscues += end - first - strikes.size();
    std::vector<std::vector<ShotBall>> ends(strikes.size());
    play_all(table, state, strikes, options, threads, [&](std::size_t k, const Outcome& outcome) {
      watch();
      ends[k] = outcome.state.balls;
    });
    for (const std::vector<ShotBall>& places : ends)
      for (std::size_t i = 0; i < balls.size(); ++i) balls[i].add(places[i]);
  }
  ShotSpread result;
  result.miscues = static_cast<double>(miscues) / static_cast<double>(samples);
  for (const Ends& ball : balls) result.balls.push_back(ball.spread());
  return result;
}

ShotSpread spread(const Table& table, const TableState& state, const Strike& meant, const ExecutionNoise& noise,
                  std::size_t samples, std::uint64_t seed, const ShotOptions& options, unsigned threads) {
  return spread(table, state, meant, noise, samples, seed, options, threads, [] {});
}

ShotGoal pots(int number, std::optional<std::size_t> pocket, int cue_ball) {
  return [=](const Outcome& outcome) {
    const ShotBall* ball = outcome.state.find(number);
    const ShotBall* cue = outcome.state.find(cue_ball);
    return ball != nullptr && ball->place == ShotBall::Place::potted &&
           (!pocket || ball->pocket == static_cast<int>(*pocket)) && cue != nullptr &&
           (cue->place == ShotBall::Place::on_table || number == cue_ball);
  };
}

ShotGoal plays_carom(int first, int second, int cushions, int cue_ball) {
  return [=](const Outcome& outcome) {
    bool met_first = false;
    bool met_second = false;
    int met_cushions = 0;
    for (const ShotEvent& event : outcome.events) {
      if (event.kind == ShotEventKind::cushion && event.ball == cue_ball) ++met_cushions;
      if (event.kind != ShotEventKind::ball_ball || (event.ball != cue_ball && event.other != cue_ball)) continue;
      const int ball = event.ball == cue_ball ? event.other : event.ball;
      const bool is_new = (ball == first && !met_first) || (ball == second && !met_second);
      met_first = met_first || ball == first;
      met_second = met_second || ball == second;
      if (is_new && met_first && met_second) return met_cushions >= cushions;
    }
    return false;
  };
}

std::vector<ShotSolution> find_shots(const Table& table, const TableState& state, const ShotGoal& goal,
                                     const ShotSearch& search, const ShotOptions& options, unsigned threads) {
  return Search(table, state, goal, search, options, threads)();
}

}  // namespace carom::billiards
