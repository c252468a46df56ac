"""The type stubs say what is there: mypy's stubtest holds them against the package, and mypy a program that uses it."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

import carom

PACKAGES = Path(carom.__file__).resolve().parents[1]
pytest.importorskip("mypy")


def mypy(tool, *arguments, cwd):
    environment = {**os.environ, "MYPYPATH": str(PACKAGES), "PYTHONPATH": str(PACKAGES)}
    return subprocess.run([sys.executable, "-m", tool, *arguments], capture_output=True, text=True, env=environment, cwd=cwd)


def test_stubs_say_what_is_there(tmp_path):
    allowed = tmp_path / "allowed"
    allowed.write_text("carom\\._carom\\..*\\.__(new|getstate|setstate)__\n"  # of pybind11
                       "carom\\._carom\\.(billiards\\.|io\\.)?[A-Z]\\w+\n")  # their metaclass is pybind11's; not their members
    ran = mypy("mypy.stubtest", "carom._carom", "--ignore-missing-stub", "--allowlist", str(allowed),
               "--ignore-unused-allowlist", cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-2000:]


def test_a_program_is_checked(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import carom\n\nhit = carom.time_of_impact(carom.Ball2((0, 0), 1), carom.Linear2((2, 0)), carom.Ball2((10, 0), 1))\n"
                       "if hit is not None:\n    print(hit.time + hit.radius)\n")
    ran = mypy("mypy", "--ignore-missing-imports", "--cache-dir", str(tmp_path), str(program), cwd=tmp_path)
    assert 'has no attribute "radius"' in ran.stdout and ran.stdout.count("error:") <= 2, ran.stdout
