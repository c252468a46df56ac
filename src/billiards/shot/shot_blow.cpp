#include <algorithm>
#include <cmath>
#include <utility>

#include "billiards/shot/shot_game.hpp"

// Blows that balls share (docs/theory/billiards.md).
namespace carom::billiards {
namespace {

constexpr double kLeastApproach = 0.01;  // m/s: below, the cloth's friction counts for as much as the contact
constexpr double kNearness = 3;          // largest compressions
constexpr double kStepsInContact = 32;
constexpr int kStepsBetweenLooks = 8;

}  // namespace

// Whether a third ball is so near that it is reached before the two part.
bool ShotPlayer::Game::is_shared(std::size_t i, std::size_t j) {
  const BallContact& contact = table_.equipment.contact;
  if (!(contact.effective_modulus > 0) || balls_.size() < 3) return false;
  const double approach = approach_of(balls_[i], balls_[j]);
  if (approach < kLeastApproach) return false;
  const double room = kNearness * HertzContact(contact, balls_[i].spec, balls_[j].spec).largest_compression(approach);
  const auto is_near = [&](std::size_t k, const Ball& ball) {
    const double reach = balls_[k].spec.radius + ball.spec.radius + room;
    return norm2(state_now(balls_[k]).position - ball.now.position) < reach * reach;
  };
  for (std::size_t k = 0; k < balls_.size(); ++k)
    if (k != i && k != j && balls_[k].present && (is_near(k, balls_[i]) || is_near(k, balls_[j]))) return true;
  return false;
}

void ShotPlayer::Game::begin_blow(std::size_t i, std::size_t j) {
  const double approach = approach_of(balls_[i], balls_[j]);
  const HertzContact law(table_.equipment.contact, balls_[i].spec, balls_[j].spec);
  if (!blow_.is_on()) {
    blow_speed_ = 0;
    blow_steps_ = 0;
  }
  blow_.begin(law.duration(approach) / kStepsInContact);
  for (const std::size_t k : {i, j}) {
    const auto& members = blow_.members();
    const auto known = std::find_if(members.begin(), members.end(), [&](const auto& one) { return one.ball == k; });
    if (known == members.end())
      press(blow_.join(k, balls_[k].spec, balls_[k].now, now_));
    else
      press(static_cast<std::size_t>(known - members.begin()));
  }
  look_around();
  blow_time_ = std::min(blow_time_, now_ + blow_.step());
  for (SharedBlow::Pair& pair : blow_.pairs()) {
    const std::size_t one = blow_.members()[pair.first].ball;
    const std::size_t two = blow_.members()[pair.second].ball;
    if (std::minmax(one, two) == std::minmax(i, j) && !pair.pressed)
      blow_.touch(pair, [&](SharedBlow::Pair& touched) { log_contact(touched); });
  }
}

void ShotPlayer::Game::press(std::size_t member) {
  SharedBlow::Member& one = blow_.members()[member];
  if (one.pressed) return;
  Ball& ball = balls_[one.ball];
  one.state = state_now(ball);
  one.since = now_;
  blow_.take(one);
  ball.in_blow = true;
  ball.last_event = kNoEvent;
  predict(one.ball);
}

// Every ball that a pressed one may reach before the next look joins.
void ShotPlayer::Game::look_around() {
  for (Ball& ball : balls_)
    if (moves(ball) || ball.in_blow) blow_speed_ = std::max(blow_speed_, norm(state_now(ball).velocity));
  const double room = 4 * blow_speed_ * blow_.step() * kStepsBetweenLooks;
  for (std::size_t k = 0; k < balls_.size(); ++k) {
    Ball& ball = balls_[k];
    const auto& members = blow_.members();
    if (!ball.present || std::any_of(members.begin(), members.end(), [&](const auto& one) { return one.ball == k; }))
      continue;
    const BallState& state = state_now(ball);
    const bool is_near = std::any_of(members.begin(), members.end(), [&](const SharedBlow::Member& one) {
      const double reach = one.spec.radius + ball.spec.radius + room;
      return one.pressed && norm2(one.state.position - state.position) < reach * reach;
    });
    if (is_near) blow_.join(k, ball.spec, state, now_);
  }
  blow_.choose_pairs(room);
}

void ShotPlayer::Game::step_blow() {
  for (std::size_t k = 0; k < blow_.members().size(); ++k) {
    SharedBlow::Member& member = blow_.members()[k];
    if (member.pressed)
      move(k);
    else if (Ball& ball = balls_[member.ball]; moves(ball))
      member.state = state_now(ball);
  }
  const bool goes_on = blow_.press([&](SharedBlow::Pair& pair) { begin_contact(pair); });
  log_impulses();
  for (const SharedBlow::Member& member : blow_.members())
    if (member.pressed) balls_[member.ball].now = member.state;
  if (!goes_on) return end_blow();
  if (++blow_steps_ % kStepsBetweenLooks == 0) look_around();
  blow_time_ = now_ + blow_.step();
}

// A ball that comes to a nose or a pocket meets it at the end of the step.
void ShotPlayer::Game::move(std::size_t k) {
  SharedBlow::Member& member = blow_.members()[k];
  const double duration = now_ - std::exchange(member.since, now_);
  const Vec3& p = member.state.position;
  const Vec3& v = member.state.velocity;
  const auto is_open = [&](double t) { return open_.holds({p.x + t * v.x, p.y + t * v.y}, member.spec.radius); };
  if (is_open(0) && is_open(duration)) return blow_.drift(member, duration);
  Ball& ball = balls_[member.ball];
  const TableTouch touch = member.flies
                               ? first_touch(map_, Course<3>{p, v, {}, duration}, member.spec.radius)
                               : first_touch(map_, Course<2>{{p.x, p.y}, {v.x, v.y}, {}, duration}, ball.reaches);
  blow_.drift(member, std::min(touch.time, duration));
  if (!(touch.time <= duration)) return;
  set_state(ball, member.state);
  ball.touch = touch;
  const std::size_t event = outcome_->events.size();
  touch_table(member.ball);
  if (event < outcome_->events.size()) {
    outcome_->events[event].shared = true;
    follow_up(ball, event);
  }
  if (!ball.present) return blow_.leave(k);
  blow_.add_energy(kinetic_energy(ball.now, ball.spec) - kinetic_energy(member.state, ball.spec));
  member.state = ball.now;
}

void ShotPlayer::Game::begin_contact(SharedBlow::Pair& pair) {
  press(pair.first);
  press(pair.second);
  const auto& members = blow_.members();
  for (const std::size_t member : {pair.first, pair.second}) balls_[members[member].ball].now = members[member].state;
  log_contact(pair);
}

void ShotPlayer::Game::log_contact(SharedBlow::Pair& pair) {
  Ball* first = &balls_[blow_.members()[pair.first].ball];
  Ball* second = &balls_[blow_.members()[pair.second].ball];
  if (second->number < first->number) std::swap(first, second);
  pair.event = outcome_->events.size();
  ShotEvent& event = log(ShotEventKind::ball_ball, *first, first->phase.kind);
  event.other = second->number;
  event.other_after = second->phase.kind;
  event.other_state = second->now;
  event.shared = true;
  follow_up(*first, pair.event);
  follow_up(*second, pair.event);
}

// The velocity that the log gives the ball at its last event is the mean up to this one.
void ShotPlayer::Game::follow_up(Ball& ball, std::size_t index) {
  const std::size_t before = std::exchange(ball.last_event, index);
  if (before == kNoEvent) return;
  ShotEvent& last = outcome_->events[before];
  const double duration = outcome_->events[index].time - last.time;
  if (!(duration > 0)) return;
  BallState& told = last.ball == ball.number ? last.state : last.other_state;
  told.velocity = (ball.now.position - told.position) / duration;
}

void ShotPlayer::Game::log_impulses() {
  for (const SharedBlow::Pair& pair : blow_.pairs()) {
    if (!pair.pressed) continue;
    const std::size_t i = blow_.members()[pair.first].ball;
    const std::size_t j = blow_.members()[pair.second].ball;
    outcome_->events[pair.event].impulse = balls_[i].number < balls_[j].number ? pair.impulse : -pair.impulse;
    last_meeting(i, j) = last_meeting(j, i) = now_;
  }
}

void ShotPlayer::Game::end_blow() {
  blow_.settle();
  outcome_->dissipated += blow_.dissipated();
  for (const SharedBlow::Member& member : blow_.members()) {
    if (!member.pressed) continue;
    Ball& ball = balls_[member.ball];
    const Phase before = ball.phase.kind;
    set_state(ball, member.state);
    outcome_->dissipated += kinetic_energy(member.state, ball.spec) - kinetic_energy(ball.phase.start, ball.spec);
    ball.in_blow = false;
    log(ShotEventKind::blow_end, ball, before);
    follow_up(ball, outcome_->events.size() - 1);
  }
  const auto members = blow_.members();
  blow_.end();
  blow_time_ = kNever;
  for (const SharedBlow::Member& member : members)
    if (member.pressed) predict_own(balls_[member.ball]);
  for (const SharedBlow::Member& member : members)
    if (member.pressed) predict_pairs(member.ball);
}

}  // namespace carom::billiards
