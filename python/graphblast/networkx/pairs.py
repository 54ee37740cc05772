"""Two graphs, bipartite graphs, and graphs made of a graph."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from ..matrix import Matrix
from . import clustering, components, convert, search
from .graph import Graph, Leave
from .registry import directed, implements, most, undirected


def _same(first: np.ndarray, second: np.ndarray) -> bool:
    return bool(np.array_equal(np.sort(first), np.sort(second)))


@implements("light", graphs=("G1", "G2"), multigraph=True)
def faster_could_be_isomorphic(G1: Graph, G2: Graph) -> bool:
    return G1.size == G2.size and _same(G1.degrees(), G2.degrees())


def _with_triangles(graph: Graph) -> np.ndarray:
    return graph.degrees() * (graph.columns.size + 1) ** 2 + clustering.twice_triangles(graph)


@implements("search", undirected("G1"), undirected("G2"), graphs=("G1", "G2"))
def fast_could_be_isomorphic(G1: Graph, G2: Graph) -> bool:
    if G1.size != G2.size or G1.columns.size != G2.columns.size:
        return False
    return _same(_with_triangles(G1), _with_triangles(G2))


# ---- bipartite graphs

def _sides(graph: Graph) -> np.ndarray | None:
    """1 for the first vertex of each component and those at an even distance from it, else 0; None where an edge is within
    a side."""
    if not graph.size:
        return np.zeros(0, np.int64)
    if graph.loops.any():
        return None
    roots = components.labels(graph)
    side = np.full(graph.size, -1, np.int64)
    front = np.unique(roots)
    offsets, columns = graph.simple_pairs
    colour = 1
    while front.size:
        side[front] = colour
        _, places = search.gather(offsets, columns, front)
        reached = columns[places]
        front, colour = np.unique(reached[side[reached] < 0]), 1 - colour
    return side if (side[graph.rows] != side[graph.columns]).all() else None


@implements("light", multigraph=True)
def is_bipartite(G: Graph) -> bool:
    return _sides(G) is not None


@implements("search", undirected(), lambda a: None if a["top_nodes"] is None else "given nodes are networkx' to take apart", multigraph=True)
def sets(G: Graph, top_nodes: Any = None) -> tuple[set[Any], set[Any]]:
    side = _sides(G)
    if side is None or not G.size or np.unique(components.labels(G)).size > 1:
        raise Leave
    # networkx colours a vertex that has no edge 0.
    top = side == 1 if G.size > 1 else side == 2
    return set(G.named(np.flatnonzero(top))), set(G.named(np.flatnonzero(~top)))


def _group(arguments: dict[str, Any]) -> str | None:
    value = arguments["nodes"]
    if not isinstance(value, (list, tuple, set, frozenset)) or len(set(value)) != len(value):
        return "nodes is no list, tuple or set of distinct nodes"
    graph: Any = arguments.get("G", arguments.get("B"))
    if not all(node in graph for node in value) or len(value) in (0, len(graph)):
        return "nodes has none or all of the graph's nodes, or others"
    return None


@implements("light", _group, multigraph=True)
def density(B: Graph, nodes: Any) -> float:
    edges, pairs = B.number_of_edges(), len(nodes) * (B.size - len(nodes))
    if not edges:
        return 0.0
    return edges / (2 * pairs) if B.is_directed() else edges / pairs


def _parts(graph: Graph, nodes: Any) -> np.ndarray:
    top = np.zeros(graph.size, bool)
    top[[graph.position(node) for node in nodes]] = True
    return top


def _in_sets_order(graph: Graph, nodes: Any, values: np.ndarray) -> dict[Any, Any]:
    top = set(nodes)
    bottom = set(graph.nodes) - top
    listed = values.tolist()
    return {node: listed[graph.position(node)] for part in (top, bottom) for node in part}


@implements("light", _group, multigraph=True)
def bipartite_degree_centrality(G: Graph, nodes: Any) -> dict[Any, float]:
    top = _parts(G, nodes)
    other = np.where(top, 1.0 / (~top).sum(), 1.0 / top.sum())
    return _in_sets_order(G, nodes, G.degrees() * other)


@implements("pairs", _group, multigraph=True)
def bipartite_closeness_centrality(G: Graph, nodes: Any, normalized: bool = True) -> dict[Any, float]:
    top = _parts(G, nodes)
    first, second = int(top.sum()), int((~top).sum())
    sums = search.sums(G.pattern, np.arange(G.size))
    least = np.where(top, second + 2 * (first - 1), first + 2 * (second - 1))
    found = np.divide(least, sums.distances, out=np.zeros(G.size), where=sums.distances > 0)
    if normalized and G.size > 1:
        found *= sums.reached / (G.size - 1)
    return _in_sets_order(G, nodes, found)


# ---- graphs of a graph

def _made(graph: Graph, rows: np.ndarray, columns: np.ndarray, kind: Any) -> Any:
    made = kind()
    made.add_nodes_from(graph.nodes)
    made.add_edges_from(zip(graph.named(rows), graph.named(columns)))
    return made


@implements("pairs", most("G", 5_000), multigraph=True)
def complement(G: Graph) -> Any:
    absent = np.ones((G.size, G.size), bool)
    absent[G.rows, G.columns] = False
    np.fill_diagonal(absent, False)
    rows, columns = np.nonzero(absent)
    return _made(G, rows, columns, type(convert.empty_like(G)))


@implements("search", directed(), lambda a: None if a["weight"] is None else "weights are not implemented", multigraph=True)
def flow_hierarchy(G: Graph, weight: Any = None) -> float:
    edges = G.number_of_edges()
    if not edges:
        raise Leave
    labels = components.strong_labels(G)
    inside = labels[G.rows] == labels[G.columns]
    return 1 - int(G.multiplicity[inside].sum()) / edges


def _closure(graph: Graph) -> tuple[np.ndarray, np.ndarray]:
    """For each vertex those that it reaches by at least one edge, itself too if on a cycle."""
    rows, columns = [], []
    for batch in search.batches(np.arange(graph.size), graph.size):
        for distance, front in enumerate(search.fronts(graph.pattern, batch)):
            if distance:
                found, ends, _ = front.to_coo()
                rows.append(batch[found.astype(np.int64)])
                columns.append(ends.astype(np.int64))
    labels = components.strong_labels(graph)
    counts = np.bincount(labels, minlength=graph.size)
    cyclic = np.flatnonzero((counts[labels] > 1) | (graph.loops > 0))
    return np.concatenate([*rows, cyclic]), np.concatenate([*columns, cyclic])


@implements("pairs", directed(), most("G", 20_000), lambda a: None if a["reflexive"] is False else "loops are networkx' to add")
def transitive_closure(G: Graph, reflexive: Any = False) -> Any:
    made = convert.to_networkx(G)
    rows, columns = _closure(G)
    new = ~np.isin(rows * G.size + columns, G.keys)
    made.add_edges_from(zip(G.named(rows[new]), G.named(columns[new])))
    return made


@implements("pairs", directed(), most("G", 20_000))
def transitive_reduction(G: Graph) -> Any:
    """The edges that no other path stands for."""
    rows, columns = _closure(G)
    if (rows == columns).any():
        raise Leave
    reached = Matrix.from_coo(rows, columns, True, (G.size, G.size))
    longer = G.at_entries(G.pattern.mxm(reached, "any_pair", mask=G.pattern.S)) > 0
    return _made(G, G.rows[~longer], G.columns[~longer], nx.DiGraph)
