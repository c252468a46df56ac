#pragma once
#include <string>
#include <vector>

// A published row and what Carom makes of it.
namespace carom::published {

/// Numbers that were measured or computed by others, and ours for the same questions, in the same order and units.
struct Row {
  std::string what;
  std::vector<double> published;
  double spread = 0;  ///< each of ours may differ by so much
  std::vector<double> ours;
  std::string source;
  std::string reason{};  ///< why ours lie outside, where they do

  bool within() const;
};

struct Section {
  std::string title;
  std::vector<Row> rows;
};

/// Of breaks: how many of a hundred.
struct BreakRow {
  std::string what;
  double made, good, scratched, key_ball, balls;
};

std::vector<Section> impacts();
std::vector<Section> rails();
std::vector<Section> strokes();

std::vector<BreakRow> breaks(int racks);
std::vector<Section> wing_balls(int racks);

}  // namespace carom::published
