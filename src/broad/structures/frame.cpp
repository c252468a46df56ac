#include "broad/structures/frame.hpp"

#include <algorithm>
#include <cmath>

namespace carom::broad {
namespace {

template <int D>
bool out_of_range(const Sweep<D>& sweep) {
  if (!in_frame_range(sweep.from) || !in_frame_range(sweep.velocity) || !(sweep.reach <= kLargestPlace)) return true;
  for (int k = 0; k < D; ++k)
    if (sweep.velocity[k] != 0 && std::fabs(sweep.velocity[k]) < kSmallestPlace) return true;
  return false;
}

/// Cuts the time to where one coordinate is within [low, high]; false where it never is.
bool cut(double from, double velocity, double low, double high, double& begin, double& end) {
  if (velocity == 0) return from >= low && from <= high;
  const double a = (low - from) / velocity;
  const double b = (high - from) / velocity;
  begin = std::max(begin, std::min(a, b));
  end = std::min(end, std::max(a, b));
  return begin <= end;
}

/// The stretch of a walk between two places.
template <int D>
Piece<D> piece_between(const Vec<D>& from, const Vec<D>& to, double reach) {
  Piece<D> piece;
  const Vec<D> step = to - from;
  const double distance = norm(step);
  const double inverse = distance > 0 ? 1 / distance : 0;
  for (int k = 0; k < D; ++k) {
    const auto i = static_cast<std::size_t>(k);
    piece.from[i] = static_cast<float>(from[k]);
    piece.unit[i] = static_cast<float>(step[k] * inverse);
    const double middle = 0.5 * (from[k] + to[k]);  // without a branch on the direction, which no one can predict
    const double half = 0.5 * std::fabs(step[k]) + reach;
    piece.low[i] = static_cast<float>(middle - half);
    piece.high[i] = static_cast<float>(middle + half);
  }
  piece.length = static_cast<float>(distance * (1 + 0x1p-20));
  piece.reach = static_cast<float>(reach * (1 + 0x1p-20));
  return piece;
}

/// The part of the stride by which the last piece may be longer.
constexpr double kLast = 1.5;

}  // namespace

template <int D>
void Frame<D>::set(const Aabb<D>& all, double unit, double reach_of_items) {
  double farthest = 0;
  for (int k = 0; k < D; ++k) farthest = std::max({farthest, std::fabs(all.low[k]), std::fabs(all.high[k])});
  double side = std::max({unit, 2 * reach_of_items, 0x1p-40 * farthest});
  if (side == 0) side = 1;
  scale = 1 / std::clamp(side, kSmallestPlace, kLargestPlace);
  origin = all.low;
  for (int k = 0; k < D; ++k) size[k] = (all.high[k] - all.low[k]) * scale;
  item_reach = reach_of_items * scale;
}

template <int D>
bool Frame<D>::start(const Aabb<D>& region, Walk<D>& walk, Piece<D>& piece) const {
  const Vec<D> middle = 0.5 * region.low + 0.5 * region.high;
  double farthest = 0;
  for (int k = 0; k < D; ++k) farthest += std::fabs(region.low[k]) + std::fabs(region.high[k]);
  const double half = 0.5 * norm(region.high - region.low) + 0x1p-50 * farthest;
  if (!start(Sweep<D>{middle, {}, half * (1 + 0x1p-40), 0}, walk, piece)) return false;
  if (walk.everything) return true;
  const double margin = walk.reach - half * scale;
  for (int k = 0; k < D; ++k) {
    const auto i = static_cast<std::size_t>(k);
    piece.low[i] = std::max(piece.low[i], static_cast<float>(std::max(place(region.low, k), -0x1p100) - margin));
    piece.high[i] = std::min(piece.high[i], static_cast<float>(std::min(place(region.high, k), 0x1p100) + margin));
  }
  return true;
}

template <int D>
bool Frame<D>::start(const Sweep<D>& sweep, Walk<D>& walk, Piece<D>& piece) const {
  double farthest = 0;
  double most = 0;
  for (int k = 0; k < D; ++k) {
    walk.from[k] = place(sweep.from, k);
    walk.velocity[k] = sweep.velocity[k] * scale;
    farthest += std::fabs(walk.from[k]);
    most += size[k];
  }
  const double reach = sweep.reach * scale;
  walk.margin = 0x1p-44 * (farthest + most + reach + item_reach);
  walk.reach = reach + walk.margin + 0x1p-18 * (most + reach + item_reach + 2 * stride);
  walk.stride = std::max(stride, walk.reach);
  walk.time = 0;
  walk.end = sweep.end;
  walk.everything = false;
  walk.done = true;
  const bool is_short = norm2(walk.velocity) * (walk.end * walk.end) <= kLast * kLast * walk.stride * walk.stride;
  if (is_short && farthest < 0x1p30 && reach < 0x1p30) return start_short(walk, piece);
  return start_long(sweep, walk, piece);
}

/// Nothing can overflow here, and what underflows is far below the margins.
template <int D>
bool Frame<D>::start_short(Walk<D>& walk, Piece<D>& piece) const {
  const Vec<D> to = walk.from + walk.end * walk.velocity;
  const double clear = walk.reach + item_reach;
  bool apart = false;
  for (int k = 0; k < D; ++k)
    apart |= std::fabs(walk.from[k] + to[k] - size[k]) > std::fabs(to[k] - walk.from[k]) + size[k] + 2 * clear;
  if (apart) return false;
  walk.time = walk.end;
  piece = piece_between(walk.from, to, walk.reach);
  return true;
}

template <int D>
bool Frame<D>::start_long(const Sweep<D>& sweep, Walk<D>& walk, Piece<D>& piece) const {
  walk.speed = norm(walk.velocity);
  if (out_of_range(sweep)) return walk.everything = true;
  const double clear = walk.reach + item_reach + walk.margin;
  for (int k = 0; k < D; ++k)
    if (!cut(walk.from[k], walk.velocity[k], -clear, size[k] + clear, walk.time, walk.end)) return false;
  if (is_zero(walk.velocity)) walk.end = walk.time;
  walk.everything = !(walk.end - walk.time < 0x1p1000) || !(walk.reach < 0x1p100) || !(walk.speed < 0x1p500) ||
                    (walk.speed < 0x1p-500 && !is_zero(walk.velocity));
  if (!walk.everything) piece = next(walk);
  return true;
}

template <int D>
Piece<D> Frame<D>::next(Walk<D>& walk) const {
  double until = walk.end;
  if ((walk.end - walk.time) * walk.speed > kLast * walk.stride) until = walk.time + walk.stride / walk.speed;
  if (!(until > walk.time)) until = walk.end;
  const Vec<D> from = walk.from + walk.time * walk.velocity;
  const Vec<D> to = walk.from + until * walk.velocity;
  walk.time = until;
  walk.done = until == walk.end;
  return piece_between(from, to, walk.reach);
}

template class Frame<2>;
template class Frame<3>;

}  // namespace carom::broad
