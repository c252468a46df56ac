#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "carom/mover/move_and_slide.hpp"
#include "io/json/shape_reader.hpp"
#include "io/json/vec_json.hpp"
#include "reply.hpp"

namespace carom::wasm {
namespace {

using io::JsonNode;
using Json = nlohmann::json;

constexpr const char* kItems = "an object with one of \"ball\", \"segment\", \"box\" and, in 3D, \"triangle\"";
constexpr const char* kMovers = "an object with one of \"ball\", \"capsule\" and, in 3D, \"cylinder\"";

template <int D>
void insert(Index<D>& index, const JsonNode& item) {
  if (const auto ball = item.find("ball")) {
    index.insert(io::read_ball<D>(*ball));
  } else if (const auto segment = item.find("segment")) {
    index.insert(io::read_segment<D>(*segment));
  } else if (const auto box = item.find("box")) {
    box->expect_fields({"low", "high"});
    index.insert(io::read_box<D>(*box));
  } else if (D == 3 && item.has("triangle")) {
    if constexpr (D == 3) index.insert(io::read_triangle(item.at("triangle")));
  } else {
    item.fail(kItems);
  }
}

constexpr std::array<const char*, 4> kEnds = {"done", "stuck", "overlapping", "out_of_iterations"};
constexpr std::array<const char*, 4> kKinds = {"ball", "segment", "box", "triangle"};

template <int D>
Json contacts_json(const std::vector<SlideContact<D>>& contacts) {
  Json list = Json::array();
  for (const SlideContact<D>& contact : contacts)
    list.push_back({{"kind", kKinds[static_cast<std::size_t>(contact.item.kind)]},
                    {"number", contact.item.number},
                    {"point", io::vec_json(contact.point)},
                    {"normal", io::vec_json(contact.normal)},
                    {"time", contact.time}});
  return list;
}

/// Still items that a shape is moved among.
class Room {
 public:
  virtual ~Room() = default;
  virtual Json move(const JsonNode& movement) const = 0;
};

template <int D>
class RoomIn final : public Room {
 public:
  explicit RoomIn(const JsonNode& items) {
    for (std::size_t i = 0; i < items.size(); ++i) insert(index_, items[i]);
  }

  Json move(const JsonNode& movement) const override {
    movement.expect_fields({"mover", "intended", "push_out", "iterations"});
    const JsonNode mover = movement.at("mover");
    if (const auto ball = mover.find("ball")) return slide(io::read_ball<D>(*ball), movement);
    if (const auto capsule = mover.find("capsule")) return slide(io::read_capsule<D>(*capsule), movement);
    if constexpr (D == 3)
      if (const auto cylinder = mover.find("cylinder")) return slide(io::read_cylinder(*cylinder), movement);
    mover.fail(kMovers);
  }

 private:
  template <class Mover>
  Json slide(const Mover& mover, const JsonNode& movement) const {
    SlideOptions options;
    if (const auto most = movement.find("push_out")) options.push_out = most->non_negative();
    if (const auto most = movement.find("iterations"))
      options.iterations = static_cast<int>(most->whole(1, kMostIterations));
    const SlideResult<Mover> result = move_and_slide(index_, mover, movement.at("intended").vec<D>(), options);
    return {{"displacement", io::vec_json(result.displacement)},
            {"pushed_out", io::vec_json(result.pushed_out)},
            {"remaining", io::vec_json(result.remaining)},
            {"end", kEnds[static_cast<std::size_t>(result.end)]},
            {"iterations", result.iterations},
            {"contacts", contacts_json<D>(result.contacts)},
            {"holding", contacts_json<D>(result.holding)}};
  }

  static constexpr std::uint64_t kMostIterations = 1'000'000;
  Index<D> index_;
};

std::unique_ptr<Room> room(const JsonNode& json) {
  json.expect_fields({"dim", "items"});
  if (json.at("dim").whole(2, 3) == 2) return std::make_unique<RoomIn<2>>(json.at("items"));
  return std::make_unique<RoomIn<3>>(json.at("items"));
}

}  // namespace
}  // namespace carom::wasm

using carom::wasm::answer;
using carom::wasm::Reply;
using carom::wasm::Room;

namespace {

// What errors name as the source of the text.
constexpr const char* kRoom = "the room";
constexpr const char* kMovement = "the movement";

}  // namespace

extern "C" {

/// {"dim", "items": [{"ball"}, {"segment"}, {"box"}, {"triangle"}]}. nullptr: see carom_message.
EMSCRIPTEN_KEEPALIVE Room* carom_room_open(const char* text) {
  return carom::c::made([&] {
    const nlohmann::json json = carom::io::parse_json(text, kRoom);
    return carom::wasm::room({json, kRoom}).release();
  });
}

EMSCRIPTEN_KEEPALIVE void carom_room_close(Room* room) {
  delete room;
}

/// {"mover": {"ball"}, {"capsule"} or {"cylinder"}, "intended", "push_out", "iterations"}.
EMSCRIPTEN_KEEPALIVE carom_status carom_room_move(Room* room, const char* movement) {
  return answer([&](Reply& to) {
    const nlohmann::json json = carom::io::parse_json(movement, kMovement);
    to.text = room->move({json, kMovement}).dump();
  });
}
}
