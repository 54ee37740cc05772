"""From graphs of networkx to the backend's, and back."""

from __future__ import annotations

from itertools import chain, repeat
from typing import Any

import networkx as nx
import numpy as np

from .graph import Attribute, Graph

_INT32 = 2**31 - 1


def _type_of_positions(size: int) -> Any:
    return np.int32 if size <= _INT32 else np.int64


def _is_counted(nodes: list[Any]) -> bool:
    """Whether the nodes are 0, 1, 2, ..., each an int."""
    return (not nodes or nodes[0] == 0) and set(map(type, nodes)) <= {int} and nodes == list(range(len(nodes)))


def _columns(nodes: list[Any], rows: list[Any], count: int, counted: bool) -> np.ndarray:
    """The positions of all neighbours, row by row."""
    dtype, neighbours = _type_of_positions(len(nodes)), chain.from_iterable(rows)
    if counted:
        return np.fromiter(neighbours, dtype, count)
    if set(map(type, nodes)) == {int} and 0 <= min(nodes) and max(nodes) < 4 * len(nodes) + 1000:
        table = np.zeros(max(nodes) + 1, dtype)
        table[nodes] = np.arange(len(nodes), dtype=dtype)
        return table[np.fromiter(neighbours, np.int64, count)]
    positions = dict(zip(nodes, range(len(nodes))))
    return np.fromiter(map(positions.__getitem__, neighbours), dtype, count)


# A class that redefines one of these has other edges than its dictionaries.
_EDGES = {"adj", "succ", "pred", "adjacency", "neighbors", "successors", "predecessors", "degree", "in_degree", "out_degree", "edges",
          "in_edges", "out_edges", "nodes", "__getitem__", "__iter__", "__len__", "_adj", "_succ", "_pred", "_node"}


def _redefines(kind: type) -> bool:
    return any(_EDGES & set(vars(base)) for base in kind.__mro__ if not base.__module__.startswith("networkx.classes."))


def is_known(graph: Any) -> bool:
    """Whether a graph is the backend's, or one that can become it."""
    return isinstance(graph, Graph) or isinstance(graph, nx.Graph) and not _redefines(type(graph))


def from_networkx(graph: Any, edge_attrs: dict[str, Any] | None = None, node_attrs: dict[str, Any] | None = None,
                  preserve_edge_attrs: bool = False, preserve_node_attrs: bool = False,
                  preserve_graph_attrs: bool = False, **_names: Any) -> Graph:
    """The backend's graph of one of networkx, with the attributes that are asked for."""
    if isinstance(graph, Graph):
        return graph
    if not is_known(graph):
        raise NotImplementedError(f"graphs of type {type(graph).__name__} are not implemented")
    nodes = list(graph._node)
    counted = _is_counted(nodes)
    adjacency = graph._adj
    rows = list(adjacency.values())
    # Views go through their nodes and rows in different orders.
    if type(adjacency) is not dict or list(adjacency) != nodes:
        rows = [dict(adjacency[node]) for node in nodes]
    counts = np.fromiter(map(len, rows), np.int64, len(rows))
    offsets = np.zeros(len(nodes) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    columns = _columns(nodes, rows, int(offsets[-1]), counted)
    multigraph = graph.is_multigraph()
    parallel = None
    if multigraph:
        bundles = list(chain.from_iterable(row.values() for row in rows))
        parallel = np.fromiter(map(len, bundles), np.int64, len(bundles))
    made = Graph(None if counted else nodes, offsets, columns, directed=graph.is_directed(), multigraph=multigraph,
                 parallel=parallel)
    wanted = dict(edge_attrs) if edge_attrs else {}
    if wanted or preserve_edge_attrs:
        cells = bundles if multigraph else rows
        data = list(chain.from_iterable(cell.values() for cell in cells))
        for name, default in wanted.items():
            made.attributes[name, default] = Attribute(list(map(dict.get, data, repeat(name), repeat(default))), name)
        if preserve_edge_attrs:
            made.edge_data = data
            if multigraph:
                made.edge_keys = list(chain.from_iterable(bundles))
    node_data = [graph._node[node] for node in nodes] if node_attrs or preserve_node_attrs else []
    for name in node_attrs or {}:
        made.node_columns[name] = [data.get(name) for data in node_data]
    if preserve_node_attrs:
        made.node_data = node_data
    if preserve_graph_attrs:
        made.graph = dict(graph.graph)
    return made


def empty_like(graph: Graph) -> Any:
    """A graph of networkx without nodes, of the same kind."""
    if graph.is_multigraph():
        return nx.MultiDiGraph() if graph.is_directed() else nx.MultiGraph()
    return nx.DiGraph() if graph.is_directed() else nx.Graph()


def _edges(graph: Graph) -> Any:
    """Tuples for add_edges_from, in networkx' order."""
    counts = graph.multiplicity
    rows, columns = np.repeat(graph.rows, counts), np.repeat(graph.columns, counts)
    if graph.edge_data is not None:
        data: list[dict[Any, Any]] = [dict(found) for found in graph.edge_data]
    else:
        data = [{} for _ in range(rows.size)]
        for (name, _default), attribute in graph.attributes.items():
            for found, value in zip(data, attribute.values.tolist()):
                found[name] = value
    sources, targets = graph.named(rows), graph.named(columns)
    if graph.is_multigraph():
        keys = graph.edge_keys
        if keys is None:
            first = np.repeat(np.cumsum(counts) - counts, counts)
            keys = (np.arange(rows.size) - first).tolist()
        return zip(sources, targets, keys, data)
    return zip(sources, targets, data)


def to_networkx(given: Any, **_names: Any) -> Any:
    """The graph of networkx that one of the backend stands for; anything else is returned as it is."""
    if not isinstance(given, Graph):
        return given
    made = empty_like(given)
    made.graph.update(given.graph)
    made.add_nodes_from(given.nodes)
    if given.node_data is not None:
        for node, data in zip(given.nodes, given.node_data):
            made._node[node].update(data)
    else:
        for name, values in given.node_columns.items():
            for node, value in zip(given.nodes, values):
                if value is not None:
                    made._node[node][name] = value
    # An undirected edge is in two rows; adding both keeps the order of each row.
    made.add_edges_from(_edges(given))
    return made


def subgraph(graph: Graph, vertices: np.ndarray, entries: np.ndarray | None = None) -> Any:
    """The graph of networkx with these vertices, and these entries of the matrix between them (all)."""
    kept = vertices[graph.rows] & vertices[graph.columns]
    if entries is not None:
        kept &= entries
    renumbered = np.cumsum(vertices) - 1
    chosen = np.flatnonzero(vertices)
    rows = renumbered[graph.rows[kept]]
    offsets = np.zeros(chosen.size + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=chosen.size), out=offsets[1:])
    part = Graph(graph.named(chosen), offsets, renumbered[graph.columns[kept]], directed=graph.is_directed())
    part.graph = graph.graph
    if graph.node_data is not None:
        part.node_data = [graph.node_data[at] for at in chosen.tolist()]
    if graph.edge_data is not None:
        part.edge_data = [graph.edge_data[at] for at in np.flatnonzero(kept).tolist()]
    return to_networkx(part)
