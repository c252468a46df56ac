# %% [markdown]
# # A character in a maze
#
# `move_and_slide` moves a character as far as it can go and lets it slide along what is in its way. Here it is as wide as the corridor allows,
# and simply pushes towards the next cell of the way out: walls do the rest.

# %%
import carom
import matplotlib.pyplot as plt
import numpy
from matplotlib.collections import LineCollection
from matplotlib.patches import Circle

COLUMNS, ROWS = 24, 14
random = numpy.random.default_rng(11)

# A maze by random depth-first search: which cells are joined.
joined, stack, seen = set(), [(0, 0)], {(0, 0)}
while stack:
    x, y = stack[-1]
    free = [(x + dx, y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if 0 <= x + dx < COLUMNS and 0 <= y + dy < ROWS and (x + dx, y + dy) not in seen]
    if not free:
        stack.pop()
        continue
    cell = free[random.integers(len(free))]
    joined.add(frozenset(((x, y), cell)))
    seen.add(cell)
    stack.append(cell)

walls = [((0, 0), (COLUMNS, 0)), ((0, ROWS), (COLUMNS, ROWS)), ((0, 0), (0, ROWS)), ((COLUMNS, 0), (COLUMNS, ROWS))]
walls += [((x + 1, y), (x + 1, y + 1)) for x in range(COLUMNS - 1) for y in range(ROWS) if frozenset(((x, y), (x + 1, y))) not in joined]
walls += [((x, y + 1), (x + 1, y + 1)) for x in range(COLUMNS) for y in range(ROWS - 1) if frozenset(((x, y), (x, y + 1))) not in joined]
index = carom.Index2()
for start, end in walls:
    index.insert(carom.Segment(start, end))

# %% [markdown]
# Steps to the exit from every cell, and the walk. The character is a disc of radius 0.42 in corridors that are 1 wide.

# %%
exit_cell = (COLUMNS - 1, ROWS - 1)
steps, queue = {exit_cell: 0}, [exit_cell]
for cell in queue:
    for pair in (pair for pair in joined if cell in pair):
        (other,) = pair - {cell}
        if other not in steps:
            steps[other] = steps[cell] + 1
            queue.append(other)

hero, frame, speed = carom.Circle((0.5, 0.5), 0.42), 1 / 60, 4.0
trail, slid = [hero.center], 0
while (cell := tuple(int(coordinate) for coordinate in hero.center)) != exit_cell:
    around = [next(iter(pair - {cell})) for pair in joined if cell in pair]
    wanted = numpy.array(min(around, key=steps.get)) + 0.5 - hero.center
    moved = carom.move_and_slide(index, hero, tuple(speed * frame * wanted / numpy.linalg.norm(wanted)))
    hero = moved.mover
    slid += bool(moved.contacts)
    trail.append(hero.center)
print(f"out after {len(trail)} frames, {slid} of them along a wall; the way is {steps[(0, 0)]} cells long")

# %%
figure, ax = plt.subplots(figsize=(9, 5.6))
distance = numpy.array([[steps[(x, y)] for x in range(COLUMNS)] for y in range(ROWS)])
ax.imshow(distance, origin="lower", extent=(0, COLUMNS, 0, ROWS), cmap="YlGnBu_r", alpha=0.55)
ax.add_collection(LineCollection(walls, color="#22223b", linewidth=2.2, capstyle="round"))
trail = numpy.array(trail)
pieces = numpy.stack([trail[:-1], trail[1:]], axis=1)
ax.add_collection(LineCollection(pieces, array=numpy.arange(len(pieces)), cmap="autumn", linewidth=3, capstyle="round"))
ax.add_patch(Circle(trail[0], hero.radius, color="#d1495b"))
ax.add_patch(Circle(trail[-1], hero.radius, color="#edae49"))
ax.set_xlim(-0.1, COLUMNS + 0.1)
ax.set_ylim(-0.1, ROWS + 0.1)
ax.set_aspect("equal")
ax.axis("off")
ax.set_title("From red to yellow; the darker, the nearer to the exit");
