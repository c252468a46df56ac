#!/usr/bin/env python3
"""Pictures of what carom_granular printed: plot.py FOLDER PICTURES, with FOLDER/collapse.csv and so on, as far as there."""
import math
import pathlib
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 360, 64, 16, 16, 48
COLORS = ["#1f5fa8", "#c8501e", "#2d8a4e", "#7d4aa0"]


def read(path):
    """The tables of a file: empty lines part them."""
    tables, table = [], None
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        if not line:
            table = None
        elif table is None:
            names = line.split(",")
            table = {name: [] for name in names}
            tables.append(table)
        else:
            for name, value in zip(table, line.split(",")):
                table[name].append(float(value))
    return tables


class Picture:
    def __init__(self, x, y, x_ticks, y_ticks, x_name, y_name, log_x=False, log_y=False):
        self.scales = [self.scale(*x, LEFT, WIDTH - RIGHT, log_x), self.scale(*y, HEIGHT - BOTTOM, TOP, log_y)]
        self.parts, self.keys = [], 0
        middle = (TOP + HEIGHT - BOTTOM) / 2
        for tick in x_ticks:
            at = self.scales[0](tick)
            self.parts.append(f'<path class="grid" d="M{at:.1f} {TOP}V{HEIGHT - BOTTOM}"/>')
            self.text(at, HEIGHT - BOTTOM + 18, f"{tick:g}", "middle")
        for tick in y_ticks:
            at = self.scales[1](tick)
            self.parts.append(f'<path class="grid" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}"/>')
            self.text(LEFT - 6, at + 4, f"{tick:g}", "end")
        self.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, x_name, "middle")
        self.parts.append(f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">{y_name}</text>')

    @staticmethod
    def scale(low, high, begin, end, log):
        at = math.log if log else float
        return lambda value: begin + (at(value) - at(low)) / (at(high) - at(low)) * (end - begin)

    def text(self, x, y, what, anchor="start"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{what}</text>')

    def key(self, name, color, mark):
        y = TOP + 16 + 18 * self.keys
        self.keys += 1
        x = self.key_x
        if mark == "dots":
            self.parts.append(f'<circle cx="{x + 10}" cy="{y - 4}" r="4" fill="{color}"/>')
        else:
            dash = ' stroke-dasharray="6 4"' if mark == "dashes" else ""
            self.parts.append(f'<path d="M{x} {y - 4}h20" fill="none" stroke="{color}" stroke-width="2"{dash}/>')
        self.text(x + 28, y, name)

    key_x = LEFT + 12

    def draw(self, xs, ys, name, color, mark):
        points = [(self.scales[0](x), self.scales[1](y)) for x, y in zip(xs, ys)]
        if mark == "dots":
            self.parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}"/>' for x, y in points]
        else:
            dash = ' stroke-dasharray="6 4"' if mark == "dashes" else ""
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            self.parts.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2"{dash}/>')
        self.key(name, color, mark)

    def save(self, path):
        style = "text{font:13px sans-serif;fill:#333}.grid{stroke:#ddd;fill:none}"
        path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
                        f'height="{HEIGHT}"><style>{style}</style><rect width="100%" height="100%" fill="#fff"/>\n'
                        + "\n".join(self.parts) + "\n</svg>\n")


def sampled(low, high, function):
    xs = [low * (high / low) ** (k / 60) for k in range(61)]
    return xs, [function(x) for x in xs]


def collapse(tables, path):
    t = tables[0]
    picture = Picture((0.4, 24), (0.5, 40), [0.5, 1, 2, 4, 8, 16], [0.5, 1, 2, 5, 10, 20, 40], "height over width, a",
                      "run-out over width", True, True)
    picture.draw(t["aspect"], t["run_out"], "Carom", COLORS[0], "dots")
    picture.draw(*sampled(0.4, 24, lambda a: 2.5 * a if a < 2 else 3.25 * a ** 0.7), "Staron and Hinch 2005", COLORS[1],
                 "line")
    picture.draw(*sampled(0.4, 24, lambda a: 1.67 * a if a < 2.7 else 2.7 * a ** (2 / 3)), "Kumar 2015", COLORS[2],
                 "dashes")
    picture.save(path)


def packing(tables, path):
    balls, forces = tables
    picture = Picture((0, 5), (0.001, 1), range(6), [0.001, 0.01, 0.1, 1], "force over the mean at its height",
                      "density", False, True)
    picture.key_x = WIDTH - 170
    for k, friction in enumerate(balls["friction"]):
        there = [(f, p) for f, p in zip(forces["force"], forces[f"density_{k}"]) if p > 0.001]
        picture.draw(*zip(*there), f"friction {friction:g}", COLORS[k], "dots")
    picture.draw([1, 5], [0.55, 0.55 * math.exp(-1.4 * 4)], "exp(−1.4 f)", "#333", "dashes")
    picture.save(path)


def beverloo(tables, path):
    t = tables[0]
    roots = [w ** (2 / 3) for w in t["rate"]]
    mx, my = sum(t["opening"]) / len(roots), sum(roots) / len(roots)
    slope = sum((x - mx) * (y - my) for x, y in zip(t["opening"], roots)) / sum((x - mx) ** 2 for x in t["opening"])
    start = mx - my / slope
    picture = Picture((0, 21), (0, slope * 19), range(0, 22, 3), range(0, int(slope * 19), 5), "opening over diameter",
                      "(discs in a unit of time)^2/3")
    picture.draw(t["opening"], roots, "Carom", COLORS[0], "dots")
    picture.draw([start, 19.5], [0, slope * (19.5 - start)], f"straight: k = {start:.2f}", COLORS[1], "dashes")
    picture.save(path)


def repose(tables, path):
    t = tables[0]
    picture = Picture((0, 0.9), (0, 40), [0, 0.2, 0.4, 0.6, 0.8], range(0, 41, 10), "friction", "angle in degrees")
    picture.draw(t["friction"], t["angle"], "Carom", COLORS[0], "dots")
    picture.save(path)


def janssen(tables, path):
    t = tables[0]
    widths = sorted(set(t["width"]))
    rows = {w: [k for k, other in enumerate(t["width"]) if other == w] for w in widths}
    high = max(max(t["weight"][k] / w for k in rows[w]) for w in widths)
    picture = Picture((0, 1.05 * high), (0, 0.7 * high), range(0, int(1.05 * high) + 1, 10),
                      range(0, int(0.7 * high) + 1, 10), "weight over width²", "force on the floor over width²")
    for color, w in zip(COLORS, widths):
        x = [t["weight"][k] / w for k in rows[w]]
        picture.draw(x, [t["pressure"][k] / w for k in rows[w]], f"width {w:g}", color, "dots")
        picture.draw(x, [t["janssen"][k] / w for k in rows[w]], "Janssen", color, "dashes")
    picture.draw([0, 0.7 * high], [0, 0.7 * high], "all of the weight", "#999", "line")
    picture.save(path)


def main():
    folder, pictures = map(pathlib.Path, sys.argv[1:3])
    for study in (collapse, packing, beverloo, repose, janssen):
        source = folder / f"{study.__name__}.csv"
        if source.exists() and len(read(source)) > (study is packing):
            study(read(source), pictures / f"{study.__name__}.svg")


main()
