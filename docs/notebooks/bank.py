# %% [markdown]
# # A bank, its speed and its spin
#
# A ball is banked across the table. Side spin opens or closes the angle; speed shortens it: a fast ball still slides when it meets the
# cushion, and the cushion's friction acts on whatever spin it has by then. Side also turns the ball off the cue's heading (squirt), so that
# the paths part at once.

# %%
import math

import matplotlib.pyplot as plt
import numpy
from carom import billiards
from matplotlib.patches import Circle, Rectangle

table = billiards.pool_table()
player = billiards.ShotPlayer(table)
layout = billiards.layout_for("eight_ball")
START = (-0.9, -0.45)
AIM = math.radians(40)
SIDES = numpy.linspace(-0.45, 0.45, 7)
SPEEDS = (1.2, 2.5, 6.0)


def shot(speed, side, until=math.inf):
    state = billiards.TableState([billiards.resting_ball(table, 0, START)])
    stroke = billiards.Strike(speed, (math.cos(AIM), math.sin(AIM)), side, 0.05, 0)
    return player.play(state, stroke, billiards.ShotOptions(until=until))


def banks(speed, side):
    """When the ball meets the first cushion and the second, or stops."""
    outcome = shot(speed, side)
    times = [event.time for event in outcome.events if event.kind == "cushion"]
    return [*times, outcome.duration][:2]


def path(speed, side, points=60):
    """Where the ball is until it meets the second cushion: each place is a shot that is stopped then."""
    first, second = banks(speed, side)
    times = [*numpy.linspace(1e-9, first, points), *numpy.linspace(first, second, points)[1:]]
    return numpy.array([shot(speed, side, time).state.balls[0].state.position[:2] for time in times])


def angle_after_bank(speed, side):
    """Off the cushion's normal, from where it met the ball to where the ball meets the next."""
    places = path(speed, side, 2)
    across, down = places[-1] - places[1]
    return math.degrees(math.atan2(across, -down))


# %%
colors = plt.get_cmap("coolwarm")(numpy.linspace(0, 1, len(SIDES)))
figure, axes = plt.subplots(3, 1, figsize=(7.5, 11.5))
for ax, speed in zip(axes, SPEEDS):
    ax.add_patch(Rectangle((-layout.length / 2, -layout.width / 2), layout.length, layout.width, color="#0b3d2e"))
    for pocket in layout.pockets:
        ax.add_patch(Circle(pocket.centre, pocket.radius, color="black"))
    for side, color in zip(SIDES, colors):
        ax.plot(*path(speed, side).T, color=color, lw=1.4)
    ax.add_patch(Circle(START, layout.ball_radius, color="white", zorder=3))
    ax.set_aspect("equal")
    ax.autoscale_view()
    ax.axis("off")
    ax.set_title(f"{speed:g} m/s; from left side (blue) to right (red)")

# %%
figure, ax = plt.subplots()
speeds = numpy.linspace(1.1, 6, 20)
for side, color in zip(SIDES[::2], colors[::2]):
    ax.plot(speeds, [angle_after_bank(speed, side) for speed in speeds], "o-", ms=4, color=color, label=f"side {side:+.2f} radii")
ax.axhline(90 - math.degrees(AIM), color="black", lw=0.8, ls=":")
ax.text(1.1, 90 - math.degrees(AIM) + 0.4, "as it was aimed")
ax.set_xlabel("speed of the cue (m/s)")
ax.set_ylabel("angle off the cushion's normal (degrees)")
ax.set_title("The bank by speed and side")
ax.legend();
