#!/usr/bin/env python3
"""docstrings.py INCLUDE [OUTPUT.cpp]: the comments on public names in the headers below INCLUDE, as a C++ source for docs.hpp.

Without OUTPUT it prints the names alone, one per line: what tests/python/names_test.py walks.
"""
import re
import sys
from pathlib import Path

NAMESPACE = re.compile(r"namespace ([\w:]+) \{")
SCOPE = re.compile(r"(?:struct|class|enum class) (\w+)(?:<[^>]*>)?(?: final)?(?: : [^{]*)? ?\{")
ALIAS = re.compile(r"using (\w+) =")
CONSTANT = re.compile(r"constexpr (?:static )?[\w:<>, ]+ (\w+)(?:<\w+>)?\b ?[={]")
CONCEPT = re.compile(r"concept (\w+) =")
ENUMERATOR = re.compile(r"(\w+)(?: = \w+)?,?$")
FUNCTION = re.compile(r"(?:^|[\w>&*\]] ?|~)\b((?!operator\b|requires\b|decltype\b|noexcept\b|explicit\b|return\b|if\b|for\b)\w+)\(")
FIELDS = re.compile(r"^[\w:]+(?:<.*>)?[&*]? (\w+(?:(?:\{.*?\}|\[.*?\]| = [^,;]+)?, \w+)*)(?:\{.*\}| = .*)?;")


class Header:
    """Goes through a header line by line; knows in which namespace and structure it is."""

    def __init__(self):
        self.scopes = []  # (kind, name); kind "" for what is not looked into
        self.comment = []
        self.last = None
        self.goes_on = False  # whether the line before this one ended within a declaration
        self.found = {}

    def path(self, name):
        inner = [scope for _, scope in self.scopes if scope]
        return "::".join([*inner, name])

    def note(self, name, comment):
        key = self.path(name)
        self.last = key
        known = self.found.setdefault(key, "")
        if comment and comment not in known:
            self.found[key] = (known + "\n" + comment).strip()

    def inside(self):
        return self.scopes[-1][0] if self.scopes else ""

    def names_of(self, code):
        kind = self.inside()
        for pattern in (SCOPE, ALIAS, CONCEPT):
            if match := pattern.search(code):
                return [match.group(1)]
        if kind == "enum":
            return [match.group(1) for part in code.split(",") if (match := ENUMERATOR.match(part.strip(" }") + ","))]
        if "(" in code and not code.startswith("requires") and (match := FUNCTION.search(code)):
            return [match.group(1)]
        if match := CONSTANT.search(code):
            return [match.group(1)]
        if kind == "struct" and (match := FIELDS.match(code)):
            return [re.match(r"\w+", part.strip()).group() for part in re.split(r",(?![^{]*\})", match.group(1))]
        return []

    def line(self, line):
        text = line.strip()
        if text.startswith("///<"):
            if self.last:
                self.found[self.last] += " " + text[4:].strip()
            return
        if text.startswith("///"):
            self.comment.append(text[3:].removeprefix(" "))
            return
        code, _, trailing = (part.strip() for part in text.partition("///<"))
        code = re.sub(r"//.*", "", code).strip()
        if not code or code.startswith(("template", "#", "friend", "requires", "public:")):
            return
        if code == "private:":
            self.scopes.append(("private", None))
        is_hidden = self.goes_on or any(kind in ("", "private") for kind, _ in self.scopes)
        names = [] if is_hidden else self.names_of(code)
        comment = "\n".join([*self.comment, *([trailing] if trailing else [])])
        for name in names:
            self.note(name, comment)
        self.comment = []
        self.goes_on = self.inside() != "enum" and not code.endswith((";", "{", "}", ":"))
        self.enter(code)

    def enter(self, code):
        opened = code.count("{") - code.count("}")
        if opened > 0:
            if match := NAMESPACE.search(code):
                name = match.group(1).removeprefix("carom").removeprefix("::")
                self.scopes.append(("" if name in ("index", "detail") else "namespace", name or None))
            elif match := SCOPE.search(code):
                self.scopes.append(("enum" if "enum" in code else "struct", match.group(1)))
            else:
                self.scopes.append(("", None))
        for _ in range(-opened):
            if self.scopes and self.scopes[-1][0] == "private":
                self.scopes.pop()
            if self.scopes:
                self.scopes.pop()


def comments(include):
    found = {}
    for file in sorted(include.rglob("*.hpp")):
        header = Header()
        for line in file.read_text().splitlines():
            header.line(line)
        for name, comment in header.found.items():
            found.setdefault(name, "")
            if comment not in found[name]:
                found[name] = (found[name] + "\n" + comment).strip()
    return found


def source(found):
    rows = "".join(f'    {{"{name}", R"doc({comment})doc"}},\n' for name, comment in sorted(found.items()) if comment)
    return f"""#include "docs.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace carom::python {{
namespace {{

constexpr std::pair<std::string_view, std::string_view> kDocs[] = {{
{rows}}};

}}  // namespace

std::string_view doc(std::string_view name) {{
  const auto* const found = std::lower_bound(std::begin(kDocs), std::end(kDocs), name,
                                             [](const auto& row, std::string_view sought) {{ return row.first < sought; }});
  return found != std::end(kDocs) && found->first == name ? found->second : std::string_view{{}};
}}

}}  // namespace carom::python
"""


def main():
    found = comments(Path(sys.argv[1]) / "carom")
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(source(found))
    else:
        print("\n".join(sorted(found)))


if __name__ == "__main__":
    main()
