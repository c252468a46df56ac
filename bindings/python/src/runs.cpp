#include "carom/io/estimate.hpp"
#include "carom/io/query.hpp"
#include "carom/io/run.hpp"
#include "carom/io/saved_game.hpp"
#include "carom/io/shot.hpp"
#include "carom/io/table.hpp"
#include "module.hpp"
#include "record.hpp"
#include "world.hpp"

namespace carom::python {
namespace {

using namespace io;  // NOLINT(google-build-using-namespace): this file is about nothing else

/// Tells a function of Python how far a run is, and ends it for Ctrl-C and for what that function raises or refuses.
class Watch {
 public:
  explicit Watch(py::handle told) : told_(told && !told.is_none() ? told : py::handle()) {}

  ProgressReport report() {
    return [this](const Progress& progress) {
      const py::gil_scoped_acquire held;
      try {
        check_signals();
        return !told_ || told_(progress).is(py::bool_(false)) == false;
      } catch (py::error_already_set& error) {
        raised_.emplace(error);
        return false;
      }
    };
  }
  /// After the run has ended.
  void finish() {
    if (raised_) throw py::error_already_set(*raised_);
  }

 private:
  py::handle told_;
  std::optional<py::error_already_set> raised_;
};

template <class Result, class Work>
Result watched(py::handle told, const Work& work) {
  Watch watch(told);
  Result result;
  {
    const ProgressReport report = watch.report();
    const py::gil_scoped_release released;
    result = work(report);
  }
  watch.finish();
  return result;
}

RunOptions options_of(const Arguments& arguments) {
  RunOptions options;
  options.out = arguments.get<std::filesystem::path>(1);
  options.until = arguments.get<std::optional<double>>(2, std::nullopt);
  options.frames_per_second = arguments.get<std::optional<double>>(3, std::nullopt);
  options.events = arguments.get<EventsFile>(4, EventsFile::csv);
  options.xyz = arguments.get<bool>(5, false);
  options.observe = arguments.get<std::vector<std::string>>(6, {});
  options.checkpoint_every = arguments.get<std::optional<double>>(7, std::nullopt);
  options.picture = arguments.get<bool>(8, true);
  options.report = arguments.get<bool>(9, true);
  options.overwrite = arguments.get<bool>(10, false);
  options.most_events = arguments.get<std::optional<std::uint64_t>>(11, std::nullopt);
  options.most_seconds = arguments.get<std::optional<double>>(12, std::nullopt);
  options.threads = arguments.get<int>(13, 1);
  options.search = arguments.get<std::optional<BroadPhase>>(14, std::nullopt);
  return options;
}

py::object ran(const Arguments& arguments) {
  const AnyScene scene = arguments.get<AnyScene>(0);
  RunOptions options = options_of(arguments);
  return py::cast(watched<RunResult>(arguments[15], [&](const ProgressReport& report) {
    options.progress = report;
    return std::visit([&](const auto& one) { return io::run(one, options); }, scene);
  }));
}

py::object resumed(const Arguments& arguments) {
  const auto folder = arguments.get<std::filesystem::path>(0);
  ResumeOptions options;
  options.checkpoint_every = arguments.get<std::optional<double>>(1, std::nullopt);
  options.most_events = arguments.get<std::optional<std::uint64_t>>(2, std::nullopt);
  options.most_seconds = arguments.get<std::optional<double>>(3, std::nullopt);
  options.threads = arguments.get<int>(4, 1);
  options.search = arguments.get<std::optional<BroadPhase>>(5, std::nullopt);
  return Convert<std::optional<RunResult>>::to(
      watched<std::optional<RunResult>>(arguments[6], [&](const ProgressReport& report) {
        options.progress = report;
        return resume(folder, options);
      }));
}

py::object verified(const Arguments& arguments) {
  const auto folder = arguments.get<std::filesystem::path>(0);
  const bool replay = arguments.get<bool>(1, false);
  return Convert<std::vector<std::string>>::to(watched<std::vector<std::string>>(
      arguments[2], [&](const ProgressReport& report) { return verify(folder, replay, report); }));
}

void define_results(py::module_& io) {
  enumeration<EventsFile>(io, "EventsFile", "io::EventsFile", {"none", "csv", "h5"});
  enumeration<StopReason>(io, "StopReason", "io::StopReason", {"asked", "most_events", "most_seconds"});
  Record<Progress>(io, "Progress", "io::Progress")
      .field<&Progress::from>("from_")
      .field<&Progress::time>("time")
      .field<&Progress::until>("until")
      .field<&Progress::events>("events")
      .field<&Progress::stops>("stops")
      .field<&Progress::first_stop>("first_stop")
      .field<&Progress::stalls>("stalls")
      .field<&Progress::first_stall>("first_stall")
      .field<&Progress::wall_seconds>("wall_seconds")
      .end();
  Record<RunResult>(io, "RunResult", "io::RunResult")
      .field<&RunResult::end>("end")
      .field<&RunResult::stopped>("stopped")
      .field<&RunResult::not_drawn>("not_drawn")
      .end();
  Record<Estimate>(io, "Estimate", "io::Estimate")
      .field<&Estimate::sampled>("sampled")
      .field<&Estimate::asked>("asked")
      .field<&Estimate::events>("events")
      .field<&Estimate::seconds>("seconds")
      .field<&Estimate::memory>("memory")
      .field<&Estimate::disk>("disk")
      .end();
}

constexpr const char* kRunArguments =
    "(scene: Scene2 | Scene3, out: str | os.PathLike[str], *, until: float | None = None, "
    "frames_per_second: float | None = None, events: EventsFile | str = 'csv', xyz: bool = False, "
    "observe: Sequence[str] = (), checkpoint_every: float | None = None, picture: bool = True, report: bool = True, "
    "overwrite: bool = False, most_events: int | None = None, most_seconds: float | None = None, threads: int = 1, "
    "search: BroadPhase | str | None = None, progress: Callable[[Progress], object] | None = None) -> ";

void define_running(py::module_& io) {
  function(io, (std::string("run") + kRunArguments + "RunResult").c_str(), "io::run", ran);
  function(
      io, (std::string("estimate") + kRunArguments + "Estimate").c_str(), "io::estimate",
      [](const Arguments& arguments) { return py::cast(estimate(arguments.get<AnyScene>(0), options_of(arguments))); });
  function(io,
           "resume(folder: str | os.PathLike[str], *, checkpoint_every: float | None = None, "
           "most_events: int | None = None, most_seconds: float | None = None, threads: int = 1, "
           "search: BroadPhase | str | None = None, progress: Callable[[Progress], object] | None = None) -> "
           "RunResult | None",
           "io::resume", resumed);
  function(io,
           "verify(folder: str | os.PathLike[str], replay: bool = False, "
           "progress: Callable[[Progress], object] | None = None) -> list[str]",
           "io::verify", verified);
  function(io, "draw_again(folder: str | os.PathLike[str]) -> list[str]", "io::draw_again",
           [](const Arguments& arguments) {
             return Convert<std::vector<std::string>>::to(draw_again(arguments.get<std::filesystem::path>(0)));
           });
}

void define_play(py::module_& io) {
  enumeration<TrajectoriesFile>(io, "TrajectoriesFile", "io::TrajectoriesFile", {"csv", "h5"});
  Record<ShotSetup>(io, "ShotSetup", "io::ShotSetup")
      .field<&ShotSetup::name>("name")
      .field<&ShotSetup::table>("table")
      .field<&ShotSetup::state>("state")
      .field<&ShotSetup::strike>("strike")
      .field<&ShotSetup::options>("options")
      .end();
  function(io, "read_table(file: str | os.PathLike[str]) -> Table", "io::read_table",
           [](const Arguments& arguments) { return py::cast(read_table(arguments.get<std::filesystem::path>(0))); });
  function(io, "parse_table(text: str, origin: str = 'text') -> Table", "io::parse_table",
           [](const Arguments& arguments) {
             return py::cast(parse_table(arguments.get<std::string>(0), arguments.get<std::string>(1, "text")));
           });
  function(io, "read_shot(file: str | os.PathLike[str]) -> ShotSetup", "io::read_shot",
           [](const Arguments& arguments) { return py::cast(read_shot(arguments.get<std::filesystem::path>(0))); });
  function(io, "parse_shot(text: str, file: str | os.PathLike[str]) -> ShotSetup", "io::parse_shot",
           [](const Arguments& arguments) {
             return py::cast(parse_shot(arguments.get<std::string>(0), arguments.get<std::filesystem::path>(1)));
           });
  const auto text = [&io](const char* signature, Callee call) { function(io, signature, "io::outcome_json", call); };
  text("outcome_json(setup: ShotSetup, outcome: Outcome) -> str", [](const Arguments& arguments) -> py::object {
    return py::str(outcome_json(arguments.get<ShotSetup>(0), arguments.get<billiards::Outcome>(1)));
  });
  text("outcome_csv(outcome: Outcome) -> str", [](const Arguments& arguments) -> py::object {
    return py::str(outcome_csv(arguments.get<billiards::Outcome>(0)));
  });
  text("shot_report(setup: ShotSetup, outcome: Outcome) -> str", [](const Arguments& arguments) -> py::object {
    return py::str(shot_report(arguments.get<ShotSetup>(0), arguments.get<billiards::Outcome>(1)));
  });
  function(io,
           "write_shot(setup: ShotSetup, outcome: Outcome, folder: str | os.PathLike[str], overwrite: bool = False, "
           "trajectories: float | None = None, trajectories_file: TrajectoriesFile | str = 'csv') -> None",
           "io::write_shot", [](const Arguments& arguments) -> py::object {
             write_shot(arguments.get<ShotSetup>(0), arguments.get<billiards::Outcome>(1),
                        arguments.get<std::filesystem::path>(2), arguments.get<bool>(3, false),
                        arguments.get<std::optional<double>>(4, std::nullopt),
                        arguments.get<TrajectoriesFile>(5, TrajectoriesFile::csv));
             return py::none();
           });
}

void define_queries_by_line(py::module_& io) {
  const py::class_<QuerySession> type(io, "QuerySession", std::string(doc("io::QuerySession")).c_str());
  python_class<QuerySession> = reinterpret_cast<PyTypeObject*>(type.ptr());
  constructor<QuerySession>(type, "QuerySession(question: str = 'each') -> None", [](const Arguments& arguments) {
    const auto question = arguments.get<std::string>(0, std::string(kQuestionOfEachLine));
    const auto known = question_names();
    if (question != kQuestionOfEachLine && std::find(known.begin(), known.end(), question) == known.end())
      expect_value(arguments.place(0), "'each' or one of question_names()", arguments[0]);
    return std::make_unique<QuerySession>(question);
  });
  function(type, "answer(self, line: str, line_number: int = 1) -> str", "io::QuerySession::answer",
           [](const Arguments& arguments) -> py::object {
             return py::str(arguments.self<QuerySession>().answer(arguments.get<std::string>(1),
                                                                  arguments.get<std::uint64_t>(2, 1)));
           });
  function(io, "question_names() -> list[str]", "io::question_names", [](const Arguments&) -> py::object {
    py::list all;
    for (const std::string_view name : question_names()) all.append(py::str(name.data(), name.size()));
    return all;
  });
}

}  // namespace

void define_runs(py::module_& io) {
  define_results(io);
  define_running(io);
  define_play(io);
  define_queries_by_line(io);
}

}  // namespace carom::python
