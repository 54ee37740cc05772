#include "registry/short_ways.hpp"

#include "base/process_team.hpp"
#include "base/team_parts.hpp"
#include "objects/container.hpp"
#include "registry/problems.hpp"
#include "registry/running.hpp"
#include "registry/trials.hpp"
#include "storage/uniform.hpp"

#include <algorithm>
#include <cstring>

namespace grb {

extern const Variant<ReduceProblem> reduce_scalar;
extern const Variant<AssignProblem> assign_scalar_full;

namespace {

bool is_open(Operation operation) noexcept {
    const Context &engine = context();
    return is_host_alone() && !engine.has_rules(operation) &&
           engine.log_level() == LogLevel::none && trial_mode() == TrialMode::off &&
           running().depth == 0 && process_team() == nullptr && team_parts() == 0;
}

/// As if the row had been chosen. It is one of the library's, whose numbers do not change.
template <class Problem>
void note_taken(const Variant<Problem> &row) noexcept {
    const auto rows = built_in_variants<Problem>();
    const auto place = std::find(rows.begin(), rows.end(), &row) - rows.begin();
    set_last_variant(row.name);
    context().count_pick(Problem::operation, static_cast<int>(place));
}

constexpr std::uint64_t few = 256;

struct Values {
    const unsigned char *data = nullptr;
    std::uint64_t count = 0;
};

/// In their order, one for each entry, at hand; none: otherwise.
Values values_of(const Snapshot &A) {
    if (is_dense(A)) {
        const DensePart &cells = A.dense_part().get();
        if (!cells.bits.empty() || cells.is_iso || !cells.values.is_on_host()) return {};
        return {cells.values.as<unsigned char>(), cell_count(A.nrows(), A.ncols())};
    }
    if (!A.rows_part().is_present()) return {};
    const SparsePart &rows = A.rows_part().get();
    if (rows.is_iso || !rows.values.is_on_host()) return {};
    return {rows.values.as<unsigned char>(), rows.nvals};
}

} // namespace

bool reduce_few(const Snapshot &A, const Monoid &monoid, void *sum) {
    const std::size_t size = monoid.type()->size;
    if (A.type() != monoid.type() || !is_open(Operation::reduce)) return false;
    const Values values = values_of(A);
    if (values.count == 0 || values.count > few) return false;
    std::memcpy(sum, values.data, size);
    monoid.op->reduce(monoid.op, sum, values.data + size, values.count - 1);
    note_taken(reduce_scalar);
    return true;
}

bool replace_value(const Output &output, const void *value, const Type *type) {
    if (!output.mask.is_none() || output.accumulator != nullptr || !is_open(Operation::assign) ||
        !is_open(Operation::commit))
        return false;
    Container &C = *output.C;
    if (C.is_readonly()) return false;
    Snapshot *const own = C.exclusive();
    if (own == nullptr || !is_dense(*own) || !is_uniform(*own)) return false;
    DensePart &cells = own->dense_part().get();
    cast_values(cells.values.data(), C.type(), value, type, 1);
    own->keep_cells_alone();
    note_taken(assign_scalar_full);
    return true;
}

} // namespace grb
