// Names the operations and lists the variants of the library.
#include "dispatch/variant.hpp"
#include "problems/chain.hpp"
#include "problems/commit.hpp"
#include "problems/problems.hpp"
#include "problems/structure.hpp"

#include <array>
#include <stdexcept>

namespace grb {

namespace {

constexpr const char *operation_names[operation_count] = {
    "mxv",    "mxm",       "ewise_add", "ewise_mult", "apply",  "select",  "assign", "extract",
    "reduce", "transpose", "kronecker", "maxk",       "commit", "convert", "orient", "statistics",
    "update", "build",     "tuples",    "sort",       "concat", "chain",
};

struct VariantTable {
    std::array<RegistryVariant, operation_count * most_variants> variants{};
    std::size_t count = 0;

    /// A list that is too long ends the program at its first GrB_init.
    template <class Problem>
    void add() {
        const auto list = built_in_variants<Problem>();
        if (list.size() > most_variants)
            throw std::length_error("too many variants of an operation");
        for (const Variant<Problem> *variant : list)
            variants[count++] = {Problem::operation, variant->name};
    }

    VariantTable() {
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
        add<ChainProblem>();
    }
};

} // namespace

const char *name_of(Operation operation) noexcept {
    return operation_names[static_cast<int>(operation)];
}

std::span<const RegistryVariant> registry_variants() noexcept {
    static const VariantTable table;
    return {table.variants.data(), table.count};
}

} // namespace grb
