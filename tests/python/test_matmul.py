"""Products of SciPy's and NumPy's arrays: as SciPy's own, in types, forms and refusals."""

import graphblast as gb
import numpy as np
import pytest
import scipy.sparse as sp

DTYPES = ["bool", "int8", "uint16", "int64", "float32", "float64", "complex64"]


def sparse(rng, rows, columns, dtype, format="csr"):
    made = sp.random_array((rows, columns), density=0.2, format="csr", rng=rng)
    made.data = rng.integers(1, 2 if dtype == "bool" else 4, made.nnz).astype(dtype)
    return made.asformat(format)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("format", ["csr", "csc", "coo", "bsr", "dia", "lil", "dok"])
def test_sparse_products(rng, dtype, format):
    S, T = sparse(rng, 12, 9, dtype, format), sparse(rng, 9, 15, "float32")
    found, expected = gb.matmul(S, T), S @ T
    assert isinstance(found, sp.csr_array) and found.dtype == expected.dtype and found.shape == expected.shape
    assert np.allclose(found.toarray(), expected.toarray())


@pytest.mark.parametrize("dtype", DTYPES)
def test_dense_operands(rng, dtype):
    S = sparse(rng, 12, 9, dtype)
    for other in (rng.random((9, 4)), np.asfortranarray(rng.random((9, 4))), rng.random((9, 8))[:, ::2], rng.random(9)):
        found, expected = gb.matmul(S, other), S @ other
        assert isinstance(found, np.ndarray) and found.dtype == expected.dtype and found.shape == expected.shape
        assert np.allclose(found, expected)
    for other in (rng.random((4, 12)), rng.random(12)):
        found, expected = gb.matmul(other, S), other @ S
        assert isinstance(found, np.ndarray) and found.dtype == expected.dtype and np.allclose(found, expected)


def test_types_of_results(rng):
    S = sparse(rng, 5, 5, "float64")
    assert isinstance(gb.matmul(sp.csr_matrix(S), S), sp.csr_matrix)
    assert isinstance(gb.matmul(S, sp.csc_matrix(S)), sp.csr_matrix)
    A = gb.Matrix.from_scipy(S)
    assert isinstance(gb.matmul(A, A), gb.Matrix) and isinstance(gb.matmul(A, S), sp.csr_array)
    assert gb.matmul(S, np.ones(5)).flags.writeable and gb.matmul(S, np.ones((5, 2))).flags.writeable


def test_results_may_be_written_and_operands_stay(rng):
    S = sparse(rng, 6, 6, "float64")
    before = S.toarray()
    found = gb.matmul(S, S)
    found.data *= 2
    found[0, 0] = 5
    assert (S.toarray() == before).all() and found[0, 0] == 5
    assert np.allclose(found.toarray()[1:], 2 * (before @ before)[1:])


@pytest.mark.parametrize("shapes", [((0, 3), (3, 2)), ((3, 0), (0, 2)), ((2, 3), (3, 0)), ((1, 3), (3, 1)), ((4, 1), (1, 4))])
def test_shapes_and_no_entries(shapes):
    for make in (sp.csr_array, sp.csc_array):
        S, T = make(shapes[0], dtype=float), make(shapes[1], dtype=float)
        assert gb.matmul(S, T).shape == (S @ T).shape and gb.matmul(S, T).nnz == 0
        assert (gb.matmul(S, T.toarray()) == np.zeros((shapes[0][0], shapes[1][1]))).all()


def test_semirings_and_fill():
    S = sp.csr_array([[0, 2.0], [0, 0]])
    assert gb.matmul(S, S.T.tocsr(), semiring="min_plus").toarray().tolist() == [[4, 0], [0, 0]]
    assert gb.matmul(S, np.array([1.0, 5.0]), semiring="min_plus", fill=np.inf).tolist() == [7, np.inf]


def test_refusals(rng):
    S = sparse(rng, 4, 3, "float64")
    with pytest.raises(ValueError, match="matmul: the last dimension of a is 3, the first of b 4"):
        gb.matmul(S, S)
    with pytest.raises(ValueError, match="the last dimension of a is 3, the first of b 4"):
        gb.matmul(S, np.ones(4))
    with pytest.raises(ValueError, match="matmul: b has 3 dimensions"):
        gb.matmul(S, np.ones((3, 2, 2)))
    with pytest.raises(ValueError, match="one dimension each"):
        gb.matmul(np.ones(3), np.ones(3))
    with pytest.raises(ValueError, match=r"shape \(2, 2, 2\); a matrix has two dimensions"):
        gb.matmul(sp.coo_array(np.ones((2, 2, 2))), S)
    with pytest.raises(TypeError, match="object"):
        gb.matmul(S, np.array([1, None, 2]))



def test_positions_are_checked_each_time(rng):
    S = sparse(rng, 6, 6, "float64")
    gb.matmul(S, S)
    S.indices[0] = 77
    with pytest.raises(gb.GraphBLASError, match="77"):
        gb.matmul(S, np.ones(6))
