#!/usr/bin/env python3
"""abi.py SOURCE LIBRARY [--write]: what libcarom.so lets others see is what bindings/c lists, and what headers declare.

libcarom.symbols has the C++ and C names; a name that goes, or the types of the C interface as libabigail reads them (libcarom.abi),
that change, break programs that are there: raise SOVERSION (bindings/c/CMakeLists.txt) and write the lists anew.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE, LIBRARY = Path(sys.argv[1]), Path(sys.argv[2])
LISTS = SOURCE / "bindings/c"
TEMPLATE = re.compile(r"^template <[^\n]*>\n(?:requires[^\n]*\n(?:    [^\n]*\n)*)?((?!struct|class|using|concept|inline|constexpr)[^\n]*(?:\n +[^\n]*)*?[;{])", re.M)
C_INTERFACE = "[suppress_function]\n  symbol_name_not_regexp = ^carom_\n[suppress_variable]\n  symbol_name_not_regexp = ^carom_\n"


def exported():
    """Names as C++ writes them. Inline functions are not among them (bindings/c/CMakeLists.txt hides them)."""
    lines = subprocess.run(["nm", "--dynamic", "--defined-only", "--demangle", LIBRARY], capture_output=True, text=True, check=True).stdout.splitlines()
    return {name.removesuffix("@@CAROM_1") for kind, name in (line.split(None, 2)[1:] for line in lines) if kind != "A"}


def hidden():
    """What public headers declare and do not show: they lie between two pragmas, and function templates say CAROM_VISIBLE."""
    for header in sorted((SOURCE / "include").rglob("*.hpp")):
        place, text = header.relative_to(SOURCE), header.read_text()
        if "namespace carom" not in text:
            continue
        if text.count("#pragma GCC visibility push(default)") != 1 or not text.endswith("#pragma GCC visibility pop\n"):
            yield f"{place}: does not lie between #pragma GCC visibility push(default) and pop"
        for match in TEMPLATE.finditer(text):
            declared = match.group(1)
            if declared.endswith(";") and "(" in declared and ") {" not in declared and "->" not in declared and "CAROM_VISIBLE" not in declared:
                yield f"{place}:{text.count(chr(10), 0, match.start(1)) + 1}: without CAROM_VISIBLE: {declared.splitlines()[0]}"


def types_of_c_interface():
    """As libabigail writes them, without the names of C++."""
    with tempfile.NamedTemporaryFile("w", suffix=".abignore") as suppressions:
        suppressions.write(C_INTERFACE)
        suppressions.flush()
        text = subprocess.run(["abidw", "--suppressions", suppressions.name, "--headers-dir", SOURCE / "include", "--drop-private-types", "--no-corpus-path",
                               "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed", "--exported-interfaces-only", LIBRARY],
                              capture_output=True, text=True, check=True).stdout
    return re.sub(r" *<function-decl [^>]*mangled-name='_Z.*?</function-decl>\n| *<elf-symbol name='_Z[^\n]*\n", "", text, flags=re.S)


def main():
    names = exported()
    listed = LISTS / "libcarom.symbols"
    types = LISTS / "libcarom.abi"
    if "--write" in sys.argv:
        listed.write_text("".join(f"{name}\n" for name in sorted(names)))
        types.write_text(types_of_c_interface())
        return 0
    known = set(listed.read_text().splitlines())
    complaints = [*hidden(), *(f"gone: {name}" for name in sorted(known - names))]
    complaints += [f"not listed: {name}" for name in sorted(names - known)]
    changed = subprocess.run(["abidiff", "--harmless", "--no-added-syms", types, LIBRARY], capture_output=True, text=True, check=False)
    if changed.returncode != 0:
        complaints.append(changed.stdout + changed.stderr)
    print("\n".join(complaints) if complaints else f"{len(names)} names can be seen, as listed.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
