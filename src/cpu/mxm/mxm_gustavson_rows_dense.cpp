// The row functions of Gustavson's algorithm for the dense accumulator.
#include "cpu/mxm/mxm_gustavson_rows.hpp"

namespace grb {

RowFunction find_dense_row(const Products &products, const SparseView &A) {
    return find_row<DenseAccumulator>(products, A);
}

} // namespace grb
