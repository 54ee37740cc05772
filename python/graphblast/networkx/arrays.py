"""Matrices of a graph for SciPy and NumPy, and what is computed on them as a whole."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from ..matrix import Matrix
from .graph import Attribute, Graph, Leave
from .registry import Reason, given, implements, most, named


def _plain(*, nodelist: bool = True) -> tuple[Reason, ...]:
    def has_scipy(_arguments: dict[str, Any]) -> str | None:
        try:
            import scipy.sparse  # noqa: F401
        except ImportError:
            return "SciPy is not installed"
        return None
    return (named(), has_scipy, *((given("nodelist", None),) if nodelist else ()))


def _values(graph: Graph, weight: Any, dtype: Any) -> np.ndarray:
    values = graph.summed(weight)
    if dtype is not None:
        return values.astype(dtype)
    # SciPy's own choice for an empty list.
    return values.astype(np.float64) if not values.size else values


def _array(graph: Graph, weight: Any, dtype: Any, format: str = "csr") -> Any:
    import scipy.sparse

    if not graph.size or format not in ("bsr", "csr", "csc", "coo", "lil", "dia", "dok"):
        raise Leave
    made = scipy.sparse.csr_array((_values(graph, weight, dtype), graph.columns.copy(), graph.offsets.astype(graph.columns.dtype)),
                                  shape=(graph.size, graph.size))
    return made.asformat(format)


@implements("light", *_plain(), multigraph=True)
def to_scipy_sparse_array(G: Graph, nodelist: Any = None, dtype: Any = None, weight: Any = "weight", format: str = "csr") -> Any:
    return _array(G, weight, dtype, format)


@implements("light", *_plain(), multigraph=True)
def adjacency_matrix(G: Graph, nodelist: Any = None, dtype: Any = None, weight: Any = "weight") -> Any:
    return _array(G, weight, dtype)


def _laplacian(graph: Graph, weight: Any) -> tuple[Any, np.ndarray]:
    import scipy.sparse

    array = _array(graph, weight, None)
    sums = array.sum(axis=1)
    return scipy.sparse.dia_array((sums, 0), shape=array.shape).tocsr() - array, sums


@implements("light", *_plain(), multigraph=True)
def laplacian_matrix(G: Graph, nodelist: Any = None, weight: Any = "weight") -> Any:
    return _laplacian(G, weight)[0]


@implements("light", *_plain(), multigraph=True)
def normalized_laplacian_matrix(G: Graph, nodelist: Any = None, weight: Any = "weight") -> Any:
    import scipy.sparse

    laplacian, sums = _laplacian(G, weight)
    if (sums < 0).any():
        raise NotImplementedError("a sum of weights is below 0")
    roots = np.divide(1.0, np.sqrt(sums), out=np.zeros(G.size), where=sums != 0)
    scale = scipy.sparse.dia_array((roots, 0), shape=laplacian.shape).tocsr()
    return scale @ (laplacian @ scale)


@implements("light", given("nodelist", None), given("dtype", None), given("order", None), named(),
            lambda a: None if a["nonedge"] == 0 and a["multigraph_weight"] is sum else "other fillings are not implemented",
            most("G", 20_000))
def to_numpy_array(G: Graph, nodelist: Any = None, dtype: Any = None, order: Any = None, multigraph_weight: Any = sum,
                   weight: Any = "weight", nonedge: Any = 0.0) -> np.ndarray:
    made = np.zeros((G.size, G.size))
    made[G.rows, G.columns] = G.summed(weight)
    return made


@implements("pairs", most("G", 5_000), lambda a: None if isinstance(a["walk_length"], int) else "no integer", multigraph=True)
def number_of_walks(G: Graph, walk_length: int) -> dict[Any, dict[Any, int]]:
    if walk_length < 0 or not G.columns.size:
        raise Leave
    # Beyond this, numbers may not fit.
    if walk_length * np.log2(max(2, int(G.out_degrees().max(initial=0)))) > 62:
        raise NotImplementedError("the numbers may have more than 63 bits")
    step = G.matrix(G.multiplicity)
    found = np.eye(G.size, dtype=np.int64)
    for _ in range(walk_length):
        found = step.mxm(Matrix.from_dense(found), "plus_times").to_dense()
    return {node: G.mapping(row) for node, row in zip(G.nodes, found.tolist())}


def _mutual(graph: Graph, weight: Any) -> Matrix:
    matrix = graph.float_matrix(weight)
    return matrix.ewise_add(matrix.T, "plus")


@implements("pairs", named(), given("nodes", None), most("G", 200_000), *_plain(nodelist=False), multigraph=True)
def constraint(G: Graph, nodes: Any = None, weight: Any = None) -> dict[Any, float]:
    if not G.size:
        raise Leave
    if weight is not None and not G.column(weight).least > 0:
        raise NotImplementedError("weights that are not above 0")
    both = _mutual(G, weight)
    sums = both.reduce_rows().to_dense()
    scale = np.divide(1.0, sums, out=np.zeros(G.size), where=sums != 0)
    shares = _diagonal(scale).mxm(both, "plus_times")
    reached = shares.mxm(shares, "plus_times", mask=shares.S)
    found = shares.ewise_add(reached, "plus")
    values = found.ewise_mult(found, "times").reduce_rows().to_dense()
    own = np.zeros(G.size)
    rows, _, loops = both.select("diag").to_coo()
    own[rows.astype(np.int64)] = loops
    values[sums - 2 * own * scale == 0] = np.nan
    return G.mapping(values)


def _diagonal(values: np.ndarray) -> Matrix:
    places = np.arange(values.size)
    return Matrix.from_coo(places, places, values, (values.size, values.size))


def _is_plain(arguments: dict[str, Any]) -> str | None:
    array, kind = arguments["A"], arguments["create_using"]
    if kind not in (None, nx.Graph, nx.DiGraph):
        return "create_using is implemented for None, networkx.Graph and networkx.DiGraph"
    if not isinstance(arguments["edge_attribute"], str):
        return "edge_attribute is no name of an attribute"
    if getattr(array, "format", None) != "csr" or array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        return "A is no array of numbers in SciPy's format csr; A.tocsr() is one"
    return None


def _is_symmetric(array: Any) -> bool:
    """Of an array in the format csr, whose rows are in order."""
    transposed = array.T.tocsr()
    return all(np.array_equal(getattr(array, part), getattr(transposed, part)) for part in ("indptr", "indices", "data"))


@implements("only", _is_plain, graphs=())
def from_scipy_sparse_array(A: Any, parallel_edges: bool = False, create_using: Any = None,
                            edge_attribute: str = "weight") -> Graph:
    """A graph of the backend, without one of networkx between; later changes of A do not reach it."""
    if A.shape[0] != A.shape[1]:
        raise nx.NetworkXError(f"Adjacency matrix not square: nx,ny={A.shape}")
    if not A.has_canonical_format:
        raise NotImplementedError("A has entries twice or out of order; A.sum_duplicates() mends both")
    is_directed = create_using is nx.DiGraph
    if not is_directed and not _is_symmetric(A):
        raise NotImplementedError("an undirected graph of an array that is not symmetric")
    made = Graph(None, A.indptr.astype(np.int64), A.indices.copy(), directed=is_directed)
    made.only, made.attributes[edge_attribute, None] = edge_attribute, Attribute.of_array(A.data.copy(), edge_attribute)
    return made
