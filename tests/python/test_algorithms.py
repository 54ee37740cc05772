"""The algorithms against networkx."""

import math

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


def test_paths_between_two_vertices():
    for of in (nx.karate_club_graph(), nx.gnp_random_graph(80, 0.04, seed=2, directed=True), nx.grid_2d_graph(7, 9)):
        of = nx.convert_node_labels_to_integers(of)
        of.add_weighted_edges_from([(u, v, (u * v) % 4 + 0.25 * (u % 3)) for u, v in of.edges])
        W = gb.Matrix.from_networkx(of, weight="weight")
        for source, target in [(0, 33), (5, 5), (17, 2), (9, 30), (33, 21)]:
            for weight in (None, "weight"):
                found = al.shortest_path(W, source, target, weight=weight)
                vertices = found.vertices.tolist()
                if not nx.has_path(of, source, target):
                    assert found.length == math.inf and not vertices
                    continue
                assert found.length == nx.shortest_path_length(of, source, target, weight=weight)
                assert vertices[0] == source and vertices[-1] == target and nx.is_path(of, vertices)
                assert found.length == (len(vertices) - 1 if weight is None else nx.path_weight(of, vertices, "weight"))
                again = al.shortest_path(W, source, target, weight=weight, transposed=W.T)
                assert again.vertices.tolist() == vertices
    assert al.shortest_path(gb.Matrix.from_coo([0, 1], [1, 2], [1.0, math.inf], (3, 3)), 0, 2, weight="weight").length == math.inf


def test_random_walks():
    of = nx.gnp_random_graph(60, 0.05, seed=4, directed=True)
    of.add_weighted_edges_from([(u, v, (u + v) % 3) for u, v in of.edges])
    W = gb.Matrix.from_networkx(of, weight="weight")
    roots = [5, 5, 5, 0, 17, 59]
    for weight in (None, "weight"):
        found = al.random_walks(W, roots, 12, seed=3, weight=weight)
        assert found.shape == (6, 13) and found.is_equal(al.random_walks(W, roots, 12, seed=3, weight=weight))
        assert not found.is_equal(al.random_walks(W, roots, 12, seed=4, weight=weight))
        rows, columns, values = (part.tolist() for part in found.to_coo())
        for k, root in enumerate(roots):
            steps = [v for row, v in zip(rows, values) if row == k]
            assert steps[0] == root and [c for row, c in zip(rows, columns) if row == k] == list(range(len(steps)))
            assert all(of.has_edge(u, v) and (weight is None or of[u][v]["weight"] > 0) for u, v in zip(steps, steps[1:]))
            left = [v for v in of[steps[-1]] if weight is None or of[steps[-1]][v]["weight"] > 0]
            assert len(steps) == 13 or not left
    assert al.random_walks(W, [], 3).shape == (0, 4) and al.random_walks(W, 7, 0).to_coo()[2].tolist() == [7]


@pytest.mark.parametrize("radius", [0, 1, 2, 50])
def test_ego_graphs(radius):
    for of in (nx.karate_club_graph(), nx.gnp_random_graph(80, 0.03, seed=2, directed=True)):
        of.add_edge(7, 7, weight=2)
        W = gb.Matrix.from_networkx(of, weight="weight").dup(float)
        for centre in (0, 7, 19):
            expected = nx.ego_graph(of, centre, radius)
            found = al.ego_graph(W, centre, radius)
            assert set(as_dict(found.levels)) == set(expected)
            assert as_dict(found.levels) == nx.single_source_shortest_path_length(of, centre, radius)
            full = nx.create_empty_copy(of)
            full.add_edges_from(expected.edges(data=True))
            assert found.graph.is_equal(gb.Matrix.from_networkx(full, weight="weight").dup(float))
    assert al.ego_graph(gb.Matrix.from_coo([0, 1], [1, 0], [2j, 3j]), 0).graph[1, 0] == 3j
    assert al.ego_graph(gb.Matrix(int, 3), 2).graph.nvals == 0


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


@pytest.mark.parametrize("weight", [None, "weight"])
def test_power_iterations(graph, weight):
    for of in (graph, nx.gnp_random_graph(60, 0.1, seed=3, directed=True)):
        if of.is_directed():
            of.add_weighted_edges_from([(u, v, 1 + (u + 2 * v) % 5) for u, v in of.edges])
        W = gb.Matrix.from_networkx(of, weight="weight")
        one = al.eigenvector_centrality(W, weight=weight, iterations=200)
        assert np.allclose(one.centrality.to_dense(), as_list(nx.eigenvector_centrality(of, 200, weight=weight), of), atol=1e-12)
        assert 1 < one.iterations < 200
        two = al.katz_centrality(W, alpha=0.02, beta=2, weight=weight)
        expected = nx.katz_centrality(of, 0.02, 2, normalized=False, weight=weight)
        assert np.allclose(two.centrality.to_dense(), as_list(expected, of), atol=1e-12)
        assert al.katz_centrality(W, weight=weight).iterations < 400
        three = al.hits(W, tolerance=1e-13, weight=weight)
        plain = of if weight else nx.from_edgelist(of.edges, type(of))
        hubs, authorities = nx.hits(plain, tol=1e-13)
        assert np.allclose(three.hubs.to_dense(), as_list(hubs, of), atol=1e-8)
        assert np.allclose(three.authorities.to_dense(), as_list(authorities, of), atol=1e-8)


def test_power_iterations_of_odd_graphs(graph, A):
    assert al.eigenvector_centrality(A, is_symmetric=True).centrality.is_equal(al.eigenvector_centrality(A).centrality)
    assert al.hits(A, is_symmetric=True).authorities.is_equal(al.hits(A).authorities)
    assert al.eigenvector_centrality(gb.Matrix(float, 0)).centrality.size == 0 and al.hits(gb.Matrix(float, 0)).hubs.size == 0
    none = gb.Matrix(float, 4)
    assert al.eigenvector_centrality(none).centrality.to_dense().tolist() == [0.5] * 4
    assert al.katz_centrality(none).centrality.to_dense().tolist() == [1.0] * 4
    assert al.hits(none).hubs.to_dense().tolist() == [0.0] * 4
    threes = A.dup(float) * 3
    assert not np.allclose(al.katz_centrality(threes, alpha=0.01, weight="weight").centrality.to_dense(),
                           al.katz_centrality(threes, alpha=0.01).centrality.to_dense())
    assert al.eigenvector_centrality(A, iterations=2).iterations == 2
    with pytest.raises(gb.errors.InvalidValue, match="katz_centrality: alpha: 9 is not below 1 over"):
        al.katz_centrality(A, alpha=9)


def as_list(ranks, graph):
    return [ranks[v] for v in graph]


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.uint8])
def test_ranks_by_weights(graph, dtype):
    """Of graphs whose edges have weights, as networkx takes them; zeros too."""
    directed = nx.gnp_random_graph(40, 0.08, seed=3, directed=True)
    for number, (_, _, data) in enumerate(directed.edges(data=True)):
        data["weight"] = number * 7 % 5
    for of in (graph, directed):
        W = gb.Matrix.from_networkx(of, weight="weight").dup(dtype)
        found = al.pagerank(W, tolerance=1e-12).rank.to_dense()
        assert np.allclose(found, as_list(nx.pagerank(of, tol=1e-13), of), atol=1e-9)
        found = al.pagerank(W, tolerance=1e-12, personal=[5, 0], damping=0.5).rank.to_dense()
        expected = nx.pagerank(of, 0.5, {5: 1, 0: 1}, tol=1e-13)
        assert np.allclose(found, as_list(expected, of), atol=1e-9)
        found = al.pagerank(W, tolerance=1e-12, weight=None).rank.to_dense()
        assert np.allclose(found, as_list(nx.pagerank(of, tol=1e-13, weight=None), of), atol=1e-9)
    same = al.pagerank(gb.Matrix.from_networkx(graph, weight="weight"), is_symmetric=True, tolerance=1e-12)
    assert np.allclose(same.rank.to_dense(), as_list(nx.pagerank(graph, tol=1e-13), graph), atol=1e-9)


def test_ranks_of_one_weight(A):
    """Weights that are all alike change nothing, nor does a vertex without edges."""
    for factor in (1, 7, 0.25):
        assert np.array_equal(al.pagerank(A * factor).rank.to_dense(), al.pagerank(A, weight=None).rank.to_dense())
    assert al.pagerank(gb.Matrix(float, 0)).rank.size == 0
    zeros = gb.Matrix.from_coo([0, 1], [1, 0], [0.0, 0.0])
    assert al.pagerank(zeros).rank.to_dense().tolist() == [0.5, 0.5]


def test_communities_by_weights(graph):
    W = gb.Matrix.from_networkx(graph, weight="weight")
    expected = nx.community.modularity(graph, nx.community.louvain_communities(graph, seed=1))
    best = 0.0
    for seed in range(4):
        found = al.louvain(W, seed=seed)
        groups = list(map(set, classes(found.communities)))
        assert found.modularity == pytest.approx(nx.community.modularity(graph, groups))
        assert al.louvain(W * 1e-9, seed=seed).modularity == pytest.approx(found.modularity)
        best = max(best, found.modularity)
    assert best > 0.97 * expected
    found = al.louvain(W, 0.7)
    groups = list(map(set, classes(found.communities)))
    assert found.modularity == pytest.approx(nx.community.modularity(graph, groups, resolution=0.7))
    unweighted = al.louvain(W, weight=None)
    assert unweighted == al.Louvain(unweighted.communities, al.louvain(gb.Matrix.from_networkx(graph)).modularity)
    # A strong edge of a path joins its ends, whatever the order of the vertices says.
    strong = gb.Matrix.from_coo([0, 1, 1, 2, 2, 3], [1, 0, 2, 1, 3, 2], [1, 1, 10, 10, 1, 1])
    assert {1, 2} <= set(next(group for group in classes(al.louvain(strong).communities) if 1 in group))


def test_leiden_communities_are_connected(graph):
    W = gb.Matrix.from_networkx(graph, weight="weight")
    for seed in range(4):
        for resolution in (1.0, 2.0):
            found = al.leiden(W, resolution, seed=seed)
            groups = list(map(set, classes(found.communities)))
            assert found.modularity == pytest.approx(nx.community.modularity(graph, groups, resolution=resolution))
            assert all(nx.is_connected(graph.subgraph(group)) for group in groups)
            assert found.modularity > al.louvain(W, resolution, seed=seed).modularity - 0.02
    unweighted = al.leiden(W, weight=None)
    assert unweighted == al.Leiden(unweighted.communities, al.leiden(gb.Matrix.from_networkx(graph)).modularity)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint32", "int64", "float32", "float64"])
def test_distances_do_not_wrap_around(dtype):
    kind = np.dtype(dtype)
    most = int(np.iinfo(kind).max) if kind.kind in "iu" and kind.itemsize < 8 else 2**40
    A = gb.Matrix.from_coo([0, 1, 2], [1, 2, 3], [most, most, 1], (4, 4), dtype=dtype)
    for found in (al.sssp(A, 0), al.sssp(A, 0, delta=3.0)):
        assert found.to_dense().tolist() == [0, most, 2 * most, 2 * most + 1]
        assert found.dtype == (np.float64 if kind.kind == "f" else np.int64)
    assert al.sssp(A, 3).nvals == 1


def test_distances_that_a_type_does_not_hold():
    A = gb.Matrix.from_coo([0, 1], [1, 2], [2**31 - 1, 2**31 - 1], (3, 3), dtype="int32")
    assert al.sssp(A, 0).to_dense().tolist() == [0, 2**31 - 1, 2**32 - 2]
    huge = gb.Matrix.from_coo([0, 1], [1, 2], [2**63 - 1, 2**63 - 1], (3, 3), dtype="uint64")
    for call in (lambda delta: al.sssp(A, 0, dtype="int32", delta=delta), lambda delta: al.sssp(huge, 0, delta=delta)):
        for delta in (None, 5):
            with pytest.raises(gb.errors.InvalidValue, match="sssp: the length of a path .*outside of int.*float64"):
                call(delta)
    assert al.sssp(huge, 0, dtype="float64").to_dense().tolist() == [0, 2.0**63, 2.0**64]
    large = gb.Matrix.from_coo([0, 1], [1, 2], [3e38, 3e38], (3, 3), dtype="float32")
    assert np.allclose(al.sssp(large, 0).to_dense(), [0, 3e38, 6e38])
    with pytest.raises(gb.errors.InvalidValue, match="sssp: the length .*6e.38.* float32; dtype='float64'"):
        al.sssp(large, 0, dtype="float32")
    with pytest.raises(gb.errors.InvalidValue, match="sssp: the length .*inf.* float64; smaller"):
        al.sssp(gb.Matrix.from_coo([0, 1], [1, 2], [1e308, 1e308], (3, 3)), 0)
    # Long, but no path of three edges is as long as all weights together.
    many = gb.Matrix.from_coo([0, 0, 0, 1, 2], [1, 2, 3, 2, 3], [1e308, 1e307, 1.0, 1.0, 1.0], (4, 4))
    assert al.sssp(many, 0).to_dense().tolist() == [0, 1e308, 1e307, 1]
    infinite = gb.Matrix.from_coo([0, 0, 1], [1, 2, 2], [np.inf, 1.0, 1.0], (3, 3))
    assert as_dict(al.sssp(infinite, 0)) == {0: 0.0, 2: 1.0}


def test_graphs_without_vertices_and_of_any_type():
    none = gb.Matrix(float, 0)
    assert al.betweenness(none).size == al.closeness(none).size == 0 and al.triangle_count(none) == 0
    triangle = gb.Matrix.from_dense(np.ones((3, 3))).select("offdiag")
    for dtype in ("bool", "int8", "float16", "float32", "complex64", "complex128"):
        B = triangle.dup(dtype)
        assert al.triangle_count(B) == 1 and al.bfs_levels(B, 0).reduce() == 2 and al.k_truss(B, 3).nvals == 6
        assert al.connected_components(B).reduce() == 0 and al.strong_components(B).reduce() == 0
        assert al.pagerank(B, weight=None).rank[0] == pytest.approx(1 / 3) and al.louvain(B, weight=None).modularity == 0
    for algorithm in (al.pagerank, al.louvain, al.leiden, lambda B: al.sssp(B, 0)):
        with pytest.raises(TypeError, match="values are complex64, which are no weights"):
            algorithm(triangle.dup("complex64"))


def test_loops_and_one_way_edges(graph, A):
    """Where loops change nothing they are taken; edges that lead one way are not, unless the caller vouches for them."""
    looped = A.dup()
    looped[3, 3] = 1
    assert al.triangle_count(looped) == al.triangle_count(A)
    assert al.connected_components(looped).is_equal(al.connected_components(A))
    assert al.spanning_forest(looped).is_equal(al.spanning_forest(A))
    one_way = A.select("triu")
    both = (al.triangle_count, al.connected_components, al.core_numbers, al.clustering_coefficients, al.jaccard, al.cosine,
            al.overlap, al.independent_set, al.colouring, al.louvain, al.leiden, al.spanning_forest, lambda B: al.k_truss(B, 3))
    for algorithm in both:
        with pytest.raises(gb.errors.InvalidValue, match=r"A has an entry at \(0, 1\) and none at \(1, 0\)"):
            algorithm(one_way)
    assert al.core_numbers(A, check=False).is_equal(al.core_numbers(A))
    assert al.label_propagation(one_way).nvals == 34


def test_triangles(graph, A):
    assert al.triangle_count(A) == sum(nx.triangles(graph).values()) // 3
    expected = nx.clustering(graph)
    assert np.allclose(al.clustering_coefficients(A).to_dense(), [expected[v] for v in graph])
    assert as_dict(al.core_numbers(A)) == nx.core_number(graph)
    truss = nx.k_truss(graph, 4)
    assert al.k_truss(A, 4).nvals == 2 * truss.number_of_edges()
    for (u, v, value) in list(nx.jaccard_coefficient(graph, graph.edges))[:20]:
        assert al.jaccard(A).get(u, v, 0) == pytest.approx(value)
        common = len(list(nx.common_neighbors(graph, u, v)))
        assert al.cosine(A).get(u, v, 0) == pytest.approx(common / (len(graph[u]) * len(graph[v])) ** 0.5)
        assert al.overlap(A).get(u, v, 0) == pytest.approx(common / min(len(graph[u]), len(graph[v])))


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


def test_failures_inside_have_the_texts_of_the_library():
    huge = gb.Matrix(bool, 2**60)
    with pytest.raises(gb.errors.OutOfMemory, match=r"^bfs_levels: GrB_\w+\(.*\) returned GrB_OUT_OF_MEMORY \(-102\)$"):
        al.bfs_levels(huge, 0)
    with pytest.raises(gb.errors.InvalidValue, match="^label_propagation: most is -1, less than 0$"):
        al._run("label_propagation", gb.Vector, al.algorithms.gba_label_propagation, gb.Matrix(bool, 3), -1, before=(al.NULL,))
