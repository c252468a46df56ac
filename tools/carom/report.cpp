#include <memory>

#include "commands.hpp"
#include "common/message.hpp"
#include "common/run_watch.hpp"

namespace {

constexpr const char* kReportAbout = "Draws the picture and the report of a run again";
constexpr const char* kReportMore =
    "They are made of record.bin, which each run leaves in its folder; the run is not run again.\n"
    "\n"
    "Example:\n"
    "  carom report out/break";

int report(const std::string& folder) {
  const std::vector<std::string> failures = carom::io::draw_again(folder);
  for (const std::string& failure : failures) print_warning(failure);
  if (failures.empty()) say("All files:  {}\n", folder);
  return failures.empty() ? 0 : kNotDrawn;
}

}  // namespace

void add_report(CLI::App& program, int& exit_code) {
  const auto folder = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("report", kReportAbout);
  command->footer(kReportMore);
  command->add_option("DIR", *folder, "The folder of the run")->required();
  command->callback([folder, &exit_code] { exit_code = report(*folder); });
}
