"""Minimum and maximum spanning trees: those edges that Kruskal's algorithm takes, in its order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from . import convert
from .graph import Graph, Leave
from .registry import given, implements, named, undirected


def _forest(size: int, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Which edges, the lightest first, are in the spanning forest (Borůvka 1926): in each round every tree takes the first
    edge that leaves it. Edges of the same weight are told apart by their order, so there is one forest."""
    label = np.arange(size)
    chosen = np.zeros(first.size, bool)
    left = np.arange(first.size)
    while left.size:
        one, other = label[first[left]], label[second[left]]
        apart = one != other
        left, one, other = left[apart], one[apart], other[apart]
        best = np.full(size, first.size)
        np.minimum.at(best, one, left)
        np.minimum.at(best, other, left)
        trees = np.flatnonzero(best < first.size)
        taken = best[trees]
        chosen[taken] = True
        here, there = label[first[taken]], label[second[taken]]
        beside = np.where(here == trees, there, here)
        above = np.arange(size)
        above[trees] = beside
        # Two trees that take the same edge: the smaller one stays the root.
        both = above[above] == np.arange(size)
        above[both & (np.arange(size) < above)] = np.flatnonzero(both & (np.arange(size) < above))
        while (above != above[above]).any():
            above = above[above]
        label = above[label]
    return chosen


def _edges(graph: Graph, weight: str, maximum: bool, ignore_nan: bool) -> np.ndarray:
    """The places of the forest's entries, in Kruskal's order."""
    places = np.flatnonzero(graph.once)
    values = graph.column(weight).values[places]
    missing = np.isnan(values)
    if missing.any():
        if not ignore_nan:
            raise Leave
        places, values = places[~missing], values[~missing]
    order = np.argsort(-values if maximum else values, kind="stable")
    places = places[order]
    return places[_forest(graph.size, graph.rows[places], graph.columns[places])]


def _listed(graph: Graph, weight: str, data: Any, maximum: bool, ignore_nan: bool) -> Iterator[tuple[Any, ...]]:
    places = _edges(graph, weight, maximum, ignore_nan)
    sources, targets = graph.named(graph.rows[places]), graph.named(graph.columns[places])
    if not data:
        return zip(sources, targets)
    if graph.edge_data is None:
        raise NotImplementedError("the converted graph has not all attributes")
    return zip(sources, targets, [graph.edge_data[at] for at in places.tolist()])


def _true(arguments: dict[str, Any]) -> str | None:
    return None if isinstance(arguments["data"], bool) else "data is neither True nor False"


@implements("search", undirected(), given("algorithm", "kruskal"), named(), _true)
def minimum_spanning_edges(G: Graph, algorithm: str = "kruskal", weight: Any = "weight", keys: bool = True,
                           data: Any = True, ignore_nan: bool = False) -> Iterator[tuple[Any, ...]]:
    return _listed(G, weight, data, False, ignore_nan)


@implements("search", undirected(), given("algorithm", "kruskal"), named(), _true)
def maximum_spanning_edges(G: Graph, algorithm: str = "kruskal", weight: Any = "weight", keys: bool = True,
                           data: Any = True, ignore_nan: bool = False) -> Iterator[tuple[Any, ...]]:
    return _listed(G, weight, data, True, ignore_nan)


def _tree(graph: Graph, weight: str, maximum: bool, ignore_nan: bool) -> Any:
    edges = _listed(graph, weight, True, maximum, ignore_nan)
    made = convert.empty_like(graph)
    made.graph.update(graph.graph)
    made.add_nodes_from(zip(graph.nodes, graph.node_data) if graph.node_data is not None else graph.nodes)
    made.add_edges_from(edges)
    return made


@implements("search", undirected(), given("algorithm", "kruskal"), named())
def minimum_spanning_tree(G: Graph, weight: Any = "weight", algorithm: str = "kruskal", ignore_nan: bool = False) -> Any:
    return _tree(G, weight, False, ignore_nan)


@implements("search", undirected(), given("algorithm", "kruskal"), named())
def maximum_spanning_tree(G: Graph, weight: Any = "weight", algorithm: str = "kruskal", ignore_nan: bool = False) -> Any:
    return _tree(G, weight, True, ignore_nan)
