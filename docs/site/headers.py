"""The pages of the C++ reference: a public header as Markdown, its comments as text and its declarations as code.

Reads what clang-format has laid out: declarations begin at the indentation of their scope, comments of `///` stand above them, those of
`///<` beside fields and enumerators.
"""
import re
from dataclasses import dataclass, field

SCOPE = re.compile(r"(?:struct|class|enum class) (\w+(?:<\d>)?)[^;]*\{$")
ONE_LINE = re.compile(r"(?:struct|class|enum class) (\w+)(?: : [\w:]+)? \{.*\};$")
ALIAS = re.compile(r"using (\w+) =")
CONCEPT = re.compile(r"concept (\w+) =")
CONSTANT = re.compile(r"constexpr [\w:<>, ]+? (\w+)(?:<[^=]*>)? ?[={]")
FORWARD = re.compile(r"(?:struct|class) (\w+(?:<\d>)?);")
FUNCTION = re.compile(r"(operator[^\s(]+|\boperator\(\)|~?\b\w+)\(")
NOT_NAMES = {"requires", "decltype", "noexcept", "explicit", "alignas"}
CODE_SPAN = re.compile(r"(`[^`]*`)")


@dataclass
class Entry:
    """What stands under one comment: declarations, and the members of a structure."""

    comment: list = field(default_factory=list)
    code: list = field(default_factory=list)   # of each declaration its lines
    names: list = field(default_factory=list)
    members: list = field(default_factory=list)
    is_scope: bool = False
    after_blank: bool = True


def name_of(code):
    text = re.sub(r"^template <(?:[^<>]|<[^<>]*>)*>\s*", "", " ".join(line.strip() for line in code))
    for pattern in (SCOPE, ONE_LINE, FORWARD, ALIAS, CONCEPT):
        if match := pattern.match(text):
            return match.group(1)
    if is_function(text):
        return next((name for name in FUNCTION.findall(text) if name not in NOT_NAMES), "")
    return match.group(1) if (match := CONSTANT.search(text)) else ""


def is_function(text):
    return "operator" in text or "(" in re.split(r"[={]|//", text)[0]


def depth(text):
    text = re.sub(r'"[^"]*"|//.*', "", text)
    return sum(text.count(opening) - text.count(closing) for opening, closing in ("{}", "()"))


class Reader:
    def __init__(self, lines):
        self.lines, self.at = lines, 0

    def entries(self, end):
        """Up to a line that is `end`: a list of Entry."""
        found, comment, after_blank, hidden = [], [], True, False
        while self.at < len(self.lines):
            line = self.lines[self.at].strip()
            if re.fullmatch(end, line):
                break
            self.at += 1
            if line in ("public:", "private:"):
                hidden = line == "private:"
            elif line.startswith("///") and not line.startswith("///<"):
                comment.append(line[3:].removeprefix(" "))
            elif not line:
                after_blank = True
            elif line.startswith("namespace "):  # what the library keeps to itself
                self.declaration(line)
            elif not line.startswith(("//", "#")):
                entry = self.declaration(line)
                entry.comment, entry.after_blank = comment, after_blank
                if not hidden and not line.startswith("friend "):
                    found.append(entry)
                comment, after_blank = [], False
        return found

    def declaration(self, line):
        """What begins in this line; the reader then stands behind it."""
        entry, open_now = Entry(code=[[]]), 0
        code = entry.code[0]
        while True:
            code.append(line)
            open_now += depth(line)
            bare = line.partition("//")[0].strip()
            if open_now == 1 and SCOPE.search(bare) and not bare.startswith("friend"):
                entry.is_scope = True
                entry.names = [name_of(code)]
                entry.members = self.enumerators() if "enum class" in bare else self.entries(r"\}( \w+(\{\})?)?;")
                self.at += 1
                return entry
            if open_now == 0 and bare.endswith((";", "}")):
                break
            line = self.lines[self.at].rstrip()
            self.at += 1
        entry.names = [name for name in [name_of(code)] if name]
        return entry

    def enumerators(self):
        found = []
        while (line := self.lines[self.at].strip()) != "};":
            found.append(Entry(code=[[line]]))
            self.at += 1
        return found


def grouped(entries):
    """What has no comment of its own and follows at once stands under the same one; so do all that have none."""
    groups = []
    for entry in entries:
        last = groups[-1] if groups else None
        joins = last and not entry.comment and not entry.is_scope and not last.is_scope and (not entry.after_blank or not last.comment)
        joins = joins and is_function(" ".join(entry.code[0])) == is_function(" ".join(last.code[-1]))
        if joins:
            last.code += entry.code
            last.names += [name for name in entry.names if name not in last.names]
        else:
            groups.append(entry)
    return groups


def shown(code):
    """A declaration without its body and what stands beside it."""
    text = "\n".join(code)
    text = re.sub(r" *///<.*", "", text)
    match = re.search(r"\)[^(){};]*(?: : .*?)?( \{.*\})$", text, re.S)
    if match and not re.match(r"(struct|class|enum)", text):
        text = re.sub(r" : \w+\(.*$", "", text[: match.start(1)], flags=re.S).rstrip() + ";"
    lines = [line for line in text.split("\n") if "NOLINT" not in line]
    indent = min((len(line) - len(line.lstrip()) for line in lines[1:]), default=0)
    return "\n".join([lines[0].strip(), *(line[min(indent, 4):] if indent else line for line in lines[1:])])


def escaped(text):
    """As Markdown shows it, but for code."""
    parts = CODE_SPAN.split(text)
    return "".join(part if k % 2 else re.sub(r"([\\*<$\[\]|]|(?<!\w)_|_(?!\w))", r"\\\1", part) for k, part in enumerate(parts))


def prose(comment):
    lines = []
    for line in comment:
        item = re.match(r"( *)- ", line)
        if item and lines and lines[-1] and not re.match(r" *(- |$)", lines[-1]) and not lines[-1].startswith("  "):
            lines.append("")
        lines.append(escaped(line))
    return "\n".join(lines)


def beside(code):
    """The comment beside a field or enumerator, and on the lines below it."""
    return " ".join(line.partition("///<")[2].strip() for line in code if "///<" in line)


def field_lines(entry):
    for code in entry.code:
        declaration = shown(code).replace("\n", " ").rstrip(";,").strip()
        about = beside(code)
        yield f"- `{declaration}`" + (f": {escaped(about)}" if about else "")


def fence(codes):
    return "```cpp\n" + "\n".join(shown(code) for code in codes) + "\n```\n"


def labels(names, labelled):
    """What others may link to, once each; `labelled` is the header's name and what has been labelled in it."""
    header, known = labelled
    for name in names:
        if is_linked(name) and anchor(name, header) not in known:
            known.add(anchor(name, header))
            yield f"({anchor(name, header)})="


def is_linked(name):
    return name and not re.search(r"~|\boperator\b", name)


def comment_of(entry):
    """Above it, and beside it."""
    yield from entry.comment
    for code in entry.code:
        if about := beside(code):
            yield f"`{name_of(code)}`: {about}" if len(entry.code) > 1 else about


def members(entry, path, labelled):
    for member in grouped(entry.members):
        names = [f"{path}::{name}" for name in member.names]
        yield from labels(names, labelled)
        if member.is_scope:
            yield from section(member, path, 3, labelled)
        elif member.comment or is_function(" ".join(member.code[0])):
            yield fence(member.code)
            yield prose(comment_of(member)) + "\n"
        else:
            yield "\n".join(field_lines(member)) + "\n"


def anchor(name, header):
    """The place of a name in the page of a header: one of its own among all pages."""
    kind = "type" if name.rpartition("::")[2][:1].isupper() else "name"  # Contact and contact are two
    return re.sub(r"[^a-z0-9]+", "-", f"{header.removesuffix('.hpp')}-{kind}-{name}".lower()).strip("-")


def section(entry, path, level, labelled):
    names = [f"{path}::{name}" if path else name for name in entry.names]
    title = ", ".join(names) if len(names) < 4 else ", ".join(names[:3]) + " …"
    yield from labels(names, labelled)
    if entry.comment or entry.is_scope:
        yield f"{'#' * level} {escaped(title)}\n"
    if entry.is_scope:
        head = shown(entry.code[0]).removesuffix("{").rstrip()
        if "enum class" in head:
            yield fence([[head + ";"]])
            yield prose(entry.comment) + "\n"
            yield "\n".join(line for member in entry.members for line in field_lines(member)) + "\n"
        else:
            yield fence([[*(head + ";").split("\n")]])
            yield prose(entry.comment) + "\n"
            yield from members(entry, names[0], labelled)
    else:
        yield fence(entry.code)
        yield prose(comment_of(entry)) + "\n"


def parts(text):
    """The comment above the namespace, its name, and what is in it."""
    lines = text.split("\n")
    at = next((k for k, line in enumerate(lines) if re.match(r"namespace [\w:]+ \{$", line) and lines[k + 1] != "namespace detail {"), None)
    about = [line[3:] if line.startswith("// ") else "" for line in lines[:at] if line.startswith("//")]
    entries, space = [], ""
    reader = Reader(lines)
    while at is not None and at < len(lines):
        if match := re.match(r"namespace ([\w:]+) \{$", lines[at]):
            space, reader.at = match.group(1), at + 1
            entries += reader.entries(rf"\}}  // namespace {space}")
            at = reader.at
        at += 1
    return about, space, entries


def names_in(header, text):
    """{name as others write it: anchor} of all that the header declares."""
    found = {}

    def note(entries, path):
        for entry in entries:
            for name in entry.names:
                if is_linked(name):
                    full = f"{path}::{name}" if path else name
                    found.setdefault(full, anchor(full, header))
                    note(entry.members, full)

    note(parts(text)[2], "")
    return found


def page(name, text):
    """The page of the header that programs include as <name>, below its title."""
    about, space, entries = parts(text)
    labelled = (name, set())
    yield f"```cpp\n#include <{name}>\n```\n"
    if space not in ("", "carom"):
        yield f"In namespace `{space}`.\n"
    code = [line for line in about if line.startswith("  ")]
    yield prose([line for line in about if line not in code]) + "\n"
    if code:
        yield "```cpp\n" + "\n".join(line[2:] for line in code) + "\n```\n"
    for entry in grouped(entries):
        yield from section(entry, "", 2, labelled)
