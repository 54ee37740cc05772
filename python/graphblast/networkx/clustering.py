"""Triangles and clustering coefficients."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ..matrix import Matrix
from ..vector import Vector
from .graph import Graph, Leave, looked_up
from .registry import implements, local, named, undirected


def _common(graph: Graph) -> Matrix:
    """For each edge between two vertices, the number of neighbours that they have in common."""
    simple = graph.simple
    return simple.mxm(simple, "plus_pair", transpose_other=True, mask=simple.S, out=Matrix(np.int64, graph.size))


def _simple_degrees(graph: Graph) -> np.ndarray:
    """The number of neighbours without the vertex itself."""
    return graph.out_counts - (graph.loops > 0)


def twice_triangles(graph: Graph) -> np.ndarray:
    return np.asarray(_common(graph).reduce_rows().to_dense(), np.int64)


def _answer(graph: Graph, nodes: Any, values: list[Any]) -> Any:
    """One value for one node, a dictionary for several or all."""
    if nodes is None:
        return dict(zip(graph.nodes, values))
    one = graph.find(nodes)
    if one is not None:
        return values[one]
    chosen = graph.bunch(nodes)
    return dict(zip(graph.named(chosen), [values[at] for at in chosen]))


@implements(local("nodes"), undirected(), multigraph=False)
def triangles(G: Graph, nodes: Any = None) -> Any:
    return _answer(G, nodes, (twice_triangles(G) // 2).tolist())


def _quotients(over: np.ndarray, under: np.ndarray) -> list[Any]:
    """networkx has the integer 0 where nothing is divided."""
    found = np.divide(over, under, out=np.zeros(over.size), where=over != 0)
    return [value or 0 for value in found.tolist()]


def _directed(graph: Graph) -> tuple[np.ndarray, np.ndarray]:
    """Directed triangles of each vertex, and the pairs that could be in one."""
    loopless = graph.pattern.select("offdiag").dup(np.int64)
    reverse = loopless.T
    both = loopless.ewise_add(reverse, "plus")
    # A pair of neighbours counts once for each edge from the vertex, between them, and back.
    closed = both.mxm(both, "plus_times", mask=both.S).ewise_mult(both, "times").reduce_rows().to_dense()
    degrees = loopless.reduce_rows().to_dense() + reverse.reduce_rows().to_dense()
    mutual = loopless.ewise_mult(reverse, "times").reduce_rows().to_dense()
    return closed.astype(np.int64), (degrees * (degrees - 1) - 2 * mutual).astype(np.int64)


def _weighted(graph: Graph, weight: str) -> list[Any]:
    """The geometric mean of the weights of a triangle's edges in the place of its number."""
    weights = graph.summed(weight).astype(np.float64)
    most = weights.max() if weights.size else 1
    if not most > 0:
        raise NotImplementedError("no weight is above 0")
    roots = graph.matrix(np.cbrt(weights / most)).select("offdiag")
    if graph.is_directed():
        _, pairs = _directed(graph)
        roots, pairs = roots.ewise_add(roots.T, "plus"), pairs * 2
    else:
        degrees = _simple_degrees(graph)
        pairs = degrees * (degrees - 1)
    closed = roots.mxm(roots, "plus_times", transpose_other=True, mask=roots.S).ewise_mult(roots, "times")
    return _quotients(closed.reduce_rows().to_dense(), pairs)


def _coefficients(graph: Graph, weight: str | None) -> list[Any]:
    if weight is not None:
        return _weighted(graph, weight)
    if graph.is_directed():
        closed, pairs = _directed(graph)
        return _quotients(closed, pairs * 2)
    degrees = _simple_degrees(graph)
    return _quotients(twice_triangles(graph), degrees * (degrees - 1))


@implements(local("nodes"), named())
def clustering(G: Graph, nodes: Any = None, weight: Any = None) -> Any:
    return _answer(G, nodes, _coefficients(G, weight))


@implements(local("nodes"), named())
def average_clustering(G: Graph, nodes: Any = None, weight: Any = None, count_zeros: bool = True) -> float:
    found = _answer(G, nodes, _coefficients(G, weight))
    if not isinstance(found, dict) or not found:
        raise Leave
    values = [value for value in found.values() if count_zeros or abs(value) > 0]
    return sum(values) / len(values)


@implements("search", undirected())
def transitivity(G: Graph) -> float:
    degrees = _simple_degrees(G)
    closed, pairs = int(twice_triangles(G).sum()), int((degrees * (degrees - 1)).sum())
    return closed / pairs if closed else 0


@implements(local("nodes"), undirected())
def generalized_degree(G: Graph, nodes: Any = None) -> Any:
    common = _common(G)
    offsets, columns = G.simple_pairs
    rows = np.repeat(np.arange(G.size), np.diff(offsets))
    keys = rows * G.size + columns
    found_rows, found_columns, values = common.to_coo()
    counts = looked_up((found_rows * np.uint64(G.size) + found_columns).astype(np.int64), values, keys).tolist()
    ends = offsets.tolist()
    chosen = range(G.size) if nodes is None else G.bunch(nodes)
    one = None if nodes is None else G.find(nodes)
    if one is not None:
        return Counter(counts[ends[one]:ends[one + 1]])
    return {G.name(at): Counter(counts[ends[at]:ends[at + 1]]) for at in chosen}


@implements(local("nodes", "pairs"), undirected())
def square_clustering(G: Graph, nodes: Any = None) -> Any:
    simple = G.simple
    # Numbers of common neighbours, of neighbours and of others alike.
    ones = simple.dup(np.int64)
    paths = ones.mxm(ones, "plus_times").select("offdiag")
    squares = (paths.ewise_mult(paths.apply("minus", right=1), "times").reduce_rows().to_dense() // 2).astype(np.int64)
    degrees = _simple_degrees(G)
    around = np.asarray(ones.mxv(Vector.from_dense(degrees), "plus_times").to_dense(), np.int64)
    corners = degrees - 1
    possible = around * corners - degrees * corners - twice_triangles(G) - squares
    able = (degrees > 1) & (possible > 0)
    quotients = np.divide(squares, possible, out=np.zeros(G.size), where=able)
    values = [value if positive else 0 for value, positive in zip(quotients.tolist(), able.tolist())]
    return _answer(G, nodes, values)
