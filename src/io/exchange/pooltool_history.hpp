#pragma once
#include <functional>
#include <string>
#include <vector>

#include "carom/io/shot.hpp"
#include "io/json/json_text.hpp"

namespace carom::io {

/// What a system calls its parts, and where it has them.
struct PooltoolParts {
  std::function<Vec2(const Vec2&)> place;
  std::function<Vec2(const Vec2&)> turned;  ///< of directions
  std::vector<std::string> cushions;        ///< by index into the table's cushions, and its obstacles after them
  std::vector<std::string> pockets;
};

/// Gives the system what was played: its events, and the state of every ball at the start and after each of them.
/// Throws InputError for more than two million states.
void add_history(const ShotSetup& setup, const billiards::Outcome& outcome, const PooltoolParts& parts, Json& system);

}  // namespace carom::io
