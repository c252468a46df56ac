#include "carom/sim/granular.hpp"
#include "module.hpp"
#include "record.hpp"
#include "world.hpp"

namespace carom::python {
namespace {

std::string in_dimension(const char* name, int dimension) {
  return name + std::to_string(dimension);
}

void define_enums(py::module_& module) {
  enumeration<Response>(module, "Response", "Response", {"bounce", "stick", "pocket", "slide"});
  enumeration<CombineRule>(module, "CombineRule", "CombineRule",
                           {"average", "mass_weighted", "minimum", "maximum", "product"});
  enumeration<BroadPhase>(module, "BroadPhase", "BroadPhase", {"automatic", "all_pairs", "cells", "lists"});
  enumeration<SearchKind>(module, "SearchKind", "SearchKind", {"none", "all_pairs", "cells", "linked_cells", "lists"});
  enumeration<Presence>(module, "Presence", "Presence", {"here", "merged", "pocketed", "removed", "awaited"});
  std::vector<const char*> kinds;
  std::vector<std::string> words;
  words.reserve(kEventKinds);
  for (int k = 0; k < kEventKinds; ++k) words.emplace_back(name(static_cast<EventKind>(k)));
  for (const std::string& word : words) kinds.push_back(word.c_str());
  enumeration<EventKind>(module, "EventKind", "EventKind", kinds);
}

void define_plain_records(py::module_& module) {
  Record<Thermostat>(module, "Thermostat", "Thermostat")
      .field<&Thermostat::interval>("interval")
      .field<&Thermostat::noise>("noise")
      .field<&Thermostat::keeps_momentum>("keeps_momentum")
      .field<&Thermostat::seed>("seed")
      .end();
  Record<StepwiseDamping>(module, "StepwiseDamping", "StepwiseDamping")
      .field<&StepwiseDamping::interval>("interval")
      .field<&StepwiseDamping::factor>("factor")
      .field<&StepwiseDamping::rest_speed>("rest_speed")
      .end();
  Record<Time>(module, "Time", "Time").field<&Time::epoch>("epoch").field<&Time::offset>("offset").end();
  Record<TickCounts>(module, "TickCounts", "TickCounts")
      .field<&TickCounts::ticks>("ticks")
      .field<&TickCounts::again>("again")
      .field<&TickCounts::sweeps>("sweeps")
      .field<&TickCounts::most_contacts>("most_contacts")
      .field<&TickCounts::largest_residual>("largest_residual")
      .field<&TickCounts::waited>("waited")
      .end();
  Record<SearchCounts>(module, "SearchCounts", "SearchCounts")
      .field<&SearchCounts::rounds>("rounds")
      .field<&SearchCounts::questions>("questions")
      .field<&SearchCounts::pairs>("pairs")
      .field<&SearchCounts::all_pairs>("all_pairs")
      .field<&SearchCounts::obstacles>("obstacles")
      .field<&SearchCounts::places_left>("places_left")
      .field<&SearchCounts::centers>("centers")
      .end();
  Record<Coordination>(module, "Coordination", "Coordination")
      .field<&Coordination::balls>("balls")
      .field<&Coordination::rattlers>("rattlers")
      .field<&Coordination::number>("number")
      .end();
}

template <int D>
void define_forces(py::module_& module) {
  Record<Spring<D>>(module, in_dimension("Spring", D).c_str(), "Spring")
      .template field<&Spring<D>::anchor>("anchor")
      .template field<&Spring<D>::stiffness>("stiffness")
      .template field<&Spring<D>::length>("length")
      .checked(
          [](const void* value, const std::string&) { check(ForceField<D>(*static_cast<const Spring<D>*>(value))); })
      .end();
  Record<PointAttractor<D>>(module, in_dimension("PointAttractor", D).c_str(), "PointAttractor")
      .template field<&PointAttractor<D>::center>("center")
      .template field<&PointAttractor<D>::strength>("strength")
      .template field<&PointAttractor<D>::softening>("softening")
      .checked([](const void* value, const std::string&) {
        check(ForceField<D>(*static_cast<const PointAttractor<D>*>(value)));
      })
      .end();
  Record<QuadraticDrag<D>>(module, in_dimension("QuadraticDrag", D).c_str(), "QuadraticDrag")
      .template field<&QuadraticDrag<D>::coefficient>("coefficient")
      .template field<&QuadraticDrag<D>::wind>("wind")
      .checked([](const void* value, const std::string&) {
        check(ForceField<D>(*static_cast<const QuadraticDrag<D>*>(value)));
      })
      .end();
  Record<PointMass<D>>(module, in_dimension("PointMass", D).c_str(), "PointMass")
      .template field<&PointMass<D>::body>("body")
      .template field<&PointMass<D>::position>("position")
      .template field<&PointMass<D>::velocity>("velocity")
      .template field<&PointMass<D>::mass>("mass")
      .template field<&PointMass<D>::time>("time")
      .end();
}

template <int D>
void define_bodies(py::module_& module) {
  Record<BodyMotion<D>>(module, in_dimension("BodyMotion", D).c_str(), "BodyMotion")
      .template field<&BodyMotion<D>::velocity>("velocity")
      .template field<&BodyMotion<D>::acceleration>("acceleration")
      .template field<&BodyMotion<D>::deceleration>("deceleration")
      .template field<&BodyMotion<D>::damping>("damping")
      .end();
  Record<Vibration<D>>(module, in_dimension("Vibration", D).c_str(), "Vibration")
      .template field<&Vibration<D>::amplitude>("amplitude")
      .template field<&Vibration<D>::period>("period")
      .template field<&Vibration<D>::phase>("phase")
      .template field<&Vibration<D>::rise>("rise")
      .end();
  Record<SurfaceMotion<D>>(module, in_dimension("SurfaceMotion", D).c_str(), "SurfaceMotion")
      .template field<&SurfaceMotion<D>::velocity>("velocity")
      .template field<&SurfaceMotion<D>::spin>("spin")
      .template field<&SurfaceMotion<D>::center>("center")
      .end();
  Record<Body<D>>(module, in_dimension("Body", D).c_str(), "Body")
      .template field<&Body<D>::shape>("shape")
      .template field<&Body<D>::motion>("motion")
      .template field<&Body<D>::mass>("mass")
      .template field<&Body<D>::spin>("spin")
      .template field<&Body<D>::surface>("surface")
      .template field<&Body<D>::vibration>("vibration")
      .template field<&Body<D>::restitution>("restitution")
      .template field<&Body<D>::friction>("friction")
      .template field<&Body<D>::rolling_friction>("rolling_friction")
      .template field<&Body<D>::spinning_friction>("spinning_friction")
      .template field<&Body<D>::response>("response")
      .template field<&Body<D>::layers>("layers")
      .template field<&Body<D>::mask>("mask")
      .template field<&Body<D>::user>("user")
      .end();
}

template <int D>
void define_options(py::module_& module) {
  using Options = WorldOptions<D>;
  Record<Options>(module, in_dimension("WorldOptions", D).c_str(), "WorldOptions")
      .template field<&Options::gravity>("gravity")
      .template field<&Options::damping>("damping")
      .template field<&Options::restitution_rule>("restitution_rule")
      .template field<&Options::restitution_speed>("restitution_speed")
      .template field<&Options::tangential_restitution>("tangential_restitution")
      .template field<&Options::friction_rule>("friction_rule")
      .template field<&Options::thermostat>("thermostat")
      .template field<&Options::stepwise_damping>("stepwise_damping")
      .template field<&Options::force_fields>("force_fields")
      .template field<&Options::force_interval>("force_interval")
      .template field<&Options::contact_duration>("contact_duration")
      .template field<&Options::lasting_contacts>("lasting_contacts")
      .template field<&Options::tick>("tick")
      .template field<&Options::sleep>("sleep")
      .template field<&Options::period>("period")
      .template field<&Options::frame>("frame")
      .template field<&Options::epoch_length>("epoch_length")
      .template field<&Options::broad_phase>("broad_phase")
      .end();
}

template <int D>
void define_states(py::module_& module) {
  Record<Placement<D>>(module, in_dimension("Placement", D).c_str(), "Placement")
      .template field<&Placement<D>::position>("position")
      .template field<&Placement<D>::velocity>("velocity")
      .template field<&Placement<D>::image>("image")
      .template field<&Placement<D>::spin>("spin")
      .end();
  Record<WorldHit<D>>(module, in_dimension("WorldHit", D).c_str(), "WorldHit")
      .template field<&WorldHit<D>::body>("body")
      .template field<&WorldHit<D>::impact>("impact")
      .end();
  Record<BodyState<D>>(module, in_dimension("BodyState", D).c_str(), "BodyState")
      .template field<&BodyState<D>::presence>("presence")
      .template field<&BodyState<D>::held>("held")
      .template field<&BodyState<D>::radius>("radius")
      .template field<&BodyState<D>::mass>("mass")
      .template field<&BodyState<D>::position>("position")
      .template field<&BodyState<D>::velocity>("velocity")
      .template field<&BodyState<D>::spin>("spin")
      .template field<&BodyState<D>::force>("force")
      .template field<&BodyState<D>::time>("time")
      .template field<&BodyState<D>::rank>("rank")
      .template field<&BodyState<D>::image>("image")
      .template field<&BodyState<D>::intended>("intended")
      .template field<&BodyState<D>::in_island>("in_island")
      .end();
  Record<ContactState<D>>(module, in_dimension("ContactState", D).c_str(), "ContactState")
      .template field<&ContactState<D>::a>("a")
      .template field<&ContactState<D>::b>("b")
      .template field<&ContactState<D>::face>("face")
      .template field<&ContactState<D>::normal_impulse>("normal_impulse")
      .template field<&ContactState<D>::tangential_impulse>("tangential_impulse")
      .template field<&ContactState<D>::torque>("torque")
      .end();
  Record<ContactForce<D>>(module, in_dimension("ContactForce", D).c_str(), "ContactForce")
      .template field<&ContactForce<D>::a>("a")
      .template field<&ContactForce<D>::b>("b")
      .template field<&ContactForce<D>::face>("face")
      .template field<&ContactForce<D>::point>("point")
      .template field<&ContactForce<D>::normal>("normal")
      .template field<&ContactForce<D>::force>("force")
      .template field<&ContactForce<D>::pressing>("pressing")
      .end();
}

template <int D>
void define_ledger(py::module_& module) {
  const py::class_<Ledger<D>> ledger = Record<Ledger<D>>(module, in_dimension("Ledger", D).c_str(), "Ledger")
                                           .template field<&Ledger<D>::kinetic>("kinetic")
                                           .template field<&Ledger<D>::rotational>("rotational")
                                           .template field<&Ledger<D>::potential>("potential")
                                           .template field<&Ledger<D>::initial>("initial")
                                           .template field<&Ledger<D>::work>("work")
                                           .template field<&Ledger<D>::dissipated_impacts>("dissipated_impacts")
                                           .template field<&Ledger<D>::dissipated_merging>("dissipated_merging")
                                           .template field<&Ledger<D>::dissipated_stops>("dissipated_stops")
                                           .template field<&Ledger<D>::dissipated_damping>("dissipated_damping")
                                           .template field<&Ledger<D>::dissipated_friction>("dissipated_friction")
                                           .template field<&Ledger<D>::dissipated_rolling>("dissipated_rolling")
                                           .template field<&Ledger<D>::dissipated_contacts>("dissipated_contacts")
                                           .template field<&Ledger<D>::dissipated_pockets>("dissipated_pockets")
                                           .template field<&Ledger<D>::added_by_restitution>("added_by_restitution")
                                           .template field<&Ledger<D>::added_by_placing>("added_by_placing")
                                           .template field<&Ledger<D>::added_by_hops>("added_by_hops")
                                           .template field<&Ledger<D>::added_by_ticks>("added_by_ticks")
                                           .template field<&Ledger<D>::added_by_restoring>("added_by_restoring")
                                           .template field<&Ledger<D>::momentum>("momentum")
                                           .template field<&Ledger<D>::momentum_scale>("momentum_scale")
                                           .end();
  function(
      ledger, "dissipated(self) -> float", "All energy that was dissipated.",
      [](const Arguments& arguments) -> py::object { return py::float_(arguments.self<Ledger<D>>().dissipated()); });
  function(ledger, "added(self) -> float", "All energy that was added.",
           [](const Arguments& arguments) -> py::object { return py::float_(arguments.self<Ledger<D>>().added()); });
  function(ledger, "residual(self) -> float",
           "What no law explains: kinetic + potential + dissipated() − (initial + work + added()).",
           [](const Arguments& arguments) -> py::object { return py::float_(arguments.self<Ledger<D>>().residual()); });
}

template <int D>
void define_event(py::module_& module) {
  Record<Event<D>>(module, in_dimension("Event", D).c_str(), "Event")
      .template field<&Event<D>::time>("time")
      .template field<&Event<D>::instant>("instant")
      .template field<&Event<D>::rank>("rank")
      .template field<&Event<D>::kind>("kind")
      .template field<&Event<D>::a>("a")
      .template field<&Event<D>::b>("b")
      .template field<&Event<D>::point>("point")
      .template field<&Event<D>::normal>("normal")
      .template field<&Event<D>::approach_speed>("approach_speed")
      .template field<&Event<D>::impulse>("impulse")
      .template field<&Event<D>::restitution>("restitution")
      .template field<&Event<D>::image>("image")
      .end();
}

template <int D>
void define_records_in(py::module_& module) {
  define_forces<D>(module);
  define_bodies<D>(module);
  define_options<D>(module);
  define_states<D>(module);
  define_ledger<D>(module);
  define_event<D>(module);
}

}  // namespace

void define_world_records(py::module_& module) {
  define_enums(module);
  define_plain_records(module);
  define_records_in<2>(module);
  define_records_in<3>(module);
}

}  // namespace carom::python
