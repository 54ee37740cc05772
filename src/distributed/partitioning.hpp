// Partitioning: a snapshot cut for the members of a group; each partition is an ordinary snapshot.
// The snapshot keeps it as a lazily made attachment; a group variant returns its result with the
// partitions that its members made.
#pragma once

#include "distributed/cuts.hpp"
#include "distributed/group.hpp"
#include "storage/snapshot.hpp"

#include <span>

namespace grb {

/// The dimension that is cut: rows or columns. A vector is one row and is cut by its columns.
enum class Axis : std::uint8_t { rows, columns };
constexpr Axis other(Axis axis) noexcept {
    return axis == Axis::rows ? Axis::columns : Axis::rows;
}
/// Maps `axis` of the matrix as a call sees it to the axis of the stored matrix.
constexpr Axis stored(Axis axis, bool is_transposed) noexcept {
    return is_transposed ? other(axis) : axis;
}
/// True if partitions of whole columns lie across the rows of the whole.
constexpr bool is_across(Axis axis, std::uint64_t nrows) noexcept {
    return axis == Axis::columns && nrows != 1;
}
inline std::uint64_t length_of(const Snapshot &A, Axis axis) noexcept {
    return axis == Axis::rows ? A.nrows() : A.ncols();
}

class Partitioning final : public Attachment {
public:
    static constexpr char tag[] = "partitions";
    Partitioning(const Snapshot &whole, const Cuts &cuts, HostVector<Ref<Snapshot>> partitions);
    std::size_t bytes() const noexcept override;
    const Cuts &cuts() const noexcept { return cuts_; }
    const Ref<Snapshot> &operator[](int block) const noexcept {
        return partitions_[static_cast<std::size_t>(block)];
    }

private:
    const Cuts cuts_;
    HostVector<Ref<Snapshot>> partitions_;
    // Shares the whole's values, so that nobody overwrites them in place and leaves the partitions
    // stale.
    HostVector<Array> held_;
};

/// The rows (columns) [begin, end) as a separate snapshot in the format of the whole; its indices
/// begin at 0. Cuts columns of a matrix by rows from its other orientation.
Ref<Snapshot> slice(const Snapshot &whole, Axis axis, std::uint64_t begin, std::uint64_t end);

/// slice() for devices: the arrays are ranges of the whole's. Copies only offsets, and bits that
/// cannot be cut between words.
Ref<Snapshot> slice_of_ranges(const Snapshot &whole, Axis axis, std::uint64_t begin,
                              std::uint64_t end);
/// A view of the offsets alone; the form's other arrays may stay on their device.
SparseView offsets_of(const SparseForm &vectors, std::uint64_t count);
/// Cuts the rows or columns of a sparse form at equal weights. Fetches only the offsets from a
/// device.
Cuts cuts_by_entries(const SparseForm &vectors, std::uint64_t count, int blocks);

/// The weight of a row besides its entries, in entries: its offset, and its position in result and
/// mask.
inline constexpr std::uint64_t row_weight = 2;

/// Copies a snapshot's dense form, else its rows, to the calling thread's device. Throws
/// DeviceFailure.
void transfer_here(const Snapshot &snapshot);

/// The best cuts of a snapshot: those of the members that made it; else equal weights of entries
/// and rows for a sparse matrix, and equal positions for anything else. May make the other
/// orientation.
Cuts own_cuts(const Snapshot &whole, Axis axis, int blocks);
/// True if the snapshot has been cut, or joined from partitions.
inline bool has_partitioning(const Snapshot &whole) noexcept {
    return whole.attachments().count<Partitioning>({false, 0, nullptr}) != 0 ||
           whole.attachments().count<Partitioning>({true, 0, nullptr}) != 0;
}

/// Makes the partitions of a snapshot, if they are not there, before the members ask for them. All
/// processes of a group call it together: the entries of a distributed matrix may have to move.
void prepare_partitions(const Snapshot &whole, Axis axis, const Cuts &cuts);
/// The partitions of a snapshot, made when these cuts are first used.
Ref<const Partitioning> partitioning_of(const Snapshot &whole, Axis axis, const Cuts &cuts);

/// Keeps the partitions from which the members make a snapshot, and their cuts.
void keep_partitions(const Snapshot &whole, Axis axis, const Cuts &cuts,
                     HostVector<Ref<Snapshot>> partitions);

/// Gathers the members' partitions into a whole on all members, with the partitions as its
/// Partitioning.
Ref<Snapshot> joined(Group &group, HostVector<Ref<Snapshot>> partitions, Axis axis,
                     const Cuts &cuts, const Type *type, std::uint64_t nrows, std::uint64_t ncols);

/// joined() for a process group, in which this process has its own partition only. Distributes the
/// rows of a large sparse matrix; the partition then shares its arrays.
Ref<Snapshot> joined_processes(Group &group, HostVector<Ref<Snapshot>> &partitions, Axis axis,
                               const Cuts &cuts, const Type *type, std::uint64_t nrows,
                               std::uint64_t ncols);

/// joined() for partitions on devices, or across rows: the whole's arrays are ranges of theirs.
Ref<Snapshot> joined_ranges(Group &group, const HostVector<Ref<Snapshot>> &partitions, Axis axis,
                            const Cuts &cuts, const Type *type, std::uint64_t nrows,
                            std::uint64_t ncols);

/// Copies n bits from position from_at to position to_at of cleared words.
void copy_bits(std::uint64_t *to, std::uint64_t to_at, const std::uint64_t *from,
               std::uint64_t from_at, std::uint64_t n) noexcept;

} // namespace grb
