"""The pages of the Python reference, of a package that has been built: signatures from its stubs, texts from what it says of itself."""
import ast
import importlib
import inspect
import re
import sys

from headers import prose

PARTS = {  # module: its stub, and what is written in Python in it
    "carom": ("__init__.pyi", ("study", "studies.Study", "Run", "plot.world", "plot.events")),
    "carom.billiards": ("billiards.pyi", ("Environment",)),
    "carom.io": ("io.pyi", ()),
}
NOT_BUILT = """# Python

`help(carom)` in Python has the reference. It is part of this site where the package has been built before it: by
`cmake --preset dev && cmake --build --preset dev --target carom_python_stubs`.

[In Python](/docs/use/python.md) is a tour.
"""
INDEX = """# Python

The package `carom`, by module. [In Python](/docs/use/python.md) is a tour; most texts are those of [C++](/reference/index.md), where `nullopt` is `None` and
`std::invalid_argument` a `ValueError`.

"""


def text_of(thing):
    """Its docstring, without the signature that stands in the first line of some."""
    return inspect.cleandoc(re.sub(r"^.*\n--\n\n", "", thing.__doc__ or ""))


def lines_of(text):
    return prose(text.split("\n")) + "\n" if text else ""


def signature(node, owner=""):
    arguments = ast.unparse(node.args).removeprefix("self").removeprefix(", ")
    gives = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    name = owner if node.name == "__init__" else node.name
    return in_lines(f"{name}({arguments})" + ("" if node.name == "__init__" else gives))


def in_lines(signature):
    return signature if len(signature) < 80 else signature.replace(", ", ",\n    ")


def is_property(node):
    return any(ast.unparse(mark).startswith("property") for mark in node.decorator_list)


def class_lines(node, kind):
    yield lines_of(text_of(kind))
    words = [part for part in node.body if isinstance(part, ast.Assign)]
    if words:
        yield "\n".join(f"- `{ast.unparse(part.value)}`" + (f": {about}" if (about := word_text(kind, part)) else "") for part in words) + "\n"
    functions = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    init = [part for part in functions if part.name == "__init__"]
    if init and not words:
        yield f"```python\n{signature(init[0], node.name)}\n```\n"
    fields = [part for part in functions if is_property(part)]
    if fields:
        yield "\n".join(f"- `{part.name}: {ast.unparse(part.returns)}`" + beside(getattr(kind, part.name, None)) for part in fields) + "\n"
    for part in functions:
        if not part.name.startswith("_") and not is_property(part) and part.name != "replace":
            yield f"```python\n{signature(part)}\n```\n"
            yield lines_of(text_of(getattr(kind, part.name, None)))


def word_text(kind, part):
    return "" if (doc := getattr(kind, ast.unparse(part.targets[0])).__doc__) == kind.__doc__ else prose((doc or "").split("\n"))


def beside(field):
    text = text_of(field) if field is not None else ""
    return ": " + prose(text.split("\n")).replace("\n", " ") if text else ""


def stub_lines(module, tree):
    names = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    for node in tree.body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_") or not hasattr(module, node.name):
            continue
        twin = node.name[:-1] + "3" if node.name.endswith("2") else ""
        if node.name.endswith("3") and node.name[:-1] + "2" in names:
            continue  # as in the plane
        yield f"## {node.name}" + (f", {twin}" if twin in names else "") + "\n"
        if isinstance(node, ast.ClassDef):
            yield from class_lines(node, getattr(module, node.name))
        else:
            yield f"```python\n{signature(node)}\n```\n"
            yield lines_of(text_of(getattr(module, node.name)))


def written_in_python(module, name):
    thing = importlib.import_module(f"{module.__name__}.{name.split('.')[0]}") if "." in name else module
    thing = getattr(thing, name.split(".")[-1])
    title = name if name.startswith("plot.") else name.split(".")[-1]
    yield f"## {title}\n"
    if inspect.isclass(thing):
        yield lines_of(text_of(thing))
        members = [(each, getattr(thing, each)) for each in vars(thing) if not each.startswith("_")]
    else:
        members = [(title, thing)]
    for each, member in members:
        yield f"```python\n{in_lines(each + str(inspect.signature(member))) if callable(member) else each}\n```\n"
        yield lines_of(text_of(member))


def pages(package):
    """{name of a page: its text}, of the package in the folder `package`."""
    if not (package / "carom/_carom/__init__.pyi").is_file():
        return {"reference/python": NOT_BUILT}
    sys.path.insert(0, str(package))
    found = {}
    for name, (stub, others) in PARTS.items():
        module = importlib.import_module(name)
        lines = [f"# {name}\n", lines_of(text_of(module))]
        for other in others:
            lines += written_in_python(module, other)
        lines += stub_lines(module, ast.parse((package / "carom/_carom" / stub).read_text()))
        found[f"reference/{name}"] = "\n".join(lines)
    entries = "\n".join(f"- [{name}](/reference/{name}.md)" for name in PARTS)
    menu = "\n".join(["", "", "```{toctree}", ":hidden:", "", *(f"/reference/{name}" for name in PARTS), "```", ""])
    return {"reference/python": INDEX + entries + menu, **found}
