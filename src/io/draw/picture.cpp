#include "carom/io/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>
#include <vector>

#include "io/draw/rasterise.hpp"
#include "io/draw/shortened.hpp"
#include "io/draw/sketch.hpp"
#include "io/library/rsvg_library.hpp"
#include "io/run/output_file.hpp"

namespace carom::io {
namespace {

constexpr double kWidth = 1200;
constexpr double kSideMargin = 44;
constexpr double kTitleBottom = 79;
constexpr double kAboutLine = 22;
constexpr std::size_t kTitleLength = 48;
constexpr std::size_t kAboutLength = 150;
constexpr std::size_t kAboutLines = 3;
constexpr std::size_t kDescriptionLength = 2'000;
constexpr std::size_t kPathsOfAll = 150;  // up to so many balls all paths are drawn
constexpr std::size_t kTracers = 12;      // of more in the open, the paths of so many
constexpr std::size_t kCrowd = 1'000;     // of still more, none
constexpr std::size_t kKeys = 12'000;
constexpr std::size_t kKeysPerTracer = 300;
constexpr std::size_t kContacts = 1'500;
constexpr std::size_t kSpeedsAsked = 200'000;  // of more balls, every so many-th
constexpr double kTopSpeedShare = 0.995;       // of the balls are slower than the ramp's end

/// 1, 2 or 5 times a power of ten, at most x.
double round_below(double x) {
  const double power = std::pow(10.0, std::floor(std::log10(x))), lead = x / power;
  return (lead < 2 ? 1 : lead < 5 ? 2 : 5) * power;
}

/// 12345678 as "12 345 678", with thin spaces.
std::string grouped(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t place = text.size(); place > 3; place -= 3) text.insert(place - 3, "\u2009");
  return text;
}

/// "1 ball", "2 balls".
std::string counted(std::uint64_t n, const std::string& what) {
  return grouped(n) + " " + what + (n == 1 ? "" : "s");
}

/// The text in lines of at most `length` bytes, at most `most` of them; cut short with an ellipsis.
std::vector<std::string> wrapped(const std::string& text, std::size_t length, std::size_t most) {
  std::vector<std::string> lines;
  std::istringstream words(text.substr(0, 2 * length * most));
  for (std::string word; words >> word;) {
    word = shortened(word, length);
    const bool fits = !lines.empty() && lines.back().size() + 1 + word.size() <= length;
    if (!fits && lines.size() == most) {
      lines.back() += " …";
      return lines;
    }
    if (fits)
      lines.back() += " " + word;
    else
      lines.push_back(word);
  }
  return lines;
}

template <int D>
class Picture final : public Observer<D> {
 public:
  explicit Picture(std::filesystem::path directory) : directory_(std::move(directory)) {}

  void begin(const Scene<D>& scene, const World<D>& world) override {
    scene_ = &scene;
    from_ = world.time();
    const Cast<D> cast(scene, world);
    balls_ = cast.balls;
    const bool few = balls_.size() <= kPathsOfAll;
    sketch_.looks = Appearances<D>(scene);
    sketch_.by_speed = !few && sketch_.looks.plain();
    if (few)
      for (const BodyId id : balls_) sketch_.starts.push_back({id, world.placement(id).position, world.radius(id)});
    history_ = std::make_unique<History<D>>(few ? kKeys : (kTracers + 1) * kKeysPerTracer, History<D>::WhenFull::thin);
    history_->begin(world, few ? balls_ : tracers(world));
    extent_.begin(world, cast);
  }

  void event(const Event<D>& event, const World<D>& world) override {
    history_->event(event, world);
    extent_.event(event);
    if (!is_zero(event.normal)) contacts_.offer([&] { return event.point; });
  }

  void frame(const World<D>& world) override {
    history_->frame(world);
    extent_.visit_all(world);
  }

  void end(const World<D>& world) override {
    sketch_.scene = scene_;
    sketch_.world = &world;
    sketch_.cast = Cast<D>(*scene_, world);
    std::erase_if(sketch_.cast.balls, [&](BodyId id) { return world.awaited(id); });
    sketch_.history = history_.get();
    sketch_.extent = with_cells(extent_.found(), *scene_);
    sketch_.cells = cell_marks(*scene_, sketch_.looks);
    sketch_.top_speed = top_speed(world);
    if (balls_.size() <= kPathsOfAll) sketch_.contacts = contacts_.items();
    const std::string svg = page();
    write_file(directory_ / "picture.svg", svg);
    write_file(directory_ / "picture.png", rasterise(svg, kPixelsPerUnit));
  }

  void archive(Archive& archive) override { archive(*history_, extent_, contacts_); }

  std::string left_out() const override {
    std::string text;
    if (history_->balls().size() < balls_.size())
      text = fmt::format("the paths of {} of {} balls", balls_.size() - history_->balls().size(), balls_.size());
    if (history_->thinned()) text += (text.empty() ? "" : "; ") + std::string("turns of busy paths");
    for (const std::string& part : drawn_.left_out) text += (text.empty() ? "" : "; ") + part;
    return text.empty() ? text : "picture.svg leaves out " + text;
  }

 private:
  /// A few of many balls, where there is room to see where they went.
  std::vector<BodyId> tracers(const World<D>& world) const {
    std::vector<BodyId> chosen;
    if (balls_.size() > kCrowd || world.options().period) return chosen;
    for (std::size_t k = 0; k < kTracers; ++k) chosen.push_back(balls_[(2 * k + 1) * balls_.size() / (2 * kTracers)]);
    return chosen;
  }

  double top_speed(const World<D>& world) const {
    std::vector<double> speeds;
    for (std::size_t k = 0; k < balls_.size(); k += 1 + balls_.size() / kSpeedsAsked)
      if (world.present(balls_[k])) speeds.push_back(norm(world.placement(balls_[k]).velocity));
    if (speeds.empty()) return 1;
    const auto top =
        speeds.begin() + static_cast<std::ptrdiff_t>(kTopSpeedShare * static_cast<double>(speeds.size() - 1));
    std::nth_element(speeds.begin(), top, speeds.end());
    return *top > 0 ? *top : 1;
  }

  // The page.

  std::string page() {
    const double width = kWidth - 2 * kSideMargin;
    const std::vector<std::string> about = wrapped(scene_->about, kAboutLength, kAboutLines);
    const double top = kTitleBottom + kAboutLine * static_cast<double>(about.size());
    const Frame2 frame{kSideMargin, top, width, std::round(wanted_height(sketch_, width))};
    const double height = frame.y + frame.height + 74;
    Svg svg;
    svg.note("title", shortened(title(), kDescriptionLength));
    svg.note("desc", scene_->about.empty() ? facts() : shortened(scene_->about, kDescriptionLength));
    svg.add("rect", {{"width", px(kWidth)}, {"height", px(height)}, {"fill", hex(ink::kPaper)}});
    write_head(svg, about);
    svg.open("clipPath", {{"id", "stage"}});
    add_frame(svg, frame, {});
    svg.close("clipPath");
    add_frame(svg, frame, hex(ink::kStage));
    svg.open("g", {{"clip-path", "url(#stage)"}});
    drawn_ = draw(svg, sketch_, frame);
    svg.close("g");
    svg.add("rect", {{"x", px(frame.x)},
                     {"y", px(frame.y)},
                     {"width", px(frame.width)},
                     {"height", px(frame.height)},
                     {"rx", "10"},
                     {"fill", "none"},
                     {"stroke", hex(ink::kLine)},
                     {"stroke-opacity", "0.7"}});
    const double foot = frame.y + frame.height + 40;
    if (drawn_.scale > 0) write_scale_bar(svg, foot, drawn_.scale);
    write_legend(svg, foot);
    return svg.document(kWidth, height);
  }

  static void add_frame(Svg& svg, const Frame2& frame, const std::string& fill) {
    svg.add("rect", {{"x", px(frame.x)},
                     {"y", px(frame.y)},
                     {"width", px(frame.width)},
                     {"height", px(frame.height)},
                     {"rx", "10"},
                     {"fill", fill.empty() ? "none" : fill}});
  }

  std::string title() const { return scene_->title.empty() ? scene_->name : scene_->title; }

  std::string facts() const {
    const World<D>& world = *sketch_.world;
    const std::uint64_t impacts = world.event_count(EventKind::impact) + world.event_count(EventKind::merge) +
                                  world.event_count(EventKind::stick);
    return fmt::format("{}  ·  {}  ·  time {:.6g} to {:.6g}", counted(balls_.size(), "ball"),
                       counted(impacts, "collision"), from_, world.time());
  }

  void write_head(Svg& svg, const std::vector<std::string>& about) {
    const std::vector<std::string> heading = wrapped(title(), kTitleLength, 1);
    svg.text({kSideMargin, 52}, heading.empty() ? "" : heading[0],
             {{"font-size", "27"}, {"font-weight", "700"}, {"fill", hex(ink::kText)}, {"letter-spacing", "-0.4"}});
    for (std::size_t k = 0; k < about.size(); ++k)
      svg.text({kSideMargin, kTitleBottom + kAboutLine * static_cast<double>(k)}, about[k],
               {{"font-size", "14.5"}, {"fill", hex(ink::kMuted)}});
    svg.text({kWidth - kSideMargin, 52}, facts(),
             {{"font-size", "14.5"}, {"fill", hex(ink::kMuted)}, {"text-anchor", "end"}});
  }

  void write_scale_bar(Svg& svg, double y, double scale) {
    const double length = round_below(kWidth / 6 / scale), pixels = length * scale, x = kWidth - kSideMargin - pixels;
    const std::string path = "M" + px(Vec2{x, y - 5}) + "V" + px(y) + "H" + px(x + pixels) + "V" + px(y - 5);
    svg.add("path",
            {{"id", "scale-bar"}, {"d", path}, {"fill", "none"}, {"stroke", hex(ink::kText)}, {"stroke-width", "1.4"}});
    svg.text({x + pixels / 2, y - 8}, fmt::format("{:g}", length),
             {{"font-size", "13"}, {"fill", hex(ink::kText)}, {"text-anchor", "middle"}});
  }

  void write_legend(Svg& svg, double y) {
    double x = kSideMargin;
    const auto label = [&](const std::string& text, double before) {
      svg.text({x + before, y}, text, {});
      x += before + 6.9 * static_cast<double>(std::min(text.size(), std::size_t{60})) + 26;
    };
    svg.open("g", {{"id", "legend"}, {"font-size", "13"}, {"fill", hex(ink::kMuted)}});
    if (sketch_.by_speed) {
      write_ramp(svg, x, y);
      x += 300;
    } else {
      const Color sample = balls_.empty() ? ink::kEdge : Color{0x2f, 0x6f, 0xb3};
      if (!sketch_.starts.empty()) {
        svg.circle({x + 8, y - 4.5}, 8,
                   {{"fill", hex(sample)},
                    {"fill-opacity", "0.14"},
                    {"stroke", hex(sample)},
                    {"stroke-opacity", "0.55"},
                    {"stroke-dasharray", "3 2.5"}});
        label("start", 24);
      }
      svg.circle({x + 8, y - 4.5}, 8, {{"fill", svg.ball_paint(sample)}});
      label("end", 24);
    }
    if (!history_->balls().empty()) {
      svg.line({x, y - 4.5}, {x + 26, y - 4.5},
               {{"stroke", hex(sketch_.by_speed ? ink::kText : ink::kEdge)},
                {"stroke-width", "1.7"},
                {"stroke-linecap", "round"}});
      label(path_label(), 35);
      if (!sketch_.contacts.empty()) {
        svg.circle({x + 4, y - 4.5}, 3.4, {{"fill", hex(contact_color(sketch_))}});
        label(contacts_.stride() > 1 ? fmt::format("one contact in {}", contacts_.stride()) : "contact", 15);
      }
    }
    const std::string* last = nullptr;
    for (const CellMark<D>& mark : sketch_.cells) {
      if (last != nullptr && *last == mark.name) continue;
      last = &mark.name;
      svg.add("rect", {{"x", px(x)},
                       {"y", px(y - 11)},
                       {"width", "13"},
                       {"height", "13"},
                       {"fill", hex(mark.color)},
                       {"fill-opacity", "0.25"},
                       {"stroke", hex(mark.color)}});
      label(mark.name, 21);
    }
    for (const std::string& note : drawn_.notes) label(note, 0);
    svg.close("g");
  }

  std::string path_label() const {
    const std::size_t drawn = history_->balls().size();
    std::string text = drawn == balls_.size() ? "path" : fmt::format("paths of {} balls", drawn);
    if (history_->thinned()) text += ", busy stretches straightened";
    return text;
  }

  void write_ramp(Svg& svg, double x, double y) {
    constexpr int kSteps = 40;
    svg.text({x, y}, "speed  0", {});
    for (int k = 0; k < kSteps; ++k)
      svg.add("rect", {{"x", px(x + 62 + 4.0 * k)},
                       {"y", px(y - 10)},
                       {"width", "4.2"},
                       {"height", "10"},
                       {"fill", hex(speed_color((k + 0.5) / kSteps))}});
    svg.text({x + 62 + 4.0 * kSteps + 8, y}, fmt::format("{:.3g}", sketch_.top_speed), {});
  }

  std::filesystem::path directory_;
  const Scene<D>* scene_ = nullptr;
  double from_ = 0;
  std::vector<BodyId> balls_;
  Sketch<D> sketch_;
  Drawn drawn_;
  std::unique_ptr<History<D>> history_;
  ExtentFinder<D> extent_;
  Thinned<Vec<D>> contacts_{kContacts};
};

}  // namespace

template <int D>
std::unique_ptr<Observer<D>> make_picture(const std::filesystem::path& directory) {
  return std::make_unique<Picture<D>>(directory);
}

template std::unique_ptr<Observer<2>> make_picture<2>(const std::filesystem::path&);
template std::unique_ptr<Observer<3>> make_picture<3>(const std::filesystem::path&);

}  // namespace carom::io
