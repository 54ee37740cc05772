// The dense parts of the partitions that the members of a group hold.
#pragma once

#include "team/parts.hpp"

namespace grb {

/// Members without positions contribute an empty dense part, whatever form their partition has.
struct CellPieces {
    HostVector<DensePart> parts;
    HostVector<std::uint64_t> cells;
    bool are_full = true;

    CellPieces(const HostVector<Ref<Snapshot>> &pieces, const Cuts &cuts) {
        for (std::size_t k = 0; k < pieces.size(); k++) {
            const bool is_there = cuts.extent(static_cast<int>(k)) != 0;
            parts.push_back(is_there ? pieces[k]->share_dense() : DensePart{});
            cells.push_back(is_there ? pieces[k]->nrows() * pieces[k]->ncols() : 0);
            are_full = are_full && parts.back().bits.empty();
        }
    }
    /// The number of elements of one of the parts.
    std::uint64_t count(const DensePart &part) const noexcept {
        return cells[static_cast<std::size_t>(&part - parts.data())];
    }
};

} // namespace grb
