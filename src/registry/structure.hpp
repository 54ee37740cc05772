// Problems that move entries and compute nothing with them: parts that objects lack, formats, tuples, pending updates.
// Their rows run where the entries are, as far as the estimates say so. What a caller handed over (lists, updates,
// operators) is looked at during the call alone.
#pragma once

#include "algebra/operators.hpp"
#include "registry/running.hpp"
#include "registry/variant.hpp"
#include "storage/build.hpp"
#include "storage/line_sort.hpp"
#include "storage/pending.hpp"
#include "storage/tiles.hpp"

namespace grb {

/// The entries of A in another format, which is attainable, or with values of another type in A's own. Jumbled rows
/// come sorted where neither differs. The part may be in the making, under its lock: nobody asks A for it.
struct ConvertProblem {
    static constexpr Operation operation = Operation::convert;
    Ref<Snapshot> A;
    Format format = Format::sparse;
    const Type *type = nullptr;
    bool is_for_host = false; // the reader is known
    bool is_cast() const noexcept { return type != A->type(); }
    Traffic traffic() const noexcept;
};

/// The transpose of sorted or jumbled rows, nrows × ncols in their orientation: sorted rows. Of a symmetric pattern it
/// shares the arrays.
struct OrientProblem {
    static constexpr Operation operation = Operation::orient;
    using Result = SparsePart;
    SparsePart rows;
    const Type *type = nullptr;
    std::uint64_t nrows = 0, ncols = 0;
    Traffic traffic() const noexcept;
};

/// Row lengths. Looks at the offsets alone.
struct StatisticsProblem {
    static constexpr Operation operation = Operation::statistics;
    using Result = Statistics;
    SparsePart rows;
    const Type *type = nullptr;
    std::uint64_t nrows = 0, ncols = 0;
    Traffic traffic() const noexcept;
};

/// A with single entries set and removed. In place A is dense and nobody else has it: the result is A itself, and a row
/// that fails half-way leaves what another one may do again.
struct UpdateProblem {
    static constexpr Operation operation = Operation::update;
    Ref<Snapshot> A;
    const PendingUpdates *updates = nullptr;
    bool is_in_place = false;
    Traffic traffic() const noexcept;
};

/// An object from tuples in any order: the lists of a caller, or with `positions` the values of two vectors' entries
/// in their order, into a vector of tuples.ncols; then `tuples` has no lists and nobody has checked the positions.
/// The result is of tuples.type, or of a type that is cast to it.
struct BuildProblem {
    static constexpr Operation operation = Operation::build;
    TupleList tuples;
    Ref<Snapshot> positions, values;
    Traffic traffic() const noexcept;
    std::uint64_t count() const noexcept { return tuples.n; }
    const Type *value_type() const noexcept { return tuples.value_type; }
};

struct Nothing {};

/// All entries into arrays of a caller, in row-major order; arrays may be null.
struct TuplesProblem {
    static constexpr Operation operation = Operation::tuples;
    using Result = Nothing;
    Ref<Snapshot> A;
    std::uint64_t *rows = nullptr, *columns = nullptr;
    void *X = nullptr;
    const Type *value_type = nullptr;
    /// Of the arrays that the answer takes.
    Traffic traffic() const noexcept;
};

/// The entries of each row (column) in the order of their values; see sort_lines().
struct SortProblem {
    static constexpr Operation operation = Operation::sort;
    using Result = SortedLines;
    Ref<Snapshot> A;
    const BinaryOp *comes_before = nullptr;
    bool by_column = false;
    Traffic traffic() const noexcept;
};

/// Tiles that do not overlap, side by side; values cast to `type`.
struct ConcatProblem {
    static constexpr Operation operation = Operation::concat;
    const Type *type = nullptr;
    std::uint64_t nrows = 0, ncols = 0;
    HostVector<Tile> tiles;
    Traffic traffic() const noexcept;
};

void describe(const ConvertProblem &problem, char *text, std::size_t size);
void describe(const OrientProblem &problem, char *text, std::size_t size);
void describe(const StatisticsProblem &problem, char *text, std::size_t size);
void describe(const UpdateProblem &problem, char *text, std::size_t size);
void describe(const BuildProblem &problem, char *text, std::size_t size);
void describe(const TuplesProblem &problem, char *text, std::size_t size);
void describe(const SortProblem &problem, char *text, std::size_t size);
void describe(const ConcatProblem &problem, char *text, std::size_t size);

// Of results, for the log's GB/s.
std::size_t bytes_of(const SparsePart &part) noexcept;
inline std::size_t bytes_of(const Statistics &) noexcept {
    return sizeof(Statistics);
}
inline std::size_t bytes_of(Nothing) noexcept {
    return 0;
}
inline std::size_t bytes_of(const SortedLines &lines) noexcept {
    return lines.values->bytes() + lines.positions->bytes();
}

/// For estimates: the number of entries, or the most there can be while a device counts them.
inline double most_entries_of(const Snapshot &A) noexcept {
    return static_cast<double>(A.knows_nvals() ? A.nvals() : cell_count(A.nrows(), A.ncols()));
}
/// Bytes of a part with so many lines and entries.
double sparse_bytes(double lines, double entries, const Type *type) noexcept;
double cell_bytes_of(const Snapshot &A) noexcept;

} // namespace grb
