#pragma once
#include <span>
#include <vector>

#include "carom/mover/move_and_slide.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Which contacts begin and end from frame to frame: one log per mover, told every frame what it met. Works for
/// triggers alike, with another log.
class ContactLog {
 public:
  /// What is met now and was not before, and what was met before and is not now, both by ItemId.
  struct Change {
    std::vector<ItemId> begun{};
    std::vector<ItemId> ended{};
  };

  template <int D>
  Change update(const std::vector<SlideContact<D>>& contacts) {
    return update_to(items_of(contacts));
  }
  Change update(const std::vector<TriggerTouch>& triggers) { return update_to(items_of(triggers)); }

  /// What was met in the last frame, by ItemId.
  std::span<const ItemId> now() const { return now_; }

 private:
  template <class Met>
  static std::vector<ItemId> items_of(const std::vector<Met>& all) {
    std::vector<ItemId> items;
    items.reserve(all.size());
    for (const Met& met : all) items.push_back(met.item);
    return items;
  }
  Change update_to(std::vector<ItemId> items);

  std::vector<ItemId> now_;
};

}  // namespace carom

#pragma GCC visibility pop
