#include <memory>

#include "carom/io/describe.hpp"
#include "carom/io/input_file.hpp"
#include "commands.hpp"
#include "common/message.hpp"

namespace {

constexpr const char* kInfoAbout = "Explains a file or a folder that Carom reads or writes";
constexpr const char* kInfoMore =
    "Examples:\n"
    "  carom info out/break                  the folder of a run: what happened, and its files\n"
    "  carom info out/break/trajectory.h5    how many balls, frames, from when to when\n"
    "  carom info out/break/final.json       a scene\n"
    "  carom info out/break --json           for programs: all of the summary, and its files";

struct InfoArguments {
  std::string file;
  bool json = false;
};

std::string described(const InfoArguments& arguments) {
  const auto form = arguments.json ? carom::io::Form::json : carom::io::Form::text;
  if (arguments.file != "-") return carom::io::describe_file(arguments.file, print_note, form);
  return carom::io::describe_text(carom::io::InputFile::standard_input().read_all(), "stdin", print_note, form);
}

}  // namespace

void add_info(CLI::App& program) {
  const auto arguments = std::make_shared<InfoArguments>();
  CLI::App* command = program.add_subcommand("info", kInfoAbout);
  command->footer(kInfoMore);
  command
      ->add_option(
          "FILE", arguments->file,
          "A scene, trajectory.h5, events.h5, summary.json, the folder of a run, a billiard table, a shot, a rack or a "
          "saved game; - is the standard input, for JSON")
      ->required();
  command->add_flag("--json", arguments->json, "The same as JSON, for programs");
  command->callback([arguments] { say_text(described(*arguments)); });
}
