#!/usr/bin/env python3
"""trajectory.h5 read back by others: MDAnalysis's H5MD reader and h5py, against motions known in closed form."""
import unittest
import warnings

import h5py
import numpy

import support
from support import CaromTest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from MDAnalysis.coordinates.H5MD import H5MDReader
    from MDAnalysis import Universe

PARTICLES = "particles/trajectory/"


def lonely_ball(dimension, **changes):
    velocity = [0.75, -0.5, 0.25][:dimension]
    ball = {"ball": {"center": [1, 2, 3][:dimension], "radius": 0.5}, "velocity": velocity, "mass": 2}
    return {"carom": 1, "dimension": dimension, "until": 8, "frames_per_second": 4, "bodies": [ball], **changes}


class Trajectory(CaromTest):
    def test_mdanalysis_reads_a_ball_in_linear_motion(self):
        for dimension in (2, 3):
            folder = self.run_scene(self.scene(content=lonely_ball(dimension)))
            reader = H5MDReader(str(folder / "trajectory.h5"), convert_units=False)
            self.assertEqual((reader.n_atoms, reader.n_frames), (1, 33))
            velocity = numpy.array([0.75, -0.5, 0.25 if dimension == 3 else 0])
            start = numpy.array([1, 2, 3 if dimension == 3 else 0])
            for k, frame in enumerate(reader):
                self.assertEqual(frame.time, k / 4)
                self.assertEqual(frame.data["step"], k)
                self.assertIsNone(frame.dimensions)
                numpy.testing.assert_allclose(frame.positions[0], start + k / 4 * velocity, rtol=0, atol=1e-6)
                numpy.testing.assert_array_equal(frame.velocities[0], velocity.astype("float32"))
                self.assertAlmostEqual(frame.data["kinetic_energy"], velocity @ velocity, delta=1e-15)
                numpy.testing.assert_allclose(frame.data["momentum"], 2 * velocity, rtol=0, atol=1e-15)

    def test_mdanalysis_loads_it_into_a_universe_as_the_page_says(self):
        folder = self.run_scene(self.scene())
        balls = Universe.empty(2, trajectory=True)
        balls.load_new(str(folder / "trajectory.h5"), format="H5MD", convert_units=False)
        self.assertEqual(len(balls.trajectory), 13)
        balls.trajectory[-1]
        # After the bounce at t = 4 the left ball stands at 8 and the right one has gone on for two units of time at speed 2.
        numpy.testing.assert_allclose(balls.atoms.positions[:, 0], [8, 14], rtol=0, atol=1e-6)

    def test_positions_are_in_full_precision(self):
        with h5py.File(self.run_scene(self.scene(content=lonely_ball(3))) / "trajectory.h5") as file:
            time = file[PARTICLES + "position/time"][:][:, None]
            expected = numpy.array([1, 2, 3]) + time * numpy.array([0.75, -0.5, 0.25])
            # Powers of two and small numbers: the closed form has no rounding.
            numpy.testing.assert_array_equal(file[PARTICLES + "position/value"][:, 0], expected)

    def test_a_fall_is_a_parabola(self):
        scene = lonely_ball(3, gravity=[0, 0, -10])
        with h5py.File(self.run_scene(self.scene(content=scene)) / "trajectory.h5") as file:
            t = file[PARTICLES + "position/time"][:]
            numpy.testing.assert_allclose(file[PARTICLES + "position/value"][:, 0, 2], 3 + 0.25 * t - 5 * t * t, rtol=1e-14)
            energy = file["observables/total_energy/value"][:]
            numpy.testing.assert_allclose(energy, energy[0], rtol=1e-13)

    def test_the_structure_is_that_of_h5md_1_1(self):
        with h5py.File(self.run_scene(self.scene()) / "trajectory.h5") as file:
            self.assertEqual(list(file["h5md"].attrs["version"]), [1, 1])
            for group, attributes in {"author": ["name"], "creator": ["name", "version"]}.items():
                for attribute in attributes:
                    self.assertIn(attribute, file["h5md"][group].attrs)
            box = file[PARTICLES + "box"].attrs
            self.assertEqual(box["dimension"], 3)
            self.assertEqual([b.decode() for b in box["boundary"]], ["none"] * 3)
            frames = file[PARTICLES + "position/time"].shape[0]
            elements = [*(PARTICLES + n for n in ("position", "velocity", "id", "species", "mass", "radius")),
                        *("observables/" + n for n in file["observables"])]
            for name in elements:
                self.assertEqual(file[name]["value"].shape[0], frames, name)
                for part in ("step", "time"):
                    self.assertEqual(file[name][part], file[PARTICLES + "position"][part], name)  # one object
            self.assertTrue(numpy.all(numpy.diff(file[PARTICLES + "position/step"][:]) > 0))
            self.assertEqual(list(file["parameters/ball_name"].asstr()), ["left", "right"])
            self.assertEqual(list(file["parameters/species_name"].asstr()), ["", "movers"])
            numpy.testing.assert_array_equal(file[PARTICLES + "species/value"][0], [1, 0])

    def test_position_and_image_give_the_unwrapped_path_of_a_periodic_world(self):
        for dimension in (2, 3):
            sides = [4, 5, 6][:dimension]
            scene = lonely_ball(dimension, periodic=sides, until=40)
            folder = self.run_scene(self.scene(content=scene), out=f"run{dimension}")
            reader = H5MDReader(str(folder / "trajectory.h5"), convert_units=False)
            depth = 6 if dimension == 3 else 1  # in the plane: the ball's diameter
            numpy.testing.assert_allclose(reader.ts.dimensions, [4, 5, depth, 90, 90, 90])
            with h5py.File(folder / "trajectory.h5") as file:
                self.assertEqual([b.decode() for b in file[PARTICLES + "box"].attrs["boundary"]],
                                 ["periodic", "periodic", "periodic" if dimension == 3 else "none"])
                position = file[PARTICLES + "position/value"][:, 0, :dimension]
                image = file[PARTICLES + "image/value"][:, 0, :dimension]
                time = file[PARTICLES + "position/time"][:][:, None]
            self.assertTrue(numpy.all((position >= 0) & (position <= sides)))
            self.assertTrue(numpy.any(image != 0))
            path = numpy.array([1, 2, 3])[:dimension] + time * numpy.array([0.75, -0.5, 0.25])[:dimension]
            numpy.testing.assert_allclose(position + image * numpy.array(sides), path, rtol=0, atol=1e-13)

    def test_a_merged_ball_has_the_fill_id_and_the_other_its_mass(self):
        scene = {**support.HEAD_ON, "defaults": {"response": "stick"}}
        with h5py.File(self.run_scene(self.scene(content=scene)) / "trajectory.h5") as file:
            after = file[PARTICLES + "position/time"][:] >= 4
            numpy.testing.assert_array_equal(file[PARTICLES + "id/value"][after], [[0, -1]] * after.sum())
            numpy.testing.assert_array_equal(file[PARTICLES + "id/value"][~after], [[0, 1]] * (~after).sum())
            numpy.testing.assert_array_equal(file[PARTICLES + "species/value"][after, 1], -1)
            self.assertTrue(numpy.all(numpy.isnan(file[PARTICLES + "position/value"][after, 1])))
            numpy.testing.assert_array_equal(file[PARTICLES + "mass/value"][after, 0], 2)
            # Areas add: radius √2.
            numpy.testing.assert_allclose(file[PARTICLES + "radius/value"][after, 0], numpy.sqrt(2), rtol=1e-15)

    def test_a_pocketed_ball_has_the_fill_id(self):
        pocket = {"ball": {"center": [10, 0], "radius": 1}, "response": "pocket"}
        scene = {**support.HEAD_ON, "bodies": [support.HEAD_ON["bodies"][0], pocket]}
        with h5py.File(self.run_scene(self.scene(content=scene)) / "trajectory.h5") as file:
            numpy.testing.assert_array_equal(file[PARTICLES + "id/value"][0], [0, 1])
            numpy.testing.assert_array_equal(file[PARTICLES + "id/value"][-1], [-1, 1])


if __name__ == "__main__":
    support.main()
