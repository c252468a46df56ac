#pragma once
#include <pybind11/pybind11.h>

// Each defines a part of the module carom._carom.
namespace carom::python {

void define_shapes(pybind11::module_& module);
void define_motions(pybind11::module_& module);
void define_queries(pybind11::module_& module);
void define_batch(pybind11::module_& module);
void define_world_records(pybind11::module_& module);
void define_events(pybind11::module_& module);
void define_worlds(pybind11::module_& module);
void define_triggers(pybind11::module_& module);
void define_index(pybind11::module_& module);
void define_movers(pybind11::module_& module);
void define_billiards(pybind11::module_& module);
void define_billiards_records(pybind11::module_& module);
void define_shots(pybind11::module_& module);
void define_game_records(pybind11::module_& module);
void define_games(pybind11::module_& module);
void define_scenes(pybind11::module_& module, pybind11::module_& io);
void define_runs(pybind11::module_& module);
void define_responses(pybind11::module_& module);

}  // namespace carom::python
