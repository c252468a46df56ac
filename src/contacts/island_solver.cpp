#include "contacts/island_solver.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace carom::contacts {
namespace {

/// Sweeps over an island: at least that many, if it takes them, and more where there are few contacts. Friction lets a
/// heap come to rest with fewer: deep smooth ones do not.
constexpr int kMostSweeps = 60;
constexpr int kMostOfRubbing = 24;
constexpr int kMostOfFew = 2000;
constexpr int kLeastSweeps = 10;
constexpr std::size_t kSweptContacts = 20'000;
/// Deep heaps come to rest that otherwise do not, others in a quarter of the sweeps; with more than that across they do
/// not.
constexpr Relaxation kRelaxation{.smooth = 1.8, .rubbing = 1.5, .across = 1.2};
/// An island that has no room left is so far from solved, of the speed of what presses; goes so much faster than
/// before, of that speed; or is pressed on so much harder than it takes to turn all of it back. What is squeezed out
/// between two is faster than they are, too, but that is soon solved.
constexpr double kUnsolved = 0.05;
constexpr double kMuchFaster = 4;
constexpr double kMuchHarder = 16;

/// One island, and the velocities of its bodies before its contacts act.
template <int D>
class Island {
 public:
  Island(std::span<TickBody<D>> bodies, std::vector<TickContact<D>> contacts)
      : bodies_(bodies), contacts_(std::move(contacts)) {
    for (const TickContact<D>& contact : contacts_)
      if (contact.b == kFixed) pressing_ = std::max(pressing_, pressing(contact));
    if (pressing_ == 0) return;
    fastest_ = fastest();
    for (const TickContact<D>& contact : contacts_)
      for (const std::uint32_t id : {contact.a, contact.b})
        if (id != kFixed) before_.push_back({id, bodies_[id]});
    const auto goes_first = [](const Before& one, const Before& other) { return one.id < other.id; };
    std::sort(before_.begin(), before_.end(), goes_first);
    const auto is_same = [](const Before& one, const Before& other) { return one.id == other.id; };
    before_.erase(std::unique(before_.begin(), before_.end(), is_same), before_.end());
  }

  Solved solve(double tolerance) {
    const bool all_rub = std::all_of(contacts_.begin(), contacts_.end(),
                                     [](const TickContact<D>& contact) { return contact.friction > 0; });
    const int least_most = all_rub ? kMostOfRubbing : kMostSweeps;
    const int most = std::clamp(static_cast<int>(kSweptContacts / contacts_.size()), least_most, kMostOfFew);
    Solved solved = sweep(tolerance, most);
    if (pressing_ == 0 || !has_no_room(solved)) return solved;
    if (most < kMostOfFew) {
      undo();
      solved = sweep(tolerance, kMostOfFew);
      if (!has_no_room(solved)) return solved;
    }
    undo();
    stand();
    return sweep(tolerance, most);
  }

  const std::vector<TickContact<D>>& contacts() const { return contacts_; }
  const std::vector<std::size_t>& jammed() const { return jammed_; }

 private:
  struct Before {
    std::uint32_t id = 0;
    TickBody<D> body;
  };

  /// How fast what is fixed goes against the body, beyond the rounding of a surface that goes along itself.
  static double pressing(const TickContact<D>& contact) {
    constexpr double kRounding = 0x1p-40;
    const double speed = -dot(contact.surface, contact.normal);
    return std::fabs(speed) > kRounding * norm(contact.surface) ? speed : 0;
  }

  Solved sweep(double tolerance, int most) {
    const Solved solved = contacts::solve<D>(
        bodies_, contacts_,
        {.tolerance = tolerance, .most_sweeps = most, .least_sweeps = kLeastSweeps, .relaxation = kRelaxation});
    sweeps_ += solved.sweeps;
    return {sweeps_, solved.residual};
  }

  double fastest() const {
    double speed2 = 0;
    for (const TickContact<D>& contact : contacts_)
      for (const std::uint32_t id : {contact.a, contact.b})
        if (id != kFixed) speed2 = std::max(speed2, norm2(bodies_[id].velocity));
    return std::sqrt(speed2);
  }

  bool has_no_room(const Solved& solved) const {
    if (solved.residual <= kUnsolved * pressing_) return false;
    if (fastest() - fastest_ > kMuchFaster * pressing_) return true;
    const double enough = kMuchHarder * mass() * (fastest_ + pressing_);
    return std::any_of(contacts_.begin(), contacts_.end(), [&](const TickContact<D>& contact) {
      return contact.b == kFixed && pressing(contact) > 0 && contact.normal_impulse > enough;
    });
  }

  double mass() const {
    double sum = 0;
    for (const Before& before : before_) sum += 1 / before.body.inverse_mass;
    return sum;
  }

  /// As if what presses stood. The impulses so far are none to begin at.
  void stand() {
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
      TickContact<D>& contact = contacts_[k];
      const bool presses = contact.b == kFixed && contact.normal_impulse > 0 && pressing(contact) > 0;
      contact.normal_impulse = 0;
      contact.tangential_impulse = {};
      contact.torque = {};
      if (!presses) continue;
      contact.surface += pressing(contact) * contact.normal;
      jammed_.push_back(k);
    }
  }

  void undo() {
    for (const auto& [id, body] : before_) bodies_[id] = body;
  }

  std::span<TickBody<D>> bodies_;
  std::vector<TickContact<D>> contacts_;
  int sweeps_ = 0;
  // Where something presses.
  double pressing_ = 0;
  double fastest_ = 0;
  std::vector<Before> before_;
  std::vector<std::size_t> jammed_;
};

/// Of each contact its colour: those of one colour share no body that moves, so that a processor works on several of
/// them at once. Each gets the first one that its bodies have not got yet; beyond kColours all get the last. In islands
/// with smooth contacts all have the same: by colours, deep ones come to rest later.
template <int D>
std::vector<std::uint8_t> colours_of(std::span<const TickContact<D>> contacts, std::span<const std::uint32_t> islands) {
  constexpr int kColours = 64;
  std::vector<std::uint8_t> is_smooth(islands.size());
  for (const TickContact<D>& contact : contacts)
    if (!(contact.friction > 0)) is_smooth[islands[contact.a]] = 1;
  std::vector<std::uint8_t> colours(contacts.size());
  std::vector<std::uint64_t> taken(islands.size());  // by each body, a bit for each colour
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const std::uint32_t a = contacts[k].a, b = contacts[k].b;
    if (is_smooth[islands[a]]) continue;
    const int colour = std::min(std::countr_one(taken[a] | (b == kFixed ? 0 : taken[b])), kColours - 1);
    colours[k] = static_cast<std::uint8_t>(colour);
    taken[a] |= std::uint64_t{1} << colour;
    if (b != kFixed) taken[b] |= std::uint64_t{1} << colour;
  }
  return colours;
}

}  // namespace

template <int D>
std::vector<std::uint32_t> find_islands(std::size_t bodies, std::span<const TickContact<D>> contacts) {
  std::vector<std::uint32_t> islands(bodies);
  std::iota(islands.begin(), islands.end(), 0u);
  const auto first = [&](std::uint32_t i) {
    while (islands[i] != i) i = islands[i] = islands[islands[i]];
    return i;
  };
  for (const TickContact<D>& contact : contacts) {
    if (contact.b == kFixed) continue;
    const std::uint32_t a = first(contact.a), b = first(contact.b);
    islands[std::max(a, b)] = std::min(a, b);
  }
  for (std::uint32_t i = 0; i < bodies; ++i) islands[i] = first(i);
  return islands;
}

template <int D>
SolvedIslands solve_islands(std::span<TickBody<D>> bodies, std::span<TickContact<D>> contacts,
                            std::span<const std::uint32_t> islands, double tolerance) {
  std::vector<std::size_t> order(contacts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto island_of = [&](std::size_t contact) { return islands[contacts[contact].a]; };
  const std::vector<std::uint8_t> colours = colours_of<D>(contacts, islands);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return std::pair(island_of(i), colours[i]) < std::pair(island_of(j), colours[j]);
  });
  SolvedIslands all;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    std::vector<TickContact<D>> own;
    for (; end < order.size() && island_of(order[end]) == island_of(order[begin]); ++end)
      own.push_back(contacts[order[end]]);
    Island<D> island(bodies, std::move(own));
    const Solved solved = island.solve(tolerance);
    for (std::size_t k = begin; k < end; ++k) contacts[order[k]] = island.contacts()[k - begin];
    for (const std::size_t k : island.jammed()) all.jammed.push_back(order[begin + k]);
    all.sweeps += static_cast<std::uint64_t>(solved.sweeps);
    all.residual = std::max(all.residual, solved.residual);
  }
  return all;
}

template std::vector<std::uint32_t> find_islands(std::size_t, std::span<const TickContact<2>>);
template std::vector<std::uint32_t> find_islands(std::size_t, std::span<const TickContact<3>>);
template SolvedIslands solve_islands(std::span<TickBody<2>>, std::span<TickContact<2>>, std::span<const std::uint32_t>,
                                     double);
template SolvedIslands solve_islands(std::span<TickBody<3>>, std::span<TickContact<3>>, std::span<const std::uint32_t>,
                                     double);

}  // namespace carom::contacts
