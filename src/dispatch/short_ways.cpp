#include "dispatch/short_ways.hpp"

#include "dispatch/short_open.hpp"
#include "objects/container.hpp"
#include "storage/uniform.hpp"

#include <cstring>

namespace grb {

extern const Variant<MxmProblem> mxm_one_value;
extern const Variant<ReduceProblem> reduce_scalar;
extern const Variant<AssignProblem> assign_scalar_full, assign_scalar_mask;
extern const Variant<CommitProblem> commit_scatter, commit_merge_sparse, commit_store;
extern const Variant<EwiseAddProblem> ewise_add_dense;
extern const Variant<EwiseMultProblem> ewise_mult_dense;

namespace {

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

Ref<Snapshot> product_of_one_value(const MxmProblem &problem) {
    if (!is_open(Operation::mxm) || mxm_one_value.refuses(problem) != nullptr) return {};
    Ref<Snapshot> product = mxm_one_value.run(problem);
    note_taken(mxm_one_value);
    return product;
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

namespace {

/// Null: no structural mask of few positions that are listed on the host.
const SparsePart *few_positions(const MaskInput &mask) noexcept {
    if (mask.kind != MaskKind::structure || mask.is_complemented) return nullptr;
    const Snapshot &M = *mask.snapshot;
    if (M.nrows() != 1 || !M.rows_part().is_present()) return nullptr;
    const SparsePart &list = M.rows_part().get();
    return list.nvals <= few && list.column_indices.is_on_host() ? &list : nullptr;
}

/// The values and the bits of the cells at these positions.
template <class Index>
void set_cells(DensePart &cells, const Index *positions, std::uint64_t n, const void *value,
               std::size_t size) {
    auto *const values = cells.values.as<unsigned char>();
    for (std::uint64_t k = 0; k < n; k++) std::memcpy(values + positions[k] * size, value, size);
    if (cells.bits.empty()) return;
    auto *const bits = cells.bits.as<std::uint64_t>();
    std::uint64_t fresh = 0;
    for (std::uint64_t k = 0; k < n; k++) {
        std::uint64_t &word = bits[positions[k] / 64];
        const std::uint64_t bit = std::uint64_t{1} << (positions[k] % 64);
        fresh += (word & bit) == 0;
        word |= bit;
    }
    cells.nvals += fresh;
}

void set_positions(DensePart &cells, const SparsePart &list, const void *value, std::size_t size) {
    if (list.index_width == 4) {
        set_cells(cells, list.column_indices.as<std::uint32_t>(), list.nvals, value, size);
    } else {
        set_cells(cells, list.column_indices.as<std::uint64_t>(), list.nvals, value, size);
    }
}

/// Positions in two ascending lists.
template <class Index>
std::uint64_t union_count(const Index *a, std::uint64_t na, const Index *b, std::uint64_t nb) {
    std::uint64_t common = 0;
    for (std::uint64_t i = 0, j = 0; i < na && j < nb;) {
        const Index x = a[i], y = b[j];
        common += x == y;
        i += x <= y;
        j += y <= x;
    }
    return na + nb - common;
}

/// The entries of `old`, and the value at the positions of `list`, of which there are `n` together. One value for all stays
/// one.
template <class Index>
SparsePart with_positions(const SparsePart &old, const SparsePart &list, std::uint64_t n,
                          const void *value, std::size_t size) {
    SparsePart part;
    part.nvals = n;
    part.stored_rows = 1;
    part.index_width = part.offset_width = sizeof(Index);
    part.row_offsets = Array::of<Index>(2);
    part.row_offsets.as<Index>()[0] = 0;
    part.row_offsets.as<Index>()[1] = static_cast<Index>(n);
    part.column_indices = Array::of<Index>(n);
    part.is_iso = old.is_iso;
    part.values = old.is_iso ? old.values : Array(n * size);
    const auto *a = old.column_indices.as<Index>(), *b = list.column_indices.as<Index>();
    auto *positions = part.column_indices.as<Index>();
    for (std::uint64_t i = 0, j = 0, k = 0; k < n; k++) {
        const bool is_set = j < list.nvals && (i == old.nvals || b[j] <= a[i]);
        positions[k] = is_set ? b[j] : a[i];
        if (!old.is_iso) {
            std::memcpy(part.values.as<unsigned char>() + k * size,
                        is_set ? value : old.values.as<unsigned char>() + i * size, size);
        }
        i += i < old.nvals && a[i] == positions[k];
        j += is_set;
    }
    return part;
}

/// False: not a list of few entries, or one value for all and another one to be set.
template <class Index>
bool add_positions(Container &C, const Snapshot &own, const SparsePart &list, const void *value) {
    if (!own.rows_part().is_present() || own.is_by_column() || own.has_balanced()) return false;
    const SparsePart &old = own.rows_part().get();
    const std::size_t size = C.type()->size;
    if (old.nvals == 0 || old.nvals > few || old.index_width != list.index_width ||
        old.offset_width != old.index_width ||
        (old.is_iso && std::memcmp(old.values.data(), value, size) != 0))
        return false;
    const std::uint64_t n = union_count(old.column_indices.as<Index>(), old.nvals,
                                        list.column_indices.as<Index>(), list.nvals);
    if (old.is_iso && n == old.nvals) return true;
    SparsePart part = with_positions<Index>(old, list, n, value, size);
    C.publish(C.honour_options(Snapshot::of_rows(C.type(), 1, own.ncols(), std::move(part))));
    return true;
}

} // namespace

bool set_few(const Output &output, const void *value, const Type *type) {
    constexpr std::size_t widest = 16;
    Container &C = *output.C;
    if (output.accumulator != nullptr || output.is_replace || C.type()->size > widest ||
        !is_open(Operation::assign) || !is_open(Operation::commit) || C.is_readonly())
        return false;
    const SparsePart *const list = few_positions(output.mask);
    if (list == nullptr) return false;
    Snapshot *const own = C.exclusive();
    if (own == nullptr) return false;
    unsigned char own_value[widest];
    cast_values(own_value, C.type(), value, type, 1);
    if (!is_dense(*own)) {
        if (list->index_width == 4 ? !add_positions<std::uint32_t>(C, *own, *list, own_value)
                                   : !add_positions<std::uint64_t>(C, *own, *list, own_value))
            return false;
        note_taken(assign_scalar_mask);
        count_taken(commit_merge_sparse);
        return true;
    }
    DensePart &cells = own->dense_part().get();
    if (cells.is_iso) return false;
    set_positions(cells, *list, own_value, C.type()->size);
    if (cells.nvals == cell_count(own->nrows(), own->ncols()) &&
        C.options().format != Format::bitmap)
        cells.bits = Array();
    own->keep_cells_alone();
    note_taken(assign_scalar_mask);
    count_taken(commit_scatter);
    return true;
}

namespace {

/// All cells, each with a value of its own.
bool has_full_cells(const Snapshot &A) noexcept {
    if (!is_dense(A)) return false;
    const DensePart &cells = A.dense_part().get();
    return cells.bits.empty() && !cells.is_iso && cells.nvals != 0;
}

template <class Problem>
bool combine(const Output &output, const Problem &problem, const Variant<Problem> &row) {
    Container &C = *output.C;
    const BinaryOp &op = *problem.op;
    if (!output.mask.is_none() || output.accumulator != nullptr || !has_full_cells(*problem.A) ||
        !has_full_cells(*problem.B) || op.code == BinaryCode::user || C.type() != op.ztype ||
        C.is_readonly() || C.has_pending() || row.refuses(problem) != nullptr ||
        !is_open(Problem::operation) || !is_open(Operation::commit))
        return false;
    Snapshot *const own = C.exclusive();
    if (own == nullptr || !has_full_cells(*own)) return false;
    combine_full(problem, *own);
    note_taken(row);
    count_taken(commit_store);
    return true;
}

} // namespace

bool combine_in_place(const Output &output, const EwiseAddProblem &problem) {
    return combine(output, problem, ewise_add_dense);
}
bool combine_in_place(const Output &output, const EwiseMultProblem &problem) {
    return combine(output, problem, ewise_mult_dense);
}

} // namespace grb
