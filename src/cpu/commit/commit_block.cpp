/// C(region) = accum(C(region), T), T full and of the region's shape, the region a range of rows
/// and of columns.
/// C m×n full, in place where nobody shares it, or a copy. Work O(elements of the region), of a
/// copy O(m·n); no scratch; parallel; deterministic. Refused: a T of C's shape. Accepts every
/// other, see fits_block().
#include "base/copied_bytes.hpp"
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/commit/commit.hpp"
#include "cpu/structure/update_dense.hpp"

namespace grb {

namespace {

const char *refuses(const CommitProblem &problem) {
    return problem.T_is_block() ? nullptr : "T has C's shape";
}

Cost cost(const CommitProblem &problem) {
    const auto own = static_cast<double>(problem.C->type()->size),
               other = static_cast<double>(problem.T_type()->size);
    const double copied = problem.may_write ? 0 : problem.elements() * 2 * own;
    return {problem.transfer_seconds() + rates().call_seconds +
            pass_seconds(problem.area() * (2 * own + other) + copied, problem.area())};
}

Ref<Snapshot> copied(const Snapshot &C) {
    const DenseForm &elements = C.dense_form().get();
    DenseForm own;
    own.nvals = elements.nvals;
    own.values = copied_bytes(elements.values.data(), C.nrows() * C.ncols() * C.type()->size);
    return Snapshot::of_dense(C.type(), C.nrows(), C.ncols(), std::move(own));
}

Ref<Snapshot> run(const CommitProblem &problem) {
    problem.current->fetch();
    const DenseView T = problem.T->dense();
    const Ref<Snapshot> own = problem.may_write ? problem.current : copied(*problem.current);
    const Type *const type = own->type();
    auto *const elements = own->dense_form().get().values.as<unsigned char>();
    const std::uint64_t first_row = problem.region->rows[0], columns = T.ncols,
                        first_column = problem.region->columns[0];
    BoundBinary op;
    if (problem.accumulator != nullptr) op = BoundBinary(problem.accumulator, type, type, T.type);
    parallel_ranges(T.nrows * columns, 1, [&](std::uint64_t begin, std::uint64_t end) {
        while (begin < end) {
            const std::uint64_t row = begin / columns, column = begin % columns,
                                n = std::min(end - begin, columns - column);
            unsigned char *const to =
                elements + ((first_row + row) * own->ncols() + first_column + column) * type->size;
            if (problem.accumulator != nullptr) {
                op(to, to, T.value(begin), n);
            } else {
                cast_values(to, type, T.value(begin), T.type, n);
            }
            begin += n;
        }
    });
    drop_stale(*own);
    return own;
}

} // namespace

extern const Variant<CommitProblem> commit_block = {
    "cpu/commit_block", {.fuses_mask = true}, &refuses, &cost, &run};

} // namespace grb
