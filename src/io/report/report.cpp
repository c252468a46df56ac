#include "carom/io/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "io/report/page.hpp"
#include "io/report/report_data.hpp"
#include "io/report/report_files.hpp"
#include "io/run/output_file.hpp"

namespace carom::io {
namespace {

constexpr std::size_t kMostBallsShown = 100'000;

template <int D>
std::string report_page(const nlohmann::json& data) {
  using namespace report_files;
  const auto title = data["title"].get<std::string>();
  if constexpr (D == 2) return page("run", title, report_html, data, {plane_js});
  return page("run", title, report_html, data, {three_js, space_js});
}

/// Those that move, or will.
template <int D>
std::vector<BodyId> moving_obstacles(const Scene<D>& scene, const World<D>& world,
                                     const std::vector<BodyId>& obstacles) {
  std::set<BodyId> moving;
  const auto add = [&](BodyId id) {
    if (!std::holds_alternative<Ball<D>>(world.body(id).shape)) moving.insert(id);
  };
  for (const Steer<D>& steer : scene.snapshot ? scene.snapshot->steers : scene.steers) add(steer.body);
  for (const BodyId id : obstacles) {
    const carom::Placement<D> now = world.placement(id);
    if (!is_zero(now.velocity) || !is_zero(now.position)) add(id);
  }
  return {moving.begin(), moving.end()};
}

template <int D>
class Report final : public Observer<D> {
 public:
  Report(const std::filesystem::path& directory, const Measured* measured)
      : file_(directory / "report.html"), measured_(measured) {}

  void begin(const Scene<D>& scene, const World<D>& world) override {
    scene_ = &scene;
    const Cast<D> cast(scene, world);
    const std::size_t shown = std::min(cast.balls.size(), kMostBallsShown);
    recording_ = std::make_unique<Recording<D>>(shown);
    recording_->balls_not_shown = cast.balls.size() - shown;
    recording_->from = world.time();
    recording_->history.begin(world, {cast.balls.begin(), cast.balls.begin() + static_cast<std::ptrdiff_t>(shown)});
    recording_->platforms.begin(world, moving_obstacles(scene, world, cast.obstacles));
    recording_->extent.begin(world, cast);
    recording_->samples.offer([&] { return sample(world); });
  }

  void event(const Event<D>& event, const World<D>& world) override {
    recording_->history.event(event, world);
    recording_->platforms.event(event, world);
    recording_->events.add(event);
    recording_->extent.event(event);
  }

  void frame(const World<D>& world) override {
    until_ = world.time();
    recording_->history.frame(world);
    recording_->extent.visit_all(world);
    recording_->frames.add(world, recording_->history.balls());
    recording_->sleeps.frame(world, recording_->history.balls());
    if (world.time() > recording_->samples.items().back().time)
      recording_->samples.offer([&] { return sample(world); });
  }

  void end(const World<D>& world) override {
    const nlohmann::json data = report_data(*scene_, world, *recording_, measured_);
    obstacles_not_shown_ = data["thinning"]["obstacles_not_shown"].get<std::size_t>();
    write_file(file_, report_page<D>(data));
  }

  void archive(Archive& archive) override { archive(*recording_); }

  std::string left_out() const override {
    std::string text;
    const auto add = [&text](const std::string& what) { text += (text.empty() ? "" : "; ") + what; };
    if (recording_->history.exact_until() < until_)
      add(fmt::format("exact motion after time {:.6g}: frames from there on", recording_->history.exact_until()));
    if (recording_->history.thinned()) add("part of the busiest balls' motion");
    if (recording_->events.impact_stride() > 1)
      add(fmt::format("all but every {}th impact of the table", recording_->events.impact_stride()));
    if (recording_->sleeps.until() < until_)
      add(fmt::format("who sleeps from time {:.6g} on", recording_->sleeps.until()));
    if (recording_->balls_not_shown > 0) add(fmt::format("{} balls", recording_->balls_not_shown));
    if (obstacles_not_shown_ > 0) add(fmt::format("{} obstacles", obstacles_not_shown_));
    return text.empty() ? text : "report.html leaves out " + text;
  }

 private:
  std::filesystem::path file_;
  const Measured* measured_;
  const Scene<D>* scene_ = nullptr;
  std::unique_ptr<Recording<D>> recording_;
  double until_ = 0;
  std::size_t obstacles_not_shown_ = 0;
};

}  // namespace

template <int D>
std::unique_ptr<Observer<D>> make_report(const std::filesystem::path& directory, const Measured* measured) {
  return std::make_unique<Report<D>>(directory, measured);
}

template std::unique_ptr<Observer<2>> make_report<2>(const std::filesystem::path&, const Measured*);
template std::unique_ptr<Observer<3>> make_report<3>(const std::filesystem::path&, const Measured*);

}  // namespace carom::io
