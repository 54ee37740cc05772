"""Binsparse files and objects, beside the reference implementation of the format (package binsparse)."""

import json

import graphblast as gb
import numpy as np
import pytest
import scipy.sparse as sp

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
          "complex64", "complex128"]
ENDINGS = ["npz", "h5"]


def random_matrix(rng, dtype=float, rows=12, columns=9):
    made = sp.random(rows, columns, 0.3, format="csr", random_state=rng)
    made.data = rng.integers(1, 2 if dtype == "bool" else 100, made.nnz).astype(dtype)
    if np.dtype(dtype).kind == "c":
        made.data += np.arange(made.nnz) * 1j
    return gb.Matrix.from_scipy(made)


def file(tmp_path, ending):
    if ending == "h5":
        pytest.importorskip("h5py")
    return tmp_path / f"a.{ending}"


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_there_and_back(rng, tmp_path, dtype, ending):
    A, path = random_matrix(rng, dtype), file(tmp_path, ending)
    for given in (A, A[3, :], gb.Matrix.from_dense(A.to_dense()), gb.Vector.from_dense(A.to_dense()[2])):
        gb.binsparse.save(given, path, compress=dtype == "int8")
        back = gb.binsparse.load(path)
        assert type(back) is type(given) and back.dtype == given.dtype and back.nvals == given.nvals
        assert (back.to_dense() == given.to_dense()).all()


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0), (1, 1), (4, 1), (1, 4)])
def test_without_entries(tmp_path, shape):
    for given in (gb.Matrix("float32", *shape), gb.Vector("int16", shape[0])):
        gb.binsparse.save(given, tmp_path / "a.npz")
        back = gb.binsparse.load(tmp_path / "a.npz")
        assert back.shape == given.shape and back.dtype == given.dtype and back.nvals == 0


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_reference_implementation_reads_and_writes_the_same(rng, tmp_path, dtype, ending):
    reference = pytest.importorskip("binsparse")
    from binsparse.conversions.scipy import from_scipy, to_scipy

    A, path = random_matrix(rng, dtype), file(tmp_path, ending)
    gb.binsparse.save(A, path)
    assert (to_scipy(reference.load_binsparse(path)).toarray() == A.to_dense()).all()
    for format in ("csr", "csc", "coo"):
        reference.save_binsparse(from_scipy(A.to_scipy(format, copy=True)), path)
        back = gb.binsparse.load(path)
        assert back.dtype == A.dtype and back.nvals == A.nvals and (back.to_dense() == A.to_dense()).all()


def test_equal_values_are_written_once(tmp_path):
    A = gb.Matrix.from_csr([0, 2, 3], [0, 2, 1], 7.0, (2, 3))
    gb.binsparse.save(A, tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as found:
        assert found["values"].tolist() == [7.0]
        assert json.loads(str(found["binsparse"]))["binsparse"]["data_types"]["values"] == "iso[float64]"
    assert (gb.binsparse.load(tmp_path / "a.npz").to_dense() == [[7, 0, 7], [0, 7, 0]]).all()


def test_objects_hand_over_their_own_memory(rng):
    A = random_matrix(rng)
    arrays, description = A.__binsparse__(), A.__binsparse_descriptor__()["binsparse"]
    assert description["format"] == "CSR" and description["shape"] == [12, 9]
    assert set(description["data_types"]) == set(arrays)
    assert arrays["values"].ctypes.data == A.to_csr()[2].ctypes.data
    B = gb.binsparse.from_object(A)
    assert B.to_csr()[2].ctypes.data == A.to_csr()[2].ctypes.data


def described(format, types, shape, count, **more):
    return {"binsparse": {"version": "0.1", "format": format, "shape": shape, "number_of_stored_values": count,
                          "data_types": types, **more}}


VALUES = {"values": "int32"}
DENSE = [[0, 5, 0], [0, 0, 0], [7, 0, 9]]


@pytest.mark.parametrize("format, lists", [
    ("CSR", {"pointers_to_1": [0, 1, 1, 3], "indices_1": [1, 0, 2]}),
    ("DCSR", {"indices_0": [0, 2], "pointers_to_1": [0, 1, 3], "indices_1": [1, 0, 2]}),
    ("COO", {"indices_0": [0, 2, 2], "indices_1": [1, 0, 2]}),
    ("COOR", {"indices_0": [0, 2, 2], "indices_1": [1, 0, 2]}),
])
def test_formats_by_row_and_by_column(format, lists):
    lists = {name: np.array(array, np.uint8) for name, array in lists.items()}
    found = {**lists, "values": np.array([5, 7, 9], np.int32)}
    assert (gb.binsparse.build(described(format, VALUES, [3, 3], 3), found).to_dense() == DENSE).all()
    from_1 = {name: array + 1 for name, array in lists.items()} | {"values": found["values"]}
    made = gb.binsparse.build(described(format, VALUES, [3, 3], 3, index_base=1), from_1)
    assert (made.to_dense() == DENSE).all()
    by_column = {"COO": "COOC", "COOR": "COOC", "CSR": "CSC", "DCSR": "DCSC"}[format]
    assert (gb.binsparse.build(described(by_column, VALUES, [3, 3], 3), found).to_dense() == np.transpose(DENSE)).all()


@pytest.mark.parametrize("format, expected", [("DMAT", [[1, 2, 3], [4, 5, 6]]), ("DMATR", [[1, 2, 3], [4, 5, 6]]),
                                              ("DMATC", [[1, 3, 5], [2, 4, 6]])])
def test_dense_matrices(format, expected):
    made = gb.binsparse.build(described(format, VALUES, [2, 3], 6), {"values": np.arange(1, 7, dtype=np.int32)})
    assert (made.to_dense() == expected).all() and made.nvals == 6


@pytest.mark.parametrize("kind, joined", [("symmetric", lambda v: v), ("hermitian", np.conj), ("skew_symmetric", np.negative)])
@pytest.mark.parametrize("half", ["lower", "upper"])
def test_one_triangle_stands_for_both(kind, joined, half):
    values = np.array([1 + 2j, 3 - 1j])
    flat = values.view(float)
    rows, columns = ([1, 2], [0, 2]) if half == "lower" else ([0, 2], [1, 2])
    found = {"indices_0": np.array(rows), "indices_1": np.array(columns), "values": flat}
    made = gb.binsparse.build(described("COO", {"values": "complex[float64]"}, [3, 3], 2, structure=f"{kind}_{half}"), found)
    expected = np.zeros((3, 3), complex)
    expected[rows[0], columns[0]], expected[columns[0], rows[0]], expected[2, 2] = values[0], joined(values[0]), values[1]
    assert (made.to_dense() == expected).all()


GOOD = {"indices_0": np.array([0, 2]), "values": np.array([1.0, 2.0])}


@pytest.mark.parametrize("change, arrays, text", [
    ({"version": "1.0"}, {}, "version '1.0'; 0.1 is read"),
    ({"format": "ELL"}, {}, "format 'ELL'"),
    ({"format": {"custom": {}}}, {}, "custom"),
    ({"shape": [3, 3]}, {}, "shape"),
    ({"shape": [-1]}, {}, "shape"),
    ({"number_of_stored_values": 3}, {}, "2 values of type float64 for 3 stored values"),
    ({"number_of_stored_values": None}, {}, "number_of_stored_values is None"),
    ({"data_types": {"values": "float128"}}, {}, "values of type 'float128' are not known"),
    ({"data_types": {"values": "complex[int8]"}}, {}, "complex numbers"),
    ({"data_types": {"values": "iso[float64"}}, {}, "are not known"),
    ({"fill": True}, {"fill_value": np.array([3.0])}, "a fill value other than 0"),
    ({"index_base": 2}, {}, "index_base is 2"),
    ({}, {"indices_0": np.array([0.5, 2.0])}, "indices_0 is an array of float64"),
    ({}, {"values": np.ones((2, 2))}, "values have 2 dimensions"),
    ({"data_types": {"values": "int8"}}, {}, "values of type int8 in an array of float64"),
    ({}, {"values": np.array([1j, 2])}, "values of type float64 in an array of complex128"),
])
def test_descriptions_that_do_not_agree(change, arrays, text):
    description = described("CVEC", {"values": "float64"}, [3], 2)
    description["binsparse"].update(change)
    with pytest.raises(ValueError, match="binsparse: .*" + text.replace("[", r"\[")):
        gb.binsparse.build(description, {**GOOD, **arrays})


def test_positions_out_of_bounds_are_refused():
    with pytest.raises(gb.GraphBLASError):
        gb.binsparse.build(described("CVEC", {"values": "float64"}, [2], 2), GOOD)
    found = {"pointers_to_1": np.array([0, 1, 2]), "indices_1": np.array([0, 9]), "values": np.array([1.0, 2.0])}
    with pytest.raises(gb.GraphBLASError):
        gb.binsparse.build(described("CSR", {"values": "float64"}, [2, 3], 2), found)
    with pytest.raises(ValueError, match="pointers_to_1, the first"):
        gb.binsparse.build(described("DCSR", {"values": "float64"}, [2, 3], 2),
                           {**found, "pointers_to_1": np.array([1, 2, 3]), "indices_0": np.array([0, 1])})
    with pytest.raises(ValueError, match="ascending"):
        gb.binsparse.build(described("DCSR", {"values": "float64"}, [2, 3], 2), {**found, "indices_0": np.array([1, 1])})


def test_files_that_are_none(tmp_path):
    np.savez(tmp_path / "a.npz", x=np.ones(3))
    with pytest.raises(ValueError, match="a.npz: binsparse: the description .* has no 'binsparse'"):
        gb.binsparse.load(tmp_path / "a.npz")
    for function in (gb.binsparse.load, lambda path: gb.binsparse.save(gb.Vector(float, 1), path)):
        with pytest.raises(ValueError, match="a.mtx ends with '.mtx'; .h5, .hdf5 and .npz are known"):
            function(tmp_path / "a.mtx")
    with pytest.raises(TypeError, match="ndarray is no Matrix"):
        gb.binsparse.save(np.ones(2), tmp_path / "b.npz")
    with pytest.raises(TypeError, match="int has no __binsparse__"):
        gb.binsparse.from_object(3)


def test_structures_of_real_values():
    found = {"indices_0": np.array([1]), "indices_1": np.array([0]), "values": np.array([3], np.uint8)}
    made = gb.binsparse.build(described("COO", {"values": "uint8"}, [2, 2], 1, structure="hermitian_lower"), found)
    assert made.to_dense().tolist() == [[0, 3], [3, 0]]
    with pytest.raises(ValueError, match="'skew_symmetric_lower' of values of uint8"):
        gb.binsparse.build(described("COO", {"values": "uint8"}, [2, 2], 1, structure="skew_symmetric_lower"), found)


def test_endings_in_capitals(tmp_path):
    gb.binsparse.save(gb.Vector.from_dense([1.0]), tmp_path / "a.NPZ")
    assert gb.binsparse.load(tmp_path / "a.NPZ").to_dense().tolist() == [1.0]


def test_a_file_is_complete_or_as_it_was(tmp_path, monkeypatch):
    gb.binsparse.save(gb.Vector.from_dense([1.0]), tmp_path / "a.npz")
    with pytest.raises(TypeError, match="no name for values of float16"):
        gb.binsparse.save(gb.Vector.from_dense(np.ones(2, np.float16)), tmp_path / "a.npz")
    def fail(archive, **found):
        archive.write(b"half")
        raise OSError("the disk is full")

    monkeypatch.setattr(np, "savez", fail)
    with pytest.raises(OSError, match="the disk is full"):
        gb.binsparse.save(gb.Vector.from_dense([2.0]), tmp_path / "a.npz")
    assert gb.binsparse.load(tmp_path / "a.npz").to_dense().tolist() == [1.0]
    assert [found.name for found in tmp_path.iterdir()] == ["a.npz"]
