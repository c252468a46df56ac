#include "carom/query/overlap.hpp"

#include "query/box_parts.hpp"
#include "query/half_space_parts.hpp"
#include "query/polygon_parts.hpp"
#include "query/segment_parts.hpp"

namespace carom {

template <int D>
Proximity proximity(const Ball<D>& a, const Ball<D>& b) {
  const detail::RelativePath<D> still{a.center, {}, {}, b.center, {}, {}};
  const auto sign = [&]<class N>() {
    return gap_sign(detail::ball_feature(detail::course<N, D>(still), a.radius, b.radius));
  };
  using Fast = detail::Uncertain<double>;
  const int fast = sign.template operator()<Fast>();
  return detail::proximity_of_sign(fast != Fast::kUnknown ? fast : sign.template operator()<detail::Dyadic>());
}

template <int D>
Proximity proximity(const Ball<D>& a, const HalfSpace<D>& b) {
  return proximity_to(detail::HalfSpaceParts<D>{b}, a);
}

template <int D>
Proximity proximity(const Ball<D>& a, const Segment<D>& b) {
  return proximity_to(detail::SegmentParts<D>{b}, a);
}

template <int D>
Proximity proximity(const Ball<D>& a, const Aabb<D>& b) {
  return proximity_to(detail::BoxParts<D>{b}, a);
}

Proximity proximity(const Circle& a, const Polygon& b) {
  return proximity_to(detail::PolygonParts{b}, a);
}

template <int D>
Proximity proximity(const Aabb<D>& a, const Aabb<D>& b) {
  bool touching = false;
  for (int k = 0; k < D; ++k) {
    if (a.high[k] < b.low[k] || b.high[k] < a.low[k]) return Proximity::apart;
    touching = touching || a.high[k] == b.low[k] || b.high[k] == a.low[k];
  }
  return touching ? Proximity::touching : Proximity::overlapping;
}

template Proximity proximity(const Ball<2>&, const Ball<2>&);
template Proximity proximity(const Ball<3>&, const Ball<3>&);
template Proximity proximity(const Ball<2>&, const HalfSpace<2>&);
template Proximity proximity(const Ball<3>&, const HalfSpace<3>&);
template Proximity proximity(const Ball<2>&, const Segment<2>&);
template Proximity proximity(const Ball<3>&, const Segment<3>&);
template Proximity proximity(const Ball<2>&, const Aabb<2>&);
template Proximity proximity(const Ball<3>&, const Aabb<3>&);
template Proximity proximity(const Aabb<2>&, const Aabb<2>&);
template Proximity proximity(const Aabb<3>&, const Aabb<3>&);

}  // namespace carom
