#include <memory>

#include "commands.hpp"
#include "common/message.hpp"
#include "common/run_watch.hpp"

namespace {

constexpr const char* kResumeAbout = "Goes on with a run that was stopped or died, from its last checkpoint";
constexpr const char* kResumeMore =
    "The run must have been begun with --checkpoint-every. It ends with the same bits, in all of its files, as if it\n"
    "had never stopped. A damaged checkpoint is passed over for the one before it, and the standard error says so.\n"
    "\n"
    "Examples:\n"
    "  carom run scenes/gas3d.json --checkpoint-every 60\n"
    "  carom resume out/gas3d";

struct ResumeArguments {
  std::string folder;
  carom::io::ResumeOptions options;
  bool quiet = false;
};

int resume(const ResumeArguments& arguments) {
  const RunWatch watch(arguments.quiet);
  carom::io::ResumeOptions options = arguments.options;
  options.progress = watch.progress();
  options.warn = [&watch](const std::string& text) {
    watch.wipe();
    print_warning(text);
  };
  const std::filesystem::path folder = arguments.folder;
  const auto result = carom::io::resume(folder, options);
  watch.wipe();
  if (result) return tell(folder.filename().string(), *result, folder, arguments.quiet);
  if (!arguments.quiet) say("{}: the run is at its end already\n", folder.string());
  return 0;
}

}  // namespace

void add_resume(CLI::App& program, int& exit_code) {
  const auto arguments = std::make_shared<ResumeArguments>();
  CLI::App* command = program.add_subcommand("resume", kResumeAbout);
  command->footer(kResumeMore);
  command->add_option("DIR", arguments->folder, "The folder of the run")->required();
  command
      ->add_option("--checkpoint-every", arguments->options.checkpoint_every,
                   "Seconds from one checkpoint to the next, instead of the run's")
      ->type_name("S");
  add_limits(*command, arguments->options);
  command->add_option("--threads", arguments->options.threads, "As for carom run; 1 if not given")->type_name("N");
  add_search(*command, arguments->options.search);
  command->add_flag("--quiet", arguments->quiet, "Print nothing but errors and warnings");
  command->callback([arguments, &exit_code] { exit_code = resume(*arguments); });
}
