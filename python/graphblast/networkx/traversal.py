"""Breadth-first traversals and the shortest paths of graphs without weights."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from .. import algorithms
from . import convert, search
from .graph import Graph, Leave
from .registry import given, implements, local, undirected


def _forward(arguments: dict[str, Any]) -> str | None:
    if arguments["reverse"] and arguments["G"].is_directed():
        return "searches against the direction of edges are not implemented"
    return None


def _tree(graph: Graph, source: Any, depth_limit: Any) -> search.Tree:
    at = graph.find(source)
    if at is None:
        raise Leave
    return search.tree(graph, at, depth_limit)


@implements(local("depth_limit"), _forward, given("sort_neighbors", None), multigraph=True)
def bfs_edges(G: Graph, source: Any, reverse: bool = False, depth_limit: Any = None,
              sort_neighbors: Any = None) -> Iterator[tuple[Any, Any]]:
    found = _tree(G, source, depth_limit)
    return zip(G.named(found.parents[1:]), G.named(found.order[1:]))


@implements(local("depth_limit"), given("sort_neighbors", None), multigraph=True)
def bfs_predecessors(G: Graph, source: Any, depth_limit: Any = None,
                     sort_neighbors: Any = None) -> Iterator[tuple[Any, Any]]:
    found = _tree(G, source, depth_limit)
    return zip(G.named(found.order[1:]), G.named(found.parents[1:]))


@implements(local("depth_limit"), given("sort_neighbors", None), multigraph=True)
def bfs_successors(G: Graph, source: Any, depth_limit: Any = None,
                   sort_neighbors: Any = None) -> Iterator[tuple[Any, list[Any]]]:
    found = _tree(G, source, depth_limit)
    parents, children = found.parents[1:], G.named(found.order[1:])
    if not children:
        return iter([(source, [])])
    cuts = (np.flatnonzero(np.diff(parents)) + 1).tolist()
    ends = [*cuts, len(children)]
    starts = [0, *cuts]
    heads = G.named(parents[starts])
    return iter([(head, children[start:end]) for head, start, end in zip(heads, starts, ends)])


@implements(local("depth_limit"), _forward, given("sort_neighbors", None), multigraph=True)
def bfs_tree(G: Graph, source: Any, reverse: bool = False, depth_limit: Any = None, sort_neighbors: Any = None) -> Any:
    found = _tree(G, source, depth_limit)
    made = nx.DiGraph()
    made.add_node(source)
    made.add_edges_from(zip(G.named(found.parents[1:]), G.named(found.order[1:])))
    return made


def _one_source(arguments: dict[str, Any]) -> str | None:
    try:
        return None if arguments["sources"] in arguments["G"] else "several sources are not implemented"
    except TypeError:
        return "several sources are not implemented"


@implements("search", _one_source, multigraph=True)
def bfs_layers(G: Graph, sources: Any) -> Iterator[list[Any]]:
    found = search.tree(G, G.position(sources))
    order, starts = G.named(found.order), found.starts.tolist()
    return iter([order[first:last] for first, last in zip(starts, starts[1:])])


@implements("light", multigraph=True)
def descendants_at_distance(G: Graph, source: Any, distance: Any) -> set[Any]:
    vertices, steps = search.levels(G.pattern, G.position(source))
    return set(G.named(vertices[steps == distance]))


def _others(graph: Graph, source: Any, matrix: Any) -> set[Any]:
    at = graph.position(source)
    vertices, _ = search.levels(matrix, at)
    return set(graph.named(vertices[vertices != at]))


@implements("search", multigraph=True)
def descendants(G: Graph, source: Any) -> set[Any]:
    return _others(G, source, G.pattern)


@implements("search", multigraph=True)
def ancestors(G: Graph, source: Any) -> set[Any]:
    return _others(G, source, G.transposed)


def _within(cutoff: Any) -> int | None:
    return None if cutoff is None else max(0, int(np.ceil(cutoff)))


def _lengths(graph: Graph, at: int, cutoff: Any) -> dict[Any, int]:
    found = search.tree(graph, at, _within(cutoff))
    return dict(zip(graph.named(found.order), found.levels.tolist()))


def _plain(arguments: dict[str, Any]) -> str | None:
    cutoff = arguments["cutoff"]
    if cutoff is None or isinstance(cutoff, (int, float)) and 0 <= cutoff < 2**31:
        return None
    return "the cutoff is no number of steps"


@implements(local("cutoff"), _plain, multigraph=True)
def single_source_shortest_path_length(G: Graph, source: Any, cutoff: Any = None) -> dict[Any, int]:
    return _lengths(G, G.position(source), cutoff)


@implements(local("cutoff"), _plain, undirected(), multigraph=True)
def single_target_shortest_path_length(G: Graph, target: Any, cutoff: Any = None) -> dict[Any, int]:
    return _lengths(G, G.position(target), cutoff)


@implements("pairs", _plain, multigraph=True)
def all_pairs_shortest_path_length(G: Graph, cutoff: Any = None) -> Iterator[tuple[Any, dict[Any, int]]]:
    return ((G.name(at), _lengths(G, at, cutoff)) for at in range(G.size))


def _paths(graph: Graph, at: int, cutoff: Any) -> dict[Any, list[Any]]:
    found = search.tree(graph, at, _within(cutoff))
    order, parents = graph.named(found.order), graph.named(found.parents)
    paths = {order[0]: [order[0]]}
    for node, parent in zip(order[1:], parents[1:]):
        paths[node] = [*paths[parent], node]
    return paths


@implements(local("cutoff"), _plain, multigraph=True)
def single_source_shortest_path(G: Graph, source: Any, cutoff: Any = None) -> dict[Any, list[Any]]:
    return _paths(G, G.position(source), cutoff)


@implements(local("cutoff"), _plain, undirected(), multigraph=True)
def single_target_shortest_path(G: Graph, target: Any, cutoff: Any = None) -> dict[Any, list[Any]]:
    paths = _paths(G, G.position(target), cutoff)
    for path in paths.values():
        path.reverse()
    return paths


@implements("pairs", _plain, multigraph=True)
def all_pairs_shortest_path(G: Graph, cutoff: Any = None) -> Iterator[tuple[Any, dict[Any, list[Any]]]]:
    return ((G.name(at), _paths(G, at, cutoff)) for at in range(G.size))


def steps(graph: Graph, source: Any, target: Any) -> int | None:
    """The edges on a shortest path, or None."""
    first, last = graph.position(source), graph.position(target)
    length = algorithms.shortest_path(graph.pattern, first, last, transposed=graph.transposed).length
    return None if math.isinf(length) else int(length)


@implements("light", multigraph=True)
def has_path(G: Graph, source: Any, target: Any) -> bool:
    return steps(G, source, target) is not None


def _plain_radius(arguments: dict[str, Any]) -> str | None:
    radius = arguments["radius"]
    return None if isinstance(radius, int) and radius >= 0 else "the radius is no integer from 0 on"


def _outwards(arguments: dict[str, Any]) -> str | None:
    if arguments["undirected"] and arguments["G"].is_directed():
        return "searches against the direction of edges are not implemented"
    return None


@implements("light", given("distance", None), _outwards, _plain_radius)
def ego_graph(G: Graph, n: Any, radius: Any = 1, center: bool = True, undirected: bool = False, distance: Any = None) -> Any:
    at = G.position(n)
    chosen = np.zeros(G.size, bool)
    chosen[algorithms.ego_graph(G.pattern, at, radius).levels.to_coo()[0].astype(np.int64)] = True
    chosen[at] = bool(center)
    return convert.subgraph(G, chosen)
