"""A backend of networkx: `networkx.pagerank(G, backend="graphblast")`, or NETWORKX_BACKEND_PRIORITY=graphblast."""

from . import (centrality, clustering, components, cores, dags, degrees, distances, ranking, traversal,  # noqa: F401
               weighted)
from .graph import Graph
from .interface import backend, get_info

__all__ = ["Graph", "backend", "get_info"]
