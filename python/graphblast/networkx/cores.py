"""Cores and trusses, and the subgraphs that they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import algorithms
from . import convert, search
from .graph import Graph, Leave
from .registry import implements, undirected


def _numbers(graph: Graph) -> np.ndarray:
    if graph.loops.any():
        raise Leave
    if graph.is_directed():
        return _by_degrees(graph)
    return np.asarray(algorithms.core_numbers(graph.pattern, check=False).to_dense(), np.int64)


def _by_degrees(graph: Graph) -> np.ndarray:
    """Core numbers of a directed graph: an edge each way counts twice. Vertices of the least degree leave, all at once."""
    rows, columns = graph.rows.astype(np.int64), graph.columns.astype(np.int64)
    ends = np.concatenate((columns, rows))
    order = np.argsort(np.concatenate((rows, columns)), kind="stable")
    ends, degrees = ends[order], graph.degrees()
    offsets = np.concatenate(([0], np.cumsum(degrees)))
    found, here, least = np.zeros(graph.size, np.int64), np.ones(graph.size, bool), 0
    degrees = degrees.copy()
    while here.any():
        least = max(least, int(degrees[here].min()))
        leaving = np.flatnonzero(here & (degrees <= least))
        found[leaving] = least
        here[leaving] = False
        _, places = search.gather(offsets, ends, leaving)
        degrees -= np.bincount(ends[places], minlength=graph.size)
    return found


@implements("search")
def core_number(G: Graph) -> dict[Any, int]:
    return G.mapping(_numbers(G))


def _given(graph: Graph, core: Any) -> np.ndarray:
    if core is None:
        return _numbers(graph)
    if set(core) != set(graph.nodes):
        raise NotImplementedError("core numbers of other nodes")
    return graph.vector(core)


def _largest(numbers: np.ndarray) -> Any:
    if not numbers.size:
        raise Leave
    return numbers.max()


@implements("search")
def k_core(G: Graph, k: Any = None, core_number: Any = None) -> Any:
    numbers = _given(G, core_number)
    return convert.subgraph(G, numbers >= (_largest(numbers) if k is None else k))


@implements("search")
def k_shell(G: Graph, k: Any = None, core_number: Any = None) -> Any:
    numbers = _given(G, core_number)
    return convert.subgraph(G, numbers == (_largest(numbers) if k is None else k))


@implements("search")
def k_crust(G: Graph, k: Any = None, core_number: Any = None) -> Any:
    numbers = _given(G, core_number)
    return convert.subgraph(G, numbers <= (_largest(numbers) - 1 if k is None else k))


@implements("search")
def k_corona(G: Graph, k: Any, core_number: Any = None) -> Any:
    numbers = _given(G, core_number)
    inner = G.summed_rows((numbers[G.columns] >= k).astype(np.int64))
    return convert.subgraph(G, (numbers == k) & (inner == k))


@implements("search", undirected(), lambda a: None if isinstance(a["k"], int) else "k is no integer")
def k_truss(G: Graph, k: int) -> Any:
    if G.loops.any():
        raise Leave
    if k < 3:
        # Every edge is in at least 0 triangles.
        kept = np.ones(G.columns.size, bool)
    else:
        kept = G.at_entries(algorithms.k_truss(G.pattern, k, check=False).apply("one")) > 0
    touched = np.zeros(G.size, bool)
    touched[G.rows[kept]] = True
    return convert.subgraph(G, touched, kept)


@implements("search", undirected())
def onion_layers(G: Graph) -> dict[Any, int]:
    if G.loops.any():
        raise Leave
    degrees, here = G.out_counts.copy(), np.ones(G.size, bool)
    layers, order, layer, core = np.zeros(G.size, np.int64), [], 1, 1
    alone = np.flatnonzero(degrees == 0)
    if alone.size:
        layers[alone], here[alone], layer = 1, False, 2
        order.append(alone)
    while here.any():
        core = max(core, int(degrees[here].min()))
        leaving = np.flatnonzero(here & (degrees <= core))
        # networkx goes through a layer by degrees.
        leaving = leaving[np.argsort(degrees[leaving], kind="stable")]
        order.append(leaving)
        layers[leaving], here[leaving] = layer, False
        _, places = search.gather(G.offsets, G.columns, leaving)
        degrees -= np.bincount(G.columns[places], minlength=G.size)
        layer += 1
    vertices = np.concatenate(order) if order else np.zeros(0, np.int64)
    return G.mapping(layers[vertices], vertices)
