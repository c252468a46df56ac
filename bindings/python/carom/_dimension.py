"""Names that stand for the plane and for space: which is meant, the first vector that is given tells."""


def dimension_of(value):
    """2 or 3 for a vector or for anything that has places in the plane or in space; None if it does not tell."""
    if isinstance(value, dict):
        return _first(value.values())
    if type(value).__module__.startswith("carom"):
        last = type(value).__name__[-1]
        if last in "23":
            return int(last)
        return _first(getattr(value, name) for name in getattr(type(value), "__match_args__", ()))
    if isinstance(value, (str, bytes)) or not hasattr(value, "__len__") or len(value) == 0:
        return None
    if hasattr(value[0], "__len__") or type(value[0]).__module__.startswith("carom"):
        return _first(value)
    return len(value) if len(value) in (2, 3) else None


def _first(values):
    return next((found for found in map(dimension_of, values) if found), None)


class ByDimension(type):
    """Calling it makes the one for the plane or the one for space; isinstance knows both."""

    def __new__(mcs, name, plane, space):
        return super().__new__(mcs, name, (), {"__doc__": plane.__doc__, "__module__": plane.__module__, "kinds": (plane, space)})

    def __init__(cls, name, plane, space):
        super().__init__(name, (), {})

    def __call__(cls, *args, **kwargs):
        dimension = _first([*args, *kwargs.values()])
        if dimension is None:
            plane, space = (kind.__name__ for kind in cls.kinds)
            raise TypeError(f"{cls.__name__}(): no argument tells whether it is in the plane or in space: use {plane} or {space}")
        return cls.kinds[dimension - 2](*args, **kwargs)

    def __instancecheck__(cls, instance):
        return isinstance(instance, cls.kinds)

    def __subclasscheck__(cls, subclass):
        return issubclass(subclass, cls.kinds)
