#include "io/scene/scene_snapshot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/io/scene.hpp"
#include "io/json/vec_json.hpp"

namespace carom::io {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::array<std::pair<std::string_view, Presence>, 5> kPresences = {{{"here", Presence::here},
                                                                              {"merged", Presence::merged},
                                                                              {"pocketed", Presence::pocketed},
                                                                              {"removed", Presence::removed},
                                                                              {"awaited", Presence::awaited}}};

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// JSON has no infinity.
OrderedJson number_json(double x) {
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  return x;
}

double read_number_or_infinity(const JsonNode& node) {
  if (node.value() == "inf") return kInfinity;
  if (node.value() == "-inf") return -kInfinity;
  return node.number("a number, \"inf\" or \"-inf\"");
}

OrderedJson time_json(const Time& time) {
  return {time.epoch, time.offset};
}

Time read_time(const JsonNode& node) {
  if (node.size() != 2) node.fail("[epoch, offset]");
  return {node[0].integer(), node[1].non_negative()};
}

BodyId read_id(const JsonNode& node, std::size_t bodies) {
  if (bodies == 0) node.fail("no body, as there are none");
  return {static_cast<std::uint32_t>(node.whole(0, bodies - 1))};
}

bool is_plain_zero(double x) {
  return x == 0 && !std::signbit(x);
}

template <int D>
bool is_plain_zero(const Vec<D>& v) {
  for (int k = 0; k < D; ++k)
    if (!is_plain_zero(v[k])) return false;
  return true;
}

template <int D>
OrderedJson contact_json(const typename BodyState<D>::Contact& contact) {
  OrderedJson json = {{"body", contact.body.value}};
  if (contact.face == BodyState<D>::Contact::kBall)
    json.update({{"velocity", vec_json(contact.velocity)}, {"time", time_json(contact.time)}});
  else
    json["face"] = contact.face;
  return json;
}

// Fields at their defaults are left out.
template <int D>
OrderedJson state_json(const BodyState<D>& state) {
  OrderedJson json = OrderedJson::object();
  const BodyState<D> fresh;
  if (state.presence != fresh.presence)
    for (const auto& [word, value] : kPresences)
      if (value == state.presence) json["presence"] = word;
  if (state.held) json["held"] = true;
  json["radius"] = state.radius;
  json["mass"] = number_json(state.mass);
  json["position"] = vec_json(state.position);
  json["velocity"] = vec_json(state.velocity);
  if (!is_plain_zero(state.spin)) json["spin"] = spin_json(state.spin);
  if (!is_plain_zero(state.force)) json["force"] = vec_json(state.force);
  if (state.field != typename BodyState<D>::Field{})
    json["field"] = {{"force", vec_json(state.field.force)},
                     {"conservative", vec_json(state.field.conservative)},
                     {"potential", state.field.potential}};
  json["time"] = time_json(state.time);
  if (state.rank != fresh.rank) json["rank"] = state.rank;
  if (state.last_impact != fresh.last_impact) json["last_impact"] = time_json(state.last_impact);
  if (state.crowded != 0) json["crowded"] = state.crowded;
  if (state.image != fresh.image) json["image"] = state.image;
  for (const auto& support : state.supports) json["supports"].push_back({support.body.value, support.face});
  if (!is_plain_zero(state.intended)) json["intended"] = vec_json(state.intended);
  for (const auto& contact : state.contacts) json["contacts"].push_back(contact_json<D>(contact));
  for (const auto& touch : state.touching) {
    json["touching"].push_back({{"body", touch.body.value}});
    if (touch.lately) json["touching"].back()["lately"] = true;
  }
  if (state.in_island) {
    json["in_island"] = {{"restoring", vec_json(state.restoring)}, {"pulled", time_json(state.pulled)}};
    if (!is_zero(state.carried)) json["in_island"]["carried"] = vec_json(state.carried);
    if (state.still != 0) json["in_island"]["still"] = {{"ticks", state.still}, {"at", vec_json(state.still_at)}};
    if (state.sleeps_with != kNoBody) json["in_island"]["sleeps_with"] = state.sleeps_with.value;
  }
  return json;
}

template <int D>
void read_supports(const JsonNode& node, std::size_t bodies, BodyState<D>& state) {
  if (node.size() > D) node.fail("at most one support for each dimension");
  for (std::size_t i = 0; i < node.size(); ++i) {
    const JsonNode support = node[i];
    if (support.size() != 2) support.fail("[body, face]");
    state.supports.push_back({read_id(support[0], bodies), static_cast<std::uint32_t>(support[1].whole(
                                                               0, std::numeric_limits<std::uint32_t>::max()))});
  }
}

template <int D>
typename BodyState<D>::Contact read_contact(const JsonNode& node, std::size_t bodies) {
  node.expect_fields({"body", "face", "velocity", "time"});
  typename BodyState<D>::Contact contact;
  contact.body = read_id(node.at("body"), bodies);
  if (const auto face = node.find("face")) {
    contact.face = static_cast<std::uint32_t>(face->whole(0, BodyState<D>::Contact::kBall - 1));
    return contact;
  }
  contact.velocity = node.at("velocity").vec<D>();
  contact.time = read_time(node.at("time"));
  return contact;
}

template <int D>
typename BodyState<D>::Touch read_touch(const JsonNode& node, std::size_t bodies) {
  node.expect_fields({"body", "lately"});
  const auto lately = node.find("lately");
  return {read_id(node.at("body"), bodies), lately && lately->boolean()};
}

template <int D>
typename BodyState<D>::Field read_felt(const JsonNode& node) {
  node.expect_fields({"force", "conservative", "potential"});
  return {node.at("force").vec<D>(), node.at("conservative").vec<D>(), node.at("potential").number()};
}

template <int D>
void read_image(const JsonNode& node, BodyState<D>& state) {
  if (node.size() != D) node.fail("a whole number for each dimension");
  for (std::size_t k = 0; k < D; ++k) {
    const std::int64_t boxes = node[k].integer();
    if (boxes != static_cast<std::int32_t>(boxes)) node[k].fail("a whole number of 32 bits");
    state.image[k] = static_cast<std::int32_t>(boxes);
  }
}

template <int D>
BodyState<D> read_state(const JsonNode& node, std::size_t bodies) {
  node.expect_fields({"presence", "held", "radius", "mass", "position", "velocity", "spin", "force", "field", "time",
                      "rank", "last_impact", "crowded", "image", "supports", "intended", "contacts", "touching",
                      "in_island"});
  BodyState<D> state;
  if (const auto presence = node.find("presence")) state.presence = presence->choice(kPresences);
  if (const auto held = node.find("held")) state.held = held->boolean();
  state.radius = node.at("radius").non_negative();
  state.mass = read_number_or_infinity(node.at("mass"));
  if (!(state.mass > 0)) node.at("mass").fail("a mass > 0");
  state.position = node.at("position").vec<D>();
  state.velocity = node.at("velocity").vec<D>();
  if (const auto spin = node.find("spin")) state.spin = spin->template spin<D>();
  if (const auto force = node.find("force")) state.force = force->template vec<D>();
  if (const auto field = node.find("field")) state.field = read_felt<D>(*field);
  state.time = read_time(node.at("time"));
  if (const auto rank = node.find("rank"))
    state.rank = static_cast<std::uint32_t>(rank->whole(0, std::numeric_limits<std::uint32_t>::max()));
  if (const auto last = node.find("last_impact")) state.last_impact = read_time(*last);
  if (const auto crowded = node.find("crowded"))
    state.crowded = static_cast<std::uint32_t>(crowded->whole(0, std::numeric_limits<std::uint32_t>::max()));
  if (const auto image = node.find("image")) read_image(*image, state);
  if (const auto supports = node.find("supports")) read_supports(*supports, bodies, state);
  if (const auto intended = node.find("intended")) state.intended = intended->template vec<D>();
  if (const auto contacts = node.find("contacts"))
    for (std::size_t i = 0; i < contacts->size(); ++i)
      state.contacts.push_back(read_contact<D>((*contacts)[i], bodies));
  if (const auto touching = node.find("touching"))
    for (std::size_t i = 0; i < touching->size(); ++i) state.touching.push_back(read_touch<D>((*touching)[i], bodies));
  if (const auto island = node.find("in_island")) {
    island->expect_fields({"restoring", "pulled", "carried", "still", "sleeps_with"});
    state.in_island = true;
    state.restoring = island->at("restoring").template vec<D>();
    state.pulled = read_time(island->at("pulled"));
    if (const auto carried = island->find("carried")) state.carried = carried->template vec<D>();
    if (const auto still = island->find("still")) {
      still->expect_fields({"ticks", "at"});
      state.still = static_cast<std::uint32_t>(still->at("ticks").whole(1, std::numeric_limits<std::uint32_t>::max()));
      state.still_at = still->at("at").template vec<D>();
    }
    if (const auto with = island->find("sleeps_with")) state.sleeps_with = read_id(*with, bodies);
  }
  return state;
}

// A contact between balls has no face.
template <int D>
OrderedJson island_contact_json(const ContactState<D>& contact) {
  OrderedJson json = {{"a", contact.a.value}, {"b", contact.b.value}};
  if (contact.face != ContactState<D>::kBall) json["face"] = contact.face;
  json["normal_impulse"] = contact.normal_impulse;
  if (!is_plain_zero(contact.tangential_impulse)) json["tangential_impulse"] = vec_json(contact.tangential_impulse);
  if (!is_plain_zero(contact.torque)) json["torque"] = spin_json(contact.torque);
  return json;
}

template <int D>
ContactState<D> read_island_contact(const JsonNode& node, std::size_t bodies) {
  node.expect_fields({"a", "b", "face", "normal_impulse", "tangential_impulse", "torque"});
  ContactState<D> contact;
  contact.a = read_id(node.at("a"), bodies);
  contact.b = read_id(node.at("b"), bodies);
  if (const auto face = node.find("face"))
    contact.face = static_cast<std::uint32_t>(face->whole(0, ContactState<D>::kBall - 1));
  contact.normal_impulse = node.at("normal_impulse").non_negative();
  if (const auto impulse = node.find("tangential_impulse")) contact.tangential_impulse = impulse->template vec<D>();
  if (const auto torque = node.find("torque")) contact.torque = torque->template spin<D>();
  return contact;
}

// How often, by name.
template <class Counts>
auto named_tick_counts(Counts& counts) {
  return std::array{std::pair{"ticks", &counts.ticks}, std::pair{"again", &counts.again},
                    std::pair{"sweeps", &counts.sweeps}, std::pair{"most_contacts", &counts.most_contacts},
                    std::pair{"waited", &counts.waited}};
}

template <int D>
OrderedJson islands_json(const Snapshot<D>& snapshot) {
  OrderedJson json = {{"ticked", time_json(snapshot.ticked)}, {"ticked_again", snapshot.ticked_again}};
  if (snapshot.stopped != 0) json["stopped"] = snapshot.stopped;
  if (snapshot.keeps_paths) json["keeps_paths"] = true;
  if (snapshot.asks_to_tick) json["asks_to_tick"] = true;
  for (const auto& [word, count] : named_tick_counts(snapshot.tick_counts)) json[word] = *count;
  json["largest_residual"] = snapshot.tick_counts.largest_residual;
  json["contacts"] = OrderedJson::array();
  for (const ContactState<D>& contact : snapshot.contacts) json["contacts"].push_back(island_contact_json(contact));
  return json;
}

template <int D>
void read_islands(const JsonNode& node, std::size_t bodies, Snapshot<D>& snapshot) {
  constexpr std::uint32_t kMostMembers = std::numeric_limits<std::uint32_t>::max();
  node.expect_fields({"ticked", "ticked_again", "stopped", "keeps_paths", "asks_to_tick", "ticks", "again", "sweeps",
                      "most_contacts", "waited", "largest_residual", "contacts"});
  snapshot.ticked = read_time(node.at("ticked"));
  snapshot.ticked_again = static_cast<std::uint32_t>(node.at("ticked_again").whole(0, kMostMembers));
  if (const auto stopped = node.find("stopped"))
    snapshot.stopped = static_cast<std::uint32_t>(stopped->whole(0, kMostMembers));
  if (const auto keeps = node.find("keeps_paths")) snapshot.keeps_paths = keeps->boolean();
  if (const auto asks = node.find("asks_to_tick")) snapshot.asks_to_tick = asks->boolean();
  for (const auto& [word, count] : named_tick_counts(snapshot.tick_counts)) *count = node.at(word).whole(0, kMost);
  snapshot.tick_counts.largest_residual = node.at("largest_residual").non_negative();
  const JsonNode contacts = node.at("contacts");
  for (std::size_t i = 0; i < contacts.size(); ++i)
    snapshot.contacts.push_back(read_island_contact<D>(contacts[i], bodies));
}

template <int D>
OrderedJson force_json(const AppliedForce<D>& applied) {
  return {{"body", applied.body.value},
          {"force", vec_json(applied.force)},
          {"from", number_json(applied.from)},
          {"until", number_json(applied.until)},
          {"begun", applied.begun}};
}

template <int D>
AppliedForce<D> read_force(const JsonNode& node, std::size_t bodies) {
  node.expect_fields({"body", "force", "from", "until", "begun"});
  return {read_id(node.at("body"), bodies), node.at("force").vec<D>(), read_number_or_infinity(node.at("from")),
          read_number_or_infinity(node.at("until")), node.at("begun").boolean()};
}

template <int D>
OrderedJson steer_json(const Steer<D>& steer) {
  return {{"body", steer.body.value}, {"velocity", vec_json(steer.velocity)}, {"from", steer.from}};
}

template <int D>
Steer<D> read_steer(const JsonNode& node, std::size_t bodies) {
  node.expect_fields({"body", "velocity", "from"});
  return {read_id(node.at("body"), bodies), node.at("velocity").vec<D>(), node.at("from").non_negative()};
}

OrderedJson arrival_json(const Arrival& arrival) {
  return {{"body", arrival.body.value}, {"from", arrival.from}};
}

Arrival read_arrival(const JsonNode& node, std::size_t bodies) {
  node.expect_fields({"body", "from"});
  return {read_id(node.at("body"), bodies), node.at("from").non_negative()};
}

// The ledger's sums by name.
template <class Sums>
auto named_sums(Sums& sums) {
  return std::array{std::pair{"initial", &sums.initial},
                    std::pair{"work", &sums.work},
                    std::pair{"impacts", &sums.impacts},
                    std::pair{"merging", &sums.merging},
                    std::pair{"stops", &sums.stops},
                    std::pair{"damping", &sums.damping},
                    std::pair{"friction", &sums.friction},
                    std::pair{"rolling", &sums.rolling},
                    std::pair{"pockets", &sums.pockets},
                    std::pair{"restitution", &sums.restitution},
                    std::pair{"placing", &sums.placing},
                    std::pair{"hops", &sums.hops},
                    std::pair{"lasting_contacts", &sums.contacts},
                    std::pair{"ticks", &sums.ticks},
                    std::pair{"restoring", &sums.restoring}};
}

std::array<std::uint64_t, kEventKinds> read_counts(const JsonNode& node) {
  std::vector<std::string_view> known;
  known.reserve(kEventKinds);
  for (int kind = 0; kind < kEventKinds; ++kind) known.push_back(name(static_cast<EventKind>(kind)));
  node.expect_fields(known);
  std::array<std::uint64_t, kEventKinds> counts{};
  for (std::size_t kind = 0; kind < counts.size(); ++kind)
    if (const auto count = node.find(std::string(known[kind]))) counts[kind] = count->whole(0, kMost);
  return counts;
}

/// Older files lack these.
bool is_new_sum(std::string_view word) {
  constexpr std::array<std::string_view, 8> kNew = {"merging",          "stops", "rolling",  "restitution", "placing",
                                                    "lasting_contacts", "ticks", "restoring"};
  return std::find(kNew.begin(), kNew.end(), word) != kNew.end();
}

template <class Sums>
Sums read_sums(const JsonNode& node) {
  Sums sums;
  std::vector<std::string_view> words;
  for (const auto& [word, _] : named_sums(sums)) words.push_back(word);
  node.expect_fields(words);
  for (const auto& [word, sum] : named_sums(sums)) {
    if (is_new_sum(word) && !node.find(word)) continue;
    const JsonNode pair = node.at(word);
    if (pair.size() != 2) pair.fail("[sum, rounding error]");
    *sum = {pair[0].number(), pair[1].number()};
  }
  return sums;
}

template <class List, class ToJson>
void write_lines(const List& list, ToJson to_json, const std::function<void(std::string_view)>& put) {
  put("[");
  for (std::size_t i = 0; i < list.size(); ++i) put((i == 0 ? "\n      " : ",\n      ") + to_json(list[i]).dump());
  put("]");
}

}  // namespace

template <int D>
Snapshot<D> read_snapshot(const JsonNode& node, const WorldOptions<D>& options, std::vector<Body<D>> bodies) {
  node.expect_fields({"now", "time", "counts", "deepest_overlap", "sums", "forces", "has_own_force", "steers",
                      "arrivals", "kicks", "islands", "states"});
  Snapshot<D> snapshot;
  snapshot.options = options;
  snapshot.bodies = std::move(bodies);
  snapshot.now = read_time(node.at("now"));
  snapshot.time = node.at("time").non_negative();
  snapshot.counts = read_counts(node.at("counts"));
  snapshot.deepest_overlap = node.at("deepest_overlap").number();
  snapshot.sums = read_sums<typename Snapshot<D>::Sums>(node.at("sums"));
  if (const auto kicks = node.find("kicks"))
    snapshot.kicks = kicks->whole(0, kMost);
  else if (options.thermostat)  // it begins now
    snapshot.kicks = static_cast<std::uint64_t>(std::min(snapshot.time / options.thermostat->interval, 0x1p62));
  const std::size_t count = snapshot.bodies.size();
  const JsonNode forces = node.at("forces");
  for (std::size_t i = 0; i < forces.size(); ++i) snapshot.forces.push_back(read_force<D>(forces[i], count));
  if (const auto own = node.find("has_own_force")) snapshot.has_own_force = own->boolean();
  if (const auto steers = node.find("steers"))
    for (std::size_t i = 0; i < steers->size(); ++i) snapshot.steers.push_back(read_steer<D>((*steers)[i], count));
  if (const auto arrivals = node.find("arrivals"))
    for (std::size_t i = 0; i < arrivals->size(); ++i) snapshot.arrivals.push_back(read_arrival((*arrivals)[i], count));
  if (const auto islands = node.find("islands")) read_islands<D>(*islands, count, snapshot);
  const JsonNode states = node.at("states");
  if (states.size() != count)
    states.fail(std::to_string(states.size()) + " states", "one for each of the " + std::to_string(count) + " bodies");
  for (std::size_t i = 0; i < count; ++i) snapshot.states.push_back(read_state<D>(states[i], count));
  return snapshot;
}

template <int D>
void write_snapshot(const Snapshot<D>& snapshot, const std::function<void(std::string_view)>& put) {
  OrderedJson counts = OrderedJson::object();
  for (std::size_t kind = 0; kind < snapshot.counts.size(); ++kind)
    counts[std::string(name(static_cast<EventKind>(kind)))] = snapshot.counts[kind];
  OrderedJson sums = OrderedJson::object();
  for (const auto& [word, sum] : named_sums(snapshot.sums)) sums[word] = *sum;
  put("{\n    \"now\": " + time_json(snapshot.now).dump() + ",\n    \"time\": " + OrderedJson(snapshot.time).dump() +
      ",\n    \"counts\": " + counts.dump() + ",\n    \"deepest_overlap\": " +
      OrderedJson(snapshot.deepest_overlap).dump() + ",\n    \"sums\": " + sums.dump() + ",\n    \"forces\": ");
  write_lines(snapshot.forces, force_json<D>, put);
  if (snapshot.has_own_force) put(",\n    \"has_own_force\": true");
  if (snapshot.options.thermostat) put(",\n    \"kicks\": " + std::to_string(snapshot.kicks));
  if (!snapshot.steers.empty()) {
    put(",\n    \"steers\": ");
    write_lines(snapshot.steers, steer_json<D>, put);
  }
  if (!snapshot.arrivals.empty()) {
    put(",\n    \"arrivals\": ");
    write_lines(snapshot.arrivals, arrival_json, put);
  }
  if (!snapshot.contacts.empty() || snapshot.tick_counts.ticks != 0)
    put(",\n    \"islands\": " + islands_json(snapshot).dump());
  put(",\n    \"states\": ");
  write_lines(snapshot.states, state_json<D>, put);
  put("}");
}

template Snapshot<2> read_snapshot(const JsonNode&, const WorldOptions<2>&, std::vector<Body<2>>);
template Snapshot<3> read_snapshot(const JsonNode&, const WorldOptions<3>&, std::vector<Body<3>>);
template void write_snapshot(const Snapshot<2>&, const std::function<void(std::string_view)>&);
template void write_snapshot(const Snapshot<3>&, const std::function<void(std::string_view)>&);

}  // namespace carom::io
