#!/usr/bin/env python3
"""viewer_bundle.py ROOT: viewer/bundle was made from the sources of viewer/ as they are; script/web viewer makes it.

Without Node: viewer/bundle/sources.sha256 names every source with the sum of its bytes, as sha256sum writes them. That the bundle
itself is what these sources give, byte by byte, script/web test shows.
"""
import hashlib
import sys
from pathlib import Path

BUNDLE = {"plane.js", "space.js", "shot.js", "style.css", "three.js", "sources.sha256"}


def sources(viewer):
    yield from (path for path in (viewer / "src").rglob("*") if path.is_file())
    yield from (viewer / name for name in ("build.mjs", "package.json", "package-lock.json"))


def complaints(viewer):
    noted = dict(reversed(line.split("  ", 1)) for line in (viewer / "bundle/sources.sha256").read_text().splitlines())
    found = {str(path.relative_to(viewer)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sources(viewer)}
    yield from (f"viewer/{name}: is not in the bundle" for name in sorted(found.keys() - noted.keys()))
    yield from (f"viewer/{name}: is in the bundle but not here" for name in sorted(noted.keys() - found.keys()))
    yield from (f"viewer/{name}: changed since the bundle was made" for name in sorted(found.keys() & noted.keys()) if found[name] != noted[name])
    present = {path.name for path in (viewer / "bundle").iterdir()}
    yield from (f"viewer/bundle: expected {' '.join(sorted(BUNDLE))}, found {' '.join(sorted(present))}" for _ in [0] if present != BUNDLE)


def main():
    viewer = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve() / "viewer"
    stale = list(complaints(viewer))
    print("\n".join([*stale, "script/web viewer makes the bundle anew."]) if stale else "The viewer's bundle was made from its sources.")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
