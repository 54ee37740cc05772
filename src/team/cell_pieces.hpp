// The cells of the pieces that members have.
#pragma once

#include "team/parts.hpp"

namespace grb {

/// What members without a share of the whole have is nothing, whatever their piece says.
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
    /// Cells of one of the parts.
    std::uint64_t count(const DensePart &part) const noexcept {
        return cells[static_cast<std::size_t>(&part - parts.data())];
    }
};

} // namespace grb
