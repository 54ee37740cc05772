// The pack's programs for sparse vectors and matrices.
// They are filters, unions, triangles of a matrix, buckets of distances, and masked products.
// Columns may be short or long: programs that hand their arrays over have long ones.
#include "cuda/pack/hot_sparse.hpp"

#include "cuda/merge/commit_listed.hpp"
#include "cuda/merge/sparse_merge.hpp"
#include "cuda/mxm/mxm_masked_dot.hpp"

namespace grb::device {

namespace {

using Texts = std::vector<std::string>;

SparseMergeCall merge_of(const char *type, Partner partner, bool has_long_columns) {
    SparseMergeCall call{};
    call.partner = partner;
    call.a.rows.type = call.b.rows.type = call.elements.dense.type = call.z_type = type;
    call.a.rows.index_width = call.b.rows.index_width = has_long_columns ? 8 : 4;
    call.a.rows.nvals = call.b.rows.nvals = 1;
    return call;
}

void add_merge(Texts &texts, const SparseMergeCall &call) {
    for (const char *kernel : {"sparse_count", "sparse_fill"})
        texts.push_back(sparse_merge_program(call, kernel));
}

/// Adds merges of patterns; their programs know no type but that of a mask by value.
void add_patterns(Texts &texts, bool has_long_columns) {
    for (const Partner partner : {Partner::rows, Partner::structure, Partner::elements})
        add_merge(texts, merge_of("bool", partner, has_long_columns));
    SparseMergeCall masked = merge_of("bool", Partner::mask, has_long_columns);
    for (const bool is_iso : {false, true}) {
        masked.b.rows.is_iso = is_iso;
        add_merge(texts, masked);
    }
    for (const char *test : {"Tril", "Triu", "Offdiag"}) {
        SparseMergeCall selected = merge_of("bool", Partner::rows, has_long_columns);
        selected.is_selection = true;
        selected.function.kind = MapKind::position;
        selected.function.functor = test;
        add_merge(texts, selected);
    }
}

void add_values(Texts &texts, const char *type, bool has_long_columns) {
    SparseMergeCall call = merge_of(type, Partner::rows, has_long_columns);
    call.has_values = true;
    struct Iso {
        bool a, b;
    };
    for (const Iso iso : {Iso{false, false}, Iso{true, false}, Iso{true, true}}) {
        call.a.rows.is_iso = iso.a;
        call.b.rows.is_iso = iso.b;
        texts.push_back(sparse_merge_program(call, "sparse_fill"));
    }
    call.a.rows.is_iso = call.b.rows.is_iso = false;
    call.partner = Partner::structure;
    texts.push_back(sparse_merge_program(call, "sparse_fill"));
    call.partner = Partner::mask;
    call.b.rows.type = "bool";
    texts.push_back(sparse_merge_program(call, "sparse_fill"));
}

/// Adds selections by comparison, for buckets of distances.
void add_comparisons(Texts &texts, const char *type, bool has_long_columns) {
    SparseMergeCall call = merge_of(type, Partner::rows, has_long_columns);
    call.has_values = call.is_selection = true;
    call.function.kind = MapKind::value;
    call.function.type = type;
    for (const char *test : {"Lt", "Le", "Gt"}) {
        call.function.functor = test;
        add_merge(texts, call);
    }
}

/// Adds the merges of shortest paths on lists of one row: buckets, improved distances, their
/// commits.
void add_lists(Texts &texts, const char *type) {
    const auto add = [&texts](const SparseMergeCall &call) {
        texts.push_back(sparse_merge_program(call, "sparse_list"));
    };
    const auto select = [&](const char *values, const char *test, Partner partner) {
        SparseMergeCall call = merge_of(values, partner, false);
        call.has_values = call.is_selection = true;
        call.function.kind = MapKind::value;
        call.function.functor = test;
        call.function.type = type;
        add(call);
    };
    for (const char *test : {"Lt", "Ge"}) select(type, test, Partner::rows);
    select(type, "Lt", Partner::structure);
    select("bool", "Ne", Partner::rows);
    SparseMergeCall less = merge_of(type, Partner::elements, false);
    less.has_values = true;
    less.op = {"Lt", type};
    less.z_type = "bool";
    add(less);
    SparseMergeCall gathered = merge_of("bool", Partner::elements, false);
    gathered.has_values = gathered.a.rows.is_iso = true;
    gathered.elements.dense.type = gathered.z_type = type;
    add(gathered);
    add(merge_of("bool", Partner::rows, false)); // a union of patterns

    CommitListedCall commit{};
    commit.mask.type = "bool";
    commit.mask.index_width = commit.list.index_width = 4;
    commit.c_type = commit.list.type = type;
    for (const bool is_on_mask : {false, true}) {
        commit.t_is_list = true;
        commit.is_tested = commit.t_is_on_mask = is_on_mask;
        texts.push_back(commit_listed_program(commit));
    }
    commit.t_is_list = commit.t_is_on_mask = false;
    commit.c_type = commit.t.dense.type = "bool";
    for (const bool is_iso : {false, true}) {
        commit.t.dense.is_iso = commit.is_tested = is_iso; // iso: no value, or one
        texts.push_back(commit_listed_program(commit));
    }
}

/// Adds triangle counts: entries of a mask, each with its number of paths of two edges.
void add_masked_dots(Texts &texts) {
    MxmMaskedDotCall call{};
    call.A.is_iso = call.B.is_iso = true;
    for (SparseArrays *operand : {&call.M, &call.A, &call.B})
        operand->offset_width = operand->index_width = 4;
    for (const char *type : {"long", "unsigned int", "double"}) {
        call.semiring = {{"Plus", type}, {"Oneb", type}, type};
        call.A.type = call.B.type = type;
        texts.push_back(mxm_masked_dot_program(call));
    }
}

} // namespace

void add_sparse_programs(Texts &texts) {
    for (const bool has_long_columns : {false, true}) {
        add_patterns(texts, has_long_columns);
        for (const char *type : {"int", "long", "float", "double"})
            add_values(texts, type, has_long_columns);
        for (const char *type : {"int", "float"}) add_comparisons(texts, type, has_long_columns);
    }
    for (const char *type : {"int", "long", "float", "double"}) add_lists(texts, type);
    add_masked_dots(texts);
}

} // namespace grb::device
