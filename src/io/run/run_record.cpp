#include "io/run/run_record.hpp"

#include <fmt/format.h>

#include "carom/io/picture.hpp"
#include "carom/io/report.hpp"
#include "io/run/sealed_file.hpp"
#include "io/scene/scene_archive.hpp"

namespace carom::io {
namespace {

const std::string& creator() {
  static const std::string text = "carom " CAROM_VERSION;
  return text;
}

void archive_options(Archive& archive, RunOptions& options) {
  archive.choice(options.events, EventsFile::h5);
  archive(options.until, options.frames_per_second, options.xyz, options.observe, options.picture, options.report,
          options.checkpoint_every, options.overwrite);
}

/// What was measured, as the report shows it.
class KeptMeasured final : public Measured {
 public:
  KeptMeasured() = default;
  explicit KeptMeasured(const Measured& now) : names_(now.series_names()), rows_(now.rows()), curves_(now.curves()) {}

  std::vector<std::string> series_names() const override { return names_; }
  const std::vector<std::vector<double>>& rows() const override { return rows_; }
  std::vector<Curve> curves() const override { return curves_; }

  void archive(Archive& archive) {
    std::size_t count = curves_.size();
    archive(names_, rows_, count);
    if (archive.reading() && count > archive.unread().size())
      throw ArchiveError("it is not what this version of Carom writes");
    curves_.resize(count);
    for (Curve& c : curves_) archive(c.name, c.title, c.x_name, c.x, c.y, c.expected);
  }

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<double>> rows_;
  std::vector<Curve> curves_;
};

}  // namespace

void archive_result(Archive& archive, RunResult& result) {
  bool stopped = result.stopped.has_value();
  StopReason why = result.stopped.value_or(StopReason::asked);
  archive(result.end, stopped);
  archive.choice(why, StopReason::most_seconds);
  result.stopped = stopped ? std::optional(why) : std::nullopt;
}

template <int D>
void archive_start(Archive& archive, const Scene<D>& scene, RunOptions options) {
  std::string program = creator();
  int dimension = D;
  archive(program, dimension);
  archive_options(archive, options);
  archive(const_cast<Scene<D>&>(scene));  // only read when it is written: no copy of 10⁷ bodies
}

int read_dimension(Archive& archive) {
  std::string program;
  int dimension = 0;
  archive(program, dimension);
  if (program != creator())
    throw ArchiveError(fmt::format("it was written by {}, which {} cannot go on with", program, creator()));
  if (dimension != 2 && dimension != 3) throw ArchiveError("it is not what this version of Carom writes");
  return dimension;
}

template <int D>
RunStart<D> read_start(Archive& archive) {
  RunStart<D> start;
  archive_options(archive, start.options);
  archive(start.scene);
  return start;
}

template <int D>
void write_record(const std::filesystem::path& folder, const Scene<D>& scene, const RunOptions& options,
                  const RunResult& result, const World<D>& world, const RunFiles<D>& files) {
  RunOptions kept = options;
  kept.checkpoint_every.reset();
  kept.overwrite = false;
  RunResult end = result;
  end.end.wall_seconds = 0;  // so that equal runs leave equal records
  Snapshot<D> snapshot = world.snapshot_without_bodies();
  std::optional<KeptMeasured> measured;
  if (files.measured && files.report) measured.emplace(*files.measured);
  write_sealed(folder / kRecordName, [&](Archive& archive) {
    archive_start(archive, scene, kept);
    archive_result(archive, end);
    archive_state(archive, snapshot);
    archive(measured);
    if (files.picture) files.picture->archive(archive);
    if (files.report) files.report->archive(archive);
  });
}

template <int D>
World<D> read_world(Archive& archive, const Scene<D>& scene, const std::function<void(const World<D>&)>& begin) {
  Snapshot<D> snapshot;
  {
    const World<D> begun = scene.make_world();
    begin(begun);
    snapshot.bodies.reserve(begun.body_count());
    for (std::uint32_t id = 0; id < begun.body_count(); ++id) snapshot.bodies.push_back(begun.body(BodyId{id}));
  }
  archive_state(archive, snapshot);
  snapshot.options.broad_phase = scene.options.broad_phase;
  return World<D>(snapshot);
}

template <int D>
RunRecord<D> read_record(Archive& archive, const RunStart<D>& start, const std::filesystem::path& drawings) {
  RunResult result;
  archive_result(archive, result);
  std::unique_ptr<KeptMeasured> measured;
  RunFiles<D> files;
  if (start.options.picture) files.picture = make_picture<D>(drawings);
  if (start.options.report) {
    if (!observed(start.scene, start.options).empty()) measured = std::make_unique<KeptMeasured>();
    files.report = make_report<D>(drawings, measured.get());
  }
  World<D> world = read_world<D>(archive, start.scene, [&](const World<D>& begun) {
    for (Observer<D>* drawing : files.all()) drawing->begin(start.scene, begun);
  });
  std::optional<KeptMeasured> kept;
  archive(kept);
  if (kept.has_value() != (measured != nullptr)) throw ArchiveError("it is not what this version of Carom writes");
  if (kept) *measured = std::move(*kept);
  for (Observer<D>* drawing : files.all()) drawing->archive(archive);
  return {result, std::move(world), std::move(measured), std::move(files)};
}

template void archive_start(Archive&, const Scene<2>&, RunOptions);
template void archive_start(Archive&, const Scene<3>&, RunOptions);
template RunStart<2> read_start<2>(Archive&);
template RunStart<3> read_start<3>(Archive&);
template World<2> read_world(Archive&, const Scene<2>&, const std::function<void(const World<2>&)>&);
template World<3> read_world(Archive&, const Scene<3>&, const std::function<void(const World<3>&)>&);
template void write_record<2>(const std::filesystem::path&, const Scene<2>&, const RunOptions&, const RunResult&,
                              const World<2>&, const RunFiles<2>&);
template void write_record<3>(const std::filesystem::path&, const Scene<3>&, const RunOptions&, const RunResult&,
                              const World<3>&, const RunFiles<3>&);
template RunRecord<2> read_record<2>(Archive&, const RunStart<2>&, const std::filesystem::path&);
template RunRecord<3> read_record<3>(Archive&, const RunStart<3>&, const std::filesystem::path&);

}  // namespace carom::io
