"""Communities by modularity."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import algorithms
from .components import grouped
from .graph import Graph
from .registry import given, implements, named, undirected


@implements("only", undirected(), given("max_level", None), named(), multigraph=True)
def leiden_communities(G: Graph, weight: Any = "weight", resolution: float = 1, max_level: Any = None,
                       seed: Any = None) -> list[set[Any]]:
    if not G.size:
        return []
    # networkx counts a loop at both of its ends.
    weights = np.where(G.rows == G.columns, 2, 1) * G.summed(weight)
    found = algorithms.leiden(G.matrix(weights.astype(np.float64)), float(resolution), seed.randrange(2**31), check=False)
    return [set(G.named(part)) for part in grouped(found.communities.to_dense())]
