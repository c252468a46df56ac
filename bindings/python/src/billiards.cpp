#include "carom/billiards/ball_impact.hpp"
#include "carom/billiards/cushion_impact.hpp"
#include "carom/billiards/execution_noise.hpp"
#include "carom/billiards/outline.hpp"
#include "carom/billiards/phase.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/shots.hpp"
#include "carom/io/shot.hpp"
#include "module.hpp"
#include "record.hpp"

namespace carom::python {
namespace {

using namespace billiards;  // NOLINT(google-build-using-namespace): this file is about nothing else

/// What makes sense as equipment; ValueError that names the field.
void check_equipment(const BallSpec& ball, const Cloth& cloth) {
  validate(Equipment{.ball = ball, .cloth = cloth});
}

void define_tables(py::module_& module) {
  function(module, "pool() -> Equipment", "billiards::pool", [](const Arguments&) { return py::cast(pool()); });
  function(module, "snooker() -> Equipment", "billiards::snooker",
           [](const Arguments&) { return py::cast(snooker()); });
  function(module, "carom_billiards() -> Equipment", "billiards::carom_billiards",
           [](const Arguments&) { return py::cast(carom_billiards()); });
  function(module, "pool_length(feet: int) -> float", "billiards::pool_length",
           [](const Arguments& arguments) -> py::object { return py::float_(pool_length(arguments.get<int>(0))); });
  function(module, "pool_table(length: float = 2.54) -> Table", "billiards::pool_table",
           [](const Arguments& arguments) { return py::cast(pool_table(arguments.get<double>(0, 2.54))); });
  function(module, "snooker_table() -> Table", "billiards::snooker_table",
           [](const Arguments&) { return py::cast(snooker_table()); });
  function(module, "carom_table() -> Table", "billiards::carom_table",
           [](const Arguments&) { return py::cast(carom_table()); });
  function(module, "lay_out(table: Table, layout: RectangleLayout) -> Table",
           "A table with the cushions, pockets, spots and strings of a rectangle.", [](const Arguments& arguments) {
             Table table = arguments.get<Table>(0);
             lay_out(table, arguments.get<RectangleLayout>(1));
             return py::cast(table);
           });
  function(module, "validate(table: Table | Equipment, state: TableState | None = None) -> None", "billiards::validate",
           [](const Arguments& arguments) -> py::object {
             if (const auto* equipment = try_value<Equipment>(arguments[0])) {
               validate(*equipment);
               return py::none();
             }
             const auto& table = arguments.get<Table>(0);
             validate(table);
             if (arguments.has(1)) validate(table, arguments.get<TableState>(1));
             return py::none();
           });
  function(module, "clearance(table: Table, point: Vector) -> float", "billiards::clearance",
           [](const Arguments& arguments) -> py::object {
             return py::float_(clearance(arguments.get<Table>(0), arguments.get<Vec2>(1)));
           });
  function(module, "pocket_at(table: Table, point: Vector) -> int | None", "billiards::pocket_at",
           [](const Arguments& arguments) {
             return Convert<std::optional<std::size_t>>::to(pocket_at(arguments.get<Table>(0), arguments.get<Vec2>(1)));
           });
  function(module, "reach(cushion: Cushion, ball_radius: float) -> float", "billiards::reach",
           [](const Arguments& arguments) -> py::object {
             return py::float_(reach(arguments.get<Cushion>(0), arguments.get<double>(1)));
           });
}

void define_outlines(py::module_& module) {
  using Parts = Convert<std::vector<CushionPart>>;
  function(module, "polygon_outline(corners: Sequence[Vector]) -> list[CushionPart]", "billiards::polygon_outline",
           [](const Arguments& arguments) {
             const auto corners = arguments.get<std::vector<Vec2>>(0);
             if (corners.size() < 3) expect_value(arguments.place(0), "three corners or more", arguments[0]);
             return Parts::to(polygon_outline(corners));
           });
  function(module, "circle_outline(center: Vector, radius: float) -> list[CushionPart]", "billiards::circle_outline",
           [](const Arguments& arguments) {
             return Parts::to(circle_outline(arguments.get<Vec2>(0), arguments.not_negative(1)));
           });
  function(module, "stadium_outline(length: float, radius: float) -> list[CushionPart]", "billiards::stadium_outline",
           [](const Arguments& arguments) {
             return Parts::to(stadium_outline(arguments.not_negative(0), arguments.not_negative(1)));
           });
  function(module, "ellipse_outline(a: float, b: float, arcs: int = 4) -> list[CushionPart]",
           "billiards::ellipse_outline", [](const Arguments& arguments) {
             return Parts::to(
                 ellipse_outline(arguments.not_negative(0), arguments.not_negative(1), arguments.get<int>(2, 4)));
           });
}

void define_balls(py::module_& module) {
  function(module, "damping_of(factor: float, interval: float) -> float", "billiards::damping_of",
           [](const Arguments& arguments) -> py::object {
             return py::float_(damping_of(arguments.get<double>(0), arguments.get<double>(1)));
           });
  function(module, "slip(state: BallState, radius: float) -> Vector", "billiards::slip",
           [](const Arguments& arguments) {
             return Convert<Vec3>::to(slip(arguments.get<BallState>(0), arguments.get<double>(1)));
           });
  function(module, "rolling_spin(velocity: Vector, radius: float, side_spin: float) -> Vector",
           "billiards::rolling_spin", [](const Arguments& arguments) {
             return Convert<Vec3>::to(
                 rolling_spin(arguments.get<Vec3>(0), arguments.get<double>(1), arguments.get<double>(2)));
           });
  function(module, "kinetic_energy(state: BallState, ball: BallSpec) -> float", "billiards::kinetic_energy",
           [](const Arguments& arguments) -> py::object {
             return py::float_(kinetic_energy(arguments.get<BallState>(0), arguments.get<BallSpec>(1)));
           });
  function(module,
           "ball_impact(first: BallState, ball1: BallSpec, second: BallState, ball2: BallSpec, contact: BallContact, "
           "cloth: Cloth) -> BallImpact",
           "billiards::ball_impact", [](const Arguments& arguments) {
             const auto& ball1 = arguments.get<BallSpec>(1);
             const auto& ball2 = arguments.get<BallSpec>(3);
             const auto& cloth = arguments.get<Cloth>(5);
             check_equipment(ball1, cloth);
             check_equipment(ball2, cloth);
             return py::cast(ball_impact(arguments.get<BallState>(0), ball1, arguments.get<BallState>(2), ball2,
                                         arguments.get<BallContact>(4), cloth));
           });
  function(module,
           "cushion_impact(state: BallState, ball: BallSpec, towards: Vector, cushion: Cushion, cloth: Cloth) -> "
           "CushionImpact",
           "billiards::cushion_impact", [](const Arguments& arguments) {
             const auto& state = arguments.get<BallState>(0);
             const auto& ball = arguments.get<BallSpec>(1);
             const auto towards = arguments.get<Vec2>(2);
             const auto& cushion = arguments.get<Cushion>(3);
             const auto& cloth = arguments.get<Cloth>(4);
             validate(Equipment{.ball = ball, .cloth = cloth, .cushion = cushion});
             if (is_zero(towards)) expect_value(arguments.place(2), "a direction", arguments[2]);
             if (std::abs(cushion.height - state.position.z) > ball.radius)
               expect_value(arguments.place(0), "a ball that is as high as the cushion's nose somewhere", arguments[0]);
             return py::cast(cushion_impact(state, ball, towards, cushion, cloth));
           });
  const py::handle phase(reinterpret_cast<PyObject*>(python_class<MotionPhase>));
  function(phase, "at(self, t: float) -> BallState", "billiards::MotionPhase::at", [](const Arguments& arguments) {
    const auto& self = arguments.self<MotionPhase>();
    const double t = arguments.not_negative(1);
    if (t > self.end) expect_value(arguments.place(1), "a time up to the phase's end", arguments[1]);
    return py::cast(self.at(t));
  });
  function(
      module, "phase_of(state: BallState, ball: BallSpec, cloth: Cloth) -> MotionPhase", "billiards::phase_of",
      [](const Arguments& arguments) {
        check_equipment(arguments.get<BallSpec>(1), arguments.get<Cloth>(2));
        return py::cast(phase_of(arguments.get<BallState>(0), arguments.get<BallSpec>(1), arguments.get<Cloth>(2)));
      });
  function(module, "bounce_on_cloth(state: BallState, ball: BallSpec, cloth: Cloth) -> BallState",
           "billiards::bounce_on_cloth", [](const Arguments& arguments) {
             const auto& state = arguments.get<BallState>(0);
             check_equipment(arguments.get<BallSpec>(1), arguments.get<Cloth>(2));
             if (state.velocity.z > 0) expect_value(arguments.place(0), "a ball that does not rise", arguments[0]);
             return py::cast(bounce_on_cloth(state, arguments.get<BallSpec>(1), arguments.get<Cloth>(2)));
           });
  function(module, "next_state(phase: MotionPhase, ball: BallSpec, cloth: Cloth) -> BallState", "billiards::next_state",
           [](const Arguments& arguments) {
             const auto& from = arguments.get<MotionPhase>(0);
             check_equipment(arguments.get<BallSpec>(1), arguments.get<Cloth>(2));
             if (std::isinf(from.end)) expect_value(arguments.place(0), "a phase that ends", arguments[0]);
             return py::cast(next_state(from, arguments.get<BallSpec>(1), arguments.get<Cloth>(2)));
           });
}

void define_strokes(py::module_& module) {
  function(
      module, "squirt_tangent(side: float, ball_mass: float, end_mass: float) -> float", "billiards::squirt_tangent",
      [](const Arguments& arguments) -> py::object {
        return py::float_(squirt_tangent(arguments.get<double>(0), arguments.get<double>(1), arguments.get<double>(2)));
      });
  function(module, "low_deflection_cue() -> Cue", "billiards::low_deflection_cue",
           [](const Arguments&) { return py::cast(low_deflection_cue()); });
  function(module, "break_cue() -> Cue", "billiards::break_cue",
           [](const Arguments&) { return py::cast(break_cue()); });
  function(module, "jump_cue() -> Cue", "billiards::jump_cue", [](const Arguments&) { return py::cast(jump_cue()); });
  function(module, "strike(position: Vector, ball: BallSpec, cloth: Cloth, cue: Cue, strike: Strike) -> BallState",
           "billiards::strike", [](const Arguments& arguments) {
             check_equipment(arguments.get<BallSpec>(1), arguments.get<Cloth>(2));
             return py::cast(strike(arguments.get<Vec3>(0), arguments.get<BallSpec>(1), arguments.get<Cloth>(2),
                                    arguments.get<Cue>(3), arguments.get<Strike>(4)));
           });
  function(module, "heading_at(degrees: float) -> Vector", "io::heading_at",
           [](const Arguments& arguments) { return Convert<Vec2>::to(io::heading_at(arguments.get<double>(0))); });
  function(module, "is_miscue(stroke: Strike, cue: Cue) -> bool", "billiards::is_miscue",
           [](const Arguments& arguments) -> py::object {
             return py::bool_(is_miscue(arguments.get<Strike>(0), arguments.get<Cue>(1)));
           });
  function(module, "olympiad_noise(ball_radius: float) -> ExecutionNoise", "billiards::olympiad_noise",
           [](const Arguments& arguments) { return py::cast(olympiad_noise(arguments.get<double>(0))); });
  function(module, "with_noise(meant: Strike, noise: ExecutionNoise, random: Random) -> Strike",
           "billiards::with_noise", [](const Arguments& arguments) {
             auto& random = const_cast<Random&>(arguments.get<Random>(2));
             return py::cast(with_noise(arguments.get<Strike>(0), arguments.get<ExecutionNoise>(1), random));
           });
}

}  // namespace

void define_billiards(py::module_& module) {
  define_billiards_records(module);
  define_tables(module);
  define_outlines(module);
  define_balls(module);
  define_strokes(module);
  define_shots(module);
  define_game_records(module);
  define_games(module);
}

}  // namespace carom::python
