#include "sim/islands/neighbourhood.hpp"

#include <algorithm>

namespace carom::sim {

template <int D>
const Neighbourhood<D>& NeighbourhoodSearch<D>::find() {
  constexpr std::size_t kEnough = 32;
  found_ = {};
  is_in_.resize(store_.size());
  for (const std::uint32_t id : islands_.askers()) add(id);
  for (std::size_t reached = 0; found_.balls.size() < kEnough && reached < found_.balls.size();) {
    const std::size_t end = found_.balls.size();
    for (; reached < end; ++reached) add_neighbours(found_.balls[reached]);
  }
  std::sort(found_.balls.begin(), found_.balls.end());
  collect_contacts();
  for (const std::uint32_t id : found_.balls) is_in_[id] = 0;
  return found_;
}

template <int D>
void NeighbourhoodSearch<D>::add(std::uint32_t id) {
  if (has(id)) return;
  is_in_[id] = 1;
  found_.balls.push_back(id);
}

/// Adds what is in contact with a ball.
template <int D>
void NeighbourhoodSearch<D>::add_neighbours(std::uint32_t id) {
  islands_.visit_contacts(id, [&](const ContactState<D>& contact) {
    if (!store_.in_island(contact.b.value)) return;
    add(contact.a.value);
    add(contact.b.value);
  });
}

template <int D>
void NeighbourhoodSearch<D>::collect_contacts() {
  found_.reaches_out.assign(found_.balls.size(), 0);
  for (std::size_t i = 0; i < found_.balls.size(); ++i)
    islands_.visit_contacts(found_.balls[i], [&](const ContactState<D>& contact) {
      const std::uint32_t a = contact.a.value, b = contact.b.value;
      if (store_.in_island(b) && !(has(a) && has(b)))
        found_.reaches_out[i] = 1;
      else if (found_.balls[i] == a)
        found_.contacts.push_back(contact);
    });
  std::sort(found_.contacts.begin(), found_.contacts.end(), goes_before<D>);
}

template class NeighbourhoodSearch<2>;
template class NeighbourhoodSearch<3>;

}  // namespace carom::sim
