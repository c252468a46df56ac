#include "billiards/shot/shot_game.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "billiards/shot/state_check.hpp"
#include "billiards/shot/touching.hpp"
#include "carom/math/portable.hpp"

namespace carom::billiards {
namespace {

constexpr double kEpoch = 16;  // s
constexpr double kGain = 1e-12;

Vec2 plan_of(const Vec3& v) {
  return {v.x, v.y};
}

bool is_in_air(const MotionPhase& phase) {
  return phase.kind == Phase::airborne;
}

bool gains(double before, double after) {
  return after > before * (1 + kGain);
}

}  // namespace

ShotPlayer::Game::Game(const Table& table)
    : table_((validate(table), table)),
      map_(table),
      open_(table),
      blow_(table.equipment.contact, table.equipment.cloth) {}

void ShotPlayer::Game::check(const TableState& state) const {
  check_balls(table_, state, &open_);
}

void ShotPlayer::Game::set_up(const TableState& state, const ShotOptions& options, Outcome& outcome) {
  if (!(options.until >= 0))
    throw std::invalid_argument("options.until is " + std::to_string(options.until) + ": it must be 0 or more");
  options_ = options;
  outcome_ = &outcome;
  outcome.state = state;
  outcome.events.clear();
  outcome.duration = outcome.dissipated = outcome.energy_in = 0;
  outcome.capped = 0;
  outcome.complete = true;
  now_ = epoch_ = 0;
  std::size_t count = 0;
  balls_.resize(state.balls.size());
  for (std::size_t k = 0; k < state.balls.size(); ++k) {
    const ShotBall& given = state.balls[k];
    if (given.place != ShotBall::Place::on_table) continue;
    Ball& ball = balls_[count++];
    ball.number = given.number;
    ball.spec = table_.ball(given.number);
    ball.place = k;
    ball.present = true;
    ball.in_blow = false;
    ball.looked_at = -kNever;
    ball.reaches.clear();
    for (const Cushion& cushion : map_.materials) ball.reaches.push_back(reach(cushion, ball.spec.radius));
    set_state(ball, given.state);
  }
  balls_.resize(count);
  blow_.end();
  blow_time_ = kNever;
  pair_times_.assign(count * count, kNever);
  last_meeting_.assign(count * count, -kNever);
}

void ShotPlayer::Game::play(const TableState& state, const Strike& stroke, const ShotOptions& options,
                            Outcome& outcome) {
  const ShotBall* cue_ball = state.find(options.cue_ball);
  if (cue_ball == nullptr || cue_ball->place != ShotBall::Place::on_table)
    throw std::invalid_argument("the cue ball, number " + std::to_string(options.cue_ball) + ", is not on the table");
  set_up(state, options, outcome);
  const auto struck =
      std::find_if(balls_.begin(), balls_.end(), [&](const Ball& ball) { return ball.number == options.cue_ball; });
  const Phase before = struck->phase.kind;
  const Vec3 velocity = struck->phase.start.velocity;
  set_state(*struck, strike(struck->phase.start.position, struck->spec, table_.equipment.cloth, options.cue, stroke));
  ShotEvent& event = log(ShotEventKind::cue_strike, *struck, before);
  event.impulse = struck->spec.mass * (event.state.velocity - velocity);
  run();
}

void ShotPlayer::Game::roll_out(const TableState& state, const ShotOptions& options, Outcome& outcome) {
  set_up(state, options, outcome);
  run();
}

void ShotPlayer::Game::run() {
  for (const Ball& ball : balls_) outcome_->energy_in += kinetic_energy(ball.phase.start, ball.spec);
  for (Ball& ball : balls_) predict_own(ball);
  for (std::size_t i = 0; i < balls_.size(); ++i) predict_pairs(i);
  while (outcome_->events.size() < options_.most_events || blow_.is_on()) {
    std::size_t first = 0;
    double time = blow_time_;
    for (std::size_t i = 0; i < balls_.size(); ++i) {
      const double next = std::min(balls_[i].own_time, balls_[i].pair_time);
      if (next < time) {
        time = next;
        first = i;
      }
    }
    if (time == kNever) return finish();
    if (epoch_ + time > options_.until && !blow_.is_on()) {
      now_ = std::max(now_, options_.until - epoch_);
      break;
    }
    now_ = std::max(now_, time);
    if (time == blow_time_)
      step_blow();
    else
      step(first);
    if (now_ > kEpoch) renew_epoch();
  }
  outcome_->complete = false;
  finish();
}

void ShotPlayer::Game::step(std::size_t i) {
  const Ball& ball = balls_[i];
  if (ball.pair_time <= ball.own_time) return meet(i, ball.partner);
  switch (ball.own) {
    case Own::phase_end:
      return end_phase(i);
    case Own::spin_end:
      return end_spin(i);
    case Own::touch:
      return touch_table(i);
    case Own::leave:
      return leave(i);
    case Own::none:
      return;
  }
}

// A ball that nothing stops any more, under damping, comes to rest where its path ends.
void ShotPlayer::Game::finish() {
  for (Ball& ball : balls_) {
    if (!ball.present) continue;
    BallState& state = outcome_->state.balls[ball.place].state;
    if (outcome_->complete)
      state = ball.phase.kind == Phase::resting ? ball.phase.start : ball.phase.at(kNever);
    else
      state = state_now(ball);
  }
  outcome_->duration = outcome_->complete && !outcome_->events.empty() ? outcome_->events.back().time : epoch_ + now_;
}

const BallState& ShotPlayer::Game::state_now(Ball& ball) {
  if (ball.looked_at != now_ && !ball.in_blow) {
    ball.now =
        now_ == ball.since || ball.phase.kind == Phase::resting ? ball.phase.start : ball.phase.at(now_ - ball.since);
    ball.looked_at = now_;
  }
  return ball.now;
}

void ShotPlayer::Game::set_state(Ball& ball, const BallState& state) {
  ball.phase = phase_of(state, ball.spec, table_.equipment.cloth);
  ball.since = now_;
  ball.now = ball.phase.start;
  ball.looked_at = now_;
}

// Under damping k all paths are straight on the clock s = (1 − exp(−k t))/k.
double ShotPlayer::Game::clock_of(double duration) const {
  const Cloth& cloth = table_.equipment.cloth;
  if (cloth.law != ClothLaw::damping || cloth.damping == 0) return duration;
  return -portable::expm1(-cloth.damping * duration) / cloth.damping;
}

double ShotPlayer::Game::duration_of(double clock) const {
  const Cloth& cloth = table_.equipment.cloth;
  if (cloth.law != ClothLaw::damping || cloth.damping == 0 || clock == kNever) return clock;
  return cloth.damping * clock < 1 ? -portable::log1p(-cloth.damping * clock) / cloth.damping : kNever;
}

template <int D>
Course<D> ShotPlayer::Game::course_of(Ball& ball) {
  const BallState& state = state_now(ball);
  const Vec3& a = ball.phase.motion.acceleration;
  if constexpr (D == 2)
    return {plan_of(state.position), plan_of(state.velocity), plan_of(a), kNever};
  else
    return {state.position, state.velocity, a, kNever};
}

void ShotPlayer::Game::predict(std::size_t i) {
  predict_own(balls_[i]);
  predict_pairs(i);
}

void ShotPlayer::Game::predict_own(Ball& ball) {
  ball.touch_time = ball.phase_end = ball.spin_end = ball.leave_time = kNever;
  if (moves(ball) && !ball.in_blow) {
    ball.phase_end = ball.since + ball.phase.end;
    const bool spins_on = ball.phase.start.angular_velocity.z != 0 && ball.phase.kind != Phase::spinning;
    if (spins_on && ball.phase.spin_end < ball.phase.end && options_.log_phases)
      ball.spin_end = ball.since + ball.phase.spin_end;
    if (is_in_air(ball.phase)) {
      predict_flight(ball);
    } else if (travels(ball)) {
      Course<2> course = course_of<2>(ball);
      course.end = clock_of(ball.phase.end);
      ball.touch = first_touch(map_, course, ball.reaches);
      ball.touch_time = now_ + duration_of(ball.touch.time);
    }
  }
  choose_own(ball);
}

// Where it is still beyond the cushions when it has fallen to the height of their noses, it has left the table.
void ShotPlayer::Game::predict_flight(Ball& ball) {
  Course<3> course = course_of<3>(ball);
  course.end = ball.phase.end;
  ball.touch = first_touch(map_, course, ball.spec.radius);
  ball.touch_time = now_ + ball.touch.time;
  const double above = course.p.z - (map_.top + ball.spec.radius);
  const double arrival2 = course.v.z * course.v.z - 2 * course.a.z * above;
  if (!(arrival2 >= 0)) return;
  const double fall = (course.v.z + std::sqrt(arrival2)) / -course.a.z;
  if (fall >= 0 && fall <= course.end && clearance(table_, plan_of(course.at(fall))) < 0) ball.leave_time = now_ + fall;
}

void ShotPlayer::Game::choose_own(Ball& ball) {
  ball.own = Own::none;
  ball.own_time = kNever;
  const auto offer = [&](double time, Own own) {
    if (time < ball.own_time) {
      ball.own_time = time;
      ball.own = own;
    }
  };
  // A phase that ends in the same rounded instant goes first: else a ball that stops at a nose would meet it for ever.
  offer(ball.phase_end, Own::phase_end);
  offer(ball.touch_time, Own::touch);
  offer(ball.leave_time, Own::leave);
  offer(ball.spin_end, Own::spin_end);
}

void ShotPlayer::Game::predict_pairs(std::size_t i) {
  Ball& ball = balls_[i];
  ball.pair_time = kNever;
  for (std::size_t j = 0; j < balls_.size(); ++j)
    if (j != i) set_pair(i, j, ball.present && balls_[j].present ? pair_time(ball, balls_[j]) : kNever);
}

double ShotPlayer::Game::pair_time(Ball& a, Ball& b) {
  if (a.in_blow || b.in_blow || (!travels(a) && !travels(b))) return kNever;
  const auto own = [](const Ball& ball) {
    return std::min(std::min(ball.touch_time, ball.leave_time), ball.phase_end);
  };
  const double end = clock_of(std::min(own(a), own(b)) - now_);
  if (!(end >= 0)) return kNever;
  const bool flat = !is_in_air(a.phase) && !is_in_air(b.phase) && a.spec.radius == b.spec.radius;
  const double time = flat ? meeting<2>(course_of<2>(a), a.spec.radius, course_of<2>(b), b.spec.radius, end)
                           : meeting<3>(course_of<3>(a), a.spec.radius, course_of<3>(b), b.spec.radius, end);
  return now_ + duration_of(time);
}

void ShotPlayer::Game::set_pair(std::size_t i, std::size_t j, double time) {
  const std::size_t count = balls_.size();
  pair_times_[i * count + j] = pair_times_[j * count + i] = time;
  if (time < balls_[i].pair_time) {
    balls_[i].pair_time = time;
    balls_[i].partner = j;
  }
  if (time < balls_[j].pair_time) {
    balls_[j].pair_time = time;
    balls_[j].partner = i;
  } else if (balls_[j].partner == i && balls_[j].pair_time < time) {
    rescan(j);
  }
}

void ShotPlayer::Game::rescan(std::size_t i) {
  const std::size_t count = balls_.size();
  balls_[i].pair_time = kNever;
  for (std::size_t j = 0; j < count; ++j)
    if (j != i && pair_times_[i * count + j] < balls_[i].pair_time) {
      balls_[i].pair_time = pair_times_[i * count + j];
      balls_[i].partner = j;
    }
}

void ShotPlayer::Game::end_phase(std::size_t i) {
  Ball& ball = balls_[i];
  const Phase before = ball.phase.kind;
  const Cloth& cloth = table_.equipment.cloth;
  if (before != Phase::airborne) {
    set_state(ball, next_state(ball.phase, ball.spec, cloth));
    if (options_.log_phases) log(ShotEventKind::phase, ball, before);
  } else {
    const BallState landing = ball.phase.at(ball.phase.end);
    set_state(ball, bounce_on_cloth(landing, ball.spec, cloth));
    outcome_->dissipated += kinetic_energy(landing, ball.spec) - kinetic_energy(ball.phase.start, ball.spec);
    ShotEvent& event = log(ShotEventKind::cloth_bounce, ball, before);
    event.impulse = ball.spec.mass * (event.state.velocity - landing.velocity);
  }
  predict(i);
}

void ShotPlayer::Game::end_spin(std::size_t i) {
  Ball& ball = balls_[i];
  state_now(ball);
  log(ShotEventKind::spin_end, ball, ball.phase.kind);
  ball.spin_end = kNever;
  choose_own(ball);
}

void ShotPlayer::Game::touch_table(std::size_t i) {
  if (balls_[i].touch.kind == TableTouch::Kind::pocket)
    fall_into_pocket(i);
  else
    touch_cushion(i);
}

void ShotPlayer::Game::fall_into_pocket(std::size_t i) {
  Ball& ball = balls_[i];
  const int pocket = static_cast<int>(ball.touch.index);
  state_now(ball);
  log(ShotEventKind::pocket, ball, ball.phase.kind).part = pocket;
  take_away(i, ShotBall::Place::potted, pocket);
}

void ShotPlayer::Game::leave(std::size_t i) {
  Ball& ball = balls_[i];
  state_now(ball);
  log(ShotEventKind::leaves_table, ball, ball.phase.kind);
  take_away(i, ShotBall::Place::off_table, -1);
}

void ShotPlayer::Game::take_away(std::size_t i, ShotBall::Place place, int pocket) {
  Ball& ball = balls_[i];
  ball.present = false;
  ShotBall& result = outcome_->state.balls[ball.place];
  result.state = {ball.now.position, {}, {}};
  result.place = place;
  result.pocket = pocket;
  predict(i);
}

BallState ShotPlayer::Game::after_cushion(const Ball& ball, const BallState& state, const Vec2& towards,
                                          bool& capped) const {
  Cushion cushion = map_.materials[ball.touch.material];
  // In the air a mirror reflects along the line to the nose, up or down.
  const auto make_plain = [&] {
    cushion.model = is_in_air(ball.phase) ? CushionImpactModel::han_2005 : CushionImpactModel::reflection;
    cushion.friction = 0;
  };
  if (cushion.model == CushionImpactModel::reflection) make_plain();
  const Cloth& cloth = table_.equipment.cloth;
  BallState met = state;
  // Rounding may have put a ball in the air just out of the nose's reach.
  const double most = ball.spec.radius * (1 - 1e-12);
  if (is_in_air(ball.phase)) met.position.z = std::clamp(met.position.z, cushion.height - most, cushion.height + most);
  BallState after = cushion_impact(met, ball.spec, towards, cushion, cloth).ball;
  capped = gains(kinetic_energy(state, ball.spec), kinetic_energy(after, ball.spec));
  if (capped) {
    make_plain();
    after = cushion_impact(met, ball.spec, towards, cushion, cloth).ball;
  }
  if (is_in_air(ball.phase)) {
    const double sine = (cushion.height - met.position.z) / ball.spec.radius;
    const double cosine = std::sqrt((1 - sine) * (1 + sine));
    const Vec2 level = towards / norm(towards);
    after = off_the_nose(met, after, {cosine * level.x, cosine * level.y, sine}, ball.spec);
  }
  after.position = state.position;
  return after;
}

// Whether the cloth would bring the ball back to the nose within the time that counts as one contact.
bool ShotPlayer::Game::is_pressed(const Ball& ball, const BallState& after, const Vec2& towards) const {
  const Cloth& cloth = table_.equipment.cloth;
  const double rebound = -dot(plan_of(after.velocity), towards);
  if (cloth.law != ClothLaw::friction || 2 * rebound >= cloth.sliding_friction * cloth.gravity * kContactTime)
    return false;
  const MotionPhase phase = phase_of(after, ball.spec, cloth);
  const double pull = dot(plan_of(phase.motion.acceleration), towards);
  return phase.kind == Phase::sliding && pull > 0 && 2 * rebound < pull * kContactTime;
}

void ShotPlayer::Game::touch_cushion(std::size_t i) {
  Ball& ball = balls_[i];
  const TableTouch touch = ball.touch;
  const Phase before = ball.phase.kind;
  const BallState state = state_now(ball);
  Vec2 line = direction_to(touch, plan_of(state.position));
  if (is_zero(line)) line = {1, 0};
  const Vec2 towards = line / norm(line);
  bool capped = false;
  BallState after = after_cushion(ball, state, line, capped);
  after = rebound_from_cloth(ball, after);
  bool held = false;
  if (!is_in_air(ball.phase)) {
    const bool mirror = is_mirror(map_.materials[touch.material], table_.equipment.cloth);
    after = touch.inwards ? led_along(state, after, towards, mirror) : set_off(after, towards);
    held = !touch.inwards && is_pressed(ball, after, towards);
    if (held) after = held_at_nose(after, towards, ball.spec.radius);
  }
  const double energy = kinetic_energy(state, ball.spec);
  set_state(ball, after);
  outcome_->dissipated += energy - kinetic_energy(ball.phase.start, ball.spec);
  outcome_->capped += capped ? 1 : 0;
  if (!held) {
    ShotEvent& event = log(ShotEventKind::cushion, ball, before);
    event.part = static_cast<int>(touch.part);
    event.impulse = ball.spec.mass * (ball.phase.start.velocity - state.velocity);
    event.capped = capped;
  } else if (options_.log_phases) {
    log(ShotEventKind::phase, ball, before);
  }
  predict(i);
}

// A ball on the cloth that an impact presses into it bounces in the same instant.
BallState ShotPlayer::Game::rebound_from_cloth(const Ball& ball, const BallState& after) const {
  const bool pressed = after.velocity.z < 0 && after.position.z <= ball.spec.radius;
  return pressed ? bounce_on_cloth(after, ball.spec, table_.equipment.cloth) : after;
}

BallImpact ShotPlayer::Game::impact_of(Ball& a, Ball& b, bool again, bool& capped) const {
  const Cloth& cloth = table_.equipment.cloth;
  BallContact contact = table_.equipment.contact;
  if (again) contact.restitution = 1;
  const double energy = kinetic_energy(a.now, a.spec) + kinetic_energy(b.now, b.spec);
  BallImpact impact = ball_impact(a.now, a.spec, b.now, b.spec, contact, cloth);
  capped = gains(energy, energy - impact.dissipated);
  if (capped) {
    contact.model = BallImpactModel::frictionless;
    impact = ball_impact(a.now, a.spec, b.now, b.spec, contact, cloth);
  }
  return again ? kept_apart(impact, a.spec, b.spec, energy) : impact;
}

double ShotPlayer::Game::approach_of(const Ball& a, const Ball& b) const {
  const Vec3 line = b.now.position - a.now.position;
  return dot(a.now.velocity - b.now.velocity, line) / norm(line);
}

void ShotPlayer::Game::meet(std::size_t i, std::size_t j) {
  if (balls_[j].number < balls_[i].number) std::swap(i, j);
  Ball& a = balls_[i];
  Ball& b = balls_[j];
  state_now(a);
  state_now(b);
  if (is_shared(i, j)) return begin_blow(i, j);
  const Phase before = a.phase.kind;
  const Vec3 velocity = a.now.velocity;
  const double energy = kinetic_energy(a.now, a.spec) + kinetic_energy(b.now, b.spec);
  bool capped = false;
  const bool again = now_ - last_meeting(i, j) < kContactTime && approach_of(a, b) < kSlow;
  BallImpact impact = impact_of(a, b, again, capped);
  last_meeting(i, j) = last_meeting(j, i) = now_;
  impact.first = rebound_from_cloth(a, impact.first);
  impact.second = rebound_from_cloth(b, impact.second);
  set_state(a, impact.first);
  set_state(b, impact.second);
  outcome_->dissipated += energy - kinetic_energy(a.phase.start, a.spec) - kinetic_energy(b.phase.start, b.spec);
  outcome_->capped += capped ? 1 : 0;
  ShotEvent& event = log(ShotEventKind::ball_ball, a, before);
  event.other = b.number;
  event.other_after = b.phase.kind;
  event.other_state = b.phase.start;
  event.impulse = a.spec.mass * (a.phase.start.velocity - velocity);
  event.capped = capped;
  predict_own(a);
  predict_own(b);
  predict_pairs(i);
  predict_pairs(j);
}

ShotEvent& ShotPlayer::Game::log(ShotEventKind kind, const Ball& ball, Phase before) {
  ShotEvent& event = outcome_->events.emplace_back();
  event.time = epoch_ + now_;
  event.kind = kind;
  event.ball = ball.number;
  event.before = before;
  event.after = ball.phase.kind;
  event.state = ball.now;
  return event;
}

void ShotPlayer::Game::renew_epoch() {
  epoch_ += kEpoch;
  now_ -= kEpoch;
  for (Ball& ball : balls_) {
    for (double* time : {&ball.since, &ball.touch_time, &ball.phase_end, &ball.spin_end, &ball.leave_time,
                         &ball.own_time, &ball.pair_time, &ball.looked_at})
      *time -= kEpoch;
  }
  blow_time_ -= kEpoch;
  for (SharedBlow::Member& member : blow_.members()) member.since -= kEpoch;
  for (double& time : pair_times_) time -= kEpoch;
  for (double& time : last_meeting_) time -= kEpoch;
}

}  // namespace carom::billiards
