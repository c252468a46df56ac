"""Sphinx makes the site of what stage.py has written. Nothing in it is loaded from elsewhere."""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import theme  # noqa: E402: it lies beside this file
KATEX = Path("/usr/share/javascript/katex")

project = "Carom"
copyright = "the authors of Carom, MIT licence"
release = re.search(r"^version: (\S+)", (HERE.parent.parent / "CITATION.cff").read_text(), re.M).group(1)
html_title = f"Carom {release}"
root_doc = "index"
extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath", "html_image"]
myst_heading_anchors = 5
suppress_warnings = ["misc.highlighting_failure", "myst.header"]  # JSON with an ellipsis is no JSON; some pages begin lower
html_theme = "furo"
html_static_path = [str(HERE / "static"), str(KATEX / "katex.min.css")]
html_css_files = ["katex.min.css", "style.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b6b4f", "color-brand-content": "#0b6b4f"},
    "dark_css_variables": {"color-brand-primary": "#5fd3a9", "color-brand-content": "#5fd3a9"},
}
html_math_renderer = "katex"
html_show_sphinx = False
html_copy_source = False
html_use_index = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"

# Set into HTML as the site is made: readers need no script for it.
SET_MATHS = """
const katex = require("katex"), lines = require("readline").createInterface({input: process.stdin});
lines.on("line", (line) => {
  const {text, displayMode} = JSON.parse(line);
  console.log(JSON.stringify(katex.renderToString(text, {displayMode, throwOnError: true, strict: "error"})));
});
"""


class Maths:
    """A process of Node.js that sets one formula after the other."""

    process = None

    @classmethod
    def html(cls, text, display):
        if cls.process is None:
            cls.process = subprocess.Popen(["node", "-e", SET_MATHS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                           env={**os.environ, "NODE_PATH": "/usr/share/nodejs"})
        cls.process.stdin.write(json.dumps({"text": text, "displayMode": display}) + "\n")
        cls.process.stdin.flush()
        line = cls.process.stdout.readline()
        if not line:
            raise ValueError(f"KaTeX cannot set: {text}")
        return json.loads(line)


def set_math(translator, node):
    translator.body.append(Maths.html(node.astext(), False))
    raise nodes.SkipNode


def set_math_block(translator, node):
    translator.body.append(f'<div class="math">{Maths.html(node.astext(), True)}</div>')
    raise nodes.SkipNode


class Indices(SphinxPostTransform):
    """In a text v_n is v with an index, and t^½ a power."""

    default_priority = 800
    pattern = re.compile(r"(?<!\w)(?P<letter>[^\W\d_]['′]?)_(?:\{(?P<low>[^{}]+)\}|(?P<lower>[A-Za-z]{1,3}|\d)(?!\w))"
                         r"|\^(?:\((?P<high>[^()]+)\)|(?P<higher>−?\w+(?:[./]\w+)?))")

    def run(self, **_):
        for text in list(self.document.findall(nodes.Text)):
            if self.pattern.search(text) and not any(isinstance(parent, (nodes.FixedTextElement, nodes.literal, nodes.math, nodes.raw)) for parent in ancestors(text)):
                text.parent.replace(text, list(self.pieces(str(text))))

    def pieces(self, text):
        at = 0
        for match in self.pattern.finditer(text):
            yield nodes.Text(text[at:match.start()] + (match["letter"] or ""))
            low, high = match["low"] or match["lower"], match["high"] or match["higher"]
            yield nodes.subscript("", low) if low else nodes.superscript("", high)
            at = match.end()
        yield nodes.Text(text[at:])


class NamesAreLinks(SphinxPostTransform):
    """Code in a text that is a public name leads to the reference: to the header that is named so, or the only one that has the name."""

    default_priority = 900
    pages = re.compile(r"index|reference/.*|docs/(use/(?!python)|theory/|extend/|decisions/).*")
    names = {}

    def run(self, **_):
        if not self.pages.fullmatch(self.env.docname) or self.app.builder.format != "html":
            return
        if not self.names:
            for line in (Path(self.app.srcdir) / "names.tsv").read_text().splitlines():
                name, page, anchor = line.split("\t")
                self.names.setdefault(name, []).append((page, anchor))
        for literal in list(self.document.findall(nodes.literal)):
            name = re.sub(r"\(.*\)$|^carom::|<.*>$", "", literal.astext())
            places = self.names.get(name, [])
            places = [place for place in places if place[0].endswith(f"/{name}.hpp")] or places
            within = any(isinstance(parent, (nodes.reference, nodes.title)) for parent in ancestors(literal))
            if len(places) == 1 and not within and places[0][0] != self.env.docname:
                page, anchor = places[0]
                target = relative_uri(self.app.builder.get_target_uri(self.env.docname), self.app.builder.get_target_uri(page))
                link = nodes.reference("", "", internal=True, refuri=f"{target}#{anchor}")
                literal.replace_self(link)
                link += literal


def ancestors(node):
    while node := node.parent:
        yield node


def add_fonts(app, error):
    if error is None:
        fonts = Path(app.outdir) / "_static/fonts"
        fonts.mkdir(parents=True, exist_ok=True)
        for font in (KATEX / "fonts").glob("*.woff2"):
            (fonts / font.name).write_bytes(font.read_bytes())


def setup(app):
    app.add_post_transform(Indices)
    app.add_post_transform(NamesAreLinks)
    app.connect("build-finished", add_fonts)
    app.connect("build-finished", theme.on_finished)
    app.add_html_math_renderer("katex", (set_math, None), (set_math_block, None))
