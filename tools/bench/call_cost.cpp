/// Repeats one small call to measure its cost beside its work. tools/bench/call_cost counts its
/// instructions; the program prints a time, too. Linked to functions of the C API 2.0 alone, so
/// that another GraphBLAS library can replace ours at the start.
///
/// usage: call_cost_run --list | NAME CALLS [SIZE]
///   NAME   of a call, from the list
///   CALLS  the number of timed calls, after an untimed one; 0: none at all
///   SIZE   of the vectors and matrices, 1000 by default; they have ten entries

#include <GraphBLAS.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

namespace {

void check(GrB_Info info) {
    if (info < GrB_SUCCESS)
        throw std::runtime_error("a call returned " + std::to_string(static_cast<int>(info)));
}

constexpr GrB_Index entries = 10;

/// Operands and outputs. All have the same evenly spread positions.
struct Operands {
    GrB_Index size = 1000;
    GrB_Matrix A = nullptr, B = nullptr, C = nullptr;
    GrB_Vector u = nullptr, v = nullptr, w = nullptr, mask = nullptr, dense = nullptr,
               truth = nullptr;
    GrB_Index positions[entries] = {};

    explicit Operands(GrB_Index n) : size(n) {
        double values[entries];
        for (GrB_Index k = 0; k < entries; k++) {
            positions[k] = n / entries * k;
            values[k] = 1 + static_cast<double>(k);
        }
        for (GrB_Matrix *matrix : {&A, &B}) {
            check(GrB_Matrix_new(matrix, GrB_FP64, n, n));
            check(GrB_Matrix_build_FP64(*matrix, positions, positions, values, entries,
                                        GrB_PLUS_FP64));
            check(GrB_Matrix_wait(*matrix, GrB_MATERIALIZE));
        }
        for (GrB_Vector *vector : {&u, &v, &mask}) {
            check(GrB_Vector_new(vector, GrB_FP64, n));
            check(GrB_Vector_build_FP64(*vector, positions, values, entries, GrB_PLUS_FP64));
            check(GrB_Vector_wait(*vector, GrB_MATERIALIZE));
        }
        check(GrB_Matrix_new(&C, GrB_FP64, n, n));
        check(GrB_Vector_new(&w, GrB_FP64, n));
        check(GrB_Vector_new(&truth, GrB_BOOL, n));
        check(GrB_Vector_new(&dense, GrB_FP64, n));
        check(GrB_Vector_assign_FP64(dense, nullptr, nullptr, 1, GrB_ALL, n, nullptr));
        check(GrB_Vector_setElement_FP64(dense, 2, 0));
        check(GrB_Vector_wait(dense, GrB_MATERIALIZE));
    }
};

struct Call {
    const char *name;
    void (*make)(const Operands &o, GrB_Index turn);
};

const Call calls[] = {
    {"mxv",
     [](const Operands &o, GrB_Index) {
         check(GrB_mxv(o.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.u, nullptr));
     }},
    {"vxm_mask_complement_replace",
     [](const Operands &o, GrB_Index) {
         check(GrB_vxm(o.w, o.mask, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.u, o.A, GrB_DESC_RSC));
     }},
    {"mxv_mask_accum",
     [](const Operands &o, GrB_Index) {
         check(
             GrB_mxv(o.w, o.mask, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.u, nullptr));
     }},
    {"mxm",
     [](const Operands &o, GrB_Index) {
         check(GrB_mxm(o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr));
     }},
    {"mxm_mask",
     [](const Operands &o, GrB_Index) {
         check(GrB_mxm(o.C, o.A, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, GrB_DESC_ST1));
     }},
    {"ewise_add",
     [](const Operands &o, GrB_Index) {
         check(
             GrB_Vector_eWiseAdd_BinaryOp(o.w, nullptr, nullptr, GrB_PLUS_FP64, o.u, o.v, nullptr));
     }},
    {"ewise_mult",
     [](const Operands &o, GrB_Index) {
         check(GrB_Vector_eWiseMult_BinaryOp(o.w, nullptr, nullptr, GrB_TIMES_FP64, o.u, o.v,
                                             nullptr));
     }},
    {"apply",
     [](const Operands &o, GrB_Index) {
         check(GrB_Vector_apply(o.w, nullptr, nullptr, GrB_AINV_FP64, o.u, nullptr));
     }},
    {"apply_bind_second",
     [](const Operands &o, GrB_Index) {
         check(GrB_Vector_apply_BinaryOp2nd_FP64(o.w, nullptr, nullptr, GrB_PLUS_FP64, o.u, 3,
                                                 nullptr));
     }},
    {"select",
     [](const Operands &o, GrB_Index) {
         check(GrB_Vector_select_FP64(o.w, nullptr, nullptr, GrB_VALUEGT_FP64, o.u, 3, nullptr));
     }},
    {"assign_scalar_mask",
     [](const Operands &o, GrB_Index) {
         check(GrB_Vector_assign_FP64(o.w, o.mask, nullptr, 3, GrB_ALL, o.size, GrB_DESC_S));
     }},
    {"assign_scalar_mask_dense",
     [](const Operands &o, GrB_Index) {
         check(GrB_Vector_assign_FP64(o.dense, o.mask, nullptr, 3, GrB_ALL, o.size, GrB_DESC_S));
     }},
    {"assign",
     [](const Operands &o, GrB_Index) {
         check(GrB_Vector_assign(o.w, nullptr, nullptr, o.u, GrB_ALL, o.size, nullptr));
     }},
    {"assign_accum_dense",
     [](const Operands &o, GrB_Index) {
         check(GrB_Vector_assign(o.dense, nullptr, GrB_MIN_FP64, o.u, GrB_ALL, o.size, nullptr));
     }},
    {"extract",
     [](const Operands &o, GrB_Index) {
         check(GrB_Vector_extract(o.w, o.mask, nullptr, o.u, GrB_ALL, o.size, nullptr));
     }},
    {"reduce_scalar",
     [](const Operands &o, GrB_Index) {
         double sum = 0;
         check(GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, o.u, nullptr));
     }},
    {"reduce_rows",
     [](const Operands &o, GrB_Index) {
         check(GrB_Matrix_reduce_Monoid(o.w, nullptr, nullptr, GrB_PLUS_MONOID_FP64, o.A, nullptr));
     }},
    {"transpose", [](const Operands &o,
                     GrB_Index) { check(GrB_transpose(o.C, nullptr, nullptr, o.A, nullptr)); }},
    {"set_element",
     [](const Operands &o, GrB_Index turn) {
         check(GrB_Vector_setElement_FP64(o.u, static_cast<double>(turn),
                                          o.positions[turn % entries]));
     }},
    {"set_element_dense",
     [](const Operands &o, GrB_Index turn) {
         check(GrB_Vector_setElement_FP64(o.dense, static_cast<double>(turn), turn % o.size));
     }},
    {"extract_element",
     [](const Operands &o, GrB_Index turn) {
         double value = 0;
         check(GrB_Vector_extractElement_FP64(&value, o.u, o.positions[turn % entries]));
     }},
    {"extract_element_matrix",
     [](const Operands &o, GrB_Index turn) {
         double value = 0;
         const GrB_Index k = o.positions[turn % entries];
         check(GrB_Matrix_extractElement_FP64(&value, o.A, k, k));
     }},
    {"extract_tuples",
     [](const Operands &o, GrB_Index) {
         GrB_Index positions[entries], count = entries;
         double values[entries];
         check(GrB_Vector_extractTuples_FP64(positions, values, &count, o.u));
     }},
    {"nvals",
     [](const Operands &o, GrB_Index) {
         GrB_Index count = 0;
         check(GrB_Vector_nvals(&count, o.u));
     }},
    // Turns of shortest paths up to a question, whose calls are carried out together.
    {"compare_select_nvals",
     [](const Operands &o, GrB_Index) {
         GrB_Index count = 0;
         check(GrB_Vector_eWiseMult_BinaryOp(o.truth, nullptr, nullptr, GrB_GT_FP64, o.u, o.dense,
                                             nullptr));
         check(GrB_Vector_select_BOOL(o.truth, nullptr, nullptr, GrB_VALUENE_BOOL, o.truth, false,
                                      nullptr));
         check(GrB_Vector_nvals(&count, o.truth));
     }},
    {"masked_select_assign_nvals",
     [](const Operands &o, GrB_Index) {
         GrB_Index count = 0;
         check(GrB_Vector_clear(o.w));
         check(GrB_Vector_select_FP64(o.w, o.mask, nullptr, GrB_VALUEGT_FP64, o.u, 3, GrB_DESC_S));
         check(GrB_Vector_assign(o.dense, o.mask, nullptr, o.u, GrB_ALL, o.size, GrB_DESC_S));
         check(GrB_Vector_nvals(&count, o.w));
     }},
    {"dup_free",
     [](const Operands &o, GrB_Index) {
         GrB_Vector copy = nullptr;
         check(GrB_Vector_dup(&copy, o.u));
         check(GrB_Vector_free(&copy));
     }},
    {"new_free",
     [](const Operands &o, GrB_Index) {
         GrB_Vector made = nullptr;
         check(GrB_Vector_new(&made, GrB_FP64, o.size));
         check(GrB_Vector_free(&made));
     }},
    {"import_export",
     [](const Operands &, GrB_Index) {
         constexpr GrB_Index n = 3;
         GrB_Index offsets[n + 1] = {0, 1, 2, 3}, indices[n] = {0, 1, 2};
         double values[n] = {1, 2, 3};
         GrB_Index offsets_length = n + 1, indices_length = n, values_length = n;
         GrB_Matrix made = nullptr;
         check(GrB_Matrix_import_FP64(&made, GrB_FP64, n, n, offsets, indices, values,
                                      offsets_length, indices_length, values_length,
                                      GrB_CSR_FORMAT));
         check(GrB_Matrix_export_FP64(offsets, indices, values, &offsets_length, &indices_length,
                                      &values_length, GrB_CSR_FORMAT, made));
         check(GrB_Matrix_free(&made));
     }},
};

const Call &call_named(const char *name) {
    for (const Call &call : calls)
        if (std::strcmp(call.name, name) == 0) return call;
    throw std::runtime_error(std::string(name) + " is no call; see --list");
}

void run(const Call &call, GrB_Index count, GrB_Index size) {
    check(GrB_init(GrB_NONBLOCKING));
    const Operands operands(size);
    if (count > 0) call.make(operands, 0);
    const auto begin = std::chrono::steady_clock::now();
    for (GrB_Index turn = 0; turn < count; turn++) call.make(operands, turn);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
    std::printf("%s %.4f us\n", call.name,
                count > 0 ? time.count() / static_cast<double>(count) : 0);
    // Skips GrB_finalize: its work would be counted, and the process ends.
    std::fflush(stdout);
    std::_Exit(0);
}

} // namespace

int main(int argc, char **argv) {
    try {
        if (argc == 2 && std::strcmp(argv[1], "--list") == 0) {
            for (const Call &call : calls) std::puts(call.name);
            return 0;
        }
        if (argc != 3 && argc != 4)
            throw std::runtime_error("usage: call_cost_run --list | NAME CALLS [SIZE]");
        run(call_named(argv[1]), std::strtoull(argv[2], nullptr, 10),
            argc == 4 ? std::strtoull(argv[3], nullptr, 10) : 1000);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "call_cost_run: %s\n", error.what());
        return 1;
    }
}
