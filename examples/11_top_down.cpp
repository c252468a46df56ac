// A top-down game: a hero walks where the keys say, slides along walls, stops at others, picks up a coin. The keys are
// a script here; a game reads them from its window.
#include <carom/carom.hpp>
#include <iostream>
#include <string>

namespace {

const std::vector<carom::Segment2> kWalls{
    {{0, 0}, {12, 0}}, {{12, 0}, {12, 8}}, {{12, 8}, {0, 8}}, {{0, 8}, {0, 0}}, {{6, 0}, {6, 4}}};
const std::vector<carom::Aabb2> kCrates{{{9, 3}, {10, 5}}};
const std::vector<carom::Circle> kPeople{{{3, 6}, 0.5}, {{8.5, 0.5}, 0.25}};  // a guard, and a coin
constexpr carom::ItemId kCoin{carom::ItemKind::ball, 1};

carom::Vec2 velocity(char key) {
  switch (key) {
    case 'd':
      return {4, 0};
    case 'a':
      return {-4, 0};
    case 'w':
      return {0, 4};
    case 'e':
      return {4, 4};
    case 'c':
      return {4, -4};
    default:
      return {0, 0};
  }
}

}  // namespace

int main() {
  carom::Index2 level({.balls = kPeople, .segments = kWalls, .boxes = kCrates});
  carom::SlideOptions options;
  options.passage = [](carom::ItemId item) { return item == kCoin ? carom::Passage::trigger : carom::Passage::blocks; };
  carom::Circle hero{{3, 2}, 0.5};
  const double frame = 1.0 / 64;
  for (const char key : std::string("wdecca")) {
    std::string story;
    for (int k = 0; k < 64; ++k) {  // each key for a second
      const auto moved = carom::move_and_slide(level, hero, frame * velocity(key), options);
      hero = moved.mover;
      if (!moved.triggers.empty() && level.contains(kCoin)) {
        level.remove(kCoin);
        story += ", takes the coin";
      }
      if (k == 63 && moved.end == carom::SlideEnd::stuck) story += ", can not go on";
      if (k == 63 && moved.end == carom::SlideEnd::done && !moved.contacts.empty()) story += ", slides along a wall";
    }
    std::cout << key << ": at (" << hero.center.x << ", " << hero.center.y << ")" << story << '\n';
  }
}
