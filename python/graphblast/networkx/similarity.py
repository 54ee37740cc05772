"""Similarities of pairs of nodes, by the neighbours that they have in common."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..matrix import Matrix
from . import search
from .graph import Graph, Leave, looked_up
from .registry import implements, undirected


def _pairs(graph: Graph, ebunch: Any) -> tuple[np.ndarray, np.ndarray]:
    ends = [(graph.position(u), graph.position(v)) for u, v in ebunch]
    both = np.array(ends, np.int64).reshape(-1, 2)
    return both[:, 0], both[:, 1]


def _is_listed(arguments: dict[str, Any]) -> str | None:
    if isinstance(arguments["ebunch"], (list, tuple, set)):
        return None
    return "pairs are implemented where they are a list, a tuple or a set"


def _by_number(arguments: dict[str, Any]) -> str:
    """The cost: networkx looks at the neighbours of the given pairs alone."""
    return "search" if len(arguments["ebunch"]) >= 10_000 else "light"


def _between(graph: Graph, first: np.ndarray, second: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """For each pair the number of common neighbours, neither of the two, or the sum of their weights."""
    wanted = Matrix.from_coo(first, second, True, (graph.size, graph.size), dup="lor")
    left = graph.simple.dup(np.int64 if weights is None else np.float64)
    if weights is not None:
        offsets, columns = graph.simple_pairs
        left = Matrix.from_csr(offsets, columns, weights[columns], (graph.size, graph.size), check=False)
    rows, columns, values = left.mxm(graph.simple.dup(left.dtype), "plus_times", transpose_other=True,
                                     mask=wanted.S).to_coo()
    keys = (rows * np.uint64(graph.size) + columns).astype(np.int64)
    return looked_up(keys, values, first * graph.size + second)


def _predicted(ebunch: Any, values: list[Any]) -> Iterator[tuple[Any, Any, Any]]:
    return iter([(u, v, value) for (u, v), value in zip(ebunch, values)])


def _without(graph: Graph, first: np.ndarray, second: np.ndarray) -> None:
    """networkx' own rules for a vertex with itself, or with a loop, are networkx' to apply."""
    if (first == second).any() or graph.loops.any():
        raise NotImplementedError("loops, or a pair of a node with itself")


@implements(_by_number, undirected(), _is_listed)
def jaccard_coefficient(G: Graph, ebunch: Any = None) -> Iterator[tuple[Any, Any, Any]]:
    first, second = _pairs(G, ebunch)
    _without(G, first, second)
    shared, degrees = _between(G, first, second), G.out_counts
    union = degrees[first] + degrees[second] - shared
    quotients = np.divide(shared, union, out=np.zeros(shared.size), where=union != 0).tolist()
    return _predicted(ebunch, [value if all_ else 0 for value, all_ in zip(quotients, union.tolist())])


def _weighed(graph: Graph, ebunch: Any, weigh: Callable[[np.ndarray], np.ndarray]) -> Iterator[tuple[Any, Any, Any]]:
    first, second = _pairs(graph, ebunch)
    _without(graph, first, second)
    degrees = graph.out_counts.astype(np.float64)
    weights = np.zeros(graph.size)
    weights[degrees > 1] = weigh(degrees[degrees > 1])
    return _predicted(ebunch, [value or 0 for value in _between(graph, first, second, weights).tolist()])


@implements(_by_number, undirected(), _is_listed)
def adamic_adar_index(G: Graph, ebunch: Any = None) -> Iterator[tuple[Any, Any, Any]]:
    return _weighed(G, ebunch, lambda degrees: 1 / np.array([math.log(degree) for degree in degrees.tolist()]))


@implements(_by_number, undirected(), _is_listed)
def resource_allocation_index(G: Graph, ebunch: Any = None) -> Iterator[tuple[Any, Any, Any]]:
    return _weighed(G, ebunch, lambda degrees: 1 / degrees)


@implements(_by_number, undirected(), _is_listed)
def preferential_attachment(G: Graph, ebunch: Any = None) -> Iterator[tuple[Any, Any, Any]]:
    first, second = _pairs(G, ebunch)
    degrees = G.degrees()
    return _predicted(ebunch, (degrees[first] * degrees[second]).tolist())


def _is_community(arguments: dict[str, Any]) -> str | None:
    return None if isinstance(arguments["community"], str) else "community is no name of an attribute"


def _communities(graph: Graph, community: str) -> np.ndarray:
    """A number for each node's community; networkx refuses those that have none."""
    values = graph.node_values(community)
    if any(value is None for value in values):
        raise Leave
    try:
        kinds: dict[Any, int] = {}
        return np.array([kinds.setdefault(value, len(kinds)) for value in values], np.int64)
    except TypeError:
        raise NotImplementedError("communities that have no hash") from None


def _inside(graph: Graph, first: np.ndarray, second: np.ndarray, group: np.ndarray,
            weights: np.ndarray | None = None) -> np.ndarray:
    """`_between`, of neighbours in the community of the first alone."""
    found = np.zeros(first.size)
    for kind in np.unique(group[first]).tolist():
        chosen = group[first] == kind
        own = (group == kind).astype(np.float64) if weights is None else np.where(group == kind, weights, 0)
        found[chosen] = _between(graph, first[chosen], second[chosen], own)
    return found


@implements(_by_number, undirected(), _is_listed, _is_community)
def cn_soundarajan_hopcroft(G: Graph, ebunch: Any = None, community: Any = "community") -> Iterator[tuple[Any, Any, Any]]:
    first, second = _pairs(G, ebunch)
    _without(G, first, second)
    group = _communities(G, community)
    same = np.where(group[first] == group[second], _inside(G, first, second, group), 0)
    return _predicted(ebunch, (_between(G, first, second) + same.astype(np.int64)).tolist())


@implements(_by_number, undirected(), _is_listed, _is_community)
def ra_index_soundarajan_hopcroft(G: Graph, ebunch: Any = None, community: Any = "community") -> Iterator[tuple[Any, Any, Any]]:
    first, second = _pairs(G, ebunch)
    _without(G, first, second)
    group = _communities(G, community)
    weights = np.divide(1.0, G.out_counts, out=np.zeros(G.size), where=G.out_counts > 0)
    same = np.where(group[first] == group[second], _inside(G, first, second, group, weights), 0)
    return _predicted(ebunch, [value or 0 for value in same.tolist()])


@implements(_by_number, undirected(), _is_listed, _is_community)
def within_inter_cluster(G: Graph, ebunch: Any = None, delta: float = 0.001,
                         community: Any = "community") -> Iterator[tuple[Any, Any, Any]]:
    if delta <= 0:
        raise Leave
    first, second = _pairs(G, ebunch)
    _without(G, first, second)
    group = _communities(G, community)
    within = _inside(G, first, second, group)
    values = within / (_between(G, first, second) - within + delta)
    alike = (group[first] == group[second]).tolist()
    return _predicted(ebunch, [value if same else 0 for value, same in zip(values.tolist(), alike)])


@implements(_by_number, undirected(), _is_listed, lambda a: None if a["alpha"] != 1 else "alpha of 1 is not implemented")
def common_neighbor_centrality(G: Graph, ebunch: Any = None, alpha: float = 0.8) -> Iterator[tuple[Any, Any, Any]]:
    first, second = _pairs(G, ebunch)
    _without(G, first, second)
    shared = _between(G, first, second)
    lengths = np.full(first.size, np.inf)
    for source in np.unique(first).tolist():
        chosen = first == source
        steps = np.full(G.size, np.inf)
        vertices, found = search.levels(G.pattern, source)
        steps[vertices] = found
        lengths[chosen] = steps[second[chosen]]
    return _predicted(ebunch, (alpha * shared + (1 - alpha) * G.size / lengths).tolist())
