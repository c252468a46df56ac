#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "carom/io/scene.hpp"

/// Each adds a subcommand to the program; `exit_code` is set when the command ends in another way than by success or an
/// error.
void add_run(CLI::App& program, int& exit_code);
void add_resume(CLI::App& program, int& exit_code);
void add_report(CLI::App& program, int& exit_code);
void add_verify(CLI::App& program, int& exit_code);
void add_check(CLI::App& program);
void add_info(CLI::App& program);
void add_query(CLI::App& program, int& exit_code);
void add_shot(CLI::App& program, int& exit_code);
void add_shots(CLI::App& program, int& exit_code);
void add_rack(CLI::App& program);
void add_convert(CLI::App& program);
void add_study(CLI::App& program);
void add_view(CLI::App& program);
void add_manual(CLI::App& program);

/// The arguments by which a command names a scene and changes it.
struct SceneArguments {
  std::string file;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> values;  ///< PATH=VALUE

  /// Adds the arguments to `command`, which must not outlive them.
  void add_to(CLI::App& command);
  carom::io::AnyScene read() const;
};
