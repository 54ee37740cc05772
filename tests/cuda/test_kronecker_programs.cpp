// Tests that every kernel of Kronecker products, and of products with a diagonal, compiles for
// every listed architecture, and over a sample of types, widths and operators. Needs NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/mxm/kronecker.hpp"
#include "cuda/mxm/mxm_diagonal.hpp"

namespace grb::device {
namespace {

class KroneckerPrograms : public NeedsCompiler {};

KroneckerCall call_of(const char *op, const char *type, const char *a, const char *b) {
    static char somewhere;
    KroneckerCall call{};
    call.op = {op, type};
    call.z_type = type;
    call.A.type = a;
    call.B.type = b;
    call.A.offset_width = call.A.index_width = call.B.offset_width = call.B.index_width = 4;
    call.C = {&somewhere, &somewhere, 4, 4, &somewhere};
    return call;
}

TEST_F(KroneckerPrograms, OnEveryArchitecture) {
    Batch batch;
    KroneckerCall call = call_of("Times", "float", "float", "float");
    batch.add(kronecker_program(call));
    call.C.values = nullptr;
    batch.add(kronecker_program(call));
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

TEST_F(KroneckerPrograms, OfEveryTypeAndWidth) {
    Batch batch;
    for (std::size_t t = 0; t < type_count; t++) {
        KroneckerCall call =
            call_of(is_boolean(t) ? "Lor" : "Second", types[t], other(t, 3), types[t]);
        call.A.offset_width = t % 2 == 0 ? 8 : 4;
        call.B.offset_width = t % 3 == 0 ? 8 : 4;
        call.A.index_width = t % 4 == 0 ? 8 : 4;
        call.B.index_width = t % 5 == 0 ? 8 : 4;
        call.C.offset_width = t % 2 == 1 ? 8 : 4;
        call.C.index_width = t % 3 == 1 ? 8 : 4;
        call.A.is_iso = t % 3 == 1;
        call.B.is_iso = t % 4 == 1;
        batch.add(kronecker_program(call));
    }
    batch.expect_compiles();
}

TEST_F(KroneckerPrograms, OverEveryOperator) {
    Batch batch;
    // These are Boolean, three integers that share its operators, and double.
    for (const std::size_t t : {0, 4, 5, 6, 10})
        for (const char *op : sampled(operators_over(t), t))
            batch.add(kronecker_program(call_of(op, types[t], types[t], other(t, 5))));
    for (const char *comparison : comparisons) {
        KroneckerCall call = call_of(comparison, "double", "float", "double");
        call.z_type = "bool";
        batch.add(kronecker_program(call));
    }
    batch.expect_compiles();
}

class DiagonalPrograms : public NeedsCompiler {};

TEST_F(DiagonalPrograms, OfEveryTypeAndWidth) {
    Batch batch;
    for (std::size_t t = 0; t < type_count; t++) {
        for (const bool is_first : {false, true}) {
            MxmDiagonalCall call{};
            call.op = {is_boolean(t) ? "Land" : t % 3 == 0 ? "Minus" : "First", types[t]};
            call.z_type = types[t];
            call.A.type = other(t, 3);
            call.diagonal_type = types[t];
            call.A.offset_width = t % 2 == 0 ? 8 : 4;
            call.A.index_width = t % 3 == 0 ? 8 : 4;
            call.A.is_iso = t % 4 == 1;
            call.is_diagonal_iso = t % 5 == 1;
            call.is_diagonal_first = is_first;
            batch.add(mxm_diagonal_program(call));
        }
    }
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

} // namespace
} // namespace grb::device
