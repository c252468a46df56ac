// carom_published: measurements and calculations of others, and what Carom makes of them, as
// docs/theory/billiards-published.md.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

#include "published/table_rows.hpp"

namespace carom::published {

bool Row::within() const {
  for (std::size_t k = 0; k < ours.size(); ++k)
    if (!(std::abs(ours[k] - published.at(k)) <= spread)) return false;
  return ours.size() == published.size();
}

namespace {

constexpr const char* kUsage = "usage: carom_published [--racks N] [--write FILE | --check FILE]\n";

std::string fixed(double value, int decimals) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(decimals) << value;
  return text.str();
}

// With as many decimals as the spread has a meaning for.
std::string numbers(const std::vector<double>& values, double spread) {
  const int decimals = spread >= 1 ? (spread >= 10 ? 0 : 1) : spread >= 0.1 ? 2 : 3;
  std::string all;
  for (const double value : values) {
    std::string one = fixed(value, decimals);
    if (one.find_first_of("123456789") == std::string::npos && one[0] == '-') one.erase(0, 1);
    all += (all.empty() ? "" : ", ") + one;
  }
  return all;
}

void write(std::ostream& out, const Section& section) {
  out << "\n## " << section.title
      << "\n\n| what | published | may differ by | ours | within | source |\n|---|---|---|---|---|---|\n";
  for (const Row& row : section.rows)
    out << "| " << row.what << " | " << numbers(row.published, row.spread) << " | " << row.spread << " | "
        << numbers(row.ours, row.spread) << " | " << (row.within() ? "yes" : "no: " + row.reason) << " | " << row.source
        << " |\n";
}

void write_breaks(std::ostream& out, int racks) {
  out << "\n## Breaks\n\n"
      << racks
      << " racks each of seed 1, the first ball hit full from the middle of the head line unless said otherwise, the "
         "cue "
         "ball leaves with 10.7 m/s (Onoda, BD May 1989). Our scatter, chosen before anything was counted: "
         ".15° of aim, 3 % of speed, .03 R of the tip; the Olympiads': .125°, .075 m/s, .5 mm (.0175 R), and .1° of "
         "elevation. Of 100 racks:\n\n"
      << "| | a ball falls | and no foul | the cue ball falls | the 8 or 9 falls | balls |\n|---|---|---|---|---|---|\n"
      << "| real: eight-ball, 7 ft, five professional events, 118 breaks at the first ball (BD, August 2016) | 80.5 | "
         "| "
         "7.6 | .8 | |\n"
      << "| real: the same, 51 breaks at the second ball | 82.4 | | 2.0 | 5.9 | |\n"
      << "| real: eight-ball, Ultimate Pool USA, 124 games (AzB 568443) | | 66 | | 1.6 | |\n"
      << "| real: ten-ball, two players on one tight table (AzB 247083) | 88, 74 | | | | 1.79, 1.66 |\n";
  for (const BreakRow& row : breaks(racks)) {
    out << "| ours: " << row.what;
    for (const double share : {row.made, row.good, row.scratched, row.key_ball}) out << " | " << fixed(share, 1);
    out << " | " << fixed(row.balls, 2) << " |\n";
  }
}

// The whole page, and whether every row that lies outside says why.
std::string page(int racks, bool with_breaks, bool& explained) {
  std::ostringstream out;
  out << "# Billiards beside what was measured\n\nMade by `carom_published --racks " << racks
      << " --write docs/theory/billiards-published.md`; a test makes all but the breaks anew, and compares. TP, BD: "
         "Alciatore's "
         "technical "
         "proofs and articles in Billiards Digest; AJP 2009: Mathavan, Jackson, Parkin, Am. J. Phys. 77, 788; recorded "
         "shots: tailuge/billiards, dist/fit/trajectories.json. What the breaks still lack: "
         "[breaks](../use/billiards.md#breaks).\n";
  for (const auto& sections : {impacts(), rails(), strokes(), wing_balls(std::min(racks, 1000))})
    for (const Section& section : sections) {
      write(out, section);
      for (const Row& row : section.rows)
        if (!row.within() && row.reason.empty()) {
          explained = false;
          std::cerr << row.what << ": outside, without a reason\n";
        }
    }
  if (with_breaks) write_breaks(out, racks);
  return out.str();
}

// Up to the table of breaks, which takes most of the time.
std::string compared(const std::string& page) {
  return page.substr(0, page.find("\n## Breaks"));
}

std::string read(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int run(int racks, const std::string& written, const std::string& checked) {
  bool explained = true;
  const std::string made = page(racks, checked.empty(), explained);
  if (!written.empty()) {
    std::ofstream(written, std::ios::binary) << made;
  } else if (checked.empty()) {
    std::cout << made;
  } else if (compared(read(checked)) != compared(made)) {
    std::cerr << checked << ": is not what carom_published makes of it now; it would be:\n" << made;
    return EXIT_FAILURE;
  }
  return explained ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace carom::published

int main(int argc, char** argv) {
  int racks = 1000;
  std::string written, checked;
  for (int k = 1; k < argc; k += 2) {
    const std::string option = argv[k];
    if (k + 1 == argc || (option != "--racks" && option != "--write" && option != "--check")) {
      std::cerr << carom::published::kUsage;
      return 2;
    }
    if (option == "--racks") racks = std::max(1, std::atoi(argv[k + 1]));
    if (option == "--write") written = argv[k + 1];
    if (option == "--check") checked = argv[k + 1];
  }
  return carom::published::run(racks, written, checked);
}
