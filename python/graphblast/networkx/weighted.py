"""Shortest paths along weights, in the order in which Dijkstra's algorithm takes vertices off its heap."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from .. import algorithms
from ..matrix import Matrix
from . import search
from .graph import Graph, Leave
from .registry import given, implements, local, named, one
from .traversal import steps


class Lengths:
    """The distances from a source, as arrays; order: the vertices that are reached, nearest first."""

    def __init__(self, graph: Graph, matrix: Matrix, weights: np.ndarray, source: int, cutoff: Any = None) -> None:
        at, values = algorithms.sssp(matrix, source, dtype=weights.dtype).to_coo()
        at = at.astype(np.int64)
        if cutoff is not None:
            at, values = at[values <= cutoff], values[values <= cutoff]
        self.graph, self.weights, self.source = graph, weights, source
        self.distances = np.full(graph.size, -1, weights.dtype)
        self.distances[at] = values
        self.order = at[np.argsort(values, kind="stable")]
        self.parents = np.full(graph.size, -1, np.int64)
        self._settle()

    def _settle(self) -> None:
        """Puts vertices at the same distance in the heap's order: by the turn of the first vertex before them, then by the
        place in its row."""
        distances, graph = self.distances, self.graph
        values = distances[self.order]
        edges = np.concatenate(([True], values[1:] != values[:-1], [True]))
        groups = np.flatnonzero(edges)
        tight, before, after = self._tight()
        starts = np.concatenate(([0], np.cumsum(np.bincount(after, minlength=graph.size))))
        by_target = np.argsort(after, kind="stable")
        tight, before = tight[by_target], before[by_target]
        turn = np.empty(graph.size, np.int64)
        if groups.size - 1 == self.order.size:  # no two at the same distance
            turn[self.order] = np.arange(self.order.size)
            self._choose(self.order[1:], starts, before, tight, turn)
            return
        for first, last in zip(groups[:-1].tolist(), groups[1:].tolist()):
            group = self.order[first:last]
            if first:
                places = self._choose(group, starts, before, tight, turn)
                group = group[np.lexsort((places, turn[self.parents[group]]))]
                self.order[first:last] = group
            turn[group] = np.arange(first, last)

    def _tight(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The entries that are the last of a shortest path: their places, and both ends."""
        rows, columns = self.graph.rows, self.graph.columns
        known = (self.distances[rows] >= 0) & (self.distances[columns] >= 0) & (columns != self.source)
        places = np.flatnonzero(known)
        reached = self.distances[rows[places]] + self.weights[places] == self.distances[columns[places]]
        places = places[reached]
        return places, rows[places].astype(np.int64), columns[places].astype(np.int64)

    def _choose(self, vertices: np.ndarray, starts: np.ndarray, before: np.ndarray, places: np.ndarray,
                turn: np.ndarray) -> np.ndarray:
        """Sets the parents: of the vertices before each one the first that left the heap. Returns the entries' places."""
        owners, at = search.gather(starts, before, vertices)
        best = np.lexsort((turn[before[at]], owners))
        firsts = best[np.concatenate(([True], owners[best][1:] != owners[best][:-1]))] if best.size else best
        self.parents[vertices[owners[firsts]]] = before[at[firsts]]
        return places[at[firsts]]

    def lengths(self) -> dict[Any, Any]:
        values = self.distances[self.order].tolist()
        values[0] = 0  # an integer, as networkx has it
        return dict(zip(self.graph.named(self.order), values))

    def path_to(self, vertex: int) -> list[Any]:
        found = [vertex]
        while vertex != self.source:
            vertex = int(self.parents[vertex])
            found.append(vertex)
        return self.graph.named(found[::-1])

    def paths(self) -> dict[Any, list[Any]]:
        order = self.graph.named(self.order)
        parents = self.graph.named(self.parents[self.order[1:]])
        found = {order[0]: [order[0]]}
        for node, parent in zip(order[1:], parents):
            found[node] = [*found[parent], node]
        return found


def _weights(graph: Graph, weight: str) -> np.ndarray:
    """Weights that are above 0, all integers or all floating-point numbers: others are networkx' to add."""
    column = graph.column(weight)
    if column.is_mixed:
        raise NotImplementedError("some weights are integers, others floating-point numbers")
    if not column.least > 0 or not np.isfinite(column.values).all():
        raise NotImplementedError("weights are implemented where all are above 0 and finite")
    values = graph.shortest(weight)
    if values.size and float(values.max()) * graph.size > 2**53 and values.dtype.kind == "i":
        raise NotImplementedError("paths may be longer than 2**53")
    return values


def _counted(graph: Graph) -> np.ndarray:
    return np.ones(graph.columns.size, np.int64)


class Searches:
    """The searches of one graph and weight."""

    def __init__(self, graph: Graph, weight: str | None) -> None:
        self.graph = graph
        self.weights = _counted(graph) if weight is None else _weights(graph, weight)
        self.matrix = graph.matrix(self.weights)

    def run(self, source: int, cutoff: Any = None) -> Lengths:
        return Lengths(self.graph, self.matrix, self.weights, source, cutoff)

    def distances(self, source: int) -> tuple[np.ndarray, np.ndarray]:
        """The vertices that are reached, and how far they are, in no order."""
        at, values = algorithms.sssp(self.matrix, source, dtype=self.weights.dtype).to_coo()
        return at.astype(np.int64), values


def _cutoff(arguments: dict[str, Any]) -> str | None:
    cutoff = arguments["cutoff"]
    if cutoff is None or isinstance(cutoff, (int, float)) and cutoff >= 0:
        return None
    return "the cutoff is no number from 0 on"


@implements(local("cutoff"), named(), _cutoff, multigraph=True)
def single_source_dijkstra_path_length(G: Graph, source: Any, cutoff: Any = None, weight: Any = "weight") -> dict[Any, Any]:
    at = G.position(source)
    return Searches(G, weight).run(at, cutoff).lengths()


@implements(local("cutoff"), named(), _cutoff, multigraph=True)
def single_source_dijkstra_path(G: Graph, source: Any, cutoff: Any = None, weight: Any = "weight") -> dict[Any, list[Any]]:
    at = G.position(source)
    return Searches(G, weight).run(at, cutoff).paths()


@implements(local("cutoff"), named(), _cutoff, given("target", None), multigraph=True)
def single_source_dijkstra(G: Graph, source: Any, target: Any = None, cutoff: Any = None, weight: Any = "weight") -> Any:
    at = G.position(source)
    found = Searches(G, weight).run(at, cutoff)
    return found.lengths(), found.paths()


@implements("search", named(), multigraph=True)
def dijkstra_path(G: Graph, source: Any, target: Any, weight: Any = "weight") -> list[Any]:
    first, last = G.position(source), G.position(target)
    found = Searches(G, weight).run(first)
    if found.distances[last] < 0:
        raise Leave
    return found.path_to(last)


def _one(graph: Graph, source: Any, target: Any, weight: Any) -> Any:
    first, last = graph.position(source), graph.position(target)
    if first == last:
        return 0
    searches = Searches(graph, weight)
    transposed = searches.matrix.T if graph.is_directed() else searches.matrix
    length = algorithms.shortest_path(searches.matrix, first, last, weight="weight", transposed=transposed).length
    if math.isinf(length):
        raise Leave
    return searches.weights.dtype.type(length).item()


@implements("search", named(), multigraph=True)
def dijkstra_path_length(G: Graph, source: Any, target: Any, weight: Any = "weight") -> Any:
    return _one(G, source, target, weight)


@implements("search", named(), multigraph=True)
def bellman_ford_path_length(G: Graph, source: Any, target: Any, weight: Any = "weight") -> Any:
    return _one(G, source, target, weight)


@implements("pairs", named(), _cutoff, multigraph=True)
def all_pairs_dijkstra_path_length(G: Graph, cutoff: Any = None, weight: Any = "weight") -> Iterator[tuple[Any, Any]]:
    searches = Searches(G, weight)
    return ((G.name(at), searches.run(at, cutoff).lengths()) for at in range(G.size))


@implements("pairs", named(), _cutoff, multigraph=True)
def all_pairs_dijkstra_path(G: Graph, cutoff: Any = None, weight: Any = "weight") -> Iterator[tuple[Any, Any]]:
    searches = Searches(G, weight)
    return ((G.name(at), searches.run(at, cutoff).paths()) for at in range(G.size))


@implements("pairs", named(), _cutoff, multigraph=True)
def all_pairs_dijkstra(G: Graph, cutoff: Any = None, weight: Any = "weight") -> Iterator[tuple[Any, Any]]:
    searches = Searches(G, weight)
    runs = ((G.name(at), searches.run(at, cutoff)) for at in range(G.size))
    return ((node, (found.lengths(), found.paths())) for node, found in runs)


def _table(graph: Graph, weight: str | None) -> tuple[np.ndarray, np.ndarray]:
    """The distances of all pairs, and which of them there are."""
    searches = Searches(graph, weight)
    table = np.full((graph.size, graph.size), np.inf)
    for source in range(graph.size):
        at, values = searches.distances(source)
        table[source, at] = values
    return table, np.isfinite(table)


@implements("pairs", named(), given("nodelist", None), multigraph=True)
def floyd_warshall_numpy(G: Graph, nodelist: Any = None, weight: Any = "weight") -> np.ndarray:
    if not G.size:
        raise Leave
    return _table(G, weight)[0]


@implements(lambda a: "light" if None not in (a["source"], a["target"]) and a["weight"] is None else "search", named(), multigraph=True)
def shortest_path_length(G: Graph, source: Any = None, target: Any = None, weight: Any = None,
                         method: str = "dijkstra") -> Any:
    if method not in ("dijkstra", "bellman-ford"):
        raise Leave
    plain = weight is None
    if source is not None and target is not None:
        length = steps(G, source, target) if plain else _one(G, source, target, weight)
        if length is None:
            raise Leave
        return length
    if not plain and method != "dijkstra":
        raise NotImplementedError("networkx lists lengths by Bellman and Ford in another order")
    if source is None and target is None:
        chosen = nx.all_pairs_shortest_path_length if plain else nx.all_pairs_dijkstra_path_length
        return chosen(G) if plain else chosen(G, weight=weight)
    if source is None:
        if G.is_directed():
            raise NotImplementedError("searches against the direction of edges")
        source = target
    at = G.position(source)
    if plain:
        found = search.tree(G, at)
        return dict(zip(G.named(found.order), found.levels.tolist()))
    return Searches(G, weight).run(at).lengths()


@implements(one("u"), named("distance"), multigraph=True)
def closeness_centrality(G: Graph, u: Any = None, distance: Any = None, wf_improved: bool = True) -> Any:
    """Of networkx: the inverse of the mean distance to a vertex."""
    sources = np.arange(G.size) if u is None else np.array([G.position(u)])
    reached, totals = _sums(G, sources, distance)
    found = np.zeros(sources.size)
    some = totals > 0
    found[some] = reached[some] / totals[some]
    if wf_improved and G.size > 1:
        found *= reached / (G.size - 1)
    return G.mapping(found) if u is None else float(found[0])


def _sums(graph: Graph, sources: np.ndarray, distance: str | None) -> tuple[np.ndarray, np.ndarray]:
    """For each vertex how many others reach it, and the sum of their distances."""
    if distance is None:
        sums = search.sums(graph.transposed, sources)
        return sums.reached, sums.distances
    searches = Searches(graph, distance)
    if graph.is_directed():
        searches.matrix = searches.matrix.T
    reached, totals = np.zeros(sources.size, np.int64), np.zeros(sources.size)
    for number, source in enumerate(sources.tolist()):
        _, values = searches.distances(source)
        reached[number] = values.size - 1
        totals[number] = math.fsum(values.tolist())
    return reached, totals
