#include "manual/man_page.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string_view>

namespace {

/// Text that roff takes as it is: a backslash, a minus sign that may be copied, and nothing that begins a request.
std::string plain(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (escaped.empty() || escaped.back() == '\n')
      if (c == '.' || c == '\'') escaped += "\\&";
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else
      escaped += c;
  }
  return escaped;
}

/// The first line of a text, and what follows it.
std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}
std::string_view after_first_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
}

std::string heading(const std::string& name, const CommandUsage& command) {
  std::string upper = name;
  for (char& c : upper) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return fmt::format(".TH {} 1 \"\" \"carom {}\" \"Carom\"\n.SH NAME\n{} \\- {}\n", plain(upper), CAROM_VERSION,
                     plain(name), plain(first_line(command.about)));
}

std::string tag(const OptionUsage& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", plain(name));
  if (option.value.empty()) return names;
  return fmt::format("{}{}\\fI{}\\fR", names, names.empty() ? "" : " ", plain(option.value));
}

std::string section(const char* title, const std::vector<OptionUsage>& options) {
  if (options.empty()) return {};
  std::string text = fmt::format(".SH {}\n", title);
  for (const OptionUsage& option : options) text += fmt::format(".TP\n{}\n{}\n", tag(option), plain(option.about));
  return text;
}

/// Prose, tables and examples as --help has them: line by line.
std::string as_it_is(const char* title, std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text.empty() ? std::string() : fmt::format(".SH {}\n.nf\n{}\n.fi\n", title, plain(text));
}

}  // namespace

std::string man_page(const CommandUsage& program, const std::vector<CommandUsage>& commands) {
  std::string page = heading(program.name, program);
  page += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR [\\fIOPTIONS\\fR] \\fICOMMAND\\fR\n", plain(program.name));
  page += as_it_is("DESCRIPTION", after_first_line(program.about));
  page += section("OPTIONS", program.options) + ".SH COMMANDS\n";
  std::string others;
  for (const CommandUsage& command : commands) {
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", plain(command.name), plain(first_line(command.about)));
    others += fmt::format("{}.BR {}\\-{} (1)", others.empty() ? "" : ",\n", plain(program.name), plain(command.name));
  }
  return page + as_it_is("EXIT STATUS", after_first_line(program.more)) + ".SH SEE ALSO\n" + others + "\n";
}

std::string man_page(const CommandUsage& program, const CommandUsage& command) {
  std::string page = heading(program.name + "-" + command.name, command);
  page += fmt::format(".SH SYNOPSIS\n\\fB{} {}\\fR [\\fIOPTIONS\\fR]", plain(program.name), plain(command.name));
  for (const OptionUsage& argument : command.arguments) page += fmt::format(" \\fI{}\\fR", plain(argument.value));
  page += "\n" + section("ARGUMENTS", command.arguments) + section("OPTIONS", command.options);
  page += as_it_is("DESCRIPTION", command.more);
  return page + fmt::format(".SH SEE ALSO\n.BR {} (1)\n", plain(program.name));
}
