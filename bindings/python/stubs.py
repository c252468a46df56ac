#!/usr/bin/env python3
"""stubs.py PACKAGES OUTPUT: the type stubs of the package carom that can be imported from PACKAGES, into the folder OUTPUT/carom.

They are made of what the compiled part says of itself: signatures of functions, fields of values, words of enumerations.
"""
import re
import sys
from pathlib import Path

HEAD = '''# Written by stubs.py when the package is built.
import os
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Self, final

import numpy
import numpy.typing

{imports}
'''
ALIASES = '''_Vector = Sequence[float] | numpy.typing.NDArray[Any]
_Array = numpy.typing.NDArray[Any] | Sequence[Any]
_Item = tuple[ItemKind | str, int]
_Motion = {motions} | None
_Shape = {shapes}
'''
MOTIONS = [law + dimension for dimension in "23" for law in ("Linear", "Accelerating", "Stopping", "Damped", "Motion")]
SHAPES = [*(shape + dimension for dimension in "23" for shape in ("Ball", "HalfSpace", "Segment", "Aabb", "Capsule")), "Polygon", "Arc",
          "ConvexPolygon", "UprightCylinder", "Triangle", "TriangleMesh"]


def asked(text):
    """Types of arguments: any sequence is a vector, any array-like an array."""
    text = text.replace("= ()", "= ...")
    text = re.sub(r"= [^,)\[\]]*(\[[^\]]*\])?(?=[,)])", "= ...", text)
    return re.sub(r"\b(Vector|Array|Item|Motion|Shape)\b", r"_\1", text)


def given(text):
    """Types of what comes back."""
    for was, becomes in (("Vector", "tuple[float, ...]"), ("Array", "numpy.typing.NDArray[Any]"), (" | str | os.PathLike[str]", ""), (" | str", ""),
                         ("Sequence", "list"), (r"\b(Motion|Shape)\b", r"_\1"), ("Item", "_Item")):
        text = re.sub(rf"\b{was}\b" if was.isalpha() else was.replace("|", r"\|") if was.startswith(" |") else was, becomes, text)
    return text


def function(line):
    """def f(…) -> T: ..."""
    before, _, after = line.rpartition(" -> ")
    return f"{asked(before)} -> {given(after)}" if before else line


def init(fields):
    arguments = "".join(f", {name}: {asked(kind)} = ..." for name, kind in fields)
    return f"def __init__(self{arguments}) -> None: ..."


def class_lines(lines):
    """The body of a class: fields make its __init__."""
    fields, body, is_field = [], [], False
    last = {line.partition("(")[0]: k for k, line in enumerate(lines)}  # what is defined again takes the place of what was
    for line in (line for k, line in enumerate(lines) if line.startswith("@") or last[line.partition("(")[0]] == k):
        if line == "@field":
            is_field = True
        elif is_field:
            name, kind = re.match(r"def (\w+)\(self\) -> (.*): \.\.\.", line).groups()
            fields.append((name, kind))
            body += ["@property", f"def {name}(self) -> {given(kind)}: ..."]
            is_field = False
        else:
            body.append(line if line.startswith("@") else function(line))
    if fields:
        body = [init(fields), "__match_args__: tuple[str, ...]", *body]
    elif not any(line.startswith("def __init__") for line in body):
        body = ["def __init__(self, *args: Any, **kwargs: Any) -> None: ...", *body]  # made by the library alone
    return body


def enumerations(lines):
    """By name, the members of those that lines tell of, and all other lines."""
    found, others = {}, []
    for line in lines:
        if line.startswith("enum "):
            _, name, member, word = line.split(" ", 3)
            found.setdefault(name, []).append(f"{member} = {word!r}")
        else:
            others.append(line)
    return found, others


def module_text(module, scopes, public, imports):
    enums, others = enumerations(scopes.get(module, []))
    parts = [HEAD.format(imports=imports)]
    for name, members in enums.items():
        parts.append(f"class {name}(StrEnum):\n" + "".join(f"    {member}\n" for member in members))
    for name in public:
        lines = class_lines(scopes.get(f"{module}:{name}", []))
        parts.append(f"class {name}:\n" + "".join(f"    {line}\n" for line in lines))
    parts.append("".join(line + "\n" for line in map(function, others)))
    return "\n".join(parts)


def main():
    packages, output = map(Path, sys.argv[1:])
    sys.path.insert(0, str(packages))
    import carom
    from carom import _carom

    scopes = {}
    for scope, line in _carom._stub_lines():
        scopes.setdefault(scope, []).append(line)
    folder = output / "carom" / "_carom"
    folder.mkdir(parents=True, exist_ok=True)
    root = {name for name, value in vars(_carom).items() if isinstance(value, type) and not name.startswith("_")}
    for module, short in ((_carom, "__init__"), (_carom.billiards, "billiards"), (_carom.io, "io")):
        public = [name for name, value in vars(module).items() if isinstance(value, type) and f"{module.__name__}:{name}" in scopes]
        imports = "" if module is _carom else f"from carom._carom import {', '.join(sorted(root - set(public) - set(vars(module))))}\n"
        if module is _carom.io:
            others = sorted(name for name, value in vars(_carom.billiards).items() if isinstance(value, type) and name not in {*vars(module), *root})
            imports += f"from carom._carom.billiards import {', '.join(others)}\n"
        text = module_text(module.__name__, scopes, public, imports)
        text = text.replace("\nclass ", "\n" + ALIASES.format(motions=" | ".join(MOTIONS), shapes=" | ".join(SHAPES)) + "\n\nclass ", 1)
        if module is _carom:
            text += "inf: float\n__version__: str\n\n\nclass InputError(ValueError): ...\n\n\nclass Refused(ValueError): ...\n"
            text = text.replace("import numpy\n", "import numpy\nfrom carom._carom import billiards as billiards, io as io\n", 1)
        (folder / f"{short}.pyi").write_text(text)
    pairs = [name for name in vars(carom) if type(getattr(carom, name)).__name__ == "ByDimension"]
    (output / "carom" / "__init__.pyi").write_text(PACKAGE + "".join(f"{name}: ByDimension\n" for name in sorted(pairs)))


PACKAGE = '''# Written by stubs.py when the package is built.
from carom import billiards as billiards, io as io, plot as plot
from carom._carom import *
from carom._carom import Ball2, Ball3
from carom._dimension import ByDimension as ByDimension
from carom.run import Run as Run
from carom.studies import study as study

Circle = Ball2
Sphere = Ball3
__version__: str
'''


if __name__ == "__main__":
    main()
