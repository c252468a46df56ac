#include <fmt/format.h>

#include <memory>

#include "carom/io/describe.hpp"
#include "commands.hpp"

namespace {

constexpr const char* kCheckAbout = "Reads a scene, checks everything in it, and says what it holds";
constexpr const char* kCheckMore =
    "An error names the file, the place in it, the value found there and what was expected.\n"
    "\n"
    "Examples:\n"
    "  carom check scenes/break.json\n"
    "  carom check scenes/gas2d.json --set generators[0].gas.count=100";

void check(const SceneArguments& arguments) {
  const carom::io::AnyScene scene = arguments.read();
  std::visit([](const auto& s) { s.make_world(); }, scene);
  fmt::print("{}", carom::io::describe(scene));
}

}  // namespace

void add_check(CLI::App& program) {
  const auto arguments = std::make_shared<SceneArguments>();
  CLI::App* command = program.add_subcommand("check", kCheckAbout);
  command->footer(kCheckMore);
  arguments->add_to(*command);
  command->callback([arguments] { check(*arguments); });
}
