"""Operations against NumPy and SciPy."""

import copy
import pickle

import graphblast as gb
import ml_dtypes
import numpy as np
import pytest
import scipy.sparse as sp


@pytest.fixture
def pair(rng):
    made = []
    for _ in range(2):
        S = sp.random(20, 20, 0.3, format="csr", random_state=rng)
        S.data = rng.integers(1, 9, S.nnz).astype(float)
        made.append(S)
    return made


def matrices(pair):
    return [gb.Matrix.from_scipy(S) for S in pair]


def test_products(pair):
    A, B = matrices(pair)
    X, Y = (S.toarray() for S in pair)
    assert ((A @ B).to_dense() == X @ Y).all()
    assert (A.mxm(B, transpose=True).to_dense() == X.T @ Y).all()
    assert (A.mxm(B, transpose_other=True).to_dense() == X @ Y.T).all()
    u = np.arange(20.0)
    v = gb.Vector.from_dense(u)
    assert ((A @ v).to_dense() == X @ u).all()
    assert (A.mxv(v, transpose=True).to_dense() == X.T @ u).all()
    assert ((v @ A).to_dense() == u @ X).all()
    assert (v.vxm(A, transpose=True).to_dense() == u @ X.T).all()
    assert v @ v == u @ u


def test_semirings(pair):
    A, B = matrices(pair)
    X, Y = (np.where(S.toarray() == 0, np.inf, S.toarray()) for S in pair)
    assert (A.mxm(B, "min_plus").to_dense(np.inf) == (X[:, :, None] + Y[None]).min(1)).all()
    reached = (np.isfinite(X)[:, :, None] & np.isfinite(Y)[None]).any(1)
    C = A.mxm(B, "any_pair")
    assert (C.to_dense() == reached).all()
    assert A.mxm(B, "lor_eq").dtype == np.bool_
    assert A.mxm(B, "min_secondi").dtype == np.int64
    # one that the library does not predefine
    D = gb.Matrix.from_dense(np.array([[3.0, 4.0]])).mxm(gb.Matrix.from_dense(np.array([[2.0], [1.0]])), "max_pow")
    assert D[0, 0] == 9
    for name, text in (("plus", "ADD_MULTIPLY"), ("plus_nothing", "nothing"), ("nothing_plus", "nothing")):
        with pytest.raises(ValueError, match=text):
            A.mxm(B, name)


def test_masks(pair):
    A, B = matrices(pair)
    X, Y = (S.toarray() for S in pair)
    product = X @ Y
    assert (A.mxm(B, mask=A.S).to_dense() == np.where(X != 0, product, 0)).all()
    assert (A.mxm(B, mask=~A.S).to_dense() == np.where(X == 0, product, 0)).all()
    zeros = A.apply("gt", right=4)
    assert (A.mxm(B, mask=zeros.V).to_dense() == np.where(X > 4, product, 0)).all()
    assert (A.mxm(B, mask=~zeros.V).to_dense() == np.where(X > 4, 0, product)).all()
    C = B.dup()
    A.mxm(B, out=C, mask=A.S, accum="plus")
    assert (C.to_dense() == np.where(X != 0, Y + product, Y)).all()
    C = B.dup()
    A.mxm(B, out=C, mask=A.S, replace=True)
    assert (C.to_dense() == np.where(X != 0, product, 0)).all()
    with pytest.raises(TypeError, match="M.S"):
        A.mxm(B, mask=A)


def test_element_wise(pair):
    A, B = matrices(pair)
    X, Y = (S.toarray() for S in pair)
    assert ((A + B).to_dense() == X + Y).all()
    assert ((A - B).to_dense() == X - Y).all()
    assert ((A * B).to_dense() == X * Y).all()
    assert (A.ewise_add(B, "max").to_dense() == np.maximum(X, Y)).all()
    assert ((A * 2).to_dense() == 2 * X).all() and ((2 * A).to_dense() == 2 * X).all()
    assert ((-A).to_dense() == -X).all() and (abs(-A).to_dense() == X).all()
    assert (A.apply("minus", left=10).to_dense() == np.where(X != 0, 10 - X, 0)).all()
    assert (A.apply("sqrt").to_dense() == np.sqrt(X)).all()
    assert A.ewise_mult(B, "lt").dtype == np.bool_
    assert A.is_equal(A.dup()) and not A.is_equal(B) and not A.is_equal(A.dup("float32"))
    small = gb.Matrix.from_coo([0], [0], [100], dtype="int8")
    assert small.apply("plus", right=300)[0, 0] == 400
    with pytest.raises(ValueError, match="both left and right"):
        A.apply("plus", left=1, right=1)
    with pytest.raises(TypeError, match="Vector is no number"):
        A + gb.Vector(float, 20)


def test_select_and_reduce(pair):
    A, _ = matrices(pair)
    X = pair[0].toarray()
    assert (A.select("tril", -1).to_dense() == np.tril(X, -1)).all()
    assert (A.select("triu").to_dense() == np.triu(X)).all()
    assert (A.select("valuegt", 4).to_dense() == np.where(X > 4, X, 0)).all()
    assert (A.select("rowle", 3).to_dense()[4:] == 0).all()
    assert A.reduce() == X.sum() and A.reduce("max") == X.max()
    assert (A.reduce_rows().to_dense() == X.sum(1)).all()
    assert (A.reduce_columns("max").to_dense() == X.max(0)).all()
    assert gb.Matrix.from_coo([0], [0], [True]).reduce("lor") is True
    assert gb.Matrix(np.float32, 2).reduce() == 0
    top = A.maxk(2).to_dense()
    assert ((top != 0).sum(1) <= 2).all() and (top.max(1) == X.max(1)).all()


def test_parts(pair):
    A, B = matrices(pair)
    X, Y = (S.toarray() for S in pair)
    assert (A[2:7, [1, 5]].to_dense() == X[2:7][:, [1, 5]]).all()
    assert (A[3, :].to_dense() == X[3]).all() and (A[:, -1].to_dense() == X[:, -1]).all()
    assert (A[::2, ::-1].to_dense() == X[::2, ::-1]).all()
    assert (A[np.arange(20) < 5, :].to_dense() == X[:5]).all()
    A[2:4, 5:7] = 1.0
    X[2:4, 5:7] = 1
    assert (A.to_dense() == X).all()
    A[0, 0] = 8
    assert A[0, 0] == 8 and A.get(0, 0) == 8
    del A[0, 0]
    assert A.get(0, 0) is None and A.get(0, 0, -1) == -1
    with pytest.raises(KeyError):
        A[0, 0]
    with pytest.raises(IndexError, match="20"):
        A[20, 0]
    A.assign(B, mask=B.S)
    assert (A.to_dense()[Y != 0] == Y[Y != 0]).all()
    assert A.kronecker(B).shape == (400, 400) and A.T.is_equal(A.transpose())
    v = gb.Vector.from_coo([1, 3], [2.0, 4.0], 6)
    assert v[3] == 4 and v[-3] == 4 and v[[3, 1]].to_dense().tolist() == [4, 2] and v[2:].nvals == 1
    v[:2] = 7
    assert v.to_dense().tolist() == [7, 7, 0, 4, 0, 0]
    del v[0]
    assert v.nvals == 2
    v.resize(2)
    assert v.to_coo()[0].tolist() == [1]


def test_building():
    A = gb.Matrix.from_coo([0, 0, 1], [1, 1, 0], [1, 2, 3])
    assert A[0, 1] == 3 and A.dtype == np.int64
    assert gb.Matrix.from_coo([0, 0], [1, 1], [1, 2], dup="max")[0, 1] == 2
    assert gb.Matrix.from_coo([0, 0], [1, 1])[0, 1] is True
    assert gb.Matrix.from_coo([], [], [], (3, 4)).shape == (3, 4)
    with pytest.raises(gb.errors.IndexOutOfBounds):
        gb.Matrix.from_coo([5], [0], [1], (3, 3))
    with pytest.raises(IndexError, match="-1"):
        gb.Matrix.from_coo([-1], [0])
    with pytest.raises(ValueError, match="2 rows and 1 columns"):
        gb.Matrix.from_coo([0, 1], [0])
    with pytest.raises(TypeError, match="float64"):
        gb.Matrix.from_coo([0.5], [0])
    with pytest.raises(TypeError, match="datetime64"):
        gb.Matrix("datetime64[s]", 2)
    with pytest.raises(ValueError, match="-1"):
        gb.Matrix(float, -1)
    huge = gb.Matrix.from_coo([2**59], [3], [1.5], (2**60, 2**60))
    assert huge[2**59, 3] == 1.5 and huge.nvals == 1


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_narrow_numbers(rng, dtype):
    dtype = np.dtype(dtype)
    X = rng.standard_normal((40, 30)).astype(dtype)
    Y = rng.standard_normal((30, 20)).astype(dtype)
    A, B = gb.Matrix.from_dense(X), gb.Matrix.from_dense(Y)
    assert A.dtype == dtype and A.to_dense().dtype == dtype and np.array_equal(A.to_dense(), X)
    # Products and sums in float32, rounded once.
    wide = X.astype(np.float32) @ Y.astype(np.float32)
    C = A @ B
    assert C.dtype == dtype
    assert np.allclose(C.to_dense().astype(np.float32), wide, rtol=2.0**-8 if dtype != np.float16 else 2.0**-10, atol=1e-3)
    out = gb.Matrix(np.float32, 40, 20)
    assert np.allclose(A.mxm(B, out=out).to_dense(), wide, rtol=1e-5, atol=1e-5)
    assert np.array_equal((A + A).to_dense(), X + X) and (A * 2.0).dtype == dtype
    assert A.ewise_mult(A, "lt").dtype == np.bool_
    ones = gb.Vector.from_dense(np.ones(5000, dtype))
    assert ones.reduce() == 5000 and isinstance(ones.reduce(), float)
    # One rounding from double precision: by float32 it would be a tie, and even.
    assert gb.Vector.from_dense(np.array([1 + 2.0**-8 + 2.0**-40])).dup(ml_dtypes.bfloat16)[0] == 1 + 2.0**-7
    S = gb.Matrix.from_coo([0, 2], [1, 0], np.array([1.5, -2], dtype), (3, 3))
    assert S.dtype == dtype and S[0, 1] == 1.5 and S.get(1, 1) is None
    S[1, 1] = 0.1
    assert S[1, 1] == float(np.array(0.1).astype(dtype)) and S.select("valuegt", 0.5).nvals == 1
    assert [array.tolist() for array in S.to_coo()[:2]] == [[0, 1, 2], [1, 1, 0]]
    assert S.dup(np.float64).dtype == np.float64


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_numbers(rng, dtype):
    S = sp.random(15, 15, 0.4, format="csr", random_state=rng).astype(dtype)
    S.data = (rng.integers(-4, 5, S.nnz) + 1j * rng.integers(1, 5, S.nnz)).astype(dtype)
    A, X = gb.Matrix.from_scipy(S), S.toarray()
    assert A.dtype == np.dtype(dtype) and A.to_csr()[2].ctypes.data == S.data.ctypes.data
    assert np.allclose((A @ A).to_dense(), X @ X)
    assert np.allclose((A @ gb.Vector.from_dense(X[0])).to_dense(), X @ X[0])
    assert np.isclose(A.reduce(), X.sum()) and isinstance(A.reduce(), complex)
    assert (A.apply("conj").to_dense() == X.conj()).all()
    assert A.apply("cimag").dtype.kind == "f" and (A.apply("cimag").to_dense() == X.imag).all()
    assert np.allclose(abs(A).to_dense(), abs(X)) and ((A * 2j).to_dense() == X * 2j).all()
    assert (A.apply("minus", left=1j).to_dense() == np.where(X != 0, 1j - X, 0)).all()
    assert A.select("valuene", S.data[0]).nvals == (S.data != S.data[0]).sum()
    assert A.select("tril").is_equal(gb.Matrix.from_scipy(sp.csr_array(np.tril(X))))
    A[3, 4] = 2 - 1j
    X[3, 4] = 2 - 1j
    A.assign(1j, rows=[0], columns=[1, 2])
    X[0, 1:3] = 1j
    assert A[3, 4] == 2 - 1j and (A.to_dense() == X).all()
    v = gb.Vector.from_coo([1, 1], [1j, 2.0], 4, dtype=dtype)
    v[0] = 3j
    assert v.to_dense().tolist() == [3j, 2 + 1j, 0, 0]
    v[2:] = 1 + 1j
    assert v.nvals == 4 and v.dup("complex128").reduce() == 4 + 6j
    real = gb.Matrix.from_dense(np.ones((2, 2), np.float32)) * 1j
    assert real.dtype == np.complex64 and real[0, 0] == 1j


def test_operators_are_of_their_kind(pair):
    A, B = matrices(pair)
    with pytest.raises(ValueError, match="no unary operator called 'plus'"):
        A.apply("plus")
    with pytest.raises(ValueError, match="no binary operator called 'sqrt'"):
        A.ewise_add(B, "sqrt")
    C = gb.Matrix.from_coo([0, 1], [0, 1], [True, False])
    assert C.apply("lnot")[1, 1] is True and C.ewise_add(C.T, "lxor")[0, 0] is False


def test_errors_say_what_is_wrong(pair):
    A, _ = matrices(pair)
    with pytest.raises(gb.errors.DimensionMismatch, match="20.*7"):
        A.mxm(gb.Matrix(float, 7))
    with pytest.raises(ValueError):
        A.mxm(gb.Matrix(float, 7))


def test_copies_and_pickles(pair):
    A, _ = matrices(pair)
    for B in (pickle.loads(pickle.dumps(A)), copy.copy(A), copy.deepcopy(A)):
        assert B.is_equal(A)
    v = gb.Vector.from_coo([1], [2], 5)
    assert pickle.loads(pickle.dumps(v)).is_equal(v)


def test_texts(pair):
    A, _ = matrices(pair)
    assert repr(A) == f"<Matrix 20 x 20 of float64, {A.nvals} entries>"
    html = A._repr_html_()
    assert html.count("<rect") == A.nvals + 1 and "20 × 20" in html
    assert gb.settings.threads >= 1 and gb.settings.version == gb.__version__
    assert (gb.settings.gpu is None) != (gb.settings.why_no_gpu is None)
    assert (A + A).nvals and gb.settings.last_variant
    threads = gb.settings.threads
    gb.settings.threads = 1
    assert gb.settings.threads == 1
    gb.settings.threads = threads
