#!/usr/bin/env python3
"""named_files.py ROOT: every file and folder that docs/extend, docs/decisions and CONTRIBUTING.md name in backticks exists.

A name with a slash or the ending of a source file counts. It is seen from ROOT, from include/ or from src/, as includes are; a bare name
of a file or a folder may stand anywhere. <words> in angle brackets stand for anything, as * does, and something must match.
"""
import os
import re
import sys
from fnmatch import fnmatchcase
from pathlib import Path

PAGES = ("CONTRIBUTING.md", "docs/extend/*.md", "docs/decisions/*.md")
BUILT = {".git", "__pycache__", "build", "dist", "node_modules", "out"}
SEEN_FROM = ("", "include/", "src/")
NAMED = re.compile(r"`([\w.<>* +-]+(?:/[\w.<>* +-]*)*)`")
SOURCE = re.compile(r".*\.(cpp|hpp|inl|py|ts|js|mjs|md|sh|cmake)|CMakeLists\.txt")
PLACEHOLDER = re.compile(r"<[^<>]*>")


def tree(root):
    """Every file of the tree, and every folder, which ends in a slash; what is built and fetched left out."""
    places = set()
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in BUILT]
        here = Path(folder).relative_to(root)
        places |= {(here / name).as_posix() for name in files} | {f"{(here / name).as_posix()}/" for name in folders}
    return places


def exists(name, places):
    pattern = PLACEHOLDER.sub("*", name)
    if "/" not in name[:-1]:
        return any(fnmatchcase("/" + place, "*/" + pattern) for place in places)
    seen = [base + pattern for base in SEEN_FROM]
    if "*" not in pattern:
        return any(place in places or f"{place}/" in places for place in seen)
    return any(fnmatchcase(place, one) and place.count("/") == one.count("/") for place in places for one in seen)


def complaints(root):
    places = tree(root)
    for page in sorted(page for pattern in PAGES for page in root.glob(pattern)):
        text = page.read_text()
        for match in NAMED.finditer(text):
            name = match.group(1)
            is_path = "/" in name and " " not in PLACEHOLDER.sub("", name) or SOURCE.fullmatch(name)
            if is_path and not exists(name, places):
                yield f"{page.relative_to(root)}:{text.count(chr(10), 0, match.start()) + 1}: `{name}` does not exist"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    lines = list(complaints(root))
    print("\n".join(lines) if lines else "What the pages name exists.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
