"""Arrays in and out: which memory is read, who keeps it alive, what is refused."""

import gc
import pathlib
import resource
import threading
import time
import weakref

import graphblast as gb
import numpy as np
import pytest
import scipy.sparse as sp

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
          "complex64", "complex128"]


def random_csr(rng, rows=50, columns=40, dtype=float):
    made = sp.random(rows, columns, 0.1, format="csr", random_state=rng)
    made.data = rng.integers(1, 2 if dtype == "bool" else 100, made.nnz).astype(dtype)
    made.sort_indices()
    return made


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_scipy_there_and_back(rng, dtype, format):
    S = random_csr(rng, dtype=dtype).asformat(format)
    A = gb.Matrix.from_scipy(S)
    assert A.dtype == np.dtype(dtype) and A.shape == S.shape and A.nvals == S.nnz
    back = A.to_scipy(format)
    assert back.format == format and back.dtype == S.dtype
    assert (back.toarray() == S.toarray()).all()


@pytest.mark.parametrize("shape", [(0, 0), (0, 1), (1, 0), (0, 3), (3, 0), (1, 1), (4, 1), (1, 4), (3, 2)])
def test_shapes_without_entries(shape):
    for format in ("csr", "csc", "coo"):
        S = gb.Matrix(np.float32, *shape).to_scipy(format)
        assert S.shape == shape and S.nnz == 0 and S.dtype == np.float32
        assert gb.Matrix.from_scipy(S).shape == shape
    lengths = [len(gb.Matrix(float, *shape).to_csr(copy=True)[0]), len(gb.Matrix(float, *shape).to_csc()[0])]
    assert lengths == [shape[0] + 1, shape[1] + 1]
    assert gb.Matrix(float, *shape).T.shape == shape[::-1] and gb.Matrix(float, *shape).to_dense().shape == shape


@pytest.mark.parametrize("index", ["int32", "int64", "uint32", "uint64"])
def test_no_copy_in_nor_out(rng, index):
    S = random_csr(rng)
    arrays = (S.indptr.astype(index), S.indices.astype(index), S.data)
    A = gb.Matrix.from_csr(*arrays, S.shape)
    for given, found in zip(arrays, A.to_csr()):
        assert found.ctypes.data == given.ctypes.data and not found.flags.writeable
    for given, found in zip(arrays, gb.Matrix.from_csc(*arrays, S.shape[::-1]).to_csc()):
        assert found.ctypes.data == given.ctypes.data


def test_results_come_out_without_a_copy(rng):
    S = random_csr(rng)
    A = gb.Matrix.from_scipy(S)
    B = A.mxm(A, transpose_other=True)
    first, second = B.to_csr(), B.to_csr()
    assert [a.ctypes.data for a in first] == [a.ctypes.data for a in second]
    assert np.allclose(sp.csr_array((first[2], first[1], first[0]), shape=B.shape).toarray(), (S @ S.T).toarray())
    w = A.mxv(gb.Vector.from_dense(np.ones(40))).ewise_add(gb.Vector.from_dense(np.zeros(50)))
    assert w.to_numpy().ctypes.data == w.to_numpy().ctypes.data == np.from_dlpack(w).ctypes.data


def test_arrays_outlive_the_matrix(rng):
    S = random_csr(rng)
    B = gb.Matrix.from_scipy(S).mxm(gb.Matrix.from_scipy(S), transpose_other=True)
    parts = B.to_csr()
    expected = [part.copy() for part in parts]
    del B
    gc.collect()
    junk = [np.full(10000, 7.0) for _ in range(50)]
    assert all((part == copy).all() for part, copy in zip(parts, expected)) and junk


def test_arrays_are_let_go(rng):
    S = random_csr(rng)
    values = S.data.copy()
    seen = weakref.ref(values)
    A = gb.Matrix.from_csr(S.indptr, S.indices, values, S.shape)
    copy = A.dup()
    del values
    gc.collect()
    assert seen() is not None
    del A
    gc.collect()
    assert seen() is None
    assert (copy.to_dense() == S.toarray()).all()


def test_a_change_copies_first(rng):
    S = random_csr(rng)
    given = S.data.copy()
    A = gb.Matrix.from_scipy(S)
    row, column = int(np.repeat(np.arange(50), np.diff(S.indptr))[0]), int(S.indices[0])
    A[row, column] = -1.0
    assert A[row, column] == -1.0 and (S.data == given).all()
    u = np.arange(5.0)
    v = gb.Vector.from_dense(u)
    out = v.to_numpy()
    v[0] = 9
    assert v[0] == 9 and u[0] == 0 and out[0] == 0
    v.clear()
    assert v.nvals == 0 and u[1] == 1


def test_one_value_for_all(rng):
    S = random_csr(rng)
    A = gb.Matrix.from_csr(S.indptr, S.indices, 3.0, S.shape)
    assert A.reduce() == 3.0 * S.nnz
    values = A.to_csr()[2]
    assert values.shape == S.data.shape and (values == 3).all()
    w = gb.Vector(float, 5)
    w.assign(2.0)
    assert (w.to_numpy() == 2).all() and w.to_numpy().shape == (5,)


def test_unsorted_positions(rng):
    S = random_csr(rng)
    order = np.concatenate([np.arange(a, b)[::-1] for a, b in zip(S.indptr, S.indptr[1:])])
    A = gb.Matrix.from_csr(S.indptr, S.indices[order], S.data[order], S.shape, is_sorted=False)
    assert (A.to_dense() == S.toarray()).all()


@pytest.mark.parametrize("change, kind", [
    (lambda p, i, x: (p[:-1], i, x), gb.errors.InvalidValue),
    (lambda p, i, x: (p, i + 100, x), gb.errors.GraphBLASError),
    (lambda p, i, x: (p[::-1].copy(), i, x), gb.errors.GraphBLASError),
    (lambda p, i, x: (p, i[:-1], x), ValueError),
    (lambda p, i, x: (p.astype(float), i, x), TypeError),
    (lambda p, i, x: (p, i, x.astype("longdouble")), TypeError),
])
def test_arrays_that_do_not_fit(rng, change, kind):
    S = random_csr(rng)
    with pytest.raises(kind) as caught:
        gb.Matrix.from_csr(*change(S.indptr, S.indices, S.data), S.shape)
    assert str(caught.value)


def test_empty_ones():
    A = gb.Matrix.from_scipy(sp.csr_array((0, 0)))
    assert A.shape == (0, 0) and [a.size for a in A.to_csr()] == [1, 0, 0]
    assert gb.Vector.from_dense(np.empty(0)).to_numpy().size == 0
    assert gb.Matrix(float, 3, 0).to_csc()[0].size == 1
    assert gb.Matrix(int, 4).to_dense().sum() == 0


def test_dense_matrix_and_dlpack(rng):
    X = rng.random((6, 4))
    A = gb.Matrix.from_dense(X)
    assert A.nvals == 24 and (A.to_dense() == X).all()
    torch = pytest.importorskip("torch")
    t = torch.arange(6.0)
    v = gb.Vector.from_dense(t)
    assert v.to_numpy().ctypes.data == t.data_ptr()
    w = v.apply("times", right=2)
    assert torch.from_dlpack(w).data_ptr() == w.to_numpy().ctypes.data


def test_threads_free_while_others_multiply(rng):
    """Borrowed arrays are released between calls, whichever thread lets go of them."""
    S = random_csr(rng, 300, 300)
    expected = (S @ S).toarray()
    A = gb.Matrix.from_scipy(S)
    right = []

    def work():
        for _ in range(30):
            copy = gb.Matrix.from_csr(S.indptr, S.indices, S.data.copy(), S.shape)
            shared = copy.dup()
            del copy
            right.append(np.allclose(shared.mxm(A).to_dense(), expected))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * 120


def resident():
    """KiB in memory now: the most so far may be another test's."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 1024


def test_ten_thousand_conversions_keep_no_memory(rng):
    """Each is of 100 KiB or more: one kind of them, kept, would take 200 MiB."""
    S = sp.random(1000, 1000, 0.01, format="csr", random_state=rng)
    dense, done = rng.random(15000), []

    def convert(times):
        for _ in range(times):
            A = gb.Matrix.from_scipy(S)
            back = gb.Matrix.from_coo(*A.to_coo(), A.shape)
            done.append(A.to_scipy("csr").nnz == A.to_scipy("csc").nnz == back.nvals == S.nnz)
            done.append(gb.Vector.from_dense(dense).to_dense().size == dense.size)

    def on_threads(times):
        threads = [threading.Thread(target=convert, args=(times,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    convert(50)
    before = resident()
    convert(2000)
    assert resident() - before < 20_000
    on_threads(150)  # each has memory of its own for what it allocates
    before = resident()
    on_threads(600)
    assert resident() - before < 150_000
    assert done == [True] * 2 * (50 + 2000 + 4 * 150 + 4 * 600)


def test_the_gil_is_released(rng):
    """Another thread runs Python in the middle of a product."""
    n = 700
    A = gb.Matrix.from_dense(rng.random((n, n)))
    done, ran = threading.Event(), []

    def run():
        while not done.wait(0.001):
            ran.append(time.perf_counter())

    thread = threading.Thread(target=run)
    thread.start()
    begin = time.perf_counter()
    A.mxm(A, "min_plus").wait()
    end = time.perf_counter()
    done.set()
    thread.join()
    quarter = (end - begin) / 4
    assert any(begin + quarter < moment < end - quarter for moment in ran)


def test_nothing_leaks(rng):
    """What the library holds and what the process has levels off."""
    S = random_csr(rng, 200, 200)

    def once():
        A = gb.Matrix.from_scipy(S)
        B = A.mxm(A)
        B.to_csr()
        B[0, 0] = 1.0
        with pytest.raises(gb.GraphBLASError):
            A.mxm(gb.Matrix(float, 7))
        A.reduce_rows().to_dense()
        gb.algorithms.undirected(A)

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    for _ in range(100):
        once()
    before = resident()
    for _ in range(400):
        once()
    assert resident() - before < 4_000_000  # the arrays of 400 rounds have 60 MB


@pytest.mark.parametrize("size", range(14, 34))
def test_small_results_have_compressed_rows(rng, size):
    """Results that the library keeps as bitmaps, whatever form it would report of their entries."""
    A = gb.Matrix.from_coo(rng.integers(0, size, 2 * size), rng.integers(0, size, 2 * size), True, (size, size), dup="lor")
    both = A.ewise_add(A.T, "lor")
    offsets, columns, _ = both.to_csr()
    rows, expected, _ = A.ewise_add(A.T, "lor").to_coo()
    assert np.array_equal(np.repeat(np.arange(size), np.diff(offsets.astype(np.int64))), np.sort(rows))
    assert sorted(zip(np.repeat(np.arange(size), np.diff(offsets.astype(np.int64))).tolist(), columns.tolist())) == \
        sorted(zip(rows.tolist(), expected.tolist()))


def test_an_operand_that_is_the_result_and_borrows(rng):
    S = random_csr(rng, 20, 20)
    A, B = gb.Matrix.from_scipy(S), gb.Matrix.from_scipy(S)
    assert A.apply("ainv", out=A) is A and (A.to_dense() == -S.toarray()).all()
    B.assign(5.0, mask=~B.S)
    assert (B.to_dense() == np.where(S.toarray() != 0, S.toarray(), 5)).all()
    C = gb.Matrix.from_scipy(S)
    assert np.allclose(C.mxm(C, out=C).to_dense(), (S @ S).toarray())
