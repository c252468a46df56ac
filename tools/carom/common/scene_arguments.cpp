#include "carom/io/input_file.hpp"
#include "carom/io/memory.hpp"
#include "commands.hpp"
#include "common/message.hpp"
#include "common/usage.hpp"

void SceneArguments::add_to(CLI::App& command) {
  command.add_option("SCENE", file, "The scene file; - is the standard input")->required();
  command.add_option("--seed", seed, "Seed for all of the scene's generators")->type_name("S")->check(whole_number);
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
  settings.memory = static_cast<double>(carom::io::memory_limit().bytes);
  settings.warn = print_note;
  for (const std::string& value : values) {
    const auto equals = value.find('=');
    settings.values.emplace_back(value.substr(0, equals), value.substr(equals + 1));
  }
  if (file != "-") return carom::io::read_scene(file, settings);
  return carom::io::parse_scene(carom::io::InputFile::standard_input().read_all(), "stdin", settings);
}
