#include "contacts/clearances.hpp"

#include <algorithm>

namespace carom::contacts {
namespace {

template <int D>
void push_apart(std::span<Vec<D>> velocities, const Parting<D>& pair, double speed) {
  const double missing = speed - parting_speed<D>(velocities, pair);
  if (!(missing > 0)) return;
  const double share = pair.b == kFixed ? 1 : pair.share_a;
  velocities[pair.a] -= (share * missing) * pair.normal;
  if (pair.b != kFixed) velocities[pair.b] += ((1 - share) * missing) * pair.normal;
}

}  // namespace

template <int D>
bool part(std::span<Vec<D>> velocities, std::span<const Parting<D>> pairs, const PartingRounds& rounds) {
  const auto is_enough = [&](const Parting<D>& pair) { return parting_speed<D>(velocities, pair) >= pair.needed; };
  constexpr int kLeastRounds = 2;
  for (int round = 0; round < rounds.most; ++round) {
    const bool wants = round < rounds.wanting;
    for (const Parting<D>& pair : pairs) push_apart(velocities, pair, wants ? pair.wanted : pair.enough);
    if (round + 1 >= kLeastRounds && std::all_of(pairs.begin(), pairs.end(), is_enough)) return true;
  }
  return false;
}

template bool part(std::span<Vec<2>>, std::span<const Parting<2>>, const PartingRounds&);
template bool part(std::span<Vec<3>>, std::span<const Parting<3>>, const PartingRounds&);

}  // namespace carom::contacts
