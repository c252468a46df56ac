#include "breaks.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "carom/billiards/referee.hpp"
#include "carom/math/random.hpp"
#include "common/message.hpp"
#include "common/shot_arguments.hpp"

namespace {

using namespace carom::billiards;
using carom::Vec2;
using carom::io::RackFile;
using carom::io::ShotRow;
using carom::io::ShotSetup;

/// Of those rows that were played.
struct Tally {
  std::size_t played = 0;
  std::size_t made = 0;
  std::size_t good = 0;  // made, without a foul
  std::size_t scratched = 0;
  std::size_t off_table = 0;
  std::size_t key_ball = 0;
  std::size_t balls = 0;
  std::array<std::size_t, 6> by_count{};  // of balls made: the last is for more
  std::vector<std::size_t> by_pocket;

  void add(const ShotRow& row, int key) {
    std::size_t potted = 0;
    bool scratch = false;
    bool off = false;
    for (const ShotBall& ball : row.balls) {
      off = off || ball.place == ShotBall::Place::off_table;
      if (ball.place != ShotBall::Place::potted) continue;
      if (ball.number == kCueBall) {
        scratch = true;
        continue;
      }
      ++potted;
      ++by_pocket.at(static_cast<std::size_t>(ball.pocket));
      if (ball.number == key) ++key_ball;
    }
    ++played;
    made += potted > 0 ? 1 : 0;
    good += potted > 0 && !scratch && !off ? 1 : 0;
    scratched += scratch ? 1 : 0;
    off_table += off ? 1 : 0;
    balls += potted;
    ++by_count.at(std::min(potted, by_count.size() - 1));
  }

  /// In per cent, with the standard error of a share.
  std::string share(std::size_t part) const {
    const double p = static_cast<double>(part) / static_cast<double>(played);
    return fmt::format("{:5.1f} +- {:.1f} %", 100 * p, 100 * std::sqrt(p * (1 - p) / static_cast<double>(played)));
  }
};

}  // namespace

std::vector<ShotRow> play_breaks(const ShotSetup& setup, const RackFile& rack, std::size_t count, bool aimed,
                                 const ExecutionNoise& noise, std::uint64_t seed,
                                 const std::function<bool(std::size_t done)>& progress) {
  constexpr std::size_t kBetweenProgress = 64;
  ShotSetup one = setup;
  const Layout layout = layout_of(setup.table);
  const carom::Vec3 cue_ball = setup.state.find(kCueBall)->state.position;
  std::vector<ShotRow> rows;
  while (rows.size() < count) {
    if (rows.size() % kBetweenProgress == 0 && !progress(rows.size())) return rows;
    BallPlaces places = carom::billiards::rack(rack.game, layout, rack.seed, rack.number + rows.size(), rack.options);
    places[kCueBall] = Vec2{cue_ball.x, cue_ball.y};
    one.state = table_state(setup.table, places);
    Strike meant = setup.strike;
    if (!aimed) meant.heading = towards_nearest_ball(places);
    carom::Random random(seed, rows.size());
    rows.push_back(play_batch(one, {with_noise(meant, noise, random)}, 1, {}, [](std::size_t) { return true; }).at(0));
  }
  progress(rows.size());
  return rows;
}

void say_breaks(const RackFile& rack, const std::vector<ShotRow>& rows) {
  const int key = rack.game == GameKind::eight_ball ? kEightBall : rack.game == GameKind::nine_ball ? kNineBall : -1;
  Tally tally;
  tally.by_pocket.resize(rack.table.pockets.size());
  for (const ShotRow& row : rows)
    if (!row.miscue) tally.add(row, key);
  if (tally.played == 0) return;
  say("Breaks of {} on {}, gaps of {:g} m on average:\n", name(rack.game), rack.table.name, rack.options.gap);
  say("  a ball falls             {}\n", tally.share(tally.made));
  say("  and without a foul       {}\n", tally.share(tally.good));
  say("  the cue ball falls       {}\n", tally.share(tally.scratched));
  say("  a ball leaves the table  {}\n", tally.share(tally.off_table));
  if (key > 0) say("  the {} falls              {}\n", key, tally.share(tally.key_ball));
  say("  balls that fall          {:5.2f} a rack;",
      static_cast<double>(tally.balls) / static_cast<double>(tally.played));
  for (std::size_t k = 0; k < tally.by_count.size(); ++k)
    say(" {}{}: {:.1f} %{}", k, k + 1 == tally.by_count.size() ? " or more" : "",
        100 * static_cast<double>(tally.by_count[k]) / static_cast<double>(tally.played),
        k + 1 == tally.by_count.size() ? "\n" : ",");
  for (std::size_t k = 0; k < tally.by_pocket.size(); ++k)
    say("  {:<24} {:5.3f} balls a rack\n", "into " + rack.table.pockets[k].id,
        static_cast<double>(tally.by_pocket[k]) / static_cast<double>(tally.played));
}
