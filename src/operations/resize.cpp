// Resizes an object where its entries are.
#include "operations/resize.hpp"

#include "base/process_group.hpp"
#include "operations/arguments.hpp"
#include "operations/extract.hpp"
#include "storage/build.hpp"

#include <algorithm>

namespace grb {

void resize(Container &C, std::uint64_t nrows, std::uint64_t ncols) {
    const Ref<Snapshot> before = C.snapshot();
    const std::uint64_t kept_rows = std::min(before->nrows(), nrows),
                        kept_columns = std::min(before->ncols(), ncols);
    const bool shrinks = kept_rows < before->nrows() || kept_columns < before->ncols();
    // Processes may disagree about the device of an object's entries.
    if (!shrinks || before->bytes_away() == 0 || process_group() != nullptr) {
        C.resize(nrows, ncols);
        return;
    }
    Container inside(C.header.magic, C.type(), kept_rows, kept_columns);
    extract(plain_output(inside), C, IndexList::progression(0, 1, kept_rows, before->nrows()),
            IndexList::progression(0, 1, kept_columns, before->ncols()), nullptr);
    C.reshape(C.conformed(resized(*inside.snapshot(), nrows, ncols)));
}

} // namespace grb
