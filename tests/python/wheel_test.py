"""The wheel, made of what is built already (CAROM_BUILD), is installed into a fresh virtual environment and used there."""
import os
import shutil
import subprocess
import sys
import zipfile

import pytest
from place import ROOT

FIRST_LINES = """
import carom
hit = carom.time_of_impact(carom.Circle((0, 0), 1), carom.Linear((2, 0)), carom.Circle((10, 0), 1))
print(hit.time, carom.__file__)
"""


def run(*command, **options):
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
    return ran.stdout


def test_a_wheel_is_installed_and_used(tmp_path):
    build = os.environ.get("CAROM_BUILD")
    if not build:
        pytest.skip("CAROM_BUILD does not say where the package is built")
    source = tmp_path / "carom"
    shutil.copytree(ROOT / "bindings/python", source / "bindings/python")
    shutil.copy(ROOT / "CMakeLists.txt", source)
    environment = {**os.environ, "CAROM_PYTHON_BUILD": build}
    environment.pop("PYTHONPATH", None)
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, source / "bindings/python", env=environment, cwd=tmp_path)
    wheel, = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"carom/__init__.py", "carom/__init__.pyi", "carom/_carom/__init__.pyi", "carom/py.typed"} <= set(names)
    assert "cp311" not in wheel.name or sys.version_info[:2] == (3, 11)
    run(sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "venv", env=environment)
    python = tmp_path / "venv/bin/python"
    run(python, "-m", "pip", "install", "--no-index", "--no-deps", wheel, env=environment)
    time, _, place = run(python, "-c", FIRST_LINES, env=environment, cwd=tmp_path).strip().partition(" ")
    assert time == "4.0" and place.startswith(str(tmp_path / "venv"))
