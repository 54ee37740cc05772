// Columns by how many entries they have, and the values of u in that order.
#pragma once

#include "cuda/mxv/variants/mxv_pull.hpp"

namespace grb::device {

/// Columns (of the transpose, rows) renumbered by how many entries they have. Where u has
/// partitions on several devices, the columns of each partition stay together: each device then
/// orders its own values, and no others are transferred.
struct ClusteredColumns final : Attachment {
    static constexpr char tag[] = "clustered columns";
    std::size_t bytes() const noexcept override;

    Array indices;          // 4 bytes: the number of each entry's column
    std::uint64_t used = 0; // columns that have entries
    Array order; // 4 bytes: the column that has number k; with partitions: the slot of hub k
                 // (ClusterPartitionsCall)
    std::uint64_t hubs = 0; // with partitions
    HostVector<Array>
        picks; // used columns of each partition, counted from its first; empty: u has no partitions
};

/// Returns null when no columns exist for u's present partitions.
Ref<const ClusteredColumns> known_columns(const MxvProblem &problem);
Ref<const ClusteredColumns> clustered_columns(const MxvProblem &problem);

/// Orders the values of a full u. u keeps them where it has partitions.
Renumbered renumbered(const MxvProblem &problem, const ClusteredColumns &columns, Array &values);
/// Orders the values ahead of the product, where u has partitions. Returns false when no columns
/// exist.
bool prefetch_renumbered(const MxvProblem &problem);
/// Returns true when prefetch_renumbered() has made the values.
bool is_prefetched(const MxvProblem &problem);

} // namespace grb::device
