#include "carom/query/contact.hpp"

#include "query/box_parts.hpp"
#include "query/half_space_parts.hpp"
#include "query/polygon_parts.hpp"
#include "query/segment_parts.hpp"

namespace carom {

template <int D>
std::optional<Contact<D>> contact(const Ball<D>& a, const Ball<D>& b) {
  const Proximity stand = proximity(a, b);
  if (stand == Proximity::apart) return std::nullopt;
  const Vec<D> offset = b.center - a.center;
  const Vec<D> normal = detail::direction(offset, Vec<D>{-1});
  const bool touching = stand == Proximity::touching;
  const double depth = touching ? 0 : std::max(0.0, a.radius + b.radius - dot(offset, normal));
  return Contact<D>{b.center - b.radius * normal, normal, depth};
}

template <int D>
std::optional<Contact<D>> contact(const Ball<D>& a, const HalfSpace<D>& b) {
  return contact_with(detail::HalfSpaceParts<D>{b}, a);
}

template <int D>
std::optional<Contact<D>> contact(const Ball<D>& a, const Segment<D>& b) {
  return contact_with(detail::SegmentParts<D>{b}, a);
}

template <int D>
std::optional<Contact<D>> contact(const Ball<D>& a, const Aabb<D>& b) {
  return contact_with(detail::BoxParts<D>{b}, a);
}

std::optional<Contact<2>> contact(const Circle& a, const Polygon& b) {
  return contact_with(detail::PolygonParts{b}, a);
}

template std::optional<Contact<2>> contact(const Ball<2>&, const Ball<2>&);
template std::optional<Contact<3>> contact(const Ball<3>&, const Ball<3>&);
template std::optional<Contact<2>> contact(const Ball<2>&, const HalfSpace<2>&);
template std::optional<Contact<3>> contact(const Ball<3>&, const HalfSpace<3>&);
template std::optional<Contact<2>> contact(const Ball<2>&, const Segment<2>&);
template std::optional<Contact<3>> contact(const Ball<3>&, const Segment<3>&);
template std::optional<Contact<2>> contact(const Ball<2>&, const Aabb<2>&);
template std::optional<Contact<3>> contact(const Ball<3>&, const Aabb<3>&);

}  // namespace carom
