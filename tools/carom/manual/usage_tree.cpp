#include "manual/usage_tree.hpp"

#include "common/usage.hpp"

namespace {

OptionUsage usage_of(CLI::Option& option) {
  OptionUsage usage;
  for (const std::string& name : option.get_snames()) usage.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) usage.names.push_back("--" + name);
  if (option.get_positional())
    usage.value = option.get_name();
  else if (option.get_items_expected_max() > 0)
    usage.value = option.get_type_name().substr(0, option.get_type_name().find(':'));  // without its check's text
  usage.about = option.get_description();
  usage.words = words_of(option);
  return usage;
}

}  // namespace

CommandUsage usage_of(CLI::App& command) {
  CommandUsage usage{command.get_name(), command.get_description(), command.get_footer(), {}, {}};
  for (CLI::Option* option : command.get_options({}))
    (option->get_positional() ? usage.arguments : usage.options).push_back(usage_of(*option));
  return usage;
}

std::vector<CommandUsage> usage_of_subcommands(CLI::App& program) {
  std::vector<CommandUsage> all;
  for (CLI::App* command : program.get_subcommands({})) all.push_back(usage_of(*command));
  return all;
}

std::vector<std::string> names_of(const std::vector<CommandUsage>& commands) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const CommandUsage& command : commands) names.push_back(command.name);
  return names;
}
