#pragma once
#include <fmt/format.h>

#include <string>
#include <string_view>

/// What people are told, on the standard output and the standard error: all of it goes through here, so that no name
/// that a file brings with it steers the terminal.

/// The text with what could steer a terminal, or turn the order of its letters, shown: "\x1b", "\u202e". Ends of lines
/// and tabs stay.
std::string visible(std::string_view text);

/// To the standard output.
void say_text(std::string_view text);
template <class... T>
void say(fmt::format_string<T...> format, T&&... values) {
  say_text(fmt::format(format, std::forward<T>(values)...));
}

/// One line each on the standard error, whatever names they hold: what ended the command, what may be wrong, what is
/// odd but no error.
void print_error(std::string_view text);
void print_warning(std::string_view text);
void print_note(std::string_view text);
