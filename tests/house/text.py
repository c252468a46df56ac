#!/usr/bin/env python3
"""text.py ROOT: every text file is UTF-8, ends with one line end, has no trailing blanks and names no place on one machine.

Every script has its line of help at its top, and every program in script/ and .ci/ may be executed. Things are called what the field
calls them: words of a private dialect that were replaced do not come back. A decision is one screen
(docs/decisions/0001-record-decisions.md).
"""
import os
import re
import subprocess
import sys
from pathlib import Path

SUFFIXES = {".cpp", ".hpp", ".py", ".sh", ".md", ".txt", ".json", ".cmake", ".in", ".cff", ".js", ".html", ".css", ".yml"}
NAMES = {".clang-format", ".clang-tidy", ".gitignore", "LICENSE"}
ONE_MACHINE = re.compile(r"(?<![\w.])/(home|root|work|Users|tmp)/\w")
ONE_SCREEN = (70, 5000)  # lines and bytes
BLANK_AT_END = re.compile(r"[ \t]+$", re.M)

# A word that was replaced: the term of the field.
DIALECT = {
    "crew": "thread pool",
    "glance": "prefilter",
    "lost ball": "uncertain ball",
    "outbox": "event log",
    "pushed ball": "kinematic ball",
    "pushed bod(?:y|ie)": "kinematic body",
    "road": "path, way",
}
CHECKED_ROOMS = ("include", "src", "tools", "bindings", "bench", "examples", "fuzz", "tests", "docs", "scenes", "script", "viewer")  # and the pages at the top


def dialect_pattern(word):
    """A whole word, or a part of an identifier: crew, crew_size, kCrew, but not screw."""
    word = word.replace(" ", r"[\s_-]")
    return re.compile(rf"(?:(?<![A-Za-z]){word}|{word[0].upper()}{word[1:]})s?(?![a-z])")


DIALECT_PATTERNS = [(dialect_pattern(word), term) for word, term in DIALECT.items()]


def files(root):
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root,
                            capture_output=True, check=True).stdout.decode()
    return [root / name for name in sorted(set(listed.split("\0"))) if name and (root / name).is_file()]


def is_script(root, path):
    return path.relative_to(root).parts[0] in ("script", ".ci")


def dialect_complaints(place, text):
    if "/" in place and place.split("/")[0] not in CHECKED_ROOMS or place == "tests/house/text.py":
        return
    for pattern, term in DIALECT_PATTERNS:
        if match := pattern.search(place):
            yield f"{place}: \"{match.group()}\" in its name: expected {term}"
        for match in pattern.finditer(text):
            yield f"{place}:{text.count(chr(10), 0, match.start()) + 1}: \"{match.group()}\": expected {term}"


def length_complaints(place, text):
    if place.startswith("docs/decisions/"):
        for what, length, most in zip(("lines", "bytes"), (text.count("\n"), len(text.encode())), ONE_SCREEN):
            if length > most:
                yield f"{place}: {length} {what}: expected at most {most}, as a decision is one screen"


def complaints_about(root, path):
    place = path.relative_to(root)
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        yield f"{place}: not UTF-8 ({error})"
        return
    if "/corpus/" in str(place) or place.parts[:2] == ("viewer", "bundle") or not text:
        return
    if "\r" in text:
        yield f"{place}: carriage returns"
    if not text.endswith("\n") or text.endswith("\n\n"):
        yield f"{place}: does not end with exactly one line end"
    for what, pattern in (("blanks at the end of a line", BLANK_AT_END), ("a place on one machine", ONE_MACHINE)):
        for match in pattern.finditer(text):
            yield f"{place}:{text.count(chr(10), 0, match.start()) + 1}: {what} {match.group().strip()}"
    yield from dialect_complaints(str(place), text)
    yield from length_complaints(str(place), text)
    if is_script(root, path) and path.suffix == "":
        if not os.access(path, os.X_OK):
            yield f"{place}: may not be executed"
        lines = text.splitlines()
        if not lines[0].startswith("#!") or not lines[1].startswith(f"# {place}"):
            yield f"{place}: its second line should be its help: # {place}…: what it does"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    checked = [p for p in files(root) if p.suffix in SUFFIXES or p.name in NAMES or is_script(root, p)]
    complaints = [line for path in checked for line in complaints_about(root, path)]
    print("\n".join(complaints) if complaints else f"{len(checked)} text files are as they should be.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
