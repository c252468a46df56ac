#!/usr/bin/env python3
"""documented_scenes.py CAROM ROOT: every whole scene that a page shows, and every one that ships, passes `carom check`."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

JSON_BLOCK = re.compile(r"^```json\n(.*?)^```$", re.M | re.S)


def main():
    carom, root = sys.argv[1], Path(sys.argv[2])
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    shown = [(page, text) for page in sorted(pages) for text in JSON_BLOCK.findall(page.read_text()) if '"carom"' in text]
    shipped = [(scene, scene.read_text()) for folder in ("scenes", "bench/scenes") for scene in sorted((root / folder).rglob("*.json"))]
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for place, text in shown + shipped:
            scene = Path(folder) / "scene.json"
            scene.write_text(text)
            checked = subprocess.run([carom, "check", scene], capture_output=True, text=True)
            if checked.returncode != 0:
                failures += 1
                print(f"{place.relative_to(root)}: {checked.stdout}{checked.stderr}")
    print(f"{len(shown)} scenes in pages and {len(shipped)} files, {failures} refused")
    return 1 if failures or not shown or not shipped else 0


if __name__ == "__main__":
    sys.exit(main())
