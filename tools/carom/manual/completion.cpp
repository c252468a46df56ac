#include "manual/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace {

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::string names_of(const std::vector<OptionUsage>& options) {
  std::vector<std::string> names;
  for (const OptionUsage& option : options) names.insert(names.end(), option.names.begin(), option.names.end());
  return joined(names);
}

/// The first words of the first argument that has some: `carom query QUESTION`.
std::vector<std::string> words_of_arguments(const CommandUsage& command) {
  for (const OptionUsage& argument : command.arguments)
    if (!argument.words.empty()) return argument.words;
  return {};
}

bool is_folder(const OptionUsage& option) {
  return option.value == "DIR";
}

/// For a shell's single quotes.
std::string in_quotes(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '\'' ? "'\\''" : std::string(1, c);
  return "'" + safe + "'";
}

/// On one line.
std::string brief(std::string about) {
  std::replace(about.begin(), about.end(), '\n', ' ');
  return about;
}

/// For zsh's descriptions: without what _arguments reads as its own.
std::string zsh_about(const std::string& about) {
  std::string safe;
  for (const char c : brief(about)) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string zsh_action(const OptionUsage& option) {
  if (!option.words.empty()) return "(" + joined(option.words) + ")";
  return is_folder(option) ? "_files -/" : "_files";
}

std::string fish_flags(const OptionUsage& option) {
  std::string flags;
  for (const std::string& name : option.names)
    flags += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (option.value.empty()) return flags;
  if (!option.words.empty()) return flags + " -x -a " + in_quotes(joined(option.words));
  return flags + (is_folder(option) ? " -x -a '(__fish_complete_directories)'" : " -r");
}

}  // namespace

std::string bash_completion(const CommandUsage& program, const std::vector<CommandUsage>& commands) {
  std::string script = fmt::format(
      "# Completion for {0}, written by `{0} manual`.\n"
      "_{0}() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '{1} {2}' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case $command:$before in\n",
      program.name, joined(names_of(commands)), names_of(program.options));
  for (const CommandUsage& command : commands)
    for (const OptionUsage& option : command.options)
      for (const std::string& name : option.names) {
        if (!option.words.empty())
          script += fmt::format("    {}:{}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n", command.name,
                                name, joined(option.words));
        else if (is_folder(option))
          script += fmt::format("    {}:{}) compopt -o filenames; COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n",
                                command.name, name);
      }
  script += "  esac\n  case $command:$word in\n";
  for (const CommandUsage& command : commands)
    script += fmt::format("    {}:-*) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n", command.name,
                          names_of(command.options));
  script += "  esac\n  case $command in\n";
  for (const CommandUsage& command : commands)
    if (const auto words = words_of_arguments(command); !words.empty())
      script += fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")) ;;\n", command.name, joined(words));
  return script + fmt::format(
                      "  esac\n"
                      "  compopt -o filenames\n"
                      "  COMPREPLY+=($(compgen -f -- \"$word\"))\n"
                      "}}\n"
                      "complete -F _{0} {0}\n",
                      program.name);
}

std::string zsh_completion(const CommandUsage& program, const std::vector<CommandUsage>& commands) {
  std::string script = fmt::format(
      "#compdef {0}\n"
      "# Completion for {0}, written by `{0} manual`.\n"
      "local -a commands=(\n",
      program.name);
  for (const CommandUsage& command : commands)
    script += fmt::format("  {}\n", in_quotes(fmt::format("{}:{}", command.name, zsh_about(command.about))));
  script +=
      ")\nif (( CURRENT == 2 )); then\n  _describe command commands\n  return\nfi\n"
      "local command=$words[2]\nshift words\n(( CURRENT-- ))\ncase $command in\n";
  for (const CommandUsage& command : commands) {
    script += fmt::format("  {})\n    _arguments", command.name);
    for (const OptionUsage& option : command.options)
      for (const std::string& name : option.names) {
        std::string one = fmt::format("{}[{}]", name, zsh_about(option.about));
        if (!option.value.empty()) one += fmt::format(":{}:{}", zsh_about(option.value), zsh_action(option));
        script += " \\\n      " + in_quotes(one);
      }
    for (std::size_t k = 0; k < command.arguments.size(); ++k) {
      const OptionUsage& argument = command.arguments[k];
      const std::string place = k + 1 < command.arguments.size() ? std::to_string(k + 1) : "*";
      script +=
          " \\\n      " + in_quotes(fmt::format("{}:{}:{}", place, zsh_about(argument.value), zsh_action(argument)));
    }
    script += " ;;\n";
  }
  return script + "esac\n";
}

std::string fish_completion(const CommandUsage& program, const std::vector<CommandUsage>& commands) {
  std::string script = fmt::format("# Completion for {0}, written by `{0} manual`.\n", program.name);
  const std::string start = fmt::format("complete -c {}", program.name);
  for (const OptionUsage& option : program.options)
    script +=
        fmt::format("{} -n __fish_use_subcommand{} -d {}\n", start, fish_flags(option), in_quotes(brief(option.about)));
  for (const CommandUsage& command : commands) {
    script += fmt::format("{} -n __fish_use_subcommand -f -a {} -d {}\n", start, command.name,
                          in_quotes(brief(command.about)));
    const std::string here = fmt::format("{} -n '__fish_seen_subcommand_from {}'", start, command.name);
    for (const OptionUsage& option : command.options)
      script += fmt::format("{}{} -d {}\n", here, fish_flags(option), in_quotes(brief(option.about)));
    if (const auto words = words_of_arguments(command); !words.empty())
      script += fmt::format("{} -a {}\n", here, in_quotes(joined(words)));
  }
  return script;
}
