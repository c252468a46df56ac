#include "carom/io/report.hpp"

#include <fmt/format.h>

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

template <int D>
std::vector<BodyId> shown_balls(const World<D>& world, std::size_t& not_shown) {
  std::vector<BodyId> balls;
  for (std::uint32_t i = 0; i < world.body_count(); ++i) {
    const Body<D>& body = world.body(BodyId{i});
    if (!std::holds_alternative<Ball<D>>(body.shape) || body.response == Response::pocket || !world.present(BodyId{i}))
      continue;
    if (balls.size() < kMostBallsShown)
      balls.push_back(BodyId{i});
    else
      ++not_shown;
  }
  return balls;
}

/// Those that move, or will.
template <int D>
std::vector<BodyId> moving_obstacles(const Scene<D>& scene, const World<D>& world) {
  std::set<BodyId> moving;
  const auto add = [&](BodyId id) {
    if (!std::holds_alternative<Ball<D>>(world.body(id).shape)) moving.insert(id);
  };
  for (const Steer<D>& steer : scene.snapshot ? scene.snapshot->steers : scene.steers) add(steer.body);
  for (std::uint32_t i = 0; i < world.body_count(); ++i) {
    const Placement<D> now = world.placement(BodyId{i});
    if (!is_zero(now.velocity) || !is_zero(now.position)) add(BodyId{i});
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
    std::size_t not_shown = 0;
    std::vector<BodyId> balls = shown_balls(world, not_shown);
    recording_ = std::make_unique<Recording<D>>(balls.size());
    recording_->balls_not_shown = not_shown;
    recording_->from = world.time();
    recording_->history.begin(world, std::move(balls));
    recording_->platforms.begin(world, moving_obstacles(scene, world));
    recording_->extent.begin(world);
    recording_->samples.offer([&] { return sample(world); });
  }

  void event(const Event<D>& event, const World<D>& world) override {
    recording_->history.event(event, world);
    recording_->platforms.event(event, world);
    recording_->events.add(event);
    recording_->extent.event(event);
  }

  void frame(const World<D>& world) override {
    recording_->extent.visit_all(world);
    recording_->frames.add(world, recording_->history.balls());
    if (world.time() > recording_->samples.items().back().time)
      recording_->samples.offer([&] { return sample(world); });
  }

  void end(const World<D>& world) override {
    file_.write(report_page<D>(report_data(*scene_, world, *recording_, measured_)));
    file_.close();
    until_ = world.time();
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
    if (recording_->balls_not_shown > 0) add(fmt::format("{} balls", recording_->balls_not_shown));
    return text.empty() ? text : "report.html leaves out " + text;
  }

 private:
  OutputFile file_;
  const Measured* measured_;
  const Scene<D>* scene_ = nullptr;
  std::unique_ptr<Recording<D>> recording_;
  double until_ = 0;
};

}  // namespace

template <int D>
std::unique_ptr<Observer<D>> make_report(const std::filesystem::path& directory, const Measured* measured) {
  return std::make_unique<Report<D>>(directory, measured);
}

template std::unique_ptr<Observer<2>> make_report<2>(const std::filesystem::path&, const Measured*);
template std::unique_ptr<Observer<3>> make_report<3>(const std::filesystem::path&, const Measured*);

}  // namespace carom::io
