#include "common/usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "carom/io/likely_meant.hpp"

namespace {

std::vector<std::string> subcommands(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

}  // namespace

std::string whole_number(const std::string& text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && stop == end) return {};
  return fmt::format("got {}, expected a whole number from 0 to 2^64 - 1", text);
}

// The check's name has the words, each with a bar before it; it is told to nobody.
CLI::Validator one_of(std::vector<std::string> words) {
  const std::string name = fmt::format("|{}", fmt::join(words, "|"));
  const auto check = [words = std::move(words)](const std::string& text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
    return fmt::format("got \"{}\", expected {}", text, expected_one_of(text, words));
  };
  return {check, "", name};
}

std::vector<std::string> words_of(CLI::Option& option) {
  std::vector<std::string> words;
  try {
    const std::string& name = option.get_validator(0)->get_name();
    if (name.starts_with('|')) words = CLI::detail::split(name.substr(1), '|');
  } catch (const CLI::OptionNotFound&) {  // it has no check
  }
  return words;
}

std::string expected_one_of(const std::string& word, const std::vector<std::string>& known) {
  const std::string_view meant = carom::io::likely_meant(word, {known.begin(), known.end()});
  const std::string all = fmt::format("one of {}", fmt::join(known, ", "));
  return meant.empty() ? all : fmt::format("{}; did you mean \"{}\"?", all, meant);
}

std::string usage_message(const CLI::ParseError& error, const CLI::App& program) {
  const std::vector<std::string> unknown = program.remaining(true);
  if (unknown.empty()) return error.what();
  const std::string& word = unknown.front();
  const auto commands = program.get_subcommands();
  if (commands.empty() && !word.starts_with('-'))
    return fmt::format("got the command \"{}\", expected {}", word, expected_one_of(word, subcommands(program)));
  const CLI::App& command = commands.empty() ? program : *commands.front();
  if (!word.starts_with('-')) return fmt::format("got \"{}\" after all that {} takes", word, command.get_name());
  return fmt::format("got the option \"{}\", expected {}", word, expected_one_of(word, options(command)));
}
