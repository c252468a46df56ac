#include "sim/islands/near_pieces.hpp"

namespace carom::sim {

template <int D>
void NearPieces<D>::update() {
  index_.update();
  are_still_ = true;
  std::uint64_t versions = 0;
  for (std::uint32_t number = 0; number < obstacles_.size(); number += obstacles_.pieces_of(obstacles_[number].body)) {
    const std::uint32_t body = obstacles_[number].body;
    are_still_ = are_still_ && is_zero(store_.particle(body).velocity) && !store_.particle(body).curved;
    versions += store_.version(body);
  }
  if (versions == versions_ && known_ == obstacles_.size()) return;
  versions_ = versions;
  known_ = obstacles_.size();
  ++changes_;
}

/// By bounds alone: a ball that goes along a face's border reaches the face all at once.
template <int D>
void NearPieces<D>::renew(List& list, const Vec<D>& center, double far, const Time& now) {
  list.center = center;
  list.far = far;
  list.changes = changes_;
  list.pieces.clear();
  const double farther = far + skin(far);
  index_.visit_near(center, farther, [&](const Obstacle<D>& piece) {
    if (!is_far_from(piece, store_.seen_from(piece.body, center, now), farther))
      list.pieces.push_back(static_cast<std::uint32_t>(&piece - &obstacles_[0]));
  });
}

template class NearPieces<2>;
template class NearPieces<3>;

}  // namespace carom::sim
