#pragma once
#include <vector>

#include "carom/sim/snapshot.hpp"

namespace carom::detail {

/// What a ball that slides wants, and what it touches on its way.
template <int D>
struct Pushed {
  bool is_here = false;
  Vec<D> intended{};
  std::vector<typename BodyState<D>::Contact> contacts{};
  std::vector<typename BodyState<D>::Touch> touching{};
};

}  // namespace carom::detail
