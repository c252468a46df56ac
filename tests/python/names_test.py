"""Every public name of C++ has its name in Python, or a reason why it has none: bindings/python/names.txt says which."""
import importlib
import subprocess
import sys

from place import ROOT

import carom

TABLE = ROOT / "bindings/python/names.txt"


def rows():
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


def resolved(path):
    """What a name such as carom.billiards.Cue.mass is."""
    module, _, rest = path.partition(".")
    found = importlib.import_module(module)
    for part in rest.split("."):
        found = getattr(found, part)
    return found


def test_every_public_name_is_in_the_table():
    program = [sys.executable, ROOT / "bindings/python/docstrings.py", ROOT / "include"]
    public = subprocess.run(program, capture_output=True, text=True, check=True).stdout.split()
    assert sorted(name for name, _ in rows()) == sorted(public)


def test_every_name_of_the_table_is_there_or_has_a_reason():
    missing = []
    for name, rest in rows():
        if rest.startswith("carom."):
            try:
                resolved(rest)
            except AttributeError as error:
                missing.append(f"{name}: {error}")
        else:
            assert rest.startswith("— ") and len(rest) > 8, f"{name}: expected a name or a reason, got {rest!r}"
    assert not missing


def test_what_is_public_has_a_docstring():
    for module in (carom._carom, carom._carom.billiards, carom._carom.io):
        for name, value in vars(module).items():
            if not name.startswith("_") and (isinstance(value, type) or callable(value)):
                assert value.__doc__ and len(value.__doc__.strip()) > 10, name
