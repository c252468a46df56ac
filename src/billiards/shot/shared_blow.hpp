#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

#include "billiards/impact/hertz_contact.hpp"
#include "carom/billiards/ball_state.hpp"

namespace carom::billiards {

// Balls that press each other at the same time: Hertz's contacts of finite duration, followed in small steps of one
// length (leapfrog). Friction between balls and damping only take, blow by blow of each step; what the steps themselves
// do to the energy is undone at the end (docs/theory/billiards.md, "A blow that balls share").
class SharedBlow {
 public:
  struct Member {
    std::size_t ball = 0;  // index in the game's list
    BallSpec spec{};
    BallState state{};
    double since = 0;  // when it was there
    bool flies = false;
    bool pressed = false;  // has been, and moves by the blow; else it goes its own way, and is only looked at
  };

  struct Pair {
    std::size_t first = 0;  // members
    std::size_t second = 0;
    HertzContact law;
    double slow_depth = 0;  // m: beyond the compression by a ball's weight
    bool pressed = false;
    double duration = 0;    // s: for how long
    double friction = 0;    // coefficient, of the sliding speed when they touched
    Vec3 impulse{};         // on the first, so far
    std::size_t event = 0;  // of the log
  };

  static constexpr double kTouching = 2e-12;  // m: that balls may overlap when they are given
  static constexpr double kLittle = 1e-11;    // m: of compression, which balls that part need not follow to its end
  static constexpr double kLasting = 2e-3;    // s: no contact of a blow takes so long by itself
  static constexpr double kStill = 1e-6;      // m/s: an approach that is none

  SharedBlow(const BallContact& contact, const Cloth& cloth) : contact_(contact), cloth_(cloth) {}

  bool is_on() const { return !members_.empty(); }
  double step() const { return step_; }
  void begin(double step);
  void end();

  std::vector<Member>& members() { return members_; }
  std::vector<Pair>& pairs() { return pairs_; }

  std::size_t join(std::size_t ball, const BallSpec& spec, const BallState& state, double now);
  // It is pressed from now on.
  void take(Member& member);
  // It has left the table.
  void leave(std::size_t member);
  // What others than the blow have changed.
  void add_energy(double energy);
  // What has been given in, less what is there now, once settled.
  double dissipated() const { return given_ - energy_; }

  // Which pairs to look at: pressed ones, and those nearer than this.
  void choose_pairs(double room);

  // A stretch of free way; a ball on the cloth stays at its height, a ball in the air falls.
  void drift(Member& member, double duration);

  // A contact begins.
  template <class Begins>
  void touch(Pair& pair, const Begins& begins);

  // All pairs press each other for a step. `begins(pair)` is called where balls touch, before they do. Whether the blow
  // goes on: some are pressed by more than a little, or more and more.
  template <class Begins>
  bool press(const Begins& begins);

  // What is left of compressions, a little, is taken out of the places; and the error of the steps is undone, so that
  // the energy is what friction and damping have left.
  void settle();

 private:
  bool part_slow_ones(Pair& pair, double approach, double depth);
  double press(Pair& pair, const Vec3& normal, double depth);
  void support(Member& member);
  bool part(const Pair& pair);
  void restore_energy();
  double sliding_speed(const Pair& pair) const;

  BallContact contact_;
  Cloth cloth_;
  double step_ = 0;
  double given_ = 0;   // J: that the pressed brought with them
  double energy_ = 0;  // J: what friction and damping have left of it
  std::vector<Member> members_;
  std::vector<Pair> pairs_;
};

template <class Begins>
void SharedBlow::touch(Pair& pair, const Begins& begins) {
  pair.impulse = {};
  pair.duration = 0;
  pair.pressed = true;
  begins(pair);
  pair.friction = contact_.model == BallImpactModel::frictionless ? 0 : contact_.friction.at(sliding_speed(pair));
}

template <class Begins>
bool SharedBlow::press(const Begins& begins) {
  bool goes_on = false;
  for (Pair& pair : pairs_) {
    const Member& a = members_[pair.first];
    const Member& b = members_[pair.second];
    const Vec3 line = b.state.position - a.state.position;
    const double reach = a.spec.radius + b.spec.radius;
    // Balls that lie in touch may overlap by as much as a position is allowed to.
    const double limit = pair.pressed ? reach : reach - kTouching;
    const double distance2 = norm2(line);
    if (distance2 >= limit * limit) {
      pair.pressed = false;
      continue;
    }
    const double distance = std::sqrt(distance2);
    if (!pair.pressed) touch(pair, begins);
    const double depth = reach - distance;
    const double approach = press(pair, line / distance, depth);
    goes_on = goes_on || approach > kStill || depth > kLittle;
  }
  for (Member& member : members_)
    if (member.pressed) support(member);
  return goes_on;
}

}  // namespace carom::billiards
