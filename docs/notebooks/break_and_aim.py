# %% [markdown]
# # A break and its aim
#
# A hundred thousand nine-ball breaks, each with a rack of its own: the gaps between racked balls are random, as in life. What does the aim do,
# and where do the balls end? (Pages that are made as a check show fewer; the variable `CAROM_SHOTS` says how many.)

# %%
import math
import os

import carom
import matplotlib.pyplot as plt
import numpy
from carom import billiards
from matplotlib.colors import LogNorm
from matplotlib.patches import Circle, Rectangle

SHOTS = int(os.environ.get("CAROM_SHOTS", 100_000))
table = billiards.pool_table()
player = billiards.ShotPlayer(table)
layout = billiards.layout_for("nine_ball")
random = carom.Random(7)
shots, places = [], []
for seed in range(SHOTS):
    state = billiards.table_state(table, billiards.rack("nine_ball", layout, seed))
    angle, speed = random.uniform(-0.034, 0.034), random.uniform(2, 11)
    outcome = player.play(state, billiards.Strike(speed, (math.cos(angle), math.sin(angle)), 0, 0.1, 0))
    balls = outcome.state.balls[1:]
    shots.append((angle, speed, sum(ball.place == "potted" for ball in balls)))
    places += [ball.state.position[:2] for ball in balls if ball.place == "on_table"]
angles, speeds, potted = numpy.array(shots).T
print(f"{SHOTS:,} breaks: {potted.mean():.2f} balls potted a break; dry: {(potted == 0).mean():.0%}")

# %%
offsets = 1e3 * numpy.tan(abs(angles)) * (state.balls[1].state.position[0] - state.balls[0].state.position[0])
bins = int(math.sqrt(SHOTS / 120))
total, across, along = numpy.histogram2d(offsets, speeds, bins, weights=potted)
count, _, _ = numpy.histogram2d(offsets, speeds, (across, along))
figure, ax = plt.subplots()
image = ax.pcolormesh(across, along, (total / numpy.maximum(count, 1)).T, cmap="viridis")
figure.colorbar(image, label="balls potted a break")
ax.set_xlabel("aim off the middle of the first ball, to either side (mm)")
ax.set_ylabel("speed of the cue (m/s)")
ax.set_title("What a break pots, by its aim and speed")

# %% [markdown]
# Where the nine balls come to rest, over all of these breaks:

# %%
figure, ax = plt.subplots(figsize=(9, 4.9))
x, y = numpy.array(places).T
radius = layout.ball_radius
cells = 160 if SHOTS > 30_000 else 100
ax.add_patch(Rectangle((-layout.length / 2 - 0.08, -layout.width / 2 - 0.08), layout.length + 0.16, layout.width + 0.16, color="#3b2314"))
ax.add_patch(Rectangle((-layout.length / 2, -layout.width / 2), layout.length, layout.width, color="#07241b"))
counts, across, along = numpy.histogram2d(x, y, (cells, cells // 2))
ax.pcolormesh(across, along, numpy.ma.masked_equal(counts.T, 0), cmap="magma", norm=LogNorm())
for pocket in layout.pockets:
    ax.add_patch(Circle(pocket.centre, pocket.radius, color="black"))
ax.set_aspect("equal")
ax.autoscale_view()
ax.axis("off")
ax.set_title(f"{len(x):,} balls at rest after {SHOTS:,} breaks");
