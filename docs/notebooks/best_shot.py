# %% [markdown]
# # The best shot, in fifty lines
#
# Which ball into which pocket, and how? `find_shots` plays every stroke of a search and keeps those that do it; the best is the one that forgives
# the largest error of aim.

# %%
import math

import matplotlib.pyplot as plt
import numpy
from carom import billiards
from matplotlib.patches import Circle, Rectangle

table = billiards.pool_table()
player = billiards.ShotPlayer(table)
layout = billiards.layout_for("eight_ball")
PLACES = [(-0.62, -0.18), (0.35, 0.33), (0.95, -0.28), (-0.2, 0.42), (0.1, -0.45), (1.05, 0.3)]
state = billiards.TableState([billiards.resting_ball(table, number, place) for number, place in enumerate(PLACES)])
search = billiards.ShotSearch(speeds=[1.5, 3], tips=[(0, 0), (0, 0.3)], headings=240, most_solutions=1)
found = {}
for number in range(1, len(PLACES)):
    for solution in billiards.find_shots(table, state, billiards.pots(number), search):
        found[number] = solution
best = max(found, key=lambda number: found[number].tolerance)
for number, solution in sorted(found.items(), key=lambda item: -item[1].tolerance):
    print(f"ball {number}: {solution.strike.speed:g} m/s, forgives {math.degrees(solution.tolerance):.3f} degrees to either side")

# %%
def paths(stroke, points=160):
    """Where each ball is at some times of the shot."""
    end = player.play(state, stroke).duration
    outcomes = [player.play(state, stroke, billiards.ShotOptions(until=time)) for time in numpy.linspace(1e-6, end, points)]
    return [numpy.array([outcome.state.balls[k].state.position[:2] for outcome in outcomes]) for k in range(len(PLACES))]


COLORS = ["white", "#f2c14e", "#3a6ea5", "#d1495b", "#7b4b94", "#f08a4b"]
figure, ax = plt.subplots(figsize=(10, 5.4))
ax.add_patch(Rectangle((-layout.length / 2 - 0.08, -layout.width / 2 - 0.08), layout.length + 0.16, layout.width + 0.16, color="#4a2c17"))
ax.add_patch(Rectangle((-layout.length / 2, -layout.width / 2), layout.length, layout.width, color="#0b5d44"))
for pocket in layout.pockets:
    ax.add_patch(Circle(pocket.centre, pocket.radius, color="black"))
for number in found:
    for k, places in enumerate(paths(found[number].strike)):
        ax.plot(*places.T, color=COLORS[k], lw=1.1, alpha=0.65, ls=":")
for k, places in enumerate(paths(found[best].strike)):
    moves = numpy.ptp(places, axis=0).max() > 1e-3
    ax.plot(*places.T, color=COLORS[k], lw=1.6, alpha=0.9)
    ax.add_patch(Circle(PLACES[k], layout.ball_radius, facecolor=COLORS[k], edgecolor="black", lw=0.6, zorder=3))
    if moves and k:
        ax.add_patch(Circle(PLACES[k], 1.5 * layout.ball_radius, fill=False, edgecolor="white", lw=1, zorder=3))
ax.set_aspect("equal")
ax.autoscale_view()
ax.axis("off")
ax.set_title(f"The best shot: ball {best}; dotted, what the others would take")

# %% [markdown]
# How its success depends on heading and speed. The broad window is the shot that is meant, and it hardly depends on the speed; the specks beside it
# are shots that rattle in over cushions.

# %%
heading = math.atan2(*reversed(found[best].strike.heading))
offsets = numpy.linspace(-1.5, 1.5, 121)
speeds = numpy.linspace(0.6, 5, 60)
goal = billiards.pots(best)
strokes = [found[best].strike.replace(speed=speed, heading=(math.cos(heading + math.radians(off)), math.sin(heading + math.radians(off))))
           for speed in speeds for off in offsets]
made = numpy.array([goal(player.play(state, stroke)) for stroke in strokes]).reshape(len(speeds), len(offsets))
figure, ax = plt.subplots()
ax.pcolormesh(offsets, speeds, made, cmap="Greens", vmax=1.4)
ax.set_xlabel("heading off the best (degrees)")
ax.set_ylabel("speed of the cue (m/s)")
ax.set_title(f"Where ball {best} falls, and the cue ball stays");
