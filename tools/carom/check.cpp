#include <memory>

#include "carom/io/describe.hpp"
#include "commands.hpp"
#include "common/message.hpp"

namespace {

constexpr const char* kCheckAbout = "Reads a scene, checks everything in it, and says what it holds";
constexpr const char* kCheckMore =
    "An error names the file, the place in it, the value found there and what was expected.\n"
    "\n"
    "Examples:\n"
    "  carom check scenes/break.json\n"
    "  carom check scenes/gas2d.json --set generators[0].gas.count=100\n"
    "  my_program | carom check -            a scene from the standard input";

struct CheckArguments {
  SceneArguments scene;
  bool json = false;
};

void check(const CheckArguments& arguments) {
  const carom::io::AnyScene scene = arguments.scene.read();
  std::visit([](const auto& s) { s.make_world(); }, scene);
  say_text(carom::io::describe(scene, arguments.json ? carom::io::Form::json : carom::io::Form::text));
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
