"""What is refused, and that the text names function, argument and value."""

import inspect
import math
import re

import graphblast as gb
import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

al = gb.algorithms
FUNCTIONS = {name: function for name, function in vars(al).items()
             if inspect.isfunction(function) and function.__module__ in (al.__name__, "graphblast._paths") and not name.startswith("_")}


def path(values=(1.0, 1.0), dtype=None):
    """Edges 0 - 1 - 2, both ways."""
    x, y = values
    return gb.Matrix.from_coo([0, 1, 1, 2], [1, 0, 2, 1], [x, x, y, y], dtype=dtype)


def odd_values():
    return [None, True, -1, 5, 2.5, math.nan, math.inf, 1j, 2**70, "x", "plus", [], [5], [0.5], [[0, 1], [1, 0]], (0,), (0, 1, 2),
            np.arange(3), np.ones((3, 3)), np.float32(2.5), np.int64(-9), object(), slice(0, 2), Ellipsis, {}, gb.Matrix(float, 2, 5),
            gb.Matrix("complex64", 3), gb.Vector.from_dense(np.ones(3)), gb.Matrix(float, 3).S, sp.coo_array(np.ones(3)), np.eye]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_any_argument_of_an_algorithm(name):
    """Whatever is given is taken, or refused by a text that begins with the function and goes on with the argument."""
    parameters = inspect.signature(FUNCTIONS[name]).parameters
    given = {"A": path(), **{key: value for key, value in (("source", 0), ("target", 2), ("roots", [0]), ("length", 2), ("centre", 0), ("k", 3)) if key in parameters}}
    refused = 0
    for parameter in parameters:
        for value in odd_values():
            if parameter in ("check", "is_symmetric"):
                continue  # true or false, as everything is in Python
            try:
                FUNCTIONS[name](**{**given, parameter: value})
            except (TypeError, ValueError, IndexError) as error:
                refused += 1
                if parameter != "dtype" or str(error).startswith(name):  # else NumPy's own text
                    start = rf"{name}: (a graph's matrix is square; )?{parameter}\b"
                    assert re.match(start, str(error)), (parameter, value, error)
    assert refused >= len(odd_values()) - 2


@pytest.mark.parametrize("kind", [gb.Matrix, gb.Vector])
def test_any_argument_of_a_method(kind):
    """No text of Python's or cffi's about their own insides."""
    inside = re.compile("ctype|cdata|tuple index|status|unpack|attribute|unhashable|subscript|GrB_DESC")
    left_out = {"into_device", "to_device", "to_csr_device", "error_text"}
    refused = 0
    for name, method in inspect.getmembers(kind, inspect.isfunction):
        if name in left_out or (name.startswith("_") and name not in ("__init__", "__getitem__", "__setitem__", "__delitem__")):
            continue
        parameters = list(inspect.signature(method).parameters.values())[1:]
        flags = [p.name for p in parameters if p.annotation == "bool"]
        if any(p.kind is p.VAR_POSITIONAL for p in parameters):
            calls = [lambda made, value: getattr(made, name)(value), lambda made, value: getattr(made, name)(value, value)]
        else:
            needed = [p.name for p in parameters if p.default is p.empty]
            usual = {"op": "identity" if name == "apply" else "tril", "key": 0 if kind is gb.Vector else (0, 0), "value": 1.0,
                     "dtype": float, "nrows": 3, "ncols": 3, "other": path(), "u": gb.Vector(float, 3), "matrix": path()}
            calls = [lambda made, value, p=p: getattr(made, name)(**{**{n: usual.get(n, 0) for n in needed}, p.name: value})
                     for p in parameters if p.name not in flags]
        for call in calls:
            for value in odd_values():
                made = path() if kind is gb.Matrix else gb.Vector.from_coo([0, 2], [1.0, 2.0], 3)
                try:
                    call(made, value)
                except (TypeError, ValueError, IndexError, KeyError, OverflowError, ImportError) as error:
                    refused += 1
                    assert not inside.search(str(error)), (name, value, error)
    assert refused > 300


@pytest.mark.parametrize("call, kind, text", [
    (lambda: al.sssp(path((1.0, -2.0)), 0), ValueError, r"sssp: A\[1, 2\] is -2.0; weights are 0 or more"),
    (lambda: al.sssp(path((1.0, math.nan)), 0), ValueError, r"sssp: A\[1, 2\] is NaN"),
    (lambda: al.sssp(path((1.0, 2.5)), 0, dtype="int32"), ValueError, r"sssp: A\[1, 2\] is 2.5, which int32 does not hold.*float64"),
    (lambda: al.sssp(path(), 3), IndexError, "sssp: source: the position 3 is outside of 3"),
    (lambda: al.sssp(path(), 0.5), TypeError, "sssp: source: 0.5 is no integer"),
    (lambda: al.sssp(path(), 0, delta=0), ValueError, "sssp: delta: 0 is not above 0"),
    (lambda: al.sssp(path(), 0, dtype="int8"), TypeError, "sssp: dtype: int8 is none of int32"),
    (lambda: al.pagerank(path((1.0, -2.0))), ValueError, r"pagerank: A\[1, 2\] is -2.0"),
    (lambda: al.pagerank(path((1.0, math.inf))), ValueError, "pagerank: the weights' sum is infinite"),
    (lambda: al.pagerank(path(), damping=1.5), ValueError, "pagerank: damping: 1.5 is not from 0 up to less than 1"),
    (lambda: al.pagerank(path(), tolerance=-1), ValueError, "pagerank: tolerance: -1 is not 0 or more"),
    (lambda: al.pagerank(path(), iterations=0), ValueError, "pagerank: iterations: 0 is not from 1"),
    (lambda: al.pagerank(path(), personal=[1, 1]), ValueError, "pagerank: personal has a vertex twice"),
    (lambda: al.pagerank(path(), weight="capacity"), ValueError, "pagerank: weight: 'capacity'"),
    (lambda: al.shortest_path(path(), 0, 3), IndexError, "shortest_path: target: the position 3 is outside of 3"),
    (lambda: al.shortest_path(path((1.0, -2.0)), 0, 2, weight="weight"), ValueError, r"shortest_path: A\[1, 2\] is -2.0"),
    (lambda: al.shortest_path(path(), 0, 2, transposed=gb.Matrix(float, 4)), ValueError, "shortest_path: transposed is 4 x 4, A is 3 x 3"),
    (lambda: al.shortest_path(path(), 0, 2, weight="weight", transposed=gb.Matrix.from_coo([2], [1], [1.0], (3, 3))), ValueError,
     "shortest_path: transposed is not the transpose of A"),
    (lambda: al.random_walks(path(), [0, 3], 5), IndexError, "random_walks: roots: the vertex 3 is outside of 3"),
    (lambda: al.random_walks(path(), 0, -5), ValueError, "random_walks: length: -5 is not from 0"),
    (lambda: al.random_walks(path((1.0, -2.0)), 0, 5, weight="weight"), ValueError, r"random_walks: A\[1, 2\] is -2.0"),
    (lambda: al.ego_graph(path(), 3), IndexError, "ego_graph: centre: the position 3 is outside of 3"),
    (lambda: al.ego_graph(path(), 0, -1), ValueError, "ego_graph: radius: -1 is not from 0"),
    (lambda: al.eigenvector_centrality(path(), tolerance=math.nan), ValueError, "eigenvector_centrality: tolerance: nan is not 0"),
    (lambda: al.katz_centrality(path(), alpha=-1), ValueError, "katz_centrality: alpha: -1 is not 0 or more and finite"),
    (lambda: al.katz_centrality(path(), beta=math.inf), ValueError, "katz_centrality: beta: inf is not finite"),
    (lambda: al.hits(path((1.0, -2.0))), ValueError, r"hits: A\[1, 2\] is -2.0"),
    (lambda: al.hits(path(), iterations=0), ValueError, "hits: iterations: 0 is not from 1"),
    (lambda: al.louvain(path((1.0, -2.0))), ValueError, r"louvain: A\[1, 2\] is -2.0"),
    (lambda: al.leiden(path((1.0, -2.0))), ValueError, r"leiden: A\[1, 2\] is -2.0"),
    (lambda: al.leiden(path(), resolution=-1.0), ValueError, "leiden: resolution: -1.0 is not 0 or more"),
    (lambda: al.louvain(path(), resolution=math.nan), ValueError, "louvain: resolution: nan is not 0 or more"),
    (lambda: al.louvain(gb.Matrix.from_coo([0, 1, 2, 1], [1, 0, 1, 2], [1.0, 2.0, 3.0, 3.0])), ValueError,
     r"louvain: A\[0, 1\] is 1.0 and A\[1, 0\] is 2.0"),
    (lambda: al.triangle_count(gb.Matrix(float, 2, 3)), ValueError, "triangle_count: a graph's matrix is square; A is 2 x 3"),
    (lambda: al.triangle_count(gb.Matrix.from_coo([0], [1], shape=(2, 2))), ValueError,
     r"triangle_count: A has an entry at \(0, 1\) and none at \(1, 0\).*undirected"),
    (lambda: al.core_numbers(gb.Matrix.from_coo([1], [1])), ValueError, r"core_numbers: A has 1 entries on its diagonal.*\(1, 1\)"),
    (lambda: al.k_truss(path(), 2), ValueError, "k_truss: k: 2 is not from 3"),
    (lambda: al.betweenness(path(), [-1]), IndexError, "betweenness: sources: the position -1"),
    (lambda: al.colouring(path(), seed=-1), ValueError, "colouring: seed: -1 is not from 0"),
    (lambda: al.bfs_levels(np.eye(3), 0), TypeError, "bfs_levels: A: ndarray is no Matrix; Matrix.from_dense takes it"),
    (lambda: al.pagerank(nx.Graph([(0, 1)])), TypeError, "pagerank: A: Graph is no Matrix; Matrix.from_networkx takes it"),
    (lambda: path() * None, TypeError, r"\*: NoneType is no number"),
    (lambda: np.float64(2) * path() + "3", TypeError, r"\+: str is no number"),
    (lambda: path() @ np.ones(3), TypeError, "@: ndarray is no Matrix; Vector.from_dense takes it"),
    (lambda: gb.Matrix.from_coo(["ann"], ["bob"]), TypeError, "rows: positions of type <U3; they are integers; numpy.unique"),
    (lambda: gb.Matrix.from_scipy(sp.coo_array(np.ones(3))), ValueError, r"from_scipy: an array of shape \(3,\)"),
    (lambda: gb.Matrix.from_scipy(np.eye(3)), TypeError, "from_scipy: ndarray is no sparse matrix"),
    (lambda: gb.Matrix.from_networkx([(0, 1)]), TypeError, "from_networkx: list is no graph"),
    (lambda: gb.Matrix.from_networkx(nx.Graph([("a", "b", {"km": 3}), ("b", "c", {"km": "4"})]), weight="km"), TypeError,
     r"from_networkx: weight: 'km' of the edge \('b', 'c'\) is '4', which is no number"),
    (lambda: gb.Matrix.from_coo([0], [0], shape=(3,)), ValueError, r"from_coo: \(3,\) is no shape of 2 sizes"),
    (lambda: gb.Matrix.from_csr([0, 1], [0], [1.0], (1,)), ValueError, r"from_csr: \(1,\) is no shape of 2 sizes"),
    (lambda: gb.Matrix.from_coo([0], [0], ["a"]), TypeError, "values: <U1 is none of the types"),
    (lambda: gb.Matrix.from_coo([0], [0], [300], dtype="int8"), OverflowError, "values: 300 is outside of int8"),
    (lambda: gb.Vector.from_coo([0, 1], np.array([1, -1]), dtype="uint64"), OverflowError, "values: -1 is outside of uint64"),
    (lambda: gb.Vector.from_coo([0], math.nan, dtype="int64"), OverflowError, "values: nan is outside of int64"),
    (lambda: gb.Matrix(float, 2.5), TypeError, "Matrix: size: 2.5 is no integer"),
    (lambda: path()[1], TypeError, "a row and a column.* 1 was given"),
    (lambda: path()[True, 0], TypeError, "row: True is no integer"),
    (lambda: gb.Vector(float, 3)[0, 1], TypeError, r"one index.*\(0, 1\) was given"),
    (lambda: gb.Vector(float, 3)[[-4]], IndexError, "positions: the position -4 is outside of 3"),
    (lambda: path().mxm(gb.Vector(float, 3)), TypeError, "mxm: Vector is no Matrix"),
    (lambda: path().mxv(path()), TypeError, "mxv: Matrix is no Vector"),
    (lambda: path().mxm(path(), out=gb.Vector(float, 3)), TypeError, "out: Vector is no Matrix"),
    (lambda: path().mxv(gb.Vector(float, 3), mask=path().S), TypeError, "mask: Matrix is no Vector"),
    (lambda: path().ewise_add(path(), op=3), TypeError, "3 is no operator"),
    (lambda: path().select("all"), ValueError, "no index operator called 'all'"),
    (lambda: path().resize(3), ValueError, r"resize: \(3,\) is no shape of 2 sizes"),
    (lambda: path().maxk(0), ValueError, "maxk: k: 0 is not from 1"),
    (lambda: setattr(gb.settings, "threads", 0), ValueError, "threads: 0 is not from 1"),
    (lambda: setattr(gb.settings, "threads", "2"), TypeError, "threads: '2' is no integer"),
])
def test_texts(call, kind, text):
    with pytest.raises(kind, match=text):
        call()


def test_a_code_without_a_text_has_words():
    for kind in gb.GraphBLASError.__subclasses__():
        with pytest.raises(kind, match="^some_call: [a-z]"):
            gb._library.call(lambda code: code, kind.code, what="some_call")


def test_an_error_changes_nothing():
    v = gb.Vector.from_coo([0], [1], 3, dtype=np.int8)
    for change in (lambda: v.assign(300), lambda: v.resize(-1), lambda: v.__setitem__(1, 1j), lambda: v.__setitem__(7, 1)):
        with pytest.raises((OverflowError, ValueError, TypeError, IndexError)):
            change()
        assert v.to_coo()[0].tolist() == [0] and v.size == 3
