"""Carom: when and where circles and spheres first touch, and worlds that move from one true collision to the next.

Shapes, motions and worlds exist for the plane and for space, Ball2 and Ball3; Ball(center, radius) makes the one that its
vectors are for. Vectors are any sequence of two or three numbers. Units are the caller's; times are relative to a
question's start. docs/use/python.md is a tour.
"""
from carom import _carom
from carom._carom import *  # noqa: F403
from carom._dimension import ByDimension
from carom.run import Run

del billiards, io  # noqa: F821: the compiled parts; __getattr__ gives the modules of these names

__version__ = _carom.__version__

Circle = _carom.Ball2
Sphere = _carom.Ball3

# Ball for Ball2 and Ball3, and so on.
for _name in [name for name in dir(_carom) if name.endswith("2") and hasattr(_carom, name[:-1] + "3")]:
    globals()[_name[:-1]] = ByDimension(_name[:-1], getattr(_carom, _name), getattr(_carom, _name[:-1] + "3"))
del _name

_LAZY = {"billiards": "carom.billiards", "io": "carom.io", "plot": "carom.plot", "study": "carom.studies"}


def __getattr__(name):
    """What takes longer to import comes when it is asked for."""
    if name not in _LAZY:
        raise AttributeError(f"module 'carom' has no attribute '{name}'")
    import importlib

    module = importlib.import_module(_LAZY[name])
    return globals().setdefault(name, getattr(module, name, module))


def __dir__():
    return sorted([*globals(), *_LAZY])
