#!/usr/bin/env python3
"""include_graph.py ROOT: who may include whom, which namespaces a room opens, and which foreign headers and functions it may use.

A room is a folder of include/carom/ together with the same folder of src/.
"""
import re
import sys
from pathlib import Path

# Each room may include itself and, of the others, exactly these.
MAY_INCLUDE = {
    "math": set(),
    "shape": {"math"},
    "motion": {"math"},
    "query": {"math", "shape", "motion"},
    "response": {"math", "shape", "motion", "query"},
    "broad": {"math", "shape", "motion"},
    "index": {"math", "shape", "motion", "query", "broad"},
    "mover": {"math", "shape", "motion", "query", "broad", "index"},
    "contacts": {"math"},
    "force": {"math"},
    "sim": {"math", "shape", "motion", "query", "response", "broad", "index", "contacts", "force"},
}
CORE = set(MAY_INCLUDE)
MAY_INCLUDE["billiards"] = CORE - {"mover"}
MAY_INCLUDE["io"] = CORE | {"billiards"}
# What a room offers is in carom, the rest of it in carom::<room>, and what it may open besides.
ALSO_OPENS = {"math": {"carom::portable", "hwy"}}

# The parts of sim (docs/decisions/0011-engine-in-parts.md): each may include itself and exactly these. A part is a
# folder of src/sim or a single file there, or a single file of a folder that is named here.
STATE = {"bodies/body_table", "bodies/obstacle", "bodies/obstacle_set", "bodies/particle", "bodies/press", "bodies/slowed", "events/encounter",
         "events/epoch_clock", "setting", "running_sum"}
DATA = STATE | {"bodies/applied_forces", "bodies/body_store", "bodies/force_fields", "bodies/supports", "events/calendar", "events/event_order", "events/predictor",
                "kinematic/kinematic_contacts", "islands/islands", "islands/sleepers"}
ACTING = DATA | {"energy_ledger", "events/event_log", "search"}
PARTS_OF_SIM = {
    **{part: STATE | {"events/calendar"} for part in STATE},
    "events/event_order": set(),
    "events/calendar": {"events/event_order"},
    "bodies/applied_forces": STATE,
    "events/event_log": STATE,
    "kinematic/vibration": set(),
    "bodies/body_store": STATE,
    "bodies/force_fields": STATE | {"bodies/body_store"},
    "bodies/obstacle_index": STATE | {"bodies/body_store"},
    "bodies/supports": STATE | {"bodies/body_store"},
    "kinematic/kinematic_contacts": STATE | {"bodies/body_store"},
    "islands/sleepers": STATE | {"bodies/body_store"},
    "islands/islands": STATE | {"bodies/body_store", "bodies/supports", "islands/sleepers"},
    "islands/cells_near": set(),
    "islands/near_pairs": {"islands/cells_near"},
    "islands/near_pieces": DATA | {"bodies/obstacle_index"},
    "islands/touches": DATA | {"bodies/obstacle_index", "islands/near_pairs", "islands/near_pieces"},
    "islands/free_paths": DATA | {"bodies/obstacle_index", "islands/cells_near", "islands/near_pairs", "islands/touches"},
    "islands/tick": DATA | {"islands/touches"},
    "islands/tick_velocities": DATA | {"energy_ledger", "islands/tick"},
    "islands/tick_paths": DATA | {"islands/tick"},
    "islands/drowsiness": ACTING | {"events/propagator", "islands/tick"},
    "islands/ticks": ACTING | {"events/propagator", "islands/drowsiness", "islands/free_paths", "islands/tick", "islands/tick_paths",
                               "islands/tick_velocities"},
    "energy_ledger": STATE | {"bodies/body_store", "bodies/force_fields", "bodies/supports"},
    "events/predictor": STATE | {"bodies/body_store", "kinematic/kinematic_contacts", "bodies/supports"},
    "world_data": DATA,
    "domain/partition": set(),
    "search": DATA | {"domain/partition"},
    "events/propagator": ACTING,
    "resolver": ACTING | {"events/propagator"},
    "kinematic": ACTING | {"kinematic/vibration", "events/propagator", "resolver"},
    "events/force_ticks": ACTING | {"events/propagator"},
    "events/arrivals": STATE | {"bodies/body_store", "bodies/obstacle_index"},
    "events/agenda": ACTING | {"kinematic", "events/arrivals", "events/force_ticks", "events/propagator"},
    "domain": ACTING | {"domain/partition", "islands/ticks", "kinematic", "events/propagator", "resolver", "world_data"},
    "bodies/body_check": STATE,
    "bodies/first_overlap": DATA | {"bodies/obstacle_index", "world_data"},
    "bodies/scales": DATA | {"world_data"},
    "casts": DATA | {"world_data"},
    "contact_forces": DATA | {"world_data"},
    "granular": set(),
    "engine": ACTING | {"casts", "contact_forces", "bodies/body_check", "bodies/first_overlap", "bodies/scales", "domain", "events/agenda", "kinematic",
                        "kinematic/vibration", "world_data"},
    "world": {"engine"},
    "state_hash": set(),
    "events/triggers": set(),
}
UMBRELLA = "carom.hpp"
# Everything outside the library sees public headers only.
OUTSIDE = ("tools", "examples", "bench", "fuzz", "bindings")
# But the WebAssembly module is compiled together with the sources of io: their JSON is its own. A fuzzer gets behind seals.
COMPILES_IO = ("bindings", "fuzz")

# The core depends on the standard library alone, on Highway inside src/, and here on the system.
OF_THE_SYSTEM = {"src/broad/memory/huge_pages.cpp": "sys/mman.h"}
STANDARD_HEADER = re.compile(r"^[a-z_]+$|^(immintrin|xmmintrin|cpuid|arm_acle)\.h$")
NOT_WITHOUT_LIBSTDCXX_13 = {"format", "ranges", "print", "expected"}
# Functions whose bits differ from one libm or standard library to the next; math/portable is the one to use.
UNPORTABLE = re.compile(
    r"std::(a?sin|a?cos|a?tan|atan2|sinh|cosh|tanh|exp2?|expm1|log|log2|log10|log1p|pow|cbrt|hypot|[tl]gamma|erfc?"
    r"|\w+_distribution|random_device|shuffle)\b")
OPENED = re.compile(r"^namespace ([\w:]+?)(?:::HWY_NAMESPACE)? \{", re.M)
EMPTIED_INTO_ANOTHER = re.compile(r"^\s*using namespace [\w:]+;", re.M)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".hpp", ".cpp"))


def room_of(target, root, source):
    """The room that an include in quotes leads to: None for the umbrella, "private" for what is no public header."""
    if target.startswith("carom/"):
        parts = target.split("/")
        if len(parts) == 2:
            return None
        return parts[1]
    if (source.parent / target).exists():
        inside = (source.parent / target).resolve().relative_to(root)
        return inside.parts[1] if inside.parts[0] == "src" and len(inside.parts) > 2 else "private"
    head = target.split("/")[0]
    return head if (root / "src" / target).exists() else "private"


def library_complaints(root):
    for base in (root / "include/carom", root / "src"):
        for source in sources(base):
            parts = source.relative_to(base).parts
            if parts == (UMBRELLA,):
                continue
            place, text = source.relative_to(root), source.read_text()
            room = parts[0]
            if len(parts) < 2 or room not in MAY_INCLUDE:
                yield f"{place}: lies in no known room (tests/house/include_graph.py lists them)"
                continue
            yield from includes_complaints(root, source, place, room, text)
            if room == "sim" and place.parts[0] == "src":
                yield from part_complaints(place, text)
            if room in CORE:
                yield from namespace_complaints(place, room, text)
            if room in CORE and not source.stem.startswith("portable"):
                for match in UNPORTABLE.finditer(text):
                    line = text.count("\n", 0, match.start()) + 1
                    yield f"{place}:{line}: {match.group()} does not give the same bits everywhere"


def part_of_sim(path):
    """The part of src/sim that a header or source is of, by its path below that folder."""
    stem = str(Path(path).with_suffix("")).removesuffix("_change").removesuffix("_rest")
    return stem if stem in PARTS_OF_SIM else stem.split("/")[0]


def part_complaints(place, text):
    part = part_of_sim(place.relative_to("src/sim"))
    if part not in PARTS_OF_SIM:
        yield f"{place}: is of no known part of sim (tests/house/include_graph.py lists them)"
        return
    for _, target in INCLUDE.findall(text):
        if target.startswith("sim/") and part_of_sim(target[4:]) not in PARTS_OF_SIM[part] | {part}:
            yield f"{place}: {part} may not include {part_of_sim(target[4:])} ({target})"


def includes_complaints(root, source, place, room, text):
    for mark, target in INCLUDE.findall(text):
        if mark == "<":
            if target.startswith("carom/"):
                yield f"{place}: write #include \"{target}\""
            elif room in CORE and not STANDARD_HEADER.match(target):
                if not (target.startswith("hwy/") and place.parts[0] == "src") and OF_THE_SYSTEM.get(str(place)) != target:
                    yield f"{place}: <{target}> is not of the standard library"
            elif room in CORE and target in NOT_WITHOUT_LIBSTDCXX_13:
                yield f"{place}: <{target}> is missing from compilers that Carom supports"
            continue
        to = room_of(target, root, source)
        if place.parts[0] == "include" and not target.startswith("carom/"):
            yield f"{place}: a public header includes {target}, which is not public"
        elif to is None:
            yield f"{place}: the library does not include its own umbrella"
        elif to not in MAY_INCLUDE[room] | {room} and not (to == "private" and room == "io"):
            yield f"{place}: {room} may not include {to} ({target})"


def namespace_complaints(place, room, text):
    for name in OPENED.findall(text):
        if name not in {"carom", room, f"carom::{room}"} | ALSO_OPENS.get(room, set()):
            yield f"{place}: {room} may not open namespace {name}"
    for directive in EMPTIED_INTO_ANOTHER.findall(text):
        yield f"{place}: write the room before each name instead of `{directive.strip()}`"


def outside_complaints(root):
    for folder in OUTSIDE:
        for source in sources(root / folder):
            place = source.relative_to(root)
            for mark, target in INCLUDE.findall(source.read_text()):
                public = target.startswith("carom/") and (root / "include" / target).exists()
                own = any((above / target).exists() for above in source.parents if above.is_relative_to(root / folder))
                if target.startswith("carom/") and not public:
                    yield f"{place}: there is no public header {target}"
                elif folder in COMPILES_IO and target.startswith("io/") and (root / "src" / target).exists():
                    continue
                elif mark == '"' and not public and not own:
                    yield f"{place}: {target} is neither a public header nor a file of {folder}/"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    complaints = [*library_complaints(root), *outside_complaints(root)]
    print("\n".join(complaints) if complaints else "The include graph is as it should be.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
