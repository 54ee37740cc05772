"""Algorithms that end between their rounds: by Ctrl-C, by other signals, at a time limit."""

import gc
import inspect
import os
import signal
import threading
import weakref

import graphblast as gb
import numpy as np
import pytest

al = gb.algorithms


@pytest.fixture(scope="module")
def star():
    """Labels on it swap for ever."""
    leaves = np.arange(1, 200)
    return al.undirected(gb.Matrix.from_coo(np.zeros_like(leaves), leaves, 1.0, (200, 200)))


def endless(star):
    return al.label_propagation(star, most=2**31 - 1)


class Alarm(Exception):
    pass


@pytest.fixture
def alarm():
    """Calls the function that a test gives when the signal comes."""
    before = signal.getsignal(signal.SIGALRM)

    def start(handler):
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 0.05)

    yield start
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def works(star):
    return al.bfs_levels(star, 1).reduce("max") == 2


def test_ctrl_c(star, capfd):
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        endless(star)
    timer.join()
    assert works(star)
    assert capfd.readouterr() == ("", "")


def test_handlers_exceptions(star, alarm):
    def raise_alarm(number, frame):
        raise Alarm(number)

    with pytest.raises(Alarm, match=str(int(signal.SIGALRM))):
        alarm(raise_alarm)
        endless(star)
    assert works(star)


def test_handlers_algorithms(star, alarm):
    found = []

    def compute(number, frame):
        found.append(al.triangle_count(star))
        with pytest.raises(gb.errors.TimeLimitReached), al.time_limit(0):
            endless(star)
        raise Alarm(number)

    with pytest.raises(Alarm):
        alarm(compute)
        endless(star)
    assert found == [0]
    assert works(star)


def test_handlers_that_return(star, alarm):
    """The algorithm goes on."""
    calls = []
    with pytest.raises(gb.errors.TimeLimitReached), al.time_limit(0.5):
        alarm(lambda number, frame: calls.append(number))
        endless(star)
    assert calls == [signal.SIGALRM]


def test_time_limit(star):
    with pytest.raises(TimeoutError, match="^label_propagation: the time limit of 0.05 s was over; rounds done: [0-9]+$") as caught:
        with al.time_limit(0.05):
            endless(star)
    assert isinstance(caught.value, gb.errors.Stopped) and isinstance(caught.value, gb.GraphBLASError)
    assert works(star)
    with al.time_limit(1000):
        assert works(star)


@pytest.mark.parametrize("limits", [(0, 1000), (1000, 0)])
def test_first_limit_counts(star, limits):
    with al.time_limit(limits[0]):
        with al.time_limit(limits[1]), pytest.raises(gb.errors.TimeLimitReached, match="limit of 0 s .* rounds done: 0$"):
            works(star)
        if limits[0]:
            assert works(star)


def test_every_algorithm_stops(star):
    W = star.apply("plus", right=1).dup(np.float64)
    calls = [lambda: al.shortest_path(star, 1, 2), lambda: al.shortest_path(W, 1, 2, weight="weight"), lambda: al.ego_graph(star, 0),
             lambda: al.random_walks(star, [0], 3), lambda: al.random_walks(W, [0], 3, weight="weight"),
             lambda: al.eigenvector_centrality(star), lambda: al.katz_centrality(star), lambda: al.hits(star),
             lambda: al.cosine(star), lambda: al.overlap(star), lambda: al.leiden(star), lambda: al.undirected(star), lambda: al.bfs_levels(star, 0), lambda: al.bfs_parents(star, 0), lambda: al.sssp(W, 0),
             lambda: al.sssp(W, 0, delta=1.0), lambda: al.pagerank(star), lambda: al.pagerank(W), lambda: al.triangle_count(star),
             lambda: al.connected_components(star), lambda: al.strong_components(star), lambda: al.core_numbers(star),
             lambda: al.k_truss(star, 3), lambda: al.clustering_coefficients(star), lambda: al.jaccard(star),
             lambda: al.betweenness(star), lambda: al.closeness(star), lambda: al.independent_set(star), lambda: al.colouring(star),
             lambda: al.label_propagation(star), lambda: al.louvain(star), lambda: al.spanning_forest(star)]
    made = {name for call in calls for name in call.__code__.co_names}
    assert {name for name, found in vars(al).items() if inspect.isfunction(found) and not name.startswith("_")} - made == {
        "call_watched", "empty_vector", "time_limit"}
    for call in calls:
        with pytest.raises(gb.errors.TimeLimitReached), al.time_limit(0):
            call()
        call()


def test_nothing_keeps_the_graph(star):
    A = star.dup()
    alive = weakref.ref(A)
    gc.disable()
    try:
        with pytest.raises(gb.errors.TimeLimitReached) as caught, al.time_limit(0):
            al.pagerank(A)
        del caught, A
        assert alive() is None
    finally:
        gc.enable()


def test_other_threads(star):
    """Limits belong to the thread that sets them; signals to the main one."""
    found = []

    def limited():
        try:
            with al.time_limit(0.05):
                endless(star)
        except gb.errors.TimeLimitReached as error:
            found.append(type(error))

    def unlimited():
        found.append(works(star))

    with al.time_limit(0):
        for work in (limited, unlimited):
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
    assert found == [gb.errors.TimeLimitReached, True]


def test_wrong_limits():
    with pytest.raises(TypeError, match="time_limit: seconds: 'soon' is no number"), al.time_limit("soon"):
        pass
    for seconds in (-1, float("nan")):
        with pytest.raises(gb.errors.InvalidValue, match=f"time_limit: seconds: {seconds} is not 0 or more"), al.time_limit(seconds):
            pass
