#include "carom/billiards/ball_impact.hpp"
#include "carom/billiards/cushion_impact.hpp"
#include "carom/billiards/phase.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/shots.hpp"
#include "module.hpp"
#include "motion.hpp"
#include "record.hpp"

namespace carom::python {
namespace {

using namespace billiards;  // NOLINT(google-build-using-namespace): this file is about nothing else

void define_enums(py::module_& module) {
  enumeration<ClothLaw>(module, "ClothLaw", "billiards::ClothLaw", {"friction", "damping", "deceleration"});
  enumeration<BallImpactModel>(module, "BallImpactModel", "billiards::BallImpactModel",
                               {"frictionless", "alciatore", "mathavan_2014"});
  enumeration<CushionImpactModel>(module, "CushionImpactModel", "billiards::CushionImpactModel",
                                  {"reflection", "han_2005", "mathavan_2010", "stronge"});
  enumeration<Phase>(module, "Phase", "billiards::Phase",
                     {"resting", "spinning", "rolling", "sliding", "gliding", "airborne"});
  enumeration<CushionPart::Shape>(module, "CushionShape", "billiards::CushionPart::Shape",
                                  {"line", "concave_arc", "convex_arc"});
  enumeration<ShotBall::Place>(module, "BallPlace", "billiards::ShotBall::Place", {"on_table", "potted", "off_table"});
  enumeration<ShotEventKind>(module, "ShotEventKind", "billiards::ShotEventKind",
                             {"cue_strike", "ball_ball", "cushion", "pocket", "phase", "spin_end", "cloth_bounce",
                              "leaves_table", "blow_end"});
}

}  // namespace

void define_billiards_records(py::module_& module) {
  define_enums(module);
  Record<billiards::BallSpec>(module, "BallSpec", "billiards::BallSpec")
      .field<&billiards::BallSpec::mass>("mass")
      .field<&billiards::BallSpec::radius>("radius")
      .end();
  Record<billiards::Cloth>(module, "Cloth", "billiards::Cloth")
      .field<&billiards::Cloth::law>("law")
      .field<&billiards::Cloth::sliding_friction>("sliding_friction")
      .field<&billiards::Cloth::rolling_friction>("rolling_friction")
      .field<&billiards::Cloth::spinning_friction>("spinning_friction")
      .field<&billiards::Cloth::restitution>("restitution")
      .field<&billiards::Cloth::smallest_hop>("smallest_hop")
      .field<&billiards::Cloth::gravity>("gravity")
      .field<&billiards::Cloth::damping>("damping")
      .field<&billiards::Cloth::deceleration>("deceleration")
      .end();
  Record<billiards::BallFriction>(module, "BallFriction", "billiards::BallFriction")
      .field<&billiards::BallFriction::constant>("constant")
      .field<&billiards::BallFriction::rise>("rise")
      .field<&billiards::BallFriction::decay>("decay")
      .end();
  Record<billiards::BallContact>(module, "BallContact", "billiards::BallContact")
      .field<&billiards::BallContact::model>("model")
      .field<&billiards::BallContact::restitution>("restitution")
      .field<&billiards::BallContact::friction>("friction")
      .field<&billiards::BallContact::effective_modulus>("effective_modulus")
      .end();
  Record<billiards::Cushion>(module, "Cushion", "billiards::Cushion")
      .field<&billiards::Cushion::model>("model")
      .field<&billiards::Cushion::restitution>("restitution")
      .field<&billiards::Cushion::restitution_fall>("restitution_fall")
      .field<&billiards::Cushion::friction>("friction")
      .field<&billiards::Cushion::height>("height")
      .field<&billiards::Cushion::frequency_ratio>("frequency_ratio")
      .end();
  Record<billiards::Equipment>(module, "Equipment", "billiards::Equipment")
      .field<&billiards::Equipment::ball>("ball")
      .field<&billiards::Equipment::cloth>("cloth")
      .field<&billiards::Equipment::contact>("contact")
      .field<&billiards::Equipment::cushion>("cushion")
      .end();
  Record<billiards::BallState>(module, "BallState", "billiards::BallState")
      .field<&billiards::BallState::position>("position")
      .field<&billiards::BallState::velocity>("velocity")
      .field<&billiards::BallState::angular_velocity>("angular_velocity")
      .end();
  Record<billiards::BallImpact>(module, "BallImpact", "billiards::BallImpact")
      .field<&billiards::BallImpact::first>("first")
      .field<&billiards::BallImpact::second>("second")
      .field<&billiards::BallImpact::dissipated>("dissipated")
      .end();
  Record<billiards::CushionImpact>(module, "CushionImpact", "billiards::CushionImpact")
      .field<&billiards::CushionImpact::ball>("ball")
      .field<&billiards::CushionImpact::dissipated>("dissipated")
      .end();
  Record<billiards::Cue>(module, "Cue", "billiards::Cue")
      .field<&billiards::Cue::mass>("mass")
      .field<&billiards::Cue::end_mass>("end_mass")
      .field<&billiards::Cue::restitution>("restitution")
      .field<&billiards::Cue::miscue_offset>("miscue_offset")
      .end();
  Record<billiards::Strike>(module, "Strike", "billiards::Strike")
      .field<&billiards::Strike::speed>("speed")
      .field<&billiards::Strike::heading>("heading")
      .field<&billiards::Strike::side>("side")
      .field<&billiards::Strike::height>("height")
      .field<&billiards::Strike::elevation>("elevation")
      .end();
  Record<billiards::MotionPhase>(module, "MotionPhase", "billiards::MotionPhase")
      .field<&billiards::MotionPhase::kind>("kind")
      .field<&billiards::MotionPhase::start>("start")
      .field<&billiards::MotionPhase::motion>("motion")
      .field<&billiards::MotionPhase::angular_acceleration>("angular_acceleration")
      .field<&billiards::MotionPhase::spin_deceleration>("spin_deceleration")
      .field<&billiards::MotionPhase::radius>("radius")
      .field<&billiards::MotionPhase::end>("end")
      .field<&billiards::MotionPhase::spin_end>("spin_end")
      .end();
  Record<billiards::CushionPart>(module, "CushionPart", "billiards::CushionPart")
      .field<&billiards::CushionPart::shape>("shape")
      .field<&billiards::CushionPart::from>("from_")
      .field<&billiards::CushionPart::to>("to")
      .field<&billiards::CushionPart::center>("center")
      .field<&billiards::CushionPart::radius>("radius")
      .field<&billiards::CushionPart::material>("material")
      .field<&billiards::CushionPart::is_jaw>("is_jaw")
      .field<&billiards::CushionPart::name>("name")
      .end();
  Record<billiards::Pocket>(module, "Pocket", "billiards::Pocket")
      .field<&billiards::Pocket::id>("id")
      .field<&billiards::Pocket::center>("center")
      .field<&billiards::Pocket::radius>("radius")
      .end();
  Record<billiards::Spot>(module, "Spot", "billiards::Spot")
      .field<&billiards::Spot::name>("name")
      .field<&billiards::Spot::position>("position")
      .end();
  Record<billiards::TableLine>(module, "TableLine", "billiards::TableLine")
      .field<&billiards::TableLine::name>("name")
      .field<&billiards::TableLine::from>("from_")
      .field<&billiards::TableLine::to>("to")
      .end();
  Record<billiards::DArea>(module, "DArea", "billiards::DArea")
      .field<&billiards::DArea::center>("center")
      .field<&billiards::DArea::radius>("radius")
      .field<&billiards::DArea::towards>("towards")
      .end();
  Record<billiards::SetBall>(module, "SetBall", "billiards::SetBall")
      .field<&billiards::SetBall::number>("number")
      .field<&billiards::SetBall::spec>("spec")
      .field<&billiards::SetBall::name>("name")
      .field<&billiards::SetBall::color>("color")
      .field<&billiards::SetBall::spot>("spot")
      .end();
  Record<billiards::Table>(module, "Table", "billiards::Table")
      .field<&billiards::Table::name>("name")
      .field<&billiards::Table::game>("game")
      .field<&billiards::Table::equipment>("equipment")
      .field<&billiards::Table::materials>("materials")
      .field<&billiards::Table::cushions>("cushions")
      .field<&billiards::Table::obstacles>("obstacles")
      .field<&billiards::Table::pockets>("pockets")
      .field<&billiards::Table::spots>("spots")
      .field<&billiards::Table::lines>("lines")
      .field<&billiards::Table::d_area>("d_area")
      .field<&billiards::Table::balls>("balls")
      .end();
  Record<billiards::PocketCut>(module, "PocketCut", "billiards::PocketCut")
      .field<&billiards::PocketCut::mouth>("mouth")
      .field<&billiards::PocketCut::angle>("angle")
      .field<&billiards::PocketCut::shelf>("shelf")
      .field<&billiards::PocketCut::radius>("radius")
      .field<&billiards::PocketCut::jaw_radius>("jaw_radius")
      .end();
  Record<billiards::RectangleLayout>(module, "RectangleLayout", "billiards::RectangleLayout")
      .field<&billiards::RectangleLayout::length>("length")
      .field<&billiards::RectangleLayout::width>("width")
      .field<&billiards::RectangleLayout::corner>("corner")
      .field<&billiards::RectangleLayout::side>("side")
      .end();
  Record<billiards::ShotBall>(module, "ShotBall", "billiards::ShotBall")
      .field<&billiards::ShotBall::number>("number")
      .field<&billiards::ShotBall::state>("state")
      .field<&billiards::ShotBall::place>("place")
      .field<&billiards::ShotBall::pocket>("pocket")
      .end();
  Record<billiards::TableState>(module, "TableState", "billiards::TableState")
      .field<&billiards::TableState::balls>("balls")
      .end();
  Record<billiards::ShotEvent>(module, "ShotEvent", "billiards::ShotEvent")
      .field<&billiards::ShotEvent::time>("time")
      .field<&billiards::ShotEvent::kind>("kind")
      .field<&billiards::ShotEvent::ball>("ball")
      .field<&billiards::ShotEvent::other>("other")
      .field<&billiards::ShotEvent::part>("part")
      .field<&billiards::ShotEvent::before>("before")
      .field<&billiards::ShotEvent::after>("after")
      .field<&billiards::ShotEvent::other_after>("other_after")
      .field<&billiards::ShotEvent::capped>("capped")
      .field<&billiards::ShotEvent::shared>("shared")
      .field<&billiards::ShotEvent::state>("state")
      .field<&billiards::ShotEvent::other_state>("other_state")
      .field<&billiards::ShotEvent::impulse>("impulse")
      .end();
  Record<billiards::Outcome>(module, "Outcome", "billiards::Outcome")
      .field<&billiards::Outcome::state>("state")
      .field<&billiards::Outcome::events>("events")
      .field<&billiards::Outcome::duration>("duration")
      .field<&billiards::Outcome::capped>("capped")
      .field<&billiards::Outcome::energy_in>("energy_in")
      .field<&billiards::Outcome::dissipated>("dissipated")
      .field<&billiards::Outcome::complete>("complete")
      .end();
  Record<billiards::ShotOptions>(module, "ShotOptions", "billiards::ShotOptions")
      .field<&billiards::ShotOptions::cue_ball>("cue_ball")
      .field<&billiards::ShotOptions::cue>("cue")
      .field<&billiards::ShotOptions::most_events>("most_events")
      .field<&billiards::ShotOptions::until>("until")
      .field<&billiards::ShotOptions::log_phases>("log_phases")
      .end();
  Record<billiards::ExecutionNoise>(module, "ExecutionNoise", "billiards::ExecutionNoise")
      .field<&billiards::ExecutionNoise::speed>("speed")
      .field<&billiards::ExecutionNoise::heading>("heading")
      .field<&billiards::ExecutionNoise::side>("side")
      .field<&billiards::ExecutionNoise::height>("height")
      .field<&billiards::ExecutionNoise::elevation>("elevation")
      .end();
  Record<billiards::BallSpread>(module, "BallSpread", "billiards::BallSpread")
      .field<&billiards::BallSpread::number>("number")
      .field<&billiards::BallSpread::potted>("potted")
      .field<&billiards::BallSpread::off_table>("off_table")
      .field<&billiards::BallSpread::mean>("mean")
      .field<&billiards::BallSpread::xx>("xx")
      .field<&billiards::BallSpread::xy>("xy")
      .field<&billiards::BallSpread::yy>("yy")
      .end();
  Record<billiards::ShotSpread>(module, "ShotSpread", "billiards::ShotSpread")
      .field<&billiards::ShotSpread::miscues>("miscues")
      .field<&billiards::ShotSpread::balls>("balls")
      .end();
  Record<billiards::ShotSearch>(module, "ShotSearch", "billiards::ShotSearch")
      .field<&billiards::ShotSearch::speeds>("speeds")
      .field<&billiards::ShotSearch::tips>("tips")
      .field<&billiards::ShotSearch::elevations>("elevations")
      .field<&billiards::ShotSearch::headings>("headings")
      .field<&billiards::ShotSearch::most_solutions>("most_solutions")
      .end();
  Record<billiards::ShotSolution>(module, "ShotSolution", "billiards::ShotSolution")
      .field<&billiards::ShotSolution::strike>("strike")
      .field<&billiards::ShotSolution::tolerance>("tolerance")
      .end();
}

}  // namespace carom::python
