"""Betweenness, closeness and harmonic centrality."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import algorithms
from .._settings import Settings
from ..matrix import Matrix
from . import brandes, search
from .graph import Graph
from .registry import Reason, given, implements

# Betweenness keeps three numbers for each source and vertex. On a GPU few large products are fastest. On the CPU those of eight
# sources are, whose bits are a byte for each vertex; below 16,000 vertices larger ones save calls.
_GPU_CELLS, _CPU_CELLS, _CPU_SOURCES = 2**26, 2**17, 8

# Up to so many vertices, dependencies are summed as networkx sums them; the algorithm for larger graphs differs in the last
# digits.
_SMALL = 1000


def _sampled(graph: Graph, k: Any, seed: Any) -> np.ndarray:
    """The sources, those that networkx draws."""
    if k is None:
        return np.arange(graph.size)
    return np.array(seed.sample(range(graph.size), k), np.int64)


def _summed(graph: Graph, sources: np.ndarray) -> np.ndarray:
    if graph.size <= _SMALL:
        return brandes.dependencies(graph, sources)[0]
    found = np.zeros(graph.size)
    for batch in _batches(sources, graph.size):
        found += algorithms.betweenness(graph.pattern, batch).to_dense()
    return found


def _batches(sources: np.ndarray, size: int) -> Iterator[np.ndarray]:
    if Settings().gpu is not None:
        return search.batches(sources, size, _GPU_CELLS)
    return search.batches(sources, size, _CPU_CELLS, _CPU_SOURCES)


def _endpoints(graph: Graph, sources: np.ndarray) -> np.ndarray:
    """How often each vertex is the end of a pair of which one is a source and reaches the other."""
    found = np.zeros(graph.size)
    first = 0
    for batch in search.batches(sources, graph.size):
        for distance, front in enumerate(search.fronts(graph.pattern, batch)):
            if distance == 0:
                continue
            counts = front.dup(np.int64)
            rows, starts = counts.reduce_rows().to_coo()
            found[sources[first:first + batch.size][rows.astype(np.int64)]] += starts
            columns, ends = counts.reduce_columns().to_coo()
            found[columns.astype(np.int64)] += ends
        first += batch.size
    return found


def _scale(found: np.ndarray, size: int, normalized: bool, directed: bool, endpoints: bool = True,
           sources: np.ndarray | None = None) -> np.ndarray:
    """networkx' scale: by the pairs that count, or for a sample of sources, by those of all vertices."""
    pairs = size if endpoints else size - 1
    if pairs < 2:
        return found
    drawn = pairs if sources is None else sources.size
    both = 1 if directed else 2
    if normalized:
        factor = 1 / (drawn * (pairs - 1))
    else:
        factor = pairs / (drawn * both)
    scaled = found * factor
    if sources is not None and not endpoints:
        # A source is no end of the pairs that begin at itself.
        if drawn == 1:
            scaled[sources] = math.nan
        elif normalized:
            scaled[sources] = found[sources] * (1 / ((drawn - 1) * (pairs - 1)))
        else:
            scaled[sources] = found[sources] * (pairs / ((drawn - 1) * both))
    return scaled


@implements("pairs", given("weight", None), multigraph=False)
def betweenness_centrality(G: Graph, k: Any = None, normalized: bool = True, weight: Any = None,
                           endpoints: bool = False, seed: Any = None) -> dict[Any, float]:
    if k == G.size:
        k = None
    sources = _sampled(G, k, seed)
    found = _summed(G, sources) if sources.size else np.zeros(G.size)
    if endpoints:
        found += _endpoints(G, sources)
    return G.mapping(_scale(found, G.size, normalized, G.is_directed(), endpoints, None if k is None else sources))


def _by_edge(graph: Graph, along: Matrix | None) -> tuple[list[tuple[Any, Any]], np.ndarray]:
    """The edges as networkx lists them, and the value of each, of both directions of an undirected one."""
    assert along is not None
    values = graph.at_entries(along)
    if graph.is_directed():
        return graph.listed_edges, values
    return graph.listed_edges, (values + graph.at_entries(along.T))[graph.once]


@implements("pairs", given("weight", None))
def edge_betweenness_centrality(G: Graph, k: Any = None, normalized: bool = True, weight: Any = None,
                                seed: Any = None) -> dict[Any, float]:
    sources = _sampled(G, k, seed)
    along = brandes.dependencies(G, sources, edges=True)[1]
    edges, values = _by_edge(G, along)
    # Ends are always counted here.
    scaled = _scale(values, G.size, normalized, G.is_directed(), sources=None if k is None else sources)
    return dict(zip(edges, scaled.tolist()))


def _distinct(parameter: str) -> Reason:
    def reason(arguments: dict[str, Any]) -> str | None:
        value = arguments[parameter]
        is_plain = isinstance(value, (list, tuple, set, range)) and len(set(value)) == len(value)
        return None if is_plain else f"{parameter} is no sequence of distinct nodes"
    return reason


def _two_sets(graph: Graph, sources: Any, targets: Any) -> tuple[np.ndarray, np.ndarray]:
    ends = [at for at in map(graph.find, targets) if at is not None]
    return np.array([graph.position(node) for node in sources], np.int64), np.array(ends, np.int64)


@implements("pairs", given("weight", None), _distinct("sources"), _distinct("targets"))
def betweenness_centrality_subset(G: Graph, sources: Any, targets: Any, normalized: bool = False,
                                  weight: Any = None) -> dict[Any, float]:
    starts, ends = _two_sets(G, sources, targets)
    found = brandes.dependencies(G, starts, targets=ends)[0]
    return G.mapping(_scale(found, G.size, normalized, G.is_directed(), False))


@implements("pairs", given("distance", None), multigraph=True)
def harmonic_centrality(G: Graph, nbunch: Any = None, distance: Any = None, sources: Any = None) -> dict[Any, Any]:
    targets = np.unique(np.array(G.bunch(nbunch), np.int64))
    starts = np.unique(np.array(G.bunch(sources), np.int64))
    found = np.zeros(G.size)
    if starts.size == G.size:
        found[targets] = search.sums(G.transposed, targets).inverses
    else:
        for batch in search.batches(starts, G.size):
            for steps, front in enumerate(search.fronts(G.pattern, batch)):
                if steps:
                    columns, counts = front.dup(np.int64).reduce_columns().to_coo()
                    found[columns.astype(np.int64)] += counts / steps
    # networkx has the integer 0 where nothing was added.
    values = [value or 0 for value in found[targets].tolist()]
    return dict(zip(G.named(targets), values))
