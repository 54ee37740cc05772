"""A backend of networkx: `networkx.pagerank(G, backend="graphblast")`, or NETWORKX_BACKEND_PRIORITY=graphblast."""

from typing import Any


def get_info() -> dict[str, Any]:
    """What networkx shows in its documentation. networkx asks for it while it is imported, which may be by the line below."""
    from .interface import get_info as info

    return info()


import networkx  # noqa: E402, F401  before what uses it, whose import would begin anew in get_info

from .graph import Graph  # noqa: E402
from .interface import backend  # noqa: E402

__all__ = ["Graph", "backend", "get_info"]
