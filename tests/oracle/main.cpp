#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>

#include "campaign.hpp"

// The library's answers against the truth, found in other ways: see README.md. Exits with 1 if anything was wrong.

namespace {

using namespace oracle;

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for (const auto& list : {linear_ball_kinds(), shape_kinds(), hull_kinds(), cylinder_hull_kinds(), edge_kinds()})
    kinds.insert(kinds.end(), list.begin(), list.end());
  return kinds;
}

bool belongs(const std::string& name, const std::string& wanted) {
  return wanted == "all" || name == wanted || name.rfind(wanted + "/", 0) == 0;
}

/// Throws if one of the wanted names is nobody's.
std::vector<Kind> chosen(const std::vector<std::string>& wanted) {
  std::vector<Kind> kinds;
  const std::vector<Kind> all = all_kinds();
  for (const std::string& w : wanted) {
    const std::size_t before = kinds.size();
    for (const Kind& kind : all)
      if (belongs(kind.name, w)) kinds.push_back(kind);
    if (kinds.size() > before) continue;
    std::string names;
    for (const Kind& kind : all) names += "\n  " + kind.name;
    throw std::runtime_error("--kind " + w + ": no such kind; there are all and (also by their beginnings)" + names);
  }
  return kinds;
}

bool all_right(const std::vector<Tally>& tallies) {
  std::uint64_t wrong = 0;
  for (const Tally& t : tallies) wrong += t.wrong;
  return wrong == 0;
}

bool prove(const Campaign& campaign, const std::vector<Kind>& kinds) {
  const std::vector<ProofTally> tallies = run_proofs(campaign, kinds);
  fmt::print("{}", table(tallies));
  return std::all_of(tallies.begin(), tallies.end(), [](const ProofTally& t) { return t.believed == 0; });
}

bool replay(const std::vector<Kind>& kinds, std::uint64_t seed, std::uint64_t index) {
  bool right = true;
  for (const Kind& kind : kinds) {
    std::string story;
    const Judgement j = kind.judge(seed, index, &story);
    fmt::print("{}: {}, error {:.3g} u\n{}", kind.name,
               j.undecided ? "undecided"
               : j.wrong   ? "WRONG"
                           : "right",
               j.error, story);
    right = right && !j.wrong;
  }
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Compares the library's answers with the truth on random and adversarial pairs."};
  Campaign campaign;
  std::vector<std::string> wanted{"all"};
  std::vector<std::string> files;
  std::uint64_t index = 0;
  bool markdown = false;
  bool proofs = false;
  app.add_option("--pairs", campaign.pairs, "how many pairs of each kind")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 50));
  app.add_option("--kind", wanted, "all, or the beginnings of kinds: ball-ball, ball-ball/linear, …")->delimiter(',');
  app.add_option("--seed", campaign.seed, "which pairs: they depend on seed and index alone");
  app.add_option("--from", campaign.from, "the first pair's index")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 50));
  app.add_option("--state", campaign.state,
                 "a file of results, kept up to date; a run that was killed goes on from it");
  const auto* only = app.add_option("--only", index, "shows the pair of this index and nothing else");
  app.add_option("--merge", files, "adds up files of results and prints their table")->check(CLI::ExistingFile);
  app.add_flag("--proofs", proofs, "asks the cheap proofs alone: what they prove of the answers and of false ones");
  app.add_flag("--markdown", markdown, "prints the table in Markdown");
  CLI11_PARSE(app, argc, argv);
  try {
    if (*only) return replay(chosen(wanted), campaign.seed, index) ? 0 : 1;
    if (proofs) return prove(campaign, chosen(wanted)) ? 0 : 1;
    std::vector<Tally> tallies;
    for (const std::string& file : files) {
      const std::vector<Tally> more = read_tallies(file);
      tallies.insert(tallies.end(), more.begin(), more.end());
    }
    tallies = files.empty() ? run(campaign, chosen(wanted)) : merged(tallies);
    fmt::print("{}", table(tallies, markdown));
    return all_right(tallies) ? 0 : 1;
  } catch (const std::exception& e) {
    fmt::print(stderr, "oracle: {}\n", e.what());
    return 2;
  }
}
