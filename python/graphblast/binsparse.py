"""Binsparse: sparse matrices and vectors in files, and between libraries in memory.

The specification (https://graphblas.org/binsparse-specification, 0.1) describes arrays by names and types; a file of HDF5
(package h5py) or of NumPy (`.npz`) holds them. Objects of Python hand the same over by the methods
`__binsparse_descriptor__`, which returns the description, and `__binsparse__`, which returns the arrays by their names.

    >>> import graphblast as gb, tempfile, os
    >>> A = gb.Matrix.from_coo([0, 1], [1, 0], [0.5, 2.0])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "a.npz")
    ...     gb.binsparse.save(A, path)
    ...     gb.binsparse.load(path).to_dense()
    array([[0. , 0.5],
           [2. , 0. ]])
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import tempfile
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ._stored import Stored
from .matrix import Matrix
from .vector import Vector

# The reference implementation takes three numbers only, where the specification has two.
VERSION = "0.1.0"
KEY = "binsparse"
_TYPES = {f"{kind}{bits}": np.dtype(f"{kind}{bits}") for kind in ("int", "uint") for bits in (8, 16, 32, 64)}
_TYPES |= {"float32": np.dtype(np.float32), "float64": np.dtype(np.float64), "bint8": np.dtype(np.bool_)}
_NAMES = {dtype: name for name, dtype in _TYPES.items()}
_ALIASES = {"DMAT": "DMATR", "COO": "COOR"}
_ARRAYS = {"DVEC": (), "DMATR": (), "DMATC": (), "CVEC": ("indices_0",), "COOR": ("indices_0", "indices_1"),
           "COOC": ("indices_0", "indices_1"), "CSR": ("pointers_to_1", "indices_1"),
           "CSC": ("pointers_to_1", "indices_1"), "DCSR": ("indices_0", "pointers_to_1", "indices_1"),
           "DCSC": ("indices_0", "pointers_to_1", "indices_1")}

# ---- out


def _type_name(values: np.ndarray, is_iso: bool) -> str:
    dtype = values.dtype
    if dtype.kind == "c":
        name = f"complex[float{dtype.itemsize * 4}]"
    elif dtype in _NAMES:
        name = _NAMES[dtype]
    else:
        raise TypeError(f"binsparse: it has no name for values of {dtype}; float32 holds them: A.dup(\"float32\")")
    return f"iso[{name}]" if is_iso else name


def _is_iso(values: np.ndarray) -> bool:
    """One value stands for all: their array repeats it without memory of its own."""
    return values.size > 1 and values.strides == (0,)


def _parts(stored: Stored) -> tuple[str, dict[str, np.ndarray]]:
    """The format that is nearest to how an object is stored, and its arrays, on the object's own memory."""
    if isinstance(stored, Vector):
        if stored.size > 0 and stored.nvals == stored.size:
            return "DVEC", {"values": stored.to_numpy()}
        positions, values = stored.to_coo()
        return "CVEC", {"indices_0": positions, "values": values}
    assert isinstance(stored, Matrix)
    nrows, ncols = stored.shape
    if nrows * ncols > 0 and stored.nvals == nrows * ncols:
        values = stored.to_numpy()
        by_row = values.flags.c_contiguous or not values.flags.f_contiguous
        return ("DMATR" if by_row else "DMATC"), {"values": values.reshape(-1, order="C" if by_row else "F")}
    by_row = stored._layout()[1]
    pointers, indices, values = stored.to_csr() if by_row else stored.to_csc()
    return ("CSR" if by_row else "CSC"), {"pointers_to_1": pointers, "indices_1": indices, "values": values}


def _description(stored: Stored, format: str, arrays: Mapping[str, np.ndarray]) -> dict[str, Any]:
    values = arrays["values"]
    types = {name: _NAMES[array.dtype] for name, array in arrays.items() if name != "values"}
    return {KEY: {"version": VERSION, "format": format, "shape": list(stored.shape),
                  "number_of_stored_values": int(values.size),
                  "data_types": {**types, "values": _type_name(values, _is_iso(values))}}}


def _plain(values: np.ndarray) -> np.ndarray:
    """The values as the description says: one of equal ones, pairs of numbers for complex ones, bytes for Booleans."""
    if _is_iso(values):
        values = values[:1].copy()
    if values.dtype.kind == "c":
        return np.ascontiguousarray(values).view(f"f{values.dtype.itemsize // 2}")
    return values.view(np.uint8) if values.dtype == np.bool_ else values


def describe(stored: Stored) -> dict[str, Any]:
    """The description of an object, as `__binsparse_descriptor__` returns it."""
    return _description(stored, *_parts(stored))


def arrays(stored: Stored) -> dict[str, np.ndarray]:
    """The arrays of an object by the names in its description: its own memory where it can be, to be read only."""
    _, found = _parts(stored)
    return {**found, "values": _plain(found["values"])}


# ---- in


def _integer_list(name: str, given: Any) -> np.ndarray:
    array = np.asarray(given)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"binsparse: {name} is an array of {array.dtype} with {array.ndim} dimensions; a list of integers "
                         "was meant")
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    return array if array.itemsize >= 4 else array.astype(np.uint32)


def _values(text: Any, given: Any, count: int) -> np.ndarray:
    """The values by the name of their type; of no dimension where one stands for all."""
    match = re.fullmatch(r"(iso\[)?(complex\[)?(\w+)\]*", text) if isinstance(text, str) else None
    if match is None or match[3] not in _TYPES or text.count("[") != text.count("]"):
        raise ValueError(f"binsparse: values of type {text!r} are not known")
    is_iso, is_complex, dtype = bool(match[1]), bool(match[2]), _TYPES[match[3]]
    if is_complex and dtype.kind != "f":
        raise ValueError(f"binsparse: values of type {text!r}; complex numbers consist of float32 or float64")
    array = np.asarray(given)
    if array.ndim != 1:
        raise ValueError(f"binsparse: values have {array.ndim} dimensions; a list was meant")
    if not np.can_cast(array.dtype, np.uint8 if dtype == np.bool_ else dtype, "same_kind"):
        raise ValueError(f"binsparse: values of type {text} in an array of {array.dtype}")
    if dtype == np.bool_:
        array = array != 0
    array = np.ascontiguousarray(array.astype(dtype, copy=False))
    if is_complex:
        if array.size % 2 != 0:
            raise ValueError(f"binsparse: {array.size} numbers are no pairs, which {text} consists of")
        array = array.view(f"c{2 * dtype.itemsize}")
    if array.size != (1 if is_iso else count):
        raise ValueError(f"binsparse: {array.size} values of type {text} for {count} stored values")
    return array.reshape(()) if is_iso else array


def _offsets_of_all(lines: np.ndarray, pointers: np.ndarray, count: int) -> np.ndarray:
    """Offsets of every line from those of the lines that have entries."""
    if pointers.size != lines.size + 1 or pointers[0] != 0:
        raise ValueError(f"binsparse: {pointers.size} pointers_to_1, the first {pointers[:1]}, for {lines.size} indices_0")
    if lines.size and (int(lines.max()) >= count or int(lines.min()) < 0 or (np.diff(lines.astype(np.int64)) <= 0).any()):
        raise ValueError(f"binsparse: indices_0 are not ascending numbers below {count}")
    lengths = np.zeros(count + 1, np.int64)
    lengths[lines.astype(np.int64) + 1] = np.diff(pointers.astype(np.int64))
    return np.cumsum(lengths)


def _header(description: Any) -> Mapping[str, Any]:
    header = description.get(KEY) if isinstance(description, Mapping) else None
    if not isinstance(header, Mapping):
        raise ValueError(f"binsparse: the description {description!r:.60} has no {KEY!r}")
    for key, kind in (("version", str), ("format", (str, Mapping)), ("shape", (list, tuple)),
                      ("number_of_stored_values", int), ("data_types", Mapping)):
        if not isinstance(header.get(key), kind):  # type: ignore[arg-type]
            raise ValueError(f"binsparse: {key} is {header.get(key)!r}")
    if not re.fullmatch(r"0\.1(\.\d+)?", header["version"]):
        raise ValueError(f"binsparse: version {header['version']!r}; 0.1 is read")
    return header


def _named(header: Mapping[str, Any], found: Mapping[str, Any]) -> tuple[str, dict[str, np.ndarray], np.ndarray]:
    """The format, the arrays of positions counted from 0, and the values."""
    given = header["format"]
    format = _ALIASES.get(given, given) if isinstance(given, str) else None
    if format not in _ARRAYS:
        raise ValueError(f"binsparse: format {given!r}; {', '.join(_ARRAYS)} are read")
    for name in (*_ARRAYS[format], "values"):
        if name not in found:
            raise ValueError(f"binsparse: format {given} has an array {name}; here are {', '.join(found) or 'none'}")
    if header.get("fill") and np.any(np.asarray(found.get("fill_value", 1)) != 0):
        raise ValueError("binsparse: a fill value other than 0; matrices here have no values but their entries")
    base = header.get("index_base", 0)
    if base not in (0, 1):
        raise ValueError(f"binsparse: index_base is {base!r}; 0 and 1 are known")
    lists = {name: _integer_list(name, found[name]) for name in _ARRAYS[format]}
    if base == 1:
        lists = {name: array - array.dtype.type(1) for name, array in lists.items()}
    return format, lists, _values(header["data_types"].get("values"), found["values"], header["number_of_stored_values"])


def _vector(format: str, lists: Mapping[str, np.ndarray], values: np.ndarray, size: int) -> Vector:
    if format == "DVEC":
        return Vector.from_dense(np.broadcast_to(values, size) if values.shape == () else values)
    return Vector.from_coo(lists["indices_0"], values, size)


def _matrix(format: str, lists: dict[str, np.ndarray], values: np.ndarray, shape: tuple[int, int]) -> Matrix:
    by_row = format in ("DMATR", "CSR", "DCSR", "COOR")
    if format.startswith("DMAT"):
        order = shape if by_row else shape[::-1]
        dense = np.broadcast_to(values, order) if values.shape == () else values.reshape(order)
        return Matrix.from_dense(dense if by_row else dense.T)
    if format.startswith("COO"):
        rows, columns = (lists["indices_0"], lists["indices_1"])[:: 1 if by_row else -1]
        return Matrix.from_coo(rows, columns, values, shape)
    pointers = lists["pointers_to_1"]
    if format.startswith("D"):
        pointers = _offsets_of_all(lists["indices_0"], pointers, shape[0 if by_row else 1])
    make = Matrix.from_csr if by_row else Matrix.from_csc
    return make(pointers, lists["indices_1"], values, shape)


def _both_triangles(A: Matrix, structure: str) -> Matrix:
    match = re.fullmatch(r"(symmetric|hermitian|skew_symmetric)_(lower|upper)", structure)
    if match is None or A.nrows != A.ncols:
        raise ValueError(f"binsparse: structure {structure!r} of a matrix {A.nrows} x {A.ncols}")
    if match[1] == "skew_symmetric" and A.dtype.kind in "bu":
        raise ValueError(f"binsparse: structure {structure!r} of values of {A.dtype}, which have no negative ones")
    inside, outside = ("tril", "triu")[:: 1 if match[2] == "lower" else -1]
    if A.select(outside, 1 if match[2] == "lower" else -1).nvals > 0:
        raise ValueError(f"binsparse: structure {structure!r}, and entries in the other triangle")
    other = A.select(inside, -1 if match[2] == "lower" else 1).transpose()
    if match[1] == "hermitian" and A.dtype.kind == "c":
        other = other.apply("conj")
    elif match[1] == "skew_symmetric":
        other = other.apply("ainv")
    return A.ewise_add(other, "plus")


def build(description: Mapping[str, Any], found: Mapping[str, Any]) -> Matrix | Vector:
    """A matrix or vector of the arrays that a description names; CSR and CSC without a copy of their arrays. An error says
    what does not agree."""
    header = _header(description)
    format, lists, values = _named(header, found)
    shape = tuple(header["shape"])
    wanted = 1 if format in ("DVEC", "CVEC") else 2
    if len(shape) != wanted or not all(isinstance(size, int) and size >= 0 for size in shape):
        raise ValueError(f"binsparse: shape {list(shape)} of format {format}, which has {wanted} dimensions")
    if format.startswith("D") and not lists and header["number_of_stored_values"] != int(np.prod(shape)):
        raise ValueError(f"binsparse: {header['number_of_stored_values']} stored values of format {format} with shape "
                         f"{list(shape)}")
    if wanted == 1:
        return _vector(format, lists, values, shape[0])
    made = _matrix(format, lists, values, shape)  # type: ignore[arg-type]
    structure = header.get("structure")
    return made if structure is None else _both_triangles(made, structure)


def from_object(given: Any) -> Matrix | Vector:
    """A matrix or vector of any object with the methods `__binsparse_descriptor__` and `__binsparse__`."""
    if not hasattr(given, "__binsparse__") or not hasattr(given, "__binsparse_descriptor__"):
        raise TypeError(f"binsparse.from_object: {type(given).__name__} has no __binsparse__")
    found = {name: np.from_dlpack(array) if not isinstance(array, np.ndarray) else array
             for name, array in given.__binsparse__().items()}
    return build(given.__binsparse_descriptor__(), found)


# ---- files


def _is_hdf5(function: str, path: pathlib.Path) -> bool:
    if path.suffix.lower() in (".h5", ".hdf5"):
        return True
    if path.suffix.lower() != ".npz":
        raise ValueError(f"binsparse.{function}: {path} ends with {path.suffix!r}; .h5, .hdf5 and .npz are known")
    return False


def load(path: str | os.PathLike[str], group: str = "/") -> Matrix | Vector:
    """The matrix or vector of a file, `.h5`, `.hdf5` or `.npz`. group: where in a file of HDF5 it lies."""
    path = pathlib.Path(path)
    if not _is_hdf5("load", path):
        with np.load(path, allow_pickle=False) as file:
            text = str(file[KEY].item()) if KEY in file.files else None
            found = {name: file[name] for name in file.files if name != KEY}
    else:
        import h5py

        with h5py.File(path, "r") as file:
            place = file[group]
            text = place.attrs.get(KEY)
            found = {name: data[()] for name, data in place.items() if isinstance(data, h5py.Dataset)}
    try:
        description = json.loads(text) if text is not None else {}
    except ValueError as error:
        raise ValueError(f"binsparse.load: {path}: the description is no JSON: {error}") from None
    try:
        return build(description, found)
    except ValueError as error:
        raise ValueError(f"binsparse.load: {path}: {error}") from error


def save(stored: Stored, path: str | os.PathLike[str], *, compress: bool = False) -> None:
    """Writes a matrix or vector to a file, `.h5`, `.hdf5` or `.npz`, in the format that is nearest to how it is stored. The
    file appears, or takes the place of another, once it is complete."""
    if not isinstance(stored, (Matrix, Vector)):
        raise TypeError(f"binsparse.save: {type(stored).__name__} is no Matrix and no Vector")
    path = pathlib.Path(path)
    is_hdf5 = _is_hdf5("save", path)
    format, found = _parts(stored)
    text = json.dumps(_description(stored, format, found), indent=2)
    found["values"] = _plain(found["values"])

    def write(target: str) -> None:
        if not is_hdf5:
            with open(target, "wb") as archive:
                (np.savez_compressed if compress else np.savez)(archive, **found, **{KEY: np.asarray(text)})  # type: ignore[arg-type]
            return
        import h5py

        with h5py.File(target, "w") as file:
            for name, array in found.items():
                file.create_dataset(name, data=array, compression="gzip" if compress and array.size else None)
            file.attrs[KEY] = text

    _replace(path, write)


def _replace(path: pathlib.Path, write: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
        written = os.path.join(folder, path.name)
        write(written)
        os.replace(written, path)
