#!/usr/bin/env python3
"""readme_example.py ROOT: the README's first C++ block is examples/01_first_impact.cpp, and the block after it what that prints."""
import re
import sys
from pathlib import Path


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", (root / "README.md").read_text(), re.M | re.S)
    program = next((k for k, (language, _) in enumerate(blocks) if language == "cpp"), None)
    if program is None or program + 1 == len(blocks):
        print("README.md: no C++ block with a block of output after it")
        return 1
    for block, file in ((program, "01_first_impact.cpp"), (program + 1, "01_first_impact.expected")):
        if blocks[block][1] != (root / "examples" / file).read_text():
            print(f"README.md: this block is not examples/{file}:\n{blocks[block][1]}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
