#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace oracle {

/// What came out of one pair.
struct Judgement {
  bool hit = false;        ///< there is an impact
  bool wrong = false;      ///< the library says otherwise, or is off beyond its bound
  bool undecided = false;  ///< the oracle can not tell
  double error = 0;        ///< of the contact's position, in units of 2^-53 of the larger of the radius and the path
};

/// What the cheap proofs say of one pair: of the library's answer, and of some that are false.
struct Proofs {
  bool proved = false;
  int false_answers = 0;
  int believed = 0;  ///< false answers that they prove
};

/// One row of the table: a pair of shapes, a motion, a dimension. `judge` makes pair `index` of `seed`, asks the
/// library and finds the truth; a `story` that is not null gets all that a reader wants to know about it.
struct Kind {
  std::string name;
  std::function<Judgement(std::uint64_t seed, std::uint64_t index, std::string* story)> judge;
  std::function<Proofs(std::uint64_t seed, std::uint64_t index)> prove{};  ///< may be empty: no cheap proofs
};

std::vector<Kind> linear_ball_kinds();
std::vector<Kind> shape_kinds();
std::vector<Kind> hull_kinds();
std::vector<Kind> cylinder_hull_kinds();
std::vector<Kind> edge_kinds();

}  // namespace oracle
