"""The folder of a run (docs/formats/run-folder.md), and how worlds and runs show themselves in notebooks."""
import html
import json
import tempfile
from pathlib import Path

from carom import _carom


class Run:
    """A folder that a run has written: what it came to, its events, its trajectory, what was observed, its pictures."""

    def __init__(self, folder):
        self.folder = Path(folder)
        if not (self.folder / "summary.json").is_file():
            raise _carom.InputError(f"{self.folder}: expected the folder of a run, which holds summary.json")

    def __repr__(self):
        return f"Run({str(self.folder)!r})"

    @property
    def summary(self):
        """What the run came to, as a dict (docs/formats/summary.md)."""
        return json.loads((self.folder / "summary.json").read_text())

    @property
    def events(self):
        """All events as a structured array with the columns of events.csv."""
        return _columns(self.folder / "events.csv")

    @property
    def observables(self):
        """What was observed at each frame, as a structured array with the columns of observables.csv."""
        return _columns(self.folder / "observables.csv")

    def trajectory(self):
        """The trajectory as an open h5py.File in the H5MD convention: close it, or use it in a with statement."""
        import h5py

        return h5py.File(self.folder / "trajectory.h5", "r")

    def final_scene(self, **settings):
        """The scene that goes on from the run's end with the same bits."""
        return _carom.io.read_scene(self.folder / "final.json", **settings)

    def to_pandas(self):
        """The events as a pandas.DataFrame."""
        import pandas

        return pandas.read_csv(self.folder / "events.csv")

    def _repr_html_(self):
        page = self.folder / "report.html"
        if not page.is_file():
            return f"<code>{html.escape(repr(self))}</code>"
        return f'<iframe srcdoc="{html.escape(page.read_text())}" width="100%" height="640" style="border:0"></iframe>'


def restored(kind, method, kept):
    """What pickle calls."""
    return getattr(kind, method)(kept)


def _columns(file):
    import numpy

    return numpy.genfromtxt(file, delimiter=",", names=True, dtype=None, encoding="utf-8")


def _world_as_svg(world):
    with tempfile.TemporaryDirectory() as folder:
        _carom.io.draw(world, folder)
        return (Path(folder) / "picture.svg").read_text()


def _events_to_pandas(events):
    """The events as a pandas.DataFrame: kinds by their names, a column for each component, missing bodies as <NA>."""
    import pandas

    array = events.array
    columns = {}
    for name in array.dtype.names:
        if array[name].ndim == 1:
            columns[name] = array[name]
        else:
            for axis, letter in zip(range(array[name].shape[1]), "xyz"):
                columns[f"{name}_{letter}"] = array[name][:, axis]
    frame = pandas.DataFrame(columns)
    frame["kind"] = pandas.Categorical.from_codes(frame["kind"], [kind.value for kind in _carom.EventKind])
    for body in "ab":
        frame[body] = frame[body].astype("Int64").mask(frame[body] == 0xFFFFFFFF)
    return frame


def _events_until(world, time):
    """Runs the world to a time, and gives each event as it happens."""
    while (event := world.next_event(time)) is not None:
        yield event


for _dimension in "23":
    getattr(_carom, "World" + _dimension)._repr_svg_ = _world_as_svg
    getattr(_carom, "World" + _dimension).events_until = _events_until
    getattr(_carom, "Events" + _dimension).to_pandas = _events_to_pandas
