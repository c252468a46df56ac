#include "carom/billiards/rack.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "billiards/require.hpp"
#include "carom/math/random.hpp"
#include "carom/query/overlap.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/convex_polygon.hpp"

namespace carom::billiards {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"eight-ball", "nine-ball",     "straight-pool",
                                                    "snooker",    "three-cushion", "practice"};
constexpr std::array<std::string_view, 6> kColours = {"yellow", "green", "brown", "blue", "pink", "black"};
constexpr int kRows = 5;

/// Places of balls that just do not touch, row after row from the front, each row from −y to y.
class Lattice {
 public:
  Lattice(const Vec2& front, double radius, double gap, Random& random)
      : front_(front), pitch_(2 * radius + gap), shake_(gap / 2), random_(random) {}

  /// The place number `column` of `count` in row `row`.
  Vec2 place(int row, int column, int count) {
    const double along = row * pitch_ * std::sqrt(0.75);
    const double across = (2 * column - count + 1) * (pitch_ / 2);
    // Slightly less than half the gap, far more than rounding: neighbours stay apart by a millionth of it at least.
    constexpr double kLess = 1 - 1e-6;
    return front_ + Vec2{along, across} + shake_ * kLess * random_.in_ball<2>();
  }

 private:
  Vec2 front_;
  double pitch_;
  double shake_;
  Random& random_;
};

void shuffle(std::vector<int>& balls, Random& random) {
  for (std::size_t i = balls.size(); i > 1; --i) std::swap(balls[i - 1], balls[random.below(i)]);
}

std::vector<int> numbers(int first, int last) {
  std::vector<int> balls(static_cast<std::size_t>(last - first + 1));
  std::iota(balls.begin(), balls.end(), first);
  return balls;
}

void swap_to(std::vector<int>& order, std::size_t place, int ball) {
  std::iter_swap(order.begin() + static_cast<std::ptrdiff_t>(place), std::find(order.begin(), order.end(), ball));
}

bool is_solid(int ball) {
  return ball < kEightBall;
}

/// WPA 3.2: the 8 in the middle of the third row, one ball of each group in the corners of the last.
std::vector<int> eight_ball_order(Random& random) {
  constexpr std::size_t kMiddle = 4;
  constexpr std::size_t kRightCorner = 10;
  constexpr std::size_t kLeftCorner = 14;
  std::vector<int> order = numbers(1, 15);
  shuffle(order, random);
  swap_to(order, kMiddle, kEightBall);
  if (is_solid(order[kRightCorner]) != is_solid(order[kLeftCorner])) return order;
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (i != kMiddle && is_solid(order[i]) != is_solid(order[kRightCorner])) others.push_back(i);
  std::swap(order[kLeftCorner], order[others[random.below(others.size())]]);
  return order;
}

/// WPA 2.2: the 1 at the front, the 9 in the middle.
std::vector<int> nine_ball_order(Random& random) {
  std::vector<int> order = numbers(1, 9);
  shuffle(order, random);
  swap_to(order, 0, 1);
  swap_to(order, 4, kNineBall);
  return order;
}

void put_triangle(BallPlaces& balls, const std::vector<int>& order, Lattice lattice) {
  std::size_t next = 0;
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column <= row; ++column) {
      const Vec2 place = lattice.place(row, column, row + 1);
      const int ball = order[next++];
      if (ball > 0) balls[static_cast<std::size_t>(ball)] = place;
    }
}

void put_diamond(BallPlaces& balls, const std::vector<int>& order, Lattice lattice) {
  constexpr std::array<int, kRows> kCounts = {1, 2, 3, 2, 1};
  std::size_t next = 0;
  for (int row = 0; row < kRows; ++row) {
    const int count = kCounts[static_cast<std::size_t>(row)];
    for (int column = 0; column < count; ++column)
      balls[static_cast<std::size_t>(order[next++])] = lattice.place(row, column, count);
  }
}

void put_snooker(BallPlaces& balls, const Layout& layout, double gap, Random& random) {
  for (int colour = kYellow; colour <= kBlack; ++colour)
    balls[static_cast<std::size_t>(colour)] = colour_spot(layout, colour);
  const Vec2 front = colour_spot(layout, kPink) + Vec2{2 * layout.ball_radius + gap, 0};
  put_triangle(balls, numbers(1, kReds), Lattice(front, layout.ball_radius, gap, random));
}

void put_carom(BallPlaces& balls, const Layout& layout) {
  balls[0] = Vec2{layout.head_line, layout.starting_spot};
  balls[1] = layout.head();
  balls[2] = layout.foot();
}

Vec2 waiting_place(GameKind kind, const Layout& layout) {
  if (kind == GameKind::snooker) return {layout.head_line, layout.d_radius / 2};
  return {(layout.head_line - layout.length / 2) / 2, 0};
}

void check(const RackOptions& options) {
  require_between("gap", options.gap, 1e-9, 0.005);
}

}  // namespace

int ball_count(GameKind kind) {
  constexpr std::array<int, 6> kCounts = {16, 10, 16, 22, 3, 16};
  return kCounts[static_cast<std::size_t>(kind)];
}

std::string_view name(GameKind kind) {
  return kNames[static_cast<std::size_t>(kind)];
}

std::string ball_name(GameKind kind, int ball) {
  if (kind == GameKind::three_cushion) return ball == 0 ? "white" : ball == 1 ? "yellow" : "red";
  if (ball == kCueBall) return "cue ball";
  if (kind != GameKind::snooker) return std::to_string(ball);
  if (ball <= kReds) return "red " + std::to_string(ball);
  return std::string(kColours[static_cast<std::size_t>(ball - kYellow)]);
}

Layout layout_for(GameKind kind) {
  if (kind == GameKind::snooker) return snooker_layout();
  return kind == GameKind::three_cushion ? carom_layout() : pool_layout();
}

BallPlaces rack(GameKind kind, const Layout& layout, std::uint64_t seed, std::uint64_t number,
                const RackOptions& options) {
  check(options);
  Random random(seed, number);
  BallPlaces balls(static_cast<std::size_t>(ball_count(kind)));
  if (kind == GameKind::three_cushion) {
    put_carom(balls, layout);
    return balls;
  }
  balls[kCueBall] = waiting_place(kind, layout);
  if (kind == GameKind::snooker) {
    put_snooker(balls, layout, options.gap, random);
  } else if (kind == GameKind::nine_ball) {
    const std::vector<int> order = nine_ball_order(random);
    // The 9 is two rows behind the 1.
    const double back = options.nine_on_foot_spot ? 2 * (2 * layout.ball_radius + options.gap) * std::sqrt(0.75) : 0;
    put_diamond(balls, order, Lattice(layout.foot() - Vec2{back, 0}, layout.ball_radius, options.gap, random));
  } else {
    std::vector<int> order = numbers(1, 15);
    if (kind == GameKind::eight_ball)
      order = eight_ball_order(random);
    else
      shuffle(order, random);
    put_triangle(balls, order, Lattice(layout.foot(), layout.ball_radius, options.gap, random));
  }
  return balls;
}

BallPlaces rerack(const Layout& layout, std::optional<int> left_out, std::uint64_t seed, std::uint64_t number,
                  const RackOptions& options) {
  check(options);
  Random random(seed, number);
  std::vector<int> order = numbers(1, 15);
  if (left_out) order.erase(std::find(order.begin(), order.end(), *left_out));
  shuffle(order, random);
  if (left_out) order.insert(order.begin(), 0);
  BallPlaces balls(16);
  put_triangle(balls, order, Lattice(layout.foot(), layout.ball_radius, options.gap, random));
  return balls;
}

bool interferes_with_rack(const Layout& layout, const Vec2& place) {
  // The frame's inside: the triangle that touches the outer balls, whose corners lie 2 R behind the corner balls'
  // centres, seen from the middle.
  const double pitch = 2 * layout.ball_radius;
  const double front = layout.foot_spot - pitch;
  const double back = layout.foot_spot + (kRows - 1) * pitch * std::sqrt(0.75) + layout.ball_radius;
  const double half = (back - front) / std::sqrt(3.0);
  const ConvexPolygon frame{{{front, 0}, {back, -half}, {back, half}}};
  return proximity(Circle{place, layout.ball_radius}, frame) != Proximity::apart;
}

Vec2 colour_spot(const Layout& layout, int colour) {
  switch (colour) {
    case kYellow:
      return {layout.head_line, -layout.d_radius};
    case kGreen:
      return {layout.head_line, layout.d_radius};
    case kBrown:
      return layout.head();
    case kBlue:
      return {0, 0};
    case kPink:
      return layout.foot();
    case kBlack:
      return {layout.black_spot, 0};
    default:
      throw std::invalid_argument("ball " + std::to_string(colour) + " is no colour: it must be 16 to 21");
  }
}

}  // namespace carom::billiards
