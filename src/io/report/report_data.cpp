#include "io/report/report_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>

#include "io/draw/appearance.hpp"
#include "io/draw/camera.hpp"
#include "io/draw/cast.hpp"
#include "io/draw/cell_marks.hpp"
#include "io/draw/shortened.hpp"
#include "io/json/base64.hpp"
#include "io/json/vec_json.hpp"
#include "io/report/report_cells.hpp"
#include "io/scene/balls.hpp"

namespace carom::io {
namespace {

using Json = nlohmann::json;

// The parts of the file, in bytes before base 64 adds a third: 15 MB, and 250 bytes more for each ball, so that the
// file stays below 20 MB with 10,000 balls and below 50 MB with 100,000.
constexpr std::size_t kKeyBytesOfFewBalls = 6'000'000;
constexpr std::size_t kKeyBytesOfManyBalls = 4'000'000;
constexpr std::size_t kFrameBytes = 5'500'000;
constexpr std::size_t kKeyBytesPerBall = 80;
constexpr std::size_t kFrameBytesPerBall = 100;
constexpr std::size_t kFewBalls = 64;
constexpr std::size_t kEventsShown = 50'000;
constexpr std::size_t kSamples = 2'000;
constexpr std::size_t kPlatformKeys = 50'000;
constexpr std::size_t kObstacleNumbers = 300'000;  // of their places
constexpr std::size_t kTitleLength = 500, kAboutLength = 20'000;

template <int D>
constexpr std::size_t kKeyBytes = 8 + 2 * 8 * D + 4 + 1;

constexpr int kImmovableFlag = 1, kStickyFlag = 2, kStripedFlag = 4;

template <int D>
void append(std::vector<double>& list, const Vec<D>& v) {
  for (int k = 0; k < D; ++k) list.push_back(v[k]);
}

void append(std::vector<double>& list, double x) {
  list.push_back(x);
}

template <int D>
void append(std::vector<float>& list, const Vec<D>& v) {
  for (int k = 0; k < D; ++k) list.push_back(static_cast<float>(v[k]));
}

template <int D>
Json balls_json(const Scene<D>& scene, const Appearances<D>& looks, const World<D>& world,
                const Recording<D>& recording) {
  std::vector<std::uint32_t> ids;
  std::vector<double> radii, masses;
  std::vector<float> restitutions;
  std::vector<std::uint8_t> colors, flags;
  Json names = Json::object(), marks = Json::object();
  for (const BodyId id : recording.history.balls()) {
    const std::string slot = std::to_string(ids.size());
    const Body<D>& body = world.body(id);
    const Appearance look = looks[id];
    ids.push_back(id.value);
    radii.push_back(std::get<Ball<D>>(body.shape).radius);
    masses.push_back(body.mass);
    restitutions.push_back(static_cast<float>(body.restitution));
    colors.insert(colors.end(), {look.color.red, look.color.green, look.color.blue});
    flags.push_back(static_cast<std::uint8_t>((body.mass == kImmovable ? kImmovableFlag : 0) |
                                              (body.response == Response::stick ? kStickyFlag : 0) |
                                              (look.striped ? kStripedFlag : 0)));
    if (id.value < scene.bodies.size() && !scene.bodies[id.value].name.empty())
      names[slot] = scene.bodies[id.value].name;
    if (!look.mark.empty()) marks[slot] = look.mark;
  }
  return {{"count", ids.size()},
          {"id", base64(ids)},
          {"radius", base64(radii)},
          {"mass", base64(masses)},
          {"restitution", base64(restitutions)},
          {"color", base64(colors)},
          {"flags", base64(flags)},
          {"names", names},
          {"marks", marks}};
}

template <int D>
Json points_json(const std::vector<Vec<D>>& points) {
  Json list = Json::array();
  for (const Vec<D>& point : points) list.push_back(vec_json(point));
  return list;
}

template <int D>
Json shape_json(const Body<D>& body) {
  if (const auto* ball = std::get_if<Ball<D>>(&body.shape))
    return {{"kind", "pocket"}, {"center", vec_json(ball->center)}, {"radius", ball->radius}};
  if (const auto* plane = std::get_if<HalfSpace<D>>(&body.shape))
    return {{"kind", "half_space"}, {"normal", vec_json(plane->normal)}, {"offset", plane->offset}};
  if (const auto* box = std::get_if<Aabb<D>>(&body.shape))
    return {{"kind", "box"}, {"low", vec_json(box->low)}, {"high", vec_json(box->high)}};
  if (const auto* segment = std::get_if<Segment<D>>(&body.shape))
    return {{"kind", "segment"},
            {"from", vec_json(segment->from)},
            {"to", vec_json(segment->to)},
            {"front", segment->sides == Sides::front}};
  if (const auto* capsule = std::get_if<Capsule<D>>(&body.shape))
    return {{"kind", "capsule"},
            {"from", vec_json(capsule->from)},
            {"to", vec_json(capsule->to)},
            {"radius", capsule->radius}};
  if constexpr (D == 2) {
    if (const auto* polygon = std::get_if<Polygon>(&body.shape))
      return {{"kind", "polygon"},
              {"vertices", points_json(polygon->vertices)},
              {"closed", polygon->closed},
              {"front", polygon->sides == Sides::front}};
    if (const auto* arc = std::get_if<Arc>(&body.shape))
      return {{"kind", "arc"},
              {"center", vec_json(arc->center)},
              {"radius", arc->radius},
              {"from", vec_json(arc->from)},
              {"to", vec_json(arc->to)}};
    if (const auto* polygon = std::get_if<ConvexPolygon>(&body.shape))
      return {{"kind", "convex_polygon"}, {"vertices", points_json(polygon->vertices)}};
  } else {
    if (const auto* mesh = std::get_if<TriangleMesh>(&body.shape))
      return {{"kind", "mesh"}, {"vertices", points_json(mesh->vertices)}, {"triangles", mesh->triangles}};
    if (const auto* cylinder = std::get_if<UprightCylinder>(&body.shape))
      return {{"kind", "cylinder"},
              {"center", vec_json(cylinder->center)},
              {"radius", cylinder->radius},
              {"half_height", cylinder->half_height},
              {"axis", static_cast<int>(cylinder->axis)}};
  }
  return Json::object();
}

/// From each time on, how far it is from where it was added, and its velocity.
template <int D>
Json ways_json(const std::vector<Key<D>>& keys) {
  std::vector<double> time, position, velocity;
  for (const Key<D>& key : keys) {
    time.push_back(key.time);
    append(position, key.position);
    append(velocity, key.motion.velocity);
  }
  return {{"time", base64(time)}, {"position", base64(position)}, {"velocity", base64(velocity)}};
}

/// How much of the page a shape takes: about its numbers.
template <int D>
std::size_t number_count(const Shape<D>& shape) {
  if constexpr (D == 2) {
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return 2 * polygon->vertices.size();
    if (const auto* polygon = std::get_if<ConvexPolygon>(&shape)) return 2 * polygon->vertices.size();
  }
  if constexpr (D == 3)
    if (const auto* mesh = std::get_if<TriangleMesh>(&shape))
      return 3 * (mesh->vertices.size() + mesh->triangles.size());
  return 2 * D;
}

/// In order those that fit in; adds one to `not_shown` for each that does not.
template <int D>
Json obstacles_json(const Scene<D>& scene, const Appearances<D>& looks, const World<D>& world,
                    const Recording<D>& recording, const std::vector<BodyId>& ids, std::size_t& not_shown) {
  Json list = Json::array();
  std::size_t numbers = 0;
  for (const BodyId id : ids) {
    const Body<D> body = world.body(id);
    if (numbers + number_count<D>(body.shape) > kObstacleNumbers) {
      ++not_shown;
      continue;
    }
    numbers += number_count<D>(body.shape);
    Json obstacle = shape_json(body);
    obstacle["id"] = id.value;
    obstacle["color"] = id.value < scene.bodies.size() ? hex(looks[id].color) : "";
    obstacle["name"] = body_name(scene, id);
    if (const std::int32_t slot = recording.platforms.slot(id); slot >= 0)
      obstacle["ways"] = ways_json(recording.platforms.keys(static_cast<std::size_t>(slot)));
    list.push_back(std::move(obstacle));
  }
  return list;
}

/// Who falls asleep, and wakes, by turns.
template <int D>
Json sleeps_json(const Sleeps<D>& sleeps) {
  std::vector<std::uint32_t> ball;
  std::vector<double> time;
  for (const auto& turn : sleeps.turns()) {
    ball.push_back(turn.slot);
    time.push_back(turn.time);
  }
  return {{"ball", base64(ball)}, {"time", base64(time)}};
}

template <int D>
Json lives_json(const History<D>& history, const Sleeps<D>& sleeps) {
  std::vector<std::uint32_t> ball, by, grown;
  std::vector<double> time, growth;
  std::vector<std::uint8_t> fate;
  for (const End& end : history.ends()) {
    ball.push_back(end.ball);
    by.push_back(end.by.value);
    time.push_back(end.time);
    fate.push_back(static_cast<std::uint8_t>(end.fate));
  }
  for (const Growth& step : history.growths()) {
    grown.push_back(step.ball);
    growth.insert(growth.end(), {step.time, step.radius, step.mass});
  }
  std::vector<std::uint32_t> came;
  std::vector<double> start;
  for (std::uint32_t slot = 0; slot < history.balls().size(); ++slot)
    if (history.start(slot) > -std::numeric_limits<double>::infinity()) {
      came.push_back(slot);
      start.push_back(history.start(slot));
    }
  return {{"starts", {{"ball", base64(came)}, {"time", base64(start)}}},
          {"ends", {{"ball", base64(ball)}, {"time", base64(time)}, {"fate", base64(fate)}, {"by", base64(by)}}},
          {"growths", {{"ball", base64(grown)}, {"values", base64(growth)}}},
          {"sleeps", sleeps_json(sleeps)}};
}

/// The numbers of different laws (acceleration, deceleration, damping), in the order in which they come.
template <int D>
class Laws {
 public:
  std::uint32_t number(const BodyMotion<D>& law) {
    std::array<double, D + 2> numbers{};
    for (std::size_t k = 0; k < D; ++k) numbers[k] = law.acceleration[static_cast<int>(k)];
    numbers[D] = law.deceleration;
    numbers[D + 1] = law.damping;
    const auto [place, is_new] = numbers_.emplace(numbers, static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) list_.insert(list_.end(), numbers.begin(), numbers.end());
    return place->second;
  }
  const std::vector<double>& list() const { return list_; }

 private:
  std::map<std::array<double, D + 2>, std::uint32_t> numbers_;
  std::vector<double> list_;
};

/// All keys up to `until`, ball by ball: those of ball k are first[k] to first[k + 1] − 1. Spins are of rough worlds.
template <int D>
Json keys_json(const History<D>& history, double until, bool rough) {
  std::vector<std::uint32_t> first{0}, law;
  std::vector<double> time, position, velocity, spin;
  std::vector<std::uint8_t> followed;
  Laws<D> laws;
  for (std::size_t slot = 0; slot < history.balls().size(); ++slot) {
    for (const Key<D>& key : history.keys(slot)) {
      if (key.time > until) break;
      time.push_back(key.time);
      append(position, key.position);
      append(velocity, key.motion.velocity);
      if (rough) append(spin, key.spin);
      law.push_back(laws.number(key.motion));
      followed.push_back(key.followed);
    }
    first.push_back(static_cast<std::uint32_t>(time.size()));
  }
  Json keys{{"first", base64(first)},       {"time", base64(time)}, {"position", base64(position)},
            {"velocity", base64(velocity)}, {"law", base64(law)},   {"followed", base64(followed)},
            {"laws", base64(laws.list())}};
  if (rough) keys["spin"] = base64(spin);
  return keys;
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  /// x on a scale from 0 (low) to top (high).
  double scaled(double x, double top) const { return high > low ? std::round((x - low) / (high - low) * top) : 0; }
};

template <int D>
std::array<Range, D + 1> ranges(std::span<const Frame> frames) {
  std::array<Range, D + 1> result;
  for (const Frame& frame : frames)
    for (std::size_t i = 0; i < frame.values.size(); ++i) result[i % (D + 1)].add(frame.values[i]);
  result[D].add(0);
  return result;
}

/// Positions on a 16-bit scale and speeds on an 8-bit one, frame by frame.
template <int D>
Json frames_json(std::span<const Frame> frames) {
  const std::array<Range, D + 1> range = ranges<D>(frames);
  std::vector<double> time;
  std::vector<std::uint16_t> position;
  std::vector<std::uint8_t> speed;
  for (const Frame& frame : frames) {
    time.push_back(frame.time);
    for (std::size_t i = 0; i < frame.values.size(); ++i) {
      const std::size_t k = i % (D + 1);
      if (k < D)
        position.push_back(static_cast<std::uint16_t>(range[k].scaled(frame.values[i], 65535)));
      else
        speed.push_back(static_cast<std::uint8_t>(range[k].scaled(frame.values[i], 255)));
    }
  }
  Json low = Json::array(), high = Json::array();
  for (std::size_t k = 0; k < D; ++k) {
    low.push_back(range[k].low);
    high.push_back(range[k].high);
  }
  return {{"time", base64(time)}, {"position", base64(position)}, {"speed", base64(speed)}, {"low", low},
          {"high", high},         {"top_speed", range[D].high}};
}

/// Exact keys as far as they reach, and frames from there on. Both meet at a frame.
template <int D>
Json motion_json(const Recording<D>& recording, double until, bool rough) {
  double exact_until = until;
  std::span<const Frame> frames;
  if (recording.history.exact_until() < until) {
    const std::vector<Frame>& all = recording.frames.items();
    const auto after = std::upper_bound(all.begin(), all.end(), recording.history.exact_until(),
                                        [](double t, const Frame& frame) { return t < frame.time; });
    const auto last_exact = after == all.begin() ? after : after - 1;
    frames = {last_exact, all.end()};
    if (!frames.empty()) exact_until = frames.front().time;
  }
  Json motion{{"exact_until", exact_until}, {"keys", keys_json(recording.history, exact_until, rough)}};
  if (!frames.empty()) motion["frames"] = frames_json<D>(frames);
  return motion;
}

template <int D>
Json samples_json(std::vector<Sample<D>> samples, const World<D>& world) {
  if (samples.empty() || samples.back().time < world.time()) samples.push_back(sample(world));
  std::vector<double> time, kinetic, potential, dissipated, work, momentum, impacts;
  for (const Sample<D>& s : samples) {
    time.push_back(s.time);
    kinetic.push_back(s.ledger.kinetic);
    potential.push_back(s.ledger.potential);
    dissipated.push_back(s.ledger.dissipated());
    work.push_back(s.ledger.work + s.ledger.added());
    append(momentum, s.ledger.momentum);
    impacts.push_back(static_cast<double>(s.impacts));
  }
  return {{"time", base64(time)},      {"kinetic", base64(kinetic)},       {"potential", base64(potential)},
          {"work", base64(work)},      {"dissipated", base64(dissipated)}, {"momentum", base64(momentum)},
          {"impacts", base64(impacts)}};
}

template <int D>
Json events_json(const EventSample<D>& events) {
  std::vector<std::uint32_t> number, a, b;
  std::vector<double> time;
  std::vector<std::uint8_t> kind;
  std::vector<float> point, approach_speed, impulse;
  for (const auto& [n, event] : events.in_order()) {
    number.push_back(static_cast<std::uint32_t>(n));
    time.push_back(event.time);
    kind.push_back(static_cast<std::uint8_t>(event.kind));
    a.push_back(event.a.value);
    b.push_back(event.b.value);
    append(point, event.point);
    approach_speed.push_back(static_cast<float>(event.approach_speed));
    impulse.push_back(static_cast<float>(event.impulse));
  }
  return {{"seen", events.seen()},
          {"number", base64(number)},
          {"time", base64(time)},
          {"kind", base64(kind)},
          {"a", base64(a)},
          {"b", base64(b)},
          {"point", base64(point)},
          {"approach_speed", base64(approach_speed)},
          {"impulse", base64(impulse)}};
}

template <int D>
Json ledger_for_page(const Ledger<D>& ledger) {
  return {{"kinetic", ledger.kinetic},
          {"potential", ledger.potential},
          {"initial", ledger.initial},
          {"work", ledger.work},
          {"dissipated_impacts", ledger.dissipated_impacts},
          {"dissipated_merging", ledger.dissipated_merging},
          {"dissipated_stops", ledger.dissipated_stops},
          {"dissipated_damping", ledger.dissipated_damping},
          {"dissipated_friction", ledger.dissipated_friction},
          {"dissipated_rolling", ledger.dissipated_rolling},
          {"dissipated_pockets", ledger.dissipated_pockets},
          {"dissipated_contacts", ledger.dissipated_contacts},
          {"added_by_restitution", ledger.added_by_restitution},
          {"added_by_placing", ledger.added_by_placing},
          {"added_by_hops", ledger.added_by_hops},
          {"added_by_ticks", ledger.added_by_ticks},
          {"added_by_restoring", ledger.added_by_restoring},
          {"residual", ledger.residual()},
          {"momentum", vec_json(ledger.momentum)},
          {"momentum_scale", ledger.momentum_scale}};
}

template <int D>
Json summary_json(const World<D>& world, const Recording<D>& recording) {
  Json counts = Json::object();
  for (int k = 0; k < kEventKinds; ++k) {
    const auto kind = static_cast<EventKind>(k);
    if (world.event_count(kind) > 0) counts[std::string(name(kind))] = world.event_count(kind);
  }
  const Ledger<D> start = recording.samples.items().empty() ? world.ledger() : recording.samples.items().front().ledger;
  return {{"counts", counts},
          {"start", ledger_for_page(start)},
          {"end", ledger_for_page(world.ledger())},
          {"deepest_overlap", world.deepest_overlap()},
          {"hash", fmt::format("{:016x}", world.hash())}};
}

template <int D>
Json world_json(const Aabb<D>& box, const World<D>& world, const std::vector<BodyId>& obstacles) {
  const WorldOptions<D>& options = world.options();
  Json json{{"gravity", vec_json(options.gravity)}, {"damping", options.damping}, {"low", vec_json(box.low)},
            {"high", vec_json(box.high)},           {"periodic", nullptr},        {"table", Json::array()}};
  if (options.period) json["periodic"] = vec_json(*options.period);
  if constexpr (D == 2)
    for (const Vec2& corner : table_outline(world, obstacles)) json["table"].push_back(vec_json(corner));
  return json;
}

Json camera_json(const Camera& camera) {
  return {{"eye", vec_json(camera.eye)},
          {"target", vec_json(camera.target)},
          {"up", vec_json(camera.up)},
          {"light", vec_json(camera.light)},
          {"field_of_view", camera.field_of_view}};
}

/// What the viewer must tell about what it was not given.
template <int D>
Json thinning_json(const Recording<D>& recording, std::size_t obstacles_not_shown) {
  return {{"keys_thinned", recording.history.thinned()},     {"frame_stride", recording.frames.stride()},
          {"sample_stride", recording.samples.stride()},     {"impact_stride", recording.events.impact_stride()},
          {"other_stride", recording.events.other_stride()}, {"balls_not_shown", recording.balls_not_shown},
          {"obstacles_not_shown", obstacles_not_shown}};
}

Json speed_colors_json() {
  Json list = Json::array();
  for (const Color& color : speed_stops()) list.push_back(hex(color));
  return list;
}

Json measured_json(const Measured& measured) {
  Json series = Json::array(), curves = Json::array();
  std::vector<double> time;
  for (const std::vector<double>& row : measured.rows()) time.push_back(row[0]);
  const std::vector<std::string> names = measured.series_names();
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::vector<double> values;
    for (const std::vector<double>& row : measured.rows()) values.push_back(row[k + 1]);
    series.push_back({{"name", names[k]}, {"values", base64(values)}});
  }
  for (const Curve& curve : measured.curves())
    curves.push_back({{"title", curve.title},
                      {"x_name", curve.x_name},
                      {"x", base64(curve.x)},
                      {"y", base64(curve.y)},
                      {"expected", base64(curve.expected)}});
  return {{"time", base64(time)}, {"series", series}, {"curves", curves}};
}

}  // namespace

template <int D>
Recording<D>::Recording(std::size_t balls)
    : history(
          (balls <= kFewBalls ? kKeyBytesOfFewBalls : kKeyBytesOfManyBalls + kKeyBytesPerBall * balls) / kKeyBytes<D>,
          balls <= kFewBalls ? History<D>::WhenFull::thin : History<D>::WhenFull::stop),
      platforms(kPlatformKeys, History<D>::WhenFull::thin),
      frames((kFrameBytes + kFrameBytesPerBall * balls) / (2 * D + 1) * sizeof(float) * Frames<D>::kPerBall, balls),
      samples(kSamples),
      events(kEventsShown) {}

template <int D>
Json report_data(const Scene<D>& scene, const World<D>& world, const Recording<D>& recording,
                 const Measured* measured) {
  Json kinds = Json::array();
  for (int k = 0; k < kEventKinds; ++k) kinds.push_back(std::string(name(static_cast<EventKind>(k))));
  const Appearances<D> looks(scene);
  const Cast<D> cast(scene, world);
  const Aabb<D> box = with_cells(recording.extent.found(), scene);
  std::size_t obstacles_not_shown = 0;
  Json obstacles = obstacles_json(scene, looks, world, recording, cast.obstacles, obstacles_not_shown);
  Json data{{"version", 1},
            {"dimension", D},
            {"name", scene.name},
            {"title", shortened(scene.title.empty() ? scene.name : scene.title, kTitleLength)},
            {"about", shortened(scene.about, kAboutLength)},
            {"from", recording.from},
            {"until", world.time()},
            {"kinds", kinds},
            {"speed_colors", speed_colors_json()},
            {"plain", looks.plain()},
            {"world", world_json(box, world, cast.obstacles)},
            {"balls", balls_json(scene, looks, world, recording)},
            {"obstacles", std::move(obstacles)},
            {"lives", lives_json(recording.history, recording.sleeps)},
            {"motion", motion_json(recording, world.time(), world.options().tangential_restitution.has_value())},
            {"samples", samples_json(recording.samples.items(), world)},
            {"events", events_json(recording.events)},
            {"summary", summary_json(world, recording)},
            {"thinning", thinning_json(recording, obstacles_not_shown)}};
  if (scene.cells) data["cells"] = report_cells(scene, looks, world, recording.history, recording.from);
  if (measured) data["measured"] = measured_json(*measured);
  if constexpr (D == 3) data["camera"] = camera_json(choose_camera(scene.view, world, cast.obstacles, box));
  return data;
}

template struct Recording<2>;
template struct Recording<3>;
template nlohmann::json report_data<2>(const Scene<2>&, const World<2>&, const Recording<2>&, const Measured*);
template nlohmann::json report_data<3>(const Scene<3>&, const World<3>&, const Recording<3>&, const Measured*);

}  // namespace carom::io
