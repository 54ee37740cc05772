"""Directed acyclic graphs, trees and forests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from . import components, search
from .graph import Graph, Leave
from .registry import directed, implements


def _generations(graph: Graph) -> Iterator[np.ndarray]:
    """The generations in networkx' order; less than all vertices where there is a cycle."""
    remaining = graph.in_degrees()
    counts, columns = graph.multiplicity, graph.columns
    scratch = np.empty(graph.size, np.int64)
    frontier = np.flatnonzero(remaining == 0)
    while frontier.size:
        yield frontier
        _, places = search.gather(graph.offsets, columns, frontier)
        children = columns[places]
        np.subtract.at(remaining, children, counts[places])
        # A child comes where its last edge is.
        scratch[children] = np.arange(children.size)
        last = scratch[children] == np.arange(children.size)
        frontier = children[last & (remaining[children] == 0)]


def _is_acyclic(graph: Graph) -> bool:
    return sum(part.size for part in _generations(graph)) == graph.size


@implements("search", multigraph=True)
def is_directed_acyclic_graph(G: Graph) -> bool:
    return G.is_directed() and _is_acyclic(G)


@implements("search", multigraph=True)
def has_cycle(G: Graph) -> bool:
    if not G.is_directed():
        raise Leave
    return not _is_acyclic(G)


def _parts(graph: Graph) -> int:
    if not graph.size:
        raise Leave
    return int(np.unique(components.labels(graph)).size)


@implements("light", multigraph=True)
def is_tree(G: Graph) -> bool:
    if not G.size:
        raise Leave
    return G.number_of_edges() == G.size - 1 and _parts(G) == 1


@implements("light", multigraph=True)
def is_forest(G: Graph) -> bool:
    # No component has fewer edges than its vertices less one.
    return _parts(G) == G.size - G.number_of_edges()


@implements("light", directed(), multigraph=True)
def is_arborescence(G: Graph) -> bool:
    return is_tree(G) and int(G.in_degrees().max()) <= 1


@implements("light", directed(), multigraph=True)
def is_branching(G: Graph) -> bool:
    return is_forest(G) and int(G.in_degrees().max()) <= 1


@implements("light", multigraph=True)
def is_eulerian(G: Graph) -> bool:
    if not G.size:
        raise Leave
    if G.is_directed():
        labels = components.strong_labels(G)
        return bool((G.in_degrees() == G.out_degrees()).all()) and bool((labels == labels[0]).all())
    return bool((G.degrees() % 2 == 0).all()) and _parts(G) == 1


def _has_path(graph: Graph, source: Any) -> bool:
    if is_eulerian(graph):
        return True
    if graph.is_directed():
        surplus = graph.out_degrees() - graph.in_degrees()
        if source is not None and surplus[graph.position(source)] != 1:
            return False
        odd = surplus[surplus != 0]
        starts, ends = int((odd == 1).sum()), int((odd == -1).sum())
        return starts + ends == odd.size and starts <= 1 and ends <= 1 and _parts(graph) == 1
    degrees = graph.degrees()
    if source is not None and degrees[graph.position(source)] % 2 != 1:
        return False
    return int((degrees % 2 == 1).sum()) == 2 and _parts(graph) == 1


@implements("light", multigraph=True)
def has_eulerian_path(G: Graph, source: Any = None) -> bool:
    return _has_path(G, source)


@implements("light", multigraph=True)
def is_semieulerian(G: Graph) -> bool:
    return _has_path(G, None) and not is_eulerian(G)


@implements("search", multigraph=True)
def is_semiconnected(G: Graph) -> bool:
    """Whether of any two vertices one reaches the other: each strong component has an edge to the next in any topological
    order."""
    if not G.is_directed() or not G.size:
        raise Leave
    names, parts = np.unique(components.strong_labels(G), return_inverse=True)
    ahead, behind = parts[G.rows].astype(np.int64), parts[G.columns].astype(np.int64)
    outside = ahead != behind
    pairs = np.unique(ahead[outside] * names.size + behind[outside])
    sources, targets = pairs // names.size, pairs % names.size
    offsets = np.concatenate(([0], np.cumsum(np.bincount(sources, minlength=names.size))))
    between = Graph(None, offsets, targets, directed=True)
    order = list(_generations(between))
    # Two components of one generation do not reach each other.
    if any(part.size > 1 for part in order):
        return False
    line = np.concatenate(order)
    return bool(np.isin(line[:-1] * names.size + line[1:], pairs).all())


@implements("search", directed())
def tournament_is_strongly_connected(G: Graph) -> bool:
    if not _is_tournament(G):
        raise NotImplementedError("a graph that is no tournament")
    labels = components.strong_labels(G)
    return bool((labels == labels[0]).all()) if G.size else True


def _is_tournament(graph: Graph) -> bool:
    if graph.loops.any() or graph.columns.size != graph.size * (graph.size - 1) // 2:
        return False
    rows, columns = graph.rows.astype(np.int64), graph.columns.astype(np.int64)
    low, high = np.minimum(rows, columns), np.maximum(rows, columns)
    return bool(np.unique(low * graph.size + high).size == graph.columns.size)


@implements("light", directed())
def is_tournament(G: Graph) -> bool:
    return _is_tournament(G)


@implements("search", directed())
def is_reachable(G: Graph, s: Any, t: Any) -> bool:
    first, last = G.find(s), G.find(t)
    if first is None or last is None or not _is_tournament(G):
        raise NotImplementedError("a graph that is no tournament, or nodes that it lacks")
    return bool((search.levels(G.pattern, first)[0] == last).any())


@implements("light", directed())
def score_sequence(G: Graph) -> list[int]:
    return np.sort(G.out_degrees()).tolist()
