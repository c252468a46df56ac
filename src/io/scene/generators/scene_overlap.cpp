#include "io/scene/generators/scene_overlap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/query/contact.hpp"

namespace carom::io {
namespace {

// A radius of 0 gets a level of its own.
constexpr int kPoints = std::numeric_limits<int>::min();

template <int D>
std::int64_t cell_of(double x, double side) {
  constexpr double kFar = 0x1p52;  // cells beyond are one: too far out for a double to tell neighbours apart
  return static_cast<std::int64_t>(std::clamp(std::floor(x / side), -kFar, kFar));
}

template <int D>
double size_of(const Ball<D>& ball) {
  double size = ball.radius;
  for (int k = 0; k < D; ++k) size = std::max(size, std::abs(ball.center[k]));
  return size;
}

// The overlap that rounding the coordinates of touching bodies explains.
double rounding(double smaller_radius, double size) {
  return 1e-12 * smaller_radius + 8 * std::numeric_limits<double>::epsilon() * size;
}

template <int D>
bool is_movable(const Body<D>& body) {
  return std::holds_alternative<Ball<D>>(body.shape) && std::isfinite(body.mass) && body.response != Response::pocket;
}

// How deep the ball is in the obstacle; 0 when apart.
template <int D>
double depth_in(const Ball<D>& ball, const Shape<D>& obstacle) {
  const auto met = std::visit([&ball](const auto& shape) { return contact(ball, shape); }, obstacle);
  return met ? met->depth : 0;
}

}  // namespace

template <int D>
std::size_t OverlapFinder<D>::CellHash::operator()(const Cell& cell) const {
  std::uint64_t hash = 0;
  for (const std::int64_t c : cell) {
    hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return static_cast<std::size_t>(hash);
}

template <int D>
void OverlapFinder<D>::add(std::size_t id, const Body<D>& body) {
  const auto* ball = std::get_if<Ball<D>>(&body.shape);
  if (ball == nullptr) {
    obstacles_.push_back({id, body.shape});
    return;
  }
  int key = kPoints;
  if (ball->radius > 0) std::frexp(2 * ball->radius, &key);
  Level& level = levels_[key];
  if (key != kPoints) level.side = std::ldexp(1.0, key);
  Cell cell;
  for (int k = 0; k < D; ++k) cell[static_cast<std::size_t>(k)] = cell_of<D>(ball->center[k], level.side);
  const auto index = static_cast<std::uint32_t>(balls_.size());
  level.cells[cell].push_back(index);
  level.all.push_back(index);
  balls_.push_back({id, *ball, is_movable(body)});
  largest_radius_ = std::max(largest_radius_, ball->radius);
}

// Calls visit for all balls of the level that may reach `ball`, until it returns true.
template <int D>
template <class Visit>
bool OverlapFinder<D>::visit_near(const Level& level, const Ball<D>& ball, Visit visit) const {
  Cell low, high;
  double count = 1;
  for (int k = 0; k < D; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const double reach = ball.radius + 0.5 * level.side;
    low[i] = cell_of<D>(ball.center[k] - reach, level.side);
    high[i] = cell_of<D>(ball.center[k] + reach, level.side);
    count *= static_cast<double>(high[i] - low[i]) + 1;
  }
  if (count > static_cast<double>(level.all.size())) return std::any_of(level.all.begin(), level.all.end(), visit);
  for (Cell cell = low;;) {
    if (const auto found = level.cells.find(cell); found != level.cells.end())
      if (std::any_of(found->second.begin(), found->second.end(), visit)) return true;
    std::size_t k = 0;
    while (k < D && cell[k] == high[k]) {
      cell[k] = low[k];
      ++k;
    }
    if (k == D) return false;
    ++cell[k];
  }
}

// Calls visit for the ball and those of its periodic copies that others in the box may touch, until it returns true.
template <int D>
template <class Visit>
bool OverlapFinder<D>::visit_images(const Ball<D>& ball, Visit visit) const {
  if (!period_) return visit(ball);
  const double reach = ball.radius + largest_radius_;
  constexpr int kCopies = D == 2 ? 9 : 27;
  for (int copy = 0; copy < kCopies; ++copy) {
    Ball<D> image = ball;
    bool near = true;
    for (int k = 0, rest = copy; k < D; ++k, rest /= 3) {
      image.center[k] += (rest % 3 - 1) * (*period_)[k];
      near = near && image.center[k] >= -reach && image.center[k] <= (*period_)[k] + reach;
    }
    if (near && visit(image)) return true;
  }
  return false;
}

template <int D>
auto OverlapFinder<D>::find_ball(const Ball<D>& ball, bool movable, bool exactly) const -> std::optional<Overlap> {
  std::optional<Overlap> overlap;
  const auto visit_image = [&](const Ball<D>& image) {
    const auto meets = [&](std::uint32_t index) {
      const Entry& other = balls_[index];
      if (!movable && !other.movable) return false;
      const double sum = image.radius + other.ball.radius;
      const double depth = sum - norm(image.center - other.ball.center);
      const double allowed =
          exactly ? 0
                  : rounding(std::min(image.radius, other.ball.radius), std::max(size_of(image), size_of(other.ball)));
      if (depth > allowed) overlap = Overlap{other.id, depth};
      return depth > allowed;
    };
    for (const auto& [key, level] : levels_) {
      if (key == kPoints && ball.radius == 0) continue;
      if (visit_near(level, image, meets)) return true;
    }
    return false;
  };
  visit_images(ball, visit_image);
  return overlap;
}

template <int D>
auto OverlapFinder<D>::find_obstacle(const Ball<D>& ball, bool exactly) const -> std::optional<Overlap> {
  for (const Obstacle& obstacle : obstacles_) {
    const double depth = depth_in<D>(ball, obstacle.shape);
    if (depth > (exactly ? 0 : rounding(ball.radius, size_of(ball)))) return Overlap{obstacle.id, depth};
  }
  return std::nullopt;
}

template <int D>
auto OverlapFinder<D>::find(const Body<D>& body, bool exactly) const -> std::optional<Overlap> {
  if (const auto* ball = std::get_if<Ball<D>>(&body.shape)) {
    if (is_movable(body))
      if (const auto overlap = find_obstacle(*ball, exactly)) return overlap;
    return find_ball(*ball, is_movable(body), exactly);
  }
  for (const Entry& other : balls_) {
    const double depth = other.movable ? depth_in<D>(other.ball, body.shape) : 0;
    if (depth > (exactly ? 0 : rounding(other.ball.radius, size_of(other.ball)))) return Overlap{other.id, depth};
  }
  return std::nullopt;
}

template class OverlapFinder<2>;
template class OverlapFinder<3>;

}  // namespace carom::io
