#include "broad/cells/linked_cells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "carom/math/random.hpp"
#include "rounds.hpp"
#include "sim/search/linked/linked_plan.hpp"

namespace carom::broad {
namespace {

constexpr Cell<3> kCounts = {5, 6, 9};

template <int D>
Vec<D> box() {
  Vec<D> sides;
  for (int k = 0; k < D; ++k) sides[k] = 1.25 * kCounts[static_cast<std::size_t>(k)];
  return sides;
}

template <int D>
LinkedCells<D> make() {
  Cell<D> counts;
  Vec<D> side;
  for (std::size_t k = 0; k < D; ++k) counts[k] = kCounts[k];
  for (int k = 0; k < D; ++k) side[k] = 1.25;
  return LinkedCells<D>(CellTorus<D>({}, side, counts));
}

template <int D>
Vec<D> somewhere(Random& random) {
  Vec<D> place;
  for (int k = 0; k < D; ++k) place[k] = random.uniform(0, box<D>()[k]);
  return place;
}

/// The oracle: the cell of each body, kept apart, and comparisons with all of them. In two dimensions more may be near
/// than a row has room for.
template <int D>
class Walk {
 public:
  explicit Walk(std::uint64_t seed) : random_(seed) {}

  void run() {
    for (std::uint32_t body = 0; body < kBodies; ++body) insert(body);
    for (int round = 0; round < test::rounds(3000); ++round) {
      const auto body = static_cast<std::uint32_t>(random_.below(kBodies));
      const std::uint64_t what = random_.below(12);
      if (cells_.count(body) == 0) {
        insert(body);
      } else if (what == 0) {
        links_.remove(body);
        cells_.erase(body);
      } else if (what == 1) {
        wrap(body);
      } else {
        step(body);
      }
      if (cells_.count(body) > 0) expect_near(body, links_.around(body), [](const Cell<D>&) { return true; });
    }
  }

 private:
  static constexpr std::uint32_t kBodies = 190;

  void insert(std::uint32_t body) {
    const Vec<D> place = somewhere<D>(random_);
    links_.insert(body, place);
    for (int k = 0; k < D; ++k)
      cells_[body][static_cast<std::size_t>(k)] = static_cast<std::int32_t>(std::floor(place[k] / 1.25));
  }

  /// Counted by other boxes, a cell is the same.
  void wrap(std::uint32_t body) {
    Cell<D> boxes;
    for (std::size_t k = 0; k < D; ++k) {
      boxes[k] = static_cast<std::int32_t>(random_.below(9)) - 4;
      cells_[body][k] -= boxes[k] * kCounts[k];
    }
    links_.wrap(body, boxes);
  }

  void step(std::uint32_t body) {
    const CellStep step{static_cast<std::uint32_t>(random_.below(D)), random_.below(2) == 0};
    const LinkedRange<D> ahead = links_.step(body, step);
    cells_[body][step.axis] += step.up ? 1 : -1;
    const auto is_ahead = [&](const Cell<D>& apart) { return apart[step.axis] == (step.up ? 1 : -1); };
    expect_near(body, ahead, is_ahead);
    expect_near(body, links_.entered(body, step), is_ahead);
  }

  /// By how many cells `other` is beyond `body`, of all copies the nearest.
  Cell<D> apart(std::uint32_t body, std::uint32_t other) {
    Cell<D> apart;
    for (std::size_t k = 0; k < D; ++k) {
      const std::int32_t count = kCounts[k];
      apart[k] = ((cells_[other][k] - cells_[body][k]) % count + count) % count;
      if (apart[k] > count / 2) apart[k] -= count;
    }
    return apart;
  }

  /// Of neighbouring cells, those that are meant.
  template <class Meant>
  void expect_near(std::uint32_t body, const LinkedRange<D>& range, Meant meant) {
    std::vector<std::uint32_t> expected;
    for (const auto& [other, cell] : cells_) {
      const Cell<D> by = apart(body, other);
      const bool near = std::all_of(by.begin(), by.end(), [](std::int32_t k) { return std::abs(k) <= 1; });
      if (near && meant(by)) expected.push_back(other);
    }
    std::vector<std::uint32_t> found;
    links_.visit(range, [&](std::uint32_t other) { found.push_back(other); });
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, expected);
    sim::NearRow row;
    const bool fits = sim::best_gather_near<D>()(links_, range, body, row);
    std::erase(expected, body);
    ASSERT_EQ(fits, expected.size() <= sim::NearRow::kRoom);
    if (!fits) return;
    std::vector<std::uint32_t> gathered(row.bodies, row.bodies + row.ends[1]);
    std::sort(gathered.begin(), gathered.end());
    ASSERT_EQ(gathered, expected);
  }

  Random random_;
  LinkedCells<D> links_ = make<D>();
  std::map<std::uint32_t, Cell<D>> cells_;
};

TEST(LinkedCells, KnowWhoIsNearInTwoDimensions) {
  Walk<2>(1).run();
}
TEST(LinkedCells, KnowWhoIsNearInThreeDimensions) {
  Walk<3>(2).run();
}

/// Brute force: of two that are not near each other, both as far outside their cells as they may be, one can go on by
/// the margin before they touch; and some could not go on much further.
TEST(LinkedCells, LeaveAMarginToThoseWhoAreNotNear) {
  constexpr double kDiameter = 0.9;
  Random random(4);
  LinkedCells<3> links = make<3>();
  const double margin = links.margin(kDiameter);
  double least = INFINITY;
  for (int round = 0; round < 200000; ++round) {
    Vec3 apart;
    bool is_near = true;
    const Vec3 one = somewhere<3>(random);
    for (int k = 0; k < 3; ++k) {
      const double by = random.uniform(-3, 3);
      const double cells = std::floor((one[k] + by) / 1.25) - std::floor(one[k] / 1.25);
      is_near = is_near && std::fabs(cells) <= 1;
      apart[k] = std::max(0.0, std::fabs(by) - 2 * LinkedCells<3>::kHysteresis * 1.25);
    }
    if (!is_near) least = std::min(least, norm(apart) - kDiameter);
  }
  EXPECT_GE(least, margin);
  EXPECT_LE(least, margin + 0.05);
}

/// A ball on a straight path leaves the cell in which it is when it is beyond its side by the hysteresis, and may step
/// into the next one as soon as it is that close to it.
TEST(LinkedCells, AreLeftWhereTheyEnd) {
  Random random(3);
  LinkedCells<3> links = make<3>();
  for (int round = 0; round < 2000; ++round) {
    const Vec3 place = somewhere<3>(random);
    Vec3 velocity{random.normal(), random.normal(), random.normal()};
    if (round % 5 == 0) velocity[round % 3] = 0;
    links.insert(0, place);
    const auto exit = links.first_exit(0, place, velocity);
    const int axis = static_cast<int>(exit.step.axis);
    ASSERT_EQ(exit.step.up, velocity[axis] > 0);
    const Vec3 there = place + exit.after * velocity;
    const double hysteresis = 1.25 * LinkedCells<3>::kHysteresis;
    for (int k = 0; k < 3; ++k) {
      const double low = 1.25 * std::floor(place[k] / 1.25);
      ASSERT_GE(there[k], low - hysteresis - 1e-12);
      ASSERT_LE(there[k], low + 1.25 + hysteresis + 1e-12);
      if (k != axis) continue;
      ASSERT_NEAR(there[k], exit.step.up ? low + 1.25 + hysteresis : low - hysteresis, 1e-12);
    }
    const auto before = [&](double distance) { return there - (distance / std::fabs(velocity[axis])) * velocity; };
    EXPECT_TRUE(links.may_step(0, before(1.99 * hysteresis), exit.step));
    EXPECT_FALSE(links.may_step(0, before(2.01 * hysteresis), exit.step));
    links.remove(0);
  }
  links.insert(0, {1, 1, 1});
  EXPECT_TRUE(std::isinf(links.first_exit(0, {1, 1, 1}, {}).after));
}

}  // namespace
}  // namespace carom::broad
