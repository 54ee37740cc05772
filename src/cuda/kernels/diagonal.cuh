// The merge path of row ends and entry numbers.
#pragma once

namespace grb::device {

/// Returns the rows before diagonal `d` of the merge of row ends and entry numbers. `ends(k)` is
/// the end of row k.
template <class Ends>
__device__ inline unsigned long rows_before_diagonal(const Ends &ends, unsigned long rows,
                                                     unsigned long nvals, unsigned long d) {
    unsigned long low = d > nvals ? d - nvals : 0;
    unsigned long high = d < rows ? d : rows;
    while (low < high) {
        const unsigned long middle = (low + high) / 2;
        if (ends(middle) <= d - middle - 1) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

} // namespace grb::device
