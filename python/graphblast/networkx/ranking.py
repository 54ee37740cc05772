"""PageRank, hubs and authorities, eigenvector and Katz centrality, and votes."""

from __future__ import annotations

import math
from typing import Any

import networkx as nx
import numpy as np

from .. import algorithms
from ..matrix import Matrix
from ..vector import Vector
from .graph import Graph, Leave
from .registry import implements, most, named


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


_MOST_STEPS = 2000


@implements("iterations", lambda a: None if a["normalized"] is True and a["max_iter"] >= 100 else "these limits are not implemented",
            note="Found by power iterations; where several parts of a graph may share the largest singular value, networkx runs.")
def hits(G: Graph, max_iter: int = 100, tol: float = 1e-8, nstart: Any = None,
         normalized: bool = True) -> tuple[dict[Any, float], dict[Any, float]]:
    if G.size < 3 or not G.columns.size:
        raise NotImplementedError("fewer than three vertices, or no edge")
    weights = G.summed("weight").astype(np.float64)
    if not weights.min() > 0 or not _is_one_part(G):
        raise NotImplementedError("the largest singular value may belong to several vectors")
    hubs = G.matrix(weights)
    back = hubs.T
    found = np.full(G.size, 1.0 / G.size)
    for _ in range(_MOST_STEPS):
        last = found
        outward = hubs.mxv(Vector.from_dense(last), "plus_times").to_dense()
        found = back.mxv(Vector.from_dense(outward), "plus_times").to_dense()
        found = found / found.sum()
        if np.abs(found - last).max() < 1e-14:
            outward = hubs.mxv(Vector.from_dense(found), "plus_times").to_dense()
            return G.mapping(outward / outward.sum()), G.mapping(found)
    raise NotImplementedError("the iterations converge too slowly")


def _is_one_part(graph: Graph) -> bool:
    """Whether hubs and authorities, each vertex once as either, are connected but for those without edges."""
    size = graph.size
    rows, columns = graph.rows.astype(np.int64), graph.columns.astype(np.int64) + size
    both = Matrix.from_coo(np.concatenate((rows, columns)), np.concatenate((columns, rows)), True, (2 * size, 2 * size))
    labels = algorithms.connected_components(both, check=False).to_dense()
    return bool((labels[rows] == labels[rows[0]]).all())


@implements("pairs", named(), most("G", 5_000))
def google_matrix(G: Graph, alpha: float = 0.85, personalization: Any = None, nodelist: Any = None,
                  weight: str | None = "weight", dangling: Any = None) -> np.ndarray:
    if nodelist is not None or not G.size:
        raise NotImplementedError("no nodes, or an order of its own")
    steps = np.zeros((G.size, G.size))
    steps[G.rows, G.columns] = G.summed(weight)
    start = np.full(G.size, 1.0 / G.size) if personalization is None else _shares(G, personalization)
    sinks = steps.sum(axis=1) == 0
    steps[sinks] = start if dangling is None else G.vector(dangling) / G.vector(dangling).sum()
    steps /= steps.sum(axis=1)[:, np.newaxis]
    return alpha * steps + (1 - alpha) * start


@implements("iterations")
def voterank(G: Graph, number_of_nodes: Any = None) -> list[Any]:
    if not G.size:
        return []
    most_chosen = G.size if number_of_nodes is None or number_of_nodes > G.size else number_of_nodes
    average = (G.out_degrees() if G.is_directed() else G.degrees()).sum() / G.size
    # Each edge in networkx' order, which the sums keep, in the direction of the vote.
    places = np.flatnonzero(G.once)
    to, by = G.rows[places].astype(np.int64), G.columns[places].astype(np.int64)
    if not G.is_directed():
        to, by = np.column_stack((to, by)).ravel(), np.column_stack((by, to)).ravel()
    ability = np.ones(G.size)
    chosen: list[int] = []
    for _ in range(most_chosen):
        votes = np.bincount(to, ability[by], G.size)
        votes[chosen] = 0
        best = int(votes.argmax())
        if votes[best] == 0:
            break
        chosen.append(best)
        ability[best] = 0
        neighbours = G.columns[G.offsets[best]:G.offsets[best + 1]]
        ability[neighbours] = np.maximum(ability[neighbours] - 1 / average, 0)
    return G.named(chosen)
