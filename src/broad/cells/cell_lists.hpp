#pragma once
#include <array>
#include <cstdint>

#include "broad/cells/candidate_bodies.hpp"
#include "broad/memory/large_array.hpp"

namespace carom::broad {

/// Lists of bodies, most of them short, that bodies come into and leave all the time.
class CellLists {
 public:
  CellLists() = default;
  explicit CellLists(std::size_t count) : count_(count), blocks_(count) {}

  std::size_t count() const { return count_; }

  void link(std::size_t list, std::uint32_t body) {
    Block& first = blocks_[list];
    if (first.count < kMost) {
      first.bodies[first.count++] = body;
      return;
    }
    const Block full = first;
    first = {{body}, 1, free_};
    if (free_ == kEnd) {
      first.next = static_cast<std::uint32_t>(blocks_.size());
      blocks_.push_back(full);
    } else {
      free_ = blocks_[first.next].next;
      blocks_[first.next] = full;
    }
  }

  void unlink(std::size_t list, std::uint32_t body) {
    Block& first = blocks_[list];
    std::uint32_t* place = find(first, body);
    for (Block* block = &first; place == nullptr; place = find(*block, body)) block = &blocks_[block->next];
    *place = first.bodies[--first.count];
    if (first.count > 0 || first.next == kEnd) return;
    const std::uint32_t emptied = first.next;
    first = blocks_[emptied];
    blocks_[emptied].next = free_;
    free_ = emptied;
  }

  void gather(std::size_t list, CandidateBodies& found) const {
    const Block* block = &blocks_[list];
    found.reserve(kMost);
    found.add(block->bodies, block->count);
    while (block->next != kEnd) [[unlikely]] {
        block = &blocks_[block->next];
        found.reserve(kMost);
        found.add(block->bodies, block->count);
      }
  }

  template <class Visit>
  void visit(std::size_t list, Visit visit) const {
    for (auto at = static_cast<std::uint32_t>(list); at != kEnd; at = blocks_[at].next)
      for (std::uint32_t k = 0; k < blocks_[at].count; ++k) visit(blocks_[at].bodies[k]);
  }

 private:
  static constexpr std::uint32_t kEnd = UINT32_MAX;
  static constexpr std::size_t kMost = 6;

  /// Some bodies of a list. The first block of a list is stored at its index, and only that may be less than full.
  struct alignas(32) Block {
    std::array<std::uint32_t, kMost> bodies{};
    std::uint32_t count = 0;
    std::uint32_t next = kEnd;
  };

  static std::uint32_t* find(Block& block, std::uint32_t body) {
    for (std::uint32_t k = 0; k < block.count; ++k)
      if (block.bodies[k] == body) return &block.bodies[k];
    return nullptr;
  }

  std::size_t count_ = 0;
  LargeArray<Block> blocks_;  ///< a first one for each list, then further ones
  std::uint32_t free_ = kEnd;
};

}  // namespace carom::broad
