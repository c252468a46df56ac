#!/usr/bin/env python3
"""An F made of balls is an F in every view of a run in space, from the side where x × y points at the eye, and mirrored from behind."""
import base64
import io
import re
import unittest

import numpy
from PIL import Image

import support
from browser import CHROMIUM, open_page, status
from support import CaromTest

# Its corner, its foot and the end of its upper bar tell how it lies; they are red, green and blue.
LETTER = ["R###B",
          "#....",
          "####.",
          "#....",
          "G...."]
COLORS = {"R": "#ff0000", "G": "#00ff00", "B": "#0000ff", "#": "#808080"}
X, Y, Z = numpy.identity(3)
MIDDLE = 2 * numpy.ones(3)

# Puts what stage in space shows now into the page, as a picture.
KEEP = """<script>
  carom.player.draw();
  document.documentElement.dataset.picture = document.querySelector("canvas[aria-label$='balls in space']").toDataURL();
</script></body>"""


def letter(right, up, **scene):
    """The scene of an F that is written along these directions, around MIDDLE. What pulls it down is too weak to be seen."""
    balls = [{"ball": {"center": [*(MIDDLE + (column - 2) * right + (2 - row) * up)], "radius": 0.4}, "color": COLORS[character]}
             for row, line in enumerate(LETTER) for column, character in enumerate(line) if character in COLORS]
    return {"carom": 1, "dimension": 3, "until": 0.01, "gravity": [*(-1e-6 * up)], "bodies": balls, **scene}


def seen_from(direction):
    return {"camera": [*(MIDDLE + 12 * direction)], "look_at": [*MIDDLE]}


def reading(image):
    """How the letter lies in a picture: by the middles of what is red, green and blue there."""
    pixels = numpy.asarray(image.convert("RGB")).astype(int)

    def middle(channel):
        others = numpy.delete(pixels, channel, axis=2).max(axis=2)
        rows, columns = numpy.nonzero((pixels[:, :, channel] > 90) & (pixels[:, :, channel] > 2 * others))
        return numpy.array([columns.mean(), rows.mean()])

    corner, foot, end = map(middle, range(3))
    if not foot[1] - corner[1] > 2 * abs(foot[0] - corner[0]):
        return "not upright"
    return "F" if end[0] > corner[0] else "mirrored F"


class Letter(CaromTest):
    # To the right, upwards, and to the eye: each a right-handed three.
    SIDES = [(X, Y, Z), (Y, Z, X), (Z, X, Y), (X, Z, -Y), (-X, Y, -Z), (-Y, X, Z)]

    def picture(self, scene):
        with Image.open(self.run_scene(self.scene(content=scene)) / "picture.png") as image:
            return reading(image)

    def in_report(self, scene):
        page = self.here / "kept.html"
        page.write_text((self.run_scene(self.scene(content=scene)) / "report.html").read_text().replace("</body>", KEEP))
        document, messages = open_page(page, self.here / "browser")
        self.assertEqual((status(document), messages), ("ready", []))
        picture = re.search(r'data-picture="data:image/png;base64,([^"]*)"', document)[1]
        return reading(Image.open(io.BytesIO(base64.b64decode(picture))))

    def test_the_sides_are_right_handed(self):
        for right, up, eye in self.SIDES:
            self.assertTrue((numpy.cross(right, up) == eye).all())

    def test_pictures_show_it_from_the_side_of_the_eye_and_mirrored_from_behind(self):
        for right, up, eye in self.SIDES:
            with self.subTest(right=right, up=up):
                self.assertEqual(self.picture(letter(right, up, view=seen_from(eye))), "F")
                self.assertEqual(self.picture(letter(right, up, view=seen_from(-eye))), "mirrored F")

    def test_an_eye_that_was_chosen_sees_x_to_the_right(self):
        for right, up in (X, Y), (X, Z), (-Y, X):
            with self.subTest(right=right, up=up):
                self.assertEqual(self.picture(letter(right, up)), "F")

    @unittest.skipUnless(CHROMIUM, "chromium is not installed")
    def test_reports_show_it_as_pictures_do(self):
        self.assertEqual(self.in_report(letter(X, Y, view=seen_from(Z))), "F")
        self.assertEqual(self.in_report(letter(X, Y, view=seen_from(-Z))), "mirrored F")
        self.assertEqual(self.in_report(letter(X, Z)), "F")


if __name__ == "__main__":
    support.main()
