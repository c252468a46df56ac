"""Mends the theme furo as Debian 12 has it: its script lies there unbundled and cannot run, and its sheet was made by a compiler that left out
what holds where the reader's system is dark, and asks a server for normalize.css.
"""
import re
from pathlib import Path

NORMALIZE = re.compile(r"@import url\(/javascript/normalize\.css/normalize\.css\);")
IMPORT = 'import Gumshoe from "./gumshoe-patched.js";\n'
DARK = re.compile(r"body\[data-theme=\"dark\"\] (\{[^{}]*\})")


def mend(static):
    """In the folder _static of a site that has been built."""
    scripts, sheet = static / "scripts", static / "styles/furo.css"
    theme, spy = (scripts / "furo.js").read_text(), scripts / "gumshoe-patched.js"
    text = sheet.read_text()
    if theme.startswith(IMPORT):
        (scripts / "furo.js").write_text(spy.read_text() + theme.removeprefix(IMPORT))
    if NORMALIZE.match(text) and (dark := DARK.search(text)):
        by_system = f'@media not print {{ @media (prefers-color-scheme: dark) {{ body:not([data-theme="light"]) {dark[1]} }} }}\n'
        sheet.write_text(NORMALIZE.sub("", text) + by_system)


def on_finished(app, error):
    if error is None:
        mend(Path(app.outdir) / "_static")
