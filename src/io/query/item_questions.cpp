#include <algorithm>

#include "io/query/questions.hpp"

namespace carom::io {
namespace {

enum class Hits { first, all };
constexpr std::array<std::pair<std::string_view, Hits>, 2> kHits = {{{"first", Hits::first}, {"all", Hits::all}}};

template <int D>
void put_hit(Answer& answer, const Hit<D>& hit) {
  answer.put("item", hit.item);
  put_impact(answer, hit.impact);
  answer.put("start", word(hit.impact.start));
}

template <int D>
Answer first_hit_answer(const std::optional<Hit<D>>& hit) {
  if (!hit) return Answer("miss");
  Answer answer("hit");
  put_hit(answer, *hit);
  return answer;
}

template <int D>
Answer all_hits_answer(const std::vector<Hit<D>>& hits) {
  const auto part = [](const Hit<D>& hit) {
    Answer one;
    put_hit(one, hit);
    return one;
  };
  return Answer().put_list("hits", hits, part);
}

constexpr std::uint64_t kMostItems = std::numeric_limits<std::uint32_t>::max();

template <int D, class Shape>
inline constexpr bool kIsCast =
    std::is_same_v<Shape, Ball<D>> || std::is_same_v<Shape, Capsule<D>> || std::is_same_v<Shape, Aabb<D>>;

template <int D>
std::vector<HalfSpace<D>> read_half_spaces(const JsonNode& node, const QueryNames& names) {
  std::vector<HalfSpace<D>> region;
  for (std::size_t i = 0; i < node.size(); ++i) {
    const ShapePointer<D> shape = read_query_shape<D>(node[i], names);
    const auto* half = std::get_if<HalfSpace<D>>(&shape->shape);
    if (!half) node[i].fail("a half-space");
    region.push_back(*half);
  }
  return region;
}

/// The pairs as a sorted list; an error at `gap` where they are too many for one line.
template <int D>
std::vector<BallPair> sorted_pairs(const Index<D>& index, double gap, const JsonNode& line) {
  constexpr std::size_t kMost = std::size_t{1} << 22;
  std::vector<BallPair> pairs;
  index.all_pairs(gap, [&](std::uint32_t first, std::uint32_t second) {
    if (pairs.size() == kMost) line.at("gap").fail(fmt::format("one with at most {} pairs", kMost));
    pairs.push_back({first, second});
  });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace

template <int D>
Answer answer_cast(const JsonNode& line, const QueryNames& names) {
  line.expect_fields({"ask", "dim", "a", "items", "horizon", "hits"});
  const auto body = read_query_body<D>(line.at("a"), names);
  const auto items = read_query_items<D>(line.at("items"), names);
  const auto hits = line.find("hits");
  const bool all = hits && hits->choice(kHits) == Hits::all;
  const double horizon = read_horizon(line);
  const auto ask = [&](const auto& mover) -> Answer requires(kIsCast<D, std::decay_t<decltype(mover)>>) {
    return all ? all_hits_answer(items->all_hits(mover, body.motion, horizon))
               : first_hit_answer(items->first_hit(mover, body.motion, horizon));
  };
  return with_shape<Answer>(line.at("a").at("shape"), body.shape, "a ball, a point, a capsule or a box", ask);
}

template <int D>
Answer answer_nearest(const JsonNode& line, const QueryNames& names) {
  line.expect_fields({"ask", "dim", "point", "items", "count"});
  const auto items = read_query_items<D>(line.at("items"), names);
  const Vec<D> point = line.at("point").vec<D>();
  if (const auto count = line.find("count")) {
    const auto part = [](const Nearest& one) { return Answer().put("item", one.item).put("distance", one.distance); };
    return Answer().put_list("items", items->nearest(point, count->whole(0, kMostItems)), part);
  }
  const std::optional<Nearest> nearest = items->nearest(point);
  if (!nearest) return Answer("none");
  return Answer("found").put("item", nearest->item).put("distance", nearest->distance);
}

template <int D>
Answer answer_within(const JsonNode& line, const QueryNames& names) {
  line.expect_fields({"ask", "dim", "region", "items"});
  const auto items = read_query_items<D>(line.at("items"), names);
  const JsonNode node = line.at("region");
  if (node.value().is_array())
    return Answer().put_list("items", items->within(std::span<const HalfSpace<D>>(read_half_spaces<D>(node, names))));
  const auto ask = [&](const auto& region) -> decltype(items->within(region), Answer()) {
    return Answer().put_list("items", items->within(region));
  };
  return with_shape<Answer>(node, read_query_shape<D>(node, names), "a ball, a box or a list of half-spaces", ask);
}

template <int D>
Answer answer_pairs(const JsonNode& line, const QueryNames& names) {
  line.expect_fields({"ask", "dim", "items", "gap"});
  const auto items = read_query_items<D>(line.at("items"), names);
  const double gap = line.at("gap").non_negative();
  return Answer().put_list("pairs", sorted_pairs(*items, gap, line));
}

CAROM_QUESTION(answer_cast);
CAROM_QUESTION(answer_nearest);
CAROM_QUESTION(answer_within);
CAROM_QUESTION(answer_pairs);

}  // namespace carom::io
