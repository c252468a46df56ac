#pragma once
#include "carom/billiards/table.hpp"
#include "carom/shape/aabb.hpp"
#include "io/film/stage.hpp"

namespace carom::io {

/// What a table looks like: cloth, rubber, wood, pockets, sights, spots and lines.
class TableModel {
 public:
  /// The table must outlive it.
  explicit TableModel(const billiards::Table& table);

  /// All of it, with its wood.
  const Aabb3& extent() const { return extent_; }
  const Light& cloth() const { return cloth_; }
  void put_on(Stage& stage) const;

 private:
  using Loop = std::vector<Vec2>;

  void put_wood(Stage& stage) const;
  void put_cloth(Stage& stage) const;
  void put_rubber(Stage& stage, const Loop& run) const;
  void put_band(Stage& stage, const Loop& nose) const;
  void put_pockets(Stage& stage) const;
  void put_obstacles(Stage& stage) const;
  void put_sights(Stage& stage) const;
  void put_marks(Stage& stage) const;

  const billiards::Table* table_;
  double nose_, rail_;      ///< heights above the cloth
  std::vector<Loop> runs_;  ///< nose and jaws from pocket to pocket, open; none where the cushions go all around
  Loop outline_, opening_;  ///< of the cloth; of the wood
  Loop edge_;               ///< of the wood, outside
  Aabb3 extent_{};
  Light cloth_{};
};

}  // namespace carom::io
