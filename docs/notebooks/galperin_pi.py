# %% [markdown]
# # π from collisions
#
# A heavy disc drives a light one against a wall. When it weighs $100^k$ times as much, and nothing is lost, the number of collisions is the first
# $k + 1$ digits of π (G. Galperin, Playing pool with π, Regular and Chaotic Dynamics 8, 2003).

# %%
import carom
import matplotlib.pyplot as plt
import numpy


def lane(k):
    world = carom.World2()
    world.add(carom.HalfSpace((1, 0), 0))
    world.add(carom.Circle((2, 0), 0.5), mass=1)
    world.add(carom.Circle((5, 0), 0.8), mass=100.0**k, motion=(-1, 0))
    return world


counts = []
for k in range(6):
    world = lane(k)
    world.run_until(100, events=False)
    counts.append(world.event_count("impact"))
    print(f"mass 100^{k}: {counts[-1]:>7,} collisions")

# %% [markdown]
# Why: with $\sqrt{M}V$ and $\sqrt{m}v$ as axes the energy is a circle. The wall turns $v$ round, and the discs keep their momentum: both go along
# chords of fixed directions, so that neighbours on the circle are all $2\arctan\sqrt{m/M} \approx 2 / 10^k$ apart: as many as go into 2π.

# %%
figure, axes = plt.subplots(1, 3, figsize=(10, 3.9))
for ax, k in zip(axes, (0, 1, 2)):
    world = lane(k)
    points = [world.velocities()[1:, 0] * (1, 10.0**k)]
    world.run_until(100, lambda event: points.append(world.velocities()[1:, 0] * (1, 10.0**k)))
    light, heavy = numpy.array(points).T / 10.0**k
    turn = numpy.linspace(0, 2 * numpy.pi, 300)
    ax.plot(numpy.cos(turn), numpy.sin(turn), color="#c9c9c9", lw=1, zorder=0)
    ax.plot(heavy, light, "-", color="#0b6b4f", lw=1.2 if k < 2 else 0.4)
    ax.scatter(heavy, light, c=numpy.arange(len(heavy)), cmap="plasma", s=40 / (k + 1), zorder=2)
    ax.set_aspect("equal")
    ax.set_title(f"mass {100**k:,}: {len(points) - 1} collisions")
    ax.set_xlabel("√M V")
axes[0].set_ylabel("√m v");
