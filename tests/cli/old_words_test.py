#!/usr/bin/env python3
"""Files whose fields have old names: they are read, and the standard error says once what each is called now."""
import support
from support import CaromTest, carom

# A kinematic ball that slides along a floor, and a force that has not begun.
SLIDING = {
    "carom": 1,
    "dimension": 2,
    "until": 2,
    "frames_per_second": 2,
    "bodies": [
        {"ball": {"center": [0, 2], "radius": 1}, "velocity": [1, -2], "response": "slide"},
        {"ball": {"center": [0, 9], "radius": 1}},
        {"half_space": {"normal": [0, 1], "offset": 0}},
    ],
    "forces": [{"body": 1, "force": [0, -1], "from": 3, "until": 4}],
}


class OldWords(CaromTest):
    def setUp(self):
        super().setUp()
        text = (self.run_scene(self.scene(content=SLIDING)) / "final.json").read_text()
        self.assertIn('"forces"', text)
        self.assertIn('"contacts"', text)
        self.today = self.scene("today", text)
        self.old = self.scene("old", text.replace('"forces"', '"pushes"').replace('"contacts"', '"leans"'))
        self.told = (f'carom: {self.old}: "pushes" is called "forces" now\n'
                     f'carom: {self.old}: "leans" is called "contacts" now\n')

    def test_every_command_that_reads_a_scene_says_once_what_they_are_called_now(self):
        for arguments in (["check"], ["info"], ["run", "--out", self.here / "again"], ["run", "--estimate"]):
            old, today = (carom(arguments[0], file, *arguments[1:], cwd=self.here) for file in (self.old, self.today))
            self.assertEqual((old.returncode, old.stderr), (0, self.told), arguments)
            self.assertEqual((today.returncode, today.stderr), (0, ""), arguments)

    def test_the_run_is_the_same(self):
        old, today = (carom("run", file, "--out", self.here / file.stem) for file in (self.old, self.today))
        self.assertEqual((old.returncode, today.returncode), (0, 0))
        for name in ("events.csv", "final.json"):
            self.assertEqual((self.here / "old" / name).read_text(), (self.here / "today" / name).read_text(), name)

    def test_a_file_that_is_wrong_is_an_error_all_the_same(self):
        wrong = self.scene("old", self.old.read_text().replace('"begun": false', '"begun": 7').replace('"begun":false', '"begun":7'))
        done = carom("check", wrong)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith(self.told + "carom: error: "), done.stderr)
        self.assertIn("begun", done.stderr)


if __name__ == "__main__":
    support.main()
