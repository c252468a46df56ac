#!/usr/bin/env python3
"""notebooks.py FOLDER [NOTEBOOK.py …]: runs notebooks (all of docs/notebooks), and writes of each NOTEBOOK.md, its pictures and NOTEBOOK.ipynb,
where these are older than it or the package.

A notebook is a Python file of cells: "# %%" begins one of code, "# %% [markdown]" one of text. It is run as Jupyter would: what a cell prints, the
value of its last expression and the figures that it leaves are its output. The package carom must be importable.
"""
import ast
import base64
import contextlib
import io
import json
import re
import sys
import textwrap
import time
from pathlib import Path

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
CELL = re.compile(r"^# %%(.*)\n", re.M)


def cells_of(text):
    """(is it code, its text), one after the other."""
    parts = CELL.split(text)[1:]
    for kind, body in zip(parts[::2], parts[1::2]):
        if kind.strip() == "[markdown]":
            yield False, re.sub(r"^# ?", "", body.strip(), flags=re.M)
        else:
            yield True, body.strip()


def done(code, scope, name):
    """(what the cell prints, the value of its last expression as text or None, its figures as PNG)."""
    import matplotlib.pyplot as plt

    tree, value, printed = ast.parse(code, name), None, io.StringIO()
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) and not code.endswith(";") else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, name, "exec"), scope)
        if last:
            value = eval(compile(ast.Expression(last.value), name, "eval"), scope)
    figures = []
    for number in plt.get_fignums():
        with io.BytesIO() as file:
            plt.figure(number).savefig(file, format="png")
            figures.append(file.getvalue())
    plt.close("all")
    shown = None if value is None or type(value).__module__.startswith("matplotlib") else repr(value)
    return printed.getvalue(), shown, figures


def outputs_of(printed, value, figures, count):
    if printed:
        yield {"output_type": "stream", "name": "stdout", "text": printed}
    if value is not None:
        yield {"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": {"text/plain": value}}
    for figure in figures:
        yield {"output_type": "display_data", "metadata": {}, "data": {"image/png": base64.b64encode(figure).decode()}}


def run(file, folder):
    name, page, cells, pictures, count = file.stem, [], [], 0, 0
    scope = {"__name__": "__main__"}
    for is_code, text in cells_of(file.read_text()):
        cell = {"id": f"cell-{len(cells)}", "metadata": {}, "source": text, "cell_type": "code" if is_code else "markdown"}
        cells.append(cell)
        if not is_code:
            page.append(text)
            continue
        count += 1
        printed, value, figures = done(text, scope, f"{name}, cell {count}")
        cell.update(execution_count=count, outputs=list(outputs_of(printed, value, figures, count)))
        page.append(f"```python\n{text}\n```")
        if printed or value is not None:
            page.append("```\n" + textwrap.dedent(printed + (value or "")).rstrip() + "\n```")
        for figure in figures:
            pictures += 1
            (folder / f"{name}_{pictures}.png").write_bytes(figure)
            page.append(f"![Figure {pictures}]({name}_{pictures}.png)")
    page.append(f"[This page as a Jupyter notebook]({name}.ipynb)")
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": cells}
    (folder / f"{name}.ipynb").write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    (folder / f"{name}.md").write_text("\n\n".join(page) + "\n")


def is_made(file, folder, sources):
    page = folder / f"{file.stem}.md"
    return page.is_file() and all(Path(source).stat().st_mtime < page.stat().st_mtime for source in (file, *sources))


def main():
    import carom
    import matplotlib.style

    matplotlib.use("Agg")
    style = NOTEBOOKS / "notebooks.mplstyle"
    matplotlib.style.use(style)
    folder, files = Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]
    folder.mkdir(parents=True, exist_ok=True)
    for file in files or sorted(NOTEBOOKS.glob("*.py")):
        if is_made(file, folder, (__file__, style, carom._carom.__file__)):
            continue
        start = time.process_time()
        run(file, folder)
        print(f"{file.stem}: {time.process_time() - start:.1f} s of CPU time", flush=True)


if __name__ == "__main__":
    main()
