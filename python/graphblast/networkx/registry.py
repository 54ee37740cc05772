"""The functions of the backend, and when networkx should call them."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable
from typing import Any

import networkx as nx

from .convert import is_known, to_networkx
from .graph import Leave

# Vertices and edges from which a call is faster, conversion counted. What costs as much as a conversion is worth one only
# where the graph is converted already. Of what networkx itself does not have, every call is.
_LEAST = {"only": 0, "light": None, "search": 5_000, "iterations": 2_000, "pairs": 200}

_VERSION = tuple(int(part) for part in nx.__version__.split(".")[:2])

Reason = Callable[[dict[str, Any]], "str | None"]
Cost = str | Callable[[dict[str, Any]], str]


def original(name: str) -> Callable[..., Any]:
    """networkx' own function, without its dispatcher."""
    found: Any = nx.utils.backends._registered_algorithms[name]
    return found.orig_func


def _or_original(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Leave:
            return original(name)(*map(to_networkx, args), **{key: to_networkx(value) for key, value in kwargs.items()})

    return call


@dataclasses.dataclass(frozen=True)
class Entry:
    function: Callable[..., Any]
    signature: inspect.Signature
    cost: Cost
    multigraph: bool
    reasons: tuple[Reason, ...]
    note: str
    graphs: tuple[str, ...]


entries: dict[str, Entry] = {}


def local(parameter: str, otherwise: str = "search") -> Cost:
    """The cost of a function that looks at a part of the graph where this parameter is given."""
    return lambda arguments: otherwise if arguments[parameter] is None else "light"


def one(parameter: str) -> Cost:
    """The cost of a function of all vertices, or of the one that is given."""
    return lambda arguments: "pairs" if arguments[parameter] is None else "search"


def implements(cost: Cost = "search", *reasons: Reason, multigraph: bool = False, note: str = "", name: str = "",
               graphs: tuple[str, ...] | None = None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers a function under its own name, which is networkx' name. reasons: each gets the arguments by name, and says
    why the backend leaves a call to networkx, or None. cost: one of _LEAST, or a function of the arguments that says which."""
    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(function)
        first = graphs if graphs is not None else (next(iter(signature.parameters)),)
        known_as = name or function.__name__
        checked = _or_original(known_as, function)
        entries[known_as] = Entry(checked, signature, cost, multigraph, reasons, note, first)
        return checked

    return register


def _bound(entry: Entry, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any] | None:
    try:
        bound = entry.signature.bind(*args, **kwargs)
    except TypeError:
        return None
    bound.apply_defaults()
    return bound.arguments


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or the reason why a call is left to networkx."""
    if _VERSION < (3, 6):
        return f"networkx {nx.__version__} computes some results in other ways; the backend needs 3.6"
    entry = entries.get(name)
    if entry is None:
        return f"{name} is no function of the backend graphblast"
    given = _bound(entry, args, kwargs)
    if given is None:
        return "these arguments are not the function's"
    for which in entry.graphs:
        graph = given[which]
        if not is_known(graph):
            return f"{which}: graphs of type {type(graph).__name__} are not implemented"
        if graph.is_multigraph() and not entry.multigraph:
            return "multigraphs are not implemented"
    for reason in entry.reasons:
        found = reason(given)
        if found is not None:
            return found
    return True


def _is_converted(graph: Any) -> bool:
    if getattr(graph, "__networkx_backend__", None) == "graphblast":
        return True
    cache = getattr(graph, "__networkx_cache__", None) or {}
    found = cache.get("backends", {}).get("graphblast", {})
    return any(not isinstance(entry, str) for entry in found.values())


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or the reason why networkx itself is faster."""
    entry = entries[name]
    given = _bound(entry, args, kwargs)
    if given is None:
        return "these arguments are not the function's"
    graphs = [given[which] for which in entry.graphs]
    least = _LEAST[entry.cost if isinstance(entry.cost, str) else entry.cost(given)]
    if not graphs or all(map(_is_converted, graphs)) and least is None:
        return True
    if least is None:
        return "a conversion takes longer than the function; it runs on graphs that are converted already"
    size = max(map(len, graphs))
    if size < least:
        size = max(len(graph) + graph.number_of_edges() for graph in graphs)
    if size < least:
        return f"{size} vertices and edges; the backend is faster from about {least} on"
    return True


# ---- reasons

def given(parameter: str, *allowed: Any) -> Reason:
    """A reason against any other value of a parameter."""
    def reason(arguments: dict[str, Any]) -> str | None:
        value = arguments[parameter]
        if any(value is one or (type(value) is type(one) and value == one) for one in allowed):
            return None
        return f"{parameter} is implemented for {' and '.join(map(repr, allowed))} alone"
    return reason


def named(parameter: str = "weight") -> Reason:
    """A reason against weights that are functions."""
    def reason(arguments: dict[str, Any]) -> str | None:
        value = arguments[parameter]
        return None if value is None or isinstance(value, str) else f"{parameter} is no name of an attribute"
    return reason


def undirected(parameter: str = "G") -> Reason:
    def reason(arguments: dict[str, Any]) -> str | None:
        return "directed graphs are not implemented" if arguments[parameter].is_directed() else None
    return reason


def directed(parameter: str = "G") -> Reason:
    def reason(arguments: dict[str, Any]) -> str | None:
        return None if arguments[parameter].is_directed() else "undirected graphs are not implemented"
    return reason


def most(parameter: str, limit: int) -> Reason:
    """A reason against graphs whose table of all pairs of vertices would not fit."""
    def reason(arguments: dict[str, Any]) -> str | None:
        return None if len(arguments[parameter]) <= limit else f"graphs of more than {limit} vertices are not implemented"
    return reason
