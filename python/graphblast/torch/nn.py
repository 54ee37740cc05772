"""Layers of graph networks. Each takes features (vertices, features) and a matrix A with an entry (i, j) where vertex i
hears vertex j: a Matrix, or what `graphblast.torch.matrix` takes."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.nn import functional

from .._indices import integer
from ..matrix import Matrix
from ._formats import matrix
from ._messages import at_columns, at_rows, edge_softmax, sddmm, spmm, spmm_values


def normalised(A: Any, *, loops: bool = True, dtype: Any = "float32") -> Matrix:
    """D^-1/2 (A + I) D^-1/2, D the sums of the rows of A + I (Kipf and Welling 2017). Without `loops`, of A itself. Rows that
    sum to 0 stay 0."""
    A = matrix(A).dup(dtype)
    nrows, ncols = A.shape
    if nrows != ncols:
        raise ValueError(f"normalised: a matrix of {nrows} x {ncols}; a square one was meant")
    if loops:
        every = range(nrows)
        A = A + Matrix.from_coo(list(every), list(every), A.dtype.type(1), A.shape)
    sums = A.reduce_rows("plus").to_dense()
    if (sums < 0).any():
        raise ValueError(f"normalised: the row {int((sums < 0).argmax())} sums to {sums.min()}; no root is taken of it")
    roots = [1 / math.sqrt(value) if value else 0.0 for value in sums.tolist()]
    diagonal = Matrix.from_coo(list(range(nrows)), list(range(nrows)), roots, A.shape, dtype=A.dtype)
    return diagonal @ A @ diagonal


def _counts(layer: str, **counts: int) -> None:
    for name, count in counts.items():
        integer(f"{layer}: {name}", count, 1, 2**31)


class GCNConv(torch.nn.Module):
    """A (x W) + b: a graph convolution (Kipf and Welling 2017), for A of `normalised`.

    x: (columns of A, in_features); the result: (rows of A, out_features). W acts on the side with fewer features.
    """

    def __init__(self, in_features: int, out_features: int, bias: bool = True) -> None:
        super().__init__()
        _counts("GCNConv", in_features=in_features, out_features=out_features)
        self.linear = torch.nn.Linear(in_features, out_features, bias=False)
        self.bias = torch.nn.Parameter(torch.zeros(out_features)) if bias else None

    def forward(self, x: torch.Tensor, A: Any) -> torch.Tensor:
        if self.linear.out_features <= self.linear.in_features:
            found = spmm(A, self.linear(x))
        else:
            found = self.linear(spmm(A, x))
        return found if self.bias is None else found + self.bias


class _Heads(torch.nn.Module):
    """Layers with several heads, whose results follow each other, or are averaged with concat=False."""

    def __init__(self, in_features: int, out_features: int, heads: int, concat: bool) -> None:
        super().__init__()
        _counts(type(self).__name__, in_features=in_features, out_features=out_features, heads=heads)
        self.heads, self.out_features, self.concat = heads, out_features, concat

    def split(self, x: torch.Tensor) -> torch.Tensor:
        return x.view(-1, self.heads, self.out_features)

    def join(self, x: torch.Tensor) -> torch.Tensor:
        return x.flatten(1) if self.concat else x.mean(1)


class GATv2Conv(_Heads):
    """Attention of the second kind (Brody et al. 2022): entry (i, j) weighs x[j] W by the softmax over row i of
    a . LeakyReLU(x[i] U + x[j] W), for each head.

    x: (vertices, in_features), A square; the result: (vertices, heads out_features), or (vertices, out_features) with
    concat=False. A's values are not read. Memory: three numbers for each entry, head and feature.
    """

    def __init__(self, in_features: int, out_features: int, heads: int = 1, concat: bool = True, slope: float = 0.2,
                 bias: bool = True) -> None:
        super().__init__(in_features, out_features, heads, concat)
        self.slope = slope
        self.source = torch.nn.Linear(in_features, heads * out_features)
        self.target = torch.nn.Linear(in_features, heads * out_features)
        self.attention = torch.nn.Parameter(torch.empty(heads, out_features))
        torch.nn.init.xavier_uniform_(self.attention)
        self.bias = torch.nn.Parameter(torch.zeros(out_features * (heads if concat else 1))) if bias else None

    def forward(self, x: torch.Tensor, A: Any) -> torch.Tensor:
        source, target = self.split(self.source(x)), self.split(self.target(x))
        pairs = functional.leaky_relu(at_rows(A, target) + at_columns(A, source), self.slope)
        weights = edge_softmax(A, (pairs * self.attention).sum(-1))
        found = self.join(spmm_values(A, weights, source))
        return found if self.bias is None else found + self.bias


class TransformerConv(_Heads):
    """Attention by products (Shi et al. 2021): entry (i, j) weighs x[j] V by the softmax over row i of
    (x[i] Q) . (x[j] K) / sqrt(out_features), for each head; x[i] S is added where `root` is set.

    x: (vertices, in_features), A square; the result as of GATv2Conv. A's values are not read. Memory: a few numbers for
    each entry and head, none for each feature of an entry.
    """

    def __init__(self, in_features: int, out_features: int, heads: int = 1, concat: bool = True, root: bool = True) -> None:
        super().__init__(in_features, out_features, heads, concat)
        self.query, self.key, self.value = (torch.nn.Linear(in_features, heads * out_features) for _ in range(3))
        self.root = torch.nn.Linear(in_features, out_features * (heads if concat else 1)) if root else None

    def forward(self, x: torch.Tensor, A: Any) -> torch.Tensor:
        query, key, value = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        weights = edge_softmax(A, sddmm(A, query / math.sqrt(self.out_features), key))
        found = self.join(spmm_values(A, weights, value))
        return found if self.root is None else found + self.root(x)
