// How many bytes a problem's operands have, wherever they are.
#pragma once

#include "base/place.hpp"
#include "registry/problems.hpp"
#include "registry/running.hpp"

namespace grb {

/// Bytes of the problem's operands, for the log's GB/s.
template <class Problem>
std::size_t operand_bytes(const Problem &problem) {
    if constexpr (Structural<Problem>) return problem.traffic().bytes;
    std::size_t bytes = 0;
    if constexpr (requires { problem.A; }) bytes += problem.A ? problem.A->bytes() : 0;
    if constexpr (requires { problem.B; }) bytes += problem.B->bytes();
    if constexpr (requires { problem.u; }) bytes += problem.u->bytes();
    if constexpr (requires { problem.T; }) bytes += problem.current->bytes() + problem.T->bytes();
    return bytes;
}

/// Bytes of the problem's operands that are on the device alone.
template <class Problem>
std::size_t operand_bytes_away(const Problem &problem) {
    std::size_t bytes = 0;
    if constexpr (requires { problem.A; }) bytes += problem.A ? problem.A->bytes_away() : 0;
    if constexpr (requires { problem.B; }) bytes += problem.B->bytes_away();
    if constexpr (requires { problem.u; }) bytes += problem.u->bytes_away();
    if constexpr (requires { problem.column_vector; })
        bytes += problem.column_vector ? problem.column_vector->bytes_away() : 0;
    if constexpr (requires { problem.mask; })
        bytes += problem.mask.snapshot ? problem.mask.snapshot->bytes_away() : 0;
    return bytes;
}

/// So few lines, entries and cells that two of these have less than `small_bytes`, whatever parts they have.
inline constexpr double small_bytes = 12 << 20;
inline bool is_small(const Ref<Snapshot> &one) noexcept {
    constexpr std::uint64_t few = 1 << 15, widest = 16;
    return !one || (one->nrows() <= few && one->ncols() <= few && one->most_nvals() <= few &&
                    one->type()->size <= widest &&
                    (!one->has_dense() || cell_count(one->nrows(), one->ncols()) <= few));
}

/// Tells who may open places what is worked on. That is for operations, not for the parts that these want and for what
/// they leave.
template <class Problem>
void see_operands(const Problem &problem) {
    const PlaceOpener &opener = place_opener();
    if (Structural<Problem> || Problem::operation == Operation::commit || !opener.is_undecided())
        return;
    bool are_small = opener.least_bytes() >= small_bytes;
    if constexpr (requires { problem.A; }) are_small = are_small && is_small(problem.A);
    if constexpr (requires { problem.B; }) are_small = are_small && is_small(problem.B);
    if constexpr (requires { problem.u; }) are_small = are_small && is_small(problem.u);
    if (!are_small) opener.see_operands(static_cast<double>(operand_bytes(problem)));
}

} // namespace grb
