#include "contacts/clearances.hpp"

#include <algorithm>
#include <vector>

namespace carom::contacts {
namespace {

/// Whether two had to be.
template <int D>
bool push_apart(std::span<Vec<D>> velocities, const Parting<D>& pair, double speed) {
  const double missing = speed - parting_speed<D>(velocities, pair);
  if (!(missing > 0)) return false;
  const double share = pair.b == kFixed ? 1 : pair.share_a;
  velocities[pair.a] -= (share * missing) * pair.normal;
  if (pair.b != kFixed) velocities[pair.b] += ((1 - share) * missing) * pair.normal;
  return true;
}

}  // namespace

// Two of which none has been pushed since their turn in the round before part as they did then.
template <int D>
bool part(std::span<Vec<D>> velocities, std::span<const Parting<D>> pairs, const PartingRounds& rounds) {
  constexpr int kLeastRounds = 2;
  std::vector<int> pushed(velocities.size(), 0);  // in which round each was last
  const auto is_pushed = [&](const Parting<D>& pair, int since) {
    return pushed[pair.a] >= since || (pair.b != kFixed && pushed[pair.b] >= since);
  };
  for (int round = 1; round <= rounds.most; ++round) {
    const bool wants = round <= rounds.wanting;
    for (const Parting<D>& pair : pairs) {
      if (!is_pushed(pair, round - 1) || !push_apart(velocities, pair, wants ? pair.wanted : pair.enough)) continue;
      pushed[pair.a] = round;
      if (pair.b != kFixed) pushed[pair.b] = round;
    }
    const auto is_enough = [&](const Parting<D>& pair) {
      return !is_pushed(pair, round) || parting_speed<D>(velocities, pair) >= pair.needed;
    };
    if (round >= kLeastRounds && std::all_of(pairs.begin(), pairs.end(), is_enough)) return true;
  }
  return false;
}

template bool part(std::span<Vec<2>>, std::span<const Parting<2>>, const PartingRounds&);
template bool part(std::span<Vec<3>>, std::span<const Parting<3>>, const PartingRounds&);

}  // namespace carom::contacts
