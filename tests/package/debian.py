#!/usr/bin/env python3
"""debian.py SOURCE BUILD WORK: the Debian packages, made of what BUILD has built, installed into an empty root, used and removed.

Nothing but what the packages hold is used of Carom: its program runs a scene; programs in C and C++ are compiled by CMake and by
pkg-config; and when the packages are purged no file is left.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE, BUILD, WORK = (Path(argument).resolve() for argument in sys.argv[1:4])
ROOT = WORK / "root"
AS_ROOT = [] if os.geteuid() == 0 else ["unshare", "--map-root-user"]


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(holds, what):
    if not holds:
        sys.exit(f"debian.py: {what}")


def dpkg(*arguments):
    run(*AS_ROOT, "dpkg", f"--root={ROOT}", "--force-depends", "--force-not-root", "--force-script-chrootless",
        f"--log={WORK}/dpkg.log", *arguments)


def files_outside_dpkg():
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if not path.is_dir() and "var/lib/dpkg" not in str(path))


def make_packages():
    run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", WORK / "packages", cwd=WORK)
    packages = {path.name.split("_")[0]: path for path in (WORK / "packages").glob("*.deb")}
    expect(set(packages) == {"carom", "libcarom1", "libcarom-dev"}, f"the packages are {sorted(packages)}")
    needs = {name: run("dpkg-deb", "--field", path, "Depends") for name, path in packages.items()}
    expect("libcarom1 (= " in needs["libcarom-dev"], f"libcarom-dev depends on {needs['libcarom-dev']}")
    expect("libfmt" in needs["carom"] and "libc6" in needs["libcarom1"], f"no libraries in {needs}")
    expect("libhdf5" not in needs["carom"], "HDF5 is loaded when it is needed, and recommended alone")
    return packages


def install(packages):
    for folder in ("info", "updates", "triggers"):
        (ROOT / "var/lib/dpkg" / folder).mkdir(parents=True)
    (ROOT / "var/lib/dpkg/status").touch()
    dpkg("--install", *packages.values())
    for name in ("usr/bin/carom", "usr/include/carom/carom.h", "usr/share/man/man1/carom.1"):
        expect((ROOT / name).is_file(), f"{name} is not installed")


def use_program():
    program = ROOT / "usr/bin/carom"
    version = run(program, "--version").strip()
    run(program, "run", ROOT / "usr/share/carom/scenes/break.json", "--out", WORK / "out")
    for name in ("report.html", "summary.json", "trajectory.h5"):
        expect((WORK / "out" / name).stat().st_size > 0, f"the run has no {name}")
    return version


def use_library(library):
    environment = dict(os.environ, LD_LIBRARY_PATH=str(library))
    build = WORK / "by_cmake"
    run("cmake", "-S", SOURCE / "tests/package/installed", "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={ROOT}/usr")
    run("cmake", "--build", build)
    expected = (SOURCE / "examples/20_in_c.expected").read_text()
    for name, prints in (("core", "4\n"), ("io", "4\n"), ("shared", "4\n"), ("in_c", expected)):
        printed = run(build / name, env=environment)
        expect(printed == prints, f"{name} printed {printed!r}, not {prints!r}")
    pkg_config = dict(environment, PKG_CONFIG_PATH=str(library / "pkgconfig"))
    flags = run("pkg-config", "--cflags", "--libs", "carom", env=pkg_config).split()
    statically = run("pkg-config", "--cflags", "--libs", "--static", "carom", env=pkg_config).split()
    scene = SOURCE / "tests/package/installed/scene.cpp"
    run("gcc", "-std=c11", SOURCE / "examples/20_in_c.c", *flags, "-o", WORK / "in_c")
    expect(run(WORK / "in_c", env=environment) == expected, "the C program by pkg-config prints something else")
    run("g++", "-std=c++20", scene, *flags, "-o", WORK / "dynamic")
    expect(run(WORK / "dynamic", env=environment) == "4\n", "the program by pkg-config prints something else")
    archives = {"-lcarom": "-l:libcarom.a", "-lcarom_io": "-l:libcarom_io.a"}
    run("g++", "-std=c++20", scene, *[archives.get(flag, flag) for flag in statically], "-o", WORK / "static")
    expect(run(WORK / "static") == "4\n", "the program by pkg-config --static prints something else")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    packages = make_packages()
    install(packages)
    libraries = [path.parent for path in ROOT.glob("usr/lib/**/libcarom.so.1")]
    expect(len(libraries) == 1, f"libcarom.so.1 lies in {libraries}")
    version = use_program()
    use_library(libraries[0])
    dpkg("--purge", "carom", "libcarom-dev", "libcarom1")
    left = files_outside_dpkg()
    expect(not left, f"left behind: {left}")
    print(f"carom {version}: {', '.join(f'{name} {path.stat().st_size / 1e6:.1f} MB' for name, path in sorted(packages.items()))}")


main()
