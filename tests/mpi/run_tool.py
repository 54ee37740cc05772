#!/usr/bin/env python3
"""Runs the command line tool on one, two and three processes, and compares what it says and writes.

Usage: run_tool.py TOOL LAUNCHER...
"""
import csv
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

GAP = "bfs,sssp,pagerank,cc,bc,tc"


class Tool:
    """The tool on some processes, in a folder."""

    def __init__(self, program, launcher, folder):
        self.program, self.launcher, self.folder = program, launcher, folder

    def command(self, processes, *arguments):
        return [*self.launcher, str(processes), self.program, *arguments] if processes > 1 else [self.program, *arguments]

    def run(self, processes, *arguments):
        return subprocess.run(self.command(processes, *arguments), cwd=self.folder, text=True, capture_output=True,
                              timeout=100, check=False)


def require(condition, what, run):
    if not condition:
        sys.exit(f"{what}: status {run.returncode}\n{run.stdout}{run.stderr}")


def results_of(tool, processes, algorithms, graph):
    """The values of all results by their names, and the lines about the graph."""
    name = f"{processes}.csv"
    run = tool.run(processes, "run", algorithms, graph, "--verify", "--out", name, "--json", "run.json")
    what = f"{graph} on {processes} processes"
    require(run.returncode == 0, what, run)
    lines = run.stdout.splitlines()
    require(sum(line.startswith("verified:") for line in lines) == 1, what, run)
    facts = [line.split("; loaded in")[0] for line in lines if line.startswith(f"{graph}: ")]
    results = {item["algorithm"]: item["result"] for item in json.loads((tool.folder / "run.json").read_text())["algorithms"]}
    for path in sorted(tool.folder.glob(f"{processes}*.csv")):
        with open(path, encoding="utf-8") as table:
            results[path.stem.removeprefix(f"{processes}")] = list(csv.reader(table))
        path.unlink()
    return facts, results


def are_alike(one, other):
    """Whether results are equal, but for the rounding of sums and the choice of parents."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(are_alike(one[key], other[key]) for key in one if "parents" not in key)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(are_alike, one, other))
    if one == other:
        return True
    try:
        return abs(float(one) - float(other)) <= 1e-6 * abs(float(one))
    except (TypeError, ValueError):
        return False


def check_same(tool, algorithms, graphs):
    for number, graph in enumerate(graphs):
        facts, wanted = results_of(tool, 1, algorithms, graph)
        for processes in (2, 3) if algorithms == GAP else (2 + number % 2,):
            own_facts, found = results_of(tool, processes, algorithms, graph)
            if own_facts != facts or not are_alike(wanted, found):
                sys.exit(f"{graph} on {processes} processes:\n{own_facts}\n{found}\nand on one:\n{facts}\n{wanted}")


def check_error(tool, processes, *arguments):
    """The process that has the error stops all; its text comes once, as from one process."""
    alone = tool.run(1, *arguments)
    run = tool.run(processes, *arguments)
    what = " ".join(arguments)
    require(alone.returncode != 0 and run.returncode == alone.returncode, what, run)
    found = [line for line in run.stderr.splitlines() if line.startswith("graphblast: ")]
    require(found == alone.stderr.splitlines() and run.stdout == alone.stdout, what, run)


def check_lonely_error(tool, first, second, status, text):
    """The second process alone has an error, since it has other arguments."""
    command = [*tool.command(1, *first), ":", "-n", "1", *tool.command(1, *second)]
    run = subprocess.run([*tool.launcher, "1", *command], cwd=tool.folder, text=True, capture_output=True, timeout=100,
                         check=False)
    found = [line for line in run.stderr.splitlines() if line.startswith("graphblast: ")]
    require(run.returncode == status and len(found) == 1 and text in found[0], text, run)


def is_running(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def check_signal(tool, number, status):
    """A process that is killed ends all, and so does a signal to the launcher."""
    command = tool.command(2, "run", "pagerank", "kron:12", "--tolerance", "0", "--iterations", "1000000")
    job = subprocess.Popen(command, cwd=tool.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    require(job.stdout.readline().startswith("kron:12"), "signal", job)
    children = pathlib.Path(f"/proc/{job.pid}/task/{job.pid}/children").read_text().split()
    os.kill(int(children[-1]) if number == signal.SIGKILL else job.pid, number)
    start = time.monotonic()
    job.communicate(timeout=30)
    if job.returncode == 0 or time.monotonic() - start > 20 or (status and job.returncode != status):
        sys.exit(f"signal {number}: status {job.returncode}")
    deadline = time.monotonic() + 5
    while any(map(is_running, children)):
        if time.monotonic() > deadline:
            sys.exit(f"signal {number}: a process is left")
        time.sleep(0.05)


def write_graphs(tool):
    folder = tool.folder
    edges = [f"{k * 7919 % 101} {k * k % 97} {k % 9 + 1}" for k in range(400)]
    (folder / "list.txt").write_text("\n".join(edges) + "\n")
    for name in ("graph.mtx", "graph.grb", "graph.mtx.gz", "graph.wsg"):
        require_run(tool.run(1, "convert", "list.txt", name))
    (folder / "words.csv").write_text("\n".join(f"v{line.replace(' ', ',v', 1).replace(' ', ',')}" for line in edges))
    (folder / "bad.txt").write_text("\n".join([*edges[:300], "5 x 3", *edges[300:350], "6 y 3"]))
    lines = (folder / "graph.mtx").read_text().splitlines()
    (folder / "bad.mtx").write_text("\n".join([*lines[:300], "1 1 z", *lines[301:]]))
    (folder / "short.mtx").write_text("\n".join(lines[:200]))
    damaged = bytearray((folder / "graph.grb").read_bytes())
    damaged[len(damaged) // 2] ^= 0x55
    (folder / "bad.grb").write_bytes(damaged)
    (folder / "bad.mtx.gz").write_bytes((folder / "graph.mtx.gz").read_bytes()[:-20])


def require_run(run):
    require(run.returncode == 0, "convert", run)


def main():
    # After an error Open MPI's launcher else waits a second for the processes that it ends.
    os.environ["OMPI_MCA_odls_base_sigkill_timeout"] = "0"
    with tempfile.TemporaryDirectory() as folder:
        tool = Tool(sys.argv[1], sys.argv[2:], pathlib.Path(folder))
        write_graphs(tool)
        check_same(tool, GAP, ["kron:7,w=1..9"])
        check_same(tool, "cc,sssp", ["list.txt", "graph.mtx", "graph.grb", "graph.mtx.gz", "graph.wsg", "words.csv",
                                     "er:90:400,w=1..9", "grid:7x9,directed"])
        for number, graph in enumerate(("bad.txt", "bad.mtx", "bad.grb", "bad.mtx.gz", "none.txt", "kron:99")):
            check_error(tool, 2 + number % 2, "run", "cc", graph)
        check_error(tool, 2, "run", "bfs", "kron:5", "--source", "99")
        check_error(tool, 2, "run", "tc", "kron:5", "--damping", "0.5")
        check_error(tool, 2, "gap", "pr", "kron:5", "--trials", "0")
        bytes_of_list = (tool.folder / "list.txt").stat().st_size
        check_lonely_error(tool, ["run", "cc", "list.txt"], ["run", "cc", "none.txt"], 2,
                           f"none.txt: process 1 does not have the file of {bytes_of_list} bytes that process 0 has")
        check_lonely_error(tool, ["run", "cc", "path:9"], ["run", "cc", "path:9", "--nope"], 1, "process 1: The following")
        run = tool.run(2, "info")
        require(run.returncode == 1 and run.stderr.count("info works in one process, and 2 were started") == 1, "info", run)
        run = tool.run(2, "run", "cc", "path:3", "--processes", "off")
        require(run.returncode == 0 and run.stdout.count("path:3: 3 vertices") == 2, "off", run)
        run = tool.run(2, "run", "pagerank", "kron:8", "--tolerance", "0", "--iterations", "1000000", "--timeout", "0.5")
        require(run.returncode == 124 and run.stderr.count("the time limit") == 1, "timeout", run)
        check_signal(tool, signal.SIGKILL, 128 + signal.SIGKILL)
        check_signal(tool, signal.SIGTERM, None)


if __name__ == "__main__":
    main()
