"""Graph algorithms on a square matrix: the entry (i, j) is the edge from i to j, its value a weight.

What follows edges both ways takes `undirected(A)`, or a matrix that is symmetric and has no loops.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from . import _declarations, _indices, types
from ._library import NULL, algorithms, call, ffi
from .errors import InvalidValue
from .matrix import Matrix
from .vector import Vector


def _run(kind: type[Matrix] | type[Vector], function: Any, A: Matrix, *arguments: Any,
         before: tuple[Any, ...] = ()) -> Any:
    """Calls function(&result, *before, A, *arguments) and wraps the result."""
    if A.nrows != A.ncols:
        raise ValueError(f"a graph's matrix is square; this one is {A.nrows} x {A.ncols}")
    made: Any = kind.__new__(kind)
    made._box, made._arrays = ffi.new(f"GrB_{kind.kind} *"), ()
    call(function, made._box, *before, A.handle, *arguments, owner=A)
    return made


def _sources(name: str, sources: Any, A: Matrix) -> np.ndarray:
    chosen = _indices.positions(name, np.atleast_1d(sources))
    if chosen.size and chosen.max() >= A.nrows:
        raise IndexError(f"{name}: the vertex {chosen.max()} is outside of {A.nrows}")
    return chosen


def undirected(A: Matrix) -> Matrix:
    """The pattern of A and its transpose together, without loops."""
    return _run(Matrix, algorithms.undirected_pattern, A)


def bfs_levels(A: Matrix, source: int) -> Vector:
    """The number of edges on a shortest path from source; no entry where there is no path."""
    return _run(Vector, algorithms.bfs_levels, A, _indices.index("source", source, A.nrows))


def bfs_parents(A: Matrix, source: int) -> Vector:
    """The vertex before each on a shortest path from source, which is its own parent."""
    return _run(Vector, algorithms.bfs_parents, A, _indices.index("source", source, A.nrows))


def sssp(A: Matrix, source: int, *, delta: float | None = None, dtype: Any = None) -> Vector:
    """The least sum of weights on a path from source. delta: the width of a bucket of delta-stepping."""
    chosen = np.dtype(dtype) if dtype is not None else A.dtype
    if chosen.name not in ("int32", "int64", "float32", "float64"):
        chosen = np.dtype(np.float64 if chosen.kind == "f" else np.int64)
    at = _indices.index("source", source, A.nrows)
    if delta is None:
        return _run(Vector, algorithms.sssp, A, at, types.handle(chosen))
    return _run(Vector, algorithms.sssp_delta, A, at, types.handle(chosen), float(delta))


@dataclasses.dataclass(frozen=True)
class PageRank:
    rank: Vector
    iterations: int


def pagerank(A: Matrix, *, damping: float = _declarations.PAGERANK_DAMPING,
             tolerance: float = _declarations.PAGERANK_TOLERANCE,
             iterations: int = algorithms.PAGERANK_MAX_ITERATIONS, personal: Any = None,
             is_symmetric: bool = False) -> PageRank:
    """PageRank until the 1-norm of a step is below the tolerance. personal: the vertices where a walk starts again."""
    start = _sources("personal", [] if personal is None else personal, A)
    parameters = ffi.new("PageRankParameters *", {
        "damping": damping, "tolerance": tolerance, "most_iterations": iterations,
        "start": _indices.pointer(start) if start.size else NULL, "starts": start.size})
    transposed = A if is_symmetric else A.T
    count = ffi.new("int *")
    rank = _run(Vector, algorithms.pagerank_with, A, transposed.handle, parameters, before=(count,))
    return PageRank(rank, count[0])


def triangle_count(A: Matrix) -> int:
    """The number of triangles of an undirected graph."""
    count = ffi.new("int64_t *")
    call(algorithms.triangle_count, count, A.handle, owner=A)
    return count[0]


def connected_components(A: Matrix) -> Vector:
    """The smallest vertex of each one's component. A's pattern is symmetric."""
    return _run(Vector, algorithms.connected_components, A)


def strong_components(A: Matrix) -> Vector:
    """The smallest vertex of each one's strongly connected component."""
    return _run(Vector, algorithms.strong_components, A)


def core_numbers(A: Matrix) -> Vector:
    """The largest k such that the vertex is in a subgraph where every vertex has k neighbours."""
    return _run(Vector, algorithms.core_numbers, A)


def k_truss(A: Matrix, k: int) -> Matrix:
    """The edges of the largest subgraph where each is in k - 2 of its triangles, with the number of these."""
    return _run(Matrix, algorithms.k_truss, A, k)


def clustering_coefficients(A: Matrix) -> Vector:
    """Of the pairs of a vertex's neighbours, the part that is adjacent."""
    return _run(Vector, algorithms.clustering_coefficients, A)


def jaccard(A: Matrix) -> Matrix:
    """For every edge with a common neighbour, the common neighbours over all neighbours of the two."""
    return _run(Matrix, algorithms.jaccard, A)


def betweenness(A: Matrix, sources: Any = None) -> Vector:
    """The sum, over shortest paths from the sources (all vertices), of the part that passes through each vertex."""
    chosen = _sources("sources", np.arange(A.nrows) if sources is None else sources, A)
    return _run(Vector, algorithms.betweenness, A, _indices.pointer(chosen), chosen.size)


def closeness(A: Matrix, sources: Any = None) -> Vector:
    """For the sources (all vertices): r reached at distances of the sum s give r / s times r / (n - 1)."""
    chosen = _sources("sources", np.arange(A.nrows) if sources is None else sources, A)
    return _run(Vector, algorithms.closeness, A, _indices.pointer(chosen), chosen.size)


def independent_set(A: Matrix, seed: int = 1) -> Vector:
    """Vertices none of which are adjacent, and to which none can be added."""
    return _run(Vector, algorithms.independent_set, A, seed)


def colouring(A: Matrix, seed: int = 1) -> Vector:
    """Numbers from 0, different for adjacent vertices."""
    return _run(Vector, algorithms.colouring, A, seed)


def label_propagation(A: Matrix, most: int = 20) -> Vector:
    """Communities: every vertex takes the label that most neighbours have, until none changes or `most` rounds."""
    rounds = ffi.new("int *")
    return _run(Vector, algorithms.label_propagation, A, most, before=(rounds,))


@dataclasses.dataclass(frozen=True)
class Louvain:
    communities: Vector
    modularity: float


def louvain(A: Matrix, resolution: float = 1.0, seed: int = 1) -> Louvain:
    """The Louvain method's communities, each the smallest vertex in it, and their modularity."""
    if not resolution >= 0:
        raise InvalidValue(f"louvain: the resolution {resolution} is not 0 or more")
    modularity = ffi.new("double *")
    communities = _run(Vector, algorithms.louvain, A, resolution, seed, before=(modularity,))
    return Louvain(communities, modularity[0])


def spanning_forest(A: Matrix) -> Vector:
    """The vertex before each in a tree of its component; roots are their own parents."""
    return _run(Vector, algorithms.spanning_forest, A)
