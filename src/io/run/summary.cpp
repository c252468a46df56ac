#include "carom/io/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/json/vec_json.hpp"
#include "io/run/output_file.hpp"
#include "io/run/stopped_by_rule.hpp"
#include "io/scene/balls.hpp"

namespace carom::io {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

struct GroupCount {
  std::uint64_t events = 0;
  std::uint64_t impacts = 0;
};

/// part/whole, or 0 where there is nothing to compare.
double ratio(double part, double whole) {
  return whole == 0 ? 0 : part / whole;
}

template <int D>
double total(const Ledger<D>& ledger) {
  return ledger.kinetic + ledger.potential;
}

/// The largest energy that a ledger names.
template <int D>
double scale(const Ledger<D>& l) {
  const auto sizes = {l.kinetic, l.potential, l.initial, l.work, l.dissipated(), l.added(), l.added_by_placing};
  double largest = 0;
  for (const double energy : sizes) largest = std::max(largest, std::abs(energy));
  return largest;
}

/// Drift is what no law accounts for.
template <int D>
OrderedJson energy_json(const Ledger<D>& before, const Ledger<D>& after) {
  const auto state = [](const Ledger<D>& l) {
    return OrderedJson{
        {"kinetic", l.kinetic}, {"rotational", l.rotational}, {"potential", l.potential}, {"total", total(l)}};
  };
  return {{"before", state(before)},
          {"after", state(after)},
          {"relative_drift", ratio(after.residual() - before.residual(), std::max(scale(before), scale(after)))}};
}

/// Energies since the world's start, so that kinetic + potential + dissipated = initial + work + added + residual.
template <int D>
OrderedJson ledger_json(const Ledger<D>& l) {
  return {{"kinetic", l.kinetic},
          {"rotational", l.rotational},
          {"potential", l.potential},
          {"dissipated_impacts", l.dissipated_impacts},
          {"dissipated_merging", l.dissipated_merging},
          {"dissipated_stops", l.dissipated_stops},
          {"dissipated_damping", l.dissipated_damping},
          {"dissipated_friction", l.dissipated_friction},
          {"dissipated_rolling", l.dissipated_rolling},
          {"dissipated_pockets", l.dissipated_pockets},
          {"dissipated_contacts", l.dissipated_contacts},
          {"initial", l.initial},
          {"work", l.work},
          {"added_by_restitution", l.added_by_restitution},
          {"added_by_placing", l.added_by_placing},
          {"added_by_hops", l.added_by_hops},
          {"added_by_ticks", l.added_by_ticks},
          {"added_by_restoring", l.added_by_restoring},
          {"residual", l.residual()}};
}

template <int D>
OrderedJson momentum_json(const Ledger<D>& before, const Ledger<D>& after) {
  const double drift = norm(after.momentum - before.momentum);
  return {{"before", vec_json(before.momentum)},
          {"after", vec_json(after.momentum)},
          {"scale", before.momentum_scale},
          {"relative_drift", ratio(drift, before.momentum_scale)}};
}

template <int D>
class Summary final : public Observer<D> {
 public:
  Summary(const std::filesystem::path& file, std::vector<const Observer<D>*> others)
      : file_(file), others_(std::move(others)) {}

  void begin(const Scene<D>& scene, const World<D>& world) override {
    scene_ = &scene;
    from_ = world.time();
    before_ = world.ledger();
    smallest_diameter_ = smallest_diameter(world);
    number_groups(world);
    start_ = last_frame_ = Clock::now();
  }

  void event(const Event<D>& event, const World<D>& world) override {
    ++counts_[static_cast<std::size_t>(event.kind)];
    const int a = group_of(event.a), b = group_of(event.b);
    count(a, event.kind);
    if (b != a) count(b, event.kind);
    if (stopped_by_rule(event, world)) ++stops_;
    if (stalled(event, world)) ++stalls_;
  }

  void frame(const World<D>&) override {
    ++frames_;
    last_frame_ = Clock::now();
  }

  void end(const World<D>& world) override {
    // Without the time that other files take at the end.
    const double wall = std::chrono::duration<double>(last_frame_ - start_).count();
    file_.write(summary(world, wall).dump(2));
    file_.write('\n');
    file_.close();
  }

  void archive(Archive& archive) override {
    Clock::duration elapsed = Clock::now() - start_;
    archive(group_counts_, counts_, stops_, stalls_, frames_, elapsed);
    if (archive.reading()) start_ = (last_frame_ = Clock::now()) - elapsed;
  }

 private:
  static double smallest_diameter(const World<D>& world) {
    double smallest = 0;
    for (const BodyId id : ball_ids(world)) {
      const double diameter = 2 * world.radius(id);
      if (world.present(id) && diameter > 0 && (smallest == 0 || diameter < smallest)) smallest = diameter;
    }
    return smallest;
  }

  void number_groups(const World<D>& world) {
    group_of_.assign(scene_->bodies.size(), -1);
    for (const BodyId id : ball_ids(world)) {
      const std::string& group = body_group(*scene_, id);
      if (group.empty()) continue;
      const auto known = std::find(groups_.begin(), groups_.end(), group);
      group_of_[id.value] = static_cast<int>(known - groups_.begin());
      if (known == groups_.end()) groups_.push_back(group);
    }
    group_counts_.resize(groups_.size());
  }

  int group_of(BodyId id) const { return id.value < group_of_.size() ? group_of_[id.value] : -1; }

  void count(int group, EventKind kind) {
    if (group < 0) return;
    GroupCount& counts = group_counts_[static_cast<std::size_t>(group)];
    ++counts.events;
    if (kind == EventKind::impact) ++counts.impacts;
  }

  OrderedJson summary(const World<D>& world, double wall) const {
    const Ledger<D> after = world.ledger();
    OrderedJson all;
    all["carom_summary"] = 2;
    all["creator"] = "carom " CAROM_VERSION;
    all["scene"] = {{"name", scene_->name}, {"title", scene_->title}, {"dimension", D}};
    all["time"] = {{"from", from_},
                   {"until", scene_->until},
                   {"reached", world.time()},
                   {"finished", world.time() >= scene_->until}};
    all["frames"] = frames_;
    all["events"] = counts_json();
    all["groups"] = groups_json();
    all["bodies"] = bodies_json(world);
    all["energy"] = energy_json(before_, after);
    all["ledger"] = ledger_json(after);
    all["momentum"] = momentum_json(before_, after);
    all["deepest_overlap"] = {{"length", world.deepest_overlap()},
                              {"smallest_diameter", smallest_diameter_},
                              {"relative", ratio(world.deepest_overlap(), smallest_diameter_)}};
    all["endless_collisions"] = endless_json(world, after);
    if (world.options().lasting_contacts.value_or(false)) all["lasting_contacts"] = contacts_json(world);
    all["left_out"] = left_out_json();
    all["state_hash"] = fmt::format("0x{:016x}", world.hash());
    all["search"] = search_json(world, wall);
    all["timing"] = {{"wall_seconds", wall}, {"events_per_second", ratio(static_cast<double>(event_total()), wall)}};
    return all;
  }

  std::uint64_t event_total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t n : counts_) sum += n;
    return sum;
  }

  OrderedJson counts_json() const {
    OrderedJson json{{"total", event_total()}};
    for (std::size_t k = 0; k < kEventKinds; ++k) json[std::string(name(static_cast<EventKind>(k)))] = counts_[k];
    return json;
  }

  OrderedJson groups_json() const {
    OrderedJson json = OrderedJson::object();
    for (std::size_t g = 0; g < groups_.size(); ++g)
      json[groups_[g]] = {{"events", group_counts_[g].events}, {"impacts", group_counts_[g].impacts}};
    return json;
  }

  OrderedJson bodies_json(const World<D>& world) const {
    std::array<std::uint64_t, 5> by_presence{};
    std::uint64_t balls = 0, held = 0, resting = 0;
    for (std::size_t i = 0; i < world.body_count(); ++i) {
      const BodyId id{static_cast<std::uint32_t>(i)};
      const BodyState<D>& state = world.state(id);
      ++by_presence[static_cast<std::size_t>(state.presence)];
      if (!world.present(id) || !is_ball(world, id)) continue;
      ++balls;
      held += state.held ? 1 : 0;
      resting += state.supports.empty() ? 0 : 1;
    }
    return {{"total", world.body_count()}, {"present", by_presence[0]},
            {"present_balls", balls},      {"held", held},
            {"resting", resting},          {"merged", by_presence[1]},
            {"pocketed", by_presence[2]},  {"removed", by_presence[3]},
            {"awaited", by_presence[4]}};
  }

  OrderedJson left_out_json() const {
    OrderedJson json = OrderedJson::array();
    for (const Observer<D>* other : others_)
      if (const std::string sentence = other->left_out(); !sentence.empty()) json.push_back(sentence);
    return json;
  }

  /// What was solved at ticks (docs/theory/lasting-contacts.md).
  static std::size_t asleep(const World<D>& world) {
    std::size_t count = 0;
    for (std::uint32_t id = 0; id < world.body_count(); ++id) count += world.asleep(BodyId{id}) ? 1 : 0;
    return count;
  }

  OrderedJson contacts_json(const World<D>& world) const {
    const TickCounts& counts = world.tick_counts();
    return {{"tick", world.options().tick ? OrderedJson(*world.options().tick) : OrderedJson(nullptr)},
            {"now", world.contacts().size()},
            {"asleep", asleep(world)},
            {"ticks", counts.ticks},
            {"solved_again", counts.again},
            {"sweeps", counts.sweeps},
            {"most", counts.most_contacts},
            {"largest_residual", counts.largest_residual},
            {"waited", counts.waited}};
  }

  /// What finding impacts has cost since this program began, or went on with, the run.
  static OrderedJson search_json(const World<D>& world, double wall) {
    const SearchCounts counts = world.search_counts();
    return {{"asked", kBroadPhaseNames[static_cast<std::size_t>(world.options().broad_phase)]},
            {"used", name(world.search_kind())},
            {"rounds", counts.rounds},
            {"questions", counts.questions},
            {"pairs", counts.pairs},
            {"all_pairs", counts.all_pairs},
            {"obstacle_pairs", counts.obstacles},
            {"places_left", counts.places_left},
            {"centers", counts.centers},
            {"wall_seconds", wall}};
  }

  /// What the rules against endless collisions did (docs/theory/collapse-and-rest.md).
  OrderedJson endless_json(const World<D>& world, const Ledger<D>& after) const {
    OrderedJson json;
    json["contact_duration"] =
        world.options().contact_duration ? OrderedJson(*world.options().contact_duration) : OrderedJson(nullptr);
    json["rests"] = counts_[static_cast<std::size_t>(EventKind::rest)];
    json["releases"] = counts_[static_cast<std::size_t>(EventKind::release)];
    json["stops"] = stops_;
    json["stalls"] = stalls_;
    json["energy_added_by_hops"] = after.added_by_hops;
    return json;
  }

  OutputFile file_;
  std::vector<const Observer<D>*> others_;
  const Scene<D>* scene_ = nullptr;
  double from_ = 0;
  Ledger<D> before_;
  double smallest_diameter_ = 0;
  std::vector<std::string> groups_;
  std::vector<int> group_of_;  ///< by body: index into groups_, or −1
  std::vector<GroupCount> group_counts_;
  std::array<std::uint64_t, kEventKinds> counts_{};
  std::uint64_t stops_ = 0;
  std::uint64_t stalls_ = 0;
  std::uint64_t frames_ = 0;
  Clock::time_point start_;
  Clock::time_point last_frame_;
};

}  // namespace

template <int D>
std::unique_ptr<Observer<D>> make_summary(const std::filesystem::path& file, std::vector<const Observer<D>*> others) {
  return std::make_unique<Summary<D>>(file, std::move(others));
}

template std::unique_ptr<Observer<2>> make_summary<2>(const std::filesystem::path&, std::vector<const Observer<2>*>);
template std::unique_ptr<Observer<3>> make_summary<3>(const std::filesystem::path&, std::vector<const Observer<3>*>);

}  // namespace carom::io
