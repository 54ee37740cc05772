// Problems that move entries and compute nothing with them: forms that objects lack, formats,
// tuples, pending updates. When estimates favour it, their variants run where the entries are.
// Lists, arrays and updates stay the caller's until own_all() copies them.
#pragma once

#include "algebra/held.hpp"
#include "problems/problems.hpp"
#include "storage/build.hpp"
#include "storage/pending.hpp"
#include "storage/tiles.hpp"
#include "storage/vector_sort.hpp"

namespace grb {

/// The entries of A in another format, or in A's own format with values of another type. When
/// neither differs, jumbled rows are sorted. The format must be possible for A's shape. Variants
/// must not ask A for the form: its lock may be held.
struct ConvertProblem : StructuralProblem {
    static constexpr Operation operation = Operation::convert;
    Ref<Snapshot> A;
    Format format = Format::sparse;
    const Type *type = nullptr;
    bool is_for_host = false; // true: a host variant reads the result
    ConvertProblem() = default;
    ConvertProblem(Ref<Snapshot> of, Format to, const Type *as, bool for_host)
        : A(std::move(of)), format(to), type(as), is_for_host(for_host) {}
    bool is_cast() const noexcept { return type != A->type(); }
    Traffic traffic() const noexcept override;
    void describe(char *text, std::size_t size) const override;
    bool add_facts(Facts &facts) const noexcept override;
};

/// Sorted or jumbled rows that belong to no matrix; nrows × ncols in their own orientation.
struct RowsProblem : StructuralProblem {
    SparseForm rows;
    const Type *type = nullptr;
    std::uint64_t nrows = 0, ncols = 0;
    RowsProblem() = default;
    RowsProblem(SparseForm of, const Type *with, std::uint64_t m, std::uint64_t n)
        : rows(std::move(of)), type(with), nrows(m), ncols(n) {}
    void describe(char *text, std::size_t size) const override;
};

/// The transpose of rows, as sorted rows. A symmetric pattern shares its arrays.
struct OrientProblem : RowsProblem {
    using RowsProblem::RowsProblem;
    OrientProblem(RowsProblem of) : RowsProblem(std::move(of)) {}
    static constexpr Operation operation = Operation::orient;
    using Result = SparseForm;
    Traffic traffic() const noexcept override;
};

/// Statistics of row lengths, from the offsets alone.
struct StatisticsProblem : RowsProblem {
    using RowsProblem::RowsProblem;
    StatisticsProblem(RowsProblem of) : RowsProblem(std::move(of)) {}
    static constexpr Operation operation = Operation::statistics;
    using Result = Statistics;
    Traffic traffic() const noexcept override;
};

/// A copy of updates that a problem owns.
struct OwnUpdates final : RefCounted {
    explicit OwnUpdates(const PendingUpdates &of) : updates(of) {}
    const PendingUpdates updates;
};

/// A with single entries set and removed. With is_in_place A is dense, nobody else has it, and the
/// result is A itself; when a variant fails half-way, another one can carry the same updates out
/// again.
struct UpdateProblem : StructuralProblem {
    static constexpr Operation operation = Operation::update;
    Ref<Snapshot> A;
    const PendingUpdates *updates = nullptr;
    bool is_in_place = false;
    Ref<OwnUpdates> own;
    UpdateProblem() = default;
    UpdateProblem(Ref<Snapshot> of, const PendingUpdates *with, bool in_place)
        : A(std::move(of)), updates(with), is_in_place(in_place) {}
    Traffic traffic() const noexcept override;
    void describe(char *text, std::size_t size) const override;
};
void own_all(UpdateProblem &problem);
bool owns_all(const UpdateProblem &problem) noexcept;

/// Lists of positions and values that a problem owns.
struct OwnTuples {
    Array rows, columns, values;
};

/// An object from tuples in any order: from the caller's lists, or with `positions` from the values
/// of two vectors' entries, in order. The latter gives a vector of size tuples.ncols; `tuples` then
/// has no lists, and the positions have not been checked. The result is of tuples.type, or of a
/// type that is cast to it.
struct BuildProblem : StructuralProblem {
    static constexpr Operation operation = Operation::build;
    TupleList tuples;
    Ref<Snapshot> positions, values;
    OwnTuples own;
    Traffic traffic() const noexcept override;
    std::uint64_t count() const noexcept { return tuples.n; }
    const Type *value_type() const noexcept { return tuples.value_type; }
    void describe(char *text, std::size_t size) const override;
};
void own_all(BuildProblem &problem);
bool owns_all(const BuildProblem &problem) noexcept;

struct Nothing {};

/// All entries in row-major order, into the caller's arrays, which may be null. After own_all() the
/// answer is in arrays of the problem's own.
struct TuplesProblem : StructuralProblem {
    static constexpr Operation operation = Operation::tuples;
    using Result = Nothing;
    Ref<Snapshot> A;
    std::uint64_t *rows = nullptr, *columns = nullptr;
    void *X = nullptr;
    const Type *value_type = nullptr;
    OwnTuples own;
    TuplesProblem() = default;
    TuplesProblem(Ref<Snapshot> of, std::uint64_t *to_rows, std::uint64_t *to_columns, void *to_X,
                  const Type *as)
        : A(std::move(of)), rows(to_rows), columns(to_columns), X(to_X), value_type(as) {}
    /// Counts only the arrays that the answer needs.
    Traffic traffic() const noexcept override;
    void describe(char *text, std::size_t size) const override;
};
/// Waits for the number of entries.
void own_all(TuplesProblem &problem);
bool owns_all(const TuplesProblem &problem) noexcept;

/// The entries of each row (column) in the order of their values; see sort_vectors().
struct SortProblem : StructuralProblem {
    static constexpr Operation operation = Operation::sort;
    using Result = SortedVectors;
    Ref<Snapshot> A;
    Held<BinaryOp> comes_before;
    bool by_column = false;
    Traffic traffic() const noexcept override;
    void describe(char *text, std::size_t size) const override;
};

/// Puts tiles that do not overlap side by side; casts values to `type`.
struct ConcatProblem : StructuralProblem {
    static constexpr Operation operation = Operation::concat;
    const Type *type = nullptr;
    std::uint64_t nrows = 0, ncols = 0;
    HostVector<Tile> tiles;
    Traffic traffic() const noexcept override;
    void describe(char *text, std::size_t size) const override;
};

// Returns the bytes of a result, for the log's GB/s.
std::size_t bytes_of(const SparseForm &form) noexcept;
inline std::size_t bytes_of(const Statistics &) noexcept {
    return sizeof(Statistics);
}
inline std::size_t bytes_of(Nothing) noexcept {
    return 0;
}
inline std::size_t bytes_of(const SortedVectors &vectors) noexcept {
    return vectors.values->bytes() + vectors.positions->bytes();
}

/// Returns the bytes of a sparse form with so many rows (columns) and entries.
double sparse_bytes(double vectors, double entries, const Type *type) noexcept;
double dense_bytes_of(const Snapshot &A) noexcept;

} // namespace grb
