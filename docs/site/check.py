#!/usr/bin/env python3
"""check.py FOLDER: every link, picture, sheet and script of a built site is in it, every place in a page that a link names is there, and
nothing is loaded from elsewhere. Links to elsewhere, which a reader may follow, are not asked."""
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src"}
URL_IN_SHEET = re.compile(r"url\((?:\"([^\"]*)\"|'([^']*)'|([^)\"']*))\)|@import\s+[\"']([^\"']+)")


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loaded = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if given.get(LOADED.get(tag)) and given.get("rel") != "canonical":
            self.loaded.append(given[LOADED[tag]])


def is_elsewhere(target):
    parts = urlsplit(target)
    return bool(parts.scheme and parts.scheme != "data" or parts.netloc)


def target_of(file, target):
    return (file.parent / unquote(urlsplit(target).path)).resolve() if urlsplit(target).path else file.resolve()


def complaints(folder):
    pages = {file.resolve(): Page(file.read_text()) for file in folder.rglob("*.html")}
    for file, page in sorted(pages.items()):
        name = file.relative_to(folder.resolve())
        for target in page.loaded:
            if is_elsewhere(target):
                yield f"{name}: loads {target} from elsewhere"
        for target in {*page.links, *page.loaded}:
            if is_elsewhere(target) or target.startswith("data:"):
                continue
            found, place = target_of(file, target), unquote(urlsplit(target).fragment)
            if not found.is_file():
                yield f"{name}: {target} leads nowhere"
            elif place and found in pages and place not in pages[found].ids:
                yield f"{name}: {target} names a place that is not in that page"
    for file in sorted(folder.rglob("*.css")):
        for match in URL_IN_SHEET.finditer(file.read_text()):
            target = next(part for part in match.groups() if part)
            if is_elsewhere(target) or not target.startswith("data:") and target.endswith((".css", ".woff2")) and not target_of(file, target).is_file():
                yield f"{file.relative_to(folder)}: {target} is not in the site"


def main():
    folder = Path(sys.argv[1])
    found = list(complaints(folder))
    count = len(list(folder.rglob("*.html")))
    print("\n".join(found) if found else f"All links of {count} pages lead somewhere.")
    return 1 if found or count < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
