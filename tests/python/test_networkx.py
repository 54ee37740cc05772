"""The networkx backend: every function against networkx, conversion, the cache, and when calls come to it."""

import inspect
import os
import pathlib
import pickle
import re
import subprocess
import sys
import warnings

import numpy as np
import pytest

nx = pytest.importorskip("networkx", "3.6")
if "graphblast" not in nx.config.backends:
    pytest.skip("networkx has no backend graphblast: the package is not installed with its entry points", allow_module_level=True)

from graphblast.networkx import Graph, backend, centrality, get_info, search  # noqa: E402
from graphblast.networkx.registry import entries, original  # noqa: E402
from networkx_problems import KINDS, SHAPES, UNORDERED, arguments, difference, graph, outcome  # noqa: E402

ROUNDS = int(3 * float(os.environ.get("GRAPHBLAST_TEST_ROUNDS", "1"))) or 1


@pytest.fixture(autouse=True)
def no_cache_warning():
    nx.config.warnings_to_ignore.add("cache")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _problems(name):
    entry, function = entries[name], getattr(nx.utils.backends._registered_algorithms[name], "__call__")
    for seed in range(ROUNDS):
        for kind in KINDS:
            for shape in SHAPES:
                graphs = [graph(kind, shape, f"{seed} {which}") for which in entry.graphs]
                nodes = list(graphs[0]) if graphs else []
                yield f"{kind.__name__}, {shape}, {seed}", graphs, arguments(name, entry.function, nodes, f"{shape} {seed}"), function


# What networkx leaves to backends, and what takes no graph.
ALONE = {"leiden_communities", "from_scipy_sparse_array"}


@pytest.mark.parametrize("name", sorted(set(entries) - ALONE))
def test_results_are_networkx(name):
    """Results, their types and orders, and exceptions are those of networkx; each function computes some itself."""
    ran = results = 0
    for problem, graphs, given, _ in _problems(name):
        if backend.can_run(name, tuple(graphs), given) is not True:
            continue
        function = nx.utils.backends._registered_algorithms[name]
        try:
            found = outcome(lambda: function(*graphs, **given, backend="graphblast"))
        except NotImplementedError:
            continue
        expected = outcome(lambda: function(*graphs, **given, backend="networkx"))
        told = difference(expected, found, name not in UNORDERED)
        assert told is None, f"{name}({given}) of {problem}, networkx first: {told}"
        ran += 1
        results += not isinstance(expected, type)
    assert ran and results


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
@pytest.mark.parametrize("weight", ["weight", None])
def test_leiden_communities(kind, weight):
    """Communities are connected and about as good as Louvain's; loops and parallel edges count as networkx counts them."""
    G = kind(nx.karate_club_graph())
    G.add_edges_from([(0, 0), (33, 33), (5, 6), (5, 6)], weight=2)
    G.add_node("alone")
    for resolution in (1, 2.5):
        of_louvain = nx.community.louvain_communities(G, weight=weight, resolution=resolution, seed=1, backend="networkx")
        least = nx.community.modularity(G, of_louvain, weight, resolution, backend="networkx") - 0.02
        for seed in (1, 2, np.random.RandomState(3), None):
            found = nx.community.leiden_communities(G, weight, resolution, seed=seed, backend="graphblast")
            assert nx.community.is_partition(G, found) and {"alone"} in found
            assert all(nx.is_connected(G.subgraph(group)) for group in found)
            assert nx.community.modularity(G, found, weight, resolution, backend="networkx") >= least
    first, second = (nx.community.leiden_communities(G, weight, seed=7, backend="graphblast") for _ in range(2))
    assert first == second


def test_leiden_communities_of_little_and_what_is_left():
    assert nx.community.leiden_communities(nx.Graph(), backend="graphblast") == []
    assert backend.should_run("leiden_communities", (nx.path_graph(3),), {}) is True
    assert nx.community.leiden_communities(nx.empty_graph(3), backend="graphblast") == [{0}, {1}, {2}]
    with pytest.raises(nx.NetworkXNotImplemented):
        nx.community.leiden_communities(nx.DiGraph([(0, 1)]), backend="graphblast")
    with pytest.raises(NotImplementedError):
        nx.community.leiden_communities(nx.path_graph(3), max_level=1, backend="graphblast")
    negative = nx.Graph([(0, 1, {"weight": -1})])
    with pytest.raises(ValueError, match="weights are 0 or more|is -1"):
        nx.community.leiden_communities(negative, backend="graphblast")


@pytest.mark.parametrize("name", sorted(entries))
def test_signatures_are_networkx(name):
    theirs = [(parameter.name, parameter.default) for parameter in inspect.signature(original(name)).parameters.values()]
    ours = [(parameter.name, parameter.default) for parameter in inspect.signature(entries[name].function).parameters.values()]
    assert ours == theirs


def test_count_of_functions():
    assert len(entries) >= 120
    assert set(get_info()["functions"]) == set(entries)


@pytest.mark.parametrize("modules", ["networkx, graphblast.networkx", "graphblast.networkx, networkx"])
def test_order_of_imports(modules):
    program = f"import {modules}; print(len(networkx.utils.backends.backend_info['graphblast']['functions']))"
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == (str(len(entries)), "")


def test_page_lists_the_functions():
    page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "guide" / "networkx.md"
    table = page.read_text(encoding="utf-8").partition("## Functions")[2].partition("\n\nResults")[0]
    assert sorted(re.findall(r"`(\w+)`", table)) == sorted(entries)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_round_trip(kind, shape):
    """A converted graph becomes the same one of networkx again: names, attributes, keys and orders."""
    given = graph(kind, shape, 1)
    converted = backend.convert_from_nx(given, preserve_edge_attrs=True, preserve_node_attrs=True, preserve_graph_attrs=True)
    assert difference(given, backend.convert_to_nx(converted)) is None
    assert (len(converted), converted.number_of_edges()) == (len(given), given.number_of_edges())
    assert list(converted) == list(given) and all(node in converted for node in given)


def test_names_need_no_table_where_they_count():
    assert backend.convert_from_nx(nx.path_graph(5)).names is None
    assert backend.convert_from_nx(nx.Graph([(1, 0)])).names == [1, 0]
    assert backend.convert_from_nx(nx.Graph([(0, True)])).names == [0, True]
    floats = backend.convert_from_nx(nx.Graph([(0.0, 1)]))
    assert [type(node) for node in floats] == [float, int]


def test_large_names_and_views():
    given = nx.Graph([(10**12, 5), (5, -3), (-3, 10**12), (5, 7)])
    assert nx.triangles(given, backend="graphblast") == nx.triangles(given)
    view = nx.subgraph_view(given, filter_node=lambda node: node != -3)
    assert nx.connected_components(view, backend="graphblast").__next__() == {10**12, 5, 7}
    turned = nx.DiGraph([(0, 1), (1, 2)]).reverse(copy=False)
    assert nx.descendants(turned, 2, backend="graphblast") == {0, 1}


def test_attributes_are_asked_for():
    given = nx.Graph()
    given.add_edge("a", "b", weight=2, cost=0.5)
    given.add_edge("b", "c", weight=3)
    converted = backend.convert_from_nx(given, edge_attrs={"weight": 1, "cost": 7})
    assert converted.column("weight", 1).values.tolist() == [2, 2, 3, 3]
    assert converted.column("cost", 7).values.tolist() == [0.5, 0.5, 7, 7] and converted.column("cost", 7).is_mixed
    with pytest.raises(NotImplementedError):
        converted.column("absent", 1)
    with pytest.raises(NotImplementedError, match="no numbers"):
        backend.convert_from_nx(given, edge_attrs={"weight": "heavy", "cost": None})


def _cached(given):
    return given.__networkx_cache__.get("backends", {}).get("graphblast", {})


def test_conversion_is_cached():
    given = nx.karate_club_graph()
    nx.pagerank(given, backend="graphblast")
    (kept,) = _cached(given).values()
    assert isinstance(kept, Graph)
    nx.pagerank(given, backend="graphblast")
    nx.betweenness_centrality(given, backend="graphblast")  # needs less
    assert list(_cached(given).values()) == [kept]
    given.add_edge(0, 33)
    assert not _cached(given)
    assert nx.betweenness_centrality(given, backend="graphblast")[0] == pytest.approx(nx.betweenness_centrality(given)[0])


def test_another_attribute_is_another_conversion():
    given = nx.Graph()
    given.add_edge(0, 1, a=2, b=5)
    lengths = {name: nx.dijkstra_path_length(given, 0, 1, weight=name, backend="graphblast") for name in ("a", "b")}
    assert lengths == {"a": 2, "b": 5} and len(_cached(given)) == 2


def test_can_run_says_why_not():
    given = nx.path_graph(4)
    assert backend.can_run("pagerank", (given,), {}) is True
    assert "attribute" in backend.can_run("pagerank", (given,), {"weight": lambda u, v, d: 1})
    assert "multigraphs" in backend.can_run("core_number", (nx.MultiGraph(given),), {})
    assert "no function" in backend.can_run("max_flow", (given,), {})
    assert "arguments" in backend.can_run("pagerank", (given,), {"colour": 1})

    class Other(nx.Graph):
        def neighbors(self, node):
            return iter([])

    assert "Other" in backend.can_run("pagerank", (Other(given),), {})
    with pytest.raises(NotImplementedError, match="not implemented"):
        nx.pagerank(given, weight=lambda u, v, d: 1, backend="graphblast")


def test_should_run_by_size():
    small, large = nx.path_graph(10), nx.path_graph(6000)
    assert "faster from" in backend.should_run("pagerank", (small,), {})
    assert backend.should_run("pagerank", (large,), {}) is True
    assert "conversion" in backend.should_run("degree_centrality", (large,), {})
    nx.pagerank(large, backend="graphblast")
    assert backend.should_run("degree_centrality", (large,), {}) is True
    assert backend.should_run("degree_centrality", (backend.convert_from_nx(small),), {}) is True


def test_should_run_by_arguments():
    """What networkx finds near a vertex, or at the first edge that tells, it finds before a conversion ends."""
    large = nx.path_graph(6000)
    assert backend.should_run("single_source_shortest_path_length", (large, 0), {}) is True
    assert "conversion" in backend.should_run("single_source_shortest_path_length", (large, 0), {"cutoff": 2})
    assert "conversion" in backend.should_run("clustering", (large,), {"nodes": [1, 2]})
    assert "conversion" in backend.should_run("shortest_path_length", (large, 0, 1), {})
    assert backend.should_run("shortest_path_length", (large, 0, 1), {"weight": "weight"}) is True
    assert "conversion" in backend.should_run("jaccard_coefficient", (large, [(0, 1)]), {})
    assert "5000" in backend.should_run("closeness_centrality", (nx.path_graph(300),), {"u": 4})
    assert backend.should_run("closeness_centrality", (nx.path_graph(300),), {}) is True


@pytest.mark.parametrize("name", sorted(set(entries) - ALONE))
def test_costs_are_known(name):
    """should_run answers for every function, of a graph that is large and one that is small."""
    for given in (nx.gnm_random_graph(12, 30, seed=1), nx.gnm_random_graph(12, 30, seed=1, directed=True)):
        more = arguments(name, entries[name].function, list(given), "costs")
        graphs = tuple(given for _ in entries[name].graphs)
        if backend.can_run(name, graphs, more) is True:
            answer = backend.should_run(name, graphs, more)
            assert isinstance(answer, str) and ("conversion" in answer or "faster from" in answer)
            assert backend.should_run(name, tuple(map(backend.convert_from_nx, graphs)), more) is True or "faster from" in answer


def test_priority_takes_large_graphs():
    code = """
import logging, networkx as nx
lines = []
class Kept(logging.Handler):
    def emit(self, record):
        lines.append(record.getMessage())
logger = logging.getLogger("networkx")
logger.setLevel(logging.DEBUG)
logger.addHandler(Kept())
ranks = nx.pagerank(nx.path_graph(5000))
used = [line for line in lines if line.startswith("Using backend 'graphblast' for call to 'pagerank'")]
lines.clear()
nx.pagerank(nx.path_graph(5))
assert used and not any(line.startswith("Using backend 'graphblast'") for line in lines), lines
assert type(ranks[0]) is float and list(ranks) == list(range(5000))
"""
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "NETWORKX_BACKEND_PRIORITY": "graphblast"})


def test_converted_graphs_are_arguments():
    converted = backend.convert_from_nx(nx.karate_club_graph())
    assert nx.triangles(converted) == nx.triangles(nx.karate_club_graph())
    assert difference(nx.core_number(nx.karate_club_graph()), nx.core_number(converted)) is None


@pytest.mark.parametrize("kind", [None, nx.DiGraph])
@pytest.mark.parametrize("dtype", [bool, np.uint8, np.int64, np.float32, np.float64])
def test_graphs_of_sparse_arrays(kind, dtype):
    sparse = pytest.importorskip("scipy.sparse")
    draw = np.random.default_rng(3)
    table = np.where(draw.random((40, 40)) < 0.1, draw.integers(1, 5, (40, 40)), 0)
    array = sparse.csr_array((table if kind else table + table.T).astype(dtype))
    expected = nx.from_scipy_sparse_array(array, create_using=kind, edge_attribute="cost")
    found = nx.from_scipy_sparse_array(array, create_using=kind, edge_attribute="cost", backend="graphblast")
    array.data[:] = 0
    array.indices[:] = 39
    assert isinstance(found, Graph)
    assert difference(expected, backend.convert_to_nx(found)) is None
    for weight in ("cost", "absent", None):
        for name in ("pagerank", "single_source_dijkstra_path_length"):
            given = {"weight": weight} if name == "pagerank" else {"source": 0, "weight": weight}
            function = getattr(nx, name)
            assert difference(function(expected, **given, backend="networkx"), function(found, **given)) is None


def test_sparse_arrays_that_are_refused():
    sparse = pytest.importorskip("scipy.sparse")
    upper = sparse.csr_array(np.triu(np.ones((3, 3))))
    twice = sparse.csr_array((np.ones(4), np.array([1, 1, 0, 0]), np.array([0, 2, 4])), shape=(2, 2))
    for array, more, told in ((upper, {}, "not symmetric"), (twice, {}, "A.sum_duplicates"), (upper.tocoo(), {}, "A.tocsr"),
                              (upper.astype(complex), {}, "no array of numbers"), (upper, {"create_using": nx.MultiGraph}, "create_using"),
                              (sparse.csr_array(np.full((1, 1), 2**60)), {}, "beyond 2..53")):
        why = backend.can_run("from_scipy_sparse_array", (array,), more)
        if why is True:
            with pytest.raises(NotImplementedError, match=told):
                backend.from_scipy_sparse_array(array, **more)
        else:
            assert re.search(told, why)
        with pytest.raises(NotImplementedError):
            nx.from_scipy_sparse_array(array, **more, backend="graphblast")
    with pytest.raises(nx.NetworkXError, match=r"not square: nx,ny=\(2, 3\)"):
        nx.from_scipy_sparse_array(upper[:2], backend="graphblast")


def test_errors_are_networkx():
    given = nx.path_graph(3)
    with pytest.raises(nx.NodeNotFound, match="Source 9 is not in G"):
        nx.single_source_shortest_path_length(given, 9, backend="graphblast")
    with pytest.raises(nx.NetworkXPointlessConcept):
        nx.is_connected(nx.Graph(), backend="graphblast")
    with pytest.raises(nx.PowerIterationFailedConvergence):
        nx.pagerank(nx.star_graph(50), max_iter=1, backend="graphblast")
    with pytest.raises(nx.NetworkXNoPath):
        nx.shortest_path_length(nx.empty_graph(2), 0, 1, backend="graphblast")


def test_large_graphs():
    """Beyond the sizes at which other ways are taken: long frontiers, betweenness of the library."""
    given = nx.gnm_random_graph(2500, 9000, seed=3)
    start = next(iter(given))
    for name, more in (("single_source_shortest_path_length", {"source": start}), ("pagerank", {}), ("core_number", {}),
                       ("betweenness_centrality", {"k": 5, "seed": 2, "endpoints": True}), ("bfs_edges", {"source": start}),
                       ("triangles", {}), ("connected_components", {}), ("single_source_shortest_path", {"source": start})):
        function = getattr(nx, name)
        expected = outcome(lambda: function(given, **more, backend="networkx"))
        told = difference(expected, outcome(lambda: function(given, **more, backend="graphblast")))
        assert told is None, f"{name}: {told}"


def test_betweenness_by_groups_of_sources(monkeypatch):
    """Sources in groups of 8 and 1, or of 4, 4 and 3, whose parts are added."""
    given = nx.gnm_random_graph(1200, 4000, seed=5)
    for sources, most in ((9, 8), (11, 4)):
        monkeypatch.setattr(centrality, "_CPU_CELLS", 1)
        monkeypatch.setattr(centrality, "_CPU_SOURCES", most)
        expected = nx.betweenness_centrality(given, k=sources, seed=3, backend="networkx")
        assert difference(expected, nx.betweenness_centrality(given, k=sources, seed=3, backend="graphblast")) is None


@pytest.mark.parametrize(("count", "size", "cells", "least", "groups"), [
    (10, 1000, 1, 8, [5, 5]), (9, 1000, 1, 8, [5, 4]), (8, 1000, 1, 8, [8]), (10, 1000, 3000, 1, [3, 3, 2, 2]), (0, 1000, 1, 8, []),
    (3, 0, 2, 1, [2, 1])])
def test_groups_of_sources(count, size, cells, least, groups):
    found = list(search.batches(np.arange(count), size, cells, least))
    assert [group.size for group in found] == groups
    assert sum((group.tolist() for group in found), []) == list(range(count))


def test_results_are_pickled():
    ranks = nx.pagerank(nx.karate_club_graph(), backend="graphblast")
    assert pickle.loads(pickle.dumps(ranks)) == ranks
    assert not any(isinstance(value, np.generic) for value in ranks.values())
