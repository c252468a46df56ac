#pragma once
#include <string>
#include <vector>

#include "manual/usage_tree.hpp"

/// The manual page of the program, carom(1), or of one of its commands, carom-run(1), for the macros man(7).
std::string man_page(const CommandUsage& program, const std::vector<CommandUsage>& commands);
std::string man_page(const CommandUsage& program, const CommandUsage& command);
