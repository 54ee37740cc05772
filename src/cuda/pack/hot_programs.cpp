// The list of calls behind the programs of the pack, without sparse merges.
#include "cuda/pack/hot_programs.hpp"

#include "cuda/elementwise/elementwise.hpp"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/mxm/mxm_few_rows.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/mxv_pull.hpp"
#include "cuda/mxv/mxv_push.hpp"
#include "cuda/pack/hot_chains.hpp"
#include "cuda/pack/hot_sparse.hpp"
#include "cuda/spmm/spmm.hpp"
#include "cuda/spmm/spmm_calls.h"
#include "cuda/structure/structure_calls.h"

#include <algorithm>

namespace grb::device {

namespace {

using Texts = std::vector<std::string>;

constexpr const char *numbers[] = {"int", "long", "float", "double"};
constexpr const char *integers[] = {"int", "long"};
constexpr const char *floats[] = {"float", "double"};
/// Types of values that are only moved: the numbers, and the types of masks and frontiers.
constexpr const char *moved[] = {"bool", "int", "long", "float", "double"};

/// The properties of a matrix that programs depend on. Indices and offsets are 4 bytes wide: graphs
/// with longer ones take so long that a compilation does not show.
struct MatrixFacts {
    const char *type;
    bool is_iso;
};
constexpr MatrixFacts unweighted{"bool", true};

struct VectorFacts {
    const char *type;
    bool is_iso, is_full;
    bool decides = false; // a row ends with its first product
};

SemiringName semiring(const char *add, const char *multiply, const char *type) {
    return {{add, type}, {multiply, type}, type};
}

void add_pull(Texts &texts, MxvVariant variant, const SemiringName &semiring, MatrixFacts A,
              VectorFacts u, bool is_flipped) {
    static const std::uint64_t bits = 0; // only its presence counts
    MxvPullCall call{};
    call.variant = variant;
    call.schedule = Schedule::twc; // the library's choice for pull_masked
    call.A.offset_width = call.A.index_width = 4;
    call.A.type = A.type;
    call.A.is_iso = A.is_iso;
    call.u.type = u.type;
    call.u.is_iso = u.is_iso;
    call.u.bits = u.is_full ? nullptr : &bits;
    call.semiring = semiring;
    call.is_flipped = is_flipped;
    call.ends_at_first = u.decides;
    texts.push_back(mxv_pull_program(call));
}

/// A short frontier, which blocks scan by themselves, and a long one.
constexpr std::uint64_t frontier_sizes[] = {1, UINT32_MAX};

MxvPushCall push_call(PushVariant variant, const SemiringName &semiring, MatrixFacts A,
                      const char *u) {
    MxvPushCall call{};
    call.variant = variant;
    call.A.offset_width = call.A.index_width = call.frontier_width = call.list_width = 4;
    call.A.type = A.type;
    call.A.is_iso = A.is_iso;
    call.u_type = u;
    call.semiring = semiring;
    call.is_flipped = true; // vxm, as algorithms write it
    call.count = 1;
    return call;
}

/// The mask of a traversal: none, bits, or the values of the vertices reached so far.
constexpr const char *masks[] = {nullptr, "int"};
void mask_by_values(MxvPushCall &call, const char *type) {
    static const int values = 0; // only its presence counts
    call.mask.values = type != nullptr ? &values : nullptr;
    call.mask.type = type;
}

/// Adds pushes of patterns: their programs know no type.
void add_pattern_push(Texts &texts) {
    MxvPushCall call =
        push_call(PushVariant::bitmap, semiring("Lor", "Oneb", "bool"), unweighted, "bool");
    call.is_pattern = true;
    for (const char *mask : masks) {
        mask_by_values(call, mask);
        for (const std::uint64_t count : frontier_sizes) {
            call.count = count;
            texts.push_back(mxv_push_program(call, "push_bitmap"));
        }
    }
    mask_by_values(call, nullptr);
    call.variant = PushVariant::sort;
    texts.push_back(mxv_push_program(call, "push_expand"));
}

void add_push(Texts &texts, const SemiringName &semiring, MatrixFacts A, const char *u,
              bool is_flipped = true) {
    MxvPushCall call = push_call(PushVariant::atomic, semiring, A, u);
    call.is_flipped = is_flipped;
    texts.push_back(mxv_push_program(call, "push_prepare"));
    for (const char *mask : masks) {
        mask_by_values(call, mask);
        for (const bool is_by_position : {false, true}) {
            call.u_is_by_position = is_by_position;
            for (const std::uint64_t count : frontier_sizes) {
                call.count = count;
                texts.push_back(mxv_push_program(call, "push_atomic"));
            }
        }
    }
    mask_by_values(call, nullptr);
    call.variant = PushVariant::sort;
    texts.push_back(mxv_push_program(call, "push_expand"));
    texts.push_back(mxv_push_program(call, "push_reduce"));
}

void add_traversals(Texts &texts) {
    // BFS: levels, then parents.
    add_pattern_push(texts);
    add_pull(texts, MxvVariant::pull_masked, semiring("Lor", "Oneb", "bool"), unweighted,
             {"bool", true, false, true}, true);
    for (const char *type : integers) {
        const SemiringName min_first = semiring("Min", "First", type),
                           min_second = semiring("Min", "Second", type);
        add_push(texts, min_first, unweighted, type);
        if (type == integers[0]) add_push(texts, min_second, unweighted, type, false);
        const VectorFacts positions{type, false, false, true};
        add_pull(texts, MxvVariant::pull_masked, min_first, unweighted, positions, true);
        add_pull(texts, MxvVariant::pull_masked, min_second, unweighted, positions, false);
    }
    // SSSP
    for (const char *type : numbers) {
        const SemiringName min_plus = semiring("Min", "Plus", type);
        add_push(texts, min_plus, {type, false}, type);
        for (const MxvVariant variant : {MxvVariant::thread_row, MxvVariant::merge_path})
            add_pull(texts, variant, min_plus, {type, false}, {type, false, false}, true);
    }
    add_push(texts, semiring("Min", "Plus", "int"), {"int", true}, "int"); // weights of one
}

/// Adds products in which every row takes part: PageRank, components, degrees, plain products.
void add_sweeps(Texts &texts) {
    // Connected components begin with every vertex as its own label.
    for (const char *type : integers)
        add_pull(texts, MxvVariant::thread_row, semiring("Min", "Second", type), unweighted,
                 {type, false, true, true}, false);
    for (const MxvVariant variant :
         {MxvVariant::thread_row, MxvVariant::merge_path, MxvVariant::segmented, MxvVariant::hub,
          MxvVariant::row_classes}) {
        const auto add = [&](const char *add, const char *multiply, const char *type, MatrixFacts A,
                             bool u_is_iso) {
            add_pull(texts, variant, semiring(add, multiply, type), A, {type, u_is_iso, true},
                     false);
        };
        for (const char *type : floats) {
            add("Plus", "Second", type, unweighted, false);
            add("Plus", "Times", type, {type, false}, false);
        }
        for (const char *type : integers) add("Min", "Second", type, unweighted, false);
        if (variant == MxvVariant::hub) continue; // nothing to gather
        for (const char *type : numbers) add("Plus", "Oneb", type, unweighted, true);
    }
}

/// Adds products of a graph with dense features, as in neural networks: with values, or with an iso
/// pattern of ones.
void add_full_products(Texts &texts) {
    SpmmCall call{};
    call.mask.flip = ~std::uint64_t{0};
    call.slice = 64; // the library's choice
    call.A.offset_width = call.A.index_width = 4;
    call.B.type = "float";
    for (const bool has_values : {true, false}) {
        call.A.type = has_values ? "float" : unweighted.type;
        call.A.is_iso = !has_values;
        call.semiring = semiring("Plus", has_values ? "Times" : "Second", "float");
        // Each number of lanes has its own program; 1 and 7 stand for numbers that are no multiple
        // of 4.
        for (const std::uint64_t columns : {1, 2, 4, 7, 8, 16, 32, 64, 128}) {
            call.columns = columns;
            for (const SpmmVariant variant : {SpmmVariant::vector, SpmmVariant::row_classes}) {
                call.variant = variant;
                // The programs of `vector` for 64 columns serve more columns, too.
                if (columns <= 64 || variant == SpmmVariant::row_classes)
                    texts.push_back(spmm_program(call));
            }
        }
    }
}

/// Adds products of narrow features into narrow results: for few and for many columns.
void add_narrow_full_products(Texts &texts) {
    SpmmCall call{};
    call.variant = SpmmVariant::vector;
    call.mask.flip = ~std::uint64_t{0};
    call.slice = 64; // the library's choice
    call.A.offset_width = call.A.index_width = 4;
    for (const char *type : {"grb::Bfloat16", "grb::Float16"}) {
        for (const bool has_values : {true, false}) {
            call.A.type = has_values ? type : unweighted.type;
            call.A.is_iso = !has_values;
            call.B.type = call.c_type = type;
            call.semiring = semiring("Plus", has_values ? "Times" : "Second", "float");
            for (const std::uint64_t columns : {16, 64}) {
                call.columns = columns;
                texts.push_back(spmm_program(call));
            }
        }
    }
}

/// Adds products of several frontiers: numbers of paths, and reached vertices.
void add_few_rows(Texts &texts) {
    static const std::uint64_t bits = 0; // only its presence counts
    MxmFewRowsCall call{};
    call.A.bits = &bits;
    call.B.offset_width = call.B.index_width = 4;
    call.B.type = unweighted.type;
    call.B.is_iso = unweighted.is_iso;
    for (const std::uint64_t rows : {4, 64}) {
        call.rows = rows;
        for (const char *type : floats) {
            call.semiring = semiring("Plus", "First", type);
            call.A.type = type;
            call.has_values = true;
            texts.push_back(mxm_few_rows_program(call));
        }
    }
    call.semiring = semiring("Lor", "Oneb", "bool");
    call.A.type = "bool";
    call.A.is_iso = call.ends_at_first = true;
    call.has_values = false;
    texts.push_back(mxm_few_rows_program(call));
}

void add_merge(Texts &texts, BinaryName op, const char *operand, const char *result,
               bool a_is_iso = false, bool b_is_iso = false) {
    MergeCall call{};
    call.a.dense.type = call.b.dense.type = operand;
    call.a.dense.is_iso = a_is_iso;
    call.b.dense.is_iso = b_is_iso;
    call.op = op;
    call.z_type = result;
    texts.push_back(program_of(call));
}

void add_merges(Texts &texts) {
    for (const char *type : moved) {
        for (const bool is_iso : {false, true}) add_merge(texts, {}, type, type, false, is_iso);
        add_merge(texts, {}, type, type, true);
    }
    for (const char *type : numbers) {
        for (const char *op : {"Plus", "Min"}) add_merge(texts, {op, type}, type, type);
        add_merge(texts, {"Lt", type}, type, "bool");
    }
    for (const char *type : floats) {
        for (const char *op : {"Times", "Minus"}) add_merge(texts, {op, type}, type, type);
        add_merge(texts, {"Second", type}, type, type, true);
    }
}

void add_map(Texts &texts, MapKind kind, const char *functor, const char *type,
             const char *result = nullptr, bool is_selection = false, bool is_iso = false) {
    MapCall call{};
    call.kind = kind;
    call.functor = functor;
    call.type = type;
    call.is_selection = is_selection;
    call.x.dense.type = type;
    call.x.dense.is_iso = is_iso;
    call.z_type = result != nullptr ? result : type;
    texts.push_back(program_of(call));
}

void add_maps(Texts &texts) {
    for (const char *type : moved) add_map(texts, MapKind::unary, "Identity", type);
    for (const char *type : numbers) {
        for (const char *test : {"Ne", "Lt"})
            add_map(texts, MapKind::value, test, type, "bool", true);
        add_map(texts, MapKind::bind_second, "Minus", type);
    }
    for (const char *type : floats) {
        add_map(texts, MapKind::unary, "Abs", type);
        add_map(texts, MapKind::bind_first, "Div", type);
    }
    for (const char *type : integers) {
        for (const bool is_iso : {false, true})
            add_map(texts, MapKind::position, "RowIndex", type, type, false, is_iso);
    }
}

void add_reductions(Texts &texts) {
    const auto add = [&texts](const char *monoid, const char *type) {
        ReduceCall call{};
        call.x.dense.type = type;
        call.add = {monoid, type};
        texts.push_back(program_of(call));
    };
    for (const char *type : numbers) {
        for (const char *monoid : {"Plus", "Min"}) add(monoid, type);
    }
    for (const char *monoid : {"Lor", "Land"}) add(monoid, "bool");
}

void add_scatters(Texts &texts) {
    const auto add = [&texts](const char *op, const char *type, bool is_iso, int width = 4) {
        ScatterCall call{};
        call.t.type = call.c_type = type;
        call.t.index_width = width;
        call.t.is_iso = is_iso;
        if (op != nullptr) call.op = {op, type};
        texts.push_back(program_of(call));
    };
    for (const char *type : moved) {
        for (const bool is_iso : {false, true})
            for (const int width : {4, 8}) add(nullptr, type, is_iso, width);
    }
    for (const char *type : numbers) {
        for (const char *op : {"Plus", "Min"}) add(op, type, false);
    }
}

} // namespace

std::vector<std::string> hot_programs() {
    Texts texts;
    add_traversals(texts);
    add_sweeps(texts);
    add_full_products(texts);
    add_narrow_full_products(texts);
    add_few_rows(texts);
    add_sparse_programs(texts);
    add_chain_programs(texts);
    add_merges(texts);
    add_maps(texts);
    add_reductions(texts);
    add_scatters(texts);
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    return texts;
}

} // namespace grb::device
