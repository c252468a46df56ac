#!/usr/bin/env python3
"""clones.py ROOT: no six lines of code stand in two places, but for those that clones_accepted.txt lists with a reason.

Blank lines, comments, imports, namespaces and lone punctuation are passed over, white space is folded; all else must be equal to the
letter. jscpd and CPD find the same and more, but need Node.js or Java and a download: the house checks itself with Python alone, and
what only looks alike (other names, other numbers) is left to a reader.
"""
import hashlib
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

LEAST = 6
ACCEPTED = "tests/house/clones_accepted.txt"
C_LIKE = {".cpp", ".hpp", ".inl", ".h", ".c", ".ts", ".js", ".mjs"}
HASH_LIKE = {".py", ".sh", ".cmake"}
GENERATED = re.compile(r"(^|/)(node_modules|dist|build)/|^viewer/bundle/")

COMMENT = {False: re.compile(r"//.*"), True: re.compile(r"#.*")}
COMMENT_OVER_LINES = re.compile(r"^[ \t]*/\*.*?\*/", re.S | re.M)
CLOSING = re.compile(r"\W*(//.*)?")
IMPORT = re.compile(r"#\s*(include|pragma)\b.*|using\b.*;|namespace\b.*|(import|from)\s.*|export\s.*\sfrom\s.*")
IMPORT_OVER_LINES = re.compile(r"(import|export)\b[^;]*?\{[^}]*\}\s*from[^;\n]*;?|from \S+ import \([^)]*\)", re.S)


def sources(root):
    """Each source file of the tree, and whether its comments begin with #."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root,
                            capture_output=True, check=True).stdout.decode()
    for name in sorted(set(listed.split("\0"))):
        path = root / name
        hash_like = path.suffix in HASH_LIKE or path.name == "CMakeLists.txt" or name.split("/")[0] in ("script", ".ci")
        if name and (hash_like or path.suffix in C_LIKE) and not GENERATED.search(name) and path.is_file():
            yield name, path.read_text(errors="replace"), hash_like


def code_lines(text, hash_like):
    """(line number, line with its white space folded) of each line that counts."""
    passed_over = [COMMENT[hash_like], IMPORT, CLOSING]
    for what in [IMPORT_OVER_LINES] if hash_like else [COMMENT_OVER_LINES, IMPORT_OVER_LINES]:
        text = what.sub(lambda match: "\n" * match.group().count("\n"), text)
    for number, line in enumerate(text.split("\n"), 1):
        line = " ".join(line.split())
        if not any(pattern.fullmatch(line) for pattern in passed_over):
            yield number, line


def equal_runs(files):
    """The longest runs of equal lines: (name, begin, name, begin, length), begins counted in the lines that count."""
    places = defaultdict(list)
    for name, lines in files.items():
        for begin in range(len(lines) - LEAST + 1):
            places["\n".join(line for _, line in lines[begin : begin + LEAST])].append((name, begin))
    matches = {(a, i, b, j) for found in places.values() for k, (a, i) in enumerate(found) for b, j in found[k + 1 :]
               if a != b or j - i >= LEAST}
    for a, i, b, j in sorted(matches):
        if (a, i - 1, b, j - 1) not in matches:
            length = LEAST
            while (a, i + length - LEAST + 1, b, j + length - LEAST + 1) in matches:
                length += 1
            yield a, i, b, j, length if a != b else min(length, j - i)


def clones(root):
    """{(hash of the lines, file, file): what is said of each pair of places}."""
    files = {name: list(code_lines(text, hash_like)) for name, text, hash_like in sources(root)}
    found = defaultdict(list)
    for a, i, b, j, length in equal_runs(files):
        run = files[a][i : i + length]
        key = hashlib.sha256("\n".join(line for _, line in run).encode()).hexdigest()[:8]
        there = files[b][j : j + length]
        found[key, a, b].append(f"{key} {a}:{run[0][0]}-{run[-1][0]} {b}:{there[0][0]}-{there[-1][0]}: "
                                f"{length} equal lines from: {run[0][1]}")
    return found


def accepted(root):
    """((hash, file, file), line number, reason) of each line of the list."""
    listed = root / ACCEPTED
    for number, line in enumerate(listed.read_text().splitlines() if listed.exists() else [], 1):
        if line and not line.startswith("#"):
            key, a, b, reason = [*line.split(None, 3), "", "", ""][:4]
            yield (key, a, b), number, reason


def complaints(root):
    found = clones(root)
    for place, number, reason in accepted(root):
        if found.pop(place, None) is None:
            yield f"{ACCEPTED}:{number}: {' '.join(place)} stands nowhere twice any more: take the line away, or name where it is now"
        elif not reason:
            yield f"{ACCEPTED}:{number}: expected a reason after the two files"
    for pairs in found.values():
        yield from pairs


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    lines = list(complaints(root))
    print("\n".join(lines) if lines else "No code stands twice, but where it is accepted.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
