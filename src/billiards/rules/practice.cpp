#include "billiards/rules/rules.hpp"

// One player, no fouls: what is pocketed stays off until it is placed again.
namespace carom::billiards::rules {
namespace {

void set_up(Game& game) {
  place_rack(game, InHand::anywhere);
}

std::string call_fault(const Game&, const Call& call) {
  return call == Call{} ? "" : "practice knows no calls";
}

void judge(Game& next, const Game&, const Shot&, const Reading&) {
  next.in_hand = InHand::anywhere;
}

void choose(Game&, Choice) {}

std::vector<int> balls_on_for(const Game& game, std::optional<int>) {
  return object_balls(game);
}

}  // namespace

const Rules& practice() {
  static constexpr Rules kRules = {set_up, call_fault, judge, choose, balls_on_for};
  return kRules;
}

}  // namespace carom::billiards::rules
