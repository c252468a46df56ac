#include <fmt/format.h>

#include "commands.hpp"

void print_note(const std::string& text) {
  fmt::print(stderr, "carom: {}\n", text);
}

void SceneArguments::add_to(CLI::App& command) {
  command.add_option("SCENE", file, "The scene file")->required();
  command.add_option("--seed", seed, "Seed for all of the scene's generators")->type_name("S");
  command
      .add_option("--set", values,
                  "Changes a value of the scene, such as\nrestitution_rule=minimum or bodies[0].velocity=[1,0];\nmay "
                  "be given several times")
      ->type_name("PATH=VALUE")
      ->take_all()
      ->expected(1)
      ->allow_extra_args(false)
      ->check([](const std::string& setting) {
        const auto equals = setting.find('=');
        return equals == std::string::npos || equals == 0 ? "expected PATH=VALUE, not \"" + setting + "\"" : "";
      });
}

carom::io::AnyScene SceneArguments::read() const {
  carom::io::SceneSettings settings;
  settings.seed = seed;
  settings.warn = print_note;
  for (const std::string& value : values) {
    const auto equals = value.find('=');
    settings.values.emplace_back(value.substr(0, equals), value.substr(equals + 1));
  }
  return carom::io::read_scene(file, settings);
}
