#!/usr/bin/env python3
"""quotes.py ROOT: what the documentation shows is what the tests run.

Every block of C++ or C in a .md file stands in a file of examples/, word for word. The README's first one is the whole of 01_first_impact.cpp,
with what that prints as the next block. Every file that a text names by its path in docs/ exists.
"""
import re
import sys
from pathlib import Path

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
DOCS_PATH = re.compile(r"(?<![\w/])docs/[\w./-]*\w")
FOLDERS = ("docs", "include", "src", "tools", "script", "tests", "bench", "examples", "scenes")


def readme_complaints(root):
    blocks = BLOCK.findall((root / "README.md").read_text())
    first = next((k for k, (language, _) in enumerate(blocks) if language == "cpp"), len(blocks))
    if first + 1 >= len(blocks):
        yield "README.md: no C++ block with a block of output after it"
        return
    for block, name in ((blocks[first], "01_first_impact.cpp"), (blocks[first + 1], "01_first_impact.expected")):
        if block[1] != (root / "examples" / name).read_text():
            yield f"README.md: this block is not examples/{name}:\n{block[1]}"


def quote_complaints(root, page):
    examples = [path.read_text() for path in sorted((root / "examples").glob("*.c*"))]
    for language, text in BLOCK.findall(page.read_text()):
        if language in ("cpp", "c") and not any(text in example for example in examples):
            yield f"{page.relative_to(root)}: this block stands in no example:\n{text}"


def link_complaints(root, page):
    for target in LINK.findall(BLOCK.sub("", page.read_text())):  # a lambda in a block looks like a link
        if not (page.parent / target).exists():
            yield f"{page.relative_to(root)}: the link {target} leads nowhere"


def path_complaints(root, source):
    for target in DOCS_PATH.findall(source.read_text(errors="replace")):
        if not any((root / name).exists() for name in (target, target + ".md")):
            yield f"{source.relative_to(root)}: {target} does not exist"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    pages = {*root.glob("*.md"), *root.glob("*/README.md"), *(page for folder in FOLDERS for page in (root / folder).rglob("*.md"))}
    sources = [path for folder in FOLDERS for path in (root / folder).rglob("*")
               if path.suffix in (".cpp", ".hpp", ".py", ".md", ".json") or folder == "script"]
    complaints = [*readme_complaints(root)]
    for page in sorted(pages):
        complaints += [*quote_complaints(root, page), *link_complaints(root, page)]
    for source in sorted({*pages, *sources} - {Path(__file__).resolve()}):
        complaints += path_complaints(root, source)
    print("\n".join(complaints) if complaints else f"{len(pages)} pages quote what runs and name what exists.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
