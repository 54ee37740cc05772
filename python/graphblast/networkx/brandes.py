"""Dependencies of shortest paths (Brandes 2001) for several sources at once, of vertices and of edges."""

from __future__ import annotations

import numpy as np

from ..matrix import Matrix
from . import search
from .graph import Graph


def _forward(matrix: Matrix, sources: np.ndarray) -> list[Matrix]:
    """For each distance the vertices there, with their numbers of shortest paths."""
    count, size = sources.size, matrix.nrows
    front = Matrix.from_coo(np.arange(count), sources, 1.0, (count, size))
    visited, fronts = Matrix(bool, count, size), []
    while front.nvals:
        fronts.append(front)
        visited.assign(True, mask=front.S)
        front = front.mxm(matrix, "plus_first", mask=~visited.S)
    return fronts


def _credits(front: Matrix, dependency: Matrix | None, targets: Matrix | None) -> Matrix:
    """(1 + dependency) / paths; 0 in the place of 1 where a vertex is no target."""
    ends = front.apply("one") if targets is None else front.apply("times", right=0.0).ewise_add(
        front.apply("one").mxm(targets, "plus_times", mask=front.S), "plus")
    if dependency is not None:
        ends = ends.ewise_add(dependency, "plus")
    return ends.ewise_mult(front, "div")


def dependencies(graph: Graph, sources: np.ndarray, *, edges: bool = False,
                 targets: np.ndarray | None = None) -> tuple[np.ndarray, Matrix | None]:
    """The sums over sources, and over targets (all vertices), of the part of shortest paths that passes through each
    vertex; and along each edge, if asked for."""
    matrix, size = graph.pattern.dup(np.float64), graph.size
    found = np.zeros(size)
    along = Matrix(np.float64, size, size) if edges else None
    wanted = None
    if targets is not None:
        wanted = Matrix.from_coo(targets, targets, 1.0, (size, size))
    for batch in search.batches(sources, size):
        fronts = _forward(matrix, batch)
        dependency = None
        for at in range(len(fronts) - 1, 0, -1):
            if dependency is not None:
                columns, values = dependency.reduce_columns().to_coo()
                found[columns.astype(np.int64)] += values
            credit = _credits(fronts[at], dependency, wanted)
            if along is not None:
                fronts[at - 1].mxm(credit, "plus_times", transpose=True, out=along, mask=matrix.S, accum="plus")
            if at > 1:
                share = credit.mxm(matrix, "plus_first", transpose_other=True, mask=fronts[at - 1].S)
                dependency = share.ewise_mult(fronts[at - 1], "times")
    return found, along
