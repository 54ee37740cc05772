#include "registry/problems.hpp"
#include "registry/variant.hpp"

#include <array>

namespace grb {

namespace {

constexpr const char *operation_names[operation_count] = {
    "mxv",    "mxm",     "ewise_add", "ewise_mult", "apply",     "select",
    "assign", "extract", "reduce",    "transpose",  "kronecker", "maxk",
};

constexpr std::size_t most_rows = 128;

struct RowTable {
    std::array<RegistryRow, most_rows> rows{};
    std::size_t count = 0;

    template <class Problem>
    void add() {
        for (const Variant<Problem> *variant : variants<Problem>()) {
            if (count < most_rows) rows[count++] = {Problem::operation, variant->name};
        }
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
