#pragma once
#include <string>
#include <vector>

#include "kind.hpp"

// Long runs: the pairs of one seed are numbered, so that a run is a range of numbers, and ranges add up.
namespace oracle {

/// A range of one kind's pairs: `from` ≤ index < `next`.
struct Tally {
  std::string kind;
  std::uint64_t seed = 1;
  std::uint64_t from = 0;
  std::uint64_t next = 0;
  std::uint64_t hits = 0;
  std::uint64_t wrong = 0;
  std::uint64_t undecided = 0;
  double worst = 0;
  std::uint64_t worst_index = 0;
  std::uint64_t first_wrong = 0;  ///< if any is wrong

  std::uint64_t pairs() const { return next - from; }
  void add(const Judgement& judgement, std::uint64_t index);
};

struct Campaign {
  std::uint64_t seed = 1;
  std::uint64_t from = 0;
  std::uint64_t pairs = 10000;
  std::string state;  ///< a file that a killed run goes on from; may be empty
};

/// Judges the pairs of every kind, less those that the state file has already. Prints the first wrong ones.
std::vector<Tally> run(const Campaign& campaign, const std::vector<Kind>& kinds);

/// What the cheap proofs of one kind do.
struct ProofTally {
  std::string kind;
  std::uint64_t pairs = 0;
  std::uint64_t proved = 0;
  std::uint64_t false_answers = 0;
  std::uint64_t believed = 0;
};

/// Asks the cheap proofs alone, of every kind that has some. Prints the first pairs of which they believe what is
/// false.
std::vector<ProofTally> run_proofs(const Campaign& campaign, const std::vector<Kind>& kinds);
std::string table(const std::vector<ProofTally>& tallies);

/// Rows of CSV. Throws std::runtime_error with the place of what is wrong.
std::vector<Tally> read_tallies(const std::string& file);
void write_tallies(const std::string& file, const std::vector<Tally>& tallies);

/// One row per kind. Throws where two ranges of the same seed overlap: those pairs would count twice.
std::vector<Tally> merged(std::vector<Tally> tallies);

std::string table(const std::vector<Tally>& tallies, bool markdown);

}  // namespace oracle
