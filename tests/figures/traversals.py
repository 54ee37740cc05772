"""Reads gpu_traversals.jsonl: what `graphblast run` and tools/bench/choice_loss printed."""
import dataclasses

MILLISECONDS = {"us": 1e-3, "ms": 1.0, "s": 1e3}


@dataclasses.dataclass
class Run:
    section: str
    graph: str
    algorithm: str
    is_always: bool
    has_sources: bool
    ms: float
    result: str
    launches: int = 0
    waits: int = 0
    bytes: int = 0
    bytes_per_entry: float = 0


def runs(lines):
    found = []
    for line in lines:
        if "algorithm" not in line:
            continue
        told = line["section"] + " " + line["command"]
        value, unit = line["time"]
        found.append(Run(line["section"], line["graph"], line["algorithm"], "GRAPHBLAST_CUDA=always" in told,
                         "--sources 16" in told, value * MILLISECONDS[unit], line["result"], line.get("launches", 0),
                         line.get("waits", 0), line.get("bytes_in", 0) + line.get("bytes_out", 0),
                         line.get("bytes_per_entry", 0)))
    return found


def losses(lines):
    """Tables of choice_loss: {operation: its loss} each, in the file's order."""
    return [line["losses"] for line in lines if "losses" in line]
