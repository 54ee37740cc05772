"""Sparse matrices."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from . import _arrays, _indices, _picture, operators, types
from ._library import call, ffi, lib
from ._numbers import exact, number
from ._stored import Mask, Stored, operand
from .vector import Vector


def _two(key: Any) -> tuple[Any, Any]:
    """A row and a column."""
    if not isinstance(key, tuple) or len(key) != 2:
        raise TypeError(f"a matrix has a row and a column, as A[i, j]; {key!r} was given")
    return key


class Matrix(Stored):
    """A sparse matrix of numbers: `Matrix(float, 4, 4)` has no entries yet."""

    kind = "Matrix"

    def __init__(self, dtype: Any, nrows: int, ncols: int | None = None) -> None:
        super().__init__(dtype, nrows, nrows if ncols is None else ncols)

    # ---- made of arrays

    @classmethod
    def from_coo(cls, rows: Any, columns: Any, values: Any = True, shape: tuple[int, int] | None = None, *,
                 dtype: Any = None, dup: str = "plus") -> "Matrix":
        """Entries by their rows and columns. values: one for each, or one for all. dup joins entries of one position."""
        rows, columns = _indices.positions("rows", rows), _indices.positions("columns", columns)
        if rows.size != columns.size:
            raise ValueError(f"from_coo: {rows.size} rows and {columns.size} columns")
        values = _indices.values("values", values, rows.size, dtype)
        if shape is None:
            shape = (int(rows.max()) + 1, int(columns.max()) + 1) if rows.size else (0, 0)
        _indices.shape("from_coo", shape)
        return cls(values.dtype, *shape)._build((rows, columns), values, dup)

    @classmethod
    def _from_compressed(cls, by_row: bool, offsets: Any, positions: Any, values: Any, shape: tuple[int, int],
                         check: bool, is_jumbled: bool) -> "Matrix":
        nrows, ncols = _indices.shape("from_csr" if by_row else "from_csc", shape)
        offsets, positions = _arrays.one_of(offsets), _arrays.one_of(positions)
        for name, array in (("offsets", offsets), ("positions", positions)):
            if array.dtype.kind not in "iu" or array.dtype.itemsize not in (4, 8) or len(array.shape) != 1:
                raise TypeError(f"{name}: an array of {array.dtype} with {len(array.shape)} dimensions; integers of 32 or "
                                "64 bits in a list are taken")
        values = _arrays.one_of(values)
        is_iso = values.shape == ()
        if is_iso:
            values = np.atleast_1d(values)
        offsets, positions, values = (_arrays.in_order(array) for array in (offsets, positions, values))
        if not is_iso and values.shape != positions.shape:
            raise ValueError(f"values of shape {values.shape} for {positions.size} positions")
        made = cls(values.dtype, nrows, ncols)
        parts = _arrays.Parts((nrows, ncols), False, by_row, values, offsets, positions, is_iso, is_jumbled)
        _arrays.load(made, parts, check=check)
        return made

    @classmethod
    def from_csr(cls, indptr: Any, indices: Any, values: Any, shape: tuple[int, int], *, check: bool = True,
                 is_sorted: bool = True) -> "Matrix":
        """Compressed rows, without a copy: the matrix reads the arrays, on the host or the GPU, so they must not be changed
        while it lives.

        values: one for each entry, or one for all. check: one pass over the positions, which the library trusts else.
        """
        return cls._from_compressed(True, indptr, indices, values, shape, check, not is_sorted)

    @classmethod
    def from_csc(cls, indptr: Any, indices: Any, values: Any, shape: tuple[int, int], *, check: bool = True,
                 is_sorted: bool = True) -> "Matrix":
        """Compressed columns, without a copy, as `from_csr`."""
        return cls._from_compressed(False, indptr, indices, values, shape, check, not is_sorted)

    @classmethod
    def from_dense(cls, array: Any) -> "Matrix":
        """Every element of an array (NumPy, or anything with DLPack) is an entry. Without a copy where its rows follow each
        other in memory; an array on the GPU stays there."""
        array = _arrays.in_order(_arrays.one_of(array))
        if len(array.shape) != 2:
            raise ValueError(f"from_dense: an array of {len(array.shape)} dimensions is no matrix")
        made = cls(array.dtype, *array.shape)
        values = array.reshape(-1) if isinstance(array, np.ndarray) else array
        _arrays.load(made, _arrays.Parts(array.shape, True, True, values), check=array.dtype == np.bool_)
        return made

    @classmethod
    def from_scipy(cls, matrix: Any) -> "Matrix":
        """A sparse matrix or array of SciPy; csr and csc without a copy."""
        if not hasattr(matrix, "tocsr"):
            raise TypeError(f"from_scipy: {type(matrix).__name__} is no sparse matrix of SciPy; from_dense takes other arrays")
        if len(matrix.shape) != 2:
            raise ValueError(f"from_scipy: an array of shape {matrix.shape}; a matrix has two dimensions")
        if matrix.format not in ("csr", "csc"):
            matrix = matrix.tocsr()
        if not matrix.has_canonical_format:
            matrix = matrix.copy()
            matrix.sum_duplicates()
        make = cls.from_csr if matrix.format == "csr" else cls.from_csc
        return make(matrix.indptr, matrix.indices, matrix.data, matrix.shape)

    @classmethod
    def from_networkx(cls, graph: Any, weight: str | None = None, nodelist: Any = None) -> "Matrix":
        """The adjacency matrix of a networkx graph; entries of 1 without a weight."""
        import networkx

        if not isinstance(graph, networkx.Graph):
            raise TypeError(f"from_networkx: {type(graph).__name__} is no graph of networkx")
        try:
            array = networkx.to_scipy_sparse_array(graph, nodelist=nodelist, weight=weight, format="csr")
        except ValueError:
            for u, v, value in graph.edges(data=weight, default=1):
                if not isinstance(value, numbers.Number):
                    raise TypeError(f"from_networkx: weight: {weight!r} of the edge ({u!r}, {v!r}) is {value!r}, "
                                    "which is no number") from None
            raise
        return cls.from_scipy(array)

    # ---- to arrays

    def _sparse_parts(self, by_row: bool) -> _arrays.Parts:
        """The arrays, which the matrix goes on to read."""
        if not self._arrays or self._layout() != (_arrays.SPARSE, by_row) or _arrays.reads_device(self):
            self._keep_sparse(by_row)
        return _arrays.share(self)

    def _keep_sparse(self, by_row: bool) -> None:
        self._own_arrays()
        self._call("set_INT32", self.handle, lib.GrB_ROWMAJOR if by_row else lib.GrB_COLMAJOR,
                   lib.GrB_STORAGE_ORIENTATION_HINT)
        self._keep_format(lib.GrX_SPARSE)

    def _layout(self) -> tuple[int, bool]:
        """The form of storage, as GxB_Container has it, and whether it is by row."""
        status, orientation = ffi.new("int32_t *"), ffi.new("int32_t *")
        self._call("get_INT32", self.handle, status, lib.GxB_SPARSITY_STATUS)
        self._call("get_INT32", self.handle, orientation, lib.GrB_STORAGE_ORIENTATION_HINT)
        return status[0], orientation[0] != lib.GrB_COLMAJOR

    def _compressed(self, by_row: bool, copy: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        parts = self._sparse_parts(by_row)
        if parts.by_row != by_row:  # without entries, one column stays by row
            return self.transpose()._compressed(not by_row, copy)
        values = np.broadcast_to(parts.values, parts.positions.shape) if parts.is_iso else parts.values
        if copy:
            return parts.offsets.copy(), parts.positions.copy(), values.copy()
        return parts.offsets, parts.positions, values

    def to_csr(self, copy: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Offsets, columns and values by row. Without copy they are the matrix's own memory, to be read only."""
        return self._compressed(True, copy)

    def to_csc(self, copy: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Offsets, rows and values by column, as `to_csr`."""
        return self._compressed(False, copy)

    def to_coo(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rows, columns and values of all entries, in copies."""
        nvals = self.nvals
        rows, columns, values = np.empty(nvals, np.uint64), np.empty(nvals, np.uint64), np.empty(nvals, self.dtype)
        count = ffi.new("GrB_Index *", nvals)
        self._call(f"extractTuples_{types.domain(self.dtype)}", _indices.pointer(rows), _indices.pointer(columns),
                   _indices.pointer(values), count, self.handle)
        return rows, columns, values

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy: the entries."""
        return Matrix.from_coo, (*self.to_coo(), self.shape)

    def to_dense(self, fill: Any = 0) -> np.ndarray:
        """An array with every element; `fill` where there is no entry."""
        out = np.full(self.shape, exact("to_dense: fill", self.dtype, fill), self.dtype)
        rows, columns, values = self.to_coo()
        out[rows, columns] = values
        return out

    def to_numpy(self) -> np.ndarray:
        """The elements of a full matrix: its own memory, to be read only. Others: ValueError."""
        nrows, ncols = self.shape
        nvals = self.nvals
        if nvals != nrows * ncols:
            raise ValueError(f"to_numpy: {nvals} of {nrows} x {ncols} elements have an entry; to_dense fills the others")
        if not self._arrays or self._layout()[0] != _arrays.FULL or _arrays.reads_device(self):
            self._keep_format(lib.GrX_FULL)
        return _arrays.elements(_arrays.share(self))

    def into_numpy(self, fill: Any = 0) -> np.ndarray:
        """The elements as an array that may be written, `fill` where there is no entry. The matrix has no rows and
        columns then: its memory is the array's, without a copy."""
        nrows, ncols = self.shape
        self._writable()
        if self.nvals != nrows * ncols:
            self.assign(exact("into_numpy: fill", self.dtype, fill), mask=~self.S)
        self._keep_format(lib.GrX_FULL)
        elements = _arrays.elements(_arrays.unload(self))
        return elements if elements.flags.writeable else elements.copy()

    def into_device(self, fill: Any = 0) -> _arrays.DeviceArray:
        """The elements as an array on the GPU, `fill` where there is no entry. The matrix has no rows and columns then; its
        memory there is the array's, without a copy."""
        nrows, ncols = self.shape
        self._writable()
        if self.nvals != nrows * ncols:
            self.assign(exact("into_device: fill", self.dtype, fill), mask=~self.S)
        return _arrays.into_device(self)

    def to_device(self) -> _arrays.DeviceArray:
        """The elements of a full matrix, as an array on the GPU: its own memory, to be read only."""
        return _arrays.to_device(self)

    def to_csr_device(self) -> tuple[_arrays.DeviceArray, _arrays.DeviceArray, _arrays.DeviceArray]:
        """Offsets, columns and values by row on the GPU: the matrix's own memory, to be read only."""
        if _arrays.reads_device(self) and self._layout() == (_arrays.SPARSE, True):
            return self._arrays  # type: ignore[return-value]
        self._keep_sparse(by_row=True)
        return _arrays.sparse_to_device(self)

    def to_scipy(self, format: str = "csr", copy: bool = False) -> Any:
        """A csr_array or csc_array of SciPy, on the matrix's own memory, to be read only; other formats by way of csr."""
        import scipy.sparse

        if format == "csc":
            indptr, indices, values = self.to_csc(copy)
            return scipy.sparse.csc_array((values, indices, indptr), shape=self.shape, copy=False)
        indptr, indices, values = self.to_csr(copy)
        made = scipy.sparse.csr_array((values, indices, indptr), shape=self.shape, copy=False)
        return made if format == "csr" else made.asformat(format)

    # ---- facts and entries

    @property
    def nrows(self) -> int:
        return self._number("nrows")

    @property
    def ncols(self) -> int:
        return self._number("ncols")

    @property
    def shape(self) -> tuple[int, int]:
        return self.nrows, self.ncols

    @property
    def T(self) -> "Matrix":
        """The transpose, as a matrix of its own."""
        return self.transpose()

    def get(self, row: int, column: int, default: Any = None) -> Any:
        """The value at a position, or `default` where there is no entry."""
        row, column = _indices.index("row", row, self.nrows), _indices.index("column", column, self.ncols)
        out = np.empty(1, types.computed(self.dtype))
        info = self._call(f"extractElement_{types.domain(out.dtype)}", _indices.pointer(out), self.handle, row, column)
        return default if info == lib.GrB_NO_VALUE else out[0].item()

    def __getitem__(self, key: tuple[Any, Any]) -> Any:
        """A value (KeyError where there is no entry), a Vector for a row or a column, or a Matrix."""
        row, column = _two(key)
        one_row, one_column = _indices.is_one(row), _indices.is_one(column)
        if one_row and one_column:
            value = self.get(row, column)
            if value is None:
                raise KeyError(f"({row}, {column}) has no entry")
            return value
        if one_row or one_column:
            return self._row_or_column(row, column, one_row)
        return self.extract(row, column)

    def _row_or_column(self, row: Any, column: Any, one_row: bool) -> Vector:
        along, across = (column, row) if one_row else (row, column)
        sizes = (self.ncols, self.nrows) if one_row else (self.nrows, self.ncols)
        chosen, count, length = _indices.selection("columns" if one_row else "rows", along, sizes[0])
        at = _indices.index("row" if one_row else "column", across, sizes[1])
        out = Vector(self.dtype, length)
        pointer = chosen if not isinstance(chosen, np.ndarray) else _indices.pointer(chosen)
        out._write(lib.GrB_Col_extract, self.handle, pointer, count, at, mask=None, accum=None, replace=False, first=one_row)
        return out

    def extract(self, rows: Any = slice(None), columns: Any = slice(None), *, out: "Matrix | None" = None,
                mask: Mask | None = None, accum: str | None = None, replace: bool = False) -> "Matrix":
        """The submatrix of these rows and columns: slices, lists of positions or masks."""
        i, rows_given, nrows = _indices.selection("rows", rows, self.nrows)
        j, columns_given, ncols = _indices.selection("columns", columns, self.ncols)
        out = Matrix(self.dtype, nrows, ncols) if out is None else operand("out", out, "Matrix")
        lists = [entry if not isinstance(entry, np.ndarray) else _indices.pointer(entry) for entry in (i, j)]
        return out._write(lib.GrB_Matrix_extract, self.handle, lists[0], rows_given, lists[1], columns_given,
                          mask=mask, accum=accum, replace=replace)

    def assign(self, value: Any, rows: Any = slice(None), columns: Any = slice(None), *, mask: Mask | None = None,
               accum: str | None = None, replace: bool = False) -> "Matrix":
        """self<mask>(rows, columns) = value, a number or a Matrix; returns itself."""
        i, rows_given, _ = _indices.selection("rows", rows, self.nrows)
        j, columns_given, _ = _indices.selection("columns", columns, self.ncols)
        lists = [entry if not isinstance(entry, np.ndarray) else _indices.pointer(entry) for entry in (i, j)]
        where = (lists[0], rows_given, lists[1], columns_given)
        options: dict[str, Any] = {"mask": mask, "accum": accum, "replace": replace}
        if isinstance(value, Matrix):
            return self._write(lib.GrB_Matrix_assign, value.handle, *where, **options)
        scalar = number("assign", self.dtype, value)
        return self._write(self._function(f"assign_{scalar.ending}"), scalar.argument, *where, **options)

    def __setitem__(self, key: tuple[Any, Any], value: Any) -> None:
        row, column = _two(key)
        if not (_indices.is_one(row) and _indices.is_one(column)):
            self.assign(value, row, column)
            return
        row, column = _indices.index("row", row, self.nrows), _indices.index("column", column, self.ncols)
        scalar = number("a value", self.dtype, value)
        self._writable()
        self._call(f"setElement_{scalar.ending}", self.handle, scalar.argument, row, column)

    def __delitem__(self, key: tuple[int, int]) -> None:
        row, column = _two(key)
        row, column = _indices.index("row", row, self.nrows), _indices.index("column", column, self.ncols)
        self._writable()
        self._call("removeElement", self.handle, row, column)

    # ---- operations

    def mxm(self, other: "Matrix", semiring: str = "plus_times", *, transpose: bool = False,
            transpose_other: bool = False, out: "Matrix | None" = None, mask: Mask | None = None,
            accum: str | None = None, replace: bool = False) -> "Matrix":
        """The product with a matrix over a semiring; `transpose` of this one, `transpose_other` of the other."""
        dtype = self._common(operand("mxm", other, "Matrix"))
        ring = operators.semiring(semiring, dtype)
        shape = self.shape[bool(transpose)], other.shape[not transpose_other]
        out = Matrix(operators.result_of(ring, dtype), *shape) if out is None else operand("out", out, "Matrix")
        return out._write(lib.GrB_mxm, ring, self.handle, other.handle, mask=mask, accum=accum, replace=replace,
                          first=transpose, second=transpose_other)

    def mxv(self, u: Vector, semiring: str = "plus_times", *, transpose: bool = False, out: Vector | None = None,
            mask: Mask | None = None, accum: str | None = None, replace: bool = False) -> Vector:
        """The product with a vector over a semiring."""
        dtype = self._common(operand("mxv", u, "Vector"))
        ring = operators.semiring(semiring, dtype)
        size = self.shape[bool(transpose)]
        out = Vector(operators.result_of(ring, dtype), size) if out is None else operand("out", out, "Vector")
        return out._write(lib.GrB_mxv, ring, self.handle, u.handle, mask=mask, accum=accum, replace=replace, first=transpose)

    def __matmul__(self, other: Any) -> Any:
        return self.mxv(other) if isinstance(other, Vector) else self.mxm(operand("@", other, "Matrix"))

    def transpose(self, *, out: "Matrix | None" = None, mask: Mask | None = None, accum: str | None = None,
                  replace: bool = False) -> "Matrix":
        out = Matrix(self.dtype, self.ncols, self.nrows) if out is None else operand("out", out, "Matrix")
        return out._write(lib.GrB_transpose, self.handle, mask=mask, accum=accum, replace=replace)

    def kronecker(self, other: "Matrix", op: str = "times", *, out: "Matrix | None" = None, mask: Mask | None = None,
                  accum: str | None = None, replace: bool = False) -> "Matrix":
        """The Kronecker product: op of every entry with every entry of the other."""
        dtype = self._common(operand("kronecker", other, "Matrix"))
        handle = operators.binary(op, dtype)
        if out is None:
            out = Matrix(operators.result_of(handle, dtype), self.nrows * other.nrows, self.ncols * other.ncols)
        return operand("out", out, "Matrix")._write(lib.GrB_Matrix_kronecker_BinaryOp, handle, self.handle, other.handle,
                                                    mask=mask, accum=accum, replace=replace)

    def reduce_rows(self, op: str = "plus", *, out: Vector | None = None, mask: Mask | None = None,
                    accum: str | None = None, replace: bool = False) -> Vector:
        """A value for each row that has entries, by a monoid; of the type that `reduce` computes in."""
        return self._reduce_to_vector(op, self.nrows, out, mask=mask, accum=accum, replace=replace)

    def reduce_columns(self, op: str = "plus", *, out: Vector | None = None, mask: Mask | None = None,
                       accum: str | None = None, replace: bool = False) -> Vector:
        """A value for each column that has entries, by a monoid; of the type that `reduce` computes in."""
        return self._reduce_to_vector(op, self.ncols, out, mask=mask, accum=accum, replace=replace, first=True)

    def _reduce_to_vector(self, op: str, size: int, out: Vector | None, **options: Any) -> Vector:
        dtype = operators.summed(op, self.dtype)
        out = Vector(dtype, size) if out is None else operand("out", out, "Vector")
        return out._write(lib.GrB_Matrix_reduce_Monoid, operators.monoid(op, dtype), self.handle, **options)

    def maxk(self, k: int, *, by_magnitude: bool = False) -> "Matrix":
        """The k largest entries of each row."""
        k = _indices.integer("maxk: k", k, 1, 2**60)
        out = Matrix(self.dtype, *self.shape)
        descriptor = ffi.new("GrB_Descriptor *")
        call(lib.GrB_Descriptor_new, descriptor)
        try:
            if by_magnitude:
                call(lib.GrB_Descriptor_set, descriptor[0], lib.GrX_MAXK, lib.GrX_MAXK_ABS)
            call(lib.GrX_Matrix_maxk, out.handle, self.handle, k, descriptor[0], owner=out)
        finally:
            lib.GrB_Descriptor_free(descriptor)
        return out

    def __repr__(self) -> str:
        return f"<Matrix {self.nrows} x {self.ncols} of {self.dtype}, {self.nvals} entries>"

    def _repr_html_(self) -> str:
        return _picture.matrix_html(self)
