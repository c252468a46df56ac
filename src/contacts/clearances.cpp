#include "contacts/clearances.hpp"

#include <algorithm>
#include <vector>

namespace carom::contacts {
namespace {

/// In one cache line what rounds read and write of a body again and again.
template <int D>
struct alignas(32) Pushed {
  Vec<D> velocity{};
  int round = 0;  ///< in which it was pushed last
};

struct Ends {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

}  // namespace

// Two of which none has been pushed since their turn in the round before part as they did then. What is fixed is one
// more body, which nothing pushes.
template <int D>
bool part(std::span<Vec<D>> velocities, std::span<const Parting<D>> pairs, const PartingRounds& rounds) {
  constexpr int kLeastRounds = 2;
  const auto fixed = static_cast<std::uint32_t>(velocities.size());
  std::vector<Pushed<D>> bodies(velocities.size() + 1);
  for (std::size_t i = 0; i < velocities.size(); ++i) bodies[i].velocity = velocities[i];
  bodies[fixed].round = -1;
  std::vector<Ends> ends;
  ends.reserve(pairs.size());
  for (const Parting<D>& pair : pairs) ends.push_back({pair.a, pair.b == kFixed ? fixed : pair.b});
  const auto is_pushed = [&](std::size_t k, int since) {
    return bodies[ends[k].a].round >= since || bodies[ends[k].b].round >= since;
  };
  const auto speed = [&](std::size_t k) {
    return dot(bodies[ends[k].b].velocity - bodies[ends[k].a].velocity, pairs[k].normal);
  };
  const auto push_apart = [&](std::size_t k, double missing, int round) {
    const Parting<D>& pair = pairs[k];
    Pushed<D>& a = bodies[ends[k].a];
    const double share = pair.b == kFixed ? 1 : pair.share_a;
    a.velocity -= (share * missing) * pair.normal;
    a.round = round;
    if (pair.b == kFixed) return;
    Pushed<D>& b = bodies[pair.b];
    b.velocity += ((1 - share) * missing) * pair.normal;
    b.round = round;
  };
  bool is_enough = false;
  for (int round = 1; round <= rounds.most && !is_enough; ++round) {
    const bool wants = round <= rounds.wanting;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (!is_pushed(k, round - 1)) continue;
      const double missing = (wants ? pairs[k].wanted : pairs[k].enough) - speed(k);
      if (missing > 0) push_apart(k, missing, round);
    }
    is_enough = round >= kLeastRounds;
    for (std::size_t k = 0; k < pairs.size() && is_enough; ++k)
      is_enough = !is_pushed(k, round) || speed(k) >= pairs[k].needed;
  }
  for (std::size_t i = 0; i < velocities.size(); ++i) velocities[i] = bodies[i].velocity;
  return is_enough;
}

template bool part(std::span<Vec<2>>, std::span<const Parting<2>>, const PartingRounds&);
template bool part(std::span<Vec<3>>, std::span<const Parting<3>>, const PartingRounds&);

}  // namespace carom::contacts
