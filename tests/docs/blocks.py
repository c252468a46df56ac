#!/usr/bin/env python3
"""blocks.py ROOT BUILD PAGE…: what the code blocks of a page show is done, in their order, in one folder.

- sh: is run, with the program `carom` of BUILD to be found.
- cpp, c: stands in a file of examples/, all of which are built and run by tests of their own. With a main it is the whole of one.
- python: is run, in one interpreter a page. What a comment says beside an expression is its value.
- json: a scene is checked and run; what lies within one is put into a scene and checked.
- a block without a language is what the block before it prints.

NOT_RUN names what else a page may show, and why that is not done here. Nothing else is left out.
"""
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tokenize
from io import StringIO
from pathlib import Path

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
MAIN = re.compile(r"^int main\((void)?\)", re.M)
SCENE = {"carom": 1, "dimension": 2, "until": 1, "bodies": [{"ball": {"center": [0, 0], "radius": 1}, "velocity": [1, 0]}]}
SECONDS = 240  # after which a block hangs

# The beginning of a line or of a block.
NOT_RUN = {
    "script/demo": "installs packages and builds for minutes",
    "script/test": "runs this test",
    "script/setup test && cmake --preset release": "installs packages and builds for minutes",
    "script/web": "builds for minutes, or serves for ever; .ci/run has script/web test",
    "carom view out/break": "serves for ever; tests/cli/view_test.py asks it",
    "cd bindings/python && python3 -m build": "builds for minutes; tests/python/wheel_test.py does it",
    "add_subdirectory(third_party/carom)": "tests/package builds a project both ways",
    "cc -std=c11 20_in_c.c": "needs the installed packages; tests/package/debian.py does it",
    "find_package(carom 0.1 REQUIRED COMPONENTS shared)": "needs the installed packages; tests/package/installed does it",
    'import {loadCarom} from "carom-wasm"': "needs the built package; bindings/wasm/test has it",
    "// lanes.mjs": "needs the built package; bindings/wasm/test runs it",
    "{\n  'lane 5'": "what lanes.mjs prints; bindings/wasm/test compares it",
    "// worker.js": "needs a browser; web/ works so",
}


class Failure(Exception):
    pass


def not_run(text):
    return next((beginning for beginning in NOT_RUN if text.startswith(beginning)), None)


def scratch(folder, root, build):
    """A folder as a clone is, once the program has been built."""
    for name in ("scenes", "tables"):
        shutil.copytree(root / name, folder / name)
    for preset in ("demo", "release", "dev"):
        (folder / f"build/{preset}/bin").mkdir(parents=True)
        (folder / f"build/{preset}/bin/carom").symlink_to(build / "bin/carom")
    return folder


class Page:
    def __init__(self, root, build, page, here):
        self.root, self.page, self.here = root, page, here
        self.environment = {**os.environ, "PATH": f"{build / 'bin'}:{os.environ['PATH']}", "MPLBACKEND": "Agg", "PYTHONDONTWRITEBYTECODE": "1",
                            "PYTHONPATH": str(build / "bindings/python")}
        self.examples = {path: path.read_text() for path in sorted((root / "examples").glob("*.c*"))}
        self.left_out, self.done, self.printed, self.python_blocks = set(), 0, None, []

    def run(self, *command):
        done = subprocess.run(command, cwd=self.here, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS)
        if done.returncode:
            raise Failure(f"{done.stdout}{done.stderr}".strip()[-3000:])
        return done.stdout

    def do(self, language, text):
        """Of sh without the lines that are left out, else all or nothing."""
        parts = text.splitlines(keepends=True) if language == "sh" else [text]
        self.left_out |= {not_run(part) for part in parts} - {None}
        text = "".join(part for part in parts if not not_run(part))
        if not text:
            return
        action = {"sh": self.sh, "cpp": self.example, "c": self.example, "python": self.python, "json": self.json, "": self.output}.get(language)
        if not action:
            raise Failure(f"what to do with '{language}' is not known to tests/docs/blocks.py")
        self.printed = action(text)
        self.done += 1

    def sh(self, text):
        return self.run("bash", "-euo", "pipefail", "-c", text)

    def example(self, text):
        if MAIN.search(text):
            found = [path for path, example in self.examples.items() if example == text]
        else:
            found = [path for path, example in self.examples.items() if text in example]
        if not found:
            raise Failure("it stands in no file of examples/" + (", as the whole of it" if MAIN.search(text) else ""))
        return found[0].with_suffix(".expected").read_text()

    def python(self, text):
        """Later, with all others of the page."""
        self.python_blocks.append(with_checks(text))

    def finish(self):
        if self.python_blocks:
            self.run(sys.executable, "-c", "\n".join(self.python_blocks))

    def json(self, text):
        whole = text.lstrip().startswith("{")
        scene = json.loads(text) if whole else {**SCENE, **json.loads("{" + text.strip().rstrip(",") + "}")}
        file = self.here / "scene.json"
        file.write_text(json.dumps(scene))
        self.run("carom", "check", "scene.json")
        return self.run("carom", "run", "scene.json", "--until", "0.5", "--out", "out/scene", "--force") if whole else None

    def output(self, text):
        if text != self.printed:
            raise Failure(f"is not what is printed:\n{self.printed}")
        return text


def with_checks(text):
    """The same program, in which an expression with a value in a comment beside it must have that value."""
    comments = {token.start[0]: token.string[1:].strip() for token in tokenize.generate_tokens(StringIO(text).readline) if token.type == tokenize.COMMENT}
    checks = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.Expr) and (comment := comments.get(node.end_lineno)):
            try:
                checks[node.end_lineno] = f"assert ({ast.unparse(node.value)}) == ({ast.literal_eval(comment)!r}), {ast.unparse(node.value)!r}"
            except (ValueError, SyntaxError):
                pass  # a comment in words
    return "".join(f"{line}\n{checks[number]}\n" if number in checks else f"{line}\n" for number, line in enumerate(text.splitlines(), 1))


def complaints(root, build, page):
    with tempfile.TemporaryDirectory(prefix="carom-docs-") as folder:
        here = Page(root, build, page, scratch(Path(folder), root, build))
        text = page.read_text()
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            try:
                here.do(*match.groups())
            except (Failure, subprocess.TimeoutExpired, json.JSONDecodeError) as failure:
                yield f"{page.relative_to(root)}:{line}: {match.group(2)}\n{failure}\n"
        try:
            here.finish()
        except (Failure, subprocess.TimeoutExpired) as failure:
            yield f"{page.relative_to(root)}: its Python blocks, one after the other:\n{failure}\n"
    print(f"{page.relative_to(root)}: {here.done} blocks done, left out: {', '.join(sorted(here.left_out)) or 'nothing'}")


def unused(root):
    """What NOT_RUN names and no page has."""
    pages = [root / "README.md", *(root / "docs/use").glob("*.md")]
    shown = [part for page in pages for _, text in BLOCK.findall(page.read_text()) for part in (text, *text.splitlines())]
    return [f"NOT_RUN: no page shows {beginning}" for beginning in NOT_RUN if not any(part.startswith(beginning) for part in shown)]


def main():
    root, build, *pages = (Path(argument).resolve() for argument in sys.argv[1:])
    failures = [*unused(root), *(complaint for page in pages for complaint in complaints(root, build, page))]
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
