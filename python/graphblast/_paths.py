"""Paths between two vertices, the surroundings of one, and random walks."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np

from . import _indices
from ._graphs import MOST_SEEDS, empty_vector, graph, run, sum_of_weights, vertices, weighted, weights
from ._library import NULL, algorithms, ffi
from ._stored import operand
from .errors import InvalidValue
from .matrix import Matrix
from .vector import Vector


@dataclasses.dataclass(frozen=True, eq=False)
class Path:
    """The vertices of a path, none where there is none; its length, infinite then: the number of edges, or their weights' sum."""

    vertices: np.ndarray
    length: float


def shortest_path(A: Matrix, source: int, target: int, *, weight: str | None = None, transposed: Matrix | None = None) -> Path:
    """A shortest path between two vertices, searched for from both ends. weight="weight": by the sum of A's values, infinite
    ones are no edges. transposed: A's transpose, A itself if it is symmetric, for a program that asks many times; else made."""
    what = "shortest_path"
    if weight is not None and (not isinstance(weight, str) or weight != "weight"):
        raise InvalidValue(f"{what}: weight: {weight!r} is neither 'weight', A's values, nor None")
    checked = graph(what, A) if weight is None else weighted(what, A)
    if transposed is not None:
        operand(f"{what}: transposed", transposed, "Matrix")
        if transposed.shape != A.shape:
            raise ValueError(f"{what}: transposed is {transposed.nrows} x {transposed.ncols}, A is {A.nrows} x {A.ncols}")
    ends = (_indices.index(f"{what}: source", source, A.nrows), _indices.index(f"{what}: target", target, A.nrows))
    back = checked.T if transposed is None else transposed
    if weight is None:
        found = run(what, Vector, algorithms.gba_shortest_path, checked, back.handle, *ends)
        path = found.to_coo()[1]
        return Path(path, path.size - 1 if path.size else math.inf)
    sum_of_weights(what, checked)
    length = ffi.new("double *")
    try:
        found = run(what, Vector, algorithms.gba_shortest_path_weighted, checked, back.handle, *ends, before=(length,))
    except InvalidValue:  # weights were looked at
        raise InvalidValue(f"{what}: transposed is not the transpose of A") from None
    return Path(found.to_coo()[1], length[0])


@dataclasses.dataclass(frozen=True)
class EgoGraph:
    """levels: of the vertices that the graph has, the numbers of edges from the centre."""

    graph: Matrix
    levels: Vector


def ego_graph(A: Matrix, centre: int, radius: int = 1) -> EgoGraph:
    """The entries of A between the vertices at most `radius` edges away from the centre; the others have no entry."""
    operand("ego_graph: A", A, "Matrix")
    if A.nrows != A.ncols:
        raise ValueError(f"ego_graph: a graph's matrix is square; A is {A.nrows} x {A.ncols}")
    at = _indices.index("ego_graph: centre", centre, A.nrows)
    levels = empty_vector()
    inside = run("ego_graph", Matrix, algorithms.gba_ego_graph, A, at, _indices.integer("ego_graph: radius", radius, 0, 2**63 - 1),
                 before=(levels._box,))
    return EgoGraph(inside, levels)


def random_walks(A: Matrix, roots: Any, length: int, *, seed: int = 1, weight: str | None = None) -> Matrix:
    """A row for each root: column i has the vertex after i steps. A walk ends early where there is no edge. Edges are equally
    likely, with weight="weight" in proportion to A's values; the same walks for any number of threads."""
    pattern, values = graph("random_walks", A), weights("random_walks", A, weight)
    chosen = vertices("random_walks: roots", roots, pattern)
    length = _indices.integer("random_walks: length", length, 0, 2**60 - 1)
    seed = _indices.integer("random_walks: seed", seed, 0, MOST_SEEDS)
    function = algorithms.gba_random_walks if values is None else algorithms.gba_random_walks_weighted
    return run("random_walks", Matrix, function, pattern if values is None else values,
               _indices.pointer(chosen) if chosen.size else NULL, chosen.size, length, seed)
