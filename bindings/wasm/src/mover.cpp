#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "carom/mover/move_and_slide.hpp"
#include "reply.hpp"

namespace carom::wasm {
namespace {

using Json = nlohmann::json;

template <int D>
Vec<D> vec(const Json& list) {
  if (!list.is_array() || list.size() != D)
    throw std::invalid_argument("a point is a list of " + std::to_string(D) + " numbers");
  Vec<D> v;
  for (int k = 0; k < D; ++k) v[k] = list[static_cast<std::size_t>(k)].get<double>();
  return v;
}

template <int D>
Json point(const Vec<D>& p) {
  Json list = Json::array();
  for (int k = 0; k < D; ++k) list.push_back(p[k]);
  return list;
}

template <int D>
Ball<D> ball(const Json& json) {
  return {vec<D>(json.at("center")), json.at("radius").get<double>()};
}

template <int D>
void insert(Index<D>& index, const Json& item) {
  if (item.contains("ball")) {
    index.insert(ball<D>(item["ball"]));
  } else if (item.contains("segment")) {
    const bool front = item["segment"].value("sides", "two") == "front";
    index.insert(Segment<D>{vec<D>(item["segment"].at("from")), vec<D>(item["segment"].at("to")),
                            front ? Sides::front : Sides::two});
  } else if (item.contains("box")) {
    index.insert(Aabb<D>{vec<D>(item["box"].at("low")), vec<D>(item["box"].at("high"))});
  } else if constexpr (D == 3) {
    const Json& corners = item.at("triangle");
    index.insert(Triangle{vec<3>(corners.at(0)), vec<3>(corners.at(1)), vec<3>(corners.at(2))});
  } else {
    throw std::invalid_argument("an item is a ball, a segment or a box, and in 3D a triangle");
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
                    {"point", point<D>(contact.point)},
                    {"normal", point<D>(contact.normal)},
                    {"time", contact.time}});
  return list;
}

/// Still items that a shape is moved among.
class Room {
 public:
  virtual ~Room() = default;
  virtual Json move(const Json& movement) const = 0;
};

template <int D>
class RoomIn final : public Room {
 public:
  explicit RoomIn(const Json& items) {
    for (const Json& item : items) insert(index_, item);
  }

  Json move(const Json& movement) const override {
    const Json& mover = movement.at("mover");
    if (mover.contains("ball")) return slide(ball<D>(mover["ball"]), movement);
    if (mover.contains("capsule")) {
      const Json& capsule = mover["capsule"];
      return slide(Capsule<D>{vec<D>(capsule.at("from")), vec<D>(capsule.at("to")), capsule.at("radius").get<double>()},
                   movement);
    }
    if constexpr (D == 3) {
      const Json& cylinder = mover.at("cylinder");
      return slide(UprightCylinder{vec<3>(cylinder.at("center")), cylinder.at("radius").get<double>(),
                                   cylinder.at("half_height").get<double>()},
                   movement);
    }
    throw std::invalid_argument("a mover is a ball or a capsule, and in 3D a cylinder");
  }

 private:
  template <class Mover>
  Json slide(const Mover& mover, const Json& movement) const {
    SlideOptions options;
    options.push_out = movement.value("push_out", 0.0);
    options.iterations = movement.value("iterations", options.iterations);
    const SlideResult<Mover> result = move_and_slide(index_, mover, vec<D>(movement.at("intended")), options);
    return {{"displacement", point<D>(result.displacement)},
            {"pushed_out", point<D>(result.pushed_out)},
            {"remaining", point<D>(result.remaining)},
            {"end", kEnds[static_cast<std::size_t>(result.end)]},
            {"iterations", result.iterations},
            {"contacts", contacts_json<D>(result.contacts)},
            {"holding", contacts_json<D>(result.holding)}};
  }

  Index<D> index_;
};

std::unique_ptr<Room> room(const Json& json) {
  const int dimension = json.at("dim").get<int>();
  if (dimension == 2) return std::make_unique<RoomIn<2>>(json.at("items"));
  if (dimension == 3) return std::make_unique<RoomIn<3>>(json.at("items"));
  throw std::invalid_argument("dim is 2 or 3");
}

}  // namespace
}  // namespace carom::wasm

using carom::wasm::answer;
using carom::wasm::Reply;
using carom::wasm::Room;

extern "C" {

/// {"dim", "items": [{"ball"}, {"segment"}, {"box"}, {"triangle"}]}. nullptr: see the text.
EMSCRIPTEN_KEEPALIVE Room* carom_room_open(const char* text) {
  Room* opened = nullptr;
  answer([&](Reply&) { opened = carom::wasm::room(nlohmann::json::parse(text)).release(); });
  return opened;
}

EMSCRIPTEN_KEEPALIVE void carom_room_close(Room* room) {
  delete room;
}

/// {"mover": {"ball"}, {"capsule"} or {"cylinder"}, "intended", "push_out", "iterations"}.
EMSCRIPTEN_KEEPALIVE bool carom_room_move(Room* room, const char* movement) {
  return answer([&](Reply& to) { to.text = room->move(nlohmann::json::parse(movement)).dump(); });
}
}
