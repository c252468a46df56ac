#!/usr/bin/env python3
"""report.html in a browser: it opens from disk without a server, a network or an error, and plays what the world did."""
import json
import re
import unittest

import h5py

import support
from browser import CHROMIUM, open_page, status
from support import CaromTest, shipped

# Asks the viewer where balls are and compares with the trajectory, ball by ball and frame by frame.
COMPARE = """<script>
(() => {
  const frames = %s;
  const {run, motion} = carom;
  let worst = 0, compared = 0, wrong = 0;
  for (const {time, balls} of frames) {
    motion.evaluate(time);
    run.balls.id.forEach((id, slot) => {
      const expected = balls[id];
      if (Boolean(motion.here[slot]) !== Boolean(expected)) ++wrong;
      if (!expected || !motion.here[slot]) return;
      const [radius, ...place] = expected;
      ++compared;
      worst = Math.max(worst, Math.abs(motion.radius[slot] - radius));
      for (let k = 0; k < run.dimension; ++k)
        worst = Math.max(worst, Math.abs(motion.nearest(motion.position[run.dimension * slot + k] - place[k], k)));
    });
  }
  document.documentElement.dataset.compared = JSON.stringify({worst, compared, wrong});
})();
</script></body>"""


# Uses the page as a person does, and writes down what became of it.
USE = """<script>
(() => {
  const seen = {};
  const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
  const time = () => Number(document.getElementById("scrubber").value);
  const act = (action) => {
    action();
    carom.player.draw();  // a headless browser paints seldom
    return time();
  };
  seen.start = act(() => key("Home"));
  seen.first_event = act(() => key("n"));
  seen.back = act(() => key("p"));
  seen.end = act(() => key("End"));
  seen.row = act(() => document.querySelector(".rows .row").click());
  seen.chosen = document.querySelector(".inspector h3").textContent;
  act(() => key("Escape"));
  seen.let_go = document.getElementById("inspector").hidden;
  const search = document.getElementById("event-search");
  for (const word of ["nobody", "right"]) {
    search.value = word;
    search.dispatchEvent(new Event("input"));
    seen[word] = document.querySelectorAll(".rows .row").length;
  }
  document.documentElement.dataset.seen = JSON.stringify(seen);
})();
</script></body>"""


@unittest.skipUnless(CHROMIUM, "chromium is not installed")
class Report(CaromTest):
    def assert_opens(self, page):
        document, messages = open_page(page, self.here / "browser", "#t=0.7")
        self.assertEqual(messages, [])
        self.assertEqual(status(document), "ready", document[:300])
        return document

    def frames(self, folder, every):
        with h5py.File(folder / "trajectory.h5") as file:
            balls = file["particles/trajectory"]
            for i in range(0, len(balls["id/time"]), every):
                row = zip(balls["id/value"][i], balls["radius/value"][i], balls["position/value"][i])
                yield {"time": float(balls["id/time"][i]),
                       "balls": {int(id): [float(r), *map(float, place)] for id, r, place in row if id >= 0}}

    def assert_plays(self, scene, *options, every=1):
        """The viewer's places are the world's, at frames that the report was not made from."""
        folder = self.run_scene(scene, *options)
        page = folder / "report.html"
        page.write_text(page.read_text().replace("</body>", COMPARE % json.dumps(list(self.frames(folder, every)))))
        document = self.assert_opens(page)
        compared = json.loads(re.search(r'data-compared="([^"]*)"', document)[1].replace("&quot;", '"'))
        self.assertGreater(compared["compared"], 50)
        self.assertEqual(compared["wrong"], 0)
        self.assertLess(compared["worst"], 1e-12)

    def test_a_2d_scene_opens_without_errors_and_shows_its_table(self):
        document = self.assert_opens(self.run_scene(shipped("break"), "--until", "2") / "report.html")
        self.assertTrue('<h1 id="title">Pool: the break</h1>' in document)
        self.assertEqual(document.count('<article class="card plot">'), 3)
        self.assertGreater(document.count('<div class="row'), 5)

    def test_a_3d_scene_opens_without_errors_in_webgl(self):
        document = self.assert_opens(self.run_scene(shipped("bowling"), "--until", "22") / "report.html")
        self.assertTrue("offers no WebGL" not in document)

    def test_keys_and_the_table_move_time_and_choose_balls(self):
        folder = self.run_scene(self.scene())
        page = folder / "report.html"
        page.write_text(page.read_text().replace("</body>", USE))
        seen = json.loads(re.search(r'data-seen="([^"]*)"', self.assert_opens(page))[1].replace("&quot;", '"'))
        self.assertEqual(seen, {"start": 0, "first_event": 4, "back": 0, "end": 6, "row": 4, "chosen": "left",
                                "let_go": True, "nobody": 0, "right": 1})

    def test_a_damped_game_with_pockets_plays_exactly(self):
        self.assert_plays(shipped("break"), "--until", "5", "--fps", "23")

    def test_merging_balls_in_a_periodic_box_play_exactly(self):
        self.assert_plays(shipped("clay"), "--until", "20", "--fps", "3")

    def test_kinematic_balls_in_space_play_exactly(self):
        self.assert_plays(shipped("bowling"), "--until", "25", "--fps", "7")

    def test_falling_balls_that_come_to_rest_play_exactly(self):
        scene = self.scene(content={
            "carom": 1, "dimension": 2, "gravity": [0, -9.81], "until": 4,
            "bodies": [{"half_space": {"normal": [0, 1], "offset": 0}, "restitution": 0.5},
                       {"ball": {"center": [0, 3], "radius": 0.5}, "velocity": [1, 0], "restitution": 0.5},
                       {"ball": {"center": [2, 4], "radius": 0.25}, "velocity": [-1, 2], "restitution": 0.5}]})
        self.assert_plays(scene, "--fps", "31")

    def test_a_run_too_long_to_play_exactly_is_thinned_and_says_so(self):
        folder = self.run_scene(self.scene(content={
            "carom": 1, "dimension": 2, "until": 20, "frames_per_second": 10, "periodic": [20, 20],
            "generators": [{"gas": {"count": 400, "radius": 0.25, "temperature": 1, "seed": 1}}]}))
        document = self.assert_opens(folder / "report.html")
        self.assertFalse("straight lines join" in document)
        long = self.run_scene(self.scene(content={
            "carom": 1, "dimension": 2, "until": 400, "frames_per_second": 5, "periodic": [20, 20],
            "generators": [{"gas": {"count": 400, "radius": 0.25, "temperature": 1, "seed": 1}}]}), out="long")
        self.assertLess((long / "report.html").stat().st_size, 20_000_000)
        document = self.assert_opens(long / "report.html")
        self.assertTrue("straight lines join" in document)

    def test_a_hundred_thousand_balls_open(self):
        folder = self.run_scene(self.scene(content={
            "carom": 1, "dimension": 2, "until": 0.2, "frames_per_second": 10, "periodic": [400, 400],
            "generators": [{"lattice": {"low": [0.5, 0.5], "counts": [400, 250], "spacing": 1, "radius": 0.3, "speed": 5, "seed": 1}}]}))
        self.assertLess((folder / "report.html").stat().st_size, 50_000_000)
        self.assertTrue("balls are not shown" not in self.assert_opens(folder / "report.html"))

    def test_plots_name_their_axes(self):
        document = self.assert_opens(self.run_scene(self.scene(), "--observe", "temperature") / "report.html")
        self.assertIn("temperature (scene’s units) over time (scene’s units)", document)


if __name__ == "__main__":
    support.main()
