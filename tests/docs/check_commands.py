"""Runs every command of the tool that a page or its own help shows.

    check_commands.py TOOL [ROOT]

A command is a line of a block ```sh that calls `graphblast`, with the lines that a backslash continues it on. It is run
in a folder of its own, with `tests/data` beside it and the files that the page supposes. Graphs are made smaller and
measurements shorter: a page shows what a user wants to wait for, a test does not.
"""
import bz2
import gzip
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PAGES = ("README.md", "docs/guide", "docs/tuning.md", "docs/weaver.md")
CALL = re.compile(r"^(zcat \S+ \| )?((?:[A-Z_]+=\S*\s+)*)graphblast\s+(\S.*)$")
SMALLER = (
    (r"--repeat \d+", "--repeat 2"),
    (r"\bkron:\d+", "kron:6"),
    (r"\brmat:\d+(:\d+)?", "rmat:6:4"),
    (r"\bgrid:\d+x\d+", "grid:8x9"),
    (r"\blike:\d+:\d+:\d+", "like:60:300:12"),
    (r"^(bench\b(?!.*--(?:graph|replay|compare)).*)$", r"\1 --graph kron:5"),
    (r"^(bench\b(?!.*--(?:repeat|compare)).*)$", r"\1 --repeat 1"),
    (r"^(tune\b(?!.*--seconds).*)$", r"\1 --seconds 0"),
    (r"^(run gcn\b(?!.*--epochs).*)$", r"\1 --epochs 2"),
    (r"--epochs \d+", "--epochs 2"),
    (r"--seeds \d+", "--seeds 2"),
)
# What needs files that are not in the repository, with the reason.
NOT_RUN = {
    "cora": "the citation graphs are fetched, not part of the repository",
}


def commands_of(text):
    """The calls in blocks of shell: what stands before the name of the tool, and the arguments."""
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for line in re.sub(r"\s*\\\n\s*", " ", block).splitlines():
            line = re.sub(r"\s+#.*$", "", line.strip())
            call = CALL.match(line)
            if call:
                yield ((call.group(1) or "") + call.group(2)).strip(), call.group(3)


def smaller(arguments):
    for pattern, replacement in SMALLER:
        arguments = re.sub(pattern, replacement, arguments)
    return arguments


def reason_not_to_run(arguments):
    return next((why for word, why in NOT_RUN.items() if word in arguments), None)


def prepare(folder, root, tool):
    """What the pages suppose to be there."""
    for name in ("tests/data", "docs/samples"):
        if (root / name).exists():
            shutil.copytree(root / name, folder / name)
    shutil.copy(root / "tests/data/karate.mtx", folder / "graph.mtx")
    run = lambda words, **more: subprocess.run([tool, *words], cwd=folder, check=True, capture_output=True, **more)
    for name in ("a.json", "b.json"):
        run(["bench", "--graph", "path:9", "--operation", "transpose", "--repeat", "5", "--json", name])
    with gzip.open(folder / "soc-LiveJournal1.txt.gz", "wt") as file:
        file.write("# From To\n0\t1\n1\t2\n2\t0\n")
    with gzip.open(folder / "calls.tsv.gz", "wt") as file:
        file.write("ann\tbob\nbob\tcy\n")
    (folder / "flights.csv").write_text("from,to,passengers\nA,B,3\nB,C,4\n")
    with bz2.open(folder / "road.gr.bz2", "wt") as file:
        file.write("p sp 3 2\na 1 2 5\na 2 3 6\n")
    (folder / "example.v").write_text("1\n2\n3\n4\n")
    (folder / "example.e").write_text("1 2 0.5\n2 3 0.25\n")
    properties = {"directed": "true", "algorithms": "bfs, pr, wcc, cdlp, lcc, sssp", "bfs.source-vertex": "1",
                  "sssp.source-vertex": "1"}
    (folder / "example.properties").write_text("".join(f"graph.example.{key} = {value}\n"
                                                       for key, value in properties.items()))
    (folder / "outputs").mkdir()
    log = run(["run", "bfs", "--graph", "path:9"], env={"GRAPHBLAST_LOG": "pick"}).stderr
    (folder / "run.log").write_bytes(log)


def examples(tool):
    """Those of the manual page, which are those of the help, as a block of a page."""
    man = subprocess.run([tool, "man"], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^\.SS Examples\n\.nf\n(.*?)^\.fi$", man, re.MULTILINE | re.DOTALL)
    return "```sh\n" + "".join(found).replace("\\-", "-") + "```\n"


def pages(root):
    for name in PAGES:
        path = root / name
        yield from sorted(path.glob("*.md")) if path.is_dir() else [path]


def problems(root, tool, count):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder, root, tool)
        texts = [(page.relative_to(root), page.read_text(encoding="utf-8")) for page in pages(root)]
        for where, text in [*texts, ("graphblast man", examples(tool))]:
            if not list(commands_of(text)) and where == "graphblast man":
                yield f"{where}: it has no examples"
            for before, arguments in commands_of(text):
                if reason_not_to_run(arguments):
                    count["skipped"] += 1
                    continue
                count["run"] += 1
                line = f"{before} '{tool}' {smaller(arguments)}"
                done = subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, timeout=300)
                if done.returncode != 0:
                    yield (f"{where}: graphblast {arguments}: status {done.returncode}: "
                           f"{done.stderr.decode(errors='replace').strip()[-300:]}")


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    root = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(__file__).resolve().parents[2]
    count = {"run": 0, "skipped": 0}
    found = list(problems(root, tool, count))
    if count["run"] == 0:
        found.append("no page shows a command")
    print("\n".join(found) or f"{count['run']} commands run, {count['skipped']} need files that are not here")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
