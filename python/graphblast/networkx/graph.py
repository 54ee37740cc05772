"""The graph that the backend computes on: compressed rows in networkx' order, and columns of attributes."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from itertools import repeat
from typing import Any

import numpy as np

from .. import algorithms
from ..matrix import Matrix

_NUMBERS = (int, float, bool)


class Leave(Exception):
    """Raised where networkx refuses the arguments: its own function then says why."""


def numbers(values: list[Any], name: str) -> np.ndarray:
    """Values of an attribute as an array: int64 where all are integers, else float64. Others are networkx' to handle."""
    kinds = set(map(type, values))
    if not all(issubclass(kind, (*_NUMBERS, np.integer, np.floating)) for kind in kinds):
        raise NotImplementedError(f"the attribute {name!r} has values that are no numbers")
    if all(issubclass(kind, (int, np.integer)) for kind in kinds):
        try:
            found = np.array(values, np.int64)
        except OverflowError:
            raise NotImplementedError(f"the attribute {name!r} has integers beyond 64 bits") from None
        if found.size and (found.max() > 2**53 or found.min() < -2**53):
            raise NotImplementedError(f"the attribute {name!r} has integers beyond 2**53")
        return found
    return np.array(values, np.float64)


def looked_up(keys: np.ndarray, values: np.ndarray, wanted: np.ndarray, default: float = 0) -> np.ndarray:
    """The values of the wanted keys; default for those that are not there."""
    if not keys.size:
        return np.full(wanted.size, default, values.dtype)
    order = np.argsort(keys, kind="stable")
    keys, values = keys[order], values[order]
    at = np.minimum(np.searchsorted(keys, wanted), keys.size - 1)
    return np.where(keys[at] == wanted, values[at], np.asarray(default, values.dtype))


class Attribute:
    """The values of an edge attribute, one for each edge of networkx in the order of the rows."""

    def __init__(self, values: list[Any], name: str) -> None:
        self.values = numbers(values, name)
        kinds = set(map(type, values))
        self.is_mixed = self.values.dtype.kind == "f" and any(issubclass(kind, (int, np.integer)) for kind in kinds)

    @classmethod
    def of_array(cls, values: np.ndarray, name: str) -> Attribute:
        """Values that are Booleans, integers or floating-point numbers."""
        made = cls([], name)
        if values.dtype.kind in "iu" and values.size and (values.max() > 2**53 or values.min() < -2**53):
            raise NotImplementedError(f"the attribute {name!r} has integers beyond 2**53")
        made.values = values.astype(np.float64 if values.dtype.kind == "f" else np.int64, copy=False)
        return made

    @functools.cached_property
    def least(self) -> float:
        return self.values.min() if self.values.size else np.inf


class Graph:
    """A graph of networkx as arrays. Edges of a vertex are in the order in which networkx goes through them."""

    __networkx_backend__ = "graphblast"

    def __init__(self, nodes: list[Any] | None, offsets: np.ndarray, columns: np.ndarray, *, directed: bool,
                 multigraph: bool = False, parallel: np.ndarray | None = None) -> None:
        self.names = nodes  # None: 0, 1, 2, ...
        self.offsets, self.columns = offsets, columns
        self.size = offsets.size - 1
        self._directed, self._multigraph = directed, multigraph
        self.parallel = parallel  # of a multigraph: the number of edges at each position
        self.attributes: dict[tuple[str, Any], Attribute] = {}
        self.only: str | None = None  # the name of the one attribute that edges have; None: not known
        self.edge_data: list[dict[Any, Any]] | None = None  # networkx' own, one for each edge; None: not kept
        self.edge_keys: list[Any] | None = None
        self.node_data: list[dict[Any, Any]] | None = None
        self.node_columns: dict[str, list[Any]] = {}
        self.graph: dict[Any, Any] = {}

    # ---- what networkx asks of any graph

    def is_directed(self) -> bool:
        return self._directed

    def is_multigraph(self) -> bool:
        return self._multigraph

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Any]:
        return iter(self.nodes)

    def __contains__(self, node: Any) -> bool:
        return self.find(node) is not None

    @property
    def nodes(self) -> Any:
        return range(self.size) if self.names is None else self.names

    def number_of_nodes(self) -> int:
        return self.size

    order = number_of_nodes

    def number_of_edges(self) -> int:
        entries = int(self.multiplicity.sum())
        return entries if self._directed else (entries + int(self.loops.sum())) // 2

    def __repr__(self) -> str:
        kind = "directed" if self._directed else "undirected"
        return f"<graphblast {kind} graph of {self.size} vertices, {self.columns.size} entries>"

    # ---- names and positions

    @functools.cached_property
    def _positions(self) -> dict[Any, int]:
        return dict(zip(self.nodes, range(self.size)))

    def find(self, node: Any) -> int | None:
        """The position of a node, or None."""
        if self.names is None and type(node) is int:
            return node if 0 <= node < self.size else None
        try:
            return self._positions.get(node)
        except TypeError:
            return None

    def position(self, node: Any) -> int:
        """The position of a node; networkx refuses those that the graph lacks."""
        found = self.find(node)
        if found is None:
            raise Leave(f"{node} is not in the graph")
        return found

    def name(self, position: int) -> Any:
        return position if self.names is None else self.names[position]

    def named(self, positions: Any) -> list[Any]:
        """The nodes at these positions."""
        chosen = positions.tolist() if isinstance(positions, np.ndarray) else positions
        return list(chosen) if self.names is None else list(map(self.names.__getitem__, chosen))

    def bunch(self, nodes: Any) -> list[int]:
        """The positions that networkx' nbunch_iter(nodes) goes through."""
        if nodes is None:
            return list(range(self.size))
        one = self.find(nodes)
        if one is not None:
            return [one]
        try:
            given = list(nodes)
            for node in given:
                hash(node)
        except TypeError:
            raise Leave("neither a node nor a sequence of nodes") from None
        return [found for found in map(self.find, given) if found is not None]

    @functools.cached_property
    def _blank(self) -> dict[Any, None]:
        """The nodes as keys. A copy of it takes neither new numbers as nodes nor growing tables."""
        return dict.fromkeys(self.nodes)

    def mapping(self, values: Any, positions: Any = None) -> dict[Any, Any]:
        """A dictionary of nodes, in networkx' order, with the values of an array."""
        listed = values.tolist() if isinstance(values, np.ndarray) else values
        if positions is not None:
            return dict(zip(self.named(positions), listed))
        made: dict[Any, Any] = self._blank.copy()
        made.update(zip(self._blank, listed))
        return made

    def vector(self, values: dict[Any, Any], default: float = 0.0) -> np.ndarray:
        """The array of a dictionary by nodes."""
        return np.array([values.get(node, default) for node in self.nodes], np.float64)

    # ---- structure

    @functools.cached_property
    def out_counts(self) -> np.ndarray:
        """The number of neighbours of each vertex; a loop is one."""
        return np.diff(self.offsets)

    @functools.cached_property
    def rows(self) -> np.ndarray:
        return np.repeat(np.arange(self.size, dtype=self.columns.dtype), self.out_counts)

    @functools.cached_property
    def multiplicity(self) -> np.ndarray:
        return np.ones(self.columns.size, np.int64) if self.parallel is None else self.parallel

    @functools.cached_property
    def loops(self) -> np.ndarray:
        """The number of loops of each vertex."""
        found = np.zeros(self.size, np.int64)
        at = self.rows == self.columns
        found[self.rows[at]] = self.multiplicity[at]
        return found

    def summed_rows(self, values: np.ndarray) -> np.ndarray:
        """The sum over each vertex' row of values, one for each entry."""
        exact = values.dtype.kind in "iub"
        sums = np.bincount(self.rows, None if exact and (values == 1).all() else values, self.size)
        return sums.astype(np.int64) if exact else sums

    def summed_columns(self, values: np.ndarray) -> np.ndarray:
        exact = values.dtype.kind in "iub"
        sums = np.bincount(self.columns, None if exact and (values == 1).all() else values, self.size)
        return sums.astype(np.int64) if exact else sums

    def out_degrees(self, weight: str | None = None) -> np.ndarray:
        return self.summed_rows(self.summed(weight))

    def in_degrees(self, weight: str | None = None) -> np.ndarray:
        return self.summed_columns(self.summed(weight))

    def degrees(self, weight: str | None = None) -> np.ndarray:
        """networkx' degrees: with in-degrees, and loops twice."""
        values = self.summed(weight)
        if self._directed:
            return self.summed_rows(values) + self.summed_columns(values)
        at = self.rows == self.columns
        found = self.summed_rows(values)
        np.add.at(found, self.rows[at], values[at])
        return found

    # ---- edges as networkx lists them

    @functools.cached_property
    def once(self) -> np.ndarray:
        """Which entries are edges: all of a directed graph, else those to vertices that come not earlier."""
        return np.ones(self.columns.size, bool) if self._directed else self.columns >= self.rows

    @property
    def listed_edges(self) -> list[tuple[Any, Any]]:
        """networkx' edges, without keys and without parallel ones."""
        return list(zip(self.named(self.rows[self.once]), self.named(self.columns[self.once])))

    @functools.cached_property
    def keys(self) -> np.ndarray:
        """A number for each entry: row * size + column."""
        return self.rows.astype(np.int64) * self.size + self.columns

    def at_entries(self, matrix: Matrix, default: float = 0) -> np.ndarray:
        """The values of another matrix at the entries of this one."""
        rows, columns, values = matrix.to_coo()
        keys = (rows * np.uint64(self.size) + columns).astype(np.int64)
        return looked_up(keys, values, self.keys, default)

    # ---- attributes

    def column(self, name: str, default: Any = 1) -> Attribute:
        """The values of an attribute at every edge of networkx."""
        found = self.attributes.get((name, None if name == self.only else default))
        if found is None:
            if self.only is not None and isinstance(default, _NUMBERS):
                return Attribute.of_array(np.full(self.columns.size, default), name)
            if self.edge_data is None:
                raise NotImplementedError(f"the converted graph does not have the attribute {name!r}")
            values = list(map(dict.get, self.edge_data, repeat(name), repeat(default)))
            found = self.attributes[name, default] = Attribute(values, name)
        return found

    def _by_position(self, name: str, default: Any, ufunc: np.ufunc) -> np.ndarray:
        values = self.column(name, default).values
        if self.parallel is None or not values.size:
            return values
        return ufunc.reduceat(values, np.concatenate(([0], np.cumsum(self.parallel)[:-1])))

    def summed(self, weight: str | None, default: Any = 1) -> np.ndarray:
        """A value for each entry of the matrix: weights of parallel edges are added; without a weight their number."""
        return self.multiplicity if weight is None else self._by_position(weight, default, np.add)

    def shortest(self, weight: str, default: Any = 1) -> np.ndarray:
        """A value for each entry of the matrix: of parallel edges the least weight."""
        return self._by_position(weight, default, np.minimum)

    def node_values(self, name: str) -> list[Any]:
        """The values of a node attribute, None where a node has none."""
        if name not in self.node_columns:
            if self.node_data is None:
                raise NotImplementedError(f"the converted graph does not have the attribute {name!r} of nodes")
            self.node_columns[name] = [data.get(name) for data in self.node_data]
        return self.node_columns[name]

    # ---- matrices

    def matrix(self, values: Any = True) -> Matrix:
        """The adjacency matrix with these values at its entries."""
        return Matrix.from_csr(self.offsets, self.columns, values, (self.size, self.size), check=False, is_sorted=False)

    @functools.cached_property
    def pattern(self) -> Matrix:
        return self.matrix()

    @functools.cached_property
    def transposed(self) -> Matrix:
        return self.pattern.T if self._directed else self.pattern

    @functools.cached_property
    def simple(self) -> Matrix:
        """The pattern in both directions, without loops."""
        if self._directed:
            return algorithms.undirected(self.pattern)
        return self.pattern.select("offdiag") if self.loops.any() else self.pattern

    @functools.cached_property
    def simple_pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """Offsets and sorted columns of `simple`."""
        rows, columns, _ = self.simple.to_coo()
        keys = np.sort((rows * np.uint64(self.size) + columns).astype(np.int64))
        offsets = np.zeros(self.size + 1, np.int64)
        np.cumsum(np.bincount(keys // max(self.size, 1), minlength=self.size), out=offsets[1:])
        return offsets, keys % max(self.size, 1)

    def float_matrix(self, weight: str | None) -> Matrix:
        """Weights as float64, those of parallel edges added."""
        if weight is None and self.parallel is None:
            return self.matrix(1.0)
        return self.matrix(self.summed(weight).astype(np.float64))

