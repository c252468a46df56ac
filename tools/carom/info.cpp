#include <fmt/format.h>

#include <memory>

#include "carom/io/describe.hpp"
#include "commands.hpp"

namespace {

constexpr const char* kInfoAbout = "Explains a file or a folder that Carom reads or writes";
constexpr const char* kInfoMore =
    "Examples:\n"
    "  carom info out/break                  the folder of a run: what happened, and its files\n"
    "  carom info out/break/trajectory.h5    how many balls, frames, from when to when\n"
    "  carom info out/break/final.json       a scene";

}  // namespace

void add_info(CLI::App& program) {
  const auto file = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("info", kInfoAbout);
  command->footer(kInfoMore);
  command->add_option("FILE", *file, "A scene, trajectory.h5, events.h5, summary.json or the folder of a run")
      ->required();
  command->callback([file] { fmt::print("{}", carom::io::describe_file(*file, print_note)); });
}
