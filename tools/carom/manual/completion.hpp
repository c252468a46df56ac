#pragma once
#include <string>
#include <vector>

#include "manual/usage_tree.hpp"

/// Scripts that complete the program's command line: commands, options, their words, and names of files elsewhere.
std::string bash_completion(const CommandUsage& program, const std::vector<CommandUsage>& commands);
std::string zsh_completion(const CommandUsage& program, const std::vector<CommandUsage>& commands);
std::string fish_completion(const CommandUsage& program, const std::vector<CommandUsage>& commands);
