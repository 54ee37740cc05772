"""The algorithms against networkx."""

import graphblast as gb
import networkx as nx
import numpy as np
import pytest

al = gb.algorithms


@pytest.fixture(scope="module")
def graph():
    return nx.karate_club_graph()


@pytest.fixture(scope="module")
def A(graph):
    return gb.Matrix.from_networkx(graph)


def as_dict(vector):
    return dict(zip(*(part.tolist() for part in vector.to_coo())))


def classes(vector):
    found = {}
    for vertex, name in as_dict(vector).items():
        found.setdefault(name, set()).add(vertex)
    return sorted(map(sorted, found.values()))


def test_searches(graph, A):
    levels = nx.single_source_shortest_path_length(graph, 3)
    assert as_dict(al.bfs_levels(A, 3)) == levels
    for vertex, parent in as_dict(al.bfs_parents(A, 3)).items():
        assert vertex == parent == 3 or graph.has_edge(vertex, parent) and levels[vertex] == levels[parent] + 1
    W = gb.Matrix.from_networkx(graph, weight="weight")
    expected = nx.single_source_dijkstra_path_length(graph, 0)
    for found in (al.sssp(W, 0), al.sssp(W, 0, delta=2.0)):
        assert as_dict(found) == expected


def test_ranks(graph, A):
    found = al.pagerank(A, tolerance=1e-10, is_symmetric=True)
    expected = nx.pagerank(graph, weight=None, tol=1e-12)
    assert np.allclose(found.rank.to_dense(), [expected[v] for v in graph], atol=1e-8) and found.iterations > 1
    personal = al.pagerank(A, personal=[5], tolerance=1e-10)
    expected = nx.pagerank(graph, weight=None, personalization={5: 1}, tol=1e-12)
    assert np.allclose(personal.rank.to_dense(), [expected[v] for v in graph], atol=1e-8)
    expected = nx.betweenness_centrality(graph, normalized=False)
    assert np.allclose(al.betweenness(A).to_dense() / 2, [expected[v] for v in graph])
    expected = nx.closeness_centrality(graph)
    assert np.allclose(al.closeness(A).to_dense(), [expected[v] for v in graph])


def test_triangles(graph, A):
    assert al.triangle_count(A) == sum(nx.triangles(graph).values()) // 3
    expected = nx.clustering(graph)
    assert np.allclose(al.clustering_coefficients(A).to_dense(), [expected[v] for v in graph])
    assert as_dict(al.core_numbers(A)) == nx.core_number(graph)
    truss = nx.k_truss(graph, 4)
    assert al.k_truss(A, 4).nvals == 2 * truss.number_of_edges()
    for (u, v, value) in list(nx.jaccard_coefficient(graph, graph.edges))[:20]:
        assert al.jaccard(A).get(u, v, 0) == pytest.approx(value)


def test_groups(graph, A):
    two = nx.disjoint_union(graph, nx.path_graph(3))
    B = gb.Matrix.from_networkx(two)
    assert classes(al.connected_components(B)) == sorted(map(sorted, nx.connected_components(two)))
    directed = nx.gnp_random_graph(40, 0.05, seed=1, directed=True)
    D = gb.Matrix.from_networkx(directed)
    assert classes(al.strong_components(D)) == sorted(map(sorted, nx.strongly_connected_components(directed)))
    assert al.undirected(D).is_equal(al.undirected(D.T))
    chosen = set(as_dict(al.independent_set(A)))
    assert not any(u in chosen and v in chosen for u, v in graph.edges)
    assert all(v in chosen or chosen & set(graph[v]) for v in graph)
    colours = as_dict(al.colouring(A))
    assert all(colours[u] != colours[v] for u, v in graph.edges)
    found = al.louvain(A)
    assert found.modularity == pytest.approx(nx.community.modularity(graph, map(set, classes(found.communities)), weight=None))
    assert len(classes(al.label_propagation(A))) >= 1
    forest = as_dict(al.spanning_forest(B))
    assert sum(v == parent for v, parent in forest.items()) == 2


def test_what_is_refused(A):
    with pytest.raises(ValueError, match="square"):
        al.bfs_levels(gb.Matrix(bool, 3, 4), 0)
    with pytest.raises(IndexError, match="34"):
        al.bfs_levels(A, 34)
    with pytest.raises(IndexError, match="99"):
        al.betweenness(A, [99])
    with pytest.raises(gb.errors.InvalidValue):
        al.k_truss(A, 2)
    with pytest.raises(gb.errors.InvalidValue):
        al.sssp(A.apply("ainv"), 0)
