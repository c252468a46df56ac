#!/usr/bin/env python3
"""animate.py RUN PICTURE: draws the 2D run in the folder RUN (what `carom run` wrote) as a moving picture, .webp or .png (APNG).

  build/release/bin/carom run scenes/break.json --fps 120 --out out/break
  /usr/bin/python3 docs/pictures/animate.py out/break docs/pictures/break.webp --until 4
"""
import argparse
import json
from pathlib import Path

import h5py
import numpy
from PIL import Image, ImageDraw, ImageFont

SMOOTH = 3  # every pixel is the mean of SMOOTH² drawn ones
TRAIL = 0.45  # of a path, as time
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
FELT, CUSHION, WOOD, HOLE, INK = "#1f7a5c", "#155842", "#4a2f1d", "#0b1a15", "#101418"


class Table:
    """Maps metres to pixels and draws what stands still."""

    def __init__(self, bodies, positions, radius, width):
        points = numpy.array([p for body in bodies for p in corners(body)] or positions.reshape(-1, 2))
        points = points[numpy.isfinite(points).all(axis=1)]
        margin = 2.2 * radius
        self.low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
        self.scale = SMOOTH * width / (high - self.low)[0]
        self.size = tuple(int(round(side)) // (2 * SMOOTH) * 2 * SMOOTH for side in self.scale * (high - self.low))
        rails = numpy.array([v for body in bodies if "polygon" in body for v in body["polygon"]["vertices"]])
        self.still = Image.new("RGB", self.size, WOOD if len(rails) else FELT)
        draw = ImageDraw.Draw(self.still)
        if len(rails):
            (x0, y1), (x1, y0) = self.at(rails.min(axis=0)), self.at(rails.max(axis=0))
            draw.rectangle((x0, y0, x1, y1), fill=FELT)
        for body in bodies:
            self.draw_still(draw, body)

    def at(self, point):
        x, y = self.scale * (numpy.asarray(point) - self.low)
        return float(x), float(self.size[1] - y)

    def disc(self, draw, center, radius, **style):
        x, y = self.at(center)
        r = radius * self.scale
        draw.ellipse((x - r, y - r, x + r, y + r), **style)

    def draw_still(self, draw, body):
        thick = 5 * SMOOTH
        if "segment" in body:
            ends = [self.at(body["segment"]["from"]), self.at(body["segment"]["to"])]
            draw.line(ends, fill=WOOD, width=thick)
            for x, y in ends:
                draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=WOOD)
        elif "polygon" in body:
            vertices = [self.at(v) for v in body["polygon"]["vertices"]]
            if body["polygon"].get("closed", True):
                draw.line(vertices + vertices[:1], fill=WOOD, width=thick, joint="curve")
            else:
                draw.polygon(vertices, fill=CUSHION)
        elif "box" in body:
            (x0, y1), (x1, y0) = self.at(body["box"]["low"]), self.at(body["box"]["high"])
            draw.rectangle((x0, y0, x1, y1), fill=WOOD)
        elif body.get("response") == "pocket":
            self.disc(draw, body["ball"]["center"], body["ball"]["radius"], fill=HOLE)


def corners(body):
    if "segment" in body:
        return [body["segment"]["from"], body["segment"]["to"]]
    if "polygon" in body:
        return body["polygon"]["vertices"]
    if "box" in body:
        return [body["box"]["low"], body["box"]["high"]]
    if body.get("response") == "pocket":
        center, r = numpy.array(body["ball"]["center"]), body["ball"]["radius"]
        return [center - r, center + r]
    return []


def draw_ball(table, draw, center, radius, color, mark, font):
    table.disc(draw, (center[0] + 0.18 * radius, center[1] - 0.22 * radius), radius, fill="#164f3d")
    table.disc(draw, center, radius, fill=color, outline=INK, width=SMOOTH)
    if mark:
        table.disc(draw, center, 0.56 * radius, fill="#f7f4ea")
        draw.text(table.at(center), mark, fill=INK, font=font, anchor="mm")


def draw_frame(table, run, frame, font):
    image = table.still.copy()
    draw = ImageDraw.Draw(image, "RGBA")
    first = int(numpy.searchsorted(run["time"], run["time"][frame] - TRAIL))
    for ball, body in enumerate(run["balls"]):
        path = run["position"][first:frame + 1, ball]
        path = [table.at(p) for p in path if numpy.isfinite(p).all()]
        for k in range(1, len(path)):
            draw.line(path[k - 1:k + 1], fill=(255, 255, 255, 150 * k // len(path)), width=2 * SMOOTH)
    for ball, body in enumerate(run["balls"]):
        center = run["position"][frame, ball]
        if numpy.isfinite(center).all():
            draw_ball(table, draw, center, run["radius"][frame, ball], body.get("color") or "#d8dde3", body.get("mark"), font)
    return image.resize((table.size[0] // SMOOTH, table.size[1] // SMOOTH), Image.LANCZOS)


def read_run(folder, until):
    scene = json.loads((folder / "final.json").read_text())
    with h5py.File(folder / "trajectory.h5") as file:
        particles = file["particles/trajectory"]
        frames = int((particles["position/time"][:] <= until).sum())
        ids = particles["id/value"][:frames].max(axis=0)
        keep = [k for k, body in enumerate(ids) if scene["bodies"][body].get("response") != "pocket"]
        return {"bodies": scene["bodies"], "balls": [scene["bodies"][ids[k]] for k in keep],
                "time": particles["position/time"][:frames], "position": particles["position/value"][:frames][:, keep, :2],
                "radius": particles["radius/value"][:frames][:, keep]}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("run", type=Path)
    options.add_argument("picture", type=Path)
    options.add_argument("--until", type=float, default=5)
    options.add_argument("--width", type=int, default=800)
    options.add_argument("--every", type=int, default=4, help="draw one of so many frames; paths use all of them")
    given = options.parse_args()

    run = read_run(given.run, given.until)
    radius = float(numpy.nanmax(run["radius"]))
    table = Table(run["bodies"], run["position"], radius, given.width)
    font = ImageFont.truetype(FONT, max(6, int(0.62 * radius * table.scale)))
    frames = [draw_frame(table, run, k, font) for k in range(0, len(run["time"]), given.every)]
    step = 1000 * given.every * float(run["time"][1] - run["time"][0])
    durations = [step] * (len(frames) - 1) + [1500]
    frames[0].save(given.picture, save_all=True, append_images=frames[1:], duration=[round(d) for d in durations], loop=0,
                   quality=70, method=6)


if __name__ == "__main__":
    main()
