#include "io/report/report_cells.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "io/draw/cell_marks.hpp"
#include "io/json/base64.hpp"
#include "io/json/vec_json.hpp"

namespace carom::io {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostNumbers = 400'000;  // of all marked cells
constexpr int kLooks = 256;                    // at a ball's cells during a run, evenly
constexpr int kHalvings = 14;                  // between two looks, to find when they changed

/// Where a ball is by its history, and how large; nullopt before it came and after its end.
template <int D>
class BallAt {
 public:
  BallAt(const History<D>& history, const World<D>& world, BodyId id)
      : world_(world), growths_(history.growths()), id_(id), slot_(history.slot(id)) {
    if (slot_ < 0) return;
    keys_ = &history.keys(static_cast<std::size_t>(slot_));
    start_ = history.start(static_cast<std::size_t>(slot_));
    for (const End& end : history.ends())
      if (static_cast<std::int32_t>(end.ball) == slot_) end_ = end.time;
  }

  std::optional<Ball<D>> operator()(double time) const {
    if (keys_ == nullptr || keys_->empty())
      return world_.present(id_) ? std::optional(Ball<D>{world_.placement(id_).position, world_.radius(id_)})
                                 : std::nullopt;
    if (time < start_ || time > end_) return std::nullopt;
    const auto after =
        std::upper_bound(keys_->begin(), keys_->end(), time, [](double t, const Key<D>& key) { return t < key.time; });
    const Key<D>& key = after == keys_->begin() ? *after : *(after - 1);
    const double span = std::max(time - key.time, 0.0);
    if (key.followed || after == keys_->end()) return Ball<D>{key.position_after(span), radius(time)};
    return Ball<D>{key.position + span / (after->time - key.time) * (after->position - key.position), radius(time)};
  }

 private:
  double radius(double time) const {
    double radius = std::get<Ball<D>>(world_.body(id_).shape).radius;
    for (const Growth& growth : growths_)
      if (static_cast<std::int32_t>(growth.ball) == slot_ && growth.time <= time) radius = growth.radius;
    return radius;
  }

  const World<D>& world_;
  const std::vector<Growth>& growths_;
  BodyId id_;
  std::int32_t slot_;
  const std::vector<Key<D>>* keys_ = nullptr;
  double start_ = -std::numeric_limits<double>::infinity();
  double end_ = std::numeric_limits<double>::infinity();
};

/// From each time on, which cells are marked.
template <int D>
class Steps {
 public:
  explicit Steps(std::size_t& room) : room_(room) {}

  using Cells = std::vector<CellAt<D>>;

  void add(double time, const Cells& cells) {
    if (D * cells.size() + 2 > room_) return;
    room_ -= D * cells.size() + 2;
    time_.push_back(time);
    for (const CellAt<D>& cell : cells) cells_.insert(cells_.end(), cell.begin(), cell.end());
    first_.push_back(static_cast<std::uint32_t>(cells_.size() / D));
  }
  /// What changes between two times, by looking at the middle again and again.
  template <class CellsAt>
  void follow(const CellsAt& cells_at, double from, const Cells& before, double to, const Cells& after, int halvings) {
    if (before == after) return;
    if (halvings == 0) return add(to, after);
    const double middle = 0.5 * from + 0.5 * to;
    const Cells between = cells_at(middle);
    follow(cells_at, from, before, middle, between, halvings - 1);
    follow(cells_at, middle, between, to, after, halvings - 1);
  }
  void put_into(Json& json) const {
    json["time"] = base64(time_);
    json["first"] = base64(first_);
    json["cells"] = base64(cells_);
  }

 private:
  std::size_t& room_;
  std::vector<double> time_;
  std::vector<std::uint32_t> first_{0};
  std::vector<std::int32_t> cells_;
};

template <int D>
Json mark_json(const CellMark<D>& mark, const World<D>& world, const History<D>& history, double from,
               std::size_t& room) {
  Json json{{"name", mark.name}, {"color", hex(mark.color)}};
  Steps<D> steps(room);
  if (!mark.ball) {
    steps.add(from, mark.cells({}));
  } else {
    const BallAt<D> ball(history, world, *mark.ball);
    const auto cells_at = [&](double time) {
      const auto there = ball(time);
      return there ? mark.cells(*there) : std::vector<CellAt<D>>();
    };
    auto cells = cells_at(from);
    steps.add(from, cells);
    double time = from;
    for (int k = 1; k <= kLooks; ++k) {
      const double next = from + (world.time() - from) * k / kLooks;
      auto after = cells_at(next);
      steps.follow(cells_at, time, cells, next, after, kHalvings);
      time = next;
      cells = std::move(after);
    }
  }
  steps.put_into(json);
  return json;
}

}  // namespace

template <int D>
Json report_cells(const Scene<D>& scene, const Appearances<D>& looks, const World<D>& world, const History<D>& history,
                  double from) {
  const ShownCells<D>& grid = *scene.cells;
  Json json{{"low", vec_json(grid.low)}, {"side", vec_json(grid.side)}, {"counts", grid.counts}};
  std::size_t room = kMostNumbers;
  json["marks"] = Json::array();
  for (const CellMark<D>& mark : cell_marks(scene, looks))
    json["marks"].push_back(mark_json(mark, world, history, from, room));
  json["regions"] = Json::array();
  for (const Aabb<D>& region : grid.regions)
    json["regions"].push_back({{"low", vec_json(region.low)}, {"high", vec_json(region.high)}});
  json["casts"] = Json::array();
  for (const Segment<D>& cast : grid.casts)
    json["casts"].push_back({{"from", vec_json(cast.from)}, {"to", vec_json(cast.to)}});
  return json;
}

template Json report_cells(const Scene<2>&, const Appearances<2>&, const World<2>&, const History<2>&, double);
template Json report_cells(const Scene<3>&, const Appearances<3>&, const World<3>&, const History<3>&, double);

}  // namespace carom::io
