// Parts: a snapshot cut for the members of a team, each piece an ordinary snapshot. They are a lazy part of the
// snapshot, kept with it as an attachment; the result of a team's row comes with the pieces that its members made.
#pragma once

#include "storage/snapshot.hpp"
#include "team/cuts.hpp"
#include "team/team.hpp"

#include <span>

namespace grb {

/// What is cut: the rows, or the columns. A vector, which is one row, is cut by its columns.
enum class Axis : std::uint8_t { rows, columns };
constexpr Axis other(Axis axis) noexcept {
    return axis == Axis::rows ? Axis::columns : Axis::rows;
}
/// The axis of the stored matrix that is `axis` of the matrix as a call sees it.
constexpr Axis stored(Axis axis, bool is_transposed) noexcept {
    return is_transposed ? other(axis) : axis;
}
/// Pieces of whole columns lie across the rows of their whole.
constexpr bool is_across(Axis axis, std::uint64_t nrows) noexcept {
    return axis == Axis::columns && nrows != 1;
}
inline std::uint64_t length_of(const Snapshot &A, Axis axis) noexcept {
    return axis == Axis::rows ? A.nrows() : A.ncols();
}

class Parts final : public Attachment {
public:
    static constexpr char tag[] = "parts";
    Parts(const Snapshot &whole, const Cuts &cuts, HostVector<Ref<Snapshot>> pieces);
    std::size_t bytes() const noexcept override;
    const Cuts &cuts() const noexcept { return cuts_; }
    const Ref<Snapshot> &operator[](int part) const noexcept {
        return pieces_[static_cast<std::size_t>(part)];
    }

private:
    const Cuts cuts_;
    HostVector<Ref<Snapshot>> pieces_;
    // The whole's values. Shared, they are not overwritten in place, which would leave the pieces stale.
    HostVector<Array> held_;
};

/// The rows (columns) [begin, end) as a snapshot of their own, in the format of the whole; indices begin at 0. Columns
/// of a matrix by rows are cut from its other orientation.
Ref<Snapshot> slice(const Snapshot &whole, Axis axis, std::uint64_t begin, std::uint64_t end);

/// The same for members that are places: its arrays are ranges of the whole's. Nothing is copied but offsets, and what cannot
/// be cut between words.
Ref<Snapshot> slice_of_ranges(const Snapshot &whole, Axis axis, std::uint64_t begin,
                              std::uint64_t end);
/// A view of the offsets alone; what else a part has may stay where it is.
SparseView offsets_of(const SparsePart &lines, std::uint64_t count);
/// The lines of a sparse part cut at equal weights. Of a part elsewhere only the offsets come to the host.
Cuts cuts_by_entries(const SparsePart &lines, std::uint64_t count, int parts);

/// What a row weighs besides its entries, in entries: its offset, its place in the result and in the mask.
inline constexpr std::uint64_t row_weight = 2;

/// Copies the first part of a snapshot to where the calling thread works: its cells, else its rows. Throws PlaceFailure.
void bring_here(const Snapshot &snapshot);

/// Where a snapshot is best cut: where the members that made it have cut it; else a sparse matrix at equal weights of
/// its entries and rows, anything else by positions. May make the other orientation.
Cuts own_cuts(const Snapshot &whole, Axis axis, int parts);
/// It has been cut, or put together of pieces.
inline bool has_parts(const Snapshot &whole) noexcept {
    return whole.attachments().count<Parts>({false, 0, nullptr}) != 0 ||
           whole.attachments().count<Parts>({true, 0, nullptr}) != 0;
}

/// The pieces of a snapshot, made at the first use of these cuts.
Ref<const Parts> parts_of(const Snapshot &whole, Axis axis, const Cuts &cuts);

/// The whole of pieces that members have, gathered for all, with the pieces as its parts.
Ref<Snapshot> joined(Team &team, HostVector<Ref<Snapshot>> pieces, Axis axis, const Cuts &cuts,
                     const Type *type, std::uint64_t nrows, std::uint64_t ncols);

/// The same for a team of processes, of which this one has its own piece alone.
Ref<Snapshot> whole_of_processes(Team &team, const HostVector<Ref<Snapshot>> &pieces, Axis axis,
                                 const Cuts &cuts, const Type *type, std::uint64_t nrows,
                                 std::uint64_t ncols);

/// The same of pieces that places have, or that lie across: the whole's arrays are ranges of theirs.
Ref<Snapshot> whole_of_ranges(Team &team, const HostVector<Ref<Snapshot>> &pieces, Axis axis,
                              const Cuts &cuts, const Type *type, std::uint64_t nrows,
                              std::uint64_t ncols);

/// Bits [to_at, to_at + n) of cleared words from those at from_at.
void copy_bits(std::uint64_t *to, std::uint64_t to_at, const std::uint64_t *from,
               std::uint64_t from_at, std::uint64_t n) noexcept;

} // namespace grb
