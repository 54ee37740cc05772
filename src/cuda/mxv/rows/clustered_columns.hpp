// Columns by how many entries they have, and the values of u in that order.
#pragma once

#include "cuda/mxv/rows/mxv_pull.hpp"

namespace grb::device {

/// Columns (of the transpose, rows) renumbered by how many entries they have. Where u is in pieces at several places, those
/// of each piece keep together: then each place puts its own values in order, and no others move.
struct ClusteredColumns final : Attachment {
    static constexpr char tag[] = "clustered columns";
    std::size_t bytes() const noexcept override;

    Array indices;          // 4 bytes: the number of each entry's column
    std::uint64_t used = 0; // columns that have entries
    Array
        order; // 4 bytes: the column that has number k; of pieces: the cell of hub k (ClusterPartsCall)
    std::uint64_t hubs = 0; // of pieces
    HostVector<Array>
        picks; // of each piece, its used columns, counted from its first; empty: u is not in pieces
};

/// Null: nobody has made them for a u that lies as this one does.
Ref<const ClusteredColumns> known_columns(const MxvProblem &problem);
Ref<const ClusteredColumns> clustered_columns(const MxvProblem &problem);

/// Of a full u. Kept with it where it is in pieces.
Renumbered renumbered(const MxvProblem &problem, const ClusteredColumns &columns, Array &values);
/// The same ahead of the product, where u is in pieces. False: nobody has made the columns.
bool bring_renumbered(const MxvProblem &problem);
/// It has been done.
bool is_brought(const MxvProblem &problem);

} // namespace grb::device
