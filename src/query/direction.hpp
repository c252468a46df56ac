#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "carom/math/vec.hpp"

namespace carom::query {

/// v / |v|; `otherwise` for the zero vector. Neither overflows nor underflows.
template <int D>
Vec<D> direction(const Vec<D>& v, const Vec<D>& otherwise) {
  double most = 0;
  for (int k = 0; k < D; ++k) most = std::fmax(most, std::fabs(v[k]));
  if (most == 0) return otherwise;
  const Vec<D> scaled = v / most;
  return scaled / norm(scaled);
}

/// Whether a square, and what is made of it, is far from where doubles overflow and underflow.
inline bool is_ordinary(double square) {
  return square >= 0x1p-900 && square <= 0x1p900;
}

/// |v|, which neither overflows nor underflows before its time.
template <int D>
double length(const Vec<D>& v) {
  const double square = norm2(v);
  return is_ordinary(square) ? std::sqrt(square) : dot(v, direction(v, Vec<D>{}));
}

/// Where along a line the foot of an offset from its beginning is: 1 at the line's end; 0 if that is its beginning.
template <int D>
double share_along(const Vec<D>& line, const Vec<D>& offset) {
  const double square = norm2(line);
  if (is_ordinary(square)) return dot(offset, line) / square;
  const double scale = square < 1 ? 0x1p600 : 0x1p-600;
  const Vec<D> scaled = scale * line;
  const double share = dot(offset, scaled) / norm2(scaled) * scale;
  return std::isnan(share) ? 0 : share;
}

}  // namespace carom::query
