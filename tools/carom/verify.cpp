#include <memory>

#include "commands.hpp"
#include "common/message.hpp"
#include "common/run_watch.hpp"

namespace {

constexpr const char* kVerifyAbout = "Checks that the files of a run are as they were written, and what it computed";
constexpr const char* kVerifyMore =
    "Each file is compared with its checksum in checksums.xxh128 (which xxh128sum -c reads too); of an unfinished run\n"
    "the checkpoints are. With --replay the run is run again and the first difference of each file is told.\n"
    "\n"
    "Examples:\n"
    "  carom verify out/break\n"
    "  carom verify out/break --replay";

struct VerifyArguments {
  std::string folder;
  bool replay = false;
  bool quiet = false;
};

int verify(const VerifyArguments& arguments) {
  const RunWatch watch(arguments.quiet);
  const std::vector<std::string> wrong = carom::io::verify(arguments.folder, arguments.replay, watch.progress());
  watch.wipe();
  for (const std::string& sentence : wrong) print_error(sentence);
  if (wrong.empty() && !arguments.quiet)
    say("{}: all files are {}\n", arguments.folder,
        arguments.replay ? "as a replay gives them" : "as they were written");
  return wrong.empty() ? 0 : 1;
}

}  // namespace

void add_verify(CLI::App& program, int& exit_code) {
  const auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command = program.add_subcommand("verify", kVerifyAbout);
  command->footer(kVerifyMore);
  command->add_option("DIR", arguments->folder, "The folder of the run")->required();
  command->add_flag("--replay", arguments->replay, "Run it again and compare");
  command->add_flag("--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments, &exit_code] { exit_code = verify(*arguments); });
}
