#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

// Checks of a value on the command line, for CLI::Option::check.

/// That it is a whole number from 0 to 2^64 − 1; the conversion would take -1 for the largest.
std::string whole_number(const std::string& text);
/// That it is one of these words.
CLI::Validator one_of(std::vector<std::string> words);
/// The words, if that is checked of an option's value.
std::vector<std::string> words_of(CLI::Option& option);

/// What was expected in place of `word`: the known one that is likely meant, or all of them.
std::string expected_one_of(const std::string& word, const std::vector<std::string>& known);

/// What is wrong with the command line, in a sentence.
std::string usage_message(const CLI::ParseError& error, const CLI::App& program);
