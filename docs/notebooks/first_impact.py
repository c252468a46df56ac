# %% [markdown]
# # First impact
#
# When do two moving discs first touch? There is no time step: the answer is the root of a quadratic, and whether there is one is decided as
# exact arithmetic would.

# %%
import carom
import matplotlib.pyplot as plt
import numpy
from matplotlib.patches import Circle

a, b = carom.Circle((0, 0), 1), carom.Circle((10, 2.2), 1.5)
motion_a, motion_b = carom.Linear((3, 0)), carom.Linear((-1, -0.2))
hit = carom.time_of_impact(a, motion_a, b, motion_b)
hit

# %%
figure, ax = plt.subplots()
for ball, motion, color in ((a, motion_a, "#0b6b4f"), (b, motion_b, "#d1495b")):
    start, velocity = numpy.array(ball.center), numpy.array(motion.velocity)
    for time in numpy.linspace(0, hit.time, 7):
        last = time == hit.time
        ax.add_patch(Circle(start + time * velocity, ball.radius, facecolor=color if last else "none", edgecolor=color, alpha=0.85 if last else 0.5))
    ax.plot(*zip(start, start + hit.time * velocity), color=color, lw=1)
ax.annotate("", numpy.array(hit.point) + 1.2 * numpy.array(hit.normal), hit.point, arrowprops={"arrowstyle": "-|>", "color": "black"})
ax.plot(*hit.point, "o", color="black", ms=5)
ax.set_title(f"They touch at t = {hit.time:.4f}; the arrow is the normal")
ax.set_aspect("equal")
ax.autoscale_view()
ax.axis("off");

# %% [markdown]
# ## Half a million at once
#
# Arrays are answered together. From every pixel a small disc sets off along a whirl; the colour says how long it flies before it meets one of
# fourteen still discs. Grazing paths are the edges: they are sharp to the last bit.

# %%
random = numpy.random.default_rng(4)
targets = random.uniform((-1.7, -0.9), (1.7, 0.9), (14, 2))
sizes = random.uniform(0.03, 0.16, 14)
x, y = numpy.meshgrid(numpy.linspace(-2, 2, 960), numpy.linspace(-1.1, 1.1, 528))
places = numpy.column_stack([x.ravel(), y.ravel()])
whirl = numpy.column_stack([numpy.cos(2.2 * places[:, 1] + 0.7), numpy.sin(1.6 * places[:, 0])])
times = numpy.full(len(places), numpy.inf)
for target, size in zip(targets, sizes):
    still = numpy.broadcast_to(target, places.shape)
    one = carom.time_of_impact(places, whirl, 0.005, still, numpy.zeros_like(still), size)
    one[carom.overlaps(places, 0.005, still, size)] = 0
    times = numpy.minimum(times, one)
print(f"{len(targets) * len(places):,} pairs; {numpy.isfinite(times).mean():.0%} of the discs meet something")

# %%
figure, ax = plt.subplots()
shown = numpy.ma.masked_invalid(times.reshape(x.shape))
ax.set_facecolor("black")
image = ax.imshow(shown, origin="lower", extent=(-2, 2, -1.1, 1.1), cmap="plasma_r", vmax=2)
for target, size in zip(targets, sizes):
    ax.add_patch(Circle(target, size, color="#f4f1de"))
figure.colorbar(image, label="time of the first impact", shrink=0.8, extend="max")
ax.set_xticks([])
ax.set_yticks([])
ax.set_title("How long until it meets something: black means never");
