#pragma once
#include "query/parts/segment_parts.hpp"

namespace carom::query {

template <int D>
struct CapsuleParts : SegmentParts<D> {
  explicit CapsuleParts(const Capsule<D>& capsule) : SegmentParts<D>{{capsule.from, capsule.to}, capsule.radius} {}
};

template <int D>
struct PartsOf<Capsule<D>> {
  using type = CapsuleParts<D>;
};

}  // namespace carom::query
