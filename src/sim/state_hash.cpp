#include "carom/sim/world.hpp"
#include "math/bits.hpp"

namespace carom {
namespace {

/// The hash of docs/formats/state-hash.md: h ← (h ⊕ w)·0x9E3779B97F4A7C15, h ← h ⊕ (h >> 29) for each 64-bit word w.
class StateHash {
 public:
  void add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x9E3779B97F4A7C15u;
    value_ ^= value_ >> 29;
  }
  void add(double number) { add(math::bits_as<std::uint64_t>(number)); }
  void add(const Time& time) {
    add(static_cast<std::uint64_t>(time.epoch));
    add(time.offset);
  }
  template <int D>
  void add(const Vec<D>& vec) {
    for (int k = 0; k < D; ++k) add(vec[k]);
  }

  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCA20'0001;
};

template <int D>
void add_state(StateHash& hash, const BodyState<D>& state, bool rough) {
  hash.add(static_cast<std::uint64_t>(state.presence));
  hash.add(static_cast<std::uint64_t>(state.held));
  hash.add(state.radius);
  hash.add(state.mass);
  hash.add(state.position);
  hash.add(state.velocity);
  hash.add(state.force);
  hash.add(state.time);
  hash.add(std::uint64_t{state.rank});
  hash.add(state.last_impact);
  hash.add(std::uint64_t{state.crowded});
  for (const std::int32_t boxes : state.image) hash.add(static_cast<std::uint64_t>(std::int64_t{boxes}));
  hash.add(std::uint64_t{state.supports.size()});
  for (const auto& support : state.supports) {
    hash.add(std::uint64_t{support.body.value});
    hash.add(std::uint64_t{support.face});
  }
  if (rough) hash.add(state.spin);
}

template <int D>
void add_islands(StateHash& hash, const Snapshot<D>& snapshot) {
  hash.add(snapshot.ticked);
  hash.add(std::uint64_t{snapshot.ticked_again});
  hash.add(std::uint64_t{snapshot.stopped});
  hash.add(std::uint64_t{snapshot.keeps_paths});
  for (std::size_t id = 0; id < snapshot.states.size(); ++id) {
    const BodyState<D>& state = snapshot.states[id];
    if (!state.in_island) continue;
    hash.add(std::uint64_t{id});
    hash.add(state.restoring);
    hash.add(state.pulled);
    if (!is_zero(state.carried)) hash.add(state.carried);
    hash.add(state.still_at);
    hash.add(std::uint64_t{state.still} << 32 | state.sleeps_with.value);
  }
  for (const ContactState<D>& contact : snapshot.contacts) {
    for (const std::uint32_t number : {contact.a.value, contact.b.value, contact.face}) hash.add(std::uint64_t{number});
    hash.add(contact.normal_impulse);
    hash.add(contact.tangential_impulse);
    hash.add(contact.torque);
  }
}

}  // namespace

template <int D>
std::uint64_t hash(const Snapshot<D>& snapshot) {
  StateHash hash;
  hash.add(static_cast<std::uint64_t>(D));
  hash.add(snapshot.now);
  hash.add(std::uint64_t{snapshot.states.size()});
  const bool rough = snapshot.options.tangential_restitution.has_value();
  for (const BodyState<D>& state : snapshot.states) add_state(hash, state, rough);
  if (!snapshot.contacts.empty()) add_islands(hash, snapshot);
  return hash.value();
}

template std::uint64_t hash(const Snapshot<2>&);
template std::uint64_t hash(const Snapshot<3>&);

}  // namespace carom
