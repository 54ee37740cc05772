"""Degrees and what follows from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .graph import Graph, Leave
from .registry import directed, given, implements


def _scaled(graph: Graph, degrees: np.ndarray) -> dict[Any, Any]:
    if len(graph) <= 1:
        return {node: 1 for node in graph}
    return graph.mapping(degrees * (1.0 / (len(graph) - 1.0)))


@implements("light", multigraph=True)
def degree_centrality(G: Graph) -> dict[Any, Any]:
    return _scaled(G, G.degrees())


@implements("light", directed(), multigraph=True)
def in_degree_centrality(G: Graph) -> dict[Any, Any]:
    return _scaled(G, G.in_degrees())


@implements("light", directed(), multigraph=True)
def out_degree_centrality(G: Graph) -> dict[Any, Any]:
    return _scaled(G, G.out_degrees())


@implements("light", multigraph=True)
def isolates(G: Graph) -> Any:
    return iter(G.named(np.flatnonzero(G.degrees() == 0)))


@implements("light", multigraph=True)
def number_of_isolates(G: Graph) -> int:
    return int(np.count_nonzero(G.degrees() == 0))


@implements("light", multigraph=True)
def is_isolate(G: Graph, n: Any) -> bool:
    return bool(G.degrees()[G.position(n)] == 0)


@implements("light", multigraph=True)
def number_of_selfloops(G: Graph) -> int:
    return int(G.loops.sum())


@implements("light", multigraph=True)
def is_empty(G: Graph) -> bool:
    return not G.columns.size


def _same(degrees: np.ndarray) -> bool:
    return bool((degrees == degrees[0]).all())


@implements("light", multigraph=True)
def is_regular(G: Graph) -> bool:
    if len(G) == 0:
        raise Leave
    if not G.is_directed():
        return _same(G.degrees())
    return _same(G.in_degrees()) and _same(G.out_degrees())


@implements("light", multigraph=False)
def is_k_regular(G: Graph, k: Any) -> bool:
    return bool((G.degrees() == k).all())


@implements("light")
def s_metric(G: Graph) -> float:
    degrees = G.degrees().astype(np.float64)
    once = slice(None) if G.is_directed() else G.rows <= G.columns
    return float((degrees[G.rows[once]] * degrees[G.columns[once]]).sum())


def _mutual(graph: Graph) -> tuple[np.ndarray, np.ndarray]:
    """For each vertex the edges out that have one back, and the edges in and out; loops are left out."""
    keys = np.flatnonzero(graph.rows != graph.columns)
    rows, columns = graph.rows[keys].astype(np.int64), graph.columns[keys].astype(np.int64)
    there = np.isin(rows * graph.size + columns, columns * graph.size + rows)
    both = np.bincount(rows[there], minlength=graph.size)
    return both, np.bincount(rows, minlength=graph.size) + np.bincount(columns, minlength=graph.size)


@implements("search", directed(), given("nodes", None))
def reciprocity(G: Graph, nodes: Any = None) -> float:
    return overall_reciprocity(G)


@implements("search", directed())
def overall_reciprocity(G: Graph) -> float:
    edges = G.number_of_edges()
    if edges == 0:
        raise Leave
    without_loops = int(np.count_nonzero(G.rows != G.columns))
    # networkx counts a loop once among the edges of the undirected graph.
    undirected = without_loops - int(_mutual(G)[0].sum()) // 2 + int(np.count_nonzero(G.rows == G.columns))
    return (edges - undirected) * 2 / edges


def _members(graph: Graph, nodes: Any) -> np.ndarray:
    chosen = np.zeros(graph.size, bool)
    chosen[[graph.position(node) for node in nodes]] = True
    return chosen


def _group(graph: Graph, nodes: Any, rows: np.ndarray, columns: np.ndarray) -> float:
    inside = _members(graph, nodes)
    outside = np.zeros(graph.size, bool)
    outside[columns[inside[rows]]] = True
    return int(np.count_nonzero(outside & ~inside)) / (graph.size - int(np.count_nonzero(inside)))


def _all_in_graph(arguments: dict[str, Any]) -> str | None:
    nodes, graph = arguments["S"], arguments["G"]
    if not isinstance(nodes, (list, tuple, set, frozenset)):
        return "the group is no list, tuple or set"
    if not all(node in graph for node in nodes) or len(set(nodes)) in (0, len(graph)):
        return "the group is empty, has nodes that the graph lacks, or has all nodes"
    return None


@implements("light", _all_in_graph)
def group_degree_centrality(G: Graph, S: Any) -> float:
    return _group(G, S, G.rows, G.columns)


@implements("light", directed(), _all_in_graph)
def group_in_degree_centrality(G: Graph, S: Any) -> float:
    return _group(G, S, G.columns, G.rows)


@implements("light", directed(), _all_in_graph)
def group_out_degree_centrality(G: Graph, S: Any) -> float:
    return _group(G, S, G.rows, G.columns)
