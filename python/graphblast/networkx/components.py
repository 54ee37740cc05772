"""Connected, weakly and strongly connected components.

The order in which networkx lists strong components is that of a depth-first search, so these are counted alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import algorithms
from . import search
from .graph import Graph, Leave
from .registry import directed, implements, undirected


def labels(graph: Graph) -> np.ndarray:
    """The smallest vertex of each one's component, along edges in either direction."""
    if not graph.size:
        return np.zeros(0, np.int64)
    matrix = graph.simple if graph.is_directed() else graph.pattern
    return algorithms.connected_components(matrix, check=False).to_dense().astype(np.int64)


def strong_labels(graph: Graph) -> np.ndarray:
    if not graph.size:
        return np.zeros(0, np.int64)
    return algorithms.strong_components(graph.pattern).to_dense().astype(np.int64)


def grouped(found: np.ndarray) -> list[np.ndarray]:
    """The vertices of each label, the smallest label first."""
    order = np.argsort(found, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(found[order])) + 1) if found.size else []


def _sets(graph: Graph, found: np.ndarray) -> Iterator[set[Any]]:
    return iter([set(graph.named(part)) for part in grouped(found)])


def _count(found: np.ndarray) -> int:
    return int(np.unique(found).size)


def _is_one(graph: Graph, found: np.ndarray) -> bool:
    return bool((found == found[0]).all())


def _refuse_null(graph: Graph) -> None:
    if not graph.size:
        raise Leave


@implements("search", undirected(), multigraph=True)
def connected_components(G: Graph) -> Iterator[set[Any]]:
    return _sets(G, labels(G))


@implements("search", undirected(), multigraph=True)
def number_connected_components(G: Graph) -> int:
    return _count(labels(G))


@implements("search", undirected(), multigraph=True)
def is_connected(G: Graph) -> bool:
    _refuse_null(G)
    return _is_one(G, labels(G))


@implements("search", undirected(), multigraph=True)
def node_connected_component(G: Graph, n: Any) -> set[Any]:
    return set(G.named(search.levels(G.pattern, G.position(n))[0]))


@implements("search", directed(), multigraph=True)
def weakly_connected_components(G: Graph) -> Iterator[set[Any]]:
    return _sets(G, labels(G))


@implements("search", directed(), multigraph=True)
def number_weakly_connected_components(G: Graph) -> int:
    return _count(labels(G))


@implements("search", directed(), multigraph=True)
def is_weakly_connected(G: Graph) -> bool:
    _refuse_null(G)
    return _is_one(G, labels(G))


@implements("search", directed(), multigraph=True)
def number_strongly_connected_components(G: Graph) -> int:
    return _count(strong_labels(G))


@implements("search", directed(), multigraph=True)
def is_strongly_connected(G: Graph) -> bool:
    _refuse_null(G)
    return _is_one(G, strong_labels(G))


def _attracting(graph: Graph) -> list[np.ndarray]:
    """The strong components without edges to others."""
    found = strong_labels(graph)
    leaves = np.zeros(graph.size, bool)
    leaves[found[graph.rows[found[graph.rows] != found[graph.columns]]]] = True
    return [part for part in grouped(found) if not leaves[part[0]]]


@implements("search", directed(), multigraph=True)
def number_attracting_components(G: Graph) -> int:
    return len(_attracting(G))


@implements("search", directed(), multigraph=True)
def is_attracting_component(G: Graph) -> bool:
    found = _attracting(G)
    return len(found) == 1 and found[0].size == G.size
