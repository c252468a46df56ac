#!/usr/bin/env python3
"""stage.py ROOT FOLDER PACKAGE NOTEBOOKS: the pages of the site as Markdown, in FOLDER: those of the tree, the reference (of the Python package, if
it has been built in the folder PACKAGE), the notebooks that have been run into the folder NOTEBOOKS, and the files that pages link to.

Pages lie in FOLDER as they lie in the tree, so that links between them hold; README.md is the start page. What they link to and is no page
(a source, a scene, a folder) becomes one in FOLDER/files. Which pages the menu has, in which order, is what docs/README.md says.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import headers
import python_reference

PAGE_LINK = re.compile(r"(\]\(|<img src=\")([^)\s:#\"]+)(#[^)\s\"]*)?(?=[)\"])")
SECTION = re.compile(r"^- \*\*(\w+)\*\*:(.*?)(?=^- \*\*|^\S)", re.M | re.S)
LINK = re.compile(r"\[([^\]]+)\]\(([^)]+\.md)\)")
PICTURES = {".svg", ".png", ".webp"}
LEXERS = {".c": "c", ".h": "c", ".cpp": "cpp", ".hpp": "cpp", ".json": "json", ".py": "python"}
PROJECT = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
LARGE = 200_000  # bytes: what is larger is no page
HEADER_NAMED = re.compile(r"(?<![\w/`<])(?:include/)?(carom/[\w/]+\.hpp)")
PAGE_NAMED = re.compile(r"(?<![\w/(`])(docs/[\w/-]+\.md)")


def hidden_menu(entries, caption=None):
    """Entries of a menu: (title or "", page)."""
    lines = [f"{title} </{page}>" if title else f"/{page}" for title, page in entries]
    options = [":hidden:"] + ([f":caption: {caption}"] if caption else [])
    return "\n".join(["", "```{toctree}", *options, "", *lines, "```", ""])


def without_suffix(path):
    return path.removesuffix(".md") if path != "README.md" else "index"


class Stage:
    def __init__(self, root, folder, package, notebooks):
        self.root, self.folder, self.package = root, folder, package
        self.notebooks = {f"docs/notebooks/{file.stem}.py": file for file in sorted(notebooks.glob("*.md"))}
        self.shown = set()  # files and folders that have got a page
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, capture_output=True, check=True)
        self.files = [name for name in listed.stdout.decode().split("\0") if name and (root / name).is_file()]
        self.pages = [name for name in self.files if name.endswith(".md")]

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def linked(self, page, text):
        """The text of a page, its links led to pages of the site."""

        def lead(match):
            before, target, place = match.group(1), match.group(2), match.group(3) or ""
            path = os.path.normpath(os.path.join(os.path.dirname(page), target))
            if path in self.pages:
                return f"{before}{os.path.relpath(without_suffix(path), os.path.dirname(page) or '.')}.md{place}"
            if path in self.notebooks:
                return f"{before}/{path.removesuffix('.py')}.md{place}"
            if Path(path).suffix in PICTURES:
                self.keep(path)
                return match.group()
            return f"{before}/{self.shown_file(path)}.md{place}"

        code = re.split(r"(^ *```.*?^ *```$|`[^`\n]+`)", text, flags=re.M | re.S)
        return "".join(part if k % 2 else PAGE_LINK.sub(lead, part) for k, part in enumerate(code))

    def keep(self, path):
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.root / path, self.folder / path)

    def shown_file(self, path):
        """The page that shows a file or lists a folder."""
        name = f"reference/{path.removeprefix('include/')}" if path.startswith("include/") else f"files/{path}"
        if path in self.shown or path.startswith("include/"):
            return name
        self.shown.add(path)
        head = f"---\norphan: true\nnosearch: true\n---\n# {path}\n\n"
        if (self.root / path).is_dir():
            inside = [file for file in self.files if file.startswith(path + "/")]
            self.write(f"{name}.md", head + "\n".join(f"- [{file.removeprefix(path + '/')}](/{self.shown_file(file)}.md)" for file in inside) + "\n")
        else:
            text = (self.root / path).read_text()
            if len(text) > LARGE:
                text = f"{text[:2000]}\n\n… {len(text)} bytes in all.\n"
            self.write(f"{name}.md", f"{head}````{LEXERS.get(Path(path).suffix, 'text')}\n{text}````\n")
        return name

    def menus(self):
        """Of the start page: what docs/README.md lists, the reference, and the pages of the project."""
        sections = SECTION.findall((self.root / "docs/README.md").read_text() + "\n.")
        in_menu = {"README.md"}
        menus = []
        for caption, text in sections:
            entries = []
            for title, target in LINK.findall(text):
                page = os.path.normpath(os.path.join("docs", target))
                in_menu.add(page)
                entries.append((title[0].upper() + title[1:].replace("\n", " "), without_suffix(page)))
            menus.append(hidden_menu(entries, caption))
            if caption == "Use":
                menus.append(hidden_menu([("C++", "reference/index"), ("Python", "reference/python")], "Reference"))
        others = [page for page in self.pages if page not in in_menu and page not in PROJECT and page != "docs/README.md"]
        menus.append(hidden_menu([("", without_suffix(page)) for page in (*PROJECT, *others)] + [("All documentation", "docs/README")], "Project"))
        return "".join(menus)

    def notebook_pages(self, listing):
        """Writes them, and gives their menu, in the order of a page that lists them."""
        for path, file in self.notebooks.items():
            self.write(path.removesuffix(".py") + ".md", file.read_text())
            for beside in (*file.parent.glob(f"{file.stem}_*.png"), file.with_suffix(".ipynb")):
                shutil.copyfile(beside, (self.folder / path).parent / beside.name)
        order = sorted(self.notebooks, key=lambda path: listing.find(Path(path).name))
        return hidden_menu([("", path.removesuffix(".py")) for path in order]) if order else ""

    def reference(self):
        """A page for each public header, in rooms; and where each name is, for conf.py."""
        rooms, names = {}, {}
        for path in sorted(name for name in self.files if re.fullmatch(r"include/carom/.*\.hpp", name)):
            name, text = path.removeprefix("include/"), (self.root / path).read_text()
            page = "\n".join(headers.page(name, text))
            page = HEADER_NAMED.sub(r"[\1](/reference/\1.md)", PAGE_NAMED.sub(r"[\1](/\1)", page))
            self.write(f"reference/{name}.md", f"# {Path(name).name}\n\n{page}")
            rooms.setdefault(Path(name).parts[1] if name.count("/") > 1 else "", []).append(name)
            for full, anchor in headers.names_in(name, text).items():
                names.setdefault(full, []).append((f"reference/{name}", anchor))
        order = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", (self.root / "CONTRIBUTING.md").read_text(), re.M)))
        lines = ["# C++", "", "The public headers by room, as they are in `include/`: what their comments say, and what they declare.",
                 "`#include <carom/carom.hpp>` has everything but billiards and files.", ""]
        menu = []
        for room in sorted(rooms, key=lambda room: (order + [room]).index(room)):
            lines += [f"## {room or 'All of it'}", ""]
            for name in rooms[room]:
                declared = [f"[`{full}`]({anchor})" for full, places in names.items() for page, anchor in places if page == f"reference/{name}" and "::" not in full]
                lines.append(f"- [{Path(name).name}](/reference/{name}.md)" + (": " if declared else "") + ", ".join(declared))
                menu.append((name.removeprefix("carom/").removesuffix(".hpp"), f"reference/{name}"))
            lines.append("")
        self.write("reference/index.md", "\n".join(lines) + hidden_menu(menu))
        return names

    def run(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        names = self.reference()
        for name, text in python_reference.pages(self.package).items():
            self.write(f"{name}.md", PAGE_NAMED.sub(r"[\1](/\1)", text))
        for page in self.pages:
            text = self.linked(page, (self.root / page).read_text())
            if page == "README.md":
                text += self.menus()
            if page == "docs/use/notebooks.md":
                text += self.notebook_pages((self.root / page).read_text())
            self.write(f"{without_suffix(page)}.md", text)
        lines = [f"{name}\t{page}\t{anchor}" for name, places in sorted(names.items()) for page, anchor in places]
        self.write("names.tsv", "\n".join(lines) + "\n")


if __name__ == "__main__":
    Stage(*(Path(argument).resolve() for argument in sys.argv[1:])).run()
