// Names the operations and lists the variants of the library.
#include "dispatch/variant.hpp"
#include "problems/commit.hpp"
#include "problems/problems.hpp"
#include "problems/structure.hpp"

#include <array>
#include <stdexcept>

namespace grb {

namespace {

constexpr const char *operation_names[operation_count] = {
    "mxv",     "mxm",        "ewise_add", "ewise_mult", "apply",  "select", "assign",
    "extract", "reduce",     "transpose", "kronecker",  "maxk",   "commit", "convert",
    "orient",  "statistics", "update",    "build",      "tuples", "sort",   "concat",
};

struct RowTable {
    std::array<RegistryRow, operation_count * most_rows> rows{};
    std::size_t count = 0;

    /// A list that is too long ends the program at its first GrB_init.
    template <class Problem>
    void add() {
        const auto list = built_in_variants<Problem>();
        if (list.size() > most_rows)
            throw std::length_error("more variants of an operation than most_rows");
        for (const Variant<Problem> *variant : list)
            rows[count++] = {Problem::operation, variant->name};
    }

    RowTable() {
        add<MxvProblem>();
        add<MxmProblem>();
        add<EwiseAddProblem>();
        add<EwiseMultProblem>();
        add<ApplyProblem>();
        add<SelectProblem>();
        add<AssignProblem>();
        add<ExtractProblem>();
        add<ReduceProblem>();
        add<TransposeProblem>();
        add<KroneckerProblem>();
        add<MaxkProblem>();
        add<ConvertProblem>();
        add<OrientProblem>();
        add<StatisticsProblem>();
        add<UpdateProblem>();
        add<BuildProblem>();
        add<TuplesProblem>();
        add<SortProblem>();
        add<ConcatProblem>();
        add<CommitProblem>();
    }
};

} // namespace

const char *name_of(Operation operation) noexcept {
    return operation_names[static_cast<int>(operation)];
}

std::span<const RegistryRow> registry_rows() noexcept {
    static const RowTable table;
    return {table.rows.data(), table.count};
}

} // namespace grb
