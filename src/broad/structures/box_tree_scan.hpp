#pragma once
#include "broad/structures/box_tree.hpp"

namespace carom::broad {

/// The items of a tree, its levels given from the leaves up, that pieces of sweeps may reach. Vectorised for the
/// machine that it runs on.
void scan_tree(std::span<const LevelView<2>> levels, const std::uint32_t* numbers, std::span<const Piece<2>> pieces,
               Candidates& found);
void scan_tree(std::span<const LevelView<3>> levels, const std::uint32_t* numbers, std::span<const Piece<3>> pieces,
               Candidates& found);

}  // namespace carom::broad
