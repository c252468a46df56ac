#pragma once
#include <cstddef>

// Numbers of some balls of a batch, as the vector code of stretch.cpp takes them.
namespace carom::query {

/// So many at a time: both sides of a batch stay in the first cache.
constexpr std::size_t kStretch = 128;

/// Whether all of kStretch numbers are finite; and, of radii, at least 0.
bool all_finite(const double* numbers);
bool all_radii(const double* numbers);

/// kStretch vectors of D numbers, one after the other, into D columns.
template <int D>
void split_rows(const double* rows, double* const* columns);

}  // namespace carom::query
