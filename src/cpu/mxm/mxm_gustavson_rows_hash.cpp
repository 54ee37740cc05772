// The row functions of Gustavson's algorithm for the hash accumulator.
#include "cpu/mxm/mxm_gustavson_rows.hpp"

namespace grb {

RowFunction find_hash_row(const Products &products, const SparseView &A) {
    return find_row<HashAccumulator>(products, A);
}

} // namespace grb
