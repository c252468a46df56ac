#include "contacts/island_solver.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace carom::contacts {
namespace {

/// Sweeps over an island: at least that many, if it takes them, and more where there are few contacts, or so many that
/// the heap may be deep, and it is: what is not solved of what they carry goes up and down in it as sound that nothing
/// makes.
/// Friction lets a heap come to rest with fewer: deep smooth ones do not.
constexpr int kMostSweeps = 60;
constexpr int kMostOfRubbing = 24;
constexpr int kMostOfFew = 2000;
constexpr double kSweepsPerRoot = 0.5;
constexpr double kSweepsPerLayer = 0.75;
constexpr int kLeastSweeps = 10;
constexpr std::size_t kSweptContacts = 20'000;
constexpr int kColours = 64;
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
  /// `all_rub`: none of its contacts is smooth.
  Island(ContactSolver<D>& solver, std::span<TickBody<D>> bodies, const ContactList<D>& contacts,
         std::span<const std::uint32_t> colours, double layers, bool all_rub)
      : solver_(solver), bodies_(bodies), contacts_(contacts), colours_(colours), layers_(layers), all_rub_(all_rub) {
    for (std::size_t k = 0; k < contacts_.size(); ++k)
      if (contacts_[k].b == kFixed) pressing_ = std::max(pressing_, pressing(contacts_[k]));
    if (pressing_ == 0) return;
    fastest_ = fastest();
    for (std::size_t k = 0; k < contacts_.size(); ++k)
      for (const std::uint32_t id : {contacts_[k].a, contacts_[k].b})
        if (id != kFixed) before_.push_back({id, bodies_[id]});
    const auto goes_first = [](const Before& one, const Before& other) { return one.id < other.id; };
    std::sort(before_.begin(), before_.end(), goes_first);
    const auto is_same = [](const Before& one, const Before& other) { return one.id == other.id; };
    before_.erase(std::unique(before_.begin(), before_.end(), is_same), before_.end());
  }

  Solved solve(double tolerance) {
    const int most = most_sweeps();
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

  const std::vector<std::size_t>& jammed() const { return jammed_; }

 private:
  struct Before {
    std::uint32_t id = 0;
    TickBody<D> body;
  };

  int most_sweeps() const {
    const int few = static_cast<int>(kSweptContacts / contacts_.size());
    const double root = std::sqrt(static_cast<double>(contacts_.size()));
    const int deep = static_cast<int>(std::min(kSweepsPerRoot * root, kSweepsPerLayer * layers_));
    return std::min(std::max({few, deep, all_rub_ ? kMostOfRubbing : kMostSweeps}), kMostOfFew);
  }

  /// How fast what is fixed goes against the body, beyond the rounding of a surface that goes along itself.
  static double pressing(const TickContact<D>& contact) {
    constexpr double kRounding = 0x1p-40;
    const double speed = -dot(contact.surface, contact.normal);
    return std::fabs(speed) > kRounding * norm(contact.surface) ? speed : 0;
  }

  Solved sweep(double tolerance, int most) {
    const Solved solved = solver_.solve(
        bodies_, contacts_,
        {.tolerance = tolerance, .most_sweeps = most, .least_sweeps = kLeastSweeps, .relaxation = kRelaxation},
        colours_);
    sweeps_ += solved.sweeps;
    return {sweeps_, solved.residual};
  }

  double fastest() const {
    double speed2 = 0;
    for (std::size_t k = 0; k < contacts_.size(); ++k)
      for (const std::uint32_t id : {contacts_[k].a, contacts_[k].b})
        if (id != kFixed) speed2 = std::max(speed2, norm2(bodies_[id].velocity));
    return std::sqrt(speed2);
  }

  bool has_no_room(const Solved& solved) const {
    if (solved.residual <= kUnsolved * pressing_) return false;
    if (fastest() - fastest_ > kMuchFaster * pressing_) return true;
    const double enough = kMuchHarder * mass() * (fastest_ + pressing_);
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
      const TickContact<D>& contact = contacts_[k];
      if (contact.b == kFixed && pressing(contact) > 0 && contact.normal_impulse > enough) return true;
    }
    return false;
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

  ContactSolver<D>& solver_;
  std::span<TickBody<D>> bodies_;
  ContactList<D> contacts_;
  std::span<const std::uint32_t> colours_;
  double layers_;
  bool all_rub_;
  int sweeps_ = 0;
  // Where something presses.
  double pressing_ = 0;
  double fastest_ = 0;
  std::vector<Before> before_;
  std::vector<std::size_t> jammed_;
};

}  // namespace

/// Of each contact its colour: those of one colour share no body that moves, so that a processor works on several of
/// them at once. Each gets the first one that its bodies have not got yet; beyond kColours all get the last. In islands
/// with smooth contacts all have the same: by colours, deep smooth ones come to rest later.
template <int D>
void IslandSolver<D>::find_colours(std::span<const TickContact<D>> contacts, std::span<const std::uint32_t> islands) {
  goes_slowly_.assign(islands.size(), 0);
  for (const TickContact<D>& contact : contacts)
    if (!(contact.friction > 0)) goes_slowly_[islands[contact.a]] = 1;
  colours_.assign(contacts.size(), 0);
  taken_.assign(islands.size(), 0);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const std::uint32_t a = contacts[k].a, b = contacts[k].b;
    if (goes_slowly_[islands[a]]) continue;
    const int colour = std::min(std::countr_one(taken_[a] | (b == kFixed ? 0 : taken_[b])), kColours - 1);
    colours_[k] = static_cast<std::uint8_t>(colour);
    taken_[a] |= std::uint64_t{1} << colour;
    if (b != kFixed) taken_[b] |= std::uint64_t{1} << colour;
  }
}

/// By islands, then by colours, then as they came: sorted by counting.
template <int D>
void IslandSolver<D>::sort(std::span<const TickContact<D>> contacts, std::span<const std::uint32_t> islands) {
  const auto place_all = [&](std::size_t keys, std::size_t count, const auto& nth, const auto& key_of,
                             std::vector<std::uint32_t>& placed) {
    starts_.assign(keys + 1, 0);
    for (std::size_t k = 0; k < count; ++k) ++starts_[key_of(nth(k)) + 1];
    for (std::size_t key = 0; key < keys; ++key) starts_[key + 1] += starts_[key];
    placed.resize(count);
    for (std::size_t k = 0; k < count; ++k) placed[starts_[key_of(nth(k))]++] = nth(k);
  };
  const auto as_they_came = [](std::size_t k) { return static_cast<std::uint32_t>(k); };
  place_all(
      kColours, contacts.size(), as_they_came, [&](std::uint32_t k) { return colours_[k]; }, by_colour_);
  place_all(
      islands.size(), contacts.size(), [&](std::size_t k) { return by_colour_[k]; },
      [&](std::uint32_t k) { return islands[contacts[k].a]; }, order_);
}

/// The colours of one island that are worth it: the last one is none.
template <int D>
void IslandSolver<D>::find_runs(std::span<const std::uint32_t> own, bool all_rub) {
  constexpr std::size_t kFew = 16;
  runs_.clear();
  if (own.size() < kFew || !all_rub) return;
  for (std::size_t k = 1; k <= own.size(); ++k) {
    const std::uint8_t colour = colours_[own[k - 1]];
    if (colour == kColours - 1) return;
    if (k == own.size() || colours_[own[k]] != colour) runs_.push_back(static_cast<std::uint32_t>(k));
  }
}

template <int D>
SolvedIslands IslandSolver<D>::solve(std::span<TickBody<D>> bodies, std::span<TickContact<D>> contacts,
                                     std::span<const std::uint32_t> islands, std::span<const double> layers,
                                     double tolerance) {
  find_colours(contacts, islands);
  sort(contacts, islands);
  const auto island_of = [&](std::uint32_t contact) { return islands[contacts[contact].a]; };
  SolvedIslands all;
  for (std::size_t begin = 0, end = 0; begin < order_.size(); begin = end) {
    const std::uint32_t first = island_of(order_[begin]);
    while (end < order_.size() && island_of(order_[end]) == first) ++end;
    const std::span<const std::uint32_t> own = std::span<const std::uint32_t>(order_).subspan(begin, end - begin);
    const bool all_rub = goes_slowly_[first] == 0;
    find_runs(own, all_rub);
    Island<D> island(solver_, bodies, {contacts, own}, runs_, layers[first], all_rub);
    const Solved solved = island.solve(tolerance);
    for (const std::size_t k : island.jammed()) all.jammed.push_back(own[k]);
    all.sweeps += static_cast<std::uint64_t>(solved.sweeps);
    all.residual = std::max(all.residual, solved.residual);
  }
  return all;
}

template class IslandSolver<2>;
template class IslandSolver<3>;

}  // namespace carom::contacts
