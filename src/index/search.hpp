#pragma once
#include <algorithm>
#include <span>

#include "broad/structures/structure.hpp"
#include "carom/index/index.hpp"
#include "carom/motion/motion.hpp"
#include "carom/shape/ball.hpp"

namespace carom::index {

/// Whom to ask: calls of visit(number) for all candidates of a search, some more than once.
template <int D>
class Search {
 public:
  /// Along a straight sweep, from its beginning on. enough(t): nothing after the time t matters.
  template <class Visit, class Enough>
  void sweep(const broad::Structure<D>& structure, const broad::Sweep<D>& sweep, const Visit& visit,
             const Enough& enough) {
    broad::Walk<D> walk;
    broad::Piece<D> piece;
    if (!structure.frame().start(sweep, walk, piece)) return;
    if (walk.everything) return all(structure, visit);
    for (;;) {
      scan(structure, piece, visit);
      if (walk.done || enough(walk.time)) return;
      piece = structure.frame().next(walk);
    }
  }

  /// Around a point.
  template <class Visit>
  void around(const broad::Structure<D>& structure, const Vec<D>& center, double reach, const Visit& visit) {
    sweep(structure, {center, {}, reach, 0}, visit, [](double) { return true; });
  }

  /// In a box.
  template <class Visit>
  void within(const broad::Structure<D>& structure, const Aabb<D>& region, const Visit& visit) {
    broad::Walk<D> walk;
    broad::Piece<D> piece;
    if (!structure.frame().start(region, walk, piece)) return;
    if (walk.everything) return all(structure, visit);
    scan(structure, piece, visit);
  }

  /// In all boxes of items that pass; false where the structure has no boxes.
  template <class Pass, class Visit>
  bool boxes(const broad::Structure<D>& structure, const Pass& pass, const Visit& visit) {
    found_.clear();
    if (!structure.scan_boxes(pass, found_)) return false;
    visit_found(visit);
    return true;
  }

  template <class Visit>
  void all(const broad::Structure<D>& structure, const Visit& visit) {
    decided_ += structure.live();
    structure.each([&](std::uint32_t number) { visit(number); });
  }

  template <class Visit>
  void each(std::span<const std::uint32_t> numbers, const Visit& visit) {
    decided_ += numbers.size();
    for (const std::uint32_t number : numbers) visit(number);
  }

  /// What it has cost so far.
  void add_to(IndexCounts* counts) const {
    if (!counts) return;
    counts->examined += found_.looked_at();
    counts->decided += decided_;
  }

 private:
  template <class Visit>
  void scan(const broad::Structure<D>& structure, const broad::Piece<D>& piece, const Visit& visit) {
    found_.clear();
    structure.scan({&piece, 1}, found_);
    visit_found(visit);
  }

  template <class Visit>
  void visit_found(const Visit& visit) {
    decided_ += found_.size();
    for (const broad::Candidate& candidate : found_.all()) visit(candidate.item);
  }

  broad::Candidates found_;
  std::uint64_t decided_ = 0;
};

}  // namespace carom::index
