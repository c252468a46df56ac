#include "carom/io/events.hpp"
#include "io/scene/balls.hpp"
#include "io/trajectory/hdf5_file.hpp"
#include "io/trajectory/row_spool.hpp"

namespace carom::io {
namespace {

using hdf5::File;
using hdf5::Handle;
using hdf5::lib;
using hdf5::Series;

/// The kinds of event as an HDF5 enumeration, so that the file says what its numbers mean.
Handle kind_type() {
  Handle type(lib().H5Tenum_create(lib().native_uint8), lib().H5Tclose);
  for (std::uint8_t kind = 0; kind < kEventKinds; ++kind)
    lib().H5Tenum_insert(type, std::string(name(static_cast<EventKind>(kind))).c_str(), &kind);
  return type;
}

std::int64_t signed_id(BodyId id) {
  return id == kNoBody ? -1 : static_cast<std::int64_t>(id.value);
}

File with_groups(const std::filesystem::path& path) {
  File file(path);
  for (const char* group : {"/carom", "/events", "/bodies"}) file.make_group(group);
  return file;
}

template <int D>
class EventsH5 final : public Observer<D> {
 public:
  EventsH5(const std::filesystem::path& path, Opening opening)
      : file_(with_groups(path)), spool_(make_spool(path, opening)), kind_type_(kind_type()) {
    file_.attribute("/carom", "format", "events");
    file_.attribute("/carom", "version", 1);
    file_.attribute("/carom", "creator", "carom " CAROM_VERSION);
    file_.attribute("/carom", "dimension", D);
  }

  void begin(const Scene<D>& scene, const World<D>& world) override {
    std::vector<std::string> names, groups;
    for (const SceneBody<D>& body : scene.bodies) {
      names.push_back(body.name);
      groups.push_back(body.group);
    }
    file_.attribute("/carom", "scene", scene.name);
    file_.strings("/bodies/name", names);
    file_.strings("/bodies/group", groups);
    if (world.options().period) image_.emplace(file_, "/events/image", hdf5::RowType{lib().native_int32, {D}});
  }

  void event(const Event<D>& event, const World<D>&) override {
    if (spool_)
      spool_->write(&event, 1);
    else
      append(event);
  }

  void frame(const World<D>&) override {}

  void end(const World<D>&) override {
    if (spool_) {
      spool_->rewind();
      for (Event<D> event; spool_->read(&event, 1);) append(event);
    }
    for (Series* series : {&time_, &epoch_, &offset_, &rank_, &kind_, &a_, &b_, &point_, &normal_, &approach_speed_,
                           &impulse_, &restitution_})
      series->finish();
    if (image_) image_->finish();
    kind_type_ = Handle();
    file_.close();
  }

  void archive(Archive& archive) override {
    if (spool_) archive(*spool_);
  }

 private:
  void append(const Event<D>& event) {
    const std::int64_t a = signed_id(event.a), b = signed_id(event.b);
    time_.append(&event.time);
    epoch_.append(&event.instant.epoch);
    offset_.append(&event.instant.offset);
    rank_.append(&event.rank);
    kind_.append(&event.kind);
    a_.append(&a);
    b_.append(&b);
    point_.append(&event.point);
    normal_.append(&event.normal);
    approach_speed_.append(&event.approach_speed);
    impulse_.append(&event.impulse);
    restitution_.append(&event.restitution);
    if (image_) image_->append(event.image.data());
  }

  File file_;
  std::unique_ptr<RowSpool> spool_;  ///< of events, in runs with checkpoints
  Handle kind_type_;
  Series time_{file_, "/events/time", {.noisy = true}};
  Series epoch_{file_, "/events/epoch", {.type = lib().native_int64}};
  Series offset_{file_, "/events/offset", {.noisy = true}};
  Series rank_{file_, "/events/rank", {.type = lib().native_uint32}};
  Series kind_{file_, "/events/kind", {.type = kind_type_}};
  Series a_{file_, "/events/a", {.type = lib().native_int64}};
  Series b_{file_, "/events/b", {.type = lib().native_int64}};
  Series point_{file_, "/events/point", {.shape = {D}, .noisy = true}};
  Series normal_{file_, "/events/normal", {.shape = {D}, .noisy = true}};
  Series approach_speed_{file_, "/events/approach_speed", {.noisy = true}};
  Series impulse_{file_, "/events/impulse", {.noisy = true}};
  Series restitution_{file_, "/events/restitution", {}};
  std::optional<Series> image_;  ///< in periodic worlds
};

}  // namespace

template <int D>
std::unique_ptr<Observer<D>> make_events_h5(const std::filesystem::path& file, Opening opening) {
  return std::make_unique<EventsH5<D>>(file, opening);
}

template std::unique_ptr<Observer<2>> make_events_h5<2>(const std::filesystem::path&, Opening);
template std::unique_ptr<Observer<3>> make_events_h5<3>(const std::filesystem::path&, Opening);

}  // namespace carom::io
