#include "query/segment_parts.hpp"

namespace carom {

template <int D>
std::optional<Impact<D>> time_of_impact(const Ball<D>& a, const std::type_identity_t<Motion<D>>& motion_a,
                                        const Segment<D>& b, const std::type_identity_t<Motion<D>>& motion_b,
                                        double horizon) {
  return detail::first_impact_with(detail::SegmentParts<D>{b}, a, motion_a, motion_b, horizon);
}

template std::optional<Impact<2>> time_of_impact(const Ball<2>&, const Motion<2>&, const Segment<2>&, const Motion<2>&,
                                                 double);
template std::optional<Impact<3>> time_of_impact(const Ball<3>&, const Motion<3>&, const Segment<3>&, const Motion<3>&,
                                                 double);

}  // namespace carom
