#include <filesystem>
#include <memory>

#include "carom/io/describe.hpp"
#include "carom/io/input_file.hpp"
#include "commands.hpp"
#include "common/message.hpp"

namespace {

constexpr const char* kCheckAbout =
    "Reads a scene, or a file of billiards, checks everything in it, and says what it holds";
constexpr const char* kCheckMore =
    "An error names the file, the place in it, the value found there and what was expected.\n"
    "\n"
    "Examples:\n"
    "  carom check scenes/break.json\n"
    "  carom check scenes/gas2d.json --set generators[0].gas.count=100\n"
    "  carom check tables/pool_9ft.json      a table; shots, racks and saved games, too\n"
    "  my_program | carom check -            a scene from the standard input";

struct CheckArguments {
  SceneArguments scene;
  bool json = false;
};

void check(const CheckArguments& arguments) {
  const auto form = arguments.json ? carom::io::Form::json : carom::io::Form::text;
  const SceneArguments& given = arguments.scene;
  if (given.file != "-" && std::filesystem::is_regular_file(given.file)) {
    const std::string text = carom::io::read_text(given.file);
    if (carom::io::is_play_file(text, given.file)) {
      if (given.seed || !given.values.empty())
        throw carom::io::InputError("--seed, --set: " + given.file + " is no scene, expected one");
      return say_text(carom::io::describe_text(text, given.file, print_note, form));
    }
  }
  const carom::io::AnyScene scene = given.read();
  std::visit([](const auto& s) { s.make_world(); }, scene);
  say_text(carom::io::describe(scene, form));
}

}  // namespace

void add_check(CLI::App& program) {
  const auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = program.add_subcommand("check", kCheckAbout);
  command->footer(kCheckMore);
  arguments->scene.add_to(*command);
  command->add_flag("--json", arguments->json, "What it holds as JSON, for programs");
  command->callback([arguments] { check(*arguments); });
}
