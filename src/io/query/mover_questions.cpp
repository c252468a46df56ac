#include <algorithm>
#include <limits>

#include "carom/mover/walk.hpp"
#include "io/json/shape_reader.hpp"
#include "io/query/questions.hpp"
#include "shape/upright.hpp"

namespace carom::io {
namespace {

constexpr std::uint64_t kMostIterations = 1'000'000;

std::string_view end_word(SlideEnd end) {
  constexpr std::array<std::string_view, 4> kWords = {"done", "stuck", "overlapping", "out-of-iterations"};
  return kWords[static_cast<std::size_t>(end)];
}

/// The other movers of a line, whose order counts by kind.
template <int D>
struct Others {
  std::vector<Capsule<D>> capsules;
  std::vector<UprightCylinder> cylinders;

  void insert(const Capsule<D>& capsule) { capsules.push_back(capsule); }
  void insert(const UprightCylinder& cylinder) requires(D == 3) { cylinders.push_back(cylinder); }

  OtherMovers movers() const {
    OtherMovers movers{.cylinders = cylinders};
    if constexpr (D == 2)
      movers.capsules2 = capsules;
    else
      movers.capsules3 = capsules;
    return movers;
  }
};

template <int D>
Others<D> read_others(const JsonNode& line, const QueryNames& names) {
  Others<D> others;
  const auto list = line.find("others");
  if (!list) return others;
  const auto ask = [&](const auto& shape) -> decltype(others.insert(shape)) { others.insert(shape); };
  for (std::size_t i = 0; i < list->size(); ++i) {
    const JsonNode node = (*list)[i];
    with_shape<void>(node, read_query_shape<D>(node, names), D == 2 ? "a capsule" : "a capsule or a cylinder", ask);
  }
  return others;
}

/// What a mover moves among, and the options of a line; they look into each other and stay where they are.
template <int D>
struct Surroundings {
  Surroundings(const JsonNode& line, const QueryNames& names)
      : items(read_query_items<D>(line.at("items"), names)),
        others(read_others<D>(line, names)),
        triggers(read_ids(line.find("triggers"))),
        ignored(read_ids(line.find("ignored"))) {
    options.others = others.movers();
    if (const auto most = line.find("push_out")) options.push_out = most->non_negative();
    if (const auto most = line.find("iterations"))
      options.iterations = static_cast<int>(most->whole(1, kMostIterations));
    if (const auto exact = line.find("exact")) options.exact = exact->boolean();
    if (triggers.empty() && ignored.empty()) return;
    options.passage = [this](ItemId item) {
      if (std::binary_search(ignored.begin(), ignored.end(), item)) return Passage::ignored;
      return std::binary_search(triggers.begin(), triggers.end(), item) ? Passage::trigger : Passage::blocks;
    };
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  ItemsPointer<D> items;
  Others<D> others;
  std::vector<ItemId> triggers;
  std::vector<ItemId> ignored;
  SlideOptions options;

 private:
  std::vector<ItemId> read_ids(const std::optional<JsonNode>& list) const {
    std::vector<ItemId> ids;
    if (!list) return ids;
    for (std::size_t i = 0; i < list->size(); ++i) ids.push_back(read_id((*list)[i]));
    std::sort(ids.begin(), ids.end());
    return ids;
  }
  ItemId read_id(const JsonNode& node) const {
    node.expect_fields({"kind", "number"});
    const ItemId id{node.at("kind").choice(kItemKinds),
                    static_cast<std::uint32_t>(node.at("number").whole(0, std::numeric_limits<std::uint32_t>::max()))};
    if (!contains(id)) node.fail("one of the items or of the others");
    return id;
  }
  bool contains(ItemId id) const {
    if (id.kind == ItemKind::capsule) return id.number < others.capsules.size();
    if (id.kind == ItemKind::cylinder) return id.number < others.cylinders.size();
    return items->contains(id);
  }
};

template <int D>
Answer shape_answer(const Ball<D>& ball) {
  return Answer().put("ball", Answer().put("center", ball.center).put("radius", ball.radius));
}
template <int D>
Answer shape_answer(const Capsule<D>& capsule) {
  return Answer().put("capsule",
                      Answer().put("from", capsule.from).put("to", capsule.to).put("radius", capsule.radius));
}
Answer shape_answer(const UprightCylinder& cylinder) {
  Answer fields;
  fields.put("center", cylinder.center).put("radius", cylinder.radius).put("half_height", cylinder.half_height);
  if (cylinder.axis != Axis::z) fields.put("axis", shape::name_of(cylinder.axis));
  return Answer().put("cylinder", fields);
}

template <int D>
void put_contacts(Answer& answer, std::string_view key, const std::vector<SlideContact<D>>& contacts) {
  answer.put_list(key, contacts, [](const SlideContact<D>& one) {
    return Answer().put("item", one.item).put("point", one.point).put("normal", one.normal).put("time", one.time);
  });
}

void put_triggers(Answer& answer, const std::vector<TriggerTouch>& triggers) {
  answer.put_list("triggers", triggers,
                  [](const TriggerTouch& one) { return Answer().put("item", one.item).put("time", one.time); });
}

template <class Mover>
Answer slide_answer(const SlideResult<Mover>& result) {
  Answer answer(end_word(result.end));
  answer.put("mover", shape_answer(result.mover))
      .put("displacement", result.displacement)
      .put("pushed_out", result.pushed_out)
      .put("remaining", result.remaining)
      .put("iterations", result.iterations);
  put_contacts(answer, "contacts", result.contacts);
  put_contacts(answer, "holding", result.holding);
  put_triggers(answer, result.triggers);
  return answer;
}

template <class Mover>
Answer walk_answer(const WalkResult<Mover>& result) {
  Answer answer(end_word(result.end));
  answer.put("mover", shape_answer(result.mover)).put("displacement", result.displacement);
  if (const auto& ground = result.ground)
    answer.put("ground", Answer().put("item", ground->item).put("point", ground->point).put("normal", ground->normal));
  answer.put("stepped", result.stepped);
  put_contacts(answer, "contacts", result.contacts);
  put_triggers(answer, result.triggers);
  return answer;
}

/// What `ask` answers of the line's mover.
template <int D, class Ask>
Answer with_mover(const JsonNode& line, const QueryNames& names, bool exact, const Ask& ask) {
  const JsonNode node = line.at("mover");
  const auto checked = [&]<MoverShape Mover>(const Mover& mover) {
    if (!(mover.radius > 0)) node.fail("a mover of radius > 0");
    if (exact && !BallShape<Mover>) line.at("exact").fail("false: only balls move exactly");
    try {
      return ask(mover);
    } catch (const std::invalid_argument& error) {
      throw InputError(error.what());
    }
  };
  return with_shape<Answer>(node, read_query_shape<D>(node, names),
                            D == 2 ? "a ball or a capsule" : "a ball, a capsule or a cylinder", checked);
}

}  // namespace

template <int D>
Answer answer_slide(const JsonNode& line, const QueryNames& names) {
  line.expect_fields(
      {"ask", "dim", "mover", "intended", "items", "others", "triggers", "ignored", "push_out", "iterations", "exact"});
  const Surroundings<D> around(line, names);
  const auto intended = line.at("intended").vec<D>();
  return with_mover<D>(line, names, around.options.exact, [&](const auto& mover) {
    return slide_answer(move_and_slide(*around.items, mover, intended, around.options));
  });
}

template <int D>
Answer answer_walk(const JsonNode& line, const QueryNames& names) {
  line.expect_fields({"ask", "dim", "mover", "intended", "items", "others", "triggers", "ignored", "push_out",
                      "iterations", "exact", "slope", "step_up", "snap", "up"});
  const Surroundings<D> around(line, names);
  const auto intended = line.at("intended").vec<D>();
  WalkOptions options{.slide = around.options};
  if (const auto slope = line.find("slope")) options.slope = slope->non_negative();
  if (options.slope > 1) line.at("slope").fail("a cosine from 0 to 1");
  if (const auto step_up = line.find("step_up")) options.step_up = step_up->non_negative();
  if (const auto snap = line.find("snap")) options.snap = snap->non_negative();
  if (const auto up = line.find("up")) options.up = up->choice(kAxes);
  return with_mover<D>(line, names, around.options.exact,
                       [&](const auto& mover) { return walk_answer(walk(*around.items, mover, intended, options)); });
}

CAROM_QUESTION(answer_slide);
CAROM_QUESTION(answer_walk);

}  // namespace carom::io
