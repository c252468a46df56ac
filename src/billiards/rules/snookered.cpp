#include "billiards/rules/snookered.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "billiards/rules/rules.hpp"

namespace carom::billiards::rules {
namespace {

struct View {
  const Game& game;
  Vec2 from;  ///< the cue ball
  const std::vector<int>& on;

  double diameter() const { return 2 * game.settings.layout.ball_radius; }
};

/// Whether a ball there is in the way of the cue ball that moves from `from` by `length` in the direction `way`.
bool is_in_the_way(const View& view, const Vec2& ball, const Vec2& way, double length) {
  const Vec2 offset = ball - view.from;
  const double along = dot(offset, way);
  if (along <= 0) return false;
  const Vec2 nearest = std::min(along, length) * way;
  return norm(offset - nearest) < view.diameter();
}

/// The nearest ball not on that hides an edge of `target` from the cue ball; −1 if none does.
int hiding_ball(const View& view, int target) {
  const Vec2 offset = *view.game.balls[static_cast<std::size_t>(target)] - view.from;
  const double distance = norm(offset);
  if (distance <= view.diameter()) return -1;
  // The centre's path that grazes the target turns away from it by the angle with this sine.
  const double sine = view.diameter() / distance;
  const double cosine = std::sqrt((1 - sine) * (1 + sine));
  const Vec2 ahead = offset / distance;
  const Vec2 left{-ahead.y, ahead.x};
  int hiding = -1;
  double nearest = std::numeric_limits<double>::infinity();
  for (int ball = 1; ball < static_cast<int>(view.game.balls.size()); ++ball) {
    const auto& place = view.game.balls[static_cast<std::size_t>(ball)];
    if (!place || std::find(view.on.begin(), view.on.end(), ball) != view.on.end()) continue;
    const double away = norm(*place - view.from);
    if (away >= nearest) continue;
    for (const double side : {-1.0, 1.0})
      if (is_in_the_way(view, *place, cosine * ahead + side * sine * left, cosine * distance)) {
        hiding = ball;
        nearest = away;
      }
  }
  return hiding;
}

bool is_snookered_from(const Game& game, const Vec2& from, const std::vector<int>& on) {
  const View view{game, from, on};
  return std::all_of(on.begin(), on.end(), [&](int ball) { return hiding_ball(view, ball) >= 0; });
}

/// Some free place of the D sees both edges of a ball on.
bool sees_from_the_d(const Game& game, const std::vector<int>& on) {
  constexpr int kSteps = 36;
  const Layout& layout = game.settings.layout;
  for (int i = 0; i <= kSteps; ++i)
    for (int j = -kSteps; j <= kSteps; ++j) {
      const Vec2 place = layout.head() + layout.d_radius / kSteps * Vec2{-double(i), double(j)};
      if (!in_hand_fault(game, place).empty() || !placement_fault(layout, game.balls, kCueBall, place).empty())
        continue;
      if (!is_snookered_from(game, place, on)) return true;
    }
  return false;
}

}  // namespace

bool is_snookered_by(const Game& game, const std::vector<int>& on, int by) {
  const View view{game, *game.balls[kCueBall], on};
  return !on.empty() && std::all_of(on.begin(), on.end(), [&](int ball) { return hiding_ball(view, ball) == by; });
}

}  // namespace carom::billiards::rules

namespace carom::billiards {

bool is_snookered(const Game& game, const std::vector<int>& on) {
  if (on.empty()) return false;
  if (!game.balls[kCueBall]) return !rules::sees_from_the_d(game, on);
  return rules::is_snookered_from(game, *game.balls[kCueBall], on);
}

}  // namespace carom::billiards
