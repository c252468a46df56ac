// Two players who aim at the easiest pot and stroke with errors play a game of eight-ball from its rack to its end.
#include <carom/billiards/execution_noise.hpp>
#include <carom/billiards/game.hpp>
#include <carom/billiards/referee.hpp>
#include <cstdio>

using namespace carom::billiards;
using carom::Vec2;

struct Plan {
  Call call{.safety = true};
  Strike strike;
  double ease = 0;  // the cosine of the cut
};

// The pot with the least cut; if there is none, a safety against the first ball that is on.
Plan plan_from(const Game& game, const Vec2& cue) {
  const Layout& layout = game.settings.layout;
  Plan best;
  best.strike = {.speed = 1.5, .heading = *game.balls[balls_on(game)[0]] - cue};
  for (const int ball : balls_on(game))
    for (int pocket = 0; pocket < 6; ++pocket) {
      const Vec2 line = layout.pockets[pocket].centre - *game.balls[ball];
      const Vec2 aim = *game.balls[ball] - 2 * layout.ball_radius * line / norm(line) - cue;
      const double ease = dot(aim, line) / (norm(aim) * norm(line));
      if (ease <= best.ease + 0.2) continue;
      best = {{.ball = ball, .pocket = pocket}, {.speed = 2 + norm(line), .heading = aim}, ease};
    }
  return best;
}

// The cue ball in hand: the best of fifty places.
Vec2 place_for(const Game& game, carom::Random& random) {
  Vec2 best{-0.8, 0};
  double ease = -1;
  for (int tries = 0; tries < 50; ++tries) {
    const Vec2 place{random.uniform(-1.2, 1.2), random.uniform(-0.6, 0.6)};
    if (!refusal(game, Placement{kCueBall, place}).empty()) continue;
    if (const Plan plan = plan_from(game, place); plan.ease > ease) {
      best = place;
      ease = plan.ease;
    }
  }
  return best;
}

Shot shoot(ShotPlayer& table, const Game& game, carom::Random& random) {
  Plan plan = plan_from(game, *game.balls[kCueBall]);
  if (game.opening) plan = {{}, {.speed = 8, .heading = Vec2{1, 0.01}}, 0};
  const ExecutionNoise noise{.speed = 0.1, .heading = 0.004};
  return take_shot(table, game, plan.call, with_noise(plan.strike, noise, random));
}

int main() {
  ShotPlayer table(pool_table());
  carom::Random random(2026);
  GameHistory history(settings_for(GameKind::eight_ball, /*seed=*/7));
  while (!history.game().over) {
    const Game& game = history.game();
    if (!game.choices.empty())
      history.act(game.choices.front());
    else if (!game.balls[kCueBall])
      history.act(Placement{kCueBall, place_for(game, random)});
    else
      history.act(shoot(table, game, random));
  }
  const Game& last = history.game();
  std::printf("racks won: %d\n", last.score[0] + last.score[1]);
  while (history.undo()) {
  }
  std::printf("all undone: %s\n", describe(history.game()).c_str());
}
