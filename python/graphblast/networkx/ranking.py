"""PageRank, eigenvector and Katz centrality."""

from __future__ import annotations

import math
from typing import Any

import networkx as nx
import numpy as np

from ..matrix import Matrix
from ..vector import Vector
from .graph import Graph, Leave
from .registry import implements, named


def _shares(graph: Graph, given: Any) -> np.ndarray:
    """The values of a dictionary by nodes, divided by their sum."""
    values = graph.vector(given)
    if values.sum() == 0:
        raise ZeroDivisionError
    return values / values.sum()


@implements("iterations", named(), multigraph=True)
def pagerank(G: Graph, alpha: float = 0.85, personalization: Any = None, max_iter: int = 100, tol: float = 1e-6,
             nstart: Any = None, weight: str | None = "weight", dangling: Any = None) -> dict[Any, float]:
    size = G.size
    if not size:
        return {}
    weights = G.summed(weight).astype(np.float64)
    sums = G.summed_rows(weights)
    sinks = np.flatnonzero(sums == 0)
    inverse = np.divide(1.0, sums, out=np.zeros(size), where=sums != 0)
    same = np.full(size, 1.0 / size)
    ranks = same if nstart is None else G.vector(nstart) / G.vector(nstart).sum()
    start = same if personalization is None else _shares(G, personalization)
    rest = start if dangling is None else G.vector(dangling) / G.vector(dangling).sum()
    incoming = _incoming(G, weights)
    ring = "plus_second" if incoming.dtype == np.bool_ else "plus_times"
    for _ in range(max_iter):
        last = ranks
        moved = incoming.mxv(Vector.from_dense(last * inverse), ring).to_dense()
        ranks = alpha * (moved + last[sinks].sum() * rest) + (1 - alpha) * start
        if np.abs(ranks - last).sum() < size * tol:
            return G.mapping(ranks)
    raise nx.PowerIterationFailedConvergence(max_iter)


def _incoming(graph: Graph, weights: np.ndarray) -> Matrix:
    """The transpose of the matrix of weights; of its pattern where all are 1."""
    if not weights.size or (weights == 1).all():
        return graph.transposed
    matrix = graph.matrix(weights)
    return matrix.T if graph.is_directed() else matrix


@implements("iterations", named())
def eigenvector_centrality(G: Graph, max_iter: int = 100, tol: float = 1e-6, nstart: Any = None,
                           weight: str | None = None) -> dict[Any, float]:
    size = G.size
    if not size:
        raise Leave
    if nstart is not None and set(nstart) != set(G.nodes):
        raise NotImplementedError("a start of other nodes")
    found = np.ones(size) if nstart is None else G.vector(nstart)
    if not found.any():
        raise Leave
    found = found / found.sum()
    incoming = _incoming(G, G.summed(weight or None).astype(np.float64))
    ring = "plus_second" if incoming.dtype == np.bool_ else "plus_times"
    for _ in range(max_iter):
        last = found
        found = last + incoming.mxv(Vector.from_dense(last), ring).to_dense()
        found = found / (math.sqrt(float(found @ found)) or 1)
        if np.abs(found - last).sum() < size * tol:
            return G.mapping(found)
    raise nx.PowerIterationFailedConvergence(max_iter)


@implements("iterations", named())
def katz_centrality(G: Graph, alpha: float = 0.1, beta: Any = 1.0, max_iter: int = 1000, tol: float = 1e-6,
                    nstart: Any = None, normalized: bool = True, weight: str | None = None) -> dict[Any, float]:
    size = G.size
    if not size:
        return {}
    try:
        added = np.full(size, float(beta))
    except (TypeError, ValueError, AttributeError) as error:
        if set(beta) != set(G.nodes):
            raise Leave
        added = G.vector(beta)
    if nstart is not None and set(nstart) != set(G.nodes):
        raise NotImplementedError("a start of other nodes")
    found = np.zeros(size) if nstart is None else G.vector(nstart)
    incoming = _incoming(G, G.summed(weight or None).astype(np.float64))
    ring = "plus_second" if incoming.dtype == np.bool_ else "plus_times"
    for _ in range(max_iter):
        last = found
        found = alpha * incoming.mxv(Vector.from_dense(last), ring).to_dense() + added
        if np.abs(found - last).sum() < size * tol:
            length = math.sqrt(float(found @ found)) if normalized else 1.0
            return G.mapping(found / length if length else found)
    raise nx.PowerIterationFailedConvergence(max_iter)
