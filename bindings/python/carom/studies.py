"""Studies: the same measurement over the points of a grid, several times each, on the executors that Python has.

    python3 -m carom.studies FILE.json     what `carom study` runs: docs/use/python.md tells what stands in the file
"""
import concurrent.futures
import contextlib
import fcntl
import functools
import hashlib
import html
import itertools
import json
import math
import multiprocessing
import os
import queue
import signal
import statistics
import sys
import traceback
from pathlib import Path

_FORMAT = 1


def events(world):
    """How many events there were."""
    return {"events": world.event_count()}


def energy(world):
    """Kinetic energy, and what was dissipated."""
    ledger = world.ledger()
    return {"kinetic": ledger.kinetic, "dissipated": ledger.dissipated()}


def state(world):
    """The hash of the state."""
    return {"hash": f"{world.hash():016x}"}


MEASURES = {"events": events, "energy": energy, "state": state}


def seed_of(name, point, repeat):
    """The seed of one run: of the study's name, the point and the repeat alone, and so not of executor or order."""
    text = json.dumps([name, point, repeat], sort_keys=True)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def study(scene, vary=None, *, repeat=1, measure="events", executor=None, table=None, name=None, chunk=1, progress=None, retry=False):
    """Runs a scene at every point of a grid, `repeat` times each, and measures: a Study.

    `scene` is a scene file; or a function of (point, seed) that gives what it measured itself, as a dict. `vary` gives for
    each value of the scene, by its place in the JSON ("options.damping"), what it is to be. `measure` is a function of the
    world at the end, which gives a dict; or the name of one of MEASURES. `executor` is any concurrent.futures executor;
    processes by default, which it ends. Functions must be importable where it runs them.

    Rows go to the file `table` as they finish, one JSON object a line, and are on the disk then: called again with the same
    table it goes on with what is missing. A run that fails is a row with its error; `retry` runs these again. `chunk` runs
    at a time go to a worker together, and come back together: a study that is killed loses the chunks that were under way, and those that came
    while the disk was busy with the last ones. One study at a time writes to a table: BlockingIOError for another. `progress` is called with (rows done, rows in all).
    """
    if repeat < 1:
        raise ValueError(f"repeat: expected at least 1, got {repeat!r}")
    if chunk < 1:
        raise ValueError(f"chunk: expected at least 1, got {chunk!r}")
    if not callable(measure) and measure not in MEASURES:
        raise ValueError(f"measure: expected a function or one of {', '.join(MEASURES)}, got {measure!r}")
    scene = scene if callable(scene) else str(Path(scene).resolve())
    name = name or (scene.__qualname__ if callable(scene) else Path(scene).stem)
    points = _points(vary or {})
    wanted = [(k, repeat_number) for k in range(len(points)) for repeat_number in range(repeat)]
    table = _Table(table, {"format": _FORMAT, "study": name, "vary": {key: list(values) for key, values in (vary or {}).items()}}, points)
    with contextlib.closing(table), contextlib.nullcontext(executor) if executor else _processes() as executor:
        done = {place for place, row in table.rows.items() if not (retry and "error" in row)}
        places = [place for place in wanted if place not in done]
        batches = [places[k : k + chunk] for k in range(0, len(places), chunk)]
        submit = functools.partial(executor.submit, run_batch, scene, measure, name)
        left = len(places)
        for count in _run_all(lambda batch: submit([(points[k], number) for k, number in batch]), batches, table):
            left -= count
            if progress:
                progress(len(wanted) - left, len(wanted))
    return Study(name, [table.rows[place] for place in wanted])


@contextlib.contextmanager
def _processes(count=None):
    """Processes of this machine. What ends their leader, such as Ctrl-C, which it alone hears, ends them at once."""
    others = set(multiprocessing.active_children())
    executor = concurrent.futures.ProcessPoolExecutor(count, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield executor
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _points(vary):
    for key, values in vary.items():
        if isinstance(values, (str, bytes)) or not list(values):
            raise ValueError(f"vary[{key!r}]: expected a list of at least one value, got {values!r}")
    plain = [[_plain(value) for value in values] for values in vary.values()]
    return [dict(zip(vary, combination)) for combination in itertools.product(*plain)]


def _plain(value):
    """A NumPy number as one of Python."""
    return value.item() if hasattr(value, "item") else value


_as_line = json.JSONEncoder(default=_plain).encode


def _run_all(submit, batches, table):
    """Yields how many rows have come, each time that some have. Never more than some hundreds of batches wait at a time: a study may have millions of runs."""
    waiting, ended, upcoming = {}, queue.SimpleQueue(), iter(batches)
    while True:
        for batch in itertools.islice(upcoming, 256 - len(waiting)):
            future = submit(batch)
            waiting[future] = batch
            future.add_done_callback(ended.put)
        if not waiting:
            return
        places, lines = [], []
        try:
            for future in _all_of(ended):
                batch = waiting.pop(future)
                lines += future.result()
                places += batch
        finally:  # what came before an error
            table.append(places, lines)
        yield len(places)


def _all_of(ended):
    """What is in a queue now, at least one: it waits for that."""
    yield ended.get()
    for _ in range(ended.qsize()):
        yield ended.get()


def run_batch(scene, measure, name, tasks):
    """The rows of some runs as lines of the table, in whatever process this is: here there are many to write them."""
    return [_line(scene, measure, name, *task) for task in tasks]


def _line(scene, measure, name, point, repeat):
    seed = seed_of(name, point, repeat)
    row = {"point": point, "repeat": repeat, "seed": seed}
    try:
        found = scene(point, seed) if callable(scene) else _measured(scene, measure, point, seed)
        return _as_line({**row, "measured": found})
    except Exception as error:  # a row of its own
        return _as_line({**row, "error": "".join(traceback.format_exception_only(error)).strip()})


def _measured(file, measure, point, seed):
    from carom import io

    scene = io.read_scene(file, seed=seed, values=point)
    world = scene.make_world()
    world.run_until(scene.until, events=False)
    return MEASURES.get(measure, measure)(world) if isinstance(measure, str) else measure(world)


def _opened_alone(file):
    """To write at its end, for this process alone: until it closes the file, or ends, others are refused.

    A record lock, which workers do not inherit: one that outlives this process would keep its successor out.
    """
    stream = open(file, "a+", encoding="utf-8")
    try:
        fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.close()
        raise BlockingIOError(f"{file}: another study is writing to it") from None
    return stream


class _Table:
    """Rows of a study by (number of the point, repeat), the last of each, in memory and, if there is a file, on the disk."""

    def __init__(self, file, header, points):
        self._file, self.rows = file and Path(file), {}
        if not self._file:
            self._stream = None
            return
        self._stream = _opened_alone(self._file)
        lines, header = self._whole_lines(), _as_line(header)
        if lines and json.loads(lines[0]) != json.loads(header):
            self.close()
            raise ValueError(f"{self._file}: holds another study: expected one that begins with {header}")
        if not lines:
            self._write([header])
        numbers = {json.dumps(point, sort_keys=True): k for k, point in enumerate(points)}
        for row in map(json.loads, lines[1:]):
            number = numbers.get(json.dumps(row["point"], sort_keys=True))
            if number is not None:
                self.rows[number, row["repeat"]] = row

    def _whole_lines(self):
        """What a run that was killed left, without a last line that was not ended."""
        file = self._stream.fileno()  # the one that is locked: to close another would unlock it
        text = os.pread(file, os.fstat(file).st_size, 0)
        whole = text[: text.rfind(b"\n") + 1]
        if whole != text:
            os.ftruncate(file, len(whole))
        return whole.decode().splitlines()

    def close(self):
        if self._stream:
            self._stream.close()

    def append(self, places, lines):
        """Lines are rows as they stand in the table, and are rows of memory when they are read: so they are the same."""
        if self._stream:
            self._write(lines)
        self.rows.update(zip(places, json.loads(f"[{','.join(lines)}]")))

    def _write(self, lines):
        """All at once: the disk is waited for as often as it can be, and not for each of them."""
        self._stream.write("".join([line + "\n" for line in lines]))
        self._stream.flush()
        os.fsync(self._stream.fileno())


class Study:
    """The rows of a study, by point and repeat, whatever order they finished in."""

    def __init__(self, name, rows):
        self.name, self.rows = name, rows

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter(self.rows)

    def __repr__(self):
        return f"<Study {self.name}: {len(self)} rows, {len(self.failures)} of them failures>"

    @property
    def failures(self):
        """The rows of runs that failed, with their errors."""
        return [row for row in self.rows if "error" in row]

    def means(self):
        """For each point: its values; of what was measured the mean and its standard error, NaN of a single run; and n."""
        groups = {}
        for row in self.rows:
            if "measured" in row:
                groups.setdefault(json.dumps(row["point"]), []).append(row["measured"])
        return [{**json.loads(point), **_mean(runs), "n": len(runs)} for point, runs in groups.items()]

    def to_pandas(self):
        """A pandas.DataFrame of a row each."""
        import pandas

        return pandas.DataFrame([{**row["point"], **{k: v for k, v in row.items() if k not in ("point", "measured")}, **row.get("measured", {})}
                                 for row in self.rows])

    def plot(self, x, y, ax=None, **style):
        """Draws the means of y over x with their standard errors, by matplotlib; returns the axes."""
        import matplotlib.pyplot

        ax = ax or matplotlib.pyplot.subplots()[1]
        means = sorted(self.means(), key=lambda row: row[x])
        ax.errorbar([row[x] for row in means], [row[y] for row in means], [row[y + "_error"] for row in means], **{"marker": "o", **style})
        ax.set_xlabel(x)
        ax.set_ylabel(y)
        return ax

    def _repr_html_(self):
        means = self.means()
        if not means:
            return f"<code>{html.escape(repr(self))}</code>"
        head = "".join(f"<th>{html.escape(name)}</th>" for name in means[0])
        body = "".join("<tr>" + "".join(f"<td>{html.escape(str(value))}</td>" for value in row.values()) + "</tr>" for row in means)
        return f"<table><tr>{head}</tr>{body}</table>"


def _mean(runs):
    found = {}
    for key in runs[0]:
        values = [run[key] for run in runs]
        if isinstance(values[0], (int, float)):
            found[key] = statistics.fmean(values)
            found[key + "_error"] = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return found


def main(arguments=None):
    """carom study FILE.json"""
    arguments = sys.argv[1:] if arguments is None else arguments
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print("carom study FILE.json: runs the study that stands in the file (docs/use/python.md)")
        return 0 if arguments and arguments[0] in ("-h", "--help") else 2
    file = Path(arguments[0])
    try:
        asked = json.loads(file.read_text())
        known = {"scene", "vary", "repeat", "measure", "table", "name", "chunk", "processes"}
        if unknown := set(asked) - known:
            raise ValueError(f"{sorted(unknown)[0]}: expected one of {', '.join(sorted(known))}")
        asked["scene"] = file.parent / asked["scene"]
        asked.setdefault("table", file.with_suffix(".rows.jsonl"))
        with _processes(asked.pop("processes", None)) as executor:
            result = study(**asked, executor=executor)
    except KeyboardInterrupt:
        print(f"carom study: ended; the rows so far are in {asked['table']}: the same command goes on", file=sys.stderr)
        return 130
    except (OSError, KeyError, ValueError) as error:
        print(f"carom study: {file}: {error}", file=sys.stderr)
        return 1
    for row in result.means():
        print("  ".join(f"{name}={value}" for name, value in row.items()))
    print(f"{len(result)} rows, {len(result.failures)} failures, in {asked['table']}")
    return 1 if result.failures else 0


if __name__ == "__main__":
    sys.exit(main())
