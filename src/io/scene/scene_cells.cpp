#include "io/scene/scene_cells.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/json/vec_json.hpp"

namespace carom::io {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::uint64_t kMostAlong = 200;  // cells along an axis
constexpr std::uint64_t kMostCells = 200'000;
constexpr std::size_t kMostMarks = 200;  // of each kind
constexpr double kFar = 10'000;          // in cells, from the grid

template <int D>
class CellsReader {
 public:
  CellsReader(const JsonNode& node, const SceneBodies<D>& bodies) : node_(node), bodies_(bodies) {}

  ShownCells<D> read() {
    node_.expect_fields({"low", "side", "counts", "regions", "around", "spanned_by", "casts"});
    read_grid();
    visit("regions", [&](const JsonNode& one) {
      one.expect_fields({"low", "high"});
      const Aabb<D> region{place(one.at("low")), place(one.at("high"))};
      for (int k = 0; k < D; ++k)
        if (!(region.low[k] <= region.high[k])) one.fail("low ≤ high on every axis");
      cells_.regions.push_back(region);
    });
    visit("around", [&](const JsonNode& one) { cells_.around.push_back(ball(one)); });
    visit("casts", [&](const JsonNode& one) {
      one.expect_fields({"from", "to"});
      cells_.casts.push_back({place(one.at("from")), place(one.at("to"))});
    });
    if (const auto all = node_.find("spanned_by"); all && all->value() == "all")
      span_all(*all);
    else
      visit("spanned_by", [&](const JsonNode& one) { cells_.spanned.push_back(ball(one)); });
    return std::move(cells_);
  }

 private:
  void read_grid() {
    const JsonNode counts = node_.at("counts");
    if (counts.size() != D) counts.fail(fmt::format("a list of {} numbers", D));
    std::uint64_t all = 1;
    for (std::size_t k = 0; k < D; ++k) {
      cells_.counts[k] = static_cast<std::int32_t>(counts[k].whole(1, kMostAlong));
      all *= static_cast<std::uint64_t>(cells_.counts[k]);
    }
    if (all > kMostCells) counts.fail(fmt::format("at most {} cells in all", kMostCells));
    if (const auto& period = bodies_.period()) {
      for (const char* field : {"low", "side"})
        if (node_.has(field)) node_.at(field).fail("no such field: the cells of a periodic box fill it");
      for (int k = 0; k < D; ++k) cells_.side[k] = (*period)[k] / cells_.counts[static_cast<std::size_t>(k)];
      return;
    }
    cells_.low = node_.at("low").template vec<D>();
    const double side = node_.at("side").positive();
    for (int k = 0; k < D; ++k) cells_.side[k] = side;
  }

  Vec<D> place(const JsonNode& node) const {
    const Vec<D> place = node.template vec<D>();
    for (int k = 0; k < D; ++k)
      if (std::fabs(place[k] - cells_.low[k]) > kFar * cells_.side[k])
        node.fail(fmt::format("a place at most {} cells from the grid's low corner", kFar));
    return place;
  }

  BodyId ball(const JsonNode& node) const {
    const BodyId id = bodies_.find(node);
    if (id.value >= bodies_.list().size() || !is_ball(bodies_.list()[id.value])) node.fail("a ball that is no pocket");
    return id;
  }

  static bool is_ball(const SceneBody<D>& body) {
    return std::holds_alternative<Ball<D>>(body.body.shape) && body.body.response != Response::pocket;
  }

  void span_all(const JsonNode& node) {
    for (std::uint32_t id = 0; id < bodies_.list().size(); ++id)
      if (is_ball(bodies_.list()[id])) cells_.spanned.push_back(BodyId{id});
    if (cells_.spanned.size() > kMostMarks) node.fail(fmt::format("a list of at most {} balls", kMostMarks));
  }

  template <class Read>
  void visit(const char* field, const Read& read) {
    const auto list = node_.find(field);
    if (!list) return;
    if (list->size() > kMostMarks) list->fail(fmt::format("at most {} of them", kMostMarks));
    for (std::size_t i = 0; i < list->size(); ++i) read((*list)[i]);
  }

  const JsonNode& node_;
  const SceneBodies<D>& bodies_;
  ShownCells<D> cells_{};
};

}  // namespace

template <int D>
ShownCells<D> read_cells(const JsonNode& node, const SceneBodies<D>& bodies) {
  return CellsReader<D>(node, bodies).read();
}

template <int D>
OrderedJson cells_json(const ShownCells<D>& cells, bool periodic) {
  OrderedJson json;
  if (!periodic) {
    json["low"] = vec_json(cells.low);
    json["side"] = cells.side[0];
  }
  json["counts"] = cells.counts;
  for (const Aabb<D>& region : cells.regions)
    json["regions"].push_back({{"low", vec_json(region.low)}, {"high", vec_json(region.high)}});
  for (const BodyId id : cells.around) json["around"].push_back(id.value);
  for (const BodyId id : cells.spanned) json["spanned_by"].push_back(id.value);
  for (const Segment<D>& cast : cells.casts)
    json["casts"].push_back({{"from", vec_json(cast.from)}, {"to", vec_json(cast.to)}});
  return json;
}

template ShownCells<2> read_cells(const JsonNode&, const SceneBodies<2>&);
template ShownCells<3> read_cells(const JsonNode&, const SceneBodies<3>&);
template OrderedJson cells_json(const ShownCells<2>&, bool);
template OrderedJson cells_json(const ShownCells<3>&, bool);

}  // namespace carom::io
