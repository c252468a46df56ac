#include "carom/mover/contact_log.hpp"

#include <algorithm>
#include <iterator>

namespace carom {

ContactLog::Change ContactLog::update_to(std::vector<ItemId> items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  Change change;
  std::set_difference(items.begin(), items.end(), now_.begin(), now_.end(), std::back_inserter(change.begun));
  std::set_difference(now_.begin(), now_.end(), items.begin(), items.end(), std::back_inserter(change.ended));
  now_ = std::move(items);
  return change;
}

}  // namespace carom
