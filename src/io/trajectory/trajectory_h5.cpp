#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "carom/io/trajectory.hpp"
#include "io/scene/balls.hpp"
#include "io/trajectory/hdf5_file.hpp"
#include "io/trajectory/row_spool.hpp"

namespace carom::io {
namespace {

using hdf5::File;
using hdf5::lib;
using hdf5::RowType;
using hdf5::Series;

constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();
constexpr std::int32_t kAbsent = -1;
const std::string kParticles = "/particles/trajectory";

template <int D>
std::array<double, 3> three(const Vec<D>& v) {
  if constexpr (D == 3)
    return {v.x, v.y, v.z};
  else
    return {v.x, v.y, 0};
}

File with_metadata(const std::filesystem::path& path) {
  File file(path);
  for (const char* group : {"/h5md", "/h5md/author", "/h5md/creator", "/particles", "/observables", "/parameters"})
    file.make_group(group);
  file.make_group(kParticles);
  file.attribute("/h5md", "version", std::vector<std::int32_t>{1, 1});
  file.attribute("/h5md/author", "name", "not stated");
  file.attribute("/h5md/creator", "name", "carom");
  file.attribute("/h5md/creator", "version", CAROM_VERSION);
  return file;
}

/// What H5MD files share between all elements: the frames' numbers and times.
class FrameTables {
 public:
  FrameTables(File& file, const std::string& element)
      : file_(&file),
        element_(element),
        step_(file, element + "/step", {.type = lib().native_int64}),
        time_(file, element + "/time", {}) {}

  void share_with(const std::string& element) {
    for (const char* part : {"/step", "/time"}) file_->link(element_ + part, element + part);
  }
  void append(double time) {
    const auto step = static_cast<std::int64_t>(step_.rows());
    step_.append(&step);
    time_.append(&time);
  }
  void finish() {
    step_.finish();
    time_.finish();
  }

 private:
  File* file_;
  std::string element_;
  Series step_, time_;
};

template <int D>
class Trajectory final : public Observer<D> {
 public:
  Trajectory(const std::filesystem::path& path, Opening opening)
      : file_(with_metadata(path)), spool_(make_spool(path, opening)) {}

  void begin(const Scene<D>& scene, const World<D>& world) override {
    scene_ = &scene;
    balls_ = ball_ids(world);
    bodies_seen_ = world.body_count();
    write_parameters();
    make_particles(world.options().period.has_value());
    make_box(world);
    for (const char* name : {"kinetic_energy", "potential_energy", "total_energy"}) make_observable(name, {});
    make_observable("momentum", {3});
  }

  void event(const Event<D>&, const World<D>&) override {}

  void frame(const World<D>& world) override {
    if (world.body_count() != bodies_seen_) take_in_new_balls(world);
    gather(world);
    if (spool_)
      transfer([this](const auto* values, std::size_t count) { return spool_->write(values, count); });
    else
      append();
  }

  void end(const World<D>&) override {
    if (spool_) {
      spool_->rewind();
      clear_row();
      while (transfer([this](auto* values, std::size_t count) { return spool_->read(values, count); })) append();
    }
    frames_->finish();
    for (auto& [name, series] : particles_) series.finish();
    if (box_) box_->finish();
    for (auto& [name, series] : observables_) series.finish();
    file_.close();
  }

  void archive(Archive& archive) override {
    if (spool_) archive(*spool_);
  }

 private:
  /// What a frame has besides the balls.
  struct Totals {
    double time = 0, kinetic = 0, potential = 0, total = 0;
    std::array<double, 3> momentum{};
  };

  void write_parameters() {
    std::vector<std::string> names;
    for (const BodyId id : balls_) names.push_back(body_name(*scene_, id));
    groups_ = {""};
    for (const SceneBody<D>& body : scene_->bodies)
      if (!group_number_.contains(body.group)) {
        group_number_.emplace(body.group, body.group.empty() ? 0 : static_cast<std::int32_t>(groups_.size()));
        if (!body.group.empty()) groups_.push_back(body.group);
      }
    file_.attribute("/parameters", "scene", scene_->name);
    file_.attribute("/parameters", "title", scene_->title);
    file_.attribute("/parameters", "world_dimension", D);
    file_.strings("/parameters/ball_name", names);
    file_.strings("/parameters/species_name", groups_);
  }

  Series make_element(const std::string& name, RowType row) {
    file_.make_group(name);
    Series series(file_, name + "/value", std::move(row));
    if (frames_)
      frames_->share_with(name);
    else
      frames_.emplace(file_, name);
    return series;
  }

  void make_particles(bool periodic) {
    const std::size_t n = balls_.size();
    const auto make = [&](const char* name, RowType row) {
      particles_.emplace(name, make_element(kParticles + "/" + name, std::move(row)));
    };
    make("position", {.shape = {n, 3}, .fill = &kNowhere, .noisy = true});
    make("velocity", {.shape = {n, 3}, .fill = &kNowhere, .noisy = true});
    make("id", {.type = lib().native_int32, .shape = {n}, .fill = &kAbsent});
    make("species", {.type = lib().native_int32, .shape = {n}, .fill = &kAbsent});
    make("mass", {.shape = {n}, .fill = &kNowhere});
    make("radius", {.shape = {n}, .fill = &kNowhere});
    if (periodic) make("image", {.type = lib().native_int32, .shape = {n, 3}});
  }

  /// Edges are written for each frame and as vectors: readers look for them so, although ours never change.
  void make_box(const World<D>& world) {
    const std::string box = kParticles + "/box";
    const bool periodic = world.options().period.has_value();
    const std::string along = periodic ? "periodic" : "none";
    file_.make_group(box);
    file_.attribute(box, "dimension", 3);
    file_.attribute(box, "boundary", std::vector<std::string>{along, along, D == 3 ? along : "none"});
    if (!periodic) return;
    const Vec3 sides = box_sides(world);
    edges_ = {sides.x, 0, 0, 0, sides.y, 0, 0, 0, sides.z};
    box_.emplace(make_element(box + "/edges", {.shape = {3, 3}}));
  }

  void make_observable(const std::string& name, const std::vector<std::size_t>& shape) {
    observables_.emplace(name, make_element("/observables/" + name, {.shape = shape}));
  }

  void take_in_new_balls(const World<D>& world) {
    for (const BodyId id : ball_ids(world, bodies_seen_)) balls_.push_back(id);
    bodies_seen_ = world.body_count();
    for (auto& [name, series] : particles_) series.widen(balls_.size());
  }

  void gather(const World<D>& world) {
    gather_particles(world);
    const Ledger<D> ledger = world.ledger();
    totals_ = {world.time(), ledger.kinetic, ledger.potential, ledger.kinetic + ledger.potential,
               three(ledger.momentum)};
  }

  void gather_particles(const World<D>& world) {
    clear_row();
    for (std::size_t i = 0; i < balls_.size(); ++i)
      if (world.present(balls_[i])) place(i, world);
  }

  void clear_row() {
    const std::size_t n = balls_.size();
    vectors_.assign(2 * n, {kNowhere, kNowhere, kNowhere});
    scalars_.assign(2 * n, kNowhere);
    numbers_.assign(2 * n, kAbsent);
    images_.assign(n, {0, 0, 0});
  }

  /// The row goes into the spool, or comes back from it: false at the spool's end.
  template <class WriteOrRead>
  bool transfer(WriteOrRead part) {
    return part(&totals_, 1) && part(vectors_.data(), vectors_.size()) && part(scalars_.data(), scalars_.size()) &&
           part(numbers_.data(), numbers_.size()) && part(images_.data(), images_.size());
  }

  void append() {
    frames_->append(totals_.time);
    append_particles();
    if (box_) box_->append(edges_.data());
    observables_.at("kinetic_energy").append(&totals_.kinetic);
    observables_.at("potential_energy").append(&totals_.potential);
    observables_.at("total_energy").append(&totals_.total);
    observables_.at("momentum").append(totals_.momentum.data());
  }

  void append_particles() {
    const std::size_t n = balls_.size();
    const auto append = [&](const char* name, const void* row) { particles_.at(name).append(row); };
    append("position", vectors_.data());
    append("velocity", vectors_.data() + n);
    append("mass", scalars_.data());
    append("radius", scalars_.data() + n);
    append("id", numbers_.data());
    append("species", numbers_.data() + n);
    if (particles_.contains("image")) append("image", images_.data());
  }

  void place(std::size_t i, const World<D>& world) {
    const BodyId id = balls_[i];
    const std::size_t n = balls_.size();
    const carom::Placement<D> placement = world.placement(id);
    vectors_[i] = three(placement.position);
    vectors_[n + i] = three(placement.velocity);
    scalars_[i] = world.state(id).mass;
    scalars_[n + i] = world.radius(id);
    numbers_[i] = static_cast<std::int32_t>(id.value);
    const auto group = group_number_.find(body_group(*scene_, id));
    numbers_[n + i] = group == group_number_.end() ? 0 : group->second;
    for (std::size_t k = 0; k < D; ++k) images_[i][k] = placement.image[k];
  }

  File file_;
  std::unique_ptr<RowSpool> spool_;  ///< of frames, in runs with checkpoints
  const Scene<D>* scene_ = nullptr;
  std::vector<BodyId> balls_;
  std::size_t bodies_seen_ = 0;
  std::vector<std::string> groups_;
  std::map<std::string, std::int32_t> group_number_;

  std::optional<FrameTables> frames_;
  std::map<std::string, Series> particles_, observables_;
  std::optional<Series> box_;
  std::array<double, 9> edges_{};
  Totals totals_;
  std::vector<std::array<double, 3>> vectors_;  ///< all positions, then all velocities
  std::vector<double> scalars_;                 ///< all masses, then all radii
  std::vector<std::int32_t> numbers_;           ///< all ids, then all species
  std::vector<std::array<std::int32_t, 3>> images_;
};

}  // namespace

template <int D>
std::unique_ptr<Observer<D>> make_trajectory(const std::filesystem::path& file, Opening opening) {
  return std::make_unique<Trajectory<D>>(file, opening);
}

template std::unique_ptr<Observer<2>> make_trajectory<2>(const std::filesystem::path&, Opening);
template std::unique_ptr<Observer<3>> make_trajectory<3>(const std::filesystem::path&, Opening);

}  // namespace carom::io
