#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

// The program's commands and options as its --help has them, as plain values: manual pages and completions are written
// from these.

struct OptionUsage {
  std::vector<std::string> names;  ///< --out, -h; empty for a positional argument
  std::string value;               ///< DIR, N; empty for a flag
  std::string about;
  std::vector<std::string> words;  ///< all that the value may be; empty: anything
};

struct CommandUsage {
  std::string name;
  std::string about;
  std::string more;  ///< below the options
  std::vector<OptionUsage> arguments;
  std::vector<OptionUsage> options;
};

/// Of the program itself (`name` "carom"), and of its subcommands in order.
CommandUsage usage_of(CLI::App& command);
std::vector<CommandUsage> usage_of_subcommands(CLI::App& program);
std::vector<std::string> names_of(const std::vector<CommandUsage>& commands);
