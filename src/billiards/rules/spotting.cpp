#include "billiards/rules/spotting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/query/overlap.hpp"
#include "carom/shape/ball.hpp"

namespace carom::billiards::rules {
namespace {

// m: what must be seen between a spotted ball and one that it may not touch.
constexpr double kSeparation = 1e-4;

/// A ball that is spotted looks for its place along a line parallel to the long sides: the long string for most.
class Line {
 public:
  Line(const Game& game, int ball, double y, bool may_touch_object_balls)
      : game_(game),
        ball_(ball),
        y_(y),
        may_touch_object_balls_(may_touch_object_balls),
        radius_(game.settings.layout.ball_radius) {}

  /// The free place nearest to `x` towards the end of the table that `step` (±1) points to.
  std::optional<double> search(double x, double step) const {
    const double end = game_.settings.layout.length / 2 - radius_;
    while (x * step <= end) {
      const int blocker = blocking(x);
      if (blocker < 0) return x;
      x = beyond(blocker, x, step);
    }
    return std::nullopt;
  }

 private:
  bool touching_counts(int other) const { return !may_touch_object_balls_ || other == kCueBall; }

  int blocking(double x) const {
    for (std::size_t i = 0; i < game_.balls.size(); ++i) {
      const int other = static_cast<int>(i);
      if (other == ball_ || !game_.balls[i]) continue;
      const Proximity met = proximity(Circle{{x, y_}, radius_}, Circle{*game_.balls[i], radius_});
      if (met == Proximity::overlapping || (met == Proximity::touching && touching_counts(other))) return other;
    }
    return -1;
  }

  /// Where the ball just touches that one, or is free of it; always further on than x.
  double beyond(int other, double x, double step) const {
    const Vec2 at = *game_.balls[static_cast<std::size_t>(other)];
    const double reach = 2 * radius_ + (touching_counts(other) ? kSeparation : 0);
    const double height = std::min(std::abs(at.y - y_), reach);
    const double next = at.x + step * std::sqrt((reach - height) * (reach + height));
    const double further = std::nextafter(x, step * std::numeric_limits<double>::infinity());
    return step > 0 ? std::max(next, further) : std::min(next, further);
  }

  const Game& game_;
  int ball_;
  double y_;
  bool may_touch_object_balls_;
  double radius_;
};

void put(Game& game, int ball, const Vec2& place) {
  game.balls[static_cast<std::size_t>(ball)] = place;
  game.verdict.spotted.push_back({ball, place});
}

void spot_near(Game& game, int ball, const Vec2& spot, bool may_touch) {
  const Line line(game, ball, spot.y, may_touch);
  std::optional<double> x = line.search(spot.x, 1);
  if (!x) x = line.search(spot.x, -1);
  put(game, ball, {x.value_or(spot.x), spot.y});
}

bool spot_on_a_colour_spot(Game& game, int colour) {
  const Layout& layout = game.settings.layout;
  for (int spot = kBlack; spot >= kYellow; --spot) {
    const Vec2 place = colour_spot(layout, spot);
    if (is_occupied(game, colour, place)) continue;
    put(game, colour, place);
    return true;
  }
  return false;
}

/// The spot that a ball at the end of the chain "in the way" leaves free.
Vec2 carom_place(const Game& game, int ball) {
  const Layout& layout = game.settings.layout;
  const auto spot_of = [&](int number) {
    if (number == kCaromRed) return layout.foot();
    return number == game.turn ? layout.head() : Vec2{0, 0};
  };
  Vec2 spot = spot_of(ball);
  for (int tries = 0; tries < 3 && is_occupied(game, ball, spot); ++tries) {
    for (int other = 0; other < 3; ++other) {
      const auto& lies = game.balls[static_cast<std::size_t>(other)];
      if (other == ball || !lies) continue;
      const Circle there{*lies, layout.ball_radius};
      if (proximity(Circle{spot, layout.ball_radius}, there) == Proximity::apart) continue;
      spot = spot_of(other);
      break;
    }
  }
  return spot;
}

}  // namespace

bool is_occupied(const Game& game, int ball, const Vec2& spot) {
  const double radius = game.settings.layout.ball_radius;
  for (std::size_t other = 0; other < game.balls.size(); ++other) {
    if (static_cast<int>(other) == ball || !game.balls[other]) continue;
    if (proximity(Circle{spot, radius}, Circle{*game.balls[other], radius}) != Proximity::apart) return true;
  }
  return false;
}

void spot_pool_balls(Game& game, std::vector<int> balls) {
  std::sort(balls.begin(), balls.end());
  for (const int ball : balls) spot_near(game, ball, game.settings.layout.foot(), true);
}

void spot_colours(Game& game, const std::vector<int>& colours) {
  std::vector<int> waiting = colours;
  std::sort(waiting.rbegin(), waiting.rend());
  std::vector<int> displaced;
  for (const int colour : waiting) {
    const Vec2 own = colour_spot(game.settings.layout, colour);
    if (is_occupied(game, colour, own))
      displaced.push_back(colour);
    else
      put(game, colour, own);
  }
  for (const int colour : displaced) {
    if (!spot_on_a_colour_spot(game, colour)) spot_near(game, colour, colour_spot(game.settings.layout, colour), false);
  }
}

void spot_carom_balls(Game& game, const std::vector<int>& balls) {
  for (const int ball : balls) game.balls[static_cast<std::size_t>(ball)].reset();
  for (const int ball : balls) put(game, ball, carom_place(game, ball));
}

}  // namespace carom::billiards::rules
