#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "carom/io/memory.hpp"
#include "commands.hpp"
#include "common/message.hpp"
#include "common/usage.hpp"

namespace {

constexpr int kInputError = 1;
constexpr int kUsageError = 2;

constexpr const char* kMainAbout =
    "Carom finds every collision of circles and spheres exactly, without a time step.\n"
    "\n"
    "Start here:\n"
    "  carom run scenes/break.json       run a scene; look at out/break/report.html\n"
    "  carom resume out/break            go on with a run that had checkpoints\n"
    "  carom report out/break            draw its picture and report again\n"
    "  carom verify out/break            are its files as they were written?\n"
    "  carom check my_scene.json         is the scene right, and what does it hold?\n"
    "  carom info out/break              what did that run come to?\n"
    "  carom view out/break              look at it in the browser\n"
    "  carom query time-of-impact        answer questions about two shapes, line by line\n"
    "  carom shot tables/pool_9ft.json   play a billiard shot, with spin\n"
    "  carom rack nine-ball --seed 7     rack the balls of a game\n"
    "  carom convert system.json         a shot from pooltool, or to it, and to others\n"
    "  carom study my_study.json         run a scene many times, over a grid of its values\n"
    "\n"
    "Scenes are JSON files: docs/formats/scene.md. Each command explains itself with --help.\n";

constexpr const char* kExitCodes =
    "Exit codes:\n"
    "  0    all went well\n"
    "  1    an error, which the standard error tells of; carom query: some lines were bad\n"
    "  2    the command line is wrong\n"
    "  3    all was computed and written, but the picture or the report was not drawn\n"
    "  4    stopped by --most-events or --most-seconds, with what there was until then written\n"
    "  130  stopped by a signal, with what there was until then written";

int usage_error(const CLI::ParseError& error, const CLI::App& program) {
  print_error(usage_message(error, program));
  std::string command = program.get_name();
  for (const CLI::App* sub : program.get_subcommands()) command += " " + sub->get_name();
  std::fputs(fmt::format("Try {} --help.\n", command).c_str(), stderr);
  return kUsageError;
}

int run_program(int argc, char** argv) {
  int exit_code = 0;
  CLI::App program(kMainAbout, "carom");
  program.set_version_flag("--version", "carom " CAROM_VERSION);
  program.require_subcommand(1);
  program.footer(kExitCodes);
  program.get_formatter()->column_width(34);
  add_run(program, exit_code);
  add_resume(program, exit_code);
  add_report(program, exit_code);
  add_verify(program, exit_code);
  add_check(program);
  add_info(program);
  add_query(program, exit_code);
  add_shot(program, exit_code);
  add_shots(program, exit_code);
  add_rack(program);
  add_convert(program);
  add_study(program);
  add_view(program);
  add_manual(program);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return program.exit(help);
  } catch (const CLI::ParseError& error) {
    return usage_error(error, program);
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit for file sizes then fails with a reason
#endif
  try {
    carom::io::hold_to_memory_limit();
    const int exit_code = run_program(argc, argv);
    if (std::fflush(stdout) != 0) throw std::runtime_error("cannot write to the standard output");
    return exit_code;
  } catch (const std::exception& error) {
    print_error(carom::io::reason(error));
    return kInputError;
  }
}
