# %% [markdown]
# # The forces in a heap
#
# Discs fall into a bin and come to rest. Few of the contacts carry most of the weight: the lines are contacts, as wide as they press.

# %%
import carom
import matplotlib.pyplot as plt
import numpy
from matplotlib.collections import EllipseCollection, LineCollection

WIDTH, BALLS = 20, 260
rubs = {"restitution": 0.3, "friction": 0.4, "rolling_friction": 0.05}
heap = carom.World2(gravity=(0, -10), tangential_restitution=0)
walls = [heap.add(carom.HalfSpace(normal, offset), **rubs) for normal, offset in (((0, 1), 0), ((1, 0), 0), ((-1, 0), -WIDTH))]
random = carom.Random(3)
per_row = WIDTH - 1
for k in range(BALLS):
    heap.add(carom.Circle((1.04 * (k % per_row) + 0.8 + random.uniform(-0.2, 0.2), 0.8 + 1.4 * (k // per_row)), random.uniform(0.3, 0.5)), **rubs)
heap.run_until(40, events=False)
forces = heap.contact_forces()
radii = heap.radii()[len(walls):]
places = heap.positions()[len(walls):]
strongest = max(force.pressing for force in forces)
print(f"{len(forces)} contacts of {BALLS} discs; the strongest carries what {strongest / 10:.0f} of them weigh")

# %%
ends, pressing = [], []
for force in forces:
    one, other = (heap.placement(body).position if body not in walls else force.point for body in (force.a, force.b))
    ends.append((one, other))
    pressing.append(force.pressing)
pressing = numpy.array(pressing)
figure, ax = plt.subplots(figsize=(9, 4.8))
ax.add_collection(EllipseCollection(2 * radii, 2 * radii, numpy.zeros(BALLS), units="xy", offsets=places, offset_transform=ax.transData,
                                    facecolor="#efeae0", edgecolor="#cfc7b5", linewidth=0.6))
share = numpy.minimum(pressing / numpy.quantile(pressing, 0.99), 1)
ax.add_collection(LineCollection(ends, linewidths=0.3 + 6 * share, colors=plt.get_cmap("inferno_r")(0.25 + 0.7 * share), capstyle="round"))
ax.plot([0, 0, WIDTH, WIDTH], [places[:, 1].max() + 1, 0, 0, places[:, 1].max() + 1], color="black", lw=2)
ax.set_aspect("equal")
ax.axis("off")
ax.set_title("Force chains in a bin of 260 discs")

# %% [markdown]
# How often a contact presses so many times the mean. Forces above it fall off about exponentially, as in beads on carbon paper (Mueth, Jaeger
# and Nagel, Phys. Rev. E 57 (1998), 3164).

# %%
figure, ax = plt.subplots()
scaled = pressing[pressing > 0] / pressing[pressing > 0].mean()
counts, edges = numpy.histogram(scaled, numpy.linspace(0, 5, 21), density=True)
ax.semilogy(0.5 * (edges[1:] + edges[:-1])[counts > 0], counts[counts > 0], "o")
ax.set_xlabel("force over the mean force")
ax.set_ylabel("density")
ax.set_title("Most contacts press little, a few press hard");
