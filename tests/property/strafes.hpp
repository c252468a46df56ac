#pragma once
#include <functional>
#include <optional>
#include <string>

#include "carom/math/random.hpp"
#include "carom/mover/walk.hpp"
#include "property/upright_overlap.hpp"

// Heroes that circle-strafe opponents on grounds of all kinds, and what must hold of each of their steps.
namespace carom::testing {

constexpr double kTurnOfCircle = 6.283185307179586;

/// Of an opponent at its place from above: a rectangle, and all within `radius` of it.
struct Footprint {
  Vec2 middle{};
  Vec2 half{};
  double radius = 0;

  /// Away from it, unit.
  Vec2 outwards(const Vec2& from) const {
    Vec2 away = from - middle;
    for (int k = 0; k < 2; ++k) away[k] -= std::clamp(away[k], -half[k], half[k]);
    return away / norm(away);
  }
  /// Of the way around it at a distance.
  double around(double distance) const { return 4 * (half.x + half.y) + kTurnOfCircle * (radius + distance); }
};

struct Arena {
  std::string name{};
  std::vector<Triangle> triangles{};
  std::vector<Aabb3> ground_boxes{};
  std::function<double(const Vec2&)> height{};

  std::string opponent_name{};
  std::vector<Sphere> balls{};
  std::vector<Capsule3> capsules{};
  std::vector<UprightCylinder> cylinders{};
  std::vector<Aabb3> boxes{};
  std::vector<Triangle> faces{};
  Footprint footprint{};
  std::optional<Upright> upright_opponent{};

  WalkOptions options{.snap = 0.01};
  /// Of a step more may be missing than must be by this part of it; more where the ground falls away from what is
  /// straight: what is met over that is met as on level ground.
  double missing = 0.05;

  Index3 index() const {
    std::vector<Aabb3> all = ground_boxes;
    all.insert(all.end(), boxes.begin(), boxes.end());
    std::vector<Triangle> every = triangles;
    every.insert(every.end(), faces.begin(), faces.end());
    return Index3({.balls = balls, .boxes = all, .triangles = every});
  }
  WalkOptions walking() const {
    WalkOptions with = options;
    with.slide.others = {.capsules3 = capsules, .cylinders = cylinders};
    return with;
  }
  bool overlaps_ground(const Upright& u) const {
    return overlaps_any(u, triangles) || std::any_of(ground_boxes.begin(), ground_boxes.end(),
                                                     [&](const Aabb3& box) { return overlap(u, upright(box)); });
  }
  bool overlaps_opponent(const Upright& u) const {
    return overlaps_any(u, faces) || (upright_opponent && overlap(u, *upright_opponent));
  }
  bool overlaps(const Upright& u) const { return overlaps_opponent(u) || overlaps_ground(u); }

  static bool overlaps_any(const Upright& u, const std::vector<Triangle>& all) {
    return std::any_of(all.begin(), all.end(), [&](const Triangle& t) { return overlap(u, t); });
  }
};

// Grounds.

/// z = rise · (x, y), a square of two triangles whose common edge is somewhere.
inline Arena plane(const Vec2& rise, const Vec2& edge_through = {0, 0}) {
  Arena arena;
  arena.height = [rise](const Vec2& at) { return dot(rise, at); };
  const auto corner = [&](double x, double y) {
    const Vec2 at = edge_through + Vec2{x, y};
    return Vec3{at.x, at.y, dot(rise, at)};
  };
  arena.triangles = {{corner(-40, -40), corner(40, -40), corner(40, 40)},
                     {corner(-40, -40), corner(40, 40), corner(-40, 40)}};
  arena.name = "a plane that rises by " + std::to_string(rise.x) + ", " + std::to_string(rise.y);
  return arena;
}

/// z = h sin(x/w + a) sin(y/w + b) at the corners of squares of some side: nowhere steeper than h/w.
inline Arena hills(double high, double wide, double side, const Vec2& phase) {
  Arena arena;
  arena.height = [=](const Vec2& at) {
    return high * std::sin(at.x / wide + phase.x) * std::sin(at.y / wide + phase.y);
  };
  const int count = static_cast<int>(std::ceil(7 / side));
  const auto corner = [&](int i, int j) {
    const Vec2 at{i * side, j * side};
    return Vec3{at.x, at.y, arena.height(at)};
  };
  for (int i = -count; i < count; ++i)
    for (int j = -count; j < count; ++j) {
      arena.triangles.push_back({corner(i, j), corner(i + 1, j), corner(i + 1, j + 1)});
      arena.triangles.push_back({corner(i, j), corner(i + 1, j + 1), corner(i, j + 1)});
    }
  arena.options.snap = 0.25;
  arena.missing = 0.3;
  arena.name =
      "hills " + std::to_string(high) + " high, " + std::to_string(wide) + " wide, of squares " + std::to_string(side);
  return arena;
}

/// Steps up along x, from x = first.
inline Arena stairs(double high, double deep, double first) {
  Arena arena;
  constexpr int kCount = 40;
  arena.height = [=](const Vec2& at) {
    return high * std::clamp(std::floor((at.x - first) / deep), -1.0 * kCount, 1.0 * kCount);
  };
  for (int k = -kCount; k < kCount; ++k)
    arena.ground_boxes.push_back({{first + deep * k, -30, high * (k - 1) - 4}, {first + deep * kCount, 30, high * k}});
  arena.options.step_up = 1.25 * high;
  arena.options.snap = 1.25 * high;
  arena.missing = 0.3;
  arena.name = "stairs " + std::to_string(high) + " high, " + std::to_string(deep) + " deep";
  return arena;
}

// Opponents; where the ground is not level they stand in it a little.

inline Arena with(Arena arena, const Vec2& at, double radius) {
  const Vec2 unit{0x1p-20, 0};
  const double dx = (arena.height(at + unit) - arena.height(at)) / unit.x;
  const double dy = (arena.height(at + Vec2{0, unit.x}) - arena.height(at)) / unit.x;
  const Sphere ball{{at.x, at.y, arena.height(at) + radius * std::sqrt(1 + dx * dx + dy * dy)}, radius};
  arena.balls = {ball};
  arena.upright_opponent = upright(ball);
  arena.footprint = {at, {}, radius};
  arena.opponent_name = "a ball of " + std::to_string(radius);
  return arena;
}
inline Arena with_capsule(Arena arena, const Vec2& at, double radius, double high) {
  const Vec3 from{at.x, at.y, arena.height(at) + radius};
  arena.capsules = {{from, from + Vec3{0, 0, high}, radius}};
  arena.upright_opponent = upright(arena.capsules[0]);
  arena.footprint = {at, {}, radius};
  arena.opponent_name = "a capsule of " + std::to_string(radius);
  return arena;
}
inline Arena with_cylinder(Arena arena, const Vec2& at, double radius, double half) {
  arena.cylinders = {{{at.x, at.y, arena.height(at) + half}, radius, half}};
  arena.upright_opponent = upright(arena.cylinders[0]);
  arena.footprint = {at, {}, radius};
  arena.opponent_name = "a cylinder of " + std::to_string(radius);
  return arena;
}
inline Arena with_box(Arena arena, const Vec2& at, const Vec3& half) {
  const Vec3 middle{at.x, at.y, arena.height(at) + 0.9 * half.z};
  arena.boxes = {{middle - half, middle + half}};
  arena.upright_opponent = upright(arena.boxes[0]);
  arena.footprint = {at, {half.x, half.y}, 0};
  arena.opponent_name = "a box of " + std::to_string(half.x) + " by " + std::to_string(half.y);
  return arena;
}

/// A mesh that leans over all around, or away: a cone's frustum of twelve sides.
inline Arena with_mesh(Arena arena, const Vec2& at, double low_radius, double high_radius, double high) {
  constexpr int kSides = 12;
  const double low = arena.height(at) - 0.5;
  const double grows = (high_radius - low_radius) / high;
  const auto corner = [&](int k, double z) {
    const double angle = kTurnOfCircle * (k % kSides) / kSides;
    const double radius = low_radius + (z - 0.5) * grows;
    return Vec3{at.x + radius * std::cos(angle), at.y + radius * std::sin(angle), low + z};
  };
  for (int k = 0; k < kSides; ++k) {
    const double top = high + 0.5;
    arena.faces.push_back({corner(k, 0), corner(k + 1, 0), corner(k + 1, top)});
    arena.faces.push_back({corner(k, 0), corner(k + 1, top), corner(k, top)});
    arena.faces.push_back({corner(k, top), corner(k + 1, top), {at.x, at.y, low + top}});
  }
  arena.footprint = {at, {}, std::max(low_radius, high_radius)};
  arena.opponent_name = "a mesh of " + std::to_string(low_radius) + " to " + std::to_string(high_radius);
  return arena;
}

// Heroes.

inline Sphere sphere_on(const Vec3& foot) {
  return {foot + Vec3{0, 0, 0.5}, 0.5};
}
inline Capsule3 capsule_on(const Vec3& foot) {
  return {foot + Vec3{0, 0, 0.4}, foot + Vec3{0, 0, 1.4}, 0.4};
}
inline UprightCylinder cylinder_on(const Vec3& foot) {
  return {foot + Vec3{0, 0, 0.9}, 0.4, 0.9};
}
inline double size_of(const UprightCylinder& cylinder) {
  return std::min(cylinder.radius, cylinder.half_height);
}
template <class Hero>
double size_of(const Hero& hero) {
  return hero.radius;
}
inline Vec3 middle(const Capsule3& capsule) {
  return 0.5 * (capsule.from + capsule.to);
}
template <class Hero>
Vec3 middle(const Hero& hero) {
  return hero.center;
}

inline Vec2 across(const Vec3& v) {
  return {v.x, v.y};
}

/// Whether a straight way leads to where less of an intention is missing than a part of it: there it stands on the
/// ground, no steeper than allowed, and overlaps nothing. Of what hinders the way only its end is seen, so that it is
/// to be short beside what is round.
inline bool is_more_free(const Arena& arena, const Upright& from, const Vec2& intended, double missing) {
  const double length = norm(intended);
  const double steepest = std::sqrt(1 / (arena.options.slope * arena.options.slope) - 1);
  const auto at = [&](const Vec2& by, Long z) {
    Upright there = shrunk(from, 1e-9L);
    there.middle = {from.middle.x + by.x, from.middle.y + by.y, z};
    return there;
  };
  const auto fits = [&](const Vec2& by) {
    Long low = from.middle.z - steepest * length - arena.options.snap;
    Long high = from.middle.z + steepest * length;
    if (arena.overlaps_ground(at(by, high))) return false;
    if (!arena.overlaps_ground(at(by, low))) return false;
    for (int k = 0; k < 36; ++k) {
      const Long half = 0.5L * (low + high);
      (arena.overlaps_ground(at(by, half)) ? low : high) = half;
    }
    return !arena.overlaps_opponent(at(by, high));
  };
  // Of a direction at an angle the nearest point misses its sine.
  constexpr double kApart = 0.03;
  const Vec2 aside{-intended.y, intended.x};
  for (double sine = 0; sine < missing; sine += kApart) {
    const double cosine = std::sqrt(1 - sine * sine);
    for (const double to : {sine, -sine})
      if (fits(cosine * (cosine * intended + to * aside))) return true;
  }
  return false;
}

/// Steps up to this are held against all others.
constexpr double kShort = 0.05;

/// By more than 10⁻¹² of the hero's size, or rounding.
template <class Hero>
bool overlaps(const Arena& arena, const Hero& hero) {
  return arena.overlaps(shrunk(upright(hero), 1e-12L * size_of(hero) + 1e-15L * norm(middle(hero))));
}

/// What is wrong with a step of a hero that stood on ground; empty if nothing.
template <class Hero>
std::string complaint(const Arena& arena, const Hero& start, const Vec2& intended, const WalkResult<Hero>& result) {
  const double length = norm(intended);
  const double size = norm(middle(start)) + 1;
  const Vec2 way = across(result.displacement);
  if (result.end == SlideEnd::overlapping) return "began in overlap";
  if (result.end == SlideEnd::out_of_iterations) return "did not come to an end";
  if (overlaps(arena, result.mover)) return "overlap";
  if (norm(way) > length + 1e-14 * size) return "faster than intended";
  const double progress = dot(way, intended) / length;
  if (progress < -1e-14 * size) return "against the intention";
  const double missing = norm(way - intended) / length;
  // Beside what is round by the hero's radius r or more the end of a way is free whose middle is up to length/2r
  // inside.
  const double rounded = length / (2 * size_of(start));
  if (length <= kShort && is_more_free(arena, upright(start), intended, missing - arena.missing - rounded))
    return "missed " + std::to_string(missing) + " of its way where less is enough";
  return "";
}

/// A hero that its player moves frame after frame: in the air it falls.
template <class Hero>
class Player {
 public:
  Player(const Arena& arena, const Hero& hero)
      : arena_(arena), index_(arena.index()), options_(arena.walking()), hero_(hero) {
    while (!grounded_ && falls_ < 100) go({});
  }

  void go(const Vec2& by) {
    const bool walks = grounded_ && !is_zero(by);
    falls_ = grounded_ ? 0 : falls_ + 1;
    const auto result = walk(index_, hero_, Vec3{by.x, by.y, -0.02 * falls_}, options_);
    if (wrong_.empty()) wrong_ = walks ? complaint(arena_, hero_, by, result) : overlap_of(result.mover);
    walked_ += norm(across(result.displacement));
    grounded_ = result.ground.has_value();
    hero_ = result.mover;
  }

  Vec2 place() const { return across(middle(hero_)); }
  const Hero& hero() const { return hero_; }
  double walked() const { return walked_; }
  bool grounded() const { return grounded_; }
  const std::string& wrong() const { return wrong_; }

 private:
  std::string overlap_of(const Hero& hero) const { return overlaps(arena_, hero) ? "overlap in the air" : ""; }

  const Arena& arena_;
  Index3 index_;
  WalkOptions options_;
  Hero hero_;
  int falls_ = 0;
  bool grounded_ = false;
  double walked_ = 0;
  std::string wrong_{};
};

/// Once around an opponent.
struct Circling {
  std::string wrong{};  ///< with the first step that is against a law
  double turned = 0;    ///< around the opponent
  double walked = 0;    ///< length of the way, from above
  double intended = 0;  ///< of that what was intended: the steps' parts along the footprint's outline
  int steps = 0;
  int in_the_air = 0;  ///< of them
};

/// Where a hero is to be put down that goes around an opponent.
inline Vec3 above(const Arena& arena, const Vec2& direction) {
  const double apart = arena.footprint.radius + norm(arena.footprint.half) + 0.6;
  const Vec2 at = arena.footprint.middle + apart * direction;
  return {at.x, at.y, arena.height(at) + 1};
}

/// Up to the opponent.
template <class Hero>
void approach(const Arena& arena, Player<Hero>& player) {
  for (double before = -1; player.walked() > before && player.wrong().empty();) {
    before = player.walked() + 0.01;
    player.go(-0.02 * arena.footprint.outwards(player.place()));
  }
}

/// Once around the opponent: every step has this length and leads along the outline of the opponent's footprint, and by
/// `press` of that towards it.
template <class Hero>
Circling circle(const Arena& arena, const Hero& hero, double step, double press) {
  Player<Hero> player(arena, hero);
  approach(arena, player);
  const double walked = player.walked();
  Circling round;
  const double most = 1.2 * arena.footprint.around(0.5) + 20 * step;
  while (round.turned < kTurnOfCircle && round.intended < most && player.wrong().empty()) {
    const Vec2 before = player.place() - arena.footprint.middle;
    const Vec2 out = arena.footprint.outwards(player.place());
    player.go((step / std::sqrt(1 + press * press)) * (Vec2{-out.y, out.x} - press * out));
    const Vec2 after = player.place() - arena.footprint.middle;
    round.turned += std::atan2(cross(before, after), dot(before, after));
    round.intended += step / std::sqrt(1 + press * press);
    ++round.steps;
    round.in_the_air += player.grounded() ? 0 : 1;
  }
  round.walked = player.walked() - walked;
  round.wrong = player.wrong();
  return round;
}

/// Steps to everywhere on the opponent's side, from where the last one ended.
template <class Hero>
std::string wander(const Arena& arena, const Hero& hero, Random& random, int steps) {
  Player<Hero> player(arena, hero);
  approach(arena, player);
  for (int k = 0; k < steps && player.wrong().empty(); ++k) {
    const Vec2 out = arena.footprint.outwards(player.place());
    const Vec2 direction = random.direction<2>();
    const double length = std::ldexp(kShort, -static_cast<int>(random.below(10)));
    player.go(dot(direction, out) > 0 ? -length * direction : length * direction);
  }
  return player.wrong();
}

/// Nowhere steeper than 30°.
inline Arena random_ground(Random& random) {
  const auto kind = random.below(4);
  if (kind == 0) {
    const double first = random.uniform(-1, 1);
    return stairs(0.1, random.uniform(0.7, 1.5), first);
  }
  if (kind == 1) {
    const double wide = random.uniform(0.7, 3);
    const Vec2 phase{random.uniform(-3, 3), random.uniform(-3, 3)};
    const double side = random.uniform(0.25, 1);
    return hills(random.uniform(0.1, 0.55) * wide, wide, side, phase);
  }
  const double widest = random.uniform(0, 0.57);
  const double rise = std::ldexp(widest, -static_cast<int>(random.below(20)));
  const Vec2 edge_through{random.uniform(-2, 2), random.uniform(-2, 2)};
  return plane(rise * random.direction<2>(), edge_through);
}

/// Meshes on planes only: elsewhere some rounds stop (docs/theory/slide.md, "On ground").
inline Arena random_arena(Random& random) {
  const Arena ground = random_ground(random);
  const Vec2 at{random.uniform(-1, 1), random.uniform(-1, 1)};
  const double radius = random.uniform(0.35, 1);
  switch (random.below(ground.triangles.size() == 2 ? 5 : 4)) {
    case 0:
      return with(ground, at, radius);
    case 1:
      return with_capsule(ground, at, radius, random.uniform(0.2, 2));
    case 2:
      return with_cylinder(ground, at, radius, random.uniform(0.5, 2));
    case 3:
      return with_box(ground, at, {random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.5, 2)});
    default: {
      const double high = random.uniform(1, 2);
      return with_mesh(ground, at, radius, random.uniform(0.35, 1), high);
    }
  }
}

/// The least part of what was intended that is walked in a round.
constexpr double kLeastPart = 0.95;

inline std::string complaint(const Circling& round) {
  if (!round.wrong.empty()) return round.wrong;
  if (round.turned < kTurnOfCircle) return "came around by " + std::to_string(round.turned) + " only";
  if (round.walked < kLeastPart * round.intended)
    return "walked " + std::to_string(round.walked / round.intended) + " of its way";
  return "";
}

}  // namespace carom::testing
