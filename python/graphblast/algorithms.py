"""Graph algorithms on a square matrix: the entry (i, j) is the edge from i to j, its value a weight.

What follows edges both ways takes `undirected(A)`, or a matrix that is symmetric and has no loops; it looks whether that is so
unless `check=False` says that it is.

Ctrl-C, and any exception of a signal handler, ends an algorithm in the main thread within a round; `time_limit` does in any thread.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np

from . import _declarations, _indices, types
from ._graphs import MOST_SEEDS, empty_vector
from ._graphs import Errors as _Errors
from ._graphs import both_ways as _both_ways
from ._graphs import first as _first
from ._graphs import graph as _graph
from ._graphs import number as _number
from ._graphs import run as _run
from ._graphs import sum_of_weights as _sum_of_weights
from ._graphs import vertices as _sources
from ._graphs import weighted as _weighted
from ._graphs import weights as _weights
from ._library import NULL, algorithms, ffi
from ._paths import EgoGraph as EgoGraph
from ._paths import Path as Path
from ._paths import ego_graph as ego_graph
from ._paths import random_walks as random_walks
from ._paths import shortest_path as shortest_path
from ._rounds import call_watched, time_limit as time_limit
from .errors import InvalidValue
from .matrix import Matrix
from .vector import Vector


def undirected(A: Matrix) -> Matrix:
    """The pattern of A and its transpose together, without loops."""
    return _run("undirected", Matrix, algorithms.gba_undirected_pattern, _graph("undirected", A))


def bfs_levels(A: Matrix, source: int) -> Vector:
    """The number of edges on a shortest path from source; no entry where there is no path."""
    A = _graph("bfs_levels", A)
    return _run("bfs_levels", Vector, algorithms.gba_bfs_levels, A, _indices.index("bfs_levels: source", source, A.nrows))


def bfs_parents(A: Matrix, source: int) -> Vector:
    """The vertex before each on a shortest path from source, which is its own parent."""
    A = _graph("bfs_parents", A)
    return _run("bfs_parents", Vector, algorithms.gba_bfs_parents, A, _indices.index("bfs_parents: source", source, A.nrows))


def sssp(A: Matrix, source: int, *, delta: float | None = None, dtype: Any = None) -> Vector:
    """The least sum of weights on a path from source; infinite weights are no edges. dtype, of the distances: int32, int64,
    float32 or float64; int64 for weights that are integers, else float64. delta: the width of a bucket of
    delta-stepping; without it the search chooses one where Bellman-Ford would relax most vertices several times."""
    A = _weighted("sssp", A)
    chosen = np.dtype(dtype if dtype is not None else np.int64 if A.dtype.kind in "iub" else np.float64)
    if chosen.name not in ("int32", "int64", "float32", "float64"):
        raise TypeError(f"sssp: dtype: {chosen} is none of int32, int64, float32, float64")
    at = _indices.index("sssp: source", source, A.nrows)
    if delta is not None:
        delta = _number("sssp: delta", delta, "above 0", lambda x: x > 0)
    if chosen.kind == "f":
        A = _within("sssp", A, chosen)
    elif A.dtype.kind == "f":
        _refuse_fractions("sssp", A, chosen)
    arguments = (A, at, types.handle(chosen))
    try:
        if delta is None:
            return _run("sssp", Vector, algorithms.gba_sssp, *arguments)
        return _run("sssp", Vector, algorithms.gba_sssp_delta, *arguments, delta)
    except InvalidValue:
        _sum_of_weights("sssp", A)  # says which weight is none
        raise InvalidValue(f"sssp: the length of a path may be outside of {chosen}; dtype='float64' has longer ones") from None


def _refuse_fractions(what: str, A: Matrix, dtype: np.dtype) -> None:
    """An integer type would cut them off."""
    _sum_of_weights(what, A)
    fractions = A.ewise_mult(A.apply("floor"), "ne").select("valueeq", True)
    if fractions.nvals:
        at = _first(fractions)
        raise InvalidValue(f"{what}: A[{at[0]}, {at[1]}] is {A[at]}, which {dtype} does not hold; dtype='float64' does")


def _within(what: str, A: Matrix, dtype: np.dtype) -> Matrix:
    """A without infinite weights, if no length of a path becomes infinite."""
    most = float(np.finfo(dtype).max) * (1 - 1e-6)  # these sums may be rounded
    if _sum_of_weights(what, A) < most:
        return A
    if A.dtype.kind == "f":
        A = A.select("valuene", math.inf)
    # A path leaves each vertex once.
    longest = A.reduce_rows("max", out=Vector(np.float64, A.nrows)).reduce()
    if not longest < most:
        way = "smaller weights have shorter ones" if dtype == np.float64 else "dtype='float64' has longer ones"
        raise InvalidValue(f"{what}: the length of a path may be {longest:g}, outside of {dtype}; {way}")
    return A


@dataclasses.dataclass(frozen=True)
class PageRank:
    """iterations: as many as were allowed where the tolerance was not reached."""

    rank: Vector
    iterations: int


def pagerank(A: Matrix, *, damping: float = _declarations.GBA_PAGERANK_DAMPING,
             tolerance: float = _declarations.GBA_PAGERANK_TOLERANCE,
             iterations: int = algorithms.GBA_PAGERANK_MAX_ITERATIONS, personal: Any = None,
             is_symmetric: bool = False, weight: str | None = "weight") -> PageRank:
    """PageRank until the 1-norm of a step is below the tolerance. A walk goes along an edge as often as its weight says, with
    weight=None along all equally. personal: the vertices where it starts again. is_symmetric: A is its own transpose."""
    graph = _graph("pagerank", A)
    weights = _weights("pagerank", A, weight)
    start = _sources("pagerank: personal", [] if personal is None else personal, graph)
    if np.unique(start).size != start.size:
        raise InvalidValue("pagerank: personal has a vertex twice; each is there once")
    parameters = ffi.new("gba_PageRankParameters *", {
        "damping": _number("pagerank: damping", damping, "from 0 up to less than 1", lambda x: 0 <= x < 1),
        "tolerance": _number("pagerank: tolerance", tolerance, "0 or more", lambda x: x >= 0),
        "most_iterations": _indices.integer("pagerank: iterations", iterations, 1, 2**31 - 1),
        "start": _indices.pointer(start) if start.size else NULL, "starts": start.size})
    chosen = graph if weights is None else weights
    transposed = chosen if is_symmetric else chosen.T
    count = ffi.new("int *")
    function = algorithms.gba_pagerank_with if weights is None else algorithms.gba_pagerank_weighted
    rank = _run("pagerank", Vector, function, chosen, transposed.handle, parameters, before=(count,))
    return PageRank(rank, count[0])


@dataclasses.dataclass(frozen=True)
class Centrality:
    """iterations: as many as were allowed where the tolerance was not reached."""

    centrality: Vector
    iterations: int


def eigenvector_centrality(A: Matrix, *, tolerance: float = 1e-6, iterations: int = 100, is_symmetric: bool = False,
                           weight: str | None = None) -> Centrality:
    """networkx' power iteration, until the mean change of a value is below the tolerance. weight: "weight" where A's values
    count. is_symmetric: A is its own transpose."""
    what = "eigenvector_centrality"
    transposed, is_weighted = _incoming(what, A, weight, is_symmetric)
    function = algorithms.gba_eigenvector_centrality_weighted if is_weighted else algorithms.gba_eigenvector_centrality
    count = ffi.new("int *")
    found = _run(what, Vector, function, transposed, *_limits(what, tolerance, iterations), before=(count,))
    return Centrality(found, count[0])


def katz_centrality(A: Matrix, *, alpha: float | None = None, beta: float = 1.0, tolerance: float = 1e-6,
                    iterations: int = 1000, is_symmetric: bool = False, weight: str | None = None) -> Centrality:
    """x = alpha A'x + beta, until the mean change of a value is below the tolerance. alpha is below 1 over A's largest
    eigenvalue; None: 0.9 over the largest sum of edges, or of weights, into a vertex."""
    what = "katz_centrality"
    transposed, is_weighted = _incoming(what, A, weight, is_symmetric)
    if alpha is None:
        into = transposed if is_weighted else Matrix(np.float64, transposed.nrows).assign(1.0, mask=transposed.S)
        alpha = 0.9 / (into.reduce_rows("plus").reduce("max") if into.nvals else 1.0)
    at, most = _limits(what, tolerance, iterations)
    parameters = ffi.new("gba_KatzParameters *", {
        "alpha": _number(f"{what}: alpha", alpha, "0 or more and finite", lambda x: 0 <= x < math.inf),
        "beta": _number(f"{what}: beta", beta, "finite", math.isfinite), "tolerance": at, "most_iterations": most})
    function = algorithms.gba_katz_centrality_weighted if is_weighted else algorithms.gba_katz_centrality
    count = ffi.new("int *")
    try:
        found = _run(what, Vector, function, transposed, parameters, before=(count,))
    except InvalidValue:  # all else was looked at
        raise InvalidValue(f"{what}: alpha: {alpha} is not below 1 over the largest eigenvalue of A; values exceed float64") from None
    return Centrality(found, count[0])


@dataclasses.dataclass(frozen=True)
class Hits:
    """iterations: as many as were allowed where the tolerance was not reached."""

    hubs: Vector
    authorities: Vector
    iterations: int


def hits(A: Matrix, *, tolerance: float = 1e-8, iterations: int = 1000, is_symmetric: bool = False,
         weight: str | None = "weight") -> Hits:
    """Hubs point to good authorities, which good hubs point to; each has the sum 1. Until the 1-norm of a step of the hubs is
    below the tolerance. With weight=None all edges count the same."""
    transposed, is_weighted = _incoming("hits", A, weight, is_symmetric)
    forward = transposed if is_symmetric else transposed.T
    function = algorithms.gba_hits_weighted if is_weighted else algorithms.gba_hits
    authorities = empty_vector()
    count = ffi.new("int *")
    hubs = _run("hits", Vector, function, forward, transposed.handle, *_limits("hits", tolerance, iterations),
                before=(authorities._box, count))
    return Hits(hubs, authorities, count[0])


def _incoming(what: str, A: Any, weight: str | None, is_symmetric: bool) -> tuple[Matrix, bool]:
    """A's transpose, and whether its values are weights."""
    pattern = _graph(what, A)
    weights = _weights(what, A, weight, size_counts=True)
    chosen = pattern if weights is None else weights
    return chosen if is_symmetric else chosen.T, weights is not None


def _limits(what: str, tolerance: Any, iterations: Any) -> tuple[float, int]:
    return (_number(f"{what}: tolerance", tolerance, "0 or more", lambda x: x >= 0),
            _indices.integer(f"{what}: iterations", iterations, 1, 2**31 - 1))


def triangle_count(A: Matrix, *, check: bool = True) -> int:
    """The number of triangles of an undirected graph."""
    count, A = ffi.new("int64_t *"), _both_ways("triangle_count", A, check, loops=True)
    call_watched(algorithms.gba_triangle_count, count, A.handle, owner=_Errors, what="triangle_count")
    return count[0]


def connected_components(A: Matrix, *, check: bool = True) -> Vector:
    """The smallest vertex of each one's component. A's pattern is symmetric."""
    return _run("connected_components", Vector, algorithms.gba_connected_components,
                _both_ways("connected_components", A, check, loops=True))


def strong_components(A: Matrix) -> Vector:
    """The smallest vertex of each one's strongly connected component."""
    return _run("strong_components", Vector, algorithms.gba_strong_components, _graph("strong_components", A))


def core_numbers(A: Matrix, *, check: bool = True) -> Vector:
    """The largest k such that the vertex is in a subgraph where every vertex has k neighbours."""
    return _run("core_numbers", Vector, algorithms.gba_core_numbers, _both_ways("core_numbers", A, check))


def k_truss(A: Matrix, k: int, *, check: bool = True) -> Matrix:
    """The edges of the largest subgraph where each is in k - 2 of its triangles, with the number of these."""
    k = _indices.integer("k_truss: k", k, 3, 2**63 - 1)
    return _run("k_truss", Matrix, algorithms.gba_k_truss, _both_ways("k_truss", A, check), k)


def clustering_coefficients(A: Matrix, *, check: bool = True) -> Vector:
    """Of the pairs of a vertex's neighbours, the part that is adjacent."""
    return _run("clustering_coefficients", Vector, algorithms.gba_clustering_coefficients,
                _both_ways("clustering_coefficients", A, check))


def jaccard(A: Matrix, *, check: bool = True) -> Matrix:
    """For every edge with a common neighbour, the common neighbours over all neighbours of the two."""
    return _run("jaccard", Matrix, algorithms.gba_jaccard, _both_ways("jaccard", A, check))


def cosine(A: Matrix, *, check: bool = True) -> Matrix:
    """For every edge with a common neighbour, the common neighbours over the geometric mean of the two degrees."""
    return _run("cosine", Matrix, algorithms.gba_cosine, _both_ways("cosine", A, check))


def overlap(A: Matrix, *, check: bool = True) -> Matrix:
    """For every edge with a common neighbour, the common neighbours over the smaller of the two degrees."""
    return _run("overlap", Matrix, algorithms.gba_overlap, _both_ways("overlap", A, check))


def betweenness(A: Matrix, sources: Any = None) -> Vector:
    """The sum, over shortest paths from the sources (all vertices), of the part that passes through each vertex."""
    return _from_sources("betweenness", algorithms.gba_betweenness, A, sources)


def closeness(A: Matrix, sources: Any = None) -> Vector:
    """For the sources (all vertices): r reached at distances of the sum s give r / s times r / (n - 1)."""
    return _from_sources("closeness", algorithms.gba_closeness, A, sources)


def _from_sources(what: str, function: Any, A: Any, sources: Any) -> Vector:
    A = _graph(what, A)
    chosen = _sources(f"{what}: sources", np.arange(A.nrows) if sources is None else sources, A)
    return _run(what, Vector, function, A, _indices.pointer(chosen), chosen.size)


def independent_set(A: Matrix, seed: int = 1, *, check: bool = True) -> Vector:
    """Vertices none of which are adjacent, and to which none can be added."""
    seed = _indices.integer("independent_set: seed", seed, 0, MOST_SEEDS)
    return _run("independent_set", Vector, algorithms.gba_independent_set, _both_ways("independent_set", A, check), seed)


def colouring(A: Matrix, seed: int = 1, *, check: bool = True) -> Vector:
    """Numbers from 0, different for adjacent vertices."""
    seed = _indices.integer("colouring: seed", seed, 0, MOST_SEEDS)
    return _run("colouring", Vector, algorithms.gba_colouring, _both_ways("colouring", A, check), seed)


def label_propagation(A: Matrix, most: int = 20) -> Vector:
    """Communities: every vertex takes the label that most neighbours have, until none changes or `most` rounds. Edges in and
    out make neighbours, and edges both ways count twice."""
    rounds = ffi.new("int *")
    most = _indices.integer("label_propagation: most", most, 0, 2**31 - 1)
    return _run("label_propagation", Vector, algorithms.gba_label_propagation, _graph("label_propagation", A), most,
                before=(rounds,))


@dataclasses.dataclass(frozen=True)
class Louvain:
    communities: Vector
    modularity: float


@dataclasses.dataclass(frozen=True)
class Leiden:
    communities: Vector
    modularity: float


def _communities(what: str, A: Any, resolution: float, seed: int, weight: str | None, check: bool) -> tuple[Vector, float]:
    resolution = _number(f"{what}: resolution", resolution, "0 or more and finite", lambda x: 0 <= x < math.inf)
    seed = _indices.integer(f"{what}: seed", seed, 0, MOST_SEEDS)
    graph = _both_ways(what, A, check)
    weights = _weights(what, A, weight)
    if weights is not None and check:
        differs = weights.ewise_mult(weights.T, "ne").select("valueeq", True)
        if differs.nvals:
            i, j = _first(differs)
            raise InvalidValue(f"{what}: A[{i}, {j}] is {A[i, j]} and A[{j}, {i}] is {A[j, i]}; the weights of an undirected graph "
                               "are the same both ways, as A + A.T has them")
    modularity = ffi.new("double *")
    function = getattr(algorithms, f"gba_{what}" if weights is None else f"gba_{what}_weighted")
    communities = _run(what, Vector, function, graph if weights is None else weights, resolution, seed, before=(modularity,))
    return communities, modularity[0]


def louvain(A: Matrix, resolution: float = 1.0, seed: int = 1, *, weight: str | None = "weight", check: bool = True) -> Louvain:
    """The Louvain method's communities, each the smallest vertex in it, and their modularity. With weight=None all edges
    count the same."""
    return Louvain(*_communities("louvain", A, resolution, seed, weight, check))


def leiden(A: Matrix, resolution: float = 1.0, seed: int = 1, *, weight: str | None = "weight", check: bool = True) -> Leiden:
    """The Leiden method's communities, each connected and named by the smallest vertex in it, and their modularity. With
    weight=None all edges count the same."""
    return Leiden(*_communities("leiden", A, resolution, seed, weight, check))


def spanning_forest(A: Matrix, *, check: bool = True) -> Vector:
    """The vertex before each in a tree of its component; roots are their own parents."""
    return _run("spanning_forest", Vector, algorithms.gba_spanning_forest, _both_ways("spanning_forest", A, check, loops=True))
