#pragma once
#include <cstdint>
#include <string_view>

#include "carom/billiards/layout.hpp"

#pragma GCC visibility push(default)

namespace carom::billiards {

enum class GameKind { eight_ball, nine_ball, straight_pool, snooker, three_cushion, practice };

/// The balls' numbers. Pool: the cue ball is 0, the others have the numbers on them. Snooker: reds 1–15, colours 16–21
/// in the order of their values. Carom: 0 is the first player's ball, 1 the second's, 2 the red.
inline constexpr int kCueBall = 0;
inline constexpr int kEightBall = 8;
inline constexpr int kNineBall = 9;
inline constexpr int kReds = 15;
inline constexpr int kYellow = 16;
inline constexpr int kGreen = 17;
inline constexpr int kBrown = 18;
inline constexpr int kBlue = 19;
inline constexpr int kPink = 20;
inline constexpr int kBlack = 21;
inline constexpr int kCaromRed = 2;

/// How many balls the game is played with, cue ball included.
int ball_count(GameKind kind);
/// "eight-ball", "nine-ball", "straight-pool", "snooker", "three-cushion", "practice".
std::string_view name(GameKind kind);
/// "7", "cue ball", "pink", "red 3".
std::string ball_name(GameKind kind, int ball);

/// The table that the game is played on: pool of nine feet, snooker of twelve or carom of ten.
Layout layout_for(GameKind kind);

/// Mean gaps between neighbours, in metres, of three ways to rack: on a template, where what is left is the balls' own
/// roundness; with a triangle and care; with a triangle in haste.
inline constexpr double kTemplateGap = 2e-5;
inline constexpr double kTightGap = 1e-4;
inline constexpr double kLooseGap = 4e-4;

struct RackOptions {
  double gap = kTightGap;         ///< m, 1e-9 … 0.005: the mean gap between neighbours
  bool nine_on_foot_spot = true;  ///< nine-ball: the 9 on the foot spot (WPA 2.2 since 2025), or else the 1

  friend bool operator==(const RackOptions&, const RackOptions&) = default;
};

/// The balls as the game begins, the same bits for the same arguments everywhere; `number` counts the racks of a game,
/// which differ. Racked balls: places on a triangular lattice of pitch 2 R + gap, each ball off its place by a random
/// vector, uniform on a disc of radius gap/2. So all gaps between neighbours lie between 0 and about 2 gap, their
/// mean is about `gap`, and no two balls overlap or touch. Which ball lies where is random as far as the rules leave it
/// open:
/// - eight-ball: the 8 in the middle, a solid and a striped ball in the corners of the last row (WPA 3.2);
/// - nine-ball: a diamond with the 9 in the middle and the 1 at the front (WPA 2.2);
/// - straight pool (WPA 4.2) and practice: no order;
/// - snooker: the colours on their spots, the triangle of reds behind the pink without touching it (WPBSA, Section 3,
///   rule 2); three-cushion: all on their spots (UMB, article 23).
/// The cue ball waits where it may be played from: half-way between head cushion and head line (pool), on the baulk
/// line between brown and green (snooker), on the starting spot at +y (carom). Throws std::invalid_argument for a gap
/// out of its range.
BallPlaces rack(GameKind kind, const Layout& layout, std::uint64_t seed, std::uint64_t number = 0,
                const RackOptions& options = {});

/// Straight pool's next rack: all balls but `left_out` (nothing: all fifteen), the front place then empty; the others'
/// places, and nothing for left_out and the cue ball (WPA 4.2).
BallPlaces rerack(const Layout& layout, std::optional<int> left_out, std::uint64_t seed, std::uint64_t number,
                  const RackOptions& options = {});

/// Whether a ball there touches the triangle that fifteen balls fill, as its frame outlines it (WPA 4.8).
bool interferes_with_rack(const Layout& layout, const Vec2& place);

/// The colour's own spot: yellow on the D's right-hand end (−y), green on its left-hand end.
Vec2 colour_spot(const Layout& layout, int colour);

}  // namespace carom::billiards

#pragma GCC visibility pop
