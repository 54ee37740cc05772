"""Random graphs of every kind, arguments for every function of the networkx backend, and the comparison of results."""

import collections.abc
import inspect
import math
import random

import networkx as nx
import numpy as np

KINDS = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)

# networkx lists these by a set's order.
UNORDERED = {"transitive_closure", "transitive_reduction", "harmonic_centrality", "generalized_degree", "k_core", "k_shell", "k_crust", "k_corona", "k_truss",
             "ego_graph", "degree_mixing_dict"}
# A graph needs this for any of its calls to have a result.
SHAPES = ("any", "connected", "simple", "tree", "named", "integers", "acyclic", "bipartite", "tournament", "empty", "one", "complete")


def graph(kind, shape, seed):
    """A random graph; its edges have the attribute weight, its nodes group."""
    draw = random.Random(f"{kind.__name__} {shape} {seed}")
    size = {"empty": 0, "one": 1}.get(shape, draw.randint(4, 24))
    made = kind()
    order = list(range(size))
    if shape in ("named", "integers"):
        draw.shuffle(order)
    made.add_nodes_from(order)
    pairs = [(draw.randrange(size), draw.randrange(size)) for _ in range(draw.randint(size, 4 * size))] if size > 1 else []
    if shape in ("connected", "tree"):
        around = order[:]
        draw.shuffle(around)
        tree = [(around[draw.randrange(i)], around[i]) for i in range(1, size)]
        pairs = tree if shape == "tree" else tree + pairs + [(around[-1], around[0])]
    if shape == "acyclic":
        pairs = [(min(pair), max(pair)) for pair in pairs]
    if shape == "bipartite":
        pairs = [(u, v) for u, v in pairs if (u + v) % 2]
    if shape in ("tournament", "complete"):
        pairs = [(u, v) if shape == "complete" or draw.random() < 0.5 else (v, u) for u in order for v in order if u < v]
    if shape not in ("any", "integers"):
        pairs = [(u, v) for u, v in pairs if u != v]
    fraction = draw.random() < 0.5
    for u, v in pairs:
        made.add_edge(u, v, weight=draw.choice([0.5, 0.75, 1.5, 2.25]) if fraction else draw.randint(1, 4))
    for node in made:
        made.nodes[node]["group"] = draw.randint(0, 2)
    made.graph["name"] = shape
    return nx.relabel_nodes(made, {node: f"n{node}" for node in order}) if shape == "named" else made


def _bunch(nodes, draw):
    return draw.sample(nodes, min(len(nodes), draw.randint(1, 5))) if nodes else []


def _pairs(nodes, draw):
    return [(draw.choice(nodes), draw.choice(nodes)) for _ in range(6)] if nodes else []


def _node(nodes, draw):
    return draw.choice(nodes) if nodes and draw.random() < 0.95 else "nowhere"


def _partition(nodes, draw):
    colours = {node: draw.randrange(3) for node in nodes}
    return [part for part in ({n for n in nodes if colours[n] == c} for c in range(3)) if part]


# Values of the parameters without a default, by name.
REQUIRED = {
    "source": _node, "target": _node, "u": _node, "v": _node, "n": _node, "s": _node, "t": _node,
    "sources": _bunch, "targets": _bunch, "S": _bunch, "nbunch": _bunch, "nodes": _bunch, "ebunch": _pairs, "nbunch1": _bunch,
    "k": lambda nodes, draw: draw.randint(1, 4), "distance": lambda nodes, draw: draw.randint(0, 3),
    "attribute": lambda nodes, draw: "group", "communities": _partition, "partition": _partition,
    "walk_length": lambda nodes, draw: draw.randint(0, 4), "row_order": _bunch, "center_nodes": _bunch,
}
# Values that parameters with a default have at times.
OPTIONAL = {
    "weight": lambda nodes, draw: draw.choice([None, "weight", "absent"]), "normalized": lambda nodes, draw: draw.random() < 0.5,
    "endpoints": lambda nodes, draw: draw.random() < 0.5, "cutoff": lambda nodes, draw: draw.choice([None, 0, 1, 2, 2.5]),
    "nodes": lambda nodes, draw: draw.choice([None, _bunch(nodes, draw), _node(nodes, draw)]), "nbunch": _bunch,
    "wf_improved": lambda nodes, draw: False, "depth_limit": lambda nodes, draw: draw.randint(1, 3),
    "ebunch": _pairs, "count_zeros": lambda nodes, draw: False, "u": _node, "v": _node, "k": lambda nodes, draw: draw.randint(1, 4),
    "target": _node, "source": _node, "seed": lambda nodes, draw: 7, "T": _bunch, "nbunch2": _bunch, "resolution": lambda nodes, draw: 0.7,
    "alpha": lambda nodes, draw: 0.05, "personalization": lambda nodes, draw: dict.fromkeys(_bunch(nodes, draw), 2), "sources": _bunch,
    "x": lambda nodes, draw: draw.choice(["in", "out"]), "y": lambda nodes, draw: draw.choice(["in", "out"]),
    "community": lambda nodes, draw: "group", "minimum": lambda nodes, draw: False, "distance": lambda nodes, draw: draw.choice([None, "weight"]),
}
# Values of single functions in their place.
SPECIAL = {("sets", "top_nodes"): lambda nodes, draw: None, ("bfs_layers", "sources"): _node}


def arguments(name, function, nodes, seed):
    """Arguments after the graphs, by name. Of those with a default some are left out."""
    draw = random.Random(f"{name} {seed}")
    given = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in ("G", "B", "G1", "G2", "H", "backend", "backend_kwargs"):
            continue
        required = parameter.default is inspect.Parameter.empty
        if required:
            make = SPECIAL.get((name, parameter.name)) or REQUIRED[parameter.name]
            given[parameter.name] = make(nodes, draw)
        elif parameter.name in OPTIONAL and draw.random() < 0.4:
            given[parameter.name] = OPTIONAL[parameter.name](nodes, draw)
    return given


def outcome(call):
    """What a call returns, or the type of what it raises."""
    try:
        found = call()
        return list(found) if isinstance(found, collections.abc.Iterator) else found
    except NotImplementedError:
        raise
    except Exception as error:  # noqa: BLE001  any is compared
        return type(error)


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def difference(expected, found, ordered=True):
    """Where two results differ, or None. Numbers may differ in their last digits, not in their types."""
    if isinstance(expected, nx.Graph):
        return _graphs(expected, found, ordered)
    if isinstance(expected, np.ndarray) or hasattr(expected, "toarray"):
        left, right = (np.asarray(one.toarray() if hasattr(one, "toarray") else one) for one in (expected, found))
        same = left.shape == right.shape and left.dtype == right.dtype and np.allclose(left, right, 1e-9, 1e-12, equal_nan=True)
        return None if same and type(expected) is type(found) else f"{expected!r} and {found!r}"
    if type(expected) is not type(found) and not (isinstance(expected, type) or isinstance(expected, dict) and isinstance(found, dict)):
        return f"{expected!r} of {type(expected)} and {found!r} of {type(found)}"
    if isinstance(expected, dict):
        if (list(expected) if ordered else set(expected)) != (list(found) if ordered else set(found)):
            return f"keys {list(expected)} and {list(found)}"
        return next((f"[{key!r}]: {told}" for key in expected if (told := difference(expected[key], found[key], ordered))), None)
    if isinstance(expected, (list, tuple)):
        if len(expected) != len(found):
            return f"{expected!r} and {found!r}"
        return next((f"[{at}]: {told}" for at, (left, right) in enumerate(zip(expected, found))
                     if (told := difference(left, right, ordered))), None)
    if _is_number(expected):
        same = math.isclose(expected, found, rel_tol=1e-9, abs_tol=1e-12) or expected != expected and found != found
        return None if same else f"{expected!r} and {found!r}"
    return None if expected == found else f"{expected!r} and {found!r}"


def _graphs(expected, found, ordered):
    for what in ("_node", "_adj", "graph"):
        if getattr(expected, what) != getattr(found, what):
            return f"{what}: {getattr(expected, what)} and {getattr(found, what)}"
    if ordered and (list(expected) != list(found) or list(expected.edges) != list(found.edges)):
        return f"the order of nodes or edges: {list(expected.edges)} and {list(found.edges)}"
    return None if type(expected) is type(found) else f"{type(expected)} and {type(found)}"
