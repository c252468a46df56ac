"""Pictures of worlds and events with matplotlib, which must be installed."""
import numpy

from carom import _carom


def world(world, ax=None, **style):
    """Draws the balls of a world in the plane as they are now; returns the axes."""
    from matplotlib.collections import EllipseCollection

    ax = ax or _axes()
    present = [k for k in range(world.body_count) if world.present(k) and hasattr(world.body(k).shape, "radius")]
    places, sizes = world.positions()[present, :2], 2 * world.radii()[present]
    ax.add_collection(EllipseCollection(sizes, sizes, 0, units="xy", offsets=places, offset_transform=ax.transData, **style))
    for k in set(range(world.body_count)) - set(present):
        _edges(ax, world.body(k).shape)
    ax.set_aspect("equal")
    ax.autoscale_view()
    return ax


def events(events, y="approach_speed", kind="impact", ax=None, **style):
    """Draws a field of the events of one kind over time; returns the axes."""
    ax = ax or _axes()
    array = events.array
    chosen = array[array["kind"] == list(_carom.EventKind).index(_carom.EventKind(kind))]
    ax.plot(chosen["time"], chosen[y], **{"marker": ".", "linestyle": "none", **style})
    ax.set_xlabel("time")
    ax.set_ylabel(y.replace("_", " "))
    return ax


def _axes():
    import matplotlib.pyplot

    return matplotlib.pyplot.subplots()[1]


def _edges(ax, shape):
    corners = None
    if isinstance(shape, _carom.Segment2):
        corners = [shape.from_, shape.to]
    elif isinstance(shape, (_carom.Polygon, _carom.ConvexPolygon)):
        corners = [*shape.vertices, shape.vertices[0]] if getattr(shape, "closed", True) else shape.vertices
    elif isinstance(shape, _carom.Aabb2):
        (left, low), (right, high) = shape.low, shape.high
        corners = [(left, low), (right, low), (right, high), (left, high), (left, low)]
    if corners is not None:
        ax.plot(*numpy.transpose(corners), color="black", linewidth=1)
