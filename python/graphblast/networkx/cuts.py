"""Cuts, boundaries, and how well a partition fits a graph."""

from __future__ import annotations

from typing import Any

import numpy as np

from .graph import Graph, Leave
from .registry import Reason, implements, named


def _plain(*parameters: str) -> Reason:
    """A reason against groups that can be gone through once only, or that hold a node twice."""
    def reason(arguments: dict[str, Any]) -> str | None:
        for parameter in parameters:
            value = arguments[parameter]
            if value is None:
                continue
            if not isinstance(value, (list, tuple, set, frozenset, range)) or len(set(value)) != len(value):
                return f"{parameter} is no list, tuple or set of distinct nodes"
            if value in arguments["G"]:
                return f"{parameter} is itself a node"
        return None
    return reason


def _mask(graph: Graph, nodes: Any) -> np.ndarray:
    found = np.zeros(graph.size, bool)
    found[[at for at in map(graph.find, nodes) if at is not None]] = True
    return found


def _number(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _between(graph: Graph, first: np.ndarray, second: np.ndarray, weight: str | None) -> Any:
    """The sum over networkx' edge_boundary of two groups."""
    rows, columns = graph.rows, graph.columns
    if graph.is_directed():
        along = first[rows] & second[columns]
        # Edges from the first group whose other end is in it, and that begin in the second, count as well.
        along |= first[rows] & first[columns] & second[rows]
    else:
        touched = first[rows] | first[columns]
        along = touched & ((first[rows] & second[columns]) | (first[columns] & second[rows])) & graph.once
    return _number(graph.summed(weight)[along].sum())


def _rest(graph: Graph, first: np.ndarray, T: Any) -> np.ndarray:
    return ~first if T is None else _mask(graph, T)


def _cut(graph: Graph, S: Any, T: Any, weight: Any) -> Any:
    first = _mask(graph, S)
    second = _rest(graph, first, T)
    size = _between(graph, first, second, weight)
    return size + _between(graph, second, first, weight) if graph.is_directed() else size


def _volume(graph: Graph, chosen: np.ndarray, weight: Any) -> Any:
    degrees = graph.out_degrees(weight) if graph.is_directed() else graph.degrees(weight)
    return _number(degrees[chosen].sum())


def _integers(graph: Graph, weight: Any) -> None:
    if weight is not None and graph.column(weight).is_mixed:
        raise NotImplementedError("some weights are integers, others floating-point numbers")


def _parted(arguments: dict[str, Any]) -> str | None:
    """networkx itself raises an error for a directed cut with one group alone."""
    directed = arguments["G"].is_directed()
    return "directed graphs with one group are not implemented" if directed and arguments["T"] is None else None


@implements("light", named(), _plain("S", "T"), _parted, multigraph=True)
def cut_size(G: Graph, S: Any, T: Any = None, weight: Any = None) -> Any:
    _integers(G, weight)
    size = _cut(G, S, T, weight)
    return size or 0


@implements("light", named(), _plain("S"), multigraph=True)
def volume(G: Graph, S: Any, weight: Any = None) -> Any:
    _integers(G, weight)
    return _volume(G, _mask(G, S), weight) or 0


def _volumes(graph: Graph, S: Any, T: Any, weight: Any) -> tuple[Any, Any]:
    first = _mask(graph, S)
    return _volume(graph, first, weight), _volume(graph, _rest(graph, first, T), weight)


@implements("light", named(), _plain("S", "T"), multigraph=True)
def normalized_cut_size(G: Graph, S: Any, T: Any = None, weight: Any = None) -> float:
    first, second = _volumes(G, S, T, weight)
    if not first or not second:
        raise Leave
    return _cut(G, S, T, weight) * (1 / first + 1 / second)


@implements("light", named(), _plain("S", "T"), multigraph=True)
def conductance(G: Graph, S: Any, T: Any = None, weight: Any = None) -> float:
    least = min(_volumes(G, S, T, weight))
    if not least:
        raise Leave
    return _cut(G, S, T, weight) / least


@implements("light", named(), _plain("S", "T"), multigraph=True)
def edge_expansion(G: Graph, S: Any, T: Any = None, weight: Any = None) -> float:
    least = min(len(S), int((~_mask(G, S)).sum()) if T is None else len(T))
    if not least:
        raise Leave
    return _cut(G, S, T, weight) / least


@implements("light", named(), _plain("S", "T"), _parted, multigraph=True)
def mixing_expansion(G: Graph, S: Any, T: Any = None, weight: Any = None) -> float:
    edges = G.number_of_edges()
    if not edges:
        raise Leave
    return _cut(G, S, T, weight) / (2 * edges)


def _around(graph: Graph, inside: np.ndarray) -> np.ndarray:
    """Which vertices have an edge from one inside."""
    found = np.zeros(graph.size, bool)
    found[graph.columns[inside[graph.rows]]] = True
    return found


@implements("light", _plain("S"), multigraph=True)
def node_expansion(G: Graph, S: Any) -> float:
    if not len(S) or any(node not in G for node in S):
        raise Leave
    return int(_around(G, _mask(G, S)).sum()) / len(S)


@implements("light", _plain("S"), multigraph=True)
def boundary_expansion(G: Graph, S: Any) -> float:
    if not len(S):
        raise Leave
    inside = _mask(G, S)
    return int((_around(G, inside) & ~inside).sum()) / len(S)


@implements("light", _plain("nbunch1", "nbunch2"), multigraph=True)
def node_boundary(G: Graph, nbunch1: Any, nbunch2: Any = None) -> set[Any]:
    inside = _mask(G, nbunch1)
    found = _around(G, inside) & ~inside
    if nbunch2 is not None:
        found &= _mask(G, nbunch2)
    return set(G.named(np.flatnonzero(found)))


@implements("light", _plain("nbunch"), multigraph=True)
def is_dominating_set(G: Graph, nbunch: Any) -> bool:
    inside = _mask(G, nbunch)
    return bool((_around(G, inside) | inside).all())


# ---- partitions

def _listed(parameter: str) -> Reason:
    def reason(arguments: dict[str, Any]) -> str | None:
        value = arguments[parameter]
        plain = isinstance(value, (list, tuple)) and all(isinstance(part, (list, tuple, set, frozenset)) for part in value)
        return None if plain else f"{parameter} is no list of groups"
    return reason


def _numbered(graph: Graph, parts: Any) -> np.ndarray | None:
    """The number of each vertex' group; None where the groups are no partition."""
    found = np.full(graph.size, -1, np.int64)
    total = 0
    for number, part in enumerate(parts):
        found[[at for at in map(graph.find, part) if at is not None]] = number
        total += len(part)
    return found if total == graph.size and (found >= 0).all() else None


@implements("light", _listed("communities"), multigraph=True)
def is_partition(G: Graph, communities: Any) -> bool:
    return _numbered(G, communities) is not None


@implements("search", _listed("communities"), named(), multigraph=True)
def modularity(G: Graph, communities: Any, weight: Any = "weight", resolution: float = 1) -> float:
    group = _numbered(G, communities)
    if group is None or not G.columns.size:
        raise Leave
    values, count = G.summed(weight), len(communities)
    inside = (group[G.rows] == group[G.columns]) & G.once
    within = np.bincount(group[G.rows[inside]], values[inside], count)
    starts = np.bincount(group, G.out_degrees(weight) if G.is_directed() else G.degrees(weight), count)
    ends = np.bincount(group, G.in_degrees(weight), count) if G.is_directed() else starts
    total = float(starts.sum())
    edges = total if G.is_directed() else total / 2
    if not edges:
        raise Leave
    return float((within / edges - resolution * starts * ends / total**2).sum())


@implements("light", _listed("partition"), multigraph=True)
def intra_community_edges(G: Graph, partition: Any) -> int:
    group = _numbered(G, partition)
    if group is None:
        raise NotImplementedError("groups that are no partition")
    return int(G.multiplicity[(group[G.rows] == group[G.columns]) & G.once].sum())


@implements("light", _listed("partition"))
def inter_community_edges(G: Graph, partition: Any) -> int:
    group = _numbered(G, partition)
    if group is None or any(not len(part) for part in partition):
        raise Leave
    return int(G.multiplicity[(group[G.rows] != group[G.columns]) & G.once].sum())
