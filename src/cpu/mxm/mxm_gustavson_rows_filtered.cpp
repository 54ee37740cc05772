// The row functions of Gustavson's algorithm for the filtered accumulator.
#include "cpu/mxm/mxm_gustavson_rows.hpp"

namespace grb {

RowFunction find_filtered_row(const Products &products, const SparseView &A) {
    return find_row<FilteredAccumulator>(products, A);
}

} // namespace grb
