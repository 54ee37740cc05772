"""PyTorch on the library's matrices: products and messages with gradients, for tensors on the host and on the GPU.

A is a constant with the graph's edges: a Matrix, or what `matrix` takes. Values of entries are tensors in the order of
`A.to_csr()`. A keeps its transpose, positions, and the like for later calls until it changes. A product of tensors on the
GPU is there; their memory is read in place.
"""

from __future__ import annotations

from . import _sparse_mm, nn
from ._formats import matrix
from ._maxk import maxk, maxk_spmm
from ._messages import at_columns, at_rows, edge_softmax, gspmm, sddmm, spmm, spmm_values

_sparse_mm.register()

__all__ = ["at_columns", "at_rows", "edge_softmax", "gspmm", "matrix", "maxk", "maxk_spmm", "nn", "sddmm", "spmm", "spmm_values"]
