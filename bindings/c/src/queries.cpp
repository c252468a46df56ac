#include <fmt/format.h>

#include <span>
#include <stdexcept>

#include "carom/query/batch.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/verdict.hpp"
#include "carom/shape/check.hpp"
#include "guard.hpp"
#include "values.hpp"

namespace carom::c {
namespace {

/// What `ask` answers of two shapes. std::invalid_argument for a pair that no question is about.
template <int D, class Ask>
void about_pair(const carom_shape* shape_a, const carom_shape* shape_b, const Ask& ask) {
  const auto a = queried_shape<D>(given(shape_a, "a"), "a");
  const auto b = queried_shape<D>(given(shape_b, "b"), "b");
  const auto visit = [&]<class A, class B>(const A& one, const B& other) {
    if constexpr (std::is_same_v<A, UprightCylinder> && std::is_same_v<B, UprightCylinder>) check(one, other);
    if constexpr (SupportedPair<A, B>) {
      ask(one, other);
    } else {
      throw std::invalid_argument(fmt::format("a, b: got {} and {}, which are no pair that is asked about",
                                              name(shape_a->kind), name(shape_b->kind)));
    }
  };
  std::visit(visit, a, b);
}

void expect_horizon(double horizon) {
  if (!(horizon >= 0)) throw std::invalid_argument(fmt::format("horizon: got {}, expected a number >= 0", horizon));
}

template <int D>
StridedBalls<D> strided(const carom_balls& balls, std::size_t count, const char* argument) {
  static constexpr double kStill = 0;
  StridedBalls<D> all;
  if (count > 0 && (balls.centers == nullptr || balls.radii == nullptr))
    throw std::invalid_argument(fmt::format("{}: got NULL for centres or radii", argument));
  all.radius = {balls.radii, balls.radius_step};
  for (std::size_t k = 0; k < D; ++k) {
    all.center[k] = {balls.centers + k, balls.center_step};
    all.velocity[k] = balls.velocities == nullptr ? StridedColumn{&kStill, 0}
                                                  : StridedColumn{balls.velocities + k, balls.velocity_step};
  }
  return all;
}

}  // namespace
}  // namespace carom::c

using carom::c::given;
using carom::c::guarded;
using carom::c::in_dimension;

extern "C" {

carom_status carom_time_of_impact(int dimension, const carom_shape* a, const carom_motion* motion_a,
                                  const carom_shape* b, const carom_motion* motion_b, double horizon,
                                  carom_impact* impact) {
  return guarded([&] {
    carom_impact& to = given(impact, "impact");
    carom::c::expect_horizon(horizon);
    in_dimension(dimension, [&]<int D>() {
      const carom::Motion<D> moves_a = carom::c::motion<D>(motion_a, "motion_a");
      const carom::Motion<D> moves_b = carom::c::motion<D>(motion_b, "motion_b");
      carom::c::about_pair<D>(a, b, [&](const auto& one, const auto& other) {
        const auto found = time_of_impact(one, moves_a, other, moves_b, horizon);
        to = carom::c::plain<D>(found, found ? found->start : proximity(one, other));
      });
    });
  });
}

carom_status carom_distance(int dimension, const carom_shape* a, const carom_shape* b, carom_contact* contact) {
  return guarded([&] {
    carom_contact& to = given(contact, "contact");
    in_dimension(dimension, [&]<int D>() {
      carom::c::about_pair<D>(a, b, [&](const auto& one, const auto& other) {
        const carom::Distance<D> found = distance(one, other);
        to = {static_cast<carom_proximity>(proximity(one, other)), found.distance, carom::c::plain(found.point_a),
              carom::c::plain(found.point_b), carom::c::plain(found.normal)};
      });
    });
  });
}

carom_status carom_impact_times(int dimension, size_t count, const carom_balls* a, const carom_balls* b, double horizon,
                                double* times) {
  return guarded([&] {
    carom::c::expect_horizon(horizon);
    if (count > 0) given(times, "times");
    in_dimension(dimension, [&]<int D>() {
      carom::impact_times<D>(carom::c::strided<D>(given(a, "a"), count, "a"),
                             carom::c::strided<D>(given(b, "b"), count, "b"), {times, count}, horizon);
    });
  });
}

carom_status carom_overlaps(int dimension, size_t count, const carom_balls* a, const carom_balls* b, uint8_t* answers) {
  static_assert(sizeof(bool) == sizeof(uint8_t), "answers are written as bool");
  return guarded([&] {
    if (count > 0) given(answers, "answers");
    in_dimension(dimension, [&]<int D>() {
      carom::overlaps<D>(carom::c::strided<D>(given(a, "a"), count, "a"),
                         carom::c::strided<D>(given(b, "b"), count, "b"),
                         std::span<bool>(reinterpret_cast<bool*>(answers), count));
    });
  });
}
}
