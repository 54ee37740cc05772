"""Breadth-first searches: in networkx' order from one vertex, and from many vertices at once by products of matrices."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np

from .. import algorithms
from ..matrix import Matrix
from .graph import Graph

# Frontiers of fewer vertices are searched one vertex at a time.
_SMALL = 24


@dataclasses.dataclass(frozen=True)
class Tree:
    """order: the vertices as networkx finds them; parents: of each of these; starts: where each level begins in `order`."""

    order: np.ndarray
    parents: np.ndarray
    starts: np.ndarray

    @property
    def levels(self) -> np.ndarray:
        return np.repeat(np.arange(self.starts.size - 1), np.diff(self.starts))


def gather(offsets: np.ndarray, columns: np.ndarray, vertices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All entries of the rows of these vertices, one row after the other: the places of the rows in `vertices`, and the
    places of the entries in `columns`."""
    firsts, counts = offsets[vertices], offsets[vertices + 1] - offsets[vertices]
    total = int(counts.sum())
    owners = np.repeat(np.arange(vertices.size), counts)
    places = np.arange(total) + np.repeat(firsts - (np.cumsum(counts) - counts), counts)
    return owners, places


def _step(offsets: np.ndarray, columns: np.ndarray, frontier: np.ndarray, seen: np.ndarray,
          scratch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The next level in networkx' order, and the parents."""
    if frontier.size < _SMALL:
        found, parents = [], []
        for vertex in frontier.tolist():
            row = columns[offsets[vertex]:offsets[vertex + 1]]
            fresh = row[~seen[row]]
            seen[fresh] = True
            found.append(fresh)
            parents.append(np.full(fresh.size, vertex, columns.dtype))
        return np.concatenate(found), np.concatenate(parents)
    owners, places = gather(offsets, columns, frontier)
    reached = columns[places]
    fresh = ~seen[reached]
    reached, owners = reached[fresh], owners[fresh]
    # The first of several edges to a vertex: written last, from the end.
    numbers = np.arange(reached.size)
    scratch[reached[::-1]] = numbers[::-1]
    first = scratch[reached] == numbers
    reached = reached[first]
    seen[reached] = True
    return reached, frontier[owners[first]]


def tree(graph: Graph, source: int, limit: float | None = None) -> Tree:
    """The breadth-first tree, as networkx' bfs_edges goes through it."""
    offsets, columns = graph.offsets, graph.columns
    seen, scratch = np.zeros(graph.size, bool), np.empty(graph.size, np.int64)
    frontier = np.array([source], columns.dtype)
    seen[source] = True
    order, parents, depth = [frontier], [frontier], 0
    found = 1
    while frontier.size and found < graph.size and (limit is None or depth < limit):
        frontier, above = _step(offsets, columns, frontier, seen, scratch)
        if frontier.size:
            order.append(frontier)
            parents.append(above)
            found += frontier.size
        depth += 1
    starts = np.zeros(len(order) + 1, np.int64)
    np.cumsum([part.size for part in order], out=starts[1:])
    return Tree(np.concatenate(order), np.concatenate(parents), starts)


def levels(matrix: Matrix, source: int) -> tuple[np.ndarray, np.ndarray]:
    """The vertices that are reached from a source, and their numbers of steps, nearest first."""
    vertices, steps = algorithms.bfs_levels(matrix, source).to_coo()
    vertices = vertices.astype(np.int64)
    nearest = np.argsort(steps, kind="stable")
    return vertices[nearest], steps[nearest]


def batches(sources: np.ndarray, size: int, cells: int = 2**23, least: int = 1) -> Iterator[np.ndarray]:
    """The sources in groups whose tables have at most so many cells, or of `least`; none is larger than another by more than one."""
    width = max(least, cells // max(size, 1))
    if sources.size:
        yield from np.array_split(sources, -(-sources.size // width))


def fronts(matrix: Matrix, sources: np.ndarray) -> Iterator[Matrix]:
    """For each distance from 0 on: at (i, v) an entry if v is so far from the i-th source. Ends before an empty one."""
    size = matrix.nrows
    count = sources.size
    front = Matrix.from_coo(np.arange(count), sources, True, (count, size))
    visited = Matrix(bool, count, size)
    while front.nvals:
        yield front
        visited.assign(True, mask=front.S)
        front = front.mxm(matrix, "any_pair", mask=~visited.S)


@dataclasses.dataclass
class Sums:
    """For each source: the others that it reaches, the sum of distances and of their inverses, and the largest."""

    reached: np.ndarray
    distances: np.ndarray
    inverses: np.ndarray
    farthest: np.ndarray


def sums(matrix: Matrix, sources: np.ndarray) -> Sums:
    """What sums over the distances of all vertices from each source give."""
    size = sources.size
    found = Sums(np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size), np.zeros(size, np.int64))
    first = 0
    for batch in batches(sources, matrix.nrows):
        for distance, front in enumerate(fronts(matrix, batch)):
            if distance == 0:
                continue
            rows, counts = front.apply("one").dup(np.int64).reduce_rows().to_coo()
            rows = rows.astype(np.int64) + first
            found.reached[rows] += counts
            found.distances[rows] += counts * distance
            found.inverses[rows] += counts / distance
            found.farthest[rows] = distance
        first += batch.size
    return found
