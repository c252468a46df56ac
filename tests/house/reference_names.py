#!/usr/bin/env python3
"""reference_names.py ROOT: the C++ reference of the site has every public name, as bindings/python/names.txt lists them."""
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True


def complaints(root):
    sys.path.insert(0, str(root / "docs/site"))
    import headers
    text, names = "", set()
    for path in sorted((root / "include").rglob("*.hpp")):
        name, header = str(path.relative_to(root / "include")), path.read_text()
        text += "\n".join(headers.page(name, header))
        names |= {re.sub(r"<\d>", "", found) for found in headers.names_in(name, header)}
    shown = set(re.findall(r"\w+", text))
    for line in (root / "bindings/python/names.txt").read_text().splitlines():
        name = line.split()[0]
        if name == "#":
            continue
        if name not in names if "::" not in name else name.rpartition("::")[2] not in shown:
            yield f"{name} is not in the reference that docs/site/headers.py makes"


def main():
    lines = list(complaints(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()))
    print("\n".join(lines) if lines else "The reference has every public name.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
