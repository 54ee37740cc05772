"""GraphBLAST for Python: sparse matrices over semirings, on all cores.

    >>> import graphblast as gb
    >>> A = gb.Matrix.from_coo([0, 1, 2], [1, 2, 0], [1.0, 2.0, 3.0])
    >>> A.mxv(gb.Vector.from_dense([1.0, 1.0, 1.0])).to_dense()
    array([1., 2., 3.])
"""

from . import algorithms, binsparse, errors
from ._library import ffi, lib
from ._matmul import matmul
from ._settings import Settings
from ._stored import Mask
from .errors import GraphBLASError
from .matrix import Matrix
from .vector import Vector

settings = Settings()
__version__ = settings.version

__all__ = ["GraphBLASError", "Mask", "Matrix", "Vector", "algorithms", "binsparse", "errors", "ffi", "lib",
           "matmul", "settings"]
