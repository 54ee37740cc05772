// Builds the problems of all kinds whose estimates the tests read.
#include "estimates.hpp"

#include "storage/build.hpp"
#include "storage/convert.hpp"

#include <algorithm>

namespace grb {

namespace {

Ref<Snapshot> full(const Type *type, std::uint64_t m, std::uint64_t n) {
    DenseForm form;
    form.nvals = m * n;
    form.values = Array::zeroed(m * n * type->size);
    return Snapshot::of_dense(type, m, n, std::move(form));
}

} // namespace

Ref<Snapshot> Estimates::sparse(const Type *type, std::uint64_t m, std::uint64_t n,
                                std::uint64_t count, bool is_skewed, bool is_iso) {
    std::vector<std::uint64_t> rows(count), columns(count);
    std::vector<double> values(count);
    for (std::uint64_t k = 0; k < count; k++) {
        values[k] = is_iso ? 1.5 : static_cast<double>(k % 4);
        rows[k] = is_skewed ? std::min({below(m), below(m), below(m), below(m)}) : below(m);
        columns[k] = below(n);
    }
    return build_snapshot(type, m, n, rows.data(), columns.data(), values.data(),
                          builtin_type(TypeCode::fp64), false, count, GrB_PLUS_FP64);
}

void Estimates::add_round(int round) {
    const Type *const fp32 = builtin_type(TypeCode::fp32),
                      *const fp64 = builtin_type(TypeCode::fp64),
                      *const boolean = builtin_type(TypeCode::boolean);
    const bool is_large = round % 20 == 0;
    const std::uint64_t m = is_large ? 40000 : 1 + below(3000),
                        n = is_large ? 50000 : 1 + below(3000);
    const auto A =
        sparse(round % 3 == 0 ? fp64 : fp32, m, n, (m + n) * (round % 4 + 1), round % 2 == 0);
    if (round % 5 != 0) A->columns();
    const auto list = converted(*sparse(fp32, 1, n, n / 100 + 1, false), Format::sparse);
    const auto dense = full(round % 7 == 0 ? fp64 : fp32, 1, n);
    MaskInput mask;
    if (round % 2 == 0) {
        mask.snapshot =
            round % 4 == 0 ? full(boolean, 1, m) : sparse(boolean, 1, m, m / 2 + 1, false);
        mask.kind = MaskKind::value;
    }
    for (const GrB_Semiring semiring :
         {GrB_PLUS_TIMES_SEMIRING_FP32, GrB_LOR_LAND_SEMIRING_BOOL, GrB_MIN_PLUS_SEMIRING_FP64}) {
        for (const auto &u : {list, dense}) {
            MxvProblem problem;
            problem.A = A;
            problem.u = u;
            problem.semiring = semiring;
            problem.mask = mask;
            add(problem);
        }
    }
    MxmProblem product;
    product.A = A;
    product.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    for (const std::uint64_t columns : {1, 2, 4, 16, 40, 70}) {
        product.is_B_transposed = round % 3 == 0;
        product.B = product.is_B_transposed ? full(fp32, columns, n) : full(fp32, n, columns);
        if (round % 2 == 0) product.mask = {full(boolean, m, columns), MaskKind::value, false};
        if (m * columns < 1000000) add(product);
        product.mask = {};
    }
    // Frontiers hold a few sources.
    product.A = some(round, 1 + below(64), m);
    product.is_B_transposed = false;
    product.B = A;
    if (round % 2 == 0)
        product.mask = {some(round / 2, product.A->nrows(), n), MaskKind::value, true};
    if (product.A->nrows() * (m + n) < 3000000) add(product);
    product.mask = {};
    if (is_large) return;
    product.A = A;
    product.B = sparse(fp32, n, m, m + n, true);
    add(product);
    product.mask = {sparse(boolean, m, m, m, false), MaskKind::structure, false};
    add(product);
    product.A = full(fp32, 20 + below(800), 30 + below(900));
    product.B = full(fp32, product.A->ncols(), 25 + below(700));
    product.mask = {};
    add(product);
    product.mask = {sparse(boolean, product.A->nrows(), product.B->ncols(), 4000, false),
                    round % 2 == 0 ? MaskKind::structure : MaskKind::value, false};
    add(product);
    if (m * n > 300000) return;
    add_values(round, m, n);
    add_positions(round, m, n, list);
    add_structure(list);
}

void Estimates::add_scattered(bool is_even) {
    const Type *const fp32 = builtin_type(TypeCode::fp32);
    constexpr std::uint64_t n = 20011, step = 7919, in_row = 4; // n is prime
    std::vector<std::uint64_t> rows(n * in_row), columns(n * in_row);
    for (std::uint64_t k = 0; k < rows.size(); k++) {
        rows[k] = k / in_row;
        // The second row of a pair gives one entry to the first.
        if (!is_even && rows[k] % 2 == 1 && k % in_row == 0) rows[k]--;
        columns[k] = k * step % n;
    }
    const std::vector<double> ones(rows.size(), 1);
    MxvProblem problem;
    problem.A = build_snapshot(fp32, n, n, rows.data(), columns.data(), ones.data(),
                               builtin_type(TypeCode::fp64), false, rows.size(), GrB_PLUS_FP64);
    problem.u = full(fp32, 1, n);
    problem.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    add(problem);
}

Ref<Snapshot> Estimates::some(int which, std::uint64_t m, std::uint64_t n) {
    const Type *const fp32 = builtin_type(TypeCode::fp32);
    return which % 3 == 0   ? full(fp32, m, n)
           : which % 3 == 1 ? converted(*sparse(fp32, m, n, m + n, false), Format::bitmap)
                            : sparse(fp32, m, n, m + n, true);
}

void Estimates::add_values(int round, std::uint64_t m, std::uint64_t n) {
    EwiseAddProblem sum;
    sum.A = some(round, m, n);
    sum.B = some(round / 3, m, n);
    sum.op = GrB_PLUS_FP32;
    add(sum);
    EwiseMultProblem intersection;
    intersection.A = some(round, m, n);
    intersection.B = some(round / 3, m, n);
    intersection.op = GrB_TIMES_FP32;
    add(intersection);
    sum.A = intersection.A = sparse(builtin_type(TypeCode::fp32), m, n, m + n, true, false);
    sum.B = intersection.B = sparse(builtin_type(TypeCode::fp32), m, n, m + n, false, false);
    add(sum);
    add(intersection);
    intersection.A = intersection.B = some(0, m, n);
    intersection.mask = {some(2, m, n), MaskKind::structure, false};
    add(intersection);
    SelectProblem select;
    select.A = some(round, m, n);
    for (const IndexUnaryOp *index : {GrB_TRIL, GrB_VALUEGT_FP32}) {
        select.index = index;
        add(select);
    }
    ReduceProblem reduce;
    reduce.A = some(round, m, n);
    reduce.monoid = round / 2 % 2 == 0 ? GrB_PLUS_MONOID_FP32 : GrB_MAX_MONOID_FP32;
    reduce.to_scalar = round % 2 == 0;
    add(reduce);
    ApplyProblem apply;
    apply.A = some(round, m, n);
    for (const UnaryOp *unary : {GrB_ABS_FP32, GrB_ABS_FP64}) {
        apply.unary = unary;
        add(apply);
    }
    apply.kind = ApplyProblem::Kind::index;
    apply.index = GrB_ROWINDEX_INT64;
    add(apply);
    MaxkProblem maxk;
    maxk.A = some(round, m, n);
    maxk.k = 3;
    add(maxk);
}

void Estimates::add_positions(int round, std::uint64_t m, std::uint64_t n,
                              const Ref<Snapshot> &list) {
    const Type *const fp32 = builtin_type(TypeCode::fp32);
    TransposeProblem transpose;
    transpose.A = some(round, m, n);
    add(transpose);
    ExtractProblem extract;
    extract.A = round % 6 == 0 ? full(builtin_type(TypeCode::fp64), 1, 3000000) : some(round, m, n);
    extract.rows = IndexList::all(extract.A->nrows());
    extract.columns =
        IndexList::progression(0, 2, extract.A->ncols() / 2 + 1, extract.A->ncols() + 2);
    add(extract);
    extract.rows = IndexList::progression(0, 1, extract.A->nrows(), extract.A->nrows());
    extract.columns = IndexList::all(extract.A->ncols());
    add(extract);
    if (round % 6 == 0) {
        extract.A = list;
        extract.rows = IndexList::all(1);
        extract.columns = IndexList::progression(0, 2, (n + 1) / 2, n + 2);
        add(extract);
    }
    AssignProblem assign;
    const float one = 1;
    assign.scalar = OwnValue::of(one);
    assign.scalar_type = fp32;
    assign.nrows = m;
    assign.ncols = n;
    assign.rows = IndexList::all(m);
    assign.columns = IndexList::all(n);
    assign.mask = {some(round, m, n), MaskKind::structure, false};
    add(assign);
    assign.mask.kind = MaskKind::value;
    add(assign);
    assign.A = some(round / 3, m, n);
    add(assign);
    assign.rows = IndexList::progression(0, 2, m / 2 + 1, m + 2);
    add(assign);
    KroneckerProblem kronecker;
    kronecker.A = kronecker.B = list;
    kronecker.op = GrB_TIMES_FP32;
    add(kronecker);
}

void Estimates::add_structure(const Ref<Snapshot> &list) {
    const Type *const fp32 = builtin_type(TypeCode::fp32);
    SortProblem sort;
    sort.A = list;
    sort.comes_before = GrB_LT_FP32;
    add(sort);
    ConcatProblem concat;
    concat.type = fp32;
    concat.nrows = 1;
    concat.ncols = list->ncols();
    concat.tiles.push_back({list, 0, 0});
    add(concat);
    ChainProblem chain;
    chain.base = list.get();
    chain.count = 1;
    chain.stages[0].multiply = GrB_LT_FP32;
    chain.stages[0].type = builtin_type(TypeCode::boolean);
    chain.stages[0].A = chain.stages[0].B = {list.get(), -1};
    add(chain);
    static SearchTurns turns;
    turns.most = 2;
    chain.search = &turns;
    add(chain);
    BuildProblem build;
    build.tuples.type = build.tuples.value_type = fp32;
    build.tuples.nrows = 1;
    build.tuples.ncols = list->ncols();
    build.tuples.n = list->nvals();
    add(build);
    static const std::vector<std::uint64_t> first_row(100000);
    build.tuples.rows = first_row.data();
    add(build);
    outputs_.push_back(std::make_unique<Container>(Magic::vector, fp32, 1, list->ncols()));
    CommitProblem commit;
    commit.C = outputs_.back().get();
    commit.current = full(fp32, 1, list->ncols());
    commit.T = list;
    commit.accumulator = GrB_PLUS_FP32;
    commit.may_write = true;
    add(commit);
    commit.mask = {list, MaskKind::structure, false};
    add(commit);
    commit.accumulator = nullptr;
    commit.T = sparse(fp32, 1, list->ncols(), 1, false, false);
    add(commit);
    commit.mask.kind = MaskKind::value;
    commit.mask_was_applied = true;
    add(commit);
    commit.mask_was_applied = false;
    commit.T = commit.current;
    commit.current = list;
    commit.mask = {converted(*list, Format::bitmap), MaskKind::structure, false};
    add(commit);
    commit.mask.snapshot = list;
    add(commit);
    TuplesProblem tuples;
    tuples.A = list;
    tuples.X = outputs_.data(); // the call writes nothing
    tuples.value_type = builtin_type(TypeCode::fp64);
    add(tuples);
}

void Estimates::add_commits() {
    const Type *const fp32 = builtin_type(TypeCode::fp32);
    constexpr std::uint64_t n = 400000;
    CommitProblem commit;
    for (const std::uint64_t m : {2, 200}) {
        outputs_.push_back(std::make_unique<Container>(Magic::matrix, fp32, m, n));
        commit.C = outputs_.back().get();
        commit.current = sparse(fp32, m, n, n / 20, false, false);
        commit.T = sparse(fp32, m, n, n / 200, false, false);
        add(commit);
    }
    outputs_.push_back(std::make_unique<Container>(Magic::matrix, fp32, 2, n));
    commit.C = outputs_.back().get();
    commit.current = full(fp32, 2, n);
    commit.T = sparse(fp32, 2, n, n / 200, false, false);
    commit.accumulator = GrB_PLUS_FP32;
    commit.may_write = true;
    add(commit);
}

/// Adds a selection that tests runs of a bitmap apart: Booleans.
void Estimates::add_bits() {
    SelectProblem select;
    select.A =
        converted(*sparse(builtin_type(TypeCode::boolean), 1, 4000, 1000, false), Format::bitmap);
    select.index = GrB_COLLE;
    add(select);
}

/// Adds a row with most of the entries, a user-defined semiring, and lists of very different
/// lengths.
void Estimates::add_hub() {
    constexpr std::uint64_t m = 1500, n = 200000, hub = 150000, others = 60000;
    std::vector<std::uint64_t> rows(hub + others), columns(hub + others);
    const std::vector<double> values(hub + others, 1.5);
    for (std::uint64_t k = 0; k < rows.size(); k++) {
        rows[k] = k < hub ? 0 : below(m);
        columns[k] = k < hub ? k : below(n);
    }
    const Type *const fp32 = builtin_type(TypeCode::fp32);
    MxvProblem product;
    product.A = build_snapshot(fp32, m, n, rows.data(), columns.data(), values.data(),
                               builtin_type(TypeCode::fp64), false, rows.size(), GrB_PLUS_FP64);
    product.u = full(fp32, 1, n);
    product.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    add(product);
    product.u = converted(*sparse(fp32, 1, n, n / 2, false, false), Format::bitmap);
    add(product);
    product.A->columns();
    product.u = converted(*sparse(fp32, 1, n, n / 16, false, false), Format::sparse);
    add(product);
    MxmProblem wide;
    wide.A = product.A;
    wide.B = full(fp32, n, 8);
    wide.semiring = GrB_PLUS_TIMES_SEMIRING_FP32;
    add(wide);
    wide.B = wide.A;
    wide.is_B_transposed = true;
    wide.mask = {sparse(fp32, m, m, m, false, false), MaskKind::structure, false};
    add(wide);
    static GrB_BinaryOp_opaque plus = *GrB_PLUS_FP32;
    static GrB_Monoid_opaque monoid = *GrB_PLUS_MONOID_FP32;
    static GrB_Semiring_opaque own = *GrB_PLUS_TIMES_SEMIRING_FP32;
    plus.code = BinaryCode::user;
    monoid.op = &plus;
    own.add = &monoid;
    product.semiring = &own;
    add(product);
    // A long list intersects a short one.
    EwiseMultProblem intersection;
    intersection.op = GrB_TIMES_FP32;
    intersection.A = sparse(fp32, 1, n, n / 10, false, false);
    intersection.B = sparse(fp32, 1, n, n / 1000, false, false);
    add(intersection);
}

} // namespace grb
