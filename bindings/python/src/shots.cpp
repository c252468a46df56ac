#include "carom/billiards/shots.hpp"

#include <pybind11/numpy.h>

#include <algorithm>

#include "lookout.hpp"
#include "module.hpp"
#include "record.hpp"

namespace carom::python {
namespace {

using namespace billiards;  // NOLINT(google-build-using-namespace): this file is about nothing else

/// What a shot is to do: one of C++, or a Python function of its outcome.
struct Goal {
  ShotGoal reached;
};

ShotGoal goal_of(py::handle given, const Place& place) {
  if (const auto* goal = try_value<Goal>(given)) return goal->reached;
  if (!PyCallable_Check(given.ptr())) expect_type(place, "a goal, or a function of an outcome", given);
  return [kept = kept_for_threads(given)](const Outcome& outcome) {
    const py::gil_scoped_acquire held;
    return (*kept)(outcome).cast<bool>();
  };
}

unsigned threads_at(const Arguments& arguments, std::size_t k) {
  const int threads = arguments.get<int>(k, 1);
  if (threads < 0 || threads > 256) expect_value(arguments.place(k), "0 to 256 threads", arguments[k]);
  return static_cast<unsigned>(threads);
}

py::object played(const Arguments& arguments) {
  const auto& table = arguments.get<Table>(0);
  const auto& state = arguments.get<TableState>(1);
  const auto& stroke = arguments.get<Strike>(2);
  const auto options = arguments.get<ShotOptions>(3, ShotOptions{});
  Outcome outcome;
  {
    const py::gil_scoped_release released;
    outcome = play(table, state, stroke, options);
  }
  return py::cast(std::move(outcome));
}

py::object all_played(const Arguments& arguments) {
  const auto& table = arguments.get<Table>(0);
  const auto& state = arguments.get<TableState>(1);
  const auto strokes = arguments.get<std::vector<Strike>>(2);
  const auto options = arguments.get<ShotOptions>(3, ShotOptions{});
  const unsigned threads = threads_at(arguments, 4);
  std::vector<Outcome> outcomes(strokes.size());
  {
    const py::gil_scoped_release released;
    Lookout lookout;
    lookout.during([&] {
      play_all(table, state, strokes, options, threads, [&](std::size_t k, const Outcome& outcome) {
        lookout.look();
        outcomes[k] = outcome;
      });
    });
  }
  return Convert<std::vector<Outcome>>::to(outcomes);
}

py::object spread_of(const Arguments& arguments) {
  const auto samples = arguments.get<std::uint64_t>(4);
  if (samples == 0) expect_value(arguments.place(4), "at least one sample", arguments[4]);
  const auto seed = arguments.get<std::uint64_t>(5, 0);
  const auto options = arguments.get<ShotOptions>(6, ShotOptions{});
  const unsigned threads = threads_at(arguments, 7);
  const auto& table = arguments.get<Table>(0);
  const auto& state = arguments.get<TableState>(1);
  const auto& meant = arguments.get<Strike>(2);
  const auto& noise = arguments.get<ExecutionNoise>(3);
  ShotSpread result;
  {
    const py::gil_scoped_release released;
    Lookout lookout;
    lookout.during(
        [&] { result = spread(table, state, meant, noise, samples, seed, options, threads, [&] { lookout.look(); }); });
  }
  return py::cast(result);
}

py::object shots_found(const Arguments& arguments) {
  const auto& table = arguments.get<Table>(0);
  const auto& state = arguments.get<TableState>(1);
  const ShotGoal goal = goal_of(arguments[2], arguments.place(2));
  const auto search = arguments.get<ShotSearch>(3, ShotSearch{});
  const auto options = arguments.get<ShotOptions>(4, ShotOptions{});
  const unsigned threads = threads_at(arguments, 5);
  std::vector<ShotSolution> solutions;
  {
    const py::gil_scoped_release released;
    Lookout lookout;
    const ShotGoal watched = [&](const Outcome& outcome) {
      lookout.look();
      return goal(outcome);
    };
    lookout.during([&] { solutions = find_shots(table, state, watched, search, options, threads); });
  }
  return Convert<std::vector<ShotSolution>>::to(solutions);
}

void define_goals(py::module_& module) {
  const py::class_<Goal> type(module, "ShotGoal",
                              "What a shot is to do: called with an outcome it says whether it was.");
  python_class<Goal> = reinterpret_cast<PyTypeObject*>(type.ptr());
  function(type, "__call__(self, outcome: Outcome) -> bool", "", [](const Arguments& arguments) -> py::object {
    return py::bool_(arguments.self<Goal>().reached(arguments.get<Outcome>(1)));
  });
  function(
      module, "pots(number: int, pocket: int | None = None, cue_ball: int = 0) -> ShotGoal", "billiards::pots",
      [](const Arguments& arguments) {
        return py::cast(Goal{pots(arguments.get<int>(0), arguments.get<std::optional<std::size_t>>(1, std::nullopt),
                                  arguments.get<int>(2, 0))});
      });
  function(module, "plays_carom(first: int, second: int, cushions: int = 0, cue_ball: int = 0) -> ShotGoal",
           "billiards::plays_carom", [](const Arguments& arguments) {
             return py::cast(Goal{plays_carom(arguments.get<int>(0), arguments.get<int>(1), arguments.get<int>(2, 0),
                                              arguments.get<int>(3, 0))});
           });
}

void define_player(py::module_& module) {
  const py::class_<ShotPlayer> type(module, "ShotPlayer", std::string(doc("billiards::ShotPlayer")).c_str());
  python_class<ShotPlayer> = reinterpret_cast<PyTypeObject*>(type.ptr());
  constructor<ShotPlayer>(type, "ShotPlayer(table: Table) -> None", [](const Arguments& arguments) {
    return std::make_unique<ShotPlayer>(arguments.get<Table>(0));
  });
  property(type, "table -> Table", "The table that it plays on.",
           [](const Arguments& arguments) { return py::cast(arguments.self<ShotPlayer>().table()); });
  function(type, "play(self, state: TableState, stroke: Strike, options: ShotOptions | None = None) -> Outcome",
           "billiards::ShotPlayer::play", [](const Arguments& arguments) {
             return py::cast(arguments.self<ShotPlayer>().play(arguments.get<TableState>(1), arguments.get<Strike>(2),
                                                               arguments.get<ShotOptions>(3, ShotOptions{})));
           });
  function(type, "roll_out(self, state: TableState, options: ShotOptions | None = None) -> Outcome",
           "billiards::ShotPlayer::roll_out", [](const Arguments& arguments) {
             Outcome outcome;
             arguments.self<ShotPlayer>().roll_out(arguments.get<TableState>(1),
                                                   arguments.get<ShotOptions>(2, ShotOptions{}), outcome);
             return py::cast(std::move(outcome));
           });
}

}  // namespace

void define_shots(py::module_& module) {
  const std::string position = "table: Table, state: TableState, ";
  function(module, "resting_ball(table: Table, number: int, position: Vector) -> ShotBall", "billiards::resting_ball",
           [](const Arguments& arguments) {
             return py::cast(resting_ball(arguments.get<Table>(0), arguments.get<int>(1), arguments.get<Vec2>(2)));
           });
  function(module, ("play(" + position + "stroke: Strike, options: ShotOptions | None = None) -> Outcome").c_str(),
           "billiards::play", played);
  function(
      module,
      ("play_all(" + position +
       "strokes: Sequence[Strike], options: ShotOptions | None = None, threads: int = 1) -> list[Outcome]")
          .c_str(),
      "Plays every stroke from the same position: outcomes are those of `play`, whatever the number of threads; 0: "
      "as many as the machine has processors.",
      all_played);
  function(
      module,
      ("spread(" + position +
       "meant: Strike, noise: ExecutionNoise, samples: int, seed: int = 0, options: ShotOptions | None = None, "
       "threads: int = 1) -> ShotSpread")
          .c_str(),
      "Where balls end, over `samples` strokes from the same position, number k with the errors of Random(seed, k); "
      "the same for any number of threads.",
      spread_of);
  function(module,
           ("find_shots(" + position +
            "goal: Callable[[Outcome], bool], search: ShotSearch | None = None, options: ShotOptions | None = None, "
            "threads: int = 1) -> list[ShotSolution]")
               .c_str(),
           "billiards::find_shots", shots_found);
  define_goals(module);
  define_player(module);
}

}  // namespace carom::python
