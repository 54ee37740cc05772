"""Other packages' sparse matrices, as functions take them in the place of a Matrix."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np
import torch

from ..matrix import Matrix
from ._parts import array

# What was made of an object, by its id: the object, how often its tensors had changed, the matrix.
_made: dict[int, tuple[weakref.ref[Any], tuple[int, ...], Matrix]] = {}


def matrix(A: Any) -> Matrix:
    """The Matrix of a sparse tensor (CSR, CSC or COO), of a SparseTensor of torch_sparse, or of an EdgeIndex of PyTorch
    Geometric; a Matrix itself. An object that was given before, and did not change, gives the same one; not one of
    `torch.inference_mode`, which is read anew.

    CSR and CSC are read without a copy. An EdgeIndex has an entry (i, j) for each edge, i of its first row, j of its
    second; the number of edges between the two is the value.
    In torch.compile only a Matrix is taken: make one before.
    """
    if isinstance(A, Matrix):
        return A
    if torch.compiler.is_compiling():
        raise TypeError("graphblast.torch: torch.compile takes no other than a Matrix: graphblast.torch.matrix(A) makes one "
                        "before")
    parts = _parts_of(A)
    parts = tuple(part for part in parts if part is not None)
    if any(part.is_inference() for part in parts):
        return _matrix_of(A)  # these tensors do not say how often they changed
    versions = tuple(part._version for part in parts)
    found = _made.get(id(A))
    if found is not None and found[0]() is A and found[1] == versions:
        return found[2]
    made, number = _matrix_of(A), id(A)
    if made._arrays:
        made._kept["read in place"] = tuple(part.detach() for part in parts), versions
    _made[number] = (weakref.ref(A, lambda _: _made.pop(number, None)), versions, made)
    return made


def _is_edge_index(A: Any) -> bool:
    return type(A).__name__ == "EdgeIndex" and hasattr(A, "sparse_size")


def _is_sparse_tensor(A: Any) -> bool:
    return type(A).__name__ == "SparseTensor" and hasattr(A, "sparse_sizes")


def _parts_of(A: Any) -> tuple[Any, ...]:
    """The tensors that the object consists of."""
    if _is_edge_index(A):
        return (A.as_tensor(),)
    if _is_sparse_tensor(A):
        return A.csr()
    layout = getattr(A, "layout", None)
    if layout == torch.sparse_csr:
        return A.crow_indices(), A.col_indices(), A.values()
    if layout == torch.sparse_csc:
        return A.ccol_indices(), A.row_indices(), A.values()
    if layout == torch.sparse_coo:
        return A._indices(), A._values()
    raise TypeError(f"graphblast.torch: {type(A).__name__} is no matrix; a Matrix, a sparse tensor (CSR, CSC, COO), a "
                    "SparseTensor or an EdgeIndex is taken")


def _matrix_of(A: Any) -> Matrix:
    parts = _parts_of(A)
    if _is_edge_index(A):
        rows, columns = (part.cpu().numpy() for part in parts[0])
        bound = int(parts[0].max()) + 1 if parts[0].numel() else 0
        nrows, ncols = (bound if size is None else size for size in A.sparse_size())
        return Matrix.from_coo(rows, columns, np.ones(rows.size, np.float32), (nrows, ncols))
    if _is_sparse_tensor(A):
        offsets, columns, values = parts
        values = np.float32(1) if values is None else array(values)
        return Matrix.from_csr(array(offsets), array(columns), values, tuple(A.sparse_sizes()))
    if A.dim() != 2 or parts[-1].dim() != 1:
        raise ValueError(f"graphblast.torch: a sparse tensor of {A.dim()} dimensions with values of {parts[-1].dim()}; "
                         "a matrix of numbers was meant")
    if A.layout == torch.sparse_coo:
        A = A.coalesce()
        if A.is_cuda:
            return _matrix_of(A.to_sparse_csr())
        rows, columns = (array(part) for part in A.indices())
        return Matrix.from_coo(rows, columns, array(A.values()), tuple(A.shape))
    make = Matrix.from_csr if A.layout == torch.sparse_csr else Matrix.from_csc
    offsets, places, values = (array(part) for part in parts)
    return make(offsets, places, values, tuple(A.shape))
