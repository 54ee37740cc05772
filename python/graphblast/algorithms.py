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

from . import _declarations, _indices, operators, types
from ._library import NULL, algorithms, ffi, lib
from ._rounds import call_watched, time_limit as time_limit
from ._stored import operand
from .errors import InvalidValue
from .matrix import Matrix
from .vector import Vector

_MOST_SEEDS = 2**64 - 1


def _graph(what: str, A: Any) -> Matrix:
    """A, or its pattern where its values have no order: none is looked at then."""
    operand(f"{what}: A", A, "Matrix")
    if A.nrows != A.ncols:
        raise ValueError(f"{what}: a graph's matrix is square; A is {A.nrows} x {A.ncols}")
    return Matrix(bool, A.nrows).assign(True, mask=A.S) if A.dtype.kind == "c" else A


def _weighted(what: str, A: Any) -> Matrix:
    """A, whose values are weights: numbers that have an order."""
    if isinstance(A, Matrix) and A.dtype.kind == "c":
        raise TypeError(f"{what}: A's values are {A.dtype}, which are no weights")
    return _graph(what, A)


def _both_ways(what: str, A: Any, check: bool, loops: bool = False) -> Matrix:
    """_graph(A), which has each edge in both directions, and no loops unless `loops` allows them."""
    A = _graph(what, A)
    if check and not _is_symmetric(A):
        pattern = Matrix(bool, A.nrows).assign(True, mask=A.S)
        i, j = _first(pattern.transpose(mask=~pattern.S))
        raise InvalidValue(f"{what}: A has an entry at ({j}, {i}) and none at ({i}, {j}); it takes edges that go both ways, as "
                           "undirected(A) has them")
    if check and not loops:
        on_diagonal = A.select("diag")
        if on_diagonal.nvals:
            raise InvalidValue(f"{what}: A has {on_diagonal.nvals} entries on its diagonal, the first at {_first(on_diagonal)}; "
                               "A.select('offdiag') has none")
    return A


def _is_symmetric(A: Matrix) -> bool:
    """Whether A's pattern is: random numbers have the same sums along its rows and along its columns. Another pattern's sums,
    modulo 2**64, are the same once in 2**64 times; a transposition would take longer than most algorithms."""
    kind = np.dtype(np.uint64)
    numbers = Vector.from_dense(np.random.default_rng(1).integers(0, 2**64, A.nrows, kind))
    ring = operators.semiring("plus_second", kind)
    rows, columns = (Vector(kind, A.nrows)._write(lib.GrB_mxv, ring, A.handle, numbers.handle, mask=None, accum=None,
                                                  replace=False, first=first) for first in (False, True))
    return rows.is_equal(columns)


def _first(A: Matrix) -> tuple[int, int]:
    rows, columns, _ = A.to_coo()
    return int(rows[0]), int(columns[0])


class _Errors:
    """The texts of the library of algorithms, which names its functions gba_..."""

    @staticmethod
    def error_text() -> str:
        text = ffi.new("const char **")
        algorithms.gba_error(text)
        return ffi.string(text[0]).decode().removeprefix("gba_")


def _run(what: str, kind: type[Matrix] | type[Vector], function: Any, A: Matrix, *arguments: Any,
         before: tuple[Any, ...] = ()) -> Any:
    """Calls function(&result, *before, A, *arguments) and wraps the result."""
    made: Any = kind.__new__(kind)
    made._box, made._arrays = ffi.new(f"GrB_{kind.kind} *"), ()
    call_watched(function, made._box, *before, A.handle, *arguments, owner=_Errors, what=what)
    return made


def _sources(name: str, sources: Any, A: Matrix) -> np.ndarray:
    chosen = _indices.positions(name, [sources] if _indices.is_one(sources) else sources)
    if chosen.size and chosen.max() >= A.nrows:
        raise IndexError(f"{name}: the vertex {chosen.max()} is outside of {A.nrows}")
    return chosen


def _number(name: str, value: Any, condition: str, holds: Any) -> float:
    """A real number for which holds(number); NaN holds nothing."""
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: {value!r} is no number") from None
    if not holds(found):
        raise InvalidValue(f"{name}: {value} is not {condition}")
    return found


def _reduced(op: str, A: Matrix) -> float:
    """All values by a monoid, computed in float64."""
    out = ffi.new("double *")
    A._call("reduce_FP64", out, NULL, operators.monoid(op, np.dtype(np.float64)), A.handle, NULL)
    return out[0]


def _sum_of_weights(what: str, A: Matrix) -> float:
    """The sum of A's values, which may be infinite; none is below 0 or NaN."""
    if _reduced("min", A) < 0:
        at = _first(A.select("valuelt", 0))
        raise InvalidValue(f"{what}: A[{at[0]}, {at[1]}] is {A[at]}; weights are 0 or more")
    total = _reduced("plus", A)
    if math.isnan(total):
        at = _first(A.apply("isnan").select("valueeq", True))
        raise InvalidValue(f"{what}: A[{at[0]}, {at[1]}] is NaN; weights are numbers from 0 on")
    return total


def _weights(what: str, A: Any, weight: str | None) -> Matrix | None:
    """A's values as numbers to compute with; None where every edge counts the same."""
    if weight is None:
        return None
    if not isinstance(weight, str) or weight != "weight":
        raise InvalidValue(f"{what}: weight: {weight!r} is neither 'weight', A's values, nor None")
    A = _weighted(what, A)
    if not math.isfinite(_sum_of_weights(what, A)):
        raise InvalidValue(f"{what}: the weights' sum is infinite; weights are finite, and so is their sum")
    if A.nvals and 0 < _reduced("min", A) == _reduced("max", A):
        return None
    return A if A.dtype == np.float64 else A.dup(np.float64)


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
    seed = _indices.integer("independent_set: seed", seed, 0, _MOST_SEEDS)
    return _run("independent_set", Vector, algorithms.gba_independent_set, _both_ways("independent_set", A, check), seed)


def colouring(A: Matrix, seed: int = 1, *, check: bool = True) -> Vector:
    """Numbers from 0, different for adjacent vertices."""
    seed = _indices.integer("colouring: seed", seed, 0, _MOST_SEEDS)
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
    seed = _indices.integer(f"{what}: seed", seed, 0, _MOST_SEEDS)
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
