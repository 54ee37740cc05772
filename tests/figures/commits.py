"""Which commits raw files were measured at. A new file names commits of the history, and a tree without changes.

Older files that do not are listed here; the pages that use them say so.
"""
import pathlib
import re
import subprocess

CHANGED = frozenset((
    "cpu_busy_two_cores.jsonl", "cpu_estimates.jsonl", "gpu_first_call.jsonl", "gpu_lagraph.jsonl", "gpu_masks.jsonl",
    "gpu_merge_path.jsonl", "gpu_small_spmm.jsonl", "gpu_small_spmv.jsonl", "gpu_ssd_alone.jsonl", "gpu_ssd_two.jsonl",
    "weaver_h100.jsonl"))
LOST = frozenset((
    "cpu_busy_two_cores.jsonl", "cpu_estimates.jsonl", "gpu_lagraph.jsonl", "reading_billion.jsonl", "weaver.jsonl"))
UNRECORDED = frozenset((
    "gpu_gcn.jsonl", "gpu_schedules.jsonl", "gpu_spmm.jsonl", "gpu_spmv.jsonl", "gpu_ssd.jsonl", "gpu_ssd_graphs.jsonl",
    "gpu_traversals.jsonl"))
# Each list, what is wrong with its files, and what pages say of them.
FAULTS = ((CHANGED, "of changes that were not committed",
           "These raw files are of sources with changes that were not committed"),
          (LOST, "of a commit that the history has not", "The history has no commit of these raw files"),
          (UNRECORDED, "of no recorded commit", "These raw files do not record their commit"))


def history(root):
    """The commits that led to the present one, or None where the history is not at hand."""
    asked = subprocess.run(["git", "-C", root, "rev-parse", "--is-shallow-repository", "--show-toplevel"],
                           capture_output=True, text=True, check=False)
    if asked.stdout.splitlines() != ["false", str(pathlib.Path(root).resolve())]:
        return None
    listed = subprocess.run(["git", "-C", root, "rev-list", "HEAD"], capture_output=True, text=True, check=True)
    return listed.stdout.split()


def faults(runs, commits):
    """What is wrong with the commits of these runs: indices of FAULTS."""
    found = set()
    for run in runs:
        text = run.get("commit", "")
        hashes = re.findall(r"(?<!LAGraph )\b[0-9a-f]{7,40}\b", text)
        if "-dirty" in text:
            found.add(0)
        if any(not any(commit.startswith(name) for commit in commits) for name in hashes):
            found.add(1)
        if "not recorded" in text or not hashes:
            found.add(2)
    return found


def problems(files, commits):
    """files: {name: its runs}. A file is in a list where it has that fault, and only there."""
    for name, runs in sorted(files.items()):
        found = faults(runs, commits)
        for index, (known, fault, _) in enumerate(FAULTS):
            if index in found and name not in known:
                yield f"{name}: {fault}: measure in a clone, at a commit that stays"
            elif name in known and index not in found:
                yield f"{name}: no longer {fault}: take it out of tests/figures/commits.py"


def gone(names):
    """Listed files that are not there, whose names a new file could take."""
    for known, fault, _ in FAULTS:
        for name in sorted(known - set(names)):
            yield f"{name}, which is listed in tests/figures/commits.py as {fault}, is not there"


def check_sentences(page):
    """The page says of which raw files the commit is not what it should be."""
    for known, _, sentence in FAULTS:
        names = sorted(name.removesuffix(".jsonl") for name in page.raw_files if name in known)
        if names:
            page.says("{}: {}.", sentence, ", ".join(names))
