/// s = ⊕ of the entries of A, 1 to 256 sequential values, written to the caller's memory. Adds the
/// values one after the other, as cpu/reduce_scalar adds so few. Work O(entries), no memory.
/// Deterministic. Refused: a result wanted as a snapshot, an iso A, a bitmap, another type, values
/// on a device.
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

#include <cstring>

namespace grb {

namespace {

constexpr std::uint64_t most_entries = 256;

struct Values {
    const unsigned char *data = nullptr;
    std::uint64_t count = 0;
};

/// Count 0: the values are not sequential on the host.
Values values_of(const Snapshot &A) noexcept {
    if (is_dense(A)) {
        const DenseForm &form = A.dense_form().get();
        if (!form.bits.empty() || form.is_iso || !form.values.is_on_host()) return {};
        return {form.values.as<unsigned char>(), element_count(A.nrows(), A.ncols())};
    }
    if (!A.rows_form().is_present()) return {};
    const SparseForm &rows = A.rows_form().get();
    if (rows.is_iso || !rows.values.is_on_host()) return {};
    return {rows.values.as<unsigned char>(), rows.nvals};
}

const char *refuses(const ReduceProblem &problem) {
    if (problem.sum == nullptr) return "the sum is wanted as a snapshot";
    if (problem.A->type() != problem.monoid->type()) return "another type";
    const Values values = values_of(*problem.A);
    return values.count == 0 || values.count > most_entries ? "not a few contiguous values"
                                                            : nullptr;
}

Cost cost(const ReduceProblem &) {
    return {rates().call_seconds / 2};
}

Ref<Snapshot> run(const ReduceProblem &problem) {
    const Monoid &monoid = *problem.monoid;
    const Values values = values_of(*problem.A);
    const std::size_t size = monoid.type()->size;
    std::memcpy(problem.sum, values.data, size);
    monoid.op->reduce(monoid.op, problem.sum, values.data + size, values.count - 1);
    return {};
}

} // namespace

extern const Variant<ReduceProblem> reduce_small = {
    "cpu/reduce_small", {.writes_output = true}, refuses, cost, run};

} // namespace grb
