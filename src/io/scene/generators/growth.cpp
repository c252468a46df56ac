#include "io/scene/generators/growth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <queue>

#include "carom/math/portable.hpp"

namespace carom::io {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kGrowthSpeed = 0.1;          // of a mean diameter, over the thermal speed
constexpr double kEnd = 1 + 1e-9;             // of the size: what rounding may take is far less
constexpr std::uint64_t kMostPerBall = 1000;  // collisions, before a growth is taken for jammed

/// When a x² + 2 b x + c next falls to zero from above, for x ≥ 0; at once if it is there and falling.
double next_fall(double a, double b, double c) {
  if (c <= 0 && b < 0) return 0;
  if (b < 0) {
    const double discriminant = b * b - a * c;
    return discriminant < 0 ? kNever : c / (std::sqrt(discriminant) - b);
  }
  if (!(a < 0)) return kNever;
  return (b + std::sqrt(std::max(0.0, b * b - a * c))) / -a;
}

/// Balls of radii r u(t), u(t) = rate · t, from u = 0 on. Each knows its own next event; the earliest of all is done.
template <int D>
class Growth {
 public:
  Growth(const Aabb<D>& box, bool periodic, const std::vector<double>& radii, Random& random)
      : box_(box), periodic_(periodic), radii_(radii) {
    const double mean = std::accumulate(radii.begin(), radii.end(), 0.0) / static_cast<double>(radii.size());
    rate_ = kGrowthSpeed / (2 * mean);
    make_cells(*std::max_element(radii.begin(), radii.end()));
    balls_.resize(radii.size());
    for (Ball& ball : balls_) scatter(ball, random);
    for (std::uint32_t i = 0; i < balls_.size(); ++i) enter(i, cell_of(balls_[i].place));
    rescale();
  }

  /// False if they jam.
  bool run() {
    const double end = kEnd / rate_;
    std::uint64_t left = kMostPerBall * balls_.size();
    while (!events_.empty() && events_.top().time < end) {
      const Event event = events_.top();
      events_.pop();
      if (event.stamp != balls_[event.ball].stamp) continue;
      now_ = event.time;
      if (!apply(event)) continue;
      if (--left == 0) return false;
      if (left % balls_.size() == 0) rescale();
    }
    now_ = end;
    return true;
  }

  std::vector<Vec<D>> places() {
    std::vector<Vec<D>> all;
    for (Ball& ball : balls_) {
      advance(ball);
      all.push_back(periodic_ ? wrapped(ball.place) : ball.place);
    }
    return all;
  }

 private:
  enum class Kind : std::uint8_t { ball, boundary, wall };
  using Cell = std::array<int, D>;

  struct Ball {
    Vec<D> place{}, velocity{};
    double time = 0;
    Cell cell{};
    std::uint32_t stamp = 0;   ///< counts its predictions
    std::uint32_t motion = 0;  ///< counts its turns, and its ways round the box
  };

  /// What happens to a ball next: it meets `other`, if that still moves as it does; or it comes to the boundary of its
  /// cell or to a wall, up or down `axis`.
  struct Event {
    double time = kNever;
    std::uint32_t ball = 0, stamp = 0;
    Kind kind = Kind::boundary;
    int axis = 0;
    bool up = false;
    std::uint32_t other = 0, motion = 0;
    Vec<D> shift{};  ///< to the copy of `other` that it meets

    /// The queue's top is the earliest.
    friend bool operator<(const Event& a, const Event& b) {
      return a.time != b.time ? a.time > b.time : a.ball > b.ball;
    }
  };

  double extent(int axis) const { return box_.high[axis] - box_.low[axis]; }

  Vec<D> wrapped(Vec<D> place) const {
    for (int k = 0; k < D; ++k) {
      place[k] -= extent(k) * std::floor((place[k] - box_.low[k]) / extent(k));
      if (!(place[k] >= box_.low[k] && place[k] < box_.high[k])) place[k] = box_.low[k];
    }
    return place;
  }

  /// At least as wide as the largest ball, and not many more than balls.
  void make_cells(double largest) {
    const auto n = static_cast<double>(radii_.size());
    const double most = std::max(3.0, D == 2 ? std::sqrt(4 * n) : portable::cbrt(8 * n));
    std::size_t count = 1;
    for (std::size_t k = 0; k < D; ++k) {
      const int axis = static_cast<int>(k);
      cells_[k] = std::max(1, static_cast<int>(std::min(extent(axis) / (2 * largest * kEnd), most)));
      sides_[axis] = extent(axis) / cells_[k];
      count *= static_cast<std::size_t>(cells_[k]);
    }
    members_.resize(count);
  }

  void scatter(Ball& ball, Random& random) const {
    for (int k = 0; k < D; ++k) {
      ball.place[k] = random.uniform(box_.low[k], box_.high[k]);
      ball.velocity[k] = random.normal();
    }
  }

  Cell cell_of(const Vec<D>& place) const {
    Cell cell{};
    for (std::size_t k = 0; k < D; ++k) {
      const int axis = static_cast<int>(k);
      cell[k] = std::clamp(static_cast<int>((place[axis] - box_.low[axis]) / sides_[axis]), 0, cells_[k] - 1);
    }
    return cell;
  }

  std::vector<std::uint32_t>& members(const Cell& cell) {
    std::size_t index = 0;
    for (std::size_t k = D; k-- > 0;)
      index = index * static_cast<std::size_t>(cells_[k]) + static_cast<std::size_t>(cell[k]);
    return members_[index];
  }

  void enter(std::uint32_t i, const Cell& cell) {
    balls_[i].cell = cell;
    members(cell).push_back(i);
  }

  void leave(std::uint32_t i) {
    std::vector<std::uint32_t>& list = members(balls_[i].cell);
    list.erase(std::find(list.begin(), list.end(), i));
  }

  void advance(Ball& ball) const {
    ball.place += (now_ - ball.time) * ball.velocity;
    ball.time = now_;
  }

  Vec<D> place_now(const Ball& ball) const { return ball.place + (now_ - ball.time) * ball.velocity; }

  /// False for what is no impact of two balls.
  bool apply(const Event& event) {
    advance(balls_[event.ball]);
    const bool impact = event.kind == Kind::ball && balls_[event.other].motion == event.motion;
    if (event.kind == Kind::boundary) cross(event.ball, event.axis, event.up);
    if (event.kind == Kind::wall) bounce_off_wall(event.ball, event.axis, event.up);
    if (impact) {
      advance(balls_[event.other]);
      bounce(event);
      predict(event.other);
    }
    predict(event.ball);
    return impact;
  }

  void cross(std::uint32_t i, int axis, bool up) {
    Ball& ball = balls_[i];
    const auto k = static_cast<std::size_t>(axis);
    Cell cell = ball.cell;
    cell[k] += up ? 1 : -1;
    if (cell[k] < 0 || cell[k] == cells_[k]) {
      cell[k] = up ? 0 : cells_[k] - 1;
      ball.place[axis] += up ? -extent(axis) : extent(axis);
      ++ball.motion;
    }
    leave(i);
    enter(i, cell);
  }

  /// The surface comes at the rate at which the ball grows: relative to it, the speed is turned round.
  void bounce_off_wall(std::uint32_t i, int axis, bool up) {
    Ball& ball = balls_[i];
    const double away = up ? -ball.velocity[axis] : ball.velocity[axis];
    const double after = 2 * radii_[i] * rate_ - away;
    ball.velocity[axis] = up ? -after : after;
    ++ball.motion;
  }

  /// As equal masses do, relative to surfaces that grow.
  void bounce(const Event& event) {
    Ball& a = balls_[event.ball];
    Ball& b = balls_[event.other];
    const Vec<D> apart = b.place + event.shift - a.place;
    const Vec<D> normal = apart / std::sqrt(norm2(apart));
    const double growth = (radii_[event.ball] + radii_[event.other]) * rate_;
    const double push = growth - dot(b.velocity - a.velocity, normal);
    a.velocity -= push * normal;
    b.velocity += push * normal;
    ++a.motion;
    ++b.motion;
  }

  void predict(std::uint32_t i) {
    Ball& ball = balls_[i];
    Event next;
    next.ball = i;
    next.stamp = ++ball.stamp;
    for (int axis = 0; axis < D; ++axis) {
      predict_sides(next, axis, false);
      predict_sides(next, axis, true);
    }
    for (int code = 0; code < (D == 2 ? 9 : 27); ++code) predict_impacts(next, code);
    if (next.time < kNever) events_.push(next);
  }

  /// The side of the cell up or down an axis: its boundary, or the wall there.
  void predict_sides(Event& next, int axis, bool up) const {
    const Ball& ball = balls_[next.ball];
    const auto k = static_cast<std::size_t>(axis);
    const bool wall = !periodic_ && ball.cell[k] == (up ? cells_[k] - 1 : 0);
    const double side = box_.low[axis] + sides_[axis] * (ball.cell[k] + (up ? 1 : 0));
    const double rate = wall ? radii_[next.ball] * rate_ : 0;
    const double speed = rate + (up ? ball.velocity[axis] : -ball.velocity[axis]);
    if (!(speed > 0)) return;
    const double gap = (up ? side - ball.place[axis] : ball.place[axis] - side) - rate * now_;
    const double time = now_ + std::max(0.0, gap / speed);
    if (!(time < next.time)) return;
    next.time = time;
    next.kind = wall ? Kind::wall : Kind::boundary;
    next.axis = axis;
    next.up = up;
  }

  /// The balls in the cell beside, numbered by `code`.
  void predict_impacts(Event& next, int code) {
    Cell cell = balls_[next.ball].cell;
    Vec<D> shift{};
    for (std::size_t k = 0; k < D; ++k, code /= 3) {
      const int axis = static_cast<int>(k);
      cell[k] += code % 3 - 1;
      if (cell[k] >= 0 && cell[k] < cells_[k]) continue;
      if (!periodic_) return;
      shift[axis] = cell[k] < 0 ? -extent(axis) : extent(axis);
      cell[k] = cell[k] < 0 ? cells_[k] - 1 : 0;
    }
    for (const std::uint32_t j : members(cell))
      if (j != next.ball) predict_impact(next, j, shift);
  }

  /// |Δ + w x| = S rate (now + x), squared, with half of its middle coefficient.
  void predict_impact(Event& next, std::uint32_t j, const Vec<D>& shift) const {
    const Ball& a = balls_[next.ball];
    const Ball& b = balls_[j];
    const Vec<D> apart = place_now(b) + shift - a.place;
    const Vec<D> relative = b.velocity - a.velocity;
    const double growth = (radii_[next.ball] + radii_[j]) * rate_;
    const double reach = growth * now_;
    const double time = now_ + next_fall(norm2(relative) - growth * growth, dot(apart, relative) - growth * reach,
                                         norm2(apart) - reach * reach);
    if (!(time < next.time)) return;
    next.time = time;
    next.kind = Kind::ball;
    next.other = j;
    next.motion = b.motion;
    next.shift = shift;
  }

  /// Growing surfaces heat: back to speeds of 1 along each axis.
  void rescale() {
    double sum = 0;
    for (const Ball& ball : balls_) sum += norm2(ball.velocity);
    const double factor = std::sqrt(D * static_cast<double>(balls_.size()) / sum);
    events_ = {};
    for (Ball& ball : balls_) {
      advance(ball);
      ball.velocity = factor * ball.velocity;
      ++ball.motion;
    }
    for (std::uint32_t i = 0; i < balls_.size(); ++i) predict(i);
  }

  Aabb<D> box_;
  bool periodic_;
  const std::vector<double>& radii_;
  double rate_ = 0;
  double now_ = 0;
  std::array<int, D> cells_{};
  Vec<D> sides_{};
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<Ball> balls_;
  std::priority_queue<Event> events_;
};

}  // namespace

template <int D>
std::optional<std::vector<Vec<D>>> grown_places(const Aabb<D>& box, bool periodic, const std::vector<double>& radii,
                                                Random& random) {
  Growth<D> growth(box, periodic, radii, random);
  if (!growth.run()) return std::nullopt;
  return growth.places();
}

template std::optional<std::vector<Vec2>> grown_places(const Aabb<2>&, bool, const std::vector<double>&, Random&);
template std::optional<std::vector<Vec3>> grown_places(const Aabb<3>&, bool, const std::vector<double>&, Random&);

}  // namespace carom::io
