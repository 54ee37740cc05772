"""Reads docs/benchmarks/gpu_traversals.txt: output of `graphblast run` and of tools/bench/choice_loss."""
import dataclasses
import re

GRAPH = re.compile(r"^(\S+): [\d,]+ vertices, ([\d,]+) entries")
TIME = re.compile(r"^(bfs levels|bfs parents|sssp|cc|pagerank)\s+(\S.*?)\s{2,}([\d.]+) (us|ms|s)\s")
USE = re.compile(r"^(bfs levels|bfs parents|sssp|cc|pagerank): (\d+) launches, (\d+) waits, ([\d,]+) B in, "
                 r"([\d,]+) B out; .*?([\d.]+) B per entry")
LOSS = re.compile(r"^(\w+)\s+(\d+)\s+([\d.]+)\s+([\d.]+)\s+[\d.]+$")
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


def number(text):
    return int(text.replace(",", ""))


def runs(lines):
    found, latest, section, command, graph = [], {}, "", "", ""
    for line in lines:
        if line.startswith("== "):
            section, command = line[3:], ""
        elif line.startswith("$ "):
            command = line[2:]
        elif match := GRAPH.match(line):
            graph, latest = match[1], {}
        elif match := USE.match(line):
            run = latest[match[1]]
            run.launches, run.waits = int(match[2]), int(match[3])
            run.bytes = number(match[4]) + number(match[5])
            run.bytes_per_entry = float(match[6])
        elif match := TIME.match(line):
            told = section + " " + command
            run = Run(section, graph, match[1], "GRAPHBLAST_CUDA=always" in told, "--sources 16" in told,
                      float(match[3]) * MILLISECONDS[match[4]], match[2])
            latest[match[1]] = run
            found.append(run)
    return found


def losses(lines):
    """Tables of choice_loss: {operation: (calls, mean, worst)} each, in the file's order."""
    found = []
    for line in lines:
        if line.startswith("operation "):
            found.append({})
        elif found and (match := LOSS.match(line)):
            found[-1][match[1]] = (int(match[2]), float(match[3]), float(match[4]))
    return found
