#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "common/message.hpp"
#include "common/usage.hpp"
#include "manual/completion.hpp"
#include "manual/man_page.hpp"
#include "manual/usage_tree.hpp"

namespace {

constexpr const char* kManualAbout = "Writes a manual page, or what completes command lines in a shell";
constexpr const char* kManualMore =
    "They go to the standard output.\n"
    "\n"
    "Examples:\n"
    "  carom manual man run | man -l -                         the manual page of carom run\n"
    "  source <(carom manual bash)                             in ~/.bashrc\n"
    "  carom manual zsh > ~/.zfunc/_carom                      in a folder of $fpath\n"
    "  carom manual fish > ~/.config/fish/completions/carom.fish";

struct ManualArguments {
  std::string format;
  std::string command;
};

std::string page(const CommandUsage& program, const std::vector<CommandUsage>& commands, const std::string& name) {
  if (name.empty()) return man_page(program, commands);
  for (const CommandUsage& command : commands)
    if (command.name == name) return man_page(program, command);
  throw std::runtime_error(
      fmt::format("got the command \"{}\", expected {}", name, expected_one_of(name, names_of(commands))));
}

std::string manual(CLI::App& app, const ManualArguments& arguments) {
  const CommandUsage program = usage_of(app);
  const std::vector<CommandUsage> commands = usage_of_subcommands(app);
  if (arguments.format == "bash") return bash_completion(program, commands);
  if (arguments.format == "zsh") return zsh_completion(program, commands);
  if (arguments.format == "fish") return fish_completion(program, commands);
  return page(program, commands, arguments.command);
}

}  // namespace

void add_manual(CLI::App& program) {
  auto arguments = std::make_shared<ManualArguments>();
  CLI::App* command = program.add_subcommand("manual", kManualAbout);
  command->footer(kManualMore);
  command->add_option("FORMAT", arguments->format, "man, bash, zsh or fish")
      ->required()
      ->check(one_of({"man", "bash", "zsh", "fish"}));
  command->add_option("COMMAND", arguments->command, "The command whose manual page it is; carom itself if not given");
  command->callback([&program, arguments] { say_text(manual(program, *arguments)); });
}
