#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "carom/billiards/game.hpp"
#include "carom/math/random.hpp"

namespace carom::billiards::test {

/// Two players who do at random what the rules allow: their shots are tales, not physics, so that rare things happen
/// often.
class RandomPlayers {
 public:
  explicit RandomPlayers(std::uint64_t seed) : random_(seed) {}

  Action act(const Game& game) {
    if (!game.choices.empty()) return game.choices[random_.below(game.choices.size())];
    const auto cue = static_cast<std::size_t>(cue_ball(game));
    if (!game.balls[cue] || (game.in_hand != InHand::no && chance(0.3))) return placement(game);
    if (chance(0.1) && refusal(game, Choice::spot_nearest).empty()) return Choice::spot_nearest;
    if (chance(0.001) && refusal(game, Choice::concede).empty()) return Choice::concede;
    return shot(game);
  }

 private:
  bool chance(double probability) { return random_.uniform() < probability; }

  Vec2 anywhere(const Layout& layout) {
    const double x = layout.length / 2 - layout.ball_radius;
    const double y = layout.width / 2 - layout.ball_radius;
    return {random_.uniform(-x, x), random_.uniform(-y, y)};
  }

  Action placement(const Game& game) {
    const Layout& layout = game.settings.layout;
    const int ball = game.settings.kind == GameKind::practice ? one_of(off_table_or_cue(game)) : cue_ball(game);
    for (;;) {
      Vec2 place = anywhere(layout);
      if (game.in_hand == InHand::in_d) place = layout.head() + layout.d_radius * random_.in_ball<2>();
      if (game.in_hand == InHand::starting_spots)
        place = {layout.head_line, chance(0.5) ? layout.starting_spot : -layout.starting_spot};
      if (refusal(game, Placement{ball, place}).empty()) return Placement{ball, place};
    }
  }

  static std::vector<int> off_table_or_cue(const Game& game) {
    std::vector<int> balls = {kCueBall};
    if (!game.balls[kCueBall]) return balls;
    for (std::size_t ball = 0; ball < game.balls.size(); ++ball)
      if (!game.balls[ball]) balls.push_back(static_cast<int>(ball));
    return balls;
  }

  int one_of(const std::vector<int>& balls) { return balls[random_.below(balls.size())]; }

  std::vector<int> lying(const Game& game) {
    std::vector<int> balls;
    for (std::size_t ball = 0; ball < game.balls.size(); ++ball)
      if (game.balls[ball]) balls.push_back(static_cast<int>(ball));
    return balls;
  }

  Call call(const Game& game) {
    for (;;) {
      Call call;
      const int ball = one_of(lying(game));
      if (chance(0.7)) call.ball = ball;
      if (chance(0.7) && call.ball) call.pocket = static_cast<int>(random_.below(6));
      call.safety = !call.ball && chance(0.5);
      call.push_out = chance(0.3);
      if (call_refusal(game, call).empty()) return call;
    }
  }

  /// Facts come in order; a ball that is gone does nothing more.
  struct Tale {
    Shot shot;
    std::vector<int> balls;
    double time = 0;

    void tell(ShotFact::Kind kind, int ball, int other) { shot.facts.facts.push_back({kind, time, ball, other}); }
    void end(ShotFact::Kind kind, int ball, int other) {
      tell(kind, ball, other);
      shot.facts.rest[static_cast<std::size_t>(ball)].reset();
      std::erase(balls, ball);
    }
    bool lies(int ball) const { return std::find(balls.begin(), balls.end(), ball) != balls.end(); }
  };

  void first_hit(const Game& game, Tale& tale) {
    const int cue = cue_ball(game);
    std::vector<int> on = balls_on(game, tale.shot.call.ball);
    if (chance(0.15)) on = tale.balls;
    std::erase(on, cue);
    if (on.empty() || chance(0.05)) return;
    tale.tell(ShotFact::Kind::ball, cue, one_of(on));
    if (chance(0.02)) tale.tell(ShotFact::Kind::ball, cue, one_of(on));
  }

  void something(const Game& game, Tale& tale) {
    const int cue = cue_ball(game);
    const int ball = one_of(tale.balls);
    const int pockets = static_cast<int>(game.settings.layout.pockets.size());
    tale.time += random_.uniform();
    const double kind = random_.uniform();
    if (kind < 0.55) {
      tale.tell(ShotFact::Kind::cushion, chance(0.4) && tale.lies(cue) ? cue : ball, 0);
    } else if (kind < 0.75) {
      const int other = one_of(tale.balls);
      if (other != ball) tale.tell(ShotFact::Kind::ball, ball, other);
    } else if (kind < 0.97) {
      if (pockets > 0 && (ball != cue || chance(0.3)))
        tale.end(ShotFact::Kind::pocket, ball, static_cast<int>(random_.below(6)));
    } else if (chance(0.3)) {
      tale.end(ShotFact::Kind::off_table, ball, 0);
    }
  }

  void called_shot(Tale& tale) {
    const Call& call = tale.shot.call;
    if (call.ball && call.pocket && tale.lies(*call.ball) && chance(0.6))
      tale.end(ShotFact::Kind::pocket, *call.ball, *call.pocket);
  }

  void move_some(const Game& game, Tale& tale) {
    BallPlaces& rest = tale.shot.facts.rest;
    for (const int ball : tale.balls) {
      if (!chance(0.3)) continue;
      const Vec2 place = anywhere(game.settings.layout);
      if (placement_fault(game.settings.layout, rest, ball, place).empty())
        rest[static_cast<std::size_t>(ball)] = place;
    }
  }

  Action shot(const Game& game) {
    Tale tale{.shot = {.call = call(game), .facts = {.rest = game.balls}}, .balls = lying(game)};
    first_hit(game, tale);
    called_shot(tale);
    for (std::uint64_t n = random_.below(9); n > 0 && !tale.balls.empty(); --n) something(game, tale);
    move_some(game, tale);
    tale.shot.facts.crossed_head_line = chance(0.5);
    tale.shot.facts.jumped_over_a_ball = chance(0.02);
    return tale.shot;
  }

  Random random_;
};

}  // namespace carom::billiards::test
