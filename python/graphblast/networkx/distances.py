"""Eccentricities, averages of distances, efficiency: what the distances of all pairs of vertices give."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..vector import Vector
from . import components, search, weighted
from .graph import Graph, Leave
from .registry import Reason, given, implements, named, one, undirected


def _sums(graph: Graph, sources: np.ndarray | None = None, weight: str | None = None) -> search.Sums:
    chosen = np.arange(graph.size) if sources is None else sources
    if weight is None:
        return search.sums(graph.pattern, chosen)
    searches = weighted.Searches(graph, weight)
    kind = searches.weights.dtype
    found = search.Sums(np.zeros(chosen.size, np.int64), np.zeros(chosen.size, kind), np.zeros(chosen.size),
                        np.zeros(chosen.size, kind))
    for number, source in enumerate(chosen.tolist()):
        at, values = searches.distances(source)
        others = values[at != source]
        found.reached[number], found.distances[number] = others.size, others.sum()
        found.inverses[number], found.farthest[number] = (1 / others).sum(), others.max(initial=0)
    return found


def _eccentricities(graph: Graph, sources: np.ndarray | None = None, weight: str | None = None) -> np.ndarray:
    found = _sums(graph, sources, weight)
    if (found.reached < graph.size - 1).any():
        raise Leave
    return found.farthest


def _is_connected(graph: Graph) -> bool:
    labels = components.strong_labels(graph) if graph.is_directed() else components.labels(graph)
    return bool((labels == labels[0]).all())


def _is_tree(graph: Graph) -> bool:
    """Whether networkx takes another way to centres, which lists them in another order."""
    return not graph.is_directed() and graph.size > 0 and graph.number_of_edges() == graph.size - 1 and _is_connected(graph)


@implements(one("v"), given("sp", None), named(), multigraph=True)
def eccentricity(G: Graph, v: Any = None, sp: Any = None, weight: Any = None) -> Any:
    one = None if v is None else G.find(v)
    if one is not None:
        return _eccentricities(G, np.array([one]), weight)[0].item()
    chosen = np.array(G.bunch(v), np.int64)
    return G.mapping(_eccentricities(G, chosen, weight), chosen)


_ALONE: tuple[Reason, ...] = (given("e", None), given("usebounds", False), named())


def _of_all(graph: Graph, weight: str | None) -> np.ndarray:
    if not graph.size:
        raise Leave
    return _eccentricities(graph, None, weight)


@implements("pairs", *_ALONE, multigraph=True)
def diameter(G: Graph, e: Any = None, usebounds: bool = False, weight: Any = None) -> Any:
    return _of_all(G, weight).max().item()


@implements("pairs", *_ALONE, multigraph=True)
def radius(G: Graph, e: Any = None, usebounds: bool = False, weight: Any = None) -> Any:
    return _of_all(G, weight).min().item()


@implements("pairs", *_ALONE, multigraph=True)
def periphery(G: Graph, e: Any = None, usebounds: bool = False, weight: Any = None) -> list[Any]:
    found = _of_all(G, weight)
    return G.named(np.flatnonzero(found == found.max()))


@implements("pairs", *_ALONE, multigraph=True)
def center(G: Graph, e: Any = None, usebounds: bool = False, weight: Any = None) -> list[Any]:
    if weight is None and _is_tree(G):
        raise NotImplementedError("networkx has a faster way to a tree's centre")
    found = _of_all(G, weight)
    return G.named(np.flatnonzero(found == found.min()))


@implements("pairs", named(), given("attr", None), given("sp", None), multigraph=True)
def barycenter(G: Graph, weight: Any = None, attr: Any = None, sp: Any = None) -> list[Any]:
    if not G.size:
        raise Leave
    if weight is None and _is_tree(G):
        raise NotImplementedError("networkx has a faster way to a tree's centroid")
    if weight is not None and G.column(weight).values.dtype.kind == "f":
        raise NotImplementedError("sums of floating-point numbers, whose last digits decide")
    found = _sums(G, None, weight)
    if (found.reached < G.size - 1).any():
        raise Leave
    return G.named(np.flatnonzero(found.distances == found.distances.min()))


@implements("pairs", named(), given("method", None, "unweighted", "dijkstra"), multigraph=True)
def average_shortest_path_length(G: Graph, weight: Any = None, method: Any = None) -> float:
    if G.size == 0:
        raise Leave
    if G.size == 1:
        return 0
    if not _is_connected(G):
        raise Leave
    method = method or ("unweighted" if weight is None else "dijkstra")
    return _sums(G, None, weight if method == "dijkstra" else None).distances.sum().item() / (G.size * (G.size - 1))


@implements("pairs", named(), multigraph=True)
def wiener_index(G: Graph, weight: Any = None) -> float:
    if not G.size:
        raise Leave
    if not _is_connected(G):
        return math.inf
    total = _sums(G, None, weight).distances.sum().item()
    return total if G.is_directed() else total / 2


def _weighed(graph: Graph, product: bool) -> float:
    """Half the sum over pairs of distance times the sum, or the product, of both degrees."""
    if not graph.size:
        raise Leave
    if not _is_connected(graph):
        return math.inf
    degrees, total = graph.degrees(), 0
    everyone = np.arange(graph.size)
    for batch in search.batches(everyone, graph.size):
        for distance, front in enumerate(search.fronts(graph.pattern, batch)):
            if distance:
                rows, columns, _ = front.to_coo()
                first, second = degrees[batch[rows.astype(np.int64)]], degrees[columns.astype(np.int64)]
                total += distance * int((first * second if product else first + second).sum())
    return total / 2


@implements("pairs", undirected(), given("weight", None))
def schultz_index(G: Graph, weight: Any = None) -> float:
    return _weighed(G, product=False)


@implements("pairs", undirected(), given("weight", None))
def gutman_index(G: Graph, weight: Any = None) -> float:
    return _weighed(G, product=True)


@implements("pairs", undirected(), given("weight", None))
def hyper_wiener_index(G: Graph, weight: Any = None) -> float:
    if not G.size:
        raise Leave
    if not _is_connected(G):
        return math.inf
    total = 0
    for batch in search.batches(np.arange(G.size), G.size):
        for distance, front in enumerate(search.fronts(G.pattern, batch)):
            total += front.nvals * (distance + distance**2)
    return total / 2


@implements("pairs", undirected(), multigraph=True)
def global_efficiency(G: Graph) -> float:
    pairs = G.size * (G.size - 1)
    return float(_sums(G).inverses.sum()) / pairs if pairs else 0


@implements("light", undirected(), multigraph=True)
def efficiency(G: Graph, u: Any, v: Any) -> float:
    first, last = G.position(u), G.position(v)
    vertices, steps = search.levels(G.pattern, first)
    at = np.flatnonzero(vertices == last)
    if not at.size:
        return 0
    return 1 / int(steps[at[0]])


@implements("pairs", given("sp", None), given("weight", None), multigraph=True)
def harmonic_diameter(G: Graph, sp: Any = None, *, weight: Any = None) -> float:
    inverses = float(_sums(G).inverses.sum())
    if inverses:
        return G.size * (G.size - 1) / inverses
    return math.inf if G.size > 1 else math.nan


@implements("pairs", given("weight", None))
def group_closeness_centrality(G: Graph, S: Any, weight: Any = None) -> float:
    members = np.unique(np.array([G.position(node) for node in S], np.int64))
    outside = G.size - members.size
    if not members.size or not outside:
        raise Leave
    # The distance to the group: a search backwards from all of its members at once.
    total, distance = 0, 0
    front = Vector.from_coo(members, True, G.size)
    seen = Vector(bool, G.size)
    while front.nvals:
        total += distance * front.nvals
        seen.assign(True, mask=front.S)
        front = front.vxm(G.transposed, "any_pair", mask=~seen.S)
        distance += 1
    return outside / total if total else 0


def _reaching(graph: Graph, sources: np.ndarray) -> np.ndarray:
    """The part of the others that each source reaches; without directions, the mean of the inverse distances."""
    if graph.size < 2 or not graph.columns.size:
        raise Leave
    found = _sums(graph, sources)
    return (found.reached if graph.is_directed() else found.inverses) / (graph.size - 1)


@implements("search", given("paths", None), given("weight", None), multigraph=True)
def local_reaching_centrality(G: Graph, v: Any, paths: Any = None, weight: Any = None, normalized: bool = True) -> float:
    return _reaching(G, np.array([G.position(v)]))[0].item()


@implements("pairs", given("weight", None), multigraph=True)
def global_reaching_centrality(G: Graph, weight: Any = None, normalized: bool = True) -> float:
    values = _reaching(G, np.arange(G.size))
    return float((values.max() - values).sum() / (G.size - 1))
