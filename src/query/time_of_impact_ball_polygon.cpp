#include "query/polygon_parts.hpp"

namespace carom {

std::optional<Impact<2>> time_of_impact(const Circle& a, const Motion2& motion_a, const Polygon& b,
                                        const Motion2& motion_b, double horizon) {
  return detail::first_impact_with(detail::PolygonParts{b}, a, motion_a, motion_b, horizon);
}

}  // namespace carom
