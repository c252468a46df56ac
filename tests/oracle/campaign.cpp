#include "campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace oracle {
namespace {

constexpr const char* kHeader = "kind,seed,from,next,hits,wrong,undecided,worst,worst_index,first_wrong";
constexpr int kStoriesPerKind = 3;
constexpr std::chrono::seconds kSaveEvery{5};

Tally parsed(const std::string& line, const std::string& place) {
  std::istringstream fields(line);
  Tally t;
  char comma = 0;
  const bool good = std::getline(fields, t.kind, ',') &&
                    fields >> t.seed >> comma >> t.from >> comma >> t.next >> comma >> t.hits >> comma >> t.wrong >>
                        comma >> t.undecided >> comma >> t.worst >> comma >> t.worst_index >> comma >> t.first_wrong;
  if (!good || t.next < t.from) throw std::runtime_error(place + ": not a row of: " + kHeader);
  return t;
}

/// Where to go on: what the state file has of this kind and range, or an empty range.
Tally begun(const std::vector<Tally>& saved, const std::string& kind, const Campaign& campaign) {
  for (const Tally& t : saved)
    if (t.kind == kind && t.seed == campaign.seed && t.from == campaign.from) return t;
  Tally t;
  t.kind = kind;
  t.seed = campaign.seed;
  t.from = t.next = campaign.from;
  return t;
}

class State {
 public:
  explicit State(const std::string& file) : file_(file) {
    if (!file.empty() && std::ifstream(file)) tallies_ = read_tallies(file);
  }
  const std::vector<Tally>& tallies() const { return tallies_; }
  void save(const Tally& now) {
    if (file_.empty()) return;
    const auto same = [&](const Tally& t) { return t.kind == now.kind && t.seed == now.seed && t.from == now.from; };
    const auto old = std::find_if(tallies_.begin(), tallies_.end(), same);
    old == tallies_.end() ? tallies_.push_back(now) : void(*old = now);
    write_tallies(file_, tallies_);
  }

 private:
  std::string file_;
  std::vector<Tally> tallies_;
};

void tell(const Kind& kind, std::uint64_t seed, std::uint64_t index) {
  std::string story;
  kind.judge(seed, index, &story);
  fmt::print("{} --seed {} --only {}\n{}", kind.name, seed, index, story);
  std::fflush(stdout);
}

}  // namespace

void Tally::add(const Judgement& judgement, std::uint64_t index) {
  next = index + 1;
  hits += judgement.hit;
  undecided += judgement.undecided;
  if (judgement.wrong && wrong++ == 0) first_wrong = index;
  if (judgement.error > worst) {
    worst = judgement.error;
    worst_index = index;
  }
}

std::vector<Tally> run(const Campaign& campaign, const std::vector<Kind>& kinds) {
  State state(campaign.state);
  std::vector<Tally> done;
  for (const Kind& kind : kinds) {
    Tally tally = begun(state.tallies(), kind.name, campaign);
    auto saved = std::chrono::steady_clock::now();
    for (std::uint64_t i = tally.next; i < campaign.from + campaign.pairs; ++i) {
      const Judgement judgement = kind.judge(campaign.seed, i, nullptr);
      tally.add(judgement, i);
      if (judgement.wrong && tally.wrong <= kStoriesPerKind) tell(kind, campaign.seed, i);
      if (i % 256 == 0 && std::chrono::steady_clock::now() - saved > kSaveEvery) {
        state.save(tally);
        saved = std::chrono::steady_clock::now();
      }
    }
    state.save(tally);
    done.push_back(tally);
  }
  return done;
}

std::vector<ProofTally> run_proofs(const Campaign& campaign, const std::vector<Kind>& kinds) {
  std::vector<ProofTally> done;
  for (const Kind& kind : kinds) {
    if (!kind.prove) continue;
    ProofTally tally;
    tally.kind = kind.name;
    for (std::uint64_t i = campaign.from; i < campaign.from + campaign.pairs; ++i) {
      const Proofs proofs = kind.prove(campaign.seed, i);
      ++tally.pairs;
      tally.proved += proofs.proved ? 1 : 0;
      tally.false_answers += static_cast<std::uint64_t>(proofs.false_answers);
      if (proofs.believed > 0 && tally.believed == 0) tell(kind, campaign.seed, i);
      tally.believed += static_cast<std::uint64_t>(proofs.believed);
    }
    done.push_back(tally);
  }
  return done;
}

std::vector<Tally> read_tallies(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line) || line != kHeader)
    throw std::runtime_error(file + ": expected a file that begins with: " + kHeader);
  std::vector<Tally> tallies;
  for (int number = 2; std::getline(in, line); ++number)
    tallies.push_back(parsed(line, file + ":" + std::to_string(number)));
  return tallies;
}

void write_tallies(const std::string& file, const std::vector<Tally>& tallies) {
  const std::string unfinished = file + ".part";
  {
    std::ofstream out(unfinished);
    out << kHeader << '\n';
    for (const Tally& t : tallies)
      out << fmt::format("{},{},{},{},{},{},{},{},{},{}\n", t.kind, t.seed, t.from, t.next, t.hits, t.wrong,
                         t.undecided, t.worst, t.worst_index, t.first_wrong);
    if (!out.flush()) throw std::runtime_error(unfinished + ": can not be written");
  }
  if (std::rename(unfinished.c_str(), file.c_str()) != 0) throw std::runtime_error(file + ": can not be written");
}

std::vector<Tally> merged(std::vector<Tally> tallies) {
  std::stable_sort(tallies.begin(), tallies.end(), [](const Tally& a, const Tally& b) {
    return std::tie(a.kind, a.seed, a.from) < std::tie(b.kind, b.seed, b.from);
  });
  std::vector<Tally> sums;
  std::vector<std::uint64_t> pairs;
  const Tally* before = nullptr;
  for (const Tally& t : tallies) {
    if (before && before->kind == t.kind && before->seed == t.seed && t.from < before->next)
      throw std::runtime_error(fmt::format("{}, seed {}: pairs {} to {} come twice", t.kind, t.seed, t.from,
                                           std::min(t.next, before->next) - 1));
    if (sums.empty() || sums.back().kind != t.kind) {
      sums.push_back(t);
    } else {
      Tally& sum = sums.back();
      if (sum.wrong == 0) sum.first_wrong = t.first_wrong;
      // Only the number of pairs of a sum of ranges has a meaning.
      sum.next = sum.from + sum.pairs() + t.pairs();
      sum.hits += t.hits, sum.wrong += t.wrong, sum.undecided += t.undecided;
      if (t.worst > sum.worst) sum.worst = t.worst, sum.worst_index = t.worst_index, sum.seed = t.seed;
    }
    before = &t;
  }
  return sums;
}

std::string table(const std::vector<Tally>& tallies, bool markdown) {
  const char* row =
      markdown ? "| {} | {} | {} | {} | {} | {} | {} |\n" : "{:<36} {:>12} {:>12} {:>6} {:>9} {:>11}  {}\n";
  std::string text =
      fmt::format(fmt::runtime(row), "pair", "pairs", "hits", "wrong", "undecided", "worst error", "worst to replay");
  if (markdown) text += "|---|---:|---:|---:|---:|---:|---|\n";
  for (const Tally& t : tallies) {
    const std::string replay = t.worst > 0 ? fmt::format("--seed {} --only {}", t.seed, t.worst_index) : "";
    text += fmt::format(fmt::runtime(row), t.kind, t.pairs(), t.hits, t.wrong, t.undecided,
                        fmt::format("{:.2f} u", t.worst), replay);
  }
  return text;
}

std::string table(const std::vector<ProofTally>& tallies) {
  constexpr const char* kRow = "{:<44} {:>10} {:>8} {:>14} {:>9}\n";
  std::string text = fmt::format(kRow, "pair", "pairs", "proved", "false answers", "believed");
  for (const ProofTally& t : tallies) {
    const double share = 100 * static_cast<double>(t.proved) / static_cast<double>(t.pairs);
    text += fmt::format(kRow, t.kind, t.pairs, fmt::format("{:.2f} %", share), t.false_answers, t.believed);
  }
  return text;
}

}  // namespace oracle
