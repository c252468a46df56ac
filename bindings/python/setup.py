"""Builds the compiled part by CMake, as all of Carom is built (docs/decisions/0025-wheels-by-setuptools.md).

CAROM_PYTHON_BUILD names a build folder that is used instead of a new one: what is built there is not built again.
"""
import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        given = os.environ.get("CAROM_PYTHON_BUILD")
        folder = Path(given or self.build_temp).resolve()
        if not given:
            subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DCAROM_BUILD_PYTHON=ON",
                            *(f"-DCAROM_BUILD_{part}=OFF" for part in ("TOOLS", "TESTS", "EXAMPLES", "BENCH", "SHARED"))], check=True)
            subprocess.run(["cmake", "--build", folder, "--target", "carom_python_stubs", "--parallel"], check=True)
        package, target = folder / "bindings/python/carom", Path(self.get_ext_fullpath(extension.name))
        (target.parent / "_carom").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(next(package.glob("_carom.*.so")), target)
        for stub in package.rglob("*.pyi"):
            shutil.copyfile(stub, target.parent / stub.relative_to(package))


setup(version=re.search(r"project\(carom VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1),
      ext_modules=[Extension("carom._carom", sources=[])],
      cmdclass={"build_ext": BuildByCMake},
      package_data={"carom": ["py.typed"]})
