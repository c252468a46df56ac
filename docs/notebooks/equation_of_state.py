# %% [markdown]
# # A gas and its equation of state
#
# Hard spheres in a periodic box: the pressure comes from the impulses of their collisions. It is set beside the equation of state of Kolafa,
# Labík and Malijevský, Phys. Chem. Chem. Phys. 6 (2004), 2335.

# %%
import carom
import matplotlib.pyplot as plt
import numpy

ROW = 7                                  # spheres along an edge
COUNT = ROW**3


def fluid(packing, seed=2026):
    """Spheres of diameter 1 on a lattice, with random directions and no momentum in all."""
    side = (COUNT * numpy.pi / 6 / packing) ** (1 / 3)
    world, random = carom.World3(period=(side,) * 3), carom.Random(seed)
    velocities = numpy.array([random.direction(3) for _ in range(COUNT)])
    velocities -= velocities.mean(axis=0)
    for k, velocity in enumerate(velocities):
        cell = numpy.array([k % ROW, k // ROW % ROW, k // ROW**2]) + 0.5
        world.add(carom.Sphere(tuple(side / ROW * cell), 0.5), motion=tuple(velocity))
    return world


# %% [markdown]
# Each collision hands its impulse over the distance of the two centres, one diameter: $PV = (2 E + \sum J d / t)\,/\,3$, $E$ the kinetic energy.
# The momentum of all is 0 for ever, so that $N - 1$ spheres share the energy, $2 E = 3 (N - 1) kT$. Twenty stretches of time give the error.

# %%
def compressibility(packing, stretches=20, duration=5.0):
    world = fluid(packing)
    world.run_until(8, events=False)     # until the lattice is forgotten
    energy = world.ledger().kinetic
    found = []
    for _ in range(stretches):
        impulses = world.run_until(world.time + duration).array["impulse"]
        found.append((1 + impulses.sum() / (2 * energy * duration)) * (1 - 1 / COUNT))
    return numpy.mean(found), numpy.std(found, ddof=1) / numpy.sqrt(stretches)


def kolafa(packing):
    x = packing / (1 - packing)
    terms = {0: 1, 1: 4, 2: 6, 3: 2.3647684, 4: -0.8698551, 5: 1.1062803, 6: -1.1014221, 7: 0.66605866, 8: -0.03633431,
             10: -0.20965164, 14: 0.10555569, 22: -0.0087238}
    return sum(factor * x**power for power, factor in terms.items())


packings = numpy.array([0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45])
measured, errors = numpy.array([compressibility(packing) for packing in packings]).T
for packing, z, error in zip(packings, measured, errors):
    print(f"packing {packing:.2f}   Z = {z:6.3f} ± {error:.3f}   Kolafa {kolafa(packing):6.3f}")

# %%
figure, (ax, rest) = plt.subplots(2, 1, height_ratios=(3, 1), sharex=True, figsize=(9, 6.4))
fine = numpy.linspace(0, 0.48, 200)
ax.plot(fine, kolafa(fine), label="Kolafa, Labík and Malijevský (2004)")
ax.plot(fine, (1 + fine + fine**2 - fine**3) / (1 - fine) ** 3, "--", lw=1, label="Carnahan and Starling (1969)")
ax.errorbar(packings, measured, errors, fmt="o", color="#d1495b", label=f"{COUNT} spheres")
ax.set_ylabel("PV / NkT")
ax.set_title("Pressure of the hard-sphere fluid")
ax.legend()
rest.axhline(0, color="#0b6b4f")
rest.errorbar(packings, 100 * (measured / kolafa(packings) - 1), 100 * errors / measured, fmt="o", color="#d1495b")
rest.set_ylabel("off by %")
rest.set_xlabel("packing fraction");
