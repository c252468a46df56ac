#include "sim/domain/slabs/divided_run.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/search/choose_search.hpp"
#include "sim/search/linked/linked_search.hpp"
#include "sim/search/verlet/verlet_search.hpp"

namespace carom::sim {
namespace {

/// Impacts that a domain should have in a window: the more, the more seldom the threads wait for each other; the fewer,
/// the fewer balls are uncertain, and the more of what a window keeps stays in the cache.
constexpr double kImpacts = 1000;
/// The same for some windows after one that had to be rolled back, which is done again so often at most.
constexpr double kFewImpacts = 250;
constexpr int kCautious = 16;
constexpr int kTries = 3;
/// Windows after which speeds and calendars are looked at anew: at least so many, and so many for each ball.
constexpr std::uint32_t kRound = 32;
constexpr double kRoundPerBall = 1.0 / 400;
/// How much faster than the fastest ball one may become until then.
constexpr double kFaster = 1.25;

}  // namespace

template <int D, class S>
DividedRun<D, S>::DividedRun(Domain<D>& whole, S& search, int threads, int slabs)
    : division_(whole, search, slabs),
      whole_(whole),
      threads_(division_.partition.slabs(), threads),
      governor_(threads_.threads()),
      round_(std::max(
          kRound, static_cast<std::uint32_t>(kRoundPerBall * static_cast<double>(whole.data.store.balls().size())))) {
  const Partition<D>& partition = division_.partition;
  for (int k = 0; k < partition.slabs(); ++k) {
    slabs_.push_back(std::make_unique<Slab<D, S>>(division_, k));
    borders_.push_back(std::make_unique<Border<D, S>>(division_, k));
    domains_.push_back(slabs_.back().get());
  }
  for (const auto& border : borders_) domains_.push_back(border.get());
  const auto at = [](int k) { return static_cast<std::size_t>(k); };
  for (int k = 0; k < partition.slabs(); ++k) {
    slabs_[at(k)]->connect(*borders_[at(partition.border_of(k, 0))], *borders_[at(partition.border_of(k, 1))]);
    borders_[at(k)]->connect(*slabs_[at(partition.slab_of(k, 0))], *slabs_[at(partition.slab_of(k, 1))]);
  }
}

template <int D, class S>
void DividedRun<D, S>::for_all(const std::function<void(Slab<D, S>&, Border<D, S>&)>& work) {
  threads_.run([&](int k) { work(*slabs_[static_cast<std::size_t>(k)], *borders_[static_cast<std::size_t>(k)]); });
}

/// What is done once in a while, when all wait.
template <int D, class S>
void DividedRun<D, S>::look_at_all() {
  measure_speed(1);
  for_all([](Slab<D, S>& slab, Border<D, S>& border) {
    slab.tune_if_wanted();
    border.tune_if_wanted();
  });
}

template <int D, class S>
void DividedRun<D, S>::measure_speed(double allowance) {
  const std::vector<std::uint32_t>& balls = division_.store.balls();
  const auto count = static_cast<std::size_t>(division_.partition.slabs());
  std::vector<double> most(count);
  std::vector<double> sums(count);
  threads_.run([&](int k) {
    const auto part = static_cast<std::size_t>(k);
    double fastest = 0;
    double sum = 0;
    for (std::size_t n = balls.size() * part / count; n < balls.size() * (part + 1) / count; ++n) {
      const double square = norm2(division_.store.particle(balls[n]).velocity);
      fastest = std::max(fastest, square);
      sum += square;
    }
    most[part] = fastest;
    sums[part] = sum;
  });
  const double fastest = std::sqrt(*std::max_element(most.begin(), most.end()));
  division_.window.bound_speed(allowance * kFaster * fastest,
                               std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(balls.size()));
}

template <int D, class S>
bool DividedRun<D, S>::advance(const Time& limit) {
  Window<D>& window = division_.window;
  if (window.number() % round_ == 0) look_at_all();
  window.go_on();
  for (int again = 0; !run_window(limit); ++again) {
    roll_back();
    division_.search.make_room(0);
    if (again == kTries || window.failure() == WindowFailure::lasting || division_.search.ran_out()) return false;
    start_again(again + 1);
  }
  if (whole_.log.only_counts())
    count_events();
  else
    keep_events();
  return true;
}

/// False if it has to be rolled back.
template <int D, class S>
bool DividedRun<D, S>::run_window(const Time& limit) {
  Window<D>& window = division_.window;
  window.take();
  window.set_end(limit, window_length());
  if (division_.renew_stamp())
    for_all([](Slab<D, S>& slab, Border<D, S>& border) {
      slab.forget_seen();
      border.forget_seen();
    });
  division_.search.make_room(WindowedDomain<D, S>::kMostChanges * slabs_.size());
  run_domains();
  take_counts();
  return !window.has_failed() && !division_.search.ran_out();
}

template <int D, class S>
double DividedRun<D, S>::window_length() const {
  const double most = kSafe * division_.search.margin() / division_.window.speed_bound();
  const double impacts = division_.window.is_cautious() ? kFewImpacts : kImpacts;
  const double wanted = events_per_time_ > 0 ? impacts * division_.partition.slabs() / events_per_time_ : 0.1 * most;
  return std::min(most, wanted);
}

template <int D, class S>
void DividedRun<D, S>::run_domains() {
  const Stopwatch watch;
  threads_.set_alone(governor_.is_alone());
  for_all([](Slab<D, S>&, Border<D, S>& border) { border.look_ahead(); });
  for_all([](Slab<D, S>& slab, Border<D, S>&) { slab.run(); });
  if (!division_.window.has_failed()) for_all([](Slab<D, S>&, Border<D, S>& border) { border.run(); });
  if (threads_.threads() == 1) return;
  std::size_t changed = 0;
  for (const auto& slab : slabs_) changed += slab->before().size();
  governor_.note(watch.sample(static_cast<double>(changed)));
}

/// What a window's search has cost counts, also where the window is rolled back.
template <int D, class S>
void DividedRun<D, S>::take_counts() {
  for (const auto& slab : slabs_) whole_.counts += slab->take_counts();
  for (const auto& border : borders_) whole_.counts += border->take_counts();
}

/// All bodies are as they were at the window's start.
template <int D, class S>
void DividedRun<D, S>::roll_back() {
  for_all([&](Slab<D, S>&, Border<D, S>& border) { border.before().roll_back(division_.store); });
  for_all([&](Slab<D, S>& slab, Border<D, S>&) { slab.before().roll_back(division_.store); });
}

/// After a window has been rolled back.
template <int D, class S>
void DividedRun<D, S>::start_again(int again) {
  whole_.now = division_.window.start();
  whole_.calendar.reclaim();
  renew_changed();
  for (const std::uint32_t id : division_.store.balls()) division_.give(id, division_.home_of(id));
  for (const auto& slab : slabs_) slab->forget_window();
  for (const auto& border : borders_) {
    border->forget_window();
    border->forget_exchange();
  }
  division_.window.be_cautious(kCautious);
  measure_speed(1 << again);
  for_all([](Slab<D, S>& slab, Border<D, S>& border) {
    slab.tune();
    border.tune();
  });
}

/// Those that have met somebody, and those that are not in their Verlet spheres, or cells, yet, get new ones, and what
/// is due for them is found anew; what has changed of the others' is as good as what it was.
template <int D, class S>
void DividedRun<D, S>::renew_changed() {
  std::vector<std::uint32_t> anew;
  for (const WindowedDomain<D, S>* domain : domains_)
    for (std::size_t k = 0; k < domain->before().size(); ++k) anew.push_back(domain->before().body(k));
  for (const std::uint32_t id : division_.store.balls())
    if (division_.search.beyond_place(id, division_.window.start()) > 0) anew.push_back(id);
  for (const std::uint32_t id : anew) {
    division_.search.remove(id);
    whole_.propagator.renew_path(id);
    division_.search.insert(id);
  }
  for (const std::uint32_t id : anew) division_.search.predict(id);
}

template <int D, class S>
void DividedRun<D, S>::hand_back() {
  division_.search.make_room(0);
  whole_.calendar.reclaim();
}

/// Puts the events of a window into the whole's log. None of them has been executed there.
template <int D, class S>
void DividedRun<D, S>::keep_events() {
  events_ = merge_events(domains_);
  losses_ = merge_losses(domains_);
  next_loss_ = 0;
  roll_back();
  double plain = whole_.log.time();
  whole_.log.reserve(events_.size());
  for (const DomainEvent<D, S>& one : events_) {
    Event<D> event = one.event();
    plain = event.time = std::max(plain, event.time);
    whole_.log.keep(event);
  }
  const double span = division_.window.span();
  if (span > 0) events_per_time_ = static_cast<double>(events_.size()) / span;
}

template <int D, class S>
void DividedRun<D, S>::execute(std::size_t number) {
  const auto& [domain, index] = events_[number];
  for (std::size_t k = 2 * std::size_t{index}; k < 2 * std::size_t{index} + 2; ++k)
    domain->after().restore(k, division_.store);
  const Event<D>& event = domain->log()[index];
  whole_.now = std::max(whole_.now, event.instant);
  if (next_loss_ < losses_.size() && losses_[next_loss_].due == key_of(event))
    whole_.ledger.bounce(losses_[next_loss_++].energy);
  whole_.log.note_overlap(domain->deepest_overlap(index));
  whole_.log.count(event.kind);
}

/// What is known of all events together.
template <int D, class S>
void DividedRun<D, S>::count_events() {
  std::uint64_t events = 0;
  for (const WindowedDomain<D, S>* domain : domains_) {
    whole_.log.add(domain->log().counts());
    whole_.log.note_overlap(domain->log().deepest_overlap());
    events += domain->log().count();
  }
  for (const Loss& loss : merge_losses(domains_)) whole_.ledger.bounce(loss.energy);
  whole_.now = division_.window.end();
  const double span = division_.window.span();
  if (span > 0) events_per_time_ = static_cast<double>(events) / span;
}

namespace {

template <int D, class S>
std::unique_ptr<ParallelRun<D>> divided(Domain<D>& whole, S& search, int threads, int slabs) {
  const bool can_be = search.margin() > 0 && Partition<D>::is_possible(search.cells().counts(), slabs) &&
                      is_divisible(whole.data.setting, whole.data.store);
  if (!can_be) return nullptr;
  search.finish();
  return std::make_unique<DividedRun<D, S>>(whole, search, threads, slabs);
}

}  // namespace

template <int D>
std::unique_ptr<ParallelRun<D>> Search<D>::divide(Domain<D>&, int, int) {
  return nullptr;
}

template <int D>
std::unique_ptr<ParallelRun<D>> VerletSearch<D>::divide(Domain<D>& whole, int threads, int slabs) {
  return divided(whole, *this, threads, slabs);
}

template <int D>
std::unique_ptr<ParallelRun<D>> LinkedSearch<D>::divide(Domain<D>& whole, int threads, int slabs) {
  return divided(whole, *this, threads, slabs);
}

template std::unique_ptr<ParallelRun<2>> Search<2>::divide(Domain<2>&, int, int);
template std::unique_ptr<ParallelRun<3>> Search<3>::divide(Domain<3>&, int, int);
template std::unique_ptr<ParallelRun<2>> VerletSearch<2>::divide(Domain<2>&, int, int);
template std::unique_ptr<ParallelRun<3>> VerletSearch<3>::divide(Domain<3>&, int, int);
template std::unique_ptr<ParallelRun<2>> LinkedSearch<2>::divide(Domain<2>&, int, int);
template std::unique_ptr<ParallelRun<3>> LinkedSearch<3>::divide(Domain<3>&, int, int);

}  // namespace carom::sim
