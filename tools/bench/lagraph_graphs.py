"""Graphs as files of LAGraph's benchmark drivers: binary, once without and once with weights, and source vertices.
With a side of GAP's programs there are files of theirs too."""
import array
import concurrent.futures
import os
import random
import shutil
import struct
import subprocess
import sys

HEADER_BYTES = 512  # text for people before the fields below
FIELDS = struct.Struct("<iidQQqQQiQ")  # format, kind, hyper, rows, columns, nonempty, vectors, entries, type, size
BY_ROW = 0
SPARSE_KINDS = (0, 2)


class Graph:
    """The files of one graph in a folder."""

    def __init__(self, text, folder, count, has_gap=False):
        self.text = text
        base = os.path.basename(text)
        self.is_file = ".mtx" in base
        self.name = base.split(".mtx")[0] if self.is_file else text
        stem = os.path.join(folder, self.name.replace(":", "_").replace(",", "_"))
        self.plain, self.weighted = f"{stem}.grb", f"{stem}_weighted.grb"
        # The folder may be kept, and who picks the sources may change.
        self.sources = f"{stem}_{'gap_' if has_gap else ''}sources_{count}.mtx"
        self.gap, self.gap_weighted = f"{stem}.sg", f"{stem}.wsg"


def fail(text):
    sys.exit(f"lagraph_drivers: {text}")


def call(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        fail(f"{' '.join(command)}: status {done.returncode}\n{done.stdout[-500:]}\n{done.stderr[-1000:]}")


def open_text(path):
    if not path.endswith(".zst"):
        return open(path, encoding="ascii")
    return subprocess.Popen(["zstd", "-dc", path], stdout=subprocess.PIPE, encoding="ascii").stdout


def weight(row, column):
    """From 1 to 255, the same in both directions."""
    low, high = min(row, column), max(row, column)
    return (low * 2654435761 + high * 40503 ^ low >> 7) % 255 + 1


def write_file(source, target, is_weighted):
    """A copy of a Matrix Market file without its values, or with weights for values."""
    with open_text(source) as lines, open(target, "w", encoding="ascii") as out:
        banner = next(lines).split()
        out.write(f"%%MatrixMarket matrix coordinate {'integer' if is_weighted else 'pattern'} {banner[4]}\n")
        sizes = next(line for line in lines if not line.startswith("%"))
        out.write(sizes)
        for line in lines:
            row, column = line.split()[:2]
            out.write(f"{row} {column} {weight(int(row), int(column))}\n" if is_weighted else f"{row} {column}\n")


def write_binary(graph, is_weighted, tool, converter, count, gap):
    """The binary files, and beside those without weights the sources."""
    target = graph.weighted if is_weighted else graph.plain
    gap_target = gap and (graph.gap_weighted if is_weighted else graph.gap)
    if not os.path.exists(target) or (gap and not os.path.exists(gap_target)):
        convert(graph, is_weighted, target, tool, converter, gap_target)
    if not is_weighted and not os.path.exists(graph.sources):
        write_sources(graph, gap.sources(graph.gap, count) if gap else some_vertices(graph, count))


def convert(graph, is_weighted, target, tool, converter, gap_target):
    text = target[:-4] + ".mtx"
    if graph.is_file:
        write_file(graph.text, text, is_weighted)
    else:
        call([tool, "generate", graph.text + (",w=1..255" if is_weighted else ""), "-o", text])
    if gap_target:
        call([tool, "convert", text, gap_target])
    program, environment = converter
    call([program, text, target + ".part.grb"], env=environment)
    os.remove(text)
    os.rename(target + ".part.grb", target)


def some_vertices(graph, count):
    """So many that have edges, the same ones each time."""
    with open(graph.plain, "rb") as file:
        file.seek(HEADER_BYTES)
        layout, kind, _, rows, _, _, _, _, _, _ = FIELDS.unpack(file.read(FIELDS.size))
        if layout != BY_ROW or kind % 100 not in SPARSE_KINDS:
            fail(f"{graph.plain}: kind {kind}, layout {layout}: not sparse by rows")
        offsets = array.array("Q")
        offsets.frombytes(file.read(8 * (rows + 1)))
    vertices = [vertex for vertex in range(rows) if offsets[vertex + 1] > offsets[vertex]]
    if len(vertices) < count:
        fail(f"{graph.name}: {len(vertices)} vertices with edges, {count} sources wanted")
    return random.Random(1).sample(vertices, count)


def write_sources(graph, vertices):
    with open(graph.sources, "w", encoding="ascii") as target:
        target.write(f"%%MatrixMarket matrix array integer general\n{len(vertices)} 1\n")
        target.writelines(f"{vertex + 1}\n" for vertex in vertices)


def prepare(texts, folder, tool, converter, count, with_weights=True, gap=None):
    """The graphs, with files that were there already left as they are. All cores share the work."""
    os.makedirs(folder, exist_ok=True)
    graphs = [Graph(text, folder, count, gap is not None) for text in texts]
    if any(text.endswith(".zst") for text in texts) and not shutil.which("zstd"):
        fail("no program zstd, which unpacks .zst")
    with concurrent.futures.ProcessPoolExecutor() as pool:
        waiting = [pool.submit(write_binary, graph, is_weighted, tool, converter, count, gap)
                   for graph in graphs for is_weighted in ((False, True) if with_weights else (False,))]
        for each in waiting:
            each.result()
    return graphs
