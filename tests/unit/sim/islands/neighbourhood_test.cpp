#include "sim/islands/neighbourhood.hpp"

#include <gtest/gtest.h>

#include <array>

#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

using Ids = std::vector<std::uint32_t>;

// 1 to 7 in a row, with 0 the floor on which 1 and 7 lie, and 8 beside nothing.
class NeighbourhoodTest : public testing::Test {
 protected:
  NeighbourhoodTest() {
    parts_.add({.shape = HalfSpace2{{0, 1}, 0}});
    for (std::uint32_t id = 1; id <= 8; ++id) {
      parts_.add({.shape = Circle{{1.0 * id, 1}, 0.5}});
      parts_.data.store.island_state(id).is_in = true;
    }
    for (std::uint32_t id = 1; id < 7; ++id) contacts_.push_back({BodyId{id}, BodyId{id + 1}});
    contacts_.insert(contacts_.begin(), {BodyId{1}, BodyId{0}, 0});
    contacts_.push_back({BodyId{7}, BodyId{0}, 0});
    around_.begin(parts_.data.store, contacts_);
  }

  EngineParts<2> parts_;
  std::vector<ContactState<2>> contacts_;
  Neighbourhood<2> around_;
};

TEST_F(NeighbourhoodTest, GrowsByTheNearestFirst) {
  around_.grow(std::array{4u}, 3);
  EXPECT_EQ(around_.members(), (Ids{3, 4, 5}));
  around_.grow(std::array{6u}, 5);
  EXPECT_EQ(around_.members(), (Ids{3, 4, 5, 6, 7}));
  EXPECT_TRUE(around_.has(6));
  EXPECT_FALSE(around_.has(2));
}

TEST_F(NeighbourhoodTest, HasAllThatItWasGivenAndWhatTheyAreJoinedTo) {
  around_.grow(std::array{1u, 8u}, 1);
  EXPECT_EQ(around_.members(), (Ids{1, 8}));
  around_.grow(std::array{2u}, 100);
  EXPECT_EQ(around_.members(), (Ids{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST_F(NeighbourhoodTest, IsNotJoinedByTheFloor) {
  around_.grow(std::array{1u}, 3);
  EXPECT_EQ(around_.members(), (Ids{1, 2, 3}));
  EXPECT_EQ(around_.joined_to(1).size(), 1u);
  EXPECT_TRUE(around_.joined_to(8).empty());
}

}  // namespace
}  // namespace carom::sim
