#include "carom/billiards/computer_player.hpp"
#include "carom/billiards/game.hpp"
#include "carom/billiards/referee.hpp"
#include "carom/io/saved_game.hpp"
#include "module.hpp"
#include "record.hpp"

namespace carom::python {

namespace {

using namespace billiards;  // NOLINT(google-build-using-namespace): this file is about nothing else

void define_racks(py::module_& module) {
  function(module, "pool_layout(feet: int = 9) -> Layout", "billiards::pool_layout",
           [](const Arguments& arguments) { return py::cast(pool_layout(arguments.get<int>(0, 9))); });
  function(module, "snooker_layout() -> Layout", "billiards::snooker_layout",
           [](const Arguments&) { return py::cast(snooker_layout()); });
  function(module, "carom_layout() -> Layout", "billiards::carom_layout",
           [](const Arguments&) { return py::cast(carom_layout()); });
  function(module, "layout_of(table: Table) -> Layout", "billiards::layout_of",
           [](const Arguments& arguments) { return py::cast(layout_of(arguments.get<Table>(0))); });
  function(module, "layout_for(kind: GameKind | str) -> Layout", "billiards::layout_for",
           [](const Arguments& arguments) { return py::cast(layout_for(arguments.get<GameKind>(0))); });
  function(module, "ball_count(kind: GameKind | str) -> int", "billiards::ball_count",
           [](const Arguments& arguments) -> py::object { return py::int_(ball_count(arguments.get<GameKind>(0))); });
  function(module, "ball_name(kind: GameKind | str, ball: int) -> str", "billiards::ball_name",
           [](const Arguments& arguments) -> py::object {
             return py::str(ball_name(arguments.get<GameKind>(0), arguments.get<int>(1)));
           });
  function(
      module,
      "rack(kind: GameKind | str, layout: Layout, seed: int, number: int = 0, options: RackOptions | None = None) -> "
      "list[Vector | None]",
      "billiards::rack", [](const Arguments& arguments) {
        return Convert<BallPlaces>::to(rack(arguments.get<GameKind>(0), arguments.get<Layout>(1),
                                            arguments.get<std::uint64_t>(2), arguments.get<std::uint64_t>(3, 0),
                                            arguments.get<RackOptions>(4, RackOptions{})));
      });
  function(
      module,
      "rerack(layout: Layout, left_out: int | None, seed: int, number: int, options: RackOptions | None = None) -> "
      "list[Vector | None]",
      "billiards::rerack", [](const Arguments& arguments) {
        return Convert<BallPlaces>::to(rerack(arguments.get<Layout>(0), arguments.get<std::optional<int>>(1),
                                              arguments.get<std::uint64_t>(2), arguments.get<std::uint64_t>(3),
                                              arguments.get<RackOptions>(4, RackOptions{})));
      });
  function(module, "interferes_with_rack(layout: Layout, place: Vector) -> bool", "billiards::interferes_with_rack",
           [](const Arguments& arguments) -> py::object {
             return py::bool_(interferes_with_rack(arguments.get<Layout>(0), arguments.get<Vec2>(1)));
           });
  function(module, "colour_spot(layout: Layout, colour: int) -> Vector", "billiards::colour_spot",
           [](const Arguments& arguments) {
             const int colour = arguments.get<int>(1);
             if (colour < kYellow || colour > kBlack)
               expect_value(arguments.place(1), "a colour: 16 to 21", arguments[1]);
             return Convert<Vec2>::to(colour_spot(arguments.get<Layout>(0), colour));
           });
  function(module, "placement_fault(layout: Layout, balls: Sequence[Vector | None], ball: int, place: Vector) -> str",
           "billiards::placement_fault", [](const Arguments& arguments) -> py::object {
             return py::str(placement_fault(arguments.get<Layout>(0), arguments.get<BallPlaces>(1),
                                            arguments.get<int>(2), arguments.get<Vec2>(3)));
           });
  function(module, "on_the_bed(layout: Layout, place: Vector) -> bool", "billiards::on_the_bed",
           [](const Arguments& arguments) -> py::object {
             return py::bool_(on_the_bed(arguments.get<Layout>(0), arguments.get<Vec2>(1)));
           });
}

void define_rules(py::module_& module) {
  function(module, "settings_for(kind: GameKind | str, seed: int = 0) -> GameSettings", "billiards::settings_for",
           [](const Arguments& arguments) {
             return py::cast(settings_for(arguments.get<GameKind>(0), arguments.get<std::uint64_t>(1, 0)));
           });
  function(module, "start(settings: GameSettings) -> Game", "billiards::start",
           [](const Arguments& arguments) { return py::cast(start(arguments.get<GameSettings>(0))); });
  function(
      module, "after(game: Game, action: Placement | Choice | Shot) -> Game", "billiards::after",
      [](const Arguments& arguments) { return py::cast(after(arguments.get<Game>(0), arguments.get<Action>(1))); });
  function(module, "refusal(game: Game, action: Placement | Choice | Shot) -> str", "billiards::refusal",
           [](const Arguments& arguments) -> py::object {
             return py::str(refusal(arguments.get<Game>(0), arguments.get<Action>(1)));
           });
  function(module, "call_refusal(game: Game, call: Call) -> str", "billiards::call_refusal",
           [](const Arguments& arguments) -> py::object {
             return py::str(call_refusal(arguments.get<Game>(0), arguments.get<Call>(1)));
           });
  function(module, "calls_pocket(game: Game) -> bool", "billiards::calls_pocket",
           [](const Arguments& arguments) -> py::object { return py::bool_(calls_pocket(arguments.get<Game>(0))); });
  function(module, "names_ball(game: Game) -> bool", "billiards::names_ball",
           [](const Arguments& arguments) -> py::object { return py::bool_(names_ball(arguments.get<Game>(0))); });
  function(module, "cue_ball(game: Game) -> int", "billiards::cue_ball",
           [](const Arguments& arguments) -> py::object { return py::int_(cue_ball(arguments.get<Game>(0))); });
  function(module, "balls_on(game: Game, named: int | None = None) -> list[int]", "billiards::balls_on",
           [](const Arguments& arguments) {
             return Convert<std::vector<int>>::to(
                 balls_on(arguments.get<Game>(0), arguments.get<std::optional<int>>(1, std::nullopt)));
           });
  function(module, "snooker_value(ball: int) -> int", "billiards::snooker_value",
           [](const Arguments& arguments) -> py::object {
             const int ball = arguments.get<int>(0);
             if (ball < 1 || ball > kBlack) expect_value(arguments.place(0), "a ball from 1 to 21", arguments[0]);
             return py::int_(snooker_value(ball));
           });
  function(module, "is_snookered(game: Game, on: Sequence[int]) -> bool", "billiards::is_snookered",
           [](const Arguments& arguments) -> py::object {
             return py::bool_(is_snookered(arguments.get<Game>(0), arguments.get<std::vector<int>>(1)));
           });
  function(module, "describe(what: Foul | Choice | Game) -> str", "billiards::describe",
           [](const Arguments& arguments) -> py::object {
             if (const auto* game = try_value<Game>(arguments[0])) return py::str(describe(*game));
             if (py::isinstance(arguments[0], py::handle(enum_class<Foul>)))
               return Convert<std::string>::to(std::string(describe(arguments.get<Foul>(0))));
             return Convert<std::string>::to(std::string(describe(arguments.get<Choice>(0))));
           });
}

void define_referee(py::module_& module) {
  function(module, "table_state(table: Table, balls: Sequence[Vector | None]) -> TableState", "billiards::table_state",
           [](const Arguments& arguments) {
             return py::cast(table_state(arguments.get<Table>(0), arguments.get<BallPlaces>(1)));
           });
  function(
      module,
      "facts_of(table: Table, before: Sequence[Vector | None], outcome: Outcome, cue_ball: int, head_line: float) -> "
      "ShotFacts",
      "billiards::facts_of", [](const Arguments& arguments) {
        return py::cast(facts_of(arguments.get<Table>(0), arguments.get<BallPlaces>(1), arguments.get<Outcome>(2),
                                 arguments.get<int>(3), arguments.get<double>(4)));
      });
  function(module, "call_for(game: Game, facts: ShotFacts) -> Call | None", "billiards::call_for",
           [](const Arguments& arguments) {
             return Convert<std::optional<Call>>::to(call_for(arguments.get<Game>(0), arguments.get<ShotFacts>(1)));
           });
  function(
      module, "take_shot(player: ShotPlayer, game: Game, call: Call, strike: Strike) -> Shot", "billiards::take_shot",
      [](const Arguments& arguments) {
        auto& player = const_cast<ShotPlayer&>(arguments.get<ShotPlayer>(0));
        return py::cast(take_shot(player, arguments.get<Game>(1), arguments.get<Call>(2), arguments.get<Strike>(3)));
      });
}

void define_computer(py::module_& module) {
  function(module, "easy_player() -> PlayerSkill", "A computer player that plays easily beaten.",
           [](const Arguments&) { return py::cast(easy_player()); });
  function(module, "medium_player() -> PlayerSkill", "A computer player of medium skill.",
           [](const Arguments&) { return py::cast(medium_player()); });
  function(module, "hard_player() -> PlayerSkill", "A computer player that is hard to beat.",
           [](const Arguments&) { return py::cast(hard_player()); });
  function(module,
           "next_action(player: ShotPlayer, game: Game, skill: PlayerSkill, placed: bool = False, seed: int = 0) -> "
           "Placement | Choice | Shot",
           "billiards::next_action", [](const Arguments& arguments) {
             const auto& game = arguments.get<Game>(1);
             const auto& skill = arguments.get<PlayerSkill>(2);
             if (game.over) expect_value(arguments.place(1), "a game that is not over", arguments[1]);
             if (skill.speeds.empty() || skill.tips.empty() || skill.places < 1)
               expect_value(arguments.place(2), "speeds, tips and at least one place", arguments[2]);
             auto& player = const_cast<ShotPlayer&>(arguments.get<ShotPlayer>(0));
             return Convert<Action>::to(
                 next_action(player, game, skill, arguments.get<bool>(3, false), arguments.get<std::uint64_t>(4, 0)));
           });
}

void define_history(py::module_& module) {
  const py::class_<GameHistory> type(module, "GameHistory", std::string(doc("billiards::GameHistory")).c_str());
  python_class<GameHistory> = reinterpret_cast<PyTypeObject*>(type.ptr());
  constructor<GameHistory>(type, "GameHistory(settings: GameSettings) -> None", [](const Arguments& arguments) {
    return std::make_unique<GameHistory>(arguments.get<GameSettings>(0));
  });
  property(type, "game -> Game", "The game as it stands.",
           [](const Arguments& arguments) { return py::cast(arguments.self<GameHistory>().game()); });
  property(type, "settings -> GameSettings", "What it is played by.",
           [](const Arguments& arguments) { return py::cast(arguments.self<GameHistory>().settings()); });
  property(type, "actions -> list[Any]", "billiards::GameHistory::actions", [](const Arguments& arguments) {
    return Convert<std::vector<Action>>::to(arguments.self<GameHistory>().actions());
  });
  property(type, "position -> int", "billiards::GameHistory::position",
           [](const Arguments& arguments) -> py::object { return py::int_(arguments.self<GameHistory>().position()); });
  function(type, "act(self, action: Placement | Choice | Shot) -> None", "billiards::GameHistory::act",
           [](const Arguments& arguments) -> py::object {
             arguments.self<GameHistory>().act(arguments.get<Action>(1));
             return py::none();
           });
  function(type, "undo(self) -> bool", "Takes the last action back; False at the beginning.",
           [](const Arguments& arguments) -> py::object { return py::bool_(arguments.self<GameHistory>().undo()); });
  function(type, "redo(self) -> bool", "Does again what was undone; False at the end.",
           [](const Arguments& arguments) -> py::object { return py::bool_(arguments.self<GameHistory>().redo()); });
  function(type, "to_json(self) -> str", "io::write_saved_game", [](const Arguments& arguments) -> py::object {
    return py::str(io::write_saved_game(arguments.self<GameHistory>()));
  });
  function(type, "from_json(text: str, origin: str = 'text') -> Any", "io::read_saved_game",
           [](const Arguments& arguments) {
             return py::cast(io::read_saved_game(arguments.get<std::string>(0), arguments.get<std::string>(1, "text")));
           });
  function(type, "__reduce__(self) -> tuple[Any, ...]", "", [](const Arguments& arguments) -> py::object {
    return restored_by(arguments[0], "from_json", py::str(io::write_saved_game(arguments.self<GameHistory>())));
  });
}

}  // namespace

void define_games(py::module_& module) {
  for (const auto& [name, ball] : {std::pair{"CUE_BALL", kCueBall},
                                   {"EIGHT_BALL", kEightBall},
                                   {"NINE_BALL", kNineBall},
                                   {"REDS", kReds},
                                   {"YELLOW", kYellow},
                                   {"GREEN", kGreen},
                                   {"BROWN", kBrown},
                                   {"BLUE", kBlue},
                                   {"PINK", kPink},
                                   {"BLACK", kBlack},
                                   {"CAROM_RED", kCaromRed}}) {
    module.attr(name) = ball;
    stub_line(module, std::string(name) + ": int");
  }
  for (const auto& [name, gap] :
       {std::pair{"TEMPLATE_GAP", kTemplateGap}, {"TIGHT_GAP", kTightGap}, {"LOOSE_GAP", kLooseGap}}) {
    module.attr(name) = gap;
    stub_line(module, std::string(name) + ": float");
  }
  define_racks(module);
  define_rules(module);
  define_referee(module);
  define_computer(module);
  define_history(module);
}

}  // namespace carom::python
