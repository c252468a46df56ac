"""The enumerations of C++ in Python."""
import enum


class Enumeration(enum.StrEnum):
    """Members are strings with names, and equal to these strings. To compare one with a string that is none of them is a ValueError.

    Hashes are those of the strings: a dict or a set takes either, and finds nothing where a string is misspelt.
    """

    def __eq__(self, other):
        equal = str.__eq__(self, other)
        if equal is False and other not in type(self)._value2member_map_:
            expected = ", ".join(type(self)._value2member_map_)
            raise ValueError(f"{type(self).__name__} is compared with {other!r}: expected one of {expected}")
        return equal

    def __ne__(self, other):
        equal = self == other
        return equal if equal is NotImplemented else not equal

    __hash__ = str.__hash__
