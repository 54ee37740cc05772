"""How degrees and attributes of neighbours go together."""

from __future__ import annotations

import math
from typing import Any

import networkx as nx
import numpy as np

from .graph import Graph, Leave
from .registry import Reason, given, implements, named, undirected


def _kinds(*parameters: str) -> Reason:
    def reason(arguments: dict[str, Any]) -> str | None:
        allowed = ("in", "out") if arguments["G"].is_directed() else ("in", "out", "in+out")
        known = all(arguments[parameter] in allowed for parameter in parameters)
        return None if known else "these kinds of degrees are not implemented"
    return reason


def _degrees(graph: Graph, kind: str, weight: str | None = None) -> np.ndarray:
    if not graph.is_directed() or kind == "in+out":
        return graph.degrees(weight)
    return graph.in_degrees(weight) if kind == "in" else graph.out_degrees(weight)


def _ends(graph: Graph) -> tuple[np.ndarray, np.ndarray]:
    """Both ends of every edge in each direction that it goes; parallel edges once each."""
    return np.repeat(graph.rows, graph.multiplicity), np.repeat(graph.columns, graph.multiplicity)


def _correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Pearson's, as networkx has it of a matrix of pairs."""
    if not first.size:
        raise Leave
    x, y = first.astype(np.float64), second.astype(np.float64)
    mean_x, mean_y = x.mean(), y.mean()
    spread = math.sqrt(((x * x).mean() - mean_x**2) * ((y * y).mean() - mean_y**2))
    if not spread > 1e-9 * max(1.0, mean_x**2, mean_y**2):
        raise NotImplementedError("all degrees are the same, or almost")
    return float(((x * y).mean() - mean_x * mean_y) / spread)


@implements("search", named(), _kinds("x", "y"), given("nodes", None), multigraph=True)
def degree_assortativity_coefficient(G: Graph, x: str = "out", y: str = "in", weight: Any = None,
                                     nodes: Any = None) -> float:
    first, second = _ends(G)
    return _correlation(_degrees(G, x, weight)[first], _degrees(G, y, weight)[second])


@implements("search", named(), _kinds("x", "y"), given("nodes", None), multigraph=True)
def degree_pearson_correlation_coefficient(G: Graph, x: str = "out", y: str = "in", weight: Any = None,
                                           nodes: Any = None) -> float:
    first, second = _ends(G)
    if first.size < 3:
        raise NotImplementedError("fewer than three pairs")
    return _correlation(_degrees(G, x, weight)[first], _degrees(G, y, weight)[second])


@implements("search", named(), _kinds("source", "target"), given("nodes", None))
def average_neighbor_degree(G: Graph, source: str = "out", target: str = "out", nodes: Any = None,
                            weight: Any = None) -> dict[Any, float]:
    if not G.is_directed() and (source != "out" or target != "out"):
        raise Leave
    degrees, wanted = _degrees(G, source, weight), _degrees(G, target)
    values = G.summed(weight)
    if G.is_directed() and source == "in":
        sums = np.bincount(G.columns, values * wanted[G.rows], G.size)
    else:
        sums = np.bincount(G.rows, values * wanted[G.columns], G.size)
    return G.mapping(np.divide(sums, degrees, out=np.zeros(G.size), where=degrees != 0))


@implements("search", undirected(), named(), given("source", "in+out"), given("target", "in+out"), given("nodes", None))
def average_degree_connectivity(G: Graph, source: str = "in+out", target: str = "in+out", nodes: Any = None,
                                weight: Any = None) -> dict[int, Any]:
    degrees = G.degrees()
    sums = np.bincount(G.rows, G.summed(weight) * degrees[G.columns], G.size)
    kinds, first, which = np.unique(degrees, return_index=True, return_inverse=True)
    over = np.bincount(which, sums, kinds.size)
    under = np.bincount(which, G.degrees(weight), kinds.size)
    order = np.argsort(first, kind="stable")
    return {int(kinds[at]): float(over[at] / under[at]) if under[at] else 0 for at in order.tolist()}


def _mixed(first: list[Any], second: list[Any], normalized: bool) -> dict[Any, dict[Any, Any]]:
    """The numbers of pairs; keys come as networkx meets them."""
    names: dict[Any, int] = {}
    for pair in dict.fromkeys(zip(first, second)):
        for name in pair:
            names.setdefault(name, len(names))
    listed = list(names)
    left = np.fromiter(map(names.__getitem__, first), np.int64, len(first))
    right = np.fromiter(map(names.__getitem__, second), np.int64, len(second))
    keys, begins, counts = np.unique(left * len(listed) + right, return_index=True, return_counts=True)
    found: dict[Any, dict[Any, Any]] = {name: {} for name in listed}
    for at in np.argsort(begins, kind="stable").tolist():
        row, column = divmod(int(keys[at]), len(listed))
        count = int(counts[at])
        found[listed[row]][listed[column]] = count / float(len(first)) if normalized else count
    return found


def _hashable(values: list[Any]) -> list[Any]:
    try:
        hash(tuple(values))
    except TypeError:
        raise NotImplementedError("values of the attribute that have no hash") from None
    return values


@implements("search", given("nodes", None), multigraph=True)
def attribute_mixing_dict(G: Graph, attribute: Any, nodes: Any = None, normalized: bool = False) -> dict[Any, Any]:
    values = _hashable(G.node_values(attribute))
    first, second = _ends(G)
    return _mixed([values[at] for at in first.tolist()], [values[at] for at in second.tolist()], normalized)


@implements("search", named(), _kinds("x", "y"), given("nodes", None), multigraph=True)
def degree_mixing_dict(G: Graph, x: str = "out", y: str = "in", weight: Any = None, nodes: Any = None,
                       normalized: bool = False) -> dict[Any, Any]:
    first, second = _ends(G)
    return _mixed(_degrees(G, x, weight)[first].tolist(), _degrees(G, y, weight)[second].tolist(), normalized)


def _table(mixed: dict[Any, Any], normalized: bool) -> np.ndarray:
    table: np.ndarray = nx.utils.dict_to_numpy_array(mixed)
    return table / table.sum() if normalized else table


@implements("search", named(), _kinds("x", "y"), given("nodes", None), given("mapping", None), multigraph=True)
def degree_mixing_matrix(G: Graph, x: str = "out", y: str = "in", weight: Any = None, nodes: Any = None,
                         normalized: bool = True, mapping: Any = None) -> np.ndarray:
    return _table(degree_mixing_dict(G, x, y, weight), normalized)


@implements("search", given("nodes", None), given("mapping", None), multigraph=True)
def attribute_mixing_matrix(G: Graph, attribute: Any, nodes: Any = None, mapping: Any = None,
                            normalized: bool = True) -> np.ndarray:
    return _table(attribute_mixing_dict(G, attribute), normalized)


@implements("search", given("nodes", None), multigraph=True)
def attribute_assortativity_coefficient(G: Graph, attribute: Any, nodes: Any = None) -> float:
    values = _hashable(G.node_values(attribute))
    kinds: dict[Any, int] = {}
    numbers = np.array([kinds.setdefault(value, len(kinds)) for value in values], np.int64)
    first, second = _ends(G)
    if not first.size:
        raise Leave
    pairs = np.bincount(numbers[first] * len(kinds) + numbers[second], minlength=len(kinds)**2)
    table = pairs.reshape(len(kinds), len(kinds)) / first.size
    same = float((table.sum(axis=0) * table.sum(axis=1)).sum())
    if same == 1:
        raise NotImplementedError("all nodes have the same value")
    return (float(table.trace()) - same) / (1 - same)


@implements("search", given("nodes", None), multigraph=True)
def numeric_assortativity_coefficient(G: Graph, attribute: Any, nodes: Any = None) -> float:
    values = G.node_values(attribute)
    if not all(type(value) in (int, float) for value in values):
        raise NotImplementedError("some node has no number as this attribute")
    numbers = np.array(values, np.float64)
    first, second = _ends(G)
    return _correlation(numbers[first], numbers[second])


@implements("search", undirected(), given("normalized", False))
def rich_club_coefficient(G: Graph, normalized: bool = True, Q: int = 100, seed: Any = None) -> dict[int, float]:
    if G.loops.any():
        raise Leave
    degrees = G.out_counts
    if not G.columns.size:
        return {}
    largest = int(degrees.max())
    above = G.size - np.cumsum(np.bincount(degrees, minlength=largest + 1))
    least = np.minimum(degrees[G.rows], degrees[G.columns])[G.once]
    edges = least.size - np.cumsum(np.bincount(least, minlength=largest + 1))
    return {degree: 2 * int(edges[degree]) / (count * (count - 1)) for degree, count in enumerate(above.tolist()) if count > 1}
