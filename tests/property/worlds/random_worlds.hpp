#pragma once
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "carom/sim/world.hpp"
#include "property/worlds/walls.hpp"

namespace carom::testing {

/// What a random world is made of.
struct Ingredients {
  std::string name;
  bool periodic = false;
  bool gravity = false;
  double damping = 0;
  double restitution = 1;
  double restitution_speed = 0;  ///< 0: the same restitution at all speeds
  bool sticky = false;
  bool pockets = false;
  bool obstacles = false;
  bool round = false;   ///< obstacles that are capsules, convex polygons, arcs, cylinders
  bool moving = false;  ///< the obstacles are
  bool forces = false;
  bool sizes = false;                  ///< radii and masses differ
  bool lasting = false;                ///< contacts are, where there is gravity
  std::optional<double> tangential{};  ///< of balls that spin
  double noise = 0;                    ///< of the thermostat
  std::string laws{};  ///< of their own, taken in turn: - none, a acceleration, d deceleration, k damping
};

inline const std::vector<Ingredients>& all_ingredients() {
  static const std::vector<Ingredients> list = {
      {.name = "walls"},
      {.name = "periodic", .periodic = true},
      {.name = "sizes", .sizes = true},
      {.name = "periodic_sizes", .periodic = true, .sizes = true},
      {.name = "gravity", .gravity = true, .restitution = 0.9, .sizes = true},
      {.name = "gravity_obstacles", .gravity = true, .restitution = 0.8, .obstacles = true},
      {.name = "moving_obstacles", .obstacles = true, .moving = true, .sizes = true},
      {.name = "gravity_moving_obstacles", .gravity = true, .restitution = 0.6, .obstacles = true, .moving = true},
      {.name = "accelerating_moving_obstacles", .obstacles = true, .moving = true, .laws = "a-"},
      {.name = "round", .round = true, .sizes = true},
      {.name = "mixed_round", .restitution = 0.9, .round = true, .sizes = true, .laws = "adk-"},
      {.name = "damping", .damping = 0.3},
      {.name = "periodic_damping", .periodic = true, .damping = 0.3, .restitution = 0.9},
      {.name = "sticky", .sticky = true, .sizes = true},
      {.name = "periodic_sticky", .periodic = true, .sticky = true},
      {.name = "pockets", .damping = 0.1, .pockets = true, .obstacles = true},
      {.name = "forces", .forces = true, .sizes = true},
      {.name = "energetic", .restitution = 1.1, .obstacles = true},
      {.name = "granular", .restitution = 0.6, .sizes = true},
      {.name = "granular_by_speed", .gravity = true, .restitution = 0.6, .restitution_speed = 0.7},
      {.name = "periodic_by_speed", .periodic = true, .restitution = 0.6, .restitution_speed = 0.7},
      {.name = "rough", .restitution = 0.9, .obstacles = true, .sizes = true, .tangential = 0.5},
      {.name = "periodic_rough", .periodic = true, .tangential = 1},
      {.name = "gravity_rough", .gravity = true, .restitution = 0.8, .tangential = -0.25},
      {.name = "mixed_rough", .restitution = 0.9, .forces = true, .sizes = true, .tangential = 0, .laws = "-da-a-d"},
      {.name = "kicked", .damping = 0.3, .restitution = 0.8, .sizes = true, .noise = 0.5},
      {.name = "gravity_kicked", .gravity = true, .restitution = 0.8, .obstacles = true, .noise = 0.1},
      {.name = "periodic_kicked", .periodic = true, .restitution = 0.8, .tangential = 0.5, .noise = 0.5},
      {.name = "stopping", .laws = "d"},
      {.name = "stopping_granular", .restitution = 0.7, .sizes = true, .laws = "dd-"},
      {.name = "periodic_stopping", .periodic = true, .sizes = true, .laws = "d-"},
      {.name = "accelerating", .restitution = 0.9, .laws = "a-"},
      {.name = "accelerating_stopping", .restitution = 0.8, .obstacles = true, .laws = "ad-"},
      {.name = "gravity_stopping", .gravity = true, .restitution = 0.8, .laws = "d-a"},
      {.name = "damped", .laws = "k"},
      {.name = "periodic_damped", .periodic = true, .laws = "k"},
      {.name = "mixed", .restitution = 0.9, .obstacles = true, .sizes = true, .laws = "adk-"},
      {.name = "periodic_mixed", .periodic = true, .restitution = 0.9, .laws = "adk-"},
      {.name = "heaping", .gravity = true, .restitution = 0.5, .obstacles = true, .sizes = true, .lasting = true},
      {.name = "heaping_rough", .gravity = true, .restitution = 0.5, .lasting = true, .tangential = 0},
      {.name = "heaping_moved",
       .gravity = true,
       .restitution = 0.6,
       .obstacles = true,
       .moving = true,
       .lasting = true},
      {.name = "heaping_round", .gravity = true, .restitution = 0.5, .round = true, .sizes = true, .lasting = true},
      {.name = "heaping_moving_round",
       .gravity = true,
       .restitution = 0.6,
       .round = true,
       .moving = true,
       .lasting = true},
      {.name = "sticky_mixed", .sticky = true, .forces = true, .sizes = true, .laws = "-dk-a-k"},
  };
  return list;
}

/// About n balls on a jittered lattice in a box of side 10 (2D) or 5 (3D).
template <int D>
class RandomWorld {
 public:
  RandomWorld(const Ingredients& with, int count, unsigned seed) : with_(with), count_(count), random_(seed) {}

  World<D> make(BroadPhase broad_phase) {
    WorldOptions<D> options;
    options.broad_phase = broad_phase;
    options.damping = with_.damping;
    options.contact_duration = 1e-4;
    if (with_.restitution_speed > 0) options.restitution_speed = with_.restitution_speed;
    options.tangential_restitution = with_.tangential;
    if (with_.noise > 0) options.thermostat = {.interval = 0.3, .noise = with_.noise, .seed = 1};
    options.lasting_contacts = with_.lasting;
    if (with_.gravity) options.gravity[D - 1] = -1;
    if (with_.periodic) {
      options.period.emplace();
      for (int k = 0; k < D; ++k) (*options.period)[k] = kSide;
    }
    World<D> world(options);
    add_balls(world);
    if (!with_.periodic) testing::add_walls(world, kSide, with_.restitution);
    if (with_.obstacles) add_obstacles(world);
    if (with_.round) add_round(world);
    return world;
  }

 private:
  static constexpr double kSide = D == 2 ? 10 : 5;

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }

  void add_balls(World<D>& world) {
    const int row = static_cast<int>(std::ceil(std::pow(count_, 1.0 / D)));
    const double spacing = kSide / row;
    for (int i = 0; i < count_; ++i) {
      Body<D> body;
      Ball<D> ball;
      int rest = i;
      for (int k = 0; k < D; ++k, rest /= row) {
        ball.center[k] = (rest % row + uniform(0.4, 0.6)) * spacing;
        body.motion.velocity[k] = uniform(-1, 1);
      }
      ball.radius = spacing * (with_.sizes ? uniform(0.1, 0.35) : 0.3);
      body.mass = with_.sizes ? uniform(0.2, 5) : 1;
      body.restitution = with_.restitution;
      if (with_.sticky && i % 2 == 0) body.response = Response::stick;
      if (with_.pockets && i % 9 == 4) {
        body.response = Response::pocket;
        body.motion = {};
      }
      body.shape = ball;
      if (with_.tangential) give_spin(body.spin);
      if (!with_.laws.empty()) give_law(body.motion, with_.laws[static_cast<std::size_t>(i) % with_.laws.size()]);
      const BodyId id = world.add(body);
      if (with_.forces && i % 7 == 0) {
        Vec<D> force{};
        force[i % D] = uniform(-2, 2);
        world.apply_force(id, force, uniform(0, 1), uniform(1, 2));
      }
    }
  }

  void give_spin(double& spin) { spin = uniform(-3, 3); }
  void give_spin(Vec3& spin) { spin = {uniform(-3, 3), uniform(-3, 3), uniform(-3, 3)}; }

  void give_law(BodyMotion<D>& motion, char law) {
    if (law == 'a') motion.acceleration[static_cast<int>(uniform(0, D))] = uniform(-1, 1);
    if (law == 'd') motion.deceleration = uniform(0.1, 0.5);
    if (law == 'k') motion.damping = 0.25 * std::floor(uniform(1, 4));
  }

  // Outside of the lattice's balls at the start only by chance: the world treats overlap as touching.
  void add_obstacles(World<D>& world) {
    for (int i = 0; i < 6; ++i) {
      Vec<D> from;
      Vec<D> to;
      for (int k = 0; k < D; ++k) {
        from[k] = uniform(0, kSide);
        to[k] = from[k] + uniform(-1, 1);
      }
      drive(world, world.add({.shape = Segment<D>{from, to}, .restitution = with_.restitution}));
      Aabb<D> box;
      for (int k = 0; k < D; ++k) {
        box.low[k] = uniform(0, kSide);
        box.high[k] = box.low[k] + uniform(0.05, 0.3);
      }
      drive(world, world.add({.shape = box, .restitution = with_.restitution}));
    }
  }

  Vec<D> anywhere() {
    Vec<D> place;
    for (int k = 0; k < D; ++k) place[k] = uniform(0, kSide);
    return place;
  }

  void add_round(World<D>& world) {
    for (int i = 0; i < 4; ++i) {
      const Vec<D> from = anywhere();
      Vec<D> to = from;
      for (int k = 0; k < D; ++k) to[k] += uniform(-1, 1);
      drive(world, world.add({.shape = Capsule<D>{from, to, uniform(0.05, 0.3)}, .restitution = with_.restitution}));
      drive(world, world.add({.shape = any_solid(), .restitution = with_.restitution}));
      if constexpr (D == 2) {
        const Vec2 ends[] = {{uniform(-1, 1), uniform(-1, 1)}, {uniform(-1, 1), uniform(-1, 1)}};
        const Arc arc{anywhere(), uniform(0.2, 2), ends[0], ends[1]};
        drive(world, world.add({.shape = arc, .restitution = with_.restitution}));
      }
    }
  }
  Shape<D> any_solid() {
    const Vec<D> at = anywhere();
    if constexpr (D == 3) {
      return UprightCylinder{at, uniform(0.05, 0.4), uniform(0.05, 0.4)};
    } else {
      ConvexPolygon polygon;
      const double turn = uniform(0, 1), size = uniform(0.1, 0.5);
      for (int k = 0; k < 5; ++k)
        polygon.vertices.push_back(at + size * Vec2{std::cos(turn + 1.25 * k), std::sin(turn + 1.25 * k)});
      return polygon;
    }
  }

  /// Two ways, one after the other.
  void drive(World<D>& world, BodyId obstacle) {
    if (!with_.moving) return;
    for (const double from : {0.0, uniform(0, 2)}) {
      Vec<D> velocity;
      for (int k = 0; k < D; ++k) velocity[k] = uniform(-0.3, 0.3);
      world.steer(obstacle, velocity, from);
    }
  }

  Ingredients with_;
  int count_;
  std::mt19937_64 random_;
};

}  // namespace carom::testing
