#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "carom/io/describe.hpp"
#include "carom/io/exchange.hpp"
#include "carom/io/input_file.hpp"
#include "commands.hpp"
#include "common/message.hpp"
#include "common/shot_arguments.hpp"
#include "common/usage.hpp"

namespace {

using carom::io::Exchange;
using carom::io::ExchangeFormat;

constexpr const char* kConvertAbout = "Converts billiards from and to pooltool, FastFiz and tailuge/billiards";
constexpr const char* kConvertMore =
    "Formats: shot, trajectories (Carom's own); pooltool-json, pooltool-msgpack; fastfiz;\n"
    "tailuge-link, tailuge-recordings, path-tracking. Tables, racks and saved games are\n"
    "read, too. What a program has no place for is told. docs/formats/exchange.md says more.\n"
    "\n"
    "Examples:\n"
    "  carom convert system.msgpack --out shot.json\n"
    "  carom convert shot.json --to pooltool --out system.msgpack\n"
    "  carom convert game.log --shot 2 --out shot.json\n"
    "  carom convert 'https://tailuge.github.io/billiards/dist/?ruletype=nineball&state=f~…' --to shot\n"
    "  carom convert shot.json --to tailuge-link\n"
    "  carom convert trajectories.json --shot 17 --out trajectories.csv";

struct ConvertArguments {
  std::string input;
  std::string out;
  std::string from;
  std::string to;
  std::optional<std::size_t> shot;
  bool played = false;
  bool force = false;
  bool quiet = false;
};

const std::vector<std::string> kWords = {"shot",          "trajectories",       "pooltool",
                                         "pooltool-json", "pooltool-msgpack",   "fastfiz",
                                         "tailuge-link",  "tailuge-recordings", "path-tracking"};
constexpr const char* kWritable =
    "shot, trajectories, pooltool, fastfiz, tailuge-link, tailuge-recordings or path-tracking";

std::string extension_of(const std::string& file) {
  return std::filesystem::path(file).extension().string();
}

bool is_link(const std::string& input) {
  return input.starts_with("http://") || input.starts_with("https://") || input.starts_with('?');
}

/// pooltool itself goes by the file's name, too.
ExchangeFormat format_named(const std::string& word, const std::string& file) {
  if (word != "pooltool") return *carom::io::exchange_format_named(word);
  return extension_of(file) == ".msgpack" ? ExchangeFormat::pooltool_msgpack : ExchangeFormat::pooltool_json;
}

/// The format to write, by --to or the name of the file.
ExchangeFormat target_of(const ConvertArguments& arguments, bool is_shot) {
  if (!arguments.to.empty()) return format_named(arguments.to, arguments.out);
  const std::string extension = extension_of(arguments.out);
  if (extension == ".csv") return ExchangeFormat::trajectories;
  if (extension == ".msgpack") return ExchangeFormat::pooltool_msgpack;
  if (extension == ".log") return ExchangeFormat::fastfiz;
  if (extension == ".json" && !is_shot) return ExchangeFormat::shot;
  throw carom::io::InputError(
      fmt::format("--to: got nothing, and \"{}\" tells no format; expected {}", arguments.out, kWritable));
}

/// A shot, a table or a rack of Carom: what `carom shot` reads.
bool is_own(const std::string& text, const std::string& name) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || text[first] != '{') return false;
  return carom::io::is_play_file(text, name) && carom::io::exchange_format_of(text) != ExchangeFormat::saved_game;
}

struct Source {
  Exchange exchange;
  bool is_shot = false;  ///< of Carom
};

Source read_source(const ConvertArguments& arguments) {
  const bool link = is_link(arguments.input);
  const bool standard_input = arguments.input == "-";
  const std::string name = link ? "the link" : standard_input ? "stdin" : arguments.input;
  const std::string bytes = link             ? arguments.input
                            : standard_input ? carom::io::InputFile::standard_input().read_all()
                                             : carom::io::read_text(arguments.input);
  std::optional<ExchangeFormat> format;
  if (!arguments.from.empty())
    format = format_named(arguments.from, arguments.input);
  else if (is_own(bytes, name))
    format = ExchangeFormat::shot;
  else
    format = carom::io::exchange_format_of(bytes);
  if (!format)
    throw carom::io::InputError(fmt::format(
        "{}: got a file that tells no format by what it begins with; name it by --from: {}", name, kWritable));
  if (*format == ExchangeFormat::shot) {
    ShotArguments own;
    return {{{own.read(bytes, name)}, {}, {}}, true};
  }
  return {carom::io::read_exchange(bytes, name, *format), false};
}

bool takes_recordings(ExchangeFormat format) {
  return format == ExchangeFormat::trajectories || format == ExchangeFormat::tailuge_recordings ||
         format == ExchangeFormat::path_tracking;
}

template <class Item>
void choose(std::vector<Item>& items, std::size_t index) {
  if (items.empty()) return;
  if (index >= items.size())
    throw carom::io::InputError(fmt::format("--shot: got {}, expected 0 to {}", index, items.size() - 1));
  items = {std::move(items[index])};
}

void convert(const ConvertArguments& arguments) {
  Source source = read_source(arguments);
  const ExchangeFormat to = target_of(arguments, source.is_shot);
  if (arguments.shot && takes_recordings(to)) choose(source.exchange.recordings, *arguments.shot);
  if (arguments.shot && !takes_recordings(to)) choose(source.exchange.shots, *arguments.shot);
  const bool keeps_history = to == ExchangeFormat::pooltool_json || to == ExchangeFormat::pooltool_msgpack;
  if (arguments.played && !keeps_history)
    throw carom::io::InputError(fmt::format("--played: got the format {}, expected pooltool", name(to)));
  const carom::io::ExchangeFile file = carom::io::write_exchange(source.exchange, to, arguments.played);
  if (arguments.out.empty() && to == ExchangeFormat::pooltool_msgpack)
    throw carom::io::InputError("--out: got nothing, expected a file for MessagePack");
  if (arguments.out.empty())
    say_text(file.bytes);
  else
    carom::io::write_exchange_file(arguments.out, file.bytes, arguments.force);
  if (arguments.quiet) return;
  for (const auto& notes : {source.exchange.notes, file.notes})
    for (const std::string& note : notes) print_note(note);
}

}  // namespace

void add_convert(CLI::App& program) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* command = program.add_subcommand("convert", kConvertAbout);
  command->footer(kConvertMore);
  command->add_option("IN", arguments->input, "A file, a link, or - for the standard input")->required();
  command->add_option("--out", arguments->out, "The file to write; the standard output if not given")
      ->type_name("FILE");
  command->add_option("--to", arguments->to, "The format to write; by the name of the file if not given")
      ->type_name("FORMAT")
      ->check(one_of(kWords));
  command->add_option("--from", arguments->from, "The format to read; by what stands in it if not given")
      ->type_name("FORMAT")
      ->check(one_of(kWords));
  command->add_option("--shot", arguments->shot, "Only this one of several, counted from 0")
      ->type_name("N")
      ->check(whole_number);
  command->add_flag("--played", arguments->played,
                    "For pooltool: play the shot, and write its events and\nthe balls' states after each");
  command->add_flag("--force", arguments->force, "Write over a file that is there");
  command->add_flag("--quiet", arguments->quiet, "Do not tell what is left out");
  command->callback([arguments] { convert(*arguments); });
}
