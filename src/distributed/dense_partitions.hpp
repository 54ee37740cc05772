// The dense forms of the partitions that the members of a group hold.
#pragma once

#include "distributed/partitioning.hpp"

namespace grb {

/// Members without positions contribute an empty dense form, whatever form their partition has.
struct DensePartitions {
    HostVector<DenseForm> blocks;
    HostVector<std::uint64_t> elements;
    bool are_full = true;

    DensePartitions(const HostVector<Ref<Snapshot>> &partitions, const Cuts &cuts) {
        for (std::size_t k = 0; k < partitions.size(); k++) {
            const bool is_there = cuts.extent(static_cast<int>(k)) != 0;
            blocks.push_back(is_there ? partitions[k]->share_dense() : DenseForm{});
            elements.push_back(is_there ? partitions[k]->nrows() * partitions[k]->ncols() : 0);
            are_full = are_full && blocks.back().bits.empty();
        }
    }
    /// The number of elements of one of the blocks.
    std::uint64_t count(const DenseForm &block) const noexcept {
        return elements[static_cast<std::size_t>(&block - blocks.data())];
    }
};

} // namespace grb
