"""The spy plot of a matrix, as SVG in a page of HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .matrix import Matrix

_CELLS = 48  # at most, along the longer side
_PIXELS = 240


def density(matrix: "Matrix") -> np.ndarray:
    """How many entries lie in each cell of a raster over the matrix, of at most 48 x 48 cells."""
    nrows, ncols = matrix.shape
    longer = max(nrows, ncols, 1)
    height, width = (max(1, min(n, round(_CELLS * n / longer))) for n in (nrows, ncols))
    rows, columns, _ = matrix.to_coo()
    out = np.zeros((height, width), np.int64)
    np.add.at(out, ((rows / max(nrows, 1) * height).astype(np.int64),
                    (columns / max(ncols, 1) * width).astype(np.int64)), 1)
    return out


def spy_svg(matrix: "Matrix") -> str:
    """The spy plot: darker where more of the cell's positions have entries. Follows the reader's colour of text."""
    counts = density(matrix)
    height, width = counts.shape
    side = _PIXELS / max(height, width)
    most = counts.max(initial=1) or 1
    squares = [
        f'<rect x="{j * side:.2f}" y="{i * side:.2f}" width="{side:.2f}" height="{side:.2f}" '
        f'fill-opacity="{0.25 + 0.75 * np.log1p(counts[i, j]) / np.log1p(most):.2f}"/>'
        for i, j in zip(*np.nonzero(counts))
    ]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * side + 2:.0f}" height="{height * side + 2:.0f}" '
            f'viewBox="-1 -1 {width * side + 2:.2f} {height * side + 2:.2f}" role="img" '
            f'aria-label="spy plot, {matrix.nrows} x {matrix.ncols}">'
            f'<rect x="0" y="0" width="{width * side:.2f}" height="{height * side:.2f}" fill="none" '
            'stroke="currentColor" stroke-opacity="0.4"/>'
            f'<g fill="currentColor">{"".join(squares)}</g></svg>')


def matrix_html(matrix: "Matrix") -> str:
    """What a notebook shows of a matrix."""
    facts = (f"{matrix.nrows} × {matrix.ncols} of {matrix.dtype}, {matrix.nvals} entries")
    return f"<div>{spy_svg(matrix)}<div>{facts}</div></div>"
