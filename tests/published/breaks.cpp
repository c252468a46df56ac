#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "carom/billiards/execution_noise.hpp"
#include "carom/billiards/layout.hpp"
#include "carom/billiards/rack.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/referee.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/math/random.hpp"
#include "published/table_rows.hpp"

namespace carom::published {
namespace {

using namespace billiards;

// Ours, chosen before anything was counted: .15° of aim, 3 % of speed, .03 R of the tip; the Olympiads' was published.
enum class Scatter { ours, half_of_ours, olympiad };

ExecutionNoise noise(Scatter scatter, double speed) {
  if (scatter == Scatter::olympiad) return olympiad_noise(pool().ball.radius);
  const double size = scatter == Scatter::ours ? 1 : 0.5;
  return {.speed = size * 0.03 * speed,
          .heading = size * 0.15 * std::numbers::pi / 180,
          .side = size * 0.03,
          .height = size * 0.03,
          .elevation = 0};
}

// Of the cue, for a ball that leaves with `ball_speed`, hit so many radii above the middle (Alciatore, TP A-30).
double cue_speed(double ball_speed, double height) {
  const Cue cue;
  return ball_speed * (1 + pool().ball.mass / cue.mass + 2.5 * height * height) / (1 + cue.restitution);
}

constexpr double kBesideTheRail = 0.55;  // m from the middle: of 9 ft: the ball is 6 cm off the long rail

struct Break {
  GameKind game;
  double length;  // of the table
  double gap;
  double beside;        // how far from the middle of the head line the cue ball lies
  bool second = false;  // aims at the second ball on that side, not at the first
  bool ten = false;     // without the last row of fifteen
  double ball_speed = 10.7;
  bool nine_on_foot_spot = true;
  double height = 0;  // of the tip above the middle, in radii
  Scatter scatter = Scatter::ours;
};

struct Played {
  BallPlaces places;
  Outcome outcome;
};

// The centre of the front ball, or of the next one on the side of +y, where the cue ball is.
Vec2 target(const BallPlaces& places, bool second) {
  std::vector<Vec2> racked;
  for (std::size_t ball = 1; ball < places.size(); ++ball)
    if (places[ball]) racked.push_back(*places[ball]);
  std::sort(racked.begin(), racked.end(), [](const Vec2& a, const Vec2& b) { return a.x < b.x; });
  if (!second) return racked[0];
  return racked[1].y > racked[2].y ? racked[1] : racked[2];
}

Played play(ShotPlayer& player, const Break& how, std::uint64_t number) {
  const Table& table = player.table();
  const Layout layout = layout_of(table);
  Played played;
  played.places = rack(how.game, layout, 1, number, {.gap = how.gap, .nine_on_foot_spot = how.nine_on_foot_spot});
  BallPlaces& places = played.places;
  if (how.ten) {
    const double last_row = layout.foot_spot + 3.5 * std::sqrt(3.0) * layout.ball_radius;
    for (std::size_t ball = 1; ball < places.size(); ++ball)
      if (places[ball]->x > last_row) places[ball].reset();
  }
  places[kCueBall] = Vec2{layout.head_line, how.beside};
  const double speed = cue_speed(how.ball_speed, how.height);
  Random random(2, number);
  const Strike meant{.speed = speed, .heading = target(places, how.second) - *places[kCueBall], .height = how.height};
  const Strike stroke = with_noise(meant, noise(how.scatter, speed), random);
  player.play(table_state(table, places), stroke, {}, played.outcome);
  return played;
}

BreakRow statistics(const std::string& what, const Break& how, int racks) {
  ShotPlayer player(pool_table(how.length));
  const int key = how.game == GameKind::nine_ball ? kNineBall : kEightBall;
  BreakRow row{what, 0, 0, 0, 0, 0};
  for (int number = 0; number < racks; ++number) {
    const Played played = play(player, how, static_cast<std::uint64_t>(number));
    int potted = 0;
    bool scratch = false, off = false;
    for (const ShotBall& ball : played.outcome.state.balls) {
      off |= ball.place == ShotBall::Place::off_table;
      if (ball.place != ShotBall::Place::potted) continue;
      if (ball.number == kCueBall) {
        scratch = true;
        continue;
      }
      ++potted;
      row.key_ball += ball.number == key ? 1 : 0;
    }
    row.made += potted > 0 ? 1 : 0;
    row.good += potted > 0 && !scratch && !off ? 1 : 0;
    row.scratched += scratch ? 1 : 0;
    row.balls += potted;
  }
  for (double* share : {&row.made, &row.good, &row.scratched, &row.key_ball}) *share *= 100. / racks;
  row.balls /= racks;
  return row;
}

// In how many of a hundred racks of nine-ball the wing ball on the side of +y does what is asked.
template <class Does>
double wing(const Break& how, int racks, Does does) {
  ShotPlayer player(pool_table(how.length));
  int done = 0;
  for (int number = 0; number < racks; ++number) {
    const Played played = play(player, how, static_cast<std::uint64_t>(number));
    std::size_t ball = 1;
    for (std::size_t k = 1; k < played.places.size(); ++k)
      if (played.places[k]->y > played.places[ball]->y) ball = k;
    done += does(player.table(), played.outcome, static_cast<int>(ball)) ? 1 : 0;
  }
  return 100. * done / racks;
}

bool falls_into_foot_corner(const Table& table, const Outcome& outcome, int ball) {
  const ShotBall& end = *outcome.state.find(ball);
  return end.place == ShotBall::Place::potted && table.pockets[static_cast<std::size_t>(end.pocket)].id == "top right";
}

bool meets_the_long_rail_first(const Table& table, const Outcome& outcome, int ball) {
  for (const ShotEvent& event : outcome.events) {
    if (event.ball != ball) continue;
    if (event.kind == ShotEventKind::pocket) return false;
    if (event.kind != ShotEventKind::cushion) continue;
    const CushionPart& part = table.cushions[static_cast<std::size_t>(event.part)];
    return std::abs(part.to.x - part.from.x) > std::abs(part.to.y - part.from.y) && event.state.position.y > 0;
  }
  return false;
}

}  // namespace

std::vector<BreakRow> breaks(int racks) {
  constexpr double kBesideTheRailOf7 = 0.44;
  const double feet7 = pool_length(7), feet9 = pool_length(9);
  std::vector<BreakRow> rows;
  for (const auto& [gap, word] :
       {std::pair{kTemplateGap, "template, 20 µm"}, {kTightGap, "tight, 100 µm"}, {kLooseGap, "loose, 400 µm"}}) {
    const std::string game = std::string("eight-ball, 7 ft, ") + word;
    Break first{GameKind::eight_ball, feet7, gap, 0};
    rows.push_back(statistics(game, first, racks));
    first.height = 0.15;
    for (const auto& [scatter, whose] :
         {std::pair{Scatter::olympiad, "the Olympiads' scatter"}, {Scatter::half_of_ours, "half of our scatter"}}) {
      first.scatter = scatter;
      rows.push_back(statistics(game + ", struck .15 R above the middle, " + whose, first, racks));
    }
    rows.push_back(statistics(game + ", the second ball hit full from beside the long rail",
                              {GameKind::eight_ball, feet7, gap, kBesideTheRailOf7, true}, racks));
  }
  rows.push_back(
      statistics("ten balls, 9 ft, template", {GameKind::eight_ball, feet9, kTemplateGap, 0, false, true}, racks));
  rows.push_back(statistics("nine-ball, 9 ft, template, from beside the long rail",
                            {GameKind::nine_ball, feet9, kTemplateGap, kBesideTheRail}, racks));
  return rows;
}

std::vector<Section> wing_balls(int racks) {
  const auto share = [racks](double ball_speed, bool nine_on_foot_spot, double beside, auto does) {
    return wing({.game = GameKind::nine_ball,
                 .length = pool_length(9),
                 .gap = kTemplateGap,
                 .beside = beside,
                 .ball_speed = ball_speed,
                 .nine_on_foot_spot = nine_on_foot_spot},
                racks, does);
  };
  const auto corner = falls_into_foot_corner;
  return {{"The wing ball of nine-ball, in so many of 100 racks",
           {{"hit square from beside the long rail, 6, 8.5 and 11 m/s: into the corner: most",
             {75, 75, 75},
             25,
             {share(6, false, kBesideTheRail, corner), share(8.5, false, kBesideTheRail, corner),
              share(11, false, kBesideTheRail, corner)},
             "BD January 2021, September 2023"},
            {"with the 9 on the foot spot: not", {0}, 25, {share(10.7, true, kBesideTheRail, corner)}, "the same"},
            {"hit square from the centre: passes above the corner, meets the long rail",
             {100},
             25,
             {share(10.7, false, 0, meets_the_long_rail_first)},
             "the same"}}}};
}

}  // namespace carom::published
