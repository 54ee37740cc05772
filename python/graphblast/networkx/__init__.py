"""A backend of networkx: `networkx.pagerank(G, backend="graphblast")`, or NETWORKX_BACKEND_PRIORITY=graphblast."""

from . import (arrays, centrality, clustering, communities, components, cores, cuts, dags, degrees, distances,  # noqa: F401
               mixing, pairs, ranking, similarity, spanning, traversal, weighted)
from .graph import Graph
from .interface import backend, get_info

__all__ = ["Graph", "backend", "get_info"]
