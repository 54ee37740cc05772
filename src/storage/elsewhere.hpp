// What storage asks of a kind of place before it works on the host: parts and results made where the entries are.
// The kind installs its functions when the library is loaded; without one every answer is 'the host should'.
#pragma once

#include "algebra/operators.hpp"
#include "storage/snapshot.hpp"

#include <optional>

namespace grb {

struct StorageElsewhere {
    /// transpose_part() of `rows`, nrows × ncols in its orientation. Nothing: the host should make it.
    std::optional<SparsePart> (*transposed)(const SparsePart &rows, const Type *type,
                                            std::uint64_t nrows, std::uint64_t ncols);
    /// The rows of a balanced part that is not on the host. Nothing: the host should.
    std::optional<SparsePart> (*unpacked)(const Snapshot &snapshot);
    /// The rows of a bitmap that is not on the host. Nothing: the host should.
    std::optional<SparsePart> (*listed)(const Snapshot &snapshot);
    /// Of a part with `nrows` stored rows whose offsets are not on the host. Nothing: the host should count.
    std::optional<Statistics> (*statistics)(const SparsePart &rows, std::uint64_t nrows);
    /// converted() to an attainable format. Null: the host should.
    Ref<Snapshot> (*converted)(const Snapshot &snapshot, Format format);
    /// build_snapshot() for n > 0 tuples. `is_uniform`: X is one value, which build_snapshot() makes
    /// `iso_value` of as long as positions do not repeat, or duplicate keeps equal values. Null: the host
    /// should, which also says what is wrong with them.
    Ref<Snapshot> (*built)(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                           const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
                           const Type *value_type, bool is_uniform, const Array &iso_value,
                           std::uint64_t n, const BinaryOp *duplicate);
    /// The same entries in a form that takes fewer bytes to fetch: the list of a bitmap, values cast to a
    /// smaller `wanted` type (null: values are not wanted). Null: there is none.
    Ref<Snapshot> (*leaner)(const Snapshot &snapshot, const Type *wanted);
    /// rows[p] = row of entry p. False when the offsets are on the host or fetching them moves less.
    bool (*row_numbers)(const SparsePart &part, std::uint64_t nrows, std::uint64_t *rows);
};

const StorageElsewhere &storage_elsewhere() noexcept;
/// During static initialisation.
void install(const StorageElsewhere &functions) noexcept;

} // namespace grb
