#include "io/scene/generators/scene_generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "carom/math/portable.hpp"
#include "carom/math/random.hpp"
#include "io/json/shape_reader.hpp"
#include "io/scene/generators/growth.hpp"

namespace carom::io {
namespace {

constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 53;  // doubles hold all of these

// What all generators share: the balls' common fields, their names, and the random numbers.
template <int D>
class Generator {
 public:
  Generator(const JsonNode& node, const BodyFields<D>& defaults, const std::optional<std::uint64_t>& seed,
            std::uint64_t stream, SceneBodies<D>& bodies)
      : node_(node), fields_(with_defaults(read_body_fields<D>(node), defaults)), bodies_(bodies), random_(0) {
    expect_law_of_movable(node, fields_);
    if (const auto name = node.find("name")) name_ = read_label(*name);
    const auto given = node.find("seed");
    const std::uint64_t own = given ? given->whole(0, std::numeric_limits<std::uint64_t>::max()) : 0;
    random_ = Random(seed.value_or(own), stream);
  }

  void run(const std::string& kind) {
    if constexpr (D == 2)
      if (kind == "rack") return rack();
    if (kind == "rack") node_.fail("a rack", "a 2D scene: racks exist in 2D only");
    if constexpr (D == 3)
      if (kind == "terrain") return terrain();
    if (kind == "terrain") node_.fail("a terrain", "a 3D scene: terrains exist in 3D only");
    if (kind == "lattice") return lattice();
    if (kind == "gas") return gas();
    if (kind == "pyramid") return pyramid();
    if (kind == "pour") return pour();
    if (kind == "pile") return pile();
    ring();
  }

 private:
  void expect_fields(std::vector<std::string_view> known) {
    known.insert(known.end(), kBodyFieldNames.begin(), kBodyFieldNames.end());
    known.emplace_back("name");
    node_.expect_fields(known);
  }

  /// How many balls to make.
  std::size_t ball_count() {
    const JsonNode node = node_.at("count");
    const std::uint64_t balls = node.whole(1, kMostCounted);
    bodies_.expect_room_for(static_cast<double>(balls), node);
    return static_cast<std::size_t>(balls);
  }

  SceneBody<D> ball(const Vec<D>& center, double radius, const Vec<D>& velocity) const {
    return make_ball<D>({center, radius}, velocity, fields_, node_);
  }

  void add(SceneBody<D> body) {
    ++made_;
    if (!name_.empty()) body.name = fmt::format("{} {}", name_, made_);
    bodies_.add(std::move(body), node_);
  }

  std::vector<std::string> texts(const char* key, std::string (*read)(const JsonNode&), std::size_t most);
  void rack();
  void lattice();
  void gas();
  void pyramid();
  void ring();
  void terrain();
  void pour();
  void pile();

  std::vector<double> gas_radii(std::size_t count);
  std::vector<double> mixed_radii(std::size_t count);
  double number_or(const char* key, double otherwise);
  Vec<D> vec_or_zero(const char* key);
  void add_rough_base(const Vec<D>& base, double width, double radius);
  std::vector<double> shared_radii(const JsonNode& sizes, std::size_t count);
  Aabb<D> gas_region() const;
  enum class GasKind { random, lattice, grown };
  GasKind gas_kind(const Aabb<D>& region, const std::vector<double>& radii) const;
  void place_at_random(const Aabb<D>& region, const std::vector<SceneBody<D>>& gas);
  void place_grown(const Aabb<D>& region, const std::vector<double>& radii, std::vector<SceneBody<D>> gas);
  void place_on_lattice(const Aabb<D>& region, double radius, std::vector<SceneBody<D>> gas);
  void give_maxwell_velocities(std::vector<SceneBody<D>>& gas, double temperature);

  const JsonNode& node_;
  BodyFields<D> fields_;
  SceneBodies<D>& bodies_;
  Random random_;
  std::string name_;
  std::size_t made_ = 0;
};

// A list of at most `most` texts.
template <int D>
std::vector<std::string> Generator<D>::texts(const char* key, std::string (*read)(const JsonNode&), std::size_t most) {
  std::vector<std::string> list;
  const auto found = node_.find(key);
  if (!found) return list;
  if (found->size() > most) found->fail(fmt::format("a list of {}", found->size()), "no more than balls");
  list.reserve(found->size());
  for (std::size_t i = 0; i < found->size(); ++i) list.push_back(read((*found)[i]));
  return list;
}

template <int D>
void Generator<D>::rack() {
  if constexpr (D == 2) {
    expect_fields({"apex", "direction", "rows", "radius", "gap", "marks", "colors", "seed"});
    const Vec2 apex = node_.at("apex").vec<2>();
    const Vec2 along = read_unit<2>(node_.at("direction"));
    const std::uint64_t rows = node_.at("rows").whole(1, 10'000);
    const double radius = node_.at("radius").non_negative();
    const auto gap_node = node_.find("gap");
    const double gap = gap_node ? gap_node->non_negative() : 0;
    const std::uint64_t count = rows * (rows + 1) / 2;
    bodies_.expect_room_for(static_cast<double>(count), node_);
    const std::vector<std::string> marks = texts("marks", read_mark, count);
    const std::vector<std::string> colors = texts("colors", read_color, count);
    const Vec2 across{-along.y, along.x};
    const double pitch = 2 * radius + gap;
    const double row_pitch = std::sqrt(0.75) * pitch;
    const bool loose = node_.has("seed");
    std::size_t index = 0;
    for (std::uint64_t row = 0; row < rows; ++row)
      for (std::uint64_t place = 0; place <= row; ++place, ++index) {
        const double back = static_cast<double>(row) * row_pitch;
        const double aside = (static_cast<double>(place) - 0.5 * static_cast<double>(row)) * pitch;
        const Vec2 shift = loose ? 0.5 * gap * random_.in_ball<2>() : Vec2{};
        SceneBody<2> made = ball(apex + back * along + aside * across + shift, radius, {});
        if (index < marks.size()) made.mark = marks[index];
        if (index < colors.size()) made.color = colors[index];
        add(std::move(made));
      }
  }
}

template <int D>
void Generator<D>::lattice() {
  expect_fields({"low", "counts", "spacing", "radius", "speed", "seed"});
  const Vec<D> low = node_.at("low").template vec<D>();
  const double radius = node_.at("radius").non_negative();
  const double spacing = node_.at("spacing").positive();
  if (spacing < 2 * radius) node_.at("spacing").fail(fmt::format("a spacing of at least 2 radius = {}", 2 * radius));
  const auto speed_node = node_.find("speed");
  const double speed = speed_node ? speed_node->non_negative() : 0;
  const JsonNode counts = node_.at("counts");
  if (counts.size() != D) counts.fail(fmt::format("a list of {} whole numbers", D));
  std::array<std::uint64_t, D> count{};
  double total = 1;
  for (std::size_t k = 0; k < D; ++k) total *= static_cast<double>(count[k] = counts[k].whole(1, kMostCounted));
  bodies_.expect_room_for(total, node_);
  std::array<std::uint64_t, D> at{};
  while (static_cast<double>(made_) < total) {
    Vec<D> center = low;
    for (int k = 0; k < D; ++k) center[k] += static_cast<double>(at[static_cast<std::size_t>(k)]) * spacing;
    add(ball(center, radius, speed > 0 ? speed * random_.template direction<D>() : Vec<D>{}));
    for (std::size_t k = 0; k < D && ++at[k] == count[k]; ++k) at[k] = 0;
  }
}

// As many balls of each radius as of any other, or one more; in falling order.
template <int D>
std::vector<double> Generator<D>::shared_radii(const JsonNode& sizes, std::size_t count) {
  if (node_.has("radius")) sizes.fail("radius or radii, not both");
  if (sizes.size() == 0) sizes.fail("at least one radius");
  std::vector<double> radii(count);
  for (std::size_t i = 0; i < count; ++i) radii[i] = sizes[i % sizes.size()].non_negative();
  std::sort(radii.begin(), radii.end(), std::greater<>());
  return radii;
}

// Radii in falling order: the large ones find a place first.
template <int D>
std::vector<double> Generator<D>::gas_radii(std::size_t count) {
  if (const auto sizes = node_.find("radii")) return shared_radii(*sizes, count);
  const JsonNode node = node_.at("radius");
  if (node.value().is_number()) return std::vector<double>(count, node.non_negative());
  if (node.size() != 2) node.fail("a radius, or the smallest and the largest radius");
  const double least = node[0].non_negative();
  const double most = node[1].non_negative();
  if (!(least <= most)) node.fail("the smallest radius first");
  std::vector<double> radii(count);
  for (double& radius : radii) radius = random_.uniform(least, most);
  std::sort(radii.begin(), radii.end(), std::greater<>());
  return radii;
}

template <int D>
Aabb<D> Generator<D>::gas_region() const {
  const std::optional<Aabb<D>> region = bodies_.region();
  if (!node_.has("low") && !node_.has("high") && region) return *region;
  return read_box<D>(node_);
}

// Random insertion gets stuck at packing fractions of 0.547 (2D) and 0.384 (3D), and slow before that.
template <int D>
typename Generator<D>::GasKind Generator<D>::gas_kind(const Aabb<D>& region, const std::vector<double>& radii) const {
  double room = 1;
  for (int k = 0; k < D; ++k) room *= region.high[k] - region.low[k];
  double filled = 0;
  for (const double radius : radii) filled += measure<D>(radius);
  const double fraction = filled / room;
  const double most = D == 2 ? 0.5 : 0.3;
  const auto kind = node_.find("kind");
  if (!kind) return fraction <= most ? GasKind::random : GasKind::lattice;
  constexpr std::array<std::pair<std::string_view, GasKind>, 3> kKinds = {
      {{"random", GasKind::random}, {"lattice", GasKind::lattice}, {"grown", GasKind::grown}}};
  const GasKind chosen = kind->choice(kKinds);
  if (chosen == GasKind::random && fraction > most)
    kind->fail(fmt::format("\"random\" at a packing fraction of {}", fraction),
               fmt::format("\"grown\" or \"lattice\" at packing fractions above {}", most));
  return chosen;
}

template <int D>
void Generator<D>::gas() {
  expect_fields({"low", "high", "count", "radius", "radii", "temperature", "seed", "kind"});
  const std::size_t count = ball_count();
  const double temperature = node_.at("temperature").non_negative();
  const Aabb<D> region = gas_region();
  const std::vector<double> radii = gas_radii(count);
  std::vector<SceneBody<D>> gas;
  gas.reserve(count);
  for (const double radius : radii) gas.push_back(ball({}, radius, {}));
  const GasKind kind = gas_kind(region, radii);
  give_maxwell_velocities(gas, temperature);
  if (kind == GasKind::random) return place_at_random(region, gas);
  if (kind == GasKind::grown) return place_grown(region, radii, std::move(gas));
  place_on_lattice(region, radii.front(), std::move(gas));
}

template <int D>
void Generator<D>::place_grown(const Aabb<D>& region, const std::vector<double>& radii, std::vector<SceneBody<D>> gas) {
  const bool periodic = bodies_.period().has_value();
  if (!(radii.back() > 0)) node_.at("radius").fail("a radius > 0, to grow to");
  for (int k = 0; k < D; ++k)
    if (const double side = region.high[k] - region.low[k]; !(side > (periodic ? 6.001 : 2) * radii.front()))
      node_.fail(fmt::format("a side of {}", side),
                 periodic ? "more than three of the largest diameters to grow in a periodic box"
                          : "room for the largest ball");
  const auto places = grown_places<D>(region, periodic, radii, random_);
  if (!places) node_.fail("balls that jam before they have grown", "fewer or smaller ones");
  for (std::size_t i = 0; i < gas.size(); ++i) {
    std::get<Ball<D>>(gas[i].body.shape).center = (*places)[i];
    add(std::move(gas[i]));  // which finds any overlap, exactly
  }
}

template <int D>
void Generator<D>::give_maxwell_velocities(std::vector<SceneBody<D>>& gas, double temperature) {
  const double mass_of_first = gas.front().body.mass;
  if (temperature > 0 && (!std::isfinite(mass_of_first) || gas.front().body.response == Response::pocket))
    node_.at("temperature").fail("0, as these balls cannot be moved");
  Vec<D> momentum{};
  double mass = 0;
  for (SceneBody<D>& made : gas) {
    const double sigma = std::sqrt(temperature / made.body.mass);
    for (int k = 0; k < D; ++k) made.body.motion.velocity[k] = sigma * random_.normal();
    momentum += made.body.mass * made.body.motion.velocity;
    mass += made.body.mass;
  }
  if (temperature > 0)
    for (SceneBody<D>& made : gas) made.body.motion.velocity -= momentum / mass;
}

template <int D>
void Generator<D>::place_at_random(const Aabb<D>& region, const std::vector<SceneBody<D>>& gas) {
  double tries = 1e5 + 1e4 * static_cast<double>(gas.size());
  for (SceneBody<D> made : gas) {
    auto& ball = std::get<Ball<D>>(made.body.shape);
    const double margin = bodies_.period() ? 0 : ball.radius;
    do {
      if (--tries < 0)
        node_.fail(fmt::format("room for {} balls only", made_), fmt::format("room for {} balls", gas.size()));
      for (int k = 0; k < D; ++k) {
        const double low = region.low[k] + margin;
        const double high = region.high[k] - margin;
        ball.center[k] = std::max(low, std::min(random_.uniform(low, high), std::nextafter(high, low)));
      }
    } while (!bodies_.has_room(made.body));
    add(std::move(made));
  }
}

// The sites of a cell: the centred square (2D) and the face-centred cube (3D), which are the densest lattices when
// stretched.
template <int D>
constexpr auto kSites = [] {
  if constexpr (D == 2)
    return std::array<Vec2, 2>{Vec2{0, 0}, Vec2{0.5, 0.5}};
  else
    return std::array<Vec3, 4>{Vec3{0, 0, 0}, Vec3{0, 0.5, 0.5}, Vec3{0.5, 0, 0.5}, Vec3{0.5, 0.5, 0}};
}();

// The least distance of two sites of a lattice with cells of these sides.
template <int D>
double site_distance(const Vec<D>& sides) {
  double least = std::min(sides[0], sides[1]);
  if constexpr (D == 2)
    return std::min(least, 0.5 * norm(sides));
  else {
    least = std::min(least, sides[2]);
    for (int k = 0; k < 3; ++k) least = std::min(least, 0.5 * norm(Vec2{sides[k], sides[(k + 1) % 3]}));
    return least;
  }
}

template <int D>
struct Lattice {
  std::array<std::uint64_t, D> cells{};
  Vec<D> sides{};
  double distance = 0;
};

// Cells along an axis: a periodic one closes on itself, another ends half a cell before the last one does.
template <int D>
Lattice<D> lattice_of(const std::array<std::uint64_t, D>& cells, const Vec<D>& extent, bool periodic) {
  Lattice<D> lattice{cells, {}, 0};
  for (int k = 0; k < D; ++k) {
    const auto n = static_cast<double>(cells[static_cast<std::size_t>(k)]);
    lattice.sides[k] = extent[k] / (periodic ? n : n - 0.5);
  }
  lattice.distance = site_distance(lattice.sides);
  return lattice;
}

// The stretched lattice with room for `count` sites that keeps them farthest apart. Cell numbers along the first axes
// are tried around those of cells with equal sides, from a third to three times; the last axis follows.
template <int D>
Lattice<D> best_lattice(const Vec<D>& extent, std::size_t count, bool periodic) {
  const std::uint64_t needed = (count + kSites<D>.size() - 1) / kSites<D>.size();
  double volume = 1;
  for (int k = 0; k < D; ++k) volume *= extent[k];
  const double each = volume / static_cast<double>(needed);
  const double side = D == 2 ? std::sqrt(each) : portable::cbrt(each);
  const auto cells_for = [&](double stretched) {
    return static_cast<std::uint64_t>(std::clamp(stretched / side, 1.0, static_cast<double>(needed)));
  };
  std::array<std::uint64_t, D> in_a_row;
  in_a_row.fill(1);
  in_a_row[0] = needed;
  Lattice<D> best = lattice_of<D>(in_a_row, extent, periodic);
  const auto consider = [&](const std::array<std::uint64_t, D>& cells) {
    const Lattice<D> lattice = lattice_of<D>(cells, extent, periodic);
    if (lattice.distance > best.distance) best = lattice;
  };
  for (std::uint64_t nx = cells_for(extent[0] / 3); nx <= cells_for(3 * extent[0]) + 1; ++nx) {
    const std::uint64_t rest = (needed + nx - 1) / nx;
    if constexpr (D == 2) consider({nx, rest});
    if constexpr (D == 3)
      for (std::uint64_t ny = cells_for(extent[1] / 3); ny <= std::min(rest, cells_for(3 * extent[1]) + 1); ++ny)
        consider({nx, ny, (rest + ny - 1) / ny});
  }
  return best;
}

template <int D>
void Generator<D>::place_on_lattice(const Aabb<D>& region, double radius, std::vector<SceneBody<D>> gas) {
  const bool periodic = bodies_.period().has_value();
  const Vec<D> margin = [&] {
    Vec<D> m{};
    for (int k = 0; k < D; ++k) m[k] = periodic ? 0 : radius;
    return m;
  }();
  const Vec<D> extent = region.high - region.low - 2.0 * margin;
  for (int k = 0; k < D; ++k)
    if (!(extent[k] > 0)) node_.fail("a region narrower than a ball", "room for the balls");
  const Lattice<D> lattice = best_lattice<D>(extent, gas.size(), periodic);
  if (lattice.distance < 2 * radius)
    node_.fail(
        fmt::format("{} balls of radius {} in a box with sides {} apart at best", gas.size(), radius, lattice.distance),
        "a box with room for the balls on a lattice");
  std::vector<Vec<D>> sites;
  std::array<std::uint64_t, D> at{};
  for (bool more = true; more;) {
    for (const Vec<D>& site : kSites<D>) {
      Vec<D> place = region.low + margin;
      for (int k = 0; k < D; ++k)
        place[k] += (static_cast<double>(at[static_cast<std::size_t>(k)]) + site[k]) * lattice.sides[k];
      sites.push_back(place);
    }
    std::size_t k = 0;
    while (k < D && ++at[k] == lattice.cells[k]) at[k++] = 0;
    more = k < D;
  }
  // The first steps of a shuffle: any choice of sites is as likely as any other.
  for (std::size_t i = 0; i < gas.size(); ++i) {
    std::swap(sites[i], sites[i + static_cast<std::size_t>(random_.below(sites.size() - i))]);
    std::get<Ball<D>>(gas[i].body.shape).center = sites[i];
    add(std::move(gas[i]));
  }
}

// Rows of n, n − 1, … balls (2D), or squares of n², (n − 1)², … (3D), each in the hollows of the one below: higher by
// √3/2 or 1/√2 of the distance of two neighbours.
template <int D>
void Generator<D>::pyramid() {
  expect_fields({"base", "rows", "radius", "gap"});
  const Vec<D> base = node_.at("base").template vec<D>();
  const std::uint64_t rows = node_.at("rows").whole(1, 10'000);
  const double radius = node_.at("radius").positive();
  const auto gap_node = node_.find("gap");
  const double gap = gap_node ? gap_node->non_negative() : 0;
  const auto n = static_cast<double>(rows);
  bodies_.expect_room_for(D == 2 ? n * (n + 1) / 2 : n * (n + 1) * (2 * n + 1) / 6, node_);
  const double pitch = 2 * radius + gap;
  const double rise = pitch * std::sqrt(D == 2 ? 0.75 : 0.5);
  for (std::uint64_t row = 0; row < rows; ++row) {
    const std::uint64_t side = rows - row;
    const auto place = [&](std::uint64_t k) {
      return (static_cast<double>(k) - 0.5 * static_cast<double>(side - 1)) * pitch;
    };
    const std::uint64_t lines = D == 2 ? 1 : side;
    for (std::uint64_t line = 0; line < lines; ++line)
      for (std::uint64_t k = 0; k < side; ++k) {
        Vec<D> center = base;
        center[0] += place(k);
        if (D == 3) center[1] += place(line);
        center[D - 1] += radius + gap + static_cast<double>(row) * rise;
        add(ball(center, radius, {}));
      }
  }
}

/// Radii as of a gas, in an order of chance.
template <int D>
std::vector<double> Generator<D>::mixed_radii(std::size_t count) {
  std::vector<double> radii = gas_radii(count);
  if (radii.front() == radii.back()) return radii;
  for (std::size_t i = 0; i < count; ++i)
    std::swap(radii[i], radii[i + static_cast<std::size_t>(random_.below(count - i))]);
  return radii;
}

template <int D>
double Generator<D>::number_or(const char* key, double otherwise) {
  const auto node = node_.find(key);
  return node ? node->non_negative() : otherwise;
}

template <int D>
Vec<D> Generator<D>::vec_or_zero(const char* key) {
  const auto node = node_.find(key);
  return node ? node->template vec<D>() : Vec<D>{};
}

/// One ball after the other, at a place or within a box.
template <int D>
void Generator<D>::pour() {
  expect_fields({"at", "low", "high", "count", "radius", "radii", "rate", "velocity", "from", "seed"});
  const std::size_t count = ball_count();
  const double rate = node_.at("rate").positive();
  const double from = number_or("from", 0);
  const Vec<D> velocity = vec_or_zero("velocity");
  const auto at = node_.find("at");
  if (at && (node_.has("low") || node_.has("high"))) at->fail("a place or a box, not both");
  const Aabb<D> box = at ? Aabb<D>{at->template vec<D>(), at->template vec<D>()} : read_box<D>(node_);
  const std::vector<double> radii = mixed_radii(count);
  const double largest = *std::max_element(radii.begin(), radii.end());
  for (int k = 0; k < D && !at; ++k)
    if (box.high[k] - box.low[k] < 2 * largest) node_.at("high").fail("a box with room for the largest ball");
  for (std::size_t i = 0; i < count; ++i) {
    Vec<D> center = box.low;
    for (int k = 0; k < D && !at; ++k) center[k] = random_.uniform(box.low[k] + radii[i], box.high[k] - radii[i]);
    SceneBody<D> made = ball(center, radii[i], velocity);
    made.from = from + static_cast<double>(i + 1) / rate;
    add(std::move(made));
  }
}

/// One ball after the other onto a pile, from as far above it as a pile of that slope of those before would need: each
/// of k balls takes a square of area d², or a cube of volume d³, so that H²/s = k d², or π H³/(3 s²) = k d³.
template <int D>
void Generator<D>::pile() {
  expect_fields(
      {"base", "count", "radius", "radii", "interval", "drop", "slope", "spread", "rough", "velocity", "from", "seed"});
  const Vec<D> base = node_.at("base").template vec<D>();
  const std::size_t count = ball_count();
  const double interval = node_.at("interval").positive();
  const double drop = node_.at("drop").non_negative();
  const auto slope_node = node_.find("slope");
  const double slope = slope_node ? slope_node->positive() : 0.5;
  const double spread = number_or("spread", 0);
  const double from = number_or("from", 0);
  const Vec<D> velocity = vec_or_zero("velocity");
  const std::vector<double> radii = mixed_radii(count);
  const double largest = *std::max_element(radii.begin(), radii.end());
  if (const auto rough = node_.find("rough")) add_rough_base(base, rough->positive(), largest);
  for (std::size_t i = 0; i < count; ++i) {
    const auto before = static_cast<double>(i);
    const double height =
        2 * largest *
        (D == 2 ? std::sqrt(slope * before) : portable::cbrt(3 * slope * slope * before / 3.141592653589793));
    Vec<D> center = base;
    center[D - 1] += largest + drop + height;
    if (spread > 0) {
      const Vec2 shift = spread * random_.template in_ball<2>();
      for (int k = 0; k < D - 1; ++k) center[k] += shift[k];
    }
    SceneBody<D> made = ball(center, radii[i], velocity);
    made.from = from + static_cast<double>(i + 1) * interval;
    add(std::move(made));
  }
}

/// Balls that stay where they are, side by side on both sides of the middle, or all around it.
template <int D>
void Generator<D>::add_rough_base(const Vec<D>& base, double width, double radius) {
  if (!(radius > 0)) node_.at("rough").fail("balls with a radius > 0 to make a base of");
  const double most = std::floor(width / (2 * radius));
  bodies_.expect_room_for(D == 2 ? 2 * most + 1 : (2 * most + 1) * (2 * most + 1), node_.at("rough"));
  BodyFields<D> fields = fields_;
  fields.mass = kImmovable;
  fields.density.reset();
  fields.law.reset();
  const auto half = static_cast<std::int64_t>(most);
  for (std::int64_t j = D == 2 ? 0 : -half; j <= (D == 2 ? 0 : half); ++j)
    for (std::int64_t i = -half; i <= half; ++i) {
      if (i * i + j * j > half * half) continue;
      Vec<D> center = base;
      center[0] += 2 * radius * static_cast<double>(i);
      if (D == 3) center[1] += 2 * radius * static_cast<double>(j);
      add(make_ball<D>({center, radius}, {}, fields, node_));
    }
}

template <int D>
void Generator<D>::ring() {
  expect_fields({"center", "ring_radius", "count", "radius", "speed"});
  const Vec<D> center = node_.at("center").template vec<D>();
  const double ring_radius = node_.at("ring_radius").positive();
  const double radius = node_.at("radius").non_negative();
  const std::size_t count = ball_count();
  const auto speed_node = node_.find("speed");
  const double speed = speed_node ? speed_node->number() : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double half_turns = 2 * static_cast<double>(i) / static_cast<double>(count);
    Vec<D> out{};
    out.x = portable::cos_pi(half_turns);
    out.y = portable::sin_pi(half_turns);
    add(ball(center + ring_radius * out, radius, speed == 0 ? Vec<D>{} : -speed * out));
  }
}

/// a (1 − d²/r²)² within d < r.
class Hill {
 public:
  Hill(const Vec3& low, double width, double depth, double height, Random& random) {
    x_ = low.x + random.uniform(0, width);
    y_ = low.y + random.uniform(0, depth);
    radius_ = random.uniform(0.0625, 0.25) * std::max(width, depth);
    height_ = random.uniform(-height, height);
  }

  double at(double x, double y) const {
    const double rest = 1 - ((x - x_) * (x - x_) + (y - y_) * (y - y_)) / (radius_ * radius_);
    return rest > 0 ? height_ * rest * rest : 0;
  }

 private:
  double x_ = 0;
  double y_ = 0;
  double radius_ = 0;
  double height_ = 0;
};

/// Two triangles for each square, divided along the one diagonal and the other by turns.
TriangleMesh height_field(const Vec3& low, std::uint32_t nx, std::uint32_t ny, double spacing,
                          const std::vector<Hill>& hills) {
  TriangleMesh mesh;
  for (std::uint32_t j = 0; j <= ny; ++j)
    for (std::uint32_t i = 0; i <= nx; ++i) {
      Vec3 vertex{low.x + i * spacing, low.y + j * spacing, low.z};
      for (const Hill& hill : hills) vertex.z += hill.at(vertex.x, vertex.y);
      mesh.vertices.push_back(vertex);
    }
  for (std::uint32_t j = 0; j < ny; ++j)
    for (std::uint32_t i = 0; i < nx; ++i) {
      const std::uint32_t a = j * (nx + 1) + i, b = a + 1, c = b + nx + 1, d = c - 1;
      const bool even = (i + j) % 2 == 0;
      mesh.triangles.push_back({a, b, even ? c : d});
      mesh.triangles.push_back({even ? a : b, c, d});
    }
  return mesh;
}

template <int D>
void Generator<D>::terrain() {
  if constexpr (D == 3) {
    constexpr std::uint64_t kMostSquares = 2000;
    expect_fields({"low", "counts", "spacing", "hills", "height", "seed"});
    expect_obstacle_fields(node_);
    const Vec3 low = node_.at("low").vec<3>();
    const JsonNode counts = node_.at("counts");
    if (counts.size() != 2) counts.fail("a list of 2 whole numbers");
    const auto nx = static_cast<std::uint32_t>(counts[0].whole(1, kMostSquares));
    const auto ny = static_cast<std::uint32_t>(counts[1].whole(1, kMostSquares));
    const double spacing = node_.at("spacing").positive();
    const auto hills_node = node_.find("hills");
    const auto height_node = node_.find("height");
    const double height = height_node ? height_node->non_negative() : 0;
    std::vector<Hill> hills;
    for (std::uint64_t k = hills_node ? hills_node->whole(0, 1000) : 0; k > 0; --k)
      hills.emplace_back(low, nx * spacing, ny * spacing, height, random_);
    SceneBody<3> made = make_obstacle<3>(height_field(low, nx, ny, spacing, hills), fields_);
    made.name = name_;
    bodies_.expect_room_for(1, node_);
    bodies_.add(std::move(made), node_);
  }
}

}  // namespace

template <int D>
void generate(const JsonNode& entry, const BodyFields<D>& defaults, const std::optional<std::uint64_t>& seed,
              std::uint64_t stream, SceneBodies<D>& bodies) {
  entry.expect_fields({"rack", "lattice", "gas", "pyramid", "pour", "pile", "ring", "terrain"});
  if (entry.value().size() != 1)
    entry.fail("an object with one field: rack, lattice, gas, pyramid, pour, pile, ring or terrain");
  const std::string kind = entry.value().begin().key();
  const JsonNode node = entry.at(kind);
  if (!node.value().is_object()) node.fail("an object");
  Generator<D>(node, defaults, seed, stream, bodies).run(kind);
}

template void generate(const JsonNode&, const BodyFields<2>&, const std::optional<std::uint64_t>&, std::uint64_t,
                       SceneBodies<2>&);
template void generate(const JsonNode&, const BodyFields<3>&, const std::optional<std::uint64_t>&, std::uint64_t,
                       SceneBodies<3>&);

}  // namespace carom::io
