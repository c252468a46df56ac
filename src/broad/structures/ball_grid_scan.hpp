#pragma once
#include "broad/structures/ball_grid.hpp"

namespace carom::broad {

/// The balls of a grid that pieces of sweeps may reach. Vectorised for the machine that it runs on.
void scan_grid(const GridView<2>& grid, std::span<const Piece<2>> pieces, Candidates& found);
void scan_grid(const GridView<3>& grid, std::span<const Piece<3>> pieces, Candidates& found);

/// The pairs of balls of a grid that are certainly or perhaps near each other.
void pairs_in_grid(const GridView<2>& grid, const PairSearch& search, Found<NearPair>& certain,
                   Found<NearPair>& perhaps);
void pairs_in_grid(const GridView<3>& grid, const PairSearch& search, Found<NearPair>& certain,
                   Found<NearPair>& perhaps);

}  // namespace carom::broad
