#include <memory>

#include "carom/io/saved_game.hpp"
#include "commands.hpp"
#include "common/message.hpp"
#include "common/units.hpp"
#include "common/usage.hpp"

namespace {

constexpr const char* kRackAbout = "Racks the balls of a game, by chance but the same for the same seed, as JSON";
constexpr const char* kRackMore =
    "Games: eight-ball, nine-ball, straight-pool, snooker, three-cushion, practice.\n"
    "docs/formats/rack.md says how the gaps between the balls come about.\n"
    "\n"
    "Examples:\n"
    "  carom rack nine-ball --seed 7 > rack.json\n"
    "  carom rack eight-ball --table pool_7ft --gap template\n"
    "  carom rack nine-ball | carom shot - --speed 8";

double gap_of(const std::string& text) {
  using namespace carom::billiards;
  if (text == "template") return kTemplateGap;
  if (text == "tight") return kTightGap;
  if (text == "loose") return kLooseGap;
  try {
    return number("--gap", text);
  } catch (const carom::io::InputError&) {
    throw carom::io::InputError("--gap: got \"" + text +
                                "\", expected template, tight, loose or metres from 1e-9 to 0.005");
  }
}

struct RackArguments {
  std::string game;
  std::string table;
  std::uint64_t seed = 0;
  std::uint64_t number = 0;
  std::string gap = "tight";
  bool one_on_foot_spot = false;

  void print() const {
    const carom::billiards::GameKind kind = carom::io::game_named(game);
    const auto layout = table.empty() ? carom::billiards::layout_for(kind) : carom::io::layout_named(table);
    const carom::billiards::RackOptions options{.gap = gap_of(gap), .nine_on_foot_spot = !one_on_foot_spot};
    say_text(carom::io::write_rack(kind, layout, seed, number, options));
  }
};

}  // namespace

void add_rack(CLI::App& program) {
  const auto arguments = std::make_shared<RackArguments>();
  CLI::App* command = program.add_subcommand("rack", kRackAbout);
  command->footer(kRackMore);
  command->add_option("GAME", arguments->game, "Which game")->required();
  command->add_option("--table", arguments->table,
                      "pool_7ft, pool_8ft, pool_9ft, snooker_12ft or carom_10ft; the game's own");
  command->add_option("--seed", arguments->seed, "Of the random numbers (0)")->check(whole_number);
  command->add_option("--number", arguments->number, "Which of the seed's racks, from 0 (0)")->check(whole_number);
  command
      ->add_option("--gap", arguments->gap,
                   "The mean gap between neighbours: template, tight, loose, or\nmetres (tight, 0.0001)")
      ->type_name("GAP");
  command->add_flag("--one-on-foot-spot", arguments->one_on_foot_spot,
                    "Nine-ball: the 1 on the foot spot instead of the 9");
  command->callback([arguments] { arguments->print(); });
}
