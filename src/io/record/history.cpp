#include "io/record/history.hpp"

#include <algorithm>
#include <cmath>

namespace carom::io {
namespace {

template <int D>
Key<D> key_now(const World<D>& world, BodyId id) {
  const Motion<D> motion = world.motion(id);
  BodyMotion<D> law = motion.velocity;
  law.damping = motion.damping;
  if (std::isinf(motion.stop))
    law.acceleration = motion.acceleration;
  else
    law.deceleration = world.body(id).motion.deceleration;
  return {world.time(), world.placement(id).position, law, world.state(id).spin, true};
}

}  // namespace

template <int D>
Vec<D> Key<D>::position_after(double span) const {
  if (motion.damping > 0) return position + Motion<D>(Damped<D>{motion.velocity, motion.damping}).displacement(span);
  if (motion.deceleration > 0)
    return position + Motion<D>(Stopping<D>{motion.velocity, motion.deceleration}).displacement(span);
  return position + Motion<D>(Accelerating<D>{motion.velocity, motion.acceleration}).displacement(span);
}

template <int D>
void History<D>::begin(const World<D>& world, std::vector<BodyId> balls) {
  balls_ = std::move(balls);
  slots_.assign(world.body_count(), -1);
  tracks_.resize(balls_.size());
  for (std::size_t k = 0; k < balls_.size(); ++k) {
    const BodyId id = balls_[k];
    slots_[id.value] = static_cast<std::int32_t>(k);
    tracks_[k].keys = {key_now(world, id)};
    tracks_[k].radius = world.radius(id);
    tracks_[k].mass = world.state(id).mass;
    if (!world.awaited(id)) continue;
    tracks_[k].keys.back().motion = {};
    tracks_[k].start = std::numeric_limits<double>::infinity();
    tracks_[k].here = false;
  }
  count_ = balls_.size();
  capacity_ = std::max(capacity_, 4 * count_);
}

template <int D>
void History<D>::event(const Event<D>& event, const World<D>& world) {
  note(event.a, event.b, event, world);
  note(event.b, event.a, event, world);
}

template <int D>
void History<D>::note(BodyId id, BodyId other, const Event<D>& event, const World<D>& world) {
  const std::int32_t k = slot(id);
  if (k < 0) return;
  Track& track = tracks_[static_cast<std::size_t>(k)];
  note_life(track, static_cast<std::uint32_t>(k), other, event.time, world.state(id));
  note_motion(track, id, world);
}

template <int D>
void History<D>::frame(const World<D>& world) {
  for (const ContactState<D>& contact : world.contacts())
    for (const BodyId id : {contact.a, contact.b})
      if (const std::int32_t k = slot(id); k >= 0) note_motion(tracks_[static_cast<std::size_t>(k)], id, world);
}

/// How a ball moves from now on.
template <int D>
void History<D>::note_motion(Track& track, BodyId id, const World<D>& world) {
  if (!track.here || world.time() > exact_until_) return;
  if (count_ >= capacity_) {
    if (when_full_ == WhenFull::stop) {
      exact_until_ = world.time();
      return;
    }
    thin();
  }
  if (track.in_island) track.keys.back().followed = false;
  track.in_island = world.state(id).in_island;
  add_key(track, key_now(world, id));
}

template <int D>
void History<D>::note_life(Track& track, std::uint32_t slot, BodyId other, double time, const BodyState<D>& state) {
  if (std::isinf(track.start) && track.start > 0 && state.presence == Presence::here) {
    track.start = track.keys.back().time = time;
    track.here = true;
  }
  if (track.here && state.presence != Presence::here) {
    track.here = false;
    ends_.push_back({slot, time, state.presence, other});
  }
  if (track.here && (track.radius != state.radius || track.mass != state.mass)) {
    track.radius = state.radius;
    track.mass = state.mass;
    growths_.push_back({slot, time, state.radius, state.mass});
  }
}

/// Of several events at one time the last decides; a thinned track keeps its last key and drops the ones too close
/// before it.
template <int D>
void History<D>::add_key(Track& track, const Key<D>& key) {
  auto& keys = track.keys;
  if (keys.back().time == key.time) {
    keys.back() = key;
    return;
  }
  if (keys.size() >= 2 && track.spacing > 0 && key.time - keys[keys.size() - 2].time < track.spacing) {
    keys[keys.size() - 2].followed = false;
    keys.back() = key;
    return;
  }
  keys.push_back(key);
  ++count_;
}

template <int D>
void History<D>::thin() {
  thinned_ = true;
  std::size_t most = 0;
  for (const Track& track : tracks_) most = std::max(most, track.keys.size());
  for (Track& track : tracks_)
    if (2 * track.keys.size() >= most) thin(track);
}

/// Halves a track: the least spacing is doubled until at most half of the keys are left.
template <int D>
void History<D>::thin(Track& track) {
  auto& keys = track.keys;
  const std::size_t before = keys.size();
  if (before < 4) return;
  const double span = keys.back().time - keys.front().time;
  track.spacing = std::max(2 * track.spacing, span / static_cast<double>(before) / 1024);
  while (2 * keys.size() > before + 4) {
    std::size_t kept = 1;
    for (std::size_t k = 1; k < keys.size(); ++k) {
      if (k + 1 < keys.size() && keys[k].time - keys[kept - 1].time < track.spacing) {
        keys[kept - 1].followed = false;
      } else {
        keys[kept++] = keys[k];
      }
    }
    keys.resize(kept);
    if (2 * kept > before + 4) track.spacing *= 2;
  }
  count_ -= before - keys.size();
}

template struct Key<2>;
template struct Key<3>;
template class History<2>;
template class History<3>;

}  // namespace carom::io
