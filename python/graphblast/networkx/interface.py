"""What networkx' dispatcher asks of a backend."""

from __future__ import annotations

from typing import Any

from . import (arrays, centrality, clustering, communities, components, cores, cuts, dags, degrees, distances,  # noqa: F401
               mixing, pairs, ranking, registry, similarity, spanning, traversal, weighted)
from .convert import from_networkx, to_networkx


class Backend:
    """networkx finds its functions as attributes."""

    convert_from_nx = staticmethod(from_networkx)
    convert_to_nx = staticmethod(to_networkx)
    can_run = staticmethod(registry.can_run)
    should_run = staticmethod(registry.should_run)

    def __getattr__(self, name: str) -> Any:
        entry = registry.entries.get(name)
        if entry is None:
            raise AttributeError(f"the backend graphblast has no function {name!r}")
        return entry.function

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *registry.entries]


backend = Backend()


def get_info() -> dict[str, Any]:
    """What networkx shows in its documentation."""
    functions = {name: {"additional_docs": entry.note} if entry.note else {}
                 for name, entry in sorted(registry.entries.items())}
    return {
        "backend_name": "graphblast",
        "project": "graphblast",
        "package": "graphblast",
        "short_summary": "Graph algorithms as operations on sparse matrices, on all cores and on GPUs.",
        "description": "Runs networkx' functions by GraphBLAS operations.",
        "functions": functions,
    }
