#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "commands.hpp"

namespace {

constexpr const char* kStudyAbout =
    "Runs a scene at every point of a grid, several times each, by the Python package carom";
constexpr const char* kStudyMore =
    "The file is a JSON object: scene, vary, repeat, measure, table, name, chunk, processes (docs/use/python.md). Rows "
    "are on\n"
    "the disk as they finish: the same command goes on with a study that was ended.\n"
    "\n"
    "Examples:\n"
    "  carom study my_study.json";

/// Studies are Python's: executors spread them, and what is measured may be a function.
constexpr const char* kPython =
    "import sys\n"
    "try:\n"
    "    from carom.studies import main\n"
    "except ImportError as error:\n"
    "    sys.exit(f'carom study: this needs the Python package carom, and {sys.executable} says: {error}. '\n"
    "             'docs/use/python.md tells how to install it.')\n"
    "sys.exit(main(sys.argv[1:]))\n";

[[noreturn]] void study(const std::string& file) {
  execlp("python3", "python3", "-c", kPython, file.c_str(), static_cast<char*>(nullptr));
  throw std::runtime_error(std::string("python3 cannot be started (") + std::strerror(errno) +
                           "): carom study needs it, and the Python package carom (docs/use/python.md)");
}

}  // namespace

void add_study(CLI::App& program) {
  const auto file = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("study", kStudyAbout);
  command->footer(kStudyMore);
  command->add_option("FILE", *file, "The study, as JSON")->required();
  command->callback([file] { study(*file); });
}
